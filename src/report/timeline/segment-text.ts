/** The calls of a segment in words: a file of its own, for the page's script needs no more than this. */
import { spanText } from '../../schedule/calls.js';
import type { PathCalls } from './path-calls.js';

/** `MPI_Recv#2 … MPI_Allreduce#3 (solver.c:10) at trace-3.txt:1865` of a segment. */
export function segmentCallText(calls: PathCalls, i: number): string {
  const { names, sources, sites, unit } = calls;
  const named = (name: number, number: number) => ({
    call: names[name],
    occurrence: Math.abs(number),
    before: number < 0,
  });
  return spanText(
    named(calls.first[i], calls.firstNumber[i]),
    { ...named(calls.last[i], calls.lastNumber[i]), source: sources[calls.source[i]], at: calls.at[i], unit },
    sites[calls.site[i]] ?? '',
  );
}
