"""The wheel alone has everything: its description, the demo, the pages, the programs' commands."""

from __future__ import annotations

import re
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path
from zlib import crc32

import pytest
from tests.support.ports import free_port
from tests.support.processes import plain_environment
from tests.support.root import ROOT
from tests.support.web_server import listening_at

from ronde.arena.http import KITS, packed_kit

pytestmark = pytest.mark.full

OTHER_LICENCES = (
    rb"(?i:GNU (?:Lesser |Affero )?General Public|Apache License|BSD License|Mozilla Public|Creative Commons)"
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without a network."""
    place = tmp_path_factory.mktemp("wheel")
    line = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(place)]
    subprocess.run(line, cwd=ROOT, check=True, capture_output=True, timeout=300)
    (built,) = place.glob("ronde-*.whl")
    return built


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its files in a folder of their own, far from the source."""
    place = tmp_path_factory.mktemp("unpacked")
    zipfile.ZipFile(wheel).extractall(place)
    return place


def ronde(unpacked: Path, folder: Path, *words: str) -> str:
    """Run a command of the wheel's package in an empty folder."""
    here = plain_environment() | {"PYTHONPATH": str(unpacked)}
    line = [sys.executable, "-P", "-m", "ronde", "--lang", "en", *words]
    done = subprocess.run(
        line, cwd=folder, env=here, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def said_by(unpacked: Path, folder: Path, told: str) -> str:
    """What a Python program prints that has the wheel's package only."""
    here = plain_environment() | {"PYTHONPATH": str(unpacked), "PYTHONIOENCODING": "utf-8"}
    line = [sys.executable, "-P", "-c", told]
    return subprocess.run(line, cwd=folder, env=here, capture_output=True, text=True, check=True).stdout


def test_the_package_that_runs_is_that_of_the_wheel(unpacked: Path, tmp_path: Path) -> None:
    said = said_by(unpacked, tmp_path, "import ronde; print(ronde.__file__)")
    assert Path(said.strip()).is_relative_to(unpacked)


def test_the_description_has_absolute_links_only_and_the_words_of_the_readme(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (name,) = (name for name in archive.namelist() if name.endswith("dist-info/METADATA"))
    told = archive.read(name).decode("utf-8")
    links = re.findall(r"\]\(([^)]+)\)", told)
    assert len(links) > 10
    assert [link for link in links if not link.startswith("https://")] == []
    assert "**Run a tournament from one file, and show every player why they got that opponent.**" in told
    assert "Project-URL: Homepage, https://" in told
    assert {"Keywords", "Classifier", "Requires-Python"} <= {
        line.partition(":")[0] for line in told.splitlines()
    }


def test_the_wheel_names_both_licences_and_holds_their_texts(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (name,) = (name for name in archive.namelist() if name.endswith("dist-info/METADATA"))
    described = archive.read(name).decode().partition("\n\n")[0].splitlines()

    assert "License-Expression: MIT AND OFL-1.1" in described
    held = [line.partition(": ")[2] for line in described if line.startswith("License-File: ")]
    texts = [archive.read(f"{name.removesuffix('METADATA')}licenses/{one}").decode() for one in held]
    assert "MIT License" in texts[0]
    assert "SIL OPEN FONT LICENSE" in texts[1].upper()


def test_nothing_in_the_wheel_is_under_another_licence_and_every_font_is_inter(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    texts = {name: archive.read(name) for name in archive.namelist() if "dist-info/" not in name}
    named = {
        found.decode()
        for text in texts.values()
        for found in re.findall(rb"(?<=SPDX-License-Identifier: )[\w.-]+|" + OTHER_LICENCES, text)
    }
    binary = {Path(name).name for name, text in texts.items() if b"\0" in text}

    assert named == {"MIT"}
    assert binary == {"inter-bold.ttf", "inter-regular.ttf", "inter-ext.woff2", "inter.woff2"}


def test_the_kits_for_engines_are_those_of_the_source(unpacked: Path, tmp_path: Path) -> None:
    told = "from ronde.arena.http import KITS, packed_kit; print({k: crc32(packed_kit(k)) for k in KITS})"
    said = said_by(unpacked, tmp_path, f"from zlib import crc32; {told}")
    assert said.strip() == str({name: crc32(packed_kit(name)) for name in KITS})


def test_the_demo_and_a_duel_run_from_the_wheel(unpacked: Path, tmp_path: Path) -> None:
    assert "The tournament is in here/demo.ronde" in ronde(unpacked, tmp_path, "demo", "here")
    bot = tmp_path / "first_free"
    bot.write_text(f"#!{sys.executable}\nimport sys\nprint(sys.argv[1].index('0') + 1)\n")
    bot.chmod(0o755)
    said = ronde(
        unpacked,
        tmp_path,
        "duel",
        str(bot),
        str(bot),
        "--game",
        "tictactoe",
        "--games",
        "2",
        "--sandbox",
        "none",
    )
    assert "first_free" in said


def test_the_server_of_the_wheel_has_its_pages_styles_and_fonts(unpacked: Path, tmp_path: Path) -> None:
    ronde(unpacked, tmp_path, "demo", "here")
    port = free_port()
    line = [sys.executable, "-P", "-m", "ronde", "serve", "here", "--port", str(port)]
    here = plain_environment() | {"PYTHONPATH": str(unpacked)}
    with subprocess.Popen(line, cwd=tmp_path, env=here, stdout=subprocess.DEVNULL) as process:
        try:
            listening_at(port, process)
            page = _fetched(f"http://localhost:{port}/t/demo/standings")
            assert "JANSSENS" in page
            for sheet in re.findall(r'href="(/[^"]+\.css[^"]*)"', page):
                assert _fetched(f"http://localhost:{port}{sheet}")
        finally:
            process.terminate()


def _fetched(address: str) -> str:
    with urllib.request.urlopen(address, timeout=60) as answer:
        return str(answer.read().decode("utf-8"))
