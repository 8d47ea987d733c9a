"""The page with the lists of known people."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from tests.support.fidelists import ROWS, write_list
from tests.support.in_process import Visitor
from tests.support.web_server import Answer

PAGE = "/desk/open/players/lists"
LIST = b"pays = FRA\n  501 QUENEAU, Raymond <1700>\n  502 QUENTIN, Bold\n"
EDGE = "edge-of-a-part"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the base of this user is made; asked for before `arbiter`, who starts the server."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def send(arbiter: Visitor, name: str, data: bytes, source: str = "") -> Answer:
    part = f'--{EDGE}\r\nContent-Disposition: form-data; name="'
    body = f'{part}source"\r\n\r\n{source}\r\n{part}file"; filename="{name}"\r\n\r\n'.encode()
    return arbiter.send(
        PAGE, body + data + f"\r\n--{EDGE}--\r\n".encode(), f"multipart/form-data; boundary={EDGE}"
    )


def test_a_list_is_taken_and_its_people_are_found_by_name_and_number(home: Path, arbiter: Visitor) -> None:
    assert "No list has been imported yet." in arbiter.get(PAGE).words
    taken = send(arbiter, "joueurs-2026.txt", LIST)

    assert taken.status == 200
    assert "joueurs: 2 new, 0 changed, 0 gone, 0 unchanged." in taken.words
    for text in ("que", "50", "501"):
        found = arbiter.get(f"/desk/open/players/search?text={text}").words
        assert "QUENEAU" in found, text
        assert "joueurs" in found, text


def test_a_newer_list_shows_its_changes_and_the_page_its_date(home: Path, arbiter: Visitor) -> None:
    send(arbiter, "a.txt", LIST, "FFO")
    newer = send(arbiter, "b.csv", b"id,name,rating,country\n501,QUENEAU Raymond,1750,FRA\n", "FFO").words

    assert "QUENEAU Raymond: rating 1700 → 1750" in newer
    assert "QUENTIN Bold (502) is no longer in the list." in newer
    assert date.today().isoformat() in arbiter.get(PAGE).words


def test_the_list_of_fide_is_taken_too(home: Path, arbiter: Visitor) -> None:
    path = write_list(home / "players_list.txt", *ROWS)
    first = send(arbiter, "players_list.txt", path.read_bytes()).words
    write_list(path, ROWS[0], ROWS[1].replace("1500", "1534"))
    second = send(arbiter, "players_list.txt", path.read_bytes()).words

    assert "list: 5 new, 0 changed, 0 gone, 0 unchanged." in first
    assert "Carlsen Mads: rating 1500 → 1534" in second
    assert "Carlsen" in arbiter.get("/desk/open/players/search?text=15030").words


def test_a_wrong_list_is_refused_by_its_name_and_line_and_changes_nothing(
    home: Path, arbiter: Visitor
) -> None:
    send(arbiter, "ffo.txt", LIST)
    refused = send(arbiter, "ffo.csv", b"name;Elo;rating\nDOE Jane;1;2\n")

    assert refused.status == 409
    assert "ffo.csv, line 1, column 3: two columns mean the same (Elo, rating)" in refused.words
    assert "QUENTIN" in arbiter.get("/desk/open/players/search?text=quentin").words
    assert arbiter.post(PAGE, {"source": "x"}).status == 409


def test_the_page_is_reached_from_the_players_and_not_by_helpers(home: Path, arbiter: Visitor) -> None:
    assert f'href="{PAGE}"' in arbiter.get("/desk/open/players").text
    assert arbiter.stranger().get(PAGE).status != 200
