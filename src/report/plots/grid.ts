/** Pictures of several programs beside each other, each under its name. */
import { label, type Panel, type PlotStyle, paletteOf, picture } from './frame.js';

/** A picture as it stands alone. */
export interface GridCell {
  readonly name: string;
  readonly svg: string;
}

const NAME = 26;
const GAP = 12;

/** Whole pictures in two columns at most. SVG. */
export function gridPlot(cells: readonly GridCell[], options: PlotStyle = {}): string {
  const palette = paletteOf(options);
  const columns = Math.min(2, cells.length);
  const sizes = cells.map(({ svg }) => sizeOf(svg));
  const each = Math.max(...sizes.map(({ width }) => width));
  const panels: Panel[] = [];
  let y = GAP;
  for (let row = 0; row < cells.length; row += columns) {
    for (const [i, { name, svg }] of cells.slice(row, row + columns).entries()) {
      const x = GAP + i * (each + GAP);
      const title = label(name, 12, 18, { 'font-size': 17, 'font-weight': 'bold', fill: palette.ink });
      panels.push({ x, y, body: title }, { x, y: y + NAME, body: alone(svg, row + i) });
    }
    y += NAME + Math.max(...sizes.slice(row, row + columns).map(({ height }) => height)) + GAP;
  }
  const names = cells.map(({ name }) => name).join(', ');
  return picture(
    {
      width: columns * each + (columns + 1) * GAP,
      height: y,
      title: `${cells.length} programs`,
      description: `a picture of each: ${names}`,
      panels,
    },
    { ...options, idPrefix: 'programs' },
  );
}

function sizeOf(svg: string): { readonly width: number; readonly height: number } {
  const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  return { width: Number(width), height: Number(height) };
}

/** Its ids are led by its number, so that none is there twice. */
const alone = (svg: string, i: number): string =>
  svg.replaceAll(/(\bid="|url\(#|href="#|aria-labelledby="|(?<=aria-labelledby="\S+) )/g, `$1p${i}-`);
