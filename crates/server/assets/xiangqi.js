// The page of xiangqi. Moves are links that work by themselves; this adds arrow keys on the board, the
// engine's thoughts while it thinks, and games from files.
import { events, load, say, told, word } from './live.js';

const spots = () => [...document.querySelectorAll('#board li > *')];
const spot = (key) => document.querySelector(`#board [data-key="${key}"]`);
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
  const play = document.getElementById('play-it');
  out.hidden = false;
  play.hidden = true;
  set('line', word('thinking'));
  const body = { fen: value('fen'), moves: value('moves'), level: Number(value('level')), time: 1.5, notation: value('notation') || 'chinese', rules: value('rules') || 'asian' };
  try {
    for await (const [event, news] of events('/v1/xiangqi/go', body, mine.signal)) {
      if (event === 'depth' || event === 'result') {
        out.querySelector('[data-numbers]').hidden = false;
        set('depth', news.depth);
        set('score', news.score);
        set('line', news.line);
      }
      if (event === 'problem') set('line', told(news));
      if (event === 'result' && news.uci) {
        say(news.move ?? '');
        if (button.dataset.play) {
          history.pushState(null, '', location.href);
          await load(button.dataset.play.replace('MOVE', news.uci), '#game');
        } else {
          const [, from, to] = /^([a-i]\d+)([a-i]\d+)$/.exec(news.uci) ?? [];
          for (const one of spots()) one.classList.remove('hinted');
          [from, to].forEach((key) => spot(key)?.classList.add('hinted'));
          play.href = button.dataset.hint.replace('MOVE', news.uci);
          play.hidden = false;
        }
      }
    }
  } catch (error) {
    if (error.name !== 'AbortError') set('line', word('offline'));
  }
}
document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-think]');
  if (button) {
    event.preventDefault();
    think(button);
  } else if (event.target.closest('#game a[data-live]')) thinking?.abort();
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
    const box = document.getElementById('answers');
  if (box) box.checked = answers;
  const list = document.querySelector('.movelist');
  if (list) list.scrollTop = list.scrollHeight;
  const go = document.querySelector('[data-think][value=go]');
  const turn = moved && answers && go;
  moved = false;
  if (turn) think(go);
}
document.addEventListener('ludex:loaded', fromPage);
fromPage();

// A file of games is read by the server and forgotten; one game is shown at once, of several one is chosen.
document.getElementById('game-file').addEventListener('change', async (event) => {
  const file = event.target.files[0];
  const [list, problem] = [document.getElementById('games'), event.target.closest('section').querySelector('[data-problem]')];
  list.replaceChildren();
  problem.hidden = true;
  if (!file) return;
  const refuse = (text) => ([problem.textContent, problem.hidden] = [text, false]);
  try {
    const answer = await fetch('/v1/xiangqi/games', { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: file });
    const found = await answer.json();
    if (!answer.ok) return refuse(told({ status: answer.status, detail: found.detail }));
    if (found.warnings.length) refuse(found.warnings.slice(0, 3).join(' · '));
    if (!found.games.length) return refuse(word('noGames'));
    for (const { fen, uci, tags } of found.games.slice(0, 500)) {
      const line = document.createElement('li');
      const link = document.createElement('a');
      const players = [tags.Red, tags.Black].filter(Boolean).join(' – ');
      link.textContent = [tags.Event || tags.Title, players, tags.Date, tags.Result].filter(Boolean).join(' · ') || file.name;
      link.href = `/xiangqi?${new URLSearchParams({ fen, moves: uci })}`;
      link.dataset.live = '#game';
      line.append(link);
      list.append(line);
    }
    if (found.games.length === 1) list.querySelector('a').click();
  } catch {
    refuse(word('offline'));
  }
});
document.documentElement.dataset.ready = 'xiangqi';
