// A list that is checked while it uploads: names and whether they are known come back line by line.
import { word, say } from './live.js';
import { send } from './write.js';

for (const one of document.querySelectorAll('[data-script]')) one.hidden = false;
const out = () => document.getElementById('checked');
document.getElementById('upload').addEventListener('change', async (event) => {
  const file = event.target.files[0];
  if (!file) return;
  const body = document.createElement('tbody');
  const table = document.createElement('table');
  const count = document.createElement('p');
  table.append(body);
  out().replaceChildren(count, table);
  const met = new Set();
  const sums = { known: 0, new: 0, duplicate: 0, refused: 0 };
  const answer = await fetch('/v1/seen', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: file });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    rest += value ?? '';
    const lines = rest.split('\n');
    rest = lines.pop();
    for (const line of lines.filter(Boolean)) {
      const one = JSON.parse(line);
      const what = one.error ? 'refused' : met.has(one.name) ? 'duplicate' : (one.seen ?? one.known) ? 'known' : 'new';
      if (one.name) met.add(one.name);
      sums[what] += 1;
      if (body.children.length < 500 && what !== 'new') {
        const row = body.insertRow();
        row.insertCell().textContent = one.name ?? one.error;
        row.insertCell().textContent = word(what);
      }
    }
    count.textContent = Object.entries(sums).map(([what, n]) => `${word(what)}: ${n}`).join(' · ');
    if (done) break;
  }
  say(count.textContent);
});
document.getElementById('import').addEventListener('change', async (event) => {
  const file = event.target.files[0];
  if (!file) return;
  const out = document.getElementById('imported');
  const type = file.name.endsWith('.csv') ? 'text/csv' : /\.(ndjson|jsonl)$/.test(file.name) ? 'application/x-ndjson' : 'text/plain';
  try {
    const found = await send('POST', `/v1/import?id=${encodeURIComponent(file.name)}&source=${encodeURIComponent(file.name)}`, file, type);
    out.textContent = `${out.dataset.words}: ${found.taken} · ${word('refused')}: ${found.refused}`;
  } catch (error) {
    const problem = out.parentElement.querySelector('[data-problem]');
    [problem.textContent, problem.hidden] = [error.message, false];
  }
});
document.documentElement.dataset.ready = 'store';
