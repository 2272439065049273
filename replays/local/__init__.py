"""Games that are played in this process: moves, observations of seats, copies, samples."""
