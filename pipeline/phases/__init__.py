"""The phases of a reading; they meet through schemas and the journal, not by import."""
