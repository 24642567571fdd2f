// The grid to type into: digits, arrows, undo. Its text goes into the form, which works without it, too.
import { load, address, word, say } from './live.js';

const form = document.getElementById('sudoku-form');
const text = form.elements.puzzle;
const grid = document.createElement('div');
grid.className = 'sudoku';
grid.setAttribute('role', 'group');
grid.setAttribute('aria-label', word('grid'));
grid.dataset.quiet = '';
const cells = [];
for (let i = 0; i < 81; i++) {
  const cell = document.createElement('input');
  cell.type = 'text';
  cell.inputMode = 'numeric';
  cell.maxLength = 2;
  cell.autocomplete = 'off';
  cell.setAttribute('aria-label', `${word('row')} ${1 + Math.floor(i / 9)} ${word('column')} ${1 + (i % 9)}`);
  cell.tabIndex = i ? -1 : 0;
  cells.push(cell);
  grid.append(cell);
}
form.querySelector('[data-grid]').replaceChildren(grid);

// An answer that comes after more was typed is too late to say what stands in the grid.
let edits = 0, asked = 0;
document.addEventListener('ludex:asking', () => (asked = edits));

const past = [];
const read = () => cells.map((cell) => (/[1-9]/.test(cell.value) && !cell.classList.contains('found') ? cell.value : '.')).join('');
const units = [];
for (let i = 0; i < 9; i++) {
  units.push([...Array(9).keys()].map((k) => 9 * i + k), [...Array(9).keys()].map((k) => 9 * k + i));
  units.push([...Array(9).keys()].map((k) => 27 * Math.floor(i / 3) + 3 * (i % 3) + 9 * Math.floor(k / 3) + (k % 3)));
}

function mark() {
  cells.forEach((cell) => cell.classList.remove('clash'));
  for (const unit of units) {
    for (const a of unit) {
      const twins = unit.filter((b) => cells[a].value && cells[b].value === cells[a].value);
      if (twins.length > 1) twins.forEach((b) => cells[b].classList.add('clash'));
    }
  }
}

/** Shows a puzzle; cells of the solution that it does not give stand in another colour. */
function show(puzzle, solution = '') {
  cells.forEach((cell, i) => {
    const given = /[1-9]/.test(puzzle[i] ?? '');
    cell.value = given ? puzzle[i] : (solution[i] ?? '');
    cell.classList.toggle('found', !given && Boolean(solution[i]));
  });
  mark();
}

function settle(ask = true) {
  const now = read();
  mark();
  if (now === text.value) return;
  past.push(text.value);
  edits += 1;
  text.value = now;
  if (ask) load(address(form), form.dataset.live);
}

function move(at, by) {
  cells[at].tabIndex = -1;
  const next = (at + by + 81) % 81;
  cells[next].tabIndex = 0;
  cells[next].focus();
  cells[next].select();
}

grid.addEventListener('focusin', (event) => {
  cells.forEach((cell) => (cell.tabIndex = cell === event.target ? 0 : -1));
  event.target.select?.();
});
grid.addEventListener('keydown', (event) => {
  const at = cells.indexOf(event.target);
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -9, ArrowDown: 9 }[event.key];
  if (step) {
    event.preventDefault();
    move(at, step);
  } else if ((event.ctrlKey || event.metaKey) && event.key === 'z') {
    event.preventDefault();
    undo();
  } else if (/^[1-9]$/.test(event.key)) {
    event.preventDefault();
    cells[at].classList.remove('found');
    cells[at].value = event.key;
    settle();
  } else if (['0', '.', ' ', 'Backspace', 'Delete'].includes(event.key)) {
    event.preventDefault();
    cells[at].classList.remove('found');
    cells[at].value = '';
    settle();
  }
});
// A phone's keyboard sends input without a key.
grid.addEventListener('input', (event) => {
  event.target.value = event.target.value.replace(/[^1-9]/g, '').slice(-1);
  event.target.classList.remove('found');
  settle();
});
grid.addEventListener('paste', (event) => {
  const pasted = event.clipboardData.getData('text').replace(/\s/g, '');
  if (pasted.length < 81) return;
  event.preventDefault();
  past.push(text.value);
  edits += 1;
  text.value = pasted;
  show(pasted);
  load(address(form), form.dataset.live);
});

function undo() {
  if (!past.length) return;
  edits += 1;
  text.value = past.pop();
  show(text.value);
  say(word('undone'));
  load(address(form), form.dataset.live);
}
form.querySelector('[data-undo]').hidden = false;
form.querySelector('[data-undo]').addEventListener('click', undo);
text.addEventListener('input', () => {
  edits += 1;
  show(text.value.replace(/\s/g, ''));
});

function fromPage() {
  if (asked !== edits) return;
  const result = document.getElementById('result');
  if (result?.dataset.puzzle !== undefined) {
    if (result.dataset.puzzle) text.value = result.dataset.puzzle;
    show(text.value.replace(/\s/g, ''), result.dataset.solution ?? '');
  }
}
document.addEventListener('ludex:loaded', fromPage);
fromPage();
document.documentElement.dataset.ready = 'sudoku';
