"""Games in progress, a file for each call: who may make it, what it changes, and its event.

Below the calls are `calls` (the order of refusals), `access` (clients and their views), `views`
(what a view is shown), `answers`, `record`, `upkeep` (matches where nobody goes on), and `jobs`,
which checkers run.
"""
