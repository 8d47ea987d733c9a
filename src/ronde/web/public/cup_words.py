"""The names of the sections of a cup and of their rounds, and what decided equal matches."""

from __future__ import annotations

from ronde.core.bracket import GRAND_FINAL, LOSERS, MAIN, PLACES, Section
from ronde.core.errors import RondeError
from ronde.core.player import PlayerId
from ronde.formats.pages.door import cup_title
from ronde.i18n.door import say
from ronde.referee.door import attached_roster, match_ties
from ronde.scoring.door import PlayerSheet
from ronde.web.public.bracket import BracketSection
from ronde.web.server.open_tournament import OpenTournament


def decided_ties(opened: OpenTournament, language: str) -> dict[tuple[int, PlayerId], str]:
    """What decided the matches that were equal in games, by round and winner."""
    tournament = opened.tournament
    if not tournament.settings.pairing_system.knock_out or not tournament.games:
        return {}
    try:
        roster = opened.use(attached_roster)
    except RondeError:  # the file is missing, or its list of programs cannot be read
        return {}
    names = {number: card.full_name for number, card in tournament.players.items()}
    return {
        (tie.round, tie.winner): say(
            f"hosting.tie-{tie.by}", language, one=names[tie.winner], other=names[tie.loser]
        )
        for tie in (match_ties(tournament, roster) if roster else ())
    }


def ties_of(opened: OpenTournament, sheet: PlayerSheet, language: str) -> list[tuple[int, str]]:
    """What decided the equal matches of one program, with their rounds."""
    ties = decided_ties(opened, language)
    played = [(line.round, side) for line in sheet.lines for side in (sheet.player.id, line.opponent)]
    return [(round, ties[round, side]) for round, side in played if side and (round, side) in ties]


def section_title(section: Section, language: str, *, double: bool) -> str:
    """The name of a section: the bracket, the places it plays for, or who is in it."""
    key = section.kind
    if key == MAIN and double:
        key = "winners"
    if key == PLACES and section.last == section.first + 1:
        key = "third" if section.first == 3 else "two"
    return say(f"public.section-{key}", language, first=section.first, last=section.last)


def round_titles(part: BracketSection, language: str, *, double: bool) -> list[str]:
    """The names of the rounds of a section; finals have their own."""
    count = len(part.rounds)
    if part.section.kind == GRAND_FINAL:
        return [say(key, language) for key in ("public.section-grand-final", "public.again")][:count]
    if part.section.kind != MAIN:
        titles = [say("pages.round", language, number=number) for number in part.rounds]
        last = [say("public.losers-final", language)] if part.section.kind == LOSERS else titles[-1:]
        return [*titles[:-1], *last]
    titles = [cup_title(at, count, part.qualifying, language) for at in range(count)]
    return [*titles[:-1], say("public.winners-final", language)] if double else titles


def awaited(part: BracketSection, feed: tuple[int, int], language: str) -> str:
    """The placeholder of a side that is not decided: the winner of the match in that column and row."""
    column, row = feed
    key = _key_of_winner(part, column)
    return say(f"public.winner-{key}", language, number=row + 1, round=part.rounds[column])


def _key_of_winner(part: BracketSection, column: int) -> str:
    """The rounds that have a name of their own in the headings."""
    to_come = len(part.rounds) - 1 - column
    if part.section.kind != MAIN or to_come > 2 or (to_come == 2 and column == 0 and part.qualifying):
        return "match"
    return "semi-final" if to_come == 1 else "quarter-final"
