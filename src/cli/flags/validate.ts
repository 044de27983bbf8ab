/** Flags of `validate`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { UsageError } from '../../errors.js';
import { plotFlag } from '../output/plot.js';
import { commonFlags } from './common.js';
import { injectRunFlags, latenciesOf, UNDILATED } from './inject.js';
import { parseShare } from './parameters.js';
import { traceRunFlags } from './trace.js';

/** Runs with each latency. */
export const REPEAT = 3;

export const validateFlags = {
  ...commonFlags,
  trace: Flags.string({ helpValue: 'INPUT', description: 'INPUT, where it is not named before the flags' }),
  measured: Flags.string({
    helpValue: 'FILE.csv',
    description: 'measured runs: a header with L_ns and T_ns, and a line for each run',
  }),
  run: Flags.string({
    helpGroup: 'RUN',
    helpValue: 'LAUNCHER',
    description:
      "trace the program behind -- and run it with each latency of -L, such as --run 'mpirun -np 4' -L 1ms,2ms,4ms -- ./app",
  }),
  repeat: Flags.integer({
    helpGroup: 'RUN',
    min: 1,
    description: `runs with each latency, and traces [default: ${REPEAT}]`,
  }),
  dilate: injectRunFlags.dilate,
  keep: Flags.string({
    helpGroup: 'RUN',
    helpValue: 'DIR',
    description: 'keep traces, runs and the tracer in this folder',
  }),
  mpicc: traceRunFlags.mpicc,
  tracer: traceRunFlags.tracer,
  'fail-above': Flags.string({
    helpValue: '5%',
    description: 'exit with 10 when the RRMSE of the medians is above this',
  }),
  plot: plotFlag(),
};

export type ValidateFlags = InferredFlags<typeof validateFlags>;

/** A program to trace and run. */
export interface ValidateRunAsked {
  /** Launcher, and launcher with the program, word by word. */
  readonly launcher: readonly string[];
  readonly words: readonly string[];
  /** As injected runs take them, and the smallest, ns. */
  readonly latencies: string;
  readonly least: number;
  /** null: nothing is kept. */
  readonly keep: string | null;
}

/** What flags ask before anything is read. */
export interface ValidateAsked {
  /** A program to run; null: it was, and `measured` has its runs. */
  readonly run: ValidateRunAsked | null;
  /** What is predicted, and the file that it is held against; nothing yet of a program to run. */
  readonly inputs: readonly unknown[];
  readonly measured: string;
  /** Largest RRMSE that passes; null: every one does. */
  readonly gate: number | null;
}

/** `words`: those behind `--`. Throws UsageError. */
export function validateAsked(
  argv: readonly unknown[],
  words: () => readonly string[],
  flags: ValidateFlags,
): ValidateAsked {
  const { trace, run, measured, 'fail-above': most } = flags;
  const region = flags.region === undefined ? 'steady-state' : 'region';
  if (flags[region] !== undefined && flags[region] !== false)
    throw new UsageError(`validate has no --${region}: measured runs are of whole programs`, 'leave it out');
  const gate = most === undefined ? null : parseShare(most, '--fail-above');
  if (run !== undefined) return { run: runAsked(run, words(), flags), inputs: [], measured: '', gate };
  refuseOfRun(flags);
  if (measured === undefined)
    throw new UsageError(
      'nothing to hold the prediction against',
      "name measured runs by --measured, or let them be made: --run 'mpirun -np 4' -L 1ms,2ms,4ms -- ./app",
    );
  if (trace !== undefined && argv.length > 0)
    throw new UsageError(`INPUT is named twice: ${String(argv[0])} and --trace ${trace}`, 'leave one out');
  return { run: null, inputs: trace === undefined ? argv : [trace], measured, gate };
}

/** Throws a UsageError for what is said of runs where none is made. */
function refuseOfRun({ keep, repeat, tracer, dilate }: ValidateFlags): void {
  const given = Object.entries({ keep, repeat, tracer, dilate: dilate === UNDILATED ? undefined : dilate })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => `--${name}`);
  if (given.length > 0)
    throw new UsageError(
      `${given.join(', ')} ${given.length === 1 ? 'is' : 'are'} of --run`,
      'leave it out, or name a launcher by --run',
    );
}

function runAsked(launcher: string, program: readonly string[], flags: ValidateFlags): ValidateRunAsked {
  for (const name of ['trace', 'measured'] as const)
    if (flags[name] !== undefined)
      throw new UsageError(`--${name} beside --run, which makes its own`, 'leave one of them out');
  if (launcher.trim() === '') throw new UsageError('--run names no launcher', "write --run 'mpirun -np 4'");
  if (program.length === 0) throw new UsageError('no program given', 'name it behind --: -- ./app');
  if (flags.latency === undefined)
    throw new UsageError('no latencies to run with', 'name some, at least twice apart: -L 1ms,2ms,4ms');
  const words = wordsOf(launcher);
  return {
    launcher: words,
    words: [...words, ...program],
    latencies: flags.latency,
    least: Math.min(...latenciesOf(flags.latency, false)),
    keep: flags.keep ?? null,
  };
}

/** The words of a command. */
const wordsOf = (command: string): string[] => command.trim().split(/\s+/);
