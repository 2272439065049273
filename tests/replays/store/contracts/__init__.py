"""The parts of the contract of stores."""
