"""The door to the files of KeizerForClubs."""

from ronde.formats.keizerforclubs.csv import ListedPlayer, has_heads, read_list, read_tournament
from ronde.formats.keizerforclubs.footer import Footer, footer_of
from ronde.formats.keizerforclubs.lists import list_files, round_files
from ronde.formats.keizerforclubs.s3db import read_s3db
from ronde.formats.keizerforclubs.s3dbwrite import write_s3db
