"""Commands for engines at addresses: the tester, and the engine database of a folder."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ronde.arena.cli.options import GAME_WORDS
from ronde.arena.games import find_game
from ronde.cli.session import ANY_PATH, CommandRun, json_option, show, with_session
from ronde.cli.speech import TranslatedGroup, UsageProblem, command, language, option, translate
from ronde.model.errors import EngineRefused, FileMissing

if TYPE_CHECKING:
    from ronde.arena.http import EngineCard, EngineStore, EngineTrial, Point


MANNERS = ("call-back", "printed", "service")
BOOK = "arbitre.db"
_ADDRESS = re.compile(r"https?://[^\s/]+")
USUAL = "http://localhost:8765"
"""The default address of `ronde serve`."""


@click.group("engine", cls=TranslatedGroup, help="engine")
def engine() -> None: ...


def game_option(function: Any) -> Any:
    chosen = GAME_WORDS
    return option("--game", type=chosen, required=True, help="engine-game")(function)


def local_option(function: Any) -> Any:
    return option("--allow-local", default="", help="allow-local", metavar="RANGES")(function)


def level_option(function: Any) -> Any:
    return option("--level", type=click.IntRange(1, 2), default=1, help="engine-level", metavar="N")(function)


def timeout_option(function: Any) -> Any:
    """The option `--timeout`, within the limits of the manual."""
    chosen = click.IntRange(4, 54)
    return option("--timeout", type=chosen, default=15, help="engine-timeout", metavar="S")(function)


@command("engine-test", "test")
@click.argument("url", metavar="URL")
@game_option
@option("--position", default="", help="engine-position", metavar="TRAY")
@level_option
@timeout_option
@local_option
@json_option
def test(
    url: str, game: str, position: str, level: int, timeout: int, allow_local: str, as_json: bool
) -> int:
    from ronde.arena.http import EngineCard, Manner, read_position
    from ronde.web.server.addresses import check_url, parse_allowed

    _check_level(game, level)
    allow = parse_allowed(allow_local)
    # No server is running that could receive a call-back; the tester of the web pages tries those too.
    printed = Manner.PRINTED
    card = EngineCard(0, "test", game, check_url(url, allow), level=level, timeout=timeout, manner=printed)
    read_position(game, position, level)
    trial = asyncio.run(_tried(card, position, allow))
    show(_trial_data(trial), lambda: _trial_text(trial), as_json=as_json)
    return 1 if trial.verdict else 0


def _check_level(game: str, level: int) -> None:
    if level > find_game(game).description.levels:
        raise UsageProblem(
            translate("arbitre.cli-level", game=translate(f"games.name-{game}")), click.get_current_context()
        )


async def _tried(card: EngineCard, position: str, allow: Any) -> EngineTrial:
    from ronde.arena.http import PendingMoves, Point, Requests, Sign, examine

    requests = Requests(PendingMoves(), "", allow)
    await requests.open()
    try:
        trial = await examine(requests, card, position)
        return replace(trial, points=(*trial.points, Point("call-back", Sign.WARNING)))
    finally:
        await requests.close()


def _trial_data(trial: EngineTrial) -> dict[str, Any]:
    return {
        "url": trial.url,
        "answer": trial.answer,
        "status": trial.first.status or None,
        "seconds": round(trial.first.seconds, 4),
        "move": trial.move or None,
        "verdict": trial.verdict.value if trial.verdict else None,
        "detail": trial.detail,
        "checklist": [{"code": one.code, "sign": one.sign.value, **one.facts} for one in trial.points],
    }


def _trial_text(trial: EngineTrial) -> str:
    from ronde.arena.pages.text import verdict_text

    # Whitespace, line ends and byte order marks are shown escaped: students look for them.
    answer = repr(trial.answer)[1:-1] if trial.first.body else translate("arbitre.came-nothing")
    took = translate("arbitre.seconds-took", seconds=f"{trial.first.seconds:.3f}")
    verdict = verdict_text(trial.verdict or "", trial.detail, trial.move, language())
    facts = {"called": trial.url, "came": answer, "time": took, "verdict": verdict}
    colon = translate("web.colon")
    lines = [f"{translate(f'arbitre.{name}')}{colon} {text}" for name, text in facts.items()]
    return "\n".join([*lines, "", *map(_point_line, trial.points)])


def _point_line(point: Point) -> str:
    from ronde.arena.pages.text import point_text

    sign = translate(f"arbitre.sign-{point.sign.value}")
    return f"{sign:10} {point_text(point.code, point.sign.value, point.facts, language())}"


def folder_argument(function: Any) -> Any:
    """The argument FOLDER: the served folder, or its engine store."""
    return click.argument("folder", type=ANY_PATH, metavar="FOLDER")(function)


def open_store(folder: Path) -> EngineStore:
    """The store of a served folder, created if it is missing."""
    from ronde.arena.http import EngineStore

    return EngineStore(book_path(folder))


def book_path(folder: Path) -> Path:
    if folder.is_dir():
        return folder / BOOK
    if folder.name.endswith(".db") and folder.parent.is_dir():
        return folder
    raise FileMissing(path=str(folder), reason="no-folder" if folder.exists() else "")


@command("engine-add", "add")
@folder_argument
@click.argument("name", metavar="NAME")
@click.argument("url", metavar="URL")
@game_option
@level_option
@timeout_option
@option("--manner", type=click.Choice(MANNERS), default="call-back", help="engine-manner")
@option("--private", is_flag=True, help="engine-private")
@option("--pinned", is_flag=True, help="engine-pinned")
@option("--key", is_flag=True, help="engine-key")
@local_option
@json_option
@with_session
def add(
    session: CommandRun,
    folder: Path,
    name: str,
    url: str,
    game: str,
    level: int,
    timeout: int,
    manner: str,
    private: bool,
    pinned: bool,
    key: bool,
    allow_local: str,
    as_json: bool,
) -> None:
    from ronde.arena.http import EngineCard, Manner, plausible, validate_card, with_new_key
    from ronde.web.server.addresses import parse_allowed

    _check_level(game, level)
    card = EngineCard(0, name, game, url, level=level, timeout=timeout, manner=Manner(manner))
    allow = parse_allowed(allow_local)
    card = plausible(replace(card, public=not private, pinned=pinned), allow)
    book = open_store(folder)
    try:
        card = validate_card(book, card, allow)
        card = book.add_engine(with_new_key(card) if key else card)
    finally:
        book.close()
    sentence = translate(
        "arbitre.cli-added", number=card.id, name=card.name, game=translate(f"games.name-{card.game}")
    )
    data = _card_data(card)
    if key:
        secret = card.keys[0].secret.hex()
        data |= {"key": {"name": card.keys[0].name, "secret": secret}}
        sentence += "\n" + translate("arbitre.cli-key", name=card.keys[0].name, secret=secret)
    show(data, sentence, as_json=as_json)


@command("engine-list", "list")
@folder_argument
@json_option
@with_session
def list_(session: CommandRun, folder: Path, as_json: bool) -> None:
    from ronde.render.text import columns

    cards = _engines(folder)
    rows = [
        [str(card.id), card.name, card.game, card.manner.value, str(card.timeout), card.url, _marks(card)]
        for card in cards
    ]
    head = [translate(f"arbitre.{key}") for key in ("number", "name", "game", "manner", "timeout", "url")]
    text = columns([*head, ""], rows, right="ae") if rows else translate("arbitre.cli-none")
    show([_card_data(card) for card in cards], text, as_json=as_json)


def _engines(folder: Path) -> list[EngineCard]:
    """The engines of a folder; does not create a store."""
    if not book_path(folder).exists():
        return []
    book = open_store(folder)
    try:
        return book.engines()
    finally:
        book.close()


def _marks(card: EngineCard) -> str:
    marks = [translate("arbitre.private")] * (not card.public) + [translate("arbitre.retired")] * card.retired
    return ", ".join(marks)


def _card_data(card: EngineCard) -> dict[str, Any]:
    return {
        "id": card.id,
        "name": card.name,
        "game": card.game,
        "url": card.url,
        "owner": card.owner or None,
        "level": card.level,
        "timeout": card.timeout,
        "manner": card.manner.value,
        "public": card.public,
        "pinned": card.pinned,
        "retired": card.retired,
    }


@command("engine-retire", "retire")
@folder_argument
@click.argument("number", type=click.IntRange(1, 2**31), metavar="NUMBER")
@json_option
@with_session
def retire(session: CommandRun, folder: Path, number: int, as_json: bool) -> None:
    from ronde.arena.http import find_engine

    if not book_path(folder).exists():
        raise EngineRefused(reason="unknown", number=number)
    book = open_store(folder)
    try:
        card = replace(find_engine(book, number), retired=True)
        book.change_engine(card)
    finally:
        book.close()
    show(_card_data(card), translate("arbitre.cli-retired", number=card.id, name=card.name), as_json=as_json)


@command("engine-invite", "invite")
@folder_argument
@option("--link", default="", help="engine-link", metavar="URL")
@json_option
@with_session
def invite(session: CommandRun, folder: Path, link: str, as_json: bool) -> None:
    from ronde.web.server.serve import new_owner_link

    if link and not _ADDRESS.match(link):
        raise UsageProblem(translate("arbitre.cli-link", text=link), click.get_current_context())
    # The store does not contain the address of its server.
    address = new_owner_link(book_path(folder), link or USUAL)
    sentence = translate("arbitre.cli-invited", link=address)
    sentence += "" if link else "\n" + translate("arbitre.cli-invited-guess")
    show({"link": address}, sentence, as_json=as_json)


for _command in (test, add, list_, retire, invite):
    engine.add_command(_command)
