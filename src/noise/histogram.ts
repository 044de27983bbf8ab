/** Distributions as they were measured, from files. */
import { type Distribution, discrete } from '../analysis/distribution.js';
import { InputError } from '../errors.js';
import { decimal } from '../units/units.js';

/** Header of the raw times that `measure` writes. */
const MEASURED = 'kind,from,to,bytes,messages,delay_ns,repeat,time_ns';

/**
 * A distribution of times, ns: a line each, with how often it was seen behind a comma or blanks where that is not once;
 * `#` begins a comment, and the first line may be a header. Of the raw times of `measure` half of each round trip of the
 * smallest message, less the least of them. Each value is drawn as often as it was seen. Throws InputError.
 */
export function parseHistogram(text: string, source: string): Distribution {
  const lines = text.split('\n').map((line) => line.trim());
  return lines[0] === MEASURED ? ofMeasured(lines, source) : ofValues(lines, source);
}

function ofValues(lines: readonly string[], source: string): Distribution {
  const values: number[] = [];
  const counts: number[] = [];
  for (const [i, line] of lines.entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const [value, count = 1, ...more] = line.split(/[\s,;]+/).map(decimal);
    if (i === 0 && Number.isNaN(value)) continue;
    if (!(value >= 0) || !(count >= 0) || more.length > 0)
      throw new InputError({
        place: { source, line: i + 1 },
        what: `'${line}' is no time from 0 in ns, alone or with a count`,
        mend: 'write lines such as 250 or 250,17',
      });
    values.push(value);
    counts.push(count);
  }
  return weighted(values, counts, source);
}

/** Round trips of one message of the smallest size, past the warming up. */
function ofMeasured([, ...lines]: readonly string[], source: string): Distribution {
  const trips = lines.flatMap((line) => {
    const [kind, , , bytes, messages, , repeat, ns] = line.split(',');
    const counts = kind === 'round-trip' && Number(messages) === 1 && Number(repeat) >= 0;
    return counts ? [{ bytes: Number(bytes), half: Number(ns) / 2 }] : [];
  });
  const smallest = trips.reduce((least, { bytes }) => Math.min(least, bytes), Number.POSITIVE_INFINITY);
  const halves = trips.filter(({ bytes }) => bytes === smallest).map(({ half }) => half);
  const least = halves.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const above = halves.map((half) => half - least);
  return weighted(
    above,
    above.map(() => 1),
    source,
  );
}

function weighted(values: readonly number[], counts: readonly number[], source: string): Distribution {
  if (counts.some((count) => count > 0)) return discrete(values, counts);
  throw new InputError({ place: { source }, what: 'there are no times in it' });
}
