"""As much HTTP as a phone needs: connections kept open, compressed answers, and a stream of events."""

from __future__ import annotations

import asyncio
import socket
import struct
import zlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it came: `wire_bytes` counts head and compressed body."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    wire_bytes: int

    @property
    def text(self) -> str:
        packed = self.headers.get("content-encoding") == "gzip"
        return (zlib.decompress(self.body, 31) if packed else self.body).decode()


class Line:
    """One connection to the server, opened when first needed and kept."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str] | None = None,
        form: Mapping[str, object] | None = None,
        body: bytes = b"",
    ) -> Answer:
        """Sends one request and reads its whole answer."""
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port, limit=2**20)
            self._writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sent = {"Host": f"127.0.0.1:{self._port}", "Accept-Encoding": "gzip", **(headers or {})}
        if form is not None:
            body = urlencode(form).encode()
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        if body:
            sent["Content-Length"] = str(len(body))
        head = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
        self._writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
        assert self._reader is not None
        status, got, size = await read_head(self._reader)
        length = int(got.get("content-length", "0"))
        content = await self._reader.readexactly(length) if length else b""
        if got.get("connection", "").lower() == "close":
            self.close()
        return Answer(status, got, content, size + length)

    def close(self) -> None:
        """Hangs up."""
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


async def read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str], int]:
    """Status, headers by lower-case name, and the size of the head."""
    head = await reader.readuntil(b"\r\n\r\n")
    first, *rest = head.decode("latin-1").split("\r\n")
    named = (line.split(":", 1) for line in rest if ":" in line)
    return int(first.split()[1]), {name.lower(): value.strip() for name, value in named}, len(head)


class EventStream:
    """A phone's open stream of a table."""

    def __init__(self, port: int, path: str, headers: Mapping[str, str]) -> None:
        self._port = port
        self._path = path
        self._headers = headers
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def open(self) -> int:
        """Connects; the status of the answer."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        sent = {"Host": f"127.0.0.1:{self._port}", "Accept": "text/event-stream", **self._headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
        self._writer.write(f"GET {self._path} HTTP/1.1\r\n{head}\r\n".encode())
        status, _headers, _size = await read_head(self._reader)
        return status

    async def rings(self) -> AsyncIterator[float]:
        """The moment of each ring, until the server ends the stream."""
        assert self._reader is not None
        while line := await self._reader.readline():
            if line.startswith(b"event: changed"):
                yield asyncio.get_running_loop().time()

    def drop(self) -> None:
        """Drops the connection without closing it, as a phone does that leaves the network."""
        if self._writer is None:
            return
        sock = self._writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._writer.transport.abort()
