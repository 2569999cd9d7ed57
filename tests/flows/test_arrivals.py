"""Files that come into a folder are told once they are complete, and again when they changed."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from flows.arrivals import Arrivals, Remarks

A, B = Path("a.md"), Path("b.pdf")


def test_a_file_is_told_once_it_has_not_changed_for_a_while():
    arrivals = Arrivals(10)
    assert arrivals.complete({A: (5, 1)}, 0) == []
    assert arrivals.complete({A: (9, 2)}, 8) == []  # still being copied
    assert arrivals.complete({A: (9, 2)}, 17) == []
    assert arrivals.complete({A: (9, 2)}, 18) == [A]
    assert arrivals.complete({A: (9, 2)}, 90) == []


def test_a_file_that_failed_for_a_passing_reason_is_told_again_later():
    arrivals = Arrivals(10)
    arrivals.complete({A: (9, 2)}, 0)
    assert arrivals.complete({A: (9, 2)}, 10) == [A]
    arrivals.again([A], 70)
    assert arrivals.complete({A: (9, 2)}, 69) == []
    assert arrivals.complete({A: (9, 2)}, 70) == [A]


def test_a_changed_file_is_told_again_and_an_empty_one_never():
    arrivals = Arrivals(0)
    assert arrivals.complete({A: (9, 2), B: (0, 1)}, 0) == [A]
    assert arrivals.complete({A: (9, 3), B: (0, 1)}, 1) == [A]
    assert arrivals.complete({B: (4, 2)}, 2) == [B]


def test_a_file_that_goes_and_comes_settles_anew():
    arrivals = Arrivals(10)
    arrivals.complete({A: (9, 2)}, 0)
    arrivals.complete({}, 5)
    assert arrivals.complete({A: (9, 2)}, 11) == []


def test_an_empty_file_is_named_once_it_stays_so():
    arrivals = Arrivals(10)
    arrivals.complete({A: (0, 1), B: (3, 1)}, 0)
    assert arrivals.empty(9) == []
    assert arrivals.empty(10) == [A]


def test_a_remark_is_new_once_for_as_long_as_it_lasts():
    remarks = Remarks()
    assert remarks.new(["gone"]) == ["gone"]
    assert remarks.new(["gone", "empty"]) == ["empty"]
    assert remarks.new([]) == []
    assert remarks.new(["gone"]) == ["gone"]


LOOKS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 20)), max_size=20)


@given(LOOKS)
def test_no_content_is_told_twice_nor_before_it_settled(looks):
    arrivals, now, since, told = Arrivals(10), 0.0, (None, 0.0), []
    for size, modified, pause in looks:
        now += pause
        if since[0] != (size, modified):
            since = ((size, modified), now)
        if arrivals.complete({A: (size, modified)}, now):
            assert now - since[1] >= 10 and size > 0
            assert not told or told[-1] != (size, modified)
            told.append((size, modified))
