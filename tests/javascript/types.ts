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
  type Record,
} from "cgn";

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

// @ts-expect-error: a mark is one of six
const wrong: Record["plies"] = [{ seat: "A", move: "draw", mark: "!!!" }];
void wrong;
