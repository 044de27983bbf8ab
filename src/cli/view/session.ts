/** Analyses one program on changing machines, optionally with a pinned second curve. */

import type { RegionQuery } from '../../analysis/cut/region-bounds.js';
import { largestWithin } from '../../analysis/model.js';
import type { Curve } from '../../analysis/piecewise.js';
import { latencyShare, type ToleranceResult, tolerance } from '../../analysis/sensitivity.js';
import { joinWarnings } from '../../errors.js';
import {
  buildReportData,
  drawTimeline,
  NO_TIMELINE,
  type ReportOptions,
  toleranceQuery,
} from '../../report/page/build-report.js';
import type { Timeline } from '../../report/page/report-data.js';
import { reportBody } from '../../report/page/report-page.js';
import { sharedSection, silencesSection, unsharedSection } from '../../report/page/report-sections.js';
import type { MeasuredPoint } from '../../report/plots/curve-geometry.js';
import type { Program } from '../../sources/program.js';
import { choicesOf } from '../flags/collective-choices.js';
import { measuredPoints, readMeasured } from '../input/measured-table.js';
import { regionInfo } from '../output/answer.js';
import {
  intervalOf,
  NOTHING_COMPARED,
  reportOptions,
  SHARED_OPERATIONS,
  sharedOf,
  silencesOf,
} from '../present/report-data.js';
import { type Failure, failureOf } from '../workers/plan.js';
import { fieldTexts } from './fields.js';
import type { NoiseWanted } from './noise-part.js';
import {
  FieldError,
  inField,
  noiseFlagsOf,
  noiseOfFields,
  pinnedError,
  settingsName,
  sharingNote,
  usualSamples,
} from './settings.js';
import { type Answers, isNoisy, type LiveAnswer, type LivePart, type Query, type Settings } from './wire.js';
import {
  type Job,
  type JobAnswer,
  type Loaded,
  latencyShown,
  paced,
  percentsOf,
  SWEEP,
  type ViewedProgram,
  Workbench,
} from './workbench.js';

// The range of latencies of two curves.

/** A curve before it is drawn: its tolerances, and its own range of latencies `low` to `high`. */
interface Stretch {
  readonly result: ToleranceResult;
  readonly interval: readonly [number, number];
}

/** Whether latency has the same meaning in both: per message, or per wire. */
const comparable = ({ result: { axis } }: Stretch, { result: other }: Stretch): boolean =>
  (axis.wires === true) === (other.axis.wires === true);

/** The range of `one`, extended to that of the other; its own if they cannot be compared. */
function besideEachOther(one: Stretch, other: Stretch): readonly [number, number] {
  if (!comparable(one, other)) return one.interval;
  const { base, lowest } = one.result.axis;
  const added = (which: 0 | 1): number[] =>
    [one, other].map(({ interval, result: { axis } }) => interval[which] - axis.base);
  return [Math.max(base + Math.min(...added(0)), lowest), base + Math.max(...added(1))];
}

// Contention, as a later part of the page.

/** The section, or a sentence if the program is too large. `pause` is awaited between two rows and may throw. */
async function sharedPart({ model }: Loaded, pause: () => Promise<void>): Promise<string> {
  const shared = await sharedOf(model, undefined, pause);
  if (shared === null) return unsharedSection(tooLarge(model.schedule.operations));
  return sharedSection({ shared, curve: latencyShown(model.latency) });
}

/** The section; '' if the program is too large, or its calls are not known. */
async function silencesPart(
  { made: { schedule }, model, sites }: Loaded,
  program: Program,
  {
    region,
    percents,
    settings,
  }: { region: RegionQuery | null; percents: readonly number[]; settings: Settings },
  pause: () => Promise<void>,
): Promise<string> {
  if (schedule.operations > SHARED_OPERATIONS) return '';
  const choices = choicesOf(settings.collectives);
  const query = { model, whole: schedule, region, choices, percents, names: sites.names, options: SWEEP };
  const silences = await silencesOf(program, query, pause);
  if (silences === null) return '';
  const { runtime, lambda, tolerance: found } = await tolerance(model, percents);
  const shown = { runtime, lambda: lambda.L, tolerance: found.map(toleranceQuery) };
  return silencesSection({ silences, ...shown, curve: latencyShown(model.latency) });
}

function tooLarge(operations: number): string {
  const tell = 'Use llamp-ts report INPUT --shared with the machine of this page';
  return operations > SHARED_OPERATIONS
    ? `With more than ${count(SHARED_OPERATIONS)} operations (here ${count(operations)}) this is not computed after every change. ${tell}.`
    : `There is not enough memory for this. ${tell}.`;
}

const count = (value: number): string => value.toLocaleString('en-US');

/** A request that was replaced by a newer one. */
export class Overtaken extends Error {}

/** Settings with their model, before their curve is drawn. */
interface Ready extends Stretch {
  readonly settings: Settings;
  readonly loaded: Loaded;
}

/** The same with its curve, and the pinned one. */
interface Drawn extends Ready {
  readonly curve: Curve;
  readonly beside: (Ready & { readonly curve: Curve }) | null;
}

export class ViewSession {
  readonly #viewed: ViewedProgram;
  readonly #now: Workbench;
  /** Cache of the pinned curve, which would need a model of its own each time. */
  #pinned: Workbench | null = null;

  constructor(viewed: ViewedProgram) {
    this.#viewed = viewed;
    this.#now = new Workbench(viewed);
  }

  /** T, λ, ρ and tolerances at the machine. Throws UsageError, InputError, ModelError and LimitError. */
  async answer(settings: Settings): Promise<LiveAnswer> {
    const began = performance.now();
    const loaded = await this.#now.load(settings);
    const { made, model, resolved } = loaded;
    const { operations } = model.schedule;
    // Reports errors of noise at once, before it is computed.
    this.#noiseOf(loaded, settings);
    const axis = model.latency;
    const lines = model.lines(axis);
    const solved = await model.engine.evaluate(lines, axis.base);
    const list: LiveAnswer['tolerance'][number][] = [];
    for (const percent of percentsOf(settings)) {
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
      operations,
      values: { ...fieldTexts(resolved.machine), samples: String(usualSamples(operations)) },
      warnings: joinWarnings(made, resolved, model),
      took: performance.now() - began,
    };
  }

  /** The page with its curve, without a timeline. */
  async curve(query: Query) {
    const began = performance.now();
    return this.#page(await this.#draw(query), NO_TIMELINE, began);
  }

  /** The whole page. `pause` is awaited between two critical paths and may throw {@link Overtaken}. */
  async report(query: Query, pause: () => Promise<void> = async () => undefined) {
    const began = performance.now();
    const drawn = await this.#draw(query, pause);
    await pause();
    const wanted = drawn.result.tolerance.map(({ value }) => value).filter(Number.isFinite);
    const drawing = drawTimeline(drawn.loaded.model, drawn.curve, wanted);
    return this.#page(drawn, await paced(drawing, pause), began);
  }

  /** Effect of single places on the machine; '' if calls are not known. `pause` as of {@link report}. */
  async silences(settings: Settings, pause: () => Promise<void> = async () => undefined): Promise<LivePart> {
    const began = performance.now();
    const loaded = await this.#now.load(settings);
    const { program, region = null } = this.#viewed;
    const percents = percentsOf(settings);
    const section = await silencesPart(loaded, program, { region, percents, settings }, pause);
    return { section, took: performance.now() - began };
  }

  /** Contention on the machine, without the pinned one. `pause` as of {@link report}. */
  async shared(settings: Settings, pause: () => Promise<void> = async () => undefined): Promise<LivePart> {
    const began = performance.now();
    const section = await sharedPart(await this.#now.load(settings), pause);
    return { section, took: performance.now() - began };
  }

  /** Effect of noise; '' without noise. `pause` as of {@link report}. */
  async noise(settings: Settings, pause: () => Promise<void> = async () => undefined): Promise<LivePart> {
    const began = performance.now();
    const loaded = await this.#now.load(settings);
    const query = this.#noiseOf(loaded, settings);
    if (query === null) return { section: '', took: performance.now() - began };
    // Loaded on demand, because most pages have no noise.
    const { noisePart } = await import('./noise-part.js');
    const section = await noisePart(loaded, { ...query, percents: percentsOf(settings) }, pause);
    return { section, took: performance.now() - began };
  }

  /** Null without noise. Throws FieldError. */
  #noiseOf({ model }: Loaded, settings: Settings): Pick<NoiseWanted, 'noise' | 'flags'> | null {
    if (!isNoisy(settings)) return null;
    const flags = noiseFlagsOf(settings, this.#viewed.machine.unit);
    const { network } = model.machine;
    const { noiseFiles = [] } = this.#viewed;
    return { flags, noise: noiseOfFields(flags, noiseFiles, { network, ranks: model.schedule.ranks }) };
  }

  async #draw({ pinned, ...settings }: Query, pause?: () => Promise<void>): Promise<Drawn> {
    const now = await this.#ready(this.#now, settings);
    await pause?.();
    if (pinned === undefined) {
      this.#pinned = null;
      const curve = await this.#now.curve(now.loaded, settings, ...now.interval);
      return { ...now, curve, beside: null };
    }
    this.#pinned ??= new Workbench(this.#viewed);
    const then = await this.#pinnedReady(this.#pinned, pinned, settings);
    await pause?.();
    const [curve, other] = [
      await this.#now.curve(now.loaded, settings, ...besideEachOther(now, then)),
      await this.#pinned.curve(then.loaded, then.settings, ...besideEachOther(then, now)),
    ];
    return { ...now, curve, beside: { ...then, curve: other } };
  }

  /** The pinned machine with the current slowdowns and range. */
  async #pinnedReady(bench: Workbench, pinned: Settings, { range, pct }: Settings): Promise<Ready> {
    try {
      return await this.#ready(bench, { ...pinned, range, pct });
    } catch (error) {
      throw pinnedError(error);
    }
  }

  async #ready(bench: Workbench, settings: Settings): Promise<Ready> {
    const loaded = await bench.load(settings);
    const result = await bench.tolerance(loaded, settings);
    const range = settings.range || undefined;
    const { unit } = this.#viewed.machine;
    const measured = this.#measured(loaded);
    const interval = inField('range', () => intervalOf(result, { range, unit, measured }));
    return { settings, loaded, result, interval };
  }

  #measured({ model }: Loaded): MeasuredPoint[] {
    const { measured } = this.#viewed;
    if (measured === undefined) return [];
    return measuredPoints(readMeasured(measured, model.latency, model.schedule.ranks));
  }

  #page(drawn: Drawn, timeline: Timeline, began: number) {
    const { loaded, curve } = drawn;
    const data = buildReportData(loaded.model, curve, { ...this.#options(drawn), timeline });
    return { body: reportBody(data), data, took: performance.now() - began };
  }

  #options({ loaded, settings, result, beside }: Drawn): ReportOptions {
    const { found, made, resolved, sites } = loaded;
    const { info, title, machine } = this.#viewed;
    const options = reportOptions(
      {
        info: found === null ? info : { ...info, region: regionInfo(found) },
        resolved,
        title,
        choices: settings.collectives,
        unit: machine.unit,
        range: settings.range,
        percents: result.tolerance.map(({ percent }) => percent),
        measured: this.#measured(loaded),
        held: null,
        comparison: NOTHING_COMPARED,
        warnings: joinWarnings(made, resolved, sites),
        names: sites.names,
      },
      result,
    );
    return beside === null ? options : { ...options, beside: besideOf({ loaded, settings }, beside) };
  }
}

function besideOf(
  { loaded, settings }: Pick<Drawn, 'loaded' | 'settings'>,
  other: NonNullable<Drawn['beside']>,
): NonNullable<ReportOptions['beside']> {
  const [mine, its] = [loaded.resolved.machine, other.loaded.resolved.machine];
  return {
    own: settingsName(settings, mine),
    name: `pinned: ${settingsName(other.settings, its)}`,
    note: sharingNote(mine, its),
    tolerance: other.result.tolerance,
    curve: other.curve,
  };
}

// Jobs of a computing thread, one after the other; cancelled ones are dropped.

const OVERTAKEN: Failure = { kind: 'other', message: 'overtaken' };

export class JobQueue {
  readonly #session: ViewSession;
  readonly #reply: (answer: JobAnswer) => void;
  readonly #waiting: Job[] = [];
  #running: number | null = null;
  #cancelled = false;

  constructor(program: ViewedProgram, reply: (answer: JobAnswer) => void) {
    this.#session = new ViewSession(program);
    this.#reply = reply;
  }

  add(job: Job): void {
    this.#waiting.push(job);
    if (this.#running === null) void this.#run();
  }

  cancel(id: number): void {
    if (this.#running === id) this.#cancelled = true;
    const at = this.#waiting.findIndex((job) => job.id === id);
    if (at < 0) return;
    this.#waiting.splice(at, 1);
    this.#reply({ id, failure: OVERTAKEN });
  }

  async #run(): Promise<void> {
    for (let job = this.#waiting.shift(); job !== undefined; job = this.#waiting.shift()) {
      this.#running = job.id;
      this.#cancelled = false;
      await this.#answer(job);
    }
    this.#running = null;
  }

  /** Replies in any case: with a failure also where the answer cannot be sent. */
  async #answer({ id, question, query }: Job): Promise<void> {
    try {
      // A waiting message may cancel the job before it begins.
      await this.#pause();
      this.#reply({ id, value: await this.#ask(question, query) });
    } catch (error) {
      const field = error instanceof FieldError ? { field: error.field } : {};
      this.#reply({ id, failure: error instanceof Overtaken ? OVERTAKEN : failureOf(error), ...field });
    }
  }

  #ask(question: Job['question'], query: Job['query']): Promise<Answers[Job['question']]> {
    switch (question) {
      case 'answer':
        return this.#session.answer(query);
      case 'curve':
        return this.#session.curve(query);
      case 'report':
        return this.#session.report(query, () => this.#pause());
      case 'silences':
        return this.#session.silences(query, () => this.#pause());
      case 'shared':
        return this.#session.shared(query, () => this.#pause());
      case 'noise':
        return this.#session.noise(query, () => this.#pause());
    }
  }

  /** Handles waiting messages. */
  async #pause(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#cancelled) throw new Overtaken('overtaken');
  }
}
