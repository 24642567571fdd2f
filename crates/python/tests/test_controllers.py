"""Controllers of other people drive the engine, each in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import ludex
import pytest

CONTROLLERS = Path(__file__).parent / "controllers"


def heard(script: str, *arguments: str):
    binary = os.environ.get("LUDEX_BIN")
    assert binary, "LUDEX_BIN must name the program; `cargo xtask wheel` sets it"
    command = [sys.executable, str(CONTROLLERS / script), *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=180, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_python_chess_over_uci():
    said = heard("uci.py", os.environ.get("LUDEX_BIN", ""))
    assert said["name"].startswith("Ludex ")
    options = said["options"]
    for name in ("Hash", "Threads", "Ponder", "MultiPV", "UCI_Elo", "UCI_LimitStrength", "Move Overhead", "EvalFile"):
        assert name in options, options
    assert options["UCI_Variant"] == ["combo", "xiangqi"]
    # Every move is legal where it was played, and so is what came of the clock.
    board = ludex.xiangqi.Board()
    for move, ponder, wdl, nodes in said["game"]:
        assert (wdl, nodes) == (1000, 500)
        board.push(move)
        board.push(ponder)
    assert said["clock"] in board.legal_moves()
    assert said["stopped"] in board.legal_moves()
    assert said["only"] == "i1i2"
    numbers, depths, scores = zip(*said["lines"])
    assert (numbers, depths) == ((1, 2, 3), (3, 3, 3)) and list(scores) == sorted(scores, reverse=True)


@pytest.mark.parametrize("protocol", ["ucci", "uci"])
def test_cchess_plays_a_game(tmp_path, protocol):
    # It starts a command without arguments.
    command = tmp_path / protocol
    command.write_text(f"#!/bin/sh\nexec '{os.environ.get('LUDEX_BIN', '')}' xiangqi {protocol}\n")
    command.chmod(0o700)
    moves = heard("cchess_plays.py", protocol, str(command))
    board = ludex.xiangqi.Board()
    for move in moves:
        board.push(move, "ucci")
    assert len(board.moves()) == 8
