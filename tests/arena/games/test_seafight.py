from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.arena.games.golden import after, golden

from ronde.arena.games import ALONE, BadPosition, BadSetting, IllegalMove
from ronde.arena.games.fleet import NO_SHOTS, Ship, any_fleet, flaw, read_fleet, write_fleet
from ronde.arena.games.seafight import Position, SeaFight

GAME = SeaFight()
SIZES = (5, 4, 3, 3, 2)
ONE = "V5A01V4B01V3C01V3D01V2E01"
TWO = "H5A01H4A11H3A21H3A31H2A41"
APART = "H5A01H4A21H3A41H3A61H2A81"


@pytest.mark.parametrize("item", golden("seafight")["fleet_checks"], ids=lambda item: item["why"])
def test_a_fleet_gets_the_verdict_of_the_vectors(item: Any) -> None:
    start = GAME.start(Random(0))
    if item["legal"]:
        assert GAME.read(start, 1, item["value"]) == item["value"].replace("I", "1")
    else:
        with pytest.raises(IllegalMove):
            GAME.read(start, 1, item["value"])


@pytest.mark.parametrize(
    ("fleet", "code", "reason"),
    [
        ("H5A01V4J01H3H91V3A71", "illegal", "sizes"),
        ("H5A01V4J01H3H91V3A71H3F51", "illegal", "sizes"),
        ("V5A61V4J01H3H91V3B71H2F51", "illegal", "outside"),
        ("H5A01V4E01H3H91V3A71H2F51", "illegal", "overlap"),
        ("H5A02V4J01H3H91V3A71H2F51", "illegal", "state"),
        ("H5A0XV4J01H3H91V3A71H2F51", "unreadable", "notation"),
        ("D5A01V4J01H3H91V3A71H2F51", "unreadable", "notation"),
        ("C53", "unreadable", "notation"),
        ("", "unreadable", "notation"),
    ],
)
def test_a_refused_fleet_has_its_reason(fleet: str, code: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        GAME.read(GAME.start(Random(0)), 1, fleet)

    assert (refusal.value.code, refusal.value.reason) == (code, reason)


def test_ships_may_touch_unless_the_switch_says_not() -> None:
    apart = SeaFight(no_touch=True)

    assert GAME.read(GAME.start(Random(0)), 1, TWO) == TWO
    assert apart.read(apart.start(Random(0)), 1, APART) == APART
    with pytest.raises(IllegalMove, match="touch"):
        apart.read(apart.start(Random(0)), 1, TWO)
    with pytest.raises(IllegalMove, match="touch"):
        apart.read(apart.start(Random(0)), 1, "H5A01H4F11H3A41H3A61H2A81")


def test_the_example_of_the_specification_is_called_as_printed() -> None:
    opened = after(GAME, [ONE, TWO, "A0"])
    later = after(GAME, [ONE, TWO, "A0", "A6"])

    assert GAME.call(after(GAME, [ONE]), 2) == {"Set": "SeaFight", "Turn": "2", "Tray": "Init", "Status": "0"}
    assert GAME.call(opened, 2)["Move1"] == "A02"
    assert GAME.call(later, 1) == {
        "Set": "SeaFight",
        "Turn": "5",
        "Tray": "2" + "0" * 99,
        "Move2": "A61",
        "Status": "0",
    }


def test_the_tray_of_both_boards_is_a_switch() -> None:
    both = SeaFight(both_boards=True)
    tray = both.call(after(both, [ONE, TWO, "A0", "A6"]), 1)["Tray"]

    assert (len(tray), tray[0], tray[160]) == (200, "2", "1")


def test_a_sunk_ship_is_told_on_all_its_cells() -> None:
    position = after(GAME, [ONE, TWO, "A4", "J9", "B4"])

    assert position.last == "B43"
    assert position.shots[0][40:42] == "33"


def test_a_cell_is_fired_at_once_only() -> None:
    position = after(GAME, [ONE, TWO, "A0", "A6"])

    with pytest.raises(IllegalMove, match="repeated"):
        GAME.read(position, 1, "A0")
    with pytest.raises(IllegalMove, match="unreadable"):
        GAME.read(position, 1, "C53")


def test_the_last_ship_wins_at_once_and_shows_the_fleets() -> None:
    targets = [
        cell for row, size in enumerate(SIZES) for cell in (f"{'ABCDE'[at]}{row}" for at in range(size))
    ]
    waste = [f"J{row}" for row in range(10)] + [f"I{row}" for row in range(10)]
    shots = [shot for pair in zip(targets, waste, strict=False) for shot in pair][:-1]
    end = after(GAME, [ONE, TWO, *shots])

    assert (GAME.outcome(end).winner, GAME.outcome(end).reason) == (1, "sunk")
    assert GAME.last_call(end, 2, "4")["Gain2"] == TWO.replace("1H", "3H")[:-1] + "3"
    assert GAME.last_call(end, 2, "4")["Gain1"] == ONE
    assert TWO in GAME.write(end, ALONE[1])


def test_a_view_shows_both_seas_but_not_the_other_fleet() -> None:
    position = after(GAME, [ONE, TWO, "A0"])

    assert ONE in GAME.write(position, ALONE[1])
    assert TWO not in GAME.write(position, ALONE[1])
    assert GAME.write(position, ALONE[2]).split(" ")[3:] == ["?", TWO, "A02"]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ((NO_SHOTS, NO_SHOTS, "3", ONE, "-"), "fleet"),
        ((NO_SHOTS, NO_SHOTS, "3", ONE, "H5A01"), "fleet"),
        ((NO_SHOTS, NO_SHOTS, "3", ONE, "boat"), "fleet"),
        ((NO_SHOTS, NO_SHOTS, "1", ONE, "-"), "fleet"),
        (("1" + "0" * 99, NO_SHOTS, "4", ONE, TWO), "shots"),
        (("3" + "0" * 99, NO_SHOTS, "4", ONE, TWO), "shots"),
        (("1" + "0" * 99, NO_SHOTS, "1", "-", "-"), "shots"),
        (("2" + "0" * 99, NO_SHOTS, "4", ONE, TWO, "A01"), "last"),
        (("2" + "0" * 99, NO_SHOTS, "4", ONE, TWO, "B00"), "last"),
        (("2" + "0" * 99, NO_SHOTS, "4", ONE, TWO, "Z99"), "last"),
        ((NO_SHOTS, NO_SHOTS, "3", ONE, "?"), "hidden"),
        ((NO_SHOTS[1:], NO_SHOTS, "3", ONE, TWO), "length"),
    ],
)
def test_a_text_that_is_no_position_is_refused(fields: tuple[str, ...], reason: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        GAME.place(" ".join(fields), Random(0))

    assert refusal.value.reason == reason


def test_a_photo_ignores_the_states_of_ships_and_believes_the_shots() -> None:
    photo = GAME.place(f"2{'0' * 99} {NO_SHOTS} 4 {ONE} {TWO.replace('H5A01', 'H5A02')}", Random(0))

    assert photo == Position(4, (ONE, TWO), ("2" + "0" * 99, NO_SHOTS))


@given(st.integers(0, 10**6), st.booleans())
def test_a_fleet_is_read_as_it_was_written(seed: int, no_touch: bool) -> None:
    ships = any_fleet(SIZES, Random(seed), no_touch=no_touch)

    assert read_fleet(write_fleet(ships)) == ships
    assert flaw(ships, SIZES, no_touch=no_touch) == ""


@given(st.text("HV123456789ABCDEFGHIJ0", max_size=30))
def test_any_text_is_either_a_fleet_or_refused(text: str) -> None:
    try:
        move = GAME.read(GAME.start(Random(0)), 1, text)
    except IllegalMove:
        return
    assert write_fleet(read_fleet(move)) == move


def test_fleets_are_listed_one_by_one() -> None:
    start = GAME.start(Random(0))
    listed = list(islice(GAME.moves(start, 1), 50))

    assert len(set(listed)) == 50
    assert [GAME.read(start, 1, fleet) for fleet in listed] == listed


def test_a_ship_knows_its_shore() -> None:
    assert Ship("H", 2, 0).shore == {0, 1, 2, 10, 11, 12}
    assert Ship("V", 2, 88).cells == (88, 98)
    assert Ship("V", 3, 88).outside


@pytest.mark.parametrize("sizes", [(), (1,), (6,), (5, 5, 5, 5, 5)])
def test_settings_that_make_no_game_are_refused(sizes: tuple[int, ...]) -> None:
    with pytest.raises(BadSetting):
        SeaFight(sizes=sizes)
