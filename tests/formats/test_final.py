"""A final in the files of other programs, each of which holds the games as it can."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from tests.formats.papp.halls import put
from tests.support.builders import do, leave, played, tournament

from ronde.formats.papp import Edition, elo_file, read_folder, write_folder
from ronde.formats.papp.xml import rounds_xml, standings_xml
from ronde.formats.trf import parse_trf, trf_of, write_trf, wrong_points
from ronde.formats.trf.from_tournament import numbers_in
from ronde.model.replay import replay
from ronde.model.settings import usual_settings
from ronde.model.tournament import Tournament
from ronde.systems import standings
from ronde.systems.cup import begin_final

AT = datetime(2026, 11, 17, 9, 5)
ROUNDS = ("1-4:40 2-3:40", "1-2:40 3-4:40")
"""1 before 2 and 3, then 4."""


def begun(system: str = "swiss") -> Tournament:
    hall = tournament(4, ROUNDS, settings=replace(usual_settings(system, rounds=2, game="othello"), laps=1))
    return do(hall, begin_final, players=2, best_of=3, third_place=True)


def under_way(system: str = "swiss") -> Tournament:
    """The second of the standings has won a game, and the fourth her only one."""
    first, second, third, fourth = ranked(begun(system))
    return played(begun(system), f"{first}-{second}:20 {third}-{fourth}:20")


def over(system: str = "swiss") -> Tournament:
    first, second, *_ = ranked(begun(system))
    return played(under_way(system), f"{second}-{first}:40")


def ranked(hall: Tournament) -> list[int]:
    return [row.player for row in standings(hall).rows]


def test_games_of_a_final_are_added_games_of_the_rating_file() -> None:
    rounds, added = elo_file(over(), Edition(), AT).split("%%Added results\n")

    assert "%Round: 2" in rounds
    assert "%Round: 3" not in rounds
    assert len([line for line in added.splitlines() if line.endswith(" B")]) == 3


def test_the_xml_has_the_rounds_of_a_final_and_both_rankings() -> None:
    final, before = standings_xml(over(), Edition(), AT), standings_xml(over(), Edition(), AT, 2)

    assert rounds_xml(over(), Edition(), AT, 4).count("<Pair>") == 2 + 2 + 2 + 1
    assert before == standings_xml(begun(), Edition(), AT)
    assert [int(one) for one in re.findall("<Id>(.)</Id>", final)] == ranked(over())


@pytest.mark.parametrize("hall", [begun(), under_way(), leave(under_way(), 3), over()])
def test_a_final_goes_to_papp_and_comes_back(hall: Tournament, tmp_path: Path) -> None:
    written = write_folder(hall)

    back = replay(read_folder(put(tmp_path, written)).events)

    assert [remark.key for remark in written.remarks] == ["papp.export-final"]
    assert back.final == hall.final
    assert standings(back) == standings(hall)
    assert [back.absence(player) for player in back.players] == [
        hall.absence(player) for player in hall.players
    ]


def test_a_final_that_papp_went_on_from_otherwise_is_an_ordinary_round_again(tmp_path: Path) -> None:
    files = write_folder(over())
    name = next(name for name, data in files.files.items() if b"ronde-suivante" in data)
    changed = re.sub(rb'"players":\[\d,', b'"players":[9,', files.files[name])
    assert changed != files.files[name]

    back = replay(read_folder(put(tmp_path, replace(files, files={**files.files, name: changed}))).events)

    assert back.final is None
    assert len(back.closed_rounds) == 4


@pytest.mark.parametrize("system", ["dutch", "berger"])
def test_a_report_has_the_games_of_a_final_as_further_rounds_and_its_ranking(system: str) -> None:
    hall = over(system)
    trf, numbers = trf_of(hall), numbers_in(hall)

    assert trf.rounds == 4
    assert not trf.byes
    assert [one.number for one in sorted(trf.players, key=lambda one: one.rank)] == [
        numbers[player] for player in ranked(hall)
    ]
    assert not list(wrong_points(parse_trf(write_trf(trf))))
