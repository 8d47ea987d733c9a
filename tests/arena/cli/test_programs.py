"""`defi`, `duel`, `tournoi` and `doctor` as they are typed."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.arena.programs.thirteen import EXAMPLES, sample_players
from tests.arena.programs.workshop import script
from tests.cli.terminal import Terminal

from ronde.arena.games import COMMON_REFUSALS, GAMES
from ronde.arena.sandbox import Verdict
from ronde.arena.sandbox.probing import ACTS
from ronde.i18n import LANGUAGES, section_words

QUICK = ("--time", "5", "--increment", "0", "--sandbox", "own")


@pytest.fixture(scope="module")
def players(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sample_players(tmp_path_factory.mktemp("players"))


def test_the_sample_players_are_short() -> None:
    for file in EXAMPLES.iterdir():
        if file.suffix in (".c", ".h", ".py", ".sh"):
            assert len(file.read_text().splitlines()) < 150, file.name


@pytest.mark.full
@pytest.mark.parametrize("name", ["search", "blocker", "random", "blocker.py", "random.sh"])
def test_every_sample_player_plays_a_whole_game(ronde: Terminal, players: Path, name: str) -> None:
    data = ronde.data("duel", players / name, "builtin:random", *QUICK)

    assert data["games"] == 1
    assert data["annulled"] == 0


@pytest.mark.full
def test_the_sample_session_plays_many_games(ronde: Terminal, players: Path) -> None:
    data = ronde.data(
        "duel", f"session:{players / 'blocker'}", "builtin:random", *QUICK, "--games", "10", "--no-web"
    )

    assert data["games"] == 10
    assert data["wins"] > data["losses"]
    assert data["elo"] > 0


@pytest.mark.full
def test_a_sequential_test_stops_early(ronde: Terminal, players: Path) -> None:
    data = ronde.data(
        "duel", f"session:{players / 'blocker'}", f"session:{players / 'random'}", *QUICK,
        "--sprt", "0", "30",
        "--no-web",
    )  # fmt: skip

    assert data["sprt"]["verdict"] == "better"
    assert data["games"] < 500


@pytest.mark.full
def test_openings_are_played_from_both_sides(ronde: Terminal, tmp_path: Path) -> None:
    (tmp_path / "book").write_text("# two\n1o799999999 12 x\n\n999999999 00 o\n")
    said = ronde("duel", "builtin:random", "builtin:random", *QUICK, "--games", "4", "--openings", "book")

    assert said.status == 0
    assert "4." in said.out


@pytest.mark.full
def test_defi_is_played_by_a_person(ronde: Terminal, players: Path) -> None:
    said = ronde(
        "--lang",
        "fr",
        "defi",
        players / "blocker",
        "o",
        "30",
        "--sandbox",
        "own",
        "--web",
        "web",
        stdin="55\nzz\n?\n9 z9\nh\nb\n55\nq\nn\nq\no\n",
    )

    assert said.status == 0
    assert "Coups possibles\u00a0:" in said.out
    assert "abandon" in said.out
    assert said.out.count("1. Vous 55 (5 b2)") == 2
    assert "À jouer dans la grille" in said.out
    assert "Vous pourriez jouer" in said.out
    assert (Path.cwd() / "web" / "direct.html").is_file()
    assert (Path.cwd() / "web" / "partie.html").is_file()


@pytest.mark.full
@pytest.mark.parametrize("line", [("duel", "blocker", "blocker"), ("defi", "blocker", "o", "30")])
def test_duel_and_defi_typed_as_in_the_manual_write_the_pages_it_names_and_say_where(
    ronde: Terminal, players: Path, line: tuple[str, ...]
) -> None:
    web = Path.cwd() / "web"
    web.mkdir()
    (web / "index.html").write_text("somebody's own")

    command, *typed = (str(players / word) if word == "blocker" else word for word in line)
    said = ronde(command, *typed, stdin="55\nq\ny\n")

    assert said.status == 0
    assert (web / "aap-direct.html").is_file()
    assert (web / "aap-partie.html").is_file()
    assert (web / "index.html").read_text() == "somebody's own"
    assert "web/partie.html" in said.out


def test_the_end_of_input_keeps_a_game_of_defi(ronde: Terminal, tmp_path: Path) -> None:
    line = (
        "defi",
        "builtin:random",
        "o",
        "5",
        "--no-web",
        "--sandbox",
        "own",
        "--record",
        tmp_path / "game.json",
    )
    said = ronde(*line, stdin="55\n")
    again = ronde(*line, stdin="q\ny\n")

    assert said.status == 0
    assert str(tmp_path / "game.json") in said.err
    assert "resigned" in (tmp_path / "game.json").read_text()
    assert "2 moves" in again.out


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_can_be_chosen(ronde: Terminal, game: str) -> None:
    data = ronde.data("duel", "builtin:random", "builtin:random", "--game", game, *QUICK)

    assert data["games"] == 1


@pytest.mark.full
@pytest.mark.parametrize("system", ["berger", "swiss"])
def test_a_league_instead_of_a_cup(ronde: Terminal, tmp_path: Path, system: str) -> None:
    for number in (1, 2, 3):
        script(tmp_path / "joueurs", f"j{number}", f"#!/bin/sh\necho {number}\n")
    data = ronde.data("tournoi", "--system", system, "--game", "chifoumi", *QUICK)

    assert data["bracket"] is None
    matches = sum(len(played["matches"]) for played in data["rounds"])
    assert sum(row["points"] for row in data["standings"]) == 2 * matches


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (("duel", "./nobody", "builtin:random"), "program-impossible"),
        (("duel", ".", "builtin:random"), "program-impossible"),
        (("duel", "./plain", "builtin:random"), "program-impossible"),
        (("duel", "builtin:genius", "builtin:random"), "program-impossible"),
        (("duel", "builtin:random", "builtin:random", "--from", "nonsense"), "position-impossible"),
        (("duel", "builtin:random", "builtin:random", "--time", "soon"), "position-impossible"),
        (("duel", "python:./nobody.py", "builtin:random"), "program-impossible"),
        (("duel", "", "builtin:random"), "program-impossible"),
        (("duel", "builtin:random", "builtin:random", "--time", "15:99"), "position-impossible"),
        (("duel", "builtin:random", "builtin:random", "--allow", "nowhere"), "file-missing"),
        (("duel", "builtin:random", "builtin:random", "--openings", "nowhere"), "file-missing"),
        (("tournoi", "plain"), "file-missing"),
        (("tournoi", "--output", "nowhere/t.ronde"), "file-missing"),
        (("tournoi", "nowhere"), "file-missing"),
        (("tournoi", "."), "program-impossible"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(
    ronde: Terminal, tmp_path: Path, line: tuple[str, ...], code: str
) -> None:
    (tmp_path / "plain").write_text("")
    said = ronde(*line, "--json")

    assert said.status == 1
    assert said.complaint["error"] == code


@pytest.mark.parametrize("wish", ["nonsense=1", "majority", "majority=perhaps"])
def test_a_switch_that_is_none_is_answered_with_those_there_are(ronde: Terminal, wish: str) -> None:
    said = ronde("duel", "builtin:random", "builtin:random", "--set", wish)

    assert said.status == 2
    assert f"“{wish}”" in said.err
    assert "majority=false" in said.err


def test_a_tournament_of_people_is_not_gone_on_with(ronde: Terminal, file: Path) -> None:
    said = ronde("tournoi", "--output", file)

    assert said.status == 1
    assert "--output" in said.err


@pytest.mark.full
def test_the_doctor_tries_every_act_in_every_sandbox_as_root_and_as_another_user(ronde: Terminal) -> None:
    data = ronde.data("doctor")

    assert [tier["tier"] for tier in data["tiers"]] == ["bubblewrap", "own", "none"]
    assert data["best"] in [tier["tier"] for tier in data["tiers"] if tier["available"]]
    assert (data["other"] is not None) == data["root"]
    tiers = [*data["tiers"], *(data["other"]["tiers"] if data["other"] else [])]
    for tier in (tier for tier in tiers if tier["available"]):
        assert {*tier["stopped"], *tier["gaps"]} == set(ACTS)
        assert tier["gaps"] == [] or tier["tier"] == "none"
    assert data["other"] is None or {"outlives", "reaches-output"} <= {*data["other"]["tiers"][-1]["gaps"]}


@pytest.mark.full
def test_pause_waits_for_enter_and_shows_messages(players: Path, tmp_path: Path) -> None:
    """In a real terminal, as the manual asks for it."""
    ours, theirs = pty.openpty()
    line = [
        sys.executable,
        "-m",
        "ronde",
        "duel",
        str(players / "blocker"),
        "builtin:random",
        *QUICK,
        "--no-web",
    ]
    environment = {**os.environ, "PAUSE": "1", "RONDE_LANG": "en"}
    run = subprocess.Popen(line, stdin=theirs, stdout=theirs, stderr=theirs, cwd=tmp_path, env=environment)
    os.close(theirs)
    said = b""
    while b"wins" not in said and b"Draw" not in said:
        try:
            said += os.read(ours, 4096)
        except OSError:
            break
        if said.endswith(b"Press Enter to continue. "):
            os.write(ours, b"\n")
    run.wait()
    os.close(ours)

    assert run.returncode == 0
    assert b"the best is worth" in said
    assert said.count(b"Press Enter to continue.") > 10


@pytest.mark.full
@pytest.mark.parametrize("line", [("duel", "PROG", "builtin:random"), ("defi", "PROG", "x", "20")])
def test_what_a_program_writes_cannot_command_the_terminal(
    ronde: Terminal, tmp_path: Path, line: tuple[str, ...]
) -> None:
    """Clear the screen, set the title, type into the shell; the words and the tab stay."""
    hostile = r"\033[2J\033]0;title\007\033P$q\033\\\\a\rb\302\233c best:\t5\nsecond line\n"
    program = script(tmp_path, "prog", f"#!/bin/sh\nprintf '{hostile}' >&2\necho 5\n")
    words = [str(program) if word == "PROG" else word for word in line]
    said = ronde(*words, "--game", "tictactoe", "--no-web", "--sandbox", "own", "--pause", stdin="1\n")

    assert {char for char in said.out + said.err if char != "\n" and not char.isprintable()} == set()
    assert re.search(r"best: +5\nsecond line\n", said.err)


def test_every_reason_refusal_and_verdict_has_its_words() -> None:
    reasons = {f"reason-{reason}" for game in GAMES.values() for reason in game.reasons}
    refusals = {f"refusal-{why}" for game in GAMES.values() for why in (*game.refusals, *COMMON_REFUSALS)}
    names = {f"name-{name}" for name in GAMES}
    for language in LANGUAGES:
        assert reasons | refusals | names <= set(section_words("games", language))
        assert {f"verdict-{verdict.value}" for verdict in Verdict} <= set(section_words("referee", language))
