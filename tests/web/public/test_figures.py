"""Numbers on pages and lists: a French reader sees a decimal comma, a program never does."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest
from tests.browser.halls import PEOPLE, make
from tests.support.in_process import Visitor
from tests.support.web_server import Browser, server

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.rounds import enter_at_table
from ronde.model.result import Result
from ronde.model.settings import Settings
from ronde.render import lists
from ronde.systems.keizer.standings import close_and_freeze
from ronde.systems.rounds import complete_round
from ronde.web.server.rendering import figure_words

PAGES = (
    "/t/swiss", "/t/swiss/round/2", "/t/swiss/standings", "/t/swiss/crosstable", "/t/swiss/teams",
    "/t/swiss/player/1", "/t/swiss/print/standings", "/t/swiss/print/crosstable", "/t/swiss/print/sheets",
    "/t/swiss/print/pairings", "/t/swiss/screen?view=standings", "/t/swiss/screen?view=results",
    "/t/keizer", "/t/keizer/standings?explain", "/t/keizer/crosstable", "/t/keizer/player/2",
    "/t/keizer/print/standings", "/t/keizer/screen?view=standings", "/t/cup/bracket",
    "/desk/swiss", "/desk/swiss/tables?bills=yes", "/desk/swiss/history", "/desk/swiss/players",
    "/desk/swiss/player/1", "/desk/keizer", "/desk/keizer/history",
)  # fmt: skip
_POINT = re.compile(r"(?<![0-9.])[0-9]+\.[0-9]+(?![0-9.])")


def with_halves(path: Path, settings: Settings) -> None:
    """A tournament with draws and half discs, one round closed and results in the next."""
    make(path, settings, PEOPLE[:7], closed=0)
    with closing(Desk.open(path)) as desk:
        for _ in range(2):
            for table in desk.tournament.open_round:
                result = Result(32, 32) if table.number == 1 else Result(34.5, 29.5)
                desk.act(CHIEF, enter_at_table, table=table.number, result=result, replacing=True)
            if not desk.tournament.closed_rounds:
                desk.act(CHIEF, close_and_freeze)
                desk.act(CHIEF, complete_round, seed=1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("halves")
    with_halves(place / "swiss.ronde", Settings(rounds=5, tiebreaks=("brightwell", "discs", "buchholz")))
    with_halves(place / "keizer.ronde", Settings(rounds=20, system="keizer"))
    with_halves(place / "cup.ronde", Settings(rounds=3, system="cup"))
    return place


@pytest.fixture(scope="module")
def arbiter(folder: Path) -> Iterator[Browser]:
    with server(folder) as (browser, link, _):
        assert browser.enter(link).status == 303
        yield browser


def read(page: str) -> str:
    """What people read of a page: no script, no tags; what a field holds is typed, not read."""
    page = re.sub(r"(?s)<(script|style|template|footer)\b.*?</\1>", " ", page)
    return unescape(re.sub(r"(?s)<[^>]*>", " ", page))


@pytest.mark.parametrize("path", PAGES)
def test_a_french_page_has_no_decimal_point(arbiter: Visitor, path: str) -> None:
    arbiter.language = "fr"
    answer = arbiter.get(path)
    arbiter.language = "en"

    assert answer.status == 200
    assert _POINT.findall(read(answer.text)) == []


@pytest.mark.parametrize(
    ("path", "french", "english"),
    [
        ("/t/swiss/round/2", "34,5", "34.5"),
        ("/t/swiss/standings", "0,5", "0.5"),
        ("/t/swiss/print/standings", "0,5", "0.5"),
        ("/t/keizer/standings", "0,5", "0.5"),
        ("/t/swiss/screen?view=results", "34,5", "34.5"),
    ],
)
def test_each_language_writes_its_own_figures(arbiter: Visitor, path: str, french: str, english: str) -> None:
    assert english in read(arbiter.get(path).text)
    arbiter.language = "fr"
    told = read(arbiter.get(path).text)
    arbiter.language = "en"

    assert french in told
    assert english not in told


def test_a_screen_in_two_languages_writes_each_of_them(arbiter: Visitor) -> None:
    told = read(arbiter.get("/t/swiss/screen?view=standings&lang=fr,en").text)

    assert "0,5" in told
    assert "0.5" in told


def test_what_programs_read_keeps_its_points(arbiter: Visitor) -> None:
    arbiter.language = "fr"
    data = json.loads(arbiter.get("/t/swiss/standings.json").text)
    table = arbiter.get("/desk/swiss/export/csv").text
    arbiter.language = "en"

    assert 0.5 in [row["points"] for row in data["rows"]]
    assert any("0.5" in row for row in csv.reader(io.StringIO(table)))


@pytest.mark.parametrize("typed", ["34,5", "34.5"])
def test_both_are_accepted_where_a_score_is_typed(arbiter: Visitor, folder: Path, typed: str) -> None:
    arbiter.language = "fr"
    answer = arbiter.get(f"/desk/swiss/foresee?text=2%20{typed}")
    arbiter.language = "en"

    assert "34,5-29,5" in answer.text


def test_both_are_accepted_in_a_decimal_setting(arbiter: Visitor, folder: Path) -> None:
    for typed in ("7,5", "6.5"):
        assert arbiter.post("/desk/keizer/settings", {"brightwell": typed}).status == 303
        with closing(Desk.open(folder / "keizer.ronde")) as desk:
            assert desk.tournament.settings.brightwell == float(typed.replace(",", "."))


def test_lists_in_the_terminal_are_french_too(folder: Path) -> None:
    with closing(Desk.open(folder / "swiss.ronde")) as desk:
        standings = lists.standings_text(desk.tournament, "fr")
        cross = lists.crosstable_text(desk.tournament, "fr")
        pairs = lists.round_text(desk.tournament, desk.tournament.open_round, "fr")
        assert "0.5" in lists.standings_text(desk.tournament, "en")

    assert "0,5" in standings
    assert "34,5-29,5" in pairs
    assert not _POINT.search(standings + cross + pairs)


def test_the_writers_of_figures() -> None:
    french, english = figure_words("fr"), figure_words("en")

    assert french["number"](34.5) == "34,5"
    assert french["clock"](65.25) == "1:05,2"
    assert french["decimals"](1.25, 1) == "1,2"
    assert english["number"](34.5) == "34.5"
