"""The ranking of a course: the playing versions, by the ratings of all games of the ladder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ronde.course.ladder_book import Rival
from ronde.scoring.door import RatedMeeting, Rating, ratings


@dataclass(frozen=True, slots=True)
class CourseRung:
    """A program in the ranking, with the games of the playing version; no rating before its first game."""

    place: int
    """From 1; 0 before its first game."""
    name: str
    version: int
    rating: Rating | None
    won: int = 0
    drawn: int = 0
    lost: int = 0


def course_standing(games: Sequence[RatedMeeting[Rival]], playing: Mapping[str, int]) -> list[CourseRung]:
    """All playing programs, the best first; those without a game come last, by name."""
    rated, records = ratings(games), _records(games)

    def order(name: str) -> tuple[bool, float, str]:
        rating = rated.get((name, playing[name]))
        return rating is None, -rating.elo if rating else 0.0, name

    rungs = []
    for place, name in enumerate(sorted(playing, key=order), start=1):
        rival = name, playing[name]
        won, drawn, lost = (records[rival, what] for what in ("won", "drawn", "lost"))
        rating = rated.get(rival)
        rungs.append(CourseRung(place if rating else 0, name, playing[name], rating, won, drawn, lost))
    return rungs


def _records(games: Sequence[RatedMeeting[Rival]]) -> Counter[tuple[Rival, str]]:
    counts: Counter[tuple[Rival, str]] = Counter()
    for one in games:
        for rival, won, lost in ((one.one, one.wins, one.losses), (one.other, one.losses, one.wins)):
            counts.update({(rival, "won"): won, (rival, "drawn"): one.draws, (rival, "lost"): lost})
    return counts
