"""What can go wrong, as a tree:

* RondeError               something the user can be told about
  x RuleError              the rules of the tournament forbid it
    + UnknownPlayer          nobody of that number or name
    + AmbiguousPlayer        several players fit the text
    + NumberTaken            the number belongs to somebody else
    + NamesakeHere           somebody of that name is registered, and nobody said that it is another
    + NumberFixed            a player who has been paired keeps his number
    + NumberImpossible       below 1 or absurdly large
    + RatingImpossible       a rating no list has
    + CardImpossible         an entry FIDE's list could not have
    + CategoryImpossible     not made of letters and digits, or not defined
    + NameImpossible         empty, too long or with control characters
    + PlayerHasPlayed        a player with a game cannot be erased
    + PlayerLeftAlready      he has left before
    + PlayerIsHere           he never left
    + NotPresent             he is away and cannot be paired
    + AlreadyPaired          he already sits at a table
    + TableTaken             the table number is in use
    + NotPaired              he sits at no table of this round
    + DidNotMeet             the two had other opponents in that round
    + SamePlayer             nobody plays himself
    + UnknownTable           no table of that number
    + UnknownRound           no round of that number
    + TableHasResult         clear the result first
    + ResultImpossible       the board cannot give that score
    + EntryUnreadable        not a line of the result grammar
    + ResultDiffers          another result stands there already
    + ResultNotYours         a helper takes back his own results only
    + NoResult               nothing to clear
    + RoundNotComplete       results or opponents are missing
    + RoundGone              somebody else has closed the round meanwhile
    + RoundStarted           the open round has tables, the earlier one stays closed
    + NoRoundClosed          no closed round yet
    + ManualImpossible       a manual phase begun twice, or ended before it was begun
    + FinalImpossible        a final begins twice or too late, or fewer than two could play in it
    + NothingToChange        the tournament already is as asked
    + SettingUnknown         no setting of that name
    + SettingImpossible      a setting cannot have that value
    + PenaltiesImpossible    a penalty table breaks the checks of the manual, 3.2
    + NobodyToPair           fewer than two players are free
    + CannotPair             forbidden pairs leave somebody without an opponent
    + ByeNotOffered          the system gives no points for a bye that is asked for
    + BeyondRounds           all announced rounds are played, and nobody said that one more is wanted
    + RoundsOver             the schedule has no further round
    + TournamentStarted      too late for what is done before the first round
    + ScheduleFixed          nobody enters a round robin that has begun
    + ScheduleDecides        a schedule or a lot asks no price
    + NothingToUndo
    + NothingToRedo
    + CannotBeUndone         and nobody has said to know it
    + UndoRefused            a later event would stop making sense
    + EventImpossible        an event that cannot follow the ones before it
  x Conflict               somebody else wrote first
  x NotAllowed             the account lacks the right
  x KeyUsed                the key of a request was used before with another one
  x JournalError           the file of the tournament
    + NotATournament         empty, foreign, damaged or from a newer Ronde
    + FileMissing
    + NotAFile               a folder, a pipe or a device
    + FileExists
    + DiskFull
    + ReadOnly
    + Busy                   another program holds the file
    + NetworkFolder          another computer keeps the file; told once, and nothing is refused
  x FormatError            an input is wrong, with its line
  x FolderLocked           PAPP is at work in the folder
  x FormatUnknown          no such format
  x FormatUnfit            not for tournaments of this system
  x ExtraMissing           a library that only an extra brings
  x RefereeTrouble         a game could not be refereed; nobody's fault, and it scores for nobody
  x ProgramImpossible      a program cannot be started
  x RosterDiffers          a tournament names programs or a jail that the command line does not
  x SubmissionRefused      a student's program is not taken
  x PositionImpossible     no position, switch or clock of this game
  x JailImpossible         this machine lacks what the jail needs
  x ClusterTrouble         the machines of a cluster cannot play
  x AddressRefused         an engine may not live at that address
  x AccountRefused         an invitation, a name or a password that opens no account
  x UploadRefused          no files, or too many bytes of them
  x NoAccountStore         there is no account store from which a link could be made
  x PortRefused            the server cannot listen at that address and port
  x PluginRefused          an installed package adds what cannot be taken in
  x EngineRefused          an engine cannot be entered, changed or played like that
  x ProofFailed            the pairing could not be proved; it is never shown
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar


class RondeError(Exception):
    """Anything a user may be told; `code` is translated by the interface and `facts` fill the sentence."""

    code: ClassVar[str] = "error"
    """Derived from the class name (`number-taken` for NumberTaken) unless a class sets another."""

    def __init_subclass__(cls) -> None:
        if "code" not in vars(cls):
            cls.code = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()

    def __init__(self, **facts: object) -> None:
        super().__init__(self.code, facts)
        self.facts = facts


class RuleError(RondeError):
    code = "rule"


class UnknownPlayer(RuleError):
    """Nobody has that number or name."""


class AmbiguousPlayer(RuleError):
    """Several players fit the text; `candidates` names them."""


class NumberTaken(RuleError):
    """The number already belongs to a player."""


class NamesakeHere(RuleError):
    """Somebody of that name is registered; the user may say that it is another person."""


class NumberFixed(RuleError):
    """A player who has been paired keeps his number."""


class NumberImpossible(RuleError):
    """A player's number is out of range."""


class RatingImpossible(RuleError):
    """A rating lies beyond every list of ratings."""


class CardImpossible(RuleError):
    """An entry that FIDE's list could not have: a title, a number, a birthday."""

    code = "card-impossible"


class CategoryImpossible(RuleError):
    """A category is not made of letters and digits, or not defined in the settings."""

    code = "category-impossible"


class NameImpossible(RuleError):
    """A name is empty, too long or holds control characters."""


class PlayerHasPlayed(RuleError):
    """A player who has a game cannot be erased."""


class PlayerLeftAlready(RuleError):
    """The player has left before."""


class PlayerIsHere(RuleError):
    """The player never left."""


class NotPresent(RuleError):
    """An absent player cannot be paired."""


class AlreadyPaired(RuleError):
    """The player already sits at a table of this round."""


class TableTaken(RuleError):
    """Somebody already sits at that table."""


class NotPaired(RuleError):
    """The player sits at no table of this round."""


class DidNotMeet(NotPaired):
    """The two did not meet in that round."""


class RoundGone(RuleError):
    """Somebody else closed the round in the meantime."""


class SamePlayer(RuleError):
    """Nobody plays himself."""


class UnknownTable(RuleError):
    """The round has no table of that number."""


class UnknownRound(RuleError):
    """The tournament has no round of that number."""


class TableHasResult(RuleError):
    """The table has a result, which must be cleared first."""


class ResultImpossible(RuleError):
    """The board cannot give that score."""


class EntryUnreadable(RuleError):
    """The text is not a line of the result grammar."""


class ResultDiffers(RuleError):
    """The table has another result; it is never replaced silently."""


class ResultNotYours(RuleError):
    """Another account entered the result of that table; only the leader of the round may take it back."""


class NoResult(RuleError):
    """The table has no result to clear."""


class RoundNotComplete(RuleError):
    """Results or opponents are missing."""


class RoundStarted(RuleError):
    """The open round has tables, so the round before it stays closed."""


class NoRoundClosed(RuleError):
    """No round has been closed yet."""


class ManualImpossible(RuleError):
    """A manual phase is begun twice, or ended before it was begun."""


class FinalImpossible(RuleError):
    """A final begins twice or where no final fits, or a round before it is reopened."""


class NothingToChange(RuleError):
    """The tournament is already in the requested state."""


class SettingUnknown(RuleError):
    """There is no setting of that name."""


class SettingImpossible(RuleError):
    """A setting cannot have that value."""


class PenaltiesImpossible(RuleError):
    """A penalty table breaks one of the checks of the PAPP manual, section 3.2."""


class NobodyToPair(RuleError):
    """Fewer than two players are free."""


class CannotPair(RuleError):
    """Forbidden pairs leave some players without an opponent."""


class ByeNotOffered(RuleError):
    """The system gives no points for a bye that is asked for."""


class BeyondRounds(RuleError):
    """All announced rounds are played; the user may say that one more is wanted."""


class RoundsOver(RuleError):
    """Every round of the schedule has been played."""


class TournamentStarted(RuleError):
    """A round has been paired, and this can only be done before the first."""


class ScheduleFixed(RuleError):
    """The schedule of a round robin is fixed; nobody can enter any more."""


class ScheduleDecides(RuleError):
    """A schedule or a lot decides who meets whom, so pairs have no costs."""


class NothingToUndo(RuleError):
    """This account has no action left to undo."""


class NothingToRedo(RuleError):
    """Nothing was undone since the last action."""


class CannotBeUndone(RuleError):
    """What is asked for cannot be undone, and nobody has said to know that."""


class UndoRefused(RuleError):
    """Without that action a later event would be impossible; `kind` and `number` name it."""


class EventImpossible(RuleError):
    """An event cannot follow the events before it."""

    code = "fact-impossible"


class Conflict(RondeError):
    """Somebody else wrote first; reload and decide again."""


class NotAllowed(RondeError):
    """The account lacks the right for a command."""


class KeyUsed(RondeError):
    """The key of a request was used before for another request."""


class JournalError(RondeError):
    code = "journal"


class NotATournament(JournalError):
    """The file is empty, foreign, damaged or written by a newer Ronde."""


class FileMissing(JournalError):
    """There is no such file."""


class NotAFile(JournalError):
    """A folder, a pipe or a device where a regular file is wanted."""


class FileExists(JournalError):
    """The file exists and is not overwritten."""


class DiskFull(JournalError):
    """The disk is full; nothing of this action was written, everything before it is safe."""


class ReadOnly(JournalError):
    """The file or its folder cannot be written."""


class Busy(JournalError):
    """Another program holds the file and did not release it in time."""


class NetworkFolder(JournalError):
    """The file is on a network share: a notice, not a refusal."""

    code = "network-folder"


@dataclass(frozen=True, slots=True)
class Problem:
    """One error in an input file: its position, and the key of its message."""

    path: str
    line: int
    column: int
    key: str
    text: str = ""


class FormatError(RondeError):
    """An input file is wrong; `problems` lists where and why, and nothing was read from it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems=tuple(problems))
        self.problems = tuple(problems)


class FolderLocked(RondeError):
    """PAPP is running in the folder, or crashed there: its lock file exists."""


class FormatUnknown(RondeError):
    """No import or export has that name."""


class FormatUnfit(RondeError):
    """The format has no place for what tournaments of this system hold."""


class ExtraMissing(RondeError):
    """An optional library is not installed."""


class RefereeTrouble(RondeError):
    """A game failed repeatedly because of the referee itself; it does not score."""


class ProgramImpossible(RondeError):
    """A program cannot be started at all."""


class RosterDiffers(RondeError):
    """A tournament was begun with other programs or another sandbox than those given."""


class SubmissionRefused(RondeError):
    """A student's program is refused: too late, under an impossible name, or it cannot be built."""


class PositionImpossible(RondeError):
    """A text is no position of the game, or no setting of it."""


class JailImpossible(RondeError):
    """This machine cannot provide the requested sandbox."""


class ClusterTrouble(RondeError):
    """The machines of a cluster cannot play."""


class AddressRefused(RondeError):
    """The referee does not call that address; `url` names it and `reason` says why."""


class AccountRefused(RondeError):
    """An account is not opened: `reason` is invitation, taken, password, common or old-password."""


class UploadRefused(RondeError):
    """Uploaded files are not read: `reason` is nothing, or large with the `most` megabytes allowed."""


class NoAccountStore(RondeError):
    """No link can be made for the tournaments at `path`: `reason` is none or read-only."""

    code = "no-register"


class PortRefused(RondeError):
    """The server cannot listen: `reason` is taken, forbidden, elsewhere or unknown."""


class PluginRefused(RondeError):
    """The plug-in `name` of `package` for `group` cannot be used; `detail` is Python's message."""


class EngineRefused(RondeError):
    """An engine cannot be entered, changed or played in that way; `reason` says why."""


class ProofFailed(RondeError):
    """A pairing could not be proved optimal: an internal error, so that a bad pairing is never shown."""
