"""The total of a draw, out of PAPP's own files: PAPP's figures on its golden states, and a second reading of
its rules on any others. However the workfile tells who was there when, the round costs the same.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formats.papp.test_presence import hall_of
from tests.support.papp_rules import CAP, State, least_total, random_state
from tests.support.papp_states import STATES, load

from ronde.model.replay import replay
from ronde.model.tournament import Tournament
from ronde.systems.rounds import complete_round

Signs = dict[int, bool]


def penalty_block(table: dict[str, Any]) -> str:
    """The penalties of a state as a configuration names them."""

    def listed(values: list[int], first: int, unit: str) -> str:
        lines = [f"{at} {unit} = {value};" for at, value in enumerate(values, start=first)]
        return " ".join([*lines[:-1], f"{first + len(values) - 1}+ {unit} = {values[-1]};"])

    return f"""penalites {{
        Couleurs: {listed(table["colour"][1:], 1, "fois")} de-suite = {table["colour_repeat"]};
        Flottement: {listed(table["float"][1:], 1, "demi-points")}
            de-suite = {table["float_same_direction"]}; minoration = {table["float_compensation"]};
        Repetition: memes-couleurs = {table["replay_same_colours"]};
            couleurs-opposees = {table["replay_opposite_colours"]};
            bip-bip = {table["bye_replay"]}; de-suite = {table["replay_immediate"]};
        Chauvinisme: {" ".join(_by_round(table["country_by_round"]))}
        Elitisme: {" ".join(_by_round(table["elitism_by_round"]))}
    }};"""


def _by_round(values: list[int]) -> list[str]:
    last = len(values)
    return [
        f"ronde {number}{'+' if number == last else ''} = {value};"
        for number, value in enumerate(values, start=1)
    ]


def presence(state: State) -> list[Signs]:
    """Who was there in every closed round, and who is there now."""
    numbers = [one["id"] for one in state["players"]]
    told = []
    for played in state["history"]:
        there = {game[side] for game in played["games"] for side in ("black", "white")} | set(played["byes"])
        told.append({one: one in there for one in numbers})
    return [*told, {one["id"]: one["present"] for one in state["players"]}]


def all_at_once(told: list[Signs]) -> list[list[Signs]]:
    """Everybody registers the day before; whoever is missing is marked absent, and comes and goes."""
    return [[dict.fromkeys(told[0], True), told[0]], *([now] for now in told[1:])]


def as_they_come(told: list[Signs]) -> list[list[Signs]]:
    """A player is registered when he first comes; who never came registers last, and goes."""
    known: set[int] = set()
    blocks: list[list[Signs]] = []
    for now in told:
        known |= {one for one, there in now.items() if there}
        blocks.append([{one: there for one, there in now.items() if one in known}])
    return [*blocks[:-1], [dict.fromkeys(told[-1], True), told[-1]]]


def rewritten(told: list[Signs]) -> list[list[Signs]]:
    """As PAPP writes the file again after a correction: all names in round 1, later arrivals as absent."""
    return [[now] for now in told]


STYLES = (all_at_once, as_they_come, rewritten)


def workfile(state: State, blocks: list[list[Signs]]) -> str:
    """The state as a workfile tells it, with these signs before each round."""
    text: list[str] = []
    here: Signs = {}
    for signs, played in zip(blocks, [*state["history"], None], strict=True):
        for block in signs:
            text.append(_signs({one: there for one, there in block.items() if here.get(one) is not there}))
            here |= block
        if played:
            text.append("raz-couplage;\n")
            text += [f"({game['black']} {_scores(game)});\n" for game in played["games"]]
            text.append("ronde-suivante;\n")
    return "".join([*text, *(f"({black} {white});\n" for black, white in state["already_paired"])])


def _signs(moved: Signs) -> str:
    told = " ".join(f"{'+' if there else '-'}{one:06d}" for one, there in moved.items())
    return f"& {told};\n" if moved else ""


def _scores(game: dict[str, Any]) -> str:
    return f"{float(game['black_score'])} {game['white']} {float(game['white_score'])}"


def configuration(state: State) -> str:
    return f"score-bip = {state['bye_score']}/{state['total_discs']};{penalty_block(state['penalties'])}"


def base(state: State) -> str:
    players = "".join(f'{one["id"]} N{one["id"]} {{"{one["country"]}"}}\n' for one in state["players"])
    return re.sub(r' \{""\}', "", players)


def total(state: State, hall: Tournament, seed: int = 1) -> int:
    """What the draw of the tournament pays for the pairs it adds."""
    if len(hall.unpaired) < 2:
        return 0
    after = replay(complete_round(hall, seed=seed), hall)
    fixed = {player for pair in state["already_paired"] for player in pair}
    costs = [table.pair.cost for table in after.open_round if table.first not in fixed]
    costs += [after.open_round.bye.cost] if after.open_round.bye else []
    return sum(min(cost, CAP) for cost in costs)


MEDIUM = [path for path in STATES if len(load(path)["players"]) <= 40]


@pytest.mark.parametrize("path", MEDIUM, ids=lambda path: path.stem)
def test_a_golden_state_read_from_papps_files_has_papps_total(path: Path) -> None:
    state = load(path)
    for style in STYLES:
        hall = hall_of(workfile(state, style(presence(state))), base(state), configuration(state))

        assert set(hall.present) == {one["id"] for one in state["players"] if one["present"]}
        assert total(state, hall) == state["optimal_total_penalty"], style.__name__


SMALL = [path for path in STATES if len(load(path)["players"]) <= 16]


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_the_second_reading_finds_papps_total_too(path: Path) -> None:
    state = load(path)

    assert least_total(state) == state["optimal_total_penalty"]


@given(st.integers(0, 2**32), st.sampled_from(STYLES))
@settings(max_examples=60)
def test_any_state_read_from_papps_files_costs_what_the_second_reading_says(seed: int, style: Any) -> None:
    state = random_state(seed)
    hall = hall_of(workfile(state, style(presence(state))), base(state), configuration(state))

    assert set(hall.present) == {one["id"] for one in state["players"] if one["present"]}
    assert total(state, hall, seed) == least_total(state)
