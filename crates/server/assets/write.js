// Writing: keeping a position, signing in with a key, and the keepers' forms. The server decides who may;
// a session needs its token besides the cookie.
import { bar, load, say, told, word } from './live.js';

let me = null;
export const whoAmI = async () => (me ??= await (await fetch('/v1/session')).json());

/** Sends JSON (or a file) to an operation and answers what came back; a refusal is thrown with its sentence. */
export async function send(method, address, body, type = 'application/json') {
  const headers = {};
  const { csrf } = await whoAmI();
  if (csrf) headers['x-csrf-token'] = csrf;
  if (body !== undefined) headers['content-type'] = type;
  const raw = body instanceof Blob || body === undefined ? body : JSON.stringify(body);
  const answer = await fetch(address, { method, headers, body: raw });
  const text = await answer.text();
  const found = text && /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : {};
  if (!answer.ok) throw new Error(told({ status: answer.status, detail: found.detail ?? answer.statusText }));
  return found;
}

/** The fields of a form as JSON: numbers as numbers; what is empty is left out unless it may be emptied. */
function fields(form) {
  const body = {};
  for (const one of form.elements) {
    if (!one.name || one.type === 'submit' || (one.value === '' && !one.dataset.empty)) continue;
    body[one.name] = one.type === 'number' ? Number(one.value) : one.type === 'checkbox' ? one.checked : one.value;
  }
  return body;
}

/** Does what an element says in data-write ("METHOD /address") and then what it says in data-then. */
async function act(one, body) {
  if (one.dataset.sure && !confirm(one.dataset.sure)) return;
  Object.assign(body, { ...JSON.parse(one.dataset.fixed ?? '{}'), ...body });
  const out = one.querySelector('[data-problem]') ?? one.closest('section,form,article')?.querySelector('[data-problem]');
  if (out) out.hidden = true;
  let [method, address] = one.dataset.write.split(' ');
  // {name} in an address is the field of that name.
  address = address.replace(/\{(\w+)\}/g, (_, name) => {
    const value = body[name] ?? '';
    delete body[name];
    return encodeURIComponent(value);
  });
  try {
    const found = await send(method, address, method === 'DELETE' || (method === 'PUT' && !Object.keys(body).length) ? undefined : body);
    if (address === '/v1/session') me = null;
    say(one.dataset.done ?? '');
    if (one.dataset.job !== undefined) await watch(found.job);
    if (one.dataset.then) location.assign(one.dataset.then.replace('{id}', found.id ?? found.name ?? ''));
    else if (one.dataset.refresh) await load(location.pathname + location.search, one.dataset.refresh, { push: false });
  } catch (error) {
    const message = error instanceof TypeError ? word('offline') : error.message;
    if (out) [out.textContent, out.hidden] = [message, false];
    else say(message);
  }
}
/** Waits for a job of the server and shows how far it is; what cannot be computed is thrown. */
async function watch(number) {
  const address = `/v1/tetris/jobs/${number}`;
  try {
    for (;;) {
      const job = await send('GET', address);
      if (['done', 'failed', 'cancelled'].includes(job.state)) {
        const reason = job.failures[0]?.reason ?? job.reason;
        if (reason) throw new Error(reason);
        return;
      }
      bar(job.total ? job.done / job.total : null, () => send('DELETE', address));
      await new Promise((done) => setTimeout(done, 250));
    }
  } finally {
    bar(false);
  }
}

document.addEventListener('submit', (event) => {
  const form = event.target.closest('form[data-write]');
  if (!form) return;
  event.preventDefault();
  act(form, fields(form));
});
document.addEventListener('click', (event) => {
  const button = event.target.closest('button[data-write]');
  if (button) act(button, JSON.parse(button.dataset.body ?? '{}'));
});

/** Shows what is for those who may write, and who they are. */
async function show() {
  const parts = document.querySelectorAll('[data-role]');
  if (!parts.length) return;
  const { role, who } = await whoAmI();
  const order = ['reader', 'editor', 'admin'];
  const may = who === 'anonymous' ? -1 : order.indexOf(role);
  for (const one of parts) one.hidden = one.dataset.role === 'anonymous' ? may > 0 : may < order.indexOf(one.dataset.role);
  for (const one of document.querySelectorAll('[data-who]')) one.textContent = `${who} · ${role}`;
}
document.addEventListener('ludex:loaded', show);
show();
