// What a page must keep so that everybody can use it; answers what it does not keep.
(() => {
  const faults = [];
  const tell = (what, one) => faults.push(`${what}: ${one.outerHTML.slice(0, 160)}`);
  const seen = (one) => {
    const style = getComputedStyle(one);
    return one.checkVisibility({ checkVisibilityCSS: true }) && style.clipPath === 'none';
  };
  if (document.querySelectorAll('h1').length !== 1) faults.push('not exactly one h1');
  for (const landmark of ['header', 'nav', 'main', 'footer']) if (!document.querySelector(landmark)) faults.push(`no ${landmark}`);
  if (!document.documentElement.lang) faults.push('no language');
  if (!document.title) faults.push('no title');
  const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
  for (const id of ids.filter((id, i) => ids.indexOf(id) !== i)) faults.push(`the id ${id} twice`);
  let level = 1;
  for (const head of [...document.querySelectorAll('h1,h2,h3,h4')].filter(seen)) {
    const now = Number(head.tagName[1]);
    if (now > level + 1) tell('a level of headings is left out', head);
    level = now;
  }
  for (const image of document.querySelectorAll('img:not([alt])')) tell('no alternative text', image);
  for (const one of document.querySelectorAll('svg')) {
    if (!one.closest('[aria-hidden=true]') && one.getAttribute('aria-hidden') !== 'true' && !one.querySelector('title')) tell('a drawing without a title', one);
  }
  const named = (one) => {
    const by = one.getAttribute('aria-labelledby');
    return [one.getAttribute('aria-label'), by && document.getElementById(by)?.textContent, ...[...(one.labels ?? [])].map((label) => label.textContent),
      one.tagName === 'INPUT' || one.tagName === 'SELECT' || one.tagName === 'TEXTAREA' ? '' : one.textContent, one.getAttribute('title')].some((text) => text?.trim());
  };
  const controls = [...document.querySelectorAll('a[href],button,input:not([type=hidden]),select,textarea,summary,[tabindex]')].filter(seen);
  for (const control of controls) if (!named(control)) tell('a control without a name', control);
  for (const control of document.querySelectorAll('[tabindex]')) if (control.tabIndex > 0) tell('an order of its own', control);
  for (const table of document.querySelectorAll('table')) if (table.rows.length && !table.querySelector('th,caption')) tell('a table without heads', table);
  for (const one of document.querySelectorAll('[style],script:not([src])')) tell('inline style or script', one);
  // Contrast of every text with what lies behind it.
  const parse = (text) => (text.match(/[\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => {
    const part = (v) => ((v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const behind = (one) => {
    for (let at = one; at; at = at.parentElement) {
      const back = parse(getComputedStyle(at).backgroundColor);
      if (back.length === 3 || back[3] === 1) return back;
    }
    return [255, 255, 255];
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const looked = new Set();
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const one = node.parentElement;
    if (!node.textContent.trim() || looked.has(one) || one.closest('svg,[aria-hidden=true],noscript,.sr,.board,:disabled') || !seen(one)) continue;
    looked.add(one);
    const style = getComputedStyle(one);
    if (parseFloat(style.fontSize) === 0) continue;
    const [a, b] = [light(parse(style.color)), light(behind(one))];
    const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    if (contrast < (large ? 3 : 4.5)) tell(`contrast ${contrast.toFixed(2)}`, one);
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) {
    const wide = [...document.querySelectorAll('main *')].find((one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('.scroll,pre'));
    faults.push(`wider than the screen: ${document.documentElement.scrollWidth} > ${innerWidth} ${wide?.outerHTML.slice(0, 120)}`);
  }
  return faults;
})()
