"""The journal: readings, steps, answers, checkpoints and sealed deltas in SQL."""
