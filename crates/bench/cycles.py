"""Verdicts on cycles beside pyffish (pip install pyffish): python3 cycles.py CYCLES.tsv

CYCLES.tsv is what the example `cycles` of ludex-xiangqi printed. Prints every row that is judged otherwise, then the counts.
"""
import collections
import sys

import pyffish

counts = collections.Counter()
for row in open(sys.argv[1]):
    fen, moves, ours, why, what = row.rstrip("\n").split("\t")
    moves = moves.split()
    ended, value = pyffish.is_optional_game_end("xiangqi", fen, moves)
    # The value is that of the side to move at the end; after whole cycles that is the side of the FEN.
    red = value if fen.split()[1] == "w" else -value
    theirs = ("draw" if red == 0 else "red_wins" if red > 0 else "black_wins") if ended else "none"
    counts[why.split(":")[-1].strip().replace("red", "one").replace("black", "one"), ours == theirs] += 1
    if ours != theirs:
        print(fen, " ".join(moves), ours, theirs, why, what, sep="\t")
for (why, same), count in sorted(counts.items()):
    print(f"# {count} {'alike' if same else 'otherwise'}: {why}", file=sys.stderr)
