"""The flow `estimate`: what reading books with the configured model would cost, as a table; nothing is asked."""

import os
from typing import Any

from prefect import flow, get_run_logger
from prefect.client.schemas.objects import State
from prefect.runtime import flow_run

from flows import artifacts
from flows.estimate import estimate_book, known_habit
from flows.form import BooksForm, ReadingForm
from flows.report import estimate_rows, estimate_sentence
from flows.request import choices_of, wanted_books
from flows.states import state_of, without_tracebacks
from schemas.errors import FileUnusable, GlossatorError
from schemas.run import Outcome


@flow(name="estimate", persist_result=False)
def estimate(books: BooksForm, reading: ReadingForm = ReadingForm()) -> State[Any]:  # noqa: B008
    """Calls, tokens and price per book, before anything is spent.

    Args:
        books: Which books, on the machine that runs the flow.
        reading: How they would be read.
    """
    without_tracebacks()
    logger, name = get_run_logger(), str(flow_run.name)
    try:
        settings, options = choices_of(reading, os.environ)
        habit = known_habit(settings)
        found = [estimate_book(path, settings, options, habit) for path in wanted_books(books)]
    except (GlossatorError, OSError) as error:
        fault = error if isinstance(error, GlossatorError) else FileUnusable.of(error)
        logger.error("%s", fault)
        return state_of(Outcome.FAILED, str(fault))
    said = estimate_sentence(found)
    artifacts.table(artifacts.key(name, flow_run.get_id() or "", "estimate"), estimate_rows(found), said)
    return state_of(Outcome.FAILED if all(one.failure for one in found) else Outcome.DONE, said)
