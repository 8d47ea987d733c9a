// My engine: a legal move for each of the eight games. Change the function of your game; the rest can stay.
//   node engine.js --port 8000          (Node 18 or newer, nothing to install)
// Copyright 2026 The Ronde developers. SPDX-License-Identifier: MIT
"use strict";

const http = require("node:http");

// Your referee's machine, such as "arbitre.example"; empty calls back any. Fill it in before going online.
const MY_REFEREE = "";

// The move. `ask` has the parameters of the request, by their names in the manual.
function choose(ask) {
  return GAMES[(ask.Set || "").toLowerCase()](ask);
}

// 1 for the first player, 2 for the second: Turn is odd for the first.
const me = (ask) => (Number(ask.Turn) % 2 ? 1 : 2);

// The Tray; Init means an empty board.
const board = (ask, empty) => ((ask.Tray ?? "Init") === "Init" ? empty : ask.Tray);

// The numbers of the cells that hold this mark, from 0.
const cells = (tray, mark) => [...tray].flatMap((found, cell) => (found === mark ? [cell] : []));

const below = (count) => Math.floor(Math.random() * count);
const any = (list) => list[below(list.length)];

// The name of a cell: the column first, then the row.
const square = (cell, width, rows) => "ABCDEFGHIJKLMNOPQRS"[cell % width] + rows[Math.floor(cell / width)];

// 1 stone, 2 paper, 3 scissors. The opponent's last throw is in Move1 or Move2.
function rochambeau(ask) {
  return any("123");
}

// Tray: 9 cells, 0 free, 1 first player, 2 second. Value: 1 to 9.
function tictactoe(ask) {
  return String(any(cells(board(ask, "0".repeat(9)), "0")) + 1);
}

// Tray: 10 rows of 10 cells from the top. Value: column A to J, row 0 to 9.
function morpion(ask) {
  return square(any(cells(board(ask, "0".repeat(100)), "0")), 10, "0123456789");
}

// Tray: 19 rows of 19 points. Value: column and row, A to S. At Turn 3 three points away from one's first stone.
function pente(ask) {
  const tray = board(ask, "0".repeat(361));
  const first = tray.indexOf("1");
  const row = (cell) => Math.floor(cell / 19);
  const far = (cell) => Math.max(Math.abs((cell % 19) - (first % 19)), Math.abs(row(cell) - row(first))) > 2;
  const free = cells(tray, "0").filter((cell) => ask.Turn !== "3" || first < 0 || far(cell));
  return square(any(free), 19, "ABCDEFGHIJKLMNOPQRS");
}

// Tray: my lines, each two marks (right place, wrong place) and four colours A to H. Value: four colours.
// At Turn 1 and 2 the Value is my own code, later a line: a code that would have given all these marks.
function mastermind(ask) {
  const lines = board(ask, "").match(/.{6}/g) || [];
  const start = below(4096);
  for (let step = 0; step < 4096; step++) {
    const digits = ((start + step) % 4096).toString(8).padStart(4, "0");
    const code = [...digits].map((digit) => "ABCDEFGH"[digit]).join("");
    if (lines.every((line) => marks(code, line.slice(2)) === line.slice(0, 2))) return code;
  }
  return "AABB";
}

// Two digits: pegs in the right place, and right colours elsewhere.
function marks(code, line) {
  const placed = [...code].filter((peg, at) => peg === line[at]).length;
  const count = (text, colour) => text.split(colour).length - 1;
  const common = [..."ABCDEFGH"].reduce((sum, one) => sum + Math.min(count(code, one), count(line, one)), 0);
  return `${placed}${common - placed}`;
}

// Tray: hand (2 digits), completed hands (2), step, two cards each, the table's cards, stakes M10-12.
// Value: my total stake in this hand; 0 folds, the opponent's total calls. At step 9 any Value will do.
function poker(ask) {
  const [cards, ...stakes] = ask.Tray.slice(5).split("M");
  const pairs = (text) => text.match(/../g) || [];
  const mine = pairs(cards.slice(me(ask) === 1 ? 0 : 4).slice(0, 4)); // such as ["S1", "HT"]
  const table = pairs(cards.slice(8)); // look at both and do better
  const [first, second] = stakes.at(-1).replace("?", "").split("-");
  return me(ask) === 1 ? second : first;
}

// Tray: 8 rows of 8 cells, 3 black (first player), 4 white. Value: A1 to H8, or XX if I have to pass.
function reversi(ask) {
  const tray = board(ask, `${"0".repeat(27)}43${"0".repeat(6)}34${"0".repeat(27)}`);
  const [own, other] = me(ask) === 1 ? ["3", "4"] : ["4", "3"];
  const legal = cells(tray, "0").filter((cell) => turns(tray, cell, own, other));
  return legal.length ? square(any(legal), 8, "12345678") : "XX";
}

// Whether a disc there turns any other.
function turns(tray, cell, own, other) {
  const at = (x, y) => (x >= 0 && x < 8 && y >= 0 && y < 8 ? tray[y * 8 + x] : "");
  return [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]].some(([right, down]) => {
    let [x, y, between] = [(cell % 8) + right, Math.floor(cell / 8) + down, 0];
    for (; at(x, y) === other; between++) [x, y] = [x + right, y + down];
    return between > 0 && at(x, y) === own;
  });
}

// Tray: Init asks for my fleet; then my shots, 10 rows of 10: 0 none, 1 water, 2 hit, 3 sunk. Value: A0 to J9.
function seafight(ask) {
  return ask.Tray === "Init" ? fleet() : square(any(cells(ask.Tray, "0")), 10, "0123456789");
}

// Five ships of 5, 4, 3, 3 and 2 cells, each as direction, size, column, row, and 1 for intact: V3C51.
function fleet() {
  const taken = new Set();
  let ships = "";
  for (const size of [5, 4, 3, 3, 2]) {
    let way, start, ship;
    do {
      way = any("HV");
      start = below(way === "V" ? 11 - size : 10) * 10 + below(way === "H" ? 11 - size : 10);
      ship = Array.from({ length: size }, (_, step) => start + step * (way === "H" ? 1 : 10));
    } while (ship.some((cell) => taken.has(cell)));
    ship.forEach((cell) => taken.add(cell));
    ships += `${way}${size}${square(start, 10, "0123456789")}1`;
  }
  return ships;
}

const GAMES = { rochambeau, tictactoe, bigtictactoe: morpion, pente, mastermind, poker, reversi, seafight };

// Send the move to the referee, with Game and MoveId as they came.
async function callBack(ask, value) {
  const url = new URL(ask.Referee);
  if (!/^https?:$/.test(url.protocol) || (MY_REFEREE && url.hostname !== MY_REFEREE)) return;
  for (const [name, text] of Object.entries({ Game: ask.Game, MoveId: ask.MoveId, Value: value })) {
    url.searchParams.set(name, text ?? "");
  }
  const answer = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(15000) });
  await answer.text();
}

async function answer(target) {
  const ask = Object.fromEntries(new URL(target, "http://engine").searchParams);
  if ((ask.Status ?? "0") !== "0") return ""; // the game is over, nothing to answer
  const value = choose(ask);
  if (!ask.Referee) return value;
  await callBack(ask, value);
  return "";
}

function option(name, usual) {
  const at = process.argv.indexOf(name);
  return at > 0 ? process.argv[at + 1] : usual;
}

const host = option("--host", "127.0.0.1");
const server = http.createServer(async (request, response) => {
  let [status, value] = [200, ""];
  try {
    value = await answer(request.url);
  } catch (trouble) {
    console.error(trouble);
    status = 500;
  }
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", "Content-Length": value.length });
  response.end(value);
});
server.listen(Number(option("--port", "8000")), host, () => console.log(`http://${host}:${server.address().port}/`));
