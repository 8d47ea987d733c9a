"""The port of the web pages."""

from __future__ import annotations

from typing import Any

import click

from ronde.cli.speech import Misused, spoken
from ronde.system.door import CLOSED


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
