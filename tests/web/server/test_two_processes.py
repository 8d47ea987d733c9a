"""Two web processes on one PostgreSQL server: whoever signs in at one sits at the other too."""

from __future__ import annotations

import http.client
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from starlette.exceptions import HTTPException
from tests.store.halls import hall, play_round
from tests.store.server import Server, running_server
from tests.support.posting import upload
from tests.support.web_server import Browser, server

from ronde.app.desk import Desk
from ronde.model.errors import JournalError
from ronde.store import tournaments_on_server
from ronde.web.server.account_store import NAME, AccountStore, SharedAccountStore, open_account_store
from ronde.web.server.accounts import Account, Accounts, PersonalLinks, Role, stretch

pytestmark = pytest.mark.full


@dataclass
class Two:
    """Browsers at two processes, and the arbiter's link of each."""

    here: Browser
    there: Browser
    links: tuple[str, str]
    processes: tuple[subprocess.Popen[str], subprocess.Popen[str]]


@pytest.fixture(scope="module")
def database() -> Iterator[Server]:
    with running_server() as running:
        yield running


@pytest.fixture
def two(database: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Two]:
    monkeypatch.setenv("RONDE_DATABASE", database.address)
    monkeypatch.chdir(tmp_path)
    if "pg:open" not in tournaments_on_server():
        desk = hall(Path("pg:open"), players=6)
        play_round(desk)
        desk.close()
    with server(Path("pg:")) as (here, first, one), server(Path("pg:")) as (there, second, other):
        yield Two(here, there, (first, second), (one, other))


def eventually(holds: Callable[[], bool]) -> bool:
    for _ in range(600):
        if holds():
            return True
        time.sleep(0.1)
    return False


def signed_in(two: Two) -> None:
    """The arbiter signs in at one process; his next request reaches the other."""
    assert two.here.enter(two.links[1]).status == 303, "a link of one process is good at the other"
    two.there.cookies = dict(two.here.cookies)


def test_who_signs_in_at_one_process_sits_at_the_other_and_is_sent_away_from_both(two: Two) -> None:
    assert two.there.get("/desk/open").status == 403
    signed_in(two)

    assert two.there.get("/desk/open").status == 200
    assert two.there.post("/desk/open/players/add", {"name": "LATE"}).status in (200, 303)
    assert two.there.post("/leave").status == 303
    assert two.here.get("/desk/open").status == 403


def test_a_password_and_an_invitation_given_at_one_are_good_at_the_other(two: Two) -> None:
    signed_in(two)
    two.here.post("/seats/password", {"name": "ANN", "role": "helper", "password": "a long one"})
    page = two.here.post("/seats/invite", {"name": "BOB", "role": "helper"}).text
    word = re.findall(r"/enter/([\w-]+)", page)[0]
    ann, bob = Browser(two.there.port), Browser(two.there.port)

    assert ann.post("/enter", {"name": "helper ANN", "password": "a long one"}).status == 303
    assert bob.enter(f"/enter/{word}").status == 303
    assert bob.get("/desk/open").status == 200
    assert Browser(two.here.port).get(f"/enter/{word}").status == 410, "once, at whichever process"


def test_nothing_of_it_lies_beside_the_process(two: Two, tmp_path: Path) -> None:
    signed_in(two)

    assert not (tmp_path / NAME).exists()


def test_screens_steered_at_one_process_stir_the_pages_of_the_other(two: Two) -> None:
    signed_in(two)
    stream = http.client.HTTPConnection("127.0.0.1", two.there.port, timeout=20)
    number = _number()
    stream.request("GET", f"/t/open/live?after={number}")
    news = stream.getresponse()
    two.here.post("/desk/open/screens", {"view": "standings", "message": "Lunch at noon"})
    heard = b""
    while b"stirred" not in heard:
        heard += news.read1()
    stream.close()

    assert "Lunch at noon" in two.there.get("/t/open/screen").text


def _number() -> int:
    with closing(Desk.open(Path("pg:open"))) as desk:
        return desk.number


def test_a_tournament_begun_or_imported_at_one_process_is_on_the_server_and_shown_by_the_other(
    two: Two,
) -> None:
    signed_in(two)
    begun = two.here.post("/house/new", {"name": "Autumn", "rounds": "3"})
    intake = upload(two.here, {"friends.csv": b"name\nDOE\nROE\n"}, "csv")
    placed = two.here.post(intake.headers["location"])

    assert begun.headers["location"] == "/desk/autumn/players"
    assert placed.status == 303
    slug = placed.headers["location"].split("/")[2]
    assert {"pg:autumn", f"pg:{slug}"} <= set(tournaments_on_server())
    assert eventually(lambda: two.there.get("/t/autumn").status == 200)
    assert eventually(lambda: "ROE" in two.there.get(f"/t/{slug}/standings").text)
    assert two.here.get("/t/autumn-2").status == 404, "it is shown once where it was begun"


def test_while_the_database_restarts_seats_are_remembered_and_strangers_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with running_server() as own:
        monkeypatch.setenv("RONDE_DATABASE", own.address)
        hall(Path("pg:open"), players=4).close()
        with server(Path("pg:")) as (browser, link, _):
            browser.enter(link)
            assert browser.get("/desk/open").status == 200
            own.stop("immediate")

            assert browser.get("/desk/open").status == 200
            assert browser.get("/t/open/standings").status == 200
            stranger = Browser(browser.port).post("/enter", {"name": "arbiter", "password": "guessed it"})
            assert stranger.status == 503
            assert "database is not answering" in stranger.text
            own.start()
            assert eventually(lambda: browser.post("/desk/open/players/add", {"name": "BACK"}).status == 303)


@pytest.fixture(params=["file", "server"])
def register(
    request: pytest.FixtureRequest, tmp_path: Path, database: Server, monkeypatch: pytest.MonkeyPatch
) -> Iterator[AccountStore]:
    """Registers of both kinds, in turn."""
    monkeypatch.setenv("RONDE_DATABASE", database.address)
    opened = open_account_store([tmp_path if request.param == "file" else Path("pg:")])
    assert isinstance(opened, SharedAccountStore) == (request.param == "server")
    yield opened
    opened.close()


def test_a_seat_is_given_used_and_taken_back_in_either_register(register: AccountStore) -> None:
    seats = Accounts(register)
    seats.set_password(Account("helper EVE", Role.HELPER, "open"), stretch("first word"))
    seats.set_password(Account("helper EVE", Role.ARBITER), stretch("second word"))
    word = seats.enter_by_password("helper EVE", "second word", "a phone \x00 with an odd name")
    assert word
    assert seats.enter_by_password("helper EVE", "first word") is None
    assert seats.enter_by_password("helper \x00", "first word") is None
    session = next(one for one in seats.sessions() if one.account.name == "helper EVE")

    assert session.account.role is Role.ARBITER
    assert seats.revoke(session.id)
    assert not seats.revoke(session.id)
    seats.set_password(Account("helper EVE", Role.ARBITER), None)
    assert "helper EVE" not in [seat.name for seat in seats.passwords()]


def test_links_and_keys_are_kept_in_either_register(register: AccountStore) -> None:
    links = PersonalLinks(register)
    before = links.token("open", 3)
    links.renew("open", 3)
    once = links.token("open", 3)
    links.renew("open", 3)

    assert len({before, once, links.token("open", 3)}) == 3
    assert register.key("some") == register.key("some") != register.key("other")


def test_without_its_server_a_shared_register_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RONDE_DATABASE", "host=/nowhere user=postgres dbname=postgres")
    with pytest.raises(JournalError):
        open_account_store([Path("pg:")])


def test_what_was_never_asked_cannot_be_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    with running_server() as own:
        monkeypatch.setenv("RONDE_DATABASE", own.address)
        shared = SharedAccountStore()
        own.stop("immediate")
        with pytest.raises(HTTPException) as refused:
            shared.row("SELECT wish FROM screen WHERE slug = ?", "open")
        with pytest.raises(HTTPException):
            shared.write("DELETE FROM screen WHERE slug = ?", "open")
        shared.close()

    assert refused.value.status_code == 503
