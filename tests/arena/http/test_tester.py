"""The engine tester: what it sends, what it thinks of answers, and which mistakes it names."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import hmac
import json
import time
from dataclasses import replace
from random import Random
from urllib.parse import urlsplit

import pytest
from tests.arena.http.scripted import LOOPBACK, Asked, Said, free_cell, scripted

from ronde.arena.games import GAMES, find_game
from ronde.arena.http import (
    EngineCard,
    EngineTrial,
    Key,
    Manner,
    PendingMoves,
    Requests,
    Sign,
    examine,
    read_position,
)
from ronde.arena.http.tester import Exchange, _speed
from ronde.arena.pages.text import detail_text, fault_text, point_text, verdict_text
from ronde.arena.sandbox import Verdict
from ronde.i18n import LANGUAGES
from ronde.model.errors import PositionImpossible
from ronde.web.server.addresses import parse_allowed


def tried(card: EngineCard, photo: str = "", allow: str = LOOPBACK) -> EngineTrial:
    """Test an engine in a loop of its own; it prints, unless it is a service."""
    card = card if card.manner is Manner.SERVICE else replace(card, manner=Manner.PRINTED)

    async def work() -> EngineTrial:
        requests = Requests(PendingMoves(), "", parse_allowed(allow))
        await requests.open()
        try:
            return await examine(requests, card, photo)
        finally:
            await requests.close()

    return asyncio.run(asyncio.wait_for(work(), 60))


def answered(body: bytes, **said: object) -> EngineTrial:
    """What the tester thinks of an engine that always prints this."""
    with scripted(lambda asked: Said(body, **said)) as engine:  # type: ignore[arg-type]
        return tried(EngineCard(0, "test", "tictactoe", engine.url))


def signs(trial: EngineTrial) -> dict[str, Sign]:
    return {point.code: point.sign for point in trial.points}


def wrong(trial: EngineTrial) -> set[str]:
    """What the checklist finds, speed apart: a busy machine may be slow."""
    found = {code for code, sign in signs(trial).items() if sign is not Sign.GOOD}
    return found - {"nagle", "slow-start", "in-time"}


def test_a_good_engine_passes_everything() -> None:
    trial = answered(b"5")

    assert (trial.move, trial.verdict, trial.answer) == ("5", None, "5")
    assert wrong(trial) == set()
    assert trial.first.status == 200


def test_what_is_shown_is_exactly_what_was_called() -> None:
    with scripted(lambda asked: Said(free_cell(asked).encode())) as engine:
        trial = tried(EngineCard(0, "test", "tictactoe", f"{engine.url}?team=7&x=%C3%A9"))

    parts = urlsplit(trial.url)
    assert engine.asked[0].path == f"{parts.path}?{parts.query}"
    assert engine.asked[0].path.startswith("/engine?team=7&x=%C3%A9&Set=TicTacToe&Game=TEST&MoveId=")


def test_the_request_is_that_of_the_manual_with_an_empty_referee() -> None:
    with scripted(lambda asked: Said(b"1")) as engine:
        tried(EngineCard(0, "test", "tictactoe", engine.url, timeout=9))

    first = engine.asked[0].query
    assert first.pop("MoveId")
    assert first == {
        "Set": "TicTacToe", "Game": "TEST", "Turn": "1", "Tray": "Init", "Status": "0", "TimeOut": "9",
        "Referee": "",
    }  # fmt: skip


def test_three_moves_are_asked_for_each_with_a_move_id_of_its_own_then_the_end_is_told() -> None:
    with scripted(lambda asked: Said(b"1")) as engine:
        tried(EngineCard(0, "test", "tictactoe", engine.url))

    moves, last = engine.asked[:-1], engine.asked[-1].query
    assert len({one.query["MoveId"] for one in moves}) == len(moves) == 3
    assert last["Status"] == "5"
    assert last["MoveId"] not in {one.query["MoveId"] for one in moves}
    assert (last["Turn"], last["Referee"]) == ("1", "")


def test_a_page_that_came_compressed_is_named() -> None:
    with scripted(lambda asked: Said(gzip.compress(b"1"), headers={"Content-Encoding": "gzip"})) as engine:
        trial = tried(EngineCard(0, "test", "tictactoe", engine.url))

    assert (trial.verdict, trial.detail) == ("unreadable", "packed")


@pytest.mark.parametrize(
    ("body", "point"),
    [(b" 5", "leading"), (b"\r\n\t5", "leading"), (b"5\n", "trailing"), (b"\xef\xbb\xbf5", "bom")],
)
def test_what_is_forgiven_is_still_told(body: bytes, point: str) -> None:
    trial = answered(body)

    assert (trial.move, trial.verdict) == ("5", None)
    assert wrong(trial) == {point}


def test_html_around_the_value_is_told_with_the_value_inside() -> None:
    trial = answered(b"<html><body><b>5</b></body></html>")

    assert trial.verdict is Verdict.UNREADABLE
    assert wrong(trial) == {"html"}
    (point,) = [one for one in trial.points if one.code == "html"]
    assert point.facts == {"value": "5"}


def test_html_without_a_value_names_none() -> None:
    trial = answered(b"<p>Fatal error</p>")

    (point,) = [one for one in trial.points if one.code == "html"]
    assert point.facts == {"value": ""}


def test_several_lines_are_told() -> None:
    trial = answered(b"Warning: undefined index\n5")

    assert trial.verdict is Verdict.UNREADABLE
    assert wrong(trial) == {"lines"}


def test_an_empty_page_is_told() -> None:
    trial = answered(b"")

    assert trial.verdict is Verdict.UNREADABLE
    assert "empty" in wrong(trial)


@pytest.mark.parametrize("body", [b"0", b"10", b"E2xE4", "é".encode(), b"\xff\xfe", b"55"])
def test_a_value_that_is_no_move_is_told(body: bytes) -> None:
    trial = answered(body)

    assert trial.verdict is Verdict.UNREADABLE
    assert wrong(trial) == {"value"}


def test_a_move_on_a_taken_cell_is_illegal() -> None:
    with scripted(lambda asked: Said(b"1")) as engine:
        trial = tried(EngineCard(0, "test", "tictactoe", engine.url), "120000000")

    assert (trial.verdict, trial.detail) == (Verdict.ILLEGAL, "occupied")


def test_a_photo_is_what_the_engine_sees() -> None:
    with scripted(lambda asked: Said(free_cell(asked).encode())) as engine:
        trial = tried(EngineCard(0, "test", "tictactoe", engine.url), "120000000")

    assert engine.asked[0].query["Tray"] == "120000000"
    assert trial.move == "3"
    assert "O" in trial.board or "X" in trial.board


@pytest.mark.parametrize(
    ("status", "detail"), [(404, "status-404"), (500, "status-500"), (503, "status-503")]
)
def test_a_bad_status_is_told(status: int, detail: str) -> None:
    trial = answered(b"5", status=status)

    assert (trial.verdict, trial.detail) == (Verdict.CRASH, detail)
    assert signs(trial)["status"] is Sign.BAD


def test_a_redirect_is_told_and_not_followed() -> None:
    with scripted(lambda asked: Said(b"5")) as target:
        trial = answered(b"", status=302, headers={"Location": target.url})

    assert (trial.verdict, trial.detail) == (Verdict.NETWORK, "redirect")
    assert signs(trial)["redirect"] is Sign.BAD
    assert target.asked == []


def test_a_connection_that_is_closed_is_told() -> None:
    trial = answered(b"", hang_up=True)

    assert (trial.verdict, trial.detail) == (Verdict.NETWORK, "closed")
    assert [point.code for point in trial.points] == ["reached"]


@pytest.mark.full
def test_an_engine_that_never_answers_is_late() -> None:
    def slowly(asked: Asked) -> Said:
        time.sleep(1.5)
        return Said(b"5")

    with scripted(slowly) as engine:
        trial = tried(EngineCard(0, "test", "tictactoe", engine.url, timeout=1))

    assert (trial.verdict, trial.detail) == (Verdict.LATE, "late")


def test_an_address_that_is_not_allowed_is_never_called() -> None:
    with scripted(lambda asked: Said(b"5")) as engine:
        trial = tried(EngineCard(0, "test", "tictactoe", engine.url), allow="")

    assert (trial.verdict, trial.detail) == (Verdict.NETWORK, "loopback")
    assert engine.asked == []


def test_a_flood_is_cut() -> None:
    trial = answered(b"5" * 200_000)

    assert trial.verdict is Verdict.FLOOD
    assert len(trial.answer) < 10_000


def test_an_engine_that_fails_at_the_end_of_games_is_warned_only() -> None:
    with scripted(lambda asked: Said(b"5", 200 if asked.query["Status"] == "0" else 500)) as engine:
        trial = tried(EngineCard(0, "test", "tictactoe", engine.url))

    assert trial.verdict is None
    assert wrong(trial) == {"farewell"}
    assert signs(trial)["farewell"] is Sign.WARNING


@pytest.mark.parametrize(
    ("seconds", "code", "sign"),
    [
        ((2.0, 0.1, 0.1), "slow-start", Sign.WARNING),
        ((0.5, 0.1, 0.1), "slow-start", Sign.GOOD),
        ((2.0, 1.9, 1.9), "slow-start", Sign.GOOD),
        ((0.01, 0.041, 0.044), "nagle", Sign.WARNING),
        ((0.01, 0.041, 0.001), "nagle", Sign.GOOD),
        ((0.01, 0.150, 0.150), "nagle", Sign.GOOD),
        ((8.0, 8.0, 8.0), "in-time", Sign.WARNING),
        ((7.0, 7.0, 7.0), "in-time", Sign.GOOD),
    ],
)
def test_times_are_judged(seconds: tuple[float, ...], code: str, sign: Sign) -> None:
    card = EngineCard(0, "test", "tictactoe", "", timeout=15)

    points = {point.code: point.sign for point in _speed(card, [Exchange(one) for one in seconds])}

    assert points[code] is sign


# services


def service(asked: Asked, secret: bytes = b"", **changed: object) -> Said:
    came = json.loads(asked.body)
    body = json.dumps(
        {"Game": came["Game"], "MoveId": came.get("MoveId", ""), "Value": "5", **changed}
    ).encode()
    signature = "sha256=" + hmac.new(secret, body, hashlib.sha256).hexdigest()
    return Said(body, headers={"X-Ronde-Signature": signature} if secret else {})


def test_a_service_is_posted_json_and_answers_json() -> None:
    with scripted(service) as engine:
        card = EngineCard(0, "Ada", "tictactoe", engine.url, manner=Manner.SERVICE)
        trial = tried(card)

    assert (trial.move, trial.verdict) == ("5", None)
    assert json.loads(trial.sent)["Engine"] == "Ada"
    assert trial.url == engine.url


def test_a_service_must_sign_with_its_key() -> None:
    key = Key("1", b"k" * 32)
    with scripted(lambda asked: service(asked, key.secret)) as engine:
        good = tried(EngineCard(0, "Ada", "tictactoe", engine.url, manner=Manner.SERVICE, keys=(key,)))
    with scripted(lambda asked: service(asked, b"another key")) as engine:
        bad = tried(EngineCard(0, "Ada", "tictactoe", engine.url, manner=Manner.SERVICE, keys=(key,)))

    assert good.verdict is None
    assert (bad.verdict, bad.detail) == (Verdict.UNREADABLE, "signature")


@pytest.mark.parametrize(
    ("said", "detail"), [({"MoveId": "other"}, "other-move"), ({"Value": ["5"]}, "json-unreadable")]
)
def test_a_service_that_answers_something_else_is_told(said: dict[str, object], detail: str) -> None:
    with scripted(lambda asked: service(asked, b"", **said)) as engine:
        trial = tried(EngineCard(0, "Ada", "tictactoe", engine.url, manner=Manner.SERVICE))

    assert (trial.verdict, trial.detail) == (Verdict.UNREADABLE, detail)


# positions


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_can_be_tested_from_its_start(game: str) -> None:
    rules, position, side = read_position(game, "")

    assert side == 1
    assert rules.call(position, side)["Status"] == "0"


def test_the_level_of_poker_is_told() -> None:
    rules, position, side = read_position("poker", "", 2)

    assert rules.call(position, side)["Level"] == "2"


@pytest.mark.parametrize(
    ("game", "text"), [("tictactoe", "12"), ("tictactoe", "111220000"), ("reversi", "x" * 64)]
)
def test_a_photo_that_is_no_position_is_refused(game: str, text: str) -> None:
    with pytest.raises(PositionImpossible) as refused:
        read_position(game, text)

    assert refused.value.facts["text"] == text


# in words


@pytest.mark.full
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_point_of_every_trial_has_a_sentence(language: str) -> None:
    trials = [
        answered(b"5"), answered(b""), answered(b"<b>5</b>"), answered(b"<b>x</b>"), answered(b"a\nb"),
        answered(b"\xef\xbb\xbf 5 "), answered(b"5", status=302), answered(b"5", status=500),
        answered(b"", hang_up=True),
    ]  # fmt: skip

    for trial in trials:
        assert verdict_text(trial.verdict or "", trial.detail, trial.move, language)
        for point in trial.points:
            told = point_text(point.code, point.sign.value, point.facts, language)
            assert "{" not in told


def test_a_detail_is_told_in_words_or_not_at_all() -> None:
    assert detail_text("status-418", "en").startswith("HTTP status 418 instead of 200; ")
    assert detail_text("occupied", "en") == "the cell is taken"
    assert detail_text("loopback", "en") == "the referee's own machine"
    assert detail_text("repr of something", "en") == ""
    assert fault_text("memory", "", "en") == "too much memory"
    assert "\u00a0: il redirige" in fault_text("network", "redirect", "fr")
    assert "failure: it redirects" in fault_text("network", "redirect", "en")


def test_the_drawing_of_a_position_is_that_of_its_game() -> None:
    rules = find_game("tictactoe")

    assert answered(b"5").board == rules.as_text(rules.start(Random(0)))
