"""Around the desk: proposals beside the results; screens, seats and the backup on the overview."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.support.in_process import Visitor, in_process

from ronde.app.desk import Desk
from ronde.app.exchange import import_path


def said(inside: Visitor, discs: int) -> tuple[int, int]:
    """A player at an open table proposes a result; the player and the table."""
    page = inside.get("/desk/open").text
    found = re.search(r'data-table="(\d+)" data-first="(\d+)"[^>]*class="open', page)
    assert found
    table, player = int(found[1]), int(found[2])
    shown = inside.get(f"/desk/open/phones?player={player}").text
    link = re.search(r'href="[^"]*(/t/open/card/[^"]+)"', shown)
    assert link
    assert inside.post(link[1], {"said": str(discs), "round": "2"}).status == 303
    return player, table


def test_a_result_from_a_phone_stands_beside_the_results_and_in_its_row(inside: Visitor) -> None:
    assert "Nothing waiting" in inside.get("/desk/open").words
    _, table = said(inside, 40)

    page = inside.get("/desk/open")
    assert f'id="proposal-{table}"' in page.text
    assert re.search(
        rf'id="table-{table}".*?score info"><span class=sc><b>40</b>.*?<b>24</b>.*?>1 phone<',
        page.text,
        re.DOTALL,
    )
    overview = inside.get("/desk/open/overview")
    assert "1 proposal waiting" in overview.words
    assert "See the proposal" in overview.words
    assert re.search(r'/desk/open/proposals"[^>]*>.*?badge info">1<', overview.text)


@pytest.mark.parametrize("page", [
    "", "/overview", "/players", "/tables", "/close", "/standings", "/history", "/export", "/screens",
    "/phones", "/settings", "/mark", "/correct", "/proposals",
])  # fmt: skip
def test_the_proposals_are_counted_on_every_page_of_the_desk(inside: Visitor, page: str) -> None:
    said(inside, 40)

    found = inside.get(f"/desk/open{page}").text
    assert re.search(r'href="/desk/open/proposals"[^>]*>(?:(?!</a>).)*badge info">1<', found, re.DOTALL)


def test_the_tables_with_a_result_from_a_phone_are_shown_alone(inside: Visitor) -> None:
    assert "?proposed" not in inside.get("/desk/open").text
    _, table = said(inside, 40)

    assert "?proposed" in inside.get("/desk/open").text
    rows = re.findall(r'data-table="(\d+)"', inside.get("/desk/open?proposed").text)
    assert rows == [str(table)]


def test_it_is_accepted_there_and_the_arbiter_stays_on_the_page(inside: Visitor) -> None:
    player, table = said(inside, 40)
    answer = inside.post(
        "/desk/open/proposals", {"player": str(player), "verdict": "accept", "back": "results"}
    )

    assert answer.headers["location"] == "/desk/open"
    page = inside.get("/desk/open").text
    assert f'id="proposal-{table}"' not in page
    assert f"Table {table}, " in page[page.index("Just done") :]


@pytest.mark.parametrize(("language", "card"), [("en", "The hall"), ("fr", "La salle")])
def test_the_overview_tells_of_screens_seats_and_the_backup(
    inside: Visitor, language: str, card: str
) -> None:
    told = inside.get(f"/desk/open/overview?lang={language}").words

    assert card in told
    assert re.search(r"(Pairings by table|Appariements? par table)", told)
    assert re.search(r"(Backup|Sauvegarde)\s*\d\d:\d\d", told)


def test_before_the_first_backup_the_overview_says_when_it_will_be_made(tmp_path: Path) -> None:
    made = import_path(Path("tests/golden/keizer/k05_absences_every_kind.s3db"), "keizer-s3db")
    desk = Desk.create(tmp_path / "club.ronde")
    desk.take_in(made.actions("arbiter"), made.attachments)
    assert desk.tournament.closed_rounds
    desk.close()
    with in_process(tmp_path / "club.ronde") as arbiter:
        assert re.search(r"Backup\s*when the round is closed", arbiter.get("/desk/club/overview").words)


def test_a_moment_of_the_past_has_no_hall_around_it(inside: Visitor) -> None:
    assert "From the phones" not in inside.get("/desk/open?at=12").words
    assert "The hall" not in inside.get("/desk/open/overview?at=12").words
