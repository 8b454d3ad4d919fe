'use strict';
// What is another one than in the last report that was written into this folder.
{
  const { element } = cairn;

  cairn.changes = (index, filter) => {
    const changes = index.changes;
    if (!changes) return [element('p', { class: 'note' }, 'This is the first report in its folder: there is nothing to compare it with.')];
    const [added, gone, renamed] = changes.counts;
    if (!added && !gone && !renamed) return [element('p', { class: 'note' }, 'The same pictures with the same first labels as in the last report.')];
    const way = (change) => cairn.changed(filter, { change, view: '', i: '' });
    const path = (id) => {
      const row = index.row(id);
      return row < 0 ? '' : index.path(row);
    };
    const picture = (id) => element('a', { href: cairn.changed(filter, { i: id, view: '' }) }, cairn.value(path(id)));
    const section = (title, rows, count) => element('section', {}, element('h2', {}, title), element('ul', {}, rows.slice(0, 200)),
      count > 200 ? element('p', { class: 'note' }, `and ${cairn.number(count - 200)} more`) : null);
    return [
      added ? section(element('a', { href: way('new') }, cairn.count(added, 'new picture')),
        changes.added.map((id) => element('li', {}, picture(id))), added) : null,
      renamed ? section(element('a', { href: way('label') }, `${cairn.count(renamed, 'picture')} with another first label`),
        changes.renamed.map(([id, old, now]) => element('li', {}, picture(id), ': ', cairn.value(old || 'none'), ' → ', cairn.value(now || 'none'))), renamed) : null,
      gone ? section(`${cairn.count(gone, 'picture')} not in this report any more`,
        changes.gone.map((name) => element('li', {}, cairn.value(name))), gone) : null,
    ].filter(Boolean);
  };
}
