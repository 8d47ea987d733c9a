"""Presence: one tap each way, the reason apart, and players who arrive after the pairing."""

from __future__ import annotations

from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ronde.app.commands import SetEverybody, SetPresence
from ronde.core.errors import RondeError
from ronde.core.player import Absence, PlayerId
from ronde.core.tournament import Tournament, bye_of
from ronde.i18n.door import say, tell
from ronde.web.desk.desk_pages import DeskPages, number_of, text_of
from ronde.web.server.open_tournament import OpenTournament
from ronde.web.server.request import form_of, language_of

SHOWN = ("all", "here", "away")
REASONS = (Absence.EXCUSED, Absence.CLUB, Absence.UNEXCUSED)
"""Why somebody misses an evening of a season; a tap means the first."""


class PresencePages:
    def __init__(
        self, desk_pages: DeskPages, again: Callable[[Request, OpenTournament, str], Response]
    ) -> None:
        self.desk_pages = desk_pages
        self.again = again

    def tap(self, request: Request) -> Response:
        """Switch a player between present and absent, or change the reason of the absence."""
        opened, _ = self.desk_pages.seated(request)
        form = form_of(request)
        number, back = number_of(text_of(form, "player")), text_of(form, "back", 20)
        here = number in opened.tournament.present
        wanted = text_of(form, "to", 10) or ("away" if here else "here")
        reason = next((one for one in REASONS if one.value == wanted), None)
        return self.desk_pages.act(
            request,
            SetPresence(number, wanted == "here", reason),
            then="" if back == "results" else f"/players?show={back}" if back in SHOWN[1:] else "/players",
            again=lambda trouble: self.again(request, opened, trouble),
        )

    def everybody(self, request: Request) -> Response:
        """Mark all expected players present, or all present players absent, to tick the list name by name."""
        opened, _ = self.desk_pages.seated(request)
        form = form_of(request)
        wanted, language = text_of(form, "to", 10), language_of(request)
        if wanted not in ("here", "away"):
            raise HTTPException(400)
        try:
            outcome = self.desk_pages.run(request, SetEverybody(wanted == "here"))
        except RondeError as error:
            return self.again(request, opened, tell(error, language))
        here, away = len(outcome.after.present), len(outcome.after.players) - len(outcome.after.present)
        said = say(f"webdesk.all-{wanted}-done", language, count=abs(here - len(outcome.before.present)))
        if wanted == "here" and away:
            said = f"{said} {say('webdesk.all-here-but', language, count=away)}"
        return self.desk_pages.done(request, outcome, "/players", said)


def next_state(tournament: Tournament, number: PlayerId) -> str:
    """The state after a tap: absent becomes present, present becomes absent."""
    if tournament.absence(number) is not None:
        return "here"
    return REASONS[0].value if tournament.settings.pairing_system.season else "away"


def leftover(tournament: Tournament) -> tuple[PlayerId, ...]:
    """A player who arrived after the pairing and has no table, with the holder of the bye."""
    current, free = tournament.open_round, tournament.unpaired
    if not current.tables or current.manual or tournament.settings.pairing_system.scheduled:
        return ()
    return () if set(free) <= bye_of(current) else free
