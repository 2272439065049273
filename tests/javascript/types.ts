// Compiled by `make js`, never run: the declarations of the JavaScript module serve a program.
import {
  canonical,
  parse,
  Problem,
  read,
  recordDigest,
  Service,
  ServiceProblem,
  shuffle,
  writeJson,
  type Entry,
  type Film,
  type Frame,
  type LiveTable,
  type Record,
} from "cgn";
import { Judge, JudgeProblem } from "@cgn/judge";

function moves(entries: readonly Entry[]): string[] {
  return entries.flatMap((entry) => ("move" in entry ? [entry.move] : []));
}

export async function uploadAll(bytes: Uint8Array, url: string, token: string): Promise<string[]> {
  const service = new Service(url, { token });
  const stored: string[] = [];
  for (const { record, problem } of read(bytes, { name: "club.cgn" })) {
    if (problem) console.error(problem.code, problem.line, problem.column);
    else stored.push((await service.upload(record)).id);
  }
  return stored;
}

export async function show(text: string): Promise<number> {
  try {
    const record: Record = parse(text, { form: "text" });
    const order: number[] = await shuffle(record.seed ?? "", 0, [1, 2, 3]);
    const digest: string = await recordDigest(record);
    return moves(record.plies).length + order.length + (canonical(record) + writeJson(record) + digest).length;
  } catch (error) {
    if (error instanceof Problem) return error.code.length;
    if (error instanceof ServiceProblem) return error.status + error.kind.length;
    throw error;
  }
}

export async function bestScore(service: Service, id: string): Promise<number> {
  const film: Film = await service.frames(id, { view: "public", from: 3, legal: true });
  const last: Frame | undefined = film.frames.at(-1);
  const shown = last?.zones.flatMap((zone) => zone.cards.map((card) => card.number)) ?? [];
  return Math.max(...(last?.scores ?? []).map((score) => score ?? 0), shown.length);
}

export async function playOn(service: Service): Promise<string | null> {
  const header = { cgn: 1 as const, game: "triggs", rules: "1", seats: ["Ana", "Bo"], seed: "tuesday-7" };
  const table: LiveTable = await service.createTable(header, { visibility: "unlisted", computer: { B: "sensible" } });
  for await (const state of table.watch()) {
    const { legal } = await table.legal();
    if (state.due && legal?.length) await table.play("A", legal[0] ?? "", { comments: ["hm"] });
  }
  for await (const { id, players } of service.tables({ game: "triggs", finished: false })) console.log(id, players);
  return table.state.replay;
}

export async function mistyped(service: Service, table: LiveTable): Promise<void> {
  // @ts-expect-error: lists are not found by `plyer`
  service.list({ plyer: "Ana" });
  // @ts-expect-error: a verdict is one of three
  service.list({ verdict: "good" });
  // @ts-expect-error: there is no seat Z
  await table.play("Z", "draw left left");
  // @ts-expect-error: a frame has no such part
  (await service.frames("x")).frames[0]?.zonez;
  // @ts-expect-error: the computer plays in one way
  await service.createTable({ cgn: 1, game: "triggs", rules: "1", seats: [] }, { computer: { B: "brilliant" } });
}

// @ts-expect-error: a mark is one of six
const wrong: Record["plies"] = [{ seat: "A", move: "draw", mark: "!!!" }];
void wrong;

export async function judged(log: Uint8Array): Promise<number | null> {
  const judge = new Judge({ folder: "/judge/", longest: 5_000 });
  try {
    const [{ report, text }] = await judge.check(log, { decks: [] });
    const moves: readonly string[] = (await judge.legal(log, { ply: report.plies })).moves ?? [];
    const { frame, choices } = await judge.try(log, { moves, taps: [] });
    const [first] = await judge.frames(log, { last: 0, view: "public" });
    // @ts-expect-error: frames need the last ply
    await judge.frames(log, {});
    return text.length + first.plies + (frame.scores[0] ?? 0) + (choices?.moves.length ?? 0);
  } catch (error) {
    if (error instanceof JudgeProblem && error.kind === "refused") return error.code?.length ?? null;
    throw error;
  } finally {
    judge.close();
  }
}
