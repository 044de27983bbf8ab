/** The program that a set of traces tells of. */
import type { CollectiveSpec } from '../../collectives/choice.js';
import type { Warning } from '../../errors.js';
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
import { type RankReaderOf, readTracesBy, scanner } from './read.js';
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

  schedule(collectives: readonly CollectiveSpec[]): MadeSchedule {
    const { set, options } = this.data;
    const made = tracesToSchedule(set, { ...options, collectives });
    const { schedule, warnings, coverage } = made;
    return { schedule, warnings, conversion: { coverage, facts: factsOf(made) } };
  }

  calls(): CollectiveSize[] {
    return collectiveCalls(this.data.set, ruleSetOf(this.data.options));
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

/** Reads one file per rank; see `readTracesBy`. `warnings`: of the files' bytes, complete when they are read. */
export async function readTraceProgram(
  info: ProgramInfo,
  files: readonly TraceFile[],
  options: ConversionOptions = {},
  warnings: readonly Warning[] = [],
  readerOf: RankReaderOf = scanner,
): Promise<TraceProgram> {
  const set = await readTracesBy(readerOf, files);
  return new TraceProgram({ info, options, set: { ...set, warnings: [...warnings, ...set.warnings] } });
}
