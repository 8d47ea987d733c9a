"""Every module of engines, formats and web has a test file of its own."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tests.house.walls import SRC, files

TESTS = Path(__file__).parents[1]
ROOMS = ("engines", "formats", "web")
WITHOUT = ("__init__.py", "door.py")
"""They only hand on what others have; doors are looked at in `test_doors.py`."""


def unmirrored(modules: Iterable[str], tests: Iterable[str]) -> list[str]:
    """Modules without a test file, both by their paths below their folders."""
    there = set(tests)
    return sorted(
        module
        for module in modules
        if module.startswith(tuple(f"{room}/" for room in ROOMS))
        and Path(module).name not in WITHOUT
        and str(Path(module).with_name(f"test_{Path(module).name}")) not in there
    )


def test_every_module_has_a_test_file_of_its_own() -> None:
    modules = [str(path.relative_to(SRC)) for path in files()]
    tests = [str(path.relative_to(TESTS)) for path in files(TESTS)]

    assert unmirrored(modules, tests) == []


def test_a_module_without_a_test_file_is_found() -> None:
    modules = ["web/app.py", "web/door.py", "web/desk/card.py", "core/player.py"]

    assert unmirrored(modules, ["web/test_app.py"]) == ["web/desk/card.py"]
