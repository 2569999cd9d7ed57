"""Settings as the command line finds them: the process' environment."""

import os

from schemas.settings import Settings


def settings() -> Settings:
    """Raises SettingInvalid for a variable that makes no sense."""
    return Settings.from_environment(os.environ)
