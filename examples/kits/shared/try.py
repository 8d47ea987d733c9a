"""Try an engine offline, and find the usual mistakes before a referee does.

python3 try.py                                   starts the engine of this folder and asks it all eight games
python3 try.py --game pente my_engine.py         starts another file (.py .php .js .java .cs .c), for one game
python3 try.py --game pente http://127.0.0.1:8000/   asks an engine that runs, in any language
"""

# Copyright 2026 The Ronde developers. SPDX-License-Identifier: MIT

from __future__ import annotations

import argparse
import http.client
import os
import shutil
import socket
import statistics
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

from diagnosis import called_back_fault, printed_fault
from positions import GAMES, Ask, Game

SLOW = 2.0
"""Seconds for the first answer; the shortest TimeOut is 4, and the way there and back counts too."""
PATIENCE = 10.0
START = 60.0
"""Seconds until the engine listens; some languages compile first."""
STARTS = {
    ".py": ((), (sys.executable, "{file}", "--port", "{port}")),
    ".php": ((), ("php", "-S", "127.0.0.1:{port}", "{file}")),
    ".js": ((), ("node", "{file}", "--port", "{port}")),
    ".java": ((), ("java", "{file}", "--port", "{port}")),
    ".c": (("cc", "-O2", "-pthread", "-o", "{folder}/engine", "{file}"), ("{folder}/engine", "--port", "{port}")),
    ".cs": (("mcs", "-out:{folder}/Engine.exe", "{file}"), ("mono", "{folder}/Engine.exe", "--port", "{port}")),
}
"""By the end of a file's name: the command that compiles it, if there is one, and the command that starts it."""
if shutil.which("dotnet"):
    STARTS[".cs"] = (
        ("dotnet", "build", "-v", "q", "-o", "{folder}/out", "{folder}"),
        ("dotnet", "{folder}/out/Engine.dll", "--port", "{port}"),
    )

WORDS = {
    "en": {
        "no-engine": "There is no engine in this folder: give its file or its address.",
        "unknown-kind": "{file}: try.py starts files that end in {kinds}. Start the engine yourself and give its address.",
        "no-program": "{file} needs the program {program}, which was not found on this machine.",
        "no-compile": "{file} does not compile: {said}",
        "no-start": "The engine does not start, or does not listen to --port. {said}",
        "no-line": "Nobody answers at {url}: is the engine running?",
        "status": "Turn {turn}: the engine answered with the HTTP status {status} instead of 200.",
        "no-answer": "Turn {turn}: no answer came; the engine failed, or took longer than {seconds} s.",
        "empty": "Turn {turn}: the engine printed nothing. Referee was empty: print the value.",
        "spaces": "Turn {turn}: spaces, an empty line or a BOM stand before the value {value!r}. Print the value and nothing else.",
        "html": "Turn {turn}: there is HTML around the value: {value!r}. Print the value and nothing else.",
        "warnings": "Turn {turn}: warnings of the language stand around the value: {value!r}. Mend them, or log them instead of printing them.",
        "lines": "Turn {turn}: several lines came, and the value must stand alone: {value!r}.",
        "case": "The call-back writes its parameters in other letters: they are Game, MoveId and Value, with these capitals. It was {value!r}.",
        "incomplete": "The call-back is incomplete: it needs Game, MoveId and Value. It was {value!r}.",
        "double": "The call-back has a parameter twice: {value!r}.",
        "illegal": "Turn {turn}: {value!r} is not a legal move. Tray={tray}",
        "slow": "The first answer took {seconds} s. Load and compute less at the start: the shortest TimeOut is 4 s.",
        "not-called": "Referee was given, but the engine did not call it back within {seconds} s.",
        "printed": "Referee was given, but the engine printed {value!r} instead of calling it back.",
        "twice": "The engine called the referee {count} times for one move; once is enough.",
        "other-game": "The call-back has Game={found!r} and should have {wanted!r}, as received.",
        "other-move-id": "The call-back has MoveId={found!r} and should have {wanted!r}, as received.",
        "called-illegal": "The call-back has Value={value!r}, which is not a legal move.",
        "after-end": "The last request of a game (Status 1 to 5) was answered with a call-back. The game is over: do not call.",
        "end-status": "The last request (Status={status}) has no TimeOut and an empty Referee, and gave the HTTP status {found}.",
        "end-silent": "The last request (Status={status}) has no TimeOut and an empty Referee, and got no answer: the engine failed.",
        "nagle": "Note: every answer takes about 40 ms. Send head and body in one write.",
        "ok-values": "ok: legal values, and nothing around them",
        "ok-start": "ok: the first answer took {seconds} s",
        "ok-back": "ok: called back once, with Game and MoveId as received",
        "ok-end": "ok: no call-back after the end",
        "ready": "Ready to be registered.",
        "mistakes": "{count} to be repaired.",
    },
    "fr": {
        "no-engine": "Il n'y a pas de moteur dans ce dossier : donnez son fichier ou son adresse.",
        "unknown-kind": "{file} : try.py lance les fichiers en {kinds}. Lancez le moteur vous-même et donnez son adresse.",
        "no-program": "{file} demande le programme {program}, introuvable sur cette machine.",
        "no-compile": "{file} ne se compile pas : {said}",
        "no-start": "Le moteur ne démarre pas, ou n'écoute pas --port. {said}",
        "no-line": "Personne ne répond à {url} : le moteur est-il lancé ?",
        "status": "Tour {turn} : le moteur a répondu avec le statut HTTP {status} au lieu de 200.",
        "no-answer": "Tour {turn} : pas de réponse ; le moteur a échoué, ou a pris plus de {seconds} s.",
        "empty": "Tour {turn} : le moteur n'a rien affiché. Referee était vide : affichez la valeur.",
        "spaces": "Tour {turn} : des espaces, une ligne vide ou un BOM précèdent la valeur {value!r}. N'affichez que la valeur.",
        "html": "Tour {turn} : il y a du HTML autour de la valeur : {value!r}. N'affichez que la valeur.",
        "warnings": "Tour {turn} : des avertissements du langage entourent la valeur : {value!r}. Corrigez-les, ou écrivez-les dans un journal au lieu de les afficher.",
        "lines": "Tour {turn} : plusieurs lignes, alors que la valeur doit être seule : {value!r}.",
        "case": "Le rappel écrit ses paramètres autrement : ce sont Game, MoveId et Value, avec ces majuscules. Reçu : {value!r}.",
        "incomplete": "Le rappel est incomplet : il lui faut Game, MoveId et Value. Reçu : {value!r}.",
        "double": "Le rappel porte deux fois le même paramètre : {value!r}.",
        "illegal": "Tour {turn} : {value!r} n'est pas un coup permis. Tray={tray}",
        "slow": "La première réponse a pris {seconds} s. Chargez et calculez moins au départ : le plus court TimeOut est de 4 s.",
        "not-called": "Referee était donné, mais le moteur ne l'a pas rappelé en {seconds} s.",
        "printed": "Referee était donné, mais le moteur a affiché {value!r} au lieu de le rappeler.",
        "twice": "Le moteur a rappelé l'arbitre {count} fois pour un seul coup ; une fois suffit.",
        "other-game": "Le rappel porte Game={found!r} au lieu de {wanted!r}, tel que reçu.",
        "other-move-id": "Le rappel porte MoveId={found!r} au lieu de {wanted!r}, tel que reçu.",
        "called-illegal": "Le rappel porte Value={value!r}, qui n'est pas un coup permis.",
        "after-end": "La dernière requête d'une partie (Status de 1 à 5) a reçu un rappel. La partie est finie : ne rappelez pas.",
        "end-status": "La dernière requête (Status={status}) n'a pas de TimeOut, et son Referee est vide ; statut HTTP {found}.",
        "end-silent": "La dernière requête (Status={status}) n'a pas de TimeOut, et son Referee est vide ; pas de réponse : le moteur a échoué.",
        "nagle": "Remarque : chaque réponse prend environ 40 ms. Envoyez l'en-tête et le corps en une seule écriture.",
        "ok-values": "ok : des valeurs permises, et rien autour",
        "ok-start": "ok : la première réponse a pris {seconds} s",
        "ok-back": "ok : un seul rappel, avec Game et MoveId tels que reçus",
        "ok-end": "ok : pas de rappel après la fin",
        "ready": "Prêt à être inscrit.",
        "mistakes": "{count} à réparer.",
    },
}


class Trial:
    """One engine under examination."""

    def __init__(self, url: str, game: Game, language: str) -> None:
        self.url, self.game, self.words = url, game, WORDS[language]
        self.address = urlsplit(url)
        self.line = self.open_line()
        self.mistakes = 0
        self.times: list[float] = []

    def open_line(self) -> http.client.HTTPConnection:
        """A connection that is kept open, as a referee does."""
        kind = http.client.HTTPSConnection if self.address.scheme == "https" else http.client.HTTPConnection
        return kind(self.address.netloc, timeout=PATIENCE)

    def say(self, key: str, **facts: object) -> None:
        """Print a sentence; one that does not begin with ok or ready is a mistake."""
        if not key.startswith(("ok", "nagle", "ready", "mistakes")):
            self.mistakes += 1
        print(self.words[key].format(**facts))

    def send(self, ask: Ask) -> tuple[int, bytes]:
        """Status and body of the answer to one request; status 0 if none came."""
        query = "&".join(filter(None, (self.address.query, urlencode(ask))))
        begun = time.monotonic()
        try:
            self.line.request("GET", f"{self.address.path or '/'}?{query}")
            answer = self.line.getresponse()
            found = answer.status, answer.read(100_000)
        except (OSError, http.client.HTTPException):
            self.line.close()
            return 0, b""
        self.times.append(time.monotonic() - begun)
        return found

    def full(self, ask: Ask, referee: str = "") -> Ask:
        """A question with what every request carries."""
        common = {
            "Set": self.game.set_name,
            "Game": "Try7",
            "MoveId": "a1-B2_c3",
            "TimeOut": "4",
            "Status": "0",
        }
        return {**common, **ask, "Opponent": "E12", "Referee": referee}

    def values(self) -> None:
        """Every position, asked with an empty Referee."""
        before = self.mistakes
        for ask in self.game.asks:
            status, body = self.send(self.full(ask))
            self.judge(ask, status, body.decode("utf-8", "replace"))
        return self.say("ok-values") if self.mistakes == before else None

    def judge(self, ask: Ask, status: int, text: str) -> None:
        """Complain of one printed value, of the first thing that is wrong with it."""
        value, turn = text.strip().lstrip("\ufeff"), ask["Turn"]
        if status == 0:
            self.say("no-answer", turn=turn, seconds=int(PATIENCE))
        elif status != 200:
            self.say("status", turn=turn, status=status)
        elif fault := printed_fault(text):
            self.say(fault, turn=turn, value=value[:80])
        elif text.rstrip() != value:
            self.say("spaces", turn=turn, value=value[:80])
        elif not self.game.legal(ask, value.upper()):
            self.say("illegal", turn=turn, value=value[:80], tray=ask["Tray"])

    def start(self) -> None:
        """How long the first answer took, and whether all of them wait for a receipt."""
        if not self.times:
            return
        seconds = f"{self.times[0]:.1f}"
        self.say("slow" if self.times[0] > SLOW else "ok-start", seconds=seconds)
        if 0.035 < statistics.median(self.times[1:] or [0]) < 0.05:
            self.say("nagle")

    def call_back(self) -> None:
        """One question with a referee to call, and the news of the end."""
        before, ask = self.mistakes, self.game.asks[0]
        with Desk() as desk:
            _, body = self.send(self.full(ask, desk.url))
            desk.wait(1, 4.0)
            desk.wait(2, 0.3)
            self.judge_letters(desk.letters, ask, body.decode("utf-8", "replace").strip())
            if self.mistakes == before:
                self.say("ok-back")
            self.the_end(desk)

    def judge_letters(self, letters: list[str], ask: Ask, printed: str) -> None:
        """Complain of what came, or did not come, to the referee."""
        if not letters:
            return self.say("printed", value=printed[:80]) if printed else self.say("not-called", seconds=4)
        if len(letters) > 1:
            self.say("twice", count=len(letters))
        query = letters[0]
        letter = dict(parse_qsl(query, keep_blank_values=True))
        wanted = {"other-game": ("Game", "Try7"), "other-move-id": ("MoveId", "a1-B2_c3")}
        fault = called_back_fault(query, "Try7", "a1-B2_c3")
        if fault in wanted:
            name, right = wanted[fault]
            return self.say(fault, found=letter.get(name, ""), wanted=right)
        if fault:
            return self.say(fault, value=query[:80])
        if not self.game.legal(ask, letter["Value"].strip().upper()):
            self.say("called-illegal", value=letter["Value"][:80])
        return None

    def the_end(self, desk: Desk) -> None:
        """The last requests of a game, which nobody may answer with a call-back."""
        before, tray = self.mistakes, self.game.asks[-1]["Tray"]
        desk.letters.clear()
        for end in ("1", "4", "5"):
            ask = {"Set": self.game.set_name, "Game": "Try7", "MoveId": "z9", "Turn": "5", "Tray": tray, "Status": end, "Referee": ""}
            status, _ = self.send(ask)
            if status != 200 and self.mistakes == before:
                self.say("end-status" if status else "end-silent", status=end, found=status)
        desk.wait(1, 0.3)
        if desk.letters:
            self.say("after-end")
        elif self.mistakes == before:
            self.say("ok-end")


class Desk:
    """A referee that only writes down who calls."""

    def __enter__(self) -> Desk:
        self.letters: list[str] = []
        letters = self.letters

        class Letter(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                letters.append(urlsplit(self.path).query)
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *words: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Letter)
        self.url = f"http://127.0.0.1:{self.server.server_port}/arbitre.php"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.02,))
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    def wait(self, count: int, seconds: float) -> None:
        """Wait until so many letters came, but not longer."""
        end = time.monotonic() + seconds
        while len(self.letters) < count and time.monotonic() < end:
            time.sleep(0.01)


def listening(port: int) -> bool:
    """Whether somebody listens on that port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def own_engine(words: dict[str, str]) -> str:
    """The engine that lies beside this script."""
    here = sorted(Path(__file__).parent.glob("[Ee]ngine.*"))
    found = [one for one in here if one.suffix in STARTS]
    return str(found[0]) if found else sys.exit(words["no-engine"])


def command(path: Path, port: int, words: dict[str, str]) -> list[str]:
    """Compile the engine where its language wants that; the command that starts it."""
    if path.suffix not in STARTS:
        sys.exit(words["unknown-kind"].format(file=path.name, kinds=" ".join(STARTS)))
    facts = {"file": str(path), "folder": str(path.resolve().parent), "port": str(port)}
    compiling, starting = ([word.format(**facts) for word in step] for step in STARTS[path.suffix])
    for program in [*compiling[:1], *(starting[:1] if not compiling else [])]:
        if shutil.which(program) is None:
            sys.exit(words["no-program"].format(file=path.name, program=program))
    if compiling:
        done = subprocess.run(compiling, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(words["no-compile"].format(file=path.name, said=(done.stderr or done.stdout).strip()))
    return starting


def launch(path: str, words: dict[str, str]) -> tuple[subprocess.Popen[bytes], str]:
    """Start an engine of our own and wait until it listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    starting = command(Path(path), port, words)
    engine = subprocess.Popen(starting, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    end = time.monotonic() + START
    while not listening(port):
        if engine.poll() is not None or time.monotonic() > end:
            engine.kill()
            said = engine.communicate()[1].decode("utf-8", "replace").strip().splitlines()
            sys.exit(words["no-start"].format(said=said[-1] if said else ""))
        time.sleep(0.02)
    threading.Thread(target=engine.stderr.read, daemon=True).start()
    return engine, f"http://127.0.0.1:{port}/"


def examine(url: str, names: list[str], language: str) -> int:
    """All trials of these games; how many mistakes there are."""
    mistakes = 0
    for name in names:
        trial = Trial(url, GAMES[name], language)
        if len(names) > 1:
            print(f"--- {GAMES[name].set_name}")
        try:
            trial.line.connect()
        except OSError:
            trial.say("no-line", url=url)
            mistakes += 1
            break
        trial.values()
        trial.start()
        trial.call_back()
        trial.line.close()
        mistakes += trial.mistakes
    trial.say("mistakes" if mistakes else "ready", count=mistakes)
    return mistakes


def main() -> None:
    """Read the options, try the engine, and exit with 1 if something is to be repaired."""
    french = os.environ.get("LC_ALL", os.environ.get("LANG", "")).startswith("fr")
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("engine", nargs="?", default="", help="a file, or an address; else the engine of this folder")
    parser.add_argument("--game", choices=["all", *sorted(GAMES)], default="all")
    parser.add_argument("--lang", choices=sorted(WORDS), default="fr" if french else "en")
    options = parser.parse_args()
    names, words = sorted(GAMES) if options.game == "all" else [options.game], WORDS[options.lang]
    if options.engine.startswith(("http://", "https://")):
        sys.exit(1 if examine(options.engine, names, options.lang) else 0)
    engine, url = launch(options.engine or own_engine(words), words)
    try:
        mistakes = examine(url, names, options.lang)
    finally:
        engine.kill()
    sys.exit(1 if mistakes else 0)


if __name__ == "__main__":
    main()
