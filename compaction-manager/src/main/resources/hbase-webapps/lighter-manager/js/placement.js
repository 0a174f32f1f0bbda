// The servers' parts of the slots, and region servers' local compactions.
import { bar, byId, el, fill } from './dom.js';
import { address, count, plural } from './format.js';
import { DataTable } from './table.js';

const MAX_SERVERS = 30;

export function showAssignments({ groups }) {
  const section = byId('placement');
  const cards = groups.map((group) => {
    const most = Math.max(1, ...group.servers.map((server) => server.regions));
    const shown = [...group.servers].sort((a, b) => b.regions - a.regions).slice(0, MAX_SERVERS);
    return el('div', {},
      el('h3', {}, `Group ${group.group}`),
      el('p', { class: 'more' }, `${plural(group.regions, 'region')} in ${plural(group.occupied_slots, 'slot')}, ${plural(group.live_servers, 'live server')}`),
      el('dl', { class: 'meter' }, ...shown.flatMap((server) => [
        el('dt', {}, address(server.server)),
        el('dd', {}, bar([['a', server.regions / most]], plural(server.regions, 'region'))),
        el('dd', { class: 'num' }, `${count(server.regions)} / ${count(server.slots)} slots`),
      ])),
      group.servers.length > MAX_SERVERS ? el('p', { class: 'more' }, `and ${group.servers.length - MAX_SERVERS} servers with fewer regions`) : null);
  });
  fill(section, el('div', { class: 'head' }, el('h2', { id: 'placement-title' }, 'Assignments')),
    groups.length === 0 ? el('p', { class: 'empty' }, 'No group has a server or a region.') : el('div', { class: 'groups' }, ...cards));
}

export class RegionServers {
  #table;
  #fallbacks = el('div');

  constructor() {
    const left = el('div');
    byId('region-servers').append(el('div', { class: 'columns' }, left, this.#fallbacks));
    const number = (title, name) => ({ title, numeric: true, value: (s) => s[name], cell: (s) => count(s[name]) });
    this.#table = new DataTable(left, {
      id: 'region-servers', title: 'Region servers', empty: 'No region server has reported in the last minute.',
      key: (s) => s.region_server, text: (s) => s.region_server, sort: 1, descending: true,
      columns: [
        { title: 'Region server', value: (s) => s.region_server, cell: (s) => address(s.region_server) },
        number('In flight', 'in_flight'), number('Offloaded', 'offloaded'), number('Adopted', 'adopted'), number('Local', 'local'),
        number('Failed', 'failed_attempts'),
        number('Cancelled', 'cancelled'), number('Warm-ups', 'warmups'), number('Ended early', 'warmups_ended_early'),
      ],
    });
  }

  show({ region_servers: servers }, { fallbacks }) {
    this.#table.rows = servers;
    const most = Math.max(1, ...fallbacks.map((each) => each.count));
    fill(this.#fallbacks,
      el('div', { class: 'head' }, el('h2', {}, 'Compactions on region servers, by reason')),
      fallbacks.length === 0
        ? el('p', { class: 'empty' }, 'None: all were offloaded.')
        : el('dl', { class: 'meter', id: 'fallbacks' }, ...fallbacks.flatMap((each) => [
          el('dt', {}, each.reason),
          el('dd', {}, bar([['q', each.count / most]], count(each.count))),
          el('dd', { class: 'num' }, count(each.count)),
        ])));
  }
}
