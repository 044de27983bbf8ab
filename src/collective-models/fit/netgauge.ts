/**
 * Output of Netgauge's `loggp` pattern: one line per message size,
 * `L=… s=… o_s=… o_r=… g=… G=… (… GiB/s) lsqu(g,G)=…`, times in µs, G in µs per byte.
 *
 * The figure that Netgauge calls GiB/s is 8/G/1024, a number of Mibit/s over 1.024: it is not read.
 * Each line fits g and G to all sizes up to its own, so the last line of a run rests on most.
 */
import { InputError, type Warning } from '../../errors.js';

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

export interface NetgaugeReport {
  readonly rows: readonly NetgaugeRow[];
  readonly warnings: readonly Warning[];
}

const PAIR = /(?:^|\s)(L|s|o_s|o_r|g|G|lsqu\(g,G\))=\s*(\S+)/g;

/**
 * Every line with LogGP parameters in `text`.
 * Throws InputError at a line that lacks one, and when there is none.
 */
export function parseNetgauge(text: string, source = 'netgauge'): NetgaugeReport {
  const rows: NetgaugeRow[] = [];
  const warnings: Warning[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (!/(?:^|\s)L=/.test(line)) continue;
    const values = new Map([...line.matchAll(PAIR)].map(([, name, value]) => [name, Number(value)]));
    const read = (name: string): number => {
      const value = values.get(name);
      if (value === undefined || !Number.isFinite(value)) {
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
      residual: values.get('lsqu(g,G)'),
    });
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
  return { rows, warnings };
}
