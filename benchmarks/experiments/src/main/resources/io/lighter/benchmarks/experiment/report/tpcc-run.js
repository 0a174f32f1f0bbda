'use strict';
// Draws New-Orders over time, transactions over time by type, and latencies by type.
(() => {
  const results = JSON.parse(document.getElementById('results').textContent);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const element = (id) => document.getElementById(id);
  const types = Object.keys(results.types);
  const charts = new Map();

  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  const lineColors = () => dark.matches
    ? ['#6cb2ff', '#ffb454', '#b9a3ff', '#ff8fb0', '#8be0d4']
    : ['#1f6fd0', '#c76a00', '#6b4fc4', '#b8325e', '#1c8577'];
  const dataset = (label, data, i) => {
    const own = lineColors()[i % lineColors().length];
    return { label, data, borderColor: own, backgroundColor: own, borderWidth: 1.5, pointRadius: 0 };
  };
  const perSecond = (type) => results.intervals.map((each) => ({ x: each.start_s, y: each[type] / each.seconds }));

  const views = {
    tpmc: {
      type: 'line', x: 's since the start', y: 'New-Orders a minute',
      datasets: () => [dataset('New-Orders a minute', results.intervals.map((each) => ({ x: each.start_s, y: each.tpmc })), 0)],
    },
    rate: {
      type: 'line', x: 's since the start', y: 'a second',
      datasets: () => types.map((type, i) => dataset(type, perSecond(type), i)),
    },
    latency: {
      type: 'bar', x: '', y: 'ms', labels: types,
      datasets: () => ['p50', 'p95', 'p99', 'max'].map((figure, i) =>
        dataset(figure, types.map((type) => results.types[type][figure + '_ms']), i)),
    },
  };

  function options(view) {
    const axis = { grid: { color: color('line') }, ticks: { color: color('faint'), maxTicksLimit: 8 } };
    const title = (text) => ({ display: Boolean(text), text, color: color('faint') });
    const logarithmic = element('logarithmic').checked;
    return {
      animation: false, maintainAspectRatio: false,
      interaction: { mode: 'nearest', axis: 'x', intersect: false },
      scales: {
        x: { type: view.type === 'bar' ? 'category' : 'linear', title: title(view.x), ...axis },
        y: { type: logarithmic ? 'logarithmic' : 'linear', beginAtZero: true, title: title(view.y), ...axis },
      },
      plugins: { legend: { labels: { color: color('text'), boxWidth: 18, boxHeight: 2 } } },
    };
  }

  function draw() {
    for (const [name, view] of Object.entries(views)) {
      const panel = element('panel-' + name);
      const canvas = panel.querySelector('canvas');
      if (charts.has(canvas)) charts.get(canvas).destroy();
      const datasets = view.datasets();
      charts.set(canvas, new Chart(canvas, { type: view.type, data: { labels: view.labels, datasets }, options: options(view) }));
      panel.dataset.drawn = datasets.reduce((sum, each) => sum + each.data.length, 0);
    }
  }

  element('controls').hidden = false;
  element('controls').addEventListener('change', draw);
  element('controls').addEventListener('submit', (event) => event.preventDefault());
  dark.addEventListener('change', draw);
  draw();
})();
