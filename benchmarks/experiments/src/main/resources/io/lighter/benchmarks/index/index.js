'use strict';
// Draws the medians of all operations, and the rows a second of lookups by the size of a result.
(() => {
  const { results, element, color, lineColor, line, axis, options, lineOptions, draw } = plots;
  const lookups = results.kinds.filter(({ kind }) => kind.startsWith('lookup'));

  plots.start(() => {
    const measured = results.kinds.filter(({ kind, n }) => n > 0 && kind !== 'filter_scan');
    draw(element('panel-times').querySelector('canvas'), {
      type: 'bar',
      data: {
        labels: measured.map(({ title }) => title),
        datasets: [{ label: 'p50', data: measured.map(({ p50_us }) => p50_us), backgroundColor: lineColor(0) }],
      },
      options: {
        ...options({ x: axis('µs', { beginAtZero: true }), y: axis('', {}, measured.length) }, { legend: { display: false } }),
        indexAxis: 'y', interaction: { mode: 'nearest', axis: 'y', intersect: false },
      },
    });
    draw(element('panel-rate').querySelector('canvas'), {
      type: 'line',
      data: {
        datasets: [line('rows/s', lookups.map(({ rows, p50_us }) => ({ x: rows, y: rows * 1e6 / p50_us })), color('text'), { pointRadius: 3 })],
      },
      options: lineOptions({ x: axis('rows', { type: 'logarithmic' }), y: axis('rows/s', { type: 'linear', beginAtZero: true }) }, { legend: { display: false } }),
    });
  });
})();
