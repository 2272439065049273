"""What a view sees of a replay: frames, moves, and the record as it was seen."""
