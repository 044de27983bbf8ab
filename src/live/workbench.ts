/** One program on changing machines; keeps results for later requests. */

import { SupportJudge, unpricedWarning } from '../analysis/collective-support.js';
import { cutPlayed, type RegionFound, regionWarnings } from '../analysis/cut/cut-region.js';
import type { RegionQuery } from '../analysis/cut/region-bounds.js';
import { exactCurve } from '../analysis/exact-curve.js';
import { Model, type ModelOptions } from '../analysis/model.js';
import type { Curve } from '../analysis/piecewise.js';
import { type ToleranceResult, tolerance } from '../analysis/sensitivity.js';
import { type CollectiveSpec, parseCollectiveSpec } from '../collectives/choice.js';
import { algorithmsOf } from '../collectives/registry.js';
import { joinWarnings, type Warning } from '../errors.js';
import { buildGraph, dependsOnPrices, type ExecutionGraph } from '../graph/execution-graph.js';
import { machineFor, type SitedMachine } from '../platform/site.js';
import type { NamedText } from '../report/measured-table.js';
import type { LatencyShown } from '../report/page/report-columns.js';
import type { SiteNames, SourcePlace } from '../schedule/program-calls.js';
import type { MadeSchedule, Program } from '../sources/program.js';
import type { Axis } from '../timing/axis.js';
import { Replay } from '../timing/replay.js';
import { parsePercents } from '../units.js';
import { type Carried, inField, machineOf, siteOf } from './live-machine.js';
import { type CollectiveChoices, type Settings, type Setup, withoutNoise } from './settings.js';

/** What a page is about, besides its program, as plain values. */
export interface Viewed extends Carried {
  readonly title: string;
  readonly source: string;
  /** '' where it is not known. */
  readonly sha256: string;
  /** Of llamp-ts. */
  readonly version: string;
  /** The first settings. */
  readonly settings: Settings;
  /** The analysed region; null: the whole program. */
  readonly region: RegionQuery | null;
  readonly measured: NamedText | null;
  /** Texts of files that fields of noise may name. */
  readonly noiseFiles: readonly NamedText[];
  /** Names of return addresses, by {@link frameKey}. */
  readonly names: readonly (readonly [string, readonly SourcePlace[]])[];
  /** Of reading the program. */
  readonly warnings: readonly Warning[];
}

/** All that a page carries; `data`: its program, packed; null: it reads files. */
export interface CarriedPage {
  readonly viewed: Viewed;
  readonly data: Uint8Array | null;
}

export interface ViewedProgram extends Viewed {
  readonly program: Program;
}

/** Key of a return address among the names of a page. */
export const frameKey = ({ object, offset }: Parameters<SiteNames>[0]): string => `${object}\n${offset}`;

/** A program on the machine of some settings. */
export interface Loaded {
  readonly made: MadeSchedule;
  readonly model: Model;
  /** The analysed region; null: the whole program. */
  readonly found: RegionFound | null;
  readonly resolved: SitedMachine;
}

type Modelled = Pick<Loaded, 'model' | 'found'>;

interface Kept<Value> {
  readonly key: string;
  readonly value: Value;
}

const DEFAULT_PERCENTS = '1,2,5';
export const SWEEP: ModelOptions = { engine: 'sweep' };

/** The slowdowns of settings, in percent. Throws FieldError. */
export const percentsOf = ({ pct }: Settings): number[] =>
  inField('pct', () => parsePercents(pct || DEFAULT_PERCENTS, 'slowdowns'));

/** The algorithms of settings. Throws UsageError. */
export const choicesOf = ({ collectives }: Settings): CollectiveSpec[] =>
  collectives.map((text) => parseCollectiveSpec(text));

// The first state of a page.

/** The collectives that the program calls, with every algorithm of each; none if they are messages already. */
function algorithmChoices(program: Program): CollectiveChoices[] {
  const found = new Set((program.calls() ?? []).map(({ collective }) => collective));
  return [...found].sort().map((collective) => ({
    collective,
    choices: [
      '',
      ...algorithmsOf(collective).map(({ name }) => `${collective}=${name}`),
      `${collective}=auto`,
    ],
  }));
}

/** The first state of the page of a program. */
export function setupOf({ program, settings }: ViewedProgram): Setup {
  const collectives = algorithmChoices(program);
  /** Choices of the page hold for all sizes of one collective; others are kept. */
  const isChoice = (spec: string): boolean =>
    !spec.includes('@') && collectives.some(({ collective }) => spec.startsWith(`${collective}=`));
  return { settings, collectives, fixedCollectives: settings.collectives.filter((one) => !isChoice(one)) };
}

export class Workbench {
  readonly #viewed: ViewedProgram;
  readonly #support: SupportJudge;
  #made: { readonly key: string; readonly made: MadeSchedule; readonly graph: ExecutionGraph | null } | null =
    null;
  #model: Kept<Modelled> | null = null;
  #result: Kept<ToleranceResult> | null = null;
  #curve: Kept<Curve> | null = null;

  constructor(viewed: ViewedProgram) {
    this.#viewed = viewed;
    this.#support = new SupportJudge(viewed.program);
  }

  /** Throws UsageError, InputError, ModelError and LimitError; as FieldError where one field is wrong. */
  async load(settings: Settings): Promise<Loaded> {
    const sharing = settings.collectives.length > 0 ? 'ordered' : 'free';
    const machine = machineOf(settings, this.#viewed, sharing);
    const site = siteOf(settings, this.#viewed);
    const made = this.#makeSchedule(settings);
    const place = site === null ? null : site.kind;
    const on = (): SitedMachine => machineFor(site, machine, made.schedule);
    const resolved = place === null ? on() : inField(place, on);
    const { model, found } = await this.#modelOn(resolved, machineKey(settings));
    const region = found !== null && regionWarnings(found);
    const joined = joinWarnings(made, region, this.#unpriced(settings, resolved));
    return { made: { ...made, warnings: joined }, resolved, model, found };
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
  #unpriced(settings: Settings, { machine }: SitedMachine): Warning | null {
    if (settings.collectives.length === 0) return null;
    return unpricedWarning(this.#support.of(machine, choicesOf(settings)));
  }

  #makeSchedule(settings: Settings): MadeSchedule {
    const key = JSON.stringify(settings.collectives);
    if (this.#made?.key === key) return this.#made.made;
    this.#made = null;
    this.#model = null;
    this.#result = null;
    this.#curve = null;
    const made = this.#viewed.program.schedule(choicesOf(settings));
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
    const { region } = this.#viewed;
    if (region === null) return { model: await Model.ofGraph(whole, machine, SWEEP), found: null };
    // The entry into a region depends on the prices.
    const { schedule, found } = cutPlayed(new Replay(whole, machine), region);
    return { model: await Model.of(schedule, machine, SWEEP), found };
  }
}

/** The settings that decide the machine. */
const machineKey = (settings: Settings): string =>
  JSON.stringify({ ...withoutNoise(settings), 'latency-range': '', pct: '' });

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

/** Names of the latency axis on the page. */
export const latencyShown = ({ name, relative, base, wires }: Axis): LatencyShown => ({
  axis: name,
  relative,
  base,
  wires: wires === true,
});
