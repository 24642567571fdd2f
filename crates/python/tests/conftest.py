"""What the tests share. ``LUDEX_BIN`` names the program to compare with; ``LUDEX_LONG`` takes 100,000 rows."""

from __future__ import annotations

import os
import subprocess

import pytest

ROWS = 100_000 if os.environ.get("LUDEX_LONG") else 1_000


@pytest.fixture(scope="session")
def program():
    binary = os.environ.get("LUDEX_BIN")
    assert binary, "LUDEX_BIN must name the program; `cargo xtask wheel` sets it"

    def run(verb: str, lines: list[str]) -> list[str]:
        done = subprocess.run(
            [binary, *verb.split()],
            input="".join(line + "\n" for line in lines).encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert done.returncode in (0, 1), (verb, done.returncode)
        return done.stdout.decode().splitlines()

    return run
