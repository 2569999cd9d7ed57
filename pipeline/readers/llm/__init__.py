"""The reader that asks a language model: one call a chunk, the answer in rows."""
