"""The tournament as plain data: the shapes of every `--json` (scripts/reference/json.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ronde.core.fidecard import NO_CARD, FideCard
from ronde.core.player import PlayerId
from ronde.core.published import AsOf
from ronde.core.result import Result
from ronde.core.schedule import is_over
from ronde.core.table import Reason, Table
from ronde.core.tournament import Round, Tournament
from ronde.formats.keizertext import keizer_data
from ronde.formats.shape import day_data, rating_data, shape_data
from ronde.formats.working import working_data, workings_of
from ronde.scoring.door import Crosstable, PlayerSheet, RoundLine, Standings, Team

if TYPE_CHECKING:
    from ronde.pairing.door import WhyNot

Data = dict[str, Any]


def number(value: float) -> int | float:
    """A whole number as int, so that JSON has 35 and not 35.0."""
    return int(value) if value == int(value) else value


def player_data(tournament: Tournament, player: PlayerId) -> Data:
    """One player's data and whether he plays the open round."""
    card = tournament.player(player)
    absence = tournament.absence(player)
    return {
        "id": card.id,
        "name": card.name,
        "first_name": card.first_name,
        "country": card.country,
        "rating": rating_data(card.rating),
        "present": absence is None,
        "absence": absence.value if absence else None,
        "club": card.club,
        "categories": list(card.categories),
        "comment": card.comment,
        "fide": fide_data(card.fide),
        "entered": tournament.entered[player],
        "expected": tournament.expected(player),
        "away": sorted(number for number, away in tournament.away.items() if player in away),
    }


def fide_data(card: FideCard) -> Data | None:
    """FIDE's data of a player; null if there are none."""
    if card == NO_CARD:
        return None
    return {
        "number": card.number or None,
        "title": card.title,
        "sex": card.sex,
        "birth": day_data(card.birth),
        "k": card.k or None,
    }


def players_data(tournament: Tournament) -> list[Data]:
    """All players in order of registration."""
    return [player_data(tournament, player) for player in tournament.players]


def reasons_data(reasons: tuple[Reason, ...]) -> list[Data]:
    return [
        {"rule": reason.rule, "cost": reason.cost, "player": reason.player or None, "amount": reason.amount}
        for reason in reasons
    ]


def score_data(result: Result | None) -> list[int | float] | None:
    """The two scores, the first player's first."""
    return None if result is None else [number(result.first), number(result.second)]


def table_data(table: Table) -> Data:
    return {
        "table": table.number,
        "first": table.first,
        "second": table.second,
        "cost": table.pair.cost,
        "reasons": reasons_data(table.pair.reasons),
        "score": score_data(table.result),
        "kind": table.result.kind.value if table.result else None,
        "locked": table.locked,
        "by_hand": table.by_hand,
    }


def round_data(tournament: Tournament, played: Round) -> Data:
    """One round with its tables, its bye and the cost breakdown."""
    # imported here because lists of standings need no pairing
    from ronde.pairing.door import brought_in, byes_to_be, repeats

    byes = list(played.byes) if played.closed else byes_to_be(tournament, played)
    billed = played.bye if played.bye and played.bye.player in byes else None
    bye: Data | None = None
    if byes:
        bye = {
            "player": billed.player if billed else byes[0],
            "cost": billed.cost if billed else 0,
            "reasons": reasons_data(billed.reasons) if billed else [],
        }
    tables = [table_data(table) for table in played]
    return {
        "round": played.number,
        "closed": played.closed,
        "system": played.system,
        "seed": played.seed,
        "tables": tables,
        "bye": bye,
        "byes": byes,
        "unpaired": [] if played.closed or len(byes) else list(tournament.unpaired),
        "total": sum(table["cost"] for table in tables if not table["by_hand"]) + (bye["cost"] if bye else 0),
        "forced_bye": played.forced_bye or None,
        "arrivals": [] if played.closed else brought_in(tournament),
        "repeats": [] if played.closed else repeats_data(repeats(tournament)),
    }


def brackets_data(tournament: Tournament, number: int) -> Data:
    """The brackets of a round paired by criteria; nothing elsewhere."""
    from ronde.pairing.door import brackets

    stories = [
        {
            "points": story.half_points / 2,
            "moved_down": list(story.moved_down),
            "residents": list(story.residents),
            "pairs": story.pairs,
            "limbo": list(story.limbo),
            "floaters": list(story.floaters),
            "gave_way": dict(story.gave_way),
        }
        for story in brackets(tournament, number)
    ]
    return {"brackets": stories} if stories else {}


def repeats_data(pairs: list[tuple[PlayerId, PlayerId, int]]) -> list[Data]:
    """The pairs that a resumed round robin repeats."""
    return [{"first": first, "second": second, "met": met} for first, second, met in pairs]


def whynot_data(number: int, answer: WhyNot) -> Data:
    """What a pair that was not chosen would cost, and the whole round with it."""
    return {
        "round": number,
        "first": answer.pair.first,
        "second": answer.pair.second,
        "cost": answer.pair.cost,
        "reasons": reasons_data(answer.pair.reasons),
        "total_with": answer.total_with,
        "total_best": answer.total_best,
        "dearer": answer.total_with - answer.total_best,
        "forbidden": answer.forbidden,
        **_verdict_data(answer),
    }


def _verdict_data(answer: WhyNot) -> Data:
    """What the rules say in a system without costs."""
    worse = answer.worse
    suffers = (
        {
            "criterion": worse.criterion,
            "bracket": number(worse.bracket / 2),
            "count_with": worse.with_them,
            "count_best": worse.best,
        }
        if worse
        else {}
    )
    return {"verdict": answer.verdict.value, **suffers} if answer.verdict else {}


def standings_data(
    tournament: Tournament, standings: Standings, *, explain: bool = False, as_of: AsOf = AsOf.CLOSING
) -> Data:
    """The standings after a round.

    With `explain` also the sources of Keizer points and tie-breaks of C.07.
    """
    rows = []
    worked = workings_of(tournament, standings.after) if explain else {}
    for row in standings.rows:
        card = tournament.player(row.player)
        rows.append(
            {
                "place": row.place,
                "rank": row.rank,
                "id": card.id,
                "name": card.name,
                "first_name": card.first_name,
                "country": card.country,
                "points": number(row.points),
                "tiebreaks": {name: number(value) for name, value in row.tiebreaks.items()},
                "discs": number(row.discs),
                "present": not tournament.has_left(row.player),
                **(keizer_data(row.keizer, explain=explain) if row.keizer else {}),
                **({"working": working_data(worked[row.player])} if row.player in worked else {}),
            }
        )
    return {"after": standings.after, "as_of": as_of.value, "rows": rows}


def line_data(line: RoundLine) -> Data:
    return {
        "round": line.round,
        "opponent": line.opponent or None,
        "first": line.first if line.opponent else None,
        "score": score_data(line.result),
        "kind": line.result.kind.value if line.result else None,
        "points": number(line.worth / 2),
        "bye": line.bye,
        "absence": line.absence.value if line.absence else None,
        "table": line.table or None,
    }


def sheet_data(tournament: Tournament, sheet: PlayerSheet, *, as_of: AsOf = AsOf.CLOSING) -> Data:
    """One player's rounds; his data are today's, `present` depends on `as_of`."""
    return {
        "player": player_data(tournament, sheet.player.id),
        "after": len(sheet.lines),
        "as_of": as_of.value,
        "present": sheet.present,
        "rounds": [line_data(line) for line in sheet.lines],
        "points": number(sheet.points),
        "discs": number(sheet.discs),
        **_sheet_working(tournament, sheet),
    }


def _sheet_working(tournament: Tournament, sheet: PlayerSheet) -> Data:
    worked = workings_of(tournament, len(sheet.lines))
    return {"working": working_data(worked[sheet.player.id])} if worked else {}


def crosstable_data(tournament: Tournament, crosstable: Crosstable, *, as_of: AsOf = AsOf.CLOSING) -> Data:
    return {
        "after": crosstable.after,
        "as_of": as_of.value,
        "rows": [
            {
                "rank": row.standing.rank,
                "id": row.standing.player,
                "present": not tournament.has_left(row.standing.player),
                "points": number(row.standing.points),
                "rounds": [line_data(line) for line in row.lines],
                "opponents_half_points": row.opponents,
                "second_minus_first": row.balance,
                "float": row.floated,
            }
            for row in crosstable.rows
        ],
    }


def teams_data(teams: tuple[Team, ...]) -> list[Data]:
    return [
        {"country": team.country, "points": number(team.points), "players": list(team.players)}
        for team in teams
    ]


def summary_data(tournament: Tournament) -> Data:
    """What a tournament is and how far it has come."""
    current = tournament.open_round
    return {
        **shape_data(),
        "name": tournament.name,
        "date": day_data(tournament.date),
        "rounds": tournament.settings.rounds,
        "system": tournament.settings.system,
        "profile": tournament.settings.profile,
        "closed_rounds": len(tournament.closed_rounds),
        "open_round": current.number,
        "players": len(tournament.players),
        "present": len(tournament.present),
        "tables": len(current.tables),
        "missing": [table.number for table in current.missing],
        "over": is_over(tournament),
    }
