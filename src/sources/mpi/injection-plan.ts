/**
 * The plan of a program's collectives: what each rank sends and receives in each of its calls, by the algorithms that the
 * schedule of the same traces takes. The injector of the tracer plays it (docs/inject.md), and has no algorithms itself.
 */

import type { CollectiveSpec } from '../../collectives/choice.js';
import { type RecordedOp, recordOne } from '../../collectives/recorded-calls.js';
import { InputError } from '../../errors.js';
import {
  type CallPart,
  carriedOut,
  fillLedger,
  listedTotal,
  ownBytes,
  pitchOfStarts,
} from './collective-calls.js';
import { choicesFor, describeCall } from './collective-choices.js';
import { findCommunicators } from './communicator-handles.js';
import { type ConversionOptions, ruleSetOf } from './conversion-options.js';
import { CALLS, startedName } from './mpi-calls.js';
import { placeOf, type RankTrace, type TraceSet } from './rank-trace.js';

/** An operation of one rank in one call. */
interface PlannedOp {
  readonly kind: RecordedOp['kind'];
  /** Rank in the world; 0 for a computation. */
  readonly peer: number;
  /** Bytes; ns of a computation. */
  readonly value: number;
  /** Operations of the call, by their place in it, that it waits for. */
  readonly after: readonly number[];
}

/** A call of one rank. */
interface PlannedCall {
  /** As `MPI_Allreduce`; of a start, the nonblocking call that does the same once. */
  readonly name: string;
  /** What this rank's arguments say: of its vector, its block, or the sum of its list of counts. */
  readonly bytes: number;
  /** Index into the templates. */
  readonly template: number;
  /** The same on all ranks of the call, and of no other call. */
  readonly instance: number;
}

export interface CollectivePlan {
  /** Operations of calls; equal ones are one. */
  readonly templates: readonly (readonly PlannedOp[])[];
  /** [ranks] each rank's calls, in order. */
  readonly calls: readonly (readonly PlannedCall[])[];
}

/** Operations of calls, each kept once: most calls of a program are like another one. */
class Templates {
  readonly list: PlannedOp[][] = [];
  readonly #numbers = new Map<string, number>();

  /** The number of these operations, whose peers are ranks of a communicator; `ranks`: theirs in the world. */
  add(operations: readonly RecordedOp[], ranks: Int32Array | null): number {
    const planned = operations.map((op) => plannedOp(op, ranks));
    const key = JSON.stringify(planned);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.list.length);
    return this.list.push(planned) - 1;
  }
}

function plannedOp({ kind, value, peer, requires }: RecordedOp, ranks: Int32Array | null): PlannedOp {
  return {
    kind,
    peer: kind === 'calc' ? 0 : ranks === null ? peer : ranks[peer],
    value: Math.round(value),
    after: [...new Set(requires)].sort((a, b) => a - b),
  };
}

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
  const choices = choicesFor(ranks, rules, collectives);
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
    place: placeOf(trace, row),
    what: `the trace does not tell who takes part in this ${CALLS[trace.call[row]].name}, or with how much`,
    mend: 'trace the program by llamp-ts trace run',
  });
}

/** The data of those that need something of all ranks go by nonblocking calls, which MPI matches by their order. */
function refuseOrder(trace: RankTrace, row: number): never {
  throw new InputError({
    place: placeOf(trace, row),
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

const LETTERS: Readonly<Record<PlannedOp['kind'], string>> = { send: 's', recv: 'r', calc: 'c' };

/** The text that the injector reads, by lines, each with its end; docs/inject.md says what stands in it. */
export function* writePlan({ templates, calls }: CollectivePlan): Generator<string> {
  yield `llamp-plan 1\nranks ${calls.length}\ntemplates ${templates.length}\n`;
  for (const template of templates) yield `template ${template.length}\n${template.map(opLine).join('')}`;
  for (const [rank, of] of calls.entries()) yield `rank ${rank} ${of.length}\n${of.map(callLine).join('')}`;
}

const opLine = ({ kind, peer, value, after }: PlannedOp): string =>
  `${[LETTERS[kind], peer, value, after.length, ...after].join(' ')}\n`;

const callLine = ({ name, bytes, template, instance }: PlannedCall): string =>
  `${name} ${bytes} ${template} ${instance}\n`;
