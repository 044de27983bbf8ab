/** Sets of trace files: found by rank 0's file, a directory, a glob or a list; read; made into a schedule. */
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type CollectiveSpec, parseCollectiveSpec } from '../../collectives/choice.js';
import { InputError, UsageError, type Warning } from '../../errors.js';
import {
  type NamedTrace,
  readTraces,
  type TraceFile,
  type TraceSchedule,
  type TraceScheduleOptions,
  type TraceSet,
  traceSetOf,
  traceSets,
  tracesToSchedule,
} from '../../sources/liballprof/index.js';
import { fileError } from '../output/files.js';
import type { InputInfo } from '../output/json.js';
import type { Progress } from '../output/progress.js';
import { causeOf, Digest, openBytes } from './bytes.js';
import type { LoadedSchedule } from './loaded.js';

/** The flags that say how traces become a schedule, as oclif parses them. */
export interface TraceFlags {
  readonly collective?: readonly string[] | undefined;
  readonly rules?: string | undefined;
  readonly 'request-pitch'?: string | undefined;
  readonly 'skip-calls'?: readonly string[] | undefined;
  readonly strict?: boolean | undefined;
}

export function traceOptions(flags: TraceFlags): TraceScheduleOptions {
  const pitch = flags['request-pitch'];
  const collectives: CollectiveSpec[] = (flags.collective ?? []).map((text) => parseCollectiveSpec(text));
  return {
    rules: flags.rules === 'published' ? 'published' : 'default',
    strict: flags.strict ?? false,
    skipCalls: flags['skip-calls'] ?? [],
    collectives,
    ...(pitch === '4' ? { requestPitch: 4 } : pitch === '8' ? { requestPitch: 8 } : {}),
  };
}

/** A set of traces as read, before collectives are chosen. */
export interface LoadedTraces {
  readonly set: TraceSet;
  readonly info: InputInfo;
}

/** Reads all ranks of the set that `inputs` name. */
export async function loadTraces(
  inputs: readonly string[],
  wanted: boolean,
  progress: Progress,
): Promise<LoadedTraces> {
  const files = filesOf(inputs);
  const digest = new Digest();
  const found: Warning[] = [];
  let done = 0;
  const opened = files.map(({ name, rank }) => ({
    source: name,
    rank,
    chunks: lazily(async function* () {
      const { chunks, warnings } = openBytes(name);
      yield* wanted ? digest.of(chunks) : chunks;
      found.push(...warnings);
      progress.update('reading traces', ++done, files.length);
    }),
  }));
  const set = await readWhole(opened);
  return {
    set: { ...set, warnings: [...found.slice(0, 1), ...set.warnings] },
    info: { source: inputs.join(' '), sha256: wanted ? digest.hex() : '' },
  };
}

async function readWhole(files: readonly TraceFile[]): Promise<TraceSet> {
  try {
    return await readTraces(files);
  } catch (error) {
    const name = error instanceof InputError ? error.problems[0].place?.source : undefined;
    throw files.some((file) => file.source === name) ? await causeOf(error, name ?? '-') : error;
  }
}

/** Files are opened one at a time, when their turn comes: a set may have more ranks than descriptors. */
function lazily(open: () => AsyncGenerator<Uint8Array>): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: open };
}

/** Reads traces and makes their schedule. */
export async function scheduleOf(
  inputs: readonly string[],
  options: TraceFlags & { readonly digest: boolean },
  progress: Progress,
): Promise<LoadedSchedule & { readonly traces: TraceSchedule }> {
  const conversion = traceOptions(options);
  const { set, info } = await loadTraces(inputs, options.digest, progress);
  const traces = tracesToSchedule(set, conversion);
  return { schedule: traces.schedule, info, warnings: traces.warnings, traces };
}

/** Files of the set of traces that `inputs` name. Throws InputError when they name none, or several. */
export function filesOf(inputs: readonly string[]): NamedTrace[] {
  if (inputs.length > 1) return onlySet(inputs, inputs.join(' '));
  const [input] = inputs;
  if (input.includes('*')) return onlySet(matching(input), input);
  if (statSync(input, { throwIfNoEntry: false })?.isDirectory() === true)
    return onlySet(listed(input), input);
  return traceSetOf(
    input,
    listed(dirname(input)).map((name) => (input.includes('/') ? name : basename(name))),
  );
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() || entry.isSymbolicLink())
      .map((entry) => join(folder, entry.name));
  } catch (error) {
    throw fileError(error, folder);
  }
}

/** Files that a glob with * in its last part names. */
function matching(glob: string): string[] {
  const pattern = basename(glob);
  if (dirname(glob).includes('*'))
    throw new UsageError(`'${glob}' has * in a folder`, 'use * in the file name only');
  const expression = new RegExp(`^${pattern.split('*').map(escaped).join('.*')}$`);
  const names = listed(dirname(glob)).filter((name) => expression.test(basename(name)));
  if (names.length === 0)
    throw new InputError({ place: { source: glob }, what: 'no file fits', mend: 'check the path' });
  return names;
}

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

function onlySet(names: readonly string[], source: string): NamedTrace[] {
  const sets = traceSets(names);
  if (sets.length === 1) return sets[0];
  if (sets.length === 0) {
    const mend = 'a set needs one file per rank with the rank in its name, from 0';
    throw new InputError({ place: { source }, what: 'no set of traces', mend });
  }
  const firsts = sets.map((set) => set[0].name).join(', ');
  throw new InputError({
    place: { source },
    what: `${sets.length} sets of traces`,
    mend: `name one by its first file: ${firsts}`,
  });
}
