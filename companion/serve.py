"""Serving on the local network: a server for a whole hall, an address to scan, and an end within a second."""

from __future__ import annotations

import errno
import gc
import re
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from typing import TextIO

import qrcode
from flask import Flask

from companion.config import Config
from companion.live.server import Loop
from companion.network import EVERYWHERE, Interface, answering, choose, interfaces
from companion.process import one_heap, settle_memory, warnings
from companion.store import StoreTrouble
from companion.store.daily import DailyCopies
from companion.terminal import gettext as _
from companion.web.replay import REPLAYING
from companion.web.security import EXPORT_TIMES
from companion.web.services import Services
from companion.web.suggesting import SUGGESTING
from printables.press import PRESS

STOP_SECONDS = 0.5
"""How long requests under way may take to end after Ctrl-C; streams end at once."""
BACKLOG = 1024
"""Connections the system holds until they are taken: a hall whose Wi-Fi comes back knocks all at once."""

DRAWN = re.compile(r"/print(/|$)|\.pdf$|^/icon-[^/]+\.png$|^/favicon\.ico$")
"""The paths of what waits for the process that draws: kits, their previews, icons."""
SUGGESTED, REPLAYED = re.compile(r"/suggest$"), re.compile(r"^/api/replay$")
"""Where something is sent: suggestions, and whole tables computed anew. Each of the three has a line of its own."""
LINES = {"drawn": PRESS.most_waiting, "suggested": SUGGESTING.most_waiting, "replayed": REPLAYING.most_waiting}
FILES_BESIDE = 256
"""Files open besides connections: databases, templates, libraries."""
FILES_ANYWHERE = 10_240
"""As many as every system allows, also one that says it knows no limit (macOS)."""


def heavy(method: str, path: str) -> str:
    """The line of what takes long in which such a request waits; empty: in none."""
    if DRAWN.search(path):
        return "drawn"
    if method == "POST":
        return "suggested" if SUGGESTED.search(path) else "replayed" if REPLAYED.search(path) else ""
    return ""


def allow_files(wanted: int) -> int:
    """Lets this process have so many open files, as far as the system allows, and says how many those are; each
    connection is one."""
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return most
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except ValueError:
        most = min(most, FILES_ANYWHERE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


def listener(host: str, port: int) -> socket.socket:
    """A socket that listens there: on a name's first address; on every network by IPv4, or by both kinds for `::`.

    Raises OSError where that is not possible.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, _type, _protocol, _name, address = min(found, key=lambda one: one[0] != socket.AF_INET)
    both = family == socket.AF_INET6 and host == "::" and socket.has_dualstack_ipv6()
    made = socket.create_server(address[:2], family=family, backlog=BACKLOG, dualstack_ipv6=both)
    made.setblocking(False)
    return made


class Server:
    """The web server of an app, with an end that can be asked for: from a signal, or from another thread."""

    def __init__(self, app: Flask, config: Config) -> None:
        """Binds the port. Raises OSError where that is not possible; port 0 takes any that is free."""
        self._services: Services = app.extensions["gunbai"]
        files = allow_files(config.connection_limit + FILES_BESIDE)
        made = listener(config.host, config.port)
        self.port = self._services.port = int(made.getsockname()[1])
        self._loop = Loop(
            app,
            made,
            connections=min(config.connection_limit, files - FILES_BESIDE),
            # Ours says 413 in a sentence; this one is only for what nobody could want to send.
            body=EXPORT_TIMES * config.max_body_bytes,
            heavy=heavy,
            lines=LINES,
        )

    def run(self) -> None:
        """Serves until `stop`; then ends the streams, gives other requests a moment, and closes every connection."""
        try:
            self._loop.run(self._services.end_streams, STOP_SECONDS)
        finally:
            self._services.close()

    def stop(self) -> None:
        """Asks `run` to end. Safe from a signal handler and from any thread; a second is harmless."""
        self._loop.end()


def serve(app: Flask, config: Config, ask: Callable[[tuple[Interface, ...]], Interface | None]) -> int:
    """Serves until Ctrl-C or SIGTERM and returns the exit code. `ask` chooses among several networks."""
    one_heap()
    services: Services = app.extensions["gunbai"]
    every = answering(interfaces(), config.host)
    chosen = choose(every, config.interface) if config.interface else ask(every)
    if config.interface and chosen is None:
        known = ", ".join(f"{one.name} ({one.address})" for one in every) or _("none but this computer itself")
        wanted = config.interface
        return _fail(_("There is no network called %(wanted)s. There are: %(known)s.", wanted=wanted, known=known))
    services.store  # noqa: B018 - a database that cannot be opened shall say so now, not to the first phone
    services.close_old()
    try:
        services.key  # noqa: B018 - nor a key
    except StoreTrouble as problem:
        return _fail(str(problem))
    try:
        server = Server(app, config)
    except OSError as problem:
        return _fail(_why_not(problem, config))
    services.show(chosen)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: server.stop())
    store = services.store
    copies = DailyCopies(store, lambda message: print(message, flush=True)) if store.file is not None else None
    news = [*services.news, *((copies.begin(),) if copies else ())]
    announce(config, every, chosen, server.port, sys.stdout, news)
    settle_memory()
    server.run()
    if copies is not None:
        copies.end(STOP_SECONDS)
    gc.freeze()  # all of it goes with the process: it need not be looked through once more
    print(_("Stopped."), services.farewell or _("Every table is kept."), flush=True)
    return 1 if services.farewell else 0


def announce(
    config: Config,
    every: tuple[Interface, ...],
    chosen: Interface | None,
    port: int,
    out: TextIO,
    news: Sequence[str] = (),
) -> None:
    """Prints where the phones find this server, the address as a QR code, and what had to be made."""
    url = config.public_url or f"http://{chosen.address if chosen else 'localhost'}:{port}"
    print("\n" + _("Gunbai is ready. Scan this with each phone, or type the address:") + "\n", file=out)
    print_qr(url, out)
    print(f"  {url}\n", file=out)
    if chosen is None and config.host not in EVERYWHERE and not config.public_url:
        line = _("It listens on %(host)s: only this computer can play. Leave out --host for phones.", host=config.host)
        print(f"  {line}", file=out)
    elif chosen is None and not config.public_url:
        line = _("No network was found: only this computer can play. Join a Wi-Fi and start again.")
        print(f"  {line}", file=out)
    for other in every:
        if other != chosen:
            there = f"http://{other.address}:{port}"
            values = {"network": other.name, "address": there}
            line = _("On %(network)s: %(address)s  (--interface %(network)s shows this one)", **values)
            print(f"  {line}", file=out)
    for line in (*news, *warnings(config)):
        print(f"  {line}", file=out)
    line = _("Phone can't connect? On this computer open %(address)s", address=f"http://localhost:{port}/connect")
    print(f"  {line}", file=out)
    print("  " + _("Ctrl-C ends it.") + "\n", file=out, flush=True)


def print_qr(text: str, out: TextIO) -> None:
    """Draws a QR code with half blocks. On a terminal it sets both colors, so light and dark ones scan alike."""
    code = qrcode.QRCode(border=2)
    code.add_data(text)
    try:
        code.print_ascii(out=out, tty=out.isatty())
    except UnicodeEncodeError:  # an old console without block characters: the address below has to do
        print(file=out)


def _why_not(problem: OSError, config: Config) -> str:
    if problem.errno == errno.EADDRINUSE:
        return _(
            "Port %(port)s is taken, perhaps by another Gunbai. Stop that one, or choose another port: %(command)s",
            port=config.port, command=f"PORT={config.port + 1 if config.port < 65535 else 8000} make run",
        )  # fmt: skip
    if problem.errno == errno.EACCES:
        return _(
            "Port %(port)s is not allowed for this user. Choose one from 1024 up: %(command)s",
            port=config.port, command="PORT=8000 make run",
        )  # fmt: skip
    why = problem.strerror or str(problem)
    return _(
        "Cannot listen on %(host)s port %(port)s: %(why)s. Leave out --host to use every network.",
        host=config.host, port=config.port, why=why,
    )  # fmt: skip


def _fail(sentence: str) -> int:
    print(sentence, file=sys.stderr, flush=True)
    return 1
