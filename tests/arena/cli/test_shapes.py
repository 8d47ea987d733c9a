"""`tournoi` in every shape, with real programs that play fast; `simulate` and `settings` of the same."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from tests.arena.programs.workshop import script
from tests.cli.terminal import Terminal

LINE = ("--game", "tictactoe", "--time", "60", "--increment", "0", "--sandbox", "none", "--no-web")
QUICK = (*LINE, "--games", "1")


@pytest.fixture
def four(tmp_path: Path) -> Path:
    """Four programs j1 to j4; all but j4 lose at once."""
    for name in ("j1", "j2", "j3"):
        script(tmp_path / "joueurs", name, "#!/bin/sh\nexit 3\n")
    return script(tmp_path / "joueurs", "j4", '#!/bin/sh\nexpr index "$1" 0\n').parent


def met(data: dict[str, Any]) -> list[list[str]]:
    return [tie["players"] for played in data["rounds"] for tie in played["matches"]]


@pytest.mark.full
def test_a_gauntlet_is_run_by_the_first_seed(ronde: Terminal, four: Path) -> None:
    data = ronde.data("tournoi", "--system", "gauntlet", *QUICK)

    assert met(data) == [["j1", "j2"], ["j3", "j1"], ["j1", "j4"]]
    assert data["over"]


@pytest.mark.full
def test_a_round_robin_of_three_laps_lets_everybody_meet_three_times(ronde: Terminal, four: Path) -> None:
    (four / "j4").unlink()
    data = ronde.data("tournoi", "--system", "berger", "--laps", "3", *QUICK)

    meetings = met(data)
    assert len(data["rounds"]) == 9
    for one, other in combinations(("j1", "j2", "j3"), 2):
        sides = sorted(([one, other] in (pair,)) for pair in meetings if set(pair) == {one, other})
        assert sides in ([False, False, True], [False, True, True])


@pytest.mark.full
def test_a_double_elimination_is_played_to_the_grand_final(ronde: Terminal, four: Path) -> None:
    said = ronde("tournoi", "--double", *QUICK)
    data = ronde.data("tournoi", *QUICK)

    assert said.status == 0
    assert "Bracket of the losers: Round 2" in said.out
    assert "Grand final: Round 4" in said.out
    assert [section["kind"] for section in data["sections"]] == ["losers", "grand-final"]
    assert len(data["rounds"]) in (4, 5)
    assert [row["place"] for row in data["standings"]] == [1, 2, 3, 4]
    assert data["standings"][0]["name"] == data["champion"]


@pytest.mark.full
def test_a_cup_with_a_match_for_the_third_place_says_so_in_french_too(ronde: Terminal, four: Path) -> None:
    said = ronde("tournoi", "--third-place", *QUICK, "--lang", "fr")
    data = ronde.data("tournoi", *QUICK)

    assert "Places 3 à 4" in said.out
    assert [row["place"] for row in data["standings"]] == [1, 2, 3, 4]


@pytest.mark.full
def test_a_consolation_ranks_everybody_on_every_list(ronde: Terminal, four: Path) -> None:
    ronde.data("tournoi", "--consolation", *QUICK)

    rows = ronde.data("standings", "tournoi.ronde")["rows"]
    assert [row["place"] for row in rows] == [1, 2, 3, 4]
    assert ronde("settings", "tournoi.ronde", "cup.consolation").out.strip() == "cup.consolation = True"


@pytest.mark.full
def test_earlier_tournaments_seed_the_next_one(ronde: Terminal, four: Path) -> None:
    ronde.data("tournoi", "--system", "berger", "--output", "league.ronde", *QUICK)
    rated = ronde.data("rate", "league.ronde", "--method", "likelihood")

    data = ronde.data("tournoi", "--rated", "league.ronde", "--output", "cup.ronde", *QUICK)

    first = data["rounds"][0]["matches"]
    seeds = {name: seed for tie in first for name, seed in zip(tie["players"], tie["seeds"], strict=True)}
    by_rating = sorted(rated, key=lambda row: (-round(row["rating"]), row["id"]))
    assert [row["name"] for row in by_rating] == sorted(seeds, key=seeds.__getitem__)
    assert seeds["j4"] == 1


@pytest.mark.full
def test_rematches_go_on_until_one_is_clearly_better(ronde: Terminal, four: Path) -> None:
    for name in ("j2", "j3"):
        (four / name).unlink()

    data = ronde.data("tournoi", "--games", "60", "--clear", "200", *LINE)

    ((match,),) = data["bracket"]
    assert match["players"][match["winner"] - 1] == "j4"
    assert 2 <= len(match["games"]) < 60
    assert len(match["games"]) % 2 == 0


@pytest.mark.parametrize("system", ["berger", "double-berger", "gauntlet", "cup"])
def test_every_schedule_can_be_simulated_with_the_rounds_it_needs(ronde: Terminal, system: str) -> None:
    data = ronde.data("simulate", "--system", system, "--players", "6", "--times", "3")

    assert data["rounds"] == {"berger": 5, "double-berger": 10, "gauntlet": 5, "cup": 3}[system]


@pytest.mark.parametrize(
    ("system", "shown", "hidden"),
    [
        ("berger", "laps = 1", "cup."),
        ("gauntlet", "gauntlet.champions = 1", "cup."),
        ("cup", "cup.double = False", "gauntlet."),
        ("swiss", "rounds = 7", "laps"),
    ],
)
def test_settings_of_a_system_are_shown_where_it_is_played(
    ronde: Terminal, system: str, shown: str, hidden: str
) -> None:
    ronde("new", "one.ronde", "--system", system)
    said = ronde("settings", "one.ronde").out

    assert shown in said
    assert hidden not in said


@pytest.mark.parametrize("change", ["laps=0", "laps=21", "gauntlet.champions=0", "cup.double=perhaps"])
def test_impossible_shapes_are_refused_and_change_nothing(ronde: Terminal, change: str) -> None:
    ronde("new", "one.ronde", "--system", "cup")
    said = ronde("settings", "one.ronde", change, "--json")

    assert said.status == 1
    assert said.complaint["error"] == "setting-impossible"
    assert len(ronde.data("history", "one.ronde")) == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--laps", "3"), "--laps has no meaning with --system cup."),
        (("--rounds", "9"), "--rounds has no meaning with --system cup."),
        (("--system", "berger", "--third-place"), "--third-place has no meaning with --system berger."),
        (("--system", "swiss", "--laps", "2"), "--laps has no meaning with --system swiss."),
        (("--system", "double-berger", "--laps", "2"), "--laps has no meaning with --system double-berger."),
        (("--champions", "2"), "--champions has no meaning with --system cup."),
        (("--double", "--consolation"), "--double and --consolation exclude each other."),
        (("--third-place", "--double"), "--double and --third-place exclude each other."),
    ],
)
def test_an_option_that_would_mean_nothing_is_refused(
    ronde: Terminal, four: Path, words: tuple[str, ...], sentence: str
) -> None:
    said = ronde("tournoi", *words, *QUICK)

    assert said.status == 2
    assert said.err.startswith(sentence)
    assert not (four.parent / "tournoi.ronde").exists()
