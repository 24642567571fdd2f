// Lists and files: what is known or twice is found while the list uploads, a piece at a time.
import { bar, say, told, trouble, word } from './live.js';
import { send } from './write.js';

/** Bytes that are read, and lines that are asked about, at once. */
const [BYTES, LINES] = [1 << 18, 400];
/** Lines that are shown. */
const SHOWN = 500;

/** The lines of a file, a batch at a time, with the share of the file that is read. */
async function* batches(file) {
  const decoder = new TextDecoder();
  let rest = '', lines = [];
  for (let at = 0; at < file.size || at === 0; at += BYTES) {
    const piece = await file.slice(at, at + BYTES).arrayBuffer();
    const last = at + BYTES >= file.size;
    const parts = (rest + decoder.decode(piece, { stream: !last })).split(/\r?\n/);
    rest = last ? '' : parts.pop();
    lines.push(...parts.filter((line) => line.trim()));
    while (lines.length >= LINES || (last && lines.length)) yield [lines.splice(0, LINES), Math.min(1, (at + BYTES) / file.size)];
  }
}

document.getElementById('upload').addEventListener('change', async (event) => {
  const file = event.target.files[0];
  if (!file) return;
  const [count, table, note] = ['p', 'table', 'p'].map((tag) => document.createElement(tag));
  const head = table.createTHead().insertRow();
  for (const what of ['position', 'name', 'status']) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    cell.textContent = word(what);
    head.append(cell);
  }
  const body = table.createTBody();
  const box = document.createElement('div');
  box.className = 'scroll';
  box.append(table);
  note.className = 'soft';
  document.getElementById('checked').replaceChildren(count, box, note);
  const met = new Set();
  const sums = { known: 0, new: 0, duplicate: 0, refused: 0 };
  const stop = new AbortController();
  try {
    bar(0, () => stop.abort());
    for await (const [lines, share] of batches(file)) {
      const asked = { method: 'POST', signal: stop.signal, headers: { 'content-type': 'text/plain' }, body: lines.join('\n') };
      const answer = await fetch('/v1/seen', asked);
      if (!answer.ok) return trouble(told(await answer.json()));
      const found = (await answer.text()).split('\n').filter(Boolean).map((line) => JSON.parse(line));
      found.forEach((one, i) => {
        const what = one.error ? 'refused' : met.has(one.name) ? 'duplicate' : one.known ? 'known' : 'new';
        if (one.name) met.add(one.name);
        sums[what] += 1;
        if (what === 'new' || body.rows.length >= SHOWN) return;
        const row = body.insertRow();
        row.insertCell().textContent = lines[i];
        row.insertCell().textContent = one.name ?? one.error;
        row.insertCell().textContent = word(what);
      });
      count.textContent = Object.entries(sums).map(([what, n]) => `${word(what)}: ${n}`).join(' · ');
      note.textContent = word('onlyMarked');
      bar(share, () => stop.abort());
    }
    say(count.textContent);
  } catch (error) {
    if (error.name !== 'AbortError') trouble(word('offline'));
  } finally {
    bar(false);
  }
});

document.getElementById('import').addEventListener('change', async (event) => {
  const file = event.target.files[0];
  if (!file) return;
  const out = document.getElementById('imported');
  const problem = out.parentElement.querySelector('[data-problem]');
  problem.hidden = true;
  const type = file.name.endsWith('.csv') ? 'text/csv' : /\.(ndjson|jsonl)$/.test(file.name) ? 'application/x-ndjson' : 'text/plain';
  // The same file goes on where it was interrupted; another of the same name is another import.
  const id = `${file.name}-${file.size}-${file.lastModified}`;
  try {
    bar(null);
    const query = new URLSearchParams({ id, source: file.name });
    const found = await send('POST', `/v1/import?${query}`, file, type);
    out.textContent = `${out.dataset.words}: ${found.taken} · ${word('refused')}: ${found.refused}`;
    if (found.refusals?.length) {
      const one = found.refusals[0];
      [problem.textContent, problem.hidden] = [`${word('row')} ${one.line}: ${one.error}`, false];
    }
  } catch (error) {
    [problem.textContent, problem.hidden] = [error.message, false];
  } finally {
    bar(false);
  }
});
document.documentElement.dataset.ready = 'store';
