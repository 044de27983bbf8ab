/**
 * Uncertainty from measurements: the rounding of a trace's time stamps, with bounds of T and a sample; the spread of
 * several runs; the error of the model, and the range of T of a further run.
 */

import type { CollectiveSpec } from '../collectives/choice.js';
import { InputError, joinWarnings, UsageError, type Warning } from '../errors.js';
import { dependsOnPrices } from '../graph/execution-graph.js';
import type { Machine } from '../machine/machine.js';
import { homogeneous } from '../machine/parameters.js';
import { type Schedule, SEND } from '../schedule/schedule.js';
import { recordingTime } from '../sources/mpi/computation-parts.js';
import type { RankTrace, TraceSet } from '../sources/mpi/rank-trace.js';
import { TraceProgram } from '../sources/mpi/trace-program.js';
import { randomBelow } from '../sources/patterns/random.js';
import type { Program } from '../sources/program.js';
import { type Axis, axisByName } from '../timing/axis.js';
import { type CallOverhead, callOverhead } from './call-overheads.js';
import { criticalPath } from './critical-path-shares.js';
import { largestBySlowdown, Model } from './model.js';
import { latencyShare } from './sensitivity.js';
import { mean, predictionInterval, quantile } from './statistics.js';
import { selfError, type TracedRun, tracedRun } from './validate-prediction.js';

/** Of one program on one machine. */
export interface Figures {
  /** T, ns. */
  readonly runtime: number;
  readonly lambda: number;
  readonly rho: number;
  /** [percents] distance that the parameter may grow, ns or ns/B; Infinity: unlimited. */
  readonly tolerance: readonly number[];
}

/** λ is that of the axis, ρ that of the latency. */
export async function figuresOf(model: Model, percents: readonly number[], axis: Axis): Promise<Figures> {
  const solved = await model.engine.evaluate(model.lines(axis), axis.base);
  const { runtime, lambda, routeLatencies } = solved;
  const largest = await largestBySlowdown(model, axis, runtime, percents);
  const rho = runtime === 0 ? 0 : latencyShare(model, routeLatencies) / runtime;
  return { runtime, lambda, rho, tolerance: largest.map(({ x }) => x - axis.base) };
}

/** Each figure at one quantile; not the figures of any one run. */
export interface FigureQuantile extends Figures {
  readonly share: number;
}

/** Each figure's quantile by itself, at each of `shares`. */
export function quantilesOf(list: readonly Figures[], shares: readonly number[]): FigureQuantile[] {
  const at = (share: number, read: (one: Figures) => number): number => bounded(list.map(read), share);
  return shares.map((share) => ({
    share,
    runtime: at(share, ({ runtime }) => runtime),
    lambda: at(share, ({ lambda }) => lambda),
    rho: at(share, ({ rho }) => rho),
    tolerance: (list[0]?.tolerance ?? []).map((_, k) => at(share, ({ tolerance }) => tolerance[k])),
  }));
}

/** No interpolation between a finite and an unlimited value: the larger is taken. */
function bounded(values: readonly number[], share: number): number {
  const found = quantile(values, share);
  if (!Number.isNaN(found)) return found;
  return values.toSorted((a, b) => a - b)[Math.ceil((values.length - 1) * share)];
}

/** The traced run, by the trace and by the model. */
export interface OwnRun extends TracedRun {
  /** o from the calls of the trace, used by the model of that run; null: unknown, so o of its machine is used. */
  readonly overhead: CallOverhead | null;
}

/** Why a model cannot be compared with the run of its trace. */
export type NoOwnRun = 'no-calls' | 'region' | 'no-latency' | 'several-hosts' | 'no-end';

export const isOwnRun = (own: OwnRun | NoOwnRun | undefined): own is OwnRun => typeof own === 'object';

/** Uses the latency in the trace, o from its calls, and otherwise the machine of `model`, which is of a whole program. */
export async function ownRun(model: Model): Promise<OwnRun | NoOwnRun> {
  const { graph, schedule, machine } = model;
  const { calls } = schedule;
  if (calls === null) return 'no-calls';
  if (calls.injectedNs === null) return 'no-latency';
  if (calls.ranks.some(({ origin }) => Number.isNaN(origin))) return 'several-hosts';
  const overhead = callOverhead(graph, machine);
  const network = homogeneous(calls.injectedNs, machine.network.gaps[0].gapNsPerByte);
  const own = {
    ...machine,
    ...(overhead === null ? {} : { overhead: overhead.overheadNs, overheadBySize: null }),
    network,
  };
  const there = dependsOnPrices(graph)
    ? await Model.of(schedule, own, { engine: 'sweep' })
    : await model.on(own);
  const run = await tracedRun(there);
  return run === null || run.measured <= 0 || run.predicted <= 0 ? 'no-end' : { ...run, overhead };
}

/** Possible errors of T of a trace, as shares of it. */
export interface TraceError {
  /** (predicted − T) / T of the traced run itself. */
  readonly self: number;
  /** Maximum due to time stamps, if all of the critical path were rounded to the same side. */
  readonly clock: number;
}

/** Null if the model's error for the traced run is unknown. */
export async function traceError(model: Model): Promise<TraceError | null> {
  const { calls } = model.schedule;
  const own = await ownRun(model);
  if (calls === null || !isOwnRun(own)) return null;
  const step = resolutionOf({ ranks: calls.ranks.map((rank) => ({ ...rank, rows: rank.name.length })) });
  const { steps, runtime } = criticalPath(model);
  const stretches = steps.reduce((sum, { computation }) => sum + (computation > 0 ? 1 : 0), 0);
  return { self: selfError(own), clock: runtime > 0 ? (step * stretches) / runtime : 0 };
}

/** The answers of one run. */
export interface RunQuery {
  readonly source: string;
  readonly schedule: Pick<Schedule, 'ranks' | 'kind' | 'peer' | 'rankStart'>;
  readonly figures: Figures;
  /** Omitted if it was not computed. */
  readonly own?: OwnRun | NoOwnRun;
}

/** Least, quartiles, largest. */
const RUN_SHARES = [0, 0.25, 0.5, 0.75, 1] as const;

/** Quantiles of each figure over the runs; nothing is averaged. */
export interface RunsUncertainty {
  readonly quantiles: readonly FigureQuantile[];
  /** Narrowest first; none for a single run, or for runs of no time. */
  readonly furtherRuns: readonly FurtherRuns[];
  /** Share by which T exceeds that of the traced runs; null if models are not compared with these. */
  readonly untraced: number | null;
  readonly warnings: readonly Warning[];
}

/** Range of T of a further run with probability `share`, ns. */
export interface FurtherRuns {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/**
 * `slope`: possible error of the difference between T and that of the traced runs. Of 22 programs, 17 of docs/validation
 * and 5 of docs/applications.md, half grew with L by an amount predicted to 1 %, 19 of 20 to 3.6 %. The whole range is that
 * of 99 %, since more runs are outliers than in a normal distribution.
 */
const FURTHER = [
  { share: 0.5, slope: 0.01 },
  { share: 0.99, slope: 0.036 },
] as const;

/**
 * Runs differ by shares of T, so its logarithm is used: for each run its T, corrected by the model's error for that traced
 * run. The spread includes time stamps and all other differences between runs.
 */
function furtherRuns(runs: readonly RunQuery[]): Pick<RunsUncertainty, 'furtherRuns' | 'untraced'> {
  if (runs.length < 2 || runs.some(({ figures }) => figures.runtime <= 0))
    return { furtherRuns: [], untraced: null };
  const own = runs.flatMap((run) => (isOwnRun(run.own) ? [{ ...run.own, T: run.figures.runtime }] : []));
  const held = own.length === runs.length;
  const logs = held
    ? own.map(({ T, measured, predicted }) => Math.log((T * measured) / predicted))
    : runs.map(({ figures }) => Math.log(figures.runtime));
  const untraced = held ? Math.abs(mean(own.map(({ T, predicted }) => (T - predicted) / T))) : null;
  const further = FURTHER.map(({ share, slope }) => {
    const [low, high] = predictionInterval(logs, share, slope * (untraced ?? 0));
    return { share, low: Math.exp(low), high: Math.exp(high) };
  });
  return { furtherRuns: further, untraced };
}

/** Fewer runs have no useful quartiles. */
const ENOUGH = 5;

/** Share of its messages by which another run of the same program may have more or fewer. */
const ONE_PROGRAM = 0.1;

/** Throws InputError for runs of different programs. Warns if another run's operations differ from the first's. */
export function runsUncertainty(runs: readonly RunQuery[]): RunsUncertainty {
  const [first] = runs;
  const other = runs.find(({ schedule }) => schedule.ranks !== first.schedule.ranks);
  if (other !== undefined)
    throw new InputError({
      what: `the runs have different numbers of ranks, ${first.schedule.ranks} in ${first.source} and ${other.schedule.ranks} in ${other.source}`,
      mend: 'use runs with the same number of ranks; for scaling, see the command scaling',
    });
  const own = messagesOf(first.schedule);
  const strange = runs.find(({ schedule }) => {
    const messages = messagesOf(schedule);
    return Math.abs(messages - own) > ONE_PROGRAM * Math.max(messages, own);
  });
  if (strange !== undefined)
    throw new InputError({
      what: `${first.source} and ${strange.source} are not runs of one program: they have ${own} and ${messagesOf(strange.schedule)} messages`,
      mend: 'name runs of one program, or leave out --uncertainty',
    });
  const few = {
    code: 'few-runs',
    message: `${runs.length} runs are too few to estimate the spread; use five or more`,
  } as const;
  const differing = runs.filter(({ schedule }) => !sameOperations(first.schedule, schedule));
  return {
    quantiles: quantilesOf(
      runs.map(({ figures }) => figures),
      RUN_SHARES,
    ),
    ...furtherRuns(runs),
    warnings: joinWarnings(differing.length > 0 && differ(first, differing), runs.length < ENOUGH && few),
  };
}

const messagesOf = ({ kind }: RunQuery['schedule']): number =>
  kind.reduce((sum, one) => sum + (one === SEND ? 1 : 0), 0);

/** Whether every rank computes, sends and receives in the same order, to and from the same ranks. */
function sameOperations(one: RunQuery['schedule'], other: RunQuery['schedule']): boolean {
  return (['rankStart', 'kind', 'peer'] as const).every(
    (column) =>
      one[column].length === other[column].length &&
      one[column].every((value, i) => value === other[column][i]),
  );
}

const differ = (first: RunQuery, others: readonly RunQuery[]): Warning => ({
  code: 'runs-differ',
  message: `the operations of ${others.map(({ source }) => source).join(', ')} differ from those of ${first.source}, so the spread is not due to times alone`,
});

// Uncertainty from the time stamps of traces: their resolution, and other times that they may represent.

/** Candidate resolutions, ns; first whole µs, as liballprof writes. */
const STEPS = [1000, 100, 10, 1] as const;
/** Rounding tolerance of arithmetic on µs, in steps. */
const ROUNDING = 1e-4;

type RankStamps = Pick<RankTrace, 'initEnd' | 'rows' | 'start' | 'end' | 'finalizeStart'>;

/** All stamps of a rank in their order, µs: end of MPI_Init, start and end of each call, start of MPI_Finalize. */
function stampsOf({ initEnd, rows, start, end, finalizeStart }: RankStamps): Float64Array {
  const stamps = new Float64Array(2 * rows + 2);
  stamps[0] = initEnd;
  for (let row = 0; row < rows; row++) {
    stamps[2 * row + 1] = start[row];
    stamps[2 * row + 2] = end[row];
  }
  stamps[2 * rows + 1] = finalizeStart;
  return stamps;
}

function withStamps(trace: RankTrace, stamps: Float64Array): RankTrace {
  const { rows } = trace;
  const start = new Float64Array(rows);
  const end = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    start[row] = stamps[2 * row + 1];
    end[row] = stamps[2 * row + 2];
  }
  return { ...trace, initEnd: stamps[0], start, end, finalizeStart: stamps[2 * rows + 1] };
}

const stamped = (set: TraceSet, change: (stamps: Float64Array) => void): TraceSet => ({
  ...set,
  ranks: set.ranks.map((trace) => {
    const stamps = stampsOf(trace);
    change(stamps);
    return withStamps(trace, stamps);
  }),
});

/** The largest of 1 µs, 100, 10 and 1 ns of which all time stamps are multiples, ns; 0 where none is. */
export function resolutionOf({ ranks }: { readonly ranks: readonly RankStamps[] }): number {
  const fits = (step: number): boolean =>
    ranks.every((trace) =>
      stampsOf(trace).every((stamp) => {
        const steps = (stamp * 1000) / step;
        return Number.isNaN(stamp) || Math.abs(steps - Math.round(steps)) <= ROUNDING;
      }),
    );
  return STEPS.find(fits) ?? 0;
}

/** Whether several threads of a rank call concurrently, so stamps have no single order. */
const callsAtOnce = ({ ranks }: TraceSet): boolean => ranks.some(({ thread }) => thread !== null);

/**
 * The traces with each time between two calls longer by `ns`, or shorter if negative, but never below 0; calls keep their
 * duration.
 */
export function withGaps(set: TraceSet, ns: number): TraceSet {
  return stamped(set, (stamps) => {
    let moved = 0;
    let before = stamps[0];
    for (let k = 1; k < stamps.length; k += 2) {
      moved += Math.max(ns / 1000, before - stamps[k]) || 0;
      before = stamps[k + 1];
      stamps[k] += moved;
      if (k + 1 < stamps.length) stamps[k + 1] += moved;
    }
  });
}

/**
 * One possible set of true times, if stamps were rounded down to `resolution` ns: each is drawn uniformly from its step,
 * those of one step in order. `draw` returns numbers from 0 to 1.
 */
export function drawnTimes(set: TraceSet, resolution: number, draw: () => number): TraceSet {
  const near = (resolution * ROUNDING) / 1000;
  return stamped(set, (stamps) => {
    const parts = new Float64Array(stamps.length);
    for (let k = 0; k < parts.length; k++) parts[k] = draw();
    for (let from = 0; from < stamps.length; ) {
      let to = from + 1;
      while (to < stamps.length && stamps[to] - stamps[from] < near) to++;
      if (to > from + 1) parts.subarray(from, to).sort();
      for (let k = from; k < to; k++) stamps[k] += (parts[k] * resolution) / 1000;
      from = to;
    }
  });
}

/** Options for a trace. Times in ns. */
export interface TraceQuestion {
  readonly percents: readonly number[];
  readonly parameter: string;
  readonly choices: readonly CollectiveSpec[];
  /** Step of the time stamps; undefined: detected from the traces. */
  readonly resolution?: number;
  /** Time that the tracer added to the computation before each call; undefined: from the traces. */
  readonly tracerOverhead?: number | undefined;
  /** Number of samples, and their seed. */
  readonly draws: number;
  readonly seed: number;
  /** Called after each sample, with how many are done. */
  readonly onSample?: (done: number) => void;
}

/** The answer. Times in ns. */
export interface TraceUncertainty {
  readonly axis: Axis;
  readonly resolution: number;
  /** Subtracted for the tracer, and its source: the caller, the traces, or none (0). */
  readonly tracerOverhead: number;
  readonly tracerOverheadBy: 'asked' | 'traces' | 'none';
  /** With the times in the traces, and without the tracer's time (the same if that is 0). */
  readonly traced: Figures;
  readonly corrected: Figures;
  /** Bounds of T for all possible stamps; null if the order of messages depends on times. */
  readonly bounds: { readonly low: number; readonly high: number } | null;
  /** From the sample; empty if stamps leave no uncertainty. */
  readonly quantiles: readonly FigureQuantile[];
}

const SAMPLE_SHARES = [0.05, 0.25, 0.5, 0.75, 0.95] as const;

/** Throws UsageError for a program that is not a set of traces, or whose ranks call from several threads concurrently. */
export async function traceUncertainty(
  program: Program,
  machine: Machine,
  question: TraceQuestion,
): Promise<TraceUncertainty> {
  const data = traceData(program);
  const { percents, draws, seed } = question;
  const stated = recordingTime(data.set.ranks);
  const asked = question.tracerOverhead ?? data.options.tracerOverhead;
  const tracerOverhead = asked ?? stated ?? 0;
  const resolution = question.resolution ?? resolutionOf(data.set);
  const axis = axisByName(machine, question.parameter);
  const variants = new Variants(data, machine, question.choices);
  const figures = async (set: TraceSet, subtracted = tracerOverhead): Promise<Figures> =>
    figuresOf(await variants.model(set, subtracted), percents, axis);
  const below = randomBelow(seed);
  const sample: Figures[] = [];
  for (let draw = 0; resolution > 0 && draw < draws; draw++) {
    const times = drawnTimes(data.set, resolution, () => below(2 ** 31) / 2 ** 31);
    sample.push(await figures(times));
    question.onSample?.(sample.length);
  }
  const low = await figures(withGaps(data.set, -resolution));
  const high = await figures(withGaps(data.set, resolution));
  return {
    axis,
    resolution,
    tracerOverhead,
    tracerOverheadBy: asked !== undefined ? 'asked' : stated !== null ? 'traces' : 'none',
    traced: await figures(data.set, 0),
    corrected: await figures(data.set),
    bounds: variants.depends ? null : { low: low.runtime, high: high.runtime },
    quantiles: sample.length === 0 ? [] : quantilesOf(sample, SAMPLE_SHARES),
  };
}

function traceData(program: Program): TraceProgram['data'] {
  if (!(program instanceof TraceProgram))
    throw new UsageError(
      `${program.info.source} has no time stamps`,
      'use traces, or several runs of the same program',
    );
  if (callsAtOnce(program.data.set))
    throw new UsageError(
      `ranks of ${program.info.source} call MPI from concurrent threads, so their time stamps have no single order`,
      'use several runs of the same program instead',
    );
  return program.data;
}

/** Models of one program with different times: messages are matched once, unless that depends on times. */
class Variants {
  readonly #data: TraceProgram['data'];
  readonly #machine: Machine;
  readonly #choices: readonly CollectiveSpec[];
  #first: Model | null = null;

  constructor(data: TraceProgram['data'], machine: Machine, choices: readonly CollectiveSpec[]) {
    this.#data = data;
    this.#machine = machine;
    this.#choices = choices;
  }

  /** Whether the order of messages depends on times. */
  get depends(): boolean {
    return this.#first !== null && dependsOnPrices(this.#first.graph);
  }

  /** `tracerOverhead`: subtracted for each call, ns. */
  async model(set: TraceSet, tracerOverhead: number): Promise<Model> {
    const options = { ...this.#data.options, tracerOverhead };
    const { schedule } = new TraceProgram({ ...this.#data, options, set }).schedule(this.#choices);
    const first = this.#first;
    if (first !== null && !dependsOnPrices(first.graph))
      return Model.ofGraph({ ...first.graph, schedule }, this.#machine, { engine: 'sweep' });
    const model = await Model.of(schedule, this.#machine, { engine: 'sweep' });
    this.#first ??= model;
    return model;
  }
}
