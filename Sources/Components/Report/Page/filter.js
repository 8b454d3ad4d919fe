'use strict';
// Which pictures are shown: what stands behind the # of the address, so that a view can be shared.
{
  const single = ['job', 'kind', 'feature', 'state', 'missing', 'folder', 'q', 'min', 'max', 'from', 'to', 'all', 'change',
    'sort', 'view', 'i'];

  cairn.readAddress = (hash) => {
    const parameters = new URLSearchParams(hash.replace(/^#/, ''));
    const filter = { labels: parameters.getAll('label').filter(Boolean) };
    for (const name of single) filter[name] = parameters.get(name) || '';
    return filter;
  };

  cairn.address = (filter) => {
    const parameters = new URLSearchParams();
    for (const name of single) {
      if (name === 'kind') for (const label of filter.labels) parameters.append('label', label);
      if (filter[name]) parameters.append(name, filter[name]);
    }
    return '#' + parameters.toString();
  };

  // The same view but for some of its parts.
  cairn.changed = (filter, parts) => cairn.address({ ...filter, ...parts });

  const day = 86400000;
  const number = (text) => text === '' || !Number.isFinite(Number(text)) ? null : Math.fround(Number(text));

  // The numbers of the classes that each label means, folded; one set for all kinds where there is no label.
  const wantedClasses = (index, filter) => {
    const sets = filter.labels.length ? filter.labels.map((label) => ({ label: cairn.fold(label), set: new Set() }))
      : [{ label: null, set: new Set() }];
    index.classes.forEach((one, at) => {
      if (filter.kind && one.kind !== filter.kind || filter.feature && one.feature !== filter.feature) return;
      for (const wanted of sets) if (wanted.label === null || wanted.label === one.folded) wanted.set.add(at);
    });
    if (filter.labels.length && !filter.all) {
      return [sets.reduce((all, one) => new Set([...all, ...one.set]), new Set())];
    }
    return sets.map((one) => one.set);
  };

  const hasText = (index, filter) => {
    const wanted = cairn.fold(filter.q);
    const classes = new Set();
    index.classes.forEach((one, at) => { if (one.folded.includes(wanted)) classes.add(at); });
    const folders = index.folders.map(cairn.fold);
    return (row) => {
      if ((folders[index.folder[row]] + cairn.fold(index.names[row])).includes(wanted)) return true;
      for (let at = index.first[row]; at < index.first[row + 1]; at++) if (classes.has(index.class[at])) return true;
      return index.texts?.get(index.id[row])?.includes(wanted) ?? false;
    };
  };

  // The rows that a filter leaves, in its order; for each the highest score among what it asks for.
  cairn.matches = (index, filter) => {
    const [min, max] = [number(filter.min), number(filter.max)];
    const asksEntries = filter.labels.length || filter.kind || filter.feature || min !== null || max !== null;
    const sets = wantedClasses(index, filter);
    const state = filter.state ? cairn.states.indexOf(filter.state) : -1;
    const [from, to] = [Date.parse(filter.from), Date.parse(filter.to) + day];
    const text = filter.q ? hasText(index, filter) : null;
    const ids = filter.change ? new Set(filter.change === 'new' ? index.changes?.added
      : (index.changes?.renamed ?? []).map((one) => one[0])) : null;
    const inFolder = filter.folder
      ? index.folders.map((folder) => folder.startsWith(filter.folder) ? 1 : filter.folder.startsWith(folder) ? 2 : 0) : null;
    const passes = (at, set) => {
      if (!set.has(index.class[at])) return false;
      const score = index.score[at];
      return (min === null || score >= min) && (max === null || score <= max);
    };
    const rows = [];
    const scores = new Map();
    for (let row = 0; row < index.count; row++) {
      if (filter.state && index.state[row] !== state) continue;
      if (filter.missing && !index.isMissing(row)) continue;
      if (filter.from && !(index.taken[row] >= from) || filter.to && !(index.taken[row] < to)) continue;
      if (ids && !ids.has(index.id[row])) continue;
      if (inFolder) {
        const kind = inFolder[index.folder[row]];
        if (kind === 0 || kind === 2 && !index.path(row).startsWith(filter.folder)) continue;
      }
      let best = -Infinity;
      if (asksEntries || filter.sort === 'score') {
        let isMissing = false;
        for (const set of sets) {
          let found = false;
          for (let at = index.first[row]; at < index.first[row + 1]; at++) {
            if (!passes(at, set)) continue;
            found = true;
            if (index.score[at] > best) best = index.score[at];
          }
          if (!found) isMissing = true;
        }
        if (asksEntries && isMissing) continue;
      }
      if (text && !text(row)) continue;
      rows.push(row);
      if (filter.sort === 'score') scores.set(row, best);
    }
    if (filter.sort === 'score') rows.sort((a, b) => scores.get(b) - scores.get(a) || a - b);
    const taken = (row) => Number.isNaN(index.taken[row]) ? -Infinity : index.taken[row];
    if (filter.sort === 'date') rows.sort((a, b) => taken(b) - taken(a) || a - b);
    return rows;
  };
}
