/**
 * Output of Netgauge's `loggp` pattern: one line per message size,
 * `L=… s=… o_s=… o_r=… g=… G=… (… GiB/s) lsqu(g,G)=…`, times in µs, G in µs per byte.
 *
 * The figure that Netgauge calls GiB/s is 8/G/1024, a number of Mibit/s over 1.024: it is not read.
 * Each line fits g and G to all sizes up to its own, so the last line of a run rests on most.
 */
import { InputError, type Place, type Warning } from '../../errors.js';
import { decimal } from '../../units/units.js';

/** LogGP at one message size; times in µs. */
export interface NetgaugeRow {
  readonly bytes: number;
  readonly latencyUs: number;
  readonly sendOverheadUs: number;
  readonly receiveOverheadUs: number;
  readonly gapUs: number;
  readonly gapUsPerByte: number;
  /** Residual of the fit of g and G. */
  readonly residual: number | undefined;
}

/** Every line of a run, in its order. */
export interface NetgaugeReport {
  readonly rows: readonly NetgaugeRow[];
  readonly warnings: readonly Warning[];
}

const PAIR = /(?:^|\s)(L|s|o_s|o_r|g|G|lsqu\(g,G\))=\s*(\S+)/g;

/**
 * Every line with LogGP parameters in `text`.
 * Throws InputError at a line that lacks one, when there is none, and when the last has a negative one.
 */
export function parseNetgauge(text: string, source = 'netgauge'): NetgaugeReport {
  const rows: NetgaugeRow[] = [];
  const warnings: Warning[] = [];
  let lastLine = 0;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (!/(?:^|\s)L=/.test(line)) continue;
    const values = new Map([...line.matchAll(PAIR)].map(([, name, value]) => [name, decimal(value)]));
    const read = (name: string): number => {
      const value = values.get(name);
      if (value === undefined || Number.isNaN(value)) {
        throw new InputError({
          place: { source, line: index + 1 },
          what: `the line has no number for ${name}`,
          mend: 'a line of the loggp pattern reads L= s= o_s= o_r= g= G=',
        });
      }
      return value;
    };
    rows.push({
      latencyUs: read('L'),
      bytes: read('s'),
      sendOverheadUs: read('o_s'),
      receiveOverheadUs: read('o_r'),
      gapUs: read('g'),
      gapUsPerByte: read('G'),
      residual: Number.isNaN(values.get('lsqu(g,G)')) ? undefined : values.get('lsqu(g,G)'),
    });
    lastLine = index + 1;
    if (line.includes('is smaller than g+size*G')) {
      warnings.push({
        code: 'netgauge-delay',
        message: `${source}:${index + 1}: netgauge says its delay was too short for o_s at this size`,
      });
    }
  }
  if (rows.length === 0) {
    throw new InputError({
      place: { source },
      what: 'no line with LogGP parameters found',
      mend: "run netgauge with '-x loggp' and give its standard output",
    });
  }
  checkLast(rows[rows.length - 1], { source, line: lastLine });
  return { rows, warnings };
}

/** A fit to a few sizes may well be negative; the one that all sizes bear is no machine then. */
function checkLast(row: NetgaugeRow, place: Place): void {
  const named = {
    L: row.latencyUs,
    s: row.bytes,
    o_s: row.sendOverheadUs,
    o_r: row.receiveOverheadUs,
    g: row.gapUs,
    G: row.gapUsPerByte,
  };
  for (const [name, value] of Object.entries(named)) {
    if (value >= 0) continue;
    throw new InputError({
      place,
      what: `${name} is ${value} in the last line, which rests on every size`,
      mend: 'no time of a machine is negative: measure again, with more sizes',
    });
  }
}
