"""Places of the source that have the same shape: line by line the same but for names, texts and numbers.

Declarations have no logic that two places could share, and are passed over: imports, docstrings, fields and
classes that only have fields, and tables of constants. So are comments, and lines of nothing but brackets.
"""

from __future__ import annotations

import ast
import io
import keyword
import tokenize
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TypeGuard

MOST = 12
"""Lines that two places may share."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of logic: where it is, and its shape."""

    path: str
    number: int
    shape: str


Place = tuple[Line, ...]


def shared(sources: Mapping[str, str], most: int = MOST) -> list[tuple[Place, Place]]:
    """Pairs of places that share more than so many lines, each as long as possible."""
    files = [list(lines_of_logic(path, source)) for path, source in sources.items()]
    windows: defaultdict[tuple[str, ...], list[tuple[int, int]]] = defaultdict(list)
    for file, lines in enumerate(files):
        for at in range(len(lines) - most):
            windows[tuple(line.shape for line in lines[at : at + most + 1])].append((file, at))
    found = []
    for places in windows.values():
        for (one, at), (other, to) in combinations(places, 2):
            first, second = files[one], files[other]
            begins = not (at and to and first[at - 1].shape == second[to - 1].shape)
            if begins and (one != other or to - at > most):
                length = _alike(first[at:], second[to:])
                found.append((tuple(first[at : at + length]), tuple(second[to : to + length])))
    return sorted(found, key=lambda pair: -len(pair[0]))


def _alike(first: list[Line], second: list[Line]) -> int:
    length = 0
    for one, other in zip(first, second, strict=False):
        if one.shape != other.shape:
            break
        length += 1
    return length


def told(pair: tuple[Place, Place]) -> str:
    """A pair for whoever has to mend it."""
    first, second = (f"{place[0].path}:{place[0].number}-{place[-1].number}" for place in pair)
    return f"{first} and {second} share {len(pair[0])} lines"


def lines_of_logic(path: str, source: str) -> Iterator[Line]:
    """The lines that do something."""
    declared = set(_declared(ast.parse(source)))
    shapes: defaultdict[int, list[str]] = defaultdict(list)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.start[0] not in declared and (word := _blanked(token)):
            shapes[token.start[0]].append(word)
    for number, words in sorted(shapes.items()):
        if not set(words) <= set("()[]{},:"):
            yield Line(path, number, " ".join(words))


def _blanked(token: tokenize.TokenInfo) -> str:
    if token.type == tokenize.NAME:
        return token.string if keyword.iskeyword(token.string) else "name"
    if token.type in (tokenize.NUMBER, tokenize.STRING):
        return "value"
    return token.string if token.type == tokenize.OP else ""


def _declared(tree: ast.Module) -> Iterator[int]:
    """The numbers of lines that only declare."""
    fields = {id(node) for outer in ast.walk(tree) if _holds(outer) for node in outer.body}
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and (_is_silent(node) or (id(node) in fields and _declares(node))):
            begin = min([node.lineno, *(mark.lineno for mark in getattr(node, "decorator_list", []))])
            yield from range(begin, (node.end_lineno or node.lineno) + 1)


def _holds(node: ast.AST) -> TypeGuard[ast.Module | ast.ClassDef]:
    return isinstance(node, ast.Module | ast.ClassDef)


def _is_silent(node: ast.stmt) -> bool:
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_text or isinstance(node, ast.Import | ast.ImportFrom)


def _declares(node: ast.stmt) -> bool:
    if isinstance(node, ast.Assign | ast.AnnAssign):
        return node.value is None or not any(isinstance(part, _LOGIC) for part in ast.walk(node.value))
    return isinstance(node, ast.ClassDef) and all(
        _is_silent(inner) or _declares(inner) for inner in node.body
    )


_LOGIC = (ast.IfExp, ast.Lambda, ast.comprehension)
