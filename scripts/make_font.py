"""Cuts Inter (OFL 1.1) down to what Ronde writes: weights 400 to 700 and the letters of Europe, in two files;
and two of one weight each for PDF, which knows no variable fonts.

npm pack @fontsource-variable/inter && tar xf *.tgz
uv run --with fonttools --with brotli scripts/make_font.py package/files src/ronde/render/assets
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from fontTools import merge, subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

LATIN = {*range(0x20, 0x100), *map(ord, "ıŒœˆ˚˜\u2009\u200a–—‘’‚“”„•…\u202f‹›⁄€™↑↓−∕")}
BEYOND = {*range(0x100, 0x180), *range(0x218, 0x21C), *map(ord, "ẞẀẁẂẃẄẅỲỳ")}
NO_BREAK, NARROW = 0xA0, 0x202F


def cut(source: Path, target: Path, letters: set[int]) -> None:
    """Keep these letters, the weights pages use, and figures of one width."""
    font = TTFont(source)
    spare_hyphens(font)
    options = subset.Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum"]
    options.name_IDs = [0, 1, 2, 13, 14]
    tool = subset.Subsetter(options)
    tool.populate(unicodes=letters)
    tool.subset(font)
    font.flavor = None
    kept = io.BytesIO()
    font.save(kept)
    kept.seek(0)
    font = instancer.instantiateVariableFont(TTFont(kept), {"wght": (400, 700)})
    for table in font["cmap"].tables:  # French groups digits with U+202F, which Inter lacks
        if NO_BREAK in table.cmap:
            table.cmap[NARROW] = table.cmap[NO_BREAK]
    font.flavor = "woff2"
    font.save(target)


def fix(parts: list[Path], target: Path, weight: int) -> None:
    """Both files as one font of a single weight."""
    single = []
    for part in parts:
        font = instancer.instantiateVariableFont(TTFont(part), {"wght": weight})
        font.flavor = None
        for table in {"GPOS", "GSUB", "GDEF", "STAT", "gasp", "prep"} & set(font.keys()):
            del font[table]
        kept = io.BytesIO()
        font.save(kept)
        kept.seek(0)
        single.append(kept)
    made = merge.Merger().merge(single)
    for number in (4, 6):  # the names under which a PDF embeds it
        made["name"].setName(target.stem.title(), number, 3, 1, 0x409)
    made["head"].created = made["head"].modified = 0
    made.recalcTimestamp = False
    made.save(target)


def spare_hyphens(font: TTFont) -> None:
    """Inter gives hyphens the width of a figure where figures have one width: Jean - Pierre."""
    layout = font["GSUB"].table
    features = (one.Feature for one in layout.FeatureList.FeatureRecord if one.FeatureTag == "tnum")
    for lookup in {at for feature in features for at in feature.LookupListIndex}:
        for table in layout.LookupList.Lookup[lookup].SubTable:
            getattr(table, "ExtSubTable", table).mapping.pop("hyphen", None)


if __name__ == "__main__":
    files, static = map(Path, sys.argv[1:])
    cut(files / "inter-latin-wght-normal.woff2", static / "inter.woff2", LATIN)
    cut(files / "inter-latin-ext-wght-normal.woff2", static / "inter-ext.woff2", BEYOND)
    both = [static / "inter.woff2", static / "inter-ext.woff2"]
    fix(both, static / "inter-regular.ttf", 400)
    fix(both, static / "inter-bold.ttf", 650)
