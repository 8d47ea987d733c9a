"""`ronde engine`: the tester without a server, and the book of a folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.arena.http.scripted import LOOPBACK, Said, free_cell, scripted
from tests.cli.terminal import Terminal

from ronde.arena.http import EngineStore
from ronde.web.server.account_store import open_account_store
from ronde.web.server.accounts import Accounts

LOCAL = ("--allow-local", LOOPBACK)
URL = "https://engines.example.org/play"


def test_a_good_engine_is_told_so(ronde: Terminal) -> None:
    with scripted(lambda asked: Said(free_cell(asked).encode())) as engine:
        said = ronde("engine", "test", engine.url, "--game", "tictactoe", "--position", "120000000", *LOCAL)

    assert said.status == 0
    assert "Good: the move 3." in said.out
    assert f"{engine.url}?Set=TicTacToe&Game=TEST" in said.out
    assert engine.asked[0].query["Tray"] == "120000000"
    assert "The call-back was not tried" in said.out


def test_a_bad_engine_is_an_error_of_the_command_line_too(ronde: Terminal) -> None:
    with scripted(lambda asked: Said(b"\n<p>5</p>")) as engine:
        said = ronde("engine", "test", engine.url, "--game", "tictactoe", *LOCAL)

    assert said.status == 1
    assert "It would lose: unreadable answer" in said.out
    assert r"\n<p>5</p>" in said.out
    assert "print 5 and nothing else" in said.out


def test_the_trial_as_data(ronde: Terminal) -> None:
    with scripted(lambda asked: Said(b" 5", 200)) as engine:
        said = ronde("engine", "test", engine.url, "--game", "TicTacToe", "--json", *LOCAL)

    assert said.data["move"] == "5"
    assert said.data["verdict"] is None
    assert said.data["status"] == 200
    signs = {line["code"]: line["sign"] for line in said.data["checklist"]}
    assert (signs["leading"], signs["trailing"], signs["html"]) == ("warning", "good", "good")


def test_the_tester_speaks_french(ronde: Terminal) -> None:
    with scripted(lambda asked: Said(b"5")) as engine:
        said = ronde("--lang", "fr", "engine", "test", engine.url, "--game", "tictactoe", *LOCAL)

    assert "Bon\u00a0: le coup 5." in said.out
    assert said.out.startswith(f"Adresse appelée\u00a0: {engine.url}?")


def test_an_engine_on_this_machine_must_be_allowed(ronde: Terminal) -> None:
    with scripted(lambda asked: Said(b"5")) as engine:
        said = ronde("engine", "test", engine.url, "--game", "tictactoe")

    assert said.status == 1
    assert "the referee's own machine" in said.err
    assert engine.asked == []


@pytest.mark.parametrize(
    ("words", "status", "reason"),
    [
        (("test", URL), 2, "--game"),
        (("test", URL, "--game", "chess"), 2, "choose among"),
        (
            ("test", URL, "--game", "tictactoe", "--position", "xyz"),
            1,
            "“x” at place 1 of “xyz” does not belong there",
        ),
        (("test", URL, "--game", "poker", "--level", "3"), 2, "--level"),
        (("test", URL, "--game", "poker", "--timeout", "55"), 2, "between 4 and 54"),
        (("test", URL, "--game", "poker", "--allow-local", "everything"), 1, "not a range"),
        (("test", "file:///etc/passwd", "--game", "poker"), 1, "http://"),
        (("test", "--game", "poker"), 2, "URL"),
        (("test", URL, "--game", "pente", "--level", "2"), 2, "--level is only for poker"),
        (("add", ".", "Ada", URL, "--game", "pente", "--level", "2"), 2, "--level is only for poker"),
        (("invite", ".", "--link", "arena.example.org"), 2, "“arena.example.org” is not the address"),
        (("list", "nowhere"), 1, "nowhere"),
        (("retire", ".", "99"), 1, "no engine no. 99"),
        (("retire", ".", "x"), 2, "NUMBER"),
        (("add", ".", "", URL, "--game", "pente"), 1, "empty"),
        (("add", ".", "Ada", "http://10.0.0.1/", "--game", "pente"), 1, "private network"),
        (("add", ".", "Ada", URL, "--game", "pente", "--manner", "house"), 2, "choose among"),
    ],
)
def test_wrong_words_are_refused_in_words(
    ronde: Terminal, tmp_path: Path, words: tuple[str, ...], status: int, reason: str
) -> None:
    said = ronde("engine", *words)

    assert said.status == status
    assert reason in said.err
    assert list(tmp_path.iterdir()) == [], "nothing is begun by what is refused"


def test_engines_of_the_house_are_added_listed_and_retired(ronde: Terminal, tmp_path: Path) -> None:
    added = ronde(
        "engine", "add", tmp_path, "Ada", URL, "--game", "pente", "--timeout", "20", "--private", "--json"
    )
    number = added.data["id"]

    assert "Ada" in ronde("engine", "list", tmp_path).out
    assert ronde("engine", "retire", tmp_path, number).status == 0

    (card,) = ronde("engine", "list", tmp_path, "--json").data
    assert card == {
        "id": number, "name": "Ada", "game": "pente", "url": URL, "owner": None, "level": 1, "timeout": 20,
        "manner": "call-back", "public": False, "pinned": False, "retired": True,
    }  # fmt: skip


def test_an_empty_book_says_so(ronde: Terminal, tmp_path: Path) -> None:
    assert ronde("engine", "list", tmp_path).out.strip() == "No engine yet."
    assert list(tmp_path.iterdir()) == [], "looking begins no book"


def test_a_file_where_a_folder_is_wanted_is_called_one(ronde: Terminal, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("")
    said = ronde("engine", "list", tmp_path / "notes.txt")

    assert said.status == 1
    assert "notes.txt is a file, not a folder." in said.err


def test_a_key_is_told_once(ronde: Terminal, tmp_path: Path) -> None:
    added = ronde(
        "engine", "add", tmp_path, "Ada", URL, "--game", "pente", "--manner", "service", "--key", "--json"
    )
    secret = added.data["key"]["secret"]

    book = EngineStore(tmp_path / "arbitre.db")
    (card,) = book.engines()
    book.close()

    assert card.keys[0].secret.hex() == secret
    assert secret not in ronde("engine", "list", tmp_path, "--json").out


def test_two_engines_of_one_name_are_refused_and_nothing_is_written(ronde: Terminal, tmp_path: Path) -> None:
    ronde("engine", "add", tmp_path, "Ada", URL, "--game", "pente")

    said = ronde("engine", "add", tmp_path, "ADA", URL, "--game", "pente")

    assert said.status == 1
    assert len(ronde("engine", "list", tmp_path, "--json").data) == 1


def test_an_invitation_from_the_command_line_opens_an_account(ronde: Terminal, tmp_path: Path) -> None:
    link = ronde("engine", "invite", tmp_path, "--link", "https://arena.example/", "--json").data["link"]

    place, _, word = link.rpartition("/")
    register = open_account_store([tmp_path])
    seats = Accounts(register)
    found = seats.signed_in(seats.accept(word, "Ada", None))
    register.close()

    assert place == "https://arena.example/enter"
    assert found is not None


def test_an_invitation_says_when_its_address_is_a_guess(ronde: Terminal, tmp_path: Path) -> None:
    guessed = ronde("engine", "invite", tmp_path).out
    told = ronde("engine", "invite", tmp_path, "--link", "http://localhost:9000").out

    assert "http://localhost:8765/enter/" in guessed
    assert "--link ADDRESS" in guessed
    assert "http://localhost:9000/enter/" in told
    assert "--link" not in told


def test_a_file_that_is_no_book_is_refused_and_kept(ronde: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "arbitre.db"
    path.write_bytes(b"not a book at all, but sixteen bytes and more of something else")

    said = ronde("engine", "list", tmp_path)

    assert said.status == 1
    assert str(path) in said.err
    assert path.read_bytes().startswith(b"not a book")


def test_a_server_does_not_write_into_a_file_that_is_no_book(ronde: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "arbitre.db"
    path.write_bytes(b"not a book at all, but sixteen bytes and more of something else")

    said = ronde("serve", tmp_path, "--referee")

    assert said.status == 1
    assert str(path) in said.err


@pytest.mark.parametrize(
    ("words", "status", "reason"),
    [
        (("--allow-local", "10.0.0.0/99"), 1, "not a range"),
        (("--then", "rsync"), 2, "needs --publish"),
        (("--publish", "site", "--then", "rsync 'x"), 2, "cannot be read"),
        (("--referee-url", "https://a.example"), 2, "needs --referee"),
        (("--referee", "--referee-url", "a.example"), 2, "http://"),
        (("--referee", "--allow-local", "10.0.0.0/99"), 1, "not a range"),
    ],
)
def test_a_server_is_not_started_with_words_that_mean_nothing(
    ronde: Terminal, tmp_path: Path, words: tuple[str, ...], status: int, reason: str
) -> None:
    said = ronde("serve", tmp_path, *words)

    assert said.status == status
    assert reason in said.err
    assert not (tmp_path / "arbitre.db").exists()
