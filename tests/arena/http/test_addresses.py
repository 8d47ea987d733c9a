"""No engine leads the referee to a place where it must not go."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager

import aiohttp
import pytest
from aiohttp.abc import AbstractResolver, ResolveResult
from hypothesis import given
from hypothesis import strategies as some
from tests.arena.http.arena import bound
from tests.arena.http.hostile import AT_THE_SOCKET, BEFORE_THE_CALL

from ronde.i18n import LANGUAGES, error_text
from ronde.model.errors import AddressRefused
from ronde.web.server.addresses import (
    LONGEST,
    NOTHING_LOCAL,
    Allowed,
    check_url,
    guarded_socket,
    judge,
    parse_allowed,
    refusal,
)

HOME = parse_allowed("127.0.0.0/8,::1")


class Book(AbstractResolver):
    """A name service of our own: each question gets the next answer, and the last one for ever."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self._answers = list(answers)

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        now = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        return [
            ResolveResult(
                hostname=host,
                host=address,
                port=port,
                family=socket.AF_INET6 if ":" in address else socket.AF_INET,
                proto=0,
                flags=socket.AI_NUMERICHOST,
            )
            for address in now
        ]

    async def close(self) -> None:
        pass


class Witness:
    """A server on every loopback address that counts who came in."""

    def __init__(self) -> None:
        self.visits = 0

    async def __aenter__(self) -> Witness:
        self._server = await asyncio.start_server(self._receive, "127.0.0.1", 0)
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        await self._server.wait_closed()

    async def _receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.visits += 1
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: close\r\n\r\n2")
        await writer.drain()
        writer.close()


def session(allow: Allowed, *answers: Sequence[str]) -> aiohttp.ClientSession:
    connector = aiohttp.TCPConnector(
        socket_factory=guarded_socket(allow),
        resolver=Book(*answers) if answers else None,
        use_dns_cache=False,
    )
    return aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(total=30))


async def fetch(client: aiohttp.ClientSession, url: str) -> str:
    async with client.get(url, allow_redirects=False) as answer:
        return await answer.text()


async def called_anyway(url: str) -> tuple[int, BaseException | None]:
    """Call a refused address past the first check; who was reached, and what the call ended with."""
    async with Witness() as witness, session(NOTHING_LOCAL, ("127.0.0.1",)) as client:
        ended: BaseException | None = None
        try:
            await fetch(client, url.replace("{port}", str(witness.port)))
        except (aiohttp.ClientError, ValueError, OSError) as error:
            ended = error
        return witness.visits, ended


def test_the_table_of_hostile_addresses_is_long() -> None:
    assert len(BEFORE_THE_CALL) >= 100
    assert len({url for url, _ in BEFORE_THE_CALL}) == len(BEFORE_THE_CALL)


@pytest.mark.parametrize(
    ("url", "reason"), BEFORE_THE_CALL, ids=[ascii(url)[:60] for url, _ in BEFORE_THE_CALL]
)
def test_a_hostile_address_is_refused_with_its_reason(url: str, reason: str) -> None:
    with pytest.raises(AddressRefused) as refused:
        check_url(url.replace("{port}", "8080"))

    assert refused.value.facts["reason"] == reason
    for language in LANGUAGES:
        assert error_text(refused.value, language) != error_text(
            AddressRefused(url=url, reason="?"), language
        )


@pytest.mark.parametrize("url", [url for url, _ in BEFORE_THE_CALL], ids=lambda url: ascii(url)[:60])
def test_a_hostile_address_reaches_nobody_even_if_it_is_called(url: str) -> None:
    visits, ended = asyncio.run(called_anyway(url))

    assert visits == 0
    assert ended is not None


@pytest.mark.parametrize(("addresses", "reason"), AT_THE_SOCKET, ids=lambda value: str(value))
def test_a_name_that_resolves_to_a_forbidden_address_is_refused_at_the_socket(
    addresses: tuple[str, ...], reason: str
) -> None:
    async def call() -> tuple[int, AddressRefused | None]:
        async with Witness() as witness, session(NOTHING_LOCAL, addresses) as client:
            with pytest.raises(aiohttp.ClientConnectorError) as failed:
                await fetch(client, f"http://engine.example:{witness.port}/")
            return witness.visits, refusal(failed.value)

    visits, refused = asyncio.run(call())

    assert visits == 0
    assert refused is not None
    assert refused.facts["reason"] == reason


def test_a_name_that_changes_its_address_after_the_check_gains_nothing() -> None:
    async def call() -> tuple[int, str, AddressRefused | None]:
        async with (
            Witness() as witness,
            session(parse_allowed("127.0.0.1"), ("127.0.0.1",), ("127.0.0.2",)) as client,
        ):
            first = await fetch(client, f"http://engine.example:{witness.port}/")
            with pytest.raises(aiohttp.ClientConnectorError) as failed:
                await fetch(client, f"http://engine.example:{witness.port}/")
            return witness.visits, first, refusal(failed.value)

    visits, first, refused = asyncio.run(call())

    assert (visits, first) == (1, "2")
    assert refused is not None
    assert refused.facts == {"url": refused.facts["url"], "reason": "loopback"}


def test_of_two_addresses_only_the_permitted_one_is_called() -> None:
    async def call() -> tuple[int, str]:
        async with Witness() as witness, session(parse_allowed("127.0.0.1"), ("::1", "127.0.0.1")) as client:
            return witness.visits, await fetch(client, f"http://engine.example:{witness.port}/")

    assert asyncio.run(call())[1] == "2"


def test_the_ports_of_other_services_are_refused_at_the_socket_too() -> None:
    async def call() -> AddressRefused | None:
        async with session(HOME, ("127.0.0.1",)) as client:
            with pytest.raises(aiohttp.ClientConnectorError) as failed:
                await fetch(client, "http://engine.example:6379/")
            return refusal(failed.value)

    refused = asyncio.run(call())

    assert refused is not None
    assert refused.facts["reason"] == "port"


def test_an_error_without_the_guard_is_no_refusal() -> None:
    async def call() -> BaseException:
        with closing(bound()) as place:  # ours, and nobody listens
            async with session(HOME, ("127.0.0.1",)) as client:
                with pytest.raises(aiohttp.ClientConnectorError) as failed:
                    await fetch(client, f"http://engine.example:{place.getsockname()[1]}/")
                return failed.value

    assert refusal(asyncio.run(call())) is None
    assert refusal(None) is None


@contextmanager
def made(address: str, allow: Allowed = HOME) -> Iterator[socket.socket]:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with closing(guarded_socket(allow)((family, socket.SOCK_STREAM, 6, "", (address, 8080)))) as one:
        yield one


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_a_permitted_socket_does_not_block_and_does_not_wait_to_fill_packets(address: str) -> None:
    with made(address) as one:
        assert one.getblocking() is False
        assert one.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_socket_of_another_family_is_refused() -> None:
    with pytest.raises(OSError, match="bad-host"):
        guarded_socket(HOME)((socket.AF_UNIX, socket.SOCK_STREAM, 0, "", "/run/docker.sock"))


# What may be registered


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("http://equipeA.fr", "http://equipea.fr"),
        ("http://equipea.fr/moteur.php", "http://equipea.fr/moteur.php"),
        ("  https://equipea.fr/  ", "https://equipea.fr/"),
        ("HTTP://EquipeA.FR:80/Moteur", "http://equipea.fr/Moteur"),
        ("https://equipea.fr:8443/", "https://equipea.fr:8443/"),
        ("http://été.example/chemin é/?nom=à&b=%2B+c", "http://xn--t-9fab.example/chemin%20%C3%A9/?nom=%C3%A0&b=%2B+c"),
        ("http://equipea.fr/?team=7&team=8#top", "http://equipea.fr/?team=7&team=8"),
        ("http://equipea.fr/?game=pente&value=", "http://equipea.fr/?game=pente&value="),
        ("http://equipea.fr./x", "http://equipea.fr./x"),
        ("http://student_7.school.example:3000/", "http://student_7.school.example:3000/"),
        ("http://8.8.8.8/", "http://8.8.8.8/"),
        ("http://[2A00:1450:4007::8]:8000/e", "http://[2a00:1450:4007::8]:8000/e"),
        ("http://[64:ff9b::8.8.8.8]/", "http://[64:ff9b::808:808]/"),
    ],
)  # fmt: skip
def test_an_honest_address_is_taken_in_one_spelling(text: str, url: str) -> None:
    assert check_url(text) == url
    assert check_url(url) == url


def test_a_password_in_an_address_is_not_repeated() -> None:
    with pytest.raises(AddressRefused) as refused:
        check_url("https://me:secret@engine.example/x")

    for language in LANGUAGES:
        assert "secret" not in error_text(refused.value, language)
        assert "engine.example/x" in error_text(refused.value, language)


def test_an_address_may_be_exactly_as_long_as_the_limit() -> None:
    start = "http://engine.example/"

    assert len(check_url(start + "a" * (LONGEST - len(start)))) == LONGEST


@given(some.text(max_size=60), some.sampled_from(["", "http://", "https://", "http://127.0.0.1"]))
def test_any_text_is_taken_or_refused_and_never_anything_else(text: str, start: str) -> None:
    try:
        url = check_url(start + text)
    except AddressRefused:
        return
    assert check_url(url) == url
    assert url.isascii()


# The ranges


@pytest.mark.parametrize(
    "address",
    ["8.8.8.8", "172.32.0.1", "2a00:1450::8", "64:ff9b::808:808", "2002:808:808::1", "::ffff:8.8.8.8"],
)
def test_a_public_address_may_be_called(address: str) -> None:
    assert judge(address, NOTHING_LOCAL) is None


@given(some.ip_addresses(v=4))
def test_an_ipv4_address_is_judged_alike_in_every_dress(address: ipaddress.IPv4Address) -> None:
    plain = judge(str(address), NOTHING_LOCAL)
    number = int(address)

    assert judge(f"::ffff:{address}", NOTHING_LOCAL) == plain
    assert judge(f"64:ff9b::{address}", NOTHING_LOCAL) == plain
    assert judge(f"2002:{number >> 16:x}:{number & 0xFFFF:x}::1", NOTHING_LOCAL) == plain
    assert plain is not None or address.is_global


@given(some.ip_addresses(v=6))
def test_an_ipv6_address_that_is_called_is_global(address: ipaddress.IPv6Address) -> None:
    if judge(str(address), NOTHING_LOCAL) is None:
        assert not address.is_private
        assert not address.is_multicast
        assert not address.is_link_local


@pytest.mark.parametrize("address", ["", "localhost", "127.1", "1.2.3.4.5", "::g"])
def test_what_is_no_address_is_never_called(address: str) -> None:
    assert judge(address, HOME) == "bad-host"


def test_a_school_allows_its_own_network_and_nothing_more() -> None:
    school = parse_allowed("10.0.0.0/8, fd12::/16")

    assert judge("10.200.0.1", school) is None
    assert judge("::ffff:10.200.0.1", school) is None
    assert judge("fd12::7", school) is None
    assert judge("127.0.0.1", school) == "loopback"
    assert judge("192.168.0.1", school) == "private"
    assert judge("fd13::7", school) == "private"
    # A gateway between the two kinds of network may lead elsewhere than the school's own 10.0.0.0/8.
    assert judge("64:ff9b::10.200.0.1", school) == "private"
    assert check_url("http://10.1.1.1:8080/", school) == "http://10.1.1.1:8080/"


def test_localhost_may_be_registered_where_the_loopback_is_allowed() -> None:
    assert check_url("http://localhost:8080/", HOME) == "http://localhost:8080/"


def test_the_secrets_of_a_cloud_stay_closed_inside_an_allowed_range() -> None:
    assert judge("169.254.169.254", parse_allowed("169.254.0.0/16,0.0.0.0/0")) == "metadata"


@pytest.mark.parametrize("text", ["", "127.0.0.0/8", "127.0.0.0/8,10.0.0.0/8", "::1/128,fd00::/8"])
def test_allowed_ranges_are_written_as_they_are_read(text: str) -> None:
    assert str(parse_allowed(text)) == text


@pytest.mark.parametrize("text", ["10.0.0.1/8", "school", "10.0.0.0/33", "127.0.0.0/8;10.0.0.0/8", "*"])
def test_a_range_that_is_none_is_refused_and_named(text: str) -> None:
    with pytest.raises(AddressRefused) as refused:
        parse_allowed(f"127.0.0.0/8,{text}")

    assert text in error_text(refused.value, "fr")
    assert refused.value.facts["reason"] == "not-a-range"
