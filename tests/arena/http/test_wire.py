from __future__ import annotations

import json
from contextlib import suppress
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.arena.http import Key, address
from ronde.arena.http.card import (
    BadMessage,
    Message,
    read_body,
    read_message,
    read_service,
    service_body,
    verify_signature,
)
from ronde.web.server.http_client import sign

TEXT = st.text(st.characters(codec="utf-8"), max_size=60)
NAMES = st.sampled_from(["Set", "Tray", "Move1", "Gain1", "Referee", "Legend"])


@given(st.dictionaries(NAMES, TEXT))
def test_parameters_arrive_as_they_were_given(parameters: dict[str, str]) -> None:
    url = address("http://a.example/e?own=1", parameters)

    assert url.isascii()
    assert parse_qsl(urlsplit(url).query, keep_blank_values=True) == [("own", "1"), *parameters.items()]


@pytest.mark.parametrize(
    ("url", "whole"),
    [
        ("http://a.example/", "http://a.example/?Turn=1"),
        ("http://a.example/?", "http://a.example/?Turn=1"),
        ("http://a.example/?x", "http://a.example/?x&Turn=1"),
        ("http://a.example/?x=1&", "http://a.example/?x=1&Turn=1"),
    ],
)
def test_the_engines_own_query_stays_in_front(url: str, whole: str) -> None:
    assert address(url, {"Turn": "1"}) == whole


@given(TEXT, TEXT, TEXT)
def test_a_call_back_is_read_as_it_was_written(game: str, move_id: str, value: str) -> None:
    query = urlencode({"Game": game, "MoveId": move_id, "Value": value, "Login": "me"})

    assert read_message(query.encode()) == Message(game, move_id, value)


@given(st.binary(max_size=200))
def test_no_query_does_anything_but_be_read_or_refused(query: bytes) -> None:
    with suppress(BadMessage):
        assert isinstance(read_message(query), Message)


@pytest.mark.parametrize(
    ("query", "code"),
    [
        (b"", "incomplete"),
        (b"Game=a&MoveId=b", "incomplete"),
        (b"Game=a&MoveId=b&Value=1&Value=2", "double"),
        (b"Game=a&MoveId=b&Value=1&%56alue=2", "double"),
        (b"Game=a&MoveId=b&Value=%FF", "unreadable"),
        (b"Game=a&MoveId=b&Value=\xc3\xa9", "unreadable"),
        (b"Game=a&MoveId=b&Value=1" + b"&x=1" * 64, "unreadable"),
        (b"Game=a&MoveId=b&Value=" + b"1" * 1025, "too-long"),
        (b"Game=a&MoveId=b&Value=1&x=" + b"1" * 4096, "too-long"),
    ],
)
def test_a_bad_call_back_is_refused_by_code(query: bytes, code: str) -> None:
    with pytest.raises(BadMessage) as refused:
        read_message(query)

    assert refused.value.code == code


def test_a_printed_value_keeps_everything_but_the_byte_order_mark() -> None:
    assert read_body(b"\xef\xbb\xbf 5\n") == " 5\n"
    assert read_body(b"\xff") == "\ufffd"
    assert len(read_body(b"5" * 5000)) == 1024


@given(TEXT, st.dictionaries(NAMES, TEXT))
def test_a_service_gets_plain_json(name: str, parameters: dict[str, str]) -> None:
    assert json.loads(service_body(name, parameters)) == {"Engine": name, **parameters}


@given(st.binary(max_size=100) | st.builds(lambda plain: json.dumps(plain).encode(), st.lists(TEXT)))
def test_no_answer_of_a_service_does_anything_but_be_read_or_refused(body: bytes) -> None:
    with pytest.raises(BadMessage):
        read_service(body)


def test_deep_json_is_refused() -> None:
    with pytest.raises(BadMessage):
        read_service(b"[" * 60_000)


@given(st.binary(), st.binary(min_size=1), st.binary(min_size=1))
def test_a_signature_is_good_for_its_key_only(message: bytes, secret: bytes, other: bytes) -> None:
    seal = sign(secret, message)

    assert verify_signature((Key("new", b"other"), Key("k", secret)), message, seal)
    # A MAC pads its key with zeros, so that only other letters make another key.
    assert verify_signature((Key("k", other),), message, seal) == (
        secret.rstrip(b"\0") == other.rstrip(b"\0")
    )
    assert not verify_signature((), message, seal)
