"""Sums over chapters, as every view of a run shows them."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from schemas.run import ChapterOutcome
from schemas.text import TextWarning


def counted(number: int, noun: str, several: str = "") -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {several or noun + 's'}"


def told(warning: TextWarning, name: str) -> str:
    """The warning behind the name of its file, which most say themselves."""
    return warning.message if warning.message.startswith(name) else f"{name}: {warning.message}"


def first_and_more(names: Sequence[str]) -> str:
    """The first of several, and how many more there are."""
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    return f"{names[0] if names else 'nothing'}{more}"


def chapters_done(chapters: Sequence[ChapterOutcome]) -> str:
    """16/24, or 24 where all are."""
    done = sum(chapter.complete for chapter in chapters)
    return str(done) if done == len(chapters) else f"{done}/{len(chapters)}"


def totals(chapters: Sequence[ChapterOutcome]) -> dict[str, Any]:
    """An entity that stands in several chapters counts once; `tokens` is None once a reply told no usage."""
    tallies = [chapter.tally for chapter in chapters]
    prompt = [tally.prompt_tokens for tally in tallies]
    completion = [tally.completion_tokens for tally in tallies]
    known = None not in prompt and None not in completion
    items = sum((Counter(tally.items) for tally in tallies), Counter[str]())
    return {
        "chunks": sum(tally.chunks for tally in tallies),
        "episodes": sum(sum(tally.episodes.values()) for tally in tallies),
        "gaps": sum(sum(tally.gaps.values()) for tally in tallies),
        "calls": sum(tally.calls for tally in tallies),
        "words": sum(tally.words for tally in tallies),
        "tokens": sum(n or 0 for n in (*prompt, *completion)) if known else None,
        "entities": len(frozenset().union(*(chapter.entities for chapter in chapters))),
        **{kind: items[kind] for kind in ("mentions", "statements", "relations", "inferences")},
        "references": dict(sum((Counter(tally.references) for tally in tallies), Counter[str]())),
        "refused": dict(sum((Counter(tally.refused) for tally in tallies), Counter[str]())),
        "gap_reasons": dict(sum((Counter(tally.gaps) for tally in tallies), Counter[str]())),
        "boundaries": dict(sum((Counter(tally.episodes) for tally in tallies), Counter[str]())),
    }
