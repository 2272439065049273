"""The command `cgn`, and `python -m cgn`."""

from cli.main import main

if __name__ == "__main__":
    main(prog_name="cgn")
