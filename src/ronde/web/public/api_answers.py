"""What the API answers: the state of a tournament, and what was written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Self

import msgspec
from msgspec import UNSET, UnsetType

from ronde.app.notices import Arrivals, Notice, Repeats, notice_text
from ronde.app.views import PlayerView, RepeatView, RoundView, SummaryView, TableView, View
from ronde.core.errors import RondeError
from ronde.core.events import Event
from ronde.core.player import Player
from ronde.core.tournament import Tournament
from ronde.formats.shape import fact_data
from ronde.i18n.door import tell

Data = dict[str, Any]


class HealthView(View, frozen=True):
    status: str
    tournaments: int


class ProblemView(View, frozen=True):
    """A refusal, as RFC 9457 has it."""

    status: int
    code: str
    title: str
    detail: str
    facts: Data | UnsetType = UNSET
    type: str = "about:blank"


class NamedTableView(TableView, frozen=True):
    names: tuple[str, str]


class NamedRoundView(RoundView, frozen=True, kw_only=True):
    """The open round, with names beside numbers."""

    tables: tuple[NamedTableView, ...]
    names: dict[str, str]
    """Of those without a table."""

    @classmethod
    def after(cls, tournament: Tournament, notices: Iterable[Notice] = ()) -> Self:
        """The open round after an action: who joined it and which pairs it repeats, rather than would."""
        view = RoundView.of(tournament, tournament.open_round)
        for notice in notices:
            match notice:
                case Arrivals():
                    view = msgspec.structs.replace(view, arrivals=notice.players)
                case Repeats():
                    view = msgspec.structs.replace(
                        view, repeats=tuple(RepeatView(*pair) for pair in notice.pairs)
                    )
        names = {player: card.full_name for player, card in tournament.players.items()}
        tables = tuple(
            NamedTableView(**msgspec.structs.asdict(one), names=(names[one.first], names[one.second]))
            for one in view.tables
        )
        others = {str(player): names[player] for player in (*view.byes, *view.unpaired)}
        return cls(**msgspec.structs.asdict(view) | {"tables": tables}, names=others)


class StateView(View, frozen=True):
    number: int
    tournament: SummaryView
    players: tuple[PlayerView, ...]
    round: NamedRoundView

    @classmethod
    def of(cls, number: int, tournament: Tournament) -> Self:
        players = tuple(PlayerView.of(tournament, player) for player in tournament.players)
        return cls(number, SummaryView.of(tournament), players, NamedRoundView.after(tournament))


class WrittenView(View, frozen=True, kw_only=True):
    """What was written, or would be: the number of the journal, the events, their players, the round."""

    number: int
    facts: tuple[Data, ...]
    players: tuple[PlayerView, ...]
    round: NamedRoundView
    notices: tuple[Data, ...]
    """What the arbiter should know about it: a `code`, its values and a `detail`."""
    troubles: tuple[Data, ...]
    """What went wrong beside it, such as a backup: a `code`, `facts` and a `detail`."""

    @classmethod
    def of(
        cls,
        number: int,
        events: Sequence[Event],
        after: Tournament,
        language: str,
        notices: Sequence[Notice] = (),
        troubles: Sequence[RondeError] = (),
        **more: Any,
    ) -> Self:
        about = {_player_of(event) for event in events} & set(after.players)
        return cls(
            number=number,
            facts=tuple({"kind": type(event).__name__, **fact_data(event)} for event in events),
            players=tuple(PlayerView.of(after, player) for player in sorted(about)),
            round=NamedRoundView.after(after, notices),
            notices=tuple(
                msgspec.to_builtins(one) | {"detail": notice_text(one, after, language)} for one in notices
            ),
            troubles=tuple(
                {"code": one.code, "facts": one.facts, "detail": tell(one, language)} for one in troubles
            ),
            **more,
        )


class DrawnView(WrittenView, frozen=True, kw_only=True):
    """A pairing that is not written; the same seed and ETag write it."""

    seed: int


def _player_of(event: Event) -> int:
    player = getattr(event, "player", 0)
    return player.id if isinstance(player, Player) else player
