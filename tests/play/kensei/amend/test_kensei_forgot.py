"""“We forgot −1”: said after the dice, while they fall or long after; what follows is recounted, undo restores it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.play.kensei.amend.forgot import Thrown, forgot_view, thrown
from companion.play.kensei.game import KENSEI
from companion.play.kensei.state import State
from companion.play.takeback import Where
from companion.play.values import Asked, Done, Preview, Replacement
from companion.rules.text import Refusal
from tests.play.kensei.amend.test_kensei_amends import DEVICE, HALF, Evening
from tests.play.kensei.field import Field, fielded

SHOT = "t1.a1>b1.shot"


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Archers of a against swordsmen of b."""
    found = Evening(tmp_path, units=1)
    yield found
    found.close()


def opened(evening: Evening) -> Thrown:
    found = thrown(evening.state, SHOT, lambda step: evening.tables.passage(evening.id, step))
    assert found is not None
    return found


def forgot(evening: Evening, **said: object) -> Done | Asked | Refusal:
    """Puts the shot right as the page does."""
    at = opened(evening)
    form = {"chain": SHOT, "thrown": at.thrown, "over": at.over, **said}
    where: Where = "before" if at.over else "after"
    wished = [Replacement("forgot", form)]
    preview = evening.tables.preview_amend(evening.id, DEVICE, "a", at.seq, wished, where=where)
    assert isinstance(preview, Preview), preview
    done = evening.tables.amend(evening.id, DEVICE, "a", at.seq, wished, next(evening.keys), preview.seq, where=where)
    assert not isinstance(done, Refusal), done
    return done  # type: ignore[return-value]


def left(evening: Evening) -> tuple[int, int]:
    (piece,) = evening.state.of("b")
    return piece.miniatures, piece.accumulated_damage


def test_faces_tell_what_a_forgotten_cover_saves_and_nothing_is_asked(evening: Evening) -> None:
    evening.shot("a1", "b1", [9, 9, 9, 9, 1, 1, 1, 1, 1, 1], [4, 9, 9, 9], [5, 5, 5, 5])
    before = left(evening)
    forgot(evening, field="cover", value="heavy")
    told = evening.lines()
    assert "Forgotten when Yumi Samurai attacked Katana Samurai: Cover: heavy. DF 3 → 5. Through 4 → 3." in told
    assert "Damage dice 5 5 5" in next(line for line in told if line.startswith("Damage"))
    assert left(evening) > before
    assert evening.tables.undo(evening.id, DEVICE, "a", next(evening.keys))
    assert left(evening) == before, "undo takes back just that"
    assert not any("Forgotten" in line for line in evening.lines() if "undid" not in line)


def test_bins_ask_how_many_stood_between_and_the_dice_that_follow(evening: Evening) -> None:
    evening.did("a", "aim", kind="shot", attacker="a1", defender="b1")
    evening.did("a", "situate", step=evening.step(), field="distance_cm", value=30)
    evening.did("a", "roll", step=evening.step(), bins={"hits": 0, "tens": 0, "misses": 10})
    at = opened(evening)
    assert (at.thrown, at.over) == ("attack", True)
    luck = {"to": "at", "amount": -1, "reason": "other", "words": "luck"}
    said = {"chain": SHOT, "thrown": at.thrown, "over": at.over, **luck}
    view = forgot_view(at.state, at.chain, said)
    assert view.wanted is not None
    assert view.wanted.name == "at.between"
    answers = {"at.between": 1, "df.more.saved": 0, "df.more.tens": 0, "damage.1": 9}
    assert forgot_view(at.state, at.chain, {**said, "answers": answers}).ready
    was = left(evening)
    forgot(evening, **luck, answers=answers)
    assert left(evening) < was, "a miss became a hit, and its dice were thrown"
    assert KENSEI.due(evening.state)[0].kind == "choose"


def test_an_honor_roll_that_is_owed_no_more_is_named_before_it_goes(evening: Evening) -> None:
    evening.shot("a1", "b1", *HALF)
    evening.honor("b1", 2)
    at = opened(evening)
    plates = {"to": "ar", "amount": 4, "reason": "other", "words": "plates"}
    wished = [Replacement("forgot", {"chain": SHOT, "thrown": "damage", "over": True, **plates})]
    preview = evening.tables.preview_amend(evening.id, DEVICE, "a", at.seq, wished, where="before")
    assert isinstance(preview, Preview), preview
    assert [str(one.before) for one in preview.impossible] == ["Honor of Katana Samurai: 2 against 4, held."]


def test_two_things_can_be_forgotten_of_one_attack(evening: Evening) -> None:
    evening.shot("a1", "b1", [9, 9, 9, 9, 1, 1, 1, 1, 1, 1], [4, 5, 9, 9], [5, 5, 5, 5])
    forgot(evening, field="cover", value="light")
    forgot(evening, to="df", amount=1, reason="other", words="a wall")
    damage = next(line for line in evening.lines() if line.startswith("Damage"))
    assert damage.startswith("Damage dice 5 5:"), damage


# ---- while the dice fall


def running() -> Field:
    """Archers have thrown; the defense of four dice is due."""
    field = fielded("yumi-samurai 10", "katana-samurai 8")
    field.act("a", "aim", kind="shot", attacker="a1", defender="b1")
    field.act("a", "situate", step=field.step(), field="distance_cm", value=30)
    field.act("a", "roll", step=field.step(), bins={"hits": 4, "tens": 0, "misses": 6})
    return field


def test_a_roll_under_way_goes_on_with_the_dice_that_are_due_now() -> None:
    field = running()
    assert field.refused("a", "forgot", chain=SHOT, thrown="attack", field="moved", value="march") == (
        "Say this first: How many of the attack dice show 7?"
    )
    line = field.act("a", "forgot", chain=SHOT, thrown="attack", field="moved", value="march", **{
        "answers.at.between": "1"
    })  # fmt: skip
    assert line.endswith("AT 6 → 7. Hits 4 → 3.")
    assert KENSEI.due(field.state)[0].data["dice"] == 3


POISON = {"to": "damage_bonus", "amount": "1", "reason": "other", "words": "poison"}
COVER = {"field": "cover", "value": "light"}


@pytest.mark.parametrize(
    ("defense", "said", "stays"),
    [
        ((), POISON, True),
        ((), COVER, False),
        ((9, 9, 9, 9), COVER, True),
        ((4, 9, 9, 9), COVER, False),
    ],
)
def test_dice_tapped_in_stay_where_the_same_are_due(
    defense: tuple[int, ...], said: dict[str, str], stays: bool
) -> None:
    field = running()
    if defense:
        field.act("b", "roll", step=field.step(), faces=defense)
    seat, thrown = ("a", "defense") if defense else ("b", "attack")
    field.act(seat, "pad", step=field.step(), die=0, face=7)
    field.act("a", "forgot", chain=SHOT, thrown=thrown, **said)
    (ask,) = field.state.asks
    assert ask.pad.faces[:1] == (7,) * stays


def test_what_cannot_be_put_right_is_said_plainly() -> None:
    field = running()
    gone = field.refused("a", "forgot", chain="t1.a9>b9.shot", thrown="attack", field="moved", value="march")
    assert gone == "The dice of that attack were undone or corrected since: nothing of it is left to correct."
    other = field.refused("a", "forgot", chain=SHOT, thrown="attack", field="aimed_at_character", value="")
    assert other == "Say which circumstance was forgotten; another target is another attack."
    far = field.refused("a", "forgot", chain=SHOT, thrown="attack", field="distance_cm", value="200")
    assert "200 cm away" in far
    field.act("b", "roll", step=field.step(), bins={"saved": 4})
    over = field.refused("a", "forgot", chain=SHOT, thrown="attack", field="moved", value="march")
    assert over == "That attack is over: choose it in the log, and correct it there."


def test_the_log_replays_to_the_same_battle(evening: Evening) -> None:
    evening.shot("a1", "b1", [9, 9, 9, 9, 1, 1, 1, 1, 1, 1], [4, 9, 9, 9], [5, 5, 5, 5])
    forgot(evening, field="cover", value="heavy")
    passages = evening.tables.passages(evening.id)
    state = passages[-1].after
    assert isinstance(state, State)
    assert state == evening.state
