"""Lists in words: players, pairings, standings, crosstable, one player, teams, Keizer's points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from ronde.i18n import figures, say, section_words, start
from ronde.model.errors import SettingImpossible
from ronde.model.groups import TEXTS as GROUP_TEXTS
from ronde.model.groups import Condition, read_group
from ronde.model.player import LEAST_RATING, MOST_RATING, PlayerId
from ronde.model.result import write_number
from ronde.model.schedule import State, is_over, state_of
from ronde.model.system_settings import categories
from ronde.model.systems import Ranking
from ronde.model.table import Reason
from ronde.model.tournament import Round, Tournament, at_closing
from ronde.render.chess import brackets_text, tiebreak_workings, working_lines, working_text
from ronde.render.finals import match_lines
from ronde.render.go import gained_text, line_terms
from ronde.render.listing import listing_csv, listing_text
from ronde.render.public import public_absence
from ronde.render.tables import (
    away_lines,
    crosstable_listing,
    pairings_listing,
    players_listing,
    standings_listing,
    teams_listing,
)
from ronde.render.text import colour_name, game_score, signed, who
from ronde.render.why import why_text
from ronde.standings import PlayerCard, RoundLine, counted_groups, members, player_card, record, teams
from ronde.systems import (
    KeizerRow,
    Row,
    Source,
    Standings,
    crosstable,
    keizer_table,
    short_of_games,
    shortest,
    standings,
)
from ronde.systems import rounds as pairing
from ronde.systems.rounds import ManualReport, ManualWarning

if TYPE_CHECKING:
    from ronde.systems.system import WhyNotAnswer


# Keizer standings in words: the table, a category, the podium, and the sources of points.


Data = dict[str, Any]
PODIUM = 3
WIDTH = 80
"""Of the terminal in which a sentence is read."""


def known_categories(tournament: Tournament) -> dict[str, str]:
    """Names by abbreviation: those defined in the settings, then any others that players have."""
    defined = categories(tournament.settings.keizer.categories)
    worn = sorted({short for card in tournament.players.values() for short in card.categories})
    return defined | {short: short for short in worn if short not in defined}


def known_groups(tournament: Tournament, language: str) -> dict[str, str]:
    """Everything that has standings of its own: the categories, then the groups of the settings."""
    groups = {text: group_words(text, language) for text in counted_groups(tournament)}
    return known_categories(tournament) | groups


def group_words(text: str, language: str) -> str:
    """A group by the name that lists give it.

    >>> group_words("U16+sex:f", "en"), group_words("rating 1600-1799", "en"), group_words("club:Paris", "fr")
    ('U16, women', 'rating 1600–1799', 'Paris')
    """
    return ", ".join(_condition_words(one, language) for one in read_group(text))


def _condition_words(one: Condition, language: str) -> str:
    if one.kind in GROUP_TEXTS:
        return one.text
    if one.kind == "under":
        return f"U{one.most}"
    if one.kind == "senior":
        return f"{one.least}+"
    if one.kind == "sex":
        return say(f"lists.group-{'women' if one.text == 'w' else 'men'}", language)
    if one.least == LEAST_RATING:
        return say("lists.group-rating-below", language, most=one.most + 1)
    key = "above" if one.most == MOST_RATING else "band"
    return say(f"lists.group-rating-{key}", language, least=one.least - (key == "above"), most=one.most)


def within_category(tournament: Tournament, table: Standings, category: str | None) -> Standings:
    """The rows of one category or group, places renumbered; all rows without one."""
    from dataclasses import replace

    if category is None:
        return table
    known = {**known_categories(tournament), **dict.fromkeys(counted_groups(tournament))}
    if category not in known:
        raise _unknown_group(tournament, category, known)
    inside = members(tournament, category)
    shown = [row for row in table.rows if row.player in inside]
    rows = [replace(row, place=at, rank=at) for at, row in enumerate(shown, start=1)]
    return replace(table, rows=tuple(rows))


def _unknown_group(tournament: Tournament, category: str, known: Iterable[str]) -> SettingImpossible:
    names = ", ".join(sorted(known)) or "-"
    if category in tournament.settings.groups:
        return SettingImpossible(reason="no-year", setting="groups", value=category)
    kept = "keizer.categories" if tournament.settings.pairing_system.uses("keizer.categories") else "groups"
    return SettingImpossible(reason="category", setting=kept, value=category, allowed=names)


def podium(tournament: Tournament, table: Standings, category: str | None) -> tuple[Row, ...]:
    """The first three of a category, or of a tournament that is over."""
    over = table.after == len(tournament.closed_rounds) and is_over(tournament)
    return table.rows[:PODIUM] if table.after and (category or over) else ()


def state_text(tournament: Tournament, language: str) -> str:
    """How far the tournament has come, in a few words."""
    state, number, announced = state_of(tournament), tournament.open_round.number, tournament.settings.rounds
    key = "further" if state is State.RUNNING and number > announced else state.value
    return say(f"lists.state-{key}", language, round=number, rounds=announced)


def start_text(tournament: Tournament, number: int, language: str, *, dated: bool = False) -> str:
    """When a round begins; empty if nobody said. Beyond a week the day of the week needs its date."""
    settings = tournament.settings
    known = [date.fromisoformat(time[:10]) for time in settings.times if time]
    when = settings.start_of(number)
    return start(when, language, dated=dated or (known[-1] - known[0]).days >= 7) if when else ""


def break_text(tournament: Tournament, language: str) -> str:
    """When the next round begins, while none is played; empty if nobody said. The first may be weeks away."""
    state = state_of(tournament)
    if state in (State.RUNNING, State.FINISHED):
        return ""
    first = state is not State.BETWEEN
    when = start_text(tournament, tournament.open_round.number, language, dated=first)
    key = "lists.first-start" if first else "lists.next-start"
    return say(key, language, when=when) if when else ""


def podiums(tournament: Tournament, table: Standings, language: str) -> dict[str, tuple[Row, ...]]:
    """The first three of everybody and of each category and group, by its name; none before a round."""
    groups = known_groups(tournament, language)
    known: list[tuple[str | None, str]] = [(None, say("web.everybody", language)), *groups.items()]
    ranked = {name: within_category(tournament, table, one).rows for one, name in known}
    return {name: rows[:PODIUM] for name, rows in ranked.items() if rows and table.after}


def group_name(tournament: Tournament, category: str | None, language: str, *, podium: bool) -> str:
    """The part of the standings that is shown, for its title; empty for the whole."""
    known = known_groups(tournament, language) if category else {}
    parts = [known.get(category, category)] if category else []
    return ", ".join([*parts, *([say("keizer.podium", language)] if podium else [])])


def standings_title(tournament: Tournament, table: Standings, language: str, group: str = "") -> str:
    facts = {"name": tournament.name, "round": table.after, "count": len(table.rows)}
    return say("lists.standings", language, **facts) + (f" ({group})" if group else "")


def keizer_text(
    tournament: Tournament, table: Standings, language: str, *, explain: bool = False, group: str = ""
) -> str:
    """The table: place, name, Keizer points, points of games, and the value of each player.

    The current table also says who will miss the next round, and who has withdrawn.
    """
    withdrawn = withdrawn_line(tournament, table, language) if not group else ""
    gone = ["", withdrawn] if withdrawn else []
    if not table.rows:
        return "\n".join(gone) or say("lists.no-players", language)
    rows = [row.keizer for row in table.rows if row.keizer is not None]
    title = standings_title(tournament, table, language, group)
    lines = [title, "", *listing_text(standings_listing(tournament, table, language)).split("\n"), *gone]
    if explain:
        for keizer in rows:
            lines += ["", *explanation(tournament, keizer, language)]
    return "\n".join(lines)


def withdrawn_line(tournament: Tournament, table: Standings, language: str) -> str:
    """Who has no place in a Keizer table, for a line below it: withdrawn, or too few games played."""
    if not tournament.settings.pairing_system.by_value:
        return ""
    lines = record(tournament, table.after)
    short = short_of_games(tournament, lines, table.after)
    rows = keizer_table(tournament, table.after, lines).rows
    gone = [row.player for row in rows if not row.place]
    few = [row.player for row in rows if row.place and row.player in short]
    told = {"keizer.withdrawn": gone, "keizer.few-games": few}
    least = tournament.settings.keizer.least_games
    return f"{say('web.semicolon', language)} ".join(
        say(key, language, players=_whom(tournament, players), count=least)
        for key, players in told.items()
        if players
    )


def _whom(tournament: Tournament, players: Sequence[PlayerId]) -> str:
    return ", ".join(f"{tournament.player(player).full_name} ({player})" for player in players)


def sheet_lines(tournament: Tournament, player: PlayerId, language: str, after: int) -> list[str]:
    """The sources of the points of one player, for his list of rounds; nothing in other systems."""
    if not tournament.settings.pairing_system.by_value:
        return []
    rows = [row for row in keizer_table(tournament, after).rows if row.player == player]
    return ["", *(line for row in rows for line in explanation(tournament, row, language)[1:])]


def explanation(tournament: Tournament, row: KeizerRow, language: str) -> list[str]:
    """The sources of the points of one player, one line each, and their sum."""
    title = f"{tournament.player(row.player).full_name} ({row.player})"
    lines = [_source(tournament, source, language) for source in row.sources]
    total = f"{figures(row.shown, language):>10}  {say('keizer.total', language)}"
    return [title, *lines, total]


def _source(tournament: Tournament, source: Source, language: str) -> str:
    points = figures(shortest_points(source.points), language)
    return f"{points:>10}  {source_text(tournament, source, language)}"


def source_text(tournament: Tournament, source: Source, language: str, *, public: bool = False) -> str:
    """A source of points in words; the public reads of an absence without its reason."""
    kind = public_absence(source.kind) if public else source.kind
    facts = {
        "round": source.round,
        "opponent": _name(tournament, source.opponent),
        "value": shortest(source.value),
        "percent": f"{source.percent:g}",
        "count": source.halvings,
    }
    text = say(f"keizer.source-{kind}", language, **facts)
    if source.halvings:
        text += " " + say("keizer.halved", language, **facts)
    return text


def shortest_points(points: float) -> str:
    """Points of one source; the own value of a fading season is no single, so it is cut at seven digits."""
    return f"{points:.7g}"


def _name(tournament: Tournament, player: PlayerId) -> str:
    return tournament.player(player).full_name if player in tournament.players else ""


# A manual phase in words: the warnings by severity, and the round compared with the draw.


def manual_text(tournament: Tournament, report: ManualReport, language: str) -> str:
    lines = [
        f"{say(f'manual.{one.severity}', language)}: {warning_text(tournament, one, language)}"
        for one in report.warnings
    ]
    return "\n".join([*lines, comparison_text(tournament, report, language)])


def comparison_text(tournament: Tournament, report: ManualReport, language: str) -> str:
    """The pairs that only the round has, and those that only the draw has."""
    if not report.made and not report.instead:
        return say("manual.as-drawn", language)
    made, instead = (meetings_text(tournament, one, language) for one in (report.made, report.instead))
    return say("manual.compared", language, made=made or "-", instead=instead or "-")


def warning_text(tournament: Tournament, warning: ManualWarning, language: str) -> str:
    """One warning as a sentence."""
    if warning.worse is not None:
        worse = warning.worse
        return say(
            "manual.worse",
            language,
            criterion=worse.criterion,
            meaning=say(f"lists.criterion-{worse.criterion}", language),
            bracket=f"{worse.bracket / 2:g}",
            here=worse.with_them,
            best=worse.best,
        )
    return say(
        f"manual.{warning.what}", language, pair=meetings_text(tournament, [warning.meeting], language)
    )


def meetings_text(
    tournament: Tournament, meetings: Sequence[tuple[PlayerId, PlayerId]], language: str
) -> str:
    """Pairs by their names; 0 is the bye."""
    bye = say("common.bye", language)
    names = [[tournament.player(one).full_name if one else bye for one in meeting] for meeting in meetings]
    return "; ".join(f"{first} – {second}" for first, second in names)


# Lists as plain text and CSV: players, pairings, standings, crosstable, player's rounds and teams.


def players_text(tournament: Tournament, language: str) -> str:
    if not tournament.players:
        return say("lists.no-players", language)
    grouped = any(card.categories for card in tournament.players.values())
    listing = players_listing(tournament, language).without(
        {"comment", "sex", "birth", "k", "correction", "ffg", "aga", *(() if grouped else ["category"])}
    )
    return listing_text(listing, numbered=False)


def round_text(
    tournament: Tournament, played: Round, language: str, *, explain: bool = False, room: int = WIDTH
) -> str:
    """The tables of a round with their results, then the players without a game; `room` is for sentences."""
    lines = [say("lists.round", language, round=played.number, name=tournament.name)]
    past = record(tournament, played.number - 1) if explain else None
    if played.tables:
        lines.append("")
        body = listing_text(pairings_listing(tournament, played, language, for_desk=True)).split("\n")
        for line, table in zip(body, [None, *played], strict=True):
            lines.append(line)
            if explain and table is not None:
                sentence = why_text(tournament, played.number, table, language, past)
                lines += [f"{'':17}{part}" for part in wrap(sentence, room - 17)]
                lines += cost_lines(tournament, table.pair.reasons, language, 15)
    lines += _matches(tournament, played.number, language)
    lines += _left_over(tournament, played, language, explain)
    lines += away_lines(tournament, played, language)
    brackets = brackets_text(tournament, played.number, language) if explain else []
    return "\n".join([*lines, *(["", *brackets] if brackets else [])])


def system_name(system: str, language: str) -> str:
    """The name of a pairing system; an unknown one, from a file of a newer version, shows its code."""
    name = section_words("public", language).get(f"system-{system}")
    return system if name is None else str(name)


def cost_lines(
    tournament: Tournament, reasons: tuple[Reason, ...], language: str, room: int = 10
) -> list[str]:
    """A cost breakdown with `room` columns for the costs; words alone in a system without costs."""
    priced = any(reason.cost for reason in reasons)
    return [
        f"{cost_text(tournament, reason.cost, language) if priced else '':>{room}}"
        f"  {reason_text(tournament, reason, language)}"
        for reason in reasons
    ]


def cost_text(tournament: Tournament, cost: int, language: str) -> str:
    """A cost as a number; in Go in distances of one group."""
    groups = in_groups(tournament, cost)
    if groups is None:
        return str(cost)
    return figures(f"{groups:.0f}" if abs(groups) >= 100 else f"{groups:.2f}", language)


def in_groups(tournament: Tournament, cost: int) -> float | None:
    """A cost of Go by that of one group between two opponents; None in other systems."""
    if tournament.pairing_system.ranking is not Ranking.GO:
        return None
    from ronde.systems.mcmahon.costs import one_level

    return cost / max(1, one_level(tournament.settings, tournament.open_round.number))


def price_in_groups(tournament: Tournament) -> Callable[[int, str], str] | None:
    """How costs of Go are told in a sentence; None in other systems, which tell them as they are."""
    if in_groups(tournament, 0) is None:
        return None
    return lambda cost, language: _groups_text(in_groups(tournament, cost) or 0, language)


def _groups_text(groups: float, language: str) -> str:
    if 0 < groups < 0.005:
        return say("why.go-cost-least", language)
    return say("why.go-cost", language, count=round(groups, 2))


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


def why_not_text(
    number: int,
    answer: WhyNotAnswer,
    language: str,
    forbidden: str = "cli.whynot-forbidden",
    price: Callable[[int, str], str] | None = None,
) -> str:
    """The answer to a question about a pair, in a sentence; `price` formats the cost."""
    if answer.forbidden:
        return say(forbidden, language)
    if answer.verdict is not None:
        return say(f"cli.whynot-{answer.verdict}", language, **_worse(answer, language))
    dearer = answer.total_with - answer.total_best
    costs = {"total_with": answer.total_with, "total_best": answer.total_best, "dearer": dearer}
    told = {name: (price or _plain)(cost, language) for name, cost in costs.items()}
    return say(f"cli.whynot-{'equal' if dearer <= 0 else 'dearer'}", language, round=number, **told)


def _plain(cost: int, language: str) -> str:
    return str(cost)


def _worse(answer: WhyNotAnswer, language: str) -> dict[str, object]:
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


def _matches(tournament: Tournament, number: int, language: str) -> list[str]:
    """The matches of a final, below a list of its round."""
    lines = match_lines(tournament, number, language)
    return ["", *lines] if lines else []


def _left_over(tournament: Tournament, played: Round, language: str, explain: bool) -> list[str]:
    byes = played.byes if played.closed else tournament.unpaired
    if not byes:
        return []
    paired = played.closed or pairing.provisional_byes(tournament, played)
    key = "lists.byes" if paired else "lists.unpaired"
    lines = ["", say(key, language, count=len(byes))]
    for player in byes:
        chosen = f" [{say('lists.chosen', language)}]" if player == played.forced_bye else ""
        lines.append(f"    {who(tournament, player)}{chosen}")
        if explain and played.bye and played.bye.player == player:
            lines += cost_lines(tournament, played.bye.reasons, language, 15)
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
    lines += _matches(tournament, table.after, language)
    return "\n".join([f"{title}\n\n{listing_text(listing, leavers=True)}", *lines])


def sheet_text(tournament: Tournament, player: PlayerId, language: str) -> str:
    """One player's rounds so far, and whether he is present now."""
    return sheet_of(tournament, player_card(tournament, player), language)


def sheet_of(tournament: Tournament, page: PlayerCard, language: str) -> str:
    player = page.player.id
    lines = [say("lists.sheet", language, player=who(tournament, player), round=len(page.lines)), ""]
    lines += [_sheet_line(tournament, line, language) for line in page.lines]
    board = tournament.settings.board
    ahead = 2 * page.discs - page.counted * board.total
    totals = {
        "points": write_number(page.points),
        "rounds": page.counted,
        "discs": write_number(page.discs),
        "ahead": figures(signed(ahead), language),
        "count": page.points,
    }
    kind = "points" if board.discless else "ahead" if board.relative else "total"
    lines += ["", say(f"lists.sheet-{kind}", language, **totals)]
    lines += sheet_lines(tournament, player, language, len(page.lines))
    lines += _worked(tournament, player, len(page.lines), language)
    lines += _gained(tournament, player, language)
    lines += [] if page.present else [say("lists.has-left", language)]
    lines += [page.player.comment] if page.player.comment else []
    return "\n".join(lines)


def _gained(tournament: Tournament, player: PlayerId, language: str) -> list[str]:
    """The change of the rating in Go."""
    told = gained_text(tournament, player, language) if tournament.settings.pairing_system.go else ""
    return [told] if told else []


def _worked(tournament: Tournament, player: PlayerId, after: int, language: str) -> list[str]:
    """How the tie-breaks of a player are computed; nothing where C.07 does not rank."""
    by_player = tiebreak_workings(tournament, after) if after else {}
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
    terms = line_terms(tournament, line, language)
    named = f"{start}{colour:<7} {mark} {score:<9} {who(tournament, line.opponent)}"
    return f"{named}, {terms}" if terms else named


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
    table = within_category(tournament, standings(at_closing(tournament)), category)
    listing = standings_listing(tournament, table, language, every=True).without({"state"})
    return listing_csv(listing, tournament, language)


def players_csv(tournament: Tournament, language: str) -> bytes:
    """The players as CSV, which our own import reads."""
    return listing_csv(players_listing(tournament, language).without({"state"}), tournament, language)
