"""Workers and referees killed over whole leagues: each game is played to its end, once."""

from __future__ import annotations

from pathlib import Path

from tests.faults.referees import ENGINES, LEAGUES, killed_referees
from tests.faults.workers import killed_workers


def test_a_league_whose_workers_are_killed_has_every_game_once(tmp_path: Path) -> None:
    tally = killed_workers(tmp_path, seed=1, kills=2, players=4)

    assert tally.stories == []
    assert tally.kills >= 1
    assert tally.checked == 2 + 4 * 3


def test_leagues_of_engines_whose_referee_is_killed_end_as_foretold(tmp_path: Path) -> None:
    tally = killed_referees(tmp_path, seed=1, kills=2)

    assert tally.stories == []
    assert tally.kills == 2
    assert tally.checked == len(LEAGUES) + 3 + len(LEAGUES) * ENGINES * (ENGINES - 1)
