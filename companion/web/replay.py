"""POST /api/replay: an export of a table computed anew by today's rules. It opens no table and keeps nothing."""

from __future__ import annotations

from flask import Blueprint, Response
from werkzeug.exceptions import HTTPException

from companion.api.answers import answered
from companion.api.problem import InvalidInput, answer_problem, errors_of
from companion.api.reading import read_json
from companion.api.replay import Replay, ReplayAnswer
from companion.api.replay import replay as call
from companion.play.codec import how_of
from companion.play.game import Event
from companion.play.replay import Exported
from companion.rules.text import Refusal
from companion.web.quotas import count_replay
from companion.web.replaying import REPLAYING
from companion.web.security import EXPORT_TIMES
from companion.web.services import services

bp = Blueprint("replay", __name__, url_prefix="/api")
bp.register_error_handler(HTTPException, answer_problem)


@bp.post("/replay")
def replay() -> Response:
    """The export in, its lines, what is due, its result and what is refused now out."""
    count_replay()
    with REPLAYING.place():  # before it is read: that takes its time too
        sent, _ = call.read(read_json(EXPORT_TIMES * services().config.max_body_bytes))
        found = REPLAYING.replay(sent.game, sent.setup, _log(sent))
    if isinstance(found, Refusal):
        raise InvalidInput(errors_of(found, "setup"))
    return answered(ReplayAnswer.model_validate(found))


def _log(sent: Replay) -> list[Exported]:
    return [
        Exported(
            n=one.n,
            event=Event(one.type, one.seat or "", one.by or "", one.data or {}, how_of(one.how)),
            line=one.line,
            counts=one.counts,
            voided_by=one.voided_by,
            amended_by=one.amended_by,
            has_data=one.data is not None,
        )
        for one in sent.events
    ]
