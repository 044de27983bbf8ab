/** The envelope of `--json`: keys carry their unit, nothing is rounded, infinity is null. */
import type { Warning } from '../../errors.js';
import type { ExecutionGraph } from '../../graph/execution-graph.js';
import type { Machine } from '../../machine/machine.js';
import { PARAMETER_ROWS, type ParameterRow } from '../../machine/parameters.js';
import type { Occupancy } from '../../platform/allocation.js';
import { allocationName, type MappedRanks, type SitedMachine } from '../../platform/site.js';
import type { RegionInfo, RegionOfVariants } from './region.js';
import { schemaHead } from './schema.js';

export interface InputInfo {
  readonly source: string;
  readonly sha256: string;
  /** The part of it that the answer is about; left out: all of it. */
  readonly region?: RegionInfo;
}

/** Names that schema 1 had for what has another name now: kept beside it for one version. */
export const formerly = <T extends object>(names: T): T => names;

/** Of one object: its names of schema 1, each with what it is called now. */
function renamed(one: Readonly<Record<string, unknown>>): [string, string][] {
  const runtime: [string, string][] = 'T_ns' in one ? [['T_ns', 'runtime_ns']] : [];
  const lambdas = ['', '_received'].flatMap((suffix) =>
    Object.keys(Object(one[`lambda${suffix}`])).map((name): [string, string] => [
      `lambda_${name}${suffix}`,
      `lambda${suffix}.${name}`,
    ]),
  );
  return [...runtime, ...lambdas.filter(([old]) => old in one)];
}

/** The old names that an answer has, each with its new one; nothing where it has none. */
function deprecations(result: unknown): { deprecated?: Record<string, string> } {
  const found = new Map<string, string>();
  const todo = [result];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (!Array.isArray(next)) for (const [old, name] of renamed(Object(next))) found.set(old, name);
    for (const part of Object.values(Object(next)))
      if (typeof part === 'object' && part !== null) todo.push(part);
  }
  return found.size === 0 ? {} : { deprecated: Object.fromEntries(found) };
}

/** A number for JSON: what is unlimited is null. */
export function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

export interface Envelope {
  readonly input: Record<string, unknown> & { readonly region?: RegionInfo | RegionOfVariants };
  /** Null where several programs run on machines that differ: each has its own then. */
  readonly machine: Record<string, unknown> | null;
  readonly result: unknown;
  readonly warnings: readonly Warning[];
}

export function envelope(command: string, parts: Envelope): string {
  const { input, machine, result, warnings } = parts;
  const note = deprecations(result);
  return `${JSON.stringify({ ...schemaHead(command), ...note, input, machine, result, warnings }, null, 2)}\n`;
}

/** What was read: a graph, or a program whose messages could not be matched. */
export function inputJson(
  info: InputInfo,
  { schedule, messages }: Pick<ExecutionGraph, 'schedule'> & { readonly messages: number | null },
): Envelope['input'] {
  const { ranks, operations, deps } = schedule;
  return { ...info, ranks, operations, messages, dependencies: deps.length };
}

/** A value for every parameter, null where there are several of it, and what the site is. */
export function machineJson({ source, machine, mapped }: SitedMachine): Record<string, unknown> {
  // What most machines have none of stands behind what all have.
  const [always, sometimes] = [false, true].map((rare) =>
    PARAMETER_ROWS.filter((row) => (row.default === null) === rare),
  );
  return {
    ...Object.fromEntries(always.map((row) => [row.json, parameterJson(row, machine)])),
    ...Object.fromEntries(
      sometimes.map((row) => [row.json, parameterJson(row, machine)]).filter(([, value]) => value !== null),
    ),
    ...classesJson(machine),
    ...(mapped === undefined ? {} : siteJson(mapped)),
    source,
  };
}

function parameterJson({ classes, field, replacedBy }: ParameterRow, machine: Machine): unknown {
  if (classes !== undefined) {
    const [first, ...more] = classes.of(machine.network);
    return more.length > 0 ? null : first.value;
  }
  const standIn = PARAMETER_ROWS.find(({ key }) => key === replacedBy)?.field;
  if (field === undefined || (standIn !== undefined && machine[standIn] !== null)) return null;
  const value = machine[field];
  return typeof value === 'number' ? finite(value) : value;
}

/** Values by class of what has several, in a network of several latencies. */
function classesJson({ network }: Machine): Record<string, unknown> {
  if (network.latencies.length === 1) return {};
  return Object.fromEntries(
    PARAMETER_ROWS.flatMap(({ classes, json }) => {
      if (classes === undefined) return [];
      const values = classes.of(network).map(({ name, value }) => [name, value]);
      return [[json.replace(/_ns$/, '_by_class_ns'), Object.fromEntries(values)]];
    }),
  );
}

/** What ranks occupy of a topology. */
export const occupancyJson = (found: Occupancy): Record<string, unknown> => ({
  nodes: found.nodes,
  switches: found.switches,
  switches_built: found.switchesBuilt,
  wires_unused: found.wiresUnused,
});

/** The same of ranks on a site, for answers about several numbers of ranks; nothing on a platform or on none. */
export const occupiedJson = ({ mapped }: SitedMachine): { occupied?: Record<string, unknown> } =>
  mapped?.occupancy === undefined ? {} : { occupied: occupancyJson(mapped.occupancy) };

function siteJson({ site, mapping, mappingName, occupancy }: MappedRanks): Record<string, unknown> {
  if (site.kind === 'platform') {
    const { name, source } = site.platform;
    return { platform: { name, source, mapping: mappingName, cores: [...mapping] } };
  }
  const { topology, costs, ranksPerNode, allocation } = site;
  return {
    topology: {
      name: topology.name,
      switch_latency_ns: costs.switchNs,
      ranks_per_node: ranksPerNode,
      allocation: allocationName(site),
      ...(allocation === undefined || allocation.busy === 0 ? {} : { busy_nodes: allocation.busy }),
      ...(occupancy === undefined ? {} : { occupied: occupancyJson(occupancy) }),
    },
  };
}
