'use strict';
// One picture: its frames, its texts, and what is known of it.
{
  const { element } = cairn;
  const tooltips = { f: 'frames', l: 'names', t: 'text' };

  class PictureView {
    constructor(dialog, move, close) {
      this.dialog = dialog;
      this.move = move;
      this.hidden = new Set();
      this.zoom = 1;
      this.stage = element('div', { class: 'stage' });
      this.viewport = element('div', { class: 'viewport', tabindex: 0, autofocus: true, role: 'group', 'aria-label': 'Picture' }, this.stage);
      this.name = element('h2', { id: 'picture-name' });
      this.note = element('p', { class: 'note', role: 'status' });
      this.side = element('div', { class: 'side' });
      const button = (text, label, act, name) => element('button', { type: 'button', class: name, 'aria-label': label, title: label, onclick: act }, text);
      this.toggles = Object.entries(tooltips).map(([key, what]) => element('button', {
        type: 'button', 'aria-pressed': 'true', title: `${what} (${key})`, 'data-key': key, onclick: () => this.toggle(key),
      }, what));
      dialog.append(
        element('div', { class: 'bar' }, this.name,
          element('div', { class: 'buttons' }, this.toggles, button('−', 'smaller', () => this.scale(1 / 1.4), 'zoom'),
            button('+', 'larger', () => this.scale(1.4), 'zoom'), button('‹', 'previous picture', () => move(-1)),
            button('›', 'next picture', () => move(1)), button('✕', 'close', close))),
        element('div', { class: 'body' }, element('div', { class: 'left' }, this.viewport, this.note), this.side));
      dialog.addEventListener('cancel', (event) => { event.preventDefault(); close(); });
      dialog.addEventListener('keydown', (event) => this.key(event));
      dialog.addEventListener('copy', (event) => this.copy(event));
      this.viewport.addEventListener('wheel', (event) => {
        event.preventDefault();
        this.scale(event.deltaY < 0 ? 1.15 : 1 / 1.15, event);
      }, { passive: false });
      this.viewport.addEventListener('dblclick', (event) => {
        if (!event.target.closest('.text-line')) this.scale(this.zoom > 1 ? 1 / this.zoom : 2, event);
      });
      this.pinch();
      new ResizeObserver(() => this.fit()).observe(this.viewport);
    }

    // Shows the picture of a row.
    async show(index, row) {
      if (!this.dialog.open) this.dialog.showModal();
      if (this.index === index && this.row === row) return;
      [this.index, this.row, this.zoom, this.detail] = [index, row, 1, null];
      this.width = index.width[row] || 4;
      this.height = index.height[row] || 3;
      this.name.replaceChildren(cairn.value(index.path(row)));
      this.note.textContent = '';
      this.side.replaceChildren();
      this.stage.replaceChildren();
      this.addPicture();
      this.fit();
      const detail = await index.detail(row).catch(() => null);
      if (this.row !== row || this.index !== index) return;
      if (!detail) {
        this.note.textContent = 'This report was written again. Reload the page to see its new state.';
        return;
      }
      this.detail = detail;
      // First what takes room beside the picture, which then fits what is left.
      this.side.replaceChildren(...cairn.pictureSide(index, row, detail, (id, isOn) => this.light(id, isOn)));
      this.draw();
    }

    // The larger view, or the file itself, or the thumbnail: the first one that there is.
    addPicture() {
      const { index, row } = this;
      const sources = [index.hasView(row) ? index.view(row) : null, index.original(row),
        index.hasThumbnail(row) ? index.thumbnail(row) : null].filter(Boolean);
      const image = element('img', { class: 'pixels', alt: index.path(row), draggable: 'false' });
      const next = () => {
        const source = sources.shift();
        if (!source) {
          image.remove();
          this.note.textContent = 'There is no picture to show: its file is not on this machine, or cannot be read.';
          return;
        }
        if (source.startsWith('t/')) this.note.textContent = 'Shown from its thumbnail: the file itself is not here, or this browser does not read it.';
        image.src = source;
      };
      image.addEventListener('error', next);
      image.addEventListener('load', () => {
        const ratio = image.naturalWidth / image.naturalHeight / (this.width / this.height);
        // A browser that turns the file otherwise shows another picture than the one that was looked at.
        if (sources.length && (ratio < 0.9 || ratio > 1.1)) next();
      });
      this.stage.append(image);
      next();
    }

    draw() {
      this.stage.querySelectorAll('.drawing, .names, .texts').forEach((element) => element.remove());
      const { width, height, detail } = this;
      const texts = cairn.textLayer(width, height, detail);
      this.stage.append(cairn.frames(width, height, detail), cairn.frameNames(width, height, detail), texts);
      this.stage.querySelectorAll('[data-annotation]').forEach((element) => {
        const id = element.dataset.annotation;
        element.addEventListener('pointerenter', () => this.light(id, true));
        element.addEventListener('pointerleave', () => this.light(id, false));
      });
      cairn.placeTexts(texts, detail);
      this.showToggles();
      this.fit();
    }

    // Sizes the stage: the picture fits its window at zoom 1.
    fit() {
      if (!this.width) return;
      const scale = this.zoom * Math.min(this.viewport.clientWidth / this.width, this.viewport.clientHeight / this.height);
      this.stage.style.width = `${this.width * scale}px`;
      this.stage.style.height = `${this.height * scale}px`;
      const texts = this.stage.querySelector('.texts');
      if (texts) texts.style.transform = `scale(${scale})`;
    }

    // Zooms by a factor, around a place of the window.
    scale(factor, place) {
      const zoom = Math.max(1, Math.min(16, this.zoom * factor));
      const frame = this.viewport.getBoundingClientRect();
      const [x, y] = place ? [place.clientX - frame.left, place.clientY - frame.top] : [frame.width / 2, frame.height / 2];
      const stage = this.stage.getBoundingClientRect();
      const [left, top] = [(x + frame.left - stage.left) / stage.width, (y + frame.top - stage.top) / stage.height];
      this.zoom = zoom;
      this.fit();
      const after = this.stage.getBoundingClientRect();
      this.viewport.scrollLeft += after.left + left * after.width - frame.left - x;
      this.viewport.scrollTop += after.top + top * after.height - frame.top - y;
    }

    // Two fingers zoom.
    pinch() {
      const fingers = new Map();
      let distance = 0;
      this.viewport.addEventListener('pointerdown', (event) => { if (event.pointerType === 'touch') fingers.set(event.pointerId, event); });
      this.viewport.addEventListener('pointermove', (event) => {
        if (!fingers.has(event.pointerId)) return;
        fingers.set(event.pointerId, event);
        if (fingers.size !== 2) return;
        const [a, b] = [...fingers.values()];
        const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
        if (distance) this.scale(now / distance, { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 });
        distance = now;
      });
      for (const name of ['pointerup', 'pointercancel']) {
        this.viewport.addEventListener(name, (event) => { fingers.delete(event.pointerId); distance = 0; });
      }
    }

    toggle(key) {
      if (this.hidden.has(key)) this.hidden.delete(key); else this.hidden.add(key);
      this.showToggles();
    }

    showToggles() {
      const layers = { f: '.drawing', l: '.names', t: '.texts' };
      for (const button of this.toggles) {
        const key = button.dataset.key;
        button.setAttribute('aria-pressed', String(!this.hidden.has(key)));
        this.stage.querySelector(layers[key])?.classList.toggle('off', this.hidden.has(key));
      }
    }

    // Lights up a frame and its row.
    light(id, isOn) {
      for (const element of this.dialog.querySelectorAll(`[data-annotation="${CSS.escape(id)}"]`)) element.classList.toggle('lit', isOn);
    }

    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const acts = {
        ArrowRight: () => this.move(1), ArrowLeft: () => this.move(-1), '+': () => this.scale(1.4), '=': () => this.scale(1.4),
        '-': () => this.scale(1 / 1.4), 0: () => this.scale(1 / this.zoom), f: () => this.toggle('f'), t: () => this.toggle('t'),
        l: () => this.toggle('l'),
      };
      const isZoomed = this.zoom > 1 && event.key.startsWith('Arrow');
      if (!acts[event.key] || isZoomed && event.target === this.viewport) return;
      event.preventDefault();
      acts[event.key]();
    }

    // All of the text is copied as it is read.
    copy(event) {
      const lines = this.stage.querySelectorAll('.text-line');
      const selection = document.getSelection();
      if (!lines.length || ![...lines].every((line) => selection.containsNode(line, true))) return;
      event.clipboardData.setData('text/plain', this.detail.t);
      event.preventDefault();
    }
  }

  const annotationTable = (detail, light) => {
    const kinds = [...new Set(detail.a.map((one) => one[1]))];
    return kinds.map((kind) => {
      const rows = detail.a.filter((one) => one[1] === kind).map((one) => {
        const [id, , name, score, mid, , , , note, places] = one;
        const facts = [mid, places.length ? `${places[0].toFixed(4)}, ${places[1].toFixed(4)}` : null,
          kind === 'safeSearch' && note ? JSON.parse(note).likelihood : null].filter(Boolean).join(' · ');
        return element('tr', {
          'data-annotation': id, onpointerenter: () => light(String(id), true), onpointerleave: () => light(String(id), false),
        }, element('td', {}, cairn.value(name || kind), facts ? element('small', {}, facts) : null),
        element('td', { class: 'figure' }, cairn.score(score)));
      });
      return element('table', {}, element('caption', {}, kind), element('tbody', {}, rows));
    });
  };

  const facts = (index, row, detail) => {
    const rows = [];
    const add = (name, ...value) => rows.push(element('dt', {}, name), element('dd', {}, ...value));
    add('state', cairn.states[index.state[row]] + (index.isMissing(row) ? ', its file is missing' : ''));
    if (index.width[row]) add('size', `${index.width[row]} × ${index.height[row]}`);
    if (!Number.isNaN(index.taken[row])) add('taken', new Date(index.taken[row]).toISOString().slice(0, 16).replace('T', ' '));
    const makers = new Map();
    for (const [feature, backend, model, at] of detail.r) {
      const maker = backend === 'person' ? 'a person' : [...new Set([backend, model])].filter(Boolean).join(' · ');
      const key = `${maker}, ${at.slice(0, 10)}`;
      makers.set(key, [...makers.get(key) ?? [], feature.toLowerCase().replaceAll('_', ' ')]);
    }
    for (const [maker, features] of makers) add('answered by', cairn.value(maker), element('small', {}, features.join(', ')));
    const dollars = detail.n.reduce((sum, one) => sum + one[4], 0);
    if (dollars > 0) add('cost', cairn.upTo(dollars));
    return element('dl', {}, rows);
  };

  const attempts = (detail) => detail.n.length ? [element('details', {},
    element('summary', {}, cairn.count(detail.n.length, 'attempt')),
    element('ul', { class: 'attempts' }, detail.n.map(([at, outcome, code, message]) => element('li', {},
      `${at.slice(0, 16).replace('T', ' ')} `, element('b', { class: outcome }, outcome),
      code ? ` ${code}` : null, message ? [' ', cairn.value(message)] : null))))] : [];

  // What stands beside a picture.
  cairn.pictureSide = (index, row, detail, light) => {
    const failure = [...detail.n].reverse().find((one) => one[1] === 'failed');
    const original = index.original(row);
    return [
      cairn.states[index.state[row]] === 'failed' && failure
        ? element('p', { class: 'problem' }, element('b', {}, failure[2] || 'failed'), ' ', cairn.value(failure[3] ?? '')) : null,
      ...annotationTable(detail, light),
      detail.t ? element('section', {}, element('h3', {}, 'Text', cairn.copyButton(detail.t, 'copy text')),
        element('pre', { dir: 'auto', tabindex: 0 }, cairn.value(detail.t))) : null,
      facts(index, row, detail), ...attempts(detail),
      original ? element('p', {}, element('a', { href: original, target: '_blank', rel: 'noreferrer' }, 'open the file')) : null,
      element('p', {}, cairn.command(`cairn query "select * from annotations where image_id = ${index.id[row]}"`)),
    ].filter(Boolean);
  };

  cairn.PictureView = PictureView;
}
