"""The files of `docs/hosting/` and the settings they set; the page names every one of them."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path

from companion.config import from_environment
from companion.web import create_app

ROOT = Path(__file__).resolve().parent.parent
FILES = ROOT / "docs" / "hosting"
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf8")
LINES = (FILES / "gunbai.env").read_text().splitlines()
SETTINGS = dict(line.split("=", 1) for line in LINES if line and not line.startswith("#"))


def test_the_page_names_every_file_and_only_files_there_are() -> None:
    named = set(re.findall(r"docs/hosting/([\w.@]+\w)", PAGE))
    assert named == {file.name for file in FILES.iterdir()}


def test_the_settings_are_settings() -> None:
    config = from_environment(SETTINGS)
    assert config.database_url.startswith("postgresql+psycopg://")
    assert [str(one) for one in config.proxy_networks] == ["127.0.0.1/32", "::1/128"]
    known = {setting.metadata["env"] for setting in type(config).__dataclass_fields__.values()}
    assert set(SETTINGS) <= known


def test_every_process_of_the_page_is_in_both_proxies() -> None:
    ports = set(re.findall(r"gunbai@(\d+)", PAGE))
    assert ports
    for name in ("Caddyfile", "nginx.conf"):
        assert set(re.findall(r"127\.0\.0\.1:(\d+)", (FILES / name).read_text())) == ports


def test_a_closed_port_is_noticed_and_passed_over(tmp_path: Path) -> None:
    """Caddy asks each process by its own address, with the settings of the page; another answer than 200, and Caddy
    would send it nothing."""
    nowhere = {"database_url": f"sqlite:///{tmp_path / 'no.sqlite3'}", "key_file": str(tmp_path / "key")}
    app = create_app(replace(from_environment(SETTINGS | {"PORT": "8001"}), **nowhere))
    caddy = (FILES / "Caddyfile").read_text()
    asked = re.search(r"health_uri (\S+)", caddy)
    assert asked is not None
    assert app.test_client().get(asked[1], base_url="http://127.0.0.1:8001").status_code == 200
    assert not (tmp_path / "no.sqlite3").exists(), (
        "nor would it where the database is away: it asks the database nothing"
    )
    assert "health_interval 1s" in caddy
    assert "lb_try_duration 5s" in caddy
    assert "proxy_next_upstream" not in (FILES / "nginx.conf").read_text(), "what is its default"


def test_both_proxies_lead_a_table_to_one_process() -> None:
    """By the table's id, which stands in every address of a table at the same place."""
    nginx, caddy = (FILES / "nginx.conf").read_text(), (FILES / "Caddyfile").read_text()
    in_nginx = re.search(r"^map \$uri \$table \{\n *~(\S+) \$id;", nginx, re.M)
    in_caddy = re.search(
        r"^\t@table path_regexp table (\S+)\n\trequest_header @table X-Table \{re\.table\.1\}", caddy, re.M
    )
    assert in_nginx is not None
    assert in_caddy is not None
    assert "hash $table consistent;" in nginx
    assert "request_header @table X-Table {re.table.1}" in caddy
    assert "lb_policy header X-Table" in caddy
    rules = [str(rule) for rule in create_app().url_map.iter_rules() if "<table_id>" in str(rule)]
    assert len(rules) > 10
    for pattern in (in_nginx[1].replace("?<", "?P<"), in_caddy[1]):
        for rule in rules:
            found = re.match(pattern, rule.replace("<table_id>", "8f3a"))
            assert found is not None, rule
            assert found[1] == "8f3a", rule
        assert re.match(pattern, "/new") is None


def test_no_proxy_writes_addresses_down() -> None:
    nginx, caddy = (FILES / "nginx.conf").read_text(), (FILES / "Caddyfile").read_text()
    assert re.findall(r"^ *(access_log|error_log) (?:\S+ )?(\S+);", nginx, re.M) == [
        ("access_log", "off"),
        ("error_log", "crit"),
    ]
    assert "exclude http.log.error" in caddy
    assert not re.search(r"^\s*log\b", caddy[caddy.index("games.example") :], re.M), "its access log"


def test_everything_hosting_needs_is_pinned_with_hashes() -> None:
    pinned = (ROOT / "requirements-hosting.txt").read_text()
    assert re.findall(r"^([\w-]+)==", pinned, re.M) == ["gunicorn", "packaging", "psycopg", "psycopg-binary"]
    for block in re.split(r"\n(?=[\w-]+==)", pinned)[1:]:
        assert "--hash=sha256:" in block
    own = set(re.findall(r"^(gunicorn|psycopg)==(\S+)", pinned, re.M))
    assert own <= set(re.findall(r"^([\w-]+)==(\S+)", (ROOT / "requirements-dev.txt").read_text(), re.M))


def test_the_backup_is_a_script_a_shell_can_read() -> None:
    subprocess.run(["sh", "-n", str(FILES / "backup.sh")], check=True)
