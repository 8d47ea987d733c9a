"""The connection to a scheduler: an invalid address or certificate is reported before connecting."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.arena.referee.halls import QUIET
from tests.support.ports import free_port
from tests.support.processes import plain_environment

from ronde.arena.referee import call_cluster
from ronde.arena.referee import cluster as line
from ronde.arena.referee.cluster import CERTIFICATES, connect_cluster, need_cluster, security
from ronde.i18n import LANGUAGES, error_text
from ronde.model.errors import ClusterTrouble


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a certificate that vouches for itself."""
    folder = tmp_path_factory.mktemp("tls")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder / "key.pem", "-out", folder / "ca.pem"],
        check=True, capture_output=True,
    )  # fmt: skip
    (folder / "cert.pem").write_bytes((folder / "ca.pem").read_bytes())
    return folder


def refused(address: str, tls: Path | None = None) -> tuple[str, str]:
    """Why there is no line like that; every reason is a sentence in every language."""
    with pytest.raises(ClusterTrouble) as trouble:
        need_cluster(address, tls)
    facts = trouble.value.facts
    for language in LANGUAGES:
        assert str(facts["detail"]).strip() in error_text(trouble.value, language)
    return str(facts["reason"]), str(facts["detail"])


@pytest.mark.parametrize(
    "address",
    [
        "", "foo", "127.0.0.1:8786", "http://127.0.0.1:8786", "inproc://host:1", "tcp://", "tcp://:8786",
        "tcp://host", "tcp://host:", "tcp://host:0", "tcp://host:65536", "tcp://host:99999999", "tcp://:::",
        "tcp://host:87x6", "tcp://ho st:8786", "tcp://me@host:8786", "tcp://host:8786/", " tcp://host:8786",
        "tcp://host:8786\n", "tcp://[::1:8786",
    ],
)  # fmt: skip
def test_what_is_no_address_of_a_scheduler_is_told_at_once(address: str) -> None:
    assert refused(address) == ("address", address)


@pytest.mark.parametrize("address", ["tcp://host:8786", "tcp://10.0.0.1:1", "tcp://[::1]:65535"])
def test_an_address_is_a_machine_and_a_port(address: str) -> None:
    need_cluster(address, None)


@pytest.mark.full
def test_a_secret_line_needs_its_certificates_and_certificates_a_secret_line(certificates: Path) -> None:
    assert refused("tls://host:8786") == ("no-tls", "tls://host:8786")
    assert refused("tcp://host:8786", certificates) == ("no-secret", "tcp://host:8786")
    need_cluster("tls://host:8786", certificates)


@pytest.mark.full
@pytest.mark.parametrize("name", CERTIFICATES)
def test_a_certificate_that_is_missing_or_none_is_named(
    certificates: Path, tmp_path: Path, name: str
) -> None:
    for one in CERTIFICATES:
        (tmp_path / one).write_bytes((certificates / one).read_bytes())
    (tmp_path / name).unlink()
    assert refused("tls://host:8786", tmp_path) == ("certificate", str(tmp_path / name))

    (tmp_path / name).write_text("nothing\n")
    told = "ca.pem" if name == "ca.pem" else "cert.pem"  # certificate and key are read together
    assert refused("tls://host:8786", tmp_path) == ("certificate", str(tmp_path / told))


@pytest.mark.full
def test_nobody_answers_is_told_with_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "CALL", 0.5)
    address = f"tcp://127.0.0.1:{free_port()}"
    for call in (call_cluster, connect_cluster):
        with pytest.raises(ClusterTrouble) as trouble:
            call(address, None)
        assert trouble.value.facts == {"reason": "unreachable", "detail": address}


@pytest.mark.full
def test_a_scheduler_behind_certificates_answers_those_who_have_them(
    certificates: Path, tmp_path: Path
) -> None:
    port, (ca, cert, key) = free_port(), (certificates / name for name in CERTIFICATES)
    scheduler = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port),
         "--protocol", "tls", "--no-dashboard", "--tls-ca-file", ca, "--tls-cert", cert, "--tls-key", key],
        cwd=tmp_path, env=plain_environment(), **QUIET,  # type: ignore[call-overload]
    )  # fmt: skip
    try:
        client = _patient(f"tls://127.0.0.1:{port}", certificates)
        assert client.scheduler_info()["type"] == "Scheduler"
        client.close()
    finally:
        scheduler.kill()
        scheduler.wait()


def _patient(address: str, certificates: Path) -> Any:
    """The scheduler takes some seconds to come."""
    for _ in range(5):
        try:
            call_cluster(address, certificates)
            return connect_cluster(address, certificates)
        except ClusterTrouble:
            continue
    raise AssertionError("nobody answers")


def test_without_a_folder_there_is_no_secret() -> None:
    assert security(None) is None
