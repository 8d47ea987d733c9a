"""The sample engines play whole games, legally, in every manner a referee may ask."""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random

import pytest
from tests.examples.engines import (
    ENGINES,
    Asked,
    match,
    node_engine,
    php_engine,
    python_engine,
    referee,
    request,
    running,
)
from tests.support.ports import free_port

from ronde.arena.games import find_game
from ronde.arena.http import Key, card
from ronde.web.server.http_client import sign

pytestmark = pytest.mark.full

GAMES = {
    "tictactoe": "tictactoe",
    "chifoumi": "chifoumi",
    "mastermind": "mastermind",
    "morpion": "morpion",
    "pente": "pente",
    "poker": "poker",
    "reversi": "reversi",
    "seafight": "bataille_navale",
}
CHIFOUMI = {"Set": "Rochambeau", "Turn": "1", "Tray": "Init", "Status": "0"}


class Stable:
    """Engines started when first asked for, and ended together."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._known: dict[tuple[str, ...], Asked] = {}

    def engine(self, name: str, *words: str) -> Asked:
        if (name, *words) not in self._known:
            start = {"php": php_engine, "node": lambda: node_engine(*words)}.get(name)
            self._known[name, *words] = self._stack.enter_context(
                start() if start else python_engine(name, *words)
            )
        return self._known[name, *words]


@pytest.fixture(scope="module")
def stable() -> Iterator[Stable]:
    with ExitStack() as stack:
        yield Stable(stack)


@pytest.mark.parametrize(("name", "level"), [*((name, 1) for name in GAMES), ("poker", 2)])
def test_two_engines_play_a_whole_game(name: str, level: int, stable: Stable) -> None:
    game = find_game(name, {"level": level} if name == "poker" else None)
    pair = {1: stable.engine(GAMES[name], "--seed", "1"), 2: stable.engine(GAMES[name], "--seed", "2")}

    outcome, _ = match(game, pair, seed=1)

    assert outcome.over
    assert outcome.reason in game.reasons


@pytest.mark.parametrize(("name", "side"), [("morpion", 1), ("pente", 2), ("reversi", 1), ("seafight", 2)])
def test_an_engine_beats_chance(name: str, side: int, stable: Stable) -> None:
    engine = stable.engine(GAMES[name], "--seed", "1")

    outcome, _ = match(find_game(name), {side: engine, 3 - side: None}, seed=5)

    assert outcome.winner == side


def test_the_tictactoe_engine_never_loses(stable: Stable) -> None:
    engine = stable.engine("tictactoe", "--seed", "1")
    winners = {
        match(find_game("tictactoe"), {side: engine, 3 - side: None}, seed=seed)[0].winner == 3 - side
        for seed in range(4)
        for side in (1, 2)
    }

    assert winners == {False}


def test_the_poker_engine_takes_chips_from_chance(stable: Stable) -> None:
    engine = stable.engine("poker", "--seed", "1")

    outcome, _ = match(find_game("poker", {"level": 2}), {1: engine, 2: None}, seed=0)

    assert outcome.winner == 1


def test_the_mastermind_engine_finds_codes(stable: Stable) -> None:
    engine = stable.engine("mastermind", "--seed", "1")
    ends = [match(find_game("mastermind"), {1: engine, 2: None}, seed=seed)[0] for seed in range(2)]

    assert [end.winner for end in ends] == [1, 1]


@pytest.mark.parametrize("tray", ["full", "hit"])
def test_the_engines_start_from_a_photo(tray: str, stable: Stable) -> None:
    reversi = find_game("reversi")
    position = reversi.start(Random(1))
    for move in ("D3", "C3", "C4"):
        (side,) = reversi.to_move(position)
        position = reversi.play(position, {side: move})
    shots = "2" + "0" * 99

    if tray == "full":
        _, value = stable.engine("reversi", "--seed", "1").get(request(reversi.call(position, 2)))
        assert value in set(reversi.moves(position, 2))
    else:
        ask = {"Set": "SeaFight", "Turn": "1", "Tray": shots, "Status": "0"}
        _, value = stable.engine("bataille_navale", "--seed", "1").get(request(ask))
        assert value in ("A1", "B0")


@pytest.mark.parametrize("name", ["pente", "poker", "bataille_navale"])
def test_a_question_that_makes_no_sense_is_an_error_and_not_the_end(name: str, stable: Stable) -> None:
    engine = stable.engine(name, "--seed", "1")

    assert engine.get({"Turn": "soon", "Tray": "nonsense"})[0] == 500
    assert engine.get({"Status": "5"})[0] == 200


# The same engine in three languages


@pytest.mark.parametrize("language", ["chifoumi", "php", "node"])
def test_the_three_chifoumi_engines_play_each_other(language: str, stable: Stable) -> None:
    pair = {1: stable.engine(language), 2: stable.engine("chifoumi", "--seed", "4")}

    outcome, count = match(find_game("chifoumi"), pair, seed=1)

    assert outcome.reason in find_game("chifoumi").reasons
    assert count >= 10


@pytest.mark.parametrize("language", ["chifoumi", "php", "node"])
def test_a_chifoumi_engine_prints_the_bare_value(language: str, stable: Stable) -> None:
    values = {stable.engine(language).get(request(CHIFOUMI)) for _ in range(40)}

    assert values == {(200, "1"), (200, "2"), (200, "3")}


@pytest.mark.parametrize("language", ["chifoumi", "php", "node"])
def test_a_chifoumi_engine_calls_the_referee_back_once(language: str, stable: Stable) -> None:
    with referee() as (address, came):
        code, body = stable.engine(language).get(request(CHIFOUMI, address))

    (letter,) = came
    assert (code, body) == (200, "")
    assert letter.pop("Value") in "123"
    assert letter == {"room": "7", "Game": "G7", "MoveId": "m-0123456789abcdef"}


@pytest.mark.parametrize("language", ["chifoumi", "php", "node"])
def test_the_last_request_is_not_answered_with_a_move(language: str, stable: Stable) -> None:
    with referee() as (address, came):
        answer = stable.engine(language).get(request({**CHIFOUMI, "Status": "4"}, address))

    assert (answer, came) == ((200, ""), [])


@pytest.mark.parametrize("language", ["chifoumi", "php", "node"])
@pytest.mark.parametrize("address", ["file:///etc/passwd", "gopher://127.0.0.1:70/", "nonsense"])
def test_an_engine_calls_nothing_but_the_web(language: str, address: str, stable: Stable) -> None:
    assert stable.engine(language).get(request(CHIFOUMI, address)) == (
        403,
        "not my referee" * (language == "chifoumi"),
    )


@pytest.mark.parametrize("language", ["chifoumi", "node"])
def test_an_engine_that_knows_its_referee_calls_no_other(language: str, stable: Stable) -> None:
    engine = stable.engine(language, "--referee-host", "arbitre.example")

    with referee() as (address, came):
        code, _ = engine.get(request(CHIFOUMI, address))

    assert (code, came) == (403, [])


def test_an_engine_that_knows_its_referee_calls_that_one(stable: Stable) -> None:
    engine = stable.engine("chifoumi", "--referee-host", "127.0.0.1")

    with referee() as (address, came):
        engine.get(request(CHIFOUMI, address))

    assert len(came) == 1


@pytest.mark.parametrize("language", ["chifoumi", "php", "node"])
def test_a_referee_that_is_gone_does_not_stop_an_engine(language: str, stable: Stable) -> None:
    engine = stable.engine(language)

    assert engine.get(request(CHIFOUMI, f"http://127.0.0.1:{free_port()}/")) == (200, "")
    assert engine.get(request(CHIFOUMI))[0] == 200


# The server module


def test_the_engine_is_at_its_path_and_nowhere_else(stable: Stable) -> None:
    engine = stable.engine("chifoumi", "--path", "/team/7")

    assert engine.path == "/team/7"
    assert engine.get(request(CHIFOUMI))[0] == 200
    assert engine.get(request(CHIFOUMI), "/")[0] == 404


def test_the_same_seed_gives_the_same_moves(stable: Stable) -> None:
    ask = request({"Set": "SeaFight", "Turn": "1", "Tray": "Init", "Status": "0"})
    first, second = (stable.engine("bataille_navale", "--seed", seed).get(ask) for seed in ("1", "2"))

    assert first == stable.engine("bataille_navale", "--seed", "1").get(ask)
    assert first != second


def test_a_port_in_use_is_one_clear_sentence(stable: Stable) -> None:
    port = str(stable.engine("chifoumi").port)

    with running(sys.executable, "chifoumi.py", "--port", port) as process:
        said, _ = process.communicate(timeout=20)

    assert process.returncode == 1
    assert said == f"ChiFouMi cannot listen on 127.0.0.1, port {port}: Address already in use.\n"


def test_no_engine_imports_more_than_the_standard_library() -> None:
    for path in ENGINES.rglob("*.py"):
        near = {neighbour.stem for neighbour in path.parent.glob("*.py")}
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith(("import ", "from ")):
                assert line.split()[1].split(".")[0] in near | sys.stdlib_module_names, f"{path.name}: {line}"


# JSON


KEYS = ("--key", "old:00a1", "--key", "new:ff")


def signature(secret: str, body: bytes) -> str:
    return "sha256=" + hmac.new(bytes.fromhex(secret), body, hashlib.sha256).hexdigest()


def posted(engine: Asked, body: bytes, key: str, secret: str) -> tuple[int, bytes, str]:
    headers = {
        "Content-Type": "application/json",
        "X-Ronde-Key": key,
        "X-Ronde-Signature": signature(secret, body),
    }
    code, answer, kept = engine.send("POST", engine.path, body, headers)
    return code, answer, kept.get("X-Ronde-Signature", "")


BODY = json.dumps(
    {"Engine": "pente7", **request({"Set": "Pente", "Turn": "1", "Tray": "Init", "Status": "0"})}
).encode()


@pytest.mark.parametrize(("key", "secret"), [("old", "00a1"), ("new", "ff")])
def test_signed_json_is_answered_with_signed_json(key: str, secret: str, stable: Stable) -> None:
    engine = stable.engine("pente", *KEYS)

    code, answer, signed = posted(engine, BODY, key, secret)

    assert code == 200
    assert signed == signature(secret, answer)
    assert json.loads(answer) == {"Game": "G7", "MoveId": "m-0123456789abcdef", "Value": "JJ"}


@pytest.mark.parametrize(("key", "secret"), [("old", "ff"), ("third", "ff"), ("", ""), ("old", "")])
def test_a_wrong_signature_is_refused(key: str, secret: str, stable: Stable) -> None:
    engine = stable.engine("pente", *KEYS)

    assert posted(engine, BODY, key, secret) == (403, b"wrong signature", "")


def test_the_engine_and_the_referee_mean_the_same_by_signed_json(stable: Stable) -> None:
    key = Key("old", bytes.fromhex("00a1"))
    body = card.service_body("pente7", request({"Set": "Pente", "Turn": "1", "Tray": "Init", "Status": "0"}))
    headers = {"X-Ronde-Key": key.name, "X-Ronde-Signature": sign(key.secret, body)}

    code, answer, kept = stable.engine("pente", *KEYS).send("POST", "/", body, headers)

    assert code == 200
    assert card.verify_signature((key,), answer, kept["X-Ronde-Signature"])
    assert card.read_service(answer) == card.Message("G7", "m-0123456789abcdef", "JJ")


@pytest.mark.parametrize("key", ["old", "old:secret"])
def test_a_key_that_is_none_is_refused_at_the_start(key: str) -> None:
    with running(sys.executable, "pente.py", "--key", key) as process:
        said, _ = process.communicate(timeout=20)

    assert process.returncode == 2
    assert f"argument --key: invalid key value: '{key}'" in said


def test_an_engine_with_a_key_answers_nothing_unsigned(stable: Stable) -> None:
    engine = stable.engine("pente", *KEYS)

    assert engine.get(request({"Set": "Pente", "Turn": "1", "Tray": "Init", "Status": "0"}))[0] == 403
    assert engine.send("POST", "/", BODY)[0] == 403


def test_the_news_that_a_game_is_over_needs_no_move(stable: Stable) -> None:
    engine = stable.engine("pente", *KEYS)

    _, answer, _ = posted(engine, b'{"Game": "G7", "Status": "3"}', "new", "ff")

    assert json.loads(answer) == {"Game": "G7", "MoveId": "", "Value": ""}


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"\xff"])
def test_what_is_no_json_object_is_refused(body: bytes, stable: Stable) -> None:
    engine = stable.engine("pente")

    assert engine.send("POST", "/", body)[0] == 400


def test_a_body_without_an_end_is_refused(stable: Stable) -> None:
    engine = stable.engine("pente")

    assert engine.send("POST", "/", b"x" * 70_000)[0] == 413
    engine.line.close()
