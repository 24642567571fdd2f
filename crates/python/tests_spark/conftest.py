"""What the tests share: a cluster of two workers on this machine, and the program to compare with (``LUDEX_BIN``)."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

ROWS = 100_000 if os.environ.get("LUDEX_LONG") else 2_000

# Workers are processes of their own, and take this interpreter.
os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"


@pytest.fixture(scope="session")
def program():
    binary = os.environ.get("LUDEX_BIN")
    assert binary, "LUDEX_BIN must name the program; `cargo xtask engines` sets it"

    def run(verb: str, lines: list[str]) -> list[str]:
        text = "".join(line + "\n" for line in lines).encode()
        done = subprocess.run([binary, *verb.split()], input=text, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert done.returncode in (0, 1), (verb, done.returncode)
        return done.stdout.decode().splitlines()

    return run


@pytest.fixture(scope="session")
def spark(tmp_path_factory):
    from pyspark.sql import SparkSession

    folder = tmp_path_factory.mktemp("spark")
    os.environ["SPARK_LOCAL_DIRS"] = str(folder)
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("ludex")
    settings = {
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
        "spark.sql.shuffle.partitions": "4",
        "spark.executor.memory": "512m",
    }
    for key, value in settings.items():
        builder = builder.config(key, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()
