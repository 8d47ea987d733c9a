"""PAPP's files, read and written, by the specification in `spec/papp.md`."""

from ronde.formats.papp.config import CONFIG_NAME, PappConfig
from ronde.formats.papp.config_writer import config_for, usual_config, write_config
from ronde.formats.papp.folder import (
    LOCK,
    OLD_WORKFILE,
    config_at,
    folder_now,
    read_folder,
    with_country_change,
)
from ronde.formats.papp.html import crosstable_html
from ronde.formats.papp.lists import (
    VERSIONS,
    Edition,
    crosstable_text,
    pairings,
    sheet_list,
    standings_list,
    subfolder_name,
)
from ronde.formats.papp.plan import (
    FolderPlan,
    LiveFolder,
    Print,
    SaveMoment,
    locked,
    send_to_printer,
    write_plan,
)
from ronde.formats.papp.players import plain_country
from ronde.formats.papp.players_files import CARD_FIELDS, DeskChanges
from ronde.formats.papp.stored_folder import (
    TEMPLATE_NAMES,
    PappFiles,
    is_players_file,
    known_in,
    missing_players,
    read_players_file,
    read_stored_config,
    stored_config,
    stored_files,
)
from ronde.formats.papp.tokens import decode
from ronde.formats.papp.workfile import same_workfile, write_folder, write_workfile
from ronde.formats.papp.xml import AddedGame, EloSlip, elo_file, elo_name
