"""What `make demo` shows: three questions with answers, and one wrong reading with its reason."""

import pytest

pytestmark = [pytest.mark.neo4j, pytest.mark.slow]


def test_the_demo_shows_answers_and_a_wrong_reading(command):
    shown = command.run(module=("flows.cli.demo",))
    for question in ("What is the book about?", "What follows from what", "Who holds what"):
        answer = shown.split(question, 1)[1].split("\n\n", 1)[0]
        assert answer.count("\n    ") >= 5, answer
    assert "page: " in shown and "rejects" in shown and "$book" not in shown
    assert " 0  " in shown.split("done", 1)[1].splitlines()[0]  # gaps: the whole sample is recorded
    wrong = shown.split("A reading that is wrong", 1)[1]
    assert '    read: "' in wrong and "    from: " in wrong
