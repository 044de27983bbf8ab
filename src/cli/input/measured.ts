/**
 * Files of measured runs: a value of the parameter and T a line, and by their header columns for the ranks and the
 * load. Cells carry units, or a header names them (`L_us,T_ms`), or they are ns. A leading + counts from the machine's
 * value.
 */
import { measuredAt } from '../../analysis/measured.js';
import { InputError } from '../../errors.js';
import type { MeasuredPoint } from '../../report/plots/curve-geometry.js';
import type { Axis } from '../../timing/axis.js';
import { readTextFile } from '../output/files.js';
import { type MeasuredFile, MeasuredTable } from './measured-table.js';

/** The runs of a file on an axis, of a program of `ranks` ranks. Throws InputError with file, line and column. */
export function readMeasured(path: string, axis: Axis, ranks: number): MeasuredFile {
  const file = parseMeasured(readTextFile(path), path, axis);
  if (file.ranks === null || file.ranks === ranks) return file;
  throw new InputError({
    place: { source: path },
    what: `measured with ${file.ranks} ranks, while the program has ${ranks}`,
    mend: 'give the trace of the program that was measured',
  });
}

/** What a picture shows of the runs: their medians, and how far they spread. */
export const measuredPoints = ({ runs }: Pick<MeasuredFile, 'runs'>): MeasuredPoint[] =>
  measuredAt(runs).map(({ x, median, min, max, count }) => ({
    x,
    runtime: median,
    ...(count > 1 ? { min, max } : {}),
  }));

export function parseMeasured(text: string, source: string, axis: Axis): MeasuredFile {
  const table = new MeasuredTable(source, axis);
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .forEach((line, i) => {
      if (line.trim() !== '' && !line.startsWith('#')) table.add(line, i + 1);
    });
  return table.finish();
}
