"""The version, licence and limits of this program: the key &."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path

import ronde
from ronde.core.penalties import CAP
from ronde.core.player import BIGGEST_NUMBER, LEAST_RATING, LONGEST_NAME, MOST_RATING
from ronde.core.settings import MOST_ROUNDS
from ronde.dialogue.conversation import Conversation
from ronde.dialogue.steps import Dialogue, ShowPage
from ronde.i18n.door import day, grouped


def version(conversation: Conversation) -> Dialogue:
    price = "about-cap" if conversation.tournament.settings.cap else "about-no-cap"
    lines = [
        conversation.say("about", version=ronde.__version__, date=day(_newest(), conversation.language)),
        conversation.say("licence"),
        "",
        conversation.say("about-limits"),
        *(
            f"  {conversation.say(f'about-{limit}', **_bounds(bounds, conversation.language))}"
            for limit, bounds in LIMITS.items()
        ),
        f"  {conversation.say(price, most=grouped(CAP, conversation.language))}",
        "",
        conversation.say("about-file", path=conversation.desk.journal.path),
    ]
    yield ShowPage("\n".join(lines))


LIMITS = {
    "players": (),
    "rounds": (("most", MOST_ROUNDS),),
    "number": (("most", BIGGEST_NUMBER),),
    "name": (("most", LONGEST_NAME),),
    "rating": (("least", LEAST_RATING), ("most", MOST_RATING)),
    "penalty": (("most", CAP),),
}
"""The limits that the key shows."""


def _bounds(bounds: Iterable[tuple[str, int]], language: str) -> dict[str, str]:
    return {bound: grouped(most, language) for bound, most in bounds}


def _newest() -> date:
    """The date of the newest source file; PAPP shows its date of compilation."""
    files = Path(ronde.__file__).parent.rglob("*.py")
    return date.fromtimestamp(max(path.stat().st_mtime for path in files))
