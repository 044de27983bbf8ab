/** From the INPUT arguments of a command to a schedule: GOAL text or traces, told apart by their content. */
import { InputError, UsageError } from '../../errors.js';
import { readGoal } from '../../sources/goal/read.js';
import type { Progress } from '../output/progress.js';
import { type ByteSource, causeOf, Digest, openBytes } from './bytes.js';
import type { LoadedSchedule } from './loaded.js';
import { looksLikeTraces, namesTraces } from './sniff.js';
import type { TraceFlags } from './traces.js';

export interface LoadOptions extends TraceFlags {
  /** Whether the SHA-256 of the text is wanted, which costs time. */
  readonly digest: boolean;
}

/** Reads the schedule that `inputs` name. Throws UsageError and InputError. */
export async function loadSchedule(
  inputs: readonly string[],
  options: LoadOptions,
  progress: Progress,
): Promise<LoadedSchedule> {
  const [input] = inputs;
  if (input === undefined) {
    throw new UsageError('no INPUT given', "name a GOAL file or traces, or '-' for standard input");
  }
  if (inputs.length > 1 || namesTraces(input)) return fromTraces(inputs, options, progress);
  const bytes = openBytes(input);
  const { head, chunks } = await peek(bytes.chunks);
  if (!looksLikeTraces(head)) {
    try {
      return await loadGoal({ ...bytes, chunks }, options.digest, progress);
    } catch (error) {
      throw await causeOf(error, input);
    }
  }
  if (input === '-') {
    throw new UsageError(
      'traces cannot come by standard input',
      'one file per rank is needed: name the files',
    );
  }
  return fromTraces(inputs, options, progress);
}

/** Loads what reads traces, which GOAL files do not need. */
async function fromTraces(
  inputs: readonly string[],
  options: LoadOptions,
  progress: Progress,
): Promise<LoadedSchedule> {
  const { scheduleOf } = await import('./traces.js');
  return scheduleOf(inputs, options, progress);
}

/** The first piece, and all pieces from the beginning. */
async function peek(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ head: Uint8Array; chunks: AsyncIterable<Uint8Array> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  const head = first.done === true ? new Uint8Array(0) : first.value;
  async function* all(): AsyncGenerator<Uint8Array> {
    if (first.done === true) return;
    yield first.value;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  }
  return { head, chunks: all() };
}

async function loadGoal(bytes: ByteSource, wanted: boolean, progress: Progress): Promise<LoadedSchedule> {
  const { source, sizeHint, storedBytes } = bytes;
  const digest = new Digest();
  const chunks = wanted ? digest.of(bytes.chunks) : bytes.chunks;
  const onProgress = (): void => progress.update('reading', bytes.done(), storedBytes);
  const schedule = await readGoal(chunks, { source, sizeHint, onProgress });
  if (schedule.operations === 0) {
    throw new InputError({
      place: { source },
      what: 'the schedule has no operations',
      mend: 'check how it was made',
    });
  }
  return { schedule, info: { source, sha256: wanted ? digest.hex() : '' }, warnings: bytes.warnings };
}
