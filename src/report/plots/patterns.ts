/** Hatches that tell areas apart without colour. */
import { element } from './frame.js';

const PERIOD = 8;

/** Lines of a hatch: rising, falling, crossed, level, upright. */
const STROKES: readonly string[] = ['M0,8L8,0', 'M0,0L8,8', 'M0,8L8,0M0,0L8,8', 'M0,4L8,4', 'M4,0L4,8'];

/** Definition of an area's fill: a tint of `colour` and a hatch of its own. */
export function hatch(id: string, colour: string, kind: number): string {
  const tint = element('rect', { width: PERIOD, height: PERIOD, fill: colour, 'fill-opacity': 0.16 });
  const lines = element('path', {
    d: STROKES[kind % STROKES.length],
    stroke: colour,
    'stroke-opacity': 0.45,
    'stroke-width': 0.8,
    fill: 'none',
  });
  return element(
    'pattern',
    { id, width: PERIOD, height: PERIOD, patternUnits: 'userSpaceOnUse' },
    tint + lines,
  );
}
