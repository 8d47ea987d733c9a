"""Why two players meet, or one has the bye: facts from what the round recorded and from the rounds before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ronde.model.bracket import GRAND_FINAL, LOSERS, SideSource, Tie
from ronde.model.player import PlayerId
from ronde.model.result import Kind
from ronde.model.schedule import Meeting, entrants, gauntlet_champions, meetings
from ronde.model.settings import at
from ronde.model.systems import SMALL_ROUND_ROBIN, SYSTEMS, Ranking, Schedule, System, is_scheduled
from ronde.model.table import Pair, Reason, Table
from ronde.model.tournament import Round, Tournament
from ronde.standings import Record, RoundLine, half_points, record


@dataclass(frozen=True, slots=True)
class PairFact:
    """One thing that explains a pair; `kind` is also the key of its words in `i18n/words/LANGUAGE/why.py`.

    Amounts are points, rounds, ranks or numbers of games; where the words name a colour, a positive amount
    means the first.
    """

    kind: str
    player: PlayerId = 0
    other: PlayerId = 0
    amount: float = 0
    less: float = 0
    group: float = 0
    """The points of the bracket."""


Facts = Iterator[PairFact]
KEIZER_SHOWN = 2
"""How many of those passed over are named."""


def pair_facts(
    tournament: Tournament, number: int, table: Table, lines: Record | None = None
) -> tuple[PairFact, ...]:
    """Why the players of a table of round `number` meet; `lines` is the record, if it is known already."""
    if table.by_hand:
        return (PairFact("by-hand"),)
    played = tournament.round(number)
    known = record(tournament, number - 1) if lines is None else lines
    both = {player: known[player][: number - 1] for player in (table.first, table.second)}
    facts = tuple(_facts(tournament, played, table.pair, both))
    return facts or (PairFact("rules" if _is_ours(played) else "unrecorded"),)


def _facts(tournament: Tournament, played: Round, pair: Pair, past: Record) -> Facts:
    system = SYSTEMS.get(played.system)
    if played.system == SMALL_ROUND_ROBIN or (system and system.schedule is Schedule.BERGER):
        yield PairFact("timetable", amount=played.number)
    elif system and system.schedule is Schedule.GAUNTLET:
        yield _champion(tournament, pair)
    elif system and system.knock_out:
        yield from _cup(tournament, played, pair)
    elif system and system.ranking is Ranking.GO:
        from ronde.systems.mcmahon.facts import go_facts

        yield from go_facts(tournament, played, pair, ours=_is_ours(played))
    elif system and _is_ours(played):
        yield from _pair_facts(tournament, system, played, pair, past)
    elif not tournament.settings.pairing_system.by_value:
        yield from _score(pair, past)


def _is_ours(played: Round) -> bool:
    """Whether we paired the round; one from a file of another program has neither seed nor reasons."""
    return bool(played.seed or any(table.pair.reasons for table in played))


def _pair_facts(tournament: Tournament, system: System, played: Round, pair: Pair, past: Record) -> Facts:
    if system.by_value:
        yield from _keizer(tournament, played, pair, past)
    elif system.numbered:
        yield from _dutch(pair, first_round=played.number == 1)
    elif system.priced:
        yield from _swiss(tournament, played, pair, past)
    else:
        yield from _score(pair, past)


# Swiss by penalties: the scores, who was due which colour, and what the pair was charged.


def _swiss(tournament: Tournament, played: Round, pair: Pair, past: Record) -> Facts:
    if played.number == 1:
        yield PairFact("chance")
        if _compatriots_apart(tournament, played):
            yield PairFact("compatriots-apart")
    yield from _score(pair, past)
    again = {one.player for one in pair.reasons if one.rule == "colour-again"}
    due = {player: 0 if player in again else _due_colour(lines) for player, lines in past.items()}
    yield from _due(pair, due)
    yield from _charged(pair.reasons, played.number)


def _score(pair: Pair, past: Record) -> Facts:
    """The points of both before the round, the higher first; nothing before the first round."""
    if not any(past.values()):
        return
    points = {player: half_points(lines) / 2 for player, lines in past.items()}
    high, low = sorted(points, key=lambda player: -points[player])
    if points[high] == points[low]:
        yield PairFact("level", amount=points[high])
    else:
        yield PairFact("apart", high, low, points[high], points[low])


def _compatriots_apart(tournament: Tournament, played: Round) -> bool:
    """Whether some could have met a compatriot, the penalties forbade it, and nobody did."""
    country = {player: tournament.player(player).country.casefold() for player in played.seated}
    named = [one for one in country.values() if one]
    charged = at(tournament.settings.penalties.chauvinism, played.number - 1)
    met = (country[table.first] and country[table.first] == country[table.second] for table in played)
    return bool(charged) and len(set(named)) < len(named) and not any(met)


def _due_colour(lines: Sequence[RoundLine]) -> int:
    """1 if the first colour is due, -1 if the second, 0 if neither."""
    colours = [1 if line.first else -1 for line in lines if line.played]
    balance = sum(colours)
    if balance:
        return -1 if balance > 0 else 1
    return -colours[-1] if colours else 0


def _due(pair: Pair, due: Mapping[PlayerId, int]) -> Facts:
    """Who gets the colour that was due."""
    got = {pair.first: 1, pair.second: -1}
    content = [player for player in got if due.get(player) == got[player]]
    if len(content) == 2:
        yield PairFact("both-due")
    elif content:
        yield PairFact("due", content[0], amount=got[content[0]])


def _charged(reasons: Sequence[Reason], number: int) -> Facts:
    """What speaks against the pair, which the round could not do without."""
    met = max((one.amount for one in reasons if one.rule.startswith("met-")), default=0)
    if met:
        yield PairFact("rematch", amount=number - met)
    yield from _charged_colours(reasons)
    for one in reasons:
        if one.rule == "float-again":
            yield PairFact("down-again" if one.amount > 0 else "up-again", one.player)
        elif one.rule == "same-country":
            yield PairFact("compatriots")


def _charged_colours(reasons: Sequence[Reason]) -> Facts:
    """Whose colours are uneven: by two games or more, else by the same colour again."""
    uneven = [one for one in reasons if one.rule in ("colour", "colour-balance") and abs(one.amount) > 1]
    players = [one.player for one in uneven]
    for one in reasons:
        if one in uneven:
            yield PairFact("off-balance", one.player, amount=one.amount)
        elif one.rule == "colour-limit" or (one.rule == "colour-again" and one.player not in players):
            yield PairFact(one.rule, one.player, amount=one.amount)


# Keizer: neighbours in the ranking, or balanced.


def _keizer(tournament: Tournament, played: Round, pair: Pair, past: Record) -> Facts:
    distance = next((one.amount for one in pair.reasons if one.rule == "rank-distance"), 0)
    skipped = [one for one in pair.reasons if one.rule.startswith("skipped-")]
    if distance:
        yield PairFact("ranks", amount=distance)
    else:
        yield PairFact("nearest" if skipped else "neighbours")
    for one in skipped[:KEIZER_SHOWN]:
        yield PairFact(one.rule, one.player, _opponent(past, one), one.amount)
    if skipped[KEIZER_SHOWN:]:
        yield PairFact("skipped-more", amount=len(skipped) - KEIZER_SHOWN)
    if played.number == 1 and tournament.settings.keizer.first_round_random:
        yield PairFact("partly-chance")
    yield from _due(pair, {player: _keizer_due(lines) for player, lines in past.items()})
    yield from _charged(pair.reasons, played.number)


def _opponent(past: Record, skipped: Reason) -> PlayerId:
    """Which of the two met the player who was passed over, in the round that the reason names."""
    met = (
        player
        for player, lines in past.items()
        for line in lines
        if line.round == skipped.amount and line.opponent == skipped.player
    )
    return next(met, 0)


def _keizer_due(lines: Sequence[RoundLine]) -> int:
    """Forfeits count, as in the pairing; only the balance makes a colour due."""
    games = [line.first for line in lines if line.result and line.result.kind is not Kind.UNPLAYED]
    balance = 2 * sum(games) - len(games)
    return (balance < 0) - (balance > 0)


# The Dutch system: the bracket, the halves, and the colours due.


def _dutch(pair: Pair, *, first_round: bool) -> Facts:
    by_rule = {one.rule: one for one in pair.reasons}
    halves = [one for one in pair.reasons if one.rule in _HALVES]
    if len(halves) == 2 and "dutch-bracket" in by_rule:
        points = by_rule["dutch-bracket"].amount / 2
        yield _halves(points, *halves, first_round=first_round)
    yield from _due(pair, {one.player: one.amount for one in pair.reasons if one.rule in _WISHES})
    for one in pair.reasons:
        if one.rule in _DENIED:
            yield PairFact("not-due", one.player, amount=one.amount)


def _halves(points: float, high: Reason, low: Reason, *, first_round: bool) -> PairFact:
    """Number against number in the bracket, the higher ranked first."""
    if high.rule == "dutch-mdp":
        kind = "comes-down"
    elif (high.rule, low.rule) != ("dutch-s1", "dutch-s2"):
        kind = "exchanged"
    else:
        kind = "first-halves" if first_round and not points else "halves"
    return PairFact(kind, high.player, low.player, high.amount, low.amount, points)


_HALVES = ("dutch-mdp", "dutch-s1", "dutch-s2", "dutch-raised", "dutch-lowered")
_WISHES = ("dutch-absolute", "dutch-strong", "dutch-mild")
_DENIED = tuple(f"{wish}-denied" for wish in _WISHES)


# Gauntlets and cups: the schedule, and where the two come from.


def _champion(tournament: Tournament, pair: Pair) -> PairFact:
    seats = tournament.seats
    champions = seats[: gauntlet_champions(tournament.settings, len(seats))]
    champion, other = (pair.first, pair.second) if pair.first in champions else (pair.second, pair.first)
    return PairFact("gauntlet", champion, other)


def _cup(tournament: Tournament, played: Round, pair: Pair) -> Facts:
    every, ranked = meetings(tournament, played.number - 1), entrants(tournament)
    both = {pair.first, pair.second}
    due = (one for one in every if one.tie.round == played.number)
    found = next((one for one in due if both <= set(one.players)), None)
    if found is None:
        return
    yield _tie(found.tie)
    for side, player in zip(found.tie.sides, found.players, strict=True):
        if player is not None and not found.tie.again:
            yield from _origin(every, ranked, side, player)


def _tie(tie: Tie) -> PairFact:
    if tie.section.kind == GRAND_FINAL:
        return PairFact("grand-final-again" if tie.again else "grand-final")
    if tie.winner_place > 1:
        return PairFact("for-place", amount=tie.winner_place)
    return PairFact("final" if tie.winner_place else "losers" if tie.section.kind == LOSERS else "cup")


def _origin(
    every: Sequence[Meeting], ranked: Sequence[PlayerId], side: SideSource, player: PlayerId
) -> Facts:
    """How a player came to a tie: by seed, or from a tie before; silent where the arbiter changed places."""
    if side.seed:
        yield PairFact("seed", player, amount=ranked.index(player) + 1)
        return
    before = every[side.tie]
    if player == before.winner and side.won:
        yield PairFact("went-on", player, before.loser) if before.loser else PairFact("rested", player)
    elif player == before.loser and not side.won and before.winner:
        yield PairFact("went-out", player, before.winner)


# The bye.


def bye_facts(
    tournament: Tournament, number: int, player: PlayerId, lines: Record | None = None
) -> tuple[PairFact, ...]:
    """Why a player has the bye of round `number`; `lines` is the record, if it is known already."""
    played = tournament.round(number)
    if player == played.forced_bye:
        return (PairFact("bye-given", player),)
    if is_scheduled(played.system) or played.system == SMALL_ROUND_ROBIN:
        return (PairFact("bye-timetable", player),)
    known = record(tournament, number - 1) if lines is None else lines
    reasons = played.bye.reasons if played.bye and played.bye.player == player else ()
    system = SYSTEMS.get(played.system)
    special = (
        _bye(system, player, reasons, known[player][: number - 1]) if system and _is_ours(played) else ()
    )
    return (PairFact("bye-odd"), *special)


def _bye(system: System, player: PlayerId, reasons: Sequence[Reason], past: Sequence[RoundLine]) -> Facts:
    by_rule = {one.rule: one for one in reasons}
    if "dutch-bye" in by_rule:
        yield PairFact("bye-allowed", player)
    elif "go-bye" in by_rule:
        yield PairFact("bye-go", player)
    elif system.by_value and not by_rule:
        yield PairFact("bye-last", player)
    elif "bye-fair" in by_rule:
        yield PairFact("bye-fair", player)
    elif "float" in by_rule:  # the bye stands half a point below the lowest score
        lowest = by_rule["float"].amount == 1
        points = half_points(past) / 2
        yield PairFact("bye-lowest" if lowest else "bye-points", player, amount=points)
    for one in reasons:
        if one.rule == "bye-again":
            yield PairFact("bye-again", player, amount=one.amount)
