"""Changes players files one person at a time, and leaves every other byte as it was (papp 3.3)."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache

from ronde.formats.papp.comments import card_note, read_notes, write_note
from ronde.formats.papp.players import PIECES, plain_author, plain_country, plain_words
from ronde.formats.papp.stored_folder import PappFiles, known_players, read_base
from ronde.formats.papp.tokens import NOTE, Token, tokens
from ronde.model.player import Player, PlayerId
from ronde.model.tournament import Tournament

# Writes players files that PAPP reads back, in its safe subset (papp 3.3).


def write_players(players: Iterable[Player], country: str) -> str:
    """One line a player, and a note where PAPP cannot store everything; empty for no players."""
    return "".join(_line(player) + note_line(player, country) for player in players)


def country_change_line(number: PlayerId, country: str) -> str:
    """PAPP's line for a player who plays for another country (papp 3.4)."""
    return f"%_{number:7d} {{{plain_country(country)}}}\n"


def _line(player: Player) -> str:
    """Number, names, country and a rating that programs older than ratings take for a comment.

    The comment goes into the note: 1.36 and 1.37 expect different marks before it, and refuse the other's.
    """
    country = plain_country(player.country)
    braces = f"\t{{{country}}}" if country else ""
    rating = f"\t%_<{player.rating}>" if player.rating else ""
    return f"{player.id:6d} {names_text(player)}{braces}{rating}\n"


def names_text(player: Player) -> str:
    """Family and first names, or a program and its author."""
    author = plain_author(player.first_name)
    family = plain_words(player.name) or "_"  # PAPP needs a name
    names = f"{family}, {plain_words(player.first_name)}" if author is None else f"{family} ({author})"
    return names.rstrip()


def note_line(player: Player, country: str) -> str:
    """The note on what PAPP cannot store of a player, in a line of its own; empty if none."""
    note = card_note(player, country)
    return write_note(note) if note else ""


# Comments that were written into a workfile by hand, which saving must keep (manual, 6.9).


_LINES = re.compile(r"([^\r\n]*)(?:\r\n|\r|\n|\Z)")
_SPLIT = re.compile(r'((?:[^"%#]|"[^"\r\n]*(?:"|\Z)|%_|#_)*+)(.*)', re.DOTALL)
"""The statements of a line, and the comment after them."""
_PAIR = re.compile(r"\(\s*(\d+)((?:\s+[\d.]+)*)\s*\)")
_WORD = re.compile(r"#_[A-Za-z-]+|[A-Za-z][A-Za-z-]*|&")
_OWN = re.compile(
    r"""\#\#\#+ | \#\ PAPP\ [0-9.]+,.* | %ronde\ .* | %+
    | %+\ *(?:Inscrits\ pour\ la\ ronde | Players\ inscribed\ for\ round | Appariements\ de\ la\ ronde
      | Pairings\ of\ round | Resultats\ de\ la\ ronde | Results\ of\ round | Nouveaux\ joueurs,\ ronde
      | New\ players,\ round | Fin\ des\ nouveaux\ joueurs\ pour\ la\ ronde
      | End\ of\ new\ players\ for\ round
      | Joueurs\ ayant\ change\ de\ nationalite,\ ronde | Players\ with\ changed\ nationalities,\ round
      | Fin\ des\ joueurs\ emigres,\ ronde | End\ of\ emigrants,\ round)\ *[0-9]*\ *""",
    re.VERBOSE,
)
"""The comments that PAPP or Ronde writes (papp 3.5)."""
CLOSED = "ronde-suivante"
END: Hashable = "end"


@dataclass(slots=True)
class _Comments:
    """The comments of one statement: on lines before it, and after it."""

    above: list[str] = field(default_factory=list)
    behind: list[str] = field(default_factory=list)


def with_comments(new: str, old: str) -> str:
    """The new workfile with the handwritten comments of the old one, each beside its statement.

    The comment on a removed statement moves to the end of its round.
    """
    kept, rest = _by_hand(old)
    text = _placed(new, kept) if kept else new
    return text + rest


def _by_hand(old: str) -> tuple[dict[tuple[int, Hashable], _Comments], str]:
    """The comments by round and statement; and the text after `__eof__`, which is not parsed."""
    text, rest = _before_end(old)
    comments: dict[tuple[int, Hashable], _Comments] = {}
    waiting: list[str] = []
    number = 1
    for line, key, comment, closes in _read(text):
        own = not comment or _OWN.fullmatch(comment.strip()) is not None
        if key is not None:
            place = comments.setdefault((number, key), _Comments()) if waiting or not own else None
            if place is not None:
                place.above += waiting
                place.behind += [] if own else [comment]
            waiting = []
        elif not own:
            waiting.append(line)
        number += closes
    if waiting:
        comments.setdefault((number, END), _Comments()).above += waiting
    return comments, rest


def _before_end(text: str) -> tuple[str, str]:
    if "__eof__" not in text:
        return text, ""
    end = tokens(text)[-1].at
    return text[:end], text[end:]


def _read(text: str) -> Iterator[tuple[str, Hashable | None, str, int]]:
    """Each line with the first statement on it, the comment after it, and how many rounds it closes."""
    for match in _LINES.finditer(text):
        line = match[1]
        split = _SPLIT.fullmatch(line)
        assert split is not None
        code, comment = split[1].replace("%_", "  "), split[2]
        if line.lstrip().startswith("%_%"):
            comment = ""  # PAPP copies the newcomers there at every save
        yield line.rstrip(), _key(code), comment.rstrip(), code.lower().count(CLOSED)


def _key(code: str) -> Hashable | None:
    """The subject of a statement: the two players, or its first word; None for a line without one."""
    pair = _PAIR.search(code)
    if pair is not None:
        numbers = pair[2].split()
        other = numbers[1] if len(numbers) == 3 else numbers[0] if numbers else "0"
        return frozenset((int(pair[1]), int(float(other))))
    word = _WORD.search(code)
    return word[0].lower() if word else (code.strip() or None)


def _placed(new: str, kept: dict[tuple[int, Hashable], _Comments]) -> str:
    lines: list[str] = []
    number = 1
    for line, key, _, closes in _read(new.removesuffix("\n")):
        mine = kept.pop((number, key), None) if key is not None else None
        if mine is not None:
            lines += mine.above
            line = " ".join([line, *dict.fromkeys(mine.behind)])
        lines.append(line)
        if closes:
            lines += _of_round(kept, number)
        number += closes
    rest = [line for place in sorted({place for place, _ in kept}) for line in _of_round(kept, place)]
    return "\n".join([*lines, *rest]) + "\n"


def _of_round(kept: dict[tuple[int, Hashable], _Comments], number: int) -> Iterable[str]:
    """The remaining comments of a round, in order; they are removed from `kept`."""
    places = [place for place in kept if place[0] == number]
    return [line for place in places for line in _flat(kept.pop(place))]


def _flat(comments: _Comments) -> list[str]:
    return [*comments.above, *comments.behind]


# Edits a players file one person at a time, leaving every other byte unchanged (papp 3.3).
#
# The bytes are read as Latin-1, in which each byte is a character: in any encoding PAPP's own marks are
# ASCII,
# and so is everything that is written here.


_BYTES = "latin-1"
_MARK = "\ufeff".encode().decode(_BYTES)
_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_END = re.compile(r"\r\n|\r|\n")
_NUMBER = re.compile(r"(?:[\0 \t]|%_)*([0-9]+)")


class PlayerLine:
    """One line of a players file: its tokens by kind, each with its position in the line."""

    def __init__(self, text: str, start: int) -> None:
        self.text, self.start = text, start
        view = text.replace(_MARK, "   ")
        self.pieces = [piece for piece in PIECES.finditer(view) if piece.lastgroup != "blank"]

    def kind(self, at: int) -> str:
        """The kind of a token, a mark being its own kind; empty beyond the last."""
        if at >= len(self.pieces):
            return ""
        piece = self.pieces[at]
        return piece.group() if piece.lastgroup == "mark" else str(piece.lastgroup)

    @property
    def number(self) -> PlayerId:
        """The player of the line; 0 if it has no name."""
        named = self.kind(0) == "number" and self.kind(1) not in ("", "{", "hidden", "note", "message")
        return int(self.pieces[0].group()) if named else 0

    @property
    def noted(self) -> PlayerId:
        """The player of its note; 0 if it has none."""
        texts = [piece.group().removeprefix(NOTE) for piece in self.pieces if piece.lastgroup == "note"]
        cards = read_notes([Token("note", text, 0) for text in texts]).cards
        return next(iter(cards), 0)

    def span(self, first: str, last: str) -> tuple[int, int] | None:
        """From one mark to the next other one, both included; None if they are missing."""
        starts = [at for at in range(len(self.pieces)) if self.kind(at) == first]
        ends = [at for at in range(len(self.pieces)) if self.kind(at) == last]
        if not starts or not ends:
            return None
        return self.pieces[starts[0]].start(), self.pieces[ends[0]].end()

    def of(self, kind: str) -> tuple[int, int] | None:
        """The position of the first token of a kind."""
        return next((piece.span() for piece in self.pieces if piece.lastgroup == kind), None)

    def names(self) -> tuple[int, int]:
        """The position of the names: after the number, up to country, rating, comment or end."""
        stop = ("{", "<", "comment", "hidden", "note", "message", "eof", "")
        last = next(at for at in range(1, len(self.pieces) + 1) if self.kind(at) in stop)
        return self.pieces[1].start(), self.pieces[last - 1].end()


def texts(data: bytes) -> Iterator[tuple[int, str]]:
    """The lines up to `__eof__`, where parsing ends, each with its position."""
    for match in _LINE.finditer(data.decode(_BYTES)):
        if "__eof__" in match[1] and PlayerLine(match[1], 0).of("eof") is not None:
            return
        yield match.start(), match[1]


def line_of(data: bytes, number: PlayerId) -> PlayerLine | None:
    """The line with the name of a player."""
    for start, text in texts(data):
        head = _NUMBER.match(text.replace(_MARK, "   "))
        if head is not None and int(head[1]) == number:
            line = PlayerLine(text, start)
            if line.number == number:
                return line
    return None


def with_card(data: bytes, before: Player, after: Player, country: str) -> bytes:
    """The file with the line of one player changed.

    What PAPP cannot store goes into a note. The country is stored elsewhere, unless it was removed.
    """
    plain = without_note(data, after.id)
    line = line_of(plain, after.id)
    if line is None:
        return data
    text = _rewritten(line, before, after)
    note = card_note(after, country)
    if PlayerLine(text, 0).of("comment") is not None:
        note.pop("comment", None)  # it is in the line
    if note.keys() > {"player"}:
        text = _noted(text, write_note(note).rstrip("\n"), _ending(plain))
    return _replaced(plain, line.start, line.start + len(line.text), text)


def _noted(text: str, note: str, ending: str) -> str:
    """The line with a note at its end; after a comment the note would be part of it and gets its own line."""
    line = PlayerLine(text, 0)
    if any(line.of(kind) for kind in ("comment", "hidden", "message")):
        return f"{text}{ending}{note}"
    return f"{text.rstrip()} {note}"


def _rewritten(line: PlayerLine, before: Player, after: Player) -> str:
    """The line with only the changed parts replaced, the last part first."""
    text = line.text
    comment = line.of("comment")
    if comment is not None and before.comment != after.comment:
        text = text[
            : comment[0]
        ].rstrip()  # 1.36 and 1.37 expect different marks before it: it goes into the note
    if before.rating != after.rating:
        rating = line.span("<", ">")
        place = rating or _behind(line)
        written = f"<{after.rating}>" if rating else f"\t%_<{after.rating}>"
        text = text[: place[0]] + written + text[place[1] :]
    braces = line.span("{", "}")
    if braces is not None and before.country != after.country and not after.country:
        text = text[: braces[0]] + text[braces[1] :]
    if (before.name, before.first_name) != (after.name, after.first_name):
        start, end = line.names()
        text = text[:start] + names_text(after) + text[end:]
    return text


def _behind(line: PlayerLine) -> tuple[int, int]:
    """The position after country and names, where a rating belongs."""
    braces = line.span("{", "}")
    end = braces[1] if braces else line.names()[1]
    return end, end


def without_note(data: bytes, number: PlayerId) -> bytes:
    """The file without our own notes on a player."""
    noted = [PlayerLine(text, start) for start, text in texts(data) if NOTE in text]
    for line in reversed([line for line in noted if line.noted == number]):
        note = line.of("note")
        assert note is not None
        start, end = line.start + note[0], line.start + len(line.text)
        if not line.text[: note[0]].strip():
            start, end = line.start, _line_end(data, end)
        else:
            start = line.start + len(line.text[: note[0]].rstrip(" "))
        data = _replaced(data, start, end, "")
    return data


def without(data: bytes, number: PlayerId) -> bytes:
    """The file without the line of a player, and without our notes on him."""
    plain = without_note(data, number)
    line = line_of(plain, number)
    if line is None:
        return data
    return _replaced(plain, line.start, _line_end(plain, line.start + len(line.text)), "")


def appended(data: bytes, text: str) -> bytes:
    """The file with some lines after all that is parsed, with its own line ends."""
    if not text:
        return data
    last = max((start + len(line) for start, line in texts(data)), default=0)
    at = _line_end(data, last)
    ending = _ending(data)
    start = "" if at == 0 or data[:at].endswith((b"\n", b"\r")) else ending
    return _replaced(data, at, at, start + text.replace("\n", ending))


def _line_end(data: bytes, at: int) -> int:
    """The position after the end of the line that stops at `at`."""
    match = _END.match(data[at : at + 2].decode(_BYTES))
    return at + (match.end() if match else 0)


def _ending(data: bytes) -> str:
    match = _END.search(data.decode(_BYTES))
    return match.group() if match else "\n"


def _replaced(data: bytes, start: int, end: int, text: str) -> bytes:
    return data[:start] + text.encode(_BYTES) + data[end:]


# Updates both players files, the club's and the newcomers', when a player is added, changed or removed.


CARD_FIELDS = tuple(one.name for one in fields(Player) if one.name not in ("id", "new"))
"""The editable fields of a player."""

Changed = Mapping[PlayerId, Collection[str]]
"""The fields of each player that were changed at the desk."""


@dataclass(frozen=True, slots=True)
class DeskChanges:
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

    def follow(self, tournament: Tournament, doings: DeskChanges) -> None:
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
        line = country_change_line(card.id, card.country) + note_line(card, self.country)
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


def different_fields(tournament: Tournament, known: Mapping[PlayerId, Player]) -> Changed:
    """The fields in which the players of a tournament differ from the base."""
    return {
        number: [name for name in CARD_FIELDS if getattr(card, name) != getattr(known[number], name)]
        for number, card in tournament.players.items()
        if number in known
    }
