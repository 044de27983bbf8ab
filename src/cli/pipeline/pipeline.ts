/** The way that all questions take: INPUT and flags → program → machine on its site → schedule → model. */
import { statSync } from 'node:fs';
import { HIGHS_LIMIT, Model, type ModelOptions } from '../../analysis/model.js';
import type { Warning } from '../../errors.js';
import type { ResolvedMachine } from '../../machine/resolve.js';
import type { Site, SitedMachine } from '../../platform/site.js';
import type { Schedule } from '../../schedule/schedule.js';
import type { Conversion } from '../../sources/program.js';
import type { EngineFlags } from '../flags/engine.js';
import type { MachineFlags } from '../flags/machine.js';
import { type RegionFlags, regionAsked } from '../flags/region.js';
import { loadSchedule } from '../input/load.js';
import type { LoadedSchedule } from '../input/schedule.js';
import type { TraceFlags } from '../input/traces.js';
import { isUnread } from '../input/unread.js';
import { type ChosenSite, siteOf, sitesOn } from '../machine/lazy-site.js';
import { machineOf } from '../machine/machine.js';
import { describeMachine } from '../machine/text.js';
import { hostMemory } from '../memory/guard.js';
import { type Envelope, type InputInfo, inputJson, machineJson } from '../output/json.js';
import { ProgressBar } from '../output/progress.js';
import { toPerson } from '../output/streams.js';
import { within } from './region.js';
import { HARDLY_SOLVED_BYTES } from './tiering.js';

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
export function shown(resolved: SitedMachine, flags: { readonly 'print-machine': boolean }): SitedMachine {
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

/** Reads the program and puts it on its machine. Throws UsageError and InputError. */
export async function open(
  inputs: readonly unknown[],
  flags: PipelineFlags,
  progress: ProgressBar,
): Promise<Opened> {
  const region = regionAsked(flags);
  const around = await surroundings(flags);
  const { warnings, ...loaded } = await scheduleFrom(inputs, flags, progress);
  const resolved = around.machineFor(loaded.schedule.ranks);
  const opened = { ...loaded, resolved, warnings: [...warnings, ...resolved.warnings] };
  return within(opened, region, resolved.machine);
}

/** The whole way. The bar goes on while the model is asked: the answer ends it. Throws all that LlampError is. */
export async function loadModel(
  inputs: readonly unknown[],
  flags: PipelineFlags & EngineFlags,
): Promise<LoadedModel> {
  if (flags.engine !== 'sweep' && !isUnread() && mayBeSmall(inputs.map(String)))
    await (await import('./solver.js')).preloadSolver();
  const progress = new ProgressBar(flags.quiet);
  try {
    const { schedule, ...opened } = await open(inputs, flags, progress);
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

/** The parts of the envelope that every analysis shares. */
export function envelopeOf(loaded: LoadedModel, result: unknown, warnings: readonly Warning[]): Envelope {
  return {
    input: inputJson(loaded.info, loaded.model.graph),
    machine: machineJson(loaded.resolved),
    result,
    warnings: [...loaded.warnings, ...warnings],
  };
}
