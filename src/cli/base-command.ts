/** What all commands share: loading, answering, warning. A command is its flags and one call into the library. */
import { statSync } from 'node:fs';
import { Args, Command } from '@oclif/core';
import type { Input, ParserOutput } from '@oclif/core/interfaces';
import { Model, type ModelOptions } from '../analysis/model.js';
import { LlampError, type Warning } from '../errors.js';
import type { SitedMachine } from '../platform/site.js';
import type { Schedule } from '../schedule/schedule.js';
import type { MachineFlags } from './flags/machine.js';
import { loadSchedule } from './input/load.js';
import type { TraceFlags } from './input/traces.js';
import { siteOf } from './machine/lazy-site.js';
import { machineOf } from './machine/machine.js';
import { refuseClashes } from './output/clash.js';
import { writeFileWhole } from './output/files.js';
import { working } from './output/heartbeat.js';
import { type Envelope, envelope, type InputInfo, inputJson, machineJson } from './output/json.js';
import { ProgressBar } from './output/progress.js';
import { toStderr, toStdout } from './output/streams.js';
import { describeMachine } from './present/machine.js';

/** Any flags or arguments, as the framework hands them out. */
type Parsed = Record<string, unknown>;

export interface EngineFlags {
  readonly engine: string;
  readonly 'highs-limit': number;
  readonly cold: boolean;
}

export interface OutputFlags {
  readonly json: boolean;
  readonly csv?: boolean;
  readonly output?: string | undefined;
  readonly quiet: boolean;
}

export type CommonFlags = MachineFlags &
  TraceFlags &
  EngineFlags &
  OutputFlags & { readonly 'print-machine': boolean };

/** A model with what it was made from. */
export interface LoadedModel {
  readonly model: Model;
  readonly resolved: SitedMachine;
  readonly info: InputInfo;
  readonly warnings: readonly Warning[];
}

/** The forms of an answer; each is made only when it is wanted. */
export interface Answer {
  readonly json: () => Envelope;
  readonly csv?: () => string;
  readonly text: () => string;
}

export const inputArgs = {
  input: Args.string({
    description: "GOAL file, liballprof traces (a file, a directory, a glob), or '-'",
    required: false,
  }),
};

export abstract class LlampCommand extends Command {
  /** More than one INPUT may be named, which oclif calls not strict. */
  static override strict = false;

  protected override async parse<F extends Parsed, B extends Parsed, A extends Parsed>(
    options?: Input<F, B, A>,
    argv?: string[],
  ): Promise<ParserOutput<F, B, A>> {
    const parsed = await super.parse(options, argv);
    await refuseClashes(parsed.argv.map(String), parsed.flags, setOf);
    return parsed;
  }

  protected async loadModel(inputs: readonly unknown[], flags: CommonFlags): Promise<LoadedModel> {
    if (flags.engine !== 'sweep' && mayBeSmall(inputs.map(String)))
      await (await import('./run/solver.js')).preloadSolver();
    const site = await siteOf(flags);
    const given = await machineOf(flags);
    const progress = new ProgressBar(flags.quiet);
    try {
      const loaded = await loadSchedule(inputs.map(String), { ...flags, digest: flags.json }, progress);
      const { ranks } = loaded.schedule;
      const resolved: SitedMachine = site?.machineFor(given, ranks) ?? given;
      if (flags['print-machine']) this.tell(describeMachine(resolved));
      progress.begin('building the linear program');
      const model = await this.modelOf(loaded.schedule, resolved, flags);
      const warnings = [...loaded.warnings, ...resolved.warnings];
      // The answer ends it.
      progress.begin(`solving with the engine ${model.engine.name}`);
      return { model, resolved, info: loaded.info, warnings };
    } catch (error) {
      progress.stop();
      throw error;
    }
  }

  protected async modelOf(schedule: Schedule, resolved: SitedMachine, flags: EngineFlags): Promise<Model> {
    return Model.of(schedule, resolved.machine, modelOptions(flags));
  }

  /** Prints or writes the answer in the form that the flags ask for, and its warnings. */
  protected async answer(command: string, flags: OutputFlags, answer: Answer): Promise<void> {
    const parts = answer.json();
    working(null);
    const text = flags.json
      ? envelope(command, parts)
      : flags.csv === true && answer.csv !== undefined
        ? answer.csv()
        : answer.text();
    if (!flags.quiet && !flags.json)
      for (const warning of parts.warnings) this.tell(`warning: ${warning.message}\n`);
    await this.put(text, flags.output);
  }

  protected async put(text: string, output: string | undefined): Promise<void> {
    const bytes = new TextEncoder().encode(text);
    if (output === undefined || output === '-') toStdout(bytes);
    else await writeFileWhole(output, [bytes]);
  }

  /** Nothing of an error is kept in the process: who runs the command line hears of it. */
  protected override async catch(error: Error): Promise<never> {
    throw error;
  }

  /** A word to the person, never part of the answer. */
  protected tell(text: string): void {
    toStderr(text);
  }
}

/** Files of the set that INPUT names, none where it is something else. */
async function setOf(inputs: readonly string[]): Promise<readonly string[]> {
  if (inputs.length === 0) return [];
  const { filesOf } = await import('./input/files.js');
  try {
    return filesOf(inputs).map(({ name }) => name);
  } catch (error) {
    if (error instanceof LlampError) return [];
    throw error;
  }
}

/** Bytes of a single input above which `auto` will hardly choose HiGHS. */
const SMALL_INPUT = 16 * 2 ** 20;

function mayBeSmall([input]: readonly string[]): boolean {
  if (input === undefined || input === '-') return false;
  return (statSync(input, { throwIfNoEntry: false })?.size ?? 0) < SMALL_INPUT;
}

export function modelOptions(flags: EngineFlags): ModelOptions {
  const { engine, cold } = flags;
  return {
    engine: engine === 'highs' || engine === 'sweep' ? engine : 'auto',
    highsLimit: flags['highs-limit'],
    highs: { cold },
  };
}

/** The parts of the envelope that every analysis shares. */
export function envelopeOf(loaded: LoadedModel, result: unknown, warnings: readonly Warning[]): Envelope {
  return {
    input: inputJson(loaded.info, loaded.model.graph),
    machine: machineJson(loaded.resolved),
    result,
    warnings: [...loaded.warnings, ...warnings],
  };
}
