"""Nothing public is kept that nothing uses; a name that only tests use is unused."""

from __future__ import annotations

import re
from functools import cache

import pytest
from tests.house.unused import Package
from tests.house.walls import SRC

import ronde

KEPT = {
    "games.cards:KINDS": "the names of hands, which explain the numbers of `strength`",
    "games.errors:COMMON_REFUSALS": "tests hold the words of both languages complete against it",
    "scoring.keizer_points:KINDS": "tests hold the words of both languages complete against it",
}
"""What nothing uses and is kept, and why."""


@cache
def house() -> Package:
    project = (SRC.parents[1] / "pyproject.toml").read_text()
    (scripts,) = re.findall(r"\[project\.scripts\]\n(.*?)\n\n", project, re.DOTALL)
    offered = " ".join(f"ronde.library:{name} ronde:{name}" for name in (*ronde.__all__, "open_file"))
    return Package.read(SRC, f"{scripts} {offered}")


@pytest.mark.slow
def test_every_public_name_is_used() -> None:
    assert sorted(house().unused_names()) == sorted(f"ronde.{name}" for name in KEPT)


@pytest.mark.slow
def test_every_method_and_field_is_used() -> None:
    assert house().unused_members() == []


def test_every_module_is_used() -> None:
    assert house().unused_modules() == []


# what the finder finds


DOOR = "from shop.work import used, idle\n__all__ = ['used', 'idle']\n"
WORK = (
    "def used(): return _part()\ndef _part(): return LIMIT\ndef idle(): return idle()\nLIMIT = 3\nOLD = 4\n"
)
MAIN = "from shop.door import used, idle\ndef main(): return used()\n"


def shop(main: str = MAIN, **more: str) -> Package:
    texts = {"shop.door": DOOR, "shop.work": WORK, "shop.main": main}
    return Package(
        texts | {f"shop.{name}": text for name, text in more.items()}, "{{ shown.title }}", "shop.main:main"
    )


def test_what_is_imported_and_offered_and_never_called_is_found() -> None:
    assert shop().unused_names() == ["shop.work:idle", "shop.work:OLD"]


@pytest.mark.parametrize(
    "main",
    [
        "from shop import work\ndef main(): return work.idle() + work.used() + work.OLD\n",
        "from shop import work\ndef main(): return [vars(part) for part in (work,)]\n",
        "from shop.door import idle, used\nfrom shop.work import OLD\nidle(), used(), OLD\ndef main(): ...\n",
        "def main():\n    from shop.work import OLD, idle, used\n    return idle\n",
        "NAMES = ['shop.work:idle', 'shop.door:used', 'shop.work:OLD']\ndef main(): return NAMES\n",
    ],
)
def test_names_are_used_through_doors_modules_late_imports_and_texts(main: str) -> None:
    assert shop(main).unused_names() == []


def test_what_only_an_unused_function_calls_is_unused_too() -> None:
    more = "def one(): return two()\ndef two(): return one()\n"

    assert shop(ring=more).unused_names()[2:] == ["shop.ring:one", "shop.ring:two"]


def test_a_member_is_used_if_anything_names_it_in_python_or_in_a_template() -> None:
    classes = """
class Card:
    title: str
    number: int
    def shown(self): return self.number
    def forgotten(self): return self.shown
class Page(Foreign):
    def called_by_others(self): ...
"""

    assert shop(cards=classes).unused_members() == ["shop.cards:Card.forgotten"]


def test_a_module_whose_name_is_put_together_is_used() -> None:
    main = "def main(name): return load(f'shop.goods.{name}').SIGN\n"
    goods = {"goods": "", "goods.apple": "SIGN = seeds()\ndef seeds(): ...\n", "tools": "SIGN = 1\n"}
    package = shop(main, **goods)

    assert package.unused_modules() == ["shop.door", "shop.tools"]
    assert [name for name in package.unused_names() if "goods" in name] == []


def test_a_module_that_nobody_imports_is_found() -> None:
    assert shop(lost="def alone(): ...\n").unused_modules() == ["shop.lost"]
