"""What the pairing of a round of Go knows of everybody: groups, places in them, history (go 4, 5.1, 5.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ronde.model.go import HandicapSettings, McMahonSettings, rank_setting
from ronde.model.player import Player, PlayerId
from ronde.model.settings import Settings
from ronde.model.tournament import Tournament
from ronde.standings.go.criteria import Criteria, category
from ronde.standings.go.order import CONFRONTATIONS, name_order
from ronde.standings.go.ranks import main_score, rank_of
from ronde.standings.go.scores import Scores, State, Whole, go_scores

Marks = NDArray[np.bool_]
ZERO = 30
"""The program counts levels from 30k, wherever the points of McMahon begin."""
ABOVE_BAR = 2
"""A correction may lift a player so far above the bar."""


def halved(doubled: Whole) -> Whole:
    """Half of a doubled score, halves towards 0."""
    half: Whole = np.abs(doubled) // 2 * np.sign(doubled)
    return half


# The scale of groups of a round.


@dataclass(frozen=True, slots=True)
class Scale:
    """The levels of a round; in each category they are numbered from the highest, the strongest first."""

    lowest: int
    highest: int
    categories: int

    @property
    def levels(self) -> int:
        return self.highest - self.lowest + 1

    @property
    def groups(self) -> int:
        return self.levels * self.categories

    def group(self, categories: Whole, levels: Whole) -> Whole:
        """Levels off the scale count as its end."""
        return categories * self.levels + self.highest - np.clip(levels, self.lowest, self.highest)


def scale(settings: Settings, played: int) -> Scale:
    """The scale of the round after some rounds."""
    groups = settings.mcmahon.groups
    categories = len(groups.categories) + 1
    if main_score(settings) == "NBW":
        return Scale(0, played, categories)
    floor, bar = rank_setting(groups.floor), rank_setting(groups.bar)
    return Scale(floor - 1 + ZERO, bar + ABOVE_BAR + played + ZERO, categories)


# Names, as the deterministic draw and the order of the list need them.


def screen_order(card: Player) -> tuple[bytes, bytes]:
    """By surname, then first name, in small letters."""
    return card.name.lower().encode("utf-16-be"), card.first_name.lower().encode("utf-16-be")


@dataclass(frozen=True, slots=True)
class Names:
    """What the draw needs of names, the first name right after the surname: their order, sums of codes."""

    order: Whole
    length: Whole
    codes: Whole
    weighted: Whole
    """Each code times its place in the name, from 1."""

    def draw(self, most: int, one: Whole, other: Whole, *, mirror: bool) -> Whole:
        """A number from 0 to `most` out of two names; with `mirror` it depends on who is named first."""
        later = self.order[one] > self.order[other]
        first, second = np.where(later, other, one), np.where(later, one, other)
        sums = self.weighted[first] + self.weighted[second] + self.length[first] * self.codes[second]
        drawn: Whole = sums * 1_234_567 % (most + 1)
        return np.where(later, most - drawn, drawn) if mirror else drawn


def names_of(cards: Sequence[Player]) -> Names:
    texts = [card.name + card.first_name for card in cards]
    written = [text.encode("utf-16-be") for text in texts]
    order = {text: at for at, text in enumerate(sorted(set(written)))}
    units = [np.frombuffer(text, dtype=">u2").astype(np.int64) for text in written]
    return Names(
        _whole(order[text] for text in written),
        _whole(len(one) for one in units),
        _whole(int(one.sum()) for one in units),
        _whole(int(one @ np.arange(1, len(one) + 1)) for one in units),
    )


def _whole(numbers: Iterable[int]) -> Whole:
    return np.array(list(numbers), dtype=np.int64)


def _numbered(texts: Sequence[str]) -> Whole:
    """Equal texts get equal numbers, whatever their case."""
    known: dict[str, int] = {}
    return _whole(known.setdefault(text.lower(), len(known)) for text in texts)


# Everybody before a round.


class Field:
    """Everybody registered, in the order of the list on the screen, before the open round."""

    def __init__(self, tournament: Tournament) -> None:
        scores = go_scores(tournament)
        self.settings: Settings = tournament.settings
        self.mcmahon: McMahonSettings = tournament.settings.mcmahon
        self.played = scores.after
        self.scale = scale(self.settings, self.played)
        self._listed = sorted(range(len(scores.cards)), key=lambda at: screen_order(scores.cards[at]))
        self.players: tuple[PlayerId, ...] = tuple(scores.players[at] for at in self._listed)
        self.cards = tuple(scores.cards[at] for at in self._listed)
        self.place = {player: at for at, player in enumerate(self.players)}
        self._set_scores(scores)
        self._set_history(scores)
        self._set_groups(scores, tournament.present)

    def _set_scores(self, scores: Scores) -> None:
        listed = self._listed
        self.starts = scores.starts[listed]
        self.wins = scores.wins[-1][listed]
        self.points = scores.points[-1][listed]
        self.rank = _whole(rank_of(card) for card in self.cards)
        self.rating = _whole(card.rating for card in self.cards)
        self.category = _whole(category(int(rank), self.mcmahon.groups.categories) for rank in self.rank)
        sums = scores.wins if main_score(self.settings) == "NBW" else scores.points
        self.main = sums[-1][listed]
        self._levels = halved(sums)

    def _set_history(self, scores: Scores) -> None:
        """Who met whom when, who was drawn up or down, colours of games without handicap, byes."""
        people = len(scores.players)
        met = np.zeros((people, people), dtype=np.int16)
        up, down, balance, byes = (np.zeros(people, dtype=np.int64) for _ in range(4))
        for number, own in enumerate(scores.rounds):
            opponent = _whole(entry.opponent for entry in own)
            paired = opponent >= 0
            met[np.flatnonzero(paired), opponent[paired]] = number + 1
            gap = np.where(paired, self._levels[number] - self._levels[number][opponent], 0)
            up, down = up + (gap < 0), down + (gap > 0)
            even = paired & _flags(entry.handicap == 0 for entry in own)
            balance += np.where(even, 2 * _flags(entry.white for entry in own) - 1, 0)
            byes += _flags(entry.state is State.BYE for entry in own)
        listed = self._listed
        self.met = met[np.ix_(listed, listed)]
        """The number of the last round in which two met, 0 for none."""
        self.up, self.down, self.balance, self.byes = (one[listed] for one in (up, down, balance, byes))

    def _set_groups(self, scores: Scores, present: Iterable[PlayerId]) -> None:
        """Groups, their sizes, and everybody's place inside his own, the best 0."""
        self.group = self.scale.group(self.category, self._levels[-1][self._listed])
        everybody = self.mcmahon.rules == "3.51"
        counted = np.full(len(self.players), everybody)
        counted[[self.place[player] for player in present]] = True
        order = self._order(scores)
        order = order[np.argsort(self.group[order], kind="stable")]
        inside = np.where(counted, 1, 0)[order]
        sums = np.concatenate(([0], np.cumsum(inside)))
        begin = np.searchsorted(self.group[order], self.group, side="left")
        end = np.searchsorted(self.group[order], self.group, side="right")
        self.size = np.maximum(sums[end] - sums[begin], 1)
        self.inner = np.empty_like(self.size)
        self.inner[order] = sums[:-1] - sums[begin[order]]

    def _order(self, scores: Scores) -> NDArray[np.intp]:
        """By the criteria, then the order of the seeding in force, then by name."""
        values = Criteria(scores, scores.after, self.settings.rounds)
        names = [name for name in self.settings.tiebreaks if name not in CONFRONTATIONS]
        keys = [values[name][self._listed] * (1 if name == "CAT" else -1) for name in names]
        added = self.seeded_by
        keys += [-(self.rating if added == "rating" else self.rank)] if added else []
        alphabet = {at: n for n, at in enumerate(sorted(range(len(self.cards)), key=self._name))}
        keys.append(_whole(alphabet[at] for at in range(len(self.cards))))
        return np.lexsort(keys[::-1])

    def _name(self, at: int) -> tuple[bytes, bytes]:
        return name_order(self.cards[at])

    @property
    def _first_seeding(self) -> bool:
        return self.played < self.mcmahon.first_seeding_until

    @property
    def seeding(self) -> str:
        """The way of seeding in force."""
        return self.mcmahon.first_seeding if self._first_seeding else self.mcmahon.second_seeding

    @property
    def seeded_by(self) -> str:
        return self.mcmahon.first_seeding_by if self._first_seeding else self.mcmahon.second_seeding_by

    @cached_property
    def names(self) -> Names:
        return names_of(self.cards)

    @cached_property
    def country(self) -> Whole:
        return _numbered([card.country for card in self.cards])

    @cached_property
    def club(self) -> Whole:
        return _numbered([card.club for card in self.cards])

    @cached_property
    def allied(self) -> Marks:
        """By the numbers of clubs: whether two belong to one group of clubs."""
        number = {card.club.lower(): club for card, club in zip(self.cards, self.club.tolist(), strict=True)}
        allied = np.zeros((len(number), len(number)), dtype=np.bool_)
        for text in self.mcmahon.club_groups:
            clubs = [name.strip().lower() for name in text.partition("=")[2].split("|")]
            for one, other in combinations([number[club] for club in clubs if club in number], 2):
                allied[one, other] = allied[other, one] = True
        return allied

    @cached_property
    def above(self) -> Marks:
        """Who is above the thresholds: his country and club do not count (go 5.7)."""
        mcmahon, rounds = self.mcmahon, self.settings.rounds
        enough = self.wins >= (rounds if mcmahon.threshold_wins else 2 * rounds)
        strong = 2 * self.rank + self.wins >= 2 * rank_setting(mcmahon.threshold)
        bar = mcmahon.threshold_bar & (self.starts >= rank_setting(mcmahon.groups.bar) + ZERO)
        above: Marks = enough | strong | bar
        return above

    @cached_property
    def strength(self) -> Whole:
        """The rank by which stones are given."""
        handicap = self.mcmahon.handicap
        rank = halved(self.points) - ZERO if handicap.by == "mms" else self.rank
        return np.minimum(rank, rank_setting(handicap.none_from))

    def bye_order(self, places: Sequence[int]) -> list[int]:
        """Who has the bye, the first choice first: the weakest who had the fewest; of equals the last."""
        merit = self.rank + self.points + 1000 * self.byes
        return sorted(places, key=lambda at: (merit[at], -at))


def _flags(marks: Iterable[bool]) -> Whole:
    return np.array(list(marks), dtype=np.int64)


# Handicap and colours of a pair (go 4).


def stones(settings: HandicapSettings, gap: Whole) -> Whole:
    """The stones for a difference of strength."""
    apart = np.abs(gap)
    less = np.where(apart > 0, np.maximum(apart - settings.correction, 0), 0)
    return np.minimum(less, settings.ceiling)


@dataclass(frozen=True, slots=True)
class Seats:
    black: int
    white: int
    handicap: int


def seats(field: Field, one: int, other: int) -> Seats:
    """Who of two places has Black and how many stones: the weaker, else who had White more often."""
    gap = field.strength[one] - field.strength[other]
    handicap = int(stones(field.mcmahon.handicap, gap))
    lead = gap if handicap else field.balance[other] - field.balance[one]
    if not lead:
        drawn = field.names.draw(1, _whole([one]), _whole([other]), mirror=True)
        lead = 1 - 2 * int(drawn[0])
    return Seats(other, one, handicap) if lead > 0 else Seats(one, other, handicap)
