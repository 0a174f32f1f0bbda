'use strict';
// Draws one plot for each thing that is measured, with a line for each row of the chosen group.
(() => {
  const { results, element, chosen, latency, points } = plots;
  const views = {
    scan: { y: 'ms', line: (c) => latency(c, 'scan') },
    get: { y: 'ms', line: (c) => latency(c, 'get') },
    files: { y: 'files', line: (c) => c.files ? points(c.files.t, c.files.count) : [], stepped: true },
    space: { y: 'MB', line: (c) => c.space ? points(c.space.t, c.space.mb) : [] },
  };

  const groups = [...new Set(results.engines.map(({ group }) => group || ''))];
  groups.forEach((group) => element('group').add(new Option(group, group)));
  element('group').parentElement.hidden = groups.length < 2;

  plots.start(() => {
    const rows = results.engines.filter(({ group }) => (group || '') === element('group').value)
      .map(({ name, runs }) => ({ label: name, course: chosen(runs)?.course }));
    plots.drawViews(views, rows, 's from the start');
  });
})();
