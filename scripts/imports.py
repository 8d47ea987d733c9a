"""Which package imports which: imports.py prints a table, imports.py --svg draws it.

The rows of the picture are the layers of the contract in `pyproject.toml`; an arrow against them is red.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
_HEAD = (
    '<marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto" '
    'markerUnits="userSpaceOnUse"><path d="M0 0L8 4L0 8z"/></marker>'
)
"""The head of an arrow."""
Modules = Mapping[str, set[str]]


def modules_of(source: Path, *, later: bool = False) -> dict[str, set[str]]:
    """Every module with those it imports, at once or also `later`, in its functions."""
    paths = {_name(path.relative_to(source)): path for path in (source / "ronde").rglob("*.py")}
    trees = {name: ast.parse(path.read_text("utf-8")) for name, path in paths.items() if ".words" not in name}
    lines = {name: ast.walk(tree) if later else tree.body for name, tree in trees.items()}
    return {name: set(_imported(own, paths.keys())) - {name} for name, own in lines.items()}


def _name(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def _imported(lines: Iterable[ast.AST], known: Collection[str]) -> Iterator[str]:
    for line in lines:
        if isinstance(line, ast.ImportFrom) and line.module and line.module.startswith("ronde"):
            for one in line.names:
                inner = f"{line.module}.{one.name}"
                yield inner if inner in known else line.module


def chain(modules: Modules) -> list[str]:
    """The longest chain of imports."""
    longest: dict[str, list[str]] = {}

    def walk(name: str) -> list[str]:
        if name not in longest:
            longest[name] = [name]  # ends a circle
            below = [walk(one) for one in sorted(modules.get(name, ()))]
            longest[name] = [name, *max(below, key=len, default=[])]
        return longest[name]

    return max((walk(name) for name in sorted(modules)), key=len)


def packages(modules: Modules) -> Counter[tuple[str, str]]:
    """How many modules of one package each imports of another."""
    named = {name: name.split(".")[1] if "." in name else "" for name in modules}
    pairs = ((named[name], named.get(one, "")) for name, below in modules.items() for one in below)
    return Counter((above, below) for above, below in pairs if above and below and above != below)


def all_imports() -> Counter[tuple[str, str]]:
    return packages(modules_of(ROOT / "src", later=True))


def layers() -> list[list[str]]:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    rows = next(one["layers"] for one in contracts if one["type"] == "layers")
    return [row.split(" | ") for row in rows]


def table(counts: Counter[tuple[str, str]]) -> str:
    """The imports as a table: who imports, from whom, how often."""
    order = [name for row in layers() for name in row]
    lines = [f"{'':10}" + "".join(f"{name:>10}" for name in order)]
    for above in order:
        cells = (counts[above, below] or "·" for below in order)
        lines.append(f"{above:10}" + "".join(f"{cell:>10}" for cell in cells))
    return "\n".join(lines)


def picture(counts: Counter[tuple[str, str]]) -> str:
    """The layers as rows of boxes, the imports as arrows between them."""
    rows, width, step = layers(), 640, 64
    at = {
        name: (width * (2 * n + 1) // (2 * len(row)) + (40 if y % 2 else -40), 30 + step * y)
        for y, row in enumerate(rows)
        for n, name in enumerate(row)
    }
    known = [(above, below) for above, below in counts if {above, below} <= at.keys()]
    arrows = [_arrow(at[above], at[below], counts[above, below]) for above, below in known]
    boxes = [
        f'<rect x="{x - 46}" y="{y - 14}" width="92" height="28" rx="6" fill="#e7f0ea" stroke="#0d6b46"/>'
        f'<text x="{x}" y="{y + 5}" text-anchor="middle">{name}</text>'
        for name, (x, y) in at.items()
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {step * len(rows)}" font-size="14" '
        f'font-family="sans-serif"><rect width="100%" height="100%" fill="#fff"/>{_HEAD}'
        f"{''.join(arrows)}{''.join(boxes)}</svg>\n"
    )


def _arrow(above: tuple[int, int], below: tuple[int, int], count: int) -> str:
    (x, y), (to, down) = above, below
    colour = "#8a9a91" if down > y else "#c00"
    middle, end = (y + down) // 2, down - 15 if down > y else down + 15
    return (
        f'<path d="M{x} {y}C{x} {middle} {to} {middle} {to} {end}" fill="none" stroke="{colour}" '
        f'stroke-width="{1 + min(count, 90) / 45:.1f}" marker-end="url(#head)"/>'
    )


def main() -> None:
    counts = all_imports()
    print(picture(counts) if "--svg" in sys.argv else table(counts))


if __name__ == "__main__":
    main()
