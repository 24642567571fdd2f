"""Bad input is a clear error or None with a reason, never the end of the process."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import ludex
import pyarrow
import pytest
from ludex import _ludex


def test_refused_texts_carry_their_reason_and_column():
    with pytest.raises(ludex.Refused) as told:
        ludex.cube.name("R U what")
    refused = told.value
    assert isinstance(refused, ValueError) and refused.reason == str(refused) and refused.row is None
    assert refused.column == 5
    again = pickle.loads(pickle.dumps(refused))
    assert (again.reason, again.column, again.row) == (refused.reason, refused.column, None)


def test_strict_names_the_row():
    for rows in (["R", None, "what", "no"], pyarrow.array(["R", None, "what", "no"])):
        assert ludex.cube.check(rows)[2 if isinstance(rows, list) else 2] is not None
        with pytest.raises(ludex.Refused, match="^row 2: ") as told:
            ludex.cube.name(rows, strict=True)
        assert told.value.row == 2
    chunks = pyarrow.chunked_array([["R", "U"], ["F", "bad"]])
    with pytest.raises(ludex.Refused) as told:
        ludex.cube.name(chunks, strict=True)
    assert told.value.row == 3


@pytest.mark.parametrize("wrong", [3.5, b"R U", object(), [1], [b"x"], {"a": 1}.values(), pyarrow.array([1, 2]), pyarrow.array([b"x"])])
def test_wrong_types_are_type_errors(wrong):
    with pytest.raises(TypeError, match="would have been accepted"):
        ludex.cube.name(wrong)


def test_columns_of_other_lengths():
    with pytest.raises(TypeError, match="rows"):
        ludex.same(pyarrow.array(["R", "U"]), pyarrow.array(["R"]))


@pytest.mark.parametrize("entry", _ludex.functions(), ids=lambda entry: entry["sql_name"])
def test_every_function_stands_ten_megabytes_nulls_and_nothing(entry):
    module = ludex if entry["family"] == "any" else getattr(ludex, entry["family"])
    function = getattr(module, entry["name"])
    needed = [kind for _, kind, optional in entry["arguments"] if not optional]
    long = ["車" * 3_300_000 if kind == "Utf8" else 2**64 - 1 for kind in needed]
    if entry["name"] == "check":
        assert len(function(*long)) < 2000
    else:
        with pytest.raises(ludex.Refused) as told:
            function(*long)
        assert len(told.value.reason) < 2000
    assert function(*[None] * len(needed)) is None
    assert function(*[[]] * len(needed)) == []
    assert function(*[[None, None]] * len(needed)) == [None, None]
    empty = [pyarrow.array([], pyarrow.string() if kind == "Utf8" else pyarrow.uint64()) for kind in needed]
    assert len(function(*empty)) == 0


def test_lone_surrogates_are_refused():
    with pytest.raises(ludex.Refused):
        ludex.name("\ud800")


def test_ctrl_c_stops_a_solve():
    code = (
        "import ludex, sys\n"
        "print('ready', flush=True)\n"
        "try:\n"
        "    ludex.cube.solve(\"R U2 F' D L B2 R' U F D2 L B U' F2 R D' L2 U B' R2\", time=60.0)\n"
        "except KeyboardInterrupt:\n"
        "    sys.exit(7)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert child.stdout.readline() == b"ready\n"
    time.sleep(1.0)
    started = time.monotonic()
    os.kill(child.pid, signal.SIGINT)
    assert child.wait(30) == 7
    assert time.monotonic() - started < 20


def test_ctrl_c_stops_a_column():
    code = (
        "import ludex, pyarrow, sys\n"
        "from ludex import _ludex\n"
        "rows = pyarrow.array(_ludex.sample_rows('cube', 50, 1) * 4000)\n"
        "print('ready', flush=True)\n"
        "try:\n"
        "    ludex.cube.solution(rows)\n"
        "except KeyboardInterrupt:\n"
        "    sys.exit(7)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert child.stdout.readline() == b"ready\n"
    time.sleep(1.0)
    os.kill(child.pid, signal.SIGINT)
    assert child.wait(60) == 7


def test_the_lock_is_let_go_of():
    rows = pyarrow.array(_ludex.sample_rows("cube", 40, 1) * 10)
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    before = len(ticks)
    ludex.cube.solution(rows)
    assert len(ticks) > before
    stop.set()
    thread.join()


def test_a_fork_has_threads_of_its_own():
    rows = _ludex.sample_rows("xiangqi", 500, 1)
    wanted = ludex.xiangqi.name(rows, threads=2)
    child = os.fork()
    if child == 0:
        os._exit(0 if ludex.xiangqi.name(rows, threads=2) == wanted else 1)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            assert status == 0
            return
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    pytest.fail("the fork waits for ever")
