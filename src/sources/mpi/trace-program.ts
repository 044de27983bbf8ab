/** The program that a set of traces describes. */

import type { CollectiveSpec } from '../../collectives/choice.js';
import { algorithmWithoutData } from '../../collectives/library-calls.js';
import { joinWarnings } from '../../errors.js';
import type { MemoryGuard } from '../../schedule/schedule.js';
import type { ReadOptions } from '../format.js';
import type {
  CollectiveDefaults,
  CollectiveSize,
  MadeSchedule,
  Program,
  ProgramData,
  ProgramInfo,
} from '../program.js';
import { carriedOut, fillLedger, pitchOfStarts, typicalBytes } from './collective-calls.js';
import { choicesFor, kindOfCall } from './collective-choices.js';
import { type ConversionOptions, ruleSetOf } from './conversion-options.js';
import { type TraceSchedule, tracesToSchedule, walkedRun } from './convert.js';
import { CALLS, isBound } from './mpi-calls.js';
import { endsOf } from './open-calls.js';
import type { TraceFile, TraceSet } from './rank-trace.js';
import { type RankReaderOf, readTracesBy } from './trace-set.js';

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
    const ends = endsOf(set.ranks, set.sites);
    const conversion = { coverage, facts: factsOf(made), ...(ends && { ends }) };
    return { schedule, warnings, conversion };
  }

  calls(): CollectiveSize[] {
    return collectiveCalls(this.data.set, this.data.options);
  }

  defaults(): CollectiveDefaults {
    const { specs, options } = choicesFor(this.data.set.ranks, ruleSetOf(this.data.options), []).called;
    return { specs, options };
  }
}

const LIBRARY = { openmpi: 'Open MPI', mpich: 'MPICH or a derived library' } as const;

function factsOf({ requestPitch, library }: TraceSchedule): string[] {
  const pitch = requestPitch.needed ? [`requests are ${requestPitch.pitch} B apart`] : [];
  return library === 'unknown' ? pitch : [...pitch, `traced with ${LIBRARY[library]}`];
}

/** The program of the input of any reader. `warnings`: of the files' bytes, before those of the set. */
export function traceProgram(
  info: ProgramInfo,
  set: TraceSet,
  { liballprof = {}, warnings = [] }: Pick<ReadOptions, 'liballprof' | 'warnings'>,
): TraceProgram {
  const all = joinWarnings(warnings, set);
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

/**
 * What there is to choose: collectives of several ranks by name, size and number of ranks, in the order in which they
 * first come. A call counts once, not once per rank, and a persistent one at each start. Throws an InputError where the
 * ranks' collectives do not fit together.
 */
export function collectiveCalls(set: TraceSet, options: ConversionOptions): CollectiveSize[] {
  const rules = ruleSetOf(options);
  const { ranks, comms } = walkedRun(set.ranks, options);
  const partOf = rules.parts(comms, ranks.length);
  const ledger = fillLedger(ranks, partOf, comms);
  const { returning } = choicesFor(ranks, rules, []).called;
  const pitch = pitchOfStarts(ranks, options.requestPitch ?? rules.pitch);
  const found = new Map<string, CollectiveSize>();
  for (const trace of ranks) {
    for (const { row, part, k } of carriedOut(trace, partOf, pitch)) {
      const { collective } = CALLS[trace.call[row]];
      // Among neighbours and between groups there is nothing to choose.
      const chosen = collective !== undefined && part.between === undefined;
      if (!chosen || part.rank !== 0 || part.size < 2) continue;
      const entry = ledger.entry(part.sequence, k);
      if (algorithmWithoutData(returning, kindOfCall(entry, part.size, false)) !== null) continue;
      const bytes = collective === 'barrier' ? 1 : typicalBytes(entry, part.size);
      const key = `${collective} ${bytes} ${part.size}`;
      const { calls = 0, unbound = 0 } = found.get(key) ?? {};
      const free = unbound + (isBound(CALLS[entry.code]) ? 0 : 1);
      found.set(key, {
        collective,
        bytes,
        calls: calls + 1,
        ranks: part.size,
        ...(free === 0 ? {} : { unbound: free }),
      });
    }
  }
  return [...found.values()];
}
