"""Every setting of the program, in one place. The environment may set each; nothing has to be set."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from companion.network import is_public, url_parts

A_YEAR_OF_DAYS = 365
SHORTEST_WORD = 16
ROOT = Path(__file__).resolve().parent.parent
"""The folder that holds `app.py`, `templates/` and `static/`."""


_KNOWN_DATABASE = re.compile(r"(sqlite(\+pysqlite)?|postgresql\+psycopg)://")
_HOME = re.compile(r"https?://[^\s/?#@]+/?")
_NAME = re.compile(r"\*|[^\s/:]+")

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class ConfigError(ValueError):
    """A setting cannot be read. The message names it, what it holds and what it may hold."""


def _setting(env: str, does: str, default: Any, *, least: int | None = None, most: int | None = None) -> Any:
    """A field of `Config`: its variable, what it does, and between which bounds it is where it is a number."""
    bounds = {"least": least, "most": most} if least is not None else {}
    return field(default=default, metadata={"env": env, "does": does, **bounds})


@dataclass(frozen=True, slots=True)
class Config:
    """The settings. `metadata` of each field names its environment variable and says what it does."""

    database_url: str = _setting(
        "COMPANION_DATABASE_URL",
        "Where tables are kept (an SQLAlchemy URL).",
        f"sqlite:///{ROOT / 'data' / 'gunbai.sqlite3'}",
    )
    key_file: str = _setting(
        "COMPANION_KEY_FILE", "Where the key that signs cookies is kept; needed where the database is no file.", ""
    )
    host: str = _setting("COMPANION_HOST", "The address to listen on; 0.0.0.0 is every network.", "0.0.0.0")
    port: int = _setting("PORT", "The port to listen on; 0 takes any that is free.", 8000, least=0, most=65535)
    interface: str = _setting("COMPANION_INTERFACE", "The network whose address is shown to the phones.", "")
    public_url: str = _setting("COMPANION_PUBLIC_URL", "The address phones use, where a proxy stands in front.", "")
    hosts: str = _setting(
        "COMPANION_HOSTS", "Further names this server answers to, with commas between them; `*`: any.", ""
    )
    keep_days: int | None = _setting(
        "COMPANION_KEEP_DAYS",
        "Days after which a table nobody touched is closed, its log kept; 0: never.",
        None,
        least=0,
        most=36_500,
    )
    trusted_proxies: str = _setting(
        "COMPANION_TRUSTED_PROXIES",
        "Proxies whose forwarded addresses are believed: addresses and networks, by commas.",
        "",
    )
    max_streams: int = _setting(
        "COMPANION_MAX_STREAMS",
        "Live streams held open at once; phones beyond that ask every few seconds instead.",
        2000,
        least=1,
        most=20_000,
    )
    heartbeat_seconds: int = _setting(
        "COMPANION_HEARTBEAT_SECONDS", "Seconds between signs of life on a silent stream.", 10, least=1, most=3600
    )
    max_body_bytes: int = _setting(
        "COMPANION_MAX_BODY_BYTES", "The largest request that is read.", 256 * 1024, least=1024, most=16 * 1024 * 1024
    )
    host_word: str = _setting(
        "COMPANION_HOST_WORD",
        "The word that opens /host and /metrics, 16 characters or more; without it there are none.",
        "",
    )
    backups: str = _setting("COMPANION_BACKUPS", "The folder of the backups, of which /host tells the newest.", "")

    @property
    def days_kept(self) -> int:
        """Days a table nobody touches is kept open; 0: for ever, as on every private address unless it is set."""
        if self.keep_days is not None:
            return self.keep_days
        return A_YEAR_OF_DAYS if self.public_url and is_public(self.public_url) else 0

    @property
    def proxy_networks(self) -> tuple[Network, ...]:
        """The networks of the proxies that are believed."""
        return networks("COMPANION_TRUSTED_PROXIES", self.trusted_proxies)

    @property
    def threads(self) -> int:
        """Threads of a server that needs one for each stream (gunicorn), and sixteen for everything else."""
        return 16 + self.max_streams

    @property
    def connection_limit(self) -> int:
        """Open connections: phones keep idle ones beside their stream, and those that never say a word cost little."""
        return max(4096, 4 * self.max_streams)


def from_environment(environ: Mapping[str, str] | None = None) -> Config:
    """The settings as the environment has them; a variable that is absent or empty leaves the default.

    Raises ConfigError for what cannot be meant.
    """
    environ = os.environ if environ is None else environ
    chosen: dict[str, Any] = {}
    for setting in fields(Config):
        name = setting.metadata["env"]
        text = environ.get(name, "").strip()
        if not text:
            continue
        if "least" in setting.metadata:
            chosen[setting.name] = whole_number(name, text, setting.metadata["least"], setting.metadata["most"])
        else:
            chosen[setting.name] = text
    config = Config(**chosen)
    if not _KNOWN_DATABASE.match(config.database_url):
        raise ConfigError(
            "COMPANION_DATABASE_URL names no database this program knows; write sqlite:///FILE or "
            "postgresql+psycopg://USER@HOST/NAME."
        )
    _check_names(config)
    config.proxy_networks  # noqa: B018 - what cannot be read shall be said now
    return config


def _check_names(config: Config) -> None:
    """Raises ConfigError for a name or an address of this server that no phone could ask for, or a word that is soon
    guessed."""
    if config.host_word and len(config.host_word) < SHORTEST_WORD:
        raise ConfigError(f"COMPANION_HOST_WORD is too short: write at least {SHORTEST_WORD} characters, by chance.")
    if config.public_url and not _is_home(config.public_url):
        raise ConfigError(
            f"COMPANION_PUBLIC_URL is {config.public_url!r}; write it like https://games.example, with nothing behind "
            "the name but a port."
        )
    for name in filter(None, (part.strip() for part in config.hosts.split(","))):
        if not _NAME.fullmatch(name):
            raise ConfigError(
                f"COMPANION_HOSTS has {name!r}, which is no name; write names like games.example, club.local, or *."
            )


def _is_home(url: str) -> bool:
    """Whether phones can type it: every page lies right behind the name."""
    parts = url_parts(url)
    return bool(_HOME.fullmatch(url) and parts and parts.hostname)


def whole_number(name: str, text: str, least: int, most: int) -> int:
    """`text` as a whole number from `least` to `most`; otherwise a ConfigError that says so."""
    try:
        value = int(text)
    except ValueError:
        value = least - 1
    if not least <= value <= most:
        raise ConfigError(f"{name} is {text!r}; it must be a whole number from {least} to {most}.")
    return value


def networks(name: str, text: str) -> tuple[Network, ...]:
    """Addresses and networks with commas between them; otherwise a ConfigError that says so."""
    found: list[Network] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        try:
            found.append(ipaddress.ip_network(part))
        except ValueError:
            raise ConfigError(
                f"{name} has {part!r}, which is no address and no network; write them like 127.0.0.1, 10.0.0.0/8."
            ) from None
    return tuple(found)
