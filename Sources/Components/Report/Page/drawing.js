'use strict';
// Frames and texts over a picture, in pixels of the upright original: what `cairn export --to svg` draws.
{
  const styles = { object: 'object', landmark: 'landmark', face: 'face', logo: 'logo' };

  const points = (flat) => {
    const pairs = [];
    for (let i = 0; i < flat.length; i += 2) pairs.push(`${flat[i]},${flat[i + 1]}`);
    return pairs.join(' ');
  };

  // The upright rectangle around a polygon.
  cairn.box = (flat) => {
    const [across, down] = [flat.filter((_, i) => i % 2 === 0), flat.filter((_, i) => i % 2 === 1)];
    return { left: Math.min(...across), top: Math.min(...down), right: Math.max(...across), bottom: Math.max(...down) };
  };
  const area = (flat) => {
    const box = cairn.box(flat);
    return (box.right - box.left) * (box.bottom - box.top);
  };

  const outline = (style, flat, attributes = {}) => cairn.shape('g', { class: style, ...attributes },
    cairn.shape('polygon', { class: 'halo', points: points(flat) }),
    cairn.shape('polygon', { class: 'edge', points: points(flat) }));

  // The four corners of a line of text.
  const corners = ([, x, y, dx, dy, length, height]) => [
    [0, 0], [length, 0], [length, height], [0, height],
  ].flatMap(([along, across]) => [x + dx * along - dy * across, y + dy * along + dx * across]);

  // An SVG with the masks, the frames, the points of faces and the lines of text.
  cairn.frames = (width, height, detail) => {
    const drawing = cairn.shape('svg', { class: 'drawing', viewBox: `0 0 ${width} ${height}` });
    for (const [address, x, y, w, h] of detail.m ?? []) {
      drawing.append(cairn.shape('image', { class: 'mask', href: address, x, y, width: w, height: h, preserveAspectRatio: 'none' }));
    }
    // Small ones on top, so that they can be reached.
    for (const one of detail.a.filter((found) => found[5].length).sort((a, b) => area(b[5]) - area(a[5]))) {
      const shape = outline(styles[one[1]] ?? 'other', one[5], { 'data-annotation': one[0] });
      for (let i = 0; i < one[7].length; i += 3) {
        shape.append(cairn.shape('circle', {
          class: one[7][i + 2] ? 'mark left' : 'mark right', cx: one[7][i], cy: one[7][i + 1], r: Math.max(width, height) / 300,
        }));
      }
      drawing.append(shape);
    }
    for (const line of detail.l ?? []) drawing.append(outline('text', corners(line)));
    return drawing;
  };

  cairn.frameName = (one) => `${one[2] || one[1]} ${cairn.score(one[3])}`.trim();

  // The names of frames, at their corners: above a frame, or inside it where there is no room above.
  cairn.frameNames = (width, height, detail) => {
    const layer = cairn.element('div', { class: 'names', 'aria-hidden': 'true' });
    for (const one of detail.a.filter((found) => found[5].length)) {
      const box = cairn.box(one[5]);
      const name = cairn.frameName(one);
      const tag = cairn.element('span', { class: 'tag', 'data-annotation': one[0] },
        cairn.value(name.length > 40 ? name.slice(0, 39) + '…' : name));
      tag.style.left = `${Math.max(0, Math.min(100, 100 * box.left / width))}%`;
      tag.style.top = `${Math.max(0, Math.min(100, 100 * box.top / height))}%`;
      tag.classList.toggle('inside', box.top < height * 0.04);
      tag.classList.toggle('leftward', box.left > width * 0.75);
      layer.append(tag);
    }
    return layer;
  };

  // The text over the picture, as transparent letters that can be selected: one element a line, in pixels of the picture.
  cairn.textLayer = (width, height, detail) => {
    const layer = cairn.element('div', { class: 'texts' });
    layer.style.width = `${width}px`;
    layer.style.height = `${height}px`;
    for (const line of detail.l ?? []) {
      const element = cairn.element('div', { class: 'text-line', dir: 'auto' }, line[0].trimEnd() + '\n');
      element.style.fontSize = `${line[6] * 0.8}px`;
      element.style.lineHeight = `${line[6]}px`;
      layer.append(element);
    }
    return layer;
  };

  // Fits each line of a layer that is in the document to its place and its length.
  cairn.placeTexts = (layer, detail) => {
    [...layer.children].forEach((element, at) => {
      const [, x, y, dx, dy, length] = detail.l[at];
      const scale = element.offsetWidth > 0 ? length / element.offsetWidth : 1;
      element.style.transform = `matrix(${dx * scale}, ${dy * scale}, ${-dy}, ${dx}, ${x}, ${y})`;
    });
  };
}
