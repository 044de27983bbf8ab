/**
 * From INPUT and flags to a program, its machine on a site, its schedule and its model, of the whole or a region, with
 * names of call sites.
 */

import { basename, dirname } from 'node:path';
import { cutRegion, NOTABLE, type RegionFound, regionWarnings } from '../../analysis/cut/cut-region.js';
import type { RegionQuery } from '../../analysis/cut/region-bounds.js';
import { forMany, HIGHS_LIMIT, Model, type ModelOptions } from '../../analysis/model.js';
import { type StartAndEnd, startAndEnd, startAndEndAtMost } from '../../analysis/start-and-end.js';
import { joinWarnings, LimitError, type Telling, type Warning } from '../../errors.js';
import { PLACES_KEPT } from '../../kernels/compile-kernel.js';
import type { Machine, ResolvedMachine } from '../../machine/machine.js';
import { machineFor, type Site, type SitedMachine } from '../../platform/site.js';
import type { SiteFrame, SiteNames, SiteTable, SourcePlace } from '../../schedule/program-calls.js';
import { type Schedule, summarize } from '../../schedule/schedule.js';
import type { Conversion } from '../../sources/program.js';
import { type EngineFlags, engineQuery, type MachineFlags } from '../flags/common-flags.js';
import { type RegionFlags, regionQuery } from '../flags/region-flags.js';
import { isUnread, type TraceFlags } from '../input/find-input.js';
import { type LoadedSchedule, loadSchedule } from '../input/load-input.js';
import {
  type Envelope,
  type InputInfo,
  inputJson,
  machineJson,
  regionInfo,
  startAndEndWarning,
} from '../output/answer.js';
import { hostMemory } from '../process/memory.js';
import { compiledSolver } from '../process/package-files.js';
import { ProgressBar } from '../process/progress.js';
import { bytesRead, HARDLY_SOLVED_BYTES } from '../process/startup.js';
import { toPerson } from '../process/streams.js';
import type { ResolvedObject } from './call-site-lookup.js';
import { describeMachine, machineOf, siteOf, sitesOn } from './machine-of-flags.js';

/** The parts of a loaded program that a region changes. */
export interface Read {
  readonly schedule: Schedule;
  readonly info: InputInfo;
  readonly warnings: readonly Warning[];
}

/** The loaded program, with its schedule cut to the region. Throws UsageError and ModelError. */
export function within<R extends Read>(read: R, query: RegionQuery | null, machine: Machine): R {
  if (query === null) return read;
  const { schedule, found } = cutRegion(read.schedule, machine, query);
  return { ...read, schedule, ...tellingRegion(read, found) };
}

const tellingRegion = ({ info, warnings }: Read, found: RegionFound): Pick<Read, 'info' | 'warnings'> => ({
  info: { ...info, region: regionInfo(found) },
  warnings: joinWarnings(warnings, regionWarnings(found)),
});

/** Start-up and shut-down of a whole program; null if they are short, or take too long to find. */
export function startAndEndOf(model: Model): StartAndEnd | null {
  if (startAndEndAtMost(model) <= NOTABLE || model.schedule.operations > PLACES_KEPT) return null;
  try {
    return startAndEnd(model);
  } catch (error) {
    // The answer is complete: a lack of memory for this warning must not lose it.
    if (error instanceof LimitError) return null;
    throw error;
  }
}

/** Warns about start-up and shut-down of the whole program; nothing for a region. */
export const wholeWarning = ({ model, info }: Pick<LoadedModel, 'model' | 'info'>): Warning | null =>
  info.region === undefined ? startAndEndWarning(startAndEndOf(model)) : null;

export interface PipelineFlags extends MachineFlags, TraceFlags, RegionFlags {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly 'print-machine'?: boolean;
}

/** The machine of the flags, read before the program to report misspelt names early. */
export interface Surroundings {
  /** Without a site. */
  readonly machine: ResolvedMachine;
  /** Placement of the ranks; null if flags give none. */
  readonly site: Site | null;
  /** For a program, with its ranks on the site, if there is one; printed by `check --print-machine`. */
  machineFor(program: Pick<Schedule, 'ranks' | 'library'>): SitedMachine;
}

type SurroundingFlags = MachineFlags & { readonly 'print-machine'?: boolean };

export async function surroundings(flags: SurroundingFlags): Promise<Surroundings> {
  const site = await siteOf(flags);
  return placed(await machineOf(flags), site, flags);
}

/** [topologies] one machine on each. Throws UsageError and InputError. */
export async function surroundingsOn(
  topologies: readonly string[],
  flags: SurroundingFlags,
): Promise<Surroundings[]> {
  const sites = await sitesOn(topologies, flags);
  const machine = await machineOf(flags);
  return sites.map((one) => placed(machine, one, flags));
}

const placed = (machine: ResolvedMachine, site: Site | null, flags: SurroundingFlags): Surroundings => ({
  machine,
  site,
  machineFor: (program) => shown(machineFor(site, machine, program), flags),
});

/** Prints the machine with `check --print-machine`. */
function shown(resolved: SitedMachine, flags: SurroundingFlags): SitedMachine {
  if (flags['print-machine'] === true) toPerson(describeMachine(resolved));
  return resolved;
}

/** A program on its machine, before anything is matched. */
export interface Opened {
  readonly schedule: Schedule;
  readonly resolved: SitedMachine;
  readonly info: InputInfo;
  /** How the calls of the input became operations. */
  readonly conversion?: Conversion;
  /** Warnings of input and machine. */
  readonly warnings: readonly Warning[];
}

/** A model with its input. */
export interface LoadedModel {
  readonly model: Model;
  readonly resolved: SitedMachine;
  readonly info: InputInfo;
  readonly conversion?: Conversion;
  readonly warnings: readonly Warning[];
}

/** Runs `work` with a bar that is gone when it ends or throws. */
export async function withProgress<Result>(
  quiet: boolean,
  work: (progress: ProgressBar) => Promise<Result>,
): Promise<Result> {
  const progress = new ProgressBar(quiet);
  try {
    return await work(progress);
  } finally {
    progress.stop();
  }
}

/** The schedule that `inputs` name, its digest where the answer shows it. Throws UsageError and InputError. */
export const scheduleFrom = (
  inputs: readonly unknown[],
  flags: TraceFlags & { readonly json: boolean },
  progress: ProgressBar,
): Promise<LoadedSchedule> => loadSchedule(inputs.map(String), { ...flags, digest: flags.json }, progress);

/** Replaces the whole schedule by the part to analyse. */
type Changing = (schedule: Schedule) => Schedule | Promise<Schedule>;

/** Reads the program and puts it on its machine. Throws UsageError and InputError. */
export async function open(
  inputs: readonly unknown[],
  flags: PipelineFlags,
  progress: ProgressBar,
  changed: Changing = (schedule) => schedule,
): Promise<Opened> {
  const region = regionQuery(flags);
  const around = await surroundings(flags);
  const { unpricedOn, ...read } = await scheduleFrom(inputs, flags, progress);
  const loaded = { ...read, schedule: await changed(read.schedule) };
  const resolved = around.machineFor(loaded.schedule);
  const warnings = joinWarnings(loaded, resolved, (await unpricedOn?.(resolved.machine)) ?? null);
  const opened = { ...loaded, resolved, warnings };
  return within(opened, region, resolved.machine);
}

/** Reads and models the program. The bar continues while the model is solved, until the answer. Throws LlampErrors. */
export async function loadModel(
  inputs: readonly unknown[],
  flags: PipelineFlags & EngineFlags,
  changed?: Changing,
): Promise<LoadedModel> {
  if (flags.engine !== 'sweep' && !isUnread() && bytesRead(['', ...inputs.map(String)]) < HARDLY_SOLVED_BYTES)
    await (await import('../../solve/highs/border.js')).preloadHighs(compiledSolver());
  const progress = new ProgressBar(flags.quiet);
  try {
    const { schedule, ...opened } = await open(inputs, flags, progress, changed);
    progress.begin('building the linear program');
    const model = await Model.of(schedule, opened.resolved.machine, guardedOptions(flags));
    progress.begin(`solving with ${model.engine.name}`);
    return { ...opened, model };
  } catch (error) {
    progress.stop();
    throw error;
  }
}

export function modelOptions(flags: EngineFlags): ModelOptions {
  const { engine, highsLimit = HIGHS_LIMIT, cold } = engineQuery(flags);
  return { engine, highsLimit, highs: { cold } };
}

/** The engine flags with a guard that throws before memory runs out; not for other threads. */
export const guardedOptions = (flags: EngineFlags): ModelOptions => ({
  ...modelOptions(flags),
  memory: hostMemory,
});

/** The same for many evaluations beside an answer. */
export const manyOptions = (flags: EngineFlags): ModelOptions => forMany(guardedOptions(flags));

/** Whether a flag or the machine gives o. */
const SAY_OVERHEAD = ['overhead', 'machine', 'platform', 'topology'] as const;

/** Whether o is given, so that it is not derived from traces. */
export const saysOverhead = (flags: MachineFlags): boolean =>
  SAY_OVERHEAD.some((name) => flags[name] !== undefined);

/** The same program on the same machine with another o, ns. */
export async function withOverhead<Loaded extends Pick<LoadedModel, 'model' | 'resolved'>>(
  loaded: Loaded,
  overhead: number,
  flags: EngineFlags,
): Promise<Loaded> {
  const { model, resolved } = loaded;
  const machine = { ...model.machine, overhead };
  return {
    ...loaded,
    resolved: { ...resolved, machine },
    model: await Model.of(model.schedule, machine, guardedOptions(flags)),
  };
}

/** The common parts of the envelope of every analysis. `more`: further warnings. */
export function envelopeOf(
  loaded: LoadedModel | Opened,
  result: unknown,
  ...more: readonly Telling[]
): Envelope {
  return {
    input: inputJson(loaded.info, 'model' in loaded ? loaded.model.graph : unmatched(loaded.schedule)),
    machine: machineJson(loaded.resolved),
    result,
    warnings: joinWarnings(loaded, ...more),
  };
}

/** Counts each receive as one message. */
const unmatched = (schedule: Schedule) => ({ schedule, messages: summarize(schedule).recvs });

// Names of call sites: from the table next to the traces, otherwise from the objects on this machine.

export interface FoundNames {
  readonly names: SiteNames;
  /** At most one, about objects that are missing or have changed. */
  readonly warnings: readonly Warning[];
}

/** For programs without call sites. */
const NO_NAMES: FoundNames = { names: () => [], warnings: [] };

/** Names of all sites of a program. Throws InputError for a table that is damaged. */
export async function namesOf(sites: SiteTable | null): Promise<FoundNames> {
  const addresses = sites?.list.flatMap(({ frames }) => frames).filter(({ named }) => named === undefined);
  if (sites === null || addresses === undefined || addresses.length === 0) return NO_NAMES;
  // Loaded on demand: most programs have no call sites, and loading the checks takes longer than most answers.
  const { resolveFrames, readNames } = await import('./call-site-lookup.js');
  const known = new Map<string, readonly SourcePlace[]>();
  for (const frame of readNames(dirname(sites.source)) ?? []) known.set(keyOf(frame), frame.places);
  const open = addresses.filter((frame) => !known.has(keyOf(frame)));
  const objects = await resolveFrames(open);
  for (const { object, places } of objects)
    for (const [offset, found] of places) known.set(keyOf({ object, offset }), found);
  return { names: (frame) => known.get(keyOf(frame)) ?? [], warnings: warningsOf(objects, sites) };
}

/** The same, only for answers that group messages by site or function. */
export const namesBy = async (by: string | undefined, sites: SiteTable | null): Promise<FoundNames> =>
  by === 'site' || by === 'function' ? namesOf(sites) : NO_NAMES;

/** Resolution of the date of traces, ms. */
const SECOND = 1_000;

const keyOf = ({ object, offset }: SiteFrame): string => `${object}\n${offset}`;

function warningsOf(objects: readonly ResolvedObject[], { list, date }: SiteTable): Warning[] {
  // Outer callers are in system libraries, whose names do not matter.
  const called = new Set(list.map(({ frames: [first] }) => first.object));
  const query = objects.filter(({ object }) => called.has(object));
  const gone = query.filter(({ changed }) => changed === null);
  const newer = query.filter(({ changed }) => changed !== null && changed > date + SECOND);
  const parts = [
    ...(gone.length === 0
      ? []
      : [`${listed(gone)} cannot be read here, so ${its(gone)} call sites have no names`]),
    ...(newer.length === 0
      ? []
      : [
          `${listed(newer)} ${newer.length === 1 ? 'is' : 'are'} newer than the traces, so ${its(newer)} source lines may differ`,
        ]),
  ];
  return parts.length === 0 ? [] : [{ code: 'site-names', message: parts.join('; ') }];
}

const its = (objects: readonly ResolvedObject[]): string => (objects.length === 1 ? 'its' : 'their');

const listed = (objects: readonly ResolvedObject[]): string =>
  objects.map(({ object }) => basename(object)).join(', ');
