"""The command `ronde desk`: the desk in the terminal."""

from __future__ import annotations

import random
import sys
from datetime import date as Date
from pathlib import Path

from ronde.app.files import network_notices, title_of
from ronde.app.people import known_people, listed_people
from ronde.cli.fidelist import base_option
from ronde.cli.session import CommandRun, tournament_file, with_session
from ronde.cli.speech import check_terminal, command, language, option
from ronde.core.listed import rate_of
from ronde.dialogue.door import Conversation, beginning, run_plain


@command("desk", waits=False)
@tournament_file
@option("--new", "begins", is_flag=True, help="desk-new")
@option("--plain", is_flag=True, help="plain")
@base_option
@option("--seed", type=int, default=None, help="seed", metavar="N")
@with_session
def desk(
    session: CommandRun, file: Path, begins: bool, plain: bool, base: Path | None, seed: int | None
) -> None:
    plain = check_terminal(plain=plain)
    known = {card.id: card for card in known_people(base)}
    opened = session.create(file) if begins else session.desk(file)
    opened.notices = opened.notices or network_notices(file)  # shown when the desk is closed
    conversation = Conversation(opened, language(), known, Path.cwd(), session.seat)
    conversation.listed = lambda text: listed_people(
        text, rate_of(conversation.tournament.settings.report.time_control), base
    )
    if seed is not None:
        conversation.chance = random.Random(seed)
    first = beginning(conversation, title_of(file), Date.today().strftime("%d/%m/%Y")) if begins else None
    if plain:
        run_plain(conversation, sys.stdin, sys.stdout, first)
        return
    from ronde.tui.door import run_screen

    run_screen(conversation, first)
