"""The outline of the documentation: which page stands where, for whom, and in which languages."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

HOUSE = Path(__file__).parents[2]
DOCS = HOUSE / "docs"


@dataclass(frozen=True)
class Chapter:
    """A heading of the menu in English and French, and the pages below it, as paths from the repository."""

    english: str
    french: str
    pages: tuple[str, ...]


OUTLINE = (
    Chapter("Start", "Débuter", ("README.md",)),
    Chapter(
        "Tutorials",
        "Tutoriels",
        (
            "docs/tutorials/arbiter.md",
            "docs/tutorials/club.md",
            "docs/tutorials/teacher.md",
            "docs/tutorials/engines.md",
        ),
    ),
    Chapter(
        "Arbiters and clubs",
        "Arbitres et clubs",
        (
            "docs/arbiter.en.md",
            "docs/desk.md",
            "docs/webdesk.md",
            "docs/web.md",
            "docs/keizer.md",
            "docs/fide.md",
            "docs/papp.md",
            "docs/settings.md",
            "docs/ratings.md",
            "docs/glossary.md",
            "docs/games.md",
        ),
    ),
    Chapter(
        "Teachers and engine authors",
        "Enseignants et auteurs de moteurs",
        ("docs/programs.md", "docs/bots.md", "docs/engines-http.md", "docs/arbitre.md"),
    ),
    Chapter(
        "Hosts",
        "Hébergeurs",
        ("docs/server.md", "docs/cluster.md", "docs/scale.md", "docs/trust.md", "SECURITY.md"),
    ),
    Chapter(
        "Reference",
        "Référence",
        ("docs/commands.md", "docs/python.md", "docs/api.md", "docs/json.md", "docs/errors.md"),
    ),
    Chapter(
        "Internals",
        "Fonctionnement interne",
        (
            "docs/house.md",
            "docs/extending.md",
            "CONTRIBUTING.md",
            "docs/spec/papp.md",
            "docs/spec/keizer.md",
            "docs/spec/games.md",
            "docs/spec/wire.md",
            "VISION.md",
            "CHANGELOG.md",
        ),
    ),
)


def translation(page: str) -> str:
    """Where the French text of a page stands: beside it, as NAME.fr.md."""
    return page.removesuffix(".md").removesuffix(".en") + ".fr.md"


def french(page: str) -> str:
    """The French page if there is one, else the English."""
    own = translation(page)
    return own if (HOUSE / own).exists() else page


def all_pages() -> list[str]:
    """Every page of the site, translations included."""
    pages = [page for chapter in OUTLINE for page in chapter.pages]
    return [*pages, *(translation(page) for page in pages if french(page) != page)]


def unlisted() -> list[str]:
    """Documents of the repository that the outline has forgotten."""
    there = [*DOCS.rglob("*.md"), *HOUSE.glob("*.md")]
    listed = set(all_pages())
    return sorted(name for path in there if (name := path.relative_to(HOUSE).as_posix()) not in listed)
