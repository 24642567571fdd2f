// Watches the focus while the tabulator is pressed; answers how many controls there are to reach.
(() => {
  const style = (one) => getComputedStyle(one);
  const seen = (one) => one.checkVisibility({ checkVisibilityCSS: true }) && !one.closest('[inert]') && !one.disabled;
  const controls = [...document.querySelectorAll('a[href],button,input:not([type=hidden]),select,textarea,summary,[tabindex]')].filter((one) => seen(one) && one.tabIndex >= 0);
  const order = [], dim = [];
  document.addEventListener('focusin', (event) => {
    const one = event.target;
    order.push(one);
    const { outlineStyle, outlineWidth } = style(one);
    if (controls.includes(one) && (outlineStyle === 'none' || parseFloat(outlineWidth) === 0)) dim.push(one);
  });
  const told = (one) => one.outerHTML.slice(0, 120);
  window.tabs = {
    all: () => controls.every((one) => order.includes(one)),
    faults: () => {
      const reached = order.filter((one, i) => controls.includes(one) && order.indexOf(one) === i);
      const missed = controls.filter((one) => !order.includes(one)).map((one) => `never reached: ${told(one)}`);
      const moved = reached.map((one) => controls.indexOf(one));
      const at = moved.findIndex((index, i) => i > 0 && index < moved[i - 1]);
      if (at >= 0) missed.push(`out of order: ${told(reached[at])}`);
      return [...missed, ...dim.map((one) => `the focus is not seen: ${told(one)}`)];
    },
  };
  // The way starts at the top, wherever the page itself has put the focus.
  const top = document.createElement('span');
  top.tabIndex = -1;
  document.body.prepend(top);
  top.focus();
  order.length = 0;
  return controls.length;
})()
