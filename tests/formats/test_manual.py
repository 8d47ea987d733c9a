from __future__ import annotations

from tests.pairing.dutch.test_drawing import opened
from tests.support.builders import do

from ronde.core.decide.tables import swap_players
from ronde.formats.manual import manual_data, manual_text
from ronde.i18n.door import LANGUAGES
from ronde.pairing.door import complete_round, manual_report


def test_a_report_is_told_in_every_language_and_as_data() -> None:
    hall = do(opened(4), complete_round, seed=1)
    assert manual_text(hall, manual_report(hall, seed=1), "en") == "The round is as the draw has it."
    table = hall.open_round.table(1)
    hall = do(hall, swap_players, one=table.first, other=table.second)
    report = manual_report(hall, seed=1)

    assert manual_data(report)["made"] == [[table.second, table.first]]
    for language in LANGUAGES:
        lines = manual_text(hall, report, language).splitlines()
        assert len(lines) == 2
        assert all(hall.player(table.first).full_name in line for line in lines)
