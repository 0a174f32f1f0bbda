// Tables with secondary indexes: which regions keep them, and what writes did for them.
import { byId, el } from './dom.js';
import { address, bytes, count, duration, plural } from './format.js';
import { api } from './poll.js';
import { DataTable } from './table.js';

export class Indexes {
  #table;
  #activity = el('p', { class: 'activity' });

  constructor(onChoose) {
    const link = (table) => el('button', { type: 'button', class: 'link', on: { click: () => onChoose(table) }, title: `Show the stores of ${table}` }, table);
    this.#table = new DataTable(byId('indexes'), {
      id: 'indexes', title: 'Indexes', empty: 'No table has a secondary index.', extra: [this.#activity],
      key: (t) => t.table, ask: () => this.#refresh(), sort: 3, descending: true,
      columns: [
        { title: 'Table', sort: 'table', cell: (t) => el('span', {}, link(t.table), el('span', { class: 'sub' }, bytes(t.bytes))) },
        { title: 'Indexes', sort: 'index_bytes', cell: (t) => el('span', {}, ...t.indexes.map((index) => el('span', { class: 'sub' },
          index.table === '' ? index.name : link(index.table), index.bytes === null ? '' : ` ${bytes(index.bytes)}`, ' ', ...stateOf(index), ...collectionOf(index)))) },
        { title: 'Regions', numeric: true, sort: 'regions', cell: (t) => count(t.regions) },
        { title: 'State', sort: 'broken_regions', cell: state },
      ],
    });
  }

  /** Requests and shows the visible page. */
  async look() {
    const query = this.#table.query;
    const { tables, total, activity } = await api(`/indexes?${query}`);
    this.#table.showPage(query, tables, total);
    this.#activity.hidden = total === 0;
    this.#activity.textContent = summary(activity);
  }

  async #refresh() {
    try {
      await this.look();
    } catch (error) {
      console.debug(error); // the next poll within seconds shows the failure
    }
  }
}

/** Lookups read an index that is ACTIVE, and no other. */
function stateOf(index) {
  if (index.state === '' || index.state === 'ACTIVE') return [];
  return [el('span', { class: index.state === 'SUSPECT' ? 'pill bad' : 'pill' }, index.state)];
}

/** Rounds that collect stale entries, of an index that leaves them to compactions. */
function collectionOf({ collection }) {
  if (!collection) return [];
  const { last, ended_ms: ended, bytes_before: before, bytes_after: after, running, problem } = collection;
  const parts = [];
  if (running !== null) parts.push(`${running} compacts the ${collection.compacting_index ? 'index' : 'data'}, ${collection.regions_done} of ${plural(collection.regions, 'region')}`);
  if (last !== null) parts.push(`collected ${duration(Math.max(0, Date.now() - ended))} ago${before === null ? '' : `, ${bytes(before)} to ${bytes(after)}`}`);
  if (problem !== null && running === null) parts.push(`no collection: ${problem}`);
  return [el('span', { class: 'sub', title: last ?? '' }, parts.length === 0 ? 'not collected yet' : parts.join('; '))];
}

function state(table) {
  if (table.unobserved_regions + table.refusing_regions === 0) return 'kept';
  const why = [];
  if (table.unobserved_regions > 0) why.push(`${plural(table.unobserved_regions, 'region')} insert no entries`);
  if (table.refusing_regions > 0) why.push(`${plural(table.refusing_regions, 'region')} refuse writes`);
  return el('span', {}, ...why.map((text) => el('span', { class: 'pill bad' }, text)),
    el('span', { class: 'sub' }, `on ${table.broken_on.map(address).join(', ')}`));
}

/** What region servers did since they started, over all tables. */
function summary(activity) {
  const parts = [
    `${count(activity.inserts)} entries inserted`,
    `99 % of the batches within ${duration(activity.insert_p99_ms)}`,
    `${count(activity.refused_batches)} batches refused`,
    `${count(activity.removals)} entries removed`,
    `${plural(activity.removal_queue, 'row')} waiting for removal`,
    `${plural(activity.removals_dropped, 'row')} with removals dropped`];
  return `All region servers: ${parts.join(', ')}.`;
}
