"""A battle put away for another day: the state of every unit as a page and as a sheet, as this phone may know it."""

from __future__ import annotations

from flask import Blueprint, Response, abort

from companion.play.kensei.board import HeroView, PieceView, SideView
from companion.play.kensei.game import KENSEI
from companion.play.kensei.view import View
from companion.play.values import Table
from companion.rules.text import Text
from companion.web import frame, games
from companion.web.answers import answer_file, render_page
from companion.web.asker import Asker
from companion.web.i18n import _, sayer
from printables.options import Options
from printables.packed import Packed, PackedSide, PackedUnit
from printables.press import PRESS

bp = Blueprint("pack_up", __name__, url_prefix="/t/<table_id>/pack-up")


@bp.get("")
def show(table_id: str) -> Response:
    """What stands on the table, with the line of each player; the table goes on as before when it is opened again."""
    who, view = _battle(table_id)
    return render_page(
        "pack_up.html",
        **games.of(who.table).values,
        **frame.beside(who),
        view=view,
        open_view=frame.open_view(who, view),
        crests=games.of(who.table).crests(view),
        players=who.table.players,
        page="forces",
    )


@bp.get("/sheet.pdf")
def sheet(table_id: str) -> Response:
    """The same on paper."""
    who, view = _battle(table_id)
    pdf = PRESS.packed(packed(who.table, view), Options(sides="fronts", say=sayer()))
    return answer_file(pdf, "application/pdf", "put-away.pdf", "inline")


def _battle(table_id: str) -> tuple[Asker, View]:
    """Who asks, and the battle as he may see it."""
    who = frame.who_asks(table_id, "forces")
    if who.table.game is not KENSEI or not who.table.state.begun:
        abort(404, _("There is no battle to put away here: it has not begun."))
    return who, KENSEI.view(who.table.state, who.eyes)


def packed(table: Table, view: View) -> Packed:
    """The battle as its sheet shows it."""
    stand = Text("Turn %(turn)s: %(phase)s", {"turn": view.turn, "phase": view.phase_name})
    about = [(Text("In contact"), words) for _, words in view.combats.contacts]
    about += [(one.title, one.terrain.crossed) for one in view.terrain]
    about += [(Text("Seal %(seal)s", {"seal": one.seal}), one.what or Text("sealed")) for one in view.seals]
    return Packed(table.name, stand, tuple(_side(table, view, side) for side in view.sides), tuple(about))


def _side(table: Table, view: View, side: SideView) -> PackedSide:
    named = table.player(side.seat) or Text("Side %(side)s", {"side": side.seat.upper()})
    name = Text("%(name)s · %(clan)s", {"name": named, "clan": side.clan}) if side.clan else named
    units = [_unit(piece) for piece in side.pieces or ()]
    absent = [PackedUnit(one.title, Text("not on the table"), "", one.kind or "", "") for one in side.absent]
    return PackedSide(name, view.notes.get(side.seat, ""), (*units, *absent))


def _unit(piece: PieceView) -> PackedUnit:
    left = Text("%(left)s of %(of)s", {"left": piece.miniatures, "of": piece.at_start})
    hurt = Text("%(wounds)s of %(vt)s", {"wounds": piece.accumulated_damage, "vt": piece.vitality})
    markers: list[Text] = [marker.label for marker in piece.markers]
    if piece.off_table or not piece.standing:
        markers = [Text("Off the table")] if piece.off_table else []
    markers += [piece.fell_short] if piece.fell_short is not None else []
    markers += [Text("standard")] if piece.standard_bearer else []
    return PackedUnit(
        piece.unit_title,
        left if piece.unit else "",
        hurt if piece.unit and piece.accumulated_damage else "",
        Text("%(parts)s", {"parts": tuple(_hero(hero) for hero in piece.heroes)}),
        Text("%(parts)s", {"parts": tuple(markers)}),
    )


def _hero(hero: HeroView) -> Text:
    if not hero.alive:
        return Text("%(name)s (slain)", {"name": hero.title})
    values = {"name": hero.title, "wounds": hero.wounds, "vt": hero.vitality}
    if hero.hidden:
        return Text("%(name)s %(wounds)s/%(vt)s (hidden)", values)
    return Text("%(name)s %(wounds)s/%(vt)s", values)
