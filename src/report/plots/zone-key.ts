/** The key of tolerance zones: a swatch of each with its slowdown, in a row. */
import { element, label, type Panel } from './frame.js';
import { plain } from './numbers.js';
import { cycle, type Palette } from './palette.js';

export const zoneKeyHeight = 30;
const STEP = 92;
const SWATCH = 22;

/** `prefix`: of the ids of the hatches, `<prefix>-zone-<i>`. */
export function zoneKey(
  percents: readonly number[],
  x: number,
  y: number,
  palette: Palette,
  prefix: string,
): Panel {
  const cells = percents.map((percent, i) => {
    const left = i * STEP;
    const stroke = cycle(palette.zones, i);
    const fill = `url(#${prefix}-zone-${i})`;
    const swatch = element('rect', { x: left, y: 0, width: SWATCH, height: 14, fill, stroke });
    return swatch + label(`≤ ${plain(percent)} %`, left + SWATCH + 6, 11, { fill: palette.ink });
  });
  return { x, y, body: cells.join('') };
}
