"""PAPP's files."""

from ronde.formats.papp.edition import VERSIONS, Edition
from ronde.formats.papp.live.kept_files import (
    TEMPLATE_NAMES,
    PappFiles,
    kept_config,
    known_in,
    missing_players,
    read_kept_config,
    shelved,
)
from ronde.formats.papp.live.peoplefiles import CARD_FIELDS, Doings
from ronde.formats.papp.live.plan import FolderPlan, LiveFolder, Moment, Print
from ronde.formats.papp.read.config import CONFIG_NAME, PappConfig
from ronde.formats.papp.read.folder import (
    LOCK,
    OLD_WORKFILE,
    config_at,
    folder_now,
    read_folder,
    with_emigrant,
)
from ronde.formats.papp.read.page import decode
from ronde.formats.papp.write.configtext import config_for, usual_config, write_config
from ronde.formats.papp.write.crosstext import crosstable_text
from ronde.formats.papp.write.disk import locked, send_to_printer, write_plan
from ronde.formats.papp.write.elo import AddedGame, EloSlip, elo_file, elo_name
from ronde.formats.papp.write.export import write_folder
from ronde.formats.papp.write.filenames import subfolder_name
from ronde.formats.papp.write.html import crosstable_html
from ronde.formats.papp.write.lists import pairings
from ronde.formats.papp.write.plain import plain_country
from ronde.formats.papp.write.ranking import standings_list
from ronde.formats.papp.write.sheets import sheet_list
from ronde.formats.papp.write.worktext import same_workfile, write_workfile
