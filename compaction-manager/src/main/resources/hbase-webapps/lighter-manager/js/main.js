// The dashboard: calls the API, and passes each answer to the part of the page that shows it.
import { byId } from './dom.js';
import { clock, duration } from './format.js';
import { Builds } from './builds.js';
import { LoadCharts } from './charts.js';
import { Indexes } from './indexes.js';
import { Jobs } from './jobs.js';
import { showAlerts, showStatus, showTotals } from './overview.js';
import { RegionServers, showAssignments } from './placement.js';
import { api, ApiError, poll } from './poll.js';
import { Servers } from './servers.js';
import { Structure } from './structure.js';
import { Tables } from './tables.js';
import { Tiers } from './tiers.js';
import { Warmups } from './warmups.js';

const CHARTS_MS = 5000;

addEventListener('DOMContentLoaded', () => {
  const charts = new LoadCharts();
  const servers = new Servers((server) => charts.choose(server));
  const jobs = new Jobs();
  const builds = new Builds();
  const warmups = new Warmups();
  const structure = new Structure();
  const tables = new Tables((table) => structure.choose(table));
  const tiers = new Tiers((table) => structure.choose(table));
  const indexes = new Indexes((table) => structure.choose(table));
  const regionServers = new RegionServers();
  let chartsAt = 0;

  const look = async () => {
    const [status, alerts, serverList, groups, clients, fallbacks] = await Promise.all([
      ...['/status', '/alerts', '/servers', '/assignments', '/region-servers', '/fallbacks'].map((path) => api(path)), jobs.look(), builds.look(), warmups.look(), tables.look(), structure.look(), tiers.look(), indexes.look()]);
    showStatus(status);
    showAlerts(alerts.alerts);
    showTotals(status.totals);
    charts.servers = serverList.servers.map((server) => server.server);
    showAssignments(groups);
    regionServers.show(clients, fallbacks);
    await servers.show(serverList);
    if (Date.now() - chartsAt >= CHARTS_MS) {
      await charts.refresh();
      chartsAt = Date.now();
    }
  };

  const unreachable = byId('unreachable');
  poll(look, (failure) => {
    unreachable.hidden = failure === null;
    byId('main').classList.toggle('old', failure !== null);
    if (failure !== null) {
      const ofManager = failure.error instanceof ApiError;
      if (!ofManager) console.error(failure.error);
      const what = ofManager ? 'Manager unreachable' : 'This page itself fails';
      unreachable.textContent = `${what} since ${clock(failure.since)} (${failure.error.message}). Next try in ${duration(failure.retryMs)}.`;
    }
  });
});
