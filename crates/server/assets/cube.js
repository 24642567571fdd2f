// The page of cubes: a net to paint, a cube to turn, a solution to play.
import { events, load, address, word, say } from './live.js';
import { Cube, FACES, inverse, parse, solved } from './cube3d.js';

const form = document.getElementById('cube-form');
const item = document.getElementById('item');
const net = document.getElementById('net');
const canvas = document.getElementById('view');
let n = 3, facelets = solved(3), brush = 'U', past = [];
const cube = new Cube(canvas, { onTurn: () => change(cube.facelets(), false) });

for (const one of document.querySelectorAll('[data-script]')) one.hidden = false;

function paintNet() {
  net.replaceChildren();
  [...FACES].forEach((face, f) => {
    const box = document.createElement('div');
    box.className = `face ${face} n${n}`;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', face);
    for (let i = 0; i < n * n; i++) {
      const sticker = document.createElement('button');
      sticker.type = 'button';
      sticker.dataset.at = f * n * n + i;
      sticker.tabIndex = f || i ? -1 : 0;
      box.append(sticker);
    }
    net.append(box);
  });
  colourNet();
}

function colourNet() {
  for (const sticker of net.querySelectorAll('button')) {
    const letter = facelets[sticker.dataset.at];
    const [face, i] = [FACES[Math.floor(sticker.dataset.at / (n * n))], sticker.dataset.at % (n * n)];
    sticker.className = `paint-${letter}`;
    sticker.setAttribute('aria-label', `${face} ${Math.floor(i / n) + 1} ${(i % n) + 1}: ${word('colour' + letter)}`);
  }
}

/** Takes new facelets: the net, the cube, the text, and what the server says of them. */
function change(next, turned = true) {
  past.push([item.value, facelets, n]);
  facelets = next;
  item.value = facelets;
  form.elements.size.value = n;
  colourNet();
  if (turned) cube.set(facelets, n);
  load(address(form), form.dataset.live);
}

net.addEventListener('click', (event) => {
  const at = event.target.dataset.at;
  if (at === undefined) return;
  change(facelets.slice(0, at) + brush + facelets.slice(Number(at) + 1));
});
net.addEventListener('keydown', (event) => {
  const all = [...net.querySelectorAll('button')];
  const at = all.indexOf(event.target);
  if (at < 0) return;
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -n, ArrowDown: n }[event.key];
  const letter = event.key.toUpperCase();
  if (step) {
    const next = all[(at + step + all.length) % all.length];
    all[at].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  } else if (letter.length === 1 && FACES.includes(letter) && !event.ctrlKey && !event.metaKey) {
    change(facelets.slice(0, at) + letter + facelets.slice(at + 1));
  } else return;
  event.preventDefault();
});
document.getElementById('palette').addEventListener('click', (event) => {
  if (!event.target.dataset.paint) return;
  brush = event.target.dataset.paint;
  for (const one of document.querySelectorAll('#palette button')) one.setAttribute('aria-pressed', one === event.target);
});
document.getElementById('undo').addEventListener('click', () => {
  const before = past.pop();
  if (!before) return;
  [item.value, facelets, n] = before;
  form.elements.size.value = n;
  paintNet();
  cube.set(facelets, n);
  load(address(form), form.dataset.live);
});

// The player: the moves of the solution, forwards and backwards.
let moves = [], at = 0, playing = false;
const player = () => document.getElementById('player');
function show() {
  player()?.querySelectorAll('li').forEach((one, i) => one.classList.toggle('now', i === at - 1));
  const bar = player()?.querySelector('progress');
  if (bar) [bar.max, bar.value] = [moves.length || 1, at];
}
async function step(by) {
  if (by > 0 && at < moves.length) {
    const move = moves[at++];
    show();
    await cube.turn(move);
    say(move.text);
  } else if (by < 0 && at > 0) {
    const move = moves[--at];
    show();
    await cube.turn(inverse(move));
  }
}
document.addEventListener('click', async (event) => {
  const what = event.target.closest('[data-play]')?.dataset.play;
  if (!what) return;
  if (what === 'play') {
    playing = !playing;
    while (playing && at < moves.length) await step(1);
    playing = false;
  } else if (what === 'back') {
    playing = true;
    while (playing && at > 0) await step(-1);
    playing = false;
  } else {
    playing = false;
    await step(what === 'next' ? 1 : -1);
  }
});

function fromPage() {
  const result = document.getElementById('result');
  if (result?.dataset.facelets) {
    const size = Number(result.dataset.size);
    const typed = result.dataset.facelets;
    if (size !== n || typed !== facelets || cube.facelets() !== typed) {
      [n, facelets] = [size, typed];
      paintNet();
      cube.set(facelets, n);
    }
  }
  moves = parse(player()?.dataset.moves ?? '', n);
  at = 0;
  playing = false;
  show();
}
document.addEventListener('ludex:loaded', fromPage);
paintNet();
fromPage();

// A shortest solution takes long: better ones are shown as they come, and how far the proof is.
let searching = null;
document.addEventListener('click', async (event) => {
  const button = event.target.closest('button[value=optimal]');
  if (!button) return;
  event.preventDefault();
  searching?.abort();
  const mine = (searching = new AbortController());
  const list = document.getElementById('better');
  list.hidden = false;
  list.replaceChildren();
  const add = (text) => {
    const line = document.createElement('li');
    line.textContent = text;
    list.append(line);
  };
  const body = { item: item.value || facelets, size: n, optimal: true };
  try {
    for await (const [name, news] of events('/v1/solve', body, mine.signal)) {
      if (name === 'table') add(`${news.making ?? news.made} …`);
      if (name === 'better') add(`${news.length} ${word('movesUnit')}`);
      if (name === 'depth') add(`≥ ${news.depth + 1}`);
      if (name === 'problem') add(news.detail);
      if (name === 'result') {
        add(`${news.solutions[0].cost}: ${news.solution} ${news.proven ? word('proven') : word('stopped')}`);
        say(news.solution);
        const query = new URLSearchParams({ item: body.item, size: n, do: 'play', moves: news.solution });
        await load(`/cube?${query}`, form.dataset.live);
      }
    }
  } catch (error) {
    if (error.name !== 'AbortError') throw error;
  }
});
document.documentElement.dataset.ready = 'cube';
