"""One document turned into HTML: headings with addresses, links to other pages, sections to search."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.token import Token

SHORT = 24
"""Letters of code that a narrow page has room for on one line: an option is not broken at its hyphens."""
MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])


@dataclass
class Section:
    """A heading, its address on the page, and the text below it."""

    title: str
    anchor: str
    level: int
    text: str = ""


@dataclass
class Document:
    """A page that was read: its HTML, its sections, and every link that left it."""

    source: str
    html: str = ""
    sections: list[Section] = field(default_factory=list)
    links: list[tuple[int, str]] = field(default_factory=list)
    """Line and target, as written."""
    pictures: set[str] = field(default_factory=set)

    @property
    def title(self) -> str:
        """The first heading."""
        return self.sections[0].title if self.sections else self.source


def target_of(source: str) -> str:
    """The file of a page in the site: README.md is the first page."""
    flat = source.removeprefix("docs/").removesuffix(".md")
    return "index.html" if flat == "README" else f"{flat}.html"


def slug(title: str, taken: set[str]) -> str:
    """The address of a heading, made as code hosts make it, with a number if it is taken."""
    plain = re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-")
    name, number = plain, 1
    while name in taken:
        name, number = f"{plain}-{number}", number + 1
    taken.add(name)
    return name


def folded(text: str) -> str:
    """Text as the search compares it: small letters without accents."""
    decomposed = unicodedata.normalize("NFD", text.lower())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def read(source: str, text: str) -> Document:
    """Read a document; its links are not checked yet."""
    document = Document(source)
    tokens = MARKDOWN.parse(text)
    _name_headings(document, tokens)
    _take_links(document, tokens)
    document.html = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    document.html = document.html.replace("<table>", '<div class="wide"><table>')
    document.html = document.html.replace("</table>", "</table></div>")
    return document


def _name_headings(document: Document, tokens: list[Token]) -> None:
    taken: set[str] = set()
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            title = _plain(tokens[at + 1])
            section = Section(title, slug(title, taken), int(token.tag[1]))
            token.attrSet("id", section.anchor)
            document.sections.append(section)
        elif document.sections and _is_text(token, tokens[at - 1]):
            document.sections[-1].text += _plain(token) + " "


def _is_text(token: Token, before: Token) -> bool:
    """Whether a token holds text that is not a heading."""
    if token.type == "inline":
        return before.type != "heading_open"
    return token.type in ("fence", "code_block")


def _plain(token: Token) -> str:
    if token.children is None:
        return token.content
    return "".join(
        child.content if child.type in ("text", "code_inline") else " " for child in token.children
    )


def _take_links(document: Document, tokens: list[Token]) -> None:
    for token in tokens:
        line = (token.map or [0])[0] + 1
        for child in token.children or ():
            if child.type == "link_open":
                written = str(child.attrGet("href"))
                document.links.append((line, written))
                child.attrSet("href", _address(document.source, written))
            elif child.type == "image":
                written = str(child.attrGet("src"))
                document.links.append((line, written))
                document.pictures.add(resolved(document.source, written))
                child.attrSet("src", _address(document.source, written))
                child.attrSet("loading", "lazy")
            elif child.type == "code_inline" and len(child.content) <= SHORT:
                child.attrSet("class", "short")


def resolved(source: str, written: str) -> str:
    """The file in the repository that a relative link names."""
    path = written.partition("#")[0]
    return posixpath.normpath(posixpath.join(posixpath.dirname(source), path)) if path else source


def _address(source: str, written: str) -> str:
    """A relative link as it stands in the site."""
    if "://" in written or written.startswith(("#", "mailto:")):
        return written
    path, mark, anchor = written.partition("#")
    file = resolved(source, path)
    there = target_of(file) if file.endswith(".md") else file.removeprefix("docs/")
    here = posixpath.dirname(target_of(source)) or "."
    return posixpath.relpath(there, here) + mark + anchor
