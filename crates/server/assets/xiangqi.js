// The page of xiangqi. Moves are links that work by themselves; this adds arrow keys on the board, the
// engine's thoughts while it thinks, and the editor's click-to-put.
import { load, word, say } from './live.js';

const spots = () => [...document.querySelectorAll('#board li > *')];
document.addEventListener('keydown', (event) => {
  const all = spots();
  const at = all.indexOf(event.target);
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -9, ArrowDown: 9 }[event.key];
  if (at < 0 || !step) return;
  event.preventDefault();
  all[(at + step + 90) % 90].focus();
});

let stream = null;
function stop() {
  stream?.close();
  stream = null;
}
function think(button) {
  stop();
  const out = document.getElementById('thoughts');
  out.hidden = false;
  out.querySelector('[data-line]').textContent = word('thinking');
  stream = new EventSource(button.dataset.think);
  stream.addEventListener('info', (message) => {
    const { depth, score, line } = JSON.parse(message.data);
    out.querySelector('[data-depth]').textContent = depth;
    out.querySelector('[data-score]').textContent = score;
    out.querySelector('[data-line]').textContent = line;
  });
  stream.addEventListener('best', async (message) => {
    stop();
    const { move, text } = JSON.parse(message.data);
    say(text);
    if (button.dataset.play) await load(button.dataset.play.replace('MOVE', move), '#game');
    else out.querySelector('[data-line]').textContent = text;
  });
  stream.onerror = stop;
}
document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-think]');
  if (button) {
    event.preventDefault();
    think(button);
  }
});
// After a move of a human the engine answers by itself where that was asked for.
document.addEventListener('ludex:loaded', () => {
  const answer = document.querySelector('[data-answers]');
  const against = document.getElementById('against');
  if (answer && against?.checked && answer.dataset.answers === answer.dataset.side) think(answer);
});
document.documentElement.dataset.ready = 'xiangqi';
