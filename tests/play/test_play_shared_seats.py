"""Several phones to one seat: let in by a tap, alike in what they see and do, one player to undo."""

from companion.play.values import Asked, Done, Tap
from companion.rules.text import Refusal
from tests.play.tabletop import A, B, Tabletop, reason

C, D = "device-c", "device-d"


def ask(top: Tabletop, device: str = C, player: str = "Cleo", seat: str = "a") -> Asked | Done | Refusal:
    return top.tables.ask_for_seat(top.id, device, seat, player, together=True)


def shared(top: Tabletop, device: str = C, player: str = "Cleo") -> None:
    """Lets another phone in to seat a."""
    assert isinstance(ask(top, device, player), Asked)
    assert isinstance(top.answer("a", True), Done)


def tap(top: Tabletop, device: str, n: int = 1) -> Done | Refusal:
    done = top.tables.tap(top.id, device, Tap("add", {"n": n}, "a", "a", top.key()))
    assert isinstance(done, Done | Refusal)
    return done


def test_the_holder_lets_a_second_phone_in_by_a_tap(top: Tabletop) -> None:
    before = top.get().version
    assert isinstance(ask(top), Asked)
    assert top.get().asks[0].together
    assert top.get().seats_of(C) == (), "not before the tap"
    assert isinstance(tap(top, C), Refusal)
    assert isinstance(top.answer("a", True), Done)
    table = top.get()
    assert table.version > before
    assert (table.seats_of(A), table.seats_of(C)) == (("a",), ("a",))
    assert table.player("a") == "Aki & Cleo"
    assert isinstance(tap(top, C), Done)
    assert isinstance(tap(top, A), Done)
    assert [row.player for row in top.rows() if row.type == "add"] == ["Cleo", "Aki"], "each entry says whose it is"


def test_who_sits_there_says_yes_or_no_to_a_phone_of_no_other_side(top: Tabletop) -> None:
    assert "plays for another seat" in reason(ask(top, B, "Ben"))
    ask(top)
    assert reason(top.answer("b", True)) == "Only Aki can share this seat with another."
    assert isinstance(top.answer("a", False), Done)
    assert top.get().seats_of(C) == ()
    ask(top)
    top.tables.sit(top.id, C, "c", "Cleo")
    assert top.get().asks == (), "who takes another seat asks no more"
    for number in range(3):
        shared(top, f"device-x{number}", f"P{number}")
    assert top.get().player("a") == "Aki & P0 & P1 & P2"
    assert "At most 4 phones" in reason(ask(top, D, "Dai"))


def test_who_shares_a_seat_asks_no_partner_for_another_seat_of_his_either(top: Tabletop) -> None:
    """He could not answer, and nobody else is there."""
    top.table("a")
    shared(top)
    assert isinstance(tap(top, C, 5), Done)
    assert isinstance(top.tables.sit(top.id, A, "b", "Ben"), Done)
    spent = top.tables.tap(top.id, A, Tap("add", {"n": 1}, "b", "b", top.key()))
    assert isinstance(spent, Done)
    assert isinstance(top.tables.undo(top.id, C, "a", top.key()), Done)
    assert top.get().asks == ()


def test_undo_takes_both_phones_for_one_player(top: Tabletop) -> None:
    shared(top)
    assert isinstance(tap(top, A, 5), Done)
    assert isinstance(top.tables.undo(top.id, C, "a", top.key()), Done), "no consent of its own partner"
    assert top.replayed() == top.get().state
    tap(top, A, 7)
    top.did("b", "add", n=1)
    asked = top.tables.undo(top.id, A, "a", top.key())
    assert isinstance(asked, Asked), "the other side has acted on it"
    answer = top.tables.answer(top.id, C, top.get().asks[0].id, True, top.key())
    assert reason(answer) == "Another player has to answer this. You can withdraw it."
    assert "asked for something already" in reason(top.tables.undo(top.id, C, "a", top.key()))
    assert isinstance(top.tables.withdraw(top.id, C, top.get().asks[0].id), Done)
    assert isinstance(top.tables.undo(top.id, C, "a", top.key()), Asked)
    assert isinstance(top.answer("b", True), Done)


def test_what_one_thinks_wakes_the_other_phone_of_the_seat_and_nobody_else(top: Tabletop) -> None:
    """As little as a new version may the other side's stream, a watcher's, or a second page of who thinks be told."""
    shared(top)
    tap(top, A)
    version = top.get().version
    listeners = {phone: top.bell.listen(top.id, phone) for phone in (A, B, C, D, None)}
    top.did("a", "think", card="x")
    assert {phone: listener.wait(0) for phone, listener in listeners.items()} == {
        **dict.fromkeys(listeners),
        C: version,
    }
    assert isinstance(top.undo("a"), Done)
    assert [phone for phone, listener in listeners.items() if listener.wait(0) is not None] == [C]
    tap(top, A)
    assert all(listener.wait(0) == version + 1 for listener in listeners.values())


def test_a_seat_is_left_by_one_and_held_by_the_other(top: Tabletop) -> None:
    shared(top)
    shared(top, D, "Dai")
    for device, left in ((C, "Aki & Dai"), (A, "Dai"), (D, "")):
        assert isinstance(top.tables.leave(top.id, device, "a"), Done)
        assert (top.get().player("a"), top.get().seats_of(device)) == (left, ())


def test_a_partner_takes_another_name_and_has_no_link_of_the_seat(top: Tabletop) -> None:
    shared(top)
    top.reopen()
    mine = top.tables.mine(C)
    assert [(one.id, one.seats, one.players) for one in mine] == [(top.id, ("a",), ("Aki & Cleo", "Ben"))]
    assert top.tables.last_sat_at(C) == top.id
    rung = top.get().version + 1
    assert top.tables.sit(top.id, C, "a", "Kleopatra") == Done(rung, 0)
    assert top.get().player("a") == "Aki & Kleopatra"
    assert isinstance(top.tables.seat_link(top.id, C, "a"), Refusal)
    top.tables.recover(str(top.tables.seat_link(top.id, A, "a")), C)
    assert top.get().player("a") == "Aki"
    assert (top.get().seats_of(A), top.get().seats_of(C)) == ((), ("a",))


def test_a_partner_gives_the_holder_s_seat_to_nobody_while_something_is_hidden_and_stays_when_it_is_given(
    top: Tabletop,
) -> None:
    shared(top)
    hidden = top.did("a", "hide", card="x")
    top.tables.ask_for_seat(top.id, D, "a", "Dai")
    request = top.get().asks[0].id
    told = reason(top.tables.answer(top.id, C, request, True, top.key()))
    assert told.startswith("Something may be hidden, so until the game is over only the phone that holds this seat can")
    assert (top.get().seats_of(A), top.get().seats_of(D)) == (("a",), ())
    assert isinstance(top.tables.undo(top.id, A, "a", top.key(), hidden), Done)
    assert isinstance(top.tables.answer(top.id, C, request, True, top.key()), Done)
    assert top.get().player("a") == "Dai & Cleo"
    assert (top.get().seats_of(A), top.get().seats_of(D)) == ((), ("a",))
