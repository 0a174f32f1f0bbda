// A table that sorts, searches and pages, and keeps focus while its data changes.
import { el } from './dom.js';

const PAGE = 25;

/**
 * `columns`: {title, value(row) to sort by, cell(row) a string or a node, numeric}.
 * `key(row)` names a row; `text(row)` is what the search looks at.
 */
export class DataTable {
  #columns;
  #key;
  #text;
  #rows = [];
  #sort;
  #descending;
  #page = 0;
  #query = '';
  #known = new Map();
  #body = el('tbody');
  #empty;
  #count = el('span', { class: 'count' });
  #pager = el('div', { class: 'pager' });
  #place = el('span');
  #back = el('button', { type: 'button' }, 'Previous');
  #next = el('button', { type: 'button' }, 'Next');
  #search;
  #headers;
  #scroll;

  constructor(section, { id, title, columns, key, text, empty, sort = 0, descending = false, extra = [] }) {
    this.#columns = columns;
    this.#key = key;
    this.#text = text;
    this.#sort = sort;
    this.#descending = descending;
    this.#empty = el('p', { class: 'empty' }, empty);
    this.#search = el('input', {
      type: 'search', placeholder: 'Search', 'aria-label': `Search ${title.toLowerCase()}`,
      on: { input: () => { this.#query = this.#search.value.trim().toLowerCase(); this.#page = 0; this.#show(); } },
    });
    const chooser = el('select', { on: { change: () => this.#sortBy(Number(chooser.value)) } },
      ...columns.map((column, i) => el('option', { value: i }, column.title)));
    chooser.value = sort;
    this.#headers = columns.map((column, i) =>
      el('th', { scope: 'col', class: column.numeric ? 'num' : null },
        el('button', { type: 'button', on: { click: () => { this.#sortBy(i); chooser.value = i; } } }, column.title)));
    const table = el('table', { class: 'data', 'aria-labelledby': `${id}-title` },
      el('thead', {}, el('tr', {}, ...this.#headers)), this.#body);
    this.#back.addEventListener('click', () => { this.#page--; this.#show(); });
    this.#next.addEventListener('click', () => { this.#page++; this.#show(); });
    this.#pager.append(this.#place, this.#back, this.#next);
    this.#scroll = el('div', { class: 'scroll' }, table);
    section.append(
      el('div', { class: 'head' },
        el('h2', { id: `${id}-title` }, title, this.#count), ...extra,
        el('label', { class: 'sort-small' }, 'Sort by', chooser), this.#search),
      this.#scroll, this.#empty, this.#pager);
    this.#show();
  }

  set rows(rows) {
    this.#rows = rows;
    this.#show();
  }

  /** The rows that are on the page now. */
  get shown() {
    return this.#sorted().slice(this.#page * PAGE, (this.#page + 1) * PAGE);
  }

  #sortBy(column) {
    this.#descending = column === this.#sort ? !this.#descending : Boolean(this.#columns[column].numeric);
    this.#sort = column;
    this.#page = 0;
    this.#show();
  }

  #sorted() {
    const value = this.#columns[this.#sort].value;
    const sign = this.#descending ? -1 : 1;
    return this.#rows
      .filter((row) => this.#query === '' || this.#text(row).toLowerCase().includes(this.#query))
      .map((row) => [value(row), row])
      .sort(([a, one], [b, other]) =>
        sign * (typeof a === 'string' ? a.localeCompare(b, 'en', { numeric: true }) : (a ?? -1) - (b ?? -1)) ||
        this.#key(one).localeCompare(this.#key(other)))
      .map(([, row]) => row);
  }

  #show() {
    const found = this.#sorted();
    const pages = Math.max(1, Math.ceil(found.length / PAGE));
    this.#page = Math.max(0, Math.min(this.#page, pages - 1));
    const rows = found.slice(this.#page * PAGE, (this.#page + 1) * PAGE);
    this.#headers.forEach((header, i) => {
      if (i === this.#sort) header.setAttribute('aria-sort', this.#descending ? 'descending' : 'ascending');
      else header.removeAttribute('aria-sort');
    });
    this.#draw(rows);
    this.#count.textContent = this.#rows.length === 0 ? '' : `${this.#rows.length}`;
    this.#empty.hidden = rows.length > 0;
    this.#scroll.hidden = rows.length === 0;
    this.#search.hidden = this.#rows.length < 6 && this.#query === '';
    this.#pager.hidden = pages === 1;
    this.#place.textContent = `${this.#page * PAGE + 1}–${this.#page * PAGE + rows.length} of ${found.length}`;
    this.#back.disabled = this.#page === 0;
    this.#next.disabled = this.#page === pages - 1;
  }

  #draw(rows) {
    const keys = new Set(rows.map(this.#key));
    for (const [key, tr] of this.#known) {
      if (!keys.has(key)) {
        tr.remove();
        this.#known.delete(key);
      }
    }
    rows.forEach((row, at) => {
      const key = this.#key(row);
      let tr = this.#known.get(key);
      if (!tr) {
        tr = el('tr', { 'data-key': key }, ...this.#columns.map((column) =>
          el('td', { 'data-label': column.title, class: column.numeric ? 'num' : null })));
        this.#known.set(key, tr);
      }
      this.#columns.forEach((column, i) => {
        const td = tr.children[i];
        const cell = column.cell(row);
        if (typeof cell === 'string') {
          if (td.textContent !== cell) td.textContent = cell;
        } else if (!td.contains(document.activeElement) && (td.children.length !== 1 || td.firstElementChild.outerHTML !== cell.outerHTML)) {
          td.replaceChildren(cell);
        }
      });
      if (this.#body.children[at] !== tr) this.#body.insertBefore(tr, this.#body.children[at] ?? null);
    });
  }
}
