"""The American grid of a Keizer tournament, and lists of one category."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.in_process import Visitor, in_process

from ronde import systems as scoring
from ronde.app.desk import Desk
from ronde.formats.keizerforclubs import read_s3db
from ronde.web.public.players import keizer_grid

GOLDEN = Path("tests/golden/keizer")


def imported(path: Path, name: str) -> Path:
    made = read_s3db(GOLDEN / name)
    desk = Desk.create(path)
    desk.take_in(made.actions("arbiter"), made.attachments)
    desk.close()
    return path


@pytest.fixture
def club(tmp_path: Path) -> Path:
    return imported(tmp_path / "club.ronde", "k06_withdrawals_and_return.s3db")


@pytest.fixture
def visitor(club: Path) -> Iterator[Visitor]:
    with in_process(club) as one:
        yield one


def test_every_total_is_the_sum_of_its_cells_and_the_own_value(club: Path) -> None:
    desk = Desk.open(club)
    tournament = desk.tournament
    desk.close()
    for row in keizer_grid(tournament, scoring.crosstable(tournament)):
        if row.place:
            keizer = next(one for one in scoring.keizer_table(tournament).rows if one.player == row.player)
            own = keizer.sources[0].points
            assert sum(cell.points for cell in row.cells) + own == pytest.approx(keizer.total, abs=1e-3)


def test_a_win_is_worth_the_opponents_rank_pb(club: Path) -> None:
    desk = Desk.open(club)
    tournament = desk.tournament
    desk.close()
    rows = keizer_grid(tournament, scoring.crosstable(tournament))
    value = {row.player: row.value for row in rows}
    wins = [cell for row in rows if row.place for cell in row.cells if cell.kind == "win"]

    assert wins
    assert all(cell.points == value[cell.line.opponent] for cell in wins)


def test_the_page_has_rank_pb_with_its_tooltip_totals_and_points_per_game(visitor: Visitor) -> None:
    page = visitor.get("/t/club/crosstable").text

    assert re.search(r'<abbr title="Keizer rank points before this round[^"]*">Rank-Pb</abbr>', page)
    assert "Keizer ∑" in page
    assert re.search(r"[+=−]\d+ <b>[\d.]+</b>", page), "sign, place and points"


def test_nobody_is_number_nought_and_the_withdrawn_say_so(visitor: Visitor) -> None:
    words = visitor.get("/t/club/crosstable").words

    assert not re.search(r"[+=−]0\b", words)
    assert "ret" in words


def test_who_has_withdrawn_has_no_place_in_the_grid(club: Path) -> None:
    desk = Desk.open(club)
    tournament = desk.tournament
    desk.close()
    rows = keizer_grid(tournament, scoring.crosstable(tournament))
    gone = [row for row in rows if row.player in tournament.left]

    assert gone
    assert not any(row.place for row in gone)
    places = [row.place for row in rows if row.place]
    assert places == list(range(1, len(places) + 1))


def test_lists_of_one_category_are_tabs_and_an_unknown_one_is_not_found(club: Path) -> None:
    with in_process(club) as arbiter:
        arbiter.post("/desk/club/settings", {"keizer.categories": "u12=Under 12, w=Women"})
        cards = dict(Desk.open(club).tournament.players)
        chosen = [*cards][:2]
        for number in chosen:
            card = cards[number]
            fields = {"name": card.name, "rating": str(card.rating), "categories": "w", "id": str(number)}
            assert arbiter.post(f"/desk/club/player/{number}/edit", fields).status == 303
        standings = arbiter.get("/t/club/standings?category=w")
        grid = arbiter.get("/t/club/crosstable?category=w")

        assert 'href="/t/club/standings?category=u12">Under 12</a>' in standings.text
        rows = len(re.findall(r'<tr id="rank-', standings.text))
        assert 1 <= rows <= 2
        assert 'class="podium"' in standings.text
        assert len(re.findall(r'<th scope="row">', grid.text)) <= 2
        assert arbiter.get("/t/club/standings?category=none").status == 404
