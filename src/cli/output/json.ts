/** The envelope of `--json`: keys carry their unit, nothing is rounded, infinity is null. */
import type { Warning } from '../../errors.js';
import type { ExecutionGraph } from '../../graph/execution-graph.js';
import type { ResolvedMachine } from '../machine/machine.js';
import { VERSION } from './version.js';

export interface InputInfo {
  readonly source: string;
  readonly sha256: string;
}

export function schemaHead(command: string): { schema: string; version: string } {
  return { schema: `llamp-ts/${command}/2`, version: VERSION };
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
  readonly input: Record<string, unknown>;
  readonly machine: Record<string, unknown>;
  readonly result: unknown;
  readonly warnings: readonly Warning[];
}

export function envelope(command: string, parts: Envelope): string {
  const { input, machine, result, warnings } = parts;
  const note = deprecations(result);
  return `${JSON.stringify({ ...schemaHead(command), ...note, input, machine, result, warnings }, null, 2)}\n`;
}

export function inputJson(info: InputInfo, graph: ExecutionGraph): Record<string, unknown> {
  const { ranks, operations, deps } = graph.schedule;
  return { ...info, ranks, operations, messages: graph.messages, dependencies: deps.length };
}

export function machineJson({ values, source, machine, place }: ResolvedMachine): Record<string, unknown> {
  const { network } = machine;
  const classes =
    network.latencies.length > 1
      ? {
          latency_by_class_ns: Object.fromEntries(network.latencies.map((one) => [one.name, one.latencyNs])),
          gap_per_byte_by_class_ns: Object.fromEntries(
            network.gaps.map((one) => [one.name, one.gapNsPerByte]),
          ),
        }
      : {};
  return {
    latency_ns: network.latencies.length > 1 ? null : network.latencies[0].latencyNs,
    overhead_ns: machine.overheadBySize === null ? machine.overhead : null,
    gap_per_byte_ns: network.gaps.length > 1 ? null : network.gaps[0].gapNsPerByte,
    gap_ns: machine.gap,
    rendezvous_bytes: finite(machine.rendezvous),
    rendezvous_protocol: machine.protocol,
    async_ns: machine.async,
    cpu: values.cpu,
    nic: values.nic,
    ...(values.overheadBySize === undefined ? {} : { overhead_by_size: machine.overheadBySize }),
    ...classes,
    ...place?.json,
    source,
  };
}
