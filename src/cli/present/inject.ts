/** What is told of runs with injected latency. */
import { basename } from 'node:path';
import { formatTime } from '../../units/units.js';
import type { Answer } from '../output/answer.js';
import { csvTable, csvText } from '../output/csv.js';
import type { InjectedRun, InjectedRuns } from '../tracer/inject.js';
import { nodesText, releasesJson, releasesOf } from '../tracer/releases.js';
import { count } from './input.js';

/** A line for one run, while others are still to come. */
export const runText = ({ latency, result }: InjectedRun, added: boolean): string =>
  `L ${added ? '+' : ''}${formatTime(latency)}  T ${formatTime(result.T_ns)}\n`;

/** The runs as `validate --measured` reads them; an added latency counts from the machine's. */
export function runsCsv({ runs }: InjectedRuns, mpi: string, added: boolean): string {
  const rows = runs.map(({ latency, repeat, result: { program, ranks, T_ns, load1 } }) => {
    const L = added ? `+${latency}` : latency;
    return [basename(program), ranks, mpi, L, repeat, T_ns, load1];
  });
  return csvText(csvTable(['program', 'ranks', 'mpi', 'L_ns', 'repeat', 'T_ns', 'load1'], rows));
}

export function injectedAnswer({ runs, warnings }: InjectedRuns, mpi: string): Answer {
  const [{ result }] = runs;
  const each = runs.map(({ latency, repeat, result: { L_ns, T_ns, load1 } }) => ({
    asked_ns: latency,
    latency_ns: L_ns,
    repeat,
    runtime_ns: T_ns,
    load1,
  }));
  const { program, ranks, undelayed } = result;
  const releases = releasesOf(runs.map((one) => one.result));
  return {
    json: () => ({
      input: {},
      machine: {},
      result: { program, ranks, mpi, nodes: releasesJson(releases), runs: each, undelayed },
      warnings,
    }),
    text: () =>
      `${count(runs.length, 'run')} of ${basename(program)} on ${ranks} ranks${nodesText(releases)}\n`,
  };
}
