"""The library's HTTP client, held to replies that come whole: in their time, of a size that an answer can have, and from the
address that was asked. Its own time-outs are for each read, and it unpacks whatever comes."""

import zlib
from contextlib import suppress
from time import monotonic
from typing import Any

from openai import APITimeoutError, DefaultHttpxClient

from schemas.errors import ModelUnavailable

# The largest chunk (5,000 words) may be answered with 30,000 tokens, some 120 KB of text: several times as much where each
# letter is escaped and a model's thoughts come with it. The bound leaves ten times that.
MOST_REPLY_BYTES = 8_000_000
_PACKED = "gzip"  # the one way that is asked for: of others a small piece may hold gigabytes
_HOW_IT_CAME = (b"content-encoding", b"content-length", b"transfer-encoding")  # no longer so of what was read


class WholeReplies(DefaultHttpxClient):
    """Follows no redirect: it would take the key and the text to wherever it points."""

    def __init__(self, seconds: float) -> None:
        super().__init__(timeout=seconds, follow_redirects=False, headers={"accept-encoding": _PACKED})
        self._seconds = seconds

    def __del__(self) -> None:
        """As the client that the library makes for itself."""
        with suppress(Exception):
            self.close()

    def send(self, request: Any, *, stream: bool = False, **given: Any) -> Any:
        """The response with its body read. Raises the library's own error where its time is over, ModelUnavailable where it
        is too long."""
        until = monotonic() + self._seconds
        response = super().send(request, stream=True, **given)
        try:
            body = self._body(response, until)
        finally:
            response.close()
        headers = [(name, value) for name, value in response.headers.raw if name.lower() not in _HOW_IT_CAME]
        return type(response)(response.status_code, headers=headers, content=body, request=request)

    def _body(self, response: Any, until: float) -> bytes:
        packed = response.headers.get("content-encoding", "").lower() or "identity"
        if packed not in (_PACKED, "identity"):
            raise ModelUnavailable("The endpoint's reply is packed in a way that was not asked for.")
        unpacking = zlib.decompressobj(zlib.MAX_WBITS | 16) if packed == _PACKED else None  # 16: gzip
        body = bytearray()
        for piece in response.iter_raw():
            body += piece if unpacking is None else unpacking.decompress(piece, MOST_REPLY_BYTES + 1 - len(body))
            if len(body) > MOST_REPLY_BYTES:
                most = MOST_REPLY_BYTES // 1_000_000
                raise ModelUnavailable(f"The endpoint's reply is longer than {most} MB, which no answer is.")
            if monotonic() > until:
                raise APITimeoutError(request=response.request)
        return bytes(body)
