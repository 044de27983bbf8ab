/** From dropped files to a schedule: one GOAL file, or the traces of one run. */
import { InputError, type Warning } from '../../src/errors.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import { readGoal } from '../../src/sources/goal/read.js';
import {
  looksLikeTrace,
  readTraces,
  traceSets,
  tracesToSchedule,
} from '../../src/sources/liballprof/index.js';
import { Budget, checkSizes, chunksOf, headOf } from './bytes.js';

export interface Loaded {
  readonly schedule: Schedule;
  readonly source: string;
  readonly warnings: readonly Warning[];
}

/** Throws InputError and LimitError. */
export async function load(files: readonly File[]): Promise<Loaded> {
  if (files.length === 0) throw new InputError({ what: 'no file', mend: 'drop a GOAL file or traces' });
  checkSizes(files);
  const traces = looksLikeTrace(await headOf(files[0]));
  if (traces) return loadTraces(files);
  if (files.length > 1) {
    throw new InputError({
      place: { source: files[0].name },
      what: `${files.length} files, and this is not a trace`,
      mend: 'drop one GOAL file, or the traces of one run',
    });
  }
  return loadGoal(files[0]);
}

async function loadGoal(file: File): Promise<Loaded> {
  const schedule = await readGoal(chunksOf(file, new Budget()), { source: file.name, sizeHint: file.size });
  if (schedule.operations === 0) {
    throw new InputError({
      place: { source: file.name },
      what: 'the schedule has no operations',
      mend: 'check how it was made',
    });
  }
  return { schedule, source: file.name, warnings: [] };
}

async function loadTraces(files: readonly File[]): Promise<Loaded> {
  const byName = new Map(files.map((file) => [file.name, file]));
  const sets = traceSets([...byName.keys()]);
  const [set] = sets;
  if (set === undefined || sets.length > 1) {
    throw new InputError({
      place: { source: files[0].name },
      what: sets.length > 1 ? `traces of ${sets.length} runs` : 'no trace of rank 0 among the files',
      mend: 'drop the traces of all ranks of one run together',
    });
  }
  const budget = new Budget();
  const opened = set.flatMap(({ name, rank }) => {
    const file = byName.get(name);
    return file === undefined ? [] : [{ source: name, rank, chunks: chunksOf(file, budget) }];
  });
  const { schedule, warnings } = tracesToSchedule(await readTraces(opened));
  const rest = files.length - opened.length;
  const left: Warning[] =
    rest > 0
      ? [{ code: 'files-left-out', message: `${rest} of ${files.length} files belong to no set of traces` }]
      : [];
  return {
    schedule,
    source: `${set[0].name} and ${opened.length - 1} more`,
    warnings: [...warnings, ...left],
  };
}
