/** Evaluates variants one after the other, and reuses results. */

import { SupportJudge } from '../../analysis/collective-support.js';
import { cutPlayed, type RegionFound, regionWarnings } from '../../analysis/cut/cut-region.js';
import { Model, type ModelOptions } from '../../analysis/model.js';
import { type Follow, variantResult } from '../../analysis/rank-variants.js';
import { joinWarnings } from '../../errors.js';
import { buildGraph, dependsOnPrices, type ExecutionGraph } from '../../graph/execution-graph.js';
import type { Machine } from '../../machine/machine.js';
import type { SitedMachine } from '../../platform/site.js';
import type { Schedule } from '../../schedule/schedule.js';
import type { MadeSchedule } from '../../sources/program.js';
import { parseRange } from '../../timing/axis-values.js';
import { compileMerged } from '../../timing/compile.js';
import { Replay } from '../../timing/replay.js';
import type { TimingSystem } from '../../timing/timing-system.js';
import { choicesOf } from '../flags/collective-choices.js';
import type { MachineFlags } from '../flags/common-flags.js';
import { scheduleBy } from '../input/load-input.js';
import { machineJson, regionInfo } from '../output/answer.js';
import { machineLine } from '../pipeline/machine-of-flags.js';
import { type Surroundings, startAndEndOf, surroundings } from '../pipeline/pipeline.js';
import { hostMemory } from '../process/memory.js';
import type { VariantEvaluation, VariantMachine, VariantOutcome, VariantPlan } from './plan.js';

/** Region of a variant; null: its whole program. */
interface Within {
  readonly graph: ExecutionGraph;
  readonly found: RegionFound | null;
}

export class VariantEvaluator {
  readonly #evaluation: VariantEvaluation;
  #made: { readonly key: string; readonly made: MadeSchedule; readonly graph: ExecutionGraph | null } | null =
    null;
  readonly #support: SupportJudge;

  constructor(evaluation: VariantEvaluation) {
    this.#evaluation = evaluation;
    this.#support = new SupportJudge(evaluation.program, evaluation.judged);
  }

  /** Throws UsageError, InputError, ModelError and LimitError. */
  async evaluate(plan: VariantPlan): Promise<VariantOutcome> {
    const { program } = this.#evaluation;
    const key = plan.collectives.join(' ');
    const kept = this.#made?.key === key ? this.#made : null;
    // Released before its successor is made: two schedules at once would double the memory.
    this.#made = kept;
    const choices = choicesOf(plan.collectives);
    const made = kept?.made ?? scheduleBy(program, choices);
    const resolved = await machineFor(plan.machine, made.schedule);
    const whole = kept?.graph ?? buildGraph(made.schedule, resolved.machine);
    // Guesses about wildcard receives and the order on CPUs and NICs are made for one machine.
    this.#made = { key, made, graph: dependsOnPrices(whole) ? null : whole };
    const { graph, found } = this.#within(whole, resolved);
    const model = await Model.ofGraph(graph, resolved.machine, this.#modelOptions);
    const { ranks, operations, deps } = model.schedule;
    const { library } = made.schedule;
    return {
      result: await variantResult(model, this.#evaluation.percents, this.#follow(model)),
      support: this.#support.of(resolved.machine, choices),
      counts: { ranks, operations, messages: model.graph.messages, dependencies: deps.length, library },
      machine: shownMachine(resolved),
      ...(found === null ? {} : { region: regionInfo(found) }),
      ends: found === null && this.#evaluation.ends === true ? startAndEndOf(model) : null,
      warnings: joinWarnings(made, resolved, found !== null && regionWarnings(found)),
    };
  }

  /** The region in this variant. */
  #within(whole: ExecutionGraph, { machine }: SitedMachine): Within {
    const { region = null } = this.#evaluation;
    if (region === null) return { graph: whole, found: null };
    const { schedule, found } = cutPlayed(new Replay(whole, machine), region);
    return { graph: buildGraph(schedule, machine), found };
  }

  #follow({ latency }: Model): Follow {
    const { follow } = this.#evaluation;
    if (follow === undefined) return {};
    if (follow === 'tolerances') return { range: { low: 0, high: 0 } };
    const [low, high] = parseRange(latency, follow.range, '--latency-range');
    return { range: { low: low - latency.base, high: high - latency.base } };
  }

  get #modelOptions(): ModelOptions {
    const { model, runtimesOnly = false } = this.#evaluation;
    const memory = hostMemory;
    if (runtimesOnly) return { ...model, memory, compile: merged };
    return { ...model, memory };
  }
}

const merged = (graph: ExecutionGraph, machine: Machine): TimingSystem =>
  compileMerged(graph, machine, hostMemory);

function shownMachine(resolved: SitedMachine): VariantMachine {
  const { cpu, nic } = resolved.machine;
  return { cpu, nic, json: machineJson(resolved), text: machineLine(resolved) };
}

/** The machine of some flags for a program, with its ranks in their places. */
export async function machineFor(
  flags: MachineFlags,
  program: Pick<Schedule, 'ranks' | 'library'>,
): Promise<SitedMachine> {
  return (await unshown(flags)).machineFor(program);
}

/** Throws what {@link machineFor} throws for names and values, before the number of ranks is known. */
export async function checkMachine(flags: MachineFlags): Promise<void> {
  await unshown(flags);
}

/** Shows each machine once, because there are many variants. */
const unshown = (flags: MachineFlags): Promise<Surroundings> => surroundings(flags);
