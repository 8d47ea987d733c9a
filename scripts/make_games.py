"""Writes docs/games.md, its French form and the pictures from the games and the sentences of the pages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ronde.formats.pages.door import SHARED, command_words
from ronde.games.door import ALONE, GAMES, Example, Game, examples
from ronde.i18n.door import plain, say

HEADS = {
    "en": """# The games

[En français](games.fr.md)

Made by `python scripts/make_games.py` from the games themselves; a server shows the same at `/rules`, in
every language. Rulings on points that the manuals leave open are in [spec/games.md](spec/games.md), the
protocol in [engines-http.md](engines-http.md), programs in [bots.md](bots.md). Every example
is played by the tests.
""",
    "fr": """# Les jeux

[In English](games.md)

Écrit par `python scripts/make_games.py` d'après les jeux eux-mêmes ; un serveur montre la même chose sous
`/rules`, dans chaque langue. Les points que les manuels laissent ouverts sont tranchés dans
[spec/games.md](spec/games.md), le protocole est dans [engines-http.fr.md](engines-http.fr.md), les programmes
dans [bots.fr.md](bots.fr.md). Les tests jouent chaque exemple.
""",
}
MISTAKES = {"en": "Usual mistakes.", "fr": "Erreurs fréquentes."}
_RULE = re.compile(r"([^{}@/]+)\{([^{}]*)\}")
_NAMED = re.compile(r"(--[a-z0-9-]+): ([^;]+);")
_USED = re.compile(r"var\((--[a-z0-9-]+)\)")
_LIGHT = re.compile(r"light-dark\(([^,]*), [^()]*\)")


def documents() -> dict[str, str]:
    """Every file by its name below docs."""
    pictures = {
        f"games/{name}-{at}.svg": _picture(game, example)
        for name, game in sorted(GAMES.items())
        for at, example in enumerate(examples(game), start=1)
    }
    return {"games.md": _document("en"), "games.fr.md": _document("fr")} | pictures


def _document(language: str) -> str:
    parts = [HEADS[language]]
    for name, game in sorted(GAMES.items()):
        parts.append(_about(name, game, language))
        for at, example in enumerate(examples(game), start=1):
            parts.append(_told(name, game, example, at, language))
    return "\n".join(parts)


def _about(name: str, game: Game[Any], language: str) -> str:
    rules, usual, how = (
        plain(say(key, language))
        for key in (f"play.rules-{name}", f"play.mistakes-{name}", f"games.how-{name}")
    )
    title = plain(say(f"games.name-{name}", language))
    return f"## {title} (`{game.set_name}`)\n\n{rules} {how}\n\n**{MISTAKES[language]}** {usual}\n"


def _told(name: str, game: Game[Any], example: Example, at: int, language: str) -> str:
    view = game.write(example.position, ALONE[example.side])
    line = command_words(game.description.given(view, 23, example.side))
    tray = game.call(example.position, example.side)["Tray"]
    told = f"{plain(say(f'play.fen-{example.code}', language))}\n\n" if example.code else ""
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


if __name__ == "__main__":
    folder = Path(__file__).parents[1] / "docs"
    (folder / "games").mkdir(exist_ok=True)
    for name, text in documents().items():
        (folder / name).write_text(text, encoding="utf-8")
