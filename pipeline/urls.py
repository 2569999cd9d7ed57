"""URLs compared, and as they may be shown in messages, settings and logs: without what may be a password."""

import re
from urllib.parse import urlsplit

NO_URL = "(no URL)"
_THIS_MACHINE = ("localhost", "127.0.0.1", "::1", "0.0.0.0")
_DEFAULT_PORTS = {"http": 80, "https": 443}


def same_api(one: str, other: str) -> bool:
    """Whether both mean the same server, however this machine is called in them."""
    return _normal(one) == _normal(other)


def _normal(url: str) -> tuple[str, str | None, int | None, str]:
    parts = urlsplit(url.strip())
    host = "127.0.0.1" if parts.hostname in _THIS_MACHINE else parts.hostname
    try:
        port = parts.port or _DEFAULT_PORTS.get(parts.scheme)
    except ValueError:
        port = None
    return parts.scheme, host, port, parts.path.rstrip("/")


def shown_url(url: str) -> str:
    """The URL without its user, its query's values and its fragment; in doubt more is hidden, a password may hold any sign."""
    found = re.fullmatch(r"([a-z][a-z0-9+.-]*://)(.+)", url.strip(), re.IGNORECASE | re.DOTALL)
    if found is None:
        return NO_URL
    scheme, rest = found.groups()
    if "@" in rest and not scheme.lower().startswith("sqlite"):
        user, _, rest = rest.rpartition("@")
        if "?" in user or "#" in user:  # a password's or a query's: then the rest may belong to a value
            return f"{scheme}***"
        rest = f"***@{rest}"
    rest, fragment, _ = rest.partition("#")
    rest, query, values = rest.partition("?")
    try:
        urlsplit(scheme + rest).port  # noqa: B018
    except ValueError:
        return NO_URL
    hidden = "&".join(
        f"{name}=***" if given else "***" for name, given, _ in (v.partition("=") for v in values.split("&"))
    )
    return scheme + rest + (f"?{hidden}" if query else "") + ("#***" if fragment else "")
