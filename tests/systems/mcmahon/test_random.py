"""Random tournaments of Go: everybody once, nobody forbidden, and no other pairing weighs more."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.systems.mcmahon.hall import BLACK_WINS, WHITE_WINS, go_settings, hall, paired

from ronde.model.decisions.rounds import close_round
from ronde.model.errors import CannotPair
from ronde.model.events import AbsencePlanned, PairForbidden, ResultEntered
from ronde.model.go import PLACES, RULES, SEEDINGS, McMahonSettings, write_rank
from ronde.model.replay import replay
from ronde.model.result import Kind, Result
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament
from ronde.systems.mcmahon.check import weight
from ronde.systems.mcmahon.pairing import Pricing
from ronde.systems.rounds import pair_round
from ronde.systems.system import RoundPairing

RESULTS = (BLACK_WINS, WHITE_WINS, Result(0.5, 0.5), Result(0, 0, Kind.BOTH_LOSE), Result(1, 0, Kind.FORFEIT))


@st.composite
def mcmahons(draw: st.DrawFn) -> Settings:
    """Any system with any way of pairing."""
    usual = go_settings(draw(st.sampled_from(["mcmahon", "go-swiss", "go-categories"])))
    made: McMahonSettings = replace(
        usual.mcmahon,
        rules=draw(st.sampled_from(RULES)),
        first_seeding=draw(st.sampled_from(SEEDINGS)),
        second_seeding=draw(st.sampled_from(SEEDINGS)),
        drawn_upper=draw(st.sampled_from(PLACES)),
        drawn_lower=draw(st.sampled_from(PLACES)),
        compensate=draw(st.booleans()),
        weights=replace(
            usual.mcmahon.weights,
            random=draw(st.sampled_from([0, 10**9])),
            deterministic=draw(st.booleans()),
            handicap=draw(st.sampled_from([0, 10**10])),
            never_met=draw(st.sampled_from([0, 10**10, 5 * 10**14])),
        ),
    )
    return replace(usual, mcmahon=made)


@st.composite
def halls(draw: st.DrawFn) -> Tournament:
    """A tournament after some rounds, with people absent and pairs forbidden."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    people = draw(st.integers(4, 16))
    ranks = [write_rank(min(8, max(-30, round(chance.gauss(-6, 5))))) for _ in range(people)]
    tournament = hall(ranks, draw(mcmahons()))
    for number in range(1, draw(st.integers(1, 5))):
        tournament = _played(_without_some(tournament, number, chance), chance)
    pairs = draw(
        st.lists(st.sampled_from(list(combinations(range(1, people + 1), 2))), max_size=3, unique=True)
    )
    tournament = replay([PairForbidden(*pair) for pair in pairs], tournament)
    return _without_some(tournament, tournament.open_round.number, chance)


def _without_some(tournament: Tournament, number: int, chance: random.Random) -> Tournament:
    away = chance.sample(list(tournament.players), chance.randrange(3))
    return replay([AbsencePlanned(player, number) for player in away], tournament)


def _played(tournament: Tournament, chance: random.Random) -> Tournament:
    drawn = paired(tournament, seed=3)
    current = drawn.open_round
    results = [ResultEntered(current.number, table.number, chance.choice(RESULTS)) for table in current]
    done = replay(results, drawn)
    return replay(close_round(done), done)


@settings(max_examples=60, deadline=None)
@given(halls(), st.integers(0, 2**32))
def test_everybody_plays_once_nobody_is_forbidden_and_no_other_round_weighs_more(
    tournament: Tournament, seed: int
) -> None:
    try:
        drawn = pair_round(tournament, seed=7)
    except CannotPair:
        assert tournament.forbidden
        return
    here = [player for pair in drawn.tables.values() for player in (pair.first, pair.second)]
    bye = [drawn.bye.player] if drawn.bye else []
    assert sorted((*here, *bye)) == sorted(tournament.unpaired)
    assert not any(
        frozenset((pair.first, pair.second)) in tournament.forbidden for pair in drawn.tables.values()
    )
    assert pair_round(tournament, seed=7) == drawn
    _heaviest(tournament, drawn, random.Random(seed))


def _heaviest(tournament: Tournament, drawn: RoundPairing, chance: random.Random) -> None:
    """Of a thousand other legal pairings none weighs more, and what they weigh less they cost more."""
    pricing = Pricing(tournament, 7)
    place = pricing.field.place
    ours = [(place[pair.first], place[pair.second]) for pair in drawn.tables.values()]
    best = weight(pricing, ours)
    apart = {frozenset(place[player] for player in pair) for pair in tournament.forbidden}
    people = [at for pair in ours for at in pair]
    for _ in range(1000):
        chance.shuffle(people)
        pairs = list(zip(people[::2], people[1::2], strict=True))
        if not any(frozenset(pair) in apart for pair in pairs):
            assert weight(pricing, pairs) <= best
    dearer = sum(pair.cost for pair in pricing.pairs(pairs)) - drawn.total
    assert dearer == best - weight(pricing, pairs)
