"""Files that were dropped and wait to be accepted."""

from __future__ import annotations

from pathlib import Path

import pytest

from ronde.app.desk import Desk
from ronde.model.errors import FormatError, RondeError
from ronde.web.desk.uploads import Uploads, flat, plain_name

PEOPLE = b"name,rating\nDOE Ann,1500\nROE Bob,1400\n"


def test_what_was_read_becomes_a_tournament_when_it_is_accepted(tmp_path: Path) -> None:
    uploads = Uploads()
    try:
        waiting = uploads.read({"people.csv": PEOPLE}, "csv", "arbiter")
        uploads.accept(waiting, tmp_path / "new.ronde")
    finally:
        uploads.close()
    desk = Desk.open(tmp_path / "new.ronde")
    desk.close()

    assert len(desk.tournament.players) == 2


def test_what_was_let_go_is_gone() -> None:
    uploads = Uploads()
    try:
        waiting = uploads.read({"people.csv": PEOPLE}, "csv", "arbiter")
        uploads.forget(waiting.token)
        assert uploads.get(waiting.token) is None
        with pytest.raises(RondeError):
            uploads.read({"people.csv": b"rating\n1500\n"}, "csv", "arbiter")
    finally:
        uploads.close()


def test_only_the_files_of_the_folder_itself_count_and_two_of_one_name_are_refused() -> None:
    assert flat({"cup/a.txt": b"1", "cup/old/a.txt": b"2"}) == {"a.txt": b"1"}
    with pytest.raises(FormatError):
        flat({"one/a.txt": b"1", "two/a.txt": b"2"})


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("../../etc/passwd", "passwd"),
        ("..", "file"),
        ("C:\\x\\list.csv", "list.csv"),
        ("a\x00b\n.csv", "ab.csv"),
    ],
)
def test_a_name_cannot_leave_the_folder(said: str, name: str) -> None:
    assert plain_name(said) == name
