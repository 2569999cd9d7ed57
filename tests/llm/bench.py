"""A model client at its desk in a journal of its own, and what its ledger holds."""

from pydantic import BaseModel
from sqlalchemy import select

from pipeline.journal.desk import JournalDesk
from pipeline.journal.journal import Journal
from pipeline.journal.lease import new_holder
from pipeline.journal.ledger import Ledger, Terms
from pipeline.journal.tables import MODEL_CALLS
from pipeline.llm.client import ModelClient, Request
from schemas.settings import ModelSettings
from schemas.spending import Caps, Rates

RIGHT = {"e": ["a"]}  # an answer of the form
CHUNK = "You are here: x\nMemory:\nempty\n\nChunk:\n[1] A sentence."


class Form(BaseModel):
    e: list[str]


def request(changing=CHUNK, lasting="Table of contents:", reading="chapter", step="1", most=1_000):
    return Request(reading, step, "read_chunk", "p v1 0", lasting, changing, Form, most, 100)


def ask(client, changing=None, stop=lambda: False, **given):
    """Asks once about a chunk; `changing` is its text."""
    if changing is not None:
        given["changing"] = f"You are here: x\nMemory:\n\nChunk:\n{changing}"
    return client.ask(request(**given), stop)


class Bench:
    def __init__(self, script, database):
        self._script, self.journal = script, Journal(f"sqlite:///{database}")

    def close(self):
        self.journal.close()

    def client(self, caps=Caps(), rates=Rates(), price=None, run="run", redacted=False, **settings):  # noqa: B008
        """A client as one process has it; several share the journal."""
        given = {"base_url": self._script.url, "model": "scripted-1"} | settings
        terms = Terms(run, new_holder(), "endpoint", given["model"], caps, rates, price, lambda: ("reading",))
        return ModelClient(ModelSettings(**given), JournalDesk(self.journal, terms, redacted))

    def ledger(self):
        """Outcome, prompt and completion tokens of every request sent, in order."""
        columns = (MODEL_CALLS.c.outcome, MODEL_CALLS.c.prompt_tokens, MODEL_CALLS.c.completion_tokens)
        with self.journal.transaction() as connection:
            return [tuple(row) for row in connection.execute(select(*columns).order_by(MODEL_CALLS.c.id))]

    def spent(self, run="run"):
        return Ledger(self.journal).spent_by_run(run)
