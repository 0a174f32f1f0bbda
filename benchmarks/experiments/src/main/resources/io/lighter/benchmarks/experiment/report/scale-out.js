'use strict';
// Draws one plot for each thing that is measured, with a line for each cluster.
(() => {
  const results = JSON.parse(document.getElementById('results').textContent);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const element = (id) => document.getElementById(id);
  const controls = { figure: element('figure'), repeat: element('repeat'), logarithmic: element('logarithmic') };
  const charts = new Map();

  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  const lineColors = () => dark.matches
    ? ['#6cb2ff', '#ffb454', '#b9a3ff', '#ff8fb0', '#8be0d4']
    : ['#1f6fd0', '#c76a00', '#6b4fc4', '#b8325e', '#1c8577'];
  const points = (xs, ys) => xs.map((x, i) => ({ x, y: ys[i] }));

  const course = (cluster) => {
    const repeat = Number(controls.repeat.value);
    const run = cluster.runs.find((each) => each.repeat === repeat) || cluster.runs[0];
    return run && run.course;
  };
  const latency = (name) => ({
    y: 'ms', line: (c) => points(c[name].t, c[name][controls.figure.value]),
  });
  const each = (cluster, ys) => ys.map((y) => y / cluster.region_servers);
  const measured = {
    waiting: { y: 'compactions', line: (c) => points(c.waiting.t, c.waiting.count), stepped: true },
    wait: { y: 's', line: (c) => points(c.jobs.t, c.jobs.wait_s), dots: true },
    compaction: { y: 's', line: (c) => points(c.jobs.t, c.jobs.compaction_s), dots: true },
    rate: { y: 'a minute', line: (c) => points(c.compactions.t, c.compactions.per_minute) },
    get: latency('get'),
    scan: latency('scan'),
  };
  const simulated = {
    'simulated-wait': { y: 's', line: (c) => points(c.minute, c.wait_p50_s) },
    'simulated-waiting': { y: 'compactions', line: (c, cluster) => points(c.minute, each(cluster, c.waiting)) },
    'simulated-rate': { y: 'a minute', line: (c, cluster) => points(c.minute, each(cluster, c.compactions)) },
  };

  /** Shades the time before the first server joins. */
  const shading = {
    id: 'shading',
    beforeDatasetsDraw(chart) {
      const { ctx, chartArea: area, scales: { x } } = chart;
      const right = Math.min(area.right, x.getPixelForValue(0));
      if (right > area.left) {
        ctx.fillStyle = color('warmup');
        ctx.fillRect(area.left, area.top, right - area.left, area.bottom - area.top);
      }
    },
  };

  function datasets(view, clusters, courseOf) {
    const colors = lineColors();
    return clusters.filter(courseOf).map((cluster, i) => ({
      label: cluster.region_servers + ' region servers', data: view.line(courseOf(cluster), cluster),
      borderColor: colors[i % colors.length], backgroundColor: colors[i % colors.length],
      borderWidth: 1.5, pointRadius: view.dots ? 2.5 : 0, showLine: !view.dots, stepped: Boolean(view.stepped),
    }));
  }

  function options(view, time) {
    const axis = { grid: { color: color('line') }, ticks: { color: color('faint'), maxTicksLimit: 7 } };
    const title = (text) => ({ display: true, text, color: color('faint') });
    const logarithmic = controls.logarithmic.checked;
    return {
      animation: false, maintainAspectRatio: false, parsing: false, normalized: true,
      interaction: { mode: 'nearest', axis: 'x', intersect: false },
      scales: {
        x: { type: 'linear', title: title(time), ...axis },
        y: { type: logarithmic ? 'logarithmic' : 'linear', beginAtZero: true, title: title(view.y), ...axis },
      },
      plugins: {
        legend: { labels: { color: color('text'), boxWidth: 18, boxHeight: 2 } },
        tooltip: { callbacks: { title: (items) => items.length ? String(items[0].parsed.x) : '' } },
      },
    };
  }

  function drawAll(views, clusters, courseOf, time) {
    for (const [name, view] of Object.entries(views)) {
      const panel = element('panel-' + name);
      const canvas = panel.querySelector('canvas');
      if (charts.has(canvas)) charts.get(canvas).destroy();
      charts.set(canvas, new Chart(canvas, {
        type: 'line', data: { datasets: datasets(view, clusters, courseOf) },
        options: options(view, time), plugins: [shading],
      }));
      panel.dataset.drawn = clusters.length;
    }
  }

  function draw() {
    drawAll(measured, results.scale_out, course, 's from when a compaction server joins');
    drawAll(simulated, results.simulated, (cluster) => cluster.course, 'minutes from when as many join');
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
