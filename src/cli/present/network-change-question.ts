/**
 * The cost of a change of the network, and its spread over allocations: a part of the answers of `tolerance` and `budget`,
 * for one program and for a mix.
 */

import { slowdownOf } from '../../analysis/compare-topologies.js';
import { exactCurve } from '../../analysis/exact-curve.js';
import type { Model } from '../../analysis/model.js';
import { type ChangedModel, onMachine, shareOf, withChange } from '../../analysis/network-changes.js';
import { reachOf, type ToleranceResult, tolerance } from '../../analysis/sensitivity.js';
import { mixedSensitivity, mixedTolerance } from '../../analysis/workload-mix.js';
import { allocationOn } from '../../live/live-machine.js';
import type { Machine } from '../../machine/machine.js';
import { type NetworkChange, parseChanges, refusePlaces } from '../../platform/network-change.js';
import { allocationName, machineOn, type SitedMachine } from '../../platform/site.js';
import { type Axis, axisByName } from '../../timing/axis.js';
import { firstAllocated, type MachineFlags } from '../flags/common-flags.js';
import type { Answer, Picture } from '../output/answer.js';
import { siteOf } from '../pipeline/machine-of-flags.js';
import type { LoadedModel } from '../pipeline/pipeline.js';
import { allocationQuery, allocationsQuery } from '../pipeline/site-of-flags.js';
import {
  type FoundChange,
  type NetworkFigures,
  type NetworksFound,
  type NetworksPart,
  networksMixView,
  networksPart,
  type Placed,
  type ShownNetworks,
} from './network-change-tables.js';

export interface NetworksQuery {
  readonly changes: readonly NetworkChange[];
  /** Null: only the allocation of the flags. */
  readonly allocations: readonly string[] | null;
}

type NetworkFlags = MachineFlags & { readonly at?: readonly string[] | undefined };

/** Null without such flags. Throws UsageError, also for places that the network does not have. */
export async function networksQuery(flags: NetworkFlags): Promise<NetworksQuery | null> {
  const allocations = allocationsQuery(flags);
  if (flags.at === undefined && allocations === null) return null;
  const changes = parseChanges(flags.at ?? []);
  if (changes.length > 0) refusePlaces(changes, [(await siteOf(firstAllocated(flags))) ?? null]);
  return { changes, allocations };
}

const unchanged = (result: NetworkFigures): FoundChange => ({ change: null, result, slowdown: 0, used: [] });

export interface NetworksBeside {
  readonly found: NetworksFound;
  readonly part: NetworksPart;
  /** Null if it shows no more than that of the answer. */
  readonly picture: Picture | null;
}

/** `result`: the answer on the machine as it is. Throws UsageError, InputError and LimitError. */
export async function networksBeside(
  loaded: LoadedModel,
  result: ToleranceResult,
  query: NetworksQuery,
): Promise<NetworksBeside> {
  const found = await networksFound(loaded, result, query, {
    axisOn: (machine) => axisByName(machine, result.axis.name),
  });
  return { found, part: networksPart(found), picture: networksPicture(found) };
}

/** T over the latency, now and with each change, up to the largest tolerance; null without changes, or for another parameter. */
function networksPicture({ models: { now, changed } }: NetworksFound): Picture | null {
  const { axis } = now.result;
  if (changed.length === 0 || axis.unit !== 'ns' || axis.overhead) return null;
  const parameter = axis.wires === true ? 'latency per wire' : `${axis.relative ? 'added ' : ''}latency`;
  const counted = axis.wires === true ? 'wires' : 'latencies';
  return async ({ topologyPlot }) => {
    const lines = [];
    for (const { name, model, result } of [
      { name: 'now', ...now },
      ...changed.map((one) => ({ name: one.change.text, ...one })),
    ]) {
      const curve = await exactCurve(model, result.axis.base, reachOf(result, PAST), { axis: result.axis });
      lines.push({ name, curve });
    }
    return topologyPlot(lines, { title: 'Cost of network changes', parameter, counted });
  };
}

/** The picture extends a little beyond the largest tolerance. */
const PAST = 1.15;

/** How a program is analysed on other networks. */
interface NetworksOptions {
  /** The parameter of the tolerance. */
  readonly axisOn: (machine: Machine) => Axis;
  /** The program on another machine; `sited`: placement of its ranks. By default without contention. */
  readonly on?: (machine: Machine, sited: SitedMachine) => Promise<Model>;
}

/** Costs of changes on each allocation, without tables or a picture. */
export async function networksFound(
  { model, resolved }: Pick<LoadedModel, 'model' | 'resolved'>,
  result: ToleranceResult,
  { changes, allocations }: NetworksQuery,
  { axisOn, on: given }: NetworksOptions,
): Promise<NetworksFound> {
  const now = { model, result };
  const many = model.forMany();
  const on = given ?? ((machine: Machine) => onMachine(many, machine));
  const changed: ChangedModel[] = [];
  const options = (sited: SitedMachine) => ({ axisOn, on: (machine: Machine) => on(machine, sited) });
  for (const change of changes) changed.push(await withChange(now, resolved, change, options(resolved)));
  const placed: Placed[] = [placedOn(resolved, [unchanged(result), ...changed])];
  const percents = result.tolerance.map(({ percent }) => percent);
  for (const sited of allocatedMachines(resolved, allocations ?? [], model.schedule.ranks)) {
    const there = await on(sited.machine, sited);
    const own = { model: there, result: await tolerance(there, percents, axisOn(sited.machine)) };
    const found: FoundChange[] = [unchanged(own.result)];
    for (const change of changes)
      found.push(withoutModels(await withChange(own, sited, change, { ...options(sited), grows: false })));
    placed.push(placedOn(sited, found));
  }
  return { site: resolved.mapped?.site ?? null, placed, models: { now, changed } };
}

/** The part of a result that is kept for each allocation. */
const withoutModels = ({ change, result, slowdown, used }: ChangedModel): FoundChange => ({
  ...{ change, result, slowdown, used },
});

function placedOn({ mapped }: SitedMachine, found: readonly FoundChange[]): Placed {
  return {
    allocation: mapped?.site.kind === 'topology' ? allocationName(mapped.site) : null,
    switches: mapped?.occupancy?.switches ?? null,
    found,
  };
}

/** The machine on the nodes of other allocations; those with too few nodes are left out. */
function* allocatedMachines(
  resolved: SitedMachine,
  texts: readonly string[],
  ranks: number,
): Generator<SitedMachine> {
  const site = resolved.mapped?.site;
  if (site?.kind !== 'topology') return;
  for (const text of texts) {
    const query = allocationQuery(text);
    if (query === null) continue;
    const allocation = allocationOn(site.topology, query);
    if (allocation.name === allocationName(site)) continue;
    if (allocation.endpoints.length * site.ranksPerNode < ranks) continue;
    yield machineOn({ ...site, allocation }, resolved, ranks);
  }
}

/** Result of a program, and its weight. */
interface MixedPart {
  readonly weight: number;
  readonly found: NetworksFound;
}

/** `hours`: sum over all programs, if they are weighted by hours. */
export const networksMix = async (parts: readonly MixedPart[], hours: number | null): Promise<Answer> =>
  networksMixView(await mixedNetworks(parts), hours);

/** Σ w·T on each allocation that all programs have; tolerances only on the first, whose models are kept. */
export async function mixedNetworks(parts: readonly MixedPart[]): Promise<ShownNetworks> {
  const [{ found: first }] = parts;
  const placed: Placed[] = [];
  for (const [k, { allocation, found }] of first.placed.entries()) {
    const same = parts.flatMap(({ weight, found: { placed: list } }) => {
      const there = list.find((one) => one.allocation === allocation);
      return there === undefined ? [] : [{ weight, there }];
    });
    if (same.length < parts.length) continue;
    const mixed = found.map(({ change }, i): FoundChange => {
      const results = same.map(({ weight, there }) => ({ weight, result: there.found[i].result }));
      const result = { ...mixedSensitivity(results), axis: results[0].result.axis, tolerance: [] };
      return { change, result, slowdown: 0, used: [] };
    });
    const [{ result: now }] = mixed;
    const slower = mixed.map((one) => ({ ...one, slowdown: slowdownOf(one.result.runtime, now.runtime) }));
    placed.push({
      allocation,
      switches: null,
      found: k === 0 ? await withTolerances(slower, parts) : slower,
    });
  }
  return { site: first.site, placed };
}

/** [now, changes] with the tolerances of the mix. */
async function withTolerances(
  list: readonly FoundChange[],
  parts: readonly MixedPart[],
): Promise<FoundChange[]> {
  const percents = parts[0].found.models.now.result.tolerance.map(({ percent }) => percent);
  const complete: FoundChange[] = [];
  for (const [i, one] of list.entries()) {
    const programs = parts.map(({ weight, found: { models } }) => {
      const { model, result } = i === 0 ? models.now : models.changed[i - 1];
      return { weight, model, axis: result.axis, result };
    });
    const tolerances = await mixedTolerance(programs, percents);
    const result: NetworkFigures = { ...one.result, tolerance: tolerances };
    complete.push({ ...one, result, used: i === 0 ? [] : await usedByMix(i - 1, percents, parts) });
  }
  return complete;
}

async function usedByMix(
  change: number,
  percents: readonly number[],
  parts: readonly MixedPart[],
): Promise<FoundChange['used']> {
  const programs = parts.flatMap(({ weight, found: { models } }) => {
    const { growing } = models.changed[change];
    if (growing === null) return [];
    return [
      { weight, model: growing.model, axis: growing.axis, result: models.now.result, whole: growing.whole },
    ];
  });
  if (programs.length < parts.length) return percents.map((percent) => ({ percent, share: null }));
  const [{ whole }] = programs;
  const tolerances = await mixedTolerance(programs, percents);
  return tolerances.map(({ percent, delta }) => ({ percent, share: shareOf(whole, delta) }));
}
