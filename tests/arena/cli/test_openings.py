"""Opening positions of `duel` and `tournoi`: read from a file, played from both sides."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.terminal import Terminal

from ronde.app.desk import Desk
from ronde.arena.cli.shapes import LARGEST, chosen_openings
from ronde.arena.games import find_game
from ronde.arena.referee import Roster, Rule, attached_roster, played_game, shipped_openings
from ronde.i18n import LANGUAGES, error_text
from ronde.model.errors import FormatError, NotAFile, PositionImpossible

GAME = find_game("tictactoe")
QUICK = ("--game", "tictactoe", "--time", "10/move", "--sandbox", "none", "--no-web")
CORNER, CENTRE = "100000000 2 1", "000010000 2 5"


@pytest.fixture
def folder(ronde: Terminal, tmp_path: Path) -> Path:
    """Three programs that take the first free cell, and a book of two openings."""
    made = tmp_path / "joueurs"
    made.mkdir()
    for number in (1, 2, 3):
        (made / f"j{number}").write_text('#!/bin/sh\nexpr index "$1" 0\n')
        (made / f"j{number}").chmod(0o755)
    (tmp_path / "book").write_text(f"# corner and centre\n\n{CORNER}\n  {CENTRE}\n")
    return tmp_path


def starts(path: Path) -> dict[tuple[int, int], set[str]]:
    """The start positions of all games, by round and leg."""
    found: dict[tuple[int, int], set[str]] = {}
    desk = Desk.open(path)
    for game in desk.tournament.games:
        played = played_game(desk, game.record)
        assert played is not None
        found.setdefault((game.round, game.leg), set()).add(played.record.start)
    desk.close()
    return found


def test_empty_lines_and_remarks_say_nothing(folder: Path) -> None:
    assert chosen_openings(GAME, str(folder / "book"), 1) == [CORNER, CENTRE]


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        (b"nonsense\n", 1, "programs.opening"),
        (f"{CORNER}\n\n1000000000000 2 1\n".encode(), 3, "programs.opening"),
        (b"111220000 2 3\n", 1, "programs.opening"),
        (b"\xff\xfe\n", 0, "formats.binary"),
        (b"#" * (LARGEST + 1), 1, "formats.too-large"),
    ],
)
def test_what_is_no_opening_is_said_with_its_line(tmp_path: Path, text: bytes, line: int, key: str) -> None:
    path = tmp_path / "book"
    path.write_bytes(text)
    with pytest.raises(FormatError) as wrong:
        chosen_openings(GAME, str(path), 1)

    (problem,) = wrong.value.problems
    assert (problem.path, problem.line, problem.key) == (str(path), line, key)
    for language in LANGUAGES:
        assert str(path) in error_text(wrong.value, language)


def test_a_file_without_a_position_and_a_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("# nothing\n")
    with pytest.raises(PositionImpossible):
        chosen_openings(GAME, str(tmp_path / "empty"), 1)
    with pytest.raises(NotAFile):
        chosen_openings(GAME, str(tmp_path), 1)


@pytest.mark.full
def test_a_tournament_plays_every_opening_from_both_sides_one_a_round(ronde: Terminal, folder: Path) -> None:
    ronde.data("tournoi", *QUICK, "--system", "berger", "--openings", "book")

    assert starts(folder / "tournoi.ronde") == {
        (1, 1): {CORNER}, (1, 2): {CORNER}, (2, 1): {CENTRE}, (2, 2): {CENTRE}, (3, 1): {CORNER},
        (3, 2): {CORNER},
    }  # fmt: skip


@pytest.mark.full
def test_a_match_of_more_games_goes_through_the_openings(ronde: Terminal, folder: Path) -> None:
    (folder / "joueurs" / "j3").unlink()
    ronde.data("tournoi", *QUICK, "--games", "4", "--openings", "book")

    assert starts(folder / "tournoi.ronde") == {
        (1, 1): {CORNER}, (1, 2): {CORNER}, (1, 3): {CENTRE}, (1, 4): {CENTRE},
    }  # fmt: skip


@pytest.mark.full
def test_a_tournament_keeps_its_openings_in_its_file(ronde: Terminal, folder: Path) -> None:
    ronde.data("tournoi", *QUICK, "--openings", "book")
    desk = Desk.open(folder / "tournoi.ronde")
    roster = attached_roster(desk)
    desk.close()

    assert roster is not None
    assert roster.openings == (CORNER, CENTRE)
    assert Roster.from_json(roster.to_json()) == roster


def test_an_odd_number_of_games_leaves_an_opening_half_played_and_is_refused(
    ronde: Terminal, folder: Path
) -> None:
    said = ronde("tournoi", *QUICK, "--games", "3", "--openings", "book")

    assert said.status == 2
    assert "even" in said.err
    assert not (folder / "tournoi.ronde").exists()


def test_one_program_is_no_tournament(ronde: Terminal, folder: Path) -> None:
    for name in ("j2", "j3"):
        (folder / "joueurs" / name).unlink()

    assert "only one program" in ronde("tournoi", *QUICK).err


def test_without_openings_everybody_begins_where_the_roster_says() -> None:
    roster = Roster((), start="here", rule=Rule(4))

    assert {roster.start_of(round, leg) for round in (1, 2) for leg in (1, 2, 3, 4)} == {"here"}


@pytest.mark.full
def test_the_set_of_a_game_is_played_from_both_sides(folder: Path, ronde: Terminal) -> None:
    output = folder / "set.ronde"
    ronde.data("tournoi", folder / "joueurs", *QUICK, "--output", output, "--openings", "set")

    shipped = shipped_openings("tictactoe")
    assert len(shipped) > 10
    by_round = starts(output)
    assert by_round[1, 1] == by_round[1, 2] == {shipped[0]}
    assert by_round[2, 1] == {shipped[1]}


@pytest.mark.parametrize(("game", "text"), [("poker", "set"), ("poker", "random"), ("chifoumi", "random:5")])
def test_games_that_begin_differently_have_no_openings(game: str, text: str) -> None:
    with pytest.raises(PositionImpossible) as refusal:
        chosen_openings(find_game(game), text, 1)

    assert refusal.value.facts["reason"] == "no-openings"


def test_openings_are_generated_by_the_seed() -> None:
    found = chosen_openings(GAME, "random:6", 3)

    assert len(set(found)) == 6
    assert found == chosen_openings(GAME, "random:6", 3)
    assert found != chosen_openings(GAME, "random:6", 4)


@pytest.mark.full
def test_identical_games_are_named_and_not_rated(folder: Path, ronde: Terminal) -> None:
    """Programs without chance play the same two games again and again."""
    first, second = folder / "joueurs" / "j1", folder / "joueurs" / "j2"

    data = ronde.data("duel", first, second, *QUICK, "--games", "6")
    said = ronde.done("duel", first, second, *QUICK, "--games", "6").out

    assert (data["games"], data["repeated"]) == (6, 4)
    assert "the same moves as 1" in said
    assert "the same moves as 2" in said
    assert "--openings set" in said


@pytest.mark.full
def test_a_tournament_names_identical_games_and_rates_them_once(folder: Path, ronde: Terminal) -> None:
    output = folder / "laps.ronde"
    line = ("tournoi", folder / "joueurs", *QUICK, "--output", output, "--system", "berger")
    said = ronde.done(*line, "--laps", "2").out
    data = ronde.data(*line)

    games = [game for played in data["rounds"] for tie in played["matches"] for game in tie["games"]]
    assert len(games) == 12
    assert sum(bool(game["same"]) for game in games) == 6
    assert said.count("not rated") == 6
    assert [row["games"] for row in data["standings"]] == [8, 8, 8]
    single = ronde.data(*line, "--output", folder / "one.ronde")
    assert {row["name"]: row["elo"] for row in single["standings"]} == pytest.approx(
        {row["name"]: row["elo"] for row in data["standings"]}
    )
    assert sum(one["games"] for one in ronde.data("rate", output, "--method", "likelihood")) == 12
