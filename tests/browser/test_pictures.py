"""Twelve key pages look as they did: a broken layout fails, another version of the font does not.

RONDE_NEW_PICTURES=1 .venv/bin/python -m pytest tests/browser/test_pictures.py   # keeps today's pictures
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, Page
from tests.browser.conftest import PATIENCE
from tests.browser.halls import House

KEPT: Final = Path(__file__).with_name("pictures")
SMALL: Final = 8
"""A picture is kept and compared at an eighth of its size: single letters may change, blocks may not."""
BLOCK: Final = 4
"""Pixels of a side of a block, of the small picture."""
FAR, PART = 10, 0.1
"""How far a block may be from what it was, of 255, and which part of all blocks may be farther."""

PAGES: Final = {
    "home": ("/t/swiss", 1280, False),
    "home-phone": ("/t/swiss", 390, False),
    "round-dark": ("/t/swiss/round/1", 1280, True),
    "standings": ("/t/swiss/standings", 1280, False),
    "standings-phone-dark": ("/t/swiss/standings", 390, True),
    "crosstable": ("/t/swiss/crosstable", 1280, False),
    "player": ("/t/swiss/player/3", 1280, False),
    "players": ("/t/swiss/players", 1280, False),
    "keizer": ("/t/keizer/standings", 1280, False),
    "bracket": ("/t/cup/bracket", 1280, False),
    "index": ("/?all", 1280, False),
    "screen": ("/t/swiss/screen?view=pairings&lang=en", 1280, False),
}


@pytest.fixture(scope="module")
def window(chromium: Browser) -> Iterator[Page]:
    """One window for all pictures."""
    context = chromium.new_context(locale="en")
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def taken(house: House, page: Page, name: str) -> Image.Image:
    """A page as it looks now, small."""
    path, width, dark = PAGES[name]
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(reduced_motion="reduce", color_scheme="dark" if dark else "light")
    page.goto(house.at(path))
    page.evaluate("document.fonts.ready")
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    return picture.resize((picture.width // SMALL, picture.height // SMALL), Image.Resampling.BOX)


def strange_blocks(one: Image.Image, other: Image.Image) -> float:
    """The part of all blocks that differ much."""
    apart = ImageChops.difference(one, other).convert("L")
    blocks = [
        ImageStat.Stat(apart.crop((x, y, x + BLOCK, y + BLOCK))).mean[0]
        for x in range(0, apart.width, BLOCK)
        for y in range(0, apart.height, BLOCK)
    ]
    return sum(block > FAR for block in blocks) / len(blocks)


@pytest.mark.parametrize("name", PAGES)
def test_a_key_page_looks_as_it_did(name: str, shown: House, window: Page) -> None:
    now, path = taken(shown, window, name), KEPT / f"{name}.png"
    if os.environ.get("RONDE_NEW_PICTURES"):
        KEPT.mkdir(exist_ok=True)
        now.quantize(48, dither=Image.Dither.NONE).save(path, optimize=True)
    before = Image.open(path).convert("RGB")

    assert now.size == before.size
    assert strange_blocks(now, before) <= PART


def test_the_hyphen_of_a_name_is_not_as_wide_as_a_figure(shown: House, window: Page) -> None:
    window.goto(shown.at("/t/swiss/standings"))
    wide = window.evaluate(
        """async () => {
            await document.fonts.load("16px Inter");
            return ["--------", "00000000"].map((text) => {
                const span = document.body.appendChild(document.createElement("span"));
                Object.assign(span, { textContent: text, style: "position: absolute" });
                return span.getBoundingClientRect().width;
            });
        }"""
    )

    assert wide[0] < 0.8 * wide[1]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_that_is_empty_or_lies_lower_would_be_noticed(name: str) -> None:
    kept = Image.open(KEPT / f"{name}.png").convert("RGB")
    empty = Image.new("RGB", kept.size, kept.getpixel((2, kept.height - 2)))

    assert strange_blocks(kept, empty) > PART
    assert strange_blocks(kept, ImageChops.offset(kept, 0, 6)) > PART
