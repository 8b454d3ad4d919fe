'use strict';
// Elements of the page. Data reaches them as text and as attributes of known names alone.
{
  const svg = 'http://www.w3.org/2000/svg';
  const turning = /[\u202A-\u202E\u2066-\u2069]/;

  const fill = (element, attributes, children) => {
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null || value === undefined || value === false) continue;
      if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value === true ? '' : value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined));
    return element;
  };

  cairn.element = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
  cairn.shape = (tag, attributes = {}, ...children) => fill(document.createElementNS(svg, tag), attributes, children);

  // A text from a file or a service, apart from the direction of what stands beside it; what turns it is shown.
  cairn.value = (text) => {
    const bdi = document.createElement('bdi');
    for (const part of String(text).split(/([\u202A-\u202E\u2066-\u2069])/)) {
      bdi.append(turning.test(part)
        ? cairn.element('span', { class: 'control' }, `[U+${part.codePointAt(0).toString(16).toUpperCase()}]`) : part);
    }
    return bdi;
  };

  cairn.number = (value) => Math.round(value).toLocaleString('en-US');
  cairn.count = (value, one, many = one + 's') => `${cairn.number(value)} ${value === 1 ? one : many}`;
  cairn.score = (value) => Number.isNaN(value) || value === null ? ''
    : value > 0 && value < 0.005 ? '<0.01' : value.toFixed(2);
  cairn.dollars = (value) => value > 0 && value < 0.01 ? '< $0.01'
    : '$' + value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

  // What something costs at the most.
  cairn.upTo = (value) => value >= 0.01 ? `up to ${cairn.dollars(value)}` : cairn.dollars(value);

  // Puts a text on the clipboard, also where a page from a disk may not do so by itself.
  cairn.copy = async (text, button) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = cairn.element('textarea', { class: 'offscreen', 'aria-hidden': 'true' });
      area.value = text;
      (button?.closest('dialog') ?? document.body).append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
      button?.focus();
    }
    if (!button) return;
    const label = button.textContent;
    button.textContent = 'copied';
    setTimeout(() => { button.textContent = label; }, 1200);
  };

  cairn.copyButton = (text, label = 'copy') => cairn.element(
    'button', { type: 'button', class: 'copy', onclick: (event) => cairn.copy(text, event.currentTarget) }, label);

  // A command with a button that copies it.
  cairn.command = (text) => cairn.element('span', { class: 'command' },
    cairn.element('code', {}, text), cairn.copyButton(text));
}
