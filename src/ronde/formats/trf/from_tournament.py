"""A tournament as a report: its closed rounds, the byes already known, its settings, national rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ronde import __version__
from ronde.formats.trf.records import (
    LAST_ROUND,
    MOST_NUMBER,
    ByeRequest,
    NoMeeting,
    PointSystem,
    Trf,
    TrfPlayer,
    TrfRound,
    VirtualPoints,
    baku,
)
from ronde.model.player import Absence, Player, PlayerId
from ronde.model.result import Result
from ronde.model.schedule import is_over
from ronde.model.system_settings import virtual_ranges
from ronde.model.systems import CODE_OF, CODES
from ronde.model.tournament import Tournament, seeding
from ronde.standings import RoundLine, record
from ronde.systems import standings

# National rows of a report, and which of two ratings a tournament uses (record 172).


METHODS = ("FIDE", "NRO", "FIDON", "NIDOF", "HBFN", "LBFN", "OTHER")
"""FIDE's rating; the national one; one where the other is missing; the higher; the lower; another way."""
_ROW = re.compile(r"([A-Z]{3}) +([0-9]{1,4}) ")


def method_of(trf: Trf) -> tuple[str, str]:
    """The federation and the method of record 172; FIDE's ratings where there is none."""
    text = next(iter(trf.head.get("172", ())), "")
    federation, method = text[:3].strip().upper(), text[4:9].strip().upper()
    return federation, method if method in METHODS else "FIDE"


def rating_of(trf: Trf, player: TrfPlayer) -> int:
    """The rating that the tournament uses."""
    federation, method = method_of(trf)
    if method in ("FIDE", "OTHER"):
        return player.rating
    national = national_ratings(trf, federation).get(player.number, 0)
    both = [rating for rating in (player.rating, national) if rating]
    return {
        "NRO": national,
        "FIDON": player.rating or national,
        "NIDOF": national or player.rating,
        "HBFN": max(both, default=0),
        "LBFN": min(both, default=0),
    }[method]


def national_ratings(trf: Trf, federation: str) -> dict[int, int]:
    """The ratings of the national rows of a federation, by the number of the player."""
    ratings = {}
    for line in trf.others:
        match = _ROW.match(line)
        if match and match[1] == federation and line[48:52].strip().isdecimal():
            ratings[int(match[2])] = int(line[48:52])
    return ratings


# A tournament as a report: its closed rounds, the byes already known, and its settings.


TYPES = {
    "dutch": ("Individual Swiss", "FIDE_DUTCH"),
    "berger": ("Individual round robin", "BERGER_ROUNDROBIN"),
    "double-berger": ("Individual double round robin", "FIDE_DOUBLEROUNDROBIN"),
}
OTHER_TYPE = ("Individual", "CUSTOM_SWISS")
"""The words of record 092 and the code of 192 by system; all others have no code."""
_LETTERS = {Absence.HALF_BYE: "H", Absence.FULL_BYE: "F"}
_KEPT = ("122", "132", "172")
"""Records that are kept from an imported report and never generated."""


def trf_of(tournament: Tournament, *, kept: Trf | None = None, open_round: bool = False) -> Trf:
    """The report; `kept` is the file it was imported from, `open_round` adds the current pairs."""
    numbers = numbers_in(tournament)
    settings = tournament.settings
    return Trf(
        head=_head(tournament, kept),
        players=tuple(_players(tournament, numbers, kept, open_round=open_round)),
        points=points_of(tournament),
        rounds=max(settings.rounds, len(tournament.closed_rounds)) if tournament.final else settings.rounds,
        white_first=_white_first(tournament),
        byes=tuple(_byes(tournament, numbers)),
        virtual=_virtual(tournament, numbers),
        forbidden=tuple(_forbidden(tournament, numbers)),
        others=tuple(dict.fromkeys((*(kept.others if kept else ()), *_by_hand(tournament, numbers)))),
    )


def numbers_in(tournament: Tournament) -> dict[PlayerId, int]:
    """The number of everybody in a report: the pairing number, or the player's own where that decides."""
    order = seeding(tournament)
    if tournament.settings.dutch.order == "number" and max(order, default=0) <= MOST_NUMBER:
        return {player: player for player in order}
    return {player: at for at, player in enumerate(order, start=1)}


def points_of(tournament: Tournament) -> PointSystem:
    """The value of results, in tenths."""
    dutch, board = tournament.settings.dutch, tournament.settings.board
    if not tournament.settings.pairing_system.numbered:
        return PointSystem(bye=5 * board.bye_half_points)
    win, draw, loss, absent = (round(10 * one) for one in (dutch.win, dutch.draw, dutch.loss, dutch.absent))
    return PointSystem(win, draw, loss, absent, 5 * dutch.bye_worth(board))


def _white_first(tournament: Tournament) -> bool | None:
    return {"first": True, "second": False}.get(tournament.settings.dutch.first_colour)


def _by_hand(tournament: Tournament, numbers: Mapping[PlayerId, int]) -> Iterator[str]:
    """A comment for every pair that the arbiter made; in English, like the whole report."""
    for played in tournament.closed_rounds:
        for table in played:
            if table.by_hand:
                pair = f"{numbers[table.first]} - {numbers[table.second]}"
                yield f"### Round {played.number}: {pair} was paired by hand"
        for first, second in played.instead:
            pair = f"{numbers[first]} - {numbers[second]}" if second else f"the bye of {numbers[first]}"
            yield f"### Round {played.number}: by the rules {pair}, changed in the manual phase"


def _head(tournament: Tournament, kept: Trf | None) -> dict[str, tuple[str, ...]]:
    settings = tournament.settings
    report, people = settings.report, tournament.players.values()
    text, code = TYPES.get(settings.system, OTHER_TYPE)
    accelerated = settings.system == "dutch" and settings.dutch.acceleration == "baku"
    codes = [CODE_OF.get(name, name) for name in settings.tiebreaks]
    made = {
        "012": (tournament.name,),
        "022": (report.city,),
        "032": (report.federation,),
        "042": (report.begin,),
        "052": (report.end,),
        "062": (str(len(tournament.players)),),
        "072": (str(sum(card.rating > 0 for card in people)),),
        "092": (text,),
        "102": (report.arbiter,),
        "112": report.deputies,
        "182": (f"Ronde {__version__}",),
        "192": (f"{code}_BAKU" if accelerated else code,),
        "202": (",".join(code for code in codes if code in CODES),),
        "222": (report.time_control,),
    }
    saved = {code: kept.head[code] for code in _KEPT if kept and code in kept.head}
    return {code: texts for code, texts in {**saved, **made}.items() if any(texts)}


def _players(
    tournament: Tournament, numbers: Mapping[PlayerId, int], kept: Trf | None, *, open_round: bool
) -> Iterator[TrfPlayer]:
    lines = record(tournament)
    ranks = {row.player: row.rank for row in standings(tournament).rows} if tournament.closed_rounds else {}
    old = {player.number: player for player in kept.players} if kept else {}
    for player, number in sorted(numbers.items(), key=lambda entry: entry[1]):
        before = old.get(number)
        rounds = [_round(line, numbers, before) for line in lines[player]]
        today = _today(tournament, player, numbers) if open_round and tournament.open_round.tables else None
        yield _row(
            tournament.players[player],
            number,
            kept,
            before,
            points=5 * sum(line.worth for line in lines[player]),
            rank=ranks.get(player, 0),
            rounds=(*rounds, today) if today else tuple(rounds),
        )


def _row(
    card: Player,
    number: int,
    kept: Trf | None,
    before: TrfPlayer | None,
    *,
    points: int,
    rank: int,
    rounds: tuple[TrfRound, ...],
) -> TrfPlayer:
    """A row; FIDE's rating stays where the tournament uses a national one."""
    unchanged = before is not None and kept is not None and rating_of(kept, before) == card.rating
    fide = card.fide
    return TrfPlayer(
        number=number,
        name=f"{card.name}, {card.first_name}" if card.first_name else card.name,
        sex=fide.sex,
        title=fide.title,
        rating=before.rating if before is not None and unchanged else max(0, card.rating),
        federation=card.country,
        fide_number=str(fide.number or ""),
        birth=fide.birth,
        points=points,
        rank=rank,
        rounds=rounds,
    )


def _round(line: RoundLine, numbers: Mapping[PlayerId, int], before: TrfPlayer | None) -> TrfRound:
    if line.result is None:
        return TrfRound(result="U" if line.bye else _LETTERS.get(line.absence or Absence.ABSENT, "Z"))
    made = TrfRound(numbers[line.opponent], "w" if line.first else "b", _letter(line.result))
    written = before.rounds[line.round - 1] if before and line.round <= len(before.rounds) else None
    same = written is not None and (written.opponent, written.colour) == (made.opponent, made.colour)
    if written is not None and same and _SHORT.get(written.result) == made.result:
        return written  # a game of less than one move, which is not rated
    return made


_SHORT = {"W": "1", "D": "=", "L": "0"}


def _letter(result: Result) -> str:
    """The letter for the first player's side of the result."""
    if result.over_the_board:
        return "0=1"[result.half_points[0]]
    return "+" if result.half_points[0] == 2 else "-"


def _today(tournament: Tournament, player: PlayerId, numbers: Mapping[PlayerId, int]) -> TrfRound:
    """The open round of a player; a missing result counts as a draw, like an adjourned game."""
    current = tournament.open_round
    table = current.table_of(player)
    if table is None:
        letter = _LETTERS.get(tournament.absence(player) or Absence.ABSENT, "Z")
        return TrfRound(result="U" if player in tournament.unpaired else letter)
    first = table.first == player
    result = table.result or Result(0.5, 0.5)
    opponent = table.second if first else table.first
    return TrfRound(numbers[opponent], "w" if first else "b", _letter(result if first else result.swapped))


def _byes(tournament: Tournament, numbers: Mapping[PlayerId, int]) -> Iterator[ByeRequest]:
    """Byes of future rounds, and of the open one everybody who does not play it; none after a final."""
    if tournament.final and is_over(tournament):
        return
    current = tournament.open_round.number
    away: dict[int, dict[PlayerId, Absence]] = {
        round_: dict(known) for round_, known in tournament.away.items() if round_ > current
    }
    reasons = ((player, tournament.absence(player)) for player in tournament.players)
    away[current] = {player: reason for player, reason in reasons if reason is not None}
    for round_ in sorted(away):
        for kind in "FHZ":
            asked = [one for one, reason in away[round_].items() if _LETTERS.get(reason, "Z") == kind]
            if asked and round_ <= LAST_ROUND:
                yield ByeRequest(kind, round_, tuple(sorted(numbers[one] for one in asked)))


def _virtual(tournament: Tournament, numbers: Mapping[PlayerId, int]) -> tuple[VirtualPoints, ...]:
    settings = tournament.settings
    if settings.system != "dutch":
        return ()
    if settings.dutch.virtual:
        ids = sorted(numbers.values())
        return tuple(
            VirtualPoints(
                5 * one.half_points,
                one.first_round,
                one.last_round,
                *(ids[min(place, len(ids)) - 1] for place in (one.first, one.last)),
            )
            for one in virtual_ranges(settings.dutch.virtual)
            if 1 <= one.first <= len(ids)
        )
    last = settings.dutch.last_accelerated
    if settings.dutch.acceleration != "baku" or last not in numbers:
        return ()
    return baku(numbers[last], settings.rounds, points_of(tournament))


def _forbidden(tournament: Tournament, numbers: Mapping[PlayerId, int]) -> Iterator[NoMeeting]:
    """The forbidden pairs, from the round after their last meeting, so that past rounds stay legal."""
    met = {
        frozenset((table.first, table.second)): played.number
        for played in tournament.closed_rounds
        for table in played
    }
    for pair in sorted(tournament.forbidden, key=sorted):
        yield NoMeeting(met.get(pair, 0) + 1, LAST_ROUND, tuple(sorted(numbers[one] for one in pair)))
