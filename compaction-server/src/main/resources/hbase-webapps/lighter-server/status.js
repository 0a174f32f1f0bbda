'use strict';

const BEAN = 'Hadoop:service=HBase,name=CompactionServer';
const REFRESH_MS = 5000;

function row(name, value) {
  const line = document.createElement('tr');
  for (const text of [name, value]) {
    line.appendChild(document.createElement('td')).textContent = text;
  }
  return line;
}

/** Percentiles are for graphs; this page shows how often and the mean. */
function isShown(name, value) {
  return typeof value === 'number' && !/_(min|max|median|.*percentile)$/.test(name);
}

async function refresh() {
  const problem = document.getElementById('problem');
  try {
    const answer = await fetch('jmx?qry=' + encodeURIComponent(BEAN));
    if (!answer.ok) {
      throw new Error('HTTP status ' + answer.status);
    }
    const bean = (await answer.json()).beans[0] || {};
    const rows = Object.keys(bean)
      .filter((name) => isShown(name, bean[name]))
      .sort()
      .map((name) => row(name, bean[name].toLocaleString('en')));
    document.getElementById('metrics').replaceChildren(...rows);
    problem.hidden = true;
  } catch (failure) {
    problem.textContent = 'No metrics: ' + failure.message;
    problem.hidden = false;
  }
}

refresh();
setInterval(refresh, REFRESH_MS);
