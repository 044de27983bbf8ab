/**
 * Suggests which assumption causes a prediction error, if the error's shape over the latency, its size, and the facts about
 * program and runs agree. Each rule states its condition.
 */
import type { Warning } from '../errors.js';
import { type Schedule, SEND } from '../schedule/schedule.js';
import type { Axis } from '../timing/axis.js';
import { formatSize, formatTime } from '../units.js';
import type { Model } from './model.js';
import { mean, rootMeanSquare, slopeThrough } from './statistics.js';

/** Facts about a program beside its graph. */
export interface ProgramFacts {
  /** Called collectives with default algorithms. */
  readonly defaultCollectives?: readonly string[];
  /** Choices by order of arrival kept as traced, such as the completions of MPI_Waitany. */
  readonly keptArrivals?: number;
  /** Nonblocking collectives that progress during computation in the model. */
  readonly unattended?: readonly string[];
  /** Whether the runs used the model's S and collective messages, with injected latency. */
  readonly injected?: boolean;
}

/** Medians and predictions over the parameter, ascending. */
interface Judged {
  readonly axis: Axis;
  readonly points: readonly { readonly x: number; readonly median: number; readonly predicted: number }[];
  readonly rrmse: number;
}

/** RRMSE above which a prediction is wrong; programs for which every assumption held stay below. */
const OFF = 0.03;
/** A shape explains an error if it leaves at most this share of its root mean square. */
const UNEXPLAINED = 0.25;
/** Shapes need three values of the parameter, the largest at least twice the smallest. */
const LEAST_POINTS = 3;
const LEAST_SPAN = 2;
/** Bytes above which some MPI libraries no longer send eagerly: 4 KiB in Open MPI's shared memory. */
const EAGER_EVERYWHERE = 4096;
/** Latencies that a rendezvous adds to an eager message, at most (docs/model.md, "Costs"). */
const HANDSHAKE = 3;

/** The differences measured − predicted over L, and the shapes that explain them. */
interface Shape {
  /** Slopes of least squares: of the medians, of the predictions. */
  readonly measuredSlope: number;
  readonly predictedSlope: number;
  /** Whether the differences grow in proportion to L. */
  readonly proportional: boolean;
  /** Whether they are about the same at every L; then `offset` is their mean, ns. */
  readonly constant: boolean;
  readonly offset: number;
}

/** Empty for a good prediction, and for an error without a clear shape. */
export function misfitWarnings(model: Model, judged: Judged, facts: ProgramFacts): Warning[] {
  const { axis, rrmse } = judged;
  if (!(rrmse > OFF) || axis.latency === null || axis.relative) return [];
  const shape = shapeOf(judged);
  const shaped = shape === null ? [] : byShape(model, shape, facts);
  return [...(shaped.length > 0 ? shaped : arrivals(model, judged, facts)), ...progress(judged, facts)];
}

/** measured − predicted, ns */
const excess = ({ median, predicted }: Judged['points'][number]): number => median - predicted;

function shapeOf({ points }: Judged): Shape | null {
  const x = points.map((point) => point.x);
  if (x.length < LEAST_POINTS || x[x.length - 1] < LEAST_SPAN * x[0]) return null;
  const measured = points.map(({ median }) => median);
  const predicted = points.map((point) => point.predicted);
  const differences = measured.map((value, i) => value - predicted[i]);
  const all = rootMeanSquare(differences);
  const growth = mean(x.map((value, i) => value * differences[i])) / mean(x.map((value) => value * value));
  const middle = mean(differences);
  const left = (kept: (i: number) => number): boolean =>
    rootMeanSquare(differences.map((value, i) => value - kept(i))) <= UNEXPLAINED * all;
  return {
    measuredSlope: slopeThrough(x, measured),
    predictedSlope: slopeThrough(x, predicted),
    proportional: left((i) => growth * x[i]),
    constant: left(() => middle),
    offset: middle,
  };
}

function byShape(model: Model, shape: Shape, facts: ProgramFacts): Warning[] {
  if (!shape.proportional) return shape.constant ? [offset(shape)] : [];
  return facts.injected ? [] : [...collectives(model, shape, facts), ...rendezvous(model, shape)];
}

const growing = ({ measuredSlope, predictedSlope }: Shape): string =>
  `the error grows with L (dT/dL is ${measuredSlope.toPrecision(4)} measured, ${predictedSlope.toPrecision(4)} predicted)`;

/** Difference of measured and predicted dT/dL. */
const missing = ({ measuredSlope, predictedSlope }: Shape): number =>
  Math.abs(measuredSlope - predictedSlope);

/**
 * The error grows in proportion to L, and collectives with default algorithms have enough operations to explain it by
 * another algorithm.
 */
function collectives(
  { schedule }: Model,
  shape: Shape,
  { defaultCollectives = [] }: ProgramFacts,
): Warning[] {
  if (defaultCollectives.length === 0 || missing(shape) > mostOfCollectives(schedule, defaultCollectives))
    return [];
  const message = `${growing(shape)}, which suggests another collective algorithm; those of ${defaultCollectives.join(', ')} are defaults`;
  return [{ code: 'points-to-collectives', message }];
}

/**
 * Maximum number of latencies that other algorithms could have: for each operation of a rank in these collectives, two per
 * other rank. Infinity if these operations are unknown.
 */
function mostOfCollectives(
  { ranks, rankStart, call, callNames }: Schedule,
  names: readonly string[],
): number {
  if (call === null) return Number.POSITIVE_INFINITY;
  const wanted = callNames.map((name) => names.includes(name.toLowerCase().replace(/^mpi_i?/, '')));
  let most = 0;
  for (let rank = 0; rank < ranks; rank++) {
    let own = 0;
    for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++) own += Number(wanted[call[op]] ?? false);
    most = Math.max(most, own);
  }
  return 2 * (ranks - 1) * most;
}

/**
 * The measured T grows faster, in proportion to L, and enough messages that some libraries synchronise count as eager to
 * explain it by their handshakes.
 */
function rendezvous({ schedule, machine }: Model, shape: Shape): Warning[] {
  const { kind, value } = schedule;
  let [largest, large] = [0, 0];
  for (let op = 0; op < schedule.operations; op++) {
    if (kind[op] !== SEND) continue;
    largest = Math.max(largest, value[op]);
    large += Number(value[op] > EAGER_EVERYWHERE);
  }
  if (shape.measuredSlope <= shape.predictedSlope) return [];
  if (largest <= EAGER_EVERYWHERE || largest > machine.rendezvous) return [];
  if (missing(shape) > HANDSHAKE * large) return [];
  const message = `${growing(shape)} and messages of up to ${formatSize(largest)} are modelled as eager, which suggests a smaller rendezvous threshold S`;
  return [{ code: 'points-to-rendezvous', message }];
}

/** The error is about the same at every L. */
function offset({ offset: ns }: Shape): Warning {
  const side = ns > 0 ? 'above' : 'below';
  const message = `measured T is about ${formatTime(Math.abs(ns))} ${side} the predicted at every L, which suggests another overhead o, or computation times other than traced`;
  return { code: 'points-to-offset', message };
}

/** The measured T exceeds the prediction, whatever the shape, and collectives progress during computation only in the model. */
function progress({ points }: Judged, { unattended = [] }: ProgramFacts): Warning[] {
  const above = mean(points.map(excess));
  if (unattended.length === 0 || !(above > 0)) return [];
  const message = `measured T exceeds the predicted by ${formatTime(above)} on average, and ${unattended.join(', ')} are modelled as progressing during computation, which suggests a library that progresses only in MPI calls`;
  return [{ code: 'points-to-progress', message }];
}

/**
 * An error without a shape, of a program that receives messages in order of arrival, matched or kept by a guess for as
 * large a share of its messages as the error is of T.
 */
function arrivals(
  { graph, schedule }: Model,
  { rrmse }: Judged,
  { keptArrivals = 0 }: ProgramFacts,
): Warning[] {
  let messages = 0;
  for (const kind of schedule.kind) messages += Number(kind === SEND);
  if (graph.wildcardGuesses + graph.arrivals + keptArrivals < rrmse * messages) return [];
  const choices = [
    [graph.wildcardGuesses, 'wildcard receives matched by the model'],
    [graph.arrivals, 'receives completed by the model'],
    [keptArrivals, 'completions in the order of the traces'],
  ] as const;
  const made = choices.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []));
  if (made.length === 0) return [];
  const message = `the error may be due to the order in which messages arrive (${made.join(' and ')})`;
  return [{ code: 'points-to-arrival', message }];
}
