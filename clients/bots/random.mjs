// A bot in JavaScript: it makes a random legal move.
import { createInterface } from "node:readline";

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
const any = (moves) => moves[Math.floor(Math.random() * moves.length)];

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  switch (message.type) {
    case "hello":
      say({ type: "hello", protocol: 1, name: "random.mjs" });
      break;
    case "go":
      say({ type: "move", id: message.id, move: any(message.legal) });
      break;
    case "quit":
      process.exit();
  }
}
