"""Who is present: PAPP's plus and minus signs, told again by a second and simpler reading of its workfile."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from ronde.formats.papp import PappFiles, write_folder
from ronde.formats.papp.folder import read_files
from ronde.formats.papp.statements import ReadFiles, read_commands
from ronde.model.events import PlayerLeft, PlayerReturned
from ronde.model.player import Absence
from ronde.model.replay import replay
from ronde.model.tournament import Tournament
from ronde.systems.rounds import complete_round

HEADER = '#_Nom-Tournoi = "Presence" ;\n#_Nombre-Rondes = 9 ;\n#_BQ-double = 6.0 ;\n'


def hall_of(workfile: str, players: str, config: str = "") -> Tournament:
    """The tournament of a folder with these three files."""
    texts = {"config": f"dossier false;\n{config}", "players": players, "workfile": HEADER + workfile}
    files = PappFiles({kind: text.encode() for kind, text in texts.items()}, {kind: kind for kind in texts})
    read = ReadFiles()
    read_commands(files.page("config"), read, frozenset())
    return replay(read_files(files, read, fallback="?").events)


def people(numbers: range) -> str:
    return "".join(f"{number} NAME{number}, First {{FRA}}\n" for number in numbers)


def drawn(hall: Tournament, seed: int = 1) -> set[int]:
    """Everybody the next draw gives a table or the bye."""
    after = replay(complete_round(hall, seed=seed), hall)
    bye = {after.open_round.bye.player} if after.open_round.bye else set()
    return {*after.open_round.seated, *bye}


def test_whoever_was_marked_absent_before_he_played_is_out_until_plus() -> None:
    everybody = "& +000341 +000342 +000343 +000344;\n"
    hall = hall_of(f"{everybody}& -000344;\n", people(range(341, 345)))

    assert hall.present == (341, 342, 343)
    assert drawn(hall) == {341, 342, 343}
    assert hall.absence(344) is Absence.WITHDRAWN, "he was there once, so he is not late"

    back = hall_of(f"{everybody}& -000344;\n& +000344;\n", people(range(341, 345)))
    assert drawn(back) == {341, 342, 343, 344}


def test_whoever_was_never_marked_present_is_not_here_yet_and_no_draw_changes_that() -> None:
    hall = hall_of("& +000001 +000002 -000003;\n", people(range(1, 4)))

    assert hall.absence(3) is Absence.LATE
    assert drawn(hall) == {1, 2}


def test_a_file_of_before_in_which_an_import_made_somebody_late_opens_and_leaves_him_out() -> None:
    hall = hall_of("& +000001 +000002 +000003;\n", people(range(1, 4)))
    old = replay([PlayerLeft(3, 1, Absence.LATE)], hall)

    assert drawn(old) == {1, 2}
    assert drawn(replay([PlayerReturned(3)], old)) == {1, 2, 3}


@dataclass
class Signs:
    """PAPP's rule as section 3.5 of the facts states it, without anything of ours: signs, pairs, rounds."""

    here: dict[int, bool] = field(default_factory=dict)
    pairs: list[tuple[int, int]] = field(default_factory=list)
    rounds: list[tuple[frozenset[tuple[int, int]], frozenset[int], frozenset[int]]] = field(
        default_factory=list
    )
    """Of each closed round the games, the byes and the absent."""
    text: list[str] = field(default_factory=list)

    def mark(self, signs: list[tuple[int, bool]]) -> None:
        """`& +1 -2;`: pairs of those who are absent now are dissolved."""
        self.here |= dict(signs)
        self.pairs = [pair for pair in self.pairs if self.here[pair[0]] and self.here[pair[1]]]
        told = " ".join(f"{'+' if present else '-'}{player:06d}" for player, present in signs)
        self.text.append(f"& {told};\n")

    def free(self) -> list[int]:
        seated = {player for pair in self.pairs for player in pair}
        return [player for player, present in self.here.items() if present and player not in seated]

    def pair(self, black: int, white: int) -> None:
        self.pairs.append((black, white))
        self.text.append(f"({black:06d} {white:06d});\n")

    def close(self) -> None:
        """`ronde-suivante`: whoever is present without a pair has the bye."""
        games = "".join(f"({black:06d} 40    {white:06d} 24);\n" for black, white in self.pairs)
        self.text.append(f"raz-couplage;\n{games}ronde-suivante;\n")
        absent = frozenset(player for player, present in self.here.items() if not present)
        self.rounds.append((frozenset(self.pairs), frozenset(self.free()), absent))
        self.pairs = []


@st.composite
def workfiles(draw: st.DrawFn) -> Signs:
    """Registrations, toggles before, between and within rounds, byes, and a round that is still open."""
    told = Signs()
    known = draw(st.integers(2, 9))
    told.mark([(number, draw(st.booleans()) or number < 3) for number in range(1, known)])
    for _ in range(draw(st.integers(0, 4))):
        for _ in range(draw(st.integers(0, 3))):
            _toggled(draw, told, known)
        _paired(draw, told)
        for _ in range(draw(st.integers(0, 2))):  # somebody goes while the round is open
            _toggled(draw, told, known)
        if told.pairs:
            told.close()
    for _ in range(draw(st.integers(0, 4))):
        _toggled(draw, told, known)
    return told


def _toggled(draw: st.DrawFn, told: Signs, known: int) -> None:
    who = draw(st.lists(st.integers(1, known), min_size=1, max_size=4, unique=True))
    told.mark([(player, draw(st.booleans())) for player in who])


def _paired(draw: st.DrawFn, told: Signs) -> None:
    free = draw(st.permutations(told.free()))
    for black, white in zip(free[::2], free[1::2], strict=False):
        if draw(st.integers(0, 5)):
            told.pair(black, white)


@given(workfiles())
@settings(max_examples=40)
def test_everybody_is_present_as_papps_signs_say_and_the_draw_changes_nobody(told: Signs) -> None:
    hall = hall_of("".join(told.text), people(range(1, 10)))

    assert set(hall.present) == {player for player, present in told.here.items() if present}
    for played, (games, byes, absent) in zip(hall.closed_rounds, told.rounds, strict=True):
        assert {(table.first, table.second) for table in played} == games
        assert (frozenset(played.byes), frozenset(played.absent)) == (byes, absent)
    if len(hall.unpaired) > 1:
        assert drawn(hall) == set(hall.present)


@given(workfiles())
@settings(max_examples=25)
def test_presence_survives_our_own_workfile(told: Signs) -> None:
    hall = hall_of("".join(told.text), people(range(1, 10)))

    written = write_folder(hall).files
    again = hall_of(
        written["papp-internal-workfile.txt"].decode(),
        written["joueurs.txt"].decode() + written["nouveaux.txt"].decode(),
    )

    assert (again.present, again.left, again.rounds) == (hall.present, hall.left, hall.rounds)


def test_the_round_somebody_is_expected_in_survives_our_own_workfile() -> None:
    hall = hall_of("& +000001 +000002 +000003;\n", people(range(1, 4)))
    waiting = replay([PlayerLeft(3, 1, Absence.PREREGISTERED, 3)], hall)

    files = write_folder(waiting).files
    again = hall_of(files["papp-internal-workfile.txt"].decode(), files["joueurs.txt"].decode())

    assert again.left == waiting.left
    assert again.expected(3) == 3
    assert drawn(again) == {1, 2}
