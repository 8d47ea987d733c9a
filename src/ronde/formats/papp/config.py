"""PAPP's configuration: what it contains, and the commands that set it (papp 3.2 and 4)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any

from ronde.formats.papp.tokens import Cursor, SourceText, Unexpected
from ronde.model.errors import PenaltiesImpossible
from ronde.model.player import BIGGEST_FOREIGN, BIGGEST_NUMBER
from ronde.model.result import Board
from ronde.model.settings import (
    CAP,
    ColourPenalties,
    FloatPenalties,
    Penalties,
    RepetitionPenalties,
    Settings,
    Zone,
    check_penalties,
)

# The contents of a configuration file, in PAPP's terms (papp 3.2 and 4).


CONFIG_NAME = "papp.cfg"
MOST_ROUNDS = 128
"""PAPP's maximum of announced rounds; it can complete one less."""
MOST_BRIGHTWELL, MOST_DISCS = 1_000.0, 9_999
"""Maximum values; larger ones cannot be played."""
MOST_ZONES, MOST_COPIES = 1_000, 99
"""Maximum values; larger ones are mistyped."""


@dataclass(frozen=True, slots=True)
class FileNames:
    """The configured file names; those of lists are patterns with `###` for the round."""

    players: str = "joueurs"
    """Tried as it is and with `.txt` appended."""
    new_players: str = "nouveaux.txt"
    workfile: str = "papp-internal-workfile.txt"
    pairings: str = ""
    results: str = ""
    standings: str = ""
    teams: str = ""
    crosstable: str = ""
    elo: str = ""
    """Stored by PAPP and never used, like `log` and `trace`."""
    log: str = ""
    trace: str = ""

    @property
    def lists(self) -> tuple[str, ...]:
        """The names of the lists that are written round by round."""
        names = (self.pairings, self.results, self.standings, self.teams, self.crosstable)
        return tuple(name for name in names if name)


@dataclass(frozen=True, slots=True)
class PappConfig:
    """All values of a configuration; the defaults are those built into PAPP."""

    country: str = ""
    bye: int = 24
    total: int = 64
    colours: tuple[str, str] | None = None
    """None for the colours of the program's language."""
    relative: bool = False
    subfolder: bool = True
    xml: bool = False
    immediate: bool = True
    copies: int = 0
    """Copies of each printed list; 0 disables printing."""
    files: FileNames = field(default_factory=FileNames)
    zones: tuple[Zone, ...] = ()
    penalties: Penalties = field(default_factory=Penalties)
    brightwell: float | None = None
    """The constant of an old configuration, on the scale of points; the workfile's own takes precedence."""
    round_robin: tuple[int, int] | None = None
    """The range of players for which an old configuration wants a round robin."""

    @property
    def robin_range(self) -> str:
        """The range as a setting; empty where the announced rounds decide, as they do since 1.30."""
        return "-".join(map(str, self.round_robin or ()))

    @property
    def board(self) -> Board:
        """The board of this configuration."""
        names = {} if self.colours is None else {"colours": self.colours}
        return Board(self.total, self.bye, relative=self.relative, **names)

    def settings(self, *, rounds: int, brightwell: float) -> Settings:
        """The settings of a tournament under this configuration, in PAPP's own profile."""
        return Settings(
            rounds=rounds,
            board=self.board,
            brightwell=brightwell,
            penalties=self.penalties,
            cap=CAP,
            country=self.country,
            zones=self.zones,
            profile="papp",
        )


# The commands that set options: files, zones, the bye, colours, saving, printing (papp 3.2).


FILE_KINDS = {
    "joueurs": "players",
    "nouveaux": "new_players",
    "inter": "workfile",
    "intermediaire": "workfile",
    "appariements": "pairings",
    "resultats": "results",
    "classement": "standings",
    "equipes": "teams",
    "tableau-croise": "crosstable",
    "elo": "elo",
    "log": "log",
    "trace": "trace",
}
"""The word of each file, and its field."""

_READ = ("players", "new_players", "workfile")
"""The files that are read; the arbiter is asked before a list is written outside the folder."""

LIST_KINDS = ("appariements", "resultats", "classement", "equipes", "tableau-croise", "elo", "log", "trace")
"""The files that a workfile can still name; the others are open when it is read."""

Option = Callable[[Cursor, PappConfig], PappConfig]


def _xml(cursor: Cursor, config: PappConfig) -> PappConfig:
    return replace(config, xml=cursor.expect_word("true", "false") == "true")


def _subfolder(cursor: Cursor, config: PappConfig) -> PappConfig:
    return replace(config, subfolder=cursor.expect_word("true", "false") == "true")


def _file(cursor: Cursor, config: PappConfig) -> PappConfig:
    kind = cursor.expect_word(*FILE_KINDS)
    cursor.expect("=")
    at = cursor.token.at
    name = cursor.string()
    field = FILE_KINDS[kind]
    if name.startswith("|"):
        raise Unexpected("file-pipe", at, name)
    strange = "\0" in name or (field == "workfile" and _outside(name))
    strange = strange or (field in _READ and _outside(name) and not cursor.page.outside)
    if strange or _clashes(name, cursor.page.path, config):
        raise Unexpected("file-name", at, name)
    if not name and field in ("new_players", "workfile"):
        return config  # a tournament needs them
    named: dict[str, Any] = {field: name}
    return replace(config, files=replace(config.files, **named))


def _outside(name: str) -> bool:
    """Whether a path leads out of the folder."""
    path = PurePosixPath(name)
    return path.is_absolute() or ".." in path.parts


def _clashes(name: str, page: str, config: PappConfig) -> bool:
    """Whether a name is that of our own journal, or of the configuration."""
    place = str(PurePosixPath(name))
    ours = re.search(r"\.ronde(-\w+)?$", place, re.IGNORECASE) is not None
    return ours or place == CONFIG_NAME or (place == page and config.files.workfile != page)


def _country(cursor: Cursor, config: PappConfig) -> PappConfig:
    cursor.expect("=")
    return replace(config, country=cursor.string().strip())


def _zone(cursor: Cursor, config: PappConfig) -> PappConfig:
    at = cursor.token.at
    country = cursor.take().text if cursor.token.kind == "string" else ""
    cursor.expect("=")
    first, last = _range(cursor, "zone-reversed", at)
    if first == 0:
        # PAPP aborts when it has to assign the number 0 (papp 10); the rest of the zone is good.
        cursor.page.remark("zone-zero", at)
        first = 1
    if first > last:
        return config
    if last > BIGGEST_FOREIGN:
        raise Unexpected("number-too-big", at, str(last))
    if len(config.zones) >= MOST_ZONES:
        raise Unexpected("zones-too-many", at, str(MOST_ZONES))
    return replace(config, zones=(*config.zones, Zone(first, last, country)))


def _range(cursor: Cursor, key: str, at: int) -> tuple[int, int]:
    first = cursor.integer()
    cursor.expect("-")
    last = cursor.integer()
    if first > last:
        raise Unexpected(key, at, f"{first}-{last}")
    return first, last


def _bye(cursor: Cursor, config: PappConfig) -> PappConfig:
    at = cursor.token.at
    cursor.expect("=")
    bye = cursor.integer()
    total = cursor.integer() if cursor.accept("/") else config.total
    if total < 1:
        raise Unexpected("total-zero", at)
    if total > MOST_DISCS:
        raise Unexpected("number-too-big", at, str(total))
    if bye > total:
        raise Unexpected("bye-too-great", at, f"{bye}/{total}")
    if 2 * bye > total:
        cursor.page.remark("bye-wins", at, f"{bye}/{total}")
    return replace(config, bye=bye, total=total)


def _colours(cursor: Cursor, config: PappConfig) -> PappConfig:
    at = cursor.token.at
    cursor.expect("=")
    cursor.expect("{")
    first = cursor.string()
    cursor.expect(",")
    second = cursor.string()
    cursor.expect("}")
    if not first.strip() or not second.strip():
        cursor.page.remark("colour-empty", at)
        return replace(config, colours=None)
    return replace(config, colours=(first, second))


def _saving(cursor: Cursor, config: PappConfig) -> PappConfig:
    return replace(config, immediate=cursor.expect_word("immediate", "differee") == "immediate")


def _printing(cursor: Cursor, config: PappConfig) -> PappConfig:
    if cursor.expect_word("manuelle", "automatique") == "manuelle":
        return replace(config, copies=0)
    at = cursor.token.at
    copies = cursor.integer() if cursor.token.kind == "int" else 1
    if copies > MOST_COPIES:
        raise Unexpected("number-too-big", at, str(copies))
    return replace(config, copies=copies)


def _display(cursor: Cursor, config: PappConfig) -> PappConfig:
    word = cursor.expect_word("absolu", "normal", "relatif", "differentiel")
    return replace(config, relative=word in ("relatif", "differentiel"))


def _brightwell(cursor: Cursor, config: PappConfig) -> PappConfig:
    cursor.page.remark("old-command", cursor.token.at, "brightwell")
    cursor.expect("=")
    return replace(
        config, brightwell=2 * cursor.number(MOST_BRIGHTWELL / 2)
    )  # counted per half-point in those versions


def _double(cursor: Cursor, config: PappConfig) -> PappConfig:
    cursor.page.remark("old-command", cursor.token.at, "BQ-double")
    cursor.expect("=")
    return replace(config, brightwell=cursor.number(MOST_BRIGHTWELL))


def _all_rounds(cursor: Cursor, config: PappConfig) -> PappConfig:
    at = cursor.token.at
    cursor.page.remark("old-command", at, "toutes-rondes")
    cursor.expect("=")
    limits = _range(cursor, "round-robin-reversed", at)
    cursor.expect_word("joueurs")
    return replace(config, round_robin=(min(limits[0], BIGGEST_NUMBER), min(limits[1], BIGGEST_NUMBER)))


OPTIONS: dict[str, Option] = {
    "xml": _xml,
    "dossier": _subfolder,
    "fichier": _file,
    "pays": _country,
    "zone-insertion": _zone,
    "score-bip": _bye,
    "couleurs": _colours,
    "couleur": _colours,
    "sauvegarde": _saving,
    "impression": _printing,
    "affichage-pions": _display,
    "brightwell": _brightwell,
    "bq-double": _double,
    "toutes-rondes": _all_rounds,
}
"""Every command that changes the configuration, except for the penalties."""


# The `penalites { ... }` block: five sections of costs (papp 3.2).


SECTIONS = ("couleur", "couleurs", "flottement", "repetition", "chauvinisme", "elitisme")
AGAIN = ("de-suite", "cumule")
BACK = ("minoration", "anti-cumule")
_LONGEST = 1_000
"""Maximum index; no float has that many half-points, and PAPP would extend the table without limit."""


def _zeros(length: int) -> Callable[[], list[int]]:
    return lambda: [0] * length


@dataclass(slots=True)
class _Block:
    """The costs while the block is read; all of them start at zero."""

    colour: list[int] = field(default_factory=_zeros(6))
    floats: list[int] = field(default_factory=_zeros(25))
    chauvinism: list[int] = field(default_factory=_zeros(MOST_ROUNDS + 1))
    elitism: list[int] = field(default_factory=_zeros(MOST_ROUNDS + 1))
    single: dict[str, int] = field(default_factory=dict)

    def penalties(self) -> Penalties:
        price = self.single.get
        return Penalties(
            ColourPenalties(trimmed(self.colour), price("colour-again", 0)),
            FloatPenalties(trimmed(self.floats), price("float-again", 0), price("float-back", 0)),
            RepetitionPenalties(
                price("memes-couleurs", 0),
                price("couleurs-opposees", 0),
                price("bip-bip", 0),
                price("in-a-row", 0),
            ),
            trimmed(self.chauvinism[1:]),
            trimmed(self.elitism[1:]),
        )


def trimmed(table: list[int]) -> tuple[int, ...]:
    """The table without trailing entries that equal the last one."""
    end = len(table)
    while end > 1 and table[end - 1] == table[end - 2]:
        end -= 1
    return tuple(table[:end])


def read_penalties(cursor: Cursor) -> Penalties:
    """The block after the word `penalites`, up to its closing brace."""
    block = _Block()
    cursor.expect("{")
    while not cursor.accept("}"):
        at = cursor.token.at
        section = cursor.expect_word(*SECTIONS)
        cursor.expect(":", "colon-missing")
        _read_section(cursor, block, "couleur" if section == "couleurs" else section)
        if cursor.token.kind == "end":
            raise Unexpected("brace-open", at)
    return block.penalties()


def _read_section(cursor: Cursor, block: _Block, section: str) -> None:
    read = _ITEMS[section]
    while cursor.token.kind not in ("}", "end") and not _is_label(cursor):
        try:
            read(cursor, block)
            cursor.expect(";", "semicolon-missing")
        except Unexpected as error:
            cursor.page.refuse(error.key, error.at, error.text)
            if cursor.token.kind not in ("}", "end"):
                cursor.skip_past(";")


def _is_label(cursor: Cursor) -> bool:
    return cursor.token.kind == "word" and cursor.token.text in SECTIONS


def _colour(cursor: Cursor, block: _Block) -> None:
    if cursor.accept_word(*AGAIN):
        block.single["colour-again"] = _price(cursor)
    else:
        _read_entry(cursor, block.colour, ("fois",))


def _float(cursor: Cursor, block: _Block) -> None:
    if cursor.accept_word(*AGAIN):
        block.single["float-again"] = _price(cursor)
    elif cursor.accept_word(*BACK):
        block.single["float-back"] = _price(cursor)
    else:
        _read_entry(cursor, block.floats, ("demi-point", "demi-points"))


def _repetition(cursor: Cursor, block: _Block) -> None:
    word = cursor.expect_word("memes-couleurs", "couleurs-opposees", "bip-bip", *AGAIN)
    block.single["in-a-row" if word in AGAIN else word] = _price(cursor)


def _chauvinism(cursor: Cursor, block: _Block) -> None:
    _by_round(cursor, block.chauvinism)


def _elitism(cursor: Cursor, block: _Block) -> None:
    _by_round(cursor, block.elitism)


_ITEMS: dict[str, Callable[[Cursor, _Block], None]] = {
    "couleur": _colour,
    "flottement": _float,
    "repetition": _repetition,
    "chauvinisme": _chauvinism,
    "elitisme": _elitism,
}


def _read_entry(cursor: Cursor, table: list[int], unit: tuple[str, ...]) -> None:
    at = cursor.token.at
    index = cursor.integer()
    upwards = cursor.accept("+")
    cursor.expect_word(*unit)
    price = _price(cursor)
    if index == 0:
        cursor.page.remark("index-null", at)
        return
    if index > _LONGEST:
        cursor.page.remark("index-cut", at, str(index))
    put(table, min(index, _LONGEST), price, upwards=upwards)


def put(table: list[int], index: int, price: int, *, upwards: bool) -> None:
    """Set an entry, and those above it if `upwards`; the table grows by repeating its last entry."""
    if index + 1 >= len(table):
        table.extend([table[-1]] * (index + 2 - len(table)))
    stop = len(table) if upwards else index + 1
    table[index:stop] = [price] * (stop - index)


def _by_round(cursor: Cursor, table: list[int]) -> None:
    cursor.expect_word("ronde", "rondes")
    at = cursor.token.at
    number = cursor.integer()
    upwards = cursor.accept("+")
    price = _price(cursor)
    if number == 0:
        cursor.page.remark("round-null", at)
    elif number > MOST_ROUNDS:
        cursor.page.remark("round-too-great", at, str(number))
    else:
        stop = len(table) if upwards else number + 1
        table[number:stop] = [price] * (stop - number)


def _price(cursor: Cursor) -> int:
    cursor.expect("=")
    if cursor.accept_word("infini"):
        return CAP
    at = cursor.token.at
    price = cursor.integer()
    if price > CAP:
        cursor.page.remark("penalty-cut", at, str(price))
    return min(price, CAP)


_HEADINGS = {
    "colour": "Couleur",
    "float": "Flottement",
    "repetition": "Repetition",
    "chauvinism": "Chauvinisme",
    "elitism": "Elitisme",
}
"""The sections by their words in a configuration."""


def check(penalties: Penalties, page: SourceText, at: int) -> None:
    """Report, at the position of the block, costs that PAPP refuses."""
    try:
        check_penalties(penalties)
    except PenaltiesImpossible as error:
        reason = error.facts["reason"]
        section = _HEADINGS[str(error.facts["section"])]
        page.refuse(f"penalties-{reason}", at, f"{section}, {error.facts['value']}")
