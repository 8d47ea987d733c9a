"""Chess by FIDE's rules in the browser: working, checklist, brackets, cards, reports."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.formats.trf.test_trf import SAMPLE
from tests.support.in_process import Visitor
from tests.support.posting import stored

from ronde.app.desk import Desk
from ronde.app.exchange import import_path
from ronde.model.player import FidePlayer
from ronde.store.fide_list import replace_list
from ronde.systems.rounds import complete_round

LISTED = FidePlayer(1503014, "Carlsen, Magnus", "NOR", "m", "GM", "1990", False, (2839, 0, 0), (10, 0, 0))


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sample of the specification as a tournament, its third round paired; FIDE lists one person."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    replace_list(tmp_path / "data" / "ronde" / "fide.db", [LISTED])
    report = tmp_path / "sample.trf"
    report.write_text(SAMPLE)
    imported = import_path(report)
    desk = Desk.create(tmp_path / "open.ronde")
    desk.take_in(imported.actions("arbiter"), imported.attachments)
    desk.act("arbiter", complete_round, seed=1)
    desk.close()
    return tmp_path / "open.ronde"


def test_a_player_sees_the_working_of_tie_breaks_and_the_change_of_the_rating(public: Visitor) -> None:
    page = public.get("/t/open/player/1").text

    assert "BH 1 = R1: 0.5 + R2: 0.5" in page
    assert "Rating +3.3 in 2 rated games (K 10, 2 points, 1.67 expected)" in page
    sheet = json.loads(public.get("/t/open/player/1.json").text)
    assert [one["round"] for one in sheet["working"]["BH"]] == [1, 2]
    assert "working" not in public.get("/t/open/standings.json").text
    assert "working" in public.get("/t/open/standings.json?explain").text


def test_the_legend_of_the_crosstable_names_the_one_shade_of_won_and_of_lost(public: Visitor) -> None:
    page = public.get("/t/open/crosstable").text
    legend = page.partition('class="legend"')[2].partition("</footer>")[0]

    shades = set(re.findall(r'class="sw (\w+)"', legend))
    cells = set(
        re.findall(
            r'class="[^"]*\b([vdl][123])\b[^"]*"', page.partition("<tbody")[2].partition("</tbody>")[0]
        )
    )
    assert "won" in legend
    assert cells <= shades
    assert shades == {"v2", "d1", "l2"}


def test_the_checklist_is_printed_and_byes_asked_for_are_listed(public: Visitor) -> None:
    assert "print/checklist" in public.get("/t/open/print").text
    page = public.get("/t/open/print/checklist").words

    assert "Costa Rui" in page
    assert "Egger Ida" not in page  # she has asked for a bye
    for path in ("/t/open/print/pairings", "/t/open/print/names", "/t/open/round/3?by=name"):
        assert "half-point bye" in public.get(path).text, path


def test_the_desk_shows_brackets_with_the_bills(arbiter: Visitor) -> None:
    assert "Score 2: 2 players, 1 pair" in arbiter.get("/desk/open/tables?bills=yes").text
    assert "Score 2" not in arbiter.get("/desk/open/tables?bills=no").text


def test_the_card_of_fide_is_changed_and_refused_in_the_browser(arbiter: Visitor, file: Path) -> None:
    fields = {"name": "Dunn", "first_name": "Ian", "rating": "2105", "id": "4"}
    card = {
        "fide_title": "fm",
        "fide_number": "100004",
        "fide_birth": "1988",
        "fide_sex": "m",
        "fide_k": "20",
    }

    assert arbiter.post("/desk/open/player/4/edit", fields | card).status == 303
    assert stored(file).tournament.player(4).fide.title == "FM"
    refused = arbiter.post("/desk/open/player/4/edit", fields | card | {"fide_title": "BOSS"})
    assert refused.status == 409
    assert "GM IM WGM" in refused.text


def test_reports_are_downloaded_at_the_desk(arbiter: Visitor) -> None:
    page = arbiter.get("/desk/open/export").text

    for name in ("trf26", "trf16", "trf-engine", "checklist-csv", "ratings-csv"):
        assert f"/desk/open/export/{name}" in page
        assert arbiter.get(f"/desk/open/export/{name}").status == 200
    assert arbiter.get("/desk/open/export/trf26").text.startswith("012 Sample Open")


def test_a_player_of_the_list_of_fide_is_found_while_typing_and_registered_once(
    arbiter: Visitor, file: Path
) -> None:
    found = arbiter.get("/desk/open/players/search?text=magn").text

    assert "Carlsen Magnus" in found
    assert 'name="fide" value="1503014"' in found
    assert arbiter.post("/desk/open/players/add", {"fide": "1503014"}).status == 303
    players = stored(file).tournament.players.values()
    card = next(one for one in players if one.name == "Carlsen")
    assert (card.rating, card.country, card.fide.title, card.fide.k) == (2839, "NOR", "GM", 10)
    assert "disabled" in arbiter.get("/desk/open/players/search?text=magn").text
    for number in ("1503014", "77"):
        assert arbiter.post("/desk/open/players/add", {"fide": number}).status == 409
