/**
 * Rankfiles: which core each rank runs on, as Open MPI and Slurm write it.
 *
 * - Open MPI: `rank 0=node17 slot=0:3` (socket 0, core 3 of it), `slot=3` (core 3 of the node), lists and
 *   ranges (`0-3`, `1:0-3`, `0:*`, `0:1;1:2`) bind to several cores: the rank gets the first of them that no
 *   earlier line took. Relative hosts (`+n0`) are numbers of nodes. Physical slots (`p0:1`) are refused.
 * - Slurm (`SLURM_HOSTFILE` with `--distribution=arbitrary`): line r names the host of rank r, `host*4` four
 *   ranks in a row. We allow a core of the node after the name, which Slurm does not.
 *
 * `#` begins a comment. Host names are the platform's (`hosts`, or `node0`, `node1` …); where the platform
 * does not list any and the file has others, they are numbered as they appear.
 */
import { InputError, type Place, type Problem } from '../errors.js';
import {
  checkMapping,
  coresPerNode,
  hostName,
  nodeCount,
  nodeLevel,
  type Platform,
  unitSizes,
} from './platform.js';

/** What one line says of one rank. */
interface Entry {
  readonly rank: number;
  readonly host: string;
  /** Cores within the node that it may take; undefined: the first free one. */
  readonly cores?: readonly number[];
  readonly place: Place;
}

interface Line {
  readonly text: string;
  readonly place: Place;
}

/** More problems than this are not listed. */
const MAX_PROBLEMS = 10;

/**
 * Reads a rankfile of either style: global core index of each rank, [ranks].
 * Throws InputError with the line of every problem: a rank missing, twice or past the last, an unknown
 * host, a slot that the node does not have, a core that is taken.
 */
export function readRankfile(text: string, source: string, platform: Platform, ranks: number): Int32Array {
  const problems: Problem[] = [];
  const lines = significantLines(text, source);
  const openMpi = lines.length > 0 && /^rank\s+\d+\s*=/i.test(lines[0].text);
  const entries = openMpi
    ? openMpiEntries(lines, platform, problems)
    : slurmEntries(lines, platform, ranks, problems);
  fail(problems);
  const nodes = numberHosts(entries, platform, problems);
  fail(problems);
  const mapping = place(entries, nodes, platform, ranks, problems);
  const missing = [...mapping.keys()].filter((rank) => mapping[rank] < 0);
  if (problems.length === 0 && missing.length > 0) {
    problems.push({
      place: { source },
      what: `${missing.length} of ${ranks} ranks ${missing.length === 1 ? 'has' : 'have'} no place: ${missing.slice(0, MAX_PROBLEMS).join(', ')}${missing.length > MAX_PROBLEMS ? ' …' : ''}`,
      mend: openMpi
        ? 'add a line "rank N=host slot=core" for each'
        : 'write one line with a host for each rank',
    });
  }
  fail(problems);
  return mapping;
}

function fail(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new InputError(problems.slice(0, MAX_PROBLEMS));
}

function significantLines(text: string, source: string): Line[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line, i) => ({ text: line.replace(/#.*/, '').trim(), place: { source, line: i + 1 } }))
    .filter((line) => line.text !== '');
}

function openMpiEntries(lines: readonly Line[], platform: Platform, problems: Problem[]): Entry[] {
  const entries: Entry[] = [];
  for (const { text, place } of lines) {
    const match = /^rank\s+(\d+)\s*=\s*(\S+)(?:\s+slots?\s*=\s*(.*))?$/i.exec(text);
    if (match === null) {
      problems.push({
        place,
        what: `'${text}' is not a rankfile line`,
        mend: 'write "rank 0=node0 slot=0:3"',
      });
      continue;
    }
    const [, rank, host, slot] = match;
    if (slot === undefined) {
      entries.push({ rank: Number(rank), host, place });
      continue;
    }
    const cores = slotCores(slot.replace(/\s/g, ''), platform);
    if (typeof cores === 'string') problems.push({ place, what: `slot '${slot}': ${cores}` });
    else entries.push({ rank: Number(rank), host, cores, place });
  }
  return entries;
}

/** Between sockets: a comma after which another socket is named, or a semicolon. */
const BETWEEN_SOCKETS = /;|(?<=:[^;]*),(?=[^,;:]*:)/;

/** Cores within a node that a slot names, or what is wrong with it. */
function slotCores(slot: string, platform: Platform): number[] | string {
  if (/^p/i.test(slot)) return 'physical numbering is not supported; write logical numbers, as in slot=0:3';
  const perNode = coresPerNode(platform);
  const socket = Math.min(nodeLevel(platform) + 1, platform.levels.length - 1);
  const perSocket = unitSizes(platform)[socket];
  const cores: number[] = [];
  for (const part of slot.split(BETWEEN_SOCKETS)) {
    const [first, second, ...rest] = part.split(':');
    if (rest.length > 0) return 'more than one colon';
    if (second === undefined) {
      const list = numbers(first, perNode, 'core of the node');
      if (typeof list === 'string') return list;
      cores.push(...list);
      continue;
    }
    const units = numbers(first, perNode / perSocket, platform.levels[socket].name);
    if (typeof units === 'string') return units;
    const inside = numbers(second, perSocket, `core of the ${platform.levels[socket].name}`);
    if (typeof inside === 'string')
      return socket === platform.levels.length - 1
        ? 'the platform has no sockets; write the core alone, as in slot=0'
        : inside;
    for (const unit of units) for (const core of inside) cores.push(unit * perSocket + core);
  }
  return cores;
}

/** `0`, `0-3`, `0,2`, `*` as numbers below `limit`, or what is wrong with it. */
function numbers(text: string, limit: number, what: string): number[] | string {
  if (text === '*') return Array.from({ length: limit }, (_, i) => i);
  const all: number[] = [];
  for (const part of text.split(',')) {
    const match = /^(\d+)(?:-(\d+))?$/.exec(part);
    if (match === null) return `'${part}' is not a number or range`;
    const low = Number(match[1]);
    const high = match[2] === undefined ? low : Number(match[2]);
    if (high < low) return `range '${part}' ends before it begins`;
    if (high >= limit) {
      const known = limit === 1 ? 'the only number is 0' : `numbers are 0 to ${limit - 1}`;
      return `no ${what} has number ${high}; ${known}`;
    }
    for (let i = low; i <= high; i++) all.push(i);
  }
  return all;
}

function slurmEntries(
  lines: readonly Line[],
  platform: Platform,
  ranks: number,
  problems: Problem[],
): Entry[] {
  const entries: Entry[] = [];
  const perNode = coresPerNode(platform);
  for (const { text, place } of lines) {
    const match = /^([^\s*[\]=,]+)(?:\*(\d+))?(?:\s+(\S+))?$/.exec(text);
    if (match === null) {
      problems.push({
        place,
        what: `'${text}' is not a host name`,
        mend: 'write one host per line, such as node0, or Open MPI lines, such as "rank 0=node0 slot=3"',
      });
      continue;
    }
    const [, host, repeat, core] = match;
    const cores = core === undefined ? undefined : numbers(core, perNode, 'core of the node');
    if (typeof cores === 'string') {
      problems.push({ place, what: cores });
      continue;
    }
    // One line past the last rank is enough to be refused, however often it is repeated.
    for (let i = 0; i < Number(repeat ?? 1) && entries.length <= ranks; i++) {
      entries.push({ rank: entries.length, host, place, ...(cores === undefined ? {} : { cores }) });
    }
  }
  return entries;
}

/** Node of each host name of the file. */
function numberHosts(
  entries: readonly Entry[],
  platform: Platform,
  problems: Problem[],
): Map<string, number> {
  const count = nodeCount(platform);
  const known = new Map(Array.from({ length: count }, (_, i) => [hostName(platform, i), i]));
  const nodes = new Map<string, number>();
  const named = entries.filter(({ host }) => !/^\+n\d+$/i.test(host));
  const byName = platform.hosts !== undefined || named.every(({ host }) => known.has(host));
  for (const { host, place } of entries) {
    if (nodes.has(host)) continue;
    const relative = /^\+n(\d+)$/i.exec(host);
    const node = relative === null ? (byName ? known.get(host) : nodes.size) : Number(relative[1]);
    if (node === undefined) {
      problems.push({
        place,
        what: `unknown host '${host}'`,
        mend: `use a host of platform ${platform.name} (${[...known.keys()].slice(0, MAX_PROBLEMS).join(', ')})`,
      });
    } else if (node >= count) {
      problems.push({
        place,
        what: `host '${host}' would be node number ${node + 1}, but platform ${platform.name} has only ${count}`,
      });
    }
    nodes.set(host, node ?? 0);
  }
  return nodes;
}

/** Core of each rank, −1 where no entry gives one. */
function place(
  entries: readonly Entry[],
  nodes: ReadonlyMap<string, number>,
  platform: Platform,
  ranks: number,
  problems: Problem[],
): Int32Array {
  const perNode = coresPerNode(platform);
  const mapping = new Int32Array(ranks).fill(-1);
  const holder = new Map<number, number>();
  // First free core of a node, so that a whole hostfile takes linear time.
  const next = new Map<number, number>();
  for (const { rank, host, cores, place } of entries) {
    if (rank >= ranks) {
      problems.push({ place, what: `rank ${rank} does not exist; the program has ranks 0 to ${ranks - 1}` });
      continue;
    }
    if (mapping[rank] >= 0) {
      problems.push({ place, what: `rank ${rank} already has a place` });
      continue;
    }
    const node = nodes.get(host) ?? 0;
    const base = node * perNode;
    let core = cores?.find((one) => !holder.has(base + one));
    if (cores === undefined) {
      core = next.get(node) ?? 0;
      while (core < perNode && holder.has(base + core)) core++;
      next.set(node, core + 1);
      if (core >= perNode) core = undefined;
    }
    if (core === undefined) {
      problems.push({
        place,
        what:
          cores === undefined
            ? `no core is left for rank ${rank}; all ${perNode} of ${host} are in use`
            : `rank ${rank} cannot use core ${cores[0]} of ${host}, which rank ${holder.get(base + cores[0])} uses`,
        mend: 'place one rank per core',
      });
      continue;
    }
    holder.set(base + core, rank);
    mapping[rank] = base + core;
  }
  return mapping;
}

/** Open MPI rankfile of a mapping: `rank 0=node0 slot=0:3` (socket and core), one line a rank. */
export function writeOpenMpiRankfile(platform: Platform, mapping: Int32Array): string {
  checkMapping(platform, mapping);
  const perNode = coresPerNode(platform);
  const socket = Math.min(nodeLevel(platform) + 1, platform.levels.length - 1);
  const perSocket = unitSizes(platform)[socket];
  let text = '';
  mapping.forEach((core, rank) => {
    const inside = core % perNode;
    const slot = perSocket > 1 ? `${Math.floor(inside / perSocket)}:${inside % perSocket}` : `${inside}`;
    text += `rank ${rank}=${hostName(platform, Math.floor(core / perNode))} slot=${slot}\n`;
  });
  return text;
}

/**
 * Host of each rank, one a line, for `SLURM_HOSTFILE=FILE srun --distribution=arbitrary`. Slurm chooses the
 * cores; with `cores` the file keeps them for `readRankfile`, and Slurm will not read it.
 */
export function writeSlurmHostfile(
  platform: Platform,
  mapping: Int32Array,
  options: { readonly cores?: boolean } = {},
): string {
  checkMapping(platform, mapping);
  const perNode = coresPerNode(platform);
  let text = '';
  for (const core of mapping) {
    const host = hostName(platform, Math.floor(core / perNode));
    text += options.cores === true ? `${host} ${core % perNode}\n` : `${host}\n`;
  }
  return text;
}
