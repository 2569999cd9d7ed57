"""Questions that are asked again and again, as queries with a name: roles, the state of references, checks, counts.

Roles in an argument and the current status of a reference follow from the edges and are written nowhere.
"""

from typing import Any, LiteralString

from pipeline.graph.connection import Connection, Rows

NAMED: dict[str, LiteralString] = {
    "roles": """
MATCH (s:Statement) WHERE $book IS NULL OR s.book = $book
WITH s, [role IN [
  CASE WHEN EXISTS { (s)-[:PREMISE_OF]->() } THEN 'premise' END,
  CASE WHEN EXISTS { (s)<-[:CONCLUDES]-() } THEN 'conclusion' END,
  CASE WHEN EXISTS { (s)-[:ATTACKS_VIA]->() } THEN 'objection' END,
  CASE WHEN EXISTS { (s)-[:ANSWERS]->() } OR
            EXISTS { (s)-[:ATTACKS_VIA]->()-[:TARGETS]->(:Statement)-[:ATTACKS_VIA]->() } THEN 'reply' END
] WHERE role IS NOT NULL] AS roles
WHERE roles <> []
RETURN s.id AS statement, s.name AS name, s.ref AS ref, roles ORDER BY s.book, s.chapter, s.order, s.id""",
    "references": """
MATCH (f:Reference)-[:APPEARS_IN]->(s:Sentence) WHERE $book IS NULL OR f.book = $book
OPTIONAL MATCH (f)-[o:OUTCOME]->(e:Episode)
WITH f, s, o, e ORDER BY e.chapter, e.order, o.id
WITH f, s, collect(o)[-1] AS last
RETURN f.id AS reference, f.surface AS surface, f.kind AS kind, f.ref AS ref, s.text AS sentence,
       coalesce(last.status, 'open') AS status, last.reason AS reason
ORDER BY f.book, s.order, f.start, f.id""",
    "counts": """
OPTIONAL MATCH (t:Text|Episode {book: $book})
WITH collect(DISTINCT t.owner) AS owners
MATCH (n) WHERE $book IS NULL OR n.book = $book OR n.id = $book OR n.owner IN owners
UNWIND labels(n) AS kind
RETURN 'node' AS what, kind, count(*) AS count ORDER BY kind
UNION ALL
OPTIONAL MATCH (t:Text|Episode {book: $book})
WITH collect(DISTINCT t.owner) AS owners
MATCH ()-[r]->() WHERE $book IS NULL OR r.owner IN owners
RETURN 'edge' AS what, type(r) AS kind, count(*) AS count ORDER BY kind""",
    "orphans": """
CALL () {
  MATCH (n:Section) WHERE NOT (n)<-[:HAS_SECTION]-() RETURN n, 'HAS_SECTION to it' AS lacks
  UNION ALL MATCH (n:Sentence) WHERE NOT (n)<-[:HAS_SENTENCE]-(:Section) RETURN n, 'HAS_SENTENCE to it' AS lacks
  UNION ALL MATCH (n:Chunk) WHERE NOT (n)<-[:HAS_CHUNK]-() RETURN n, 'HAS_CHUNK to it' AS lacks
  UNION ALL MATCH (n:Chunk) WHERE NOT (n)-[:HAS_SENTENCE]->() RETURN n, 'HAS_SENTENCE' AS lacks
  UNION ALL MATCH (n:Episode) WHERE NOT (n)<-[:HAS_EPISODE]-() RETURN n, 'HAS_EPISODE to it' AS lacks
  UNION ALL MATCH (n:Episode) WHERE NOT (n)-[:COVERS]->() RETURN n, 'COVERS' AS lacks
  UNION ALL MATCH (n:Entity) WHERE n.reserved IS NULL AND NOT (n)--() RETURN n, 'any edge' AS lacks
  UNION ALL MATCH (n:Entity) WHERE n.reserved IS NULL AND n.name IS NULL RETURN n, 'a name' AS lacks
  UNION ALL MATCH (n:Statement)
    WHERE coalesce(n.sentences, []) = [] OR COUNT { (n)-[:STATED_IN]->() } <> size(n.sentences)
    RETURN n, 'STATED_IN' AS lacks
  UNION ALL MATCH (n:Statement) WHERE n.speaker IS NOT NULL AND NOT EXISTS { MATCH (:Entity {id: n.speaker}) }
    RETURN n, 'its speaker' AS lacks
  UNION ALL MATCH (n:Inference) WHERE NOT (n)<-[:PREMISE_OF]-() RETURN n, 'PREMISE_OF to it' AS lacks
  UNION ALL MATCH (n:Inference) WHERE NOT (n)-[:CONCLUDES]->() RETURN n, 'CONCLUDES' AS lacks
  UNION ALL MATCH (n:Conflict) WHERE NOT (n)<-[:ATTACKS_VIA]-() RETURN n, 'ATTACKS_VIA to it' AS lacks
  UNION ALL MATCH (n:Conflict) WHERE NOT (n)-[:TARGETS]->() RETURN n, 'TARGETS' AS lacks
  UNION ALL MATCH (n:Reference) WHERE NOT (n)-[:APPEARS_IN]->() RETURN n, 'APPEARS_IN' AS lacks
}
RETURN labels(n)[0] AS kind, n.id AS id, lacks ORDER BY kind, id, lacks
UNION ALL
MATCH (:Entity)-[r]->(:Entity)
WHERE coalesce(r.sentences, []) = []
   OR any(id IN r.sentences WHERE NOT EXISTS { MATCH (:Sentence {id: id}) })
   OR (r.statement IS NOT NULL AND NOT EXISTS { MATCH (:Statement {id: r.statement}) })
RETURN type(r) AS kind, r.id AS id, 'a sentence or statement it cites' AS lacks ORDER BY kind, id""",
}
"""All but `orphans` take `book`: a book's id, or null for the whole library."""


def run_named(connection: Connection, name: str, book: str | None = None) -> Rows:
    """Rows of the named query; KeyError for a name that isn't in `NAMED`."""
    parameters: dict[str, Any] = {"book": book} if "$book" in NAMED[name] else {}
    return connection.read(NAMED[name], **parameters)
