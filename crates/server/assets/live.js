// What all pages share: answers that come without leaving the page, copying, and words.
//
// A form (or link) marked data-live="#id" is answered by the same address that would answer it without
// scripts; only the element of that id is taken from the answer. So there is one place where pages are made.
// A button marked data-watched is answered by the same address as well, which tells how far it is.

import './write.js';

let asking = null;

/** Puts the parts of a page in place of ours. */
function take(html, ids) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const id of ids.split(' ')) {
    const [mine, fresh] = [document.querySelector(id), page.querySelector(id)];
    if (mine && fresh) mine.replaceWith(document.importNode(fresh, true));
  }
  document.dispatchEvent(new CustomEvent('ludex:loaded', { detail: { ids } }));
}

/** Fetches a page and puts its parts in place of ours; watched, it shows how far the server is. */
export async function load(address, ids, { push = true, watched = false } = {}) {
  asking?.abort();
  const mine = (asking = new AbortController());
  document.dispatchEvent(new CustomEvent('ludex:asking'));
  const targets = ids.split(' ').map((id) => document.querySelector(id)).filter(Boolean);
  targets.forEach((one) => one.setAttribute('aria-busy', 'true'));
  try {
    let html = null;
    if (watched) {
      for await (const [name, news] of events(address, undefined, mine.signal)) {
        if (name === 'progress') bar(news.total ? news.done / news.total : null);
        if (name === 'problem') trouble(told(news));
        if (name === 'result') html = news.html;
      }
    } else {
      const answer = await fetch(address, { signal: mine.signal, headers: { accept: 'text/html' } });
      html = await answer.text();
    }
    if (html !== null && !mine.signal.aborted) {
      trouble('');
      take(html, ids);
      if (push) history.replaceState(null, '', address);
    }
  } catch (error) {
    if (error.name !== 'AbortError') trouble(word('offline'));
  } finally {
    if (asking === mine) {
      asking = null;
      bar(false);
    }
    targets.forEach((one) => one.removeAttribute('aria-busy'));
  }
}

/** How far a long work is: a share, null where that is not known, false when it has ended. */
export function bar(share, stop = () => asking?.abort()) {
  const box = document.getElementById('working');
  box.hidden = share === false;
  if (share === false) return;
  const progress = box.querySelector('progress');
  if (share === null) progress.removeAttribute('value');
  else progress.value = share;
  box.querySelector('button').onclick = stop;
}

/** Says what went wrong where everybody sees it; nothing hides it. */
export function trouble(text) {
  const box = document.getElementById('trouble');
  [box.textContent, box.hidden] = [text, !text];
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

/** A refusal in words: what its status means in the language of the page, then the program's sentence. */
export function told({ status, detail = '' }) {
  const frame = document.getElementById('words').dataset[`status${status}`];
  return [frame, detail].filter(Boolean).join(' ');
}

/** Says something to those who listen to the page. */
export function say(text) {
  const live = document.getElementById('say');
  if (live) live.textContent = text;
}

/** What a long work tells: every event as [name, data]; a body is sent as JSON. */
export async function* events(address, body, signal) {
  const asked = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(address, { ...asked, signal, headers: { ...type, accept: 'text/event-stream' } });
  if (!answer.ok) {
    yield ['problem', await answer.json().catch(() => ({ status: answer.status, detail: answer.statusText }))];
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
  if (!form || form.method !== 'get' || event.defaultPrevented) return;
  event.preventDefault();
  clearTimeout(wait);
  const watched = event.submitter?.dataset.watched !== undefined;
  if (watched) bar(null);
  load(address(form, event.submitter ?? undefined), form.dataset.live, { watched });
});
document.addEventListener('click', async (event) => {
  const link = event.target.closest('a[data-live]');
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
    event.preventDefault();
    const key = link.dataset.key;
    // The way back leads to what was seen before the click.
    history.pushState(null, '', location.href);
    await load(link.getAttribute('href'), link.dataset.live);
    if (key) document.querySelector(`[data-key="${key}"]`)?.focus();
    return;
  }
  const copy = event.target.closest('button[data-copy],button[data-copy-link]');
  if (copy) {
    const text = copy.dataset.copy ?? location.origin + copy.dataset.copyLink;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Without permission the text is put where it can be copied by hand.
      const area = document.createElement('textarea');
      area.value = text;
      copy.after(area);
      area.select();
      document.execCommand('copy');
      area.remove();
    }
    say(word('copied'));
    copy.classList.add('done');
    setTimeout(() => copy.classList.remove('done'), 1500);
  }
});
/** What only scripts can do is shown where they run. */
const unhide = () => document.querySelectorAll('[data-script]').forEach((one) => (one.hidden = false));
document.addEventListener('ludex:loaded', unhide);
unhide();
addEventListener('popstate', () => location.reload());
// Ctrl+Enter sends the form of a text area, where Enter is a new line.
document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.target.form?.requestSubmit();
});
document.documentElement.dataset.ready = 'live';
