"""`--record`: a game in a file, gone on with by the same command; and what the programs refuse in words."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.arena.programs.workshop import script
from tests.cli.terminal import Terminal, told

from ronde.arena.cli.commands import GameFile
from ronde.arena.games import GAMES, BadPosition, Game, find_game
from ronde.arena.referee import Clock, GameState, go_on
from ronde.arena.sandbox import InsideEngine, random_player
from ronde.i18n import LANGUAGES, section_words
from ronde.model.errors import FileMissing, PositionImpossible

RANDOM = ("builtin:random", "builtin:random")
QUICK = ("--time", "5", "--increment", "0", "--no-web", "--sandbox", "own")


class Cut(Exception):
    """The power went off."""


def cut_short(path: Path, name: str = "supermorpion", plies: int = 5) -> GameState:
    """A game that was interrupted after so many moves, in its file."""
    game = find_game(name)
    file = GameFile(path, game, 1)
    sheet = GameState(game, Clock(5, 0), seed=1, players=("random 1", "random 2"))

    def watch(seen: GameState) -> None:
        file.watch(seen)
        if len(seen.plies) == plies:
            raise Cut

    one, other = (InsideEngine(f"random {seed}", random_player(game, seed)) for seed in (1, 2))
    with pytest.raises(Cut):
        go_on(sheet, (one, other), watch=watch)
    return sheet


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_game_of_any_kind_is_gone_on_with_where_it_was(tmp_path: Path, name: str) -> None:
    path = tmp_path / "game.json"
    before = cut_short(path, name, 2)
    game = find_game(name)
    sheet = GameFile(path, game, 1).state(game, Clock(5, 0))

    assert sheet is not None
    assert sheet.position == before.position
    assert sheet.left == before.left
    assert sheet.record == before.record


def test_duel_goes_on_with_the_game_in_the_file(ronde: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    before = cut_short(path).record.plies
    said = ronde.done("duel", *RANDOM, *QUICK, "--record", path)

    assert told("programs.goes-on", path=path, count=5) in said.out
    after = json.loads(path.read_bytes())["record"]
    assert [ply[0]["move"] for ply in after["plies"][:5]] == [ply[0].move for ply in before]
    assert after["outcome"]["reason"] != "open"


def test_defi_starts_a_file_and_writes_every_move(ronde: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    ronde.done(
        "defi",
        "builtin:random",
        "o",
        "5",
        "--no-web",
        "--sandbox",
        "own",
        "--record",
        path,
        stdin="55\nq\ny\n",
    )

    record = json.loads(path.read_bytes())["record"]
    assert [ply[0]["move"] for ply in record["plies"]][::2] == ["55", ""]
    assert record["outcome"]["reason"] == "resigned"
    assert os.listdir(tmp_path) == ["game.json"]


def test_a_finished_game_is_not_played_on_and_stays_as_it_is(ronde: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    ronde.done("duel", *RANDOM, *QUICK, "--record", path)
    before = path.read_bytes()

    assert ronde.refused("duel", *RANDOM, *QUICK, "--record", path).code == "position-impossible.finished"
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["", "nonsense", "[]", "{}", '{"record": 3}', '{"record": {"game": "x"}}'])
def test_a_file_that_is_no_record_is_refused_and_kept(ronde: Terminal, tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)

    assert ronde.refused("duel", *RANDOM, *QUICK, "--record", path).code == "position-impossible.record"
    assert path.read_text() == text


def test_a_game_of_other_rules_or_of_others_is_refused(ronde: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    cut_short(path)
    other = ronde.refused("duel", *RANDOM, *QUICK, "--game", "reversi", "--record", path)

    assert other.code == "position-impossible.other-game"
    with pytest.raises(PositionImpossible):
        GameFile(path, find_game("supermorpion"), 1).check_players(find_game("supermorpion"), ("a", "b"))


def test_a_record_needs_a_folder_that_is_there(tmp_path: Path) -> None:
    with pytest.raises(FileMissing):
        GameFile(tmp_path / "nowhere" / "game.json", find_game("supermorpion"), 1)


@pytest.mark.parametrize(
    "words",
    [
        ("defi",),
        ("defi", "builtin:random", "z", "2"),
        ("defi", "builtin:random", "o", "two"),
        ("defi", "builtin:random", "o", "0"),
        ("defi", "builtin:random", "o", "inf"),
        ("defi", "builtin:random", "o", "nan"),
        ("defi", "builtin:random", "o", "2", "3"),
        ("duel", "builtin:random"),
        ("duel", *RANDOM, "--increment", "-1"),
        ("duel", *RANDOM, "--games", "3", "--record", "x"),
        ("duel", *RANDOM, "--sprt", "nan", "30"),
        ("duel", *RANDOM, "--sprt", "30", "0"),
        ("duel", *RANDOM, "--sandbox", "other"),
        ("tournoi", "a", "b"),
        ("tournoi", "--system", "ladder"),
    ],
)
def test_wrong_usage_is_told_in_our_own_words(
    ronde: Terminal, tmp_path: Path, words: tuple[str, ...]
) -> None:
    complaint = ronde.misused("--lang", "fr", *words)

    assert "ronde" in complaint.splitlines()[-1]
    assert ("valid" in complaint or "range" in complaint) is False
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("duel", *RANDOM, "--time", "soon"), "position-impossible.clock"),
        (("duel", *RANDOM, "--time", "0"), "position-impossible.clock"),
        (("duel", *RANDOM, "--from", "999999999"), "position-impossible"),
        (("duel", "./bots/pas exécutable", "builtin:random"), "program-impossible.not-executable"),
        (("duel", "./bots", "builtin:random"), "program-impossible.not-a-file"),
        (("duel", "./bots/nobody", "builtin:random"), "program-impossible.missing"),
    ],
)
def test_what_cannot_be_played_is_refused(
    ronde: Terminal, tmp_path: Path, words: tuple[str, ...], code: str
) -> None:
    script(tmp_path / "bots", "pas exécutable", "#!/bin/sh\necho 55\n").chmod(0o644)

    assert ronde.refused(*words).code == code
    assert os.listdir(tmp_path) == ["bots"]


def test_every_reason_against_a_position_has_its_words() -> None:
    reasons = set()
    for text in (
        "",
        "x",
        "0",
        "999999999",
        "99999999 00 o",
        "999999999 00 z",
        "9O9999999 99 o",
        "1 2 3 4 5 6 7 8",
    ):
        for game in GAMES.values():
            with suppress(BadPosition):
                game.place(text, Random(0))
                continue
            reasons.add(_reason(game, text))

    assert len(reasons) > 5
    assert {"character", "length", "lines"} <= reasons
    for tongue in LANGUAGES:
        assert {f"position-{reason}" for reason in reasons} <= set(section_words("games", tongue))


def _reason(game: Game[Any], text: str) -> str:
    with pytest.raises(BadPosition) as caught:
        game.place(text, Random(0))
    return caught.value.reason
