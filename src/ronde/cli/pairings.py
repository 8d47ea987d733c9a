"""The command `ronde-pairings`: a drop-in for programs that call bbpPairings or JaVaFo.

    ronde-pairings [-r]                                         print the version
    ronde-pairings --dutch [FILE] -p [OUT] [-l [LIST]]          pair the next round
    ronde-pairings --dutch [FILE] -c [-l [LIST]]                check the rounds of a file
    ronde-pairings --dutch (MODEL -g | -g [CONFIG]) -o FILE [-s SEED] [-l [LIST]]
                                                                make a random tournament

Without FILE the tournament is read from the standard input, without OUT the pairs go to the standard output.
OUT and LIST without a folder lie beside FILE, and LIST is FILE with the ending .list unless it is named.
Exit status: 0 done, 1 no legal pairing, 2 our own mistake, 3 a wrong request or file, 4 too large,
5 no access to a file. Differences found by -c are printed and are no failure.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Never

from ronde import __version__
from ronde.cli.speech import usual_language
from ronde.i18n import error_text, say
from ronde.model.errors import (
    DiskFull,
    FileMissing,
    FormatError,
    JournalError,
    NotAFile,
    ReadOnly,
    RondeError,
)

if TYPE_CHECKING:
    from ronde.formats.trf import RandomReport, Trf

NO_PAIRING, MISTAKE, WRONG, TOO_LARGE, NO_ACCESS = 1, 2, 3, 4, 5
_NO_ACCESS = (FileMissing, NotAFile, ReadOnly, DiskFull, JournalError)
_BESIDE = "-"
"""Stands for a file whose name is left out."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Never:
        self.exit(WRONG, f"{self.prog}: {message}\n")


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = _Parser(
        prog="ronde-pairings", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-r", dest="release", action="store_true", help="print the version first")
    parser.add_argument("--dutch", action="store_true", help="the system; the only one there is")
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("-p", dest="pairs", nargs="?", const=_BESIDE, metavar="OUT")
    parser.add_argument("-c", dest="check", action="store_true")
    parser.add_argument("-g", dest="generate", nargs="?", const=_BESIDE, metavar="CONFIG")
    parser.add_argument("-o", dest="output", type=Path)
    parser.add_argument("-s", dest="seed", type=int, default=1)
    parser.add_argument("-l", dest="checklist", nargs="?", const=_BESIDE, metavar="LIST")
    given = parser.parse_args(argv)
    wanted = sum((given.pairs is not None, given.check, given.generate is not None))
    nothing = not wanted and not given.file and given.checklist is None
    if wanted != 1 and not nothing:
        parser.error("one of -p, -c and -g is needed")
    if given.generate is not None and given.output is None:
        parser.error("-g needs -o")
    if given.generate not in (None, _BESIDE) and given.file is not None:
        parser.error("-g takes a model or a configuration, not both")
    given.release = given.release or nothing
    return given


def main(argv: Sequence[str] | None = None) -> int:
    """Run one request and return its exit status."""
    given = _arguments(argv)
    try:
        return _run(given)
    except RondeError as error:
        print(error_text(error, usual_language()), file=sys.stderr)
        return _status(error)
    except MemoryError:
        return TOO_LARGE
    except Exception as error:  # exit status 1 would mean that no pairing is legal
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return MISTAKE


def _status(error: RondeError) -> int:
    if isinstance(error, FormatError) and error.problems[0].key == "formats.too-large":
        return TOO_LARGE
    return NO_ACCESS if isinstance(error, _NO_ACCESS) else WRONG


def _run(given: argparse.Namespace) -> int:
    if given.release:
        print(f"Ronde {__version__}")
    if given.generate is not None:
        return _generate(given)
    if given.pairs is None and not given.check:
        return 0
    trf = _read(given.file)
    _warn(trf)
    return _check(trf, given) if given.check else _pair(trf, given)


def _read(path: Path | None) -> Trf:
    from ronde.formats.trf import parse_trf, read_trf

    if path is not None:
        return read_trf(path)
    content = sys.stdin.buffer.read()
    try:
        return parse_trf(content.decode("utf-8-sig"), "stdin")
    except UnicodeDecodeError:
        return parse_trf(content.decode("latin-1"), "stdin")


def _warn(trf: Trf) -> None:
    """Warn about points that do not add up; they are computed again."""
    from ronde.formats.trf import wrong_points

    for one in wrong_points(trf):
        facts = {"number": one.number, "written": one.written / 10, "counted": one.counted / 10}
        print(say("trf.points-differ", usual_language(), **facts), file=sys.stderr)


def _pair(trf: Trf, given: argparse.Namespace) -> int:
    from ronde.formats.trf import pair_round

    _write_checklist(given, _checklist(trf, trf.played + 1))
    paired = pair_round(trf, trf.played + 1)
    if paired is None:
        print(say("trf.no-pairing", usual_language(), round=trf.played + 1), file=sys.stderr)
        return NO_PAIRING
    byes = [(paired.bye, 0)] if paired.bye else []
    lines = [f"{len(paired.pairs) + len(byes)}", *(f"{one} {other}" for one, other in [*paired.pairs, *byes])]
    _write(None if given.pairs == _BESIDE else _beside(given.pairs, given.file), "\n".join(lines) + "\n")
    return 0


def _check(trf: Trf, given: argparse.Namespace) -> int:
    """List every round; where our pairs differ, both pairings are printed."""
    from ronde.formats.trf import check_rounds

    name = given.file.stem if given.file else "(stdin)"
    lists = (line for at in range(1, trf.played + 1) for line in (f"Round {at}\n", *_checklist(trf, at)))
    _write_checklist(given, lists)
    for one in check_rounds(trf):
        print(f"{name}: Round #{one.round}")
        if one.ours is None:
            print(f"  {say('trf.round-impossible', usual_language(), round=one.round)}")
        elif not one.equal:
            theirs, ours = one.differences
            for key, pairs, bye in (("ours", ours, one.ours.bye), ("theirs", theirs, one.theirs.bye)):
                listed = ", ".join(
                    [*(f"{white}-{black}" for white, black in pairs), *([f"{bye}-0"] if bye else [])]
                )
                print(f"  {say(f'trf.round-{key}', usual_language(), round=one.round, pairs=listed)}")
    return 0


def _generate(given: argparse.Namespace) -> int:
    from ronde.formats.trf import generate, write_trf

    trf = generate(_wishes(given))
    _write(given.output, write_trf(trf))
    lists = (line for at in range(1, trf.played + 1) for line in (f"Round {at}\n", *_checklist(trf, at)))
    _write_checklist(given, lists)
    return 0


def _wishes(given: argparse.Namespace) -> RandomReport:
    from ronde.formats.files import read_file
    from ronde.formats.trf import RandomReport, parse_options

    if given.file is not None:
        model = _read(given.file)
        rounds = model.rounds or max(1, model.played)
        return RandomReport(max(2, len(model.players)), rounds, given.seed, points=model.points)
    if given.generate == _BESIDE:
        return RandomReport(seed=given.seed)
    path = Path(given.generate)
    return parse_options(read_file(path).decode("utf-8", "replace"), str(path), given.seed)


def _beside(name: str, file: Path | None) -> Path:
    """A file named without a folder is beside the tournament."""
    path = Path(name)
    return file.parent / path if file is not None and path.parent == Path() else path


def _write_checklist(given: argparse.Namespace, lines: Iterator[str]) -> None:
    if given.checklist is None:
        return
    file = given.output if given.generate is not None else given.file
    usual = (file or Path("stdin")).with_suffix(".list")
    path = usual if given.checklist == _BESIDE else _beside(given.checklist, file)
    _write(path, "".join(lines))


def _checklist(trf: Trf, round_: int) -> Iterator[str]:
    from ronde.formats.trf import checklist

    yield "number\tscore\tcolours\tpreference\tfloats\tbye\topponents\n"
    for row in checklist(trf, round_):
        opponents = " ".join(map(str, row.opponents))
        bye = "+" if row.may_have_bye else "-"
        cells = (row.number, f"{row.score / 10:.1f}", row.colours, row.preference, row.floats, bye, opponents)
        yield "\t".join(map(str, cells)) + "\n"


def _write(path: Path | None, text: str) -> None:
    from ronde.formats.files import write_whole

    if path is None:
        sys.stdout.write(text)
        return
    if not path.parent.is_dir():  # a missing folder is the caller's mistake and is not created
        raise FileMissing(path=str(path.parent))
    write_whole({path: text.encode()})
