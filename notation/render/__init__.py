"""The renderings of a diagnostic, one file each. None reads the environment or knows a game.

`text` is for people, `concise` for editors, `json` for programs, `github` for annotations,
`sarif` for tools that take SARIF 2.1.0.
"""
