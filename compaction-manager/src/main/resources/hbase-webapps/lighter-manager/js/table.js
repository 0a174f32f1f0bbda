// A table that sorts, searches and pages, itself or on the server, and keeps focus while its data changes.
import { el } from './dom.js';

const PAGE = 25;

/**
 * `columns`: {title, value(row) to sort by, cell(row) a string or a node, numeric}.
 * `key(row)` names a row; `text(row)` is the text for the search.
 *
 * With `ask`, the server sorts, searches and pages: columns have `sort`, the server's name of an
 * order, instead of `value`. `ask()` is called when the user changes the view; {@link #query} is
 * the new request, and {@link #showPage} shows the answer.
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
  #ask;
  #total = 0;

  constructor(section, { id, title, columns, key, text, empty, ask = null, sort = 0, descending = false, extra = [] }) {
    this.#ask = ask;
    this.#columns = columns;
    this.#key = key;
    this.#text = text;
    this.#sort = sort;
    this.#descending = descending;
    this.#empty = el('p', { class: 'empty' }, empty);
    this.#search = el('input', {
      type: 'search', placeholder: 'Search', 'aria-label': `Search ${title.toLowerCase()}`,
      on: { input: () => { this.#query = this.#search.value.trim().toLowerCase(); this.#page = 0; this.#changed(); } },
    });
    const chooser = el('select', { on: { change: () => this.#sortBy(Number(chooser.value)) } },
      ...columns.map((column, i) => el('option', { value: i }, column.title)));
    chooser.value = sort;
    this.#headers = columns.map((column, i) =>
      el('th', { scope: 'col', class: column.numeric ? 'num' : null },
        el('button', { type: 'button', on: { click: () => { this.#sortBy(i); chooser.value = i; } } }, column.title)));
    const table = el('table', { class: 'data', 'aria-labelledby': `${id}-title` },
      el('thead', {}, el('tr', {}, ...this.#headers)), this.#body);
    this.#back.addEventListener('click', () => { this.#page--; this.#changed(); });
    this.#next.addEventListener('click', () => { this.#page++; this.#changed(); });
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

  /** The request to the server, as the query of a path. */
  get query() {
    return new URLSearchParams({
      limit: PAGE, offset: this.#page * PAGE, sort: this.#columns[this.#sort].sort,
      order: this.#descending ? 'desc' : 'asc', search: this.#query,
    }).toString();
  }

  /** Shows the answer to `query`: ordered rows, of `total`. Ignores answers to other queries. */
  showPage(query, rows, total) {
    if (query !== this.query) return;
    this.#rows = rows;
    this.#total = total;
    if (rows.length === 0 && this.#page > 0) { // the list has become shorter
      this.#page = Math.max(0, Math.ceil(total / PAGE) - 1);
      this.#ask();
    }
    this.#show();
  }

  /** The rows of the current page. */
  get shown() {
    return this.#sorted().slice(this.#page * PAGE, (this.#page + 1) * PAGE);
  }

  #sortBy(column) {
    this.#descending = column === this.#sort ? !this.#descending : Boolean(this.#columns[column].numeric);
    this.#sort = column;
    this.#page = 0;
    this.#changed();
  }

  #changed() {
    if (this.#ask) this.#ask();
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
    const found = this.#ask ? this.#rows : this.#sorted();
    const total = this.#ask ? this.#total : found.length;
    const pages = Math.max(1, Math.ceil(total / PAGE));
    if (!this.#ask) this.#page = Math.max(0, Math.min(this.#page, pages - 1));
    const rows = this.#ask ? found : found.slice(this.#page * PAGE, (this.#page + 1) * PAGE);
    const all = this.#ask ? total : this.#rows.length;
    this.#headers.forEach((header, i) => {
      if (i === this.#sort) header.setAttribute('aria-sort', this.#descending ? 'descending' : 'ascending');
      else header.removeAttribute('aria-sort');
    });
    this.#draw(rows);
    this.#count.textContent = all === 0 ? '' : `${all}`;
    this.#empty.hidden = rows.length > 0;
    this.#scroll.hidden = rows.length === 0;
    this.#search.hidden = all < 6 && this.#query === '';
    this.#pager.hidden = pages === 1;
    this.#place.textContent = `${this.#page * PAGE + 1}–${this.#page * PAGE + rows.length} of ${total}`;
    this.#back.disabled = this.#page === 0;
    this.#next.disabled = this.#page >= pages - 1;
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
