"""Tournament files that come into the folder of a running server, and that are taken from it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.store.halls import hall, play_round, register
from tests.support.web_server import Browser, server
from tests.web.server.test_live import listening, next_number

from ronde.app.desk import Desk
from ronde.model.errors import FileMissing
from ronde.web.server.tournaments import ShownFolders

pytestmark = pytest.mark.full


def eventually(holds: Callable[[], bool]) -> bool:
    for _ in range(1200):
        if holds():
            return True
        time.sleep(0.05)
    return False


@pytest.fixture
def spare(tmp_path: Path) -> Path:
    """A tournament that lies elsewhere, to be copied in."""
    (tmp_path / "elsewhere").mkdir()
    with closing(hall(tmp_path / "elsewhere" / "spring.ronde")) as desk:
        play_round(desk)
    return tmp_path / "elsewhere" / "spring.ronde"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one tournament."""
    (tmp_path / "shown").mkdir()
    hall(tmp_path / "shown" / "open.ronde").close()
    return tmp_path / "shown"


@pytest.fixture
def site(folder: Path) -> Iterator[tuple[Browser, str, subprocess.Popen[str]]]:
    with server(folder) as running:
        yield running


@pytest.fixture
def browser(site: tuple[Browser, str, subprocess.Popen[str]]) -> Browser:
    return site[0]


def test_a_file_copied_in_is_on_the_front_page_and_served(
    browser: Browser, folder: Path, spare: Path
) -> None:
    assert "/t/spring" not in browser.get("/?all").text
    shutil.copy(spare, folder)

    assert eventually(lambda: "/t/spring" in browser.get("/?all").text)
    assert browser.get("/t/spring/standings").status == 200
    assert "spring" in browser.get("/tournaments.json").text


def test_a_file_copied_in_is_served_to_whoever_knows_its_address(
    browser: Browser, folder: Path, spare: Path
) -> None:
    shutil.copy(spare, folder / "easter.ronde")

    assert eventually(lambda: browser.get("/t/easter").status == 200)


def test_a_file_taken_away_is_said_to_be_away_and_comes_back(browser: Browser, folder: Path) -> None:
    assert browser.get("/t/open").status == 200
    (folder / "open.ronde").rename(folder.parent / "open.ronde")

    for path in ("/t/open", "/t/open/standings", "/t/open.json"):
        answer = browser.get(path)
        assert answer.status == 404
        assert "The file of this tournament is missing." in answer.text
    assert "/t/open" not in browser.get("/?all").text
    (folder.parent / "open.ronde").rename(folder / "open.ronde")
    assert eventually(lambda: browser.get("/t/open").status == 200)


def test_the_desk_of_a_file_taken_away_says_so_too(
    site: tuple[Browser, str, subprocess.Popen[str]], folder: Path
) -> None:
    browser, link, process = site
    browser.enter(link)
    (folder / "open.ronde").unlink()

    answer = browser.post("/desk/open/players/add", {"name": "LATE"})
    assert answer.status == 404
    assert "The file of this tournament is missing." in answer.text
    assert browser.get("/desk").status == 200
    assert process.poll() is None


def test_an_open_page_of_a_file_taken_away_is_told_to_call_again(browser: Browser, folder: Path) -> None:
    with listening(browser.port, "/t/open/live?after=1") as stream:
        next_number(stream)
        (folder / "open.ronde").unlink()
        while stream.readline():
            pass

    assert browser.get("/t/open/live").status == 404


def test_the_watch_goes_on_after_a_file_was_taken_away(browser: Browser, folder: Path, spare: Path) -> None:
    (folder / "open.ronde").unlink()
    for end in ("-wal", "-shm"):
        (folder / f"open.ronde{end}").unlink(missing_ok=True)
    assert browser.get("/t/open").status == 404
    shutil.copy(spare, folder / "open.ronde")

    assert eventually(lambda: browser.get("/t/open/standings").status == 200)
    assert "PLAYER 1" in browser.get("/t/open/standings").words


def test_another_file_of_the_same_name_is_shown_instead_and_not_what_was_drawn_of_the_first(
    browser: Browser, folder: Path, tmp_path: Path
) -> None:
    assert "PLAYER 1" in browser.get("/t/open/standings").words
    with closing(hall(tmp_path / "other.ronde", players=3)) as desk:
        register(desk, 77)
    (folder / "open.ronde").unlink()
    for end in ("-wal", "-shm"):
        (folder / f"open.ronde{end}").unlink(missing_ok=True)
    (tmp_path / "other.ronde").rename(folder / "open.ronde")

    assert eventually(lambda: "PLAYER 77" in browser.get("/t/open/standings").words)


def test_a_half_copied_file_waits_until_it_is_whole(browser: Browser, folder: Path, spare: Path) -> None:
    data = spare.read_bytes()
    with (folder / "slow.ronde").open("wb") as copy:
        for part in (data[:5000], data[5000:9000], data[9000:]):
            copy.write(part)
            copy.flush()
            time.sleep(0.8)
            whole = copy.tell() == len(data)
            assert browser.get("/t/slow").status == 404 or whole

    assert eventually(lambda: browser.get("/t/slow").status == 200)
    assert (folder / "slow.ronde").stat().st_size == len(data)


@pytest.mark.parametrize("what", ["text", "nothing", "database", "folder", "dangling"])
def test_a_foreign_file_breaks_nothing(browser: Browser, folder: Path, spare: Path, what: str) -> None:
    place = folder / "foreign.ronde"
    if what == "folder":
        place.mkdir()
    elif what == "dangling":
        place.symlink_to(folder / "nowhere")
    elif what == "database":
        with closing(sqlite3.connect(place)) as connection:
            connection.execute("CREATE TABLE one (two)")
    else:
        place.write_text("not a tournament" if what == "text" else "")
    shutil.copy(spare, folder)

    assert eventually(lambda: browser.get("/t/spring").status == 200)
    assert browser.get("/t/foreign").status == 404
    assert browser.get("/t/open").status == 200


def test_the_desk_names_the_file_that_cannot_be_shown(
    site: tuple[Browser, str, subprocess.Popen[str]], folder: Path
) -> None:
    browser, link, _ = site
    browser.enter(link)
    (folder / "foreign.ronde").write_text("not a tournament")

    assert eventually(lambda: "foreign.ronde" in browser.get("/desk").text)
    (folder / "foreign.ronde").unlink()
    assert eventually(lambda: "foreign.ronde" not in browser.get("/desk").text)


def test_a_foreign_file_that_was_there_before_is_told_and_left_aside(folder: Path) -> None:
    (folder / "foreign.ronde").write_text("not a tournament")
    (folder / "._open.ronde").write_bytes(b"\x00\x05\x16\x07 what a Mac leaves on sticks")

    with server(folder) as (browser, _, _):
        assert browser.get("/t/open").status == 200
        assert browser.get("/t/foreign").status == 404


def test_a_tournament_begun_in_the_browser_is_shown_once(
    site: tuple[Browser, str, subprocess.Popen[str]],
) -> None:
    browser, link, _ = site
    browser.enter(link)
    for number in range(3):
        assert browser.post("/house/new", {"name": f"Autumn {number}", "rounds": "3"}).status == 303
    time.sleep(1.0)

    assert browser.get("/tournaments.json").text.count('"slug":"autumn') == 3


def test_what_is_copied_from_the_folder_while_it_is_served_is_complete(
    browser: Browser, folder: Path, tmp_path: Path
) -> None:
    with closing(Desk.open(folder / "open.ronde")) as desk:
        register(desk, 55)
        number = desk.number
    log = folder / "open.ronde-wal"

    assert browser.get("/t/open").status == 200
    assert eventually(lambda: log.stat().st_size == 0)
    shutil.copy(folder / "open.ronde", tmp_path / "stick.ronde")
    with closing(Desk.open(tmp_path / "stick.ronde")) as copy:
        assert copy.number == number


def test_a_shelf_shows_no_file_before_it_stays_the_same(tmp_path: Path) -> None:
    shelf = ShownFolders([tmp_path])
    file = tmp_path / "new.ronde"
    file.write_bytes(b"begun")

    assert shelf.arrivals(set(), 0.0) == []
    assert shelf.arrivals(set(), 1.0) == [file]
    file.write_bytes(b"begun and longer")
    assert shelf.arrivals(set(), 2.0) == []
    assert shelf.arrivals({str(file)}, 3.0) == []


def test_a_refused_file_is_tried_again_when_it_changes_or_after_a_while(tmp_path: Path) -> None:
    from ronde.web.server.live_tournament import file_state

    shelf = ShownFolders([tmp_path])
    file = tmp_path / "new.ronde"
    file.write_bytes(b"half")
    assert shelf.arrivals(set(), 0.0) == []
    shelf.refuse(file, FileMissing(path="new.ronde"), file_state(file), 1.0)

    assert shelf.arrivals(set(), 2.0) == []
    assert shelf.arrivals(set(), 62.0) == [file]
    shelf.refuse(file, FileMissing(path="new.ronde"), file_state(file), 62.0)
    file.write_bytes(b"the whole of it")
    assert shelf.arrivals(set(), 63.0) == []
    assert shelf.arrivals(set(), 64.0) == [file]
    file.unlink()
    assert shelf.arrivals(set(), 65.0) == []
    assert not shelf.refused


def test_a_shelf_whose_stick_was_pulled_waits_for_it(tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    (stick / "open.ronde").write_bytes(b"kept")
    shelf = ShownFolders([stick])
    os.rename(stick, tmp_path / "pulled")

    assert shelf.list_files() == []
    os.rename(tmp_path / "pulled", stick)
    assert shelf.list_files() == [stick / "open.ronde"]


def test_a_file_that_is_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(FileMissing):
        ShownFolders([tmp_path / "missing.ronde"])
