'use strict';
// Draws one plot for each strategy from the results in the page.
(() => {
  const { results, element, color, points, axis } = plots;
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

  function datasets(course, section) {
    const lines = section.operations.map((name, i) =>
      plots.line(name, plots.latency(course, name), plots.lineColor(i), { hidden: i >= section.compared }));
    lines.push(plots.line('hit ratio', points(course.hit_ratio.t, course.hit_ratio.ratio), color('faint'), {
      yAxisID: 'ratio', borderWidth: 1, borderDash: [4, 3],
    }));
    return lines;
  }

  /** Highest latency that is shown anywhere, for plots on one scale. */
  function highest() {
    let high = 0;
    for (const section of sections) {
      for (const strategy of section.strategies) {
        const run = plots.chosen(strategy.runs);
        for (const name of run ? section.operations.slice(0, section.compared) : []) {
          high = Math.max(high, ...run.course[name][element('figure').value]);
        }
      }
    }
    return high;
  }

  function options(course, high) {
    const scales = {
      x: axis('s from the start of the compaction', { type: 'linear' }),
      y: axis('ms', { type: plots.scale(), max: element('same').checked ? high : undefined }),
      ratio: axis('', { position: 'right', min: 0, max: 1, grid: { display: false } }, 3),
    };
    const tooltip = { callbacks: { title: (items) => items[0].parsed.x.toFixed(1) + ' s' } };
    return plots.lineOptions(scales, { shading: { course }, tooltip });
  }

  function draw() {
    const high = highest();
    for (const section of sections) {
      for (const strategy of section.strategies) {
        const panel = element('panel-' + strategy.name + '-' + section.key);
        const canvas = panel.querySelector('canvas');
        const run = plots.chosen(strategy.runs);
        if (!canvas || !run) continue;
        const old = Chart.getChart(canvas);
        const hidden = old ? old.data.datasets.map((d, i) => !old.isDatasetVisible(i)) : null;
        const sets = datasets(run.course, section);
        if (hidden) sets.forEach((set, i) => { set.hidden = hidden[i]; });
        plots.draw(canvas, {
          type: 'line', data: { datasets: sets }, options: options(run.course, high), plugins: [shading],
        });
        panel.dataset.drawn = run.repeat;
      }
    }
  }

  plots.start(draw);
})();
