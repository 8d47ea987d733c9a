"""Icons: our own drawings, each carried once by a page that uses it."""

from __future__ import annotations

import re

import pytest
from tests.support.in_process import Visitor

from ronde.web.assets import PLACE, icon, with_icons


def test_a_page_carries_each_icon_once_and_only_those_it_uses() -> None:
    page = with_icons(f"<p>{icon('live')}{icon('clock')}{icon('live')}</p>{PLACE}")

    assert re.findall(r'symbol id="i-(\w+)"', page) == ["live", "clock"]
    assert PLACE not in page


def test_an_icon_nobody_drew_is_an_error() -> None:
    with pytest.raises(KeyError):
        icon("unicorn")


def test_a_page_without_a_place_for_icons_stays_as_it_is() -> None:
    assert with_icons("<p>plain</p>") == "<p>plain</p>"


@pytest.mark.parametrize("path", ["/t/open", "/t/open/standings", "/enter", "/nothing"])
def test_every_icon_of_a_page_is_in_its_sprite(path: str, public: Visitor) -> None:
    page = public.get(path).text

    used, drawn = set(re.findall(r'href="#i-(\w+)"', page)), set(re.findall(r'symbol id="i-(\w+)"', page))
    assert used
    assert used == drawn
