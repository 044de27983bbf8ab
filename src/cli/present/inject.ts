/** What is told of runs with injected latency. */
import { basename } from 'node:path';
import type { Warning } from '../../errors.js';
import { formatTime } from '../../units/units.js';
import type { Answer } from '../output/answer.js';
import { csvTable, csvText } from '../output/csv.js';

export interface InjectedFacts {
  readonly runs: readonly {
    readonly latency: number;
    readonly repeat: number;
    readonly result: {
      readonly program: string;
      readonly ranks: number;
      readonly L_ns: number;
      readonly T_ns: number;
      readonly load1: number;
      readonly undelayed: Readonly<Record<string, number>>;
    };
  }[];
  readonly warnings: readonly Warning[];
}

/** A line for one run, while others are still to come. */
export const runText = ({ latency, result }: InjectedFacts['runs'][number], added: boolean): string =>
  `L ${added ? '+' : ''}${formatTime(latency)}  T ${formatTime(result.T_ns)}\n`;

/** The runs as `validate --measured` reads them; an added latency counts from the machine's. */
export function runsCsv({ runs }: InjectedFacts, mpi: string, added: boolean): string {
  const rows = runs.map(({ latency, repeat, result: { program, ranks, T_ns, load1 } }) => {
    const L = added ? `+${latency}` : latency;
    return [basename(program), ranks, mpi, L, repeat, T_ns, load1];
  });
  return csvText(csvTable(['program', 'ranks', 'mpi', 'L_ns', 'repeat', 'T_ns', 'load1'], rows));
}

export function injectedAnswer({ runs, warnings }: InjectedFacts, mpi: string): Answer {
  const [{ result }] = runs;
  const each = runs.map(({ latency, repeat, result: { L_ns, T_ns, load1 } }) => ({
    asked_ns: latency,
    latency_ns: L_ns,
    repeat,
    runtime_ns: T_ns,
    load1,
  }));
  const { program, ranks, undelayed } = result;
  return {
    json: () => ({
      input: {},
      machine: {},
      result: { program, ranks, mpi, runs: each, undelayed },
      warnings,
    }),
    text: () => `${runs.length} runs of ${basename(program)} on ${ranks} ranks\n`,
  };
}
