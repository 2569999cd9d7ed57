"""A run's desk: what stands between its requests and the endpoint, kept in the journal and so shared by processes."""

from pipeline.journal.journal import Journal
from pipeline.journal.ledger import Ledger, Terms
from pipeline.journal.replies import Endpoints, Replies, ServedModel
from schemas.reading import Usage
from schemas.spending import Call, Capabilities, Refusal

NOTES_BETWEEN_LOOKS = 100  # a long run alone may pass what is kept of requests and replies


class JournalDesk:
    """With `redacted` neither requests nor replies are kept, and so none is served again."""

    def __init__(self, journal: Journal, terms: Terms, redacted: bool = False) -> None:
        self._terms, self._redacted, self._noted = terms, redacted, 0
        self._ledger, self._replies, self._endpoints = Ledger(journal), Replies(journal), Endpoints(journal)
        self._endpoint = ServedModel(terms.endpoint, terms.model)
        self._ledger.recover()
        self._replies.drop_old()

    def reserve(self, call: Call) -> int | Refusal:
        found = self._ledger.reserve(call, self._terms)
        if isinstance(found, Refusal) and found.passing:
            self._ledger.recover()  # what a killed process holds never comes back by itself
        return found

    def release(self, entry: int) -> None:
        self._ledger.release(entry)

    def kept(self, key: str) -> str | None:
        return None if self._redacted else self._replies.find(key)

    def send(self, entry: int) -> float:
        return self._ledger.send(entry, self._terms)

    def settle(self, entry: int, outcome: str, usage: Usage | None) -> None:
        self._ledger.settle(entry, outcome, usage, self._terms.price)

    def keep(self, key: str, answer: str) -> None:
        if not self._redacted:
            self._replies.keep(key, answer)

    @property
    def keeps(self) -> bool:
        return not self._redacted

    def note(self, entry: int, request: str, reply: str) -> None:
        if self._redacted:
            return
        self._replies.note(entry, self._terms.run, request, reply)
        self._noted += 1
        if self._noted % NOTES_BETWEEN_LOOKS == 0:
            self._replies.drop_old()

    def capabilities(self) -> Capabilities:
        return self._endpoints.capabilities(self._endpoint)

    def learn(self, found: Capabilities) -> None:
        self._endpoints.learn(self._endpoint, found)

    def leave_alone(self, seconds: float) -> None:
        self._endpoints.leave_alone(self._endpoint, seconds)
