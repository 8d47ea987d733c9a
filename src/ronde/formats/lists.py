"""Lists as plain text and CSV: players, pairings, standings, crosstable, player's rounds and teams."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ronde.core.player import PlayerId
from ronde.core.published import published
from ronde.core.result import write_number
from ronde.core.table import Reason
from ronde.core.tournament import Round, Tournament
from ronde.formats.attendance import away_lines
from ronde.formats.keizertext import keizer_text, sheet_lines, standings_title, within_category
from ronde.formats.shown import colour_name, game_score, signed, who
from ronde.formats.tables.checklist import brackets_text
from ronde.formats.tables.people import players_listing, teams_listing
from ronde.formats.tables.rounds import pairings_listing
from ronde.formats.tables.standings import crosstable_listing, standings_listing
from ronde.formats.tables.writing import listing_csv, listing_text
from ronde.formats.working import working_lines, working_text, workings_of
from ronde.i18n.door import figures, say, section_words
from ronde.pairing import door as pairing
from ronde.scoring.door import PlayerSheet, RoundLine, Standings, crosstable, sheet, standings, teams

if TYPE_CHECKING:
    from ronde.pairing.door import WhyNot


def players_text(tournament: Tournament, language: str) -> str:
    if not tournament.players:
        return say("lists.no-players", language)
    grouped = any(card.categories for card in tournament.players.values())
    listing = players_listing(tournament, language).without(
        {"comment", "sex", "birth", "k", *(() if grouped else ["category"])}
    )
    return listing_text(listing, numbered=False)


def round_text(tournament: Tournament, played: Round, language: str, *, explain: bool = False) -> str:
    """The tables of a round with their results, then the players without a game."""
    lines = [say("lists.round", language, round=played.number, name=tournament.name)]
    if played.tables:
        lines.append("")
        body = listing_text(pairings_listing(tournament, played, language, for_desk=True)).split("\n")
        for line, table in zip(body, [None, *played], strict=True):
            lines.append(line)
            if explain and table is not None:
                lines += bill_lines(tournament, table.pair.reasons, language, 15)
    lines += _left_over(tournament, played, language, explain)
    lines += away_lines(tournament, played, language)
    brackets = brackets_text(tournament, played.number, language) if explain else []
    return "\n".join([*lines, *(["", *brackets] if brackets else [])])


def system_name(system: str, language: str) -> str:
    """The name of a pairing system; an unknown one, from a file of a newer version, shows its code."""
    name = section_words("public", language).get(f"system-{system}")
    return system if name is None else str(name)


def bill_lines(
    tournament: Tournament, reasons: tuple[Reason, ...], language: str, room: int = 10
) -> list[str]:
    """A cost breakdown with `room` columns for the costs; words alone in a system without costs."""
    priced = any(reason.cost for reason in reasons)
    return [
        f"{reason.cost if priced else '':>{room}}  {reason_text(tournament, reason, language)}"
        for reason in reasons
    ]


def reason_text(tournament: Tournament, reason: Reason, language: str) -> str:
    """One line of a cost breakdown in words."""
    player = tournament.player(reason.player).full_name if reason.player in tournament.players else ""
    way = "down" if reason.amount > 0 else "up"
    keyed = f"rules.{reason.rule}"
    if reason.rule in ("float-again", "float-back"):
        keyed += f"-{way}"
    first, second = tournament.settings.board.colours
    colour = colour_name(first if reason.amount > 0 else second, language)
    count = abs(reason.amount)
    if keyed.partition(".")[2] not in section_words("rules", language):
        return reason.rule  # a rule of a newer version or another program
    points = figures(write_number(count / 2), language)
    return say(
        keyed, language, player=player, amount=count, count=count, colour=colour, round=count, points=points
    )


def conclusion(
    number: int,
    answer: WhyNot,
    language: str,
    forbidden: str = "cli.whynot-forbidden",
    price: Callable[[int, str], str] = lambda cost, language: str(cost),
) -> str:
    """The answer to a question about a pair, in a sentence; `price` formats the cost."""
    if answer.forbidden:
        return say(forbidden, language)
    if answer.verdict is not None:
        return say(f"cli.whynot-{answer.verdict}", language, **_worse(answer, language))
    dearer = answer.total_with - answer.total_best
    costs = {"total_with": answer.total_with, "total_best": answer.total_best, "dearer": dearer}
    told = {name: price(cost, language) for name, cost in costs.items()}
    return say(f"cli.whynot-{'equal' if dearer <= 0 else 'dearer'}", language, round=number, **told)


def _worse(answer: WhyNot, language: str) -> dict[str, object]:
    """What would be worse with the pair, in a system without costs."""
    worse = answer.worse
    if worse is None:
        return {}
    return {
        "criterion": worse.criterion,
        "bracket": figures(write_number(worse.bracket / 2), language),
        "count_with": worse.with_them,
        "count_best": worse.best,
        "meaning": say(f"lists.criterion-{worse.criterion}", language),
    }


def _left_over(tournament: Tournament, played: Round, language: str, explain: bool) -> list[str]:
    byes = played.byes if played.closed else tournament.unpaired
    if not byes:
        return []
    paired = played.closed or pairing.byes_to_be(tournament, played)
    key = "lists.byes" if paired else "lists.unpaired"
    lines = ["", say(key, language, count=len(byes))]
    for player in byes:
        chosen = f" [{say('lists.chosen', language)}]" if player == played.forced_bye else ""
        lines.append(f"    {who(tournament, player)}{chosen}")
        if explain and played.bye and played.bye.player == player:
            lines += bill_lines(tournament, played.bye.reasons, language, 15)
    return lines


def standings_text(tournament: Tournament, language: str, upto: int | None = None) -> str:
    return table_text(tournament, standings(tournament, upto), language)


def table_text(
    tournament: Tournament, table: Standings, language: str, *, explain: bool = False, group: str = ""
) -> str:
    """Some standings, perhaps of a group; with `explain` also the sources of Keizer points or tie-breaks."""
    if tournament.settings.pairing_system.by_value:
        return keizer_text(tournament, table, language, explain=explain, group=group)
    if not table.rows:
        return say("lists.no-players", language)
    title = standings_title(tournament, table, language, group)
    listing = standings_listing(tournament, table, language, every=True)
    lines = working_text(tournament, table, language) if explain else []
    return "\n".join([f"{title}\n\n{listing_text(listing, leavers=True)}", *lines])


def sheet_text(tournament: Tournament, player: PlayerId, language: str) -> str:
    """One player's rounds so far, and whether he is present now."""
    return sheet_of(tournament, sheet(tournament, player), language)


def sheet_of(tournament: Tournament, page: PlayerSheet, language: str) -> str:
    player = page.player.id
    lines = [say("lists.sheet", language, player=who(tournament, player), round=len(page.lines)), ""]
    lines += [_sheet_line(tournament, line, language) for line in page.lines]
    board = tournament.settings.board
    ahead = 2 * page.discs - len(page.lines) * board.total
    totals = {
        "points": write_number(page.points),
        "rounds": len(page.lines),
        "discs": write_number(page.discs),
        "ahead": figures(signed(ahead), language),
        "count": page.points,
    }
    kind = "points" if board.discless else "ahead" if board.relative else "total"
    lines += ["", say(f"lists.sheet-{kind}", language, **totals)]
    lines += sheet_lines(tournament, player, language, len(page.lines))
    lines += _worked(tournament, player, len(page.lines), language)
    lines += [] if page.present else [say("lists.has-left", language)]
    lines += [page.player.comment] if page.player.comment else []
    return "\n".join(lines)


def _worked(tournament: Tournament, player: PlayerId, after: int, language: str) -> list[str]:
    """How the tie-breaks of a player are computed; nothing where C.07 does not rank."""
    by_player = workings_of(tournament, after) if after else {}
    if player not in by_player:
        return []
    ties = next(row.tiebreaks for row in standings(tournament, after).rows if row.player == player)
    return ["", *working_lines(by_player[player], ties, language)]


def _sheet_line(tournament: Tournament, line: RoundLine, language: str) -> str:
    start = f"{line.round:>3}. "
    if line.result is None:
        word = (
            "common.bye" if line.bye else f"lists.absence-{line.absence.value if line.absence else 'absent'}"
        )
        return start + say(word, language)
    colours = tournament.settings.board.colours
    colour = colour_name(colours[0] if line.first else colours[1], language)
    mark = " " if tournament.settings.board.relative else {2: "+", 1: "=", 0: "-"}[line.half_points]
    score = game_score(tournament, line.result, language)
    return f"{start}{colour:<7} {mark} {score:<9} {who(tournament, line.opponent)}"


def crosstable_text(
    tournament: Tournament,
    language: str,
    upto: int | None = None,
    *,
    named: bool = True,
    category: str | None = None,
) -> str:
    """Who met whom, round by round, perhaps of a category; without names only places identify players."""
    listing = crosstable_listing(tournament, crosstable(tournament, upto), language, category)
    return listing_text(listing if named else listing.without({"name"}))


def teams_text(tournament: Tournament, language: str, upto: int | None = None) -> str:
    return listing_text(teams_listing(tournament, teams(tournament, upto), language).without({"names"}))


def standings_csv(tournament: Tournament, language: str, category: str | None = None) -> bytes:
    """The standings as CSV, of everybody or of a category."""
    table = within_category(tournament, standings(published(tournament)), category)
    listing = standings_listing(tournament, table, language, every=True).without({"state"})
    return listing_csv(listing, tournament, language)


def players_csv(tournament: Tournament, language: str) -> bytes:
    """The players as CSV, which our own import reads."""
    return listing_csv(players_listing(tournament, language).without({"state"}), tournament, language)
