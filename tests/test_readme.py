"""What the README and CONTRIBUTING say of settings and commands is what the program knows."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from companion.config import Config

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf8")


def test_every_setting_is_documented_with_its_default() -> None:
    for setting in fields(Config):
        row = next((line for line in README.splitlines() if f"`{setting.metadata['env']}`" in line), "")
        assert setting.metadata["does"] in row, setting.name
        if isinstance(setting.default, int):
            assert f"| {setting.default} |" in row, setting.name


def test_every_make_target_it_names_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf8")
    for target in ("run", "test", "check", "bench"):
        assert f"make {target}" in README
        assert f"\n{target}:" in makefile


def test_every_command_for_contributors_exists() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf8")
    targets = re.findall(r"`make (\w+)`", text)
    assert {"run", "test", "check", "coverage", "messages", "golden"} == set(targets)
    assert all(f"\n{target}:" in makefile for target in targets)
    files = re.findall(r"\b(?:tests|\.ci)/[\w/.]+", text)
    assert files
    assert all((ROOT / file).exists() for file in files)


def test_every_place_the_design_names_exists() -> None:
    text = (ROOT / "docs" / "design.md").read_text(encoding="utf8")
    named = re.findall(r"`([\w.]+/[\w/.]*)`", text)
    assert len(named) > 40
    assert [place for place in named if not (ROOT / place).exists()] == []
