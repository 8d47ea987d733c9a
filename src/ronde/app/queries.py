"""What can be asked: every query with its answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from ronde import systems as scoring
from ronde.app.command import Right
from ronde.app.commands import COMPARED, Number, Seed, Who, who
from ronde.app.views import (
    ChecklistRowView,
    ChecklistView,
    CrosstableView,
    ManualView,
    PlayerView,
    RoundView,
    ScoreBracketView,
    SheetView,
    StandingsView,
    SummaryView,
    TeamView,
    View,
    WhyNotView,
    WhyView,
)
from ronde.i18n import DEFAULT, LANGUAGES
from ronde.model.errors import SettingImpossible
from ronde.model.tournament import AsOf, Tournament, as_of_round
from ronde.standings import player_card, teams
from ronde.systems import rounds as pairing
from ronde.systems.rounds import cheapest
from ronde.systems.system import WhyNotAnswer

# What an arbiter can ask: every query with its answer.


After = Annotated[int, Meta(ge=0, le=10_000)] | None
"""The round after which a list is made; by default the last closed one."""


class Query(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that can be asked about a tournament."""

    answers: ClassVar[Any] = View
    """The type of the answer."""

    @property
    def right(self) -> Right:
        """What a visitor of a server needs: some questions take as long as a pairing."""
        return Right.ANYBODY

    def answer(self, now: Tournament) -> Any:
        raise NotImplementedError


class Summary(Query, frozen=True):
    """What the tournament is and how far it has come"""

    answers: ClassVar[Any] = SummaryView

    def answer(self, now: Tournament) -> SummaryView:
        return SummaryView.of(now)


class Players(Query, frozen=True):
    """All players in order of registration"""

    answers: ClassVar[Any] = list[PlayerView]

    def answer(self, now: Tournament) -> list[PlayerView]:
        return [PlayerView.of(now, player) for player in now.players]


class Pairings(Query, frozen=True):
    """A round with its tables and their costs, by default the open one"""

    answers: ClassVar[Any] = RoundView
    round: Number | None = None
    explain: bool = False

    @property
    def right(self) -> Right:
        return Right.ROUNDS if self.explain else Right.ANYBODY

    def answer(self, now: Tournament) -> RoundView:
        played = now.open_round if self.round is None else now.round(self.round)
        view = RoundView.of(now, played)
        brackets = pairing.brackets(now, played.number) if self.explain else []
        if not brackets:
            return view
        return msgspec.structs.replace(view, brackets=tuple(map(ScoreBracketView.of, brackets)))


class Why(Query, frozen=True):
    """Why the two of a table meet: in a sentence, as facts, and as the breakdown of its cost"""

    answers: ClassVar[Any] = WhyView
    round: Number
    table: Number
    lang: str = DEFAULT

    def answer(self, now: Tournament) -> WhyView:
        if self.lang not in LANGUAGES:
            allowed = ", ".join(LANGUAGES)
            raise SettingImpossible(setting="lang", value=self.lang[:60], reason="allowed", allowed=allowed)
        table = now.round(self.round).table(self.table)
        return WhyView.explained(now, self.round, table, self.lang)


class WhyNot(Query, frozen=True):
    """What a pair that was not chosen would cost, and the whole round with it"""

    answers: ClassVar[Any] = WhyNotView
    one: Who
    other: Who
    round: Number | None = None
    seed: Seed = COMPARED

    @property
    def right(self) -> Right:
        return Right.ROUNDS

    def inquiry(self, now: Tournament) -> WhyNotAnswer:
        one, other = who(now, self.one), who(now, self.other)
        return pairing.why_not(now, one, other, number=self.number(now), seed=self.seed)

    def number(self, now: Tournament) -> int:
        return now.open_round.number if self.round is None else self.round

    def answer(self, now: Tournament) -> WhyNotView:
        return WhyNotView.of(self.number(now), self.inquiry(now))


class Checklist(Query, frozen=True):
    """What was known of everybody before a round was paired by criteria, by default the open one"""

    answers: ClassVar[Any] = ChecklistView
    round: Number | None = None

    def answer(self, now: Tournament) -> ChecklistView:
        number = (now.open_round if self.round is None else now.round(self.round)).number
        return ChecklistView(number, tuple(map(ChecklistRowView.of, pairing.checklist(now, number))))


class ManualPhase(Query, frozen=True):
    """The open round compared with its pairing by the rules"""

    answers: ClassVar[Any] = ManualView

    def report(self, now: Tournament) -> pairing.ManualReport:
        return pairing.manual_report(now, seed=COMPARED)

    def answer(self, now: Tournament) -> ManualView:
        return ManualView.of(self.report(now))


class Standings(Query, frozen=True):
    """The standings after a round"""

    answers: ClassVar[Any] = StandingsView
    after: After = None
    as_of: AsOf = AsOf.CLOSING
    explain: bool = False

    def answer(self, now: Tournament) -> StandingsView:
        then = as_of_round(now, self.after, self.as_of)
        table = scoring.standings(then, self.after)
        return StandingsView.of(then, table, explain=self.explain, as_of=self.as_of)


class Crosstable(Query, frozen=True):
    """Everybody's games after a round"""

    answers: ClassVar[Any] = CrosstableView
    after: After = None
    as_of: AsOf = AsOf.CLOSING

    def answer(self, now: Tournament) -> CrosstableView:
        then = as_of_round(now, self.after, self.as_of)
        return CrosstableView.of(then, scoring.crosstable(then, self.after), as_of=self.as_of)


class Teams(Query, frozen=True):
    """The standings of the teams after a round"""

    answers: ClassVar[Any] = list[TeamView]
    after: After = None
    as_of: AsOf = AsOf.CLOSING

    def answer(self, now: Tournament) -> list[TeamView]:
        then = as_of_round(now, self.after, self.as_of)
        scoring.standings(then, self.after)  # refuses a round that is not closed
        return [TeamView.of(team) for team in teams(then, self.after)]


class PlayerHistory(Query, frozen=True):
    """The rounds of one player"""

    answers: ClassVar[Any] = SheetView
    player: Who
    after: After = None
    as_of: AsOf = AsOf.CLOSING

    def answer(self, now: Tournament) -> SheetView:
        card = player_card(now, who(now, self.player), self.after, as_of=self.as_of)
        return SheetView.of(now, card, as_of=self.as_of)


QUERIES: tuple[type[Query], ...] = (
    Summary, Players, Pairings, Why, WhyNot, Standings, Crosstable, Teams, PlayerHistory,
)  # fmt: skip
"""What can be asked at every face."""


# The matcher for other purposes than tournaments.


def match(
    costs: Sequence[Sequence[int]], *, seed: int = 0, forbidden: Sequence[tuple[int, int]] = ()
) -> dict[str, Any]:
    """The cheapest way to pair an even number of people, with the duals that prove it.

    `costs` is symmetric, whole and not negative. The answer has `pairs`, `total` and `proof`.
    """
    best = cheapest(costs, seed=seed, forbidden=forbidden)
    sets = [{"people": one.people, "inside": one.inside, "z": one.z} for one in best.proof.sets]
    proof = {
        "y": best.proof.y,
        "sets": sets,
        "scale": best.proof.scale,
        "noise": best.proof.noise,
    }
    pairs = [(one, other) for one, other in enumerate(best.partner) if one < other]
    return {"pairs": pairs, "total": best.total, "proof": proof}
