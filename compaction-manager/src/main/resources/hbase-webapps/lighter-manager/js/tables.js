// Tables with what their stores cost; the name of a table opens the view of its stores.
import { byId, el } from './dom.js';
import { bytes, count, plural, ratio } from './format.js';
import { api } from './poll.js';
import { DataTable } from './table.js';

export class Tables {
  #table;

  constructor(onChoose) {
    const times = (title, name, sub) => ({
      title, numeric: true, sort: name,
      cell: (t) => el('span', {}, ratio(t[name]), sub ? el('span', { class: 'sub' }, sub(t)) : null),
    });
    this.#table = new DataTable(byId('tables'), {
      id: 'tables', title: 'Tables', empty: 'No region server with Lighter has a table.',
      key: (t) => t.table, ask: () => this.#refresh(), sort: 1, descending: true,
      columns: [
        { title: 'Table', sort: 'table', cell: (t) => el('span', {},
          el('button', { type: 'button', class: 'link', on: { click: () => onChoose(t.table) }, title: `Show the stores of ${t.table}` }, t.table),
          el('span', { class: 'sub' }, `on ${plural(t.region_servers, 'region server')}`)) },
        { title: 'Size', numeric: true, sort: 'bytes', cell: (t) => el('span', {}, bytes(t.bytes), t.waiting_bytes ? el('span', { class: 'sub' }, `and ${bytes(t.waiting_bytes)} to archive`) : null) },
        { title: 'Un-merged', numeric: true, sort: 'unmerged_bytes', cell: (t) => bytes(t.unmerged_bytes) },
        { title: 'Files', numeric: true, sort: 'files', cell: (t) => el('span', {}, count(t.files), el('span', { class: 'sub' }, `in ${plural(t.stores, 'store')}`)) },
        times('Write ampl.', 'write_amplification', (t) => `${bytes(t.flushed_bytes)} flushed`),
        times('Read ampl.', 'read_amplification', (t) => `at most ${count(t.most_runs)}`),
        times('Space ampl.', 'space_amplification'),
      ],
    });
  }

  /** Requests and shows the visible page. */
  async look() {
    const query = this.#table.query;
    const { tables, total } = await api(`/tables?${query}`);
    this.#table.showPage(query, tables, total);
  }

  async #refresh() {
    try {
      await this.look();
    } catch (error) {
      console.debug(error); // the next poll within seconds shows the failure
    }
  }
}
