"""Seals an episode: takes its rows out of what is pending into one graph delta with a digest."""

import hashlib

from pipeline.phases.phase2_entity_discovery.session import RESERVED_KEYS, SessionTier
from pipeline.phases.phase2_entity_discovery.working_memory.boundary import Cut
from schemas.delta import EntityRow, EpisodeRow, GraphDelta, Provenance, TargetKind
from schemas.ids import episode_id, section_id
from schemas.progress import Pending
from schemas.text import Book, Chapter

_ENTITY_FIELDS = ("entity", "subject", "object", "speaker")
_RESERVED_BY_KEY = {key: word for word, key in RESERVED_KEYS.items()}


def seal(
    book: Book,
    chapter: Chapter,
    owner: str,
    provenance: Provenance,
    pending: Pending,
    tier: SessionTier,
    order: int,
    first: int,
    cut: Cut,
) -> tuple[GraphDelta, Pending]:
    """The delta of the episode [first, cut.after], and what stays pending."""
    taken = {kind: tuple(row for last, row in rows if last <= cut.after) for kind, rows in pending}
    kept = {kind: tuple(pair for pair in rows if pair[0] > cut.after) for kind, rows in pending}
    entities = _entities(taken, tier)
    start, end = book.extent(first, cut.after + 1)
    delta = GraphDelta.model_validate(
        {
            "owner": owner,
            "book": book.book_id,
            "text": book.text_id,
            "chapter": chapter.order,
            "section": section_id(book.text_id, book.sections[chapter.section].path),
            "provenance": provenance,
            "episode": EpisodeRow(
                id=episode_id(owner, order),
                order=order,
                first=first,
                last=cut.after + 1,
                start=start,
                end=end,
                boundary=cut.kind,
                reason=cut.reason,
            ),
            "entities": entities,
            **taken,
        }
    )
    episode = delta.episode.model_copy(update={"digest": delta_digest(delta)})
    return delta.model_copy(update={"episode": episode}), Pending.model_validate(kept)


def delta_digest(delta: GraphDelta) -> str:
    """SHA-256 over all rows, the episode's own digest left empty."""
    plain = delta.model_copy(update={"episode": delta.episode.model_copy(update={"digest": ""})})
    return hashlib.sha256(plain.model_dump_json().encode()).hexdigest()


def _entities(taken: dict[str, tuple[object, ...]], tier: SessionTier) -> tuple[EntityRow, ...]:
    """Every entity that a row of the episode points to, sorted by id (locks are taken in that order)."""
    named: set[str] = set()
    for rows in taken.values():
        for row in rows:
            fields = vars(row)
            named.update(fields[field] for field in _ENTITY_FIELDS if fields.get(field) is not None)
            for field in ("about", "defines"):
                named.update(fields.get(field, ()))
            if fields.get("target_kind") is TargetKind.ENTITY:
                named.add(fields["target"])
    rows_out = []
    for identifier in sorted(named):
        key = tier.key(identifier)
        rows_out.append(EntityRow(id=identifier, key=key, reserved=_RESERVED_BY_KEY.get(key)))
    return tuple(rows_out)
