'use strict';
// Draws one plot for each thing that is measured, with a line for each cluster.
(() => {
  const { results, chosen, latency, points } = plots;
  const each = (cluster, ys) => ys.map((y) => y / cluster.servers);
  const measured = {
    waiting: { y: 'compactions', line: (c) => points(c.waiting.t, c.waiting.count), stepped: true },
    wait: { y: 's', line: (c) => points(c.jobs.t, c.jobs.wait_s), dots: true },
    compaction: { y: 's', line: (c) => points(c.jobs.t, c.jobs.compaction_s), dots: true },
    rate: { y: 'a minute', line: (c) => points(c.compactions.t, c.compactions.per_minute) },
    get: { y: 'ms', line: (c) => latency(c, 'get') },
    scan: { y: 'ms', line: (c) => latency(c, 'scan') },
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
        ctx.fillStyle = plots.color('warmup');
        ctx.fillRect(area.left, area.top, right - area.left, area.bottom - area.top);
      }
    },
  };

  const series = (cluster, course) => ({
    label: cluster.region_servers + ' region servers', servers: cluster.region_servers, course,
  });

  plots.start(() => {
    const ofMachine = results.scale_out.map((cluster) => series(cluster, chosen(cluster.runs)?.course));
    const ofSimulator = results.simulated.map((cluster) => series(cluster, cluster.course));
    plots.drawViews(measured, ofMachine, 's from when a compaction server joins', [shading]);
    plots.drawViews(simulated, ofSimulator, 'minutes from when as many join', [shading]);
  });
})();
