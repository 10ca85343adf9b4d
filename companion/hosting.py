"""Gunicorn's settings: `gunicorn -c python:companion.hosting` serves with as many threads as streams need.

Every process is equal: more of them are more workers (WEB_CONCURRENCY), or more services on ports of their own, over
one database. `docs/hosting.md` says how.
"""

from __future__ import annotations

import signal
import socket
import sys
import threading
import time
from contextlib import suppress
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from companion.config import ConfigError, from_environment
from companion.process import one_heap, settle_memory, warnings
from companion.store import Store, StoreTrouble, server_key, without_password
from companion.web.admission import MOST_HELD
from companion.web.replay import REPLAYING
from companion.web.services import Services
from companion.web.suggesting import SUGGESTING
from printables.press import PRESS

try:
    _config = from_environment()
except ConfigError as problem:
    sys.exit(str(problem))

wsgi_app = "app:create_app()"
bind = [f"{_config.host}:{_config.port}"]
worker_class = "gthread"
_waiting = sum(
    worker.most_waiting for worker in (PRESS, SUGGESTING, REPLAYING)
)  # who waits for them shall stop no page
threads = _config.threads + _waiting + MOST_HELD
worker_connections = _config.connection_limit
keepalive = 75
"""Seconds; longer than proxies keep a connection, so that none sends a tap into one that closes just then."""
graceful_timeout = 10
limit_request_line = 0  # a list's link holds the whole list
limit_request_field_size = 16380
forwarded_allow_ips = ""  # which proxies are believed is decided in `companion.web.proxies`, for every server alike
control_socket_disable = True
READ_ON = 64 * 1024
"""So much of a body that nobody has read gunicorn reads on before the next request; beyond that it closes."""

LINGER_SECONDS = 2.0
"""How long it waits at such a close for the other end to hang up."""


def on_starting(server: Any) -> None:
    """Brings the database to the newest schema and makes the key, once and before any worker: what cannot be opened
    is said now, and not to the first phone."""
    one_heap()  # the workers are made of this process
    try:
        store = Store(_config.database_url)
        store.migrate()
        store.close()
    except (ValueError, OSError, SQLAlchemyError, StoreTrouble) as problem:
        place = without_password(_config.database_url)
        sys.exit(f"The database {place} cannot be used: {str(problem).strip().splitlines()[0]}")
    try:
        server_key(_config.database_url, _config.key_file, store.news)
    except ValueError as problem:
        sys.exit(str(problem))
    for line in store.news:
        server.log.info(line)
    for line in warnings(_config):
        server.log.warning(line)


def pre_request(_worker: Any, request: Any) -> None:
    """Says in the answer that the connection is closed after it, where it is if the body is refused (413): gunicorn
    passes on no such word of the app's. A body without a length (`chunked`) is not known to be long; then it closes
    without a word, and browsers send none."""
    if _is_long(request):
        request.force_close()


def post_request(_worker: Any, request: Any, environ: dict[str, Any], _answer: Any) -> None:
    """Reads on until the other end has read the answer and hangs up, as nginx's `lingering_close`: a connection closed
    with something unread is broken, and a proxy would say 502 instead of why a body was refused."""
    if not _is_long(request):
        return
    line, ends = environ["gunicorn.socket"], time.monotonic() + LINGER_SECONDS
    with suppress(OSError):
        line.shutdown(socket.SHUT_WR)
        while (left := ends - time.monotonic()) > 0:
            line.settimeout(left)
            if not line.recv(READ_ON):
                return


def _is_long(request: Any) -> bool:
    length = next((value for name, value in request.headers if name == "CONTENT-LENGTH"), "0")
    return int(length) > READ_ON  # gunicorn has refused what is no number


def post_worker_init(worker: Any) -> None:
    """The worker serves from now on: its streams end at once when it is told to stop, so that it need not wait."""
    services: Services = worker.wsgi.extensions["gunbai"]
    services.store  # noqa: B018 - from now on it hears the other processes
    stop = signal.getsignal(signal.SIGTERM)

    def end(number: int, frame: Any) -> None:
        _end_streams(services)
        if callable(stop):
            stop(number, frame)

    signal.signal(signal.SIGTERM, end)
    services.close_old()
    settle_memory()


def worker_int(worker: Any) -> None:
    """Ctrl-C: the streams end, or their threads would outlive everything else."""
    _end_streams(worker.wsgi.extensions["gunbai"])


def worker_exit(_server: Any, worker: Any) -> None:
    """The last answer has been given."""
    if worker.wsgi is not None:
        services: Services = worker.wsgi.extensions["gunbai"]
        services.close()
        if services.farewell:
            worker.log.error(services.farewell)


def _end_streams(services: Services) -> None:
    """In a thread: a signal may have come while this one held the bell."""
    threading.Thread(target=services.end_streams, name="end of streams").start()
