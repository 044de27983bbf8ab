/**
 * The way that all questions take: INPUT and flags → program → machine on its site → schedule → model, of the whole or a
 * region, with its call sites named.
 */

import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { cutRegion, type RegionFound } from '../../analysis/cut/cut-region.js';
import type { RegionAsked } from '../../analysis/cut/region-bounds.js';
import { HIGHS_LIMIT, Model, type ModelOptions } from '../../analysis/model.js';
import { type StartAndEnd, startAndEnd, startAndEndAtMost } from '../../analysis/start-and-end.js';
import { allTold, LimitError, type Telling, type Warning } from '../../errors.js';
import { PLACES_KEPT } from '../../kernels/compile-kernel.js';
import type { Machine, ResolvedMachine } from '../../machine/machine.js';
import type { Site, SitedMachine } from '../../platform/site.js';
import type { SiteFrame, SiteNames, SiteTable, SourcePlace } from '../../schedule/program-calls.js';
import { type Schedule, summarize } from '../../schedule/schedule.js';
import type { Conversion } from '../../sources/program.js';
import { type EngineFlags, type MachineFlags, type RegionFlags, regionAsked } from '../flags/common-flags.js';
import { isUnread, type TraceFlags } from '../input/find-input.js';
import { type LoadedSchedule, loadSchedule } from '../input/load-input.js';
import {
  type Envelope,
  type InputInfo,
  inputJson,
  machineJson,
  NOTABLE,
  regionInfo,
  regionWarnings,
  startAndEndWarning,
} from '../output/answer.js';
import { hostMemory } from '../process/memory.js';
import { compiledSolver } from '../process/package-files.js';
import { ProgressBar } from '../process/progress.js';
import { HARDLY_SOLVED_BYTES } from '../process/startup.js';
import { toPerson } from '../process/streams.js';
import type { ResolvedObject } from './call-site-lookup.js';
import { type ChosenSite, describeMachine, machineOf, siteOf, sitesOn } from './machine-of-flags.js';

// The part of a program that flags ask about, in the place of the whole.

/** What was read, as far as a region changes it. */
export interface Read {
  readonly schedule: Schedule;
  readonly info: InputInfo;
  readonly warnings: readonly Warning[];
}

/** What was read, with the region in the place of the schedule. Throws UsageError and ModelError. */
export function within<R extends Read>(read: R, asked: RegionAsked | null, machine: Machine): R {
  if (asked === null) return read;
  const { schedule, found } = cutRegion(read.schedule, machine, asked);
  return { ...read, schedule, ...tellingRegion(read, found) };
}

const tellingRegion = ({ info, warnings }: Read, found: RegionFound): Pick<Read, 'info' | 'warnings'> => ({
  info: { ...info, region: regionInfo(found) },
  warnings: allTold(warnings, regionWarnings(found)),
});

/** How much of a whole program is its start and its end; null where that is too little for a word, or not worth its time. */
export function startAndEndOf(model: Model): StartAndEnd | null {
  if (startAndEndAtMost(model) <= NOTABLE || model.schedule.operations > PLACES_KEPT) return null;
  try {
    return startAndEnd(model);
  } catch (error) {
    // The answer is there already, and must not be lost for want of memory for a word beside it.
    if (error instanceof LimitError) return null;
    throw error;
  }
}

/** That much of the whole program is its start and its end; nothing where a region was asked for. */
export const wholeWarning = ({ model, info }: Pick<LoadedModel, 'model' | 'info'>): Warning | null =>
  info.region === undefined ? startAndEndWarning(startAndEndOf(model)) : null;

export interface PipelineFlags extends MachineFlags, TraceFlags, RegionFlags {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly 'print-machine': boolean;
}

/** What flags say of the machine: read before the program is, for a misspelt name is better known at once. */
export interface Surroundings {
  /** Without a site. */
  readonly machine: ResolvedMachine;
  /** Where ranks sit; null where flags name no place. */
  readonly site: Site | null;
  /** With `ranks` ranks on the site, if there is one; shown where --print-machine asks for it. */
  machineFor(ranks: number): SitedMachine;
}

type SurroundingFlags = MachineFlags & { readonly 'print-machine': boolean };

/** Throws UsageError and InputError. */
export async function surroundings(flags: SurroundingFlags): Promise<Surroundings> {
  const chosen = await siteOf(flags);
  return placed(await machineOf(flags), chosen, flags);
}

/** [topologies] one machine on each. Throws UsageError and InputError. */
export async function surroundingsOn(
  topologies: readonly string[],
  flags: SurroundingFlags,
): Promise<Surroundings[]> {
  const chosen = await sitesOn(topologies, flags);
  const machine = await machineOf(flags);
  return chosen.map((one) => placed(machine, one, flags));
}

const placed = (
  machine: ResolvedMachine,
  chosen: ChosenSite | null,
  flags: SurroundingFlags,
): Surroundings => ({
  machine,
  site: chosen?.site ?? null,
  machineFor: (ranks) => shown(chosen?.machineFor(machine, ranks) ?? machine, flags),
});

/** Tells the machine where --print-machine asks for it. */
function shown(resolved: SitedMachine, flags: { readonly 'print-machine': boolean }): SitedMachine {
  if (flags['print-machine']) toPerson(describeMachine(resolved));
  return resolved;
}

/** A program on its machine, before anything is matched. */
export interface Opened {
  readonly schedule: Schedule;
  readonly resolved: SitedMachine;
  readonly info: InputInfo;
  /** What was understood of an input whose calls were made into operations. */
  readonly conversion?: Conversion;
  /** Of input and machine. */
  readonly warnings: readonly Warning[];
}

/** A model with what it was made from. */
export interface LoadedModel {
  readonly model: Model;
  readonly resolved: SitedMachine;
  readonly info: InputInfo;
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

/** What is asked about in the place of the whole schedule that was read. */
type Changing = (schedule: Schedule) => Schedule | Promise<Schedule>;

/** Reads the program and puts it on its machine. Throws UsageError and InputError. */
export async function open(
  inputs: readonly unknown[],
  flags: PipelineFlags,
  progress: ProgressBar,
  changed: Changing = (schedule) => schedule,
): Promise<Opened> {
  const region = regionAsked(flags);
  const around = await surroundings(flags);
  const read = await scheduleFrom(inputs, flags, progress);
  const loaded = { ...read, schedule: await changed(read.schedule) };
  const resolved = around.machineFor(loaded.schedule.ranks);
  const opened = { ...loaded, resolved, warnings: allTold(loaded, resolved) };
  return within(opened, region, resolved.machine);
}

/** The whole way. The bar goes on while the model is asked: the answer ends it. Throws all that LlampError is. */
export async function loadModel(
  inputs: readonly unknown[],
  flags: PipelineFlags & EngineFlags,
  changed?: Changing,
): Promise<LoadedModel> {
  if (flags.engine !== 'sweep' && !isUnread() && mayBeSmall(inputs.map(String)))
    await (await import('../../solve/highs/border.js')).preloadHighs(compiledSolver());
  const progress = new ProgressBar(flags.quiet);
  try {
    const { schedule, ...opened } = await open(inputs, flags, progress, changed);
    progress.begin('building the linear program');
    const model = await Model.of(schedule, opened.resolved.machine, guardedOptions(flags));
    progress.begin(`solving with the engine ${model.engine.name}`);
    return { ...opened, model };
  } catch (error) {
    progress.stop();
    throw error;
  }
}

function mayBeSmall([input]: readonly string[]): boolean {
  if (input === undefined || input === '-') return false;
  return (statSync(input, { throwIfNoEntry: false })?.size ?? 0) < HARDLY_SOLVED_BYTES;
}

export function modelOptions({ engine, cold = false, 'highs-limit': limit }: EngineFlags): ModelOptions {
  return {
    engine: engine === 'highs' || engine === 'sweep' ? engine : 'auto',
    highsLimit: limit ?? HIGHS_LIMIT,
    highs: { cold },
  };
}

/** The same where the model is made: whoever asks is told before memory ends. They cross to no other thread. */
export const guardedOptions = (flags: EngineFlags): ModelOptions => ({
  ...modelOptions(flags),
  memory: hostMemory,
});

/** Flags that say o themselves, or a machine that does. */
const SAY_OVERHEAD = ['overhead', 'machine', 'platform', 'topology'] as const;

/** Whether they do, so that traces need not. */
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

/** The parts of the envelope that every analysis shares. `more`: what has warnings beside what was loaded. */
export function envelopeOf(
  loaded: LoadedModel | Opened,
  result: unknown,
  ...more: readonly Telling[]
): Envelope {
  return {
    input: inputJson(loaded.info, 'model' in loaded ? loaded.model.graph : unmatched(loaded.schedule)),
    machine: machineJson(loaded.resolved),
    result,
    warnings: allTold(loaded, ...more),
  };
}

/** Each receive is taken for one message. */
const unmatched = (schedule: Schedule) => ({ schedule, messages: summarize(schedule).recvs });

// What call sites are called: by the table beside the traces, else by the objects, as far as they are here.

export interface FoundNames {
  readonly names: SiteNames;
  /** At most one: objects that are gone, or are not what ran. */
  readonly warnings: readonly Warning[];
}

/** Names of nothing: what programs without call sites need. */
const NO_NAMES: FoundNames = { names: () => [], warnings: [] };

/** Names of all sites of a program. Throws InputError for a table that is damaged. */
export async function namesOf(sites: SiteTable | null): Promise<FoundNames> {
  const addresses = sites?.list.flatMap(({ frames }) => frames).filter(({ named }) => named === undefined);
  if (sites === null || addresses === undefined || addresses.length === 0) return NO_NAMES;
  // Most programs have none, and the checks of the table take longer to load than most answers.
  const [{ resolveFrames }, { readNames }] = await Promise.all([
    import('./call-site-lookup.js'),
    import('./call-site-lookup.js'),
  ]);
  const known = new Map<string, readonly SourcePlace[]>();
  for (const frame of readNames(dirname(sites.source)) ?? []) known.set(keyOf(frame), frame.places);
  const open = addresses.filter((frame) => !known.has(keyOf(frame)));
  const objects = await resolveFrames(open);
  for (const { object, places } of objects)
    for (const [offset, found] of places) known.set(keyOf({ object, offset }), found);
  return { names: (frame) => known.get(keyOf(frame)) ?? [], warnings: warningsOf(objects, sites) };
}

/** The same for answers that group messages by site or function. */
export const namesBy = async (by: string | undefined, sites: SiteTable | null): Promise<FoundNames> =>
  by === 'site' || by === 'function' ? namesOf(sites) : NO_NAMES;

/** Traces tell whole seconds. */
const SECOND = 1_000;

const keyOf = ({ object, offset }: SiteFrame): string => `${object}\n${offset}`;

function warningsOf(objects: readonly ResolvedObject[], { list, date }: SiteTable): Warning[] {
  // Callers far out lie in libraries of the system, which nobody asks about.
  const called = new Set(list.map(({ frames: [first] }) => first.object));
  const asked = objects.filter(({ object }) => called.has(object));
  const gone = asked.filter(({ changed }) => changed === null);
  const newer = asked.filter(({ changed }) => changed !== null && changed > date + SECOND);
  const parts = [
    ...(gone.length === 0 ? [] : [`${listed(gone)} cannot be read here: places in it have no names`]),
    ...(newer.length === 0 ? [] : [`${listed(newer)} is newer than the traces: its lines may be others`]),
  ];
  return parts.length === 0 ? [] : [{ code: 'site-names', message: `call sites: ${parts.join('; ')}` }];
}

const listed = (objects: readonly ResolvedObject[]): string =>
  objects.map(({ object }) => basename(object)).join(', ');
