/** Answers questions about one program on machines that change, and keeps what the next answer can use. */
import { cutPlayed, type RegionFound } from '../../analysis/cut/cut.js';
import { exactCurve } from '../../analysis/exact-curve.js';
import { Model } from '../../analysis/model.js';
import { largestWithin } from '../../analysis/orders.js';
import type { Curve } from '../../analysis/piecewise.js';
import { latencyShare } from '../../analysis/sensitivity.js';
import { unpricedWarning } from '../../analysis/support.js';
import { SupportJudge } from '../../analysis/support-judge.js';
import type { ToleranceResult } from '../../analysis/tolerance.js';
import { tolerance } from '../../analysis/tolerance.js';
import type { Warning } from '../../errors.js';
import { buildGraph, dependsOnPrices, type ExecutionGraph } from '../../graph/execution-graph.js';
import type { SitedMachine } from '../../platform/site.js';
import { buildReportData, drawTimeline, NO_TIMELINE } from '../../report/html/build.js';
import type { Timeline } from '../../report/html/data.js';
import { reportBody } from '../../report/html/render.js';
import type { MeasuredPoint } from '../../report/plots/curve-geometry.js';
import type { MadeSchedule } from '../../sources/program.js';
import { Replay } from '../../timing/replay.js';
import { type FoundNames, namesOf } from '../call-sites/names.js';
import type { MachineFlags } from '../flags/machine.js';
import { parsePercents } from '../flags/parameters.js';
import { choicesOf } from '../input/choices.js';
import { measuredPoints, readMeasured } from '../input/measured.js';
import { scheduleBy } from '../input/schedule.js';
import { regionInfo, regionWarnings } from '../output/region.js';
import { intervalOf, NOTHING_COMPARED, reportOptions } from '../present/report.js';
import { machineFor } from '../workers/evaluator.js';
import { fieldTexts } from './fields.js';
import type { ViewedProgram } from './protocol.js';
import { machineFlagsOf } from './settings.js';
import type { LiveAnswer, LivePage, Settings } from './wire.js';

/** A question that was overtaken by a newer one. */
export class Overtaken extends Error {}

interface Loaded {
  readonly made: MadeSchedule;
  readonly model: Model;
  /** The region that it is about; null: the whole program. */
  readonly found: RegionFound | null;
  readonly resolved: SitedMachine;
  readonly sites: FoundNames;
}

interface Drawn {
  readonly key: string;
  readonly curve: Curve;
  readonly result: ToleranceResult;
}

const DEFAULT_PERCENTS = '1,2,5';
const SWEEP = { engine: 'sweep' } as const;

export class ViewSession {
  readonly #viewed: ViewedProgram;
  readonly #support: SupportJudge;
  #made: { readonly key: string; readonly made: MadeSchedule; readonly graph: ExecutionGraph | null } | null =
    null;
  #model: { readonly key: string; readonly model: Model; readonly found: RegionFound | null } | null = null;
  #drawn: Drawn | null = null;
  /** Of call sites: whatever is chosen, the program is the same. */
  #sites: Promise<FoundNames> | null = null;

  constructor(viewed: ViewedProgram) {
    this.#viewed = viewed;
    this.#support = new SupportJudge(viewed.program);
  }

  /** T, λ, ρ and tolerances at the machine. Throws UsageError, InputError, ModelError and LimitError. */
  async answer(settings: Settings): Promise<LiveAnswer> {
    const began = performance.now();
    const { made, model, resolved } = await this.#load(settings);
    const axis = model.latency;
    const lines = model.lines(axis);
    const solved = await model.engine.evaluate(lines, axis.base);
    const list: LiveAnswer['tolerance'][number][] = [];
    for (const percent of parsePercents(settings.pct || DEFAULT_PERCENTS)) {
      const limit = solved.runtime * (1 + percent / 100);
      const { x: value } = await largestWithin(model, axis, limit);
      const limited = Number.isFinite(value);
      const delta = limited ? value - axis.base : null;
      list.push({ percent, value: limited ? value : null, delta, beyond: false });
    }
    return {
      runtime: solved.runtime,
      lambda: solved.lambda,
      rho: solved.runtime === 0 ? 0 : latencyShare(model, solved.routeLatencies) / solved.runtime,
      tolerance: list,
      operations: model.schedule.operations,
      values: fieldTexts(resolved.machine),
      warnings: [...made.warnings, ...resolved.warnings, ...model.warnings],
      took: performance.now() - began,
    };
  }

  /** The page with its curve, without a timeline. */
  async curve(settings: Settings): Promise<LivePage> {
    const began = performance.now();
    const loaded = await this.#load(settings);
    const drawn = await this.#draw(loaded, settings);
    return this.#page(loaded, settings, drawn, NO_TIMELINE, began);
  }

  /** The whole page. `pause` is awaited between two critical paths and may throw {@link Overtaken}. */
  async report(settings: Settings, pause: () => Promise<void> = async () => undefined): Promise<LivePage> {
    const began = performance.now();
    const loaded = await this.#load(settings);
    await pause();
    const drawn = await this.#draw(loaded, settings);
    await pause();
    const { result, curve } = drawn;
    const wanted = result.tolerance.map(({ value }) => value).filter(Number.isFinite);
    const drawing = drawTimeline(loaded.model, curve, wanted, undefined, loaded.sites.names);
    let step = drawing.next();
    while (step.done !== true) {
      await pause();
      step = drawing.next();
    }
    return this.#page(loaded, settings, drawn, step.value, began);
  }

  async #load(settings: Settings): Promise<Loaded> {
    const sharing = settings.collectives.length > 0 ? 'ordered' : 'free';
    const flags: MachineFlags = { ...machineFlagsOf(settings, this.#viewed.machine), sharing };
    const made = this.#makeSchedule(settings.collectives);
    const resolved = await machineFor(flags, made.schedule.ranks);
    const { model, found } = await this.#modelOn(resolved, JSON.stringify(flags));
    const region = found === null ? [] : regionWarnings(found);
    const told = [...made.warnings, ...region, ...this.#unpriced(settings.collectives, resolved)];
    this.#sites ??= namesOf(made.schedule.sites);
    return { made: { ...made, warnings: told }, resolved, model, found, sites: await this.#sites };
  }

  /** What the machine cannot price of the algorithms that were chosen. */
  #unpriced(collectives: readonly string[], { machine }: SitedMachine): Warning[] {
    if (collectives.length === 0) return [];
    const warning = unpricedWarning(this.#support.of(machine, choicesOf(collectives)));
    return warning === null ? [] : [warning];
  }

  #makeSchedule(collectives: readonly string[]): MadeSchedule {
    const key = JSON.stringify(collectives);
    if (this.#made?.key === key) return this.#made.made;
    this.#made = null;
    this.#model = null;
    this.#drawn = null;
    const made = scheduleBy(this.#viewed.program, choicesOf(collectives));
    this.#made = { key, made, graph: null };
    return made;
  }

  async #modelOn({ machine }: SitedMachine, key: string): Promise<Pick<Loaded, 'model' | 'found'>> {
    if (this.#model?.key === key) return this.#model;
    const repriced = this.#model?.found === null ? this.#model.model.repriced(machine) : null;
    const made = repriced === null ? await this.#compiled(machine) : { model: repriced, found: null };
    this.#model = { key, ...made };
    return made;
  }

  async #compiled(machine: SitedMachine['machine']): Promise<Pick<Loaded, 'model' | 'found'>> {
    if (this.#made === null) throw new Error('no schedule is made');
    const { key, made } = this.#made;
    const whole = this.#made.graph ?? buildGraph(made.schedule, machine);
    this.#made = { key, made, graph: dependsOnPrices(whole) ? null : whole };
    const { region = null } = this.#viewed;
    if (region === null) return { model: await Model.ofGraph(whole, machine, SWEEP), found: null };
    // What is brought in depends on the prices.
    const { schedule, found } = cutPlayed(new Replay(whole, machine), region);
    return { model: await Model.of(schedule, machine, SWEEP), found };
  }

  /** The curve and the tolerances, kept until another machine is asked. */
  async #draw({ model }: Loaded, settings: Settings): Promise<Drawn> {
    const key = JSON.stringify(settings);
    if (this.#drawn?.key === key) return this.#drawn;
    const result = await tolerance(model, parsePercents(settings.pct || DEFAULT_PERCENTS));
    const range = settings.range || undefined;
    const { unit } = this.#viewed.machine;
    const curve = await exactCurve(
      model,
      ...intervalOf(result, { range, unit, measured: this.#measured(model) }),
    );
    this.#drawn = { key, curve, result };
    return this.#drawn;
  }

  #measured(model: Model): MeasuredPoint[] {
    const { measured } = this.#viewed;
    if (measured === undefined) return [];
    return measuredPoints(readMeasured(measured, model.latency, model.schedule.ranks));
  }

  #page(
    { model, found, made, resolved, sites }: Loaded,
    settings: Settings,
    { curve, result }: Drawn,
    timeline: Timeline,
    began: number,
  ): LivePage {
    const { info, title, machine } = this.#viewed;
    const options = reportOptions(
      {
        info: found === null ? info : { ...info, region: regionInfo(found) },
        resolved,
        title,
        unit: machine.unit,
        range: settings.range,
        percents: result.tolerance.map(({ percent }) => percent),
        measured: this.#measured(model),
        held: null,
        comparison: NOTHING_COMPARED,
        warnings: [...made.warnings, ...resolved.warnings, ...sites.warnings],
        names: sites.names,
      },
      result,
    );
    const data = buildReportData(model, curve, { ...options, timeline });
    return { body: reportBody(data), data, took: performance.now() - began };
  }
}
