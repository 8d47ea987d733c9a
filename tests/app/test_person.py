"""What is kept about a person can be had, and erased from every file; the results stand."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ronde.app import commands as do
from ronde.app.command import Actor, Right
from ronde.app.desk import CHIEF_ACTOR, Desk
from ronde.app.people import known_people, take_people
from ronde.app.person import Erasure, erase, mentions, person_view
from ronde.model.errors import (
    Busy,
    FileExists,
    NotAllowed,
    NothingToChange,
    NothingToUndo,
    UndoRefused,
    UnknownPlayer,
)
from ronde.model.player import Absence, FideCard, Player
from ronde.model.settings import usual_settings
from ronde.store import backup_folder
from ronde.store.people import default_base
from ronde.systems import standings

FAMILY, FIRST = "GROẞMÜLLER", "Zoë"
NAME = f"{FAMILY} {FIRST}"
SECRETS = ("GROẞMÜLLER", "Zoë", "Zoéé", "owes the fee", "1947/03/09", "13579246", "06-555", "z@b.example")
CARD = FideCard(13579246, "WIM", "w", "1947/03/09", 20)
CODES = ("utf-8", "latin-1", "cp850", "utf-16-le")


@pytest.fixture(autouse=True)
def _own_base(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("share")))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A club with two closed rounds and their backups; the first name of player 4 was once misspelt."""
    settings = usual_settings("keizer", rounds=9)
    desk = Desk.begin(tmp_path / "club.ronde", do.OpenTournament("Club", settings=settings))
    for number in (1, 2, 3, 5, 6):
        desk.run(do.AddPlayer(f"P{number}", rating=2000 - number, number=number))
    desk.run(
        do.AddPlayer(
            FAMILY,
            "Zoéé",
            rating=1996,
            number=4,
            comment="owes the fee",
            phone="06-555",
            email="z@b.example",
            fide=CARD,
        )
    )
    desk.run(do.PlanAbsence(4, (3,), Absence.EXCUSED))
    desk.run(do.ChangePlayer(4, first_name=FIRST))
    desk.keep({"import/players": "4 GROSSMÜLLER Zoë\n".encode("cp850"), "import/other": b"5 P5\n"})
    desk.keep({"import/list": f"4;{FAMILY};{FIRST}\n".encode()})
    for seed in (1, 2):
        desk.run(do.PairRound(seed))
        for table in desk.tournament.open_round:
            desk.run(do.EnterResult(table.number, 1, 0))
        desk.run(do.CloseRound())
    yield desk
    desk.close()


def erased(desk: Desk) -> Erasure:
    return erase(desk, CHIEF_ACTOR, 4, "en")


def bytes_in(folder: Path) -> Iterator[tuple[Path, bytes]]:
    for path in folder.rglob("*"):
        if path.is_file():
            yield path, path.read_bytes()


def found(folder: Path) -> list[tuple[Path, str]]:
    spellings = {text.encode(code, "ignore") for text in SECRETS for code in CODES}
    return [(path, str(one)) for path, data in bytes_in(folder) for one in spellings if one in data]


def test_everything_that_is_kept_about_a_person_is_shown(desk: Desk) -> None:
    kept = person_view(desk, 4)

    assert (kept.player.name, kept.player.first_name, kept.player.comment) == (FAMILY, FIRST, "owes the fee")
    assert kept.player.fide is not None
    assert kept.player.fide.birth == "1947-03-09"
    assert [one["kind"] for one in kept.journal] == [
        "PlayerEntered", "AbsencePlanned", "PlayerChanged",
    ]  # fmt: skip
    assert len(kept.games.rounds) == 2
    assert kept.attachments == ("import/list", "import/players")
    assert len(kept.backups) == 2


def test_after_erasing_no_file_of_the_folder_has_a_byte_of_the_person(desk: Desk, tmp_path: Path) -> None:
    assert found(tmp_path)

    done = erased(desk)

    assert found(tmp_path) == []
    assert done == Erasure("Player 4", (), ())
    assert desk.tournament.player(4) == Player(4, "Player 4", rating=1996, new=True)


def test_results_and_standings_stand_in_the_tournament_and_its_backups(desk: Desk, tmp_path: Path) -> None:
    before, rounds = standings(desk.tournament), desk.tournament.rounds
    copies = sorted(backup_folder(tmp_path / "club.ronde").iterdir())

    erased(desk)

    with closing(Desk.open(tmp_path / "club.ronde")) as again:
        assert (standings(again.tournament), again.tournament.rounds) == (before, rounds)
        assert again.tournament == desk.tournament
    for number, path in enumerate(copies, start=1):
        with closing(Desk.open(path)) as copy:
            assert copy.tournament.rounds[:number] == rounds[:number]
            assert copy.tournament.player(4).full_name == "Player 4"


def test_the_journal_verifies_after_erasing(desk: Desk, tmp_path: Path) -> None:
    number = desk.number

    erased(desk)

    with closing(sqlite3.connect(tmp_path / "club.ronde")) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    with closing(Desk.open(tmp_path / "club.ronde")) as again:
        assert [entry.number for entry, _ in again.history()] == list(range(1, number + 2))


def test_another_desk_that_is_open_learns_it_and_keeps_no_name(desk: Desk, tmp_path: Path) -> None:
    with closing(Desk.open(tmp_path / "club.ronde")) as other:
        erased(desk)
        other.refresh()

        assert other.tournament == desk.tournament
        assert other.history() == desk.history()
        assert found(tmp_path) == []


def test_erasing_cannot_be_undone_and_what_was_done_before_still_can(desk: Desk) -> None:
    erasing = desk.number + 1
    erased(desk)

    with pytest.raises(NothingToUndo):
        desk.undo("arbiter", erasing)
    desk.undo("arbiter")

    assert len(desk.tournament.closed_rounds) == 1
    assert desk.tournament.player(4).full_name == "Player 4"
    with pytest.raises(UndoRefused):
        desk.undo("arbiter", 7)  # the registration of player 4


def test_a_player_of_the_same_name_keeps_it(desk: Desk) -> None:
    desk.run(do.AddPlayer(FAMILY, FIRST, number=9, namesake=True))

    erased(desk)

    assert desk.tournament.player(9).full_name == NAME
    assert person_view(desk, 9).journal[0]["player"]["name"] == FAMILY


def test_a_registration_that_was_removed_or_undone_is_erased_too(desk: Desk, tmp_path: Path) -> None:
    desk.run(do.AddPlayer(FAMILY, FIRST, number=7, namesake=True))
    desk.undo("arbiter")
    desk.run(do.AddPlayer(FAMILY, FIRST, number=8, namesake=True))
    desk.run(do.RemovePlayer(8))

    erased(desk)

    assert found(tmp_path) == []


def test_what_the_person_was_called_under_another_number_is_erased(tmp_path: Path) -> None:
    with closing(Desk.begin(tmp_path / "club.ronde", do.OpenTournament("Club"))) as desk:
        desk.run(do.AddPlayer(FAMILY, FIRST, number=3))
        desk.run(do.ChangePlayer(3, id=4))
        desk.run(do.AddPlayer("OTHER", number=3))

        erased(desk)

        assert found(tmp_path) == []
        assert desk.tournament.player(3).name == "OTHER"


def test_a_backup_that_went_another_way_is_rewritten_and_a_damaged_one_deleted(
    desk: Desk, tmp_path: Path
) -> None:
    copies = backup_folder(tmp_path / "club.ronde")
    with closing(Desk.open(copies / next(iter(sorted(copies.iterdir()))).name)) as other:
        other.run(do.ChangePlayer(5, name=FAMILY, first_name=FIRST))
    (copies / "damaged.ronde").write_bytes(b"SQLite format 3\0" + f"{FAMILY} {FIRST}".encode())

    done = erased(desk)

    assert found(tmp_path) == []
    assert done.deleted == (str(copies / "damaged.ronde"),)


def test_files_beside_the_tournament_that_have_the_name_are_named(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "joueurs").write_bytes("4 Großmüller, Zoë\n".encode("latin-1"))
    (tmp_path / "notes").write_bytes(b"P4\n")

    assert erased(desk).left == (str(tmp_path / "joueurs"),)


def test_the_tournament_itself_is_no_file_beside_it_even_if_a_longer_name_stays(desk: Desk) -> None:
    desk.run(do.AddPlayer(FAMILY, f"{FIRST}-Lou", number=9))

    assert erased(desk).left == ()
    assert desk.tournament.player(9).full_name == f"{NAME}-Lou"


def test_while_another_program_reads_the_file_nothing_is_erased(desk: Desk, tmp_path: Path) -> None:
    number = desk.number
    with closing(sqlite3.connect(tmp_path / "club.ronde", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM journal").fetchone()
        desk.run(do.PlanAbsence(5, (4,)))
        with pytest.raises(Busy):
            erased(desk)
    assert (desk.number, desk.tournament.player(4).full_name) == (number + 1, NAME)

    erased(desk)

    assert found(tmp_path) == []


def test_a_folder_of_foreign_pages_is_refused_before_the_journal_changes(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("the club's own page")
    number = desk.number

    with pytest.raises(FileExists):
        erase(desk, CHIEF_ACTOR, 4, "en", [tmp_path / "site"])

    assert desk.number == number
    assert desk.tournament.player(4).full_name == NAME


def test_an_unreadable_base_hides_nothing_else(desk: Desk) -> None:
    base = default_base()
    assert base is not None
    base.parent.mkdir(parents=True)
    base.write_bytes(b"no database at all")

    assert not person_view(desk, 4).known


def test_the_person_leaves_the_base_of_known_people(desk: Desk) -> None:
    take_people([Player(4, FAMILY, FIRST), Player(5, "P5")], "club")
    assert person_view(desk, 4).known

    erased(desk)

    assert [one.id for one in known_people()] == [5]


def test_erasing_twice_nobody_or_without_the_right_changes_nothing(desk: Desk) -> None:
    erased(desk)
    number = desk.number

    with pytest.raises(NothingToChange):
        erased(desk)
    with pytest.raises(UnknownPlayer):
        erase(desk, CHIEF_ACTOR, 99, "en")
    with pytest.raises(NotAllowed):
        erase(desk, Actor("helper", frozenset({Right.PLAYERS})), 5, "en")
    assert desk.number == number


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("text", ["DOE Ana", "Ana DOE", "doe, ana", "DOE;Ana"])
def test_a_name_is_found_in_every_encoding_and_order(text: str, code: str) -> None:
    holds = mentions([Player(1, "DOE", "Ana")])

    assert holds(f"x {text} y".encode(code))
    assert not holds(f"x {text.replace('a', 'e').replace('A', 'E')} y".encode(code))


@pytest.mark.parametrize("name", ["\u0301", "\u0301" * 6, "\u309b"])
def test_a_name_without_a_letter_is_found_nowhere(name: str) -> None:
    assert not mentions([Player(1, name)])(b"1;DOE;Ana\n2 P2\n")


def test_a_short_name_is_not_found_inside_other_words() -> None:
    assert not mentions([Player(1, "LI")])(b"Linux, client, ali")


GO_FILES = {
    "attributes in the order of Java": '<Player firstName="Ana Eva" grade="4D" name="De La Tour" rank="4D"/>',
    "attributes with line breaks": '<Player firstName="Ana  Eva" grade="4D" name="De&#10;La Tour"/>',
    "characters by number": '<Player firstName="An&#97; Eva" grade="4D" name="De L&#x61; Tour"/>',
    "the key of a game": '<Game blackPlayer="DELATOURANAEVA" whitePlayer="ABC"/>',
    "a row of the EGF": "   1 De_La_Tour Ana_Eva   4D FR",
}


@pytest.mark.parametrize("text", GO_FILES.values(), ids=GO_FILES)
def test_a_name_is_found_in_files_of_go(text: str) -> None:
    found = mentions([Player(1, "De La Tour", "Ana Eva")])
    assert found(text.encode())
    assert found(text.encode("utf-16"))
    assert not found(b'<Player firstName="Ana Eva"/><Player name="De La Tour"/>')
