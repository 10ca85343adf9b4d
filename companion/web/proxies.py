"""What a proxy in front says of the phone behind it: believed of the proxies that are trusted, of nobody else.

Whoever sends such a header himself would otherwise choose the address his guesses are counted under.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Flask

from companion.config import Network
from companion.network import Address, address_of
from companion.web.services import Services

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

FORWARDED = tuple(f"HTTP_X_FORWARDED_{name}" for name in ("FOR", "PROTO", "HOST", "PORT", "BY", "PREFIX"))


@dataclass(frozen=True, slots=True)
class Proxies:
    """The app as those see it who are told by a trusted proxy for whom it asks."""

    app: WSGIApplication
    trusted: tuple[Network, ...]

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        forwarded = {name: environ.pop(name, "") for name in FORWARDED}
        if self._trusts(environ.get("REMOTE_ADDR", "")):
            environ["REMOTE_ADDR"] = self._phone(forwarded["HTTP_X_FORWARDED_FOR"]) or environ["REMOTE_ADDR"]
            if (scheme := _last(forwarded["HTTP_X_FORWARDED_PROTO"])) in ("http", "https"):
                environ["wsgi.url_scheme"] = scheme
            if host := _last(forwarded["HTTP_X_FORWARDED_HOST"]):
                environ["HTTP_HOST"] = host
        return self.app(environ, start_response)

    def _phone(self, chain: str) -> str:
        """The last in the chain that is no proxy of ours: everything before it, anybody may have written."""
        for one in reversed(chain.split(",")):
            address = _address(one)
            if address is None:
                return ""
            if not self._trusts(str(address)):
                return str(address)
        return ""

    def _trusts(self, text: str) -> bool:
        address = _address(text)
        return address is not None and any(address in network for network in self.trusted)


def _address(text: str) -> Address | None:
    address = address_of(text.strip().strip("[]"))
    return getattr(address, "ipv4_mapped", None) or address


def _last(text: str) -> str:
    return text.rsplit(",", 1)[-1].strip()


def install(app: Flask) -> None:
    """Puts it before everything else that looks at a request."""
    services: Services = app.extensions["gunbai"]
    app.wsgi_app = Proxies(app.wsgi_app, services.config.proxy_networks)  # type: ignore[method-assign]
