'use strict';
// What the scripts of all pages share: the data, how plots look, and when they are drawn.
const plots = (() => {
  const results = JSON.parse(document.getElementById('results').textContent);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const element = (id) => document.getElementById(id);

  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  const lineColors = () => dark.matches
    ? ['#6cb2ff', '#ffb454', '#b9a3ff', '#ff8fb0', '#8be0d4', '#d6de6b', '#c9c9c9']
    : ['#1f6fd0', '#c76a00', '#6b4fc4', '#b8325e', '#1c8577', '#7a8300', '#5a5a5a'];
  const lineColor = (i) => lineColors()[i % lineColors().length];
  const points = (xs, ys) => xs.map((x, i) => ({ x, y: ys[i] }));

  /** A thin line without dots; rest has what differs. */
  const line = (label, data, ownColor, rest) => ({
    label, data, borderColor: ownColor, backgroundColor: ownColor, borderWidth: 1.5, pointRadius: 0, ...rest,
  });

  /** An axis; rest has its type, and what differs. */
  const axis = (text, rest, ticks = 7) => ({
    grid: { color: color('line') }, ticks: { color: color('faint'), maxTicksLimit: ticks },
    title: { display: Boolean(text), text, color: color('faint') }, ...rest,
  });

  /** The type of an axis that a control chooses. */
  const scale = () => (element('logarithmic').checked ? 'logarithmic' : 'linear');

  const options = (scales, plugins) => ({
    animation: false, maintainAspectRatio: false,
    interaction: { mode: 'nearest', axis: 'x', intersect: false },
    scales,
    plugins: { legend: { labels: { color: color('text'), boxWidth: 18, boxHeight: 2 } }, ...plugins },
  });

  /** Options of a plot whose lines are arrays of points, ascending by x. */
  const lineOptions = (scales, plugins) => ({ ...options(scales, plugins), parsing: false, normalized: true });

  /** Draws a plot in place of the one before. */
  function draw(canvas, config) {
    Chart.getChart(canvas)?.destroy();
    return new Chart(canvas, config);
  }

  /** The run of the chosen repeat, else the first one. */
  function chosen(runs) {
    const repeat = Number(element('repeat').value);
    return runs.find((run) => run.repeat === repeat) || runs[0];
  }

  /** Latencies of an operation of a course, by the chosen figure. */
  const latency = (course, name) => points(course[name].t, course[name][element('figure').value]);

  /**
   * Draws one plot for each view, with a line for each series that has a course.
   * views: by panel; y is a title, line(course, series) returns points, stepped and dots say how they look.
   * series: label and course; time: title of the x axis.
   */
  function drawViews(views, series, time, plugins) {
    for (const [name, view] of Object.entries(views)) {
      const panel = element('panel-' + name);
      const datasets = series.filter((each) => each.course).map((each, i) =>
        line(each.label, view.line(each.course, each), lineColor(i), {
          pointRadius: view.dots ? 2.5 : 0, showLine: !view.dots, stepped: Boolean(view.stepped),
        }));
      const scales = {
        x: axis(time, { type: 'linear' }),
        y: axis(view.y, { type: scale(), beginAtZero: true }),
      };
      const tooltip = { callbacks: { title: (items) => (items.length ? String(items[0].parsed.x) : '') } };
      draw(panel.querySelector('canvas'), {
        type: 'line', data: { datasets }, options: lineOptions(scales, { tooltip }), plugins,
      });
      panel.dataset.drawn = series.length;
    }
  }

  /** Draws now, and again if a control or the color scheme changes. */
  function start(drawAll) {
    if (element('repeat')) {
      for (let repeat = 1; repeat <= results.repeat; repeat++) {
        element('repeat').add(new Option(repeat, repeat));
      }
    }
    if (element('controls')) {
      element('controls').hidden = false;
      element('controls').addEventListener('change', drawAll);
      element('controls').addEventListener('submit', (event) => event.preventDefault());
    }
    dark.addEventListener('change', drawAll);
    drawAll();
  }

  return {
    results, element, color, lineColor, points, line, axis, scale, options, lineOptions, draw, chosen, latency, drawViews, start,
  };
})();
