// Warm-ups: the threshold T advances along the region; reads before it use the output file.
import { bar, byId, el } from './dom.js';
import { address, bytes, duration, percent, rate } from './format.js';
import { api } from './poll.js';
import { DataTable } from './table.js';

const legend = () => el('div', { class: 'legend' },
  el('span', { class: 'ks' }, 'from a compaction server'), el('span', { class: 'kr' }, 'from HDFS'), el('span', { class: 'kq' }, 'was cached, or left cold'));

export class Warmups {
  #table = new DataTable(byId('warmups'), {
    id: 'warmups', title: 'Warm-ups', empty: 'No warm-up goes on.', extra: [legend()],
    key: (w) => `${w.region_server} ${w.id}`, ask: () => this.#refresh(), sort: 1, descending: true,
    columns: [
      { title: 'Table', sort: 'table', cell: (w) => el('span', {}, el('strong', {}, w.table), el('span', { class: 'sub id' }, w.job_id ?? w.id)) },
      { title: 'From first to last row', sort: 'fraction', cell: region },
      { title: 'Rate', numeric: true, sort: 'rate', cell: (w) => (w.fraction === 0 && w.rate === 0 ? 'waits' : rate(w.rate)) },
      { title: 'Fetched', numeric: true, sort: 'fetched', cell: (w) => el('span', {}, `${bytes(w.bytes_from_server + w.bytes_from_hdfs)} of ${bytes(w.bytes_total)}`, el('span', { class: 'sub' }, `${bytes(w.bytes_from_hdfs)} from HDFS`)) },
      { title: 'Strategy', sort: 'strategy', cell: (w) => w.strategy },
      { title: 'Age', numeric: true, sort: 'age_ms', cell: (w) => duration(w.age_ms) },
      { title: 'Region', sort: 'region', cell: (w) => el('span', {}, el('span', { class: 'id' }, w.region.slice(0, 12)), el('span', { class: 'sub' }, `family ${w.family}`)) },
      { title: 'Region server', sort: 'region_server', cell: (w) => address(w.region_server) },
    ],
  });

  /** Requests and shows the visible page. */
  async look() {
    const query = this.#table.query;
    const { warmups, total } = await api(`/warmups?${query}`);
    this.#table.showPage(query, warmups, total);
  }

  async #refresh() {
    try {
      await this.look();
    } catch (error) {
      console.debug(error); // the next poll within seconds shows the failure
    }
  }
}

function region(warmup) {
  const at = warmup.fraction ?? 0;
  const total = Math.max(1, warmup.bytes_total);
  const server = Math.min(at, warmup.bytes_from_server / total);
  const hdfs = Math.min(at - server, warmup.bytes_from_hdfs / total);
  const marker = el('span', { class: at > 0.7 ? 't late' : 't' }, el('span', {}, `T ${percent(at)}`));
  marker.style.left = `${at * 100}%`;
  return el('div', { class: 'region', 'data-fraction': at },
    bar([['s', server], ['r', hdfs], ['q', at - server - hdfs]], `T is at ${percent(at)} of the region`), marker);
}
