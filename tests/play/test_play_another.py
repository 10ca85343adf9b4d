"""Another game of the same players: begun once, with code, seats and links; the finished one stays what it was."""

from __future__ import annotations

import pytest

from companion.play.tables import Asked, Done, Recovered, Refused, Replacement, Tap
from tests.play.tabletop import A, B, Tabletop, reason
from tests.play.test_play_together import in_threads


@pytest.fixture
def top(tmp_path):
    top = Tabletop(tmp_path)
    top.table("a", "b", coins=7)
    yield top
    top.close()


def over(top: Tabletop) -> None:
    """Aki has all the coins there are to win."""
    top.did("b", "add", n=1)
    top.did("a", "add", n=993)


def test_nothing_begins_before_the_end_and_nobody_learns_more_than_that(top):
    top.did("a", "draw", card="a secret card")
    refused = top.tables.another(top.id, B)
    assert reason(refused) == "This game is not over yet. Play it to its end, then begin another one."
    assert top.get().next is None


def test_who_only_watches_begins_nothing(top):
    over(top)
    assert "Take a seat first" in reason(top.tables.another(top.id, "device-watching"))
    assert top.get().next is None


def test_code_seats_names_and_setup_go_along(top):
    over(top)
    was = top.get()
    next_id = top.tables.another(top.id, B)
    fresh = top.tables.get(next_id)
    assert (fresh.words, fresh.name, fresh.owner, fresh.game) == (was.words, was.name, was.owner, was.game)
    assert fresh.seats == was.seats
    assert fresh.setup == {"coins": 7, "again": True}
    assert (fresh.seq, fresh.before, fresh.next) == (0, was.id, None)
    assert top.tables.find(was.words) == next_id
    assert top.tables.last_sat_at(A) == top.tables.last_sat_at(B) == next_id


def test_phones_that_share_a_seat_go_along(top):
    assert isinstance(top.tables.ask_for_seat(top.id, "device-c", "a", "Cleo", together=True), Asked)
    assert isinstance(top.answer("a", True), Done)
    over(top)
    fresh = top.tables.get(top.tables.another(top.id, "device-c"))
    assert fresh.seats_of("device-c") == ("a",)
    assert fresh.player("a") == "Aki & Cleo"


def test_the_finished_game_keeps_state_log_and_export(top):
    over(top)
    was, lines, export = top.get(), top.lines("a"), top.tables.export(top.id, "a")
    next_id = top.tables.another(top.id, A)
    now = top.get()
    assert (now.state, now.seq, now.seats, now.next) == (was.state, was.seq, was.seats, next_id)
    assert now.version == was.version + 1, "the phones that show it are rung"
    assert now.words != was.words
    assert top.tables.find(now.words) == was.id
    assert top.lines("a") == lines
    assert top.tables.export(top.id, "a") == export


def test_every_phone_that_taps_at_once_is_led_to_one_game(top):
    over(top)
    found: list[object] = []
    in_threads([lambda device=device: found.append(top.tables.another(top.id, device)) for device in (A, B) * 4])
    assert len(found) == 8
    assert set(found) == {top.get().next}
    assert len(top.tables.mine(A)) == 2


def test_a_late_tap_is_refused_and_a_known_one_is_answered_as_before(top):
    over(top)
    tap = Tap("add", {"n": 1}, "b", "b", "tapped-in-time")
    done = top.tables.tap(top.id, B, tap)
    top.tables.another(top.id, A)
    assert top.tables.tap(top.id, B, tap) == Done(done.version, done.seq, again=True)
    late = top.tap("b", "add", n=1)
    assert reason(late).startswith("This game is over and the next one has begun at this table")
    assert reason(top.undo("a")) == reason(late)
    assert top.tables.next_undo(top.id, A, "a", "a") is None
    assert top.get().seq == done.seq


def test_a_finished_game_is_corrected_in_its_log_also_afterwards(top):
    """Where the correction opens it again, taps are entered again, until it is over."""
    over(top)
    top.tables.another(top.id, A)
    fewer = [Replacement("add", {"n": 900})]
    preview = top.tables.preview_amend(top.id, A, "a", 2, fewer)
    done = top.tables.amend(top.id, A, "a", 2, fewer, top.key(), seen=preview.seq)
    assert isinstance(done, Done | Asked)
    assert top.get().state.coins["a"] == 907
    top.did("a", "add", n=93)
    assert isinstance(top.tap("a", "add", n=1), Refused)


def test_requests_are_not_left_open_where_nobody_looks(top):
    over(top)
    top.did("b", "add", n=1)
    assert isinstance(top.undo("a"), Asked)
    top.tables.another(top.id, B)
    assert top.get().asks == ()
    assert top.tables.get(top.get().next).asks == ()


def test_a_recovery_link_leads_to_the_game_that_goes_on_and_brings_the_earlier_ones_back(top):
    over(top)
    link = top.tables.seat_link(top.id, A, "a")
    next_id = top.tables.another(top.id, B)
    assert top.tables.seat_link(next_id, A, "a") == link
    assert top.tables.seat_link(top.id, A, "a") != link
    found = top.tables.recover(link, "device-new")
    assert isinstance(found, Recovered)
    assert (found.table_id, found.seat) == (next_id, "a")
    assert top.tables.get(next_id).seats_of("device-new") == top.get().seats_of("device-new") == ("a",)


def test_a_free_seat_stays_free(top):
    over(top)
    top.tables.leave(top.id, B, "b")
    fresh = top.tables.get(top.tables.another(top.id, A))
    assert [seat.device for seat in fresh.seats] == [A, None, None]
    assert isinstance(top.tables.sit(fresh.id, "device-c", "b", "Chie"), Done)


def test_a_next_game_that_is_deleted_can_be_begun_again(top):
    over(top)
    first = top.tables.another(top.id, A)
    assert isinstance(top.tables.delete(first, A), Done)
    assert top.get().next is None
    second = top.tables.another(top.id, B)
    assert second not in (first, top.id)
    assert top.tables.get(second).before == top.id


def test_a_deletion_that_breaks_off_leaves_the_game_before_with_one_that_is_there(top, monkeypatch):
    """The server may go down at any moment: either both are done or neither."""
    over(top)
    first = top.tables.another(top.id, A)
    version = top.get().version
    real, asked = top.tables._desk.work, []

    def breaks(table_id):
        asked.append(table_id)
        if len(asked) == 2:
            raise RuntimeError("the server went down")
        return real(table_id)

    monkeypatch.setattr(top.tables._desk, "work", breaks)
    top.tables.delete(first, A)
    monkeypatch.undo()
    assert top.get().next is None
    assert top.get().version == version + 1
    second = top.tables.another(top.id, B)
    assert top.tables.get(second).before == top.id


def test_a_game_before_that_is_deleted_is_named_no_more(top):
    over(top)
    next_id = top.tables.another(top.id, A)
    top.tables.delete(top.id, A)
    top.reopen()
    assert top.tables.get(next_id).before is None


def test_a_third_game_follows_the_second(top):
    over(top)
    words = top.get().words
    top.id = top.tables.another(top.id, A)
    over(top)
    third = top.tables.another(top.id, B)
    assert top.tables.find(words) == third
    assert top.tables.get(third).before == top.id
