// The pages of Tetris: pieces to click, and a field to paint whose fumen the server writes.
import { load, address, word } from './live.js';

document.addEventListener('click', (event) => {
  const piece = event.target.closest('[data-piece]');
  if (!piece) return;
  const input = document.getElementById(piece.closest('[data-for]').dataset.for);
  input.value = piece.dataset.piece === 'back' ? input.value.slice(0, -1) : input.value + piece.dataset.piece;
  input.dispatchEvent(new Event('input', { bubbles: true }));
});

const editor = document.getElementById('field');
if (editor) {
  const form = document.getElementById('field-form');
  let rows = 0;
  let edits = 0, asked = 0;
  document.addEventListener('ludex:asking', () => (asked = edits));
  let brush = 'X', cells = [], past = [], drawing = null;
  let buttons = [];
  // Rows come and go at the top.
  const size = (wanted) => {
    if (wanted === rows) return;
    past = [];
    if (cells.length) cells = [...cells.join('').padStart(wanted * 10, '_')].slice(-wanted * 10);
    rows = wanted;
    buttons = Array.from({ length: rows * 10 }, (_, i) => {
      const cell = document.createElement('button');
      cell.type = 'button';
      cell.dataset.at = i;
      cell.tabIndex = i ? -1 : 0;
      return cell;
    });
    editor.replaceChildren(...buttons);
  };
  size(Number(editor.dataset.rows));
  const text = () => Array.from({ length: rows }, (_, y) => cells.slice(10 * y, 10 * y + 10).join('')).join('/');
  const show = () => buttons.forEach((one, i) => {
    one.className = cells[i] === '_' ? '' : `cell-${cells[i]}`;
    one.setAttribute('aria-label', `${word('row')} ${rows - Math.floor(i / 10)} ${word('column')} ${1 + (i % 10)}: ${cells[i] === '_' ? word('empty') : cells[i]}`);
  });
  const fromPage = () => {
    // More was drawn since: the next answer will fit.
    if (asked !== edits || drawing) return;
    const found = document.getElementById('result')?.dataset.field;
    if (found) size(found.length / 10);
    if (found) cells = [...found];
    else if (!cells.length) cells = Array(rows * 10).fill('_');
    show();
  };
  form.elements.lines.addEventListener('change', (event) => {
    const lines = Math.min(Number(event.target.value), Number(event.target.max));
    if (!(lines > rows)) return;
    size(lines);
    show();
  });
  const send = () => {
    form.elements.field.value = text();
    load(address(form), form.dataset.live);
  };
  const put = (i, letter) => {
    if (cells[i] === letter) return;
    cells[i] = letter;
    edits += 1;
    show();
  };
  editor.addEventListener('pointerdown', (event) => {
    const at = event.target.dataset.at;
    if (at === undefined) return;
    past.push([...cells]);
    drawing = cells[at] === brush ? '_' : brush;
    put(Number(at), drawing);
    event.preventDefault();
    event.target.focus();
  });
  editor.addEventListener('pointermove', (event) => {
    const over = drawing && document.elementFromPoint(event.clientX, event.clientY);
    if (over?.dataset?.at !== undefined && over.closest('#field')) put(Number(over.dataset.at), drawing);
  });
  window.addEventListener('pointerup', () => {
    if (drawing) send();
    drawing = null;
  });
  editor.addEventListener('keydown', (event) => {
    const at = buttons.indexOf(event.target);
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -10, ArrowDown: 10 }[event.key];
    if (step) {
      const next = buttons[at + step];
      if (next) {
        buttons[at].tabIndex = -1;
        next.tabIndex = 0;
        next.focus();
      }
    } else if (event.key === ' ' || event.key === 'Enter') {
      past.push([...cells]);
      put(at, cells[at] === brush ? '_' : brush);
      send();
    } else if ('tiljszox'.includes(event.key.toLowerCase()) && !event.ctrlKey && !event.metaKey) {
      past.push([...cells]);
      put(at, event.key.toUpperCase());
      send();
    } else return;
    event.preventDefault();
  });
  document.getElementById('brush').addEventListener('click', (event) => {
    const one = event.target.closest('[data-brush]');
    if (!one) return;
    brush = one.dataset.brush;
    for (const other of document.querySelectorAll('#brush [data-brush]')) other.setAttribute('aria-pressed', other === one);
  });
  document.getElementById('undo').addEventListener('click', () => {
    if (past.length) {
      cells = past.pop();
      show();
      send();
    }
  });
  document.addEventListener('ludex:loaded', fromPage);
  fromPage();
}
document.documentElement.dataset.ready = 'tetris';
