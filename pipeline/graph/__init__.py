"""The graph; the only room that imports neo4j and holds Cypher."""
