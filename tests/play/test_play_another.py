"""Another game of the same players: begun once, with code, seats and links; the finished one stays what it was."""

from datetime import timedelta

import pytest

from companion.play.values import Asked, Done, Recovered, Replacement, Tap
from companion.rules.text import Refusal
from companion.store import rows
from tests.play.tabletop import A, B, Tabletop, reason
from tests.play.test_play_together import in_threads


@pytest.fixture
def top(tabletop):
    tabletop.table("a", "b", coins=7)
    return tabletop


def over(top: Tabletop) -> None:
    """Aki has all the coins there are to win."""
    top.did("b", "add", n=1)
    top.did("a", "add", n=993)


def test_nothing_begins_before_the_end_or_for_who_only_watches(top):
    """Nobody learns more of a game than that it is not over."""
    top.did("a", "draw", card="a secret card")
    refused = top.tables.begin_next(top.id, B)
    assert reason(refused) == "This game is not over yet. Play it to its end, then begin another one."
    over(top)
    assert "Take a seat first" in reason(top.tables.begin_next(top.id, "device-watching"))
    assert top.get().next is None


def test_code_seats_names_and_setup_go_along_and_the_finished_game_stays_what_it_was(top):
    over(top)
    top.did("b", "add", n=1)
    assert isinstance(top.undo("a"), Asked)
    was, lines, export = top.get(), top.lines("a"), top.tables.export(top.id, "a")
    next_id = top.tables.begin_next(top.id, B)
    fresh = top.tables.get(next_id)
    assert (fresh.words, fresh.name, fresh.owner, fresh.game) == (was.words, was.name, was.owner, was.game)
    assert fresh.seats == was.seats
    assert fresh.setup == {"coins": 7, "again": True}
    assert (fresh.seq, fresh.previous, fresh.next, fresh.asks) == (0, was.id, None, ())
    assert top.tables.find(was.words) == next_id
    assert top.tables.last_sat_at(A) == top.tables.last_sat_at(B) == next_id
    now = top.get()
    assert (now.state, now.seq, now.seats, now.next) == (was.state, was.seq, was.seats, next_id)
    assert now.version == was.version + 1, "the phones that show it are rung"
    assert now.asks == (), "no request is left open where nobody looks"
    assert now.words != was.words
    assert top.tables.find(now.words) == was.id
    assert top.lines("a") == lines
    assert top.tables.export(top.id, "a") == export


def test_phones_that_share_a_seat_go_along(top):
    """One that recovers its partner's seat holds it once at every game."""
    assert isinstance(top.tables.ask_for_seat(top.id, "device-c", "a", "Cleo", together=True), Asked)
    assert isinstance(top.answer("a", True), Done)
    over(top)
    link = top.tables.seat_link(top.id, A, "a")
    after = top.tables.begin_next(top.id, "device-c")
    fresh = top.tables.get(after)
    assert fresh.seats_of("device-c") == ("a",)
    assert fresh.player("a") == "Aki & Cleo"
    top.tables.recover(link, "device-c")
    for at in (after, top.id):
        assert top.tables.get(at).seats[0].devices == ("device-c",)


def test_every_phone_that_taps_at_once_is_led_to_one_game(top):
    over(top)
    found: list[object] = []
    in_threads([lambda device=device: found.append(top.tables.begin_next(top.id, device)) for device in (A, B) * 4])
    assert len(found) == 8
    assert set(found) == {top.get().next}
    assert len(top.tables.mine(A)) == 2


def test_a_late_tap_is_refused_and_a_known_one_is_answered_as_before(top):
    over(top)
    tap = Tap("add", {"n": 1}, "b", "b", "tapped-in-time")
    done = top.tables.tap(top.id, B, tap)
    top.tables.begin_next(top.id, A)
    assert top.tables.tap(top.id, B, tap) == Done(done.version, done.seq, again=True)
    late = top.tap("b", "add", n=1)
    assert reason(late).startswith("This game is over and the next one has begun at this table")
    assert reason(top.undo("a")) == reason(late)
    assert top.tables.next_undo(top.id, A, "a", "a") is None
    assert top.get().seq == done.seq


def test_a_finished_game_is_corrected_in_its_log_also_afterwards_and_dated_by_its_last_act(top):
    """Where the correction opens it again, taps are entered again, until it is over."""
    over(top)
    at = top.tables.played_at(top.id)
    assert at is not None
    top.tables.begin_next(top.id, A)
    top._moment += timedelta(days=40)
    for seq, coins in ((2, 994), (4, 900)):
        fewer = [Replacement("add", {"n": coins})]
        assert isinstance(top.amend("a", seq, fewer, seen=top.preview("a", seq, fewer).seq), Done)
        assert coins == 900 or top.tables.played_at(top.id) == at
    assert top.get().state.coins["a"] == 907
    top.did("a", "add", n=93)
    assert isinstance(top.tap("a", "add", n=1), Refusal)


def test_a_recovery_link_leads_to_the_game_that_goes_on_and_brings_the_earlier_ones_back(top):
    over(top)
    link = top.tables.seat_link(top.id, A, "a")
    next_id = top.tables.begin_next(top.id, B)
    assert top.tables.seat_link(next_id, A, "a") == link
    earlier = top.tables.seat_link(top.id, A, "a")
    assert earlier != link
    assert isinstance(found := top.tables.recover(link, "device-new"), Recovered)
    assert (found.table_id, found.seat) == (next_id, "a")
    assert top.tables.get(next_id).seats_of("device-new") == top.get().seats_of("device-new") == ("a",)
    assert isinstance(top.tables.recover(earlier, "thief"), Refusal), "used up with that of the newest"
    assert top.get().seats_of("device-new") == ("a",)
    assert top.tables.brought_from(next_id, A) == top.tables.brought_from(top.id, A) == ["a"]


def test_a_lost_answer_is_had_again_though_the_next_game_has_begun_meanwhile(top):
    over(top)
    link = top.tables.seat_link(top.id, A, "a")
    top.tables.recover(link, "device-new")
    next_id = top.tables.begin_next(top.id, B)
    assert isinstance(top.tables.recover(link, "device-new"), Recovered)
    assert top.tables.get(next_id).seats_of("device-new") == ("a",)
    assert isinstance(top.tables.recover(link, "thief"), Refusal)


def test_a_free_seat_stays_free_and_is_taken_in_the_game_that_goes_on(top):
    over(top)
    top.tables.leave(top.id, B, "b")
    fresh = top.tables.get(top.tables.begin_next(top.id, A))
    assert [seat.device for seat in fresh.seats] == [A, None, None]
    assert "have gone on to the next one" in reason(top.tables.sit(top.id, "device-c", "b", "Chie"))
    assert top.get().seats[1].device is None
    assert isinstance(top.tables.sit(fresh.id, "device-c", "b", "Chie"), Done)


def test_a_deletion_that_breaks_off_leaves_the_game_before_with_one_that_is_there(top, monkeypatch):
    """The server may go down at any moment: either both are done or neither."""
    over(top)
    first = top.tables.begin_next(top.id, A)
    version = top.get().version
    real, asked = top.tables.work, []

    def breaks(table_id):
        asked.append(table_id)
        if len(asked) == 2:
            raise RuntimeError("the server went down")
        return real(table_id)

    monkeypatch.setattr(top.tables, "work", breaks)
    top.tables.delete(first, A)
    monkeypatch.undo()
    assert top.get().next is None
    assert top.get().version == version + 1
    second = top.tables.begin_next(top.id, B)
    assert top.tables.get(second).previous == top.id


def test_a_deleted_next_game_gives_code_and_links_back(top):
    """It is the only way back from a game begun by mistake."""
    over(top)
    words, link = top.get().words, top.tables.seat_link(top.id, B, "b")
    mistaken = top.tables.begin_next(top.id, A)
    assert isinstance(top.tables.delete(mistaken, A), Done)
    assert top.get().next is None
    assert top.tables.find(words) == top.id
    assert top.get().words == words
    assert top.tables.seat_link(top.id, B, "b") == link
    assert top.tables.recover(link, "device-new") == Recovered(top.id, "b", top.get().version)
    second = top.tables.get(top.tables.begin_next(top.id, A))
    assert second.id != mistaken
    assert (second.words, second.previous) == (words, top.id)


def test_a_seat_that_changed_hands_in_the_deleted_game_keeps_its_link_of_the_game_before(top):
    over(top)
    mistaken = top.tables.begin_next(top.id, A)
    theirs = top.tables.seat_link(top.id, B, "b")
    top.tables.leave(mistaken, B, "b")
    top.tables.sit(mistaken, "device-c", "b", "Chie")
    others = top.tables.seat_link(mistaken, "device-c", "b")
    top.tables.delete(mistaken, A)
    assert isinstance(top.tables.recover(others, "device-new"), Refusal)
    assert top.tables.seat_link(top.id, B, "b") == theirs


def test_a_deletion_that_fails_midway_changes_nothing(top, monkeypatch):
    over(top)
    words, after = top.get().words, top.tables.begin_next(top.id, A)
    monkeypatch.setattr("companion.play.seats._give_back", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        top.tables.delete(after, A)
    top.reopen()
    assert top.get().next == after
    assert top.tables.get(after).words == words


def three(top: Tabletop) -> tuple[str, str, str]:
    """Three games, one after the other."""
    first = top.id
    over(top)
    second = top.id = top.tables.begin_next(first, A)
    over(top)
    return first, second, top.tables.begin_next(second, A)


def test_the_games_around_a_deleted_one_follow_each_other(top):
    words = top.get().words
    first, second, third = three(top)
    assert top.tables.find(words) == third
    assert [top.tables.latest(one) for one in (first, second, third)] == [third] * 3
    assert (top.tables.get(first).next, top.tables.get(third).previous) == (second, second)
    top.tables.delete(second, A)
    assert top.tables.get(first).next == third
    assert top.tables.get(third).previous == first
    assert top.tables.begin_next(first, B) == third
    assert top.tables.find(words) == third


def test_a_kept_table_forgets_the_deleted_game_before(top):
    over(top)
    after = top.tables.begin_next(top.id, A)
    version = top.tables.get(after).version
    top.tables.delete(top.id, A)
    assert top.tables.version(after) == version + 1, "its phones are rung"
    for _ in range(2):
        assert top.tables.get(after).previous is None
        top.reopen()


def test_a_recovery_link_opened_while_the_next_game_begins_leads_there(top, monkeypatch):
    over(top)
    link = top.tables.seat_link(top.id, A, "a")
    begun = []
    real = rows.seat_by_token

    def read(db, token, device):
        found = real(db, token, device)
        if not begun:
            begun.append("")
            begun[0] = top.tables.begin_next(top.id, B)
        return found

    monkeypatch.setattr(rows, "seat_by_token", read)
    found = top.tables.recover(link, "device-new")
    assert (found.table_id, found.seat) == (begun[0], "a")
    assert top.tables.get(begun[0]).seats_of("device-new") == ("a",)
    assert top.get().seats_of("device-new") == ("a",)


def test_a_request_of_an_earlier_game_is_told_where_the_players_are_while_it_is_open(top):
    first, _second, third = three(top)
    assert top.tables.get(third).waits is None
    for device, seat, seq in ((B, "b", 2), (A, "a", 1)):
        other = [Replacement("add", {"n": 994})]
        seen = top.tables.preview_amend(first, device, seat, seq, other).seq
        asked = top.tables.amend(first, device, seat, seq, other, top.key(), seen=seen)
        assert isinstance(asked, Asked)
        assert top.tables.get(third).waits == first
        if seat == "b":
            read = top.tables.get(first).asks[0].read_by("a")
            assert isinstance(top.tables.answer(first, A, asked.ask, True, top.key(), read), Done)
            assert top.tables.get(third).waits is None
    top.tables.delete(first, A)
    assert top.tables.get(third).waits is None
