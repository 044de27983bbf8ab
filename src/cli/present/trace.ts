/** What is told of the tracer, and of a run that it traced. */
import { join } from 'node:path';
import type { Warning } from '../../errors.js';
import { formatSize } from '../../units/units.js';
import type { Answer } from '../output/answer.js';
import { count } from './input.js';

export interface TracedFacts {
  readonly files: readonly {
    readonly name: string;
    readonly rank: number;
    readonly bytes: number;
    readonly finished: boolean;
  }[];
  readonly warnings: readonly Warning[];
}

/** The library, and how it is put in front of a program's MPI. */
export function builtAnswer(library: string): Answer {
  const line = `LLAMP_TRACE=llamp-trace LD_PRELOAD=${library}`;
  return {
    json: () => ({ input: {}, machine: {}, result: { library, environment: line }, warnings: [] }),
    text: () => `${library}
trace a program:  llamp-ts trace run --tracer ${library} -- mpirun -np 8 ./app
or by hand, in the environment of every rank:  ${line}
`,
  };
}

/** `folder` as the user named it. */
export function tracedAnswer({ files, warnings }: TracedFacts, folder: string): Answer {
  const ranks = new Set(files.map(({ rank }) => rank)).size;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  // In both forms they are two inputs.
  const input = files.length === ranks ? folder : join(folder, files[0].name);
  return {
    json: () => ({ input: {}, machine: {}, result: { folder, ranks, bytes, files }, warnings }),
    text: () => `${count(ranks, 'rank')} traced in ${folder}, ${formatSize(bytes)}
next: llamp-ts tolerance ${input}
`,
  };
}
