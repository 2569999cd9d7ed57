"""The reader that replays what a model once answered, so that a reading can be seen without one."""
