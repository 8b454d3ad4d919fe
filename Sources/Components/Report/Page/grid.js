'use strict';
// The pictures as cards of one size. Only those that are visible, and a few beside them, are in the document.
{
  const gap = 16;
  const minWidth = () => (window.innerWidth < 600 ? 148 : 208);
  const textHeight = 60;

  class Grid {
    constructor(element, open) {
      this.element = element;
      this.open = open;
      this.rows = [];
      this.lines = new Map();
      this.current = 0;
      element.addEventListener('keydown', (event) => this.key(event));
      element.addEventListener('focusin', (event) => this.preview(event.target.closest('.card')));
      element.addEventListener('pointerover', (event) => this.preview(event.target.closest('.card')));
      window.addEventListener('scroll', () => this.draw(), { passive: true });
      new ResizeObserver(() => { if (this.index && element.clientWidth !== this.measured) this.layout(); }).observe(element);
    }

    show(index, rows, filter) {
      this.index = index;
      this.rows = rows;
      this.filter = filter;
      this.current = Math.min(this.current, Math.max(0, rows.length - 1));
      this.element.classList.remove('static');
      this.element.setAttribute('role', 'grid');
      this.element.setAttribute('aria-label', 'Pictures');
      this.layout();
    }

    layout() {
      const width = this.element.clientWidth;
      if (!width) return;
      this.measured = width;
      this.columns = Math.max(1, Math.floor((width + gap) / (minWidth() + gap)));
      this.cardWidth = (width - gap * (this.columns - 1)) / this.columns;
      this.lineHeight = Math.round(this.cardWidth * 0.75) + textHeight + gap;
      this.element.setAttribute('aria-rowcount', Math.ceil(this.rows.length / this.columns));
      this.element.setAttribute('aria-colcount', this.columns);
      this.element.style.height = `${Math.max(1, Math.ceil(this.rows.length / this.columns)) * this.lineHeight}px`;
      this.lines.clear();
      this.element.replaceChildren();
      this.draw();
    }

    // Puts the visible lines into the document, in their order.
    draw() {
      if (!this.index || !this.columns || this.element.offsetParent === null) return;
      const top = this.element.getBoundingClientRect().top;
      const count = Math.ceil(this.rows.length / this.columns);
      const first = Math.max(0, Math.floor(-top / this.lineHeight) - 2);
      const last = Math.min(count, Math.ceil((window.innerHeight - top) / this.lineHeight) + 2);
      const focused = this.element.contains(document.activeElement) ? Math.floor(this.current / this.columns) : -1;
      for (const [line, element] of this.lines) {
        if ((line < first || line >= last) && line !== focused) { element.remove(); this.lines.delete(line); }
      }
      for (let line = first; line < last; line++) {
        if (this.lines.has(line)) continue;
        const element = this.line(line);
        this.lines.set(line, element);
        const next = [...this.lines.keys()].filter((other) => other > line).sort((a, b) => a - b)[0];
        this.element.insertBefore(element, next === undefined ? null : this.lines.get(next));
      }
    }

    line(line) {
      const cards = [];
      for (let at = line * this.columns; at < Math.min(this.rows.length, (line + 1) * this.columns); at++) {
        cards.push(cairn.element('div', { role: 'gridcell', 'aria-colindex': at % this.columns + 1 }, this.card(at)));
      }
      const element = cairn.element('div', { role: 'row', class: 'line', 'aria-rowindex': line + 1 }, cards);
      element.style.transform = `translateY(${line * this.lineHeight}px)`;
      element.style.gridTemplateColumns = `repeat(${this.columns}, ${this.cardWidth}px)`;
      return element;
    }

    card(at) {
      const { index, rows } = this;
      const row = rows[at];
      const best = index.best(row);
      const state = cairn.states[index.state[row]];
      const words = [best ? `${best.name} ${cairn.score(best.score)}`.trim() : null, index.path(row), state];
      const picture = index.hasThumbnail(row)
        ? cairn.element('img', { src: index.thumbnail(row), alt: '', decoding: 'async' })
        : cairn.element('span', { class: 'blank' }, 'no picture');
      return cairn.element('a', {
        class: 'card', href: cairn.changed(this.filter, { i: index.id[row] }), 'data-at': at,
        tabindex: at === this.current ? 0 : -1, 'aria-label': words.filter(Boolean).join(', '),
      },
      cairn.element('span', { class: 'frame' }, picture,
        state === 'answered' ? null : cairn.element('span', { class: `state ${state}` }, state)),
      cairn.element('span', { class: 'label' }, best ? cairn.value(best.name) : '',
        best && !Number.isNaN(best.score) ? cairn.element('span', { class: 'score' }, ' ' + cairn.score(best.score)) : null),
      cairn.element('span', { class: 'path' }, cairn.value(index.path(row))));
    }

    // Draws the frames over the card that has the pointer or the focus.
    async preview(card) {
      if (!card || card.dataset.framed || !this.index) return;
      card.dataset.framed = 'yes';
      const row = this.rows[Number(card.dataset.at)];
      const detail = await this.index.detail(row).catch(() => null);
      const shapes = detail?.a.filter((one) => one[5].length) ?? [];
      if (shapes.length) {
        const frames = cairn.frames(this.index.width[row], this.index.height[row], detail);
        frames.setAttribute('preserveAspectRatio', 'xMidYMid slice');
        frames.setAttribute('aria-hidden', 'true');
        card.querySelector('.frame').append(frames);
      }
    }

    // Moves the focus to a card, wherever it is.
    focus(at, isQuiet = false) {
      if (!this.rows.length) return;
      const old = this.element.querySelector('.card[tabindex="0"]');
      this.current = Math.max(0, Math.min(this.rows.length - 1, at));
      const line = Math.floor(this.current / this.columns);
      const top = this.element.getBoundingClientRect().top + window.scrollY + line * this.lineHeight;
      if (top < window.scrollY) window.scrollTo({ top: top - gap });
      if (top + this.lineHeight > window.scrollY + window.innerHeight) {
        window.scrollTo({ top: top + this.lineHeight - window.innerHeight });
      }
      this.draw();
      const card = this.element.querySelector(`.card[data-at="${this.current}"]`);
      if (old) old.tabIndex = -1;
      if (!card) return;
      card.tabIndex = 0;
      if (!isQuiet) card.focus({ preventScroll: true });
    }

    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const page = this.columns * Math.max(1, Math.floor(window.innerHeight / this.lineHeight));
      const moves = {
        ArrowRight: 1, ArrowLeft: -1, ArrowDown: this.columns, ArrowUp: -this.columns, PageDown: page, PageUp: -page,
        Home: -Infinity, End: Infinity,
      };
      const move = moves[event.key];
      if (move === undefined) return;
      event.preventDefault();
      this.focus(this.current + move);
    }
  }

  cairn.Grid = Grid;
}
