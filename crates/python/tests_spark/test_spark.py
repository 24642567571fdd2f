"""Spark's answers are the program's, bad rows among them; a worker that is killed changes none."""

from __future__ import annotations

import hashlib
import os
import pathlib
import signal
import threading
import time

import ludex.spark
import pytest
from conftest import ROWS
from ludex import _ludex

ROUTES = [
    ("any", "name", "name", 1),
    ("sudoku", "name", "sudoku name --format-in lines", 1),
    ("sudoku", "canonical", "sudoku canon --format-in lines", 1),
    ("sudoku", "solution", "sudoku solve --format-in lines", 1),
    ("sudoku", "rank", "sudoku rank --format-in lines", 1),
    ("sudoku", "automorphisms", "sudoku automorphisms --format-in lines", 1),
    ("cube", "name", "cube name", 1),
    ("cube", "exact_name", "cube name --exact", 1),
    ("cube", "solution", "cube solve", 50),
    ("xiangqi", "name", "xiangqi name", 1),
    ("xiangqi", "exact_name", "xiangqi name --exact", 1),
    ("xiangqi", "code", "xiangqi code", 1),
    ("xiangqi", "legal_moves", "xiangqi moves", 1),
]


@pytest.fixture(scope="session")
def functions(spark):
    return ludex.spark.register(spark)


def digest(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def frame(spark, rows, parts=4):
    return spark.createDataFrame(list(enumerate(rows)), "number bigint, line string").repartition(parts)


def written(answer) -> str:
    if answer is None:
        return "!"
    return " ".join(answer) if isinstance(answer, list) else str(answer)


@pytest.mark.parametrize("family,name,verb,share", ROUTES)
def test_equal_to_the_program(spark, functions, program, family, name, verb, share):
    rows = _ludex.sample_rows(family, ROWS // share, 14)
    wanted = program(verb, rows)
    sql_name = f"{'ludex' if family == 'any' else family}_{name}"
    frame(spark, rows).createOrReplaceTempView("positions")
    found = spark.sql(f"select {sql_name}(line) as answer from positions order by number").collect()
    assert digest([written(row.answer) for row in found]) == digest(wanted)
    if name == "name":
        found = frame(spark, rows).withColumn("answer", functions[sql_name]("line")).orderBy("number").collect()
        assert digest([written(row.answer) for row in found]) == digest(wanted)


def test_every_function_is_there_and_answers_as_python_does(spark, functions):
    assert len(functions) == len(_ludex.functions())
    rows = {family: _ludex.sample_rows(family, 40, 3) for family in ("any", "sudoku", "tetris", "cube", "xiangqi")}
    given = {
        "rank": [1, 5_472_730_538, 6_000_000_000, 0] * 10,
        "pattern": ["[SZ]!", "*p2", "??"] * 13 + ["I"],
        "fumen": ["v115@9gC8DeF8DeF8DeF8DeC8JeAgH", "v115@", "nothing"] * 13 + ["v115@"],
    }
    for entry in _ludex.functions():
        if entry["name"] == "setup_id":
            continue
        least = [argument for argument in entry["arguments"] if not argument[2]]
        columns = [rows[entry["family"]] if argument[0] not in given else given[argument[0]] for argument in least]
        if entry["name"] == "percent":
            columns = [given["fumen"], ["L,*p4"] * 40]
        if entry["name"] == "text":
            module = ludex if entry["family"] == "any" else getattr(ludex, entry["family"])
            columns = [[name or "!" for name in getattr(module, "exact_name", module.name)(columns[0])]]
        names = ", ".join(f"c{i} {'bigint' if isinstance(column[0], int) else 'string'}" for i, column in enumerate(columns))
        table = spark.createDataFrame(list(zip(range(40), *columns)), f"number int, {names}")
        arguments = ", ".join(f"c{i}" for i in range(len(columns)))
        found = table.selectExpr("number", f"{entry['sql_name']}({arguments}) as answer").orderBy("number").collect()
        wanted = _ludex.call(entry["family"], entry["name"], columns, False, 1)
        plain = [row.answer.asDict() if hasattr(row.answer, "asDict") else row.answer for row in found]
        assert plain == list(wanted), entry["sql_name"]


def test_bad_values_and_wrong_types(spark, functions):
    long = "x" * 10_000_000
    table = spark.createDataFrame([(1, None), (2, ""), (3, long), (4, "R U R' U'")], "number int, line string")
    table.createOrReplaceTempView("bad")
    found = spark.sql("select ludex_name(line) n, ludex_check(line) c from bad order by number").collect()
    assert [row.n for row in found] == [None, None, None, "cube3:06NrHEWiu08"]
    assert found[0].c is None and found[1].c and found[2].c and found[3].c is None
    with pytest.raises(Exception, match="would have been accepted"):
        spark.sql("select ludex_name(number) from bad").collect()
    assert spark.sql("select ludex_name(line) n from bad where number > 9").collect() == []
    # Whatever was wrong, the workers are there.
    assert spark.sql("select ludex_name('R') n").collect()[0].n == "cube3:" + ludex.cube.name("R")


def executors() -> list[int]:
    """The workers of this session: processes below this one, not anybody else's."""
    parents, workers = {}, []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            stat, command = (folder / "stat").read_text(), (folder / "cmdline").read_bytes()
        except OSError:
            # It has just ended.
            continue
        pid = int(folder.name)
        parents[pid] = int(stat.rpartition(")")[2].split()[1])
        if b"CoarseGrainedExecutorBackend" in command:
            workers.append(pid)

    def is_ours(pid: int) -> bool:
        while pid > 1 and pid != os.getpid():
            pid = parents.get(pid, 0)
        return pid == os.getpid()

    return [pid for pid in workers if is_ours(pid)]


def active_tasks(spark) -> int:
    tracker = spark.sparkContext.statusTracker()
    stages = (tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds())
    return sum(stage.numActiveTasks for stage in stages if stage)


def test_a_killed_worker_changes_nothing(spark, functions):
    rows = _ludex.sample_rows("sudoku", max(ROWS, 4_000), 21)
    table = frame(spark, rows, 64).persist()
    assert table.count() == len(rows)
    wanted = digest([written(name) for name in ludex.sudoku.name(rows)])
    found = {}

    def work() -> None:
        names = table.selectExpr("number", "sudoku_name(line) n", "sudoku_solution(line) s", "sudoku_canonical(line) c")
        found["rows"] = names.orderBy("number").collect()

    worker = threading.Thread(target=work)
    worker.start()
    while worker.is_alive() and active_tasks(spark) < 2:
        time.sleep(0.05)
    before = executors()
    assert len(before) == 2 and worker.is_alive()
    os.kill(before[0], signal.SIGKILL)
    worker.join()
    assert digest([written(row.n) for row in found["rows"]]) == wanted
