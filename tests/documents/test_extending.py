"""The recipes of docs/extending.md, followed to the letter in a copy of the package."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.arena.games.conformance import CHECKS
from tests.arena.programs.workshop import script
from tests.documents.recipes import extended, python, ronde, section, written
from tests.support.builders import tournament

from ronde.arena.games import Game
from ronde.model.player import Player
from ronde.model.systems import System
from ronde.render.tables import standings_listing
from ronde.systems import standings
from ronde.systems.system import Method
from ronde_club.connectfour import ConnectFour

LEFT = """#!/bin/sh
# The first column that has room.
top=$1
for column in A B C D E F G; do case $top in 0*) echo $column; exit;; esac; top=${top#?}; done
"""
RIGHT = """#!/bin/sh
# The last column that has room.
top=${1%"${1#???????}"}
for column in G F E D C B A; do case $top in *0) echo $column; exit;; esac; top=${top%?}; done
"""
PLAY = """
from ronde.model.decisions.rounds import close_round, open_tournament
from ronde.model.decisions.players import enter_player
from ronde.model.decisions.rounds import add_table
from ronde.model.player import Player
from ronde.model.replay import replay
from ronde.model.settings import usual_settings
from ronde.model.tournament import Tournament
from ronde.systems import standings
from ronde.systems.rounds import complete_round, with_costs
from ronde.model.entry import fill_at_random
import random
hall = replay(open_tournament(Tournament(), name="Lottery", settings=usual_settings("lottery")))
for number in range(1, 8):
    hall = replay(enter_player(hall, player=Player(number, f"Player {number}")), hall)
for turn in range(hall.settings.rounds):
    hall = replay(with_costs(hall, add_table(hall, first=1, second=2)), hall)
    hall = replay(complete_round(hall, seed=turn + 1), hall)
    assert len(hall.open_round.tables) == 3 and hall.open_round.bye is not None
    hall = replay(fill_at_random(hall, random.Random(turn)), hall)
    hall = replay(close_round(hall), hall)
print(len(standings(hall).rows), hall.settings.rounds)
"""
COLUMN = """
import re, sys
from pathlib import Path
from tests.app.scenes import begun, closed
from tests.support.in_process import in_process
from ronde.app.views import StandingsView
from ronde.render.lists import standings_csv, standings_text
from ronde.systems import standings
from ronde.terminal.pages import desk_standings
path = Path(sys.argv[1]) / "open.ronde"
path.parent.mkdir()
desk = closed(begun(path, sys.argv[1]))
now = desk.tournament
desk.close()
with in_process(path) as visitor:
    pages = [visitor.get(f"/t/open/{place}").text for place in ("standings", "print/standings")]
lists = (standings_text(now, "en"), desk_standings(now, "en", 120), standings_csv(now, "en").decode())
for text in (*lists, *pages):
    print(*re.findall(r"(?<![\\w-])played(?![\\w-])", text)[:1])
print(StandingsView.of(now, standings(now)).rows[0].played)
"""
BUTTON = """
from ronde.web.server.rendering import ENVIRONMENTS
for language in ("en", "de"):
    made = ENVIRONMENTS[language].from_string('{{ t("help.table-lock-all") | trim(".") }}')
    print(made.render())
"""
LANGUAGE = """
from datetime import date
from starlette.requests import Request
from ronde.render.shell import page
from ronde.i18n import LANGUAGES, choose_language, day, figures, grouped, say
from ronde.web.server.rendering import ENVIRONMENTS, language_of
heads = [(b"accept-language", b"tlh, fr;q=0.8, eo-XX;q=0.9")]
asked = Request({"type": "http", "headers": heads, "query_string": b""})
menu = ENVIRONMENTS["eo"].get_template("parts/menu.html").module.settings_menu("/", "")
print(LANGUAGES.count("eo"), choose_language("eo_XX.UTF-8"), language_of(asked))
print(figures("1.5", "eo"), grouped(10000, "eo"), day(date(2026, 11, 3), "eo"))
print(say("cli.still-missing", "eo", count=1), say("cli.still-missing", "eo", count=0))
print(say("cli.entered", "eo", player="DOE", id=7))
print('lang="eo"' in menu, "Esperanto</a>" in menu, "Esperanto" in page("direct", "eo"))
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package to which every recipe was applied."""
    return extended(tmp_path_factory.mktemp("newcomer"))


# A pairing system


@pytest.mark.full
def test_a_tournament_of_the_new_system_is_played_to_its_end(package: Path) -> None:
    assert python(package, "-c", PLAY) == "7 5\n"


@pytest.mark.full
def test_the_command_line_offers_the_new_system(package: Path, tmp_path: Path) -> None:
    ((status, _, err),) = ronde(package, tmp_path, ["new", "club.ronde", "--system", "lottery"])

    assert status == 0, err
    assert (tmp_path / "club.ronde").exists()


def test_the_table_of_a_pairing_system_names_what_it_has() -> None:
    table = section("Write a package").partition("| of the value (`System`)")[2]
    cells = [line.split("|")[1:3] for line in table.splitlines() if line.startswith("| `")]

    for kind, column in ((System, 0), (Method, 1)):
        named = {name for row in cells for name in re.findall(r"`(\w+)`", row[column])}
        assert named, kind
        assert named <= {field.name for field in fields(kind)}


# A game


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
def test_the_game_of_the_recipe_keeps_what_every_game_promises(
    check: Callable[[Game[Any], int], None],
) -> None:
    check(ConnectFour(), 0)


@pytest.mark.parametrize("line", ["AABBCCD", "ABABABA", "ABBCCDCDGDD"])
def test_four_in_any_direction_win_and_are_drawn(line: str) -> None:
    game = ConnectFour()
    position = game.start(Random(0))
    for at, move in enumerate(line):
        assert not game.outcome(position).over
        position = game.play(position, {1 if at % 2 == 0 else 2: move})

    assert game.outcome(position).winner == 1
    assert 'class="winning"' in game.svg(position)


@pytest.mark.full
def test_programs_play_a_tournament_of_the_new_game_and_its_replays_are_pages(
    package: Path, tmp_path: Path
) -> None:
    script(tmp_path / "joueurs", "jleft", LEFT)
    script(tmp_path / "joueurs", "jright", RIGHT)
    line = ["tournoi", "--game", "connectfour", "--jobs", "1", "--sandbox", "none"]
    ((status, told, err),) = ronde(package, tmp_path, ["--lang", "en", *line])
    pages = list((tmp_path / "web" / "parties").glob("*.html"))

    assert status == 0, err
    assert "left" in told
    assert "Connect Four" in (tmp_path / "web" / "tournoi.html").read_text("utf-8")
    assert any('\\"game connectfour\\"' in page.read_text("utf-8") for page in pages)


@pytest.mark.full
def test_the_new_tie_break_orders_the_standings_in_every_language(package: Path, tmp_path: Path) -> None:
    names = ("Ann One", "Bob Two", "Cyd Three", "Dan Four")
    lists = [["--lang", language, "standings", "cup.ronde"] for language in ("fr", "de", "nl")]
    told = ronde(
        package,
        tmp_path,
        ["new", "cup.ronde", "--name", "Cup", "--tiebreaks", "wins-first,discs"],
        *(["player", "add", "cup.ronde", name] for name in names),
        ["table", "add", "cup.ronde", "1", "2"],
        ["table", "add", "cup.ronde", "3", "4"],
        ["result", "cup.ronde", "1+2"],
        ["result", "cup.ronde", "4+40"],
        ["--lang", "en", "close", "cup.ronde"],
        *lists,
    )
    english, french, german, dutch = (out for _, out, _ in told[-4:])

    assert [err for status, _, err in told if status] == []
    assert "wins 1st colour" in english
    assert english.index("Ann One") < english.index("Dan Four"), "Dan won with the second colour"
    assert "victoires avec la 1re couleur" in french
    assert "Siege 1. Farbe" in german
    assert "winst 1e kleur" in dutch


# A column of the standings


@pytest.mark.full
def test_the_new_column_is_on_every_face(package: Path, tmp_path: Path) -> None:
    for system in ("swiss", "keizer"):
        told = python(package, "-c", COLUMN, system, folder=tmp_path)
        assert told.splitlines() == ["played"] * 5 + ["1"], system


# An action


@pytest.mark.full
def test_the_contract_test_runs_the_new_action_through_its_faces(package: Path) -> None:
    line = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "lock-tables", "tests/app/test_contract.py"]
    told = python(package, *line, folder=package.parent)

    assert re.search(r"^\.{40,}", told), told


@pytest.mark.full
def test_the_button_of_the_new_action_speaks_every_language(package: Path) -> None:
    assert python(package, "-c", BUTTON).split("\n")[:2] == ["Lock all tables", "Alle Bretter sperren"]


# A list format


def test_the_function_of_the_list_format_writes_the_standings() -> None:
    defined: dict[str, Any] = {}
    exec(written(section("Add a list format")), defined)
    hall = tournament([Player(1, "AN|N"), Player(2, "BOB")], ["1-2:40"])

    lines = defined["listing_markdown"](standings_listing(hall, standings(hall), "en")).splitlines()

    assert lines[0].startswith("| place | name | country | points | Brightwell | discs |")
    assert lines[1].startswith("| ---: | --- | --- | ---: | ---: | ---: |")
    assert lines[2].startswith("| 1 | AN\\|N |  | 1 |")
    assert len(lines) == 4


@pytest.mark.full
def test_the_new_format_is_exported_and_offered(package: Path, tmp_path: Path) -> None:
    told = ronde(
        package,
        tmp_path,
        ["new", "cup.ronde", "--name", "Cup"],
        ["player", "add", "cup.ronde", "Ann One"],
        ["--lang", "en", "export", "cup.ronde", "--as", "markdown"],
    )

    assert told[-1][1].startswith("| place | name |"), told


# A language


@pytest.mark.full
def test_every_list_of_languages_has_the_new_one_and_english_fills_its_gaps(package: Path) -> None:
    assert python(package, "-c", LANGUAGE).splitlines() == [
        "1 eo eo",
        "1,5 10\u00a0000 03.11.2026",
        "1 rezulto mankas. 0 rezultoj mankas.",
        "Entered: DOE (7).",
        "True True True",
    ]


@pytest.mark.full
def test_the_command_line_speaks_the_new_language(package: Path, tmp_path: Path) -> None:
    translate, unknown = ronde(package, tmp_path, ["--lang", "eo"], ["--lang", "tlh"])

    assert translate[2].startswith("Uzo: ")
    assert unknown[0] == 2
    assert re.search(r"Ronde speaks en\b.*\beo\b.*, not “tlh”\.", unknown[2])
