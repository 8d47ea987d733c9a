"""Disks that are full, that fail, that may not be written: a sentence, and nothing confirmed is lost."""

from __future__ import annotations

import errno
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.faults.failing import WRITER, each_call_fails, may_mount, small_disk
from tests.faults.shims import under
from tests.store.halls import hall, play_round
from tests.support.processes import WITHOUT_RIGHTS, python
from tests.support.root import TESTS

from ronde.app.command import CHIEF
from ronde.app.desk import Desk
from ronde.model.decisions.players import enter_player
from ronde.model.errors import DiskFull
from ronde.model.player import Player

FIRST = TESTS / "golden" / "journal" / "first.ronde"


@pytest.mark.parametrize("trouble", [errno.ENOSPC, errno.EIO])
def test_whichever_call_the_disk_fails_from_on_nothing_confirmed_is_lost(trouble: int) -> None:
    tally = each_call_fails(trouble, actions=2, step=4)

    assert tally.stories == []
    assert tally.faults > 2


def test_a_new_tournament_on_a_failing_disk_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    for at in range(1, 40, 6):
        place = tmp_path / str(at)
        place.mkdir()
        done = under(
            "disk", WRITER, place / "new.ronde", "1", RONDE_FAIL_ON=f"{place}/", RONDE_FAIL_AT=str(at),
            RONDE_FAIL_WITH=str(errno.ENOSPC),
        )  # fmt: skip
        assert "Traceback" not in done.stderr
        confirmed = [int(line) for line in done.stdout.splitlines() if line.isdigit()]
        assert bool(confirmed) <= (place / "new.ronde").exists()
        assert not list(place.glob(".*part*"))


READING = """
import sys
from ronde.cli.main import main
sys.argv = ["ronde", "--lang", "en", *sys.argv[2:], sys.argv[1]]
sys.exit(main())
"""


@pytest.mark.parametrize("format", ["today", "first"])
def test_on_a_full_disk_a_tournament_can_still_be_read(tmp_path: Path, format: str) -> None:
    path = tmp_path / "open.ronde"
    if format == "today":
        desk = hall(path, players=4)
        play_round(desk)
        desk.close()
    else:
        shutil.copyfile(FIRST, path)
    before = path.read_bytes()
    full = {
        "RONDE_FAIL_ON": f"{tmp_path}/",
        "RONDE_FAIL_AT": "2",  # the first call makes an empty file shorter, which needs no room
        "RONDE_FAIL_WITH": str(errno.ENOSPC),
    }
    for words in (("standings",), ("status",), ("history",)):
        done = under("disk", READING, path, *words, **full)
        assert done.returncode == 0, done.stderr
    refused = under("disk", WRITER, path, "1", **full)

    assert refused.stdout.startswith("refused")
    assert path.read_bytes() == before


def test_a_tournament_opened_on_a_full_disk_is_written_again_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "open.ronde"
    hall(path, players=3).close()

    def full(connection: sqlite3.Connection, path: Path) -> None:
        raise DiskFull(path=str(path))

    with monkeypatch.context() as disk:
        disk.setattr("ronde.store.sqlite._keep_log", full)
        desk, other = Desk.open(path), Desk.open(path)
        with pytest.raises(DiskFull):
            desk.act(CHIEF, enter_player, player=Player(0, "TOO EARLY"))
    other.act(CHIEF, enter_player, player=Player(0, "IN TIME"))
    desk.refresh()
    names = [card.name for card in desk.tournament.players.values()]
    desk.close()
    other.close()

    assert "IN TIME" in names
    assert "TOO EARLY" not in names


@pytest.mark.parametrize("kilobytes", [40, 100])
def test_on_a_real_full_disk_the_refusal_says_so_and_with_room_again_it_goes_on(
    tmp_path: Path, kilobytes: int
) -> None:
    if not may_mount():
        pytest.skip("no namespaces here; the failing calls above stand for it")
    confirmed, refused, complaints = small_disk(tmp_path, kilobytes)

    assert "Traceback" not in complaints
    assert refused
    assert all("disk-full" in line for line in refused), refused
    assert confirmed == list(range(1, len(confirmed) + 1)), "every number once, none twice, none missing"


@pytest.fixture
def shelf() -> Iterator[Path]:
    """A folder everybody can reach."""
    place = Path(tempfile.mkdtemp(prefix="ronde-shelf-"))
    place.chmod(0o755)
    yield place
    shutil.rmtree(place)


READER = f"""
import sys
from pathlib import Path
import ronde.cli.main
from ronde.model.decisions.players import enter_player
from ronde.model.errors import ReadOnly
from ronde.model.player import Player
from ronde.app.desk import Desk
{WITHOUT_RIGHTS}
desk = Desk.open(Path(sys.argv[1]))
before = desk.number
try:
    desk.act("arbiter", enter_player, player=Player(0, "NEW"))
except ReadOnly as error:
    print("refused", desk.number == before, len(desk.tournament.closed_rounds))
desk.close()
"""


def test_in_a_read_only_folder_a_tournament_is_read_whole_and_never_changed(shelf: Path) -> None:
    path = shelf / "open.ronde"
    desk = hall(path)
    play_round(desk)
    desk.close()
    before = path.read_bytes()
    shelf.chmod(0o555)
    path.chmod(0o444)

    assert python(READER, path).split() == ["refused", "True", "1"]
    assert path.read_bytes() == before
    shelf.chmod(0o755)
