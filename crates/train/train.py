"""Trains the network on a GPU; the same arithmetic as `ludex-train train`, for many positions.

    python3 train.py TRAIN HELD REFLECTED OUT [EPOCHS] [SEED] [DECAY] [FROM]

TRAIN and HELD are samples of `ludex-train pack`, REFLECTED its table of reflected rows; OUT gets the numbers
that `ludex-train quantise` reads. DECAY pulls what is special to a place of the king towards nothing: games teach
little about rare ones. FROM is a network file to go on from, at a third of the rate. Needs PyTorch; prints the loss of every epoch.
"""
import sys, time
import numpy as np
import torch

PLACES, KINGS, HIDDEN, PHASES, PIECES = 706, 4, 256, 8, 32
ROWS = PLACES * KINGS
# Rows of zeros make the width one that matrix units like; the first of them stands for no piece.
WIDTH = ROWS + 8
BATCH, SHARE, RATE, LAST_RATE, MOST = 16384, 0.3, 1.5e-3, 2e-5, 1.98
MOST_SUM = 500.0

train_file, held_file, reflected_file, out = sys.argv[1:5]
epochs = int(sys.argv[5]) if len(sys.argv) > 5 else 16
seed = int(sys.argv[6]) if len(sys.argv) > 6 else 1
decay = float(sys.argv[7]) if len(sys.argv) > 7 else 1.0
torch.manual_seed(seed)
torch.backends.cuda.matmul.allow_tf32 = True
device = "cuda" if torch.cuda.is_available() else "cpu"


def load(path):
    return torch.from_numpy(np.fromfile(path, dtype="<i2").reshape(-1, 68)).to(device)


train, held = load(train_file), load(held_file)
reflected = torch.from_numpy(np.fromfile(reflected_file, dtype="<i2").astype(np.int64)).to(device)
reflected = torch.cat([reflected, torch.tensor([ROWS], device=device)])
print(f"{len(train)} samples, {len(held)} held out", flush=True)


class Network(torch.nn.Module):
    def __init__(self):
        super().__init__()
        # Rows are a part shared by all places of the king and a part of their own: rare kings learn from common ones.
        self.shared = torch.nn.Parameter((torch.rand(PLACES, HIDDEN) - 0.5) * 0.2)
        self.own = torch.nn.Parameter(torch.zeros(KINGS, PLACES, HIDDEN))
        self.bias = torch.nn.Parameter(torch.full((HIDDEN,), 0.1))
        self.weights = torch.nn.Parameter(((torch.rand(1, 2 * HIDDEN) - 0.5) * 0.15).repeat(PHASES, 1))
        self.biases = torch.nn.Parameter(torch.zeros(PHASES))

    def padded(self):
        return torch.cat([self.rows(), torch.zeros(WIDTH - ROWS, HIDDEN, device=self.bias.device)])

    def rows(self):
        return (self.own + self.shared).reshape(ROWS, HIDDEN)

    def forward(self, rows, phase):
        hot = torch.zeros(rows.shape[0], WIDTH, device=rows.device)
        hot.scatter_(1, rows, 1.0)
        sums = hot @ self.padded() + self.bias
        squares = sums.clamp(0, 1).square().reshape(-1, 2 * HIDDEN)
        return (squares * self.weights[phase]).sum(1) + self.biases[phase]


def batch(samples, turn):
    rows = samples[:, :64].long().reshape(-1, 2, PIECES)
    low, high = samples[:, 65].int() & 255, samples[:, 65].int() >> 8 & 255
    middle = samples[:, 66].int() & 255
    if turn:
        coin = torch.rand(len(samples), device=device) < 0.5
        flip = torch.stack([coin & (middle & 1 > 0), coin & (middle & 2 > 0)], 1)
        rows = torch.where(flip[:, :, None], reflected[rows], rows)
    search = torch.sigmoid(samples[:, 64].float() * (np.log(10) / 400))
    target = SHARE * low.float() / 2 + (1 - SHARE) * search
    return rows.reshape(-1, PIECES), high.long(), target


def loss_of(samples):
    total = 0.0
    with torch.no_grad():
        for part in samples.split(BATCH):
            rows, phase, target = batch(part, False)
            total += (torch.sigmoid(network(rows, phase)) - target).square().sum().item()
    return total / max(1, len(samples))


network = Network().to(device)
if len(sys.argv) > 8:
    length = (ROWS + 1) * HIDDEN * 2 + PHASES * (HIDDEN * 4 + 4)
    payload = open(sys.argv[8], "rb").read()[-length:]
    shorts = torch.from_numpy(np.frombuffer(payload[: -4 * PHASES], "<i2").astype(np.float32))
    longs = torch.from_numpy(np.frombuffer(payload[-4 * PHASES :], "<i4").astype(np.float32))
    rows, bias, weights = shorts.split([ROWS * HIDDEN, HIDDEN, PHASES * 2 * HIDDEN])
    rows = rows.reshape(KINGS, PLACES, HIDDEN) / 255
    with torch.no_grad():
        network.shared.copy_(rows[0])
        network.own.copy_(rows - rows[0])
        network.bias.copy_(bias / 255)
        network.weights.copy_(weights.reshape(PHASES, 2 * HIDDEN) / 64)
        network.biases.copy_(longs / (255 * 64))
    RATE /= 3
    print(f"from {sys.argv[8]}: held out {loss_of(held):.6f}", flush=True)
common = [network.shared, network.bias, network.weights, network.biases]
groups = [{"params": common, "weight_decay": 0.05}, {"params": [network.own], "weight_decay": decay}]
fast = torch.optim.AdamW(groups, lr=RATE)
steps = epochs * (len(train) // BATCH)
schedule = torch.optim.lr_scheduler.CosineAnnealingLR(fast, max(1, steps), LAST_RATE)
begin = time.time()
for epoch in range(1, epochs + 1):
    order = torch.randperm(len(train), device=device)
    total, count = torch.zeros((), device=device), 0
    for part in order[: len(train) // BATCH * BATCH].split(BATCH):
        rows, phase, target = batch(train[part], True)
        loss = (torch.sigmoid(network(rows, phase)) - target).square().mean()
        fast.zero_grad(set_to_none=True)
        loss.backward()
        fast.step()
        schedule.step()
        with torch.no_grad():
            network.shared.clamp_(-MOST / 2, MOST / 2)
            network.own.clamp_(-MOST / 2, MOST / 2)
            network.weights.clamp_(-MOST, MOST)
            # The engine adds up in 32 bits.
            size = network.weights.abs().sum(1, keepdim=True)
            network.weights.mul_((MOST_SUM / size).clamp(max=1))
            total += loss.detach()
        count += 1
    print(f"epoch {epoch}: loss {total.item() / max(1, count):.6f}, held out {loss_of(held):.6f}, {time.time() - begin:.0f} s", flush=True)
with torch.no_grad():
    parts = [network.rows(), network.bias, network.weights, network.biases]
    np.concatenate([part.float().cpu().numpy().ravel() for part in parts]).astype("<f4").tofile(out)
