"""A cup of programs as the public sees it: in words of programs, with its bracket and its games."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.arena.programs.workshop import script
from tests.support.in_process import in_process, loop_waits
from tests.support.processes import plain_environment
from tests.support.web_server import Browser, server

from ronde.arena.cli.demo import make_demo_tournaments
from ronde.arena.referee import SEAT
from ronde.systems.rounds import complete_round

pytestmark = pytest.mark.full

FIRST_FREE = '#!/bin/sh\necho own thoughts >&2\nfor move in 1 2 3 4 5 6 7 8 9; do\n\
    case $(echo "$1" | cut -c $move) in 0) echo $move; exit;; esac\ndone\n'
LINE = ("tournoi", "--game", "tictactoe", "--time", "30/move", "--jobs", "1", "--no-web", "--sandbox", "own")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cup of three programs that was played to its end."""
    folder = tmp_path_factory.mktemp("cup")
    (folder / "joueurs").mkdir()
    for number in range(1, 4):
        script(folder / "joueurs", f"j{number}", FIRST_FREE)
    line = (sys.executable, "-m", "ronde", *LINE)
    subprocess.run(line, cwd=folder, env=plain_environment(), check=True, stdout=subprocess.DEVNULL)
    return folder / "tournoi.ronde"


@pytest.fixture(scope="module")
def cup(played: Path) -> Iterator[Browser]:
    """That cup, served."""
    with server(played) as (browser, _, _):
        yield browser


@pytest.mark.parametrize(
    "page", ["/bracket", "/round/1", "/player/1", "/game/2-1-1", "/game/2-1-1.json", "/bracket?at=8"]
)
def test_nobody_waits_for_a_page_of_programs_while_another_program_writes(played: Path, page: str) -> None:
    with in_process(played) as visitor:
        assert not loop_waits(visitor, "tournoi", f"/t/tournoi{page}")


@pytest.mark.parametrize(
    "page", ["", "/round/1", "/standings", "/crosstable", "/player/1", "/players", "/bracket"]
)
def test_a_cup_of_programs_speaks_of_programs(cup: Browser, page: str) -> None:
    answer = cup.get(f"/t/tournoi{page}")
    seen = re.sub(r"<[^>]*>", " ", answer.text.partition("<body")[2])

    assert answer.status == 200
    assert "Programs" in seen
    assert not re.search(r"\b(Black|White|Discs|Teams|Country|Buchholz)\b", seen)


@pytest.mark.parametrize(
    "page", ["", "/round/1", "/standings", "/players", "/player/1", "/bracket", "/?at=2"]
)
def test_a_cup_whose_first_game_has_not_ended_speaks_of_programs_too(tmp_path: Path, page: str) -> None:
    desk = make_demo_tournaments(tmp_path, 1, pace=0)
    desk.act(SEAT, complete_round, seed=1)
    assert not desk.tournament.games
    desk.close()
    with in_process(tmp_path / "cup.ronde") as visitor:
        answer = visitor.get(f"/t/cup{page}".replace("/?", "?"))
    seen = re.sub(r"<[^>]*>", " ", answer.text.partition("<body")[2])

    assert answer.status == 200
    assert "Programs" in seen
    assert not re.search(r"\b(Black|White|[Pp]layers?|Discs|Teams|Country|Buchholz)\b", seen)
    assert re.search('<body class="[^"]*programs', answer.text)


def test_the_bracket_has_its_lines_and_leads_to_the_list(cup: Browser) -> None:
    page = cup.get("/t/tournoi/bracket").text

    assert page.count('class="way"') == 2 * 3
    for link in re.findall(r'href="#(tie-[\d-]+)"', page):
        assert f'id="{link}"' in page


@pytest.mark.parametrize("page", ["/bracket", "/round/1", "/round/2", "/player/1", "/player/2"])
def test_a_match_that_was_equal_in_games_says_what_decided_it(cup: Browser, page: str) -> None:
    """All three programs play the same: whoever begins wins."""
    seen = cup.get(f"/t/tournoi{page}").words

    assert re.search(r"j\d and j\d (won as many games|are equal in)", seen)


def test_a_game_has_its_position_its_command_and_its_neighbours(cup: Browser) -> None:
    page = cup.get("/t/tournoi/game/2-1-1?move=0").text
    links = re.findall(r'class="button tiny" href="([\d-]+)"', page)

    assert "./prog 000000000 1 - 30 1" in page.replace("&#34;", "")
    assert links == ["2-1-2", "1-2-2", "2-1-2"]
    for link in links:
        assert cup.get(f"/t/tournoi/game/{link}").status == 200


@pytest.mark.parametrize("place", ["2-1-1?move=1", "2-1-1.json"])
def test_what_programs_wrote_to_standard_error_is_shown_to_nobody(cup: Browser, place: str) -> None:
    answer = cup.get(f"/t/tournoi/game/{place}")

    assert answer.status == 200
    assert "own thoughts" not in answer.text
