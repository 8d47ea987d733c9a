"""Builds the documentation as a folder of pages that needs no server and no network: ./go docs [FOLDER]."""

from __future__ import annotations

import html
import json
import posixpath
import re
import shutil
import sys
from pathlib import Path
from urllib.parse import unquote

from docs.site.outline import HOUSE, OUTLINE, all_pages, french, translation, unlisted
from docs.site.reading import Document, folded, read, resolved, target_of

HERE = Path(__file__).parent
FONT = ("inter.woff2", "inter-OFL.txt")
WORDS = {
    "en": {
        "search": "Search",
        "other": "Français",
        "none": "Nothing found",
        "on": "On this page",
        "menu": "Contents",
    },
    "fr": {
        "search": "Chercher",
        "other": "English",
        "none": "Rien trouvé",
        "on": "Sur cette page",
        "menu": "Sommaire",
    },
}


def build(target: Path) -> list[str]:
    """Write the site into `target`; returns what is wrong with the links, a sentence each."""
    documents = {page: read(page, (HOUSE / page).read_text("utf-8")) for page in all_pages()}
    problems = [f"{name}: not in docs/site/outline.py" for name in unlisted()]
    problems += [problem for document in documents.values() for problem in _dead(document, documents)]
    if problems:
        return problems
    shutil.rmtree(target, ignore_errors=True)
    for page, document in documents.items():
        path = target / target_of(page)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_page(document, documents), "utf-8")
    _write_assets(target, documents)
    return []


def _dead(document: Document, documents: dict[str, Document]) -> list[str]:
    """Links of one page that lead nowhere, with their lines."""
    wrong = []
    for line, written in document.links:
        if "://" in written or written.startswith("mailto:"):
            continue
        file, anchor = resolved(document.source, written), unquote(written.partition("#")[2])
        if not (HOUSE / file).exists():
            wrong.append(f"{document.source}:{line}: there is no {file}")
        elif file.endswith(".md") and file not in documents:
            wrong.append(f"{document.source}:{line}: {file} is not a page of the site")
        elif (
            anchor and file in documents and anchor not in {part.anchor for part in documents[file].sections}
        ):
            wrong.append(f"{document.source}:{line}: {file} has no heading “{anchor}”")
    return wrong


def _write_assets(target: Path, documents: dict[str, Document]) -> None:
    for name in ("site.css", "site.js"):
        shutil.copy(HERE / name, target / name)
    (fonts,) = {path.parent for path in (HOUSE / "src").rglob(FONT[0])}
    for name in FONT:
        shutil.copy(fonts / name, target / name)
    for file in sorted({file for document in documents.values() for file in _files(document)}):
        kept = target / file.removeprefix("docs/")
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(HOUSE / file, kept)
    index = [entry for document in documents.values() for entry in _entries(document)]
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    (target / "search-index.js").write_text(f"const INDEX = {text};\n", "utf-8")


def _files(document: Document) -> set[str]:
    """Pictures and files that are linked and are no pages."""
    named = {resolved(document.source, written) for _, written in document.links if "://" not in written}
    return {file for file in named if not file.endswith(".md") and (HOUSE / file).is_file()}


def _entries(document: Document) -> list[list[str]]:
    """What the search knows of a page: language, address, titles and folded text of every section."""
    tongue = _language(document.source)
    return [
        [
            tongue,
            f"{target_of(document.source)}#{part.anchor}",
            document.title,
            part.title,
            folded(part.text)[:1500],
        ]
        for part in document.sections
    ]


def _language(page: str) -> str:
    return "fr" if page.endswith(".fr.md") else "en"


def _page(document: Document, documents: dict[str, Document]) -> str:
    tongue, here = _language(document.source), target_of(document.source)
    root = posixpath.relpath(".", posixpath.dirname(here) or ".")
    words = WORDS[tongue]
    return (
        (HERE / "page.html")
        .read_text("utf-8")
        .format(
            language=tongue,
            title=html.escape(document.title),
            root=root,
            menu=_menu(document.source, documents, root),
            contents=_contents(document, words["on"]),
            body=_titled(document, documents),
            other=_other(document.source, root),
            **{f"word_{key}": html.escape(word) for key, word in words.items()},
        )
    )


def _titled(document: Document, documents: dict[str, Document]) -> str:
    """The text of a page, whose links show the titles of pages where they were written as names of files."""
    titles = {target_of(source): html.escape(other.title) for source, other in documents.items()}
    folder = posixpath.dirname(target_of(document.source))

    def named(link: re.Match[str]) -> str:
        there = posixpath.normpath(posixpath.join(folder, link["address"].partition("#")[0]))
        return f'<a href="{link["address"]}">{titles.get(there, link["name"])}</a>'

    return re.sub(r'<a href="(?P<address>[^"]+)">(?P<name>[\w./-]+\.md)</a>', named, document.html)


def _menu(page: str, documents: dict[str, Document], root: str) -> str:
    tongue = _language(page)
    parts = []
    for chapter in OUTLINE:
        rows = []
        for each in chapter.pages:
            shown = french(each) if tongue == "fr" else each
            mark = ' aria-current="page"' if shown == page else ""
            title = html.escape(documents[shown].title)
            title += ' <small lang="en">en</small>' if _language(shown) != tongue else ""
            rows.append(f'<li><a href="{root}/{target_of(shown)}"{mark}>{title}</a></li>')
        head = chapter.french if tongue == "fr" else chapter.english
        parts.append(f"<h2>{html.escape(head)}</h2><ul>{''.join(rows)}</ul>")
    return "".join(parts)


def _contents(document: Document, head: str) -> str:
    rows = [part for part in document.sections if part.level == 2]
    if len(rows) < 2:
        return ""
    links = "".join(f'<li><a href="#{part.anchor}">{html.escape(part.title)}</a></li>' for part in rows)
    return f"<h2>{html.escape(head)}</h2><ul>{links}</ul>"


def _other(page: str, root: str) -> str:
    """The same page in the other language; the first page where there is none."""
    for chapter in OUTLINE:
        for each in chapter.pages:
            if page in (each, translation(each)) and french(each) != each:
                return f"{root}/{target_of(each if page == translation(each) else translation(each))}"
    return f"{root}/{target_of(french('docs/arbiter.en.md'))}"


def main() -> int:
    """Build, or name every dead link and every page that is in no menu."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else HOUSE / "site"
    problems = build(target)
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        print(target / "index.html")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
