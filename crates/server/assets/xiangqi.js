// The page of xiangqi. Moves are links that work by themselves; this adds arrow keys on the board, the
// engine's thoughts while it thinks.
import { events, load, word, say } from './live.js';

const spots = () => [...document.querySelectorAll('#board li > *')];
document.addEventListener('keydown', (event) => {
  const all = spots();
  const at = all.indexOf(event.target);
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -9, ArrowDown: 9 }[event.key];
  if (at < 0 || !step) return;
  event.preventDefault();
  all[(at + step + 90) % 90].focus();
});

let thinking = null;
/** Lets the engine think about the game of a form, and shows what it thinks; plays the move if asked to. */
async function think(button) {
  thinking?.abort();
  const mine = (thinking = new AbortController());
  const form = button.form;
  const value = (name) => form.elements[name]?.value ?? '';
  const out = document.getElementById('thoughts');
  const set = (part, text) => (out.querySelector(`[data-${part}]`).textContent = text);
  out.hidden = false;
  set('line', word('thinking'));
  const body = { fen: value('fen'), moves: value('moves'), level: Number(value('level')), time: 1.5, notation: value('notation') || 'chinese' };
  try {
    for await (const [event, news] of events('/v1/xiangqi/go', body, mine.signal)) {
      if (event === 'depth' || event === 'result') {
        set('depth', news.depth);
        set('score', news.score);
        set('line', news.line);
      }
      if (event === 'problem') set('line', news.detail);
      if (event === 'result') {
        say(news.move ?? '');
        const address = button.dataset.play?.replace('MOVE', news.uci);
        if (address && news.uci) await load(address, '#game');
      }
    }
  } catch (error) {
    if (error.name !== 'AbortError') throw error;
  }
}
document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-think]');
  if (button) {
    event.preventDefault();
    think(button);
  }
});

// Where that was asked for the engine answers every move that is made on the board.
let answers = false, moved = false;
document.addEventListener('change', (event) => {
  if (event.target.id === 'answers') answers = event.target.checked;
});
document.addEventListener('click', (event) => {
  if (event.target.closest('#board a.target')) moved = true;
}, true);
function fromPage() {
  for (const one of document.querySelectorAll('[data-script]')) one.hidden = false;
  const box = document.getElementById('answers');
  if (box) box.checked = answers;
  const go = document.querySelector('[data-think][value=go]');
  const turn = moved && answers && go;
  moved = false;
  if (turn) think(go);
}
document.addEventListener('ludex:loaded', fromPage);
fromPage();
document.documentElement.dataset.ready = 'xiangqi';
