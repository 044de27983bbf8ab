/**
 * The plan of a program's collectives: what each rank sends and receives in each of its calls, by the algorithms that the
 * schedule of the same traces takes. The injector of the tracer plays it (docs/inject.md), and has no algorithms itself.
 */
import type { CollectiveSpec } from '../collectives/choice.js';
import { recordOne } from '../collectives/record.js';
import { InputError } from '../errors.js';
import { CALLS } from '../sources/mpi/calls.js';
import { ChoicesTaken } from '../sources/mpi/choices-taken.js';
import { listedTotal, ownBytes } from '../sources/mpi/collective-calls.js';
import { findCommunicators } from '../sources/mpi/communicators.js';
import { type CollectiveChoices, describeCall } from '../sources/mpi/described-call.js';
import { EmptyCalls } from '../sources/mpi/empty-calls.js';
import { fillLedger } from '../sources/mpi/fill-ledger.js';
import type { CallPart } from '../sources/mpi/ledger.js';
import { DefaultsTaken, libraryOf } from '../sources/mpi/library.js';
import type { ConversionOptions } from '../sources/mpi/options.js';
import { ruleSetOf } from '../sources/mpi/rule-set.js';
import type { RankTrace, TraceSet } from '../sources/mpi/trace.js';
import { Templates } from './templates.js';
import type { CollectivePlan, PlannedCall } from './types.js';

/**
 * The plan of a set of traces; `collectives`: what the user chose. Throws InputError where the traces do not fit together,
 * or a collective's operations can't be told, and UsageError for choices that no call can take.
 */
export function collectivePlan(
  { ranks }: TraceSet,
  options: ConversionOptions,
  collectives: readonly CollectiveSpec[],
): CollectivePlan {
  const rules = ruleSetOf(options);
  const comms = findCommunicators(ranks);
  const partOf = rules.parts(comms, ranks.length);
  const ledger = fillLedger(ranks, partOf, comms);
  const library = libraryOf(ranks);
  const fallback = rules.fallback(library);
  const specs = [...collectives, ...(fallback === undefined ? [] : [fallback])];
  const choices: CollectiveChoices = {
    rules,
    specs,
    fallback,
    defaults: new DefaultsTaken(library),
    empty: new EmptyCalls(rules.sendsEmpty ? null : library),
    taken: new ChoicesTaken(),
  };
  const templates = new Templates();
  const instances = new Instances();
  const calls = ranks.map((trace) => {
    const planned: PlannedCall[] = [];
    const count: number[] = [];
    for (let row = 0; row < trace.rows; row++) {
      const shape = CALLS[trace.call[row]];
      if (shape.collective === undefined && shape.kind !== 'neighbours') continue;
      const part = partOf(trace, row) ?? refuse(trace, row);
      const k = count[part.sequence] ?? 0;
      count[part.sequence] = k + 1;
      // Among neighbours the injector takes no part.
      if (shape.collective === undefined) continue;
      const entry = ledger.entry(part.sequence, k);
      const { call, algorithm } = describeCall(shape.collective, part, entry, trace, row, choices);
      planned.push({
        name: shape.name,
        bytes: givenBytes(trace, row, part),
        template: templates.add(recordOne(algorithm, call), comms.list[part.sequence].ranks),
        instance: instances.of(part.sequence, k),
      });
    }
    return planned;
  });
  return { templates: templates.list, calls };
}

function refuse(trace: RankTrace, row: number): never {
  throw new InputError({
    place: { source: trace.source, line: trace.line[row] },
    what: `the trace does not tell who takes part in this ${CALLS[trace.call[row]].name}, or with how much`,
    mend: 'trace the program by llamp-ts trace run',
  });
}

/** What the injector finds in the arguments of the same call. */
function givenBytes(trace: RankTrace, row: number, part: CallPart): number {
  const kind = CALLS[trace.call[row]].collective ?? 'barrier';
  if (kind === 'alltoallv' || kind === 'reduce_scatter') return listedTotal(kind, trace, row);
  return ownBytes(kind, trace, row, part.rank);
}

/** Numbers of calls as all ranks know them. */
class Instances {
  readonly #numbers: number[][] = [];
  #next = 0;

  of(sequence: number, k: number): number {
    this.#numbers[sequence] ??= [];
    const numbers = this.#numbers[sequence];
    numbers[k] ??= this.#next++;
    return numbers[k];
  }
}
