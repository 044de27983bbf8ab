/** Flags of `inject`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { UsageError } from '../../errors.js';
import { decimal, MAX_QUANTITY, parseGapPerByte, parseSize, parseTime } from '../../units/units.js';
import { outputFlags, traceFlags } from './common.js';
import { traceRunFlags } from './trace.js';

/** Computation takes its own time. */
export const UNDILATED = '1';

export const injectRunFlags = {
  latency: Flags.string({
    char: 'L',
    required: true,
    helpValue: 'TIME,…',
    description: 'latency of a message in all, or several to run with in turn',
  }),
  added: Flags.boolean({ description: 'the latencies come on top of what a message takes anyway' }),
  'gap-per-byte': Flags.string({
    char: 'G',
    default: '0',
    helpValue: 'TIME/B',
    description: 'what each further byte adds, such as 0.1ns/B',
  }),
  overhead: Flags.string({
    char: 'o',
    default: '0',
    helpValue: 'TIME',
    description: "what is added for the sender's overhead; the program's own is there anyway",
  }),
  rendezvous: Flags.string({
    char: 'S',
    default: 'none',
    helpValue: 'SIZE|none',
    description: 'larger messages wait for their receiver, and take three latencies',
  }),
  trace: Flags.string({
    helpValue: 'TRACES',
    description: 'traces of the same program, by which collectives are delayed; without them they are not',
  }),
  collective: traceFlags.collective,
  dilate: Flags.string({
    default: UNDILATED,
    helpValue: 'TIMES',
    description: 'make computation last so many times its CPU time: for more ranks than cores',
  }),
  repeat: Flags.integer({ default: 1, min: 1, description: 'runs with each latency' }),
  csv: Flags.string({
    helpValue: 'FILE',
    description: "write the runs, as 'validate --measured' reads them",
  }),
  mpicc: traceRunFlags.mpicc,
  tracer: traceRunFlags.tracer,
  json: Flags.boolean({ helpGroup: 'OUTPUT', description: 'print one JSON object' }),
  quiet: outputFlags.quiet,
};

export type InjectRunFlags = InferredFlags<typeof injectRunFlags>;

/** What flags ask of runs. */
export interface InjectAsked {
  /** In ns, each once, in the order of the flag. */
  readonly latencies: readonly number[];
  /** The tracer's variables that are the same for all runs. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Throws UsageError. */
export function injectAsked(flags: InjectRunFlags): InjectAsked {
  if (flags.collective !== undefined && flags.trace === undefined)
    throw new UsageError(
      `--collective ${flags.collective[0]} has no traces to apply to`,
      'name the traces of the program by --trace',
    );
  return { latencies: latenciesOf(flags.latency, flags.added), variables: variablesOf(flags) };
}

/** Latencies to run with, ns, each once, in their order. Throws UsageError. */
export function latenciesOf(text: string, added: boolean): number[] {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  if (parts.length === 0) throw new UsageError('--latency is empty', 'write values such as 1ms,2ms,4ms');
  return [...new Set(parts.map((part) => latencyOf(part, added)))];
}

function latencyOf(text: string, added: boolean): number {
  const latency = Math.round(parseTime(text, { name: '--latency' }));
  if (latency > 0 || added) return latency;
  throw new UsageError(`--latency '${text}' is below that of any network`, 'add it: --added');
}

function variablesOf(flags: InjectRunFlags): Record<string, string> {
  const none = flags.rendezvous.trim().toLowerCase() === 'none';
  return {
    LLAMP_G: String(parseGapPerByte(flags['gap-per-byte'], { name: '--gap-per-byte' })),
    LLAMP_O: String(Math.round(parseTime(flags.overhead, { name: '--overhead' }))),
    ...(none ? {} : { LLAMP_S: String(parseSize(flags.rendezvous, { name: '--rendezvous', unit: 'B' })) }),
    LLAMP_DILATE: String(timesOf(flags.dilate)),
  };
}

function timesOf(text: string): number {
  const times = decimal(text.trim());
  if (times >= 1 && times <= MAX_QUANTITY) return times;
  throw new UsageError(
    `--dilate '${text}' is not a number from 1`,
    'write how many times longer, such as 20',
  );
}
