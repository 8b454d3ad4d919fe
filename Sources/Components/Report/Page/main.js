'use strict';
// The page: shows what its address says, and changes the address when a person asks for something else.
{
  const { element } = cairn;
  const find = (id) => document.getElementById(id);
  const jobs = JSON.parse(document.body.dataset.jobs);
  const go = (parts) => { location.hash = cairn.changed(shown.filter, { i: '', ...parts }); };
  const stay = (parts) => { location.replace(cairn.changed(shown.filter, { i: '', ...parts })); };
  const shown = { filter: { labels: [] }, index: null, key: '', rows: [] };

  const move = (step) => {
    const at = shown.rows.indexOf(view.row) + step;
    if (at < 0 || at >= shown.rows.length) return;
    location.replace(cairn.changed(shown.filter, { i: String(shown.index.id[shown.rows[at]]) }));
  };
  const close = () => { location.hash = cairn.changed(shown.filter, { i: '' }); };
  const grid = new cairn.Grid(find('grid'));
  const view = new cairn.PictureView(find('picture'), move, close);
  const map = new cairn.WorldMap(find('map'), go);

  // The form of filters: made once for a job, and filled by each address.
  const form = {};
  const makeForm = (index) => {
    const select = (name, label, values) => {
      if (values.length < 2) return null;
      form[name] = element('select', { 'aria-label': label, onchange: (event) => go({ [name]: event.currentTarget.value }) },
        element('option', { value: '' }, `any ${label}`), values.map((value) => element('option', { value }, value)));
      return form[name];
    };
    for (const name of Object.keys(form)) delete form[name];
    let timer = 0;
    form.q = element('input', {
      type: 'search', placeholder: 'Search names, labels and texts', 'aria-label': 'Search names, labels and texts', id: 'search',
      oninput: (event) => {
        const { value } = event.currentTarget;
        clearTimeout(timer);
        timer = setTimeout(() => stay({ q: value }), 150);
      },
    });
    const list = element('datalist', { id: 'labels' }, cairn.nameCounts(index).slice(0, 1000)
      .map(([value, count]) => element('option', { value }, cairn.count(count, 'picture'))));
    form.label = element('input', {
      list: 'labels', placeholder: 'Add a label', 'aria-label': 'Add a label',
      onchange: (event) => {
        const value = event.currentTarget.value.trim();
        event.currentTarget.value = '';
        if (value) go({ labels: [...new Set([...shown.filter.labels, value])] });
      },
    });
    const folders = [...new Set(index.folders.flatMap((folder) => {
      const parts = folder.split('/').filter(Boolean);
      return folder.startsWith('/') || folder.includes('://') ? [folder] : parts.map((_, at) => parts.slice(0, at + 1).join('/') + '/');
    }))].filter(Boolean).sort().slice(0, 500);
    const kinds = [...new Set(index.classes.map((one) => one.kind))].sort();
    const features = [...new Set(index.classes.map((one) => one.feature))].sort();
    const states = cairn.states.filter((_, at) => index.state.includes(at));
    const day = (name, label) => {
      form[name] = element('input', { type: 'date', 'aria-label': label, title: label, onchange: (event) => go({ [name]: event.currentTarget.value }) });
      return form[name];
    };
    const hasDates = index.taken.some((one) => !Number.isNaN(one));
    form.sort = element('select', { 'aria-label': 'order', onchange: (event) => go({ sort: event.currentTarget.value }) },
      [['', 'by name'], ['score', 'best first'], ...(hasDates ? [['date', 'newest first']] : [])]
        .map(([value, text]) => element('option', { value }, text)));
    form.sql = element('code', {});
    form.chips = element('div', { class: 'chips' });
    find('filters').replaceChildren(element('form', { onsubmit: (event) => event.preventDefault() }, form.q, form.label, list,
      select('kind', 'kind', kinds), select('feature', 'feature', features), select('state', 'state', states),
      select('folder', 'folder', folders), hasDates ? [day('from', 'taken from'), day('to', 'taken until')] : null, form.sort),
    form.chips, element('details', { class: 'sql' }, element('summary', {}, 'as SQL'), form.sql,
      element('button', { type: 'button', class: 'copy', onclick: (event) => cairn.copy(form.sql.textContent, event.currentTarget) }, 'copy')));
  };

  const fillForm = (filter) => {
    for (const name of ['q', 'kind', 'feature', 'state', 'folder', 'from', 'to', 'sort']) {
      if (form[name] && form[name] !== document.activeElement) form[name].value = filter[name];
    }
    const chip = (text, parts) => element('a', { class: 'chip', href: cairn.changed(filter, { i: '', ...parts }), 'aria-label': `without ${text}` },
      cairn.value(text), ' ✕');
    const chips = filter.labels.map((label) => chip(label, { labels: filter.labels.filter((one) => one !== label) }));
    if (filter.labels.length > 1) {
      chips.push(element('a', { class: 'chip', href: cairn.changed(filter, { all: filter.all ? '' : '1', i: '' }) }, filter.all ? 'all of them' : 'any of them'));
    }
    if (filter.min) chips.push(chip(`score from ${filter.min}`, { min: '' }));
    if (filter.max) chips.push(chip(`score up to ${filter.max}`, { max: '' }));
    for (const name of ['kind', 'feature', 'state', 'folder', 'from', 'to', 'q']) {
      if (filter[name]) chips.push(chip(`${name === 'q' ? 'search' : name} ${filter[name]}`, { [name]: '' }));
    }
    if (filter.missing) chips.push(chip('missing', { missing: '' }));
    if (filter.change) chips.push(chip(filter.change === 'new' ? 'new since the last report' : 'another first label', { change: '' }));
    if (chips.length > 1) chips.push(element('a', { class: 'chip clear', href: cairn.address({ labels: [], job: filter.job, view: filter.view }) }, 'clear'));
    form.chips.replaceChildren(...chips);
    form.sql.textContent = cairn.sql(filter);
  };

  const showTabs = (index, filter) => {
    const tabs = [['', 'Pictures']];
    if (index.places.row.length) tabs.push(['map', 'Map']);
    tabs.push(['changes', 'Changes']);
    const link = (href, text, isOn) => element('a', { href, 'aria-current': isOn ? 'page' : null }, text);
    find('tabs').replaceChildren(...tabs.map(([name, text]) => link(cairn.changed(filter, { view: name, i: '' }), text, filter.view === name)));
    find('jobs').replaceChildren(...(jobs.length > 1
      ? jobs.map(([name]) => link(cairn.address({ labels: [], job: name }), name, name === filter.job)) : []));
  };

  const showJob = (index) => {
    document.title = `${index.job} · Cairn`;
    document.querySelector('h1').replaceChildren(cairn.value(index.job));
    const models = [...new Set(index.overview.models.map(([, backend, model]) => model ? `${backend} · ${model}` : backend))];
    const when = index.raw.newest ? `newest answer ${index.raw.newest.slice(0, 16).replace('T', ' ')} UTC` : 'no answers yet';
    find('models').replaceChildren(cairn.value(models.join(', ')), models.length ? ' · ' : '', when);
    makeForm(index);
  };

  const showView = (filter) => {
    find('filters').hidden = filter.view === 'changes';
    find('summary').hidden = filter.view !== '';
    find('pictures').hidden = filter.view !== '';
    find('map').hidden = filter.view !== 'map';
    find('changes').hidden = filter.view !== 'changes';
    if (filter.view === 'map') map.show(shown.index, shown.rows, document.body.dataset.coasts);
    if (filter.view === 'changes') find('changes').replaceChildren(...cairn.changes(shown.index, filter));
  };

  let messages = 0;
  const report = (count, total) => {
    const text = count === total ? cairn.count(total, 'picture') : `${cairn.number(count)} of ${cairn.count(total, 'picture')}`;
    clearTimeout(messages);
    messages = setTimeout(() => { if (find('count').textContent !== text) find('count').textContent = text; }, 50);
  };

  const route = async () => {
    const filter = cairn.readAddress(location.hash);
    const job = jobs.find(([name]) => name === filter.job) ?? jobs[0];
    filter.job = job[0];
    const index = await cairn.job(job[0], job[1]).catch(() => null);
    if (!index) {
      find('count').textContent = 'The data of this report cannot be loaded: it was written again, or its folder was moved in part. Reload the page.';
      return;
    }
    if (filter.q) await index.loadTexts().catch(() => null);
    if (cairn.readAddress(location.hash).q !== filter.q) return;
    const isNewJob = shown.index !== index;
    [shown.index, shown.filter] = [index, filter];
    if (isNewJob) showJob(index);
    const key = cairn.address({ ...filter, i: '', view: '' });
    if (key !== shown.key || isNewJob) {
      shown.rows = cairn.matches(index, filter);
      shown.key = key;
      find('numbers').replaceChildren(...cairn.numbers(index, filter));
      find('summary').replaceChildren(...cairn.summary(index, filter, go));
      fillForm(filter);
      report(shown.rows.length, index.count);
      grid.show(index, shown.rows, { ...filter, i: '' });
    }
    showTabs(index, filter);
    showView(filter);
    const row = filter.i ? index.row(Number(filter.i)) : -1;
    if (row >= 0) {
      view.show(index, row);
    } else if (find('picture').open) {
      find('picture').close();
      const at = shown.rows.indexOf(view.row);
      [view.row, view.index] = [-1, null];
      if (at >= 0) grid.focus(at);
    }
    document.body.dataset.ready = key;
  };

  const help = find('help');
  const keys = [['arrows, Home, End, Page', 'move among the pictures'], ['Enter', 'opens a picture'], ['Escape', 'closes it'], ['/', 'searches'],
    ['f, l, t', 'frames, names and texts on and off'], ['+, −, 0', 'larger, smaller, whole picture'], ['m', 'map'], ['?', 'this list']];
  help.append(element('h2', { id: 'help-title' }, 'Keys'), element('dl', {}, keys.flatMap(([key, what]) => [element('dt', {}, key), element('dd', {}, what)])),
    element('button', { type: 'button', onclick: () => help.close() }, 'close'));

  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input, select, textarea') !== null;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || find('picture').open || !shown.index) return;
    const acts = {
      '/': () => find('search').focus(), '?': () => help.showModal(), m: () => go({ view: shown.filter.view === 'map' ? '' : 'map' }),
      ArrowDown: () => { if (document.activeElement === document.body) grid.focus(grid.current); else return false; return true; },
    };
    if (!acts[event.key] || acts[event.key]() === false) return;
    event.preventDefault();
  });
  window.addEventListener('hashchange', route);
  // The first pictures are in the page: they are painted before anything else is asked for.
  requestAnimationFrame(() => requestAnimationFrame(route));
}
