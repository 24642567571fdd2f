"""python-chess drives the engine over UCI; argv: the program. Prints what it heard as JSON.

python-chess knows no xiangqi board, so it gets one that only keeps moves as they are written: what is tested is how
the engine speaks, and what a strict controller makes of it. (In variations it passes over moves with a rank 10.)
"""

import json
import sys

import chess
import chess.engine

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"


class Move(str):
    def uci(self):
        return str(self)


class Board(chess.Board):
    uci_variant = "xiangqi"

    def __init__(self):
        self.turn, self.chess960, self.move_stack = True, False, []

    def __eq__(self, other):
        return isinstance(other, Board) and self.move_stack == other.move_stack

    def fen(self, **_):
        return START

    def root(self):
        return Board()

    def copy(self, **_):
        other = Board()
        for move in self.move_stack:
            other.push(move)
        return other

    def push(self, move):
        self.move_stack.append(move)
        self.turn = not self.turn

    def pop(self):
        self.turn = not self.turn
        return self.move_stack.pop()

    def parse_uci(self, text):
        return Move(text)

    def push_uci(self, text):
        self.push(Move(text))
        return self.move_stack[-1]


def main():
    heard = {}
    with chess.engine.SimpleEngine.popen_uci([sys.argv[1], "xiangqi", "uci"], timeout=60) as engine:
        heard["name"] = engine.id["name"]
        heard["options"] = {name: [option.type, option.default] for name, option in engine.options.items()}
        engine.configure({"Hash": 4, "UCI_ShowWDL": True, "Skill Level": 20})
        board, few = Board(), chess.engine.Limit(nodes=500)
        heard["game"] = []
        for _ in range(4):
            # The move that is expected is played, so each search but the first begins with a ponderhit.
            found = engine.play(board, few, info=chess.engine.INFO_ALL, ponder=True)
            heard["game"].append([found.move, found.ponder, sum(found.info["wdl"]), found.info["nodes"]])
            board.push(found.move)
            board.push(found.ponder)
        found = engine.play(board, chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.1, black_inc=0.1))
        heard["clock"] = found.move
        lines = engine.analyse(board, chess.engine.Limit(depth=3), multipv=3)
        heard["lines"] = [[line["multipv"], line["depth"], line["score"].relative.score()] for line in lines]
        heard["only"] = engine.play(board, few, root_moves=[Move("i1i2")]).move
        with engine.analysis(board) as endless:
            for info in endless:
                if info.get("depth", 0) >= 4:
                    break
        heard["stopped"] = str(endless.wait().move)
        engine.ping()
    print(json.dumps(heard))


main()
