/**
 * The plan of a program's collectives: what each rank sends and receives in each of its calls, by the algorithms that the
 * schedule of the same traces takes. The injector of the tracer plays it (docs/inject.md), and has no algorithms itself.
 */
import type { CollectiveSpec } from '../collectives/choice.js';
import { recordOne } from '../collectives/record.js';
import { InputError } from '../errors.js';
import { CALLS, startedName } from '../sources/mpi/calls.js';
import { carriedOut, pitchOfStarts } from '../sources/mpi/carried-out.js';
import { ChoicesTaken } from '../sources/mpi/choices-taken.js';
import { listedTotal, ownBytes } from '../sources/mpi/collective-calls.js';
import { findCommunicators } from '../sources/mpi/communicators.js';
import { type CollectiveChoices, describeCall } from '../sources/mpi/described-call.js';
import { EmptyCalls } from '../sources/mpi/empty-calls.js';
import { fillLedger } from '../sources/mpi/fill-ledger.js';
import type { CallPart } from '../sources/mpi/ledger.js';
import { DefaultsTaken, isMpich4, libraryOf } from '../sources/mpi/library.js';
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
  const mpich4 = isMpich4(ranks);
  const fallback = rules.fallback(library);
  const specs = [...collectives, ...(fallback === undefined ? [] : [fallback])];
  const choices: CollectiveChoices = {
    rules,
    specs,
    fallback,
    mpich4,
    defaults: new DefaultsTaken(library, mpich4),
    empty: new EmptyCalls(rules.sendsEmpty ? null : library),
    taken: new ChoicesTaken(),
  };
  const templates = new Templates();
  const instances = new Instances();
  const order = new Order();
  const pitch = pitchOfStarts(ranks, options.requestPitch ?? rules.pitch);
  const certainPart = (trace: RankTrace, row: number) => partOf(trace, row) ?? refuse(trace, row);
  const calls = ranks.map((trace) => {
    const planned: PlannedCall[] = [];
    for (const { row, part, k, round } of carriedOut(trace, certainPart, pitch)) {
      const shape = CALLS[trace.call[row]];
      // Among neighbours the injector takes no part.
      if (shape.collective === undefined) continue;
      const entry = ledger.entry(part.sequence, k);
      const { call, algorithm } = describeCall(shape.collective, part, entry, trace, row, choices);
      const instance = instances.of(part.sequence, k, round);
      if (!order.fits(trace.rank, part.sequence, instance)) refuseOrder(trace, row);
      planned.push({
        name: startedName(shape.name),
        bytes: givenBytes(trace, row, part),
        template: templates.add(recordOne(algorithm, call), comms.list[part.sequence].ranks),
        instance,
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

/** The data of those that need something of all ranks go by nonblocking calls, which MPI matches by their order. */
function refuseOrder(trace: RankTrace, row: number): never {
  throw new InputError({
    place: { source: trace.source, line: trace.line[row] },
    what: `what this ${CALLS[trace.call[row]].name} describes is started before another collective here, and after it by another rank`,
    mend: 'the injector plays collectives that all ranks start in one order: inject without --trace, by which they are not delayed',
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
  /** By sequence and place in it, those of its rounds. */
  readonly #numbers: number[][][] = [];
  #next = 0;

  of(sequence: number, k: number, round: number): number {
    this.#numbers[sequence] ??= [];
    this.#numbers[sequence][k] ??= [];
    const rounds = this.#numbers[sequence][k];
    rounds[round] ??= this.#next++;
    return rounds[round];
  }
}

/** The order of the calls of each sequence: that of the rank that comes first. */
class Order {
  readonly #instances: number[][] = [];
  /** By rank and sequence, how many calls there were. */
  readonly #calls: number[][] = [];

  /** Whether the next call of a rank is that of the others. */
  fits(rank: number, sequence: number, instance: number): boolean {
    this.#instances[sequence] ??= [];
    this.#calls[rank] ??= [];
    const place = this.#calls[rank][sequence] ?? 0;
    this.#calls[rank][sequence] = place + 1;
    this.#instances[sequence][place] ??= instance;
    return this.#instances[sequence][place] === instance;
  }
}
