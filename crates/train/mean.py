"""The mean of networks that were trained from one another: python3 mean.py OUT NETWORK...

A NETWORK is a network file or what `train.py` wrote; OUT gets the numbers that `ludex-train quantise` reads. Needs
NumPy.
"""
import sys
import numpy as np

ROWS, HIDDEN, PHASES = 2824, 256, 8
COUNT = (ROWS + 1) * HIDDEN + PHASES * (2 * HIDDEN + 1)


def numbers(path):
    data = open(path, "rb").read()
    if len(data) == 4 * COUNT:
        return np.frombuffer(data, "<f4")
    first, middle = (ROWS + 1) * HIDDEN, PHASES * 2 * HIDDEN
    payload = data[-(2 * (first + middle) + 4 * PHASES) :]
    shorts = np.frombuffer(payload[: -4 * PHASES], "<i2").astype("f4")
    longs = np.frombuffer(payload[-4 * PHASES :], "<i4").astype("f4")
    return np.concatenate([shorts[:first] / 255, shorts[first:] / 64, longs / (255 * 64)])


sum(numbers(path) / (len(sys.argv) - 2) for path in sys.argv[2:]).astype("<f4").tofile(sys.argv[1])
