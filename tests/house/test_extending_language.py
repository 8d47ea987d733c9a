"""The recipe "Add a language" of docs/extending.md, followed word by word in a copy of the package."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[2]
RECIPE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8").partition("## Add a language\n")[2]
FILES = re.compile(
    r"`(src/ronde/i18n/words/eo/\w+\.py)`.*?^ +```python\n(.*?)^ +```", re.DOTALL | re.MULTILINE
)
ASKED = """
from datetime import date
from starlette.requests import Request
from ronde.formats.pages.shell import page
from ronde.i18n.door import LANGUAGES, choose_language, day, figures, grouped, say
from ronde.web.serving.rendering import ENVIRONMENTS, language_of
heads = [(b"accept-language", b"tlh, fr;q=0.8, eo-XX;q=0.9")]
asked = Request({"type": "http", "headers": heads, "query_string": b""})
menu = ENVIRONMENTS["eo"].get_template("parts/menu.html").module.settings_menu("/", "")
print(LANGUAGES.count("eo"), choose_language("eo_XX.UTF-8"), language_of(asked))
print(figures("1.5", "eo"), grouped(10000, "eo"), day(date(2026, 11, 3), "eo"))
print(say("cli.still-missing", "eo", count=1), say("cli.still-missing", "eo", count=0))
print(say("cli.entered", "eo", player="DOE", id=7))
print('lang="eo"' in menu, "Esperanto</a>" in menu, "Esperanto" in page("direct", "eo"))
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with the recipe followed."""
    copy = tmp_path_factory.mktemp("copy")
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__"))
    for name, lines in FILES.findall(RECIPE.partition("\n## ")[0]):
        path = copy / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(re.sub(r"^   ", "", lines, flags=re.MULTILINE), encoding="utf-8")
    return copy / "src"


def ran(package: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Python with the copy instead of the package."""
    environment = {"PYTHONPATH": str(package), "LC_ALL": "C.UTF-8", "HOME": str(package)}
    return subprocess.run(
        [sys.executable, "-P", *words],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_the_recipe_adds_one_folder_of_words(package: Path) -> None:
    added = [
        path for path in package.rglob("*.py") if not (ROOT / "src" / path.relative_to(package)).exists()
    ]

    assert {path.parent.relative_to(package).as_posix() for path in added} == {"ronde/i18n/words/eo"}
    assert len(added) == 2


def test_every_list_of_languages_knows_the_new_one_and_english_helps_out(package: Path) -> None:
    done = ran(package, "-c", ASKED)

    assert done.stdout.splitlines() == [
        "1 eo eo",
        "1,5 10\u00a0000 03.11.2026",
        "1 rezulto mankas. 0 rezultoj mankas.",
        "Entered: DOE (7).",
        "True True True",
    ], done.stderr


def test_the_command_line_speaks_the_new_language(package: Path) -> None:
    spoken, unknown = (
        ran(package, "-m", "ronde", "--lang", "eo"),
        ran(package, "-m", "ronde", "--lang", "tlh"),
    )

    assert spoken.stderr.startswith("Uzo: ronde")
    assert unknown.returncode == 2
    assert re.search(r"Ronde speaks en\b.*\beo\b.*, not “tlh”\.", unknown.stderr)
