"""The permanent ladder of a course: two programs at a time, both sides, at low priority.

python -m ronde.arena.course.ladder FOLDER        # plays until its standard input ends
"""

from __future__ import annotations

import logging
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ronde.app.plugins import load_plugins
from ronde.arena.course.folder import CourseFolder
from ronde.arena.course.ladder_book import LadderBook, Rival
from ronde.arena.course.rules import CourseRules, course_jail, course_rules
from ronde.arena.referee import Clock, Contest, ContestPool, Entrant, Played, Roster, find_entrants
from ronde.arena.referee.ladder import next_pair, recent_games
from ronde.arena.referee.openings import has_openings, shipped_openings
from ronde.arena.sandbox import EngineFault, clear_away
from ronde.model.errors import RondeError
from ronde.standings.ratings import elos
from ronde.system import end_with_input, lower_priority

NICE: Final = 19
PACE: Final = 5.0
"""Seconds from the start of one meeting to the next."""
_LOG: Final = logging.getLogger("ronde.arena.course")


@dataclass(frozen=True, slots=True)
class CourseLadder:
    folder: CourseFolder

    @property
    def book(self) -> LadderBook:
        return LadderBook(self.folder.ladder)

    def meet(self) -> bool:
        """Play one meeting, a game from each side; False if there is nobody to play."""
        rules = course_rules(self.folder.rules)
        clock = rules.ladder_clock
        pair = self._pair() if clock is not None else None
        if pair is None or clock is None:
            return False
        self._play(rules, clock, pair)
        return True

    def _play(self, rules: CourseRules, clock: Clock, pair: tuple[Entrant, Entrant]) -> None:
        """Play and store two games, unless a program was replaced or the referee failed."""
        rivals = [self._rival(one) for one in pair]

        def note(number: int, played: Played, score: object) -> None:
            if played.record.outcome.counts and rivals == [self._rival(one) for one in pair]:
                self.book.add(rivals[1 - number % 2], rivals[number % 2], played)

        seed, start = self.book.number() + 1, self._opening(rules)
        jail, variant = course_jail(rules), rules.variant
        roster = Roster(pair, rules.game, variant, clock, jail=jail, seed=seed, start=start)
        Contest(roster, ContestPool(roster), note).run()

    def _pair(self) -> tuple[Entrant, Entrant] | None:
        there = find_entrants(self.folder.players)[0] if self.folder.players.is_dir() else []
        entrants = {one.name: one for one in there if not one.remote}
        rated = elos(self.book.meetings())
        elo = {name: rated.get(self._rival(one), 0.0) for name, one in entrants.items()}
        pair = next_pair(entrants, self.book.recent(recent_games(len(entrants))), elo)
        return None if pair is None else (entrants[pair[0]], entrants[pair[1]])

    def _opening(self, rules: CourseRules) -> str:
        """The start position of both games of a meeting: another one each time, if the game has several."""
        known = shipped_openings(rules.game) if has_openings(rules.rules) and not rules.variant else []
        return known[self.book.number() // 2 % len(known)] if known else ""

    def _rival(self, entrant: Entrant) -> Rival:
        return Rival(entrant.name, self.folder.playing(entrant.name))


def main(folder: str) -> None:
    end_with_input()
    lower_priority(NICE)
    clear_away()
    load_plugins()
    ladder = CourseLadder(CourseFolder(Path(folder)))
    while True:
        begun = time.monotonic()
        try:
            ladder.meet()
        except (RondeError, EngineFault, OSError) as error:  # such as rules that are being edited
            _LOG.warning("no game of the ladder: %r", error)
        time.sleep(max(0.0, begun + PACE - time.monotonic()))


if __name__ == "__main__":
    main(*sys.argv[1:])
