"""Under which names this server may be asked for."""

from __future__ import annotations

import pytest

from ronde.web.server.security import Hosts, host_in, in_networks, parse_name, parse_proxies


@pytest.mark.parametrize(
    ("told", "known"),
    [
        ("localhost:8765", True),
        ("127.0.0.1", True),
        ("[::1]:8765", True),
        ("open.example", True),
        ("OPEN.example.", True),
        ("192.168.1.7:8765", True),
        ("192.168.1.8", False),
        ("evil.example", False),
        ("open.example.evil", False),
        ("", False),
        ("a b", False),
        ("user@localhost", False),
    ],
)
def test_a_page_of_another_site_does_not_reach_us_under_its_own_name(told: str, known: bool) -> None:
    assert Hosts(["open.example"]).knows(told, "192.168.1.7") is known


@pytest.mark.parametrize(
    ("text", "name"), [(" Club.Example ", "club.example"), ("école.fr", "xn--cole-9oa.fr"), ("::1", "::1")]
)
def test_a_name_is_taken_as_browsers_send_it(text: str, name: str) -> None:
    assert parse_name(text) == name


@pytest.mark.parametrize("text", ["", "a b", "http://x", "x/y", "1:2"])
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        parse_name(text)


def test_proxies_are_addresses_and_ranges() -> None:
    networks = parse_proxies("10.0.0.0/8, ::1")

    assert in_networks("10.1.2.3", networks)
    assert in_networks("::ffff:10.1.2.3", networks)
    assert not in_networks("11.1.2.3", networks)
    assert not in_networks("nobody", networks)
    with pytest.raises(ValueError, match="here"):
        parse_proxies("10.0.0.1, here")


def test_a_host_line_may_have_a_port() -> None:
    assert host_in("x:80") == "x"
    assert host_in("x:port") is None
