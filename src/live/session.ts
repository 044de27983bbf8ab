/** Analyses one program on changing machines, optionally with a pinned second curve. */

import { largestWithin } from '../analysis/model.js';
import type { Curve } from '../analysis/piecewise.js';
import { latencyShare, type ToleranceResult, tolerance } from '../analysis/sensitivity.js';
import { joinWarnings, LlampError } from '../errors.js';
import { isDrawn, type Noise } from '../noise/noise-model.js';
import { noiseSteps } from '../noise/noise-runs.js';
import {
  NOISE_DEFAULTS,
  type NoiseDrawFlags,
  type NoiseSourceFlags,
  noiseWarnings,
  reportQuestion,
  sourceTitle,
} from '../noise/noise-words.js';
import { measuredPoints, readMeasured } from '../report/measured-table.js';
import {
  buildReportData,
  drawTimeline,
  machineRows,
  NO_TIMELINE,
  type ReportOptions,
  toleranceQuery,
} from '../report/page/build-report.js';
import { type ReportData, reportNoise, type Timeline } from '../report/page/report-data.js';
import { intervalOf, SHARED_OPERATIONS, sharedOf, silencesOf } from '../report/page/report-parts.js';
import type { MeasuredPoint } from '../report/plots/curve-geometry.js';
import type { SiteNames } from '../schedule/program-calls.js';
import { formatTime } from '../units.js';
import { fieldTexts } from './fields.js';
import { FieldError, inField, TYPED } from './live-machine.js';
import { noiseFlagsOf, noiseOfFields, settingsName, sharingNote, usualSamples } from './live-noise.js';
import {
  type Answers,
  type Cancel,
  isNoisy,
  type Job,
  type JobAnswer,
  type LiveAnswer,
  type NoisePart,
  type Query,
  type Settings,
  type SharedPart,
  type SilencesPart,
} from './settings.js';
import {
  choicesOf,
  frameKey,
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

  readonly #names: SiteNames;

  constructor(viewed: ViewedProgram) {
    this.#viewed = viewed;
    this.#now = new Workbench(viewed);
    const names = new Map(viewed.names);
    this.#names = (frame) => names.get(frameKey(frame)) ?? [];
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

  /** The report with its curve, without a timeline. */
  async curve(query: Query): Promise<ReportData> {
    return this.#report(await this.#draw(query), NO_TIMELINE);
  }

  /** The whole report. `pause` is awaited between two critical paths and may throw {@link Overtaken}. */
  async report(query: Query, pause: () => Promise<void> = async () => undefined): Promise<ReportData> {
    const drawn = await this.#draw(query, pause);
    await pause();
    const wanted = drawn.result.tolerance.map(({ value }) => value).filter(Number.isFinite);
    const drawing = drawTimeline(drawn.loaded.model, drawn.curve, wanted, undefined, this.#names);
    return this.#report(drawn, await paced(drawing, pause));
  }

  /** Effect of single places on the machine. `pause` as of {@link report}. */
  async silences(
    settings: Settings,
    pause: () => Promise<void> = async () => undefined,
  ): Promise<SilencesPart | null> {
    const { made, model } = await this.#now.load(settings);
    const { program, region } = this.#viewed;
    if (made.schedule.operations > SHARED_OPERATIONS) return null;
    const percents = percentsOf(settings);
    const query = { model, whole: made.schedule, region, choices: choicesOf(settings), percents };
    const silences = await silencesOf(program, { ...query, names: this.#names, options: SWEEP }, pause);
    if (silences === null) return null;
    const { runtime, lambda, tolerance: found } = await tolerance(model, percents);
    const curve = latencyShown(model.latency);
    return { silences, runtime, lambda: lambda.L, tolerance: found.map(toleranceQuery), curve };
  }

  /** Contention on the machine, without the pinned one. `pause` as of {@link report}. */
  async shared(settings: Settings, pause: () => Promise<void> = async () => undefined): Promise<SharedPart> {
    const { model } = await this.#now.load(settings);
    const curve = latencyShown(model.latency);
    const shared = await sharedOf(model, undefined, undefined, pause);
    return shared === null ? { why: tooLarge(model.schedule.operations), curve } : { why: '', shared, curve };
  }

  /** Effect of noise; null without noise. `pause` as of {@link report}. */
  async noise(
    settings: Settings,
    pause: () => Promise<void> = async () => undefined,
  ): Promise<NoisePart | null> {
    const loaded = await this.#now.load(settings);
    const query = this.#noiseOf(loaded, settings);
    if (query === null) return null;
    const { model } = loaded;
    const { noise, flags } = query;
    const { operations } = model.schedule;
    const samples = flags.samples ?? usualSamples(operations);
    const asked = { percents: percentsOf(settings), names: this.#names };
    const question = reportQuestion(model, noise, { ...flags, samples }, asked);
    const result = await paced(noiseSteps(model.graph, model.machine, question), pause);
    const fewer = flags.samples === undefined && isDrawn(noise) && samples < NOISE_DEFAULTS.samples;
    return {
      noise: reportNoise(question, result, sourceTitle(flags)),
      curve: latencyShown(model.latency),
      warnings: [
        ...(fewer ? [fewerRuns(operations, samples)] : []),
        ...noiseWarnings(model, question, result).map(({ message }) => message),
      ],
    };
  }

  /** Null without noise. Throws FieldError. */
  #noiseOf({ model }: Loaded, settings: Settings): NoiseWanted | null {
    if (!isNoisy(settings)) return null;
    const flags = noiseFlagsOf(settings);
    const { network } = model.machine;
    const on = { network, ranks: model.schedule.ranks };
    return { flags, noise: noiseOfFields(flags, this.#viewed.noiseFiles, on) };
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
  async #pinnedReady(bench: Workbench, pinned: Settings, now: Settings): Promise<Ready> {
    try {
      return await this.#ready(bench, { ...pinned, 'latency-range': now['latency-range'], pct: now.pct });
    } catch (error) {
      throw pinnedError(error);
    }
  }

  async #ready(bench: Workbench, settings: Settings): Promise<Ready> {
    const loaded = await bench.load(settings);
    const result = await bench.tolerance(loaded, settings);
    const range = settings['latency-range'] || undefined;
    const measured = this.#measured(loaded);
    const name = 'range of L';
    const interval = inField('latency-range', () => intervalOf(result, { range, measured, name }));
    return { settings, loaded, result, interval };
  }

  #measured({ model }: Loaded): MeasuredPoint[] {
    const { measured } = this.#viewed;
    if (measured === null) return [];
    return measuredPoints(readMeasured(measured, model.latency, model.schedule.ranks));
  }

  #report(drawn: Drawn, timeline: Timeline): ReportData {
    const { loaded, curve } = drawn;
    return buildReportData(loaded.model, curve, { ...this.#options(drawn), timeline });
  }

  #options({ loaded, settings, result, beside }: Drawn): ReportOptions {
    const { found, made, resolved } = loaded;
    const { title, source, sha256, version, warnings } = this.#viewed;
    return {
      title,
      choices: settings.collectives,
      source: found === null ? source : `${source}, region ${found.asked.text}: ${partText(found)}`,
      ...(sha256 === '' ? {} : { sha256 }),
      version,
      tolerance: result.tolerance,
      wiresPerMessage: result.wiresPerMessage,
      measured: this.#measured(loaded),
      machine: machineRows(resolved, TYPED),
      names: this.#names,
      warnings: joinWarnings(made, resolved, warnings, result),
      ...(beside === null ? {} : { beside: besideOf({ loaded, settings }, beside) }),
    };
  }
}

const partText = ({ begin, end, whole }: NonNullable<Loaded['found']>): string =>
  `${formatTime(begin)} to ${formatTime(end)} of ${formatTime(whole)}`;

/** The noise of settings. */
interface NoiseWanted {
  readonly noise: Noise;
  readonly flags: NoiseSourceFlags & NoiseDrawFlags;
}

const fewerRuns = (operations: number, samples: number): string =>
  `For ${count(operations)} operations the page simulates ${count(samples)} runs by default (llamp-ts noise: ${count(NOISE_DEFAULTS.samples)}). Set “runs” to change this.`;

function tooLarge(operations: number): string {
  const tell = 'Use llamp-ts report INPUT --shared with the machine of this page';
  return operations > SHARED_OPERATIONS
    ? `With more than ${count(SHARED_OPERATIONS)} operations (here ${count(operations)}) this is not computed after every change. ${tell}.`
    : `There is not enough memory for this. ${tell}.`;
}

/** The error as one of the pinned settings, unless it is a bug. */
function pinnedError(error: unknown): unknown {
  if (!(error instanceof LlampError)) return error;
  const problems = error.problems.map((one) => ({ ...one, what: `the pinned settings: ${one.what}` }));
  return new LlampError(error.family, problems);
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

// Jobs, one after the other; cancelled ones are dropped.

const OVERTAKEN = 'overtaken';

export class JobQueue {
  readonly #session: ViewSession;
  readonly #reply: (answer: JobAnswer) => void;
  readonly #breathe: () => Promise<void>;
  readonly #waiting: Job[] = [];
  #running: number | null = null;
  #cancelled = false;

  /** `breathe` lets waiting messages arrive. */
  constructor(program: ViewedProgram, reply: (answer: JobAnswer) => void, breathe: () => Promise<void>) {
    this.#session = new ViewSession(program);
    this.#reply = reply;
    this.#breathe = breathe;
  }

  take(message: Job | Cancel): void {
    if ('cancel' in message) {
      this.#cancel(message.cancel);
      return;
    }
    this.#waiting.push(message);
    if (this.#running === null) void this.#run();
  }

  #cancel(id: number): void {
    if (this.#running === id) this.#cancelled = true;
    const at = this.#waiting.findIndex((job) => job.id === id);
    if (at < 0) return;
    this.#waiting.splice(at, 1);
    this.#reply({ id, error: OVERTAKEN });
  }

  async #run(): Promise<void> {
    for (let job = this.#waiting.shift(); job !== undefined; job = this.#waiting.shift()) {
      this.#running = job.id;
      this.#cancelled = false;
      await this.#answer(job);
    }
    this.#running = null;
  }

  /** Replies in any case. */
  async #answer({ id, question, query }: Job): Promise<void> {
    try {
      // A waiting message may cancel the job before it begins.
      await this.#pause();
      const answers: { readonly [Kind in keyof Answers]: () => Promise<Answers[Kind]> } = {
        answer: () => this.#session.answer(query),
        curve: () => this.#session.curve(query),
        report: () => this.#session.report(query, () => this.#pause()),
        silences: () => this.#session.silences(query, () => this.#pause()),
        shared: () => this.#session.shared(query, () => this.#pause()),
        noise: () => this.#session.noise(query, () => this.#pause()),
      };
      this.#reply({ id, value: await answers[question]() });
    } catch (error) {
      const field = error instanceof FieldError ? error.field : undefined;
      this.#reply({ id, error: errorText(error), field });
    }
  }

  /** Handles waiting messages. */
  async #pause(): Promise<void> {
    await this.#breathe();
    if (this.#cancelled) throw new Overtaken(OVERTAKEN);
  }
}

/** An error in words: one that the user can mend, or a bug. */
export function errorText(error: unknown): string {
  if (error instanceof LlampError || error instanceof Overtaken) return error.message;
  if (error instanceof RangeError) return `the program is too large for this browser (${error.message})`;
  return `a bug of llamp-ts: ${error instanceof Error ? error.message : String(error)}`;
}
