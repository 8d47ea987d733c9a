"""Sockets are opened at a port, or at the next free one that a browser opens."""

from __future__ import annotations

import errno
import socket

import pytest

from ronde.system import CLOSED, listen


def _taken() -> tuple[socket.socket, int]:
    held = socket.create_server(("127.0.0.1", 0))
    return held, held.getsockname()[1]


def test_a_free_port_is_taken_as_asked() -> None:
    held, port = _taken()
    held.close()
    sockets = listen("127.0.0.1", port)
    assert [opened.getsockname() for opened in sockets] == [("127.0.0.1", port)]
    sockets[0].close()


def test_a_taken_port_is_refused() -> None:
    held, port = _taken()
    with held, pytest.raises(OSError, match="in use") as refusal:
        listen("127.0.0.1", port)
    assert refusal.value.errno == errno.EADDRINUSE


def test_the_next_free_port_is_taken_where_that_is_allowed() -> None:
    held, port = _taken()
    with held:
        (opened,) = listen("127.0.0.1", port, tries=20)
    with opened:
        assert port < opened.getsockname()[1] < port + 20


def test_ports_that_browsers_refuse_are_passed_over() -> None:
    held = socket.create_server(("127.0.0.1", 6664))
    with held:
        (opened,) = listen("127.0.0.1", 6664, tries=20)
    with opened:
        assert opened.getsockname()[1] == 6670  # 6665 to 6669 are closed in every browser


def test_an_address_of_another_machine_is_refused_at_once() -> None:
    with pytest.raises(OSError, match="assign") as refusal:
        listen("192.0.2.7", 8765, tries=20)  # TEST-NET-1: nobody has it
    assert refusal.value.errno == errno.EADDRNOTAVAIL


def test_the_ports_of_the_web_are_open() -> None:
    assert CLOSED.isdisjoint({80, 443, 8000, 8080, 8443, 8765})
    assert {25, 110, 2049, 5060, 6000, 6665, 6669, 10080} <= CLOSED


def test_a_name_with_two_addresses_listens_at_both() -> None:
    held, port = _taken()
    held.close()
    sockets = listen("localhost", port)
    assert {opened.getsockname()[1] for opened in sockets} == {port}
    for opened in sockets:
        opened.close()
