"""The docstrings, the examples, the notebook, and the wheel itself."""

from __future__ import annotations

import doctest
import importlib
import json
import os
import pathlib
import subprocess
import sys
import time

import pytest

HERE = pathlib.Path(__file__).parent.parent
NOTEBOOK = HERE.parent.parent / "docs" / "notebooks" / "ludex.ipynb"


@pytest.mark.parametrize("name", ["ludex", "ludex._any", "ludex._call", "ludex._errors", "ludex._store", "ludex.sudoku", "ludex.tetris", "ludex.cube", "ludex.xiangqi"])
def test_docstrings(name):
    found = doctest.testmod(importlib.import_module(name))
    assert found.failed == 0 and (found.attempted > 0 or name == "ludex._types")


@pytest.mark.parametrize("example", sorted((HERE / "examples").glob("*.py")), ids=lambda path: path.name)
def test_examples(example):
    subprocess.run([sys.executable, str(example)], check=True, stdout=subprocess.DEVNULL)


def test_notebook():
    cells = json.loads(NOTEBOOK.read_text())["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    exec(compile(code, str(NOTEBOOK), "exec"), {"__name__": "notebook"})


@pytest.mark.skipif("LUDEX_WHEEL" not in os.environ, reason="only the wheel for people is built to be quick")
def test_import_is_quick():
    code = "import time; t = time.perf_counter(); c = time.process_time(); import ludex; print(time.process_time() - c)"
    spent = min(float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(5))
    assert spent < 0.1, f"importing takes {spent * 1000:.0f} ms of CPU"


def test_importing_needs_nothing_else():
    code = "import sys, ludex; print([m for m in ('pyarrow', 'polars', 'pandas', 'numpy', 'duckdb') if m in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code]).decode().strip() == "[]"


def test_types(tmp_path):
    options = ["--strict", "--python-version", "3.10", "--config-file", str(HERE / "pyproject.toml"), "--cache-dir", str(tmp_path)]
    # The sources: beside installed packages mypy takes everything for ours.
    package = HERE / "python" / "ludex"
    files = [str(path) for path in (HERE / "examples").glob("*.py")]
    subprocess.run([sys.executable, "-m", "mypy", *options, str(package), *files], check=True, cwd=tmp_path)


def test_the_wheel_is_small():
    wheel = os.environ.get("LUDEX_WHEEL")
    if wheel:
        assert os.path.getsize(wheel) < 15_000_000, f"{os.path.getsize(wheel)} bytes"
