"""Random Keizer seasons, scored by the package and by the reference implementation of the specification."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support import keizer_states as golden
from tests.support.builders import do
from tests.systems.keizer.keizer_program import GAMES, Options, Program, shown

from ronde.model.decisions.players import (
    enter_player,
    plan_absence,
    player_leaves,
    player_returns,
    remove_player,
)
from ronde.model.decisions.rounds import (
    clear_result,
    correct_result,
    enter_at_table,
    open_tournament,
    remove_all_tables,
    reopen_round,
)
from ronde.model.errors import CannotPair
from ronde.model.player import Absence, Player
from ronde.model.replay import replay
from ronde.model.system_settings import COLOUR_LIMITS, RATIOS
from ronde.model.tournament import Tournament
from ronde.systems import keizer_table
from ronde.systems.keizer.standings import close_and_freeze
from ronde.systems.rounds import complete_round

STATES = ("club", "excused", "unexcused")
SHARES = ("club", "excused", "unexcused", "withdrawn", "bye", "loss")


class Season:
    """One season, played in both."""

    def __init__(self, seed: int, known: dict[str, Any], most: int) -> None:
        self.chance = random.Random(seed)
        self.program = Program(
            Options(
                ratio=known["ratio"],
                normalised=known["normalisation"],
                shares=known["bonus"],
                fade_absences=known["decay_absence"],
                fade_own=known["decay_previous_round"],
                repeat_distance=known["repeat_distance"],
                fair_bye=known["fair_bye"],
                colour_limit=known["max_same_colour"] or 0,
            )
        )
        chosen = golden.keizer_settings(known)
        self.hall = replay(open_tournament(Tournament(), name="club", settings=chosen))
        for _ in range(self.chance.randint(2, most)):
            self.enter()

    def enter(self) -> None:
        number = max(self.hall.players, default=0) + 1
        rating = self.chance.choice([0, 1500, 1500, self.chance.randint(900, 2300)])
        self.program.enter(number, rating)
        self.hall = do(self.hall, enter_player, player=Player(number, f"P{number}", rating=rating))

    def state(self, player: int, state: str) -> None:
        """Before a round is paired; the program keeps states, the package plans them for one round."""
        self.program.states[player] = state
        if state == "withdrawn":
            if self.hall.absence(player) is not Absence.WITHDRAWN:
                self.hall = do(self.hall, player_leaves, number=player)
            return
        if self.hall.absence(player) is not None:
            self.hall = do(self.hall, player_returns, number=player)
        if state != "present":
            number = self.hall.open_round.number
            reason = golden.ABSENCES[state]
            self.hall = do(self.hall, plan_absence, number=player, rounds=[number], reason=reason)

    def states(self) -> None:
        for player in list(self.program.ratings):
            before = self.program.states[player]
            stays = "withdrawn" if before == "withdrawn" and self.chance.random() < 0.6 else "present"
            moved = self.chance.choice([*STATES, *STATES, "withdrawn"])
            self.state(player, moved if self.chance.random() < 0.2 else stays)

    def delete(self) -> None:
        """A player without any game is deleted."""
        idle = [
            player
            for player in self.program.ratings
            if not any(player in (row.white, row.black) for row in self.program.rows if row.black != -1)
        ]
        if self.program.last and idle and self.chance.random() < 0.3:
            player = self.chance.choice(idle)
            del self.program.ratings[player], self.program.states[player]
            self.program.rows = [row for row in self.program.rows if row.white != player]
            for order in self.program.stored.values():  # numbers there are never given twice
                order[:] = [0 if one == player else one for one in order]
            self.hall = do(self.hall, remove_player, number=player)

    def correct(self) -> None:
        """An old result is changed."""
        rows = [row for row in self.program.rows if row.black != -1 and row.round <= self.program.last]
        if rows and self.chance.random() < 0.3:
            row = self.chance.choice(rows)
            row.result = self.chance.choice([one for one in GAMES if one != row.result])
            wish = {"round": row.round, "first": row.white, "second": row.black}
            self.hall = do(self.hall, correct_result, **wish, result=golden.RESULTS[row.result])

    def delete_round(self) -> None:
        """The last round is deleted with its stored table."""
        last = self.program.last
        if last and self.chance.random() < 0.15:
            self.program.rows = [row for row in self.program.rows if row.round < last]
            self.program.stored.pop(last, None)
            self.program.last -= 1
            self.hall = do(self.hall, reopen_round)
            for table in list(self.hall.open_round):
                self.hall = do(self.hall, clear_result, table=table.number)
            self.hall = do(self.hall, remove_all_tables, locked_too=True)

    def pair(self) -> bool:
        paired = self.program.next_round()
        try:
            self.hall = replay(complete_round(self.hall, seed=1), self.hall)
        except CannotPair:
            assert not paired
            return False
        drawn = [(table.first, table.second) for table in self.hall.open_round]
        assert drawn == [(row.white, row.black) for row in self.program.games(self.program.last)]
        return True

    def play(self) -> None:
        number = self.program.last
        for table, row in enumerate(self.program.games(number), start=1):
            row.result = self.chance.choice([*GAMES[:3], *GAMES[:3], *GAMES])
            self.hall = do(self.hall, enter_at_table, table=table, result=golden.RESULTS[row.result])
        if self.chance.random() < 0.15 and self.hall.open_round.tables:
            self.enter()
        self.hall = do(self.hall, close_and_freeze)
        self.program.store()

    def check(self) -> None:
        theirs = self.program.standing(self.program.last)
        table = keizer_table(self.hall)
        assert table.order == tuple(theirs.printed)
        assert table.ranking == tuple(theirs.internal)
        assert {row.player: row.total for row in table.rows} == theirs.totals
        assert [row.shown for row in table.standing] == [shown(theirs.totals[one]) for one in theirs.printed]
        assert {row.player: row.value for row in table.standing} == {
            one: theirs.used[one] for one in theirs.printed
        }
        ours = {(source.round, row.player): source.points for row in table.rows for source in row.sources[1:]}
        assert ours == theirs.points


def options(seed: int) -> dict[str, Any]:
    """Random settings, in the words of the golden data."""
    chance = random.Random(seed)
    return {
        "ratio": chance.choice(RATIOS),
        "normalisation": chance.random() < 0.5,
        "bonus": {name: chance.choice([0, 5, 35, 70, chance.randint(0, 100), 100]) for name in SHARES},
        "decay_absence": chance.random() < 0.5,
        "decay_previous_round": chance.random() < 0.5,
        "repeat_distance": chance.choice([0, 1, 2, 3, 4, 99]),
        "fair_bye": chance.random() < 0.7,
        "max_same_colour": chance.choice(COLOUR_LIMITS),
        "first_round_random": 0,
        "random_boards": False,
    }


def played(season: Season, rounds: int) -> None:
    """Some evenings of a club, compared after every step that can change a table."""
    for number in range(rounds):
        season.delete_round()
        if number and season.chance.random() < 0.3:
            season.enter()
        season.correct()
        season.delete()
        season.states()
        if not season.program.active:
            return  # no rows at all: no round is created
        if season.program.last:
            season.check()
        if not season.pair():
            return
        season.play()
        season.check()


@given(st.integers(0, 2**32))
def test_a_season_by_chance_is_the_programs_to_the_last_bit(seed: int) -> None:
    played(Season(seed, options(seed), most=9), rounds=7)


@pytest.mark.parametrize("path", golden.TOURNAMENTS, ids=lambda path: path.stem[:3])
def test_other_seasons_under_the_golden_settings_agree_too(path: Path) -> None:
    for seed in range(3):
        played(Season(seed, golden.load(path)["settings"], most=8), rounds=6)
