// Header, alerts, totals and the switch.
import { byId, el, fill } from './dom.js';
import { address, bytes, clock, count, duration, plural } from './format.js';
import { api } from './poll.js';

const fact = (term, ...value) => el('div', {}, el('dt', {}, term), el('dd', {}, ...value));

export function showStatus(status) {
  const off = status.switch.off_tables;
  const pill = status.switch.on
    ? el('span', { class: off.length ? 'pill warn' : 'pill on' }, off.length ? `on, but for ${plural(off.length, 'table')}` : 'on')
    : el('span', { class: 'pill off' }, 'off');
  fill(byId('facts'),
    fact('Leader', address(status.manager.server)),
    fact('Standby', status.standby.length ? status.standby.map(address).join(', ') : 'none'),
    fact('Offloading', pill),
    fact('Regions', count(status.regions)),
    fact('Version', status.manager.version));
  byId('updated').textContent = `As of ${clock(status.time_ms)}; manager up for ${duration(status.manager.uptime_ms)}`;
  showSwitch(status);
}

/** Number of alerts of one kind above which they are folded. */
const ALERTS_OF_A_KIND = 3;
const unfolded = new Set();

export function showAlerts(alerts) {
  const kinds = new Map();
  for (const alert of alerts) {
    kinds.set(alert.kind, [...(kinds.get(alert.kind) ?? []), alert]);
  }
  fill(byId('alerts'), ...[...kinds].flatMap(([kind, all]) =>
    all.length <= ALERTS_OF_A_KIND ? all.map(alertItem) : [alertItem(all[0]), foldedAlerts(kind, all.slice(1))]));
  const worst = alerts.filter((alert) => alert.severity !== 'info').length;
  document.title = worst ? `(${worst}) Lighter` : 'Lighter';
}

function alertItem(alert) {
  return el('li', { class: alert.severity, 'data-alert': alert.id },
    el('span', { class: 'severity' }, alert.severity),
    el('span', { class: 'text' }, alert.text),
    el('time', { datetime: new Date(alert.since_ms).toISOString() }, `since ${clock(alert.since_ms)}`));
}

function foldedAlerts(kind, alerts) {
  const toggle = (event) => (event.target.open ? unfolded.add(kind) : unfolded.delete(kind));
  return el('li', { class: `folded ${alerts[0].severity}` },
    el('details', { open: unfolded.has(kind), on: { toggle } },
      el('summary', {}, `${count(alerts.length)} more like it`),
      el('ul', { class: 'alerts' }, ...alerts.map(alertItem))));
}

export function showTotals(totals) {
  const tile = (term, value, note, bad) =>
    el('div', {}, el('dt', {}, term), el('dd', { class: bad ? 'bad' : null }, value), el('span', { class: 'note' }, note));
  fill(byId('totals'),
    tile('Running', count(totals.running), `${count(totals.queued)} queued`),
    tile('Offloaded', count(totals.offloaded), `${bytes(totals.compacted_bytes)} compacted`),
    tile('On region servers', count(totals.local), 'by rule or fallback'),
    tile('Failed', count(totals.failed_attempts), `${plural(totals.failed_jobs, 'job')} on servers`, totals.failed_attempts > 0),
    tile('Cancelled', count(totals.cancelled), `${plural(totals.cancelled_jobs, 'job')} on servers`),
    tile('Warm-ups', count(totals.warmups), `${count(totals.warmups_completed)} completed`),
    tile('Ended early', count(totals.warmups_ended_early), 'warm-ups'),
    tile('Streamed', bytes(totals.streamed_bytes), 'of outputs'));
}

function showSwitch(status) {
  const button = byId('switch');
  button.hidden = !status.writes;
  button.textContent = status.switch.on ? 'Switch offloading off' : 'Switch offloading on';
  button.onclick = () => confirmSwitch(!status.switch.on);
}

function confirmSwitch(on) {
  const dialog = byId('confirm');
  const text = byId('confirm-text');
  text.textContent = on
    ? 'Offload compactions again? Tables that are switched off one by one stay off.'
    : 'Stop offloading for all tables? Jobs that run go on; the next compactions run on the region servers.';
  const yes = byId('confirm-yes');
  yes.textContent = on ? 'Switch on' : 'Switch off';
  yes.onclick = async () => {
    try {
      await api('/switch', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Requested-By': 'dashboard' },
        body: JSON.stringify({ on }),
      });
      dialog.close();
    } catch (error) {
      text.textContent = `Not switched: ${error.message}`;
    }
  };
  byId('confirm-no').onclick = () => dialog.close();
  dialog.showModal();
}
