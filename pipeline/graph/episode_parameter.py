"""Puts an episode's rows into one parameter, in which an edge names its ends by their place in a list of nodes."""

from collections.abc import Sequence

from pipeline.graph.batches import Edges, Nodes, Properties
from pipeline.graph.delta_rows import batches, episode_properties, undercuts
from schemas.delta import GraphDelta

STANDING = ("Entity", "Section", "Sentence", "Statement", "Inference", "Reference")
"""Labels of nodes that an edge may lead to though another episode, or the structure, wrote them."""
_Node = tuple[str, str]  # label and id


def episode_parameter(delta: GraphDelta) -> Properties:
    """The episode in one map, not in a parameter for each kind of row: Neo4j plans a statement anew for every order of
    magnitude of every list among its parameters, but doesn't look into a map.

    `ids` lists the nodes that an edge may name: the episode, its entities in the order in which they are merged, the
    nodes to create, then by label those that have to stand already. `shared` has what a row's last item names: the
    properties that many rows have alike, which are half of all that there is to send.
    """
    rows = list(batches(delta))
    attacks = undercuts(delta)
    shared: list[Properties] = []
    for batch in (*rows, attacks):
        if batch.shared not in shared:
            shared.append(batch.shared)
    nodes = [
        (batch.label, row, shared.index(batch.shared))
        for batch in rows
        if isinstance(batch, Nodes)
        for row in batch.rows
    ]
    entities = [row.model_dump() for row in sorted(delta.entities, key=lambda row: row.id)]
    made = [("Episode", delta.episode.id), *(("Entity", row["id"]) for row in entities)]
    made += [(label, row["id"]) for label, row, _ in nodes]
    edges = [batch for batch in rows if isinstance(batch, Edges)]
    standing = _standing([*edges, attacks], made)
    listed = made + [(label, id) for label in STANDING for id in standing[label]]
    place = {node: at for at, node in enumerate(listed)}
    return {
        "episode": episode_properties(delta),
        "book": delta.book,
        "entities": entities,
        "nodes": nodes,
        "standing": standing,
        "ids": [id for _, id in listed],
        "edges": [row for batch in edges for row in _placed(batch, place, shared)],
        "undercuts": _placed(attacks, place, shared),
        "shared": shared,
        "text": delta.text,
        "first": delta.episode.first,
        "last": delta.episode.last,
        "covers": {"owner": delta.owner},
    }


def _standing(edges: Sequence[Edges], made: Sequence[_Node]) -> dict[str, list[str]]:
    known = set(made)
    found: dict[str, list[str]] = {label: [] for label in STANDING}
    for batch in edges:
        for label, end in ((batch.source, "source"), (batch.target, "target")):
            for row in batch.rows:
                if (label, row[end]) not in known:
                    known.add((label, row[end]))
                    found[label].append(row[end])
    return found


def _placed(
    batch: Edges, place: dict[_Node, int], shared: list[Properties]
) -> list[tuple[int, str, int, Properties, int]]:
    common = shared.index(batch.shared)
    return [
        (place[batch.source, row["source"]], row["type"], place[batch.target, row["target"]], row["props"], common)
        for row in batch.rows
    ]
