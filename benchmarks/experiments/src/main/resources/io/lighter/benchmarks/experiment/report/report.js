'use strict';
// Draws one plot for each strategy from the results in the page.
(() => {
  const results = JSON.parse(document.getElementById('results').textContent);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const element = (id) => document.getElementById(id);
  const controls = {
    figure: element('figure'), repeat: element('repeat'),
    logarithmic: element('logarithmic'), same: element('same'),
  };
  const cacheKey = (factor) => (String(factor).includes('.') ? String(factor) : factor + '.0').replace('.', '_');
  const variantKey = (variant) => (variant === undefined || variant === 'default' ? '' : '-' + variant);
  // Sizes of the cache and variants of the cluster, or sets of TPC-C; compared is how many operations are shown at first.
  const sections = results.sets
    ? results.sets.map((set) => ({
      key: set.name, strategies: set.strategies, compared: 1,
      operations: [set.operation, ...results.operations.filter((name) => name !== set.operation)],
    }))
    : [results, ...results.other_caches].map((cache) => ({
      key: cacheKey(cache.cache_factor) + variantKey(cache.variant), strategies: cache.strategies, compared: 2, operations: results.operations,
    }));
  const charts = new Map();

  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  const lineColors = () => dark.matches
    ? ['#6cb2ff', '#ffb454', '#b9a3ff', '#ff8fb0', '#8be0d4']
    : ['#1f6fd0', '#c76a00', '#6b4fc4', '#b8325e', '#1c8577'];

  /** Shades the phases behind the lines. */
  const shading = {
    id: 'shading',
    beforeDatasetsDraw(chart) {
      const { ctx, chartArea: area, scales: { x } } = chart;
      const course = chart.options.plugins.shading.course;
      const spans = course.phases.filter((p) => p.name === 'compaction' || p.name === 'warmup')
        .map((p) => [p.from, p.to, p.name]);
      if (course.pre_switch_from !== undefined) {
        const compaction = course.phases.find((p) => p.name === 'compaction');
        spans.push([course.pre_switch_from, compaction.to, 'pre-switch']);
      }
      for (const [from, to, name] of spans) {
        const left = Math.max(area.left, x.getPixelForValue(from));
        const right = Math.min(area.right, x.getPixelForValue(to));
        ctx.fillStyle = color(name);
        ctx.fillRect(left, area.top, Math.max(1, right - left), area.bottom - area.top);
      }
    },
  };

  const points = (xs, ys) => xs.map((x, i) => ({ x, y: ys[i] }));

  function chosenRun(strategy) {
    const repeat = Number(controls.repeat.value);
    return strategy.runs.find((run) => run.repeat === repeat) || strategy.runs[0];
  }

  function datasets(course, section) {
    const colors = lineColors();
    const lines = section.operations.map((name, i) => ({
      label: name, data: points(course[name].t, course[name][controls.figure.value]),
      borderColor: colors[i % colors.length], backgroundColor: colors[i % colors.length],
      borderWidth: 1.5, pointRadius: 0, hidden: i >= section.compared,
    }));
    lines.push({
      label: 'hit ratio', data: points(course.hit_ratio.t, course.hit_ratio.ratio), yAxisID: 'ratio',
      borderColor: color('faint'), backgroundColor: color('faint'), borderWidth: 1, borderDash: [4, 3], pointRadius: 0,
    });
    return lines;
  }

  /** Highest latency that is shown anywhere, for plots on one scale. */
  function highest() {
    let high = 0;
    for (const section of sections) {
      for (const strategy of section.strategies) {
        const run = chosenRun(strategy);
        for (const name of run ? section.operations.slice(0, section.compared) : []) {
          high = Math.max(high, ...run.course[name][controls.figure.value]);
        }
      }
    }
    return high;
  }

  function options(course, high) {
    const axis = { grid: { color: color('line') }, ticks: { color: color('faint'), maxTicksLimit: 7 } };
    const title = (text) => ({ display: true, text, color: color('faint') });
    return {
      animation: false, maintainAspectRatio: false, parsing: false, normalized: true,
      interaction: { mode: 'nearest', axis: 'x', intersect: false },
      scales: {
        x: { type: 'linear', title: title('s from the start of the compaction'), ...axis },
        y: {
          type: controls.logarithmic.checked ? 'logarithmic' : 'linear', title: title('ms'),
          max: controls.same.checked ? high : undefined, ...axis,
        },
        ratio: { position: 'right', min: 0, max: 1, grid: { display: false }, ticks: { color: color('faint'), maxTicksLimit: 3 } },
      },
      plugins: {
        legend: { labels: { color: color('text'), boxWidth: 18, boxHeight: 2 } },
        shading: { course },
        tooltip: { callbacks: { title: (items) => items[0].parsed.x.toFixed(1) + ' s' } },
      },
    };
  }

  function draw() {
    const high = highest();
    for (const section of sections) {
      for (const strategy of section.strategies) {
        const panel = element('panel-' + strategy.name + '-' + section.key);
        const canvas = panel.querySelector('canvas');
        const run = chosenRun(strategy);
        if (!canvas || !run) continue;
        const old = charts.get(canvas);
        const hidden = old ? old.data.datasets.map((d, i) => !old.isDatasetVisible(i)) : null;
        if (old) old.destroy();
        const sets = datasets(run.course, section);
        if (hidden) sets.forEach((set, i) => { set.hidden = hidden[i]; });
        charts.set(canvas, new Chart(canvas, {
          type: 'line', data: { datasets: sets }, options: options(run.course, high), plugins: [shading],
        }));
        panel.dataset.drawn = run.repeat;
      }
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
