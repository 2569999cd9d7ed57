"""Flows: the order in which books and chapters run; no domain logic."""
