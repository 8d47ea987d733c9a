// ChiFouMi to the pattern of the Tournoyons manual, for Node without packages.
//   node chifoumi.js [--port 8000] [--host 127.0.0.1] [--referee-host arbitre.example]
"use strict";

const http = require("node:http");
const https = require("node:https");
const { randomInt } = require("node:crypto");

function option(name, fallback) {
  const place = process.argv.indexOf(`--${name}`);
  return place < 0 ? fallback : process.argv[place + 1];
}

const host = option("host", "127.0.0.1");
const port = Number(option("port", "8000"));
const mine = option("referee-host", "");

function callBack(referee, answer, done) {
  const url = new URL(referee);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  const line = (url.protocol === "https:" ? https : http).get(url, { timeout: 15000 }, (heard) => {
    heard.resume();
    heard.on("end", done);
  });
  line.on("timeout", () => line.destroy(new Error("the referee is silent")));
  line.on("error", (trouble) => {
    console.error(`call-back failed: ${trouble.message}`);
    done();
  });
}

// Whoever calls any address he is given is a tool for burglars.
function known(referee) {
  try {
    const url = new URL(referee);
    return /^https?:$/.test(url.protocol) && (!mine || url.hostname === mine || url.host === mine);
  } catch {
    return false;
  }
}

const server = http.createServer((request, response) => {
  const ask = new URL(request.url, "http://engine").searchParams;
  const referee = ask.get("Referee") || "";
  const end = (status, body = "") => {
    response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", "Content-Length": Buffer.byteLength(body) });
    response.end(body);
  };

  // The game is over: this is news, not a question.
  if ((ask.get("Status") || "0") !== "0") return end(200);
  const value = String(randomInt(1, 4)); // 1 stone, 2 paper, 3 scissors
  if (!referee) return end(200, value);
  if (!known(referee)) return end(403);
  return callBack(referee, { Game: ask.get("Game") || "", MoveId: ask.get("MoveId") || "", Value: value }, () => end(200));
});

server.listen(port, host, () => console.log(`ChiFouMi: http://${host}:${server.address().port}/`));
