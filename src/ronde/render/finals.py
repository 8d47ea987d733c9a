"""The matches of a final in words: which game a round is, how they stand, and what follows."""

from __future__ import annotations

from itertools import groupby

from ronde.i18n import figures, say
from ronde.model.bracket import MAIN, PLACES
from ronde.model.result import write_number
from ronde.model.schedule import MatchScore, Meeting, due_meetings, meetings
from ronde.model.tournament import Tournament, final_by
from ronde.render.text import cup_title


def match_lines(tournament: Tournament, number: int, language: str) -> list[str]:
    """The matches of a round of the final, a line for those of each part of its bracket."""
    if final_by(tournament, number) is None:
        return []
    if tournament.round(number).closed:
        drawn = [one for one in meetings(tournament, number) if number in one.rounds]
    else:
        drawn = [one for one in due_meetings(tournament) if None not in one.players]
    parts = groupby(drawn, key=lambda one: one.tie.section)
    return [_line(tournament, number, list(matches), language) for _, matches in parts]


def _line(tournament: Tournament, number: int, matches: list[Meeting], language: str) -> str:
    stands = [_match(tournament, number, one, language) for one in matches]
    told = f"{say('web.semicolon', language)} ".join(stands)
    return f"{_heading(tournament, number, matches[0], language)}{say('web.colon', language)} {told}"


def _heading(tournament: Tournament, number: int, one: Meeting, language: str) -> str:
    """The name of the round of the bracket, and which game of its matches is played."""
    if one.tie.section.kind != MAIN:
        return say("public.section-third", language)
    drawn = [other for other in meetings(tournament) if other.tie.section.kind == MAIN]
    count = max(other.tie.round for other in drawn)
    title = cup_title(one.tie.round - 1, count, any(other.bye for other in drawn), language)
    games, game = _most_games(tournament, one), len(_played(one, number)) + 1
    return say("lists.match-game", language, title=title, game=game, games=games) if games > 1 else title


def _match(tournament: Tournament, number: int, one: Meeting, language: str) -> str:
    """How a match stands, and after a closed round who has won it or that it goes on."""
    first, second = (tournament.player(player).full_name for player in one.players if player is not None)
    closed = tournament.round(number).closed
    score = _score(tournament, one, number + closed)
    if not score.games:
        return f"{first} – {second}"
    points = (write_number((score.games + sign * score.half_points / 2) / 2) for sign in (1, -1))
    shown = f"{first} {figures('–'.join(points), language)} {second}"
    return f"{shown} ({_outcome(tournament, one, score, language)})" if closed else shown


def _outcome(tournament: Tournament, one: Meeting, score: MatchScore, language: str) -> str:
    if one.winner is None:
        return say("lists.match-goes-on", language, game=score.games + 1)
    level = score.half_points == 0 and score.decided(_most_games(tournament, one))
    key = "match-won" if not level else "match-won-discs" if score.discs else "match-won-seed"
    return say(f"lists.{key}", language, player=tournament.player(one.winner).full_name)


def _most_games(tournament: Tournament, one: Meeting) -> int:
    return 1 if tournament.final is None or one.tie.section.kind == PLACES else tournament.final.best_of


def _played(one: Meeting, before: int) -> list[int]:
    return [number for number in one.rounds if number < before]


def _score(tournament: Tournament, one: Meeting, before: int) -> MatchScore:
    """The games of a match in the rounds before this one."""
    score, player = MatchScore(), one.players[0]
    for number in _played(one, before):
        assert player is not None, "a match that has a table has two players"
        score = score.with_game(tournament.round(number).seated[player], player)
    return score
