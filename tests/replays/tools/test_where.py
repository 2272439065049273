"""Conditions in SQL: the columns they read, and their limits."""

import gc
import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest

from replays.many.tools.columns import COLUMNS, Value
from replays.many.tools.where import BadCondition, Where, where


def test_only_columns_in_the_condition_are_computed() -> None:
    judge = Where("game = 'triggs' AND score_A > score_B + 5 -- and moves")
    assert sorted(judge.columns) == ["game", "score_A", "score_B"]
    row: dict[str, Value] = {"game": "triggs", "score_A": 16, "score_B": 10}
    assert judge([row[name] for name in judge.columns])
    assert not judge([(row | {"score_B": 11})[name] for name in judge.columns])
    assert not judge([(row | {"score_B": None})[name] for name in judge.columns])


def test_texts_and_numbers_compare_as_in_a_table() -> None:
    assert Where("seats = '3'")([3])
    assert Where("date >= 2026")(["2026-11"])
    assert Where("tag_Round = 2 AND option_rounds = '3'")(["2", "3"])


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("scor_A > 1", "did you mean `score_A`?"),
        ("rowid > 1", "there is no column `ROWID`"),
        ("game = '\udcff'", "not UTF-8"),
        ("game = '", "unrecognized token: \"'"),
        ("seats =", "syntax error"),
        ("seats = ?", "write the values themselves"),
        ("1 /*", "incomplete input"),
        ("1) IS TRUE FROM record --", "syntax error"),
        ("1; DROP TABLE record", 'near ";": syntax error'),
        ("1), (2", "one expression"),
        ("(SELECT 1)", "no statement or subquery"),
        ("1) FROM record UNION SELECT (1", "no statement or subquery"),
        ("EXISTS (SELECT 1 FROM sqlite_master)", "no statement or subquery"),
        ("load_extension('x')", "load_extension"),
        ("printf('%.*c', 2000000000, 'x') = ''", "the function printf cannot be used"),
        ("format('%.*c', 2000000000, 'x') = ''", "the function format cannot be used"),
        ("x" * 40_000, "too long"),
        ("count(*) > 1", "one expression"),
    ],
)
def test_anything_but_an_expression_over_the_columns_is_refused(expression: str, said: str) -> None:
    with pytest.raises(BadCondition) as refused:
        Where(expression)
    assert said in str(refused.value)


def test_values_are_limited() -> None:
    with pytest.raises(BadCondition, match="too big"):
        Where("randomblob(2000000) > seats")([2])


def test_every_thread_of_a_worker_can_judge() -> None:
    def holds() -> bool:
        return where("seats = 2")([2])

    with ThreadPoolExecutor(1) as pool:
        assert holds()
        assert pool.submit(holds).result()


def test_every_column_can_be_read() -> None:
    for name, column in COLUMNS.items():
        assert Where(f'"{name}" IS NULL')([None]), column.what


def test_a_condition_closes_its_connection() -> None:
    judge = Where("plies > 3")
    connection = judge._connection
    del judge
    gc.collect()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.execute("SELECT 1")


def test_no_function_searches_a_long_text_for_a_long_one() -> None:
    condition = Where("instr(hex(zeroblob(500000)), hex(zeroblob(250000)) || '1') = 0")
    with pytest.raises(BadCondition, match="too big"):
        condition(())
