"""The command `ronde-pairings`: a drop-in for programs that call bbpPairings or JaVaFo.

    ronde-pairings --dutch FILE -p [OUT] [-l LIST]     pair the next round
    ronde-pairings --dutch FILE -c [-l LIST]           check the rounds of a file
    ronde-pairings --dutch -g -o FILE [-s SEED]        make a random tournament

Exit status: 0 done, 1 no legal pairing, 2 our own mistake, 3 a wrong request or file, 4 too large,
5 no access to a file.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Never

from ronde.cli.speech import usual_language
from ronde.core.errors import DiskFull, FileMissing, NotAFile, ReadOnly, RondeError
from ronde.i18n.door import say, tell

if TYPE_CHECKING:
    from ronde.formats.trf.door import Trf

NO_PAIRING, MISTAKE, WRONG, TOO_LARGE, NO_ACCESS = 1, 2, 3, 4, 5
_NO_ACCESS = (FileMissing, NotAFile, ReadOnly, DiskFull)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Never:
        self.exit(WRONG, f"{self.prog}: {message}\n")


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = _Parser(
        prog="ronde-pairings", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--dutch", action="store_true", help="the system; the only one there is")
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("-p", dest="pairs", nargs="?", const="-", metavar="OUT")
    parser.add_argument("-c", dest="check", action="store_true")
    parser.add_argument("-g", dest="generate", nargs="?", const="-", metavar="CONFIG")
    parser.add_argument("-o", dest="output", type=Path)
    parser.add_argument("-s", dest="seed", type=int, default=1)
    parser.add_argument("-l", dest="checklist", type=Path)
    given = parser.parse_args(argv)
    if sum((given.pairs is not None, given.check, given.generate is not None)) != 1:
        parser.error("one of -p, -c and -g is needed")
    if (given.file is None) != (given.generate is not None) or (given.generate and given.output is None):
        parser.error("-p and -c need a file, -g needs -o")
    return given


def main(argv: Sequence[str] | None = None) -> int:
    """Run one request and return the exit status of the contract."""
    given = _arguments(argv)
    try:
        return _run(given)
    except RondeError as error:
        print(tell(error, usual_language()), file=sys.stderr)
        return NO_ACCESS if isinstance(error, _NO_ACCESS) else WRONG
    except MemoryError:
        return TOO_LARGE


def _run(given: argparse.Namespace) -> int:
    if given.generate is not None:
        return _generate(given)
    from ronde.formats.trf.door import read_trf

    trf = read_trf(given.file)
    if given.checklist:
        _write(given.checklist, "".join(_checklist(trf)))
    return _check(trf, given.file) if given.check else _pair(trf, given.pairs)


def _pair(trf: Trf, output: str) -> int:
    from ronde.formats.trf.door import position_before
    from ronde.pairing.dutch.door import NotPairable, pair

    try:
        paired = pair(position_before(trf, trf.played + 1))
    except NotPairable:
        print(say("trf.no-pairing", usual_language(), round=trf.played + 1), file=sys.stderr)
        return NO_PAIRING
    byes = [(paired.bye, 0)] if paired.bye else []
    lines = [f"{len(paired.pairs) + len(byes)}", *(f"{one} {other}" for one, other in [*paired.pairs, *byes])]
    _write(None if output == "-" else Path(output), "\n".join(lines) + "\n")
    return 0


def _check(trf: Trf, path: Path) -> int:
    from ronde.formats.trf.door import check_rounds

    language, differ = usual_language(), 0
    for one in check_rounds(trf):
        differ += not one.equal
        key = "trf.round-equal" if one.equal else "trf.round-differs"
        print(f"{path.name}: {say(key, language, round=one.round)}")
    return NO_PAIRING if differ else 0


def _generate(given: argparse.Namespace) -> int:
    from ronde.formats.trf.door import Wishes, generate, write_trf

    _write(given.output, write_trf(generate(Wishes(seed=given.seed))))
    return 0


def _checklist(trf: Trf) -> Iterator[str]:
    from ronde.formats.trf.door import checklist

    yield "number\tscore\tcolours\tpreference\tfloats\tbye\topponents\n"
    for row in checklist(trf, trf.played + 1):
        opponents = " ".join(map(str, row.opponents))
        bye = "+" if row.may_have_bye else "-"
        cells = (row.number, f"{row.score / 10:.1f}", row.colours, row.preference, row.floats, bye, opponents)
        yield "\t".join(map(str, cells)) + "\n"


def _write(path: Path | None, text: str) -> None:
    from ronde.formats.disk import write_whole

    if path is None:
        sys.stdout.write(text)
    else:
        write_whole({path: text.encode()})
