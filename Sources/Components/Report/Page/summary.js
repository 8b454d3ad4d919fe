'use strict';
// The first screen: what was asked, what it cost, what was found. Each figure is a way to its pictures.
{
  const { element, shape } = cairn;

  cairn.numbers = (index, filter) => {
    const counts = cairn.states.map((name, state) => [name, index.state.reduce((sum, one) => sum + (one === state ? 1 : 0), 0),
      { state: name, missing: '' }]);
    counts.push(['missing', index.flags.reduce((sum, one) => sum + (one & 8 ? 1 : 0), 0), { missing: '1', state: '' }]);
    const shown = counts.filter(([name, count]) => count > 0 || name === 'answered' || name === 'failed');
    const links = shown.map(([name, count, part]) => {
      const isOn = name === 'missing' ? filter.missing : filter.state === name;
      return element('a', {
        class: `number ${name}${count ? '' : ' none'}`, 'aria-current': isOn ? 'true' : null,
        href: cairn.changed(filter, isOn ? { state: '', missing: '', i: '' } : { ...part, i: '' }),
      }, element('b', {}, cairn.number(count)), ` ${name}`);
    });
    const { units, uncertain, low, high } = index.overview;
    if (units > 0) {
      const range = low.toFixed(2) === high.toFixed(2) ? cairn.dollars(high) : cairn.upTo(high);
      links.push(element('span', { class: 'number cost', title: `at least ${cairn.dollars(low)}, at most ${cairn.dollars(high)}` },
        element('b', {}, range), ` ${cairn.count(units, 'unit')}${uncertain ? `, ${cairn.number(uncertain)} uncertain` : ''}`));
    }
    return links;
  };

  const panel = (title, ...content) => element('section', { class: 'panel' }, element('h2', {}, title), ...content);

  const table = (heads, rows) => element('table', { class: 'offscreen' }, element('thead', {},
    element('tr', {}, heads.map((head) => element('th', { scope: 'col' }, head)))),
  element('tbody', {}, rows.map((row) => element('tr', {}, row.map((cell) => element('td', {}, String(cell)))))));

  // What was asked by day, the newest days on the right.
  const days = (index) => {
    const shown = index.overview.days.slice(-30);
    if (!shown.length) return null;
    const max = Math.max(...shown.map((one) => one[1]), 1);
    const maxDollars = Math.max(...shown.map((one) => one[3]), 0);
    const [width, height, below] = [300, 84, maxDollars > 0 ? 26 : 0];
    const step = Math.min(28, width / shown.length);
    const chart = shape('svg', { viewBox: `0 0 ${width} ${height + below}`, class: 'chart', 'aria-hidden': 'true', preserveAspectRatio: 'xMinYMax' });
    shown.forEach(([date, asked, failed, dollars], at) => {
      const x = at * step + step * 0.15;
      const size = step * 0.7;
      const tall = (value) => value > 0 ? Math.max(1.5, value / max * (height - 4)) : 0;
      const bar = shape('g', {}, shape('title', {},
        `${date}: ${cairn.number(asked)} asked, ${cairn.number(failed)} failed${dollars > 0 ? `, ${cairn.upTo(dollars)}` : ''}`),
      shape('rect', { class: 'asked', x, y: height - tall(asked), width: size, height: tall(asked), rx: 2 }),
      shape('rect', { class: 'failed', x, y: height - tall(failed), width: size, height: tall(failed), rx: 2 }));
      if (below && dollars > 0) {
        const deep = Math.max(1.5, dollars / maxDollars * (below - 6));
        bar.append(shape('rect', { class: 'dollars', x, y: height + 4, width: size, height: deep, rx: 2 }));
      }
      chart.append(bar);
    });
    const total = shown.reduce((sum, one) => sum + one[1], 0);
    const span = shown.length === 1 ? shown[0][0] : `${shown[0][0]} to ${shown.at(-1)[0]}`;
    return panel('Nights', chart, element('p', { class: 'key' }, element('span', { class: 'asked' }, `${cairn.number(total)} asked`),
      element('span', { class: 'failed' }, `${cairn.number(shown.reduce((sum, one) => sum + one[2], 0))} failed`),
      maxDollars > 0 ? element('span', { class: 'dollars' }, 'dollars') : null, element('span', {}, span)),
    table(['day', 'asked', 'failed', 'dollars'], shown));
  };

  // How many pictures have each name, the commonest first.
  cairn.nameCounts = (index) => {
    if (index.nameCounts) return index.nameCounts;
    const counts = new Map();
    const last = new Map();
    for (let row = 0; row < index.count; row++) {
      for (let at = index.first[row]; at < index.first[row + 1]; at++) {
        const { kind, name } = index.classes[index.class[at]];
        if (!name || kind === 'safeSearch' || last.get(name) === row) continue;
        last.set(name, row);
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
    index.nameCounts = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    return index.nameCounts;
  };

  const names = (index, filter) => {
    const counts = cairn.nameCounts(index).slice(0, 12);
    if (!counts.length) return null;
    return panel('Labels', element('ul', { class: 'bars' }, counts.map(([name, count]) => {
      const isOn = filter.labels.includes(name);
      const fill = element('span', { class: 'fill' });
      fill.style.width = `${100 * count / counts[0][1]}%`;
      return element('li', {}, element('a', {
        href: cairn.changed(filter, { labels: isOn ? filter.labels.filter((one) => one !== name) : [name], i: '', view: '' }),
        'aria-current': isOn ? 'true' : null,
      }, fill, element('span', { class: 'name' }, cairn.value(name)), element('span', { class: 'figure' }, cairn.number(count))));
    })));
  };

  // The scores of what is asked for, in twenty bars, with a handle at each end.
  const scores = (index, filter, go) => {
    const bars = new Array(20).fill(0);
    const wanted = filter.labels.map(cairn.fold);
    for (let at = 0; at < index.score.length; at++) {
      const score = index.score[at];
      const one = index.classes[index.class[at]];
      if (!(score >= 0 && score <= 1) || one.kind === 'segment') continue;
      if (wanted.length && !wanted.includes(one.folded) || filter.kind && filter.kind !== one.kind) continue;
      bars[Math.min(19, Math.floor(score * 20))]++;
    }
    if (!bars.some(Boolean)) return null;
    const max = Math.max(...bars);
    const [min, top] = [filter.min === '' ? 0 : Number(filter.min), filter.max === '' ? 1 : Number(filter.max)];
    const chart = shape('svg', { viewBox: '0 0 300 84', class: 'chart', 'aria-hidden': 'true', preserveAspectRatio: 'none' }, bars.map((count, at) => {
      const tall = count ? Math.max(1.5, count / max * 80) : 0;
      const isOn = (at + 1) / 20 > min && at / 20 <= top;
      return shape('rect', { class: isOn ? 'asked' : 'dim', x: at * 15 + 1, y: 84 - tall, width: 13, height: tall, rx: 2 });
    }));
    const handle = (name, value, label) => element('input', {
      type: 'range', min: 0, max: 1, step: 0.01, value, 'aria-label': label, class: name,
      onchange: (event) => {
        const chosen = event.currentTarget.value;
        go({ [name]: Number(chosen) === (name === 'min' ? 0 : 1) ? '' : chosen });
      },
    });
    return panel('Scores', chart, element('div', { class: 'handles' }, handle('min', min, 'lowest score'), handle('max', top, 'highest score')),
      element('p', { class: 'key' }, element('span', {}, `${min.toFixed(2)} to ${top.toFixed(2)}`)),
      table(['from', 'annotations'], bars.map((count, at) => [(at / 20).toFixed(2), count])));
  };

  // Kinds that another try may heal; of the others the list of names helps.
  const passing = ['missing', 'unreadable', 'changed', 'service', 'lost', 'unreachable', 'model', 'quarantined'];

  const failures = (index, filter) => {
    const groups = index.overview.failures;
    if (!groups.length) return null;
    return panel('Failures', element('ul', { class: 'failures' }, groups.slice(0, 6).map(([kind, code, count, unreadable, message, path]) => {
      const help = passing.includes(kind) && unreadable < count ? `cairn retry ${index.job} --kind ${kind}`
        : `cairn query "select path, message from failures where job = '${index.job}' and kind = '${kind}'"`;
      return element('li', {}, element('a', { href: cairn.changed(filter, { state: 'failed', i: '' }) },
        element('b', {}, cairn.number(count)), ` ${kind}${code ? ` ${code}` : ''}`),
      element('small', {}, path ? [cairn.value(path), ': '] : null, cairn.value(message)),
      cairn.command(help));
    })));
  };

  cairn.summary = (index, filter, go) => [names(index, filter), scores(index, filter, go), days(index), failures(index, filter)]
    .filter(Boolean);
}
