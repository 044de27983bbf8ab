/** How the latencies between nodes came about: what they were counted from, and how well the clocks of nodes were known. */
import type { Warning } from '../../errors.js';
import { formatTime } from '../../units/units.js';
import type { RunResult } from './result.js';

type Released = Pick<RunResult, 'nodes' | 'release' | 'clock_error_ns' | 'L_ns'>;

/** Of runs of one program. */
export interface Releases {
  readonly nodes: number;
  /** Each rule that was in force, once. */
  readonly rules: readonly RunResult['release'][];
  /** The clock of no node was further from that of rank 0, in any run, ns. */
  readonly clockErrorNs: number;
}

/** `runs`: at least one. */
export function releasesOf(runs: readonly Released[]): Releases {
  return {
    nodes: runs[0].nodes,
    rules: [...new Set(runs.map(({ release }) => release))],
    clockErrorNs: Math.max(...runs.map((run) => run.clock_error_ns)),
  };
}

/** Of a latency: stamps of two nodes may both be wrong, one to each side. */
const EXACT = 0.1;
const wrong = ({ clock_error_ns }: Released): number => 2 * clock_error_ns;

/** Where latencies between nodes are not what was asked for. */
export function releaseWarnings(runs: readonly Released[]): Warning[] {
  const added = runs.filter(({ nodes, release }) => nodes > 1 && release === 'added');
  const apart = runs.filter((run) => run.release === 'constant' && wrong(run) > EXACT * run.L_ns);
  return [
    ...(added.length === 0 ? [] : [addedWarning(added, runs)]),
    ...(apart.length === 0 ? [] : [apartWarning(apart)]),
  ];
}

function addedWarning(added: readonly Released[], runs: readonly Released[]): Warning {
  const of = added.length === runs.length ? '' : ` (${added.length} of ${runs.length} runs)`;
  const message = `between nodes a latency began when its message was seen${of}: by a rank that computes, late`;
  return { code: 'inject-release', message };
}

/** The clocks were near enough to begin with. */
function apartWarning(apart: readonly Released[]): Warning {
  const most = formatTime(Math.max(...apart.map(wrong)));
  const message = `clocks of nodes went apart while the program ran: latencies between nodes were wrong by up to ${most}; run it for a shorter time, or with LLAMP_RELEASE=added`;
  return { code: 'inject-clocks', message };
}

/** As an answer says it in JSON. */
export const releasesJson = ({ nodes, rules, clockErrorNs }: Releases): Record<string, unknown> => ({
  count: nodes,
  release: rules,
  clock_error_ns: clockErrorNs,
});

/** Behind a number of ranks; nothing where they were on one node. */
export const nodesText = ({ nodes, rules, clockErrorNs }: Releases): string =>
  nodes === 1
    ? ''
    : `, ${nodes} nodes: release ${rules.join(' and ')}, clocks known to ${formatTime(clockErrorNs)}`;
