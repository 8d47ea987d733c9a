"""KeizerForClubs: its tournament file, its list of players, and the lists it prints."""

from ronde.formats.keizerforclubs.codes import Footer, footer_of
from ronde.formats.keizerforclubs.csv import ListOfPeople, has_heads, read_list, read_tournament
from ronde.formats.keizerforclubs.lists import list_files, round_files
from ronde.formats.keizerforclubs.s3db import read_s3db, write_s3db
