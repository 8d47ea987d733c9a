"""A PAPP tournament at the desk in the browser: a round robin taken up again."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from tests.formats.papp.golden_files import NEXT
from tests.support.papp_states import FOLDERS
from tests.support.posting import shown, stored
from tests.support.web_server import server

from ronde.app.desk import Desk
from ronde.cli.main import main
from ronde.formats.papp import read_folder

GOLDEN = next(folder for folder in FOLDERS if folder.name.startswith("06"))


def test_a_preview_names_the_pairs_that_a_schedule_taken_up_again_repeats(tmp_path: Path) -> None:
    for name in ("papp.cfg", "joueurs.txt"):
        (tmp_path / name).write_bytes((GOLDEN / name).read_bytes())
    work = (GOLDEN / "workfile_snapshots" / "after_round_5.txt").read_text()
    assert work.count(NEXT) == 5
    (tmp_path / "papp-internal-workfile.txt").write_text(f"{work}& +000606;\n")
    file = tmp_path / "open.ronde"
    desk = Desk.create(file)
    desk.act("arbiter", lambda tournament: list(read_folder(tmp_path).events))
    desk.close()

    with server(file) as (browser, link, _):
        assert browser.enter(link).status == 303
        place = browser.post("/desk/open/pair", {}).headers["location"]
        shown(browser, place)
        page = browser.get(place).text

    assert "The round robin is taken up again as scheduled and repeats " in page
    assert "(met in round 4)" in page or "(met in round 5)" in page
    assert not stored(file).tournament.open_round.tables


def test_a_round_closed_in_the_browser_gets_its_lists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "papp.cfg").write_text('dossier false; XML true; fichier classement = "stand###.txt";')
    (tmp_path / "joueurs").write_text("1 ALPHA, Ann\n2 BETA, Bob\n")
    lines = ("Open", "3", "6", "i", "alpha ann", "beta bob", "", "a", "r", "1 40", "", "x")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    assert main(["papp", "--plain", "--lang", "en"]) == 0
    assert not list(tmp_path.glob("stand*"))

    with server(tmp_path / "papp-internal-workfile.ronde") as (browser, link, _):
        browser.enter(link)
        assert browser.post("/desk/papp-internal-workfile/close").status == 303
        assert "ALPHA Ann" in (tmp_path / "stand__1.txt").read_text()
        assert (tmp_path / "stand__1.xml").is_file()

        browser.post("/desk/papp-internal-workfile/undo", {"back": "/close"})
        assert not list(tmp_path.glob("stand*"))
