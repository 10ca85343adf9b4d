"""Two whole servers over one database: a tap at one rings a phone whose stream hangs at the other. Their heartbeats
are an hour apart, so nothing but the wire between them can have told it."""

from __future__ import annotations

import socket
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

from tests.running import event, new_table, open_stream, started
from tests.system import postgres


def send(port: int, path: str, cookie: str, form: dict[str, str]) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
    connection.request("POST", path, urlencode(form), headers)
    status = connection.getresponse().status
    connection.close()
    return status


def free_ports(count: int) -> list[int]:
    with ExitStack() as probes:
        found = [probes.enter_context(socket.socket()) for _ in range(count)]
        for probe in found:
            probe.bind(("127.0.0.1", 0))
        return [int(probe.getsockname()[1]) for probe in found]


def test_a_tap_at_one_server_rings_a_phone_at_the_other(tmp_path: Path) -> None:
    """Over PostgreSQL; over SQLite they do so behind the proxies (`test_proxy_files`)."""
    with ExitStack() as servers:
        settings = {
            "COMPANION_DATABASE_URL": servers.enter_context(postgres()).url,
            "COMPANION_KEY_FILE": str(tmp_path / "key"),
            "COMPANION_HEARTBEAT_SECONDS": "3600",
        }
        one, two = (servers.enter_context(started(tmp_path, port, **settings)) for port in free_ports(2))
        table, cookie = new_table(one.port)
        stream = open_stream(two.port, table, cookie, timeout=120)
        assert stream.status == 200
        version = int(event(stream)["id"])
        for number in range(3):
            assert send(one.port, f"/t/{table}/rename", cookie, {"name": f"Evening {number}"}) in (200, 303)
            while (rung := int(event(stream)["id"])) == version:
                pass  # somebody came or went: the same version again
            assert rung > version
            version = rung
        stream.close()
