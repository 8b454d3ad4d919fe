'use strict';
// The same filter as SQL, for `cairn query`.
{
  const quoted = (text) => `'${text.replaceAll("'", "''")}'`;
  const decimal = (text) => String(Math.round(Number(text) * 1e6) / 1e6);
  const like = (text) => {
    const pattern = quoted(`%${text.replace(/[\\%_]/g, '\\$&')}%`);
    return `like ${pattern} escape '\\'`;
  };
  const isNumber = (text) => text !== '' && Number.isFinite(Number(text));

  cairn.sql = (filter) => {
    const job = quoted(filter.job);
    const named = `kind not in (${cairn.unnamedKinds.map(quoted).join(', ')})`;
    const of = (view, conditions) => `image_id in (select image_id from ${view} where job = ${job} and ${conditions.join(' and ')})`;
    const parts = [`job = ${job}`];
    const entry = [];
    if (filter.kind) entry.push(`kind = ${quoted(filter.kind)}`);
    if (filter.feature) entry.push(`feature = ${quoted(filter.feature)}`);
    if (isNumber(filter.min)) entry.push(`score >= ${decimal(filter.min)}`);
    if (isNumber(filter.max)) entry.push(`score <= ${decimal(filter.max)}`);
    if (filter.labels.length || isNumber(filter.min) || isNumber(filter.max)) entry.push(named);
    const label = (text) => `description = ${quoted(text)} collate nocase`;
    if (filter.labels.length && filter.all) {
      for (const text of filter.labels) parts.push(of('annotations', [...entry, label(text)]));
    } else if (filter.labels.length) {
      parts.push(of('annotations', [...entry, `(${filter.labels.map(label).join(' or ')})`]));
    } else if (entry.length) {
      parts.push(of('annotations', entry));
    }
    if (filter.state) parts.push(`state = ${quoted(filter.state)}`);
    if (filter.missing) parts.push('missing_at is not null');
    if (filter.folder) parts.push(`substr(path, 1, ${[...filter.folder].length}) = ${quoted(filter.folder)}`);
    if (filter.from) parts.push(`image_id in (select image_id from images where taken_at >= ${quoted(filter.from)})`);
    if (filter.to) parts.push(`image_id in (select image_id from images where substr(taken_at, 1, 10) <= ${quoted(filter.to)})`);
    if (filter.q) {
      parts.push(`(path ${like(filter.q)} or ${of('annotations', [named, `description ${like(filter.q)}`])} or `
        + `${of('plain_texts', [`text ${like(filter.q)}`])})`);
    }
    return `select path from job_images where ${parts.join('\n  and ')}`;
  };
}
