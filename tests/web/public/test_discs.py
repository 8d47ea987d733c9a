"""The disc beside a name has the colour its player has: White begins in chess, Black in Othello."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.in_process import Visitor

import ronde

PAGES = ("/t/open", "/t/open/crosstable", "/t/open/screen?view=pairings", "/t/open/print/pairings")


@pytest.fixture(params=["chess", "othello"])
def board(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def file(tmp_path: Path, board: str) -> Path:
    with ronde.create(tmp_path / "open.ronde", board=board) as hall:
        for name in ("ALDA", "BERG", "CRUZ", "DIAZ"):
            hall.add(name)
        hall.pair(seed=1)
    return tmp_path / "open.ronde"


def test_pages_say_which_colour_begins(public: Visitor, board: str) -> None:
    begins = {
        page: " white" in public.get(page).text.partition("<body")[2].partition(">")[0] for page in PAGES
    }

    assert begins == dict.fromkeys(PAGES, board == "chess")


def test_every_sheet_that_draws_discs_turns_them_where_white_begins(public: Visitor) -> None:
    sheets = Path(ronde.__file__).parent / "web" / "static"
    drawing = [path.name for path in sheets.glob("*.css") if "\n.o.w" in path.read_text()]

    assert drawing
    for name in drawing:
        assert ".white .o.w" in (sheets / name).read_text(), name
