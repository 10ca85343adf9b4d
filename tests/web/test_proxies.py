"""Forwarded addresses: believed of trusted proxies only, whatever a phone writes itself."""

import urllib.request
from dataclasses import replace

import pytest
from flask import Flask, request

from companion.config import Config, ConfigError, from_environment
from companion.web import create_app
from tests.conftest import serving

FORGED = {"X-Forwarded-For": "198.51.100.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "games.test"}


def told(app: Flask) -> None:
    @app.get("/told")
    def _told() -> str:
        return f"{request.remote_addr} {request.scheme} {request.host} {sorted(request.headers.keys())}"


def seen(config: Config, trusted: str, peer: str, headers: dict[str, str]) -> str:
    """Whom the app takes the phone for, how and as which host it asked."""
    app = create_app(replace(config, trusted_proxies=trusted, hosts="games.test"))
    told(app)
    answer = app.test_client().get("/told", environ_base={"REMOTE_ADDR": peer}, headers=headers)
    assert "Forwarded" not in answer.text, "nothing behind it can be misled by what is left"
    return answer.text.split(" [")[0]


@pytest.mark.parametrize(
    ("trusted", "peer", "chain", "phone"),
    [
        ("127.0.0.1", "127.0.0.1", "198.51.100.7", "198.51.100.7"),
        ("127.0.0.1, 10.0.0.0/8", "10.1.2.3", "198.51.100.7", "198.51.100.7"),
        ("127.0.0.1,::1", "::1", "2001:db8::5", "2001:db8::5"),
        ("127.0.0.1", "::ffff:127.0.0.1", "198.51.100.7", "198.51.100.7"),
        ("10.0.0.0/8", "10.0.0.1", "203.0.113.9, 198.51.100.7, 10.0.0.2", "198.51.100.7"),  # the first was made up
        ("127.0.0.1", "127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1", "203.0.113.9, rubbish", "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1", "127.0.0.1", "127.0.0.1"),
        ("", "127.0.0.1", "198.51.100.7", "127.0.0.1"),
        ("10.0.0.0/8", "192.0.2.4", "198.51.100.7", "192.0.2.4"),
        ("127.0.0.1", "", "198.51.100.7", ""),  # a socket in the file system has no address
    ],
)
def test_whose_address_counts(config: Config, trusted: str, peer: str, chain: str, phone: str) -> None:
    assert seen(config, trusted, peer, {"X-Forwarded-For": chain}).split(" ")[0] == phone


def test_scheme_and_host_are_believed_of_the_proxy_and_of_nobody_else(config: Config) -> None:
    assert seen(config, "127.0.0.1", "127.0.0.1", FORGED) == "198.51.100.7 https games.test"
    assert seen(config, "127.0.0.1", "192.0.2.4", FORGED) == "192.0.2.4 http localhost"
    assert seen(config, "", "127.0.0.1", FORGED) == "127.0.0.1 http localhost"
    doubled = {"X-Forwarded-Proto": "http, https", "X-Forwarded-Host": "evil.test, games.test"}
    assert seen(config, "127.0.0.1", "127.0.0.1", doubled) == "127.0.0.1 https games.test"
    assert seen(config, "127.0.0.1", "127.0.0.1", {"X-Forwarded-Proto": "gopher"}) == "127.0.0.1 http localhost"


def test_the_server_of_players_leaves_it_to_the_app(config: Config) -> None:
    for trusted, phone in (("", "127.0.0.1 http"), ("127.0.0.1", "198.51.100.7 https")):
        trusting = replace(config, trusted_proxies=trusted, hosts="games.test")
        app = create_app(trusting)
        told(app)
        with serving(app, trusting) as server:
            asked = urllib.request.Request(f"{server.url}/told", headers=FORGED)
            assert urllib.request.urlopen(asked, timeout=60).read().decode().startswith(phone)


def test_a_network_that_is_none_is_said_at_the_start() -> None:
    with pytest.raises(ConfigError, match="COMPANION_TRUSTED_PROXIES has 'caddy', which is no address"):
        from_environment({"COMPANION_TRUSTED_PROXIES": "127.0.0.1, caddy"})
