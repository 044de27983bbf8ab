/** Common parts of all plots: colours, the SVG document, hatches, blocks one below another, keys, and plots side by side. */
import { plain } from './scales.js';

/**
 * Colours that colour-blind readers can distinguish and that differ in grey as well. Source: Okabe and Ito, "Color
 * Universal Design" (2008).
 */
export interface Palette {
  readonly ink: string;
  /** Axes, grids and guides. */
  readonly faint: string;
  readonly paper: string;
  /** Zones of tolerance, from harmless to harmful. */
  readonly zones: readonly string[];
  /** Adjacent lines and bars. */
  readonly series: readonly string[];
  /** The two ends of a one-way scale (heat map). */
  readonly scale: readonly [string, string];
}

/** Dark lines on white, for paper. */
export const LIGHT: Palette = {
  ink: '#1a1a1a',
  faint: '#6b6b6b',
  paper: '#ffffff',
  zones: ['#009e73', '#e69f00', '#d55e00', '#cc79a7', '#0072b2'],
  series: ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#000000'],
  scale: ['#f2f6fa', '#0b3c63'],
};

/** The same names as custom properties of a page, which defines them for light and dark. */
export const PAGE: Palette = {
  ink: 'var(--ink)',
  faint: 'var(--faint)',
  paper: 'var(--paper)',
  zones: ['var(--zone-1)', 'var(--zone-2)', 'var(--zone-3)', 'var(--zone-4)', 'var(--zone-5)'],
  series: [
    'var(--series-1)',
    'var(--series-2)',
    'var(--series-3)',
    'var(--series-4)',
    'var(--series-5)',
    'var(--series-6)',
    'var(--series-7)',
  ],
  scale: ['#f2f6fa', '#0b3c63'],
};

/** Colour number `i` of a list, cyclic. */
export const cycle = (colours: readonly string[], i: number): string => colours[i % colours.length];

/** Dashes that distinguish lines without colour. */
export const DASHES: readonly string[] = ['none', '6 3', '2 2', '8 3 2 3', '12 4', '4 2 1 2 1 2', '1 3'];

/** Symbols that distinguish points without colour. */
export const SYMBOLS = ['circle', 'square', 'triangle', 'diamond', 'star', 'cross', 'wye'] as const;

/** Heading, colours, ids and width of a picture. */
export interface PlotStyle {
  /** Default title of the plot. */
  readonly title?: string;
  readonly palette?: Palette;
  /** Prefix of every `id`, so that one page can contain several plots. */
  readonly idPrefix?: string;
  /** Width in pixels. */
  readonly width?: number;
}

/** The edges of a plotting area, in pixels of the picture. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const DEFAULT_WIDTH = 760;
const FONT = 'system-ui, "Segoe UI", "DejaVu Sans", Helvetica, Arial, sans-serif';

/** A style with defaults. */
export const styled = ({ palette = LIGHT, width = DEFAULT_WIDTH, idPrefix = 'llamp' }: PlotStyle) => ({
  palette,
  width,
  prefix: idPrefix,
});

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

/** A centred title below an axis, or above an element; none if empty. */
export const centred = (text: string, x: number, y: number, { ink }: Palette): string =>
  text === '' ? '' : label(text, x, y, { 'text-anchor': 'middle', fill: ink });

/** A vertical title beside an axis; none if empty. */
export const upright = (text: string, x: number, y: number, { ink }: Palette): string =>
  text === ''
    ? ''
    : label(text, x, y, { 'text-anchor': 'middle', transform: `rotate(-90 ${x} ${y})`, fill: ink });

/** Letters of a name before it is shortened. */
const LETTERS = 34;

/** The end of a name that is too long. */
export const clipped = (name: string, letters = LETTERS): string =>
  name.length > letters ? `…${name.slice(1 - letters)}` : name;

const short = (value: number): string => String(Math.round(value * 100) / 100);

/** Markup at its place. */
const moved = (x: number, y: number, body: string): string =>
  element('g', { transform: `translate(${short(x)},${short(y)})` }, body);

interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** Description for screen readers, one sentence. */
  readonly description: string;
  readonly defs?: string;
  readonly body: string;
}

/** One self-contained SVG document. */
function svgDocument(drawing: Drawing, palette: Palette, id: string): string {
  const { width, height, title, description, defs, body } = drawing;
  const parts = [
    element('title', { id: `${id}-title` }, escapeText(title)),
    element('desc', { id: `${id}-desc` }, escapeText(description)),
    defs === undefined ? '' : element('defs', {}, defs),
    element('rect', { width, height, fill: palette.paper }),
    body,
  ];
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${short(width)} ${short(height)}`,
    width,
    height,
    role: 'img',
    'aria-labelledby': `${id}-title ${id}-desc`,
    'font-family': FONT,
    'font-size': 12,
    color: palette.ink,
    fill: palette.ink,
  };
  return `${element('svg', attributes, parts.filter((part) => part !== '').join('\n'))}\n`;
}

// Hatches that distinguish areas without colour.

const PERIOD = 8;

/** Lines of a hatch: rising, falling, crossed, level, upright. */
const STROKES: readonly string[] = ['M0,8L8,0', 'M0,0L8,8', 'M0,8L8,0M0,0L8,8', 'M0,4L8,4', 'M4,0L4,8'];

/** Definition of an area's fill: a tint of `colour` and a hatch of its own. */
function hatch(id: string, colour: string, kind: number): string {
  const tint = element('rect', { width: PERIOD, height: PERIOD, fill: colour, 'fill-opacity': 0.16 });
  const thin = { stroke: colour, 'stroke-opacity': 0.45, 'stroke-width': 0.8, fill: 'none' };
  const lines = element('path', { d: STROKES[kind % STROKES.length], ...thin });
  const size = { width: PERIOD, height: PERIOD };
  return element('pattern', { id, ...size, patternUnits: 'userSpaceOnUse' }, tint + lines);
}

// Blocks: the parts of a plot from top to bottom.

/** Where a block is drawn, in pixels. */
export interface Place {
  /** Where its left margin begins. */
  readonly edge: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly palette: Palette;
}

/** A part of a plot over its whole width. */
export interface Block {
  readonly height: number;
  /** Width of the margins beside its area: names and numbers. */
  readonly margins: readonly [left: number, right: number];
  readonly draw: (place: Place) => string;
}

/** Left and right of a picture. */
export const MARGIN = 12;
const BELOW = 10;
const BESIDE = 10;

/** Approximate width of a text, in the widest of the fonts. */
export const textWidth = (text: string, size = 12): number => text.length * size * 0.57;

/** Blocks whose areas begin and end at the same places. */
export function aligned<One extends Block>(blocks: readonly One[]): One[] {
  const side = (i: 0 | 1): number => Math.max(...blocks.map(({ margins }) => margins[i]), 0);
  const margins = [side(0), side(1)] as const;
  return blocks.map((block) => ({ ...block, margins }));
}

/** Blocks side by side, with areas of equal width; room for `columns` of them. */
export function beside(blocks: readonly Block[], columns = blocks.length): Block {
  const used = blocks.reduce((sum, { margins: [left, right] }) => sum + left + right, 0);
  const all = (used / blocks.length) * columns + BESIDE * (columns - 1);
  return {
    height: Math.max(...blocks.map(({ height }) => height)),
    margins: [0, 0],
    draw: ({ left: from, right, ...place }) => {
      const each = (right - from - all) / columns;
      let edge = from;
      return blocks
        .map(({ margins, draw }) => {
          const left = edge + margins[0];
          const body = draw({ ...place, edge, left, right: left + each });
          edge = left + each + margins[1] + BESIDE;
          return body;
        })
        .join('');
    },
  };
}

/** A bold caption. */
export const caption = (text: string): Block => ({
  height: 20,
  margins: [0, 0],
  draw: ({ left, top, palette }) => label(text, left, top + 14, { 'font-weight': 'bold', fill: palette.ink }),
});

interface Figure {
  /** By default that of the style. */
  readonly width?: number;
  /** By default that of the style. */
  readonly title: string;
  /** Lines of the heading; without them the plot has only its title. */
  readonly subtitle?: readonly string[];
  /** For screen readers; the subtitle by default. */
  readonly description?: string;
  readonly defs?: string;
  readonly blocks: readonly Block[];
}

/** A plot of blocks one below another, each with its natural height. SVG. */
export const figure = (shown: Figure, style: PlotStyle): string => placedFigure(shown, style).svg;

/** The same with its height, and with the place of each block. */
export function placedFigure({ blocks, subtitle, ...shown }: Figure, style: PlotStyle) {
  const { palette, prefix, width: usual } = styled(style);
  const { title = shown.title } = style;
  const { width = usual, description = subtitle?.join('; ') ?? '' } = shown;
  const head = subtitle === undefined ? { body: '', height: 0 } : heading(title, subtitle, width, palette);
  let top = head.height;
  const places = blocks.map(({ height, margins: [left, right] }): Place => {
    const place = { edge: MARGIN, left: MARGIN + left, right: width - MARGIN - right, top, palette };
    top += height + BELOW;
    return place;
  });
  const body = [head.body, ...blocks.map(({ draw }, i) => draw(places[i]))].join('\n');
  const drawing = { ...shown, width, height: top, title, description, body };
  return { svg: svgDocument(drawing, palette, prefix), height: top, places };
}

const TITLE = { size: 15, line: 20 };
const LINE = { size: 12, line: 17 };

/** Title and subtitle, wrapped to the width of the plot. */
function heading(title: string, subtitle: readonly string[], width: number, { ink, faint }: Palette) {
  const room = width - 2 * MARGIN;
  const titles = wrapped(title, room, TITLE.size);
  const lines = subtitle.flatMap((line) => wrapped(line, room, LINE.size));
  const under = titles.length * TITLE.line;
  const bold = { fill: ink, 'font-size': TITLE.size, 'font-weight': 'bold' };
  const body = [
    ...titles.map((line, i) => label(line, MARGIN, (i + 1) * TITLE.line, bold)),
    ...lines.map((line, i) => label(line, MARGIN, under + 2 + (i + 1) * LINE.line, { fill: faint })),
  ];
  return { body: body.join(''), height: under + lines.length * LINE.line + 14 };
}

/** A text wrapped to a width. */
function wrapped(text: string, width: number, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(clipped(word, Math.floor(width / textWidth('m', size))));
  }
  return lines;
}

// Keys.

/** A sample, drawn in {@link SAMPLE} × 14 pixels, and what it means. */
export interface KeyEntry {
  readonly name: string;
  readonly sample: string;
}

/** Width of a sample. */
export const SAMPLE = 30;
const KEY_LINE = 20;
const KEY_GAP = 22;

/** Entries side by side, in as many lines as needed. */
export function key(entries: readonly KeyEntry[], width: number): Block {
  const most = width - 2 * MARGIN - 90;
  let [x, line] = [0, 0];
  const cells = entries.map(({ name: whole, sample }) => {
    const name = clipped(whole, Math.floor(most / textWidth('m')));
    const wide = SAMPLE + 8 + textWidth(name);
    if (x > 0 && x + wide > most) [x, line] = [0, line + 1];
    const cell = { x, y: line * KEY_LINE, body: sample + label(name, SAMPLE + 8, 11) };
    x += wide + KEY_GAP;
    return cell;
  });
  return {
    height: cells.length === 0 ? 0 : (line + 1) * KEY_LINE,
    margins: [0, 0],
    draw: ({ left, top }) => cells.map(({ x, y, body }) => moved(left + x, top + y, body)).join(''),
  };
}

/** Areas distinguished by colour and hatch. */
export interface Fills {
  /** Definitions of the hatches. */
  readonly defs: string;
  readonly of: (i: number) => { readonly fill: string; readonly stroke: string };
}

export const hatched = (colours: readonly string[], count: number, prefix: string): Fills => ({
  defs: Array.from({ length: count }, (_, i) => hatch(`${prefix}-area-${i}`, cycle(colours, i), i)).join(''),
  of: (i) => ({ fill: `url(#${prefix}-area-${i})`, stroke: cycle(colours, i) }),
});

/** A key of slowdowns in percent. */
export const zoneKey = (percents: readonly number[], fills: Fills, width: number): Block =>
  areaKey(
    percents.map((percent) => `≤ ${plain(percent)} %`),
    fills,
    width,
  );

/** A key of areas. */
export const areaKey = (
  names: readonly string[],
  fills: { readonly of: (i: number) => Readonly<Record<string, string | number>> },
  width: number,
): Block =>
  key(
    names.map((name, i) => ({
      name,
      sample: element('rect', { width: SAMPLE, height: 14, ...fills.of(i) }),
    })),
    width,
  );

// Plots of several programs side by side, each with its name.

/** A plot that would also be complete alone. */
export interface GridCell {
  readonly name: string;
  readonly svg: string;
}

const NAME = 26;
const GAP = 12;

/** Whole plots in at most two columns. SVG. */
export function gridPlot(cells: readonly GridCell[], options: PlotStyle = {}): string {
  const { palette } = styled(options);
  const columns = Math.min(2, cells.length);
  const sizes = cells.map(({ svg }) => sizeOf(svg));
  const each = Math.max(...sizes.map(({ width }) => width));
  const parts: string[] = [];
  let y = GAP;
  for (let row = 0; row < cells.length; row += columns) {
    for (const [i, { name, svg }] of cells.slice(row, row + columns).entries()) {
      const title = label(name, 12, 18, { 'font-size': 17, 'font-weight': 'bold', fill: palette.ink });
      const x = GAP + i * (each + GAP);
      parts.push(moved(x, y, title), moved(x, y + NAME, alone(svg, row + i)));
    }
    y += NAME + Math.max(...sizes.slice(row, row + columns).map(({ height }) => height)) + GAP;
  }
  const drawing = {
    width: columns * each + (columns + 1) * GAP,
    height: y,
    title: options.title ?? `${cells.length} programs`,
    description: `one plot each: ${cells.map(({ name }) => name).join(', ')}`,
    body: parts.join('\n'),
  };
  return svgDocument(drawing, palette, 'programs');
}

function sizeOf(svg: string): { readonly width: number; readonly height: number } {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  return { width: Number(width), height: Number(height) };
}

/** Its ids have its number as a prefix, so that they are unique. */
const alone = (svg: string, i: number): string =>
  svg.replaceAll(/(\bid="|url\(#|href="#|aria-labelledby="|(?<=aria-labelledby="\S+) )/g, `$1p${i}-`);
