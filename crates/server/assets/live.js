// What all pages share: answers that come without leaving the page, copying, and words.
//
// A form (or link) marked data-live="#id" is answered by the same address that would answer it without
// scripts; only the element of that id is taken from the answer. So there is one place where pages are made.

import './write.js';

let asking = null;

/** Fetches a page and puts its parts in place of ours. */
export async function load(address, ids, { push = true } = {}) {
  asking?.abort();
  const mine = (asking = new AbortController());
  document.dispatchEvent(new CustomEvent('ludex:asking'));
  const targets = ids.split(' ').map((id) => document.querySelector(id)).filter(Boolean);
  targets.forEach((one) => one.setAttribute('aria-busy', 'true'));
  try {
    const answer = await fetch(address, { signal: mine.signal, headers: { accept: 'text/html' } });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    for (const target of targets) {
      const fresh = page.getElementById(target.id);
      if (fresh) target.replaceWith(document.importNode(fresh, true));
    }
    if (push) history.replaceState(null, '', address);
    document.dispatchEvent(new CustomEvent('ludex:loaded', { detail: { ids } }));
  } catch (error) {
    if (error.name !== 'AbortError') throw error;
  } finally {
    if (asking === mine) asking = null;
    targets.forEach((one) => one.removeAttribute('aria-busy'));
  }
}

/** The address a form would go to. */
export function address(form, button) {
  const data = new FormData(form, button);
  const query = new URLSearchParams([...data].filter(([, value]) => typeof value === 'string' && value !== ''));
  const action = form.getAttribute('action') || location.pathname;
  return query.size ? `${action}?${query}` : action;
}

/** A word of the page in its language: data-NAME of the element that carries them. */
export function word(name) {
  return document.getElementById('words')?.dataset[name] ?? name;
}

/** Says something to those who listen to the page. */
export function say(text) {
  const live = document.getElementById('say');
  if (live) live.textContent = text;
}

/** What a long work tells: asks with a JSON body and gives every event as [name, data]. */
export async function* events(address, body, signal) {
  const answer = await fetch(address, {
    method: 'POST', signal, body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
  });
  if (!answer.ok) {
    yield ['problem', await answer.json().catch(() => ({ detail: answer.statusText }))];
    return;
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    rest += value ?? '';
    const parts = rest.split('\n\n');
    rest = parts.pop();
    for (const part of parts) {
      const found = /^event: (\S+)\ndata: (.*)$/s.exec(part);
      if (found) yield [found[1], JSON.parse(found[2])];
    }
    if (done) return;
  }
}

let wait = 0;
document.addEventListener('input', (event) => {
  const form = event.target.closest?.('form[data-live][data-typing]');
  if (!form || event.target.closest('[data-quiet]')) return;
  clearTimeout(wait);
  wait = setTimeout(() => load(address(form), form.dataset.live), 120);
});
document.addEventListener('submit', (event) => {
  const form = event.target.closest('form[data-live]');
  if (!form || form.method !== 'get') return;
  event.preventDefault();
  clearTimeout(wait);
  load(address(form, event.submitter ?? undefined), form.dataset.live);
});
document.addEventListener('click', async (event) => {
  const link = event.target.closest('a[data-live]');
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
    event.preventDefault();
    const key = link.dataset.key;
    await load(link.getAttribute('href'), link.dataset.live);
    if (key) document.querySelector(`[data-key="${key}"]`)?.focus();
    return;
  }
  const copy = event.target.closest('button[data-copy]');
  if (copy) {
    try {
      await navigator.clipboard.writeText(copy.dataset.copy);
    } catch {
      // Without permission the text is put where it can be copied by hand.
      const area = document.createElement('textarea');
      area.value = copy.dataset.copy;
      copy.after(area);
      area.select();
      document.execCommand('copy');
      area.remove();
    }
    say(word('copied'));
    copy.classList.add('done');
  }
});
// Ctrl+Enter sends the form of a text area, where Enter is a new line.
document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.target.form?.requestSubmit();
});
document.documentElement.dataset.ready = 'live';
