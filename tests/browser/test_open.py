"""A chess open of 24 players and five rounds in a browser, ending in a report that our checker confirms.

The first four tables of every round are entered by one key each; the others by the requests that the page
itself would send, because drawing all rows again after each result takes long.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.halls import House, Visit, enter, serving

from ronde.app.desk import Desk
from ronde.cli.main import main
from ronde.formats.trf import read_trf

EARLY, LATE, ROUNDS = 20, 4, 5
SIGNS = "1110000==="
BY_KEY = 4
SCORES: dict[str, str | re.Pattern[str]] = {
    "1": "1-0",
    "0": "0-1",
    "=": "½-½",
    "+": re.compile("1-0.+"),
    "-": re.compile("0-1.+"),
}
SEND = """async (lines) => {
  for (const line of lines) {
    const body = new URLSearchParams({entry: line, key: crypto.randomUUID()});
    const answer = await fetch("/desk/open/result", {method: "POST", body, redirect: "manual"});
    if (answer.status >= 400) throw new Error(line + " " + answer.status);
  }
}"""


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[House]:
    """A server of an empty folder."""
    folder = tmp_path / "empty"
    folder.mkdir()
    with serving(folder) as running:
        yield running


def _opened(page: Page, house: House) -> None:
    """A tournament from the preset of a FIDE open, its players from a list that is pasted."""
    page.locator("#name").fill("Open")
    page.locator("[name=preset][value=fide-open]").check(force=True)
    page.keyboard.press("Enter")
    expect(page).to_have_url(house.at("/desk/open/players"))
    lines = [f"P{at:03}, Ann;{2500 - 10 * at}" for at in range(1, EARLY + 1)]
    page.goto(house.at("/desk/open/players/list"))
    page.locator("#text").fill("\n".join(["Name;Rating", *lines]))
    page.locator("button.strong").last.click()
    expect(page.locator("#players tbody tr")).to_have_count(EARLY)


def _before(page: Page, house: House, number: int) -> None:
    """Late entries before rounds 2 and 3, byes on request, and one who leaves before round 5."""
    if number in (2, 3):
        for at in range(LATE // 2):
            page.goto(house.at("/desk/open/players"))
            page.locator("#name").fill(f"LATE{number}{at}, Bo")
            page.locator("details:has([name=rating]) > summary").click()
            page.locator("[name=rating]").fill("1995")
            page.keyboard.press("Enter")
            expect(page.locator("#players tbody")).to_contain_text(f"LATE{number}{at}")
    page.goto(house.at(f"/desk/open/player/{3 * number}"))
    page.locator("#rounds").fill(str(number))
    page.locator("#away-reason").select_option("half-bye")
    page.locator("form[action$='/away'] button").first.click()
    expect(page.locator("h1")).to_contain_text("P")
    if number == 5:
        page.goto(house.at("/desk/open/player/18"))
        page.locator("form:has(#leave-reason) button").click()


def _played(page: Page, house: House, number: int, chance: random.Random) -> None:
    page.goto(house.at("/desk/open"))
    page.locator("form[action$='/pair'] button").first.click()
    expect(page.locator("h1")).to_contain_text(f"Preview of round {number}")
    page.locator("form[action$='/accept'] button").click()
    expect(page.locator("#entry")).to_be_focused()
    tables = page.locator("tr[data-table]").evaluate_all("rows => rows.map((row) => ({...row.dataset}))")
    signs = ["+", "-", *(chance.choice(SIGNS) for _ in tables[2:])]
    for at, sign in enumerate(signs[:BY_KEY], start=1):
        page.locator(f"#table-{at}").press(sign)
        expect(page.locator(f"#table-{at} .score")).to_have_text(SCORES[sign], timeout=30_000)
    page.evaluate(SEND, [_line(table, sign) for table, sign in zip(tables, signs, strict=True)][BY_KEY:])
    page.goto(house.at("/desk/open"))
    expect(page.locator("#state")).to_contain_text("all results in")
    page.locator("#close-now").click()
    expect(page.locator("h1")).to_contain_text(re.compile(f"Standings after round {number}|Final standings"))


def _line(table: dict[str, str], sign: str) -> str:
    """What the key of that sign sends."""
    lines = {"1": "{first}+", "0": "{second}+", "=": "{first}=", "+": "{first} w", "-": "{first} f"}
    return lines[sign].format(**table)


def _corrected(page: Page, house: House, number: int) -> None:
    """The first table of a round was won by the other side."""
    page.goto(house.at(f"/desk/open/correct?round={number}&first=1"))
    score = page.locator("input[name=score]")
    score.fill("1" if score.input_value() in ("0", "f", "ff") else "0")
    score.press("Enter")
    expect(page.locator("#notice")).to_contain_text("result corrected")


def test_five_rounds_of_24_players_end_in_a_report_that_the_checker_confirms(
    empty: House, visit: Visit, tmp_path: Path
) -> None:
    page, chance = visit().new_page(), random.Random(7)
    troubles: list[str] = []
    page.on("pageerror", lambda trouble: troubles.append(str(trouble)))
    enter(page, empty.link)
    _opened(page, empty)
    for number in range(1, ROUNDS + 1):
        _before(page, empty, number)
        _played(page, empty, number, chance)
        if number == 4:
            before = _stored(empty)
            _corrected(page, empty, number)
            assert _stored(empty) != before
    report = tmp_path / "open.trf"
    report.write_bytes(page.request.get(empty.at("/desk/open/export/trf26")).body())

    assert main(["fide", "check", str(report)]) == 0
    trf = read_trf(report)
    assert (len(trf.players), trf.played) == (EARLY + LATE, ROUNDS)
    letters = {one.result for player in trf.players for one in player.rounds}
    assert {"1", "0", "=", "+", "-", "H", "Z"} <= letters
    assert troubles == []


def _stored(house: House) -> int:
    (file,) = house.folder.glob("*.ronde")
    desk = Desk.open(file)
    desk.close()
    table = desk.tournament.round(4).table_of(1)
    return table.result.half_points[0] if table and table.result else -1
