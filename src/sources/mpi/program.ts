/** The program that a set of traces tells of. */
import type { CollectiveSpec } from '../../collectives/choice.js';
import type { MemoryGuard } from '../../schedule/memory.js';
import type { ReadOptions } from '../format.js';
import type {
  CollectiveDefaults,
  CollectiveSize,
  MadeSchedule,
  Program,
  ProgramData,
  ProgramInfo,
} from '../program.js';
import { collectiveCalls } from './collective-sizes.js';
import { type TraceSchedule, tracesToSchedule } from './convert.js';
import { libraryOf } from './library.js';
import type { ConversionOptions } from './options.js';
import { type RankReaderOf, readTracesBy } from './read.js';
import { ruleSetOf } from './rule-set.js';
import type { TraceFile, TraceSet } from './trace.js';

export interface TraceData extends ProgramData {
  readonly set: TraceSet;
  readonly options: ConversionOptions;
}

export class TraceProgram implements Program {
  readonly data: TraceData;

  constructor(data: TraceData) {
    this.data = data;
  }

  get info(): ProgramInfo {
    return this.data.info;
  }

  schedule(collectives: readonly CollectiveSpec[], memory: MemoryGuard | null = null): MadeSchedule {
    const { set, options } = this.data;
    const made = tracesToSchedule(set, { ...options, collectives }, memory);
    const { schedule, warnings, coverage } = made;
    return { schedule, warnings, conversion: { coverage, facts: factsOf(made) } };
  }

  calls(): CollectiveSize[] {
    return collectiveCalls(this.data.set, this.data.options);
  }

  defaults(): CollectiveDefaults {
    const rules = ruleSetOf(this.data.options);
    const fallback = rules.fallback(libraryOf(this.data.set.ranks));
    return { specs: fallback === undefined ? [] : [fallback], options: rules.options };
  }
}

const LIBRARY = { openmpi: 'Open MPI', mpich: 'MPICH or a library made of it' } as const;

function factsOf({ requestPitch, library }: TraceSchedule): string[] {
  const pitch = requestPitch.needed ? [`requests lie ${requestPitch.pitch} B apart`] : [];
  return library === 'unknown' ? pitch : [...pitch, `traced with ${LIBRARY[library]}`];
}

/** The program of what was read, by whatever reader. `warnings`: of the files' bytes, told before those of the set. */
export function traceProgram(
  info: ProgramInfo,
  set: TraceSet,
  { liballprof = {}, warnings = [] }: Pick<ReadOptions, 'liballprof' | 'warnings'>,
): TraceProgram {
  const all = [...warnings, ...set.warnings];
  return new TraceProgram({ info, options: liballprof, set: { ...set, warnings: all } });
}

/** Reads one file per rank; see `readTracesBy`. */
export async function readTraceProgram(
  format: string,
  files: readonly TraceFile[],
  readerOf: RankReaderOf,
  options: ReadOptions,
): Promise<TraceProgram> {
  const set = await readTracesBy(readerOf, files);
  return traceProgram({ source: options.source, format }, set, options);
}
