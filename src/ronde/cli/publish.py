"""Publishing: the pages of a tournament in a folder of a website."""

from __future__ import annotations

from pathlib import Path

import click

from ronde.cli.session import CommandRun, json_option, show, tournament_file, with_session
from ronde.cli.speech import command, language, option, spoken
from ronde.cli.streams import ANY_PATH


@command("publish")
@tournament_file
@click.argument("folder", type=ANY_PATH, metavar="FOLDER")
@option("--force", is_flag=True, help="force")
@json_option
@with_session
def publish(session: CommandRun, file: Path, folder: Path, force: bool, as_json: bool) -> None:
    from ronde.formats.published_folder import publish_into
    from ronde.formats.site import site

    done = publish_into(folder, site(session.desk(file).tournament, language()), force=force)
    data = {"folder": str(folder), "written": done.written, "removed": done.removed, "files": done.count}
    said = spoken("club.published", count=len(done.written), folder=folder, files=done.count)
    show(data, said, as_json=as_json)
