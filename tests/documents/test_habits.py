"""What other programs read about the project is what the project does; its address is in one place."""

from __future__ import annotations

import configparser
import re
import subprocess
import tomllib
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from tests.support.root import ROOT

PROJECT: Any = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
HOOKS: Any = msgspec.yaml.decode((ROOT / ".pre-commit-config.yaml").read_bytes())
WORKFLOW = (ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8")
JOBS: Any = msgspec.yaml.decode(WORKFLOW)["jobs"]
CITATION: Any = msgspec.yaml.decode((ROOT / "CITATION.cff").read_bytes())
FORGE = re.compile(r"(?i)https?://[\w.-]*(?:git|codeberg|forge|readthedocs)[\w.-]*/[\w./-]*\bronde\b")


@cache
def texts() -> dict[Path, str]:
    """The files of the repository that people write: neither pictures nor files of other programs."""
    line = ["git", "-c", "safe.directory=*", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    said = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    paths = [Path(name) for name in said.split("\0") if name and not name.startswith("tests/golden/")]
    read = {path: (ROOT / path).read_bytes() for path in paths if (ROOT / path).is_file()}
    return {path: content.decode("utf-8") for path, content in read.items() if b"\0" not in content}


def test_the_address_of_the_project_is_in_one_file() -> None:
    home = urlsplit(PROJECT["tool"]["hatch"]["metadata"]["hooks"]["custom"]["home"]).netloc

    assert [str(path) for path, text in texts().items() if f"//{home}" in text] == ["pyproject.toml"]
    assert [(str(path), FORGE.findall(text)) for path, text in texts().items() if FORGE.search(text)] == []


def test_the_workflow_runs_the_tests_and_nothing_else() -> None:
    orders = {name: [step["run"] for step in job["steps"] if "run" in step] for name, job in JOBS.items()}

    assert orders == {"linux": ["./go test --full"], "elsewhere": ["./go test"]}
    assert JOBS["linux"]["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert "://" not in WORKFLOW


def test_a_python_is_claimed_if_it_was_tried() -> None:
    claimed = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["project"]["classifiers"]))
    (tried,) = re.findall(r"Tried with Python ([\d., and]+)\.\s", (ROOT / "README.md").read_text("utf-8"))

    assert claimed == re.findall(r"3\.\d+", tried)
    assert set(claimed) <= set(JOBS["linux"]["strategy"]["matrix"]["python"])


@pytest.mark.parametrize("hook", HOOKS["repos"][0]["hooks"], ids=lambda hook: str(hook["id"]))
def test_a_hook_takes_a_good_file_and_stops_at_a_bad_one(hook: dict[str, Any], tmp_path: Path) -> None:
    good, bad = tmp_path / "good.py", tmp_path / "bad.py"
    good.write_text('"""Good."""\n')
    bad.write_text("import os\nx = (\n" if hook["id"] == "format" else "import os\n")
    done = [subprocess.run([*hook["entry"].split(), path], cwd=ROOT, check=False) for path in (good, bad)]

    assert [bool(one.returncode) for one in done] == [False, True]


def test_the_hooks_are_local_and_see_what_go_checks() -> None:
    (checked,) = re.findall(r"ruff check (.+)", (ROOT / "go").read_text("utf-8"))

    assert [repo["repo"] for repo in HOOKS["repos"]] == ["local"]
    for hook in HOOKS["repos"][0]["hooks"]:
        assert hook["files"] == f"^({'|'.join(checked.split())})/"


def test_every_file_is_as_the_editors_are_told() -> None:
    told = configparser.ConfigParser()
    told.read_string("[root]\n" + (ROOT / ".editorconfig").read_text("utf-8"))

    assert told["*"]["trim_trailing_whitespace"] == told["*"]["insert_final_newline"] == "true"
    assert int(told["*.py"]["max_line_length"]) == PROJECT["tool"]["ruff"]["line-length"]
    wrong = [
        str(path) for path, text in texts().items() if re.search(r"[ \t]$|\r|[^\n]\Z", text, re.MULTILINE)
    ]
    assert wrong == []


def test_who_cites_the_project_calls_it_as_it_calls_itself() -> None:
    project = PROJECT["project"]

    assert CITATION["title"].lower() == project["name"]
    assert CITATION["abstract"] == project["description"]
    assert CITATION["authors"] == project["authors"]
    assert "version" not in CITATION, "it is in src/ronde/__init__.py only"


@pytest.mark.parametrize(
    "path", sorted((ROOT / ".github" / "ISSUE_TEMPLATE").iterdir()), ids=lambda path: path.stem
)
def test_a_template_of_an_issue_has_a_name_and_says_what_it_is_for(path: Path) -> None:
    before, head, form = path.read_text("utf-8").split("---\n")

    assert (before, set(msgspec.yaml.decode(head))) == ("", {"name", "about"})
    assert form.count("**") >= 4


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "SECURITY.md", "CHANGELOG.md"])
def test_every_file_that_a_page_beside_the_readme_names_is_there(name: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)[#)]", (ROOT / name).read_text("utf-8"))

    assert [link for link in links if not (ROOT / link).exists()] == []


def test_go_finds_the_environment_where_windows_puts_it(tmp_path: Path) -> None:
    scripts, tools = tmp_path / ".venv" / "Scripts", tmp_path / "tools"
    (tmp_path / "lock").mkdir()
    for name in ("go", "pyproject.toml", "lock/run.txt", "lock/dev.txt"):
        (tmp_path / name).write_text((ROOT / name).read_text("utf-8"))
    programs = {scripts / "python": 'echo "run: $*"', tools / "uname": "echo MINGW64_NT-10.0"}
    for path, text in programs.items():
        path.parent.mkdir(parents=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
    stamp = 'printf "%s\\n" "$PWD $(cat pyproject.toml lock/run.txt lock/dev.txt | cksum)" >.venv/.ronde-run'
    subprocess.run(["sh", "-c", stamp], cwd=tmp_path, check=True)
    line = ["sh", "-c", f'PATH="{tools}:$PATH" sh ./go standings open.ronde']
    said = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=True).stdout

    assert said == "run: -P -m ronde standings open.ronde\n"
