"""Lists of more than forty players: written in few signs, looking like the short ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.halls import House, Visit, make, serving
from tests.browser.test_access import CONTRAST, LEVELS, SCRIPT, faults

from ronde import systems as scoring
from ronde.app.desk import Desk
from ronde.model.result import Board, write_number
from ronde.model.settings import Settings
from ronde.render.charts import tint
from ronde.standings import RoundLine

MANY = tuple(f"PLAYER{number:03}, Somebody" for number in range(1, 63))
EVENTS = {"othello": Settings(rounds=5), "chess": Settings(rounds=5, board=Board(total=1, bye=1))}
CELLS = """rows => rows.map(row => [...row.cells].slice(2, -1)
    .map(cell => [cell.className, cell.title, cell.textContent.trim()]))"""
SIGNS = "−=+"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Two tournaments of more than forty players: one that counts discs, one that does not."""
    folder = tmp_path_factory.mktemp("long")
    for name, settings in EVENTS.items():
        make(folder / f"{name}.ronde", settings, MANY, closed=3)
    with serving(folder) as running:
        yield running


def full(path: Path) -> list[list[list[str]]]:
    """Every cell of the crosstable as a short list writes it: class, title, text."""
    desk = Desk.open(path)
    tournament, total = desk.tournament, desk.tournament.settings.board.total
    rows = scoring.crosstable(tournament).rows
    ranks = {row.standing.player: row.standing.rank for row in rows}
    desk.close()

    def cell(line: RoundLine) -> list[str]:
        assert line.result
        own, other = line.result.first, line.result.second
        score = "½-½" if own == other == 0.5 else f"{write_number(own)}-{write_number(other)}"
        kind = tint(line.half_points, own - other, total) + ("" if line.first else " w")
        name = tournament.player(line.opponent).full_name
        return [kind, f"{name} {score}", f"{SIGNS[line.half_points]}{ranks[line.opponent]}"]

    return [[cell(line) for line in row.lines] for row in rows]


@pytest.mark.parametrize("name", EVENTS)
def test_a_long_crosstable_becomes_what_a_short_one_is(name: str, house: House, visit: Visit) -> None:
    page = visit(reduced_motion="reduce").new_page()
    page.goto(house.at(f"/t/{name}/crosstable"))

    assert page.locator(".cross tbody tr").evaluate_all(CELLS) == full(house.folder / f"{name}.ronde")
    page.evaluate(SCRIPT)
    assert faults(page, LEVELS) == []
    page.emulate_media(color_scheme="dark")
    assert faults(page, CONTRAST) == []


def test_a_long_crosstable_can_be_read_without_script(house: House, visit: Visit) -> None:
    page = visit(java_script_enabled=False).new_page()
    page.goto(house.at("/t/othello/crosstable"))
    table = page.locator(".cross")
    first = full(house.folder / "othello.ronde")[0][0]

    assert table.locator("tbody tr").first.locator("td").nth(1).inner_text()[1:] == " ".join(
        (first[2][1:], first[1].rpartition(" ")[2].partition("-")[0])
    )
    assert "the opponent's place and the player's score" in page.locator("noscript").first.inner_text()
    assert table.evaluate("table => table.scrollWidth <= table.parentElement.clientWidth")


def test_everybody_in_a_long_list_of_players_has_a_form_of_marks(house: House, visit: Visit) -> None:
    page = visit().new_page()
    page.goto(house.at("/t/othello/players"))

    assert page.locator(".everybody tbody .form").count() == len(MANY)
