"""Results are read back: the same rows come out, as far as a wall list tells them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.go_golden import RECORDED, name_of, tournament

from ronde.app.exchange import import_path
from ronde.formats.egf import write_h9
from ronde.formats.egf.wall_reader import read_wall
from ronde.i18n import LANGUAGES, problem_text
from ronde.model.errors import FormatError
from ronde.model.replay import replay
from ronde.model.result import Kind
from ronde.model.tournament import Tournament, bye_of

UNTOLD = {
    "mm32-strasbourg": "where the bar is",
    "mm64-virtual-sos": "that unplayed games count half for opponents",
    "real061-26": "whose start had a half point",
    "real140-26": "what an absence was worth",
}
"""Tournaments whose standings follow from something that the file does not say."""
READABLE = [path.parent / "results.h9" for path in RECORDED if path.parts[-2] not in UNTOLD]


def after(content: bytes) -> Tournament:
    return replay(read_wall(content).events)


def rows(content: bytes) -> list[bytes]:
    return [line for line in content.split(b"\n") if not line.startswith(b";")]


@pytest.mark.parametrize("path", READABLE, ids=name_of)
def test_the_rows_that_were_read_are_written_again(path: Path) -> None:
    content = path.read_bytes()
    assert rows(write_h9(after(content), short=b"/w" not in content)) == rows(content)


@pytest.mark.parametrize(
    "path", [path for path in RECORDED if (path.parent / "results.tou").exists()], ids=name_of
)
def test_a_file_for_the_ffg_has_the_people_and_the_games(path: Path) -> None:
    content = (path.parent / "results.tou").read_bytes()
    read = after(content)
    played = tournament(path)
    entered = {player for one in played.rounds for player in (*one.seated, *bye_of(one))}

    assert len(read.players) == len(entered)
    assert sorted(games(read)) == sorted(games(played))


def games(tournament: Tournament) -> list[tuple[int, str, str, int]]:
    """Every game by its round, its players and its stones."""
    cards = tournament.players
    return [
        (one.number, cards[table.first].full_name, cards[table.second].full_name, table.pair.handicap)
        for one in tournament.rounds
        for table in one
    ]


HEAD = "; CL[B]\n; EV[Try]\n; PC[FR,Lyon]\n; DT[2026-03-07,2026-03-08]\n; HA[h1]\n; KM[6.5]\n; TM[60]\n"
COLUMNS = "; Pl Name                            Rk Co Club  NBW  SOSSOSOS\n"
ADA = "   1 Ada_Lou Ann                      1D FR Lyon    2    1    0 0    2+/w2    0+   |11223344\n"
BEN = "   2 Ben B                            3K XX xxxx    1    2    0 0    1-/b2    3=!w0\n"
CID = "   3 Cid                              4K DE  Ber    0    1    0 0    0=       2=!b0\n"


def test_a_small_list_by_hand() -> None:
    read = after((HEAD + COLUMNS + ADA + BEN + CID).encode("iso-8859-15"))
    ada, ben, cid = read.players.values()

    assert (ada.name, ada.first_name, ada.country, ada.club) == ("Ada Lou", "Ann", "FR", "Lyon")
    assert (ben.country, ben.club, cid.first_name, cid.go.rank) == ("", "", "", -4)
    (first,) = read.round(1)
    assert (first.first, first.second, first.pair.handicap) == (ben.id, ada.id, 2)
    assert cid.id in read.round(1).absent
    assert read.round(2).byes == (ada.id,)
    assert [table.result.kind for table in read.round(2) if table.result] == [Kind.DRAW_BY_DEFAULT]
    assert (read.name, read.settings.report.city, read.settings.go.komi) == (
        "Try",
        "Lyon",
        6.5,
    )
    assert read.settings.mcmahon.handicap.correction == 1


WRONG = {
    "one-sided": HEAD + COLUMNS + ADA.replace("2+/w2", "3+/w2") + BEN + CID,
    "no-row": HEAD + COLUMNS + ADA + BEN + CID + "something else that is no row\n",
    "same-key": HEAD + COLUMNS + ADA + BEN + CID + ADA.replace("2+/w2", "0-   "),
    "unprintable": HEAD + COLUMNS + ADA.replace("Ann", "A\x1bn") + BEN + CID,
    "no-row, endless": HEAD + COLUMNS + ADA + BEN + CID + "x" + " " * 100_000 + "\n",
    "value, a score of thousands of digits": HEAD
    + COLUMNS.replace("  NBW", "  MMS")
    + ADA.replace(" 2    1 ", f" {'9' * 1_500}    1 ")
    + BEN
    + CID,
    "value": HEAD.replace("HA[h1]", "HA[h12]") + COLUMNS + ADA + BEN + CID,
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file_is_refused_with_its_place(name: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_wall(WRONG[name].encode(), "open.h9")

    found = [one for one in caught.value.problems if one.key == f"opengotha.{name.partition(',')[0]}"]
    assert found
    assert all("open.h9" in problem_text(found[0], language) for language in LANGUAGES)


@pytest.mark.parametrize("ending", ["h9", "tou"])
def test_the_ending_of_the_file_tells_its_format(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"open.{ending}"
    path.write_text(HEAD + COLUMNS + ADA + BEN + CID)
    assert replay(import_path(path).events).name == "Try"
