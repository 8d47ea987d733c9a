"""Pure rules of the games that programs play."""

from ronde.arena.games.base import (
    ALONE,
    BOTH,
    COMMON_REFUSALS,
    NOBODY,
    OPEN,
    SIDES,
    BadPosition,
    BadRecord,
    BadSetting,
    Call,
    Choice,
    Colour,
    Description,
    GameError,
    IllegalMove,
    Leg,
    Outcome,
    Side,
    UnknownGame,
    annulled,
    bad_setting,
    forfeit,
    other,
    status,
    with_opponent,
)
from ronde.arena.games.game import (
    COURSE_GAME,
    GAME_ALIASES,
    GAMES,
    SHOW_GAME,
    SIMPLEST_GAME,
    Example,
    Game,
    add_game,
    examples,
    find_game,
    hint,
    photo_with_side,
    switches,
)
from ronde.arena.games.grid import without_names
from ronde.arena.games.pictures import token
from ronde.arena.games.record import Answer, Frame, GameRecord, RecordedFault, page_name
