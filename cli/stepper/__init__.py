"""The full-screen stepper of `cgn step`."""
