"""Fetches one file of a package by its SHA-256 and runs nothing of it: fetch_file.py NAME SHA256 TARGET.

`pip download` would build a source package to learn its metadata, with tools that no list pins. The index is
that of pip's configuration.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from pip._internal.commands import create_command
from pip._internal.index.collector import parse_links
from pip._internal.models.link import Link


def main(name: str, digest: str, target: str) -> None:
    """Write the file, if the index has one with that hash."""
    command = create_command("download")
    options, _ = command.parse_args([name])
    with command.main_context():
        session = command.get_default_session(options)
        collector = command._build_package_finder(options, session)._link_collector
        link = next(
            (link for link in _links(collector, name) if (link._hashes or {}).get("sha256") == digest), None
        )
        content: bytes = session.get(link.url_without_fragment).content if link else b""
    if sha256(content).hexdigest() != digest:
        sys.exit(f"{name} has no file with the hash {digest}.")
    Path(target).write_bytes(content)


def _links(collector: object, name: str) -> Iterator[Link]:
    for place in collector.search_scope.get_index_urls_locations(name):
        page = collector.fetch_response(Link(place))
        yield from parse_links(page) if page is not None else ()


if __name__ == "__main__":
    main(*sys.argv[1:])
