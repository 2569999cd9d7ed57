"""What calls cost is counted for the book they were made for, whatever became of the reading."""

from pipeline.journal.forgetting import forget
from pipeline.journal.lease import new_holder
from pipeline.journal.ledger import Ledger, Terms
from pipeline.journal.registration import begin
from schemas.reading import Usage
from schemas.spending import Call, Cap, Caps, Rates
from tests.journal.conftest import CHAPTERS, OWNER, READING


def test_what_a_forgotten_reading_cost_counts_for_the_book_read_anew(journal):
    begin(journal, READING, CHAPTERS)
    ledger = Ledger(journal)
    _pay(ledger, OWNER, READING.id)
    forget(journal, READING.book, lambda _: None)
    for again in (READING._replace(id="another"), READING):  # in another way, and in the same
        begin(journal, again, (CHAPTERS[0]._replace(id=f"chapter of {again.id}"),))
        assert ledger.spent_by_readings()[again.id, "m"].tokens == 900
        assert ledger.reserve(_call(f"chapter of {again.id}"), _terms(again.id)).cap == "batch"
        forget(journal, READING.book, lambda _: None)
    begin(journal, READING._replace(id="r2", book="another book"), (CHAPTERS[0]._replace(id="c2"),))
    assert isinstance(ledger.reserve(_call("c2"), _terms("r2")), int)


def _terms(reading):
    caps = Caps(batch=Cap(tokens=1_000))
    return Terms("run", new_holder(), "http://e", "m", caps, Rates(), None, lambda: (reading,))


def _call(chapter):
    return Call(
        chapter_reading=chapter, step="1", task="t", prompt="p", words=10, prompt_tokens=400, most_answer_tokens=500
    )


def _pay(ledger, chapter, reading):
    entry = ledger.reserve(_call(chapter), _terms(reading))
    ledger.send(entry, _terms(reading))
    ledger.settle(entry, "ok", Usage(prompt_tokens=400, completion_tokens=500), None)
