"""PAPP and Ronde taking turns in a folder: who had the last word, and nothing of the other is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.root import TESTS
from tests.terminal.talking import conversation, typed

from ronde.app.desk import Desk
from ronde.app.papp_folder import (
    POINTS,
    LivePappFolder,
    PappDeskState,
    changed_by_others,
    save_foreign_workfile,
)
from ronde.app.settings_text import changed_settings, flat, setting_text
from ronde.formats.papp import Edition, config_at, read_folder, write_workfile
from ronde.model.decisions.rounds import enter_at_table
from ronde.model.result import Result
from ronde.model.settings import Settings
from ronde.terminal import Conversation

GOLDEN = TESTS / "golden"
ENGLISH, FRENCH = Edition(language="en"), Edition(language="fr")


def said(at: Conversation, edition: Edition = ENGLISH) -> bytes:
    return write_workfile(at.tournament, edition).encode()


@pytest.fixture
def at(tmp_path: Path) -> Conversation:
    """Six people after a round, with the pairs of the next."""
    desk = conversation(tmp_path)
    typed(desk, "a", "r", "?", "!", "a", "x")
    return desk


def test_our_own_word_is_ours_in_every_language_and_spacing(at: Conversation) -> None:
    assert not changed_by_others(at.desk, said(at), ENGLISH)
    assert not changed_by_others(at.desk, said(at, FRENCH), ENGLISH)
    assert not changed_by_others(at.desk, said(at).replace(b"\n", b"\r\n") + b"% a remark\n", ENGLISH)


def test_the_workfile_written_last_is_ours_whatever_was_done_since(at: Conversation) -> None:
    before = said(at)
    PappDeskState(at.desk).remember_workfile(before, ENGLISH)
    at.desk.act("arbiter", enter_at_table, table=1, result=Result(40, 24))

    assert not changed_by_others(at.desk, before, ENGLISH)


def test_a_workfile_from_before_the_one_written_last_is_somebody_elses_wish(at: Conversation) -> None:
    before = said(at)
    at.desk.act("arbiter", enter_at_table, table=1, result=Result(40, 24))
    PappDeskState(at.desk).remember_workfile(said(at), ENGLISH)

    assert changed_by_others(at.desk, before, ENGLISH)


@pytest.mark.parametrize("emptied", [b"", b"\n \n"])
def test_an_emptied_workfile_says_nothing(emptied: bytes, at: Conversation) -> None:
    assert not changed_by_others(at.desk, emptied, ENGLISH)


def test_a_coupon_typed_at_papp_is_something_new(at: Conversation) -> None:
    table = at.tournament.open_round.table(1)
    coupon = f"({table.first:06d} {table.second:06d} 41);".encode()
    changed = said(at).replace(f"({table.first:06d} {table.second:06d});".encode(), coupon)

    assert changed != said(at)
    assert changed_by_others(at.desk, changed, ENGLISH)


def test_a_round_closed_at_papp_is_something_new(at: Conversation) -> None:
    more = "".join(f"({table.first:06d} 40 {table.second:06d} 24);\n" for table in at.tournament.open_round)
    assert changed_by_others(at.desk, said(at) + f"raz-couplage;\n{more}ronde-suivante;\n".encode(), ENGLISH)


def test_the_workfile_that_was_read_in_is_no_news_until_we_wrote_another(tmp_path: Path) -> None:
    (tmp_path / "joueurs.txt").write_text("1 WEBB, Ann\n2 ZOLA, Jo\n")
    spelt = b'#_Nom-Tournoi = "Open"; & +1 +2; raz-couplage; (2 1); raz-couplage; (1 2);'
    (tmp_path / "papp-internal-workfile.txt").write_bytes(spelt)
    imported = read_folder(tmp_path)
    desk = Desk.create(tmp_path / "open.ronde")
    desk.take_in(imported.actions("arbiter"), imported.attachments)
    desk.act("arbiter", enter_at_table, table=1, result=Result(40, 24))

    assert not changed_by_others(desk, spelt, ENGLISH)
    assert changed_by_others(desk, spelt + b"(1 2);", ENGLISH)

    PappDeskState(desk).remember_workfile(write_workfile(desk.tournament, ENGLISH).encode(), ENGLISH)
    assert changed_by_others(desk, spelt, ENGLISH)


def test_what_another_program_wrote_under_our_feet_is_kept_aside(at: Conversation, tmp_path: Path) -> None:
    live = LivePappFolder(tmp_path, ENGLISH)
    live.workfile.write_bytes(said(at))
    live.look()
    assert save_foreign_workfile(at.desk, live) is None

    live.workfile.write_bytes(said(at) + b'#_Date = "01/01/2000";\n')
    kept = save_foreign_workfile(at.desk, live)

    assert kept is not None
    assert kept.read_bytes().endswith(b'"01/01/2000";\n')
    assert kept.parent == tmp_path


def test_what_a_second_desk_of_ours_wrote_is_not_kept_aside(at: Conversation, tmp_path: Path) -> None:
    live = LivePappFolder(tmp_path, ENGLISH)
    live.workfile.write_bytes(said(at))
    live.look()
    at.desk.act("second", enter_at_table, table=1, result=Result(40, 24))
    live.workfile.write_bytes(said(at))
    PappDeskState(at.desk).remember_workfile(said(at), ENGLISH)
    at.desk.act("arbiter", enter_at_table, table=2, result=Result(40, 24))

    assert save_foreign_workfile(at.desk, live) is None
    assert list(tmp_path.glob("papp-internal-workfile-*")) == []


@pytest.mark.parametrize("config", sorted(GOLDEN.rglob("papp.cfg")), ids=lambda path: path.parent.name)
def test_every_setting_of_a_configuration_can_be_given_by_its_name(config: Path) -> None:
    wanted = config_at(config).settings(rounds=7, brightwell=3)
    usual = Settings(rounds=7, brightwell=3, profile="papp", cap=wanted.cap)
    names = {
        name: setting_text(value) for name, value in flat(wanted).items() if name.split(".")[0] in POINTS
    }

    assert changed_settings(usual, names) == wanted
