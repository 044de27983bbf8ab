/** What one set of traces leaves open: bounds of T, and a sample of all that its time stamps may stand for. */
import { Model } from '../analysis/model.js';
import type { CollectiveSpec } from '../collectives/choice.js';
import { UsageError } from '../errors.js';
import { dependsOnPrices } from '../graph/execution-graph.js';
import type { Machine } from '../machine/machine.js';
import { TraceProgram } from '../sources/mpi/program.js';
import type { TraceSet } from '../sources/mpi/trace.js';
import { randomBelow } from '../sources/patterns/random.js';
import type { Program } from '../sources/program.js';
import { type Axis, axisByName } from '../timing/axis.js';
import { type FigureQuantile, type Figures, figuresOf, quantilesOf } from './figures.js';
import { callsAtOnce, drawnTimes, overheadOf, resolutionOf, withGaps } from './stamps.js';

/** What is asked of a trace. Times in ns. */
export interface TraceQuestion {
  readonly percents: readonly number[];
  readonly parameter: string;
  readonly choices: readonly CollectiveSpec[];
  /** Step of the time stamps; undefined: as the traces show it. */
  readonly resolution?: number;
  /** What the tracer added to the computation before each call; undefined: what the traces say. */
  readonly tracerOverhead?: number | undefined;
  /** How many sets of times are drawn, and the seed of the draws. */
  readonly draws: number;
  readonly seed: number;
}

/** The answer. Times in ns. */
export interface TraceUncertainty {
  readonly axis: Axis;
  readonly resolution: number;
  /** Taken off for the tracer, and who says so: who asked, the traces, or nobody (0). */
  readonly tracerOverhead: number;
  readonly tracerOverheadBy: 'asked' | 'traces' | 'none';
  /** Of the times as they stand in the traces, and without what the tracer added (the same where that is 0). */
  readonly traced: Figures;
  readonly corrected: Figures;
  /** T can be nothing else, whatever the stamps stand for; null where the order of messages depends on times. */
  readonly bounds: { readonly low: number; readonly high: number } | null;
  /** Of the sample; empty where stamps leave nothing open. */
  readonly quantiles: readonly FigureQuantile[];
}

export const SAMPLE_SHARES = [0.05, 0.25, 0.5, 0.75, 0.95] as const;

/** Throws UsageError for a program that is no set of traces, or whose ranks call from several threads at once. */
export async function traceUncertainty(
  program: Program,
  machine: Machine,
  question: TraceQuestion,
): Promise<TraceUncertainty> {
  const data = traceData(program);
  const { percents, draws, seed } = question;
  const told = overheadOf(data.set);
  const tracerOverhead = question.tracerOverhead ?? told ?? 0;
  const resolution = question.resolution ?? resolutionOf(data.set);
  const axis = axisByName(machine, question.parameter);
  const variants = new Variants(data, machine, question.choices);
  const figures = async (set: TraceSet): Promise<Figures> =>
    figuresOf(await variants.model(set), percents, axis);
  const own = withGaps(data.set, -tracerOverhead);
  const below = randomBelow(seed);
  const sample: Figures[] = [];
  for (let draw = 0; resolution > 0 && draw < draws; draw++) {
    const times = drawnTimes(data.set, resolution, () => below(2 ** 31) / 2 ** 31);
    sample.push(await figures(withGaps(times, -tracerOverhead)));
  }
  const low = await figures(withGaps(data.set, -tracerOverhead - resolution));
  const high = await figures(withGaps(own, resolution));
  return {
    axis,
    resolution,
    tracerOverhead,
    tracerOverheadBy: question.tracerOverhead !== undefined ? 'asked' : told !== null ? 'traces' : 'none',
    traced: await figures(data.set),
    corrected: await figures(own),
    bounds: variants.depends ? null : { low: low.runtime, high: high.runtime },
    quantiles: sample.length === 0 ? [] : quantilesOf(sample, SAMPLE_SHARES),
  };
}

function traceData(program: Program): TraceProgram['data'] {
  if (!(program instanceof TraceProgram))
    throw new UsageError(
      `${program.info.source} has no time stamps`,
      'name traces, or several runs of the same program',
    );
  if (callsAtOnce(program.data.set))
    throw new UsageError(
      `ranks of ${program.info.source} call from several threads at once, whose time stamps have no one order`,
      'name several runs of the same program instead',
    );
  return program.data;
}

/** Models of one program that differ in their times alone: messages are matched once, where that does not depend on times. */
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

  /** Whether who comes first depends on times. */
  get depends(): boolean {
    return this.#first !== null && dependsOnPrices(this.#first.graph);
  }

  async model(set: TraceSet): Promise<Model> {
    const { schedule } = new TraceProgram({ ...this.#data, set }).schedule(this.#choices);
    const first = this.#first;
    if (first !== null && !dependsOnPrices(first.graph))
      return Model.ofGraph({ ...first.graph, schedule }, this.#machine, { engine: 'sweep' });
    const model = await Model.of(schedule, this.#machine, { engine: 'sweep' });
    this.#first ??= model;
    return model;
  }
}
