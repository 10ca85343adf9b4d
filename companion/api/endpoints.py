"""Every call of the API in one table: the routes and the OpenAPI document are both made from it."""

from __future__ import annotations

from companion.api import after, army, combats, kenjin, orders, replay, strikes, tenno, zipang

CALLS = (
    strikes.attack,
    strikes.attack_odds,
    strikes.round_odds,
    after.honor,
    orders.orders,
    orders.charge,
    combats.initiative,
    combats.split,
    combats.combat_result,
    after.victory,
    army.army,
    army.print_kit,
    replay.replay,
    kenjin.battlefield,
    kenjin.score,
    tenno.duel,
    tenno.score,
    zipang.attack,
    zipang.campaign_end,
)
