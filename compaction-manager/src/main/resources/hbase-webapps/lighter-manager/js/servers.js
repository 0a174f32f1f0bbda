// Compaction servers.
import { bar, byId, el } from './dom.js';
import { address, bytes, count, duration, percent, rate } from './format.js';
import { sparkline } from './charts.js';
import { api } from './poll.js';
import { DataTable } from './table.js';

const HISTORY_MS = 10000;

function state(server) {
  if (server.silent) return ['silent', 'bad'];
  if (server.draining) return [server.drained ? 'drained' : 'draining', 'warn'];
  if (server.report_age_ms >= 10000) return ['no report', 'bad'];
  if (server.failures_in_a_row >= 3) return ['failing', 'bad'];
  return server.running + server.index_build_running > 0 ? ['working', 'on'] : ['idle', ''];
}

export class Servers {
  #table;
  #history = new Map();
  #readAt = 0;

  constructor(onChoose) {
    const spark = (server, name, text, max) =>
      el('span', { class: 'spark' },
        sparkline(this.#history.get(server.server)?.[name] ?? [], max, `last 10 minutes, now ${text}`), el('span', {}, text));
    this.#table = new DataTable(byId('servers'), {
      id: 'servers', title: 'Compaction servers', empty: 'No compaction server is alive.',
      key: (s) => s.server, text: (s) => `${s.server} ${s.group} ${state(s)[0]}`, sort: 7, descending: true,
      columns: [
        { title: 'Server', value: (s) => s.server, cell: (s) => el('span', {},
          el('button', { type: 'button', class: 'link', on: { click: () => onChoose(s.server) }, title: `Show the load of ${s.server}` }, address(s.server)),
          el('span', { class: 'sub' }, s.silent ? 'no report yet' : `${s.version}, up ${duration(s.uptime_ms).replace(/ \d+ s$/, '')}`)) },
        { title: 'Group', value: (s) => s.group, cell: (s) => s.group },
        { title: 'State', value: (s) => state(s)[0], cell: (s) => el('span', { class: `pill ${state(s)[1]}` }, state(s)[0]) },
        { title: 'CPU', numeric: true, value: (s) => s.cpu_load, cell: (s) => spark(s, 'cpu_load', percent(s.cpu_load), 1) },
        { title: 'Throughput', numeric: true, value: (s) => s.compacted_per_s, cell: (s) => spark(s, 'compacted_per_s', rate(s.compacted_per_s ?? 0)) },
        { title: 'Cache', numeric: true, value: (s) => (s.silent ? -1 : s.reserved_bytes / Math.max(1, s.cache_bytes)), cell: (s) => memory(s) },
        { title: 'Heap', numeric: true, value: (s) => s.heap_used_bytes, cell: (s) => (s.heap_max_bytes ? el('span', {}, bytes(s.heap_used_bytes), el('span', { class: 'sub' }, `of ${bytes(s.heap_max_bytes)}`)) : '–') },
        { title: 'Jobs', numeric: true, value: (s) => s.queued * 1000 + s.running, cell: (s) => (s.silent ? '–' : el('span', {}, `${s.running} of ${s.threads} run`, el('span', { class: 'sub' }, `${s.queued} wait`), s.index_build_running > 0 ? el('span', { class: 'sub' }, `${s.index_build_running} of index builds`) : null)) },
        { title: 'Done', numeric: true, value: (s) => s.completed_jobs, cell: (s) => count(s.completed_jobs) },
        { title: 'Failed', numeric: true, value: (s) => s.failed_jobs, cell: (s) => count(s.failed_jobs) },
      ],
    });
  }

  async show({ servers, silent_servers: silent }) {
    const rows = [...servers, ...silent.map((server) => ({ server, group: '', version: '', silent: true, running: 0, queued: 0 }))];
    this.#table.rows = rows;
    const shown = this.#table.shown.filter((row) => !row.silent);
    if (Date.now() - this.#readAt >= HISTORY_MS || shown.some((row) => !this.#history.has(row.server))) {
      await this.#readHistory(shown);
      this.#table.rows = rows;
    }
  }

  async #readHistory(shown) {
    const query = new URLSearchParams({ minutes: 10 });
    if (shown.length === 0) return;
    shown.forEach((row) => query.append('server', row.server));
    const { series } = await api(`/history?${query}`);
    this.#history = new Map(series.map((each) => [each.server, each]));
    this.#readAt = Date.now();
  }
}

function memory(server) {
  if (server.silent) return '–';
  const all = Math.max(1, server.cache_bytes);
  const retained = server.retained_bytes / all;
  const text = `${bytes(server.reserved_bytes)} of ${bytes(server.cache_bytes)}`;
  return el('span', { class: 'with-bar' },
    bar([['s', retained], ['r', Math.min(1 - retained, server.reserved_bytes / all - retained)]], `${text} reserved, ${bytes(server.retained_bytes)} of it retained outputs`),
    el('span', { class: 'sub' }, text));
}
