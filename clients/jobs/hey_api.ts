// The whole job with hey-api.
import { readFileSync } from "node:fs";
import { game, given, same, there } from "./games";
import {
  addDeck,
  deleteDeck,
  exportReplays,
  getDeck,
  getFrame,
  getFrames,
  getReplay,
  getReplayText,
  importReplays,
  listDecks,
  listReplays,
  uploadReplay,
  validate,
} from "./generated";
import { client } from "./generated/client.gen";

const EVENT = "hey-api";
client.setConfig({ baseUrl: given("CGN_URL"), auth: () => given("CGN_TOKEN") });

async function main(): Promise<void> {
  const checked = there((await validate({ body: game(EVENT, "1") })).data, "check");
  same(there(checked.records[0], "report").verdict, "incomplete", "verdict");

  const first = await uploadReplay({ body: game(EVENT, "1") });
  same(there(first.response, "answer").status, 201, "upload");
  const id = there(first.data, "upload").id;
  const again = there((await uploadReplay({ body: game(EVENT, "1") })).data, "again");
  same(again.created, false, "created");
  await uploadReplay({ body: game(EVENT, "2") });

  const broken = await uploadReplay({ body: game(EVENT, "3", "draw nowhere left") });
  const diagnostic = there(there(broken.error, "refusal").diagnostics?.[0], "diagnostic");
  same(diagnostic.code, "cgn.argument", "code");
  same(diagnostic.place.pointer, "/plies/1/move", "place");

  const path = { replay: id };
  same(there((await getReplay({ path })).data, "JSON").plies.length, 2, "plies");
  const text = there((await getReplayText({ path })).data, "text");
  same(text.startsWith('[CGN "1"]'), true, "text");

  const found: string[] = [];
  let after: string | undefined;
  do {
    const page = there((await listReplays({ query: { event: EVENT, finished: false, limit: 1, after } })).data, "page");
    found.push(...page.replays.map((entry) => entry.id));
    after = page.next ?? undefined;
  } while (after);
  same(found.length, 2, "listed");
  same(found.includes(id), true, "found");

  const film = there((await getFrames({ path })).data, "film");
  for (const [ply, frame] of film.frames.entries()) {
    same(frame.ply, ply, "step");
    same(frame.zones.some((zone) => zone.cards.length > 0), true, "cards");
  }
  const frame = there((await getFrame({ path: { replay: id, ply: 2 }, query: { legal: true } })).data, "frame");
  same(there(frame.legal, "legal").length > 0, true, "legal moves");

  const stored = there((await importReplays({ body: game(EVENT, "1") })).data, "import").lines;
  same(stored[0]?.id, id, "imported");
  const wrong = game(EVENT, "3", "draw nowhere left");
  const refused = there((await importReplays({ body: wrong })).data, "import").lines;
  same(refused[0]?.diagnostics?.[0]?.code, "cgn.argument", "refused");

  const exported = there((await exportReplays({ query: { event: EVENT } })).data, "export");
  same(exported.endsWith("% complete: 2 records\n"), true, "export");

  const toml = readFileSync(given("CGN_DECK"), "utf-8");
  const deck = there((await addDeck({ body: toml, bodySerializer: null })).data, "deck").name;
  const decks = there((await listDecks({ query: { game: "triggs" } })).data, "decks");
  same(decks.decks.some((one) => one.name === deck), true, "deck is listed");
  const file = there((await getDeck({ path: { deck } })).data, "deck");
  same(await file.text(), toml, "deck");
  same(there((await deleteDeck({ path: { deck } })).response, "answer").status, 204, "deck is removed");
}

void main();
