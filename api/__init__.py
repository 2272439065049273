"""The room of the replay service, built on `replays`. Knows no rules and no terminal."""
