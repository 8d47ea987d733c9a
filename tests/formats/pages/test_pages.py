"""Pages from the disk: whole, in both languages, and safe whatever a program says."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest
from tests.games.records import with_ply

from ronde.formats.pages.bracket import bracket_text, standings_text
from ronde.formats.pages.frames import replay_data
from ronde.formats.pages.gallery import Gallery
from ronde.formats.pages.shell import page, script_data
from ronde.games.door import GAMES, Answer, GameRecord, find_game

CLOCK = {"seconds": 60.0, "increment": 1.0, "fixed": False, "margin": 0.05}
HOSTILE = "</script><script>alert(1)</script><!-- \u2028 ]]>"


def record(name: str, plies: int = 30, messages: str = "") -> GameRecord:
    game, chance = find_game(name), Random(3)
    position = game.start(chance)
    made = GameRecord(name, game.write(position), players=("A", "B"))
    while game.to_move(position) and len(made.plies) < plies:
        moves = {side: game.any_move(position, side, chance) for side in sorted(game.to_move(position))}
        position = game.play(position, moves)
        made = with_ply(made, *(Answer(side, move, 12.5, move, messages) for side, move in moves.items()))
    return made


@pytest.mark.parametrize("name", GAMES)
def test_the_frames_of_every_game_put_together_are_its_drawings(name: str) -> None:
    played = record(name)
    data = replay_data(played, CLOCK)
    game = find_game(name)
    for frame, shown in zip(played.frames(game), data["frames"], strict=True):
        drawn = "".join(data["pieces"][piece] for piece in shown["pieces"])
        assert drawn == game.svg(frame.position, title=str(frame.number))


def test_a_replay_of_a_long_game_stays_small() -> None:
    played = record("supermorpion", 81)

    assert len(json.dumps(replay_data(played, CLOCK))) < 250_000


def test_clocks_in_a_replay_run_as_the_referee_charged_them() -> None:
    data = replay_data(record("tictactoe", 2), CLOCK)

    assert [frame["left"] for frame in data["frames"]] == [[60, 60], [61, 60], [61, 61]]


def test_nothing_a_program_says_can_end_the_script() -> None:
    made = page("partie", "en", data=replay_data(record("tictactoe", 3, HOSTILE), CLOCK, title=HOSTILE))

    assert made.count("</script>") == 1
    assert "\u2028" not in made
    assert json.loads(script_data({"x": HOSTILE}).replace("<\\!--", "<!--"))["x"] == HOSTILE


@pytest.mark.parametrize("kind", ["direct", "partie", "tournoi"])
def test_a_page_needs_nothing_from_elsewhere(kind: str) -> None:
    made = page(kind, "fr", source="x.js")

    assert '<html lang="fr">' in made
    assert not re.search(r'(src|href)="?https?:', made)
    assert "@import" not in made


@pytest.mark.skipif(shutil.which("node") is None, reason="no JavaScript engine to read the scripts with")
@pytest.mark.parametrize("kind", ["direct", "partie", "tournoi"])
def test_the_scripts_can_be_read(kind: str, tmp_path: Path) -> None:
    made = page(kind, "en", data=None, source="x.js")
    script = tmp_path / "page.js"
    script.write_text(made.split("<script>")[1].split("</script>")[0])

    assert subprocess.run(["node", "--check", str(script)]).returncode == 0


def test_every_word_of_the_scripts_is_there() -> None:
    assets = Path(page.__code__.co_filename).with_name("assets")
    words = page("partie", "en")
    for script in assets.glob("*.js"):
        for key in re.findall(r'say\("((?:pages|games|referee)\.[a-z-]+)"', script.read_text()):
            if not key.endswith("-"):
                assert f'"{key}":' in words, key


def test_the_gallery_writes_its_pages_and_follows_a_run(tmp_path: Path) -> None:
    gallery = Gallery(tmp_path / "web", "en")
    gallery.live("1", {"outcome": None, "title": "first"})
    gallery.live("2", {"outcome": None, "title": "second"})
    gallery.live("1", {"outcome": {"winner": 1}, "title": "first"})
    address = gallery.replay("1-1-1", record("tictactoe"), CLOCK, "A – B")
    gallery.finish()

    written = (tmp_path / "web" / "direct-data.js").read_text()
    assert '"over":true' in written
    assert "second" in written
    assert (tmp_path / "web" / address).is_file()
    assert gallery.has_replay("1-1-1")
    assert not list(tmp_path.rglob("*.part"))


def tie(one: str, other: str, winner: int, total: int) -> dict[str, object]:
    tally = {"wins": 1, "score": 1, "seconds": 0, "total": total, "halves": [3, 1]}
    return {
        "players": [one, other], "seeds": [1, 2], "games": [{}], "winner": winner, "by": "points",
        "bye": False, "table": 1, "tally": tally,
    }  # fmt: skip


def test_the_bracket_as_text_marks_winners_and_scores() -> None:
    bye = {**tie("C", "", 0, 0), "players": ["C"], "bye": True, "games": []}
    data = {
        "scored": True, "champion": "A", "qualifying": True, "double": False, "numbers": [], "sections": [],
        "bracket": [[tie("A", "B", 1, 90_000), bye], [tie("A", "C", 1, 120_000)]],
        "standings": [
            {"place": 1, "name": "A", "points": 4.0, "games": 4, "elo": 120.0, "error": 200.0, "faults": {}},
            {"place": 2, "name": "B", "points": 0.0, "games": 2, "elo": -90.0, "error": 200.0,
             "faults": {"late": 2}},
        ],
    }  # fmt: skip

    assert bracket_text(data, "en") == (
        "Semi-finals\n"
        " * A                            +90 000       B\n"
        "   C                        (bye)\n\n"
        "Final\n"
        " * A                           +120 000       C\n\n"
        "Champion: A"
    )
    assert "temps dépassé 2" in standings_text(data, "fr")
