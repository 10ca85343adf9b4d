"""The command line: `serve`, `migrate`, `backup`, `restore`, `check`, `print`.

Exit code 0 done, 1 could not, 2 not understood.
"""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import TextIO

from sqlalchemy.exc import SQLAlchemyError

from companion import __version__
from companion.cli_print import add_print, print_command
from companion.config import Config, ConfigError, from_environment, whole_number
from companion.network import Interface
from companion.store import Store, StoreTrouble, key_path, without_password
from companion.store.daily import copies_of
from companion.terminal import gettext as _
from companion.terminal import say


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code."""
    chosen = _parser().parse_args(arguments)
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)  # from here on what is half done is cleared away
    if chosen.command == "check":  # needs neither settings nor a database
        return _check(chosen.file)
    if chosen.command == "print":
        return print_command(chosen)
    try:
        config = _with_options(from_environment(), chosen)
    except ConfigError as problem:
        print(problem, file=sys.stderr)
        return 2
    try:
        if chosen.command == "serve":
            return _serve(config)
        if chosen.command == "migrate":
            return _migrate(config)
        if chosen.command == "restore":
            return _restore(config, chosen.file)
        return _backup(config, chosen.file)
    except KeyboardInterrupt:
        print()
        return 130
    except (ValueError, OSError, SQLAlchemyError, StoreTrouble) as problem:
        place = without_password(config.database_url)
        print(f"The database {place} cannot be used: {_first_line(problem)}", file=sys.stderr)
        if isinstance(problem, StoreTrouble) and problem.kind in ("broken", "swapped"):
            _offer(copies_kept(config), sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m companion", description="A companion for samurai games.")
    parser.add_argument("--version", action="version", version=f"Gunbai {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    serve = commands.add_parser("serve", help="serve on the local network (also: python app.py)")
    serve.add_argument("--host", help="address to listen on (default: every network)")
    serve.add_argument("--port", help="port to listen on (default: $PORT or 8000; 0: any that is free)")
    serve.add_argument("--interface", metavar="NAME", help="network whose address is shown to the phones")
    commands.add_parser("migrate", help="make the database, or bring it to the newest schema")
    backup = commands.add_parser("backup", help="save every table into one file, while the server runs if need be")
    backup.add_argument("file", type=Path, metavar="FILE", help="where to; an older copy there is replaced")
    restore = commands.add_parser("restore", help="put a backup back, with its key; what was there is kept aside")
    restore.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        nargs="?",
        help="what backup has saved; without it, the copies of the last days",
    )
    check = commands.add_parser("check", help="say whether an army list is legal: exit 0 legal, 1 not, 2 not a list")
    check.add_argument(
        "file", type=Path, metavar="FILE", help="a JSON document, text or link; - reads what is piped in"
    )
    add_print(commands.add_parser("print", help="print cards, markers and sheets of an army list as a PDF"))
    return parser


def _with_options(config: Config, chosen: argparse.Namespace) -> Config:
    """The settings with the options of the command line on top."""
    if chosen.command != "serve":
        return config
    port = config.port if chosen.port is None else whole_number("--port", chosen.port, 0, 65535)
    return replace(
        config,
        host=chosen.host or config.host,
        port=port,
        interface=chosen.interface or config.interface,
    )


def _serve(config: Config) -> int:
    # Imported here: the other commands need no web server.
    from companion.serve import serve
    from companion.web import create_app

    return serve(create_app(config), config, ask_network)


def ask_network(every: tuple[Interface, ...]) -> Interface | None:
    """The network to show to the phones: asked for where there are several and somebody can answer."""
    if len(every) < 2 or not sys.stdin.isatty():
        return every[0] if every else None
    print(_("This computer is on several networks. Which one are the phones on?"))
    usual = "  " + _("(the usual one)")
    for number, one in enumerate(every, 1):
        print(f"  {number}  {one.name}  {one.address}{usual if one.default else ''}")
    return every[_number_of(len(every)) - 1]


def _number_of(most: int) -> int:
    """A number from 1 to `most`, as somebody types it; 1 where he types none."""
    while True:
        try:
            answer = input(_("1 to %(most)s, Enter for 1:", most=most) + " ").strip()
        except EOFError:
            return 1
        if not answer:
            return 1
        if answer.isdecimal() and 1 <= int(answer) <= most:
            return int(answer)


def _migrate(config: Config) -> int:
    store = Store(config.database_url, config.key_file)
    store.migrate()
    store.close()
    print(_("The database is up to date: %(database)s", database=store.file or "PostgreSQL"))
    return 0


def _backup(config: Config, file: Path) -> int:
    store = Store(config.database_url, config.key_file)
    if store.file is not None and not store.file.exists():
        message = _("There is no database yet at %(file)s, so there is nothing to save.", file=store.file)
        print(message, file=sys.stderr)
        return 1
    try:
        kept = store.backup(file)
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or problem
        print(_("Cannot save to %(file)s: %(why)s", file=file, why=why), file=sys.stderr)
        return 1
    print(_("Saved every table to %(file)s (%(size)s KB).", file=kept, size=kept.stat().st_size // 1024))
    return 0


def copies_kept(config: Config) -> list[Path]:
    """The copies that `serve` keeps of the last days, the newest first."""
    database = Store(config.database_url).file
    return copies_of(database, date.today()) if database is not None else []


def _offer(copies: Sequence[Path], out: TextIO) -> None:
    if copies:
        print(_("These copies of it are there, the newest first. To put one back:"), file=out)
    for copy in copies:
        at = datetime.fromtimestamp(copy.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
        print(f"  python -m companion restore {copy}   ({at}, {copy.stat().st_size // 1024} KB)", file=out)


def _chosen_copy(config: Config) -> Path | None:
    """The copy of these days that is to be put back: asked for where somebody can answer."""
    copies = copies_kept(config)
    if not copies:
        message = _("No copies are kept beside this database. Name the backup that is to be put back.")
        print(message, file=sys.stderr)
        return None
    _offer(copies, sys.stdout)
    if not sys.stdin.isatty():
        print(_("Nothing was put back. Name one of them."), file=sys.stderr)
        return None
    return copies[_number_of(len(copies)) - 1]


def _restore(config: Config, file: Path | None) -> int:
    file = file or _chosen_copy(config)
    if file is None:
        return 1
    store = Store(config.database_url, config.key_file)
    try:
        restored = store.restore(file, datetime.now().strftime("%Y%m%d-%H%M%S"))
    except (OSError, ValueError, SQLAlchemyError, StoreTrouble) as problem:
        print(_("Nothing was put back."), getattr(problem, "strerror", None) or _first_line(problem), file=sys.stderr)
        return 1
    finally:
        store.close()
    print(_("Every table of %(file)s is back in %(database)s.", file=file, database=store.file))
    if restored.aside is not None:
        print(_("What was there before is kept in %(file)s.", file=restored.aside))
    if not restored.key:
        message = _(
            "This backup holds no key: phones know their seats only if %(file)s is the same as when it was saved.",
            file=key_path(config.database_url, config.key_file),
        )
        print(message)
    return 0


def _check(file: Path) -> int:
    # Imported here: the other commands need no army lists.
    from companion.content import catalog
    from companion.play.armies.reading import read_any
    from companion.play.armies.text import write
    from companion.rules.kensei.army import judge

    try:
        data = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as problem:
        print(_("Cannot read %(file)s: %(why)s", file=file, why=problem.strerror or problem), file=sys.stderr)
        return 2
    pasted = read_any(data)
    for found in pasted.problems:
        print(f"{file}: {found.path + ': ' if found.path else ''}{say(found.message)}", file=sys.stderr)
    if pasted.army is None or pasted.problems:
        return 2
    verdict = judge(pasted.army, catalog())
    print(write(pasted.army, say=say))
    where = [str(level) for level, legal in verdict.levels.items() if legal]
    print("\n" + _("Legal at level: %(levels)s", levels=", ".join(where) or "–"))
    for hint in verdict.hints:
        print(_("Hint: %(hint)s", hint=say(hint.message)))
    return 0 if verdict.legal else 1


def _first_line(problem: Exception) -> str:
    return str(problem).strip().splitlines()[0] if str(problem).strip() else type(problem).__name__
