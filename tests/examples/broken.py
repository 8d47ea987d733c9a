"""Engines with typical mistakes: the template with one thing changed for the worse."""

from __future__ import annotations

from typing import NamedTuple


class Broken(NamedTuple):
    """What is changed, into what, and what the script must say."""

    old: str
    new: str
    told: str


CELL = "    return str(random.choice(free) + 1)\n"
CHOSEN = "            value = choose(ask)\n"
CALLED = "                call_back(ask, value)\n"
FORGOT = '                value = ""\n'
BEGUN = '        value = ""\n        if ask.get'

SLOW = '''
def choose(ask: dict[str, str], begun: list[int] = []) -> str:
    """Load a big model, once."""
    import time

    begun or time.sleep(2.3)
    begun.append(1)
    return chosen(ask)


def chosen(ask'''

SORE_LOSER = """        value = ""
        global kept
        kept = ask.get("Referee") or globals().get("kept")
        if ask.get("Status") != "0" and kept:
            call_back({"Referee": kept}, "5")
        if ask.get"""

BROKEN = {
    "first cell": Broken(CELL, '    return "1"\n', "Turn 4: '1' is not a legal move"),
    "spaces": Broken(
        CHOSEN, CHOSEN.replace("choose", '"\\n  " + choose'), "Turn 1: spaces, an empty line or a BOM"
    ),
    "mark": Broken(
        "self.wfile.write(value.encode())",
        'self.wfile.write(b"\\xef\\xbb\\xbf"[: 3 * bool(value)] + value.encode())',
        "Turn 1: ",
    ),
    "html": Broken(
        CHOSEN, CHOSEN.replace("choose(ask)", 'f"<p>{choose(ask)}</p>"'), "Turn 1: there is HTML around"
    ),
    "silent": Broken("value.encode()", 'b" " * len(value)', "Turn 1: the engine printed nothing"),
    "slow": Broken("\ndef choose(ask", SLOW, "Load and compute less at the start"),
    "printer": Broken(CALLED + FORGOT, "                pass\n", "instead of calling it back"),
    "deaf": Broken(CALLED, "", "did not call it back within 4 s"),
    "stutterer": Broken(CALLED, CALLED * 2, "called the referee 2 times"),
    "forgetful": Broken(
        '"MoveId": ask.get("MoveId", "")', '"MoveId": "3"', "MoveId='3' and should have 'a1-B2_c3'"
    ),
    "mixed up": Broken('"Game": ask.get("Game", "")', '"Game": "CH7"', "Game='CH7' and should have 'Try7'"),
    "cheat": Broken(CALLED, CALLED.replace("value", '"0"'), "Value='0', which is not a legal move"),
    "sore loser": Broken(BEGUN, SORE_LOSER, "was answered with a call-back. The game is over"),
    "surprised": Broken(BEGUN, '        ask["TimeOut"]\n' + BEGUN, "an empty Referee, and got no answer"),
    "refusing": Broken(
        "send_response(200)", "send_response(503)", "Turn 1: the engine answered with the HTTP status 503"
    ),
    "no Python": Broken(
        "def choose", "deaf choose", "The engine does not start, or does not listen to --port. SyntaxError"
    ),
    "lost": Broken(CELL, "    return str(1 / 0)\n", "Turn 1: no answer came"),
}
