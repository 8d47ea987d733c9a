"""The port of the web pages."""

from __future__ import annotations

from typing import Any

import click

from ronde.cli.speech import Misused, spoken
from ronde.system.door import CLOSED


class Port(click.IntRange):
    def __init__(self) -> None:
        super().__init__(1, 65535)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        port: int = super().convert(value, param, ctx)
        if port in CLOSED:
            raise Misused(spoken("cli.closed-port", port=port), ctx)
        return port
