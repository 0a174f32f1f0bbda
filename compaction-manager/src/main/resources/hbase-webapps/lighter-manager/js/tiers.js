// Tables with levels over tiers of storage: where their blocks are, and what merges wrote.
import { bar, byId, el } from './dom.js';
import { bytes, count, duration, percent, plural, ratio } from './format.js';
import { api } from './poll.js';
import { DataTable } from './table.js';

const KINDS = { SSD: 'r', DISK: 'c', ARCHIVE: 's' };
const OTHER = 'w';
const LEVELS = ['a', 'q']; // in turn, after the flush
const MUCH = 0.1; // the share of misplaced replicas of the alert

const legend = () => el('div', { class: 'legend' },
  el('span', { class: 'kr' }, 'SSD'), el('span', { class: 'kc' }, 'DISK'), el('span', { class: 'ks' }, 'ARCHIVE'), el('span', { class: 'kw' }, 'other'));

export class Tiers {
  #table;

  constructor(onChoose) {
    const size = (title, name) => ({ title, numeric: true, sort: name, cell: (t) => (t.audited_stores === 0 ? '–' : bytes(t[name])) });
    this.#table = new DataTable(byId('tiers'), {
      id: 'tiers', title: 'Tiers', empty: 'No table has the engine of levels over tiers of storage (tiered).', extra: [legend()],
      key: (t) => t.table, ask: () => this.#refresh(), sort: 1, descending: true,
      columns: [
        { title: 'Table', sort: 'table', cell: (t) => el('span', {},
          el('button', { type: 'button', class: 'link', on: { click: () => onChoose(t.table) }, title: `Show the stores of ${t.table}` }, t.table),
          el('span', { class: 'sub' }, `${bytes(t.bytes)} in ${plural(t.stores, 'store')}`)) },
        { title: 'Replicas by storage', sort: 'bytes', cell: storage },
        { title: 'Misplaced', numeric: true, sort: 'misplaced_bytes', cell: misplaced },
        size('Cold in hot', 'cold_in_hot_bytes'),
        size('Hot in cold', 'hot_in_cold_bytes'),
        { title: 'Write ampl.', sort: 'write_amplification', cell: written },
        { title: 'Full runs', numeric: true, sort: 'full_runs', cell: (t) => el('span', {}, count(t.full_runs), t.full_run_ms > 0 ? el('span', { class: 'sub' }, `for ${duration(t.full_run_ms)}`) : null) },
        { title: 'Flush spills', numeric: true, sort: 'flush_spills', cell: (t) => count(t.flush_spills) },
        { title: 'Forecast error', numeric: true, sort: 'forecast_error_percent', cell: forecast },
      ],
    });
  }

  /** Requests and shows the visible page. */
  async look() {
    const query = this.#table.query;
    const { tables, total } = await api(`/tiers?${query}`);
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

/** Two bars of one scale: what the tiers ask for, and what is. */
function storage(table) {
  if (table.audited_stores === 0) return 'not looked at yet';
  const sum = (name) => table.storage.reduce((all, type) => all + type[name], 0);
  const most = Math.max(1, sum('intended_bytes'), sum('real_bytes'));
  const line = (label, name) => [
    el('span', { class: 'sub' }, label),
    bar(table.storage.map((type) => [KINDS[type.type] ?? OTHER, type[name] / most]),
      `${label}: ${table.storage.map((type) => `${type.type} ${bytes(type[name])}`).join(', ')}`)];
  return el('span', { class: 'with-bar' },
    el('span', { class: 'pair' }, ...line('intended', 'intended_bytes'), ...line('real', 'real_bytes')),
    el('span', { class: 'sub' }, table.storage.map((type) => `${type.type} ${bytes(type.real_bytes)} of ${bytes(type.intended_bytes)}`).join(', ')),
    table.audited_stores < table.stores ? el('span', { class: 'sub' }, `${count(table.audited_stores)} of ${plural(table.stores, 'store')} looked at`) : null);
}

function misplaced(table) {
  if (table.audited_stores === 0) return '–';
  return el('span', {}, bytes(table.misplaced_bytes),
    table.misplaced_share === null ? null : el('span', { class: 'sub' },
      table.misplaced_share > MUCH ? el('span', { class: 'pill warn' }, percent(table.misplaced_share)) : percent(table.misplaced_share)));
}

/** The flush of each byte, and what merges wrote of it to each level. */
function written(table) {
  const all = table.write_amplification;
  if (all === null) return '–';
  const levels = table.levels.filter((level) => level.merged_bytes > 0);
  const text = ['flush 1', ...levels.map((level) => `level ${level.level} ${ratio(level.write_amplification)}`)].join(', ');
  return el('span', { class: 'with-bar' }, el('span', {}, ratio(all)),
    bar([['q', 1 / all], ...levels.map((level, i) => [LEVELS[i % LEVELS.length], level.write_amplification / all])], text),
    el('span', { class: 'sub' }, text));
}

function forecast(table) {
  if (table.forecast_error_percent === null) return '–';
  return el('span', {}, percent(table.forecast_error_percent / 100), el('span', { class: 'sub' }, `of ${plural(table.forecasts, 'merge')}`));
}
