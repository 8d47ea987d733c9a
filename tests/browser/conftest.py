"""A real server over a folder of tournaments and a real browser that looks at it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from tests.browser.halls import House, Visit, enter, hall, serving

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
PATIENCE = 30_000
"""Milliseconds for a page to become what it should; a busy machine may take its time."""
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Debian's chromium, started once."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"], timeout=4 * PATIENCE
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tournaments of `halls.hall`, made once; nobody serves this folder itself."""
    return hall(tmp_path_factory.mktemp("pattern"))


@pytest.fixture
def folder(pattern: Path, tmp_path: Path) -> Path:
    """A copy of the tournaments that a test may change."""
    made = tmp_path / "hall"
    shutil.copytree(pattern, made)
    return made


@pytest.fixture
def house(folder: Path) -> Iterator[House]:
    """A server of its own for one test."""
    with serving(folder) as running:
        yield running


@pytest.fixture
def visit(chromium: Browser) -> Iterator[Visit]:
    """A new visitor with his own cookies: `visit(width=320, height=640, language="fr", dark=True)`."""
    opened: list[BrowserContext] = []

    def coming(
        *, width: int = 1280, height: int = 800, language: str = "en", dark: bool = False, **more: object
    ) -> BrowserContext:
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            locale=language,
            color_scheme="dark" if dark else "light",
            **more,  # type: ignore[arg-type]
        )
        context.set_default_timeout(PATIENCE)
        opened.append(context)
        return context

    yield coming
    for context in opened:
        context.close()


@pytest.fixture
def page(visit: Visit) -> Page:
    """A page of a visitor without a seat."""
    return visit().new_page()


@pytest.fixture
def arbiter(house: House, visit: Visit) -> Page:
    """A page of the arbiter, signed in by the link the server printed."""
    made = visit().new_page()
    enter(made, house.link)
    return made
