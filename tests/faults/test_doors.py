"""The doors of the server: names, proxies, links, passwords, seats; each attack is done again."""

from __future__ import annotations

import http.client
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.store.halls import hall
from tests.support.engine_house import arbitre_house, house_engine, until
from tests.support.posting import upload
from tests.support.web_server import Browser, server

from ronde.cli.main import main
from ronde.store.passwords import too_common
from ronde.web.server.account_store import NAME
from ronde.web.server.security import Hosts, parse_name, parse_proxies
from ronde.web.server.sign_in import FREE, LONGEST, Tries

Site = tuple[Browser, str, subprocess.Popen[str]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("open", "other"):
        hall(tmp_path / f"{name}.ronde", players=4).close()
    return tmp_path


@pytest.fixture
def site(folder: Path) -> Iterator[Site]:
    with server(folder) as running:
        yield running


def asked(port: int, path: str, *, source: str = "127.0.0.1", method: str = "GET", **headers: str) -> int:
    """The status of one request without cookies, from any address of this machine."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30, source_address=(source, 0))
    connection.putrequest(method, path, skip_host="Host" in headers)
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders()
    with closing(connection):
        return connection.getresponse().status


# the name of the server


def test_a_name_that_only_points_here_gets_nothing(site: Site) -> None:
    browser, link, _ = site
    wrong = (
        "evil.example",
        "evil.example:8765",
        "127.0.0.1.evil.example",
        "203.0.113.7",
        "localhost@evil",
        "",
    )
    right = ("localhost", "LOCALHOST.:99", f"127.0.0.1:{browser.port}", "[::1]:80", "127.9.9.9")

    assert {host: asked(browser.port, "/t/open", Host=host) for host in wrong} == dict.fromkeys(wrong, 421)
    assert {host: asked(browser.port, "/t/open", Host=host) for host in right} == dict.fromkeys(right, 200)
    assert asked(browser.port, link, Host="evil.example", method="POST") == 421
    answer = browser._ask("GET", "/t/open", None, {"Host": "evil.example"})
    assert "ronde serve --name evil.example" in answer.text


def test_the_names_given_at_the_start_are_the_servers(folder: Path) -> None:
    names = (
        "--name",
        "open.example",
        "--name",
        "198.51.100.4",
        "--referee",
        "--referee-url",
        "https://here.example/r",
    )
    with server(folder, options=names) as (browser, _, _):
        for host in ("open.example", "Open.Example:443", "198.51.100.4", "here.example"):
            assert asked(browser.port, "/t/open", Host=host) == 200
        assert asked(browser.port, "/t/open", Host="www.open.example") == 421


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--name", "http://open.example"), "http://open.example"),
        (("--name", "a b"), "a b"),
        (("--name", "open.example:80"), "open.example:80"),
        (("--proxy", "10.0.0.0/24,nonsense"), "nonsense"),
        (("--proxy", "*"), "*"),
    ],
)
def test_a_name_or_a_proxy_that_is_none_is_refused(
    words: tuple[str, str], named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", "en", "serve", str(tmp_path), *words]) == 2
    assert capsys.readouterr().err.startswith(f"{words[0]}: “{named}” is ")
    assert list(tmp_path.iterdir()) == []


def test_names_are_read_as_browsers_send_them() -> None:
    assert parse_name("Tournoi-Échecs.example.") == "xn--tournoi-checs-ihb.example"
    assert parse_name("[2001:db8::1]") == "2001:db8::1"
    assert Hosts(["2001:db8::1"]).knows("[2001:0db8::1]:80", "::1") is False, "as it was given"
    assert Hosts().knows("192.0.2.7:8765", "192.0.2.7"), "the address at which this machine was reached"
    assert not Hosts().knows("192.0.2.7:8765", "192.0.2.8")
    assert [str(one) for one in parse_proxies("127.0.0.1, 10.1.2.3/8")] == ["127.0.0.1/32", "10.0.0.0/8"]


# proxies


def guesses(port: int, count: int, **headers: str) -> list[int]:
    return [
        asked(port, f"/enter/{turn}", **{name: value.format(turn) for name, value in headers.items()})
        for turn in range(count)
    ]


def test_nobody_is_believed_who_is_no_proxy(folder: Path) -> None:
    with server(folder) as (browser, _, _):
        assert 429 in guesses(browser.port, 13, X_Forwarded_For="203.0.113.{}")
        secure = browser._ask("POST", "/enter", "", {"X-Forwarded-Proto": "https"})
        assert "secure" not in secure.headers.get("set-cookie", "").lower()


def test_a_named_proxy_is_believed_and_only_it(folder: Path) -> None:
    with server(folder, options=("--proxy", "127.0.0.1,10.0.0.0/8")) as (browser, link, _):
        assert 429 not in guesses(browser.port, 13, X_Forwarded_For="203.0.113.{}")
        forged = [
            asked(browser.port, "/enter/x", source="127.0.0.8", X_Forwarded_For=f"198.51.100.{turn}")
            for turn in range(13)
        ]
        assert 429 in forged, "another address says who it comes for, and is not believed"
        browser.get(link)
        seated = browser._ask(
            "POST", link, None, {"X-Forwarded-Proto": "https", "Sec-Fetch-Site": "same-origin"}
        )
        assert "secure" in seated.headers["set-cookie"].lower()


def test_a_household_is_one_guesser_however_many_addresses_it_has(folder: Path) -> None:
    """Everybody who has an address of the new kind has 2**64 of them."""
    with server(folder, options=("--proxy", "127.0.0.1")) as (browser, _, _):
        for path in ("/enter/wrong", "/t/open/card/1/wrong"):
            statuses = {
                place: [asked(browser.port, path, X_Forwarded_For=place.format(turn)) for turn in range(40)]
                for place in ("2001:db8:0:1::{}", "198.51.100.{}")
            }
            assert 429 in statuses["2001:db8:0:1::{}"]
            assert 429 not in statuses["198.51.100.{}"]


# links


def test_only_a_click_uses_a_link_up(site: Site) -> None:
    browser, link, _ = site
    assert [asked(browser.port, link, method=method) for method in ("HEAD", "GET", "HEAD", "GET")] == [
        200
    ] * 4
    page = browser.get(link)
    assert "no-store" in page.headers["cache-control"]
    assert page.headers["referrer-policy"] == "no-referrer"
    assert asked(browser.port, link, method="POST", Sec_Fetch_Site="cross-site") == 403

    pressed = browser.post(link)
    assert (pressed.status, pressed.headers["location"]) == (303, "/desk")
    again = browser.get(link)
    assert (again.status, again.headers["location"]) == (303, "/desk"), "whoever sits there goes to the desk"
    assert browser.post(link).status == 303


def test_a_used_link_says_so_and_how_to_get_another(
    site: Site, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    browser, link, _ = site
    browser.enter(link)
    stranger = Browser(browser.port)
    told = stranger.get(link)
    assert told.status == 410
    assert "This link has been used already." in told.text
    assert "ronde invite" in told.text
    assert "a déjà servi" in Browser(browser.port, language="fr").get(link).text
    assert stranger.post(link).headers["location"] == link
    assert stranger.get("/desk").status == 403

    assert main(["--lang", "en", "invite", str(folder)]) == 0
    found = re.search(r"http://localhost:(\d+)(/enter/[\w-]+)", capsys.readouterr().out)
    assert found is not None
    assert int(found[1]) == browser.port
    assert stranger.enter(found[2]).status == 303
    assert stranger.get("/desk").status == 200


def test_a_link_is_asked_for_where_a_server_has_been(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", "en", "invite", str(folder)]) == 1
    assert "No server has been started" in capsys.readouterr().err
    assert main(["--lang", "en", "invite", str(tmp_path / "nowhere")]) == 1
    assert main(["--lang", "en", "invite", str(folder), "--link", "nonsense"]) == 2
    assert not (folder / NAME).exists()


# passwords


def test_tries_are_counted_for_each_account_wherever_they_come_from(site: Site) -> None:
    chief, link, _ = site
    chief.enter(link)
    chief.post("/seats/password", {"name": "Zoe", "role": "arbiter", "password": "correct horse"})
    zoe = Browser(chief.port)
    right = {"name": "arbiter Zoe", "password": "correct horse"}
    assert zoe.post("/enter", right).status == 303, "this browser is known from now on"

    def guess(number: int, name: str, password: str = "guessed it") -> int:
        body = f"name={name.replace(' ', '+')}&password={password.replace(' ', '+')}"
        connection = http.client.HTTPConnection(
            "127.0.0.1", chief.port, timeout=30, source_address=(f"127.3.{number}.1", 0)
        )
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        with closing(connection):
            connection.request("POST", "/enter", body, kind)
            return connection.getresponse().status

    def guessed(name: str) -> list[int]:
        """The statuses of guesses from ever other addresses, until one must wait; each pause is longer."""
        told: list[int] = []
        while 429 not in told and len(told) < FREE + 6:
            told.append(guess(len(told), name))
        return told

    assert guessed("arbiter Zoe")[:FREE] == [403] * FREE
    assert guessed("arbiter Zoe")[-1] == 429
    assert guessed("arbiter Nobody")[-1] == 429, "a name that nobody has is treated alike"
    assert guess(99, "helper Al") == 403, "another account does not wait"
    assert zoe.post("/enter", right).status == 303, "nor does the owner in his own browser"


def test_the_pauses_grow_and_end() -> None:
    tries, now, waits = Tries(), 1000.0, []
    for _ in range(20):
        while wait := tries.begin("zoe", now):
            waits.append(round(wait))
            now += wait
    assert waits[:5] == [1, 2, 4, 8, 16]
    assert max(waits) == LONGEST
    tries.right("zoe")
    assert tries.begin("zoe", now) == 0.0


def test_a_new_password_ends_the_other_sessions_of_its_seat(site: Site) -> None:
    chief, link, _ = site
    chief.enter(link)
    chief.post("/seats/password", {"role": "chief", "password": "first horse"})
    other = Browser(chief.port)
    assert other.post("/enter", {"name": "arbiter", "password": "first horse"}).status == 303

    chief.post("/seats/password", {"role": "chief", "password": "second horse"})
    assert chief.get("/seats").status == 200, "whoever chose it stays"
    assert other.get("/desk/open").status == 403


@pytest.mark.parametrize(
    "password", ["password", "PASSWORD", "12345678", "azertyuiop", "Password123!", "aaaaaaaa"]
)
def test_the_commonest_passwords_are_refused(password: str) -> None:
    assert too_common(password)
    assert not too_common("correct horse")
    assert too_common("Dora2024", "dora")


def test_a_common_password_is_refused_with_a_sentence(site: Site) -> None:
    chief, link, _ = site
    chief.enter(link)
    answer = chief.post("/seats/password", {"name": "Zoe", "role": "arbiter", "password": "MotDePasse"})

    assert answer.status == 409
    assert "one of the first that everybody tries" in answer.text
    assert Browser(chief.port).post("/enter", {"name": "arbiter Zoe", "password": "MotDePasse"}).status == 403


# seats


def test_a_helper_sits_at_one_tournament(site: Site) -> None:
    chief, link, _ = site
    chief.enter(link)
    wish = {"role": "helper", "name": "Ann"}
    unnamed = chief.post("/seats/invite", wish)
    strange = chief.post("/seats/invite", wish | {"tournament": "nowhere"})
    code = re.search(r"/enter/[\w-]+", chief.post("/seats/invite", wish | {"tournament": "open"}).text)
    assert code is not None
    ann = Browser(chief.port)

    assert (unnamed.status, strange.status) == (409, 409)
    assert "for one tournament" in unnamed.text
    assert ann.enter(code[0]).headers["location"] == "/desk/open"
    pages = ("/desk/open", "/desk/other", "/desk/other/proposals", "/desk/open/settings")
    assert [ann.get(page).status for page in pages] == [200, 403, 403, 403]
    assert ann.post("/desk/other/result", {"entry": "1 40"}).status == 403
    listed = ann.get("/desk").text
    assert "/desk/open" in listed
    assert "/desk/other" not in listed


def test_a_helper_does_not_sit_at_another_tournament_that_takes_the_name_of_his(
    site: Site, folder: Path
) -> None:
    chief, link, _ = site
    chief.enter(link)
    wish = {"role": "helper", "name": "Ann", "tournament": "open"}
    code = re.search(r"/enter/[\w-]+", chief.post("/seats/invite", wish).text)
    assert code is not None
    ann = Browser(chief.port)
    ann.enter(code[0])
    assert ann.get("/desk/open").status == 200

    (folder / "open.ronde").unlink()
    assert until(lambda: chief.get("/desk/open").status, lambda status: status == 404)
    hall(folder / "open.ronde", players=4).close()
    assert until(lambda: chief.get("/desk/open").status, lambda status: status == 200)
    assert ann.get("/desk/open").status == 403


def test_a_helper_with_a_password_sits_at_one_tournament_too(site: Site) -> None:
    chief, link, _ = site
    chief.enter(link)
    wish = {"role": "helper", "name": "Al", "password": "long enough"}
    assert chief.post("/seats/password", wish).status == 409
    assert chief.post("/seats/password", wish | {"tournament": "other"}).status == 303
    al = Browser(chief.port)
    al.post("/enter", {"name": "helper Al", "password": "long enough"})

    assert [al.get(page).status for page in ("/desk/other", "/desk/open")] == [200, 403]


def test_a_guest_cannot_take_the_name_of_an_account(tmp_path: Path) -> None:
    with arbitre_house(tmp_path) as house:
        owner = house.owner("Ada Lovelace")
        engine = house_engine(owner, "tictactoe")

        def begin(browser: Browser, name: str) -> int:
            wish = {"first": "0", "second": str(engine), "name": name}
            return browser.post("/arbitre/games/new", wish).status

        false = (
            "Ada Lovelace",
            "ADA LOVELACE",
            "ada  lovelace",
            "Аdа Lоvelace",
            "Ada-L0velace",
            "Adá Lovelace",
            "Ada LoveIace",
            "Ada\u200b Love\u00adlace",
            "\u202eecalevoL adA",
            "Ꭺda Ꮮovelace",
            "Adɑ Lᴏvelace",
        )
        assert {name: begin(house.visitor(), name) for name in false} == dict.fromkeys(false, 409)
        assert begin(house.visitor(), "Grace") == 303
        assert begin(owner, "Ada Lovelace") == 303, "it is her own"
        taken = house.visitor().post(house.invitation(), {"name": "ADА LOVELACE", "password": ""})
        assert taken.status == 409, "nor can another account"


# what was dropped


def dropped(browser: Browser, link: str, aside: Path) -> list[Path]:
    browser.enter(link)
    assert upload(browser, {"players.csv": b"name\nDOE\nPOIRIER\n"}).status == 303
    return [one for one in aside.glob("ronde-intake-*") if any(one.rglob("players.csv"))]


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_dropped_files_end_with_the_server(
    ending: signal.Signals,
    folder: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    aside = tmp_path_factory.mktemp("aside")
    monkeypatch.setenv("TMPDIR", str(aside))
    with server(folder) as (browser, link, process):
        assert dropped(browser, link, aside)
        process.send_signal(ending)
        process.wait(20)
    assert list(aside.glob("ronde-intake-*")) == []


def test_what_a_killed_server_left_is_removed_by_the_next_and_nothing_else(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    aside = tmp_path_factory.mktemp("aside")
    monkeypatch.setenv("TMPDIR", str(aside))
    (aside / "kept").mkdir()
    (aside / "ronde-intake-link").symlink_to(aside / "kept")
    with server(folder) as (browser, link, process):
        left = dropped(browser, link, aside)
        process.kill()
        process.wait(20)
    assert left
    assert left[0].exists()
    with server(folder) as (browser, link, _):
        assert browser.get("/").status == 200  # its port is open before it has begun; an answer says it has
        assert not left[0].exists()
        own = dropped(browser, link, aside)
        with server(folder) as (other, _, _):
            assert other.get("/").status == 200
            assert own[0].exists(), "a server that runs keeps its own"
    assert (aside / "kept").is_dir()
    assert (aside / "ronde-intake-link").is_symlink()
