/** Times along the lanes of a picture: a thin line each, with its words below. */
import { element, label } from './frame.js';
import { plain, ticks, timeUnit } from './numbers.js';
import type { Palette } from './palette.js';

/** Where the lanes are. */
interface Lanes {
  readonly top: number;
  readonly bottom: number;
  readonly palette: Palette;
}

/** `x`: where a time in ns is. */
export function timeMarks(
  runtime: number,
  x: (time: number) => number,
  { top, bottom, palette }: Lanes,
): string {
  const unit = timeUnit(runtime);
  const marks = ticks(0, runtime / unit.size, 8).map((value) => {
    const at = x(value * unit.size);
    const line = element('line', {
      x1: at,
      x2: at,
      y1: top - 6,
      y2: bottom,
      stroke: palette.faint,
      'stroke-width': 0.4,
    });
    return (
      line +
      label(`${plain(value, 6)} ${unit.name}`, at, bottom + 16, { 'text-anchor': 'middle', 'font-size': 11 })
    );
  });
  return marks.join('');
}
