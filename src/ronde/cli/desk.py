"""The command `ronde desk`: the desk in the terminal."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from ronde.cli.fidelist import base_option
from ronde.cli.people import known_people, listed_people
from ronde.cli.session import CommandRun, tournament_file, with_session
from ronde.cli.speech import check_terminal, command, language, option
from ronde.core.listed import rate_of
from ronde.dialogue.door import Conversation, run_plain


@command("desk")
@tournament_file
@option("--plain", is_flag=True, help="plain")
@base_option
@option("--seed", type=int, default=None, help="seed", metavar="N")
@with_session
def desk(session: CommandRun, file: Path, plain: bool, base: Path | None, seed: int | None) -> None:
    """Run the tournament by single keys."""
    plain = check_terminal(plain=plain)
    known = {card.id: card for card in known_people(base)}
    counter = Conversation(session.desk(file), language(), known, Path.cwd(), session.seat)
    counter.listed = lambda text: listed_people(
        base, text, rate_of(counter.tournament.settings.report.time_control)
    )
    if seed is not None:
        counter.chance = random.Random(seed)
    if plain:
        run_plain(counter, sys.stdin, sys.stdout)
        return
    from ronde.tui.door import run_screen

    run_screen(counter)
