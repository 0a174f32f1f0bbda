'use strict';
// Draws one plot for each thing that is measured, with a line for each engine.
(() => {
  const results = JSON.parse(document.getElementById('results').textContent);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const element = (id) => document.getElementById(id);
  const controls = { figure: element('figure'), repeat: element('repeat'), logarithmic: element('logarithmic') };
  const charts = new Map();

  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  const lineColors = () => dark.matches
    ? ['#6cb2ff', '#ffb454', '#b9a3ff', '#ff8fb0', '#8be0d4', '#d6de6b', '#c9c9c9']
    : ['#1f6fd0', '#c76a00', '#6b4fc4', '#b8325e', '#1c8577', '#7a8300', '#5a5a5a'];
  const points = (xs, ys) => xs.map((x, i) => ({ x, y: ys[i] }));

  const course = (engine) => {
    const repeat = Number(controls.repeat.value);
    const run = engine.runs.find((each) => each.repeat === repeat) || engine.runs[0];
    return run && run.course;
  };
  const latency = (name) => ({
    y: 'ms', line: (c) => points(c[name].t, c[name][controls.figure.value]),
  });
  const views = {
    scan: latency('scan'),
    get: latency('get'),
    files: { y: 'files', line: (c) => points(c.files.t, c.files.count), stepped: true },
    space: { y: 'MB', line: (c) => points(c.space.t, c.space.mb) },
  };

  function datasets(view) {
    const colors = lineColors();
    return results.engines.filter(course).map((engine, i) => ({
      label: engine.name, data: view.line(course(engine)),
      borderColor: colors[i % colors.length], backgroundColor: colors[i % colors.length],
      borderWidth: 1.5, pointRadius: 0, stepped: Boolean(view.stepped),
    }));
  }

  function options(view) {
    const axis = { grid: { color: color('line') }, ticks: { color: color('faint'), maxTicksLimit: 7 } };
    const title = (text) => ({ display: true, text, color: color('faint') });
    const logarithmic = controls.logarithmic.checked;
    return {
      animation: false, maintainAspectRatio: false, parsing: false, normalized: true,
      interaction: { mode: 'nearest', axis: 'x', intersect: false },
      scales: {
        x: { type: 'linear', title: title('s from the first insert'), ...axis },
        y: { type: logarithmic ? 'logarithmic' : 'linear', beginAtZero: true, title: title(view.y), ...axis },
      },
      plugins: {
        legend: { labels: { color: color('text'), boxWidth: 18, boxHeight: 2 } },
        tooltip: { callbacks: { title: (items) => items.length ? String(items[0].parsed.x) : '' } },
      },
    };
  }

  function draw() {
    for (const [name, view] of Object.entries(views)) {
      const panel = element('panel-' + name);
      const canvas = panel.querySelector('canvas');
      if (charts.has(canvas)) charts.get(canvas).destroy();
      charts.set(canvas, new Chart(canvas, {
        type: 'line', data: { datasets: datasets(view) }, options: options(view),
      }));
      panel.dataset.drawn = results.engines.length;
    }
  }

  for (let repeat = 1; repeat <= results.repeat; repeat++) {
    controls.repeat.add(new Option(repeat, repeat));
  }
  element('controls').hidden = false;
  element('controls').addEventListener('change', draw);
  element('controls').addEventListener('submit', (event) => event.preventDefault());
  dark.addEventListener('change', draw);
  draw();
})();
