"""Records run on an engine: validate, step, frames, diff, simulate. Draws nothing."""
