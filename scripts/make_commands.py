"""Writes docs/commands.md and docs/commands.fr.md from the commands themselves.

A test checks that they are fresh.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ronde.cli.speech import LANGUAGE
from ronde.cli.tree import HelpPage, help_pages

DOCS = Path(__file__).parents[1] / "docs"
HEADS = {
    "en": """# Commands

Made by `python scripts/make_commands.py` from the commands themselves.

Every command speaks your language (`--lang fr`, or `RONDE_LANG=fr`) and explains itself with `-h` or
`--help`. FILE is the tournament, `NAME.ronde`. A player is named by number or by the start of the name;
accents and case do not matter.

Commands that tell something print data with `--json` (see [json.md](json.md)), and write into a file with
`-o PATH`, which must not exist yet unless `--force` is given. Where a file is read, `-` is standard input;
where one is written, `-` is standard output. On a terminal there are colours, unless `NO_COLOR` is set, and
whatever takes longer than two seconds shows that it is at work. Errors go to standard error; the exit
status is 0, 1 for a refused action and 2 for wrong usage. Options of `ronde` itself: `--lang` (anywhere on
the line), `--version`, and `--seat NAME` (before the command), the seat that acts.
""",
    "fr": """# Commandes

Fait par `python scripts/make_commands.py` à partir des commandes elles-mêmes.

Chaque commande parle votre langue (`--lang fr`, ou `RONDE_LANG=fr`) et s'explique avec `-h` ou `--help`.
FICHIER est le tournoi, `NOM.ronde`. Un joueur est désigné par son numéro ou par le début
de son nom ; accents et majuscules ne comptent pas.

Les commandes qui disent quelque chose donnent des données avec `--json` (voir [json.md](json.md)), et
écrivent dans un fichier avec `-o CHEMIN`, qui ne doit pas exister, sauf avec `--force`. Là où un fichier
est lu, `-` est l'entrée standard ; là où un fichier est écrit, `-` est la sortie standard. Sur un terminal
il y a des couleurs, sauf si `NO_COLOR` est définie, et ce qui dure plus de deux secondes montre que le
travail est en cours. Les erreurs vont sur la sortie d'erreur ; l'état de sortie est 0, 1 pour une action
refusée et 2 pour une ligne fausse. Options de `ronde` même : `--lang` (n'importe où sur la ligne),
`--version`, et `--seat NOM` (avant la commande), le poste qui agit.
""",
}


def reference(language: str = "en") -> str:
    """The whole document."""
    token = LANGUAGE.set(language)
    try:
        return "\n".join([HEADS[language], *(part for page in help_pages() for part in _parts(page))])
    finally:
        LANGUAGE.reset(token)


def _parts(page: HelpPage) -> Iterator[str]:
    if not page.words:
        return
    own = () if page.commands else page.placeholders
    title = " ".join(("ronde", *page.words, *own))
    yield f"{'###' if len(page.words) > 1 else '##'} `{title}`\n"
    yield "\n".join(page.text) + "\n"
    rows = page.arguments + page.options
    if rows:
        yield "\n".join(f"- `{word}`: {told}" for word, told in rows) + "\n"


if __name__ == "__main__":
    (DOCS / "commands.md").write_text(reference())
    (DOCS / "commands.fr.md").write_text(reference("fr"))
