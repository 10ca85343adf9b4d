"""The pages: a Flask app over tables, rules and printables."""

from __future__ import annotations

import importlib
from typing import Any

from flask import Flask

from companion.config import ROOT, Config, from_environment
from companion.web import (
    admission,
    assets,
    errors,
    fields,
    i18n,
    macros,
    metrics,
    people,
    proxies,
    security,
    shell,
    shorten,
)
from companion.web.services import Services

BLUEPRINTS = (
    "companion.web.marks",
    "companion.web.home_screen",
    "companion.web.start",
    "companion.web.first",
    "companion.web.show_me",
    "companion.web.seats",
    "companion.web.table",
    "companion.web.lists",
    "companion.web.list_shelf",
    "companion.web.list_links",
    "companion.web.list_tools",
    "companion.web.list_table",
    "companion.web.evenings",
    "companion.web.offline",
    "companion.web.printing",
    "companion.web.log",
    "companion.web.pack_up",
    "companion.web.records",
    "companion.web.rules",
    "companion.web.live",
    "companion.web.replay",
    "companion.web.developers",
    "companion.api",
)
"""The modules whose `bp` holds pages: one line for each."""


def create_app(config: Config | None = None) -> Flask:
    """The app. Without settings it takes them from the environment, where nothing has to be set.

    No database is opened, made or migrated here: the first page that needs one does that.
    """
    config = from_environment() if config is None else config
    app = Flask("companion", template_folder=str(ROOT / "templates"), static_folder=str(ROOT / "static"))
    app.json.sort_keys = False  # type: ignore[attr-defined]  # sentences name things in the order they were given
    app.extensions["gunbai"] = Services(config)
    # All templates stay, so that none has to be looked up among the oldest.
    app.jinja_options = {**app.jinja_options, "cache_size": -1, "trim_blocks": True, "lstrip_blocks": True}
    for module in (metrics, proxies, fields, macros, assets, security, admission, i18n, people, shorten, errors, shell):
        module.install(app)
    for name in BLUEPRINTS:
        app.register_blueprint(importlib.import_module(name).bp)
    part: Any = app.jinja_env.get_template("parts.html").module  # once the filters are there that it names
    app.jinja_env.globals.update(part=part, hidden=part.hidden)
    return app
