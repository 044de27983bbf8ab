/** What all pictures share: an SVG element with fonts, title and description, and panels at their places. */
import { LIGHT, type Palette } from './palette.js';

/** Colours, ids and width of a picture. */
export interface PlotStyle {
  readonly palette?: Palette;
  /** Leads every `id`, so that several pictures can stand in one page. */
  readonly idPrefix?: string;
  /** Width in pixels. */
  readonly width?: number;
}

/** A drawing and where it goes. */
export interface Panel {
  readonly x: number;
  readonly y: number;
  readonly body: string;
}

export interface Frame {
  readonly width: number;
  readonly height: number;
  /** For people who hear the picture: its name, and what it shows in a sentence. */
  readonly title: string;
  readonly description: string;
  readonly panels: readonly Panel[];
  readonly defs?: string;
}

export const DEFAULT_WIDTH = 760;
export const FONT = 'system-ui, "Segoe UI", "DejaVu Sans", Helvetica, Arial, sans-serif';
const TITLE_HEIGHT = 26;
const LINE_HEIGHT = 17;

export const paletteOf = (style: PlotStyle): Palette => style.palette ?? LIGHT;
export const widthOf = (style: PlotStyle): number => style.width ?? DEFAULT_WIDTH;
export const prefixOf = (style: PlotStyle): string => style.idPrefix ?? 'llamp';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that is safe inside and between tags. */
export const escapeText = (text: string): string => text.replaceAll(/[&<>"']/g, (one) => ESCAPES[one]);

/** One element; `body` is markup, attributes are text. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  body = '',
): string {
  const list = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeText(typeof value === 'number' ? short(value) : value)}"`)
    .join('');
  return body === '' ? `<${name}${list}/>` : `<${name}${list}>${body}</${name}>`;
}

/** A line of text. */
export function label(
  text: string,
  x: number,
  y: number,
  attributes: Readonly<Record<string, string | number>> = {},
): string {
  return element('text', { x, y, ...attributes }, escapeText(text));
}

const short = (value: number): string => String(Math.round(value * 100) / 100);

/** Height of the heading over the panels. */
export const headingHeight = (subtitle: readonly string[]): number =>
  TITLE_HEIGHT + subtitle.length * LINE_HEIGHT + 4;

/** Title and the lines under it. */
export function heading(title: string, subtitle: readonly string[], palette: Palette): Panel {
  const lines = subtitle.map((line, i) =>
    label(line, 12, TITLE_HEIGHT + 13 + i * LINE_HEIGHT, { fill: palette.faint }),
  );
  const main = label(title, 12, 20, { fill: palette.ink, 'font-size': 15, 'font-weight': 'bold' });
  return { x: 0, y: 0, body: [main, ...lines].join('') };
}

/** The picture as one self-contained SVG document. */
export function picture(frame: Frame, style: PlotStyle): string {
  const palette = paletteOf(style);
  const id = prefixOf(style);
  const { width, height } = frame;
  const body = [
    element('title', { id: `${id}-title` }, escapeText(frame.title)),
    element('desc', { id: `${id}-desc` }, escapeText(frame.description)),
    frame.defs === undefined ? '' : element('defs', {}, frame.defs),
    element('rect', { width, height, fill: palette.paper }),
    ...frame.panels.map(({ x, y, body }) =>
      element('g', { transform: `translate(${short(x)},${short(y)})` }, body),
    ),
  ];
  return `${element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-labelledby': `${id}-title ${id}-desc`,
      'font-family': FONT,
      'font-size': 12,
      color: palette.ink,
      fill: palette.ink,
    },
    body.filter((part) => part !== '').join('\n'),
  )}\n`;
}
