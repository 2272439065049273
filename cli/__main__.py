"""`python -m cli` is `cgn`."""

from cli.main import main

main(prog_name="cgn")
