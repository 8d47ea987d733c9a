"""The door of the pictures."""

from ronde.formats.charts.arrivals import arrivals
from ronde.formats.charts.attendance import attendance, present_bars
from ronde.formats.charts.bump import CURVED, bump_chart
from ronde.formats.charts.field import opposition
from ronde.formats.charts.form import form_letters, form_strip
from ronde.formats.charts.ladder import interval, record_bar, sparkline
from ronde.formats.charts.margins import margin_bar, no_margin, place_line
from ronde.formats.charts.matrix import MOST, matrix, tint
from ronde.formats.charts.prices import bill_bars, heat
from ronde.formats.charts.stack import keizer_stack
from ronde.formats.charts.tide import tide
from ronde.formats.charts.tree import Fixture, TieSide, tree
