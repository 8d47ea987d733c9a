"""The tournament file of KeizerForClubs, in and out."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.keizer_states import GOLDEN
from tests.systems.keizer.keizer_law import random_hall
from tests.systems.keizer.test_pairing import club, evening

from ronde.formats.keizerforclubs import Footer, read_s3db, write_s3db
from ronde.formats.keizerforclubs.codes import kfc_name
from ronde.model.errors import Busy, FormatError, RondeError
from ronde.model.events import AbsencePlanned, PlayerEntered, PlayerLeft, TournamentOpened
from ronde.model.player import Absence, Player
from ronde.model.replay import replay
from ronde.model.result import Kind
from ronde.model.tournament import Tournament
from ronde.systems import keizer_table
from ronde.systems.rounds import complete_round

FILES = sorted(GOLDEN.glob("*.s3db"))
FOOTER = Footer("01.09.2026", "2.0.2.4")
CARDS = (
    "SELECT id, name, rating, rank, state, Keizer_StartPts, Keizer_SumPts, RatingWDelta, Keizer_PrevPts,"
    " coalesce(Categories, '') FROM Player ORDER BY id"
)


def imported(path: Path) -> Tournament:
    return replay(read_s3db(path).events)


def written(hall: Tournament, path: Path, language: str = "en") -> Path:
    path.write_bytes(write_s3db(hall, language, FOOTER))
    return path


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as base:
        return list(base.execute(query))


def copied(path: Path, folder: Path) -> Path:
    copy = folder / path.name
    copy.write_bytes(path.read_bytes())
    return copy


def altered(path: Path, *commands: str) -> Path:
    with closing(sqlite3.connect(path)) as base:
        for command in commands:
            base.execute(command)
        base.commit()
    return path


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_of_the_real_program_shows_the_standings_it_stored(path: Path) -> None:
    hall = imported(path)

    assert hall.closed_rounds
    for number in range(1, len(hall.closed_rounds) + 1):
        stored = [str(line[0]).split("§") for line in rows(path, f"SELECT line FROM tStand_{number}")][4:]
        ours = [
            [
                f"{row.place}.",
                kfc_name(hall.player(row.player)),
                row.shown,
                f"{row.half_points / 2:g}",
                str(row.player),
            ]
            for row in keizer_table(hall, number).standing
        ]
        assert ours == stored


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_of_the_real_program_is_written_back_row_by_row(path: Path, tmp_path: Path) -> None:
    hall = imported(path)
    back = written(hall, tmp_path / path.name)

    games = "SELECT * FROM Pairing ORDER BY Rnd, board, PID_W"
    assert rows(back, games) == rows(path, games)
    for number in range(1, len(hall.closed_rounds) + 1):
        for table in (f"tStand_{number}", f"tKreuz_{number}"):
            assert rows(back, f"SELECT * FROM {table}") == rows(path, f"SELECT * FROM {table}")
    assert rows(back, CARDS) == rows(path, CARDS)
    known = set(rows(path, "SELECT * FROM ConfigTab"))
    assert known <= set(rows(back, "SELECT * FROM ConfigTab"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_after_a_round_trip_a_fresh_import_gives_the_same_tournament(path: Path, tmp_path: Path) -> None:
    first = read_s3db(path)
    back = written(replay(first.events), tmp_path / path.name)

    assert read_s3db(back).events == first.events


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_next_round_is_paired_alike_after_a_round_trip(path: Path, tmp_path: Path) -> None:
    hall = imported(path)
    back = imported(written(hall, tmp_path / path.name))

    assert complete_round(back, seed=1) == complete_round(hall, seed=1)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32))
def test_any_tournament_comes_back_as_it_was_imported(tmp_path: Path, seed: int) -> None:
    hall = random_hall(seed, most=10, rounds=5)
    if random.Random(seed).random() < 0.5 and hall.closed_rounds:
        hall = replay([PlayerLeft(1, hall.open_round.number)], hall)
    first = read_s3db(written(hall, tmp_path / "one.s3db"))
    again = read_s3db(written(replay(first.events), tmp_path / "one.s3db"))

    assert again.events == first.events
    taken = replay(first.events)
    assert [row.player for row in keizer_table(taken).standing] == [
        row.player for row in keizer_table(hall).standing
    ]


def test_an_old_file_lacks_columns_and_stored_tables_and_opens_all_the_same(tmp_path: Path) -> None:
    path = copied(FILES[0], tmp_path)
    stored = [
        str(row[0])
        for row in rows(path, "SELECT name FROM sqlite_master WHERE name LIKE 't%\\__%' ESCAPE '\\'")
    ]
    indexes = [
        str(row[0]) for row in rows(path, "SELECT name FROM sqlite_master WHERE type = 'index' AND sql > ''")
    ]
    altered(
        path,
        *(f"DROP TABLE {name}" for name in stored),
        *(f"DROP INDEX [{name}]" for name in indexes),
        *(
            f"ALTER TABLE Player DROP COLUMN {name}"
            for name in ("RatingWDelta", "Keizer_PrevPts", "Categories")
        ),
    )

    hall = imported(path)

    assert not any(played.values for played in hall.rounds)
    assert len(keizer_table(hall).standing) == 12
    first = read_s3db(path)
    assert read_s3db(written(replay(first.events), tmp_path / path.name)).events == first.events


def test_a_stored_table_without_numbers_is_matched_by_name(tmp_path: Path) -> None:
    path = copied(FILES[0], tmp_path)
    lines = rows(path, "SELECT id, line FROM tStand_1")
    commands = [
        f"UPDATE tStand_1 SET line = '{str(line).rpartition('§')[0]}' WHERE id = {number}"
        for number, line in lines[3:]
    ]

    assert imported(altered(path, *commands)).rounds[1].values == imported(FILES[0]).rounds[1].values


def test_a_round_with_open_results_stays_open(tmp_path: Path) -> None:
    path = altered(copied(FILES[0], tmp_path), "UPDATE Pairing SET Result = -1 WHERE Rnd = 8 AND board = 2")

    hall = imported(path)

    assert [table.number for table in hall.open_round.missing] == [2]
    assert hall.open_round.number == 8
    assert imported(written(hall, tmp_path / "again.s3db")).open_round == hall.open_round


def test_an_open_result_of_an_old_round_was_never_played(tmp_path: Path) -> None:
    path = altered(copied(FILES[0], tmp_path), "UPDATE Pairing SET Result = -1 WHERE Rnd = 2 AND board = 1")

    result = imported(path).rounds[1].table(1).result

    assert result is not None
    assert result.kind is Kind.UNPLAYED


@pytest.mark.parametrize("length", [0, 10, 100, 5_000, 60_000])
def test_a_truncated_file_is_refused(tmp_path: Path, length: int) -> None:
    path = tmp_path / "cut.s3db"
    path.write_bytes(FILES[0].read_bytes()[:length])

    with pytest.raises(FormatError):
        read_s3db(path)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32))
def test_a_damaged_file_is_read_or_refused_and_nothing_else(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    content = bytearray(FILES[0].read_bytes())
    for _ in range(chance.randint(1, 200)):
        content[chance.randrange(len(content))] = chance.randrange(256)
    path = tmp_path / "hurt.s3db"
    path.write_bytes(bytes(content))

    with suppress(RondeError):
        replay(read_s3db(path).events)


def test_a_foreign_file_is_refused(tmp_path: Path) -> None:
    for name, content in (
        ("text.s3db", b"Name;Rating\n" * 100),
        ("noise.s3db", random.Random(1).randbytes(9000)),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(FormatError):
            read_s3db(tmp_path / name)
    foreign = tmp_path / "other.s3db"
    with closing(sqlite3.connect(foreign)) as base:
        base.execute("CREATE TABLE Player (id INTEGER)")
        base.commit()
    with pytest.raises(FormatError):
        read_s3db(foreign)


@pytest.mark.parametrize(
    "command",
    [
        "UPDATE Pairing SET Result = 99 WHERE Rnd = 3 AND board = 1",
        "UPDATE Pairing SET Result = 4 WHERE Rnd = 3 AND board = 1",
        "UPDATE Pairing SET PID_B = 4711 WHERE Rnd = 3 AND board = 1",
        "UPDATE Pairing SET PID_B = PID_W WHERE Rnd = 3 AND board = 1",
        "UPDATE Pairing SET Rnd = -1 WHERE Rnd = 3 AND board = 1",
        "UPDATE Pairing SET Rnd = 'three' WHERE Rnd = 3 AND board = 1",
        "UPDATE Player SET name = '' WHERE id = 3",
        "UPDATE Player SET rating = 'strong' WHERE id = 3",
        "ALTER TABLE Pairing RENAME COLUMN Result TO Outcome",
        "DROP TABLE Pairing",
    ],
)
def test_rows_that_make_no_sense_are_refused(tmp_path: Path, command: str) -> None:
    path = altered(copied(FILES[0], tmp_path), command)

    with pytest.raises(FormatError):
        read_s3db(path)


def test_a_file_of_the_future_with_more_settings_opens(tmp_path: Path) -> None:
    path = altered(
        copied(FILES[0], tmp_path),
        "INSERT INTO ConfigTab VALUES ('OPTION.Hovercraft', 'full of eels', 7)",
        "PRAGMA user_version = 99",
    )

    assert imported(path) == imported(FILES[0])


def test_a_file_another_program_is_writing_is_busy(tmp_path: Path) -> None:
    path = copied(FILES[0], tmp_path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Busy):
            read_s3db(path)


def test_settings_outside_their_range_are_told_and_replaced(tmp_path: Path) -> None:
    path = altered(
        copied(FILES[0], tmp_path),
        "UPDATE ConfigTab SET CfgValue = 7 WHERE CfgKey = 'OPTION.RatioFirst2Last'",
        "UPDATE ConfigTab SET CfgValue = 170 WHERE CfgKey = 'BONUS.Clubgame'",
        "UPDATE ConfigTab SET CfgValue = 99 WHERE CfgKey = 'OPTION.GameRepeat'",
    )

    taken = read_s3db(path)

    opened = taken.events[0]
    assert isinstance(opened, TournamentOpened)
    assert (opened.settings.keizer.ratio, opened.settings.keizer.shares.club) == (3.0, 100)
    assert opened.settings.keizer.repeat_distance == 99
    assert len(taken.remarks) == 2
    back = written(replay(taken.events), tmp_path / "back.s3db")
    assert rows(back, "SELECT CfgValue FROM ConfigTab WHERE CfgKey = 'OPTION.GameRepeat'") == [(50.0,)]
    assert imported(back).settings.keizer.repeat_distance == 99


@pytest.mark.parametrize("command", ["DELETE FROM ConfigTab", "DROP TABLE ConfigTab"])
def test_a_file_without_settings_has_those_the_program_ships(tmp_path: Path, command: str) -> None:
    path = altered(copied(FILES[0], tmp_path), command)

    keizer = imported(path).settings.keizer

    shares = keizer.shares
    assert (shares.club, shares.excused, shares.unexcused, shares.withdrawn) == (70, 35, 5, 75)
    assert (shares.bye, shares.loss, keizer.ratio, keizer.repeat_distance) == (50, 0, 3.0, 4)
    assert (keizer.fair_bye, keizer.colour_limit, keizer.first_round_random) == (True, 0, 300)
    assert not any((keizer.normalised, keizer.fade_own, keizer.fade_absences, keizer.random_boards))


def test_awkward_names_fit_into_the_file(tmp_path: Path) -> None:
    names = ["O'Neil", 'The "Kid"', "§ 5", "Twin", "Twin", "Robert'); DROP TABLE Player;--"]
    hall = club(0)
    hall = replay([PlayerEntered(Player(at, name, rating=1500), 1) for at, name in enumerate(names, 1)], hall)

    back = imported(written(evening(hall), tmp_path / "names.s3db"))

    assert [card.name for card in back.players.values()] == [
        "O'Neil",
        'The "Kid"',
        "$ 5",
        "Twin",
        "++Twin",
        "Robert'); DROP TABLE Player;--",
    ]


def test_numbers_too_big_for_the_file_are_given_anew(tmp_path: Path) -> None:
    hall = replay([PlayerEntered(Player(900_000_000 + at, f"P{at}"), 1) for at in (1, 2)], club(0))

    assert list(imported(written(evening(hall), tmp_path / "big.s3db")).players) == [1, 2]


def test_more_players_than_the_real_program_holds_are_refused() -> None:
    with pytest.raises(FormatError):
        write_s3db(club(101), "en", FOOTER)


def test_states_for_the_round_to_come_are_kept(tmp_path: Path) -> None:
    hall = evening(club(6))
    hall = replay(
        [
            AbsencePlanned(1, 2, Absence.CLUB),
            AbsencePlanned(2, 2, Absence.UNEXCUSED),
            PlayerLeft(3, 2),
        ],
        hall,
    )

    back = imported(written(hall, tmp_path / "states.s3db"))

    assert [back.absence(one) for one in range(1, 5)] == [
        Absence.CLUB,
        Absence.UNEXCUSED,
        Absence.WITHDRAWN,
        None,
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_name_with_one_comma_is_a_family_name_and_a_first_name_and_is_written_back_as_it_was(
    path: Path, tmp_path: Path
) -> None:
    hall = imported(path)
    again = written(hall, tmp_path / "again.s3db")
    names = rows(path, "SELECT name FROM Player ORDER BY id")

    assert all(card.first_name and "," not in card.full_name for card in hall.players.values())
    assert rows(again, "SELECT name FROM Player ORDER BY id") == names


@pytest.mark.parametrize("name", ["Kolar", "Emil Kolar", "Kolar,Emil", "Kolar, Emil, jr", ", Emil", "Kolar,"])
def test_any_other_name_stays_whole(name: str, tmp_path: Path) -> None:
    path = altered(copied(FILES[0], tmp_path), f"UPDATE Player SET name = '{name}' WHERE id = 1")
    hall = imported(path)

    assert (hall.player(1).name, hall.player(1).first_name) == (name, "")
    again = written(hall, tmp_path / "again.s3db")
    assert rows(again, "SELECT name FROM Player WHERE id = 1") == [(name,)]
