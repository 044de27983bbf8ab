/** The cost of a network change: T, λ and tolerance with it, and the share of the tolerance that it uses. */
import { buildGraph, dependsOnPrices } from '../graph/execution-graph.js';
import type { Machine } from '../machine/machine.js';
import { changedMachine, changeParameter, type NetworkChange } from '../platform/network-change.js';
import type { SitedMachine } from '../platform/site.js';
import type { Axis } from '../timing/axis.js';
import { slowdownOf } from './compare-topologies.js';
import { largestWithin, type Model } from './model.js';
import { type ToleranceResult, tolerance } from './sensitivity.js';

/** A program on a machine, and its answers there. */
export interface ModelQuery {
  readonly model: Model;
  readonly result: ToleranceResult;
}

/** The same program with a change. */
export interface ChangedModel extends ModelQuery {
  readonly change: NetworkChange;
  /** T over that without the change, less 1. */
  readonly slowdown: number;
  /** The change as a parameter of the program without it; null if it reduces costs. */
  readonly growing: GrowingChange | null;
  /** [percentages] */
  readonly used: readonly UsedTolerance[];
}

/** A change of variable size. */
export interface GrowingChange {
  readonly model: Model;
  readonly axis: Axis;
  /** Value of the axis at the requested size. */
  readonly whole: number;
}

/** The share of a tolerance that a change uses. */
export interface UsedTolerance {
  readonly percent: number;
  /** 1: T grows by exactly this percentage; null if the change reduces costs, or nothing is tolerated. */
  readonly share: number | null;
}

/** The same program on another machine, matched again if that depends on prices. */
export async function onMachine(model: Model, machine: Machine): Promise<Model> {
  const repriced = model.repriced(machine);
  if (repriced !== null) return repriced;
  const moved = await model.on(machine);
  return dependsOnPrices(model.graph) ? moved.ordered(buildGraph(model.schedule, machine)) : moved;
}

/** Options of the analysis. */
export interface ChangeOptions {
  /** The parameter of the tolerance. */
  readonly axisOn: (machine: Machine) => Axis;
  /** The program on another machine; by default {@link onMachine}. */
  readonly on?: (machine: Machine) => Promise<Model>;
  /** Whether to compute the used share of the tolerance; default true. */
  readonly grows?: boolean;
}

/**
 * Analyses the program with the change. `sited`: the machine without it. Throws UsageError for a change that removes more
 * than there is, LimitError.
 */
export async function withChange(
  { model, result }: ModelQuery,
  sited: SitedMachine,
  change: NetworkChange,
  { axisOn, on = (machine) => onMachine(model, machine), grows = true }: ChangeOptions,
): Promise<ChangedModel> {
  const machine = changedMachine(sited, change);
  const changed = await on(machine);
  const percents = result.tolerance.map(({ percent }) => percent);
  const found = await tolerance(changed, percents, axisOn(machine));
  const parameter = grows ? changeParameter(sited, change) : null;
  const growing = parameter && { ...parameter, model: await on(parameter.machine) };
  return {
    ...{ change, model: changed, result: found, growing },
    slowdown: slowdownOf(found.runtime, result.runtime),
    used: await usedOf(growing, result.runtime, percents),
  };
}

async function usedOf(
  growing: GrowingChange | null,
  runtime: number,
  percents: readonly number[],
): Promise<UsedTolerance[]> {
  const used: UsedTolerance[] = [];
  for (const percent of percents) {
    const most =
      growing && (await largestWithin(growing.model, growing.axis, runtime * (1 + percent / 100))).x;
    used.push({ percent, share: growing && most !== null ? shareOf(growing.whole, most) : null });
  }
  return used;
}

/** Null if not even the smallest change is tolerated. */
export const shareOf = (whole: number, most: number): number | null => (most > 0 ? whole / most : null);
