// Elements from data. Strings become text, never markup.

/** An element with properties (class, dataset, attributes) and children (nodes or strings). */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === 'on') {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else {
      element.setAttribute(name, value === true ? '' : value);
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** A child of an SVG picture. */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A bar of parts [class, share of 0 to 1], with `label` as its text for screen readers. */
export function bar(parts, label) {
  const element = el('div', { class: 'bar', role: 'img', 'aria-label': label, title: label });
  for (const [kind, share] of parts) {
    if (share <= 0) continue;
    const part = el('i', { class: kind });
    part.style.width = `${Math.min(1, share) * 100}%`;
    element.append(part);
  }
  return element;
}

/** Replaces the children unless they are equal. */
export function fill(element, ...children) {
  const draft = el('div', {}, ...children);
  if (draft.innerHTML !== element.innerHTML) element.replaceChildren(...draft.childNodes);
}

export const byId = (id) => document.getElementById(id);
