/** Runs of programs under injected latency, each rank taken for a node of its own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { RunOptions, RunResult } from './mpi.js';
import type { UnderMpi } from './under-each-mpi.js';

/** What rank 0 leaves of a run. */
export interface Result {
  readonly nodes: number;
  readonly clock_error_ns: number;
  readonly L_ns: number | null;
  readonly added_ns: number | null;
  readonly release: 'constant' | 'added';
  readonly T_ns: number;
}

type Run<Found> = (file: string, env: Record<string, string>, options?: RunOptions) => Found;

export interface NodeRuns {
  readonly run: Run<RunResult>;
  /** A run that ends well, by what it leaves. */
  readonly ran: Run<Result>;
  /** Where rank 0 leaves it, if it is told so, as it is by `ran`. */
  readonly resultPath: () => string;
  readonly resultOf: () => Result;
}

export function nodeRuns(mpi: UnderMpi): NodeRuns {
  const resultPath = (): string => join(mpi.bench.folder, 'result.json');
  const resultOf = (): Result => JSON.parse(readFileSync(resultPath(), 'utf8'));
  const run: Run<RunResult> = (file, env, options = {}) =>
    mpi.bench.run(file, { ...options, env: { LLAMP_TRACE: '', LLAMP_NODE_RANKS: '1', ...env } });
  const ran: Run<Result> = (file, env, options) => {
    const { code, stderr } = run(file, { LLAMP_RESULT: resultPath(), ...env }, options);
    expect([code, stderr]).toEqual([0, '']);
    return resultOf();
  };
  return { run, ran, resultPath, resultOf };
}
