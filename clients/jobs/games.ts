// The games that the jobs send: one of two plies, and one with a move that there is not.

type Seat = "A" | "B";
interface Game {
  cgn: 1;
  game: string;
  rules: string;
  seats: string[];
  seed: string;
  tags: Record<string, string>;
  plies: { seat: Seat; move: string }[];
}

export function game(event: string, round: string, second = "draw right left"): Game {
  return {
    cgn: 1,
    game: "triggs",
    rules: "1",
    seats: ["Ana", "Bo"],
    seed: "tuesday-7",
    tags: { Event: event, Round: round },
    plies: [
      { seat: "A", move: "draw right left" },
      { seat: "B", move: second },
    ],
  };
}

export function same<T>(found: T, wanted: T, what: string): void {
  if (found !== wanted) throw new Error(`${what}: ${String(found)}, not ${String(wanted)}`);
}

export function there<T>(found: T | null | undefined, what: string): T {
  if (found === null || found === undefined) throw new Error(`${what} is missing`);
  return found;
}

// What can be had as text too, and came as JSON.
export function json<T extends object>(found: T | string | undefined, what: string): T {
  if (typeof found === "string") throw new Error(`${what} is text`);
  return there(found, what);
}

export function given(name: string): string {
  return there(process.env[name], name);
}
