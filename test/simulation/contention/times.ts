/** What is said of a program on links: plain, at least, first come first served, and at most in any order. */
import { anyOrderBound } from '../../../src/bounds/upper-bound.js';
import { buildGraph } from '../../../src/graph/execution-graph.js';
import { type Machine, machineWith } from '../../../src/machine/machine.js';
import { type LinkNetwork, topologyLinks } from '../../../src/platform/link-network.js';
import { topologyNetwork } from '../../../src/platform/topology-network.js';
import { CALC, type Schedule } from '../../../src/schedule/schedule.js';
import { contended } from '../../../src/simulation/link-contention.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { readSmpi } from '../../../src/sources/smpi/read-smpi.js';
import { lowerOf, plainOf } from '../../bounds/bounded-models.js';
import { file, GIGA } from '../../sources/smpi/samples.js';
import { GAP, PATTERNS, PLACES, type Place, smpiText } from './cases.js';

export interface Case {
  readonly pattern: string;
  readonly place: string;
  readonly bytes: number;
  readonly uneven: boolean;
}

export const CASES: readonly Case[] = Object.keys(PATTERNS).flatMap((pattern) =>
  Object.keys(PLACES).flatMap((place) =>
    [1000, 30_000, 1_000_000].flatMap((bytes) =>
      [false, true].map((uneven) => ({ pattern, place, bytes, uneven })),
    ),
  ),
);

/** As it stands in the table: without commas. */
export const nameOf = ({ pattern, place, bytes, uneven }: Case): string =>
  [pattern, place.replaceAll(',', ' '), bytes, uneven].join(',');

/** ns */
export interface Times {
  readonly plain: number;
  readonly lower: number;
  readonly first: number;
  readonly any: number;
}

export function sited({ topology, placement, gaps }: Place): { machine: Machine; links: LinkNetwork } {
  const costs = { wireNs: 10_000, switchNs: 1000, gapNsPerByte: GAP, wireClasses: false };
  return {
    machine: machineWith({ o: 0, G: GAP }, topologyNetwork(topology, costs, placement)),
    links: topologyLinks(topology, placement, { gapNsPerByte: gaps }),
  };
}

export async function timesOf(schedule: Schedule, place: Place): Promise<Times> {
  const { machine, links } = sited(place);
  const graph = buildGraph(schedule, machine);
  return {
    plain: await plainOf(graph, machine),
    lower: await lowerOf(graph, machine, links),
    first: contended(graph, machine, links).runtime,
    any: anyOrderBound(graph, machine, links),
  };
}

/** SimGrid's SMPI sends an envelope of so many bytes with every message (its smpi_request.cpp). */
const ENVELOPE = 16;

export const inEnvelopes = (schedule: Schedule): Schedule => ({
  ...schedule,
  value: Float64Array.from(schedule.value, (value, op) =>
    schedule.kind[op] === CALC ? value : value + ENVELOPE,
  ),
});

/** The actions of a case, and its schedule. */
export async function programOf({
  pattern,
  bytes,
  uneven,
}: Case): Promise<{ text: string; schedule: Schedule }> {
  const text = smpiText(PATTERNS[pattern], bytes, uneven);
  const { schedule } = tracesToSchedule(await readSmpi([file(pattern, text)], GIGA), {});
  return { text, schedule: inEnvelopes(schedule) };
}
