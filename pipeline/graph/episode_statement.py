"""The one statement that writes an episode, and the check that all of it was written."""

from typing import TYPE_CHECKING

from pipeline.graph.batches import Properties
from pipeline.graph.episode_parameter import STANDING
from schemas.errors import InvariantBroken

if TYPE_CHECKING:
    from neo4j import ManagedTransaction

_FIND = "\n".join(
    f"CALL () {{ UNWIND $delta.standing.{label} AS id MATCH (n:{label} {{id: id}}) RETURN collect(n) AS found{label} }}"
    for label in STANDING
)
_FOUND = " + ".join(f"found{label}" for label in STANDING)
_WRITE = f"""
CREATE (episode:Episode) SET episode += $delta.episode
WITH episode
CALL () {{
  UNWIND $delta.entities AS row
  MERGE (e:Entity {{id: row.id}})
  ON CREATE SET e.reserved = row.reserved
  SET e.book = $delta.book, e.key = row.key  // locks the node against a roll-up that would delete it
  RETURN collect(e) AS entities
}}
CALL () {{
  UNWIND $delta.nodes AS row
  CREATE (n:$(row[0])) SET n += row[1], n += $delta.shared[row[2]]
  RETURN collect(n) AS nodes
}}
{_FIND}
WITH episode, [episode] + entities + nodes + {_FOUND} AS ends
WHERE [n IN ends | n.id] = $delta.ids  // else an edge would lead elsewhere
CALL (ends) {{
  UNWIND $delta.edges AS row
  WITH ends[row[0]] AS a, row, ends[row[2]] AS b
  CREATE (a)-[r:$(row[1])]->(b) SET r += row[3], r += $delta.shared[row[4]]
  RETURN count(*) AS edges
}}
CALL (ends) {{
  UNWIND $delta.undercuts AS row
  WITH ends[row[0]] AS a, row, ends[row[2]] AS inference
  MATCH (inference)-[:CONCLUDES]->(b:Statement)
  CREATE (a)-[r:ATTACKS]->(b) SET r += row[3], r += $delta.shared[row[4]]
  RETURN count(*) AS undercuts
}}
CALL (episode) {{
  MATCH (s:Sentence) WHERE s.owner = $delta.text AND s.order >= $delta.first AND s.order < $delta.last
  CREATE (episode)-[r:COVERS]->(s) SET r += $delta.covers
  RETURN count(*) AS covered
}}
RETURN edges, undercuts, covered"""
_LACKING = " UNION ALL ".join(
    f"UNWIND $standing.{label} AS id WITH id WHERE NOT EXISTS {{ (:{label} {{id: id}}) }} RETURN '{label} ' + id AS node"
    for label in STANDING
)
_NAMED = 5  # of the nodes that the graph lacks


def write_episode(transaction: "ManagedTransaction", delta: Properties) -> None:
    """Raises InvariantBroken where a node that an edge leads to doesn't stand: nothing is dropped silently."""
    record = transaction.run(_WRITE, delta=delta).single()
    name = f"Episode {delta['episode']['id']}"
    if record is None:
        lacking = transaction.run(_LACKING, standing=delta["standing"]).value("node")
        named = ", ".join([*lacking[:_NAMED], "…"] if len(lacking) > _NAMED else lacking)
        raise InvariantBroken(f"{name} could not be written: the graph lacks {named}.")
    if record["covered"] != delta["last"] - delta["first"]:
        raise InvariantBroken(
            f"{name} covers {delta['last'] - delta['first']} sentences, the graph has {record['covered']} of them."
        )
    for kind in ("edges", "undercuts"):
        if record[kind] != len(delta[kind]):
            raise InvariantBroken(f"Of {len(delta[kind])} {kind} of {name} only {record[kind]} could be written.")
