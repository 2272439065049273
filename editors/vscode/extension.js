// Starts `cgn lsp`, and lets it talk to VS Code.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const [command, ...args] = workspace.getConfiguration("cgn").get("command");
  client = new LanguageClient(
    "cgn",
    "Card Game Notation",
    { command, args },
    {
      documentSelector: [
        { language: "cgn" },
        { pattern: "**/*.cgn.json" },
        { pattern: "**/*.cgn.jsonl" },
      ],
    },
  );
  return client.start();
};

exports.deactivate = () => client?.stop();
