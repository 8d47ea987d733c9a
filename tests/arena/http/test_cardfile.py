from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronde.arena.http import EngineCard, Key, Manner
from ronde.arena.http.registration import LARGEST, read_card
from ronde.i18n import LANGUAGES, error_text
from ronde.model.errors import AddressRefused, FormatError
from ronde.web.server.addresses import parse_allowed

NOTHING = parse_allowed("")


def written(folder: Path, text: str | bytes) -> Path:
    path = folder / "j4_far.url"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_the_first_line_is_the_address_of_an_engine_that_calls_back(tmp_path: Path) -> None:
    card = read_card(written(tmp_path, "https://example.org/e.php?team=7\n"), "pente", NOTHING)

    assert card == EngineCard(0, "j4_far", "pente", "https://example.org/e.php?team=7")
    assert card.manner is Manner.CALL_BACK


def test_further_lines_say_the_manner_and_the_keys_the_newest_first(tmp_path: Path) -> None:
    text = f"# ours\n\n  https://example.org/e \r\nmanner: service\nkey: 2:{'ab' * 32}\nkey: 1:{'CD' * 8}\n"

    card = read_card(written(tmp_path, text), "pente", NOTHING, name="far")

    assert (card.name, card.manner) == ("far", Manner.SERVICE)
    assert card.keys == (Key("2", b"\xab" * 32), Key("1", b"\xcd" * 8))


def test_a_byte_order_mark_is_forgiven(tmp_path: Path) -> None:
    path = written(tmp_path, b"\xef\xbb\xbfhttps://example.org/")

    assert read_card(path, "pente", NOTHING).url == "https://example.org/"


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("", 1, "no-address"),
        ("# nothing\n\n", 1, "no-address"),
        ("https://a.example/\nmanner: telepathy\n", 2, "manner"),
        ("https://a.example/\nmanner: house\n", 2, "manner"),
        ("https://a.example/\n\nkey: secret\n", 3, "key"),
        ("https://a.example/\nkey: 1:abc\n", 2, "key"),
        ("https://a.example/\ncolour: red\n", 2, "field"),
        ("https://a.example/\nprinted\n", 2, "field"),
        ("https://a.example/\nmanner: printed\nmanner: service\n", 3, "again"),
        ("https://a.example/\n" + "".join(f"key: {n}:{'ab' * 8}\n" for n in range(3)), 4, "again"),
        (b"https://a.example/\xff\n", 0, "not-text"),
        ("https://a.example/\n" + "#" * LARGEST, 0, "too-long"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_line(
    tmp_path: Path, text: str | bytes, line: int, key: str
) -> None:
    with pytest.raises(FormatError) as wrong:
        read_card(written(tmp_path, text), "pente", NOTHING)

    (problem,) = wrong.value.problems
    assert (problem.path, problem.line, problem.key) == ("j4_far.url", line, f"arbitre.file-{key}")
    for language in LANGUAGES:
        assert "j4_far.url" in error_text(wrong.value, language)


def test_a_secret_that_is_written_wrongly_is_not_repeated(tmp_path: Path) -> None:
    with pytest.raises(FormatError) as wrong:
        read_card(written(tmp_path, "https://a.example/\nkey: 1=abcdef\n"), "pente", NOTHING)

    assert "abcdef" not in error_text(wrong.value, "en")


@pytest.mark.parametrize(
    ("address", "reason"),
    [("http://127.0.0.1:8000/", "loopback"), ("ftp://a.example/", "scheme"), ("http://10.0.0.3/", "private")],
)
def test_the_guard_of_addresses_is_the_same_as_everywhere(tmp_path: Path, address: str, reason: str) -> None:
    path = written(tmp_path, f"# mine\n{address}\n")

    with pytest.raises(AddressRefused) as refused:
        read_card(path, "pente", NOTHING)

    assert refused.value.facts == {"url": f"{address} (j4_far.url:2)", "reason": reason}


def test_a_range_that_is_allowed_is_allowed(tmp_path: Path) -> None:
    path = written(tmp_path, "http://127.0.0.1:8000/")

    assert read_card(path, "pente", parse_allowed("127.0.0.0/8")).url == "http://127.0.0.1:8000/"


def test_a_file_that_is_gone_is_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError) as wrong:
        read_card(tmp_path / "j1.url", "pente", NOTHING)

    assert wrong.value.problems[0].key == "arbitre.file-unreadable"


@given(
    st.sampled_from(["call-back", "printed", "service"]),
    st.lists(
        st.tuples(st.from_regex(r"[0-9A-Za-z_-]{1,20}", fullmatch=True), st.binary(min_size=8, max_size=64)),
        max_size=2,
    ),
)
def test_every_manner_and_every_key_is_read_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, manner: str, keys: list[tuple[str, bytes]]
) -> None:
    lines = [
        "https://a.example/",
        f"manner: {manner}",
        *(f"key: {name}:{secret.hex()}" for name, secret in keys),
    ]
    path = written(tmp_path_factory.mktemp("card"), "\n".join(lines))

    card = read_card(path, "pente", NOTHING)

    assert card.manner.value == manner
    assert card.keys == tuple(Key(name, secret) for name, secret in keys)
