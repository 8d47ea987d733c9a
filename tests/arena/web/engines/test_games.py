"""Games in the browser: begun, followed, played by a person, replayed; a restart loses none."""

from __future__ import annotations

import http.client
import io
import json
import re
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.arena.http.scripted import Said, free_cell, scripted
from tests.support.engine_house import (
    ArbitreHouse,
    arbitre_house,
    begun,
    engine,
    finished,
    house_engine,
    record,
    registered,
    until,
    words,
)
from tests.support.web_server import Browser

from ronde.arena.http import EngineStore, GameRow, add_built_in_engines
from ronde.arena.web.games import MOST_PERSONS

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ArbitreHouse]:
    with arbitre_house(tmp_path_factory.mktemp("hall")) as running:
        yield running


@pytest.fixture(scope="module")
def owner(house: ArbitreHouse) -> Browser:
    return house.owner("Ada")


@pytest.fixture(scope="module")
def cell(house: ArbitreHouse, owner: Browser) -> Iterator[int]:
    """A sample engine of TicTacToe, registered."""
    with engine("tictactoe") as url:
        yield registered(owner, "Cells", url)


def test_a_game_in_one_click_is_played_through_call_backs_and_can_be_replayed(
    house: ArbitreHouse, owner: Browser, cell: int
) -> None:
    number = begun(owner, cell, house_engine(owner, "tictactoe"))

    data = finished(owner, number)
    visitor = house.visitor()
    page = visitor.get(f"/arbitre/game/{number}")

    assert data["record"]["faults"] == []
    assert data["record"]["outcome"]["winner"] in (None, 1)
    assert "Cells" in words(page)
    assert page.text.count('data-go="') >= len(data["record"]["plies"])
    assert str(number) in words(visitor.get("/arbitre/games"))


def test_every_moment_of_a_game_has_a_link_a_drawing_and_a_text(
    house: ArbitreHouse, owner: Browser, cell: int
) -> None:
    number = begun(owner, cell, house_engine(owner, "tictactoe"))
    plies = len(finished(owner, number)["record"]["plies"])
    visitor = house.visitor()

    moments = [json.loads(visitor.get(f"/arbitre/game/{number}/ply/{at}").body) for at in range(plies + 1)]
    page = visitor.get(f"/arbitre/game/{number}?ply=1")

    assert len({moment["text"] for moment in moments}) == plies + 1
    assert all(moment["svg"].startswith("<svg") for moment in moments)
    assert moments[1]["svg"] in page.text
    assert visitor.get(f"/arbitre/game/{number}/ply/{plies + 1}").status == 404


def test_a_photo_is_where_a_game_begins(owner: Browser, cell: int) -> None:
    number = begun(owner, cell, house_engine(owner, "tictactoe"), photo="121000000")

    data = finished(owner, number)

    assert data["record"]["start"].startswith("121000000")


@pytest.mark.parametrize("photo", ["xyz", "111220000", "12"])
def test_a_photo_that_is_none_is_refused_in_words(owner: Browser, cell: int, photo: str) -> None:
    answer = owner.post("/arbitre/games/new", {"first": str(cell), "second": "0", "photo": photo})

    assert answer.status == 409
    assert photo in words(answer)


def test_what_cannot_be_played_is_refused_in_words(house: ArbitreHouse, owner: Browser, cell: int) -> None:
    pente, url = house_engine(owner, "pente"), "https://example.org/e"
    private = registered(owner, "Quiet", url, public="")
    retired = registered(owner, "Old", url)
    owner.post(f"/arbitre/engine/{retired}/retire")
    other = house.owner("Bea")

    for who, first, second, reason in (
        (owner, cell, pente, "same game"),
        (owner, 0, 0, "at least one engine"),
        (owner, cell, 9999, "no engine no. 9999"),
        (owner, cell, retired, "retired"),
        (other, private, cell, f"no engine no. {private}"),
    ):
        answer = who.post("/arbitre/games/new", {"first": str(first), "second": str(second)})
        assert answer.status == 409
        assert reason in words(answer)


def test_strangers_play_themselves_but_do_not_send_engines(house: ArbitreHouse, cell: int) -> None:
    stranger = house.visitor()
    sent = stranger.post("/arbitre/games/new", {"first": str(cell), "second": str(cell)})

    assert sent.status == 403
    assert begun(stranger, 0, cell) > 0


def test_strangers_who_forget_their_cookies_do_not_take_the_places_of_owners(tmp_path: Path) -> None:
    crowd(tmp_path / "arbitre.db")
    with arbitre_house(tmp_path) as house:
        wish = {"first": "0", "second": str(house_engine(house.host, "tictactoe"))}
        refused = house.visitor().post("/arbitre/games/new", wish)

        assert refused.status == 409
        assert "Too many games" in words(refused)
        assert house.owner("Hugo").post("/arbitre/games/new", wish).status == 303


def crowd(path: Path) -> None:
    """A book in which as many strangers play as may; asking the server for each would take its time."""
    book = EngineStore(path)
    add_built_in_engines(book)
    rival = next(card.id for card in book.engines() if card.game == "tictactoe")
    for number in range(MOST_PERSONS):
        made = book.begin_game(GameRow(0, f"word{number}", "tictactoe", {}, "", 1, 15.0, 0, rival))
        book.seat_guest(made.id, 1, "Guest", b"%d" % number)
    book.close()


def test_the_raw_exchange_is_for_owners(house: ArbitreHouse, owner: Browser, cell: int) -> None:
    number = begun(owner, cell, house_engine(owner, "tictactoe"))
    finished(owner, number)
    path = f"/arbitre/game/{number}?raw=1"

    own, others = owner.get(path).text, house.owner("Cleo").get(path).text

    assert "Set=TicTacToe&amp;Game=…&amp;MoveId=…" in own
    assert "Set=TicTacToe" not in others
    assert {one["raw"] for ply in record(house.visitor(), number)["record"]["plies"] for one in ply} == {""}
    assert any(one["raw"] for ply in record(owner, number)["record"]["plies"] for one in ply)


def test_what_an_engine_printed_is_for_its_owner_and_the_host_on_every_page(
    house: ArbitreHouse, owner: Browser
) -> None:
    """A page of PHP with a warning names the folders of its owner."""
    printed, secret = b"<b>Warning</b>: in /home/ada/engine.php", "/home/ada"
    with scripted(lambda asked: Said(printed)) as running:
        number = registered(owner, "Warned", running.url, manner="printed")
        game = begun(owner, number, house_engine(owner, "tictactoe"))
        finished(owner, game)
    tails = ("", "?raw=1", "?ply=1", ".json", "/ply/1")

    def told(browser: Browser) -> list[bool]:
        return [secret in browser.get(f"/arbitre/game/{game}{tail}").text for tail in tails]

    assert told(house.visitor()) == told(house.owner("Dora")) == [False] * len(tails)
    assert told(owner)[:2] == told(house.host)[:2] == [True, True]


def test_a_fault_is_told_in_words(owner: Browser) -> None:
    with scripted(lambda asked: Said(b"<b>1</b>")) as running:
        number = registered(owner, "Faulty", running.url, manner="printed")
        game = begun(owner, number, house_engine(owner, "tictactoe"))
        finished(owner, game)

    told = words(owner.get(f"/arbitre/game/{game}"))
    assert "Ronde wins: unreadable answer: there is HTML around the value" in told
    assert "Received: “<b>1</b>”" in told
    assert "unreadable answer 1" in words(owner.get(f"/arbitre/engine/{number}"))


def test_figures_count_wins_by_side_and_opponents(house: ArbitreHouse, owner: Browser) -> None:
    with engine("tictactoe") as url:
        number = registered(owner, "Counted", url)
        rival = house_engine(owner, "tictactoe")
        for sides in ((number, rival), (rival, number), (number, rival)):
            finished(owner, begun(owner, *sides))

    told = words(house.visitor().get(f"/arbitre/engine/{number}"))
    assert "As first" in told
    assert "median" in told
    assert "Ronde" in told


@pytest.mark.parametrize("number", ["0", "999", "99999999999999999999999999"])
def test_there_is_nothing_at_the_address_of_no_game_and_no_engine(house: ArbitreHouse, number: str) -> None:
    for path in ("game/{}", "game/{}.json", "game/{}/live", "game/{}/ply/0", "engine/{}"):
        assert house.visitor().get(f"/arbitre/{path.format(number)}").status == 404


# live


def stream(port: int, path: str) -> Iterator[str]:
    """The lines of a stream."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path)
    answer = connection.getresponse()
    assert answer.getheader("content-type", "").startswith("text/event-stream")
    while line := answer.readline():
        yield line.decode().rstrip("\n")
    connection.close()


def test_a_game_is_followed_ply_by_ply_until_it_is_over(house: ArbitreHouse) -> None:
    person = house.visitor()
    number = begun(person, 0, house_engine(person, "tictactoe"))
    seen: list[str] = []
    follower = threading.Thread(
        target=lambda: seen.extend(stream(person.port, f"/arbitre/game/{number}/live")), daemon=True
    )
    follower.start()

    while record(person, number)["running"]:
        person.post(f"/arbitre/game/{number}/move", {"chance": "1"})
    follower.join(20)

    plies = [int(line.removeprefix("data: ")) for line in seen if line.startswith("data: ")][:-1]
    assert seen[-3:-1] == ["event: over", "data: 1"]
    assert plies == sorted(set(plies))


def test_the_stream_of_a_finished_game_ends_at_once(house: ArbitreHouse) -> None:
    person = house.visitor()
    number = begun(person, 0, house_engine(person, "chifoumi"))
    person.post(f"/arbitre/game/{number}/resign")
    until(lambda: record(person, number), lambda data: not data["running"])

    assert "event: over" in list(stream(person.port, f"/arbitre/game/{number}/live"))


# persons


def asked_again(person: Browser, number: int) -> dict[str, Any]:
    """The data of a game when it is the person's turn, or over."""
    data: dict[str, Any] = until(
        lambda: record(person, number), lambda data: not data["running"] or 1 in data["asked"]
    )
    return data


def test_a_person_plays_to_the_end_without_script(house: ArbitreHouse) -> None:
    person = house.visitor()
    number = begun(person, 0, house_engine(person, "tictactoe"))
    assert "It is your turn." in words(person.get(f"/arbitre/game/{number}"))

    for move in "123456789":
        if not asked_again(person, number)["running"]:
            break
        person.post(f"/arbitre/game/{number}/move", {"value": move})

    outcome = finished(person, number)["record"]["outcome"]
    assert outcome["reason"] in ("line", "full")


def test_a_wrong_move_of_a_person_is_told_and_costs_nothing(house: ArbitreHouse) -> None:
    person = house.visitor()
    number = begun(person, 0, house_engine(person, "tictactoe"))

    for text in ("E2xE4", ""):
        answer = person.post(f"/arbitre/game/{number}/move", {"value": text})
        assert answer.status == 409
        assert f"“{text}” cannot be played: this is not a move." in words(answer)
        assert f'name="value" value="{text}"' in answer.text, "what was typed stays"
    assert record(person, number)["plies"] == []


def test_nobody_moves_for_somebody_else(house: ArbitreHouse, owner: Browser) -> None:
    person = house.visitor()
    number = begun(person, 0, house_engine(person, "reversi"))

    for thief in (house.visitor(), owner, house.host):
        assert thief.post(f"/arbitre/game/{number}/move", {"value": "C4"}).status == 403
        assert thief.post(f"/arbitre/game/{number}/resign").status == 403
    assert record(person, number)["running"]


def test_a_person_may_give_up(house: ArbitreHouse) -> None:
    person = house.visitor()
    number = begun(person, 0, house_engine(person, "reversi"))

    assert person.post(f"/arbitre/game/{number}/resign").status == 303

    assert finished(person, number)["record"]["outcome"]["reason"] == "resigned"
    assert "resigned" in words(person.get(f"/arbitre/game/{number}"))


def offered(page: str) -> dict[str, str]:
    """The fields of the form that plays again; none without it."""
    form = next(
        (part for part in page.split("<form")[1:] if "Play again" in part.partition("</form>")[0]), ""
    )
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', form.partition("</form>")[0]))


def test_a_person_plays_again_with_the_other_side(house: ArbitreHouse, owner: Browser) -> None:
    person, rival = house.visitor(), house_engine(house.visitor(), "reversi")
    number = begun(person, 0, rival)
    assert offered(person.get(f"/arbitre/game/{number}").text) == {}, "not before it is over"
    person.post(f"/arbitre/game/{number}/resign")
    finished(person, number)

    fields = offered(person.get(f"/arbitre/game/{number}").text)
    assert (fields["first"], fields["second"]) == (str(rival), "0")
    for other in (house.visitor(), owner, house.host):
        assert offered(other.get(f"/arbitre/game/{number}").text) == {}, "it was not their game"
    answer = until(lambda: person.post("/arbitre/games/new", fields), lambda answer: answer.status != 429)
    assert answer.status == 303
    second = int(answer.headers["location"].rpartition("/")[2])
    assert record(person, second)["engines"] == [rival, None]
    person.post(f"/arbitre/game/{second}/resign")


def test_engines_play_again_for_who_may_let_them(house: ArbitreHouse, owner: Browser, cell: int) -> None:
    rival = house_engine(owner, "tictactoe")
    number = begun(owner, cell, rival)
    finished(owner, number)

    fields = offered(owner.get(f"/arbitre/game/{number}").text)
    assert fields == {"first": str(rival), "second": str(cell)}
    assert offered(house.visitor().get(f"/arbitre/game/{number}").text) == {}


def test_an_owner_takes_all_games_of_the_own_engines_in_one_file(
    house: ArbitreHouse, owner: Browser, cell: int
) -> None:
    number = begun(owner, cell, house_engine(owner, "tictactoe"))
    finished(owner, number)

    saved = zipfile.ZipFile(io.BytesIO(owner.get("/arbitre/account/games.zip").body))
    assert f"tictactoe-{number}.json" in saved.namelist()
    assert json.loads(saved.read(f"tictactoe-{number}.json")) == record(owner, number)
    assert "/arbitre/account/games.zip" in owner.get("/arbitre/account").text
    other = house.owner("Nobody").get("/arbitre/account/games.zip")
    assert zipfile.ZipFile(io.BytesIO(other.body)).namelist() == []
    assert house.visitor().get("/arbitre/account/games.zip").status in (303, 403)


def test_the_time_per_move_is_drawn_across_games(house: ArbitreHouse, owner: Browser, cell: int) -> None:
    for _ in range(2):
        finished(owner, begun(owner, cell, house_engine(owner, "tictactoe")))

    page = owner.get(f"/arbitre/engine/{cell}")
    assert "Time per move" in words(page)
    assert 'class="spark"' in page.text


@pytest.mark.parametrize(
    "game", ["chifoumi", "mastermind", "morpion", "pente", "poker", "reversi", "seafight", "supermorpion"]
)
def test_a_person_can_play_every_game(house: ArbitreHouse, game: str) -> None:
    person = house.visitor()
    number = begun(person, 0, house_engine(person, game))

    for _ in range(3):
        asked_again(person, number)
        move = partial(person.post, f"/arbitre/game/{number}/move", {"chance": "1"})
        assert until(move, lambda answer: answer.status != 429).status == 303

    played = asked_again(person, number)  # by chance a code may be found at once, and the game be over
    assert len((played if played["running"] else played["record"])["plies"]) >= 3
    person.post(f"/arbitre/game/{number}/resign")


def test_one_person_has_five_games_at_once_and_no_more(house: ArbitreHouse) -> None:
    person = house.visitor()
    rival = house_engine(person, "pente")
    games = [begun(person, 0, rival) for _ in range(5)]

    wish = {"first": "0", "second": str(rival)}
    answer = until(lambda: person.post("/arbitre/games/new", wish), lambda answer: answer.status != 429)

    assert answer.status == 409
    assert "Too many games" in words(answer)
    for number in games:
        person.post(f"/arbitre/game/{number}/resign")


# restarts


def test_a_restart_goes_on_with_every_running_game_at_its_pending_move(tmp_path: Path) -> None:
    let_go = threading.Event()

    def slow(asked: object) -> Said:
        let_go.wait(20)
        return Said(free_cell(asked).encode())  # type: ignore[arg-type]

    with scripted(slow) as running:
        with arbitre_house(tmp_path) as house:
            number = registered(house.host, "Slow", running.url, manner="printed", timeout="30")
            game = begun(house.host, number, house_engine(house.host, "tictactoe"))
            person = house.visitor()
            own = begun(person, 0, house_engine(person, "tictactoe"))
            person.post(f"/arbitre/game/{own}/move", {"value": "5"})
            until(lambda: record(person, own), lambda data: len(data["plies"]) == 2)
            house.process.kill()
            house.process.wait(10)
        let_go.set()
        with arbitre_house(tmp_path) as house:
            person.port = house.host.port
            done = finished(house.host, game)
            assert len(record(person, own)["plies"]) == 2
            assert person.post(f"/arbitre/game/{own}/resign").status == 303

    assert done["record"]["faults"] == []


def test_the_server_stops_at_once_while_games_are_running(tmp_path: Path) -> None:
    with arbitre_house(tmp_path) as house:
        person = house.visitor()
        number = begun(person, 0, house_engine(person, "pente"))
        lines = stream(person.port, f"/arbitre/game/{number}/live")
        next(lines)
        house.process.terminate()

        assert house.process.wait(15) in (0, -15)
        list(lines)
