/** Evaluates variants one after the other, and keeps of one what the next can use. */
import { type Follow, variantResult } from '../../analysis/compare.js';
import { Model, type ModelOptions } from '../../analysis/model.js';
import type { Warning } from '../../errors.js';
import { buildGraph, dependsOnPrices, type ExecutionGraph } from '../../graph/execution-graph.js';
import { machineOn, type SitedMachine } from '../../platform/site.js';
import type { Schedule } from '../../schedule/schedule.js';
import type { HighsBorder } from '../../solve/highs/border.js';
import { tracesToSchedule } from '../../sources/liballprof/index.js';
import type { MachineFlags } from '../flags/machine.js';
import { parseRange } from '../flags/parameters.js';
import { patternSchedule } from '../input/patterns.js';
import { traceOptions } from '../input/traces.js';
import { machineOf } from '../machine/machine.js';
import { readSite } from '../machine/site-flags.js';
import { machineJson } from '../output/json.js';
import { machineLine } from '../present/machine.js';
import type { Evaluation, VariantMachine, VariantOutcome, VariantPlan, VariantSource } from './plan.js';
import { SupportJudge } from './uses.js';

/** A variant's program. */
export interface Made {
  readonly schedule: Schedule;
  readonly warnings: readonly Warning[];
}

export class VariantEvaluator {
  readonly #evaluation: Evaluation;
  #made: { readonly key: string; readonly made: Made; readonly graph: ExecutionGraph | null } | null = null;
  #border: HighsBorder | null = null;
  readonly #support: SupportJudge;

  constructor(evaluation: Evaluation) {
    this.#evaluation = evaluation;
    this.#support = new SupportJudge(evaluation.source, evaluation.judged);
  }

  /** Throws UsageError, InputError, ModelError and LimitError. */
  async evaluate(plan: VariantPlan): Promise<VariantOutcome> {
    const key = plan.collectives.join(' ');
    const kept = this.#made?.key === key ? this.#made : null;
    // What is not kept is let go before its successor is made: two schedules at once would double the memory.
    this.#made = kept;
    const made = kept?.made ?? makeSchedule(this.#evaluation.source, plan.collectives);
    const resolved = await machineFor(plan.machine, made.schedule.ranks);
    const graph = kept?.graph ?? buildGraph(made.schedule, resolved.machine);
    // Guesses about wildcard receives and the order on CPUs and NICs are made for one machine.
    this.#made = { key, made, graph: dependsOnPrices(graph) ? null : graph };
    const model = await Model.ofGraph(graph, resolved.machine, await this.#modelOptions());
    const { ranks, operations, deps } = model.schedule;
    return {
      result: await variantResult(model, this.#evaluation.percents, this.#follow(model)),
      support: this.#support.of(resolved.machine, plan.collectives),
      counts: { ranks, operations, messages: model.graph.messages, dependencies: deps.length },
      machine: shownMachine(resolved),
      warnings: [...made.warnings, ...resolved.warnings],
    };
  }

  #follow({ latency }: Model): Follow {
    const { follow } = this.#evaluation;
    if (follow === undefined) return {};
    if (follow === 'tolerances') return { range: { low: 0, high: 0 } };
    const [low, high] = parseRange(latency, follow.range, '--latency-range', follow.unit);
    return { range: { low: low - latency.base, high: high - latency.base } };
  }

  /** One solver for all variants: loading it takes longer than most programs. */
  async #modelOptions(): Promise<ModelOptions> {
    const { model } = this.#evaluation;
    if (model.engine === 'sweep') return model;
    if (this.#border === null) {
      const { HighsBorder } = await import('../../solve/highs/border.js');
      this.#border = new HighsBorder();
    }
    return { ...model, highs: { ...model.highs, border: this.#border } };
  }
}

/** The program with its collectives by some algorithms. Throws UsageError and InputError. */
export function makeSchedule(source: VariantSource, collectives: readonly string[]): Made {
  switch (source.kind) {
    case 'schedule':
      return source;
    case 'pattern':
      return { schedule: patternSchedule(source.flags, collectives), warnings: [] };
    case 'traces':
      return tracesToSchedule(source.set, traceOptions({ ...source.flags, collective: collectives }));
  }
}

function shownMachine(resolved: SitedMachine): VariantMachine {
  const { cpu, nic } = resolved.machine;
  return { cpu, nic, json: machineJson(resolved), text: machineLine(resolved) };
}

/** The machine of some flags with `ranks` ranks in their places. */
export async function machineFor(flags: MachineFlags, ranks: number): Promise<SitedMachine> {
  const site = readSite(flags);
  const resolved = await machineOf(flags);
  return site === null ? resolved : machineOn(site, resolved, ranks);
}

/** Throws what {@link machineFor} throws for names and values, before the number of ranks is known. */
export async function checkMachine(flags: MachineFlags): Promise<void> {
  readSite(flags);
  await machineOf(flags);
}
