"""The files of deploy/ are accepted by the programs they are for, and name commands and files that exist."""

from __future__ import annotations

import http.client
import re
import shlex
import shutil
import ssl
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import msgspec
import pytest
from tests.support.nginx import NGINX, SHIPPED, at_ports, needs_nginx, running, with_certificate, written
from tests.support.ports import free_port
from tests.support.root import ROOT
from tests.support.web_server import server

from ronde.arena.cli.serve import serve

DEPLOY = ROOT / "deploy"
UNIT = (DEPLOY / "ronde@.service").read_text("utf-8")
COMPOSE: Any = msgspec.yaml.decode((DEPLOY / "compose.yaml").read_bytes())
CONTAINER = (DEPLOY / "Containerfile").read_text("utf-8").replace("\\\n", "")
GUIDES = [ROOT / "docs" / "guides" / "server.md", ROOT / "docs" / "fr" / "guides" / "server.md"]
ANALYZE = "systemd-analyze"
needs_systemd = pytest.mark.skipif(not shutil.which(ANALYZE), reason="systemd-analyze is not installed")


def taken(words: list[str]) -> dict[str, Any]:
    """What `ronde serve` understands of these words; it refuses what it does not know."""
    return serve.make_context("serve", list(words)).params


def instructions(name: str) -> list[list[str]]:
    """The words of each line of the container file that begins with a name."""
    return [line.split()[1:] for line in CONTAINER.splitlines() if line.startswith(f"{name} ")]


def copied() -> list[str]:
    """The files and folders of the repository that go into the container."""
    return [name for words in instructions("COPY") if not words[0].startswith("--") for name in words[:-1]]


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit with a program that is here."""
    program = tmp_path / "ronde"
    program.symlink_to(sys.executable)
    file = tmp_path / "ronde@.service"
    file.write_text(UNIT.replace("/opt/ronde/bin/ronde", str(program)))
    return file


def analyzed(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([ANALYZE, *words], capture_output=True, text=True, check=False)


@needs_systemd
@pytest.mark.full
def test_systemd_accepts_the_unit_without_a_word(unit: Path) -> None:
    done = analyzed("verify", "--man=no", unit)

    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@needs_systemd
@pytest.mark.full
def test_systemd_calls_the_unit_hardly_exposed(unit: Path) -> None:
    done = analyzed("security", "--offline=true", "--threshold=20", unit)

    assert done.returncode == 0, done.stdout[-500:]


def test_the_command_of_the_unit_is_one_of_ronde() -> None:
    variables = dict(re.findall(r"(?m)^Environment=(\w+)=(.*)$", UNIT))
    line = re.findall(r"(?m)^ExecStart=\S+/ronde serve (.*)$", UNIT)[0].replace("%i", "8765")
    known = taken(shlex.split(re.sub(r"\$\{(\w+)\}", lambda found: variables[found[1]], line)))

    assert (known["port"], known["proxy"]) == (8765, "127.0.0.1")
    assert "server 127.0.0.1:8765;" in SHIPPED


@needs_nginx
@pytest.mark.full
def test_nginx_accepts_the_file_as_it_is_shipped(tmp_path: Path) -> None:
    shipped = at_ports(with_certificate(SHIPPED, tmp_path), free_port(), free_port())  # 443 is for root
    file = written(tmp_path / "nginx", shipped)
    done = subprocess.run([NGINX, "-t", "-q", "-c", file], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


@needs_nginx
@pytest.mark.full
def test_behind_the_shipped_file_a_visitor_enters_with_a_cookie_for_https_only(tmp_path: Path) -> None:
    (tmp_path / "hall").mkdir()
    port = free_port()
    shipped = with_certificate(SHIPPED, tmp_path)
    options = ("--proxy", "127.0.0.1", "--address", f"https://localhost:{port}/")
    with (
        server(tmp_path / "hall", options=options) as (direct, link, _),
        running(tmp_path / "nginx", port, at_ports(shipped, port, direct.port)),
    ):
        line = http.client.HTTPSConnection("localhost", port, context=ssl._create_unverified_context())
        line.request("POST", link, headers={"Sec-Fetch-Site": "same-origin", "Content-Length": "0"})
        answer = line.getresponse()
        assert answer.status == 303
        assert "; secure" in answer.headers["set-cookie"].lower()
        line.close()


def test_the_container_copies_what_is_there() -> None:
    assert copied()
    assert [name for name in copied() if not (ROOT / name).exists()] == []


@pytest.mark.full
def test_what_the_container_copies_is_enough_to_build_ronde(tmp_path: Path) -> None:
    for name in copied():
        place = tmp_path / "source" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, place)
    line = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(line, cwd=tmp_path / "source", capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert len([*tmp_path.glob("ronde-*.whl")]) == 1


def test_the_container_installs_the_driver_of_postgresql_by_hash() -> None:
    (order,) = re.findall(r"sed -n '[^']+' \S+", CONTAINER)
    said = subprocess.run(shlex.split(order), cwd=ROOT, capture_output=True, text=True, check=True).stdout
    entries = said.replace("\\\n", "").splitlines()

    assert [entry.split("==")[0] for entry in entries] == ["psycopg", "psycopg-binary"]
    assert all("--hash=sha256:" in entry for entry in entries)


def test_the_container_and_the_composition_start_the_server() -> None:
    composed = COMPOSE["services"]["ronde"]
    (default,) = (msgspec.json.decode(" ".join(words)) for words in instructions("CMD"))

    assert default[0] == composed["command"][0] == "serve"
    assert taken(default[1:])["host"] == "0.0.0.0"
    asked = taken(
        [re.sub(r"\$\{ADDRESS.*\}", "https://a.example/", word) for word in composed["command"][1:]]
    )
    assert (asked["host"], [str(path) for path in asked["paths"]]) == ("0.0.0.0", ["pg:"])


def test_no_image_is_asked_from_a_place_of_ours() -> None:
    images = [words[0] for words in instructions("FROM")] + [COMPOSE["services"]["database"]["image"]]

    assert len(images) == 3
    assert [image for image in images if not re.fullmatch(r"[a-z]+:[\w.-]+", image)] == []


def test_the_composition_names_what_it_has() -> None:
    services, build = COMPOSE["services"], COMPOSE["services"]["ronde"]["build"]

    assert (DEPLOY / build["context"] / build["dockerfile"]).samefile(DEPLOY / "Containerfile")
    assert set(services["ronde"]["depends_on"]) < set(services)
    assert (
        f"host={next(iter(services['ronde']['depends_on']))} "
        in services["ronde"]["environment"]["RONDE_DATABASE"]
    )
    volumes = {volume.split(":")[0] for service in services.values() for volume in service["volumes"]}
    assert volumes == set(COMPOSE["volumes"])
    (network,) = COMPOSE["networks"]["default"]["ipam"]["config"]
    assert network["gateway"] in services["ronde"]["command"]


@pytest.mark.parametrize("guide", GUIDES, ids=["en", "fr"])
def test_the_guide_leads_to_each_file_and_repeats_none(guide: Path) -> None:
    text = guide.read_text("utf-8")
    linked = {(guide.parent / name).resolve() for name in re.findall(r"\]\(([./]+deploy/[^)]+)\)", text)}

    assert linked == {path for path in DEPLOY.iterdir()}
    assert "proxy_pass http" not in text
    assert "SystemCallFilter" not in text


def test_a_word_that_the_server_does_not_know_would_be_noticed() -> None:
    with pytest.raises(click.UsageError):
        taken(["--hots", "0.0.0.0"])
