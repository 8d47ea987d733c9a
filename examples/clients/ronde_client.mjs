// A client of Ronde's HTTP API in one file, for Node 20 and browsers: copy it, or run it.
//
//     node ronde_client.mjs http://localhost:8765 open TOKEN
//
// shows the open round. /docs on the server describes every address.

/** The server said no: `status`, `code` and `facts` as in the document of errors. */
export class Refused extends Error {
  constructor(problem) {
    super(problem.detail);
    Object.assign(this, { status: problem.status, code: problem.code, facts: problem.facts ?? {} });
  }
}

/** One tournament on a server. Every call is one action, which can be undone. */
export class Tournament {
  #token;
  /** The ETag of the last answer: the state this program knows. */
  seen = "";

  constructor(host, name, token = "") {
    this.address = `${host.replace(/\/$/, "")}/api/v1/t/${name}`;
    this.#token = token;
  }

  /** The tournament, its players and its open round. */
  state() { return this.#ask("GET", ""); }

  /** Register a player; gives the number. `card` may have first_name, country, club, rating. */
  async add(name, card = {}) { return (await this.#ask("POST", "/players", { name, ...card })).players[0].id; }

  /** Say that a player is here, or is not. */
  present(player, present = true) { return this.#ask("PUT", `/players/${player}/presence`, { present }); }

  /** The tables as a draw would make them; `draw` with its seed makes the same ones. */
  preview(seed) { return this.#ask("POST", "/draw/preview", seed === undefined ? {} : { seed }); }

  /** Pair the round; `locked`: only if nobody has changed anything since the last answer. */
  draw(seed, { locked = false } = {}) { return this.#ask("POST", "/draw", seed === undefined ? {} : { seed }, locked); }

  /** Enter a result. */
  result(table, first, second, { replacing = false } = {}) {
    return this.#ask("PUT", `/tables/${table}/result`, { first, second, replacing });
  }

  /** Close the round. */
  close() { return this.#ask("POST", "/close"); }

  /** Take back this program's last action. */
  undo() { return this.#ask("POST", "/undo"); }

  // One request, sent a second time if the line breaks: the key keeps it from being done twice.
  async #ask(method, path, told, locked = false) {
    const headers = { "Content-Type": "application/json" };
    if (this.#token) headers.Authorization = `Bearer ${this.#token}`;
    if (method !== "GET") headers["Idempotency-Key"] = crypto.randomUUID().replaceAll("-", "");
    if (locked) headers["If-Match"] = this.seen;
    const send = () => fetch(this.address + path, { method, headers, body: told && JSON.stringify(told) });
    const answer = await send().catch(send);
    const found = await answer.json();
    if (!answer.ok) throw new Refused(found);
    this.seen = answer.headers.get("etag") ?? "";
    return found;
  }
}

if (typeof process !== "undefined" && import.meta.url.endsWith(process.argv[1]?.split("/").pop() ?? "?")) {
  const [, , host, name, token] = process.argv;
  if (!host || !name) {
    console.error("usage: ronde_client.mjs HOST TOURNAMENT [TOKEN]");
    process.exit(1);
  }
  try {
    const state = await new Tournament(host, name, token).state();
    console.log(state.tournament.name);
    for (const table of state.round.tables) console.log(table.table, table.names.join(" - "), table.score ?? "");
  } catch (refusal) {
    console.error(refusal.message);
    process.exitCode = 1;
  }
}
