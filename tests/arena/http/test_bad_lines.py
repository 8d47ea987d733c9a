"""Lines on which no answer comes that could be read: certificates, old TLS, packed, split, and cookies.

Each ends with a verdict and a sentence from which a student knows what to mend.
"""

from __future__ import annotations

import asyncio
import gzip
import ssl
import subprocess
from pathlib import Path

import pytest
from aiohttp import web
from tests.arena.http.arena import Arena, first_free, run
from tests.arena.http.bad import LONG, against_house, fault_of
from tests.arena.http.unruly import OK, Talk, greeted, unruly

from ronde.arena.http import EngineCard, Manner
from ronde.i18n import LANGUAGES, section_words

OLD_TLS = bytes.fromhex("15030100020246")
"""A server of before says that it has no common version of TLS (RFC 5246, 7.2: fatal, protocol_version)."""
NO_TLS = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"


def certificate(folder: Path, *, days: str = "2", address: str = "127.0.0.1") -> ssl.SSLContext:
    """A server's side of TLS with a certificate that it has signed itself."""
    key, wish, public = folder / "key.pem", folder / "wish.pem", folder / "public.pem"
    named = ["-subj", f"/CN={address}", "-addext", f"subjectAltName=IP:{address}"]
    asked = ["openssl", "req", "-newkey", "rsa:2048", "-nodes", *named]
    asked += ["-keyout", str(key), "-out", str(wish)]
    signed = ["openssl", "x509", "-req", "-in", str(wish), "-signkey", str(key), "-days", days]
    subprocess.run(asked, check=True, capture_output=True)
    copied = ["-copy_extensions", "copy", "-out", str(public)]
    subprocess.run([*signed, *copied], check=True, capture_output=True)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(public, key)
    return context


async def five(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(OK + b"Content-Length: 1\r\n\r\n5")
    await writer.drain()


def understood(detail: str) -> None:
    """There is a sentence for it in every language."""
    assert all(f"detail-{detail}" in section_words("arbitre", language) for language in LANGUAGES)


def at_port(arena: Arena, port: int, scheme: str = "http") -> EngineCard:
    """An engine that prints its answers at a port of this machine."""
    card = EngineCard(
        0, f"at {port}", "tictactoe", f"{scheme}://127.0.0.1:{port}/e", manner=Manner.PRINTED, public=True
    )
    return arena.server.book.add_engine(card)


@pytest.mark.parametrize(("answer", "detail"), [(OLD_TLS, "tls"), (NO_TLS, "no-tls")])
def test_a_line_that_is_not_secure_loses_at_once_and_says_why(
    tmp_path: Path, answer: bytes, detail: str
) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena, greeted(answer) as port:
            played = await against_house(arena, at_port(arena, port, "https"))
            assert fault_of(played) == ("network", 1, detail)

    run(scenario())
    understood(detail)


@pytest.mark.full
@pytest.mark.parametrize(
    ("wrong", "detail"),
    [
        ({"days": "-1"}, "certificate-dates"),
        ({"address": "127.0.0.9"}, "certificate-name"),
        ({"known": ""}, "certificate-unknown"),
    ],
)
def test_a_certificate_of_yesterday_of_somebody_else_or_of_nobody_known_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: dict[str, str], detail: str
) -> None:
    signed = wrong.get("known", "public.pem")
    context = certificate(tmp_path, **{name: text for name, text in wrong.items() if name != "known"})
    known = ssl.create_default_context(cafile=str(tmp_path / signed) if signed else None)
    monkeypatch.setattr("aiohttp.connector._SSL_CONTEXT_VERIFIED", known)

    async def scenario() -> None:
        async with Arena(tmp_path / "house") as arena, unruly(five, tls=context) as port:
            played = await against_house(arena, at_port(arena, port, "https"))
            assert fault_of(played) == ("network", 1, detail)

    (tmp_path / "house").mkdir()
    run(scenario())
    understood(detail)


async def split(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Sends every byte in a packet of its own."""
    for byte in OK + b"Content-Length: 1\r\n\r\n9":
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(0.002)


async def chunks(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Sends the body in chunks that are sent late."""
    for part in (OK + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n", b"9\r\n", b"0\r\n", b"\r\n"):
        writer.write(part)
        await writer.drain()
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("talk", [split, chunks])
def test_an_answer_in_many_packets_is_an_answer(tmp_path: Path, talk: Talk) -> None:
    async def scenario() -> None:
        async with Arena(tmp_path) as arena, unruly(talk) as port:
            played = await against_house(arena, at_port(arena, port), LONG)
            assert played.record.plies[0][0].move == "9"

    run(scenario())


@pytest.mark.full
def test_a_packed_answer_is_not_unpacked_however_large_it_would_be(tmp_path: Path) -> None:
    bomb = gzip.compress(bytes(50_000_000))

    async def packed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(OK + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(bomb) + bomb)
        await writer.drain()

    async def scenario() -> None:
        async with Arena(tmp_path) as arena, unruly(packed) as port:
            played = await against_house(arena, at_port(arena, port))
            assert fault_of(played) == ("unreadable", 1, "packed")

    assert len(bomb) < 65_536
    run(scenario())
    understood("packed")


def test_a_cookie_is_not_kept(tmp_path: Path) -> None:
    sent: list[str | None] = []

    async def scenario() -> None:
        async with Arena(tmp_path) as arena:

            async def baking(request: web.Request) -> web.StreamResponse:
                sent.append(request.headers.get("Cookie"))
                answer = web.Response(text=first_free(request.query["Tray"]))
                answer.set_cookie("seat", "1", path="/")
                return answer

            card = arena.engine("baker", baking, manner=Manner.PRINTED)
            assert not (await against_house(arena, card)).record.faults

    run(scenario())
    assert len(sent) > 2
    assert set(sent) == {None}
