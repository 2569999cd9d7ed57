"""Prompts as files: <phase>/<name>.v<N>.md with front matter."""
