"""Every refused or failed request as a sentence: a page for people, problem+json (RFC 9457) for programs."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Flask, Response, current_app, g, render_template, request
from jinja2_fragments.flask import render_block
from werkzeug.exceptions import Gone, HTTPException, ServiceUnavailable

from companion.api.problem import MEDIA_TYPE, problem_text
from companion.play.fold import NewerRules, SetupRefused
from companion.store import StoreTrouble
from companion.web.admission import hold_back
from companion.web.i18n import _, say
from companion.web.regions import wants_fragment
from companion.web.security import largest_body, no_store, sent_from_here
from companion.worker import WorkerTrouble

TROUBLE_SECONDS = 3
PASSING = (429, 503)
"""What was refused because of the moment only: the page offers to send it again as it was."""


def _again() -> Mapping[str, object] | None:
    """The request as a page can repeat it: its address, and the fields where it was a form. What a page of another site
    has sent is not put into a page of ours, where one tap would make it our own; nor can a file be put into a form.
    """
    address = request.script_root + request.full_path.rstrip("?")
    if request.method == "GET":
        return {"address": address, "fields": None}
    if request.method != "POST" or request.files or not sent_from_here():
        return None
    return {"address": address, "fields": tuple(request.form.items(multi=True))}


def _page_values(error: HTTPException, code: int) -> dict[str, str]:
    """A title and a sentence that says what is allowed or what to do."""
    titles = {
        403: _("Not allowed"),
        404: _("Nothing here"),
        405: _("Not like this"),
        410: _("Gone"),
        413: _("Too much at once"),
        422: _("Not possible"),
        429: _("Too fast"),
        500: _("Our mistake"),
        503: _("Not now"),
    }
    return {"title": titles.get(code, _("Not understood")), "sentence": _own_words(error) or _usual_words(error, code)}


def _own_words(error: HTTPException) -> str:
    """What the code that refused said of its own; Werkzeug's stock sentences are not for players."""
    return "" if error.description in (None, type(error).description) else str(error.description)


def _usual_words(error: HTTPException, code: int) -> str:
    if code == 404:
        return _("There is no page at this address. Tables are found by their three words.")
    if code == 405:
        allowed = set(getattr(error, "valid_methods", None) or ()) - {"HEAD", "OPTIONS"}
        return _("This address takes only %(methods)s.", methods=", ".join(sorted(allowed)))
    if code == 413:
        return _("What was sent is too large: at most %(limit)s KB are read.", limit=largest_body() // 1024)
    if code == 503:
        return _("The server is busy at the moment. Try again in a few seconds.")
    if code >= 500:
        return _("Something went wrong here. Nothing entered before is lost: go back and try again.")
    return _("This request could not be read. Go back, reload the page and try again.")


def _answer(error: HTTPException) -> Response:
    if error.response is not None or (error.code or 500) < 400:  # redirects, and answers that are made already
        return error.get_response()  # type: ignore[return-value]
    code = error.code or 500
    if request.path == "/api" or request.path.startswith("/api/"):
        response = Response(problem_text(error), code, content_type=MEDIA_TYPE)
    elif wants_fragment():  # the sentence goes to the page's notice, whatever the tap would have replaced
        there = {"HX-Retarget": "#notice", "HX-Reswap": "innerHTML"}
        response = Response(render_block("error.html", "sentence", **_page_values(error, code)), code, there)
    else:
        again = _again() if code in PASSING else None
        response = Response(render_template("error.html", **_page_values(error, code), again=again), code)
    for name, value in error.get_headers(request.environ):
        if name.lower() not in ("content-type", "content-length"):  # such as Allow and Retry-After
            response.headers.set(name, value)
    if "refresh" in g:
        response.headers["Refresh"] = str(g.refresh)
    return no_store(response)


def _trouble_words(trouble: StoreTrouble) -> str:
    """Why nothing can be read or entered. A page with a script keeps what is tapped, and says so itself; a form does
    not, and who only looks has entered nothing.
    """
    cause = _cause(trouble)
    if wants_fragment():
        return cause
    if request.method == "POST":
        return _("%(cause)s This was not entered: send it again later.", cause=cause)
    return _("%(cause)s Try again in a few seconds.", cause=cause) if trouble.kind in ("held", "gone") else cause


def _cause(trouble: StoreTrouble) -> str:
    causes = {
        "full": _("The disk of the server is full. Whoever runs it has to make room."),
        "read-only": _("The server is not allowed to write where its tables are kept. Tell whoever runs it."),
        "swapped": _(
            "The file with all tables was removed or replaced while the server ran. Whoever runs the server must stop "
            "it and put a backup back."
        ),
        "broken": _("The file with all tables is damaged. Whoever runs the server must put a backup back."),
        "key": _(
            "The server cannot read its key, so it recognizes no phone. Whoever runs the server will find the reason "
            "in its messages."
        ),
    }
    return causes.get(trouble.kind, _("The tables cannot be reached at the moment."))


def _not_now(sentence: str) -> Response:
    return _answer(ServiceUnavailable(sentence, retry_after=TROUBLE_SECONDS))


def _troubled(trouble: StoreTrouble) -> Response:
    """The database could not be used: nothing was entered, and the phone keeps its tap and tries again."""
    current_app.logger.error("The database cannot be used: %s", trouble)
    if trouble.kind == "key":  # the page itself shall not ask for it again
        g.device, g.device_new, g.device_broken = "", False, False
    return _not_now(_trouble_words(trouble))


def _not_made(trouble: WorkerTrouble) -> Response:
    """A worker process failed to draw or to suggest something."""
    current_app.logger.warning("The worker process gave no answer: %s", trouble)
    hold_back()
    return _not_now(_("%(cause)s Try again in a few seconds.", cause=say(trouble.words)))


def _newer(_problem: NewerRules) -> Response:
    """An upgrade is under way, and this process is the older one: the phone keeps its tap and comes again."""
    words = _(
        "This table is played by a newer version of Gunbai than the one that answered, so nothing was changed. Try "
        "again in a few seconds."
    )
    return _not_now(words)


def _refused_setup(problem: SetupRefused) -> Response:
    """The rules have changed so that this table cannot be shown by them; the version before still shows it."""
    current_app.logger.error("%s", problem)
    words = _(
        "The rules of this program no longer know what was agreed on at this table, so nothing was changed. Begin a "
        "new table, or ask who runs the server for the version before."
    )
    return _answer(Gone(words))


def install(app: Flask) -> None:
    """Answers every HTTP error so; an unforeseen exception is logged with its traceback and answered as a 500."""
    app.register_error_handler(StoreTrouble, _troubled)
    app.register_error_handler(WorkerTrouble, _not_made)
    app.register_error_handler(NewerRules, _newer)
    app.register_error_handler(SetupRefused, _refused_setup)
    app.register_error_handler(HTTPException, _answer)
