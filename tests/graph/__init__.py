"""Tests of the graph room, on a real Neo4j."""
