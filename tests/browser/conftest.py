"""A real server over a folder of tournaments and a real browser that looks at it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from tests.browser.halls import House, Visit, enter, hall, serving

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium") or ""
PATIENCE = 30_000
"""Milliseconds for a page to become what it should; a busy machine may take its time."""
expect.set_options(timeout=PATIENCE)


HERE = Path(__file__).parent
_running = ExitStack()
_browsers: list[Browser] = []


@pytest.fixture(scope="module")
def chromium() -> Browser:
    """Debian's chromium, started once for the tests of this folder that come one after the other."""
    if not _browsers:
        driver = _running.enter_context(sync_playwright())
        browser = driver.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"], timeout=4 * PATIENCE
        )
        _running.callback(_browsers.clear)
        _running.callback(browser.close)
        _browsers.append(browser)
    return _browsers[0]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """End the browser after the last of these tests: its loop runs in this thread, where others need one."""
    yield
    if nextitem is None or HERE not in nextitem.path.parents:
        _running.close()


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


@pytest.fixture(scope="session")
def shown(pattern: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server for all tests that change nothing."""
    folder = tmp_path_factory.mktemp("shown") / "hall"
    shutil.copytree(pattern, folder)
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
