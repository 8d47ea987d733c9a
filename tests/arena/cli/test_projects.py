"""Projects as ZIP in the folder of `tournoi`, as it is typed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.arena.programs.workshop import script
from tests.cli.terminal import Terminal

from ronde.arena.course.project import pack

pytestmark = pytest.mark.full

PLAY = ("tournoi", "--game", "chifoumi", "--time", "5", "--increment", "0", "--no-web")
THROWS = b"#!/bin/sh\ncat book\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of programs with one that is ready, in the current folder."""
    monkeypatch.chdir(tmp_path)
    script(tmp_path / "joueurs", "j02", "#!/bin/sh\necho 2\n")
    return tmp_path / "joueurs"


def test_a_project_is_built_beside_its_zip_and_plays(ronde: Terminal, folder: Path) -> None:
    makefile = b"player: source\n\tcp source player\n"
    (folder / "j01.zip").write_bytes(pack([("Makefile", makefile), ("source", THROWS), ("book", b"3\n")]))

    board = ronde.data(*PLAY)

    assert {row["name"] for row in board["standings"]} == {"j01", "j02"}
    assert board["champion"] == "j01"
    assert (folder / "j01").read_bytes() == THROWS
    assert (folder / "j01.d" / "book").read_bytes() == b"3\n"


def test_a_project_is_built_again_only_when_its_zip_is_newer(ronde: Terminal, folder: Path) -> None:
    (folder / "j01.zip").write_bytes(pack([("player", THROWS), ("book", b"3\n")]))
    ronde.data(*PLAY)
    before = (folder / "j01").stat().st_mtime_ns
    ronde.data(*PLAY)
    assert (folder / "j01").stat().st_mtime_ns == before

    os.utime(folder / "j01", (0, 0))
    ronde.data(*PLAY, "--output", "other.ronde")

    assert (folder / "j01").stat().st_mtime_ns >= before


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"no zip", "j01.zip cannot play: The ZIP file cannot be read"),
        (pack([("../j02", THROWS)]), "“../j02” cannot be the path of a file in a project"),
        (pack([("book", b"")]), "Nothing here can be built or started"),
        (pack([("Makefile", b"player:\n\t@echo line 3 >&2; exit 1\n")]), "j01.zip could not be built"),
    ],
)
def test_a_project_that_cannot_be_built_is_named_and_nothing_is_created(
    ronde: Terminal, folder: Path, data: bytes, told: str
) -> None:
    (folder / "j01.zip").write_bytes(data)
    script(folder, "j03", "#!/bin/sh\necho 1\n")

    said = ronde(*PLAY)

    assert said.status == 1
    assert told in said.err
    assert {one.name for one in folder.iterdir()} == {"j01.zip", "j02", "j03"}
    assert [one.name for one in folder.parent.iterdir()] == ["joueurs"]
