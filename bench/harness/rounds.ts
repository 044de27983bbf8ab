/** All cases in turn, round after round, so that whatever else the machine does meets all of them. */
import type { Case, NamedRun, Run } from './case.js';

export interface Measured {
  readonly peakBytes: number | null;
  readonly runs: readonly Run[];
}

/** How a process is run; tests put others in their place. */
export interface Runner {
  readonly timed: (one: Case) => Promise<readonly NamedRun[]>;
  readonly peakOf: (one: Case) => Promise<number | null>;
}

export interface Outcome {
  readonly byName: ReadonlyMap<string, Measured>;
  /** Why a case gave nothing. */
  readonly failures: readonly { readonly case: Case; readonly why: string }[];
}

type Found = { peakBytes: number | null; runs: Run[] };

/** Every case once for its memory and the caches, then `rounds` times in turn. A case that fails is left out from there on. */
export async function measure(
  cases: readonly Case[],
  { rounds, runner, said }: { rounds: number; runner: Runner; said: (line: string) => void },
): Promise<Outcome> {
  const byName = new Map<string, Found>();
  const failures: { case: Case; why: string }[] = [];
  const failed = (one: Case, error: unknown): void => {
    byName.delete(one.name);
    const why = error instanceof Error ? error.message : String(error);
    said(why);
    failures.push({ case: one, why });
  };
  /** Stages are known once they have run. */
  const add = ({ name, wall, cpu }: NamedRun): void => {
    const found = byName.get(name) ?? { peakBytes: null, runs: [] };
    byName.set(name, found);
    found.runs.push({ wall, cpu });
  };
  for (const one of cases) {
    said(`once: ${one.name}`);
    await runner
      .peakOf(one)
      .then((peakBytes) => byName.set(one.name, { peakBytes, runs: [] }))
      .catch((error: unknown) => failed(one, error));
  }
  for (let round = 0; round < rounds; round++) {
    said(`round ${round + 1} of ${rounds}`);
    for (const one of cases) {
      if (!byName.has(one.name) || round >= (one.rounds ?? rounds)) continue;
      await runner
        .timed(one)
        .then((runs) => runs.forEach(add))
        .catch((error: unknown) => failed(one, error));
    }
  }
  return { byName, failures };
}
