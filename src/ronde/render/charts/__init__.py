"""Charts: each is an SVG made by a pure function, with a text alternative."""

from ronde.render.charts.picture import png
from ronde.render.charts.players import (
    StartBar,
    attendance,
    cost_bars,
    cost_class,
    interval,
    keizer_stack,
    margin_bar,
    no_margin,
    opposition,
    place_line,
    present_bars,
    record_bar,
    result_letters,
    result_strip,
    sparkline,
    start_bars,
)
from ronde.render.charts.score import score_chart
from ronde.render.charts.slides import BracketPart, bracket_slide
from ronde.render.charts.tournaments import (
    CURVED,
    MOST,
    Fixture,
    TieSide,
    arrivals,
    bump_chart,
    matrix,
    tint,
    tree,
)
