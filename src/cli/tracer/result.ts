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
  /** Whether another program had left its result there. */
  replaced: z.boolean().default(false),
});

export type RunResult = z.infer<typeof RESULT>;

/**
 * Of a run before which there was none at `path`. Throws InputError where there is none now: the program did not come to its
 * MPI_Finalize, or does not load its MPI; and where several programs ran.
 */
export function readResult(path: string): RunResult {
  const text = readTextFile(path, {
    what: 'the program ran, and rank 0 left no result',
    mend: 'does it call MPI_Init and MPI_Finalize?',
  });
  const { success, data } = RESULT.safeParse(jsonOf(text));
  if (!success)
    throw new InputError({
      place: { source: path },
      what: 'this is no result of a measured run',
      mend: "build the tracer anew: 'llamp-ts trace build'",
    });
  if (data.replaced)
    throw new InputError({
      what: `several MPI programs ran, and the runtime of the last, ${data.program}, replaced that of another`,
      mend: 'give a command line that starts one, by the launcher of its own MPI',
    });
  return data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `openmpi`, `mpich`, or the first word of what the library says. */
export function mpiName({ mpi }: Pick<RunResult, 'mpi'>): string {
  if (/open\s*mpi/i.test(mpi)) return 'openmpi';
  return /mpich/i.test(mpi) ? 'mpich' : (/^\S+/.exec(mpi)?.[0].toLowerCase() ?? 'unknown');
}
