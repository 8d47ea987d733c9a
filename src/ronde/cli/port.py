"""The port of the web pages."""

from __future__ import annotations

from typing import Any

import click

from ronde.cli.speech import Misused, spoken

_OTHERS = """
    1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115
    117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563
    587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667
    6668 6669 6679 6697 10080
"""
CLOSED = frozenset(map(int, _OTHERS.split()))
"""Ports of other protocols, from which browsers refuse pages: the "bad ports" of the Fetch standard."""


class Port(click.IntRange):
    """A port a browser opens."""

    def __init__(self) -> None:
        """From 1 to 65535."""
        super().__init__(1, 65535)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The port that was typed."""
        port: int = super().convert(value, param, ctx)
        if port in CLOSED:
            raise Misused(spoken("cli.closed-port", port=port), ctx)
        return port
