"""`tournoi results`, `bracket`, `bundles`, `links` and `submit`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from ronde.app.desk import Desk
from ronde.arena.cli.options import chosen_jail
from ronde.arena.cli.shapes import whole_name
from ronde.arena.course import (
    CourseFolder,
    CourseVersion,
    Student,
    VersionOutcome,
    VersionState,
    all_watchers,
    course_rules,
    judge,
    keep_report,
    not_built,
    programs_of,
    read_students,
    receive,
    write_students,
)
from ronde.arena.games import Answer, GameRecord, Side, page_name
from ronde.arena.pages import RunPages, slide
from ronde.arena.pages.text import elo_text, faults_text, last_words
from ronde.arena.referee import (
    Played,
    ProgramResult,
    Roster,
    attached_roster,
    player_names,
    program_results,
    replay_name,
    scoreboard,
    stored_games,
)
from ronde.arena.sandbox import Verdict
from ronde.cli.session import (
    ANY_PATH,
    SOURCE,
    CommandRun,
    json_option,
    printed_ending,
    show,
    with_session,
)
from ronde.cli.speech import UsageProblem, command, language, option, translate
from ronde.formats.csv import DIALECTS, Dialect, write_rows
from ronde.formats.files import read_file, write_whole
from ronde.i18n import figures, say
from ronde.model.entry import find_player
from ronde.model.errors import FileExists, NotATournament
from ronde.model.events import GamePlayed
from ronde.model.player import PlayerId
from ronde.render.charts import png
from ronde.render.text import columns
from ronde.system import replace_file

# The bundle of a student: own games with replay pages, own messages and faults, no messages of others.


GAME_COLUMNS = (
    "game",
    "round",
    "opponent",
    "side",
    "result",
    "reason",
    "fault",
    "move",
    "seconds",
    "slowest_ms",
    "page",
)


class ProgramFolders:
    """Writes the folders of programs; every game is read once."""

    def __init__(self, desk: Desk, roster: Roster, folder: Path, language: str) -> None:
        self._desk, self._folder, self._language = desk, folder, language
        self._board = scoreboard(desk.tournament, roster, over=True)
        self._games = list(stored_games(desk))

    def write(self, player: PlayerId) -> Path:
        """Write the folder of one program and return its path."""
        name = self._desk.tournament.player(player).name
        place = self._folder / page_name(str(player), [name])
        own = [(game, played) for game, played in self._games if player in (game.first, game.second)]
        gallery = RunPages(place, self._language, alone=False)
        for game, played in own:
            self._replay(gallery, game, played, player)
        gallery.tournament(self._own_board(name))
        gallery.finish()
        rows = [self._row(game, played, player) for game, played in own]
        replace_file(place / "games.csv", write_rows(GAME_COLUMNS, rows), lasting=False)
        said = "".join(self._said(game, played, player) for game, played in own)
        replace_file(place / "stderr.txt", said.encode(), lasting=False)
        return place

    def _replay(self, gallery: RunPages, game: GamePlayed, played: Played, player: PlayerId) -> None:
        players = player_names(self._desk.tournament, game)
        record = replace(played.record.quiet(_side(game, player)), players=players)
        title = f"{replay_name(game.record)} {' – '.join(players)}"
        gallery.replay(replay_name(game.record), record, played.clock.to_dict(), title)

    def _own_board(self, name: str) -> dict[str, Any]:
        """The standings of all, and the matches of one program."""
        rounds = [
            {**played, "matches": [match for match in played["matches"] if name in match["players"]]}
            for played in self._board["rounds"]
        ]
        mine = [played for played in rounds if played["matches"]]
        return {**self._board, "bracket": None, "sections": [], "numbers": [], "rounds": mine}

    def _row(self, game: GamePlayed, played: Played, player: PlayerId) -> list[object]:
        side = _side(game, player)
        times = [answer.milliseconds for answer in _answers(played.record, side)]
        mine = next((fault for fault in played.record.faults if fault.side == side), None)
        names = player_names(self._desk.tournament, game)
        result = "1/2" if not game.winner else "1" if game.winner == player else "0"
        return [
            replay_name(game.record), game.round, names[2 - side], side, result, game.reason,
            mine.code if mine else "", mine.ply if mine else "", round(sum(times) / 1000, 3),
            round(max(times, default=0.0), 1), f"parties/{page_name(replay_name(game.record), names)}.html",
        ]  # fmt: skip

    def _said(self, game: GamePlayed, played: Played, player: PlayerId) -> str:
        """What the program wrote to standard error in a game, move by move."""
        side = _side(game, player)
        plies = enumerate(played.record.plies, start=1)
        lines = [
            say("programs.said-at-move", self._language, move=number)
            + "\n"
            + answer.messages.rstrip("\n")
            + "\n"
            for number, ply in plies
            for answer in ply
            if answer.side == side and answer.messages.strip()
        ]
        names = " – ".join(player_names(self._desk.tournament, game))
        return f"== {replay_name(game.record)} {names}\n{''.join(lines)}\n" if lines else ""


def _side(game: GamePlayed, player: PlayerId) -> Side:
    return 1 if player == game.first else 2


def _answers(record: GameRecord, side: Side) -> list[Answer]:
    return [answer for ply in record.plies for answer in ply if answer.side == side]


# `tournoi results` and `tournoi bundles`: the table of all programs, and a folder for each of them.


tournament_argument = click.argument("file", type=ANY_PATH, default="tournoi.ronde", metavar="[FILE]")
FAULTS = tuple(verdict.value for verdict in Verdict)
"""The kinds of faults, one column each."""
_COLUMNS = ("program", "students", "points", "games", "elo", "faults", "tie")
HEAD = (
    "place", "id", "name", "points", "rating", "error", "games", "wins", "draws", "losses", *FAULTS,
    "seconds", "median_ms", "slowest_ms", "rank", "tie", "students",
)  # fmt: skip


@command("tournoi-results", "results")
@tournament_argument
@option("--csv", "as_csv", is_flag=True, help="results-csv")
@option("--csv-dialect", type=click.Choice([*DIALECTS]), default=None, help="csv-dialect")
@option("--students", "class_list", type=SOURCE, default=None, help="results-students", metavar="LIST")
@json_option
@with_session
def results(
    session: CommandRun,
    file: Path,
    as_csv: bool,
    csv_dialect: str | None,
    class_list: Path | None,
    as_json: bool,
) -> None:
    as_csv = as_csv or csv_dialect is not None
    if as_csv and as_json:
        sentence = translate("cli.options-apart", one="--csv", other="--json")
        raise UsageProblem(sentence, click.get_current_context())
    desk, _ = of_programs(session, file)
    rows = program_results(desk)
    students = _students_of([row.name for row in rows], class_list)
    if as_csv:
        usual = "comma" if language() == "en" else "semicolon"
        click.echo(results_csv(rows, students, DIALECTS[csv_dialect or usual]), nl=False)
        return
    data = [{**row.to_dict(), "students": students.get(row.name, [])} for row in rows]
    show(data, lambda: results_text(rows, students), as_json=as_json)


def _students_of(names: list[str], class_list: Path | None) -> dict[str, list[str]]:
    """The students of each program by its full name, as a class list says."""
    listed = programs_of(read_students(class_list)) if class_list is not None else {}
    return {whole_name(program, names): students for program, students in listed.items()}


def results_text(rows: Sequence[ProgramResult], students: Mapping[str, list[str]]) -> str:
    """The ranking, with what decided between equal programs; without columns in which nothing stands."""
    tongue = language()
    heads = ["", *(translate(f"pages.{key}") for key in _COLUMNS)]
    table = [
        [
            str(row.rank),
            row.name,
            ", ".join(students.get(row.name, [])),
            figures(f"{row.points:g}", tongue),
            str(row.games),
            elo_text(row.rating, row.error),
            faults_text(row.faults, tongue),
            translate(f"pages.tie-{row.tie}") if row.tie else "",
        ]
        for row in rows
    ]
    used = [at for at in range(len(heads)) if any(line[at] for line in table)]
    right = "".join("abcdefgh"[place] for place, at in enumerate(used) if at in (0, 3, 4, 5))
    return columns([heads[at] for at in used], [[line[at] for at in used] for line in table], right)


@command("tournoi-bracket", "bracket", prints=True)
@tournament_argument
@with_session
def bracket(session: CommandRun, file: Path) -> None:
    desk, roster = of_programs(session, file)
    board = scoreboard(desk.tournament, roster, over=True)
    if not board["bracket"]:
        raise UsageProblem(translate("programs.no-bracket"), click.get_current_context())
    picture = slide(board, language())
    click.echo(png(picture) if printed_ending() == ".png" else picture, nl=False)


@command("tournoi-bundles", "bundles")
@tournament_argument
@click.argument("folder", type=ANY_PATH, default="bundles", metavar="[FOLDER]")
@option("--only", "names", multiple=True, help="bundles-only", metavar="PLAYER")
@json_option
@with_session
def bundles(session: CommandRun, file: Path, folder: Path, names: tuple[str, ...], as_json: bool) -> None:
    desk, roster = of_programs(session, file)
    wanted = [find_player(desk.tournament, name) for name in names] or list(desk.tournament.players)
    if folder.exists() and not folder.is_dir():
        raise FileExists(path=str(folder))
    made = ProgramFolders(desk, roster, folder, language())
    hidden = not sys.stderr.isatty()
    with click.progressbar(
        wanted, label=translate("programs.bundling"), file=sys.stderr, hidden=hidden
    ) as bar:
        places = [made.write(player) for player in bar]
    sentence = translate("programs.bundled", count=len(places), path=folder)
    show({"bundles": [str(place) for place in places]}, sentence, as_json=as_json)


def results_csv(rows: Iterable[ProgramResult], students: Mapping[str, list[str]], dialect: Dialect) -> bytes:
    """The table as CSV."""
    table = []
    for row in rows:
        faults = {kind: row.faults.get(kind, 0) for kind in FAULTS}
        cells = {**row.to_dict(), **faults, "students": ", ".join(students.get(row.name, []))}
        table.append(["" if cells[name] is None else cells[name] for name in HEAD])
    return write_rows(HEAD, table, dialect)


def of_programs(session: CommandRun, path: Path) -> tuple[Desk, Roster]:
    """An existing tournament of programs."""
    desk = session.desk(path)
    roster = attached_roster(desk)
    if roster is None:
        raise NotATournament(path=str(path), reason="people", detail="", backup="")
    return desk, roster


# `tournoi links`: the personal links of a class, as a list or as cards to print.


@command("tournoi-links", "links")
@click.argument("course", type=ANY_PATH, metavar="COURSE")
@click.argument("class_list", type=SOURCE, required=False, metavar="[LIST]")
@option("--link", default="", help="desk-link", metavar="URL")
@option("--new", "renewed", default="", help="course-renew", metavar="NAME")
@option("--cards", type=ANY_PATH, default=None, help="course-cards", metavar="FILE")
@json_option
def links(
    course: Path, class_list: Path | None, link: str, renewed: str, cards: Path | None, as_json: bool
) -> None:
    from ronde.arena.web.course import card_sheet, course_address, course_links

    if link and not link.lower().startswith(("http://", "https://")):
        raise UsageProblem(translate("arbitre.cli-link", text=link), click.get_current_context())
    folder = CourseFolder(course)
    students = _students(folder, class_list, renewed)
    address = link or course_address(course)
    if not address:
        raise UsageProblem(translate("course.no-address"), click.get_current_context())
    if class_list is not None:
        write_students(folder.students, students)
    rows = course_links(course, address, renewed)
    if cards is not None:
        write_whole({cards: card_sheet(rows, language()).encode()})
        text = translate("course.links-written", count=len(rows), path=cards)
    else:
        text = columns(_head(), [(name, ", ".join(students), link) for name, students, link in rows])
    data: list[dict[str, Any]] = [
        {"program": name, "students": students, "link": link} for name, students, link in rows
    ]
    show(data, text, as_json=as_json)


def _head() -> tuple[str, str, str]:
    return translate("pages.program"), translate("course.students"), translate("course.link")


def _students(folder: CourseFolder, class_list: Path | None, renewed: str) -> list[Student]:
    """The students, with those of a list; refused if there are none, or if the one to renew is unknown."""
    course_rules(folder.rules)
    known = read_students(folder.students) if folder.students.exists() else []
    if class_list is not None:
        known = read_students(class_list, known)
    if not known:
        raise UsageProblem(translate("course.no-students", path=folder.path), click.get_current_context())
    if renewed and renewed not in {one.program for one in known}:
        sentence = translate("course.unknown-program", name=renewed, path=folder.students)
        raise UsageProblem(sentence, click.get_current_context())
    return known


# `tournoi submit`: builds a version in the sandbox, checks it, stores it, and enters it if it can play.


@command("tournoi-submit", "submit")
@click.argument("course", type=ANY_PATH, metavar="COURSE")
@click.argument("name", metavar="ENTRANT")
@click.argument("files", type=SOURCE, nargs=-1, required=True, metavar="UPLOAD...")
@json_option
def submit(course: Path, name: str, files: tuple[Path, ...], as_json: bool) -> None:
    folder = CourseFolder(course)
    rules = course_rules(folder.rules)
    now = datetime.now().astimezone()
    rules.check_submission(name, now)
    jail = chosen_jail(rules.jail, rules.memory, ())
    upload = all_watchers([(file.name, read_file(file, rules.largest)) for file in files], rules)
    version = receive(folder, rules, name, upload, now)
    outcome = judge(folder, rules, version, jail)
    report = keep_report(folder, CourseVersion(name, int(version.name), now, outcome), language())
    if outcome.fate is VersionState.BUILD:
        click.echo(last_words(outcome.said), err=True)
        raise not_built(name, outcome, language())
    _tell(name, version, outcome, report, as_json=as_json)


def _tell(name: str, version: Path, outcome: VersionOutcome, report: list[str], *, as_json: bool) -> None:
    verdict = "programs.submitted" if outcome.accepted else "programs.submission-unfit"
    number = int(version.name)
    data: dict[str, Any] = {"name": name, "version": number, "accepted": outcome.accepted, "report": report}
    show(data, "\n".join([*report, translate(verdict, name=name, number=number)]), as_json=as_json)
    if not outcome.accepted:
        click.get_current_context().exit(1)
