'use strict';
// Draws one plot for each thing that is measured, with a line for each engine.
(() => {
  const { results, chosen, latency, points } = plots;
  const views = {
    scan: { y: 'ms', line: (c) => latency(c, 'scan') },
    get: { y: 'ms', line: (c) => latency(c, 'get') },
    files: { y: 'files', line: (c) => points(c.files.t, c.files.count), stepped: true },
    space: { y: 'MB', line: (c) => points(c.space.t, c.space.mb) },
  };

  plots.start(() => {
    const engines = results.engines.map(({ name, runs }) => ({ label: name, course: chosen(runs)?.course }));
    plots.drawViews(views, engines, 's from the first insert');
  });
})();
