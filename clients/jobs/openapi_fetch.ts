// The whole job with openapi-typescript and openapi-fetch.
import { readFileSync } from "node:fs";
import createClient from "openapi-fetch";
import { game, given, json, same, there } from "./games";
import type { paths } from "./generated/schema";

const EVENT = "openapi-fetch";
const client = createClient<paths>({
  baseUrl: given("CGN_URL"),
  headers: { Authorization: `Bearer ${given("CGN_TOKEN")}` },
});
const plain = { bodySerializer: (body: unknown) => String(body) };

async function main(): Promise<void> {
  const checked = there((await client.POST("/v1/validations", { body: game(EVENT, "1") })).data, "check");
  same(there(checked.records[0], "report").verdict, "incomplete", "verdict");

  const first = await client.POST("/v1/replays", { body: game(EVENT, "1") });
  same(first.response.status, 201, "upload");
  const id = there(first.data, "upload").id;
  const again = await client.POST("/v1/replays", { body: game(EVENT, "1") });
  same(again.response.status, 200, "again");
  same(there(again.data, "again").created, false, "created");
  await client.POST("/v1/replays", { body: game(EVENT, "2") });

  const broken = await client.POST("/v1/replays", { body: game(EVENT, "3", "draw nowhere left") });
  const diagnostic = there(there(broken.error, "refusal").diagnostics?.[0], "diagnostic");
  same(diagnostic.code, "cgn.argument", "code");
  same(diagnostic.place.pointer, "/plies/1/move", "place");

  const path = { replay: id };
  const read = json((await client.GET("/v1/replays/{replay}", { params: { path } })).data, "JSON");
  same(read.plies.length, 2, "plies");
  const text = await client.GET("/v1/replays/{replay}.cgn", { params: { path }, parseAs: "text" });
  same(there(text.data, "text").startsWith('[CGN "1"]'), true, "text");

  const found: string[] = [];
  let after: string | undefined;
  do {
    const query = { event: EVENT, finished: false, limit: 1, ...(after ? { after } : {}) };
    const page = json((await client.GET("/v1/replays", { params: { query } })).data, "page");
    found.push(...page.replays.map((entry) => entry.id));
    after = page.next ?? undefined;
  } while (after);
  same(found.length, 2, "listed");
  same(found.includes(id), true, "found");

  const film = there((await client.GET("/v1/replays/{replay}/frames", { params: { path } })).data, "film");
  for (const [ply, frame] of film.frames.entries()) {
    same(frame.ply, ply, "step");
    same(frame.zones.some((zone) => zone.cards.length > 0), true, "cards");
  }
  const at = { path: { replay: id, ply: 2 }, query: { legal: true } };
  const frame = there((await client.GET("/v1/replays/{replay}/frames/{ply}", { params: at })).data, "frame");
  same(there(frame.legal, "legal").length > 0, true, "legal moves");

  const records = readFileSync(given("CGN_RECORDS"), "utf-8");
  const imported = await client.POST("/v1/imports", {
    body: records,
    ...plain,
    headers: { "Content-Type": "text/vnd.cgn" },
  });
  const lines = json(imported.data, "import").lines;
  same(lines.length, 2, "lines");
  same(there(lines[0]?.id, "id").length, 64, "stored");
  same(lines[1]?.diagnostics?.[0]?.severity, "error", "refused");

  const exported = await client.GET("/v1/replays.cgn", { params: { query: { event: EVENT } }, parseAs: "text" });
  same(there(exported.data, "export").endsWith("% complete: 2 records\n"), true, "export");

  const toml = readFileSync(given("CGN_DECK"), "utf-8");
  const added = await client.POST("/v1/decks", {
    body: toml,
    ...plain,
    headers: { "Content-Type": "application/toml" },
  });
  const deck = there(added.data, "deck").name;
  const decks = there((await client.GET("/v1/decks", { params: { query: { game: "triggs" } } })).data, "decks");
  same(decks.decks.some((one) => one.name === deck), true, "deck is listed");
  const file = await client.GET("/v1/decks/{deck}", { params: { path: { deck } }, parseAs: "text" });
  same(file.data, toml, "deck");
  const gone = await client.DELETE("/v1/decks/{deck}", { params: { path: { deck } } });
  same(gone.response.status, 204, "deck is removed");
}

void main();
