'use strict';
// Draws latencies of gets and hit ratios over time, with the phases of each table as shaded bands.
(() => {
  const results = JSON.parse(document.getElementById('results').textContent);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const sides = [['stock', 'stock'], ['lighter', 'Lighter']];
  const charts = new Map();
  const LARGEST_LINEAR_RATIO = 20;

  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  const points = (side, field, factor) => results.course[side].t.map((x, i) => {
    const value = results.course[side][field][i];
    return { x, y: value === null ? null : value * factor };
  });

  // The upper half of a plot shows the phases of the stock table, the lower one those of Lighter's.
  const bands = {
    id: 'bands',
    beforeDatasetsDraw(chart) {
      const { ctx, chartArea: area, scales: { x } } = chart;
      const half = (area.bottom - area.top) / 2;
      sides.forEach(([side, label], row) => {
        const { commit_s: commit, warmup_end_s: end } = results.course[side];
        const top = area.top + row * half;
        const band = (from, to, alpha, text) => {
          const left = x.getPixelForValue(from);
          const right = Math.min(area.right, x.getPixelForValue(to));
          ctx.save();
          ctx.globalAlpha = alpha;
          ctx.fillStyle = color(side);
          ctx.fillRect(left, top, right - left, half);
          ctx.globalAlpha = 1;
          ctx.fillStyle = color('faint');
          ctx.font = '11px system-ui, sans-serif';
          ctx.fillText(text, left + 4, top + 13);
          ctx.restore();
        };
        band(0, commit, 0.2, label + ': compaction');
        if (end > commit) band(commit, end, 0.09, 'warm-up');
      });
    },
  };

  function isWide(field) {
    const values = sides.flatMap(([side]) => results.course[side][field]).filter((value) => value > 0);
    return Math.max(...values) > LARGEST_LINEAR_RATIO * Math.min(...values);
  }

  function draw(panel, field, factor, y) {
    const canvas = document.getElementById(panel).querySelector('canvas');
    if (charts.has(canvas)) charts.get(canvas).destroy();
    const axis = { grid: { color: color('line') }, ticks: { color: color('faint'), maxTicksLimit: 10 } };
    const datasets = sides.map(([side, label]) => ({
      label, data: points(side, field, factor), borderColor: color(side), backgroundColor: color(side),
      borderWidth: 2, pointRadius: 0, spanGaps: true,
    }));
    charts.set(canvas, new Chart(canvas, {
      type: 'line',
      data: { datasets },
      options: {
        animation: false, maintainAspectRatio: false,
        interaction: { mode: 'nearest', axis: 'x', intersect: false },
        scales: {
          x: { type: 'linear', title: { display: true, text: 's from the start of the compaction', color: color('faint') }, ...axis },
          y: { ...y, ...axis },
        },
        plugins: { legend: { labels: { color: color('text'), boxWidth: 18, boxHeight: 2 } } },
      },
      plugins: [bands],
    }));
  }

  function drawAll() {
    draw('panel-latency', 'get_mean_ms', 1, { type: isWide('get_mean_ms') ? 'logarithmic' : 'linear' });
    draw('panel-hits', 'hit_ratio', 100, { type: 'linear', max: 100 });
  }

  dark.addEventListener('change', drawAll);
  drawAll();
})();
