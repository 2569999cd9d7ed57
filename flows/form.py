"""The form that starts a run in the Prefect UI: what is read, how, and within what limits; nothing here is a secret."""

from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, SerializerFunctionWrapHandler, model_serializer


class ReaderChoice(StrEnum):
    AUTO = "auto"
    LLM = "llm"
    BASELINE = "baseline"
    RECORDED = "recorded"


def _empty(schema: dict[str, Any]) -> None:
    """Of a field that may be left out: Prefect's form would draw two for "a number or nothing"."""
    schema |= schema.pop("anyOf")[0]
    del schema["default"]


class BooksForm(BaseModel):
    """Folders and files are those of the machine that runs the flow, not of the browser."""

    # Prefect refuses an empty one at once; that one of two fields is needed its form has no words for.
    model_config = ConfigDict(extra="forbid", title="Books", json_schema_extra={"minProperties": 1})

    folder: str = Field(
        "", title="Folder", description="A folder of books on the machine that reads: a whole path, or one from ~."
    )
    glob: str = Field(
        "**/*",
        title="Files in the folder",
        description="Which of its files: *.epub, Kant/*.pdf; ** looks into folders below. Other files than books are left out.",
    )
    paths: list[str] = Field(
        default_factory=list, title="Single files", description="Books by themselves, besides or instead of a folder."
    )


class ReadingForm(BaseModel):
    """How the books are read. The same values again go on where a run stopped."""

    model_config = ConfigDict(extra="forbid", title="Reading")

    reader: ReaderChoice | None = Field(
        None,
        title="Reader",
        description="llm asks the configured model; baseline works by rules, in English only; auto takes llm if a model is configured. Empty: as configured.",
        json_schema_extra=_empty,
    )
    budget_tokens: int | None = Field(
        None,
        ge=0,
        title="Budget (tokens)",
        description="What the reading of these books may use in all; then it stops at a checkpoint and goes on with a higher one. 0 is no limit. Empty: as configured.",
        json_schema_extra=_empty,
    )
    budget_usd: float | None = Field(
        None,
        ge=0,
        title="Budget (US dollars)",
        description="The same as money, by the price file. 0 is no limit. Empty: as configured.",
        json_schema_extra=_empty,
    )
    workers: int | None = Field(
        None,
        ge=1,
        le=64,
        title="Chapters at a time",
        description="Read side by side at most, over all books of the run. Empty: as configured.",
        json_schema_extra=_empty,
    )
    chapters: str = Field(
        "", title="Chapters", description="Only these of each book, such as 1,3-5; empty is all.", max_length=1_000
    )
    max_gaps: float | None = Field(
        None,
        ge=0,
        le=100,
        title="Gaps allowed (%)",
        description="More chunks than this that could not be read, and the run counts as failed. Empty: as configured.",
        json_schema_extra=_empty,
    )
    profile: str = Field(
        "standard",
        title="Profile",
        description="standard, or a profile of glossator.toml in GLOSSATOR_HOME (lab, for instance).",
        max_length=100,
    )

    @model_serializer(mode="wrap")
    def _filled_in(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """What is left empty is left out: Prefect refuses nothing as a reader."""
        return {name: value for name, value in handler(self).items() if value is not None}
