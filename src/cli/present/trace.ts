/** What is told of the tracer, and of a run that it traced. */
import { join } from 'node:path';
import type { Warning } from '../../errors.js';
import { formatSize } from '../../units/units.js';
import type { Answer } from '../output/answer.js';
import { count } from './input.js';

export interface TracedFacts {
  readonly worlds: readonly {
    /** Within the folder of all; '' is that folder. */
    readonly folder: string;
    readonly spawned: boolean;
    readonly ranks: number;
    readonly files: readonly {
      readonly name: string;
      readonly rank: number;
      readonly bytes: number;
      readonly finished: boolean;
    }[];
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
export function tracedAnswer({ worlds, warnings }: TracedFacts, folder: string): Answer {
  const files = worlds.flatMap((world) => world.files);
  const ranks = worlds.reduce((sum, world) => sum + world.ranks, 0);
  const bytes = bytesOf(files);
  const told = worlds.map((world) => ({
    folder: join(folder, world.folder),
    spawned: world.spawned,
    ranks: world.ranks,
    bytes: bytesOf(world.files),
  }));
  const lines = told.map(
    (world) => `${count(world.ranks, 'rank')} traced in ${world.folder}, ${formatSize(world.bytes)}\n`,
  );
  return {
    json: () => ({ input: {}, machine: {}, result: { folder, ranks, bytes, worlds: told, files }, warnings }),
    text: () => `${lines.join('')}next: llamp-ts tolerance ${inputOf(worlds, folder)}\n`,
  };
}

const bytesOf = (files: readonly { readonly bytes: number }[]): number =>
  files.reduce((sum, file) => sum + file.bytes, 0);

/** What names the first world: its folder, unless that has it in both forms, or holds further runs. */
function inputOf(worlds: TracedFacts['worlds'], folder: string): string {
  const [first, ...others] = worlds;
  const alone = first.folder !== '' || others.every(({ spawned }) => spawned);
  return alone && first.files.length === first.ranks
    ? join(folder, first.folder)
    : join(folder, first.files[0].name);
}
