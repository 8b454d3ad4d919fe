'use strict';
// Landmarks on the outline of the world: no tile is loaded from anywhere.
{
  const { element, shape } = cairn;

  class WorldMap {
    constructor(section, go) {
      this.section = section;
      this.go = go;
    }

    async show(index, rows, coasts) {
      const button = (text, label, act) => element('button', { type: 'button', 'aria-label': label, title: label, onclick: act }, text);
      if (!this.drawing) {
        await cairn.load(coasts);
        this.dots = shape('g', { class: 'dots' });
        this.land = shape('path', { class: 'land', d: cairn.coastPath });
        this.drawing = shape('svg', { class: 'world', role: 'group', 'aria-label': 'Map of landmarks' }, this.land, this.dots);
        this.list = element('p', { class: 'note' });
        this.section.append(element('div', { class: 'buttons' }, button('+', 'larger', () => this.zoom(0.6)),
          button('−', 'smaller', () => this.zoom(1 / 0.6)), button('whole world', 'whole world', () => this.frame([0, 0, 3600, 1800]))),
        this.drawing, this.list);
        this.drawing.addEventListener('wheel', (event) => {
          event.preventDefault();
          const box = this.drawing.getBoundingClientRect();
          this.zoom(event.deltaY < 0 ? 0.8 : 1.25, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
        }, { passive: false });
        new ResizeObserver(() => this.draw()).observe(this.drawing);
      }
      this.index = index;
      const shown = new Set(rows);
      const { places } = index;
      this.points = [];
      for (let at = 0; at < places.row.length; at++) {
        if (!shown.has(places.row[at])) continue;
        this.points.push({
          x: (places.longitude[at] + 180) * 10, y: (90 - places.latitude[at]) * 10, row: places.row[at],
          name: index.classes[places.class[at]].name,
        });
      }
      this.list.textContent = `${cairn.count(this.points.length, 'landmark')} on the map`;
      this.fit();
    }

    // Shows all points, at least thirty degrees of the world.
    fit() {
      if (!this.points.length) return this.frame([0, 0, 3600, 1800]);
      const [xs, ys] = [this.points.map((one) => one.x), this.points.map((one) => one.y)];
      const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      const width = Math.min(3600, Math.max(300, (right - left) * 1.3, (bottom - top) * 2.6));
      return this.frame([(left + right - width) / 2, (top + bottom - width / 2) / 2, width, width / 2]);
    }

    frame([x, y, width, height]) {
      this.view = [Math.max(0, Math.min(3600 - width, x)), Math.max(0, Math.min(1800 - height, y)), width, height];
      this.drawing.setAttribute('viewBox', this.view.join(' '));
      this.draw();
    }

    zoom(factor, atX = 0.5, atY = 0.5) {
      const [x, y, width, height] = this.view;
      const wide = Math.min(3600, Math.max(20, width * factor));
      this.frame([x + (width - wide) * atX, y + (height - wide / 2) * atY, wide, wide / 2]);
    }

    // Points that are near each other on the screen are one dot.
    draw() {
      if (!this.view || !this.points) return;
      const unit = this.view[2] / (this.drawing.clientWidth || 800);
      const groups = [];
      for (const point of this.points) {
        const near = groups.find((group) => Math.hypot(group.x - point.x, group.y - point.y) < 22 * unit);
        if (near) near.points.push(point); else groups.push({ x: point.x, y: point.y, points: [point] });
      }
      this.dots.replaceChildren(...groups.map((group) => this.dot(group, unit)));
    }

    dot({ x, y, points }, unit) {
      const names = [...new Set(points.map((one) => one.name).filter(Boolean))];
      const label = `${names.slice(0, 3).join(', ')}${names.length > 3 ? ', ...' : ''}: ${cairn.count(points.length, 'picture')}`;
      const act = () => (names.length > 30 ? this.frame([x - this.view[2] / 6, y - this.view[3] / 6, this.view[2] / 3, this.view[3] / 3])
        : this.go({ labels: names, kind: 'landmark', all: '', view: '' }));
      const radius = (5 + Math.min(9, 2.5 * Math.log2(points.length))) * unit;
      return shape('g', {
        class: 'dot', role: 'button', tabindex: 0, 'aria-label': label, onclick: act,
        onkeydown: (event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); act(); } },
      }, shape('title', {}, label), shape('circle', { cx: x, cy: y, r: radius }),
      points.length > 1 ? shape('text', { x, y: y + 3.5 * unit, 'font-size': 10 * unit }, cairn.number(points.length)) : null);
    }
  }

  cairn.WorldMap = WorldMap;
}
