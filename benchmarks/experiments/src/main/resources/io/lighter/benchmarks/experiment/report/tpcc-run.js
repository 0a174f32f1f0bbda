'use strict';
// Draws New-Orders over time, transactions over time by type, and latencies by type.
(() => {
  const { results, axis } = plots;
  const types = Object.keys(results.types);
  const dataset = (label, data, i) => plots.line(label, data, plots.lineColor(i));
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

  const options = (view) => plots.options({
    x: axis(view.x, { type: view.type === 'bar' ? 'category' : 'linear' }, 8),
    y: axis(view.y, { type: plots.scale(), beginAtZero: true }, 8),
  });

  plots.start(() => {
    for (const [name, view] of Object.entries(views)) {
      const panel = plots.element('panel-' + name);
      const datasets = view.datasets();
      plots.draw(panel.querySelector('canvas'), {
        type: view.type, data: { labels: view.labels, datasets }, options: options(view),
      });
      panel.dataset.drawn = datasets.reduce((sum, each) => sum + each.data.length, 0);
    }
  });
})();
