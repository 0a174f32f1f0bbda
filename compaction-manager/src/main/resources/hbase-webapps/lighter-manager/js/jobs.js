// Waiting and running compactions, retained outputs, and the time that each one took.
import { bar, byId, el } from './dom.js';
import { address, bytes, duration, rate } from './format.js';
import { api } from './poll.js';
import { DataTable } from './table.js';

const REMEMBERED = 500;

const legend = () => el('div', { class: 'legend' },
  ...[['q', 'queued'], ['r', 'reading'], ['c', 'merging'], ['w', 'writing'], ['s', 'streaming']]
    .map(([key, text]) => el('span', { class: `k${key}` }, text)));

export class Jobs {
  #table;
  #seen = new Map(); // last report of each job, used when only its output is left

  constructor() {
    this.#table = new DataTable(byId('jobs'), {
      id: 'jobs', title: 'Compactions', empty: 'No compaction waits or runs.', extra: [legend()],
      key: (j) => `${j.job_id} ${j.state}`, ask: () => this.#refresh(), sort: 1,
      columns: [
        { title: 'Table', sort: 'table', cell: (j) => el('span', {}, el('strong', {}, j.table), el('span', { class: 'sub id' }, j.job_id)) },
        { title: 'State', sort: 'state', cell: (j) => el('span', {}, el('span', { class: `pill ${j.state === 'queued' ? '' : 'on'}` }, j.state), el('span', { class: 'sub' }, j.major === undefined ? '' : j.major ? 'major' : 'minor'), j.pace ? el('span', { class: 'sub' }, pace(j)) : null) },
        { title: 'Progress', sort: 'progress', cell: (j) => el('span', { class: 'with-bar' }, bar([['a', j.progress / 100]], `${j.progress} %`), el('span', { class: 'sub percent' }, `${j.progress} %`)) },
        { title: 'Where the time went', sort: 'time', cell: time },
        { title: 'Input', numeric: true, sort: 'input_bytes', cell: (j) => (j.input_bytes === undefined ? `${bytes(j.bytes)} retained` : `${bytes(j.input_bytes)} in ${j.input_files}`) },
        { title: 'Region', sort: 'region', cell: (j) => el('span', {}, el('span', { class: 'id' }, j.region.slice(0, 12)), el('span', { class: 'sub' }, `family ${j.family}`)) },
        { title: 'For', sort: 'region_server', cell: (j) => address(j.region_server) },
        { title: 'On', sort: 'server', cell: (j) => address(j.server) },
      ],
    });
  }

  /** Requests and shows the visible page. */
  async look() {
    const query = this.#table.query;
    this.#show(query, await api(`/jobs?${query}`));
  }

  async #refresh() {
    try {
      await this.look();
    } catch (error) {
      console.debug(error); // the next poll within seconds shows the failure
    }
  }

  #show(query, { jobs, retained_outputs: retained, total }) {
    const withOutput = new Set(retained.map((output) => output.job_id));
    const rows = jobs.filter((job) => !withOutput.has(job.job_id)).map((job) => {
      this.#seen.set(job.job_id, job);
      return { ...job, progress: job.percent, ...parts(job, 0) };
    });
    for (const output of retained) {
      const job = this.#seen.get(output.job_id) ?? { age_ms: 0, running_ms: 0, reading_ms: 0, writing_ms: 0 };
      const progress = output.chunks === 0 ? 100 : Math.min(100, Math.round((100 * output.chunks_served) / output.chunks));
      rows.push({ ...job, ...output, state: 'streaming', progress, ...parts(job, output.age_ms) });
    }
    while (this.#seen.size > REMEMBERED) this.#seen.delete(this.#seen.keys().next().value);
    this.#table.showPage(query, rows.sort((a, b) => a.position - b.position), total);
  }
}

function pace(job) {
  return job.read_limit === undefined ? job.pace : `${rate(job.read_limit)}, ${job.pace}`;
}

function parts(job, streaming) {
  const running = job.running_ms;
  const io = job.reading_ms + job.writing_ms;
  const scale = io > running && io > 0 ? running / io : 1; // several threads
  const reading = job.reading_ms * scale;
  const writing = job.writing_ms * scale;
  const queued = Math.max(0, job.age_ms - running);
  return { times: { q: queued, r: reading, c: Math.max(0, running - reading - writing), w: writing, s: streaming }, total_ms: queued + running + streaming };
}

function time(job) {
  const names = { q: 'queued', r: 'reading', c: 'merging', w: 'writing', s: 'streaming' };
  const known = Object.entries(job.times).filter(([, ms]) => ms > 0);
  const label = known.map(([key, ms]) => `${names[key]} ${duration(ms)}`).join(', ');
  return el('span', { class: 'with-bar' },
    bar(known.map(([key, ms]) => [key, ms / Math.max(1, job.total_ms)]), label || 'just accepted'),
    el('span', { class: 'sub' }, duration(job.total_ms)));
}
