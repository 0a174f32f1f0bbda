// Jobs of index builds on compaction servers: those that run, and those that ended in the last minutes.
import { byId, el } from './dom.js';
import { address, clock, count, duration, plural } from './format.js';
import { api } from './poll.js';
import { DataTable } from './table.js';

const PILLS = { running: 'on', failed: 'bad', refused: 'bad', cancelled: 'warn' };

export class Builds {
  #table = new DataTable(byId('builds'), {
    id: 'builds', title: 'Index builds', empty: 'No job of an index build runs on a compaction server.',
    key: (j) => `${j.job_id} ${j.server}`, ask: () => this.#refresh(), sort: 2,
    columns: [
      { title: 'Index', sort: 'index', cell: (j) => el('span', {}, el('strong', {}, j.index), ` of ${j.table}`, el('span', { class: 'sub id' }, j.build_id)) },
      { title: 'Job', sort: 'work', cell: (j) => el('span', {}, ...work(j), el('span', { class: 'sub id' }, j.job_id)) },
      { title: 'State', sort: 'state', cell: (j) => el('span', {}, el('span', { class: `pill ${PILLS[j.state] ?? ''}` }, j.state), j.message ? el('span', { class: 'sub' }, j.message) : null) },
      { title: 'Progress', numeric: true, sort: 'done', cell: progress },
      { title: 'Time', numeric: true, sort: 'time', cell: time },
      { title: 'On', sort: 'server', cell: (j) => address(j.server) },
    ],
  });

  /** Requests and shows the visible page. */
  async look() {
    const query = this.#table.query;
    const { build_jobs: jobs, total } = await api(`/build-jobs?${query}`);
    this.#table.showPage(query, jobs, total);
  }

  async #refresh() {
    try {
      await this.look();
    } catch (error) {
      console.debug(error); // the next poll within seconds shows the failure
    }
  }
}

function work(job) {
  if (job.kind === 'read') return [`read region ${job.subject.slice(0, 12)}`];
  if (job.subject === '') return ['merge from the first row'];
  return ['merge from row ', el('span', { class: 'sub' }, job.subject)]; // may be long
}

/** Rows of a region that were read, or entries that were merged; entries in the file of a job that completed. */
function progress(job) {
  const done = job.kind === 'read' ? plural(job.done, 'row') : `${count(job.done)} merged`;
  return job.entries === undefined ? done
    : el('span', {}, job.entries === 1 ? '1 entry' : `${count(job.entries)} entries`, el('span', { class: 'sub' }, done));
}

function time(job) {
  const ended = job.ended_ms_ago;
  const since = `since ${clock(Date.now() - job.running_ms).slice(0, 5)}`;
  return el('span', {}, duration(job.running_ms), el('span', { class: 'sub' }, ended === undefined ? since : `ended ${duration(ended)} ago`));
}
