"""Headers on every route, forged requests, broken cookies, large bodies, guesses."""

import re
from dataclasses import replace
from typing import Any

import pytest
from flask import Blueprint, Flask
from flask.testing import FlaskClient

from companion.config import Config, ConfigError, from_environment
from companion.web import create_app, security
from companion.web.limiter import Limiter
from tests.web.test_card_games import make

pytestmark = pytest.mark.own_app  # pages that tell who asks

EVERY_ANSWER = ("Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy")
EVERY_PAGE = ("Permissions-Policy", "Cross-Origin-Opener-Policy")


@pytest.fixture
def desk(app: Flask) -> Flask:
    """The app with three more pages: who am I, take a guess, guess rightly."""
    bp = Blueprint("desk", __name__)
    bp.add_url_rule("/me", view_func=lambda: security.device(), endpoint="me", methods=["GET", "POST"])

    @bp.get("/guess")
    def guess() -> str:
        security.check_guess("it")
        return "guessed"

    @bp.get("/right")
    def right() -> str:
        security.check_guess("it")
        security.guessed_right("it")
        return "right"

    app.register_blueprint(bp)
    return app


def every_route(app: Flask, table_id: str) -> list[str]:
    """A URL for each rule, with this table or something plausible in every place."""
    urls = set()
    for rule in app.url_map.iter_rules():
        url = re.sub(r"<any\((\w+).*?>", r"\1", rule.rule).replace("<table_id>", table_id)
        urls.add(re.sub(r"<.*?>", "nix", re.sub(r"<int:.*?>", "1", url)))
    return sorted(urls)


def test_every_answer_of_every_route_carries_the_headers(app: Flask, client: FlaskClient) -> None:
    table_id = make(client, "kensei")
    for url in [*every_route(app, table_id), *every_route(app, "nix"), "/nowhere", "/api/nowhere"]:
        for answer in (client.get(url), client.post(url), client.delete(url)):
            assert answer.status_code < 500, (url, answer.status)
            for header in EVERY_ANSWER + (EVERY_PAGE if answer.mimetype == "text/html" else ()):
                assert header in answer.headers, (url, answer.status, header)
            answer.close()


def test_the_policy_allows_nothing_inline_and_nothing_foreign() -> None:
    rules = dict(part.split(" ", 1) for part in security.POLICY.split("; "))
    for name in ("default-src", "frame-ancestors", "base-uri"):
        assert rules[name] == "'none'"
    assert "unsafe" not in security.POLICY
    assert "http" not in security.POLICY


def test_acts_asked_for_by_other_sites_are_refused(desk: Flask) -> None:
    for headers, status in (
        ({}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site", "Origin": "http://table.test:8000"}, 403),
        ({"Origin": "http://table.test:8000"}, 200),
        ({"Origin": "http://TABLE.test:8000"}, 200),
        ({"Origin": "http://table.test"}, 403),
        ({"Origin": "https://table.test:8000"}, 403),
        ({"Origin": "http://table.test:8001"}, 403),
        ({"Origin": "http://evil.test:8000"}, 403),
        ({"Origin": "http://table.test:8000.evil.test"}, 403),
        ({"Origin": "http://table.test:99999"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
    ):
        answer = desk.test_client().post("/me", headers=headers, base_url="http://table.test:8000")
        assert answer.status_code == status, headers
        if status == 403:
            assert "another site" in answer.text
            assert "Set-Cookie" not in answer.headers
    usual = desk.test_client().post("/me", headers={"Origin": "https://t.test"}, base_url="https://t.test:443")
    assert usual.status_code == 200, "a port that is the usual one may be left out"
    assert desk.test_client().get("/me", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200, "reading is free"


def test_behind_a_proxy_the_public_address_counts(config: Config) -> None:
    app = create_app(replace(config, public_url="https://games.test"))
    client = app.test_client()
    for origin, status in (("https://games.test", 303), ("https://other.test", 403)):
        answer = client.post("/theme", data={"theme": "dark"}, headers={"Origin": origin})
        assert answer.status_code == status


OURS = (
    "192.168.0.17:8000", "[fd00::7]:8000", "localhost:8000", "x.localhost", "[::1]",
    "table.test:8000", "TABLE.test.", "games.club", "laptop", "Laptop.local:8000", "laptop.lan",
)  # fmt: skip
FOREIGN = (
    "evil.example", "192.168.0.17.evil.example", "laptop.evil.example:8000", "localhost.evil.example", "a b", "",
    "games.club@evil.example", "games.club:x", "/", "evil.example:80#games.club",
)  # fmt: skip


def test_a_server_answers_to_its_addresses_and_names_alone(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    """The requests of a page that gives its own name our address are of the same origin, as the browser sees it, and
    would bring the phone's cookie."""
    monkeypatch.setattr("socket.gethostname", lambda: "laptop.example.org")
    client = create_app(replace(config, public_url="https://games.club")).test_client()
    for host in OURS:
        assert client.get("/connect", headers={"Host": host}).status_code == 200, host
    for host in FOREIGN:
        for answer in (client.get("/", headers={"Host": host}), client.post("/new", headers={"Host": host})):
            assert answer.status_code == 400, host
            assert "is not known as" in answer.text
            assert "COMPANION_HOSTS" in answer.text
        program = client.get("/api/kensei/rules", headers={"Host": host})
        assert program.status_code == 400, host
        assert program.content_type == "application/problem+json"
    anywhere = create_app(replace(config, hosts="*")).test_client()
    assert anywhere.get("/connect", headers={"Host": "any.example"}).status_code == 200, "where that is set"


def test_a_phone_keeps_its_name_and_the_cookie_is_closed_to_scripts(desk: Flask, config: Config) -> None:
    """It has the same name after a restart."""
    client = desk.test_client()
    for url in ("/connect", "/api/nowhere", "/nowhere"):
        assert "Set-Cookie" not in client.get(url).headers, "no cookie without need"
    first = client.get("/me")
    assert len(first.text) >= 20
    cookie = first.headers["Set-Cookie"]
    for part in ("HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"):
        assert part in cookie
    assert first.headers["Cache-Control"] == "no-store"
    again = client.get("/me")
    assert again.text == first.text
    assert "Set-Cookie" not in again.headers
    assert desk.test_client().get("/me").text != first.text
    assert "Secure" in desk.test_client().get("/me", base_url="https://t.test").headers["Set-Cookie"]
    restarted = create_app(config)
    restarted.add_url_rule("/who", view_func=lambda: security.known_device() or "nobody")
    who = restarted.test_client(use_cookies=False).get("/who", headers={"Cookie": cookie.split(";")[0]})
    assert who.text == first.text


def test_a_broken_cookie_is_replaced_with_a_message_and_no_error(desk: Flask) -> None:
    for text in ("", "rubbish", "ImFib3V0Ig.c2lnbmVk", "W10.x", "\xff\xfe", "a" * 4000):
        client = desk.test_client()
        client.set_cookie("gunbai", text)
        page = client.get("/connect")
        assert page.status_code == 200, text
        assert "cookie could not be read" in page.text, text
        assert "gunbai=" in page.headers["Set-Cookie"]
        assert "cookie could not be read" not in client.get("/connect").text
        assert len(client.get("/me").text) >= 20


def test_a_cookie_of_another_server_is_no_name_here(desk: Flask, tmp_path: Any) -> None:
    other = create_app(Config(database_url=f"sqlite:///{tmp_path / 'other.sqlite3'}"))
    other.add_url_rule("/me", view_func=security.device)
    answer = other.test_client().get("/me")
    with desk.test_request_context(headers={"Cookie": answer.headers["Set-Cookie"].split(";")[0]}):
        assert security.known_device() == ""
        assert security.cookie_was_broken()


def test_a_large_body_is_refused_in_a_sentence(client: FlaskClient) -> None:
    for url in ("/theme", "/nowhere", "/api/nowhere", "/api/kensei/attack", "/connect"):
        answer = client.post(url, data=b"x" * 1_000_000)
        assert answer.status_code == 413, url
        assert re.search(r"at most (256|64) KB", answer.text), url


def test_many_phones_guessing_at_once_share_what_everybody_may_guess(desk: Flask, clock: list[float]) -> None:
    client = desk.test_client()
    addresses = (f"10.0.{number // 250}.{number % 250}" for number in range(1000))
    assert {client.get("/right").status_code for _ in range(70)} == {200}, "nor from himself"

    def guess(page: str = "guess") -> int:
        return client.get(f"/{page}", environ_overrides={"REMOTE_ADDR": next(addresses)}).status_code

    assert {guess("right") for _ in range(100)} == {200}, "who is right takes nothing from the others"
    assert [guess() for _ in range(601)] == [200] * 600 + [429]
    clock[0] += 20
    assert [guess() for _ in range(41)] == [200] * 40 + [429], "who waited and is gone keeps nobody waiting"


def test_a_limit_never_holds_more_than_its_size() -> None:
    limiter = Limiter((2, 1.0), (100, 0.01))
    limiter.wait(("a", ""), "", 0.0)
    assert [limiter.wait(("a", ""), "", 1e6) for _ in range(3)] == [0, 0, 1.0]
    for _ in range(9):
        limiter.give_back(("a", ""), "", 1e6)
    assert [limiter.wait(("a", ""), "", 2e6) for _ in range(3)] == [0, 0, 1.0]


def test_bad_settings_are_named() -> None:
    for text in ("eight", "-1", "65536", "1.5"):
        with pytest.raises(ConfigError, match=r"PORT is .* from 0 to 65535"):
            from_environment({"PORT": text})
    assert from_environment({"PORT": " 80 "}).port == 80
    assert from_environment({"PORT": ""}).port == 8000


def test_who_holds_the_phone_is_told_over_https_alone_where_it_came_by_that(client: FlaskClient) -> None:
    for base_url, secure in (("https://t.test", True), ("http://t.test", False)):
        path = client.post("/show-me", base_url=base_url).headers["Location"]
        answer = client.post(f"{path}/call", data={"seat": "b"}, base_url=base_url)
        (cookie,) = (one for one in answer.headers.getlist("Set-Cookie") if one.startswith("called-"))
        assert ("Secure" in cookie) == secure
