// The page of cubes: a net to paint, a cube to turn, a solution to play.
import { events, load, address, told, word, say } from './live.js';
import { Cube, FACES, belongs, inverse, parse, solved } from './cube3d.js';

const form = document.getElementById('cube-form');
const item = document.getElementById('item');
const net = document.getElementById('net');
const canvas = document.getElementById('view');
let n = 3, facelets = solved(3), brush = 'U', past = [], wrong = [];
const cube = new Cube(canvas, { onTurn: () => change(cube.facelets(), false) });


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
    const bad = wrong.some((place) => belongs(face, i, n, place));
    sticker.className = `paint-${letter}${bad ? ' wrong' : ''}`;
    sticker.setAttribute('aria-label', `${face} ${Math.floor(i / n) + 1} ${(i % n) + 1}: ${word('colour' + letter)}${bad ? `, ${word('wrong')}` : ''}`);
  }
}

/** Takes new facelets: the net, the cube, the text, and what the server says of them. */
function change(next, turned = true) {
  past.push([item.value, facelets, n]);
  searching?.abort();
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
document.getElementById('turns').addEventListener('click', (event) => {
  const text = event.target.dataset.turn;
  if (text) cube.turn(parse(text, n)[0]).then(() => change(cube.facelets(), false));
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
let moves = [], at = 0, playing = false, searching = null;
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
    const places = (result.dataset.places ?? '').split(' ').filter(Boolean);
    if (places.join() !== wrong.join()) {
      wrong = places;
      colourNet();
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

// A first solution comes at once, better ones while they are found, the shortest with its proof if asked for.
const LOOKS = 4;
const search = document.getElementById('search');
document.getElementById('stop').addEventListener('click', () => searching?.abort());
document.addEventListener('click', async (event) => {
  const button = event.target.closest('button[value=optimal],button[value=solve]');
  if (!button) return;
  event.preventDefault();
  searching?.abort();
  search.hidden = true;
  // Of a solved cube the page says so.
  if (facelets === solved(n) && !item.value.trim()) return load(address(form), form.dataset.live);
  const mine = (searching = new AbortController());
  const optimal = button.value === 'optimal';
  const [list, proof, stop] = ['better', 'proof', 'stop'].map((id) => document.getElementById(id));
  list.replaceChildren();
  proof.textContent = word('looking');
  search.hidden = stop.hidden = false;
  const body = { item: item.value.trim() || facelets, size: n, ...(optimal ? { optimal } : n === 3 ? { time: LOOKS } : {}) };
  let best = '', shown = null;
  const show = async (solution, length) => {
    if (solution === best) return;
    best = solution;
    const line = document.createElement('li');
    line.textContent = `${length} ${word('movesUnit')}: ${solution}`;
    list.prepend(line);
    proof.textContent = `${length} ${word('movesUnit')} · ${word('looking')}`;
    const query = new URLSearchParams({ item: body.item, size: n, do: 'play', moves: solution });
    await (shown = load(`/cube?${query}`, form.dataset.live));
  };
  try {
    for await (const [name, news] of events('/v1/solve', body, mine.signal)) {
      if (name === 'table' && news.making) proof.textContent = `${word('making')} (${news.making}) …`;
      if (name === 'better') show(news.solution, news.length);
      if (name === 'depth') proof.textContent = `${word('atLeast')} ${news.depth + 1} ${word('movesUnit')} …`;
      if (name === 'problem') {
        proof.textContent = '';
        search.hidden = !list.children.length;
        // The page says what is wrong with the cube, and where.
        await load(address(form, button), form.dataset.live);
      }
      if (name === 'result') {
        await show(news.solution, news.solutions[0].cost);
        await shown;
        proof.textContent = `${news.solutions[0].cost} ${word('movesUnit')}${news.proven ? ` · ${word('proven')}` : ''}`;
        const tag = document.getElementById('proven');
        if (tag) tag.hidden = !news.proven;
        say(news.solution);
      }
    }
  } catch (error) {
    if (error.name !== 'AbortError') proof.textContent = word('offline');
    else if (searching === mine) proof.textContent = word('stopped');
  } finally {
    if (searching === mine) {
      searching = null;
      stop.hidden = true;
    }
  }
});
document.documentElement.dataset.ready = 'cube';
