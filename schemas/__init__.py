"""What flows between the rooms: frozen Pydantic models, ids and the error tree; imports nothing of ours."""
