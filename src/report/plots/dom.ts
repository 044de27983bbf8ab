/** Observable Plot draws into a document; this one needs no display. */
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import type { Panel } from './frame.js';

/** What we use of the element that Plot returns. */
interface Drawn {
  readonly innerHTML: string;
  readonly childNodes: ArrayLike<{ readonly nodeName: string; remove(): void }>;
}

type PlotOptions = NonNullable<Parameters<typeof Plot.plot>[0]>;

/** Coordinates keep two decimals: enough for any screen, and the last bits of a logarithm do not reach the file. */
const LONG_DECIMAL = /(-?\d+\.\d{3,}(?:e-?\d+)?)/g;
const TAG = /<[^>]*>/g;

/** The inside of a plot's `<svg>`, without Plot's style sheet (its selectors are beyond many renderers). */
function drawn(options: PlotOptions): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const svg: Drawn = Plot.plot({ ...options, document });
  for (const node of Array.from(svg.childNodes)) {
    if (node.nodeName.toLowerCase() === 'style') node.remove();
  }
  const body = svg.innerHTML.replaceAll(TAG, (tag) =>
    tag.replaceAll(LONG_DECIMAL, (number) => String(Math.round(Number(number) * 100) / 100)),
  );
  // What Plot sets on its `<svg>` and its marks count on.
  return `<g fill="currentColor" font-size="11" text-anchor="middle">${body}</g>`;
}

/** A plot as a panel. */
export function plotPanel(x: number, y: number, options: PlotOptions): Panel {
  return { x, y, body: drawn(options) };
}

export { Plot };
