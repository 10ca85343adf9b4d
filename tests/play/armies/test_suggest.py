"""Suggestions pass the naive checker for every path, level and taste, spend enough, and differ."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import ceil
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.content import catalog
from companion.content.army_document import document_of
from companion.play.armies.outfit import divided, serves
from companion.play.armies.shelf import missing_miniatures
from companion.play.armies.solver import Program
from companion.play.armies.suggest import TASTES, Suggestion, Taste, fill, held
from companion.play.armies.why import ability_reasons, reasons
from companion.rules.kensei.army import Army, CharacterEntry, Roster, copies_allowed, judge, most_miniatures, problems
from companion.rules.kensei.army.joining import GENERALS
from companion.rules.kensei.profiles import Path, UnitProfile
from companion.rules.text import Refusal
from tests.rules.kensei.army import naive
from tests.rules.kensei.army.lists import Doc, army, doc, documents, hero, plain, unit

PATHS: tuple[Path, ...] = ("kuge", "buke", "sohei")


def found(answer: Suggestion | Refusal) -> Suggestion:
    assert isinstance(answer, Suggestion), answer
    return answer


@cache
def suggested(path: Path, level: int, taste: Taste = "balanced", seed: int = 0, koku: int | None = None) -> Suggestion:
    """A suggestion, solved once for all who look at it."""
    return found(fill(Army(path, level, koku_limit=koku), taste, seed))


def leader_of(listed: Army) -> CharacterEntry:
    leader = Roster(listed, catalog(), catalog().levels[listed.level]).general()
    assert leader is not None
    return leader


def check(suggestion: Suggestion) -> None:
    """Legal for the naive checker, its sums right, and 95 % spent or the reason given."""
    document = document_of(suggestion.army)
    assert naive.codes(document, suggestion.army.level) == set()
    assert suggestion.koku.spent == sum(map(naive.koku_of, naive.units_of(document)))
    assert suggestion.vp.spent == sum(map(naive.vp_of, naive.heroes_of(document)))
    for budget, best in ((suggestion.koku, suggestion.best_koku), (suggestion.vp, suggestion.best_vp)):
        if best is None:
            assert budget.spent >= 0.95 * budget.allowed
        else:
            assert budget.spent == best < 0.95 * budget.allowed
    assert len(suggestion.notes) == (suggestion.best_koku is not None) + (suggestion.best_vp is not None)


@pytest.mark.parametrize(
    ("path", "level"),
    [(path, n) for at, path in enumerate(PATHS) for n in range(1, 11) if n in (1, 2, 10) or n % 3 == at],
)
def test_every_path_level_and_taste(path: Path, level: int) -> None:
    """The smallest levels and the largest on each path, those between on one. Who leads is of the highest rank that
    half the points can have, and stands in a unit of the line; only a horde too small for one has him stand alone. His
    abilities have somebody to serve, and who likes shooting has all shooters that there may be.
    """
    limits = catalog().levels[level]
    ranks = {who.rank: who.vp for who in catalog().characters.values() if who.path in (None, path)}
    best = next(rank for rank in GENERALS if limits.characters[rank] and ranks[rank] <= limits.vp / 2)
    may = 0
    for name in ("basic", "special", "elite"):
        kinds = [one for one in catalog().units.values() if one.path in (None, path) and one.unit_class == name]
        copies = sum(copies_allowed(one) or 0 for one in kinds if "projectiles" in one.traits)
        may += min(getattr(limits, name).projectiles or 0, copies)
    for taste in TASTES:
        lists = []
        for seed in range(2):
            suggestion = suggested(path, level, taste, seed)
            check(suggestion)
            assert (suggestion.best_koku, suggestion.best_vp) == (None, None)
            made = suggestion.army
            assert (made.path, made.level) == (path, level)
            leader, stands = leader_of(made), made.unit(leader_of(made).joins)
            assert catalog().characters[leader.character].rank == best
            assert stands is not None or (taste == "horde" and level <= 2), (taste, seed)
            if stands is not None and taste != "shooting":
                assert not {"projectiles", "heinin"} & catalog().units[stands.unit].traits, (taste, seed)
            assert all(serves(made, ability) for ability in made.taisho_abilities), (taste, seed)
            shooters = [one for one in made.units if "projectiles" in catalog().units[one.unit].traits]
            assert taste != "shooting" or len(shooters) == min(may, limits.projectiles_total), seed
            lists.append((made.units, made.characters))
        assert lists[0] != lists[1]


def test_the_same_seed_gives_the_same_list() -> None:
    assert fill(Army("kuge", 6), "balanced", 5) == fill(Army("kuge", 6), "balanced", 5)
    assert fill(Army("kuge", 6), "balanced", 5) != fill(Army("kuge", 6), "balanced", 6)


@pytest.mark.parametrize(("path", "level"), [("kuge", 3), ("buke", 6), ("sohei", 9)])
def test_taste_is_tasted(path: Path, level: int) -> None:
    """What a taste likes gets more koku than in balanced lists; in six of each, so that chance does not decide."""
    likes: dict[Taste, Callable[[UnitProfile], bool]] = {
        "shooting": lambda profile: "projectiles" in profile.traits,
        "cavalry": lambda profile: "mounted" in profile.traits,
        "horde": lambda profile: "heinin" in profile.traits,
        "elite": lambda profile: profile.unit_class != "basic",
        "foot": lambda profile: not {"mounted", "projectiles"} & profile.traits,
    }

    def share(taste: Taste, liked: Callable[[UnitProfile], bool]) -> float:
        armies = (suggested(path, level, taste, seed).army for seed in range(6))
        made = [(catalog().units[one.unit], one) for listed in armies for one in listed.units]
        return sum(liked(profile) * profile.koku * one.miniatures for profile, one in made)

    for taste, liked in likes.items():
        assert share(taste, liked) > share("balanced", liked), taste


def test_characters_stand_among_their_units_and_are_armed() -> None:
    armies = [suggested("buke", 7, "cavalry", seed).army for seed in range(12)]
    heroes = [one for made in armies for one in made.characters]
    assert sum(one.joins is not None for one in heroes) > len(heroes) / 2
    assert any(one.mounted and one.joins for one in heroes)
    for one in heroes:
        choice = catalog().characters[one.character].weapon_choice
        assert one.weapon in choice if choice else one.weapon is None
        assert (one.kind is not None) == (one.character == "shinobi")
    assert all(made.taisho_abilities for made in armies)
    hints = {hint.code for made in armies for hint in judge(made, catalog()).hints}
    assert hints <= {"koku-unspent", "vp-unspent", "hidden-alone"}


# ---- the rest of a half-built list


def filled(made: Army, taste: Taste, seed: int) -> Suggestion | Refusal:
    """The rest is filled in lawfully, with nothing taken out, nothing smaller, nobody moved; or says what is wrong."""
    answer = fill(made, taste, seed)
    if {problem.code for problem in problems(made, catalog())} - {"too-few-basic", "no-general"}:
        assert isinstance(answer, Refusal)
        assert str(answer).startswith("Fix this first")
    if isinstance(answer, Refusal):
        return answer
    check(answer)
    after = answer.army
    for old, new in zip(made.units, after.units, strict=False):
        assert replace(new, miniatures=old.miniatures) == old
        assert new.miniatures >= old.miniatures
    assert after.characters[: len(made.characters)] == made.characters
    assert len(after.units) >= len(made.units)
    assert (after.name, after.clan, after.general) == (made.name, made.clan, made.general)
    return answer


@settings(max_examples=40)
@given(documents(), st.sampled_from(TASTES), st.integers(0, 99))
def test_filling_keeps_what_is_there_and_mends_or_says_why_not(document: Doc, taste: Taste, seed: int) -> None:
    filled(army(document), taste, seed)


@st.composite
def half_built(draw: st.DrawFn) -> Army:
    """A suggestion with entries and miniatures taken out again."""
    chance = Random(draw(st.integers(0, 10_000)))
    made = suggested(chance.choice(PATHS), chance.randint(1, 10), chance.choice(TASTES), chance.randint(0, 2)).army
    for entry in (*made.units, *made.characters):
        if chance.random() < 0.5:
            made = made.without(entry.id)
    for one in made.units:
        basic = catalog().units[one.unit].basic_unit
        made = made.with_entry(replace(one, miniatures=chance.randint(basic, one.miniatures)))
    general = made.characters[0].id if made.characters and chance.random() < 0.3 else None
    return replace(made, taisho_abilities=(), general=general)


@settings(max_examples=40)
@given(half_built(), st.integers(0, 99))
def test_half_built_lists_are_filled(made: Army, seed: int) -> None:
    lawful = {problem.code for problem in problems(made, catalog())} <= {"too-few-basic", "no-general"}
    assert isinstance(filled(made, "balanced", seed), Suggestion) == lawful


def test_where_95_percent_is_impossible_the_proven_best_is_said() -> None:
    """All 60 places of a list are taken, so units can only grow, as they do nowhere else; at level 1 not even that. So
    it is with VP."""
    roomy = army(doc(level=3, units=[unit("katana-samurai"), unit("yari-samurai")]))
    assert [one.miniatures for one in found(fill(roomy)).army.units[:2]] == [4, 4]
    bench = [unit("kengo", 1, benched=True)] * 57
    growing = army(doc(level=3, units=[*bench, *[unit(f"{one}-samurai") for one in ("katana", "yari", "yumi")]]))
    suggestion = found(fill(growing))
    check(suggestion)
    assert [one.miniatures for one in suggestion.army.units[-3:]] == [6, 6, 6]
    document = plain(level=1, units=[*bench, unit("yari-samurai")], characters=[hero("busho-buke")])
    suggestion = found(fill(army(document)))
    assert (suggestion.koku.spent, suggestion.best_koku) == (335, 335)
    assert str(suggestion.notes[0]) == "At most 335 of 400 koku can be spent here."
    assert len(suggestion.army.units) == 60
    check(suggestion)
    suggestion = found(fill(army(plain(level=3, characters=[hero("kensei", benched=True)] * 59))))
    assert (suggestion.vp.spent, suggestion.best_vp) == (120, 120)
    assert str(suggestion.notes[0]) == "At most 120 of 650 VP can be spent here."
    some = suggested("buke", 1)
    slow = replace(some, koku=replace(some.koku, spent=100))
    assert [str(note) for note in slow.notes] == ["No way to spend more than 100 koku was found in time."]


def test_what_cannot_be_filled_is_refused() -> None:
    """All places taken, and no basic unit or no general among them; or something is wrong with it already."""
    bench = [unit("kengo", 1, benched=True)] * 59
    crowd = [hero("spy", benched=True)] * 60
    first = "Fix this first; then the rest can be filled in: Elite units: 1; level 1 allows 0."
    for document, words, rule in (
        (doc(level=2, units=[unit("katana-samurai"), *bench]), "adding units", ""),
        (doc(level=3, units=[unit("katana-samurai")] * 2, characters=crowd), "adding characters", ""),
        (plain(level=1, units=[unit("kengo")]), first, "12:3"),
    ):
        refused = fill(army(document))
        assert isinstance(refused, Refusal)
        assert words in str(refused)
        assert rule in refused.rule


# ---- underneath


@settings(max_examples=60)
@given(st.data())
def test_the_solver_finds_what_trying_everything_finds(data: st.DataObject) -> None:
    """Small programs against all their solutions."""
    small = st.integers(-4, 4)
    bounds = [data.draw(st.integers(0, 3)) for _ in range(3)]
    rows = [([data.draw(small) for _ in range(3)], data.draw(st.integers(-3, 8))) for _ in range(3)]
    wish = [data.draw(small) for _ in range(3)]
    program = Program()
    columns = [program.whole(0, most) for most in bounds]
    for weights, most in rows:
        program.keep(dict(zip(columns, map(float, weights), strict=True)), most=most)
    solution = program.best(dict(zip(columns, map(float, wish), strict=True)))
    everything = [
        sum(w * v for w, v in zip(wish, values, strict=True))
        for values in (
            (a, b, c) for a in range(bounds[0] + 1) for b in range(bounds[1] + 1) for c in range(bounds[2] + 1)
        )
        if all(sum(w * v for w, v in zip(weights, values, strict=True)) <= most for weights, most in rows)
    ]
    if solution is None:
        assert everything == []
    else:
        assert solution.proven
        assert round(solution.objective) == max(everything)


@given(st.integers(0, 9), st.integers(1, 5), st.integers(0, 8), st.integers(0, 99), st.floats(0, 1))
def test_sizes_add_up_within_their_bounds(units: int, least: int, more: int, seed: int, part: float) -> None:
    total = units * least + ceil(part * units * more)
    sizes = divided(total, units, least, least + more, Random(seed))
    assert sum(sizes) == total
    assert len(sizes) == units
    assert all(least <= size <= least + more for size in sizes)


# ---- sensible characters, places for them, and the own miniatures


def test_ashigaru_lead_ashigaru() -> None:
    units = ["yari-ashigaru", "katana-samurai", "katana-samurai"]
    army_ = army(doc(level=3, units=[unit(one) for one in units]))
    heroes = [one for seed in range(20) for one in found(fill(army_, "horde", seed)).army.characters]
    joined = [one.joins for one in heroes if one.character == "daisho-ashigaru" and one.joins in ("u1", "u2", "u3")]
    assert joined.count("u1") > len(joined) / 2 > 0


def test_suggestions_believe_standards_horses_and_weapons() -> None:
    units = {"yari-ashigaru": 12, "katana-samurai": 12, "kiba-musha": 5, "no-dachi-samurai": 8}
    parts = {"katana-samurai.standard": 1, "busho-buke.mounted": 1, "busho-buke.spear": 2}
    owned = {**units, "busho-buke": 2, "daisho-samurai": 2, "spy": 1, **parts}
    tastes: tuple[Taste, ...] = ("balanced", "cavalry", "elite")
    lists = [found(fill(Army("buke", 3), taste, seed, owned=owned)).army for taste in tastes for seed in range(3)]
    for made in lists:
        assert missing_miniatures(made, owned) == {}
        flags = [one.unit for one in made.units if one.standard_bearer]
        assert flags in ([], ["katana-samurai"])
        riders = [one for one in made.characters if one.mounted]
        assert len(riders) <= 1
        assert {one.weapon for one in made.characters if one.character == "busho-buke"} <= {"spear"}
    assert any(one.character == "busho-buke" for made in lists for one in made.characters)
    untold = {**units, "busho-buke": 2, "spy": 1}
    made = army(
        doc(units=[unit("katana-samurai", standard_bearer=True)], characters=[hero("busho-buke", mounted=True)])
    )
    assert missing_miniatures(made, untold) == {}, "who counts no standard and no horse has what he has"
    assert missing_miniatures(made, {**untold, **parts, "busho-buke.mounted": 0, "kengo.standard": 1}) == {}
    told = {**untold, "kengo.standard": 1, "daimyo-buke.mounted": 1}
    assert missing_miniatures(made, told) == {"katana-samurai.standard": 1, "busho-buke.mounted": 1}


def test_suggestions_keep_to_the_own_miniatures() -> None:
    units = {"yari-ashigaru": 12, "katana-samurai": 10, "yumi-samurai": 5}
    owned = {**units, "busho-buke": 1, "daisho-samurai": 2, "spy": 1}
    for seed in range(6):
        made = found(fill(Army("buke", 2), "balanced", seed, owned=owned)).army
        assert problems(made, catalog()) == ()
        assert missing_miniatures(made, owned) == {}
    kept = army(doc(level=2, units=[unit("kengo")]))
    filled = found(fill(kept, "balanced", 1, owned)).army
    assert missing_miniatures(filled, owned) == {"kengo": 1}, "what is chosen already stays"
    for too_few, words in (({"katana-samurai": 4}, "units"), ({"katana-samurai": 12}, "must lead")):
        refused = fill(Army("buke", 2), owned=too_few)
        assert isinstance(refused, Refusal)
        assert words in str(refused)


def test_each_entry_has_a_reason() -> None:
    made = suggested("kuge", 10, "balanced", 2).army
    said = dict(reasons(made))
    assert list(said) == [entry.id for entry in (*made.units, *made.characters)]
    words = {id_: str(reason) for id_, reason in said.items()}
    assert sum("a basic unit (level 10 needs at least 5)" in reason for reason in words.values()) == 5
    assert words[leader_of(made).id].startswith("leads from Onna-Bushi 2, with 4 Commandment Points")
    small = Army(path="buke", level=1, characters=(CharacterEntry("c1", "daisho-samurai"),))
    assert "with 1 Commandment Point," in str(dict(reasons(small))["c1"])
    assert not any("%(" in reason for reason in words.values())
    lists = army(doc("buke", 10, units=[unit("no-dachi-samurai"), unit("yari-samurai")], taisho_abilities=["banzai"]))
    said = dict(reasons(lists))
    assert str(said["u1"]) == "to strike harder than Katana Samurai (AT 5 against 6)"
    assert str(said["u2"]) == "to hold longer than Katana Samurai (HR 5 against 4)"
    assert [(name, str(words)) for name, words in ability_reasons(lists)] == [("Banzai", "for every unit")]
    spears = replace(lists, taisho_abilities=("forest-of-spears",))
    assert [str(words) for _, words in ability_reasons(spears)] == ["for nobody in this list"]


# ---- as a player looks at them


@pytest.mark.parametrize("path", PATHS)
def test_balanced_lists_of_level_ten_look_as_a_player_would_make_them(path: Path) -> None:
    """Each arm is there and none is most of the army; standards have followers, ashigaru their leaders, the general a
    line.
    """
    level = catalog().levels[10]
    small = 0
    for seed in range(8):
        made = suggested(path, 10, "balanced", seed).army
        roster = Roster(made, catalog(), level)
        spent: dict[str, int] = {}
        for one in made.units:
            profile = roster.profile(one)
            arm = next((arm for arm in ("projectiles", "mounted", "loner") if arm in profile.traits), "foot")
            spent[arm] = spent.get(arm, 0) + roster.koku(one)
            most = most_miniatures(profile, level)
            small += one.miniatures < (profile.basic_unit + most) // 2
            assert not one.standard_bearer or one.miniatures > profile.basic_unit, (seed, one)
        assert {"foot", "projectiles", "mounted"} <= spent.keys()
        assert max(spent.values()) < 0.75 * sum(spent.values())
        stands = made.unit(leader_of(made).joins)
        assert stands is not None
        assert not {"harasser", "projectiles", "heinin"} & roster.profile(stands).traits, (seed, stands)
        ashigaru = {one.id for one in made.units if "ashigaru" in roster.profile(one).traits}
        for who in made.characters:
            if who.character == "daisho-ashigaru":
                free = [id_ for id_ in ashigaru if not any(one.joins == id_ for one in made.characters)]
                assert who.joins in ashigaru or not free, (seed, who)
    assert small <= 4, "of about ninety units"


def test_whom_an_ability_serves() -> None:
    lists = army(doc("kuge", 8, units=[unit("yari-ashigaru"), unit("kiba-musha"), unit("ninjas")],
                     characters=[hero("shinobi"), hero("taisho-kuge")]))  # fmt: skip
    assert serves(lists, "forest-of-spears") == ("u1",)
    assert serves(lists, "ashigarus-general") == ("u1",)
    assert serves(lists, "banzai") == ("u1", "u3")
    assert serves(lists, "clandestine-practices") == ("u3", "c1")
    assert serves(lists, "divine-wind") == ()
    assert serves(lists, "fulfil-your-duty") == ("u1", "u2", "u3")


# ---- what stays


def test_only_what_is_to_stay_stays() -> None:
    lists = army(
        doc(
            level=5,
            units=[unit("yari-ashigaru"), unit("katana-samurai", 6), unit("kengo", 1, benched=True)],
            characters=[hero("taisho-buke", joins="u2", weapon="katana"), hero("daisho-ashigaru", joins="u1")],
            taisho_abilities=["banzai"],
        )
    )
    assert held(lists, ["u1", "u2", "c1", "c2"]) == lists
    rest = held(lists, ["u2", "c1"])
    assert [one.id for one in (*rest.units, *rest.characters)] == ["u2", "u3", "c1"], "the bench stays"
    assert rest.taisho_abilities == ("banzai",)
    assert held(lists, ["u1"]).taisho_abilities == (), "they were the general's"
    homeless = held(lists, ["u1", "c1"])
    assert [one.joins for one in homeless.characters] == [None]
    for seed in range(4):
        made = found(fill(homeless, "balanced", seed, homeless=["c1"])).army
        taisho = made.character("c1")
        assert taisho is not None
        assert (taisho.weapon, made.taisho_abilities) == ("katana", ("banzai",))
        assert taisho.joins is not None, "who has lost his unit finds another"


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("level", [3, 6, 10])
def test_few_and_strong_are_fewer_and_stronger(path: Path, level: int) -> None:
    def units(taste: Taste) -> list[tuple[int, float]]:
        lists = [suggested(path, level, taste, seed, 4000 if level == 10 else None) for seed in (1, 2)]
        return [(len(one.army.units), one.koku.spent / sum(u.miniatures for u in one.army.units)) for one in lists]

    few, all_sorts = units("elite"), units("balanced")
    assert sum(count for count, _ in few) < sum(count for count, _ in all_sorts)
    assert sum(worth for _, worth in few) > sum(worth for _, worth in all_sorts), "koku for each miniature"


@pytest.mark.parametrize("path", PATHS)
def test_a_large_list_of_agreed_koku_has_no_kind_more_than_twice(path: Path) -> None:
    for seed in (1, 2, 3):
        made = suggested(path, 10, "balanced", seed, 4000)
        assert made.koku.allowed == 4000
        kinds = [unit.unit for unit in made.army.units]
        assert max(map(kinds.count, kinds)) <= 2
