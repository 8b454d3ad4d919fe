'use strict';
// What the data files call, and what they bring. Pages from a disk can load scripts and pictures, and nothing else.
const cairn = {};
{
  const jobs = new Map();
  const loading = new Map();
  const allowed = /^(data\/[a-z0-9][a-z0-9._-]*\/(index|d\d+|text\d+)|coasts)-[0-9a-f]{12}\.js$/;

  const checked = (address) => {
    if (allowed.test(address)) return address;
    throw new TypeError(`not a data file of this report: ${address}`);
  };
  const policy = window.trustedTypes
    ? window.trustedTypes.createPolicy('cairn', { createScriptURL: checked }) : { createScriptURL: checked };

  // Loads a data file once.
  cairn.load = (address) => {
    if (!loading.has(address)) {
      loading.set(address, new Promise((resolve, reject) => {
        const script = document.createElement('script');
        script.src = policy.createScriptURL(address);
        script.onload = () => { script.remove(); resolve(); };
        script.onerror = () => { script.remove(); loading.delete(address); reject(new Error(address)); };
        document.head.append(script);
      }));
    }
    return loading.get(address);
  };

  const bytes = (text) => {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    const letters = atob(text);
    const result = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++) result[i] = letters.charCodeAt(i);
    return result;
  };
  const column = (Type, text) => {
    const raw = bytes(text);
    return new Type(raw.buffer, raw.byteOffset, raw.byteLength / Type.BYTES_PER_ELEMENT);
  };

  // Small letters in the place of A to Z alone: as SQLite compares.
  cairn.fold = (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

  // Percent-encodes what has a meaning in an address.
  const encoded = (path) => path.split('/').map((part) => encodeURIComponent(part)
    .replace(/[!'()*]/g, (letter) => '%' + letter.charCodeAt(0).toString(16).toUpperCase())).join('/');

  cairn.states = ['answered', 'queued', 'running', 'failed', 'cancelled'];
  cairn.unnamedKinds = ['text', 'color', 'cropHint', 'webImage', 'webPage', 'embedding', 'tensor', 'caption'];

  // A job's images, as columns: a row is a number from 0 in the order of the names.
  class Index {
    constructor(raw) {
      const columns = raw.columns;
      this.job = raw.job;
      this.raw = raw;
      this.overview = raw.overview;
      this.classes = raw.classes.map(([kind, feature, name]) => ({ kind, feature, name, folded: cairn.fold(name) }));
      this.names = raw.names.split('/');
      this.id = column(Float64Array, columns.id);
      this.count = this.id.length;
      this.folders = raw.folders;
      this.folder = column(Uint32Array, raw.folder);
      this.width = column(Uint32Array, columns.width);
      this.height = column(Uint32Array, columns.height);
      this.state = column(Uint8Array, columns.state);
      this.flags = column(Uint8Array, columns.flags);
      this.taken = column(Float64Array, columns.taken);
      this.picture = column(Uint8Array, columns.picture);
      this.first = column(Uint32Array, columns.first);
      this.class = column(columns.wide ? Uint32Array : Uint16Array, columns.class);
      this.score = column(Float32Array, columns.score);
      const places = raw.places;
      this.places = {
        row: column(Uint32Array, places.row), class: column(Uint32Array, places.class),
        latitude: column(Float32Array, places.latitude), longitude: column(Float32Array, places.longitude),
      };
      this.changes = raw.changes;
      this.details = new Map();
      this.texts = null;
    }

    path(row) { return this.folders[this.folder[row]] + this.names[row]; }

    hasThumbnail(row) { return (this.flags[row] & 1) !== 0; }
    hasView(row) { return (this.flags[row] & 2) !== 0; }
    isMissing(row) { return (this.flags[row] & 8) !== 0; }

    // The row of an image; -1 where it is not in the report.
    row(id) {
      if (!this.rows) {
        this.rows = new Map();
        for (let row = 0; row < this.count; row++) this.rows.set(this.id[row], row);
      }
      return this.rows.get(id) ?? -1;
    }

    pictureName(row) {
      let digits = '';
      for (let i = 13 * row; i < 13 * row + 12; i++) digits += this.picture[i].toString(16).padStart(2, '0');
      return `${digits.slice(0, 2)}/${digits}-${this.picture[13 * row + 12]}.jpg`;
    }

    thumbnail(row) { return 't/' + this.pictureName(row); }
    view(row) { return 'p/' + this.pictureName(row); }
    // The file itself, by its way from here; nothing where browsers do not show it as it is meant.
    original(row) {
      if ((this.flags[row] & 4) === 0) return null;
      return (this.raw.base || './') + encoded(this.path(row));
    }

    // What an image is called first: the name of the highest score.
    best(row) {
      let best = -1;
      for (let entry = this.first[row]; entry < this.first[row + 1]; entry++) {
        const kind = this.classes[this.class[entry]].kind;
        if (kind === 'safeSearch' || cairn.unnamedKinds.includes(kind)) continue;
        const score = (at) => Number.isNaN(this.score[at]) ? -Infinity : this.score[at];
        if (best < 0 || score(entry) > score(best)) best = entry;
      }
      if (best < 0) return null;
      const { name, kind } = this.classes[this.class[best]];
      return { name: name || kind, score: this.score[best] };
    }

    // What is known of one image beside its row.
    async detail(row) {
      const id = this.id[row];
      const file = Math.floor(id / 256);
      await cairn.load(this.raw.details[file]);
      return this.details.get(file)[id];
    }

    // The text of each image that has one, folded.
    async loadTexts() {
      if (this.texts) return;
      const found = new Map();
      this.incoming = found;
      await Promise.all(this.raw.texts.map((name) => cairn.load(name)));
      this.texts = found;
    }
  }

  cairn.index = (job, raw) => jobs.set(job, new Index(raw));
  cairn.detail = (job, file, raw) => jobs.get(job).details.set(Number(file), raw);
  cairn.text = (job, raw) => { for (const [id, text] of raw) jobs.get(job).incoming.set(id, text); };
  cairn.coasts = (path) => { cairn.coastPath = path; };

  // A job's index, loaded when it is first asked for.
  cairn.job = async (name, file) => {
    if (!jobs.has(name)) await cairn.load(file);
    return jobs.get(name);
  };
}
