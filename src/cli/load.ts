/** From the INPUT arguments of a command to a schedule. */
import { InputError, UsageError, type Warning } from '../errors.js';
import { readGoal } from '../schedule/goal/read.js';
import type { Schedule } from '../schedule/schedule.js';
import { type ByteSource, Digest, openBytes } from './input.js';
import type { InputInfo } from './json.js';
import type { Progress } from './progress.js';

export interface LoadedSchedule {
  readonly schedule: Schedule;
  readonly info: InputInfo;
  readonly warnings: readonly Warning[];
}

/** Reads the schedule that `inputs` name. `digest`: whether its SHA-256 is wanted, which costs time. */
export async function loadSchedule(
  inputs: readonly string[],
  digest: boolean,
  progress: Progress,
): Promise<LoadedSchedule> {
  const [input, ...more] = inputs;
  if (input === undefined) {
    throw new UsageError('no INPUT given', "name a GOAL file or traces, or '-' for standard input");
  }
  if (more.length > 0) throw new UsageError(`${inputs.length} inputs given`, 'name one GOAL file');
  const bytes = openBytes(input);
  return loadGoal(bytes, digest, progress);
}

async function loadGoal(bytes: ByteSource, wanted: boolean, progress: Progress): Promise<LoadedSchedule> {
  const { source, sizeHint } = bytes;
  const digest = new Digest();
  const chunks = wanted ? digest.of(bytes.chunks) : bytes.chunks;
  const onProgress = (done: number): void => progress.update('reading', done, sizeHint);
  const schedule = await readGoal(chunks, { source, sizeHint, onProgress });
  if (schedule.operations === 0) {
    throw new InputError({
      place: { source },
      what: 'the schedule has no operations',
      mend: 'check how it was made',
    });
  }
  return { schedule, info: { source, sha256: wanted ? digest.hex() : '' }, warnings: [] };
}
