"""The rules of the games with examples and pictures, for the reference."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ronde.arena.games import ALONE, GAMES, Example, Game, examples
from ronde.arena.pages import command_words
from ronde.i18n import plain, say
from ronde.render.shell import SHARED

_RULE = re.compile(r"([^{}@/]+)\{([^{}]*)\}")
_NAMED = re.compile(r"(--[a-z0-9-]+): ([^;]+);")
_USED = re.compile(r"var\((--[a-z0-9-]+)\)")
_LIGHT = re.compile(r"light-dark\(([^,]*), [^()]*\)")


def games() -> Iterator[str]:
    for name, game in sorted(GAMES.items()):
        yield _about(name, game)
        for at, example in enumerate(examples(game), start=1):
            yield _told(name, game, example, at)


def pictures() -> dict[str, str]:
    return {
        f"{name}-{at}.svg": _picture(game, example)
        for name, game in sorted(GAMES.items())
        for at, example in enumerate(examples(game), start=1)
    }


def _about(name: str, game: Game[Any]) -> str:
    title, rules, usual, how = (
        plain(say(key, "en"))
        for key in (f"games.name-{name}", f"play.rules-{name}", f"play.mistakes-{name}", f"games.how-{name}")
    )
    return f"## {title} (`{game.set_name}`)\n\n{rules} {how}\n\n**Usual mistakes.** {usual}\n"


def _told(name: str, game: Game[Any], example: Example, at: int) -> str:
    view = game.write(example.position, ALONE[example.side])
    line = command_words(game.description.given(view, 23, example.side))
    tray = game.call(example.position, example.side)["Tray"]
    told = f"{plain(say(f'play.fen-{example.code}', 'en'))}\n\n" if example.code else ""
    return (
        f"![{name} {at}](games/{name}-{at}.svg)\n\n{told}    Tray   {tray}\n    Value  {example.value}\n"
        f"    ./prog {line}\n    {example.value}\n"
    )


def _picture(game: Game[Any], example: Example) -> str:
    """The drawing of the pages with the colours of the light theme inside."""
    drawn = game.svg(example.position, ALONE[example.side], game.name)
    style = _style({word for words in re.findall(r'class="([^"]*)"', drawn) for word in words.split()})
    return drawn.replace("><title>", f' width="360"><style>{style}</style><title>', 1) + "\n"


def _style(kinds: set[str]) -> str:
    """The rules of the sheet about these classes, every colour written out."""
    tokens, sheet = ((SHARED / name).read_text(encoding="utf-8") for name in ("tokens.css", "board.css"))
    given = _NAMED.findall(tokens + sheet.replace(" }", "; }"))
    named = {name: _LIGHT.sub(r"\1", value) for name, value in given}
    rules = _RULE.findall(sheet.partition("@media")[0])
    return "".join(
        f"{head.strip()} {{{_USED.sub(lambda used: named[used[1]], _LIGHT.sub(_first, body))}}}"
        for head, body in rules
        if _about_these(head, kinds)
    )


def _first(found: re.Match[str]) -> str:
    return found[1]


def _about_these(head: str, kinds: set[str]) -> bool:
    """Whether a rule is about something in the drawing; what may be touched is on pages only."""
    words = set(re.findall(r"\.([a-z][a-zA-Z0-9-]*)", head))
    return bool(words & kinds) and not {"token", "touch", "boards"} & words and ":" not in head
