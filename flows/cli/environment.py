"""Settings as the command line finds them: the process' environment, and a file with a password."""

import os
from pathlib import Path

from schemas.settings import Settings

LONGEST_PASSWORD_FILE = 64 * 1024  # bytes; a device may have no end


def settings(password_file: Path | None = None) -> Settings:
    """Raises SettingInvalid for a variable that makes no sense, PathNotFound for a password file that can't be read."""
    found = Settings.from_environment(os.environ)
    if password_file is None:
        return found
    from pydantic import SecretStr

    return found.model_copy(update={"book_password": SecretStr(read_password(password_file))})


def read_password(file: Path) -> str:
    from schemas.errors import PathNotFound, SettingInvalid

    try:
        with file.open("rb") as opened:
            raw = opened.read(LONGEST_PASSWORD_FILE + 1)
        if len(raw) > LONGEST_PASSWORD_FILE:
            raise PathNotFound(f"The password file {file} holds far more than a password.")
        return raw.decode().rstrip("\r\n")
    except OSError as error:
        raise PathNotFound(f"The password file {file} can't be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise SettingInvalid(
            f"The password file {file} is no text in UTF-8.", "Write the password into it, and nothing else."
        ) from None
