// The four charts of the last minutes, and the small ones in tables.
import { byId, el, fill, svg } from './dom.js';
import { bytes, clock, count, percent, rate } from './format.js';
import { api } from './poll.js';

const CHARTS = [
  { title: 'CPU', lines: [['cpu_load', 'of the machine', '--accent']], format: percent, max: 1 },
  { title: 'Memory', lines: [['reserved_bytes', 'reserved', '--reading'], ['retained_bytes', 'retained', '--streaming'], ['heap_used_bytes', 'heap', '--computing']], format: bytes },
  { title: 'Jobs', lines: [['running', 'running', '--accent'], ['queued', 'queued', '--queued']], format: count, whole: true },
  { title: 'Throughput', lines: [['compacted_per_s', 'compacted', '--writing'], ['streamed_per_s', 'streamed', '--streaming']], format: rate },
];

const KEYS = { '--accent': 'ka', '--queued': 'kq', '--reading': 'kr', '--computing': 'kc', '--writing': 'kw', '--streaming': 'ks' };

/** A line from 0 to `max` (or its own maximum), with the newest value on the right. */
export function sparkline(values, max, label) {
  const picture = svg('svg', { viewBox: '0 0 100 30', preserveAspectRatio: 'none', role: 'img', 'aria-label': label });
  const top = max ?? Math.max(1, ...values);
  const known = values.map((v) => v ?? 0);
  if (known.length > 1) {
    const points = known.map((v, i) =>
      `${((i / (known.length - 1)) * 100).toFixed(1)},${(29 - (Math.min(v, top) / top) * 27).toFixed(1)}`);
    picture.append(
      svg('polygon', { points: `0,30 ${points.join(' ')} 100,30` }),
      svg('polyline', { points: points.join(' ') }));
  }
  return picture;
}

export class LoadCharts {
  #charts = [];
  #server = byId('chart-server');
  #minutes = byId('chart-minutes');
  #last = null;

  constructor() {
    for (const spec of CHARTS) {
      const now = el('span', { class: 'legend' });
      const canvas = el('canvas', { role: 'img' });
      byId('chart-grid').append(
        el('figure', { class: 'chart' }, el('figcaption', {}, el('b', {}, spec.title), now), el('div', { class: 'canvas' }, canvas)));
      this.#charts.push({ spec, now, canvas, chart: null });
    }
    this.#server.append(el('option', { value: '' }, 'all servers'));
    this.#server.addEventListener('change', () => this.refresh());
    this.#minutes.addEventListener('change', () => this.refresh());
    document.addEventListener('theme', () => this.#recolour());
  }

  /** Offers these servers; the selected one stays selected while present. */
  set servers(names) {
    const before = [...this.#server.options].slice(1).map((option) => option.value);
    if (before.join() === names.join()) return;
    const chosen = this.#server.value;
    this.#server.replaceChildren(el('option', { value: '' }, 'all servers'),
      ...names.map((name) => el('option', { value: name }, name.split(',').slice(0, 2).join(':'))));
    this.#server.value = names.includes(chosen) ? chosen : '';
  }

  choose(server) {
    this.#server.value = server;
    this.refresh();
    this.#server.focus();
    byId('charts').scrollIntoView({ block: 'nearest' });
  }

  async refresh() {
    const query = this.#query();
    const answer = await api(`/history?${query}`);
    if (query !== this.#query()) return; // another server or time was chosen since, and asks itself
    this.#last = answer.series[0];
    this.#draw();
  }

  #query() {
    const query = new URLSearchParams({ minutes: this.#minutes.value });
    if (this.#server.value !== '') query.append('server', this.#server.value);
    return query.toString();
  }

  #draw() {
    const series = this.#last;
    for (const item of this.#charts) {
      const { spec } = item;
      item.chart ??= this.#create(item);
      spec.lines.forEach(([name], i) => {
        item.chart.data.datasets[i].data = series.time_ms.map((x, at) => ({ x, y: series[name][at] }));
      });
      const end = series.time_ms.at(-1);
      item.chart.options.scales.x.min = end ? end - Number(this.#minutes.value) * 60000 : undefined;
      item.chart.options.scales.x.max = end;
      item.chart.update('none');
      const now = spec.lines.map(([name, label]) => `${spec.format(series[name].at(-1))} ${label}`);
      fill(item.now, ...spec.lines.map(([, , variable], i) => el('span', { class: KEYS[variable] }, now[i])));
      item.canvas.setAttribute('aria-label', `${spec.title}: ${now.join(', ')}`);
    }
  }

  #create({ spec, canvas }) {
    return new globalThis.Chart(canvas, {
      type: 'line',
      data: { datasets: spec.lines.map(([, label, variable]) => ({ label, variable, data: [], borderWidth: 1.5, pointRadius: 0, fill: spec.lines.length === 1, ...colours(variable) })) },
      options: {
        animation: false, responsive: true, maintainAspectRatio: false, parsing: false, normalized: true,
        interaction: { mode: 'index', intersect: false },
        scales: {
          x: { type: 'linear', ticks: { maxTicksLimit: 4, maxRotation: 0, callback: (ms) => clock(ms).slice(0, 5), color: css('--muted'), font: { size: 11 } }, grid: { display: false } },
          y: { min: 0, max: spec.max, suggestedMax: spec.whole ? 4 : undefined, ticks: { maxTicksLimit: 4, precision: spec.whole ? 0 : undefined, callback: (v) => spec.format(v), color: css('--muted'), font: { size: 11 } }, grid: { color: css('--line') }, border: { display: false } },
        },
        plugins: { legend: { display: false }, tooltip: { callbacks: { title: (items) => clock(items[0].parsed.x), label: (item) => ` ${item.dataset.label}: ${spec.format(item.parsed.y)}` } } },
      },
    });
  }

  #recolour() {
    for (const { chart } of this.#charts) {
      if (!chart) continue;
      chart.data.datasets.forEach((set) => Object.assign(set, colours(set.variable)));
      chart.options.scales.x.ticks.color = chart.options.scales.y.ticks.color = css('--muted');
      chart.options.scales.y.grid.color = css('--line');
      chart.update('none');
    }
  }
}

const css = (variable) => getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
const colours = (variable) => ({ borderColor: css(variable), backgroundColor: `${css(variable)}24` });
