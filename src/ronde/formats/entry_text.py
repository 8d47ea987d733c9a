"""What Enter would do with a result line, in words, and how Tab completes the name in it."""

from __future__ import annotations

from dataclasses import dataclass

from ronde.core.entry import Effect, Reading
from ronde.core.errors import RoundNotComplete
from ronde.core.names import NameIndex
from ronde.core.tournament import Round, Tournament
from ronde.formats.shown import game_score, who
from ronde.i18n.door import listed, say, tell

MOST_LINES = 12


def foretold(reading: Reading, tournament: Tournament, language: str) -> str:
    """One sentence that says what the line would do, or why it is refused."""
    current = tournament.open_round
    if reading.score_wanted:
        return say(
            "desk.score-wanted", language, coupon=coupon_text(tournament, current, reading.table, language)
        )
    if isinstance(reading.refusal, RoundNotComplete) and current.missing:
        missing = [str(table.number) for table in current.missing]
        return say("desk.still-missing", language, count=len(missing), tables=listed(missing, language))
    if reading.refusal is not None:
        return tell(reading.refusal, language)
    match reading.effect:
        case Effect.CLOSE:
            return say("desk.would-close", language, round=current.number)
        case Effect.RANDOM:
            return say("desk.would-draw", language, count=len(current.missing))
        case Effect.ERASE:
            return say("desk.would-erase", language, table=reading.table)
    return _would_enter(reading, tournament, language)


def _would_enter(reading: Reading, tournament: Tournament, language: str) -> str:
    table = tournament.open_round.table(reading.table)
    assert reading.result is not None
    facts = {
        "table": table.number,
        "first": who(tournament, table.first),
        "second": who(tournament, table.second),
        "score": game_score(tournament, reading.result, language),
    }
    if reading.effect is Effect.REPLACE and reading.before is not None:
        before = game_score(tournament, reading.before, language)
        return say("desk.would-replace", language, before=before, **facts)
    return say("desk.would-enter", language, **facts)


def coupon_text(tournament: Tournament, played: Round, number: int, language: str) -> str:
    table = played.table(number)
    score = game_score(tournament, table.result, language) if table.result else "..."
    return f"{number}  {who(tournament, table.first)} -- {who(tournament, table.second)}  {score}"


@dataclass(frozen=True, slots=True)
class Completed:
    """A line with the name in it completed: as far as all candidates agree, and for each of them."""

    common: str = ""
    lines: tuple[str, ...] = ()


def completed(line: str, reading: Reading, tournament: Tournament) -> Completed:
    """The completion of a line that names nobody unambiguously, or has no score yet."""
    text, name = line.strip(), reading.name
    settled = reading.refusal is None or (reading.table and not reading.score_wanted)
    if settled or not name or name.isdecimal():
        return Completed()
    seated = tournament.open_round.seated
    completion = NameIndex({player: tournament.player(player).full_name for player in seated}).complete(name)
    start, _, rest = text.partition(name)
    behind = f" {rest.strip()}"
    names = [tournament.player(player).full_name for player in completion.candidates[:MOST_LINES]]
    return Completed(f"{start}{completion.common}{rest}", tuple(f"{start}{one}{behind}" for one in names))
