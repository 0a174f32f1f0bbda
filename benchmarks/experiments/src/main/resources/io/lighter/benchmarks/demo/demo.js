'use strict';
// Draws latencies of gets and hit ratios over time, with the phases of each table as shaded bands.
(() => {
  const { results, color, axis } = plots;
  const sides = [['stock', 'stock'], ['lighter', 'Lighter']];
  const LARGEST_LINEAR_RATIO = 20;

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
    const datasets = sides.map(([side, label]) =>
      plots.line(label, points(side, field, factor), color(side), { borderWidth: 2, spanGaps: true }));
    const scales = {
      x: axis('s from the start of the compaction', { type: 'linear' }, 10),
      y: axis('', y, 10),
    };
    plots.draw(plots.element(panel).querySelector('canvas'), {
      type: 'line', data: { datasets }, options: plots.options(scales), plugins: [bands],
    });
  }

  function drawAll() {
    draw('panel-latency', 'get_mean_ms', 1, { type: isWide('get_mean_ms') ? 'logarithmic' : 'linear' });
    draw('panel-hits', 'hit_ratio', 100, { type: 'linear', max: 100 });
  }

  plots.start(drawAll);
})();
