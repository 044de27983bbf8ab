/** The flags that say how traces become a schedule. */
import { UsageError } from '../../errors.js';
import type { Format } from '../../sources/format.js';
import type { ConversionOptions } from '../../sources/mpi/options.js';
import type { MatchingFlags } from '../flags/matching.js';

/** As oclif parses them. */
export interface TraceFlags extends MatchingFlags {
  readonly collective?: readonly string[] | undefined;
  readonly rules?: string | undefined;
  readonly 'request-pitch'?: string | undefined;
  readonly 'skip-calls'?: readonly string[] | undefined;
  readonly strict?: boolean | undefined;
}

/** Throws a UsageError where a flag says how calls become operations, and the input has none. */
export function refuseOfCalls(flag: string, { name, collectives }: Format, mend: string): void {
  if (collectives === 'calls') return;
  throw new UsageError(`${flag} has no meaning for ${name}, whose collectives are messages already`, mend);
}

/** The first flag that an input without calls would pass over; undefined where none was given. */
export function flagOfCalls(flags: TraceFlags): string | undefined {
  const [choice] = flags.collective ?? [];
  if (choice !== undefined) return `--collective ${choice}`;
  if (flags.rules === 'published') return '--rules published';
  const pitch = flags['request-pitch'] ?? 'infer';
  if (pitch !== 'infer') return `--request-pitch ${pitch}`;
  const [skipped] = flags['skip-calls'] ?? [];
  return skipped === undefined ? undefined : `--skip-calls ${skipped}`;
}

export function conversionOptions(flags: TraceFlags): ConversionOptions {
  const pitch = flags['request-pitch'];
  return {
    rules: flags.rules === 'published' ? 'published' : 'default',
    strict: flags.strict ?? false,
    skipCalls: flags['skip-calls'] ?? [],
    ...(pitch === '4' ? { requestPitch: 4 } : pitch === '8' ? { requestPitch: 8 } : {}),
  };
}
