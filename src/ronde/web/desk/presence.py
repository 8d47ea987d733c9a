"""Presence: one tap each way, the reason apart, and players who arrive after the pairing."""

from __future__ import annotations

from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ronde.core.decide import players
from ronde.core.events import AbsencePlanned, Event
from ronde.core.player import Absence, PlayerId
from ronde.core.replay import replay
from ronde.core.tournament import Tournament, bye_of
from ronde.i18n.door import say
from ronde.web.desk.desk_pages import DeskPages, number_of, text_of
from ronde.web.serving.open_tournament import OpenTournament
from ronde.web.serving.rendering import language_of

SHOWN = ("all", "here", "away")
UNSAID = (Absence.ABSENT, Absence.UNEXCUSED)
"""Absent without notice: they are still expected."""
REASONS = (Absence.EXCUSED, Absence.CLUB, Absence.UNEXCUSED)
"""Why somebody misses an evening of a season; a tap means the first."""


class PresencePages:
    def __init__(
        self, desk_pages: DeskPages, again: Callable[[Request, OpenTournament, str], Response]
    ) -> None:
        self.desk_pages = desk_pages
        self.again = again

    async def tap(self, request: Request) -> Response:
        """Switch a player between present and absent, or change the reason of the absence."""
        opened, _ = self.desk_pages.seated(request)
        form = await request.form()
        number, back = number_of(text_of(form, "player")), text_of(form, "back", 20)
        wanted = text_of(form, "to", 10)
        return await self.desk_pages.act(
            request,
            lambda tournament: come_or_go(tournament, number, wanted),
            then="" if back == "results" else f"/players?show={back}" if back in SHOWN[1:] else "/players",
            again=lambda trouble: self.again(request, opened, trouble),
        )

    async def everybody(self, request: Request) -> Response:
        """Mark all expected players present, or all present players absent, to tick the list name by name."""
        opened, _ = self.desk_pages.seated(request)
        form = await request.form()
        wanted, language = text_of(form, "to", 10), language_of(request)
        if wanted not in ("here", "away"):
            raise HTTPException(400)
        before = len(opened.tournament.present)

        def sentence(facts: list[Event]) -> str:
            here, away = len(opened.tournament.present), len(away_for_a_reason(opened.tournament))
            said = say(f"webdesk.all-{wanted}-done", language, count=abs(here - before))
            excused = say("webdesk.all-here-but", language, count=away)
            return f"{said} {excused}" if wanted == "here" and away else said

        return await self.desk_pages.act(
            request,
            lambda tournament: _all_come_or_go(tournament, wanted),
            then="/players",
            again=lambda trouble: self.again(request, opened, trouble),
            sentence=sentence,
        )


def next_state(tournament: Tournament, number: PlayerId) -> str:
    """The state after a tap: absent becomes present, present becomes absent."""
    if tournament.absence(number) is not None:
        return "here"
    return REASONS[0].value if tournament.settings.pairing_system.season else "away"


def come_or_go(tournament: Tournament, number: PlayerId, wanted: str = "") -> list[Event]:
    """Switch presence; a request that is fulfilled already changes nothing."""
    tournament.player(number)
    absence = tournament.absence(number)
    wish = wanted or ("here" if absence else "away")
    reason = next((one for one in REASONS if one.value == wish), None)
    if wish == "here":
        return players.player_returns(tournament, number=number) if absence else []
    if absence is not None and reason in (None, absence):
        return []
    if tournament.settings.pairing_system.season:  # this evening only; the season continues
        return _away_tonight(tournament, number, reason or Absence.UNEXCUSED)
    return players.player_leaves(tournament, number=number, reason=reason or Absence.ABSENT)


def _away_tonight(tournament: Tournament, number: PlayerId, reason: Absence) -> list[Event]:
    """Absent this round only; a player who had withdrawn is back in the season."""
    facts: list[Event] = []
    if number in tournament.left:
        facts = players.player_returns(tournament, number=number)
    hall, current = replay(facts, tournament), tournament.open_round.number
    return [*facts, *players.plan_absence(hall, number=number, rounds=(current,), reason=reason)]


def away_for_a_reason(tournament: Tournament) -> list[PlayerId]:
    """Absent players who are not expected: withdrawn, excused, with the club, with a bye, or not yet due."""
    absences = ((player, tournament.absence(player)) for player in tournament.players)
    return [player for player, absence in absences if absence is not None and absence not in UNSAID]


def _all_come_or_go(tournament: Tournament, wanted: str) -> list[Event]:
    """All players without a table; those absent for a reason stay absent."""
    kept = set(away_for_a_reason(tournament))
    facts: list[Event] = []
    for number in tournament.players:
        if number not in kept and tournament.open_round.table_of(number) is None:
            news = come_or_go(tournament, number, wanted)
            facts, tournament = [*facts, *news], replay(news, tournament)
    return facts


def leftover(tournament: Tournament) -> tuple[PlayerId, ...]:
    """A player who arrived after the pairing and has no table, with the holder of the bye."""
    current, free = tournament.open_round, tournament.unpaired
    if not current.tables or current.manual or tournament.settings.pairing_system.scheduled:
        return ()
    return () if set(free) <= bye_of(current) else free


def starts_next(tournament: Tournament, facts: list[Event], language: str) -> str:
    """Say that a player entered after the pairing plays from the next round on."""
    late = [fact for fact in facts if isinstance(fact, AbsencePlanned) and fact.reason is Absence.LATE]
    return " ".join(
        say(
            "webdesk.starts-next",
            language,
            round=one.round,
            player=tournament.player(one.player).full_name,
            next=one.round + 1,
        )
        for one in late
    )
