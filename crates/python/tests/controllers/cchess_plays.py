"""cchess drives the engine; argv: ucci or uci, a command without arguments. Prints the moves of a game as JSON.

Its board makes every move that it hears, and its ranks are 0-9 under both protocols.
"""

import json
import sys
import time

from cchess import FULL_INIT_FEN, ChessBoard
from cchess.engine import UcciEngine, UciEngine


def best(engine):
    end = time.time() + 60
    while time.time() < end:
        action = engine.get_action()
        if action is None:
            time.sleep(0.01)
        elif action["action"] == "bestmove":
            return action["move"]
    raise TimeoutError("no move")


def main():
    engine = {"ucci": UcciEngine, "uci": UciEngine}[sys.argv[1]]("")
    assert engine.load(sys.argv[2]) and engine.wait_for_ready(60)
    if sys.argv[1] == "uci":
        # It sends positions without moves: nothing says which ranks it counts.
        engine.set_option("Ranks", "0-9")
    board, moves = ChessBoard(FULL_INIT_FEN), []
    for _ in range(8):
        engine.go_from(board.to_fen(), {"depth": 4})
        moves.append(best(engine))
        assert board.move_iccs(moves[-1]) is not None, moves
        board.next_turn()
    engine.quit()
    print(json.dumps(moves))


main()
