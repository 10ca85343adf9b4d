"""The check of long and crowded lines in styles, templates and scripts."""

import pytest

import tools.lines
from tools.lines import all_complaints, complaints, over_budget

GOOD = """\
/* Two; in { a } comment; */
.a::before {
  content: "{ ; }";
  color: red;
}
@media print {
  .a {
    color: black;
  }
}
"""


def test_styles_templates_and_scripts_are_fit_for_review() -> None:
    assert all_complaints() == []


def test_packages_keep_their_budgets(monkeypatch: pytest.MonkeyPatch) -> None:
    assert over_budget() == []
    monkeypatch.setitem(tools.lines.BUDGETS, "companion/live", 10)
    (over,) = over_budget()
    assert over.startswith("companion/live: ")


@pytest.mark.parametrize(
    "line", [".a { color: red; }", "  color: red; top: 0;", ".a { color: red", "  color: red }", "} .a { }"]
)
def test_two_declarations_on_a_line_are_found(line: str) -> None:
    assert complaints("a.css", f"{GOOD}{line}\n") == ["a.css:11: more than one declaration"]


@pytest.mark.parametrize("ending", ["css", "html", "js"])
def test_a_long_line_is_found(ending: str) -> None:
    assert complaints(f"a.{ending}", "x" * 140) == []
    assert complaints(f"a.{ending}", f"x\n{'x' * 141}\n") == [f"a.{ending}:2: 141 characters, 140 at most"]
