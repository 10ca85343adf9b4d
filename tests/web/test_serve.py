"""The real server, started as players start it: what it prints, how it ends, what it says when it cannot start."""

import re
import signal
import socket
import urllib.request
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
import zxingcpp
from flask import Flask
from PIL import Image

from companion.config import Config
from companion.network import Interface, answering, choose, interfaces, is_loopback, reachable_url
from companion.serve import announce, print_qr
from companion.web.services import Services
from tests.conftest import LiveServer
from tests.running import new_table, open_stream, started
from tests.web.conftest import NotStarted
from tests.web.phones import Sitting


@pytest.mark.parametrize(
    ("command", "number"), [(("app.py",), signal.SIGINT), (("-m", "companion", "serve"), signal.SIGTERM)]
)
def test_it_serves_prints_its_address_and_ends_with_streams_open(
    tmp_path: Path, free_port: int, command: tuple[str, ...], number: signal.Signals
) -> None:
    with started(tmp_path, free_port, *command) as server:
        assert (tmp_path / "data" / "tables.sqlite3").exists(), "migrated before it serves"
        table_id, cookie = new_table(free_port)
        streams = [open_stream(free_port, table_id, cookie) for _ in range(5)]
        for answer in streams:
            assert answer.status == 200
            assert b"retry:" in answer.readline()
        assert "Phone can't connect?" in server.get("/connect")
        printed = server.end(number)[1]
        assert all(b"Traceback" not in answer.read() for answer in streams), "each stream has come to its end"
        for answer in streams:
            answer.close()
    assert server.process.returncode == 0
    assert re.search(rf"http://[\w.]+:{free_port}", printed)
    assert "Stopped" in printed
    assert "Traceback" not in printed
    assert "▀" in printed


def test_streams_heed_what_was_seen_and_are_counted(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting(app)
    for seen, rings in (("", True), ("rubbish", True), (str(sitting.table.version), False)):
        answer = sitting.ana.get("/stream", **{"Last-Event-ID": seen})
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Accel-Buffering"] == "no"
        assert (f"id: {sitting.table.version}\n".encode() in next(iter(answer.response))) is rings  # type: ignore[operator]
        answer.close()
    services: Services = app.extensions["gunbai"]
    monkeypatch.setattr(services.streams, "most", 0)
    refused = sitting.ana.get("/stream")
    assert refused.status_code == 503
    assert "asks for news every few seconds" in refused.text
    assert sitting.ana.get().status_code == 200, "pages are answered still"


def test_a_taken_port_is_said_in_a_sentence(not_started: NotStarted) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = not_started(PORT=str(port), COMPANION_HOST="0.0.0.0")
    assert f"Port {port} is taken" in said
    assert f"PORT={port + 1} make run" in said


@pytest.mark.parametrize(
    ("more", "environ", "sentence"),
    [
        ((), {"PORT": "eight"}, "PORT is 'eight'; it must be a whole number from 0 to 65535"),
        (("--port", "70000"), {}, "--port is '70000'"),
        (("--interface", "no-such0"), {}, "There is no network called no-such0. There are:"),
        (("--host", "192.0.2.200", "--port", "0"), {}, "Cannot listen on 192.0.2.200"),
        ((), {"COMPANION_DATABASE_URL": "sqlite://"}, "cannot be used"),
        ((), {"COMPANION_DATABASE_URL": "rubbish"}, "COMPANION_DATABASE_URL names no database"),
        ((), {"COMPANION_DATABASE_URL": "sqlite:////proc/none/tables.sqlite3"}, "cannot be used: /proc/none"),
        ((), {"COMPANION_MAX_STREAMS": "0"}, "COMPANION_MAX_STREAMS is '0'"),
    ],
)
def test_what_cannot_start_says_why(
    not_started: NotStarted, more: tuple[str, ...], environ: dict[str, str], sentence: str
) -> None:
    assert sentence in not_started(*more, **environ)


def pixels(drawing: str) -> Image.Image:
    """What a camera sees of half blocks; full ink where the foreground color shows."""
    halves = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0)}
    rows = [line for line in drawing.splitlines() if line]
    image = Image.new("L", (max(map(len, rows)), 2 * len(rows)), 255)
    for y, line in enumerate(rows):
        for x, letter in enumerate(line):
            upper, lower = halves.get(letter, (1, 1))
            image.putpixel((x, 2 * y), 255 * upper)
            image.putpixel((x, 2 * y + 1), 255 * lower)
    return image.resize((image.width * 8, image.height * 8), Image.Resampling.NEAREST)


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_the_printed_code_scans_to_the_printed_address(config: Config) -> None:
    out = StringIO()
    here = Interface("wlan0", "192.168.0.17", True)
    other = Interface("eth0", "10.0.0.4")
    announce(config, (here, other), here, 8000, out)
    code = "\n".join(line for line in out.getvalue().splitlines() if set(line) & set("█▀▄"))
    assert [found.text for found in zxingcpp.read_barcodes(pixels(code))] == ["http://192.168.0.17:8000"]
    assert "On eth0: http://10.0.0.4:8000" in out.getvalue()


def test_on_a_terminal_the_code_brings_its_own_colors() -> None:
    out = Terminal()
    print_qr("http://192.168.0.17:8000", out)
    drawing = re.sub("\x1b\\[[0-9;]*m", "", out.getvalue())
    assert out.getvalue().count("\x1b[48;5;232m") > 10, "black background whatever the theme"
    assert out.getvalue().count("\x1b[38;5;255m") > 10, "white foreground whatever the theme"
    negative = pixels(drawing).point(lambda shade: 255 - shade)
    assert [found.text for found in zxingcpp.read_barcodes(negative)] == ["http://192.168.0.17:8000"]


def test_a_server_says_what_it_listens_to(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root and every network in a line each; nothing of where there is no network, or only this computer."""
    root, everywhere = "It runs as root", "It listens on every network"
    for user, host, said in (
        (0, "0.0.0.0", [root, everywhere, "No network was found"]),
        (0, "127.0.0.1", [root, "It listens on 127.0.0.1: only this computer can play."]),
        (1000, "::", [everywhere]),
        (1000, "192.168.0.17", []),
    ):
        monkeypatch.setattr("os.geteuid", lambda user=user: user, raising=False)
        out = StringIO()
        announce(replace(config, host=host), (), None, 8000, out)
        assert "http://localhost:8000" in out.getvalue()
        lines = [line.strip() for line in out.getvalue().splitlines()]
        warned = [one for one in (root, everywhere) if any(line.startswith(one) for line in lines)]
        assert warned == [one for one in (root, everywhere) if one in said]
        assert all(one in out.getvalue() for one in said)


def test_phones_are_shown_only_addresses_that_answer() -> None:
    """A network is chosen by name or address."""
    every = (Interface("wlan0", "192.168.0.17", True), Interface("eth0", "10.0.0.4"))
    for host, found in {
        "0.0.0.0": ["192.168.0.17", "10.0.0.4"],
        "::": ["192.168.0.17", "10.0.0.4"],
        "127.0.0.1": [],
        "localhost": [],
        "10.0.0.4": ["10.0.0.4"],
        "172.16.1.1": ["172.16.1.1"],
    }.items():
        assert [one.address for one in answering(every, host)] == found, host
    assert choose(every) == every[0]
    assert choose(every, "eth0") == every[1]
    assert choose(every, "10.0.0.4") == every[1]
    assert choose(every, "tun0") is None
    assert choose(()) is None


def test_the_code_on_the_seats_page_opens_an_address_that_answers(
    config: Config, app: Flask, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the computer is on a network: the server was told not to listen there."""
    monkeypatch.setattr("companion.web.services.interfaces", lambda: (Interface("wlan0", "192.168.0.17", True),))
    assert config.host == "127.0.0.1"
    client = app.test_client()
    made = client.post("/new", data={"game": "kensei", "player": "Ana"}, base_url=live_server.url)
    page = client.get(made.headers["Location"], base_url=live_server.url).text
    (address,) = re.findall(r'<p class="address">(.*?)</p>', page)
    assert address.startswith(live_server.url)
    assert urllib.request.urlopen(address, timeout=60).status == 200
    assert "Only this computer can open this address" in page


def test_the_networks_of_this_machine_are_real_addresses() -> None:
    for one in interfaces():
        socket.inet_aton(one.address)
        assert one.name
        assert not is_loopback(one.address)
        with socket.socket() as probe:  # only an address of this machine can be bound
            probe.bind((one.address, 0))
    assert sum(one.default for one in interfaces()) <= 1


@pytest.mark.parametrize(
    ("asked", "configured", "address", "shown"),
    [
        ("http://192.168.0.17:8000/", "", "192.168.0.17", "http://192.168.0.17:8000"),
        ("http://10.0.0.4:8000/", "", "192.168.0.17", "http://10.0.0.4:8000"),
        ("http://localhost:8000/", "", "192.168.0.17", "http://192.168.0.17:8000"),
        ("http://127.0.0.1:9000/", "", "192.168.0.17", "http://192.168.0.17:9000"),
        ("http://[::1]:8000/", "", "192.168.0.17", "http://192.168.0.17:8000"),
        ("http://0.0.0.0:8000/", "", "192.168.0.17", "http://192.168.0.17:8000"),
        ("http://localhost:8000/", "", None, "http://localhost:8000"),
        ("http://laptop.local:8000/", "", "192.168.0.17", "http://laptop.local:8000"),
        ("https://games.test/", "", "192.168.0.17", "https://games.test"),
        ("http://127.0.0.1:8000/", "https://games.test/", "192.168.0.17", "https://games.test"),
    ],
)
def test_the_address_shown_to_phones(asked: str, configured: str, address: str | None, shown: str) -> None:
    assert reachable_url(asked, configured, address, 8000) == shown
