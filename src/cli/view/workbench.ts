/** One program on changing machines; keeps results for later requests. */

import { SupportJudge, unpricedWarning } from '../../analysis/collective-support.js';
import { cutPlayed, type RegionFound } from '../../analysis/cut/cut-region.js';
import type { RegionQuery } from '../../analysis/cut/region-bounds.js';
import { exactCurve } from '../../analysis/exact-curve.js';
import { Model } from '../../analysis/model.js';
import type { Curve } from '../../analysis/piecewise.js';
import { type ToleranceResult, tolerance } from '../../analysis/sensitivity.js';
import { joinWarnings, type Warning } from '../../errors.js';
import { buildGraph, dependsOnPrices, type ExecutionGraph } from '../../graph/execution-graph.js';
import type { SitedMachine } from '../../platform/site.js';
import type { LatencyShown } from '../../report/page/report-columns.js';
import type { Schedule } from '../../schedule/schedule.js';
import type { MadeSchedule, Program, ProgramData } from '../../sources/program.js';
import type { Axis } from '../../timing/axis.js';
import { Replay } from '../../timing/replay.js';
import { choicesOf } from '../flags/collective-choices.js';
import type { MachineFlags } from '../flags/common-flags.js';
import { parsePercents } from '../flags/parameter-values.js';
import { scheduleBy } from '../input/load-input.js';
import { type InputInfo, regionWarnings } from '../output/answer.js';
import { type FoundNames, namesOf } from '../pipeline/pipeline.js';
import { hostMemory } from '../process/memory.js';
import { machineFor } from '../workers/evaluator.js';
import type { Failure } from '../workers/plan.js';
import { machineFlagsOf, ofField } from './settings.js';
import type { Answers, Query, Question, SettingName, Settings } from './wire.js';

// Messages between server and computing threads.

/** Settings of pages, besides the program. */
interface Viewed {
  readonly info: InputInfo;
  /** Of the command line. */
  readonly machine: MachineFlags;
  readonly title: string;
  readonly measured: string | undefined;
  /** Files of noise on the command line, the only ones that pages may name. */
  readonly noiseFiles?: readonly string[];
  /** The analysed region; null or left out: the whole program. */
  readonly region?: RegionQuery | null;
}

export interface ViewedProgram extends Viewed {
  readonly program: Program;
}

export interface ViewedData extends Viewed {
  /** File of algorithms that may be named. */
  readonly algorithms: string | undefined;
  readonly data: ProgramData;
}

export interface Job {
  readonly id: number;
  readonly question: Question;
  readonly query: Query;
}

export interface JobAnswer {
  readonly id: number;
  readonly value?: Answers[Question];
  readonly failure?: Failure;
  /** The field of the error, if it has one. */
  readonly field?: SettingName;
}

/** A cancelled job. */
export interface Cancel {
  readonly cancel: number;
}

/** A program on the machine of some settings. */
export interface Loaded {
  readonly made: MadeSchedule;
  readonly model: Model;
  /** The analysed region; null: the whole program. */
  readonly found: RegionFound | null;
  readonly resolved: SitedMachine;
  readonly sites: FoundNames;
}

type Modelled = Pick<Loaded, 'model' | 'found'>;

interface Kept<Value> {
  readonly key: string;
  readonly value: Value;
}

const DEFAULT_PERCENTS = '1,2,5';
export const SWEEP = { engine: 'sweep', memory: hostMemory } as const;

/** The slowdowns of settings, in percent. Throws UsageError. */
export const percentsOf = ({ pct }: Settings): number[] => parsePercents(pct || DEFAULT_PERCENTS);

export class Workbench {
  readonly #viewed: ViewedProgram;
  readonly #support: SupportJudge;
  #made: { readonly key: string; readonly made: MadeSchedule; readonly graph: ExecutionGraph | null } | null =
    null;
  #model: Kept<Modelled> | null = null;
  #result: Kept<ToleranceResult> | null = null;
  #curve: Kept<Curve> | null = null;
  /** Names of call sites, which do not depend on settings. */
  #sites: Promise<FoundNames> | null = null;

  constructor(viewed: ViewedProgram) {
    this.#viewed = viewed;
    this.#support = new SupportJudge(viewed.program);
  }

  /** Throws UsageError, InputError, ModelError and LimitError; those of the placement as FieldError. */
  async load(settings: Settings): Promise<Loaded> {
    const sharing = settings.collectives.length > 0 ? 'ordered' : 'free';
    const flags: MachineFlags = { ...machineFlagsOf(settings, this.#viewed.machine), sharing };
    const made = this.#makeSchedule(settings.collectives);
    const resolved = await placedMachine(flags, settings, made.schedule);
    const { model, found } = await this.#modelOn(resolved, JSON.stringify(flags));
    const region = found !== null && regionWarnings(found);
    const joined = joinWarnings(made, region, this.#unpriced(settings.collectives, resolved));
    this.#sites ??= namesOf(made.schedule.sites);
    return { made: { ...made, warnings: joined }, resolved, model, found, sites: await this.#sites };
  }

  /** The tolerances for `settings`, kept until others are requested. */
  async tolerance({ model }: Loaded, settings: Settings): Promise<ToleranceResult> {
    const key = JSON.stringify(settings);
    if (this.#result?.key === key) return this.#result.value;
    const value = await tolerance(model, percentsOf(settings));
    this.#result = { key, value };
    return value;
  }

  /** The curve for `settings` over the latencies from `low` to `high`, ns, kept as well. */
  async curve({ model }: Loaded, settings: Settings, low: number, high: number): Promise<Curve> {
    const key = JSON.stringify([settings, low, high]);
    if (this.#curve?.key === key) return this.#curve.value;
    const value = await exactCurve(model, low, high);
    this.#curve = { key, value };
    return value;
  }

  /** Chosen algorithms that the machine cannot price. */
  #unpriced(collectives: readonly string[], { machine }: SitedMachine): Warning | null {
    if (collectives.length === 0) return null;
    return unpricedWarning(this.#support.of(machine, choicesOf(collectives)));
  }

  #makeSchedule(collectives: readonly string[]): MadeSchedule {
    const key = JSON.stringify(collectives);
    if (this.#made?.key === key) return this.#made.made;
    this.#made = null;
    this.#model = null;
    this.#result = null;
    this.#curve = null;
    const made = scheduleBy(this.#viewed.program, choicesOf(collectives));
    this.#made = { key, made, graph: null };
    return made;
  }

  async #modelOn({ machine }: SitedMachine, key: string): Promise<Modelled> {
    if (this.#model?.key === key) return this.#model.value;
    const before = this.#model?.value.found === null ? this.#model.value.model : null;
    const repriced = before?.repriced(machine) ?? null;
    const value = repriced === null ? await this.#compiled(machine) : { model: repriced, found: null };
    this.#model = { key, value };
    return value;
  }

  async #compiled(machine: SitedMachine['machine']): Promise<Modelled> {
    if (this.#made === null) throw new Error('no schedule is made');
    const { key, made } = this.#made;
    const whole = this.#made.graph ?? buildGraph(made.schedule, machine);
    this.#made = { key, made, graph: dependsOnPrices(whole) ? null : whole };
    const { region = null } = this.#viewed;
    if (region === null) return { model: await Model.ofGraph(whole, machine, SWEEP), found: null };
    // The entry into a region depends on the prices.
    const { schedule, found } = cutPlayed(new Replay(whole, machine), region);
    return { model: await Model.of(schedule, machine, SWEEP), found };
  }
}

/** Single fields are valid by now, so errors concern the placement. */
async function placedMachine(
  flags: MachineFlags,
  settings: Settings,
  program: Schedule,
): Promise<SitedMachine> {
  try {
    return await machineFor(flags, program);
  } catch (error) {
    if (settings.topology !== '') throw ofField('topology', error);
    throw settings.platform !== '' ? ofField('platform', error) : error;
  }
}

// Work in steps, so that the thread can handle other messages.

/** The value of `steps`; `pause` is awaited before each step but the first, and may throw. */
export async function paced<Value>(
  steps: Generator<unknown, Value, void>,
  pause: () => Promise<void>,
): Promise<Value> {
  let step = steps.next();
  while (step.done !== true) {
    await pause();
    step = steps.next();
  }
  return step.value;
}

// Names of the latency axis on the page.

export const latencyShown = ({ name, relative, base, wires }: Axis): LatencyShown => ({
  axis: name,
  relative,
  base,
  wires: wires === true,
});
