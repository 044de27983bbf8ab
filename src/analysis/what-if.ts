/** Answers for a program with changed calls: T, λ and tolerance now and after each change, and the main contributor to λ. */
import type { CollectiveSpec } from '../collectives/choice.js';
import { InputError, LlampError, ModelError, UsageError } from '../errors.js';
import type { Machine } from '../machine/machine.js';
import type { SiteNames } from '../schedule/program-calls.js';
import type { Schedule } from '../schedule/schedule.js';
import { type Change, ChangeableProgram, type Changed } from '../sources/mpi/changed-calls.js';
import type { CallAt } from '../sources/mpi/message-ends.js';
import { CallFinder, parseCallsNamed } from '../sources/mpi/select-calls.js';
import { TraceProgram } from '../sources/mpi/trace-program.js';
import type { Program } from '../sources/program.js';
import { formatTime } from '../units.js';
import { cutRegion } from './cut/cut-region.js';
import type { RegionQuery } from './cut/region-bounds.js';
import { exactCurve } from './exact-curve.js';
import { breakdown } from './latency-breakdown.js';
import type { Model } from './model.js';
import type { Curve } from './piecewise.js';
import { reachOf, type ToleranceResult, tolerance } from './sensitivity.js';

/** The main contributor to λ. */
export interface MostOfLambda {
  /** As `wave.c:50 MPI_Reduce`, or the call alone if no places are known. */
  readonly name: string;
  /** Of λ_L, 0 to 1. */
  readonly share: number;
}

/** Answers for a program, original or changed. */
export interface Variant {
  readonly result: ToleranceResult;
  /** Null if λ is 0. */
  readonly most: MostOfLambda | null;
  /** T over the latency, a little past the largest tolerance; null if not drawn. */
  readonly curve: Curve | null;
}

/** A program after a change. */
export interface ChangedVariant extends Variant {
  /** As it was written, such as `without wave.c:50`. */
  readonly name: string;
  readonly changed: readonly Changed[];
}

/** A requested change, before its calls are looked up. */
export interface ChangeSpec {
  readonly kind: 'without' | 'merge' | 'times' | 'overlap' | 'algorithm';
  /** Value of its flag. */
  readonly text: string;
  /** Names of its calls, one text per place. */
  readonly places: readonly string[];
  /** Of `times`. */
  readonly factor?: number;
  /** Of `algorithm`. */
  readonly spec?: CollectiveSpec;
}

/** Options for the analysis of a changed program: the machine and engine of the original. */
export interface WhatIfOptions {
  readonly percents: readonly number[];
  readonly names: SiteNames;
  /** Algorithms of collectives, as the program is. */
  readonly choices: readonly CollectiveSpec[];
  /** The analysed part, by {@link regionAmongCalls}; null: all. */
  readonly region: RegionQuery | null;
  /** From a schedule to a model, as for the original program. */
  readonly modelOf: (schedule: Schedule) => Promise<Model>;
  /** Whether curves are wanted; left out: they are not. */
  readonly curves?: boolean;
}

/** Whether the calls of a program are known, and can be changed. */
export const isChangeable = (program: Program): boolean => program instanceof TraceProgram;

/** A traced program whose calls can be changed. */
export class WhatIf {
  readonly #finder: CallFinder;
  readonly #program: ChangeableProgram;
  readonly #options: WhatIfOptions;
  readonly #machine: Machine;

  /**
   * `model`: of the whole unchanged program, by which changes are matched; `program`: its source. Throws UsageError for
   * programs with unknown calls.
   */
  constructor(program: Program, model: Model, options: WhatIfOptions) {
    const { calls } = model.schedule;
    if (!(program instanceof TraceProgram) || calls === null) {
      throw new UsageError(
        `${program.info.source} is not a trace, so it has no MPI calls to change`,
        'use the original traces',
      );
    }
    this.#options = options;
    this.#machine = model.machine;
    this.#program = new ChangeableProgram(program, model.graph);
    this.#finder = new CallFinder(program.data.set, calls, options.names);
  }

  /** Place and name of a call, as `wave.c:50 MPI_Bcast`. */
  placeOf({ rank, row }: CallAt): string {
    return this.#finder.placeOf(rank, row);
  }

  /** The unchanged program; `model` is that of the analysed part. */
  now(model: Model): Promise<Variant> {
    return variantOf(model, this.#options);
  }

  /** The program after all of some changes, as `name`. Throws UsageError for impossible changes. */
  async with(name: string, query: readonly ChangeSpec[]): Promise<ChangedVariant> {
    const { program, done } = this.#program.with(leftOutOnce(query).map((one) => this.#found(one)));
    const { choices, region, modelOf } = this.#options;
    let model: Model;
    try {
      const { schedule } = program.schedule(choices);
      model = await modelOf(region === null ? schedule : cutRegion(schedule, this.#machine, region).schedule);
    } catch (error) {
      // Limits and interruptions say nothing of the change.
      if (!(error instanceof ModelError || error instanceof InputError)) throw error;
      const reason = error.problems.map(({ what }) => what).join('\n');
      throw new UsageError(`${name}: the changed program cannot run (${reason})`, 'choose another change');
    }
    return { name, changed: done, ...(await variantOf(model, this.#options)) };
  }

  #found(query: ChangeSpec): Change {
    const { kind, places } = query;
    const text = `--${kind} ${query.text}`;
    const found = places.map((place) => this.#finder.find(parseCallsNamed(place)));
    if (kind === 'merge') return { kind, text, places: found };
    const [calls] = found.length === 1 ? found : [either(found)];
    if (kind === 'times') return { kind, text, calls, factor: query.factor ?? 1 };
    if (kind !== 'algorithm') return { kind, text, calls };
    if (query.spec === undefined) throw new UsageError(`${text} has no algorithm`, 'set ChangeSpec.spec');
    return { kind, text, calls, spec: query.spec };
  }

  /**
   * The program without the messages of one line, or one function, for the `most` lines with most of λ and their functions,
   * the largest remaining tolerance first. Only calls if no places are known. `model`: of the analysed part; `tell`:
   * progress; awaited, and may throw.
   */
  async silences(
    model: Model,
    most: number,
    tell: (done: number, all: number) => void | Promise<void> = () => {},
  ): Promise<Silence[]> {
    const found: Silence[] = [];
    const places = this.#places(model, most);
    for (const [i, one] of places.entries()) {
      await tell(i, places.length);
      found.push({ ...one, ...(await this.#tried(one.place)) });
    }
    return found
      .filter((one) => !found.some((line) => isBut(one, line)))
      .sort((a, b) => room(b.variant) - room(a.variant) || runtimeOf(a) - runtimeOf(b));
  }

  async #tried(place: string): Promise<Pick<Silence, 'variant' | 'refused'>> {
    try {
      const query: ChangeSpec = { kind: 'without', text: place, places: [place] };
      return { variant: await this.with(`without ${place}`, [query]), refused: null };
    } catch (error) {
      if (!(error instanceof LlampError) || error.family === 'interrupted') throw error;
      return { variant: null, refused: error.message };
    }
  }

  #places(model: Model, most: number): Pick<Silence, 'place' | 'title' | 'share'>[] {
    const by = model.schedule.sites === null ? 'call' : 'site';
    const { lambda, groups } = breakdown(model, by, undefined, this.#options.names);
    const lines = new PlaceSums();
    const functions = new PlaceSums();
    for (const { name, site, lambda: own } of groups) {
      if (own === 0 || name === 'unknown') continue;
      if (site === undefined) lines.add(name, own, name);
      else lines.add(site.place, own, site.site.call);
      const within = site?.site.place.function ?? '';
      if (within !== '' && within !== 'main') functions.add(`${within}()`, own, site?.place ?? '');
    }
    const first = lines.list.sort((a, b) => b.lambda - a.lambda).slice(0, most);
    const around = functions.list.filter(({ parts }) => first.some(({ place }) => parts.has(place)));
    return [...first, ...around].map(({ place, lambda: own, parts }) => {
      const calls = isFunction({ place }) || parts.has(place) ? '' : ` (${[...parts].join(', ')})`;
      return { place, title: `${place}${calls}`, share: own / lambda };
    });
  }
}

/** Whether removing a function equals removing one of its lines. */
const isBut = (one: Silence, line: Silence): boolean =>
  isFunction(one) &&
  !isFunction(line) &&
  one.share === line.share &&
  one.variant?.result.runtime === line.variant?.result.runtime &&
  one.variant?.result.lambda.L === line.variant?.result.lambda.L;

const isFunction = ({ place }: Pick<Silence, 'place'>): boolean => place.endsWith('()');

/** λ by place, and its parts: the calls of a line, the lines of a function. */
class PlaceSums {
  readonly #sums = new Map<string, { readonly place: string; lambda: number; readonly parts: Set<string> }>();

  add(place: string, lambda: number, part: string): void {
    const sums = this.#sums.get(place) ?? { place, lambda: 0, parts: new Set() };
    this.#sums.set(place, sums);
    sums.lambda += lambda;
    sums.parts.add(part);
  }

  get list() {
    return [...this.#sums.values()];
  }
}

/** A program without the messages of one place. */
export interface Silence {
  /** Its name for `--without`. */
  readonly place: string;
  /** The same with the calls of a line. */
  readonly title: string;
  /** Of λ_L now, 0 to 1. */
  readonly share: number;
  /** Null if impossible, for the reason in `refused`. */
  readonly variant: ChangedVariant | null;
  readonly refused: string | null;
}

/** Added latency of the first slowdown. */
const room = (variant: Variant | null): number =>
  variant === null
    ? Number.MIN_SAFE_INTEGER
    : Math.min(variant.result.tolerance[0].delta, Number.MAX_SAFE_INTEGER);

const runtimeOf = ({ variant }: Silence): number => variant?.result.runtime ?? 0;

/** Tolerances within this share of the best count as equal. */
const NEAR = 0.05;

/** The line, or without lines the call, without which the tolerance is largest, and near ties; '' if none helps. */
export function bestSilence(now: Variant, silences: readonly Silence[]): string {
  const better = silences.filter((one) => !isFunction(one) && room(one.variant) > room(now));
  const [best, ...others] = better;
  const variant = best?.variant ?? null;
  if (variant === null) return '';
  const near = others.filter((one) => room(one.variant) >= (1 - NEAR) * room(variant));
  const titles = near.map(({ title }) => title);
  const list = [titles.slice(0, -1).join(', '), ...titles.slice(-1)]
    .filter((text) => text !== '')
    .join(' or ');
  const ties = list === '' ? '' : ` Removing ${list} instead gives nearly the same tolerance.`;
  const { percent } = now.result.tolerance[0];
  const [before, after] = [now, variant].map(({ result }) => result.tolerance[0].delta);
  const added = (delta: number): string => (Number.isFinite(delta) ? `+${formatTime(delta)}` : 'unlimited');
  const share = `${Number((best.share * 100).toPrecision(3))} %`;
  const growth = variant.result.runtime / now.result.runtime - 1;
  const runtime = `T ${growth > 0 ? 'grows' : 'falls'} by ${Number((Math.abs(growth) * 100).toPrecision(3))} %`;
  return `${best.title} causes ${share} of λ. Without it, ${runtime} and the ${percent} % tolerance grows from ${added(before)} to ${added(after)}.${ties}`;
}

/** How far curves go past the largest tolerance. */
const PAST = 1.15;

async function variantOf(model: Model, { percents, names, curves = false }: WhatIfOptions): Promise<Variant> {
  const result = await tolerance(model, percents);
  const by = model.schedule.sites === null ? 'call' : 'site';
  const { lambda, groups } = breakdown(model, by, undefined, names);
  const first = groups.reduce<(typeof groups)[number] | undefined>(
    (most, one) => (most === undefined || one.lambda > most.lambda ? one : most),
    undefined,
  );
  const most =
    first === undefined || lambda === 0 ? null : { name: first.name, share: first.lambda / lambda };
  const { base } = result.axis;
  const curve = curves ? await exactCurve(model, base, reachOf(result, PAST)) : null;
  return { result, most, curve };
}

/** Calls that several changes leave out are left out once: their union. */
function leftOutOnce(query: readonly ChangeSpec[]): readonly ChangeSpec[] {
  const without = query.filter(({ kind }) => kind === 'without');
  if (without.length < 2) return query;
  const text = without.map((one) => one.text).join(' --without ');
  const union = { kind: 'without', text, places: without.flatMap(({ places }) => places) } as const;
  return [union, ...query.filter(({ kind }) => kind !== 'without')];
}

/** Calls of any of several selections. */
function either(selections: readonly (readonly Uint8Array[])[]): Uint8Array[] {
  return selections[0].map((rows, rank) =>
    rows.map((_, row) => (selections.some((one) => one[rank][row] === 1) ? 1 : 0)),
  );
}
