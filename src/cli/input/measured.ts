/**
 * Measured runtimes: lines of CSV with a value of the parameter and T. Cells carry units, or a header names them
 * (`L_us,T_ms`), or they are ns. A leading + counts from the machine's value.
 */
import { basename } from 'node:path';
import { InputError, LlampError } from '../../errors.js';
import type { MeasuredPoint } from '../../report/plots/curve-geometry.js';
import type { Axis } from '../../timing/axis.js';
import { parseTime } from '../../units/units.js';
import { parseOn } from '../flags/parameters.js';
import { readTextFile } from '../output/files.js';

interface Units {
  readonly x: string;
  readonly runtime: string;
}

/** The points of a file on an axis. Throws InputError with file and line. */
export function readMeasured(path: string, axis: Axis): MeasuredPoint[] {
  return parseMeasured(readTextFile(path), path, axis);
}

export function parseMeasured(text: string, source: string, axis: Axis): MeasuredPoint[] {
  const points: MeasuredPoint[] = [];
  let units: Units = { x: axis.unit === 'ns' ? 'ns' : 'ns/B', runtime: 'ns' };
  let first = true;
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .forEach((line, i) => {
      if (line.trim() === '' || line.startsWith('#')) return;
      const cells = line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
      const at = { source, line: i + 1 };
      if (first && isHeader(cells)) units = unitsOf(cells, units);
      else points.push(pointOf(cells, units, axis, at));
      first = false;
    });
  if (points.length > 0) return points;
  throw new InputError({
    place: { source },
    what: `no measured point in ${basename(source)}`,
    mend: `write lines of ${axis.name} and T, such as 3us,1.25s`,
  });
}

const isHeader = (cells: readonly string[]): boolean => cells.every((cell) => /^[^\d+\-.]/.test(cell));

/** Unit behind the last underscore or in brackets: `L_us`, `T (ms)`. */
function unitsOf([x = '', runtime = '']: readonly string[], fallback: Units): Units {
  const unit = (name: string, other: string): string =>
    /(?:_|\(|\[)\s*(ns|us|µs|ms|s|ns\/B)\s*[)\]]?$/.exec(name)?.[1] ?? other;
  return { x: unit(x, fallback.x), runtime: unit(runtime, fallback.runtime) };
}

function pointOf(
  cells: readonly string[],
  units: Units,
  axis: Axis,
  place: { readonly source: string; readonly line: number },
): MeasuredPoint {
  if (cells.length < 2) {
    throw new InputError({
      place,
      what: `'${cells.join(',')}' is not a pair of ${axis.name} and T`,
      mend: 'write two cells, such as 3us,1.25s',
    });
  }
  try {
    const x = parseOn(axis, cells[0], axis.name, units.x);
    const runtime = parseTime(cells[1], { name: 'T', unit: units.runtime });
    return { x, runtime };
  } catch (error) {
    if (!(error instanceof LlampError)) throw error;
    throw new InputError(error.problems.map((problem) => ({ ...problem, place })));
  }
}
