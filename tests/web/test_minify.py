"""Whitespace of templates: gone from what is sent, except where a reader would miss it."""

from __future__ import annotations

import pytest
from jinja2 import Environment

from companion.web.minify import Squeeze


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("<p>\n    a  b\n    <b>c</b> d\n</p>", "<p>\na b\n<b>c</b> d\n</p>"),
        ("<b>1</b><b>2</b>", "<b>1</b><b>2</b>"),
        ('<a\n  href="/x"\n  id="y">z</a>', '<a href="/x" id="y">z</a>'),
        ('<a title="two\n  lines">\n  z</a>', '<a title="two\n  lines">\nz</a>'),
        ("<a title='it\n  \"is\"'>   z</a>", "<a title='it\n  \"is\"'> z</a>"),
        ('<p>it\'s\n\n  "so"</p>', '<p>it\'s\n"so"</p>'),
        ("<textarea\n  rows=2>\n  a\n\n  b</textarea>\n\n<p>", "<textarea rows=2>\n  a\n\n  b</textarea>\n<p>"),
        ("<pre>\n  a <b>b\n\n</b>  </pre>  <p>", "<pre>\n  a <b>b\n\n</b>  </pre> <p>"),
        ("<p>1 <  2\n\n  and 3 > 2</p>", "<p>1 < 2\nand 3 > 2</p>"),
        ('<i title="{{ 1 }}  {{ 2 }}"\n  {{- 3 }}>{{ "a  b" }}   </i>', '<i title="1  2"3>a  b </i>'),
    ],
)
def test_what_is_sent(written: str, sent: str) -> None:
    assert Environment(extensions=[Squeeze]).from_string(written).render() == sent


def test_a_sentence_is_asked_for_as_the_catalogs_know_it() -> None:
    page = Environment(extensions=["jinja2.ext.i18n", Squeeze])
    page.install_gettext_callables(lambda one: f"[{one}]", lambda one, many, n: f"[{one if n == 1 else many}]")  # type: ignore[attr-defined]
    template = (
        "<p>\n  {% trans %}a\n  b{% endtrans %}\n\n  {% trans n=2 %}1\n\n{% pluralize %}2\n\n{% endtrans %}\n\n</p>"
    )
    assert page.from_string(template).render() == "<p>\n[a\n  b]\n[2\n\n]\n</p>"
