"""POST /api/replay: an export of a table computed anew by today's rules. It opens no table and keeps nothing.

An evening's log takes a second or two, so it is read and computed in a process of its own (`companion/worker.py`): this
one passes on the bytes it was sent, and the bytes of the answer.
"""

from __future__ import annotations

from flask import Blueprint, Response
from werkzeug.exceptions import HTTPException

from companion.api.fields import made
from companion.api.problem import MEDIA_TYPE, InvalidInput, errors_of, problem_text
from companion.api.reading import parse, read_body
from companion.api.replay import ExportedEvent, Replay, ReplayAnswer
from companion.api.replay import replay as call
from companion.api.translation import language
from companion.content.languages import READ_IN
from companion.play.game import Event, How
from companion.play.replay import Exported
from companion.play.replay import replay as play_again
from companion.rules.text import Refusal, Text
from companion.web.security import largest_body
from companion.worker import Worker

FEW = 4
"""Who waits at a time: the largest export takes about two seconds, and none is asked for twenty at once."""
REPLAYING = Worker(__name__, Text("No table can be recalculated at the moment."), most_waiting=FEW)
"""The process for it, of all threads of this one."""

bp = Blueprint("replay", __name__, url_prefix="/api")


@bp.post("/replay")
def replay() -> Response:
    """The export in, its lines, what is due, its result and what is refused now out."""
    with REPLAYING.place():  # before it is read: that takes its time too
        sent = read_body(largest_body())
        status, text = REPLAYING.ask("computed", sent, language())
    return Response(text, status, content_type="application/json" if status == 200 else MEDIA_TYPE)


# ---- in the process for it


def computed(sent: bytes, language: str) -> tuple[int, str]:
    """The status and the text of the answer to such a body, in this language."""
    READ_IN.set(language)
    try:
        export, _ = call.read(parse(sent))
        return 200, _answer(export).model_dump_json()
    except HTTPException as problem:
        return problem.code or 500, problem_text(problem)


def _answer(sent: Replay) -> ReplayAnswer:
    found = play_again(sent.game, sent.setup, [_exported(one) for one in sent.events])
    if isinstance(found, Refusal):
        raise InvalidInput(errors_of(found, "setup"))
    return ReplayAnswer.model_validate(found)


def _exported(one: ExportedEvent) -> Exported:
    how: How = "hand" if one.how == "hand" else "app" if one.how == "app" else ""
    event = Event(one.type, one.seat or "", one.by or "", one.data or {}, how)
    return made(Exported, one, event=event, has_data=one.data is not None)
