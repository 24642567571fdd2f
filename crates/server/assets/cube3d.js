// A cube of 2 to 7 layers, drawn on a canvas and turned. It knows places and colours, no solving.
//
//        y                 a sticker is its place (x y z, twice the distance from the middle, so that all
//        |   U             numbers are whole), the side it looks to and its colour; a turn takes places
//        +---- x  R        round an axis. Facelets stand in the order U R F D L B, row by row.
//       /
//      z  F

export const FACES = 'URFDLB';
export const PAINT = { U: '#ffffff', R: '#c41e3a', F: '#009e60', D: '#ffd500', L: '#ff861c', B: '#1e5ac8' };
const AXIS = { R: [0, 1], L: [0, -1], U: [1, 1], D: [1, -1], F: [2, 1], B: [2, -1] };

export const solved = (n) => [...FACES].map((face) => face.repeat(n * n)).join('');

function place(face, r, c, n) {
  const k = n - 1;
  const [a, b] = [2 * c - k, k - 2 * r];
  switch (face) {
    case 'U': return [a, n, -b];
    case 'D': return [a, -n, b];
    case 'F': return [a, b, n];
    case 'B': return [-a, b, -n];
    case 'R': return [n, b, -a];
    default: return [-n, b, a];
  }
}

/** Whether a sticker is one of the piece at a place such as URF or UR. */
export function belongs(face, i, n, place_) {
  const k = n - 1;
  const at = place(face, Math.floor(i / n), i % n, n).map((v) => Math.max(-k, Math.min(k, v)));
  const sides = new Map([...place_].map((letter) => AXIS[letter]));
  return at.every((v, axis) => (sides.has(axis) ? v === sides.get(axis) * k : Math.abs(v) < k));
}

/** Reads moves as the server writes them; what is none is left out. */
export function parse(text, n) {
  const moves = [];
  for (const word of text.trim().split(/\s+/)) {
    const found = /^(\d*)([URFDLBMESurfdlbxyz])(w?)(2|')?'?$/.exec(word);
    if (!found) continue;
    let [, count, letter, wide, amount] = found;
    let low = 0, high = 0, face = letter.toUpperCase();
    const k = n - 1;
    if ('xyz'.includes(letter)) [face, low, high] = [{ x: 'R', y: 'U', z: 'F' }[letter], 0, k];
    else if ('MES'.includes(letter)) [face, low, high] = [{ M: 'L', E: 'D', S: 'F' }[letter], 1, k - 1];
    else if (wide || 'urfdlb'.includes(letter)) high = (Number(count) || 2) - 1;
    else if (count) low = high = Number(count) - 1;
    moves.push({ text: word, face, low, high, quarters: amount === '2' ? 2 : amount === "'" ? -1 : 1 });
  }
  return moves;
}

export const inverse = (move) => ({ ...move, quarters: -move.quarters });

function spin([x, y, z], axis, quarters) {
  let at = [x, y, z];
  // A turn clockwise as seen from outside is one against the right hand.
  for (let i = 0; i < ((quarters % 4) + 4) % 4; i++) {
    const [p, q] = [(axis + 1) % 3, (axis + 2) % 3];
    const next = [...at];
    [next[p], next[q]] = [at[q], -at[p]];
    at = next;
  }
  return at;
}

export class Cube {
  constructor(canvas, { onTurn } = {}) {
    this.canvas = canvas;
    this.pen = canvas.getContext('2d');
    [this.yaw, this.pitch] = [-0.62, 0.48];
    this.busy = Promise.resolve();
    this.onTurn = onTurn;
    this.set(solved(3), 3);
    // What is dragged beside the cube, or with two fingers, turns the view; what is dragged on a sticker, its layer.
    let from = null, held = null;
    const spot = (event) => [event.offsetX, event.offsetY];
    canvas.addEventListener('pointerdown', (event) => {
      from = [event.clientX, event.clientY];
      held = event.isPrimary ? this.hit(...spot(event)) : null;
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (!from) return;
      const drag = [event.clientX - from[0], event.clientY - from[1]];
      if (held) {
        if (Math.hypot(...drag) < 14) return;
        const move = this.dragged(held, drag);
        held = from = null;
        if (move) this.turn(move).then(() => this.onTurn?.());
        return;
      }
      this.look(drag[0] / 120, drag[1] / 120);
      from = [event.clientX, event.clientY];
    });
    canvas.addEventListener('pointerup', () => (from = held = null));
    canvas.addEventListener('pointercancel', () => (from = held = null));
    canvas.addEventListener('keydown', (event) => {
      const step = { ArrowLeft: [-0.2, 0], ArrowRight: [0.2, 0], ArrowUp: [0, -0.2], ArrowDown: [0, 0.2] }[event.key];
      const letter = event.key.toUpperCase();
      if (step) this.look(...step);
      else if (FACES.includes(letter) && letter.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
        const text = letter + (event.shiftKey ? "'" : '');
        this.turn(parse(text, this.n)[0]).then(() => this.onTurn?.());
      } else return;
      event.preventDefault();
    });
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  set(facelets, n) {
    this.n = n;
    this.stickers = [];
    [...FACES].forEach((face, f) => {
      for (let i = 0; i < n * n; i++) {
        const at = place(face, Math.floor(i / n), i % n, n);
        const side = at.map((v) => (Math.abs(v) === n ? Math.sign(v) : 0));
        this.stickers.push({ at, side, colour: facelets[f * n * n + i] });
      }
    });
    this.draw();
  }

  facelets() {
    const key = (at) => at.join();
    const found = new Map(this.stickers.map((one) => [key(one.at), one.colour]));
    let text = '';
    for (const face of FACES) {
      for (let i = 0; i < this.n * this.n; i++) text += found.get(key(place(face, Math.floor(i / this.n), i % this.n, this.n)));
    }
    return text;
  }

  look(yaw, pitch) {
    this.yaw += yaw;
    this.pitch = Math.max(-1.5, Math.min(1.5, this.pitch + pitch));
    this.draw();
  }

  /** The stickers a move takes along. */
  layer({ face, low, high }) {
    const [axis, sign] = AXIS[face];
    const k = this.n - 1;
    return (one) => {
      const depth = (k - Math.max(-k, Math.min(k, one.at[axis])) * sign) / 2;
      return depth >= low && depth <= high;
    };
  }

  apply(move) {
    const [axis, sign] = AXIS[move.face];
    const takes = this.layer(move);
    for (const one of this.stickers) {
      if (!takes(one)) continue;
      one.at = spin(one.at, axis, move.quarters * sign);
      one.side = spin(one.side, axis, move.quarters * sign);
    }
  }

  /** The sticker that is seen at a point of the canvas. */
  hit(x, y) {
    const inside = ({ flat }) => flat.every(([ax, ay], i) => {
      const [bx, by] = flat[(i + 1) % 4];
      return ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) * (flat.turn ?? 1) >= 0;
    });
    const around = (quad) => {
      const [[ax, ay], [bx, by], [cx, cy]] = quad.flat;
      quad.flat.turn = Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) || 1;
      return inside(quad);
    };
    return (this.quads ?? []).filter((quad) => quad.front && around(quad)).pop()?.sticker ?? null;
  }

  /** The move that takes a sticker along a drag on the screen. */
  dragged(one, [dx, dy]) {
    const axis = one.side.findIndex((v) => v);
    const base = this.project(this.view(one.at));
    let best = null;
    for (const along of [(axis + 1) % 3, (axis + 2) % 3]) {
      const next = [...one.at];
      next[along] += 1;
      const [x, y] = this.project(this.view(next));
      const [ux, uy] = [x - base[0], y - base[1]];
      const share = (dx * ux + dy * uy) / (Math.hypot(ux, uy) || 1);
      if (!best || Math.abs(share) > Math.abs(best.share)) best = { along, share };
    }
    // By the right hand about the third axis, the sticker's side goes to that axis times the side.
    const about = 3 - axis - best.along;
    const sign = (about + 1) % 3 === axis ? 1 : -1;
    const hand = sign * one.side[axis] * Math.sign(best.share);
    const layer = (this.n - 1 - one.at[about]) / 2;
    return { text: '', face: 'RUF'[about], low: layer, high: layer, quarters: -hand };
  }

  /** Turns with a short film; moves wait for each other. */
  turn(move, pace = 220) {
    this.busy = this.busy.then(() => new Promise((done) => {
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches || pace <= 0;
      const start = performance.now();
      const frame = (now) => {
        const share = still ? 1 : Math.min(1, (now - start) / pace);
        if (share >= 1) {
          this.moving = null;
          this.apply(move);
          this.draw();
          done();
        } else {
          this.moving = { move, share: share * share * (3 - 2 * share) };
          this.draw();
          requestAnimationFrame(frame);
        }
      };
      still ? frame(start) : requestAnimationFrame(frame);
    }));
    return this.busy;
  }

  draw() {
    const { canvas, pen, n } = this;
    const size = canvas.clientWidth || 320;
    const ratio = window.devicePixelRatio || 1;
    if (canvas.width !== Math.round(size * ratio)) canvas.width = canvas.height = Math.round(size * ratio);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, size, size);
    const [cy, sy, cp, sp] = [Math.cos(this.yaw), Math.sin(this.yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
    const view = (this.view = ([x, y, z]) => {
      const [x1, z1] = [cy * x + sy * z, -sy * x + cy * z];
      return [x1, cp * y - sp * z1, sp * y + cp * z1];
    });
    let takes = null, twist = (p) => p;
    if (this.moving) {
      const { move, share } = this.moving;
      const [axis, sign] = AXIS[move.face];
      takes = this.layer(move);
      const angle = (-Math.PI / 2) * move.quarters * sign * share;
      const [c, s, p, q] = [Math.cos(angle), Math.sin(angle), (axis + 1) % 3, (axis + 2) % 3];
      twist = (at) => {
        const next = [...at];
        [next[p], next[q]] = [c * at[p] - s * at[q], s * at[p] + c * at[q]];
        return next;
      };
    }
    const far = 7 * n;
    const zoom = size * 0.285 * far / n;
    const project = (this.project = ([x, y, z]) => [size / 2 + (zoom * x) / (far - z), size / 2 - (zoom * y) / (far - z)]);
    const quads = [];
    for (const one of this.stickers) {
      const axis = one.side.findIndex((v) => v);
      const [p, q] = [(axis + 1) % 3, (axis + 2) % 3];
      const corner = (a, b, grow) => {
        const at = [...one.at];
        at[p] += a * grow;
        at[q] += b * grow;
        return view(takes?.(one) ? twist(at) : at);
      };
      const ring = (grow) => [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => corner(a, b, grow));
      const outer = ring(1);
      const flat = outer.map(project);
      const area = flat.reduce((sum, [x, y], i) => {
        const [u, v] = flat[(i + 1) % 4];
        return sum + x * v - u * y;
      }, 0) * one.side[axis];
      // Seen from behind; inside a layer that turns it still hides what lies behind.
      const front = area < 0;
      if (!front && !this.moving) continue;
      quads.push({ sticker: one, front, depth: outer.reduce((sum, at) => sum + at[2], 0), flat, inner: ring(0.86).map(project), colour: front ? PAINT[one.colour] ?? '#a0a0a0' : null });
    }
    quads.sort((a, b) => a.depth - b.depth);
    this.quads = this.moving ? [] : quads;
    pen.lineJoin = 'round';
    for (const { flat, inner, colour } of quads) {
      pen.fillStyle = pen.strokeStyle = '#20201f';
      pen.lineWidth = 1;
      path(pen, flat);
      pen.fill();
      pen.stroke();
      if (!colour) continue;
      pen.fillStyle = pen.strokeStyle = colour;
      pen.lineWidth = Math.max(1, size / n / 90);
      path(pen, inner);
      pen.fill();
      pen.stroke();
    }
  }
}

function path(pen, points) {
  pen.beginPath();
  points.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
  pen.closePath();
}
