"""What the model calls of one run share: the client, its desk in the journal, what was spent and which cap was met."""

import threading
from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

from pipeline.journal.desk import JournalDesk
from pipeline.journal.engine import exists
from pipeline.journal.journal import Journal
from pipeline.journal.lease import new_holder
from pipeline.journal.ledger import Ledger, Terms
from pipeline.journal.registration import readings_of
from pipeline.journal.replies import Endpoints, ServedModel
from pipeline.llm.client import ModelClient
from pipeline.llm.prices import price_of
from pipeline.llm.prompts import load_prompt
from pipeline.readers.llm.reader import PROMPT, TASK
from pipeline.readers.recorded.recording import Line, passage_digest, shown_handles, written
from pipeline.urls import shown_url
from schemas.errors import BudgetMissing, BudgetReached, SettingInvalid
from schemas.reading import ReadRequest, Usage
from schemas.settings import ModelSettings, Settings
from schemas.spending import FREE, Capabilities, Caps, Cost, Spent

OPENAI = "https://api.openai.com/v1"


class ModelSide:
    """Nothing is opened before a model is asked. `reached` is the cap that ended the run, `halt` hears of it."""

    def __init__(self, settings: Settings, run: str, caps: Caps, halt: Callable[[], None]) -> None:
        self._settings, self._run, self._caps, self._halt = settings, run, caps, halt
        self._readings: dict[str, None] = {}
        self._lock = threading.Lock()
        self.reached: BudgetReached | None = None

    @property
    def client(self) -> ModelClient:
        with self._lock:
            return self._client

    @cached_property
    def _client(self) -> ModelClient:
        model = self._settings.model
        terms = Terms(
            run=self._run,
            holder=new_holder(),
            endpoint=endpoint_name(self._settings),
            model=model.model,
            caps=self._caps,
            rates=model.rates,
            price=price_of(model),
            readings=lambda: tuple(self._readings),
        )
        return ModelClient(model, JournalDesk(self._journal, terms, self._settings.redact))

    @cached_property
    def _journal(self) -> Journal:
        return Journal(self._settings.journal)

    def expects(self, paths: Iterable[Path]) -> None:
        """The run is asked for these books: what earlier runs spent on them counts for the batch before one is opened."""
        if self._caps.batch.limits and exists(self._settings.journal):
            sources = {str(path.absolute()) for path in paths}
            with self._lock:
                found = readings_of(self._journal, sources)
            self._readings |= dict.fromkeys(found)

    def reads(self, reading: str) -> None:
        """The reading belongs to the run, wherever its file lay before."""
        self._readings[reading] = None

    def reach(self, error: BudgetReached) -> None:
        """The first cap that was met ends the run."""
        self.reached = self.reached or error
        self._halt()

    @property
    def paused(self) -> str:
        """Which cap ended the run, what is left of it and how to go on; empty where none did."""
        return "" if self.reached is None else f"{self.reached.what} {self.reached.remedy}"

    def heard(self, request: ReadRequest, answer: dict[str, Any], usage: Usage) -> None:
        """Adds a model's answer to the recording, where one is wanted."""
        if self._settings.record is None:
            return
        line = Line(
            passage=passage_digest(request.sentences),
            chapter=request.chapter,
            step=request.step,
            words=sum(len(sentence.text.split()) for sentence in request.sentences),
            task=TASK,
            model=self._settings.model.model,
            prompt=load_prompt(*PROMPT).name,
            usage=usage,
            shown=shown_handles(request.memory, request.recalled),
            reply={name: rows for name, rows in answer.items() if rows},
        )
        with self._lock, self._settings.record.open("a", encoding="utf-8") as file:
            file.write(written(line))

    def known(self) -> Capabilities:
        """What was found out about the endpoint's model, in this run or before."""
        endpoint = ServedModel(endpoint_name(self._settings), self._settings.model.model)
        with self._lock:
            return Endpoints(self._journal).capabilities(endpoint)

    def ask_again(self) -> None:
        """The endpoint, though it asked to be left alone."""
        with self._lock:
            Endpoints(self._journal).ask_again(endpoint_name(self._settings))

    def spent(self) -> Spent:
        """By this run's calls so far."""
        with self._lock:
            return Ledger(self._journal).spent_by_run(self._run) if "_client" in self.__dict__ else Spent()

    def costs(self) -> dict[str, tuple[Cost, ...]]:
        """Of every reading of which a model was asked, over all runs."""
        with self._lock:
            if not (self._readings or "_client" in self.__dict__):
                return {}
            found = Ledger(self._journal).spent_by_readings()
        costs: dict[str, tuple[Cost, ...]] = {}
        for (reading, model), spent in sorted(found.items()):
            costs[reading] = (*costs.get(reading, ()), Cost(model=model, spent=spent))
        return costs

    def close(self) -> None:
        with self._lock:
            if "_journal" in self.__dict__:
                self._journal.close()


def check_budget(model: ModelSettings, caps: Caps, budgeted: bool) -> None:
    """Raises BudgetMissing where a model that is paid would be asked and nobody said how much it may cost (`budgeted`: be it
    without limit), SettingInvalid where dollars are capped and none can be counted."""
    price = price_of(model)
    if price is None and any(cap.usd is not None for cap in (caps.run, caps.batch, caps.day)):
        raise SettingInvalid(
            f"The price of {model.model} is not known, so a budget in dollars would limit nothing.",
            "Cap tokens (--budget-tokens), or name a price file in GLOSSATOR_PRICES.",
        )
    if not budgeted and not caps.run.limits and not caps.day.limits and price != FREE:
        raise BudgetMissing(f"The model {model.model} is paid for and no budget is given.")


def endpoint_name(settings: Settings) -> str:
    """The endpoint's address without secrets: what limits and ledger are kept by."""
    return shown_url(settings.model.base_url or OPENAI).rstrip("/")
