/** What rank 0 of a measured run leaves: LLAMP_RESULT, as tracer/README.md has it. */
import { z } from 'zod';
import { InputError } from '../../errors.js';
import { readTextFile } from '../output/files.js';

const RESULT = z.object({
  program: z.string(),
  ranks: z.number(),
  mpi: z.string(),
  nodes: z.number(),
  clock_error_ns: z.number(),
  L_ns: z.number(),
  added_ns: z.number().nullable(),
  collectives: z.string(),
  release: z.enum(['constant', 'added']),
  T_ns: z.number(),
  load1: z.number(),
  undelayed: z.record(z.string(), z.number()),
});

export type RunResult = z.infer<typeof RESULT>;

/** Throws InputError where there is none: the program did not come to its MPI_Finalize, or does not load its MPI. */
export function readResult(path: string): RunResult {
  const text = readTextFile(path, {
    what: 'the program ran, and rank 0 left no result',
    mend: 'does it call MPI_Init and MPI_Finalize?',
  });
  try {
    return RESULT.parse(JSON.parse(text));
  } catch {
    throw new InputError({
      place: { source: path },
      what: 'this is no result of a measured run',
      mend: "build the tracer anew: 'llamp-ts trace build'",
    });
  }
}

/** `openmpi`, `mpich`, or the first word of what the library says. */
export function mpiName({ mpi }: Pick<RunResult, 'mpi'>): string {
  if (/open\s*mpi/i.test(mpi)) return 'openmpi';
  return /mpich/i.test(mpi) ? 'mpich' : (/^\S+/.exec(mpi)?.[0].toLowerCase() ?? 'unknown');
}
