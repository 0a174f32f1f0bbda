// The stores of one table: their files over the key space, with sizes and un-merged bytes.
import { byId, el, fill, svg } from './dom.js';
import { address, bytes, count, plural, ratio } from './format.js';
import { api } from './poll.js';

const WIDTH = 1000;
const RUN_HEIGHT = 34;
const LANE_HEIGHT = 7;
const LANE_GAP = 3;
const STRIP_HEIGHT = 22;
const MAX_LANES = 16;
const MAX_FILES_LISTED = 100;
const PAGE = 12;
const SHORT_ENGINES = { DefaultStoreEngine: 'default', StripeStoreEngine: 'stripe', DateTieredStoreEngine: 'date-tiered', RangeStoreEngine: 'range', ForestStoreEngine: 'forest', TieredStoreEngine: 'tiered' };

export class Structure {
  #section = byId('structure');
  #title = el('h2', { id: 'structure-title', tabindex: -1 });
  #sums = el('div');
  #stores = el('div', { class: 'stores' });
  #rest = el('div');
  #more = el('button', { type: 'button', id: 'structure-more', on: { click: () => { this.#shown += PAGE; this.#refresh(); } } });
  #table = null;
  #shown = PAGE;
  #unfolded = new Set();

  constructor() {
    this.#section.append(
      el('div', { class: 'head' }, this.#title,
        el('div', { class: 'legend' }, el('span', { class: 'kr' }, 'largest sorted run, height by size'), el('span', { class: 'ks' }, 'other files'), el('span', { class: 'kc' }, 'un-merged bytes of a range')),
        el('button', { type: 'button', id: 'structure-close', on: { click: () => this.#close() } }, 'Close')),
      this.#sums, this.#stores, this.#more, this.#rest);
  }

  /** Shows a table from now on, and moves to the view. */
  choose(table) {
    this.#table = table;
    this.#shown = PAGE;
    this.#section.hidden = false;
    this.#title.textContent = `Stores of ${table}`;
    this.#stores.replaceChildren();
    this.#more.hidden = true;
    fill(this.#rest);
    fill(this.#sums, el('p', { class: 'empty' }, 'Region servers report the stores in a few seconds.'));
    this.#section.scrollIntoView({ block: 'start' });
    this.#title.focus({ preventScroll: true });
    this.#refresh();
  }

  #close() {
    this.#table = null;
    this.#section.hidden = true;
    byId('tables-title').scrollIntoView({ block: 'start' });
  }

  async #refresh() {
    try {
      await this.look();
    } catch (error) {
      console.debug(error); // the next poll within seconds shows the failure
    }
  }

  /** Requests and shows the chosen table, if there is one. */
  async look() {
    const table = this.#table;
    if (table === null) return;
    const answer = await api(`/tables/${encodeURIComponent(table)}/stores`);
    if (table !== this.#table) return; // another one was chosen meanwhile
    this.#show(answer);
  }

  #show({ sums, stores, silent_servers: silent, stores_left_out: leftOut }) {
    const ordered = [...stores].sort((a, b) => b.unmerged_bytes - a.unmerged_bytes || a.region.localeCompare(b.region) || a.family.localeCompare(b.family));
    const waits = silent.length > 0
      ? `${plural(silent.length, 'region server')} will report ${silent.length === 1 ? 'its' : 'their'} stores in a few seconds.`
      : stores.length === 0 ? 'No region server with Lighter reports this table.' : null;
    const rest = ordered.length - this.#shown;
    fill(this.#sums,
      sums ? el('p', { class: 'more' }, `${plural(sums.files, 'file')}, ${bytes(sums.bytes)}, un-merged ${bytes(sums.unmerged_bytes)}; amplification of writes ${ratio(sums.write_amplification)}, of reads ${ratio(sums.read_amplification)}, of space ${ratio(sums.space_amplification)}`) : null,
      waits ? el('p', { class: 'empty' }, waits) : null);
    if (!this.#stores.contains(document.activeElement)) { // which would lose the focus
      fill(this.#stores, ...ordered.slice(0, this.#shown).map((store) => this.#store(store)));
      for (const details of this.#stores.querySelectorAll('details')) {
        details.ontoggle = () => (details.open ? this.#unfolded.add(details.dataset.store) : this.#unfolded.delete(details.dataset.store));
      }
    }
    this.#more.hidden = rest <= 0;
    if (rest > 0) this.#more.textContent = `Show ${count(Math.min(rest, PAGE))} of ${plural(rest, 'store')} more`;
    fill(this.#rest, leftOut > 0 ? el('p', { class: 'more' }, `and ${plural(leftOut, 'store')} that did not fit into reports`) : null);
  }

  #store(store) {
    const key = `${store.region} ${store.family}`;
    const engine = store.engine.split('.').at(-1);
    const files = store.file.filter((file) => file.lane !== undefined);
    const listed = store.file.slice(0, MAX_FILES_LISTED);
    return el('figure', { class: 'store', 'data-store': key },
      el('figcaption', {},
        el('b', {}, `Region ${store.region.slice(0, 12)}, family ${store.family}`),
        el('span', { class: 'sub' }, `${SHORT_ENGINES[engine] ?? engine}${store.decorated ? '' : ' (without Lighter)'} on ${address(store.region_server)}`),
        el('span', { class: 'sub' }, summary(store))),
      files.length === 0 ? el('p', { class: 'empty' }, 'No cells on disk.') : picture(store, files),
      files.length === 0 ? null : el('div', { class: 'rows' }, el('span', { class: 'id' }, files[0].first_row), el('span', { class: 'id' }, last(files))),
      listed.length === 0 ? null : el('details', { open: this.#unfolded.has(key), 'data-store': key },
        el('summary', {}, 'Files'),
        el('ul', { class: 'files' }, ...listed.map((file) => el('li', {},
          el('span', { class: 'id' }, file.first_row === null ? 'no cells' : `${file.first_row} – ${file.last_row}`),
          el('span', { class: 'num' }, `${bytes(file.bytes)}${file.in_largest_run ? '' : ', un-merged'}${treeOf(file)}`)))),
        listed.length < store.files ? el('p', { class: 'more' }, `and ${plural(store.files - listed.length, 'file')} more`) : null));
  }
}

const summary = (store) =>
  `${plural(store.files, 'file')} in ${plural(store.runs, 'sorted run')}, ${bytes(store.bytes)}, un-merged ${bytes(store.unmerged_bytes)}${trees(store.tree)}`;

/** The trees of a forest, and what of them is to be merged; nothing for other engines. */
function trees(all) {
  if (all.length === 0) return '';
  const due = all.reduce((sum, tree) => sum + tree.due_clusters, 0);
  const size = all.reduce((sum, tree) => sum + tree.due_bytes, 0);
  return `; ${plural(all.length, 'tree')}, the highest of stage ${Math.max(...all.map((tree) => tree.stage))}`
    + (due === 0 ? '' : `, ${plural(due, 'cluster')} due with ${bytes(size)}`);
}

/** The last row of all files. */
const last = (files) => files.reduce((most, file) => (file.to > most.to ? file : most)).last_row;

/** The largest run above, the other files in lanes below, and the un-merged bytes of each range. */
function picture(store, files) {
  const run = files.filter((file) => file.lane === 0);
  const others = files.filter((file) => file.lane > 0);
  const lanes = Math.min(MAX_LANES, Math.max(0, ...others.map((file) => file.lane)));
  const stripTop = RUN_HEIGHT + LANE_GAP + lanes * (LANE_HEIGHT + LANE_GAP);
  const height = stripTop + STRIP_HEIGHT;
  const image = svg('svg', { viewBox: `0 0 ${WIDTH} ${height}`, height, preserveAspectRatio: 'none', role: 'img', 'aria-label': summary(store) });
  const most = Math.max(1, ...run.map((file) => file.bytes));
  for (const file of run) {
    const size = Math.max(3, RUN_HEIGHT * file.bytes / most);
    image.append(rect('run', file.from, file.to, RUN_HEIGHT - size, size, title(file)));
  }
  for (const file of others) {
    const top = RUN_HEIGHT + LANE_GAP + (Math.min(lanes, file.lane) - 1) * (LANE_HEIGHT + LANE_GAP);
    image.append(rect('other', file.from, file.to, top, LANE_HEIGHT, `${title(file)}, un-merged`));
  }
  const ranges = rangesOf(run).map(([from, to]) => [from, to, unmerged(others, from, to)]);
  const largest = Math.max(1, ...ranges.map(([, , size]) => size));
  for (const [from, to, size] of ranges) {
    const bar = size === 0 ? 0 : Math.max(1, (STRIP_HEIGHT - 2) * size / largest);
    image.append(rect('strip', from, to, height - bar, bar, `un-merged in this range: about ${bytes(size)}`));
  }
  image.append(svg('line', { x1: 0, x2: WIDTH, y1: height - 0.5, y2: height - 0.5 }));
  return image;
}

const title = (file) => `${file.first_row} – ${file.last_row}: ${bytes(file.bytes)}${treeOf(file)}`;

/** Trees count from the oldest. */
const treeOf = (file) => (file.tree === null ? '' : `, tree ${file.tree + 1}`);

/** A range reaches from the beginning of its file to that of the next one. */
function rangesOf(run) {
  return run.map((file, i) => [i === 0 ? 0 : file.from, i === run.length - 1 ? 1 : run[i + 1].from]);
}

/** The parts of the files in a range, as if their bytes were spread evenly. */
function unmerged(files, from, to) {
  return files.reduce((sum, file) => {
    const width = file.to - file.from;
    if (width <= 0) return sum + (file.from >= from && (file.from < to || to === 1) ? file.bytes : 0);
    return sum + file.bytes * Math.max(0, Math.min(to, file.to) - Math.max(from, file.from)) / width;
  }, 0);
}

/** A rectangle over a part of the key space, which is visible however narrow it is. */
function rect(kind, from, to, y, height, text) {
  const x = Math.min(WIDTH - 3, from * WIDTH);
  return svg('rect', { class: kind, x, y, width: Math.max(3, (to - from) * WIDTH - 2), height }, svg('title', {}, text));
}
