"""Updates both players files, the club's and the newcomers', when a player is added, changed or removed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache

from ronde.core.player import Player, PlayerId
from ronde.core.tournament import Tournament
from ronde.formats.papp.comments import read_notes
from ronde.formats.papp.live.kept_files import PappFiles, known_players, read_base
from ronde.formats.papp.live.personline import appended, line_of, with_card, without, without_note
from ronde.formats.papp.write.playerstext import emigrant_line, note_line, write_players

CARD_FIELDS = tuple(one.name for one in fields(Player) if one.name not in ("id", "new"))
"""The editable fields of a player."""

Changed = Mapping[PlayerId, Collection[str]]
"""The fields of each player that were changed at the desk."""


@dataclass(frozen=True, slots=True)
class Doings:
    """What the desk changed: fields of players, and the newcomers it wrote."""

    changed: Changed
    undone: Mapping[PlayerId, Mapping[str, Collection[object]]] = field(default_factory=dict)
    """Values that fields were changed to and back, which may still be in the files."""
    typed: frozenset[PlayerId] = frozenset()

    def fields(self, card: Player) -> set[str]:
        """The fields of a player in the files that the desk decides."""
        undone = self.undone.get(card.id, {})
        back = {name for name, values in undone.items() if getattr(card, name) in values}
        return back.union(self.changed.get(card.id, ()))


@lru_cache(maxsize=2)
def _known(
    players: bytes, news: bytes, paths: tuple[tuple[str, str], ...], country: str
) -> dict[PlayerId, Player]:
    """The players of the two files, cached because every result asks for them."""
    base, _ = read_base(PappFiles({"players": players, "new_players": news}, dict(paths)))
    return known_players(base, read_notes(base.notes), country)


@dataclass(slots=True)
class PeopleFiles:
    """The bytes of the two files, and their players."""

    players: bytes
    news: bytes
    known: dict[PlayerId, Player]
    country: str
    touched: list[PlayerId]
    """The players whose lines in the club's base were changed."""
    added: list[PlayerId]
    """The players added to the newcomers."""

    @classmethod
    def of(cls, kept: PappFiles, country: str) -> PeopleFiles:
        players, news = kept.data.get("players", b""), kept.data.get("new_players", b"")
        paths = tuple((kind, kept.names.get(kind, kind)) for kind in ("players", "new_players"))
        return cls(players, news, dict(_known(players, news, paths, country)), country, [], [])

    def follow(self, tournament: Tournament, doings: Doings) -> None:
        """Apply what was done at the desk, and nothing else: the club's base may be newer."""
        for number, card in tournament.players.items():
            before = self.known.get(number)
            if before is None:
                self.news = appended(self.news, write_players([card], self.country))
                self.added.append(number)
                continue
            changes = {name: getattr(card, name) for name in doings.fields(before)}
            self._change(before, replace(before, **changes))
        for number in doings.typed - tournament.players.keys():
            self.news = without(self.news, number)

    def _change(self, before: Player, after: Player) -> None:
        if before == after:
            return
        if before.country != after.country and after.country:
            self._emigrate(after)
            before = replace(before, country=after.country)
        if before != after:
            self._rewrite(before, after)

    def _emigrate(self, card: Player) -> None:
        """PAPP stores another country in the file of the newcomers (papp 3.4)."""
        line = emigrant_line(card.id, card.country) + note_line(card, self.country)
        self.news = appended(without_note(self.news, card.id), line)

    def _rewrite(self, before: Player, after: Player) -> None:
        """Change the line of a person, in whichever file it is."""
        if line_of(self.players, after.id) is not None:
            self.news = without_note(self.news, after.id)
            changed = with_card(self.players, before, after, self.country)
            self.touched += [after.id] if changed != self.players else []
            self.players = changed
        else:
            self.news = with_card(self.news, before, after, self.country)


def differing(tournament: Tournament, known: Mapping[PlayerId, Player]) -> Changed:
    """The fields in which the players of a tournament differ from the base."""
    return {
        number: [name for name in CARD_FIELDS if getattr(card, name) != getattr(known[number], name)]
        for number, card in tournament.players.items()
        if number in known
    }
