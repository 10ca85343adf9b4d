"""The files of `docs/hosting/` and the settings they set; the page names every one of them."""

import os
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from companion.config import from_environment
from companion.web import create_app

ROOT = Path(__file__).resolve().parent.parent
FILES = ROOT / "docs" / "hosting"
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf8")
CADDY, NGINX = ((FILES / name).read_text() for name in ("Caddyfile", "nginx.conf"))
LINES = (FILES / "gunbai.env").read_text().splitlines()
SETTINGS = dict(line.split("=", 1) for line in LINES if line and not line.startswith("#"))


def test_the_page_names_every_file_and_only_files_there_are() -> None:
    named = set(re.findall(r"docs/hosting/([\w.@-]+\w)", PAGE))
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
    for file in (CADDY, NGINX):
        assert set(re.findall(r"127\.0\.0\.1:(\d+)", file)) == ports


def test_a_closed_port_is_noticed_and_passed_over(tmp_path: Path) -> None:
    """Caddy asks each process by its own address, with the settings of the page; another answer than 200, and Caddy
    would send it nothing."""
    nowhere = {"database_url": f"sqlite:///{tmp_path / 'no.sqlite3'}", "key_file": str(tmp_path / "key")}
    app = create_app(replace(from_environment(SETTINGS | {"PORT": "8001"}), **nowhere))
    asked = re.search(r"health_uri (\S+)", CADDY)
    assert asked is not None
    assert app.test_client().get(asked[1], base_url="http://127.0.0.1:8001").status_code == 200
    assert not (tmp_path / "no.sqlite3").exists(), (
        "nor would it where the database is away: it asks the database nothing"
    )
    assert "health_interval 1s" in CADDY
    assert "lb_try_duration 5s" in CADDY
    assert "proxy_next_upstream" not in NGINX, "what is its default"


def test_both_proxies_lead_a_table_to_one_process() -> None:
    """By the table's id, which stands in every address of a table at the same place."""
    in_nginx = re.search(r"^map \$uri \$table \{\n *~(\S+) \$id;", NGINX, re.M)
    in_caddy = re.search(
        r"^\t@table path_regexp table (\S+)\n\trequest_header @table X-Table \{re\.table\.1\}", CADDY, re.M
    )
    assert in_nginx is not None
    assert in_caddy is not None
    assert "hash $table consistent;" in NGINX
    assert "request_header @table X-Table {re.table.1}" in CADDY
    assert "lb_policy header X-Table" in CADDY
    rules = [str(rule) for rule in create_app().url_map.iter_rules() if "<table_id>" in str(rule)]
    assert len(rules) > 10
    for pattern in (in_nginx[1].replace("?<", "?P<"), in_caddy[1]):
        for rule in rules:
            found = re.match(pattern, rule.replace("<table_id>", "8f3a"))
            assert found is not None, rule
            assert found[1] == "8f3a", rule
        assert re.match(pattern, "/new") is None


def test_no_proxy_writes_addresses_down() -> None:
    assert re.findall(r"^ *(access_log|error_log) (?:\S+ )?(\S+);", NGINX, re.M) == [
        ("access_log", "off"),
        ("error_log", "crit"),
    ]
    assert "exclude http.log.error" in CADDY
    assert not re.search(r"^\s*log\b", CADDY[CADDY.index("games.example") :], re.M), "its access log"


def test_everything_hosting_needs_is_pinned_with_hashes() -> None:
    pinned = (ROOT / "requirements-hosting.txt").read_text()
    assert re.findall(r"^([\w-]+)==", pinned, re.M) == ["gunicorn", "packaging", "psycopg", "psycopg-binary"]
    for block in re.split(r"\n(?=[\w-]+==)", pinned)[1:]:
        assert "--hash=sha256:" in block
    own = set(re.findall(r"^(gunicorn|psycopg)==(\S+)", pinned, re.M))
    assert own <= set(re.findall(r"^([\w-]+)==(\S+)", (ROOT / "requirements-dev.txt").read_text(), re.M))


DUMPS = """#!/bin/sh
for word in "$@"; do case $word in --file=*) file=${word#--file=} ;; esac; done
echo "$DUMPED" > "$file"
exit "$FAILS"
"""


def backed_up(folder: Path, fails: int = 0, dumped: str = "whole", listed: int = 0) -> int:
    """The script in a pretended night, in which `pg_dump` ends so; its exit code."""
    (folder / "bin").mkdir(exist_ok=True)
    for name, script in (("pg_dump", DUMPS), ("pg_restore", f"#!/bin/sh\nexit {listed}\n")):
        (folder / "bin" / name).write_text(script)
        (folder / "bin" / name).chmod(0o755)
    path = f"{folder / 'bin'}:{os.environ['PATH']}"
    environ = {
        **os.environ,
        "PATH": path,
        "FAILS": str(fails),
        "DUMPED": dumped,
        "COMPANION_KEY_FILE": str(folder / "key"),
    }
    (folder / "backups").mkdir(exist_ok=True)
    return subprocess.run(["sh", str(FILES / "backup.sh"), str(folder / "backups")], env=environ).returncode


def test_a_night_that_failed_is_no_backup_and_puts_none_away(tmp_path: Path) -> None:
    backups = tmp_path / "backups"
    for day in range(31):
        (backups / f"2025-10-{day + 1:02}").mkdir(parents=True)
    before = sorted(backups.iterdir())
    assert backed_up(tmp_path) != 0, "without a key"
    (tmp_path / "key").write_text("key")
    assert backed_up(tmp_path, fails=1) != 0
    assert backed_up(tmp_path, listed=1) != 0, "what cannot be read is none"
    assert sorted(backups.iterdir()) == before
    assert backed_up(tmp_path, dumped="first") == 0
    assert backed_up(tmp_path, dumped="second") == 0
    assert backed_up(tmp_path, dumped="half", fails=1) != 0
    kept = sorted(backups.iterdir())
    assert len(kept) == 30
    assert kept[:-1] == before[2:]
    assert {file.name: file.read_text() for file in kept[-1].iterdir()} == {"tables.dump": "second\n", "key": "key"}
    assert {file.stat().st_mode & 0o077 for file in (kept[-1], *kept[-1].iterdir())} == {0}


def test_the_unit_leaves_a_process_little(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze") or pytest.skip("systemd-analyze is not here")
    unit = tmp_path / "gunbai@8001.service"
    unit.write_text((FILES / "gunbai@.service").read_text())
    asked = [analyze, "security", "--offline=true", "--threshold=30", "--no-pager", str(unit)]
    answer = subprocess.run(asked, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout


def test_every_program_of_the_steps_is_installed_in_the_first() -> None:
    first = re.search(r"^sudo apt install (.*)$", PAGE, re.M)
    assert first is not None
    packages = {"postgresql": "psql pg_restore createuser createdb dropdb", "python3-venv": "python3"}
    brought = {name: package for package, names in packages.items() for name in names.split()}
    brought |= {name: name for name in ("git", "curl", "nginx", "certbot")}
    system = {"sudo", "apt", "useradd", "ln", "cp", "chmod", "systemctl", "install", "for", "do", "done", "now", "grep"}
    for block in re.findall(r"```\n(.*?)```", PAGE, re.S):
        for line in re.sub(r"\\\n", " ", block).splitlines():
            words = re.sub(r"^(sudo )?(-u \w+ )?", "", line.strip()).replace("=", " ").split()
            name = words[0] if words else "done"
            if name in system or "/" in name or name in ("cd", "-c"):
                continue
            assert brought[name] in first[1], line


def test_both_proxies_end_what_is_slow_and_ask_for_https() -> None:
    assert 'add_header Strict-Transport-Security "max-age=31536000" always;' in NGINX
    assert "header Strict-Transport-Security max-age=31536000" in CADDY
    for wanted in ("limit_conn gunbai ", "client_header_timeout ", "client_body_timeout ", "send_timeout "):
        assert wanted in NGINX
    for forbidden in ("proxy_buffering off", "proxy_request_buffering off"):
        assert forbidden not in NGINX, "a slow phone would hold a thread"
    for wanted in ("read_header ", "read_body ", "buffer_requests"):
        assert wanted in CADDY
