"""The model client; the only room that imports openai."""
