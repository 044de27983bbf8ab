/** Calls that were measured over a network that really delayed every packet, from tables of tabs with a line of titles. */
import { readFileSync } from 'node:fs';

export interface MeasuredCall {
  readonly library: 'openmpi' | 'mpich';
  /** What was called, as the model names it; the variant where the table has no other name. */
  readonly name: string;
  readonly variant: string;
  readonly bytes: number;
  readonly ranks: number;
  /** Until the last rank had left, all having entered at once. */
  readonly latencies: number;
}

export function measuredCalls(table: URL): MeasuredCall[] {
  const lines = readFileSync(table, 'utf8').trim().split('\n');
  const [titles, ...rows] = lines.filter((line) => !line.startsWith('#')).map((line) => line.split('\t'));
  return rows.map((fields) => {
    const of = (title: string): string => fields[titles.indexOf(title)] ?? '';
    return {
      library: of('library') === 'openmpi' ? 'openmpi' : 'mpich',
      name: of('join') || of('variant'),
      variant: of('variant'),
      bytes: Number(of('bytes')),
      ranks: Number(of('ranks')),
      latencies: Number(of('latencies')),
    };
  });
}

/** Whether a number of latencies is the measured one, as far as that can be told. */
export const isMeasured = (latencies: number, measured: number): boolean =>
  Math.abs(latencies - measured) <= Math.max(0.35, 0.025 * measured);
