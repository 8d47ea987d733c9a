"""Lists people read: players, pairings, standings, crosstable, sheets and teams, as plain text and CSV."""

from __future__ import annotations

from ronde.core.player import PlayerId
from ronde.core.published import published
from ronde.core.result import Kind, Result, write_number
from ronde.core.settings import Settings
from ronde.core.table import Reason, Table
from ronde.core.tournament import Round, Tournament
from ronde.formats.attendance import away_lines, state_text
from ronde.formats.csv import write_rows
from ronde.formats.data import byes_to_be, number, whynot_data
from ronde.formats.keizertext import cross_figures, cross_heads, keizer_text, sheet_lines, standings_title
from ronde.formats.text import columns
from ronde.i18n.door import figures, say, section_words
from ronde.pairing.door import WhyNot
from ronde.scoring.door import PlayerSheet, RoundLine, Standings, crosstable, sheet, standings, teams


def who(tournament: Tournament, player: PlayerId) -> str:
    """A player as every list names him."""
    return f"{tournament.player(player).full_name} ({player})"


def shown_score(result: Result, language: str, *, relative: bool = False) -> str:
    """A result as people write it, or the difference where lists are relative."""
    scores = f"{write_number(result.first)}-{write_number(result.second)}"
    if result.first == result.second == 0.5:  # a game without discs
        scores = "½-½"
    if relative:
        scores = _signed(result.first - result.second)
    scores = figures(scores, language)
    if result.kind is Kind.PLAYED:
        return scores
    word = say(f"lists.{result.kind.value}", language)
    return f"{scores} {word}" if result.kind is Kind.FORFEIT else word


def _signed(difference: float) -> str:
    """A difference with its sign; none is `=`."""
    return (
        f"+{write_number(difference)}" if difference > 0 else write_number(difference) if difference else "="
    )


def game_score(tournament: Tournament, result: Result, language: str) -> str:
    """A result of this tournament: both scores, or the difference if its lists are relative."""
    return shown_score(result, language, relative=tournament.settings.board.relative)


def shown_number(value: float, tiebreak: str = "brightwell") -> str:
    """A tie-break in figures: two decimals at most; PAPP cuts its own to one (papp 8)."""
    if tiebreak == "brightwell":
        return write_number(int((value + 0.049999) * 10) / 10)
    return write_number(round(value, 2))


def shown_tiebreaks(settings: Settings) -> list[str]:
    """The tie-breaks worth a column: with the constant 0 Brightwell is the discs once more."""
    ties = settings.tiebreaks
    twice = settings.brightwell == 0 and "discs" in ties and not settings.board.discless
    return [one for one in ties if not (twice and one == "brightwell")]


def players_text(tournament: Tournament, language: str) -> str:
    """All players in order of registration."""
    if not tournament.players:
        return say("lists.no-players", language)
    grouped = any(card.categories for card in tournament.players.values())
    rows = [
        [
            str(card.id),
            card.full_name,
            card.country,
            card.club,
            str(card.rating or ""),
            *([" ".join(card.categories)] if grouped else []),
            state_text(tournament, card.id, language),
        ]
        for card in tournament.players.values()
    ]
    keys = ("id", "name", "country", "club", "rating", *(["category"] if grouped else []), "state")
    return columns([say(f"lists.{key}", language) for key in keys], rows, right="ae")


def round_text(tournament: Tournament, played: Round, language: str, *, explain: bool = False) -> str:
    """The tables of a round with their results, then whoever is left over."""
    lines = [say("lists.round", language, round=played.number, name=tournament.name)]
    rows = [
        [
            str(table.number),
            who(tournament, table.first),
            who(tournament, table.second),
            _outcome(tournament, table, language),
        ]
        for table in played
    ]
    first, second = (colour_name(name, language) for name in tournament.settings.board.colours)
    if rows:
        lines.append("")
        body = columns([say("lists.table", language), first, second, ""], rows, right="a").split("\n")
        for line, table in zip(body, [None, *played], strict=True):
            lines.append(line)
            if explain and table is not None:
                lines += _bill(tournament, table.pair.reasons, language)
    lines += _left_over(tournament, played, language, explain)
    lines += away_lines(tournament, played, language)
    return "\n".join(lines)


def _outcome(tournament: Tournament, table: Table, language: str) -> str:
    score = game_score(tournament, table.result, language) if table.result else ""
    return f"{score} [{say('lists.locked', language)}]".strip() if table.locked else score


def system_name(system: str, language: str) -> str:
    """The name of a pairing system; one of tomorrow, in a file of a newer program, shows its code."""
    name = section_words("public", language).get(f"system-{system}")
    return system if name is None else str(name)


def colour_name(name: str, language: str) -> str:
    """The name of a colour: the usual ones in the language asked, others as they were given."""
    return say(f"common.{name}", language) if name in ("black", "white") else name


def _bill(tournament: Tournament, reasons: tuple[Reason, ...], language: str) -> list[str]:
    return [f"      {reason.cost:>9}  {reason_text(tournament, reason, language)}" for reason in reasons]


def reason_text(tournament: Tournament, reason: Reason, language: str) -> str:
    """One line of a bill in words."""
    player = tournament.player(reason.player).full_name if reason.player in tournament.players else ""
    way = "down" if reason.amount > 0 else "up"
    keyed = f"rules.{reason.rule}"
    if reason.rule in ("float-again", "float-back"):
        keyed += f"-{way}"
    first, second = tournament.settings.board.colours
    colour = colour_name(first if reason.amount > 0 else second, language)
    count = abs(reason.amount)
    if keyed.partition(".")[2] not in section_words("rules", language):
        return reason.rule  # a bill from a newer or another program
    return say(keyed, language, player=player, amount=count, count=count, colour=colour, round=count)


def conclusion(number: int, answer: WhyNot, language: str, forbidden: str = "cli.whynot-forbidden") -> str:
    """What a question about a pair comes to, in a sentence."""
    facts = whynot_data(number, answer)
    if answer.forbidden:
        return say(forbidden, language)
    if answer.verdict is None:
        return say(f"cli.whynot-{'equal' if facts['dearer'] <= 0 else 'dearer'}", language, **facts)
    meaning = say(f"lists.criterion-{answer.worse.criterion}", language) if answer.worse else ""
    return say(f"cli.whynot-{answer.verdict}", language, **facts, meaning=meaning)


def _left_over(tournament: Tournament, played: Round, language: str, explain: bool) -> list[str]:
    byes = played.byes if played.closed else tournament.unpaired
    if not byes:
        return []
    paired = played.closed or byes_to_be(tournament, played)
    key = "lists.byes" if paired else "lists.unpaired"
    lines = ["", say(key, language, count=len(byes))]
    for player in byes:
        chosen = f" [{say('lists.chosen', language)}]" if player == played.forced_bye else ""
        lines.append(f"    {who(tournament, player)}{chosen}")
        if explain and played.bye and played.bye.player == player:
            lines += _bill(tournament, played.bye.reasons, language)
    return lines


def standings_text(tournament: Tournament, language: str, upto: int | None = None) -> str:
    """The standings after a round."""
    return table_text(tournament, standings(tournament, upto), language)


def table_text(
    tournament: Tournament, table: Standings, language: str, *, explain: bool = False, group: str = ""
) -> str:
    """Some standings, of a group perhaps; of a Keizer one also where the points come from, if asked."""
    if tournament.settings.pairing_system.by_value:
        return keizer_text(tournament, table, language, explain=explain, group=group)
    if not table.rows:
        return say("lists.no-players", language)
    head, rows = _standings_table(tournament, table, language)
    title = standings_title(tournament, table, language, group)
    right = "a" + "".join(chr(ord("d") + at) for at in range(len(head) - 3))
    return f"{title}\n\n{columns(head, rows, right=right)}"


def _standings_table(
    tournament: Tournament, table: Standings, language: str
) -> tuple[list[str], list[list[str]]]:
    names = tournament.settings.tiebreaks
    head = [say(f"lists.{key}", language) for key in ("place", "name", "country", "points")]
    head += [say(f"lists.tiebreak-{name}", language) for name in names]
    rows = []
    place = 0
    for row in table.rows:
        shown = "" if row.place == place else str(row.place)
        place = row.place
        card = tournament.player(row.player)
        left = " -" if tournament.has_left(row.player) else ""
        told = [write_number(row.points), *(shown_number(row.tiebreaks[name], name) for name in names)]
        rows.append(
            [
                shown,
                f"{who(tournament, row.player)}{left}",
                card.country,
                *(figures(one, language) for one in told),
            ]
        )
    return head, rows


def sheet_text(tournament: Tournament, player: PlayerId, language: str) -> str:
    """One player's rounds so far, and whether he is here now."""
    return sheet_of(tournament, sheet(tournament, player), language)


def sheet_of(tournament: Tournament, page: PlayerSheet, language: str) -> str:
    """One player's rounds as a sheet tells them."""
    player = page.player.id
    lines = [say("lists.sheet", language, player=who(tournament, player), round=len(page.lines)), ""]
    lines += [_sheet_line(tournament, line, language) for line in page.lines]
    board = tournament.settings.board
    ahead = 2 * page.discs - len(page.lines) * board.total
    totals = {
        "points": write_number(page.points),
        "rounds": len(page.lines),
        "discs": write_number(page.discs),
        "ahead": figures(_signed(ahead), language),
        "count": page.points,
    }
    kind = "points" if board.discless else "ahead" if board.relative else "total"
    lines += ["", say(f"lists.sheet-{kind}", language, **totals)]
    lines += sheet_lines(tournament, player, language, len(page.lines))
    lines += [] if page.present else [say("lists.has-left", language)]
    lines += [page.player.comment] if page.player.comment else []
    return "\n".join(lines)


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
    tournament: Tournament, language: str, upto: int | None = None, *, named: bool = True
) -> str:
    """Everybody against everybody, round by round; without names the places alone say who is who."""
    table = crosstable(tournament, upto)
    rank = {row.standing.player: row.standing.rank for row in table.rows}
    head = [say(f"lists.{key}", language) for key in (("place", "name") if named else ("place",))]
    ties = () if tournament.settings.pairing_system.by_value else tournament.settings.tiebreaks
    head += [str(at) for at in range(1, table.after + 1)] + cross_heads(tournament, language)
    head += [say(f"lists.tiebreak-{name}", language) for name in ties]
    rows = [
        [
            str(row.standing.rank or "-"),
            *([who(tournament, row.standing.player)] if named else []),
            *(_cross_cell(tournament, line, rank, language) for line in row.lines),
            *(figures(one, language) for one in cross_figures(row.standing)),
            *(figures(shown_number(row.standing.tiebreaks[name], name), language) for name in ties),
        ]
        for row in table.rows
    ]
    numbers = range(1 + named + table.after, len(head))
    return columns(head, rows, right="a" + "".join(chr(ord("a") + at) for at in numbers))


def _cross_cell(tournament: Tournament, line: RoundLine, rank: dict[PlayerId, int], language: str) -> str:
    if line.result is None:
        return say("common.bye", language) if line.bye else "---"
    colours = tournament.settings.board.colours
    letter = colour_name(colours[0] if line.first else colours[1], language)[0]
    mark = {2: "+", 1: "=", 0: "-"}[line.half_points]
    return f"{letter}{mark}{rank.get(line.opponent) or f'({line.opponent})'}"  # who withdrew has no place


def teams_text(tournament: Tournament, language: str, upto: int | None = None) -> str:
    """The teams by points."""
    head = [say(f"lists.{key}", language) for key in ("team", "points", "players")]
    rows = [
        [team.country or "-", figures(write_number(team.points), language), str(len(team.players))]
        for team in teams(tournament, upto)
    ]
    return columns(head, rows, right="bc")


def standings_csv(tournament: Tournament, language: str) -> bytes:
    """The standings for a spreadsheet."""
    names = tournament.settings.tiebreaks
    head = [
        say(f"lists.{key}", language) for key in ("place", "id", "name", "first-name", "country", "points")
    ]
    head += [say(f"lists.tiebreak-{name}", language) for name in names]
    rows = []
    for row in standings(published(tournament)).rows:
        card = tournament.player(row.player)
        ties = [number(row.tiebreaks[name]) for name in names]
        rows.append([row.place, card.id, card.name, card.first_name, card.country, number(row.points), *ties])
    return write_rows(head, rows)


def players_csv(tournament: Tournament, language: str) -> bytes:
    """The players for a spreadsheet, readable by our own import again."""
    keys = ("id", "name", "first-name", "country", "club", "rating", "category", "comment")
    rows = [
        [
            card.id,
            card.name,
            card.first_name,
            card.country,
            card.club,
            card.rating,
            "/".join(card.categories),
            card.comment,
        ]
        for card in tournament.players.values()
    ]
    return write_rows([say(f"lists.{key}", language) for key in keys], rows)
