"""Readers: whatever turns a numbered chunk into a ChunkReading."""
