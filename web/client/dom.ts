/** Small helpers over the document. */

/** A required element of the page. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element '${id}'`);
  return found;
}

export function inputById(id: string): HTMLInputElement {
  const found = byId(id);
  if (!(found instanceof HTMLInputElement)) throw new Error(`'${id}' is not an input`);
  return found;
}

const SVG = 'http://www.w3.org/2000/svg';

export function svgElement(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** An HTML element with text or children. */
export function html(
  name: string,
  attributes: Readonly<Record<string, string>>,
  content: string | readonly Node[] = '',
): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (typeof content === 'string') made.textContent = content;
  else made.append(...content);
  return made;
}

/** Value of a custom property of the page, such as `--ink`. */
export const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();
