/** Asks the library what a user asks, and holds its answers against the oracle and against each other. */
import { exactCurve } from '../../src/analysis/exact-curve.js';
import { Model } from '../../src/analysis/model.js';
import { type ToleranceResult, tolerance } from '../../src/analysis/sensitivity.js';
import { LimitError } from '../../src/errors.js';
import { dependsOnPrices, type ExecutionGraph } from '../../src/graph/execution-graph.js';
import type { Machine } from '../../src/machine/machine.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import { HighsBorder } from '../../src/solve/highs/border.js';
import type { HighsOptions } from '../../src/solve/highs/highs-engine.js';
import type { Program } from '../properties/schedules.js';
import { allFinite, Finding } from './input.js';
import { type Costs, hasWildcards, runtime, type Time } from './oracle.js';

/** Larger programs are not played by the oracle: it goes round until all is known. */
const ORACLE_OPERATIONS = 600;
/** Rows up to which HiGHS is asked too. */
const HIGHS_ROWS = 2_000;
const border = new HighsBorder();
/** What HiGHS takes by itself, and room for a program of a few dozen rows. */
const LITTLE_BYTES = 24 * 2 ** 20 + 60_000;

export interface Question {
  readonly schedule: Schedule;
  readonly machine: Machine;
  /** The program as it was read or made without the library, and its costs at x on the axis of latency. */
  readonly truth: { readonly program: Program; readonly costs: (x: number) => Costs } | null;
  /** Whether HiGHS answers too, which takes ten times as long. */
  readonly highs: boolean;
}

const near = (a: number, b: number): boolean =>
  a === b || Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1);

function same(found: number, wanted: number, property: string): void {
  if (!near(found, wanted)) throw new Finding(property, `${found} is not ${wanted}`);
}

/** Throws a Finding where an answer is wrong, and what the library throws where it refuses. */
export async function checkAnswers(question: Question): Promise<void> {
  const { schedule, machine, truth } = question;
  if (!schedule.value.every((value) => value >= 0 && value <= Number.MAX_VALUE))
    throw new Finding(
      'sizes and durations are finite and not negative',
      schedule.value.join(' ').slice(0, 200),
    );
  const model = await Model.of(schedule, machine, { engine: 'sweep' });
  const answer = await tolerance(model, [1]);
  allFinite({ ...answer, axis: null }, 'answer');
  const free = machine.cpu === 'free' && machine.nic === 'free';
  const oracleOf = (graph: ExecutionGraph): At | null => {
    if (truth === null || schedule.operations > ORACLE_OPERATIONS) return null;
    const exact = hasWildcards(truth.program) ? asMatched(truth.program, graph) : truth.program;
    return (x) => played(exact, truth.costs(x));
  };
  const oracle = oracleOf(model.graph);
  if (oracle !== null && free) {
    checkByOracle(answer, model.latency.base, oracle);
    // Elsewhere who comes first may be another, and so is T.
    if (!dependsOnPrices(model.graph)) checkTolerance(answer, model.latency.base, oracle);
  } else if (oracle !== null && oracle(model.latency.base).ns > answer.runtime * (1 + 1e-9))
    // The oracle shares nothing: who waits for a CPU or a card ends no earlier.
    throw new Finding('sharing makes nothing faster', `T = ${answer.runtime}`);
  await checkCurve(model, answer, free ? oracleOf : () => null);
  if (question.highs && model.system.rows <= HIGHS_ROWS) await checkEngines(model, answer);
}

function played(program: Program, costs: Costs): Time {
  const time = runtime(program, costs);
  if (time === null)
    throw new Finding('what is accepted can run', 'a message without a partner, or a deadlock');
  return time;
}

/** By x on the axis of latency: L itself, or what is added to each of several. */
type At = (x: number) => Time;

function checkByOracle(answer: ToleranceResult, base: number, at: At): void {
  const here = at(base);
  same(answer.runtime, here.ns, 'T is the longest path');
  if (answer.lambda.L !== here.latencies && !isSlope(answer.lambda.L, here.ns, (more) => at(base + more)))
    throw new Finding(
      'λ_L counts latencies of the longest path',
      `${answer.lambda.L} is not ${here.latencies}`,
    );
}

function checkTolerance(answer: ToleranceResult, base: number, at: At): void {
  const here = at(base);
  const [{ value }] = answer.tolerance;
  const limit = here.ns * 1.01;
  // Rounding of T moves the end: a whole ulp of T over λ.
  const slack = 1e-9 * Math.max(here.ns, 1);
  if (Number.isFinite(value)) {
    if (!(at(value).ns <= limit + slack))
      throw new Finding('T is within 1 % at the tolerance', `L = ${value}`);
    if (at(value + 1 + Math.abs(value) * 1e-6).ns <= limit - slack)
      throw new Finding('T is past 1 % beyond the tolerance', `L = ${value}`);
  } else if (at(base + 1e9).latencies !== 0)
    throw new Finding('unlimited means no path', 'λ_L > 0 at L = 1 s');
}

/** Of paths whose times differ by rounding alone either count is right, if T never falls below its line. */
function isSlope(lambda: number, here: number, at: At): boolean {
  const slack = 1e-9 * Math.max(here, 1);
  return (
    Number.isInteger(lambda) &&
    [1e-3, 1].every((h) => at(h).ns >= here + lambda * h - slack) &&
    at(1e-9).ns <= here + lambda * 1e-9 + slack
  );
}

async function checkCurve(
  model: Model,
  answer: ToleranceResult,
  oracleOf: (graph: ExecutionGraph) => At | null,
): Promise<void> {
  const { base, lowest } = model.latency;
  const high = Math.max(base, 0) * 2 + 1_000;
  const { pieces } = await exactCurve(model, lowest, high);
  allFinite(
    pieces.map((piece) => ({ ...piece, graph: null })),
    'curve',
  );
  for (const [i, { start, end, runtime: ns, lambda, graph = model.graph }] of pieces.entries()) {
    const before = pieces[i - 1];
    if (before !== undefined && before.graph === pieces[i].graph && !(lambda > before.lambda))
      throw new Finding('T(L) of one order is convex', `λ ${lambda} from L = ${start}`);
    const at = oracleOf(graph);
    if (at === null) continue;
    same(ns, at(start).ns, 'the curve is the longest path where a piece begins');
    same(ns + lambda * (end - start), at(end).ns, 'the curve is the longest path where a piece ends');
  }
  const around = pieces.find(({ start, end }) => start <= base && base <= end);
  if (around === undefined) return;
  const there = around.runtime + around.lambda * (base - around.start);
  // Of several orders the curve has the least; T has that of its point.
  if (!dependsOnPrices(model.graph) || there > answer.runtime)
    same(there, answer.runtime, 'the curve goes through T');
}

async function checkEngines(model: Model, swept: ToleranceResult): Promise<void> {
  await checkHighs(model, swept, {});
  // The program at a point made smaller, whatever it has; and all that do not fit into so little.
  await checkHighs(model, swept, { reduceAbove: 0 });
  try {
    await checkHighs(model, swept, { memoryLimit: LITTLE_BYTES });
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
  }
}

async function checkHighs(model: Model, swept: ToleranceResult, options: HighsOptions): Promise<void> {
  const solved = await tolerance(await model.withEngine('highs', { border, ...options }), [1]);
  allFinite({ ...solved, axis: null }, 'answer of HiGHS');
  same(solved.runtime, swept.runtime, 'both engines find one T');
  same(solved.lambda.L, swept.lambda.L, 'both engines find one λ_L');
  same(solved.tolerance[0].value, swept.tolerance[0].value, 'both engines find one tolerance');
}

type Op = Program[number][number];

/** The program as the library matched its wildcards, with each message alone in a channel of its own: by place there is one way to match it. */
function asMatched(program: Program, { schedule, partner }: ExecutionGraph): Program {
  const found = program.map((ops) => [...ops]);
  program.forEach((ops, rank) => {
    ops.forEach((op, i) => {
      if (op.kind !== 'recv') return;
      const recv = schedule.rankStart[rank] + i;
      const [source, at] = placeOf(schedule.rankStart, partner[recv]);
      checkFit(op, rank, program[source][at], source);
      found[rank][i] = { ...op, peer: source, tag: recv };
      found[source][at] = { ...found[source][at], tag: recv };
    });
  });
  return found;
}

function placeOf(rankStart: Uint32Array, op: number): [number, number] {
  const rank = rankStart.findLastIndex((start) => start <= op);
  return [rank, op - rankStart[rank]];
}

function checkFit(recv: Op, rank: number, send: Op | undefined, source: number): void {
  const fits =
    send?.kind === 'send' &&
    send.peer === rank &&
    (recv.peer === -1 || recv.peer === source) &&
    (recv.tag === -1 || recv.tag === send.tag) &&
    send.value <= recv.value;
  if (!fits)
    throw new Finding(
      'a receive takes a message that fits',
      `${JSON.stringify(recv)} of rank ${rank}, ${JSON.stringify(send)} of rank ${source}`,
    );
}
