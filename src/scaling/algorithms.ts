/** Which algorithms the collectives of a program take, and whether that changes with the number of ranks. */
import { type CollectiveSpec, chooseAlgorithm } from '../collectives/choice.js';
import type { CollectiveName } from '../collectives/names.js';
import type { Warning } from '../errors.js';
import type { Program } from '../sources/program.js';

/** Names of the algorithms of each collective, in the order of the calls. */
export type AlgorithmsTaken = ReadonlyMap<CollectiveName, ReadonlySet<string>>;

/** By `choices` and the program's own defaults; none where collectives are messages already. */
export function algorithmsTaken(program: Program, choices: readonly CollectiveSpec[]): AlgorithmsTaken {
  const { specs, options } = program.defaults();
  const taken = new Map<CollectiveName, Set<string>>();
  for (const { collective, ranks, bytes } of program.calls() ?? []) {
    const { algorithm } = chooseAlgorithm([...choices, ...specs], collective, ranks, bytes, options);
    const names = taken.get(collective) ?? new Set();
    taken.set(collective, names.add(algorithm.name));
  }
  return taken;
}

/** A warning for each collective that goes another way at some number of ranks: laws bend there. */
export function changeWarnings(
  runs: readonly { readonly ranks: number; readonly taken: AlgorithmsTaken }[],
): Warning[] {
  const collectives = new Set(runs.flatMap(({ taken }) => [...taken.keys()]));
  return [...collectives].flatMap((collective) => {
    const ways = new Map<string, number[]>();
    for (const { ranks, taken } of runs) {
      const way = [...(taken.get(collective) ?? [])].sort().join(' and ');
      if (way !== '') ways.set(way, [...(ways.get(way) ?? []), ranks]);
    }
    if (ways.size < 2) return [];
    const list = [...ways].map(([way, ranks]) => `${way} at ${ranks.join(', ')} ranks`);
    return [
      {
        code: 'algorithm-changes',
        message: `${collective} goes by ${list.join(', by ')}: a law over all of them may bend in between`,
      },
    ];
  });
}
