/** The flags that say how traces become a schedule. */
import { UsageError } from '../../errors.js';
import type { Format } from '../../sources/format.js';
import type { ConversionOptions } from '../../sources/mpi/options.js';
import { parseFlopRate } from '../../units/units.js';
import type { MatchingFlags } from '../flags/matching.js';

const LEAVE = 'leave it out';

/** As oclif parses them. */
export interface TraceFlags extends MatchingFlags {
  readonly collective?: readonly string[] | undefined;
  readonly rules?: string | undefined;
  readonly 'request-pitch'?: string | undefined;
  readonly waits?: string | undefined;
  readonly 'flop-rate'?: string | undefined;
  readonly 'skip-calls'?: readonly string[] | undefined;
  readonly strict?: boolean | undefined;
  readonly extrapolate?: number | undefined;
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
  if (flags.waits === 'any') return '--waits any';
  if (flags.extrapolate !== undefined) return `--extrapolate ${flags.extrapolate}`;
  const [skipped] = flags['skip-calls'] ?? [];
  return skipped === undefined ? undefined : `--skip-calls ${skipped}`;
}

/** Throws a UsageError where a flag says what inputs of this format leave nothing to be said of. */
export function refuseOfOthers(
  flags: TraceFlags,
  { name, countsFlops, numbersRequests }: Pick<Format, 'name' | 'countsFlops' | 'numbersRequests'>,
): void {
  const { 'flop-rate': rate, 'request-pitch': pitch = 'infer' } = flags;
  if (rate !== undefined && countsFlops !== true)
    throw new UsageError(
      `--flop-rate ${rate} has no meaning for ${name}: no computation is counted in flops`,
      LEAVE,
    );
  if (pitch !== 'infer' && numbersRequests === true)
    throw new UsageError(`--request-pitch ${pitch} has no meaning for ${name}, which number requests`, LEAVE);
}

/** Flops in a second of a core, where they are given. */
export function flopRateOf({ 'flop-rate': rate }: TraceFlags): { readonly flopRate?: number } {
  return rate === undefined ? {} : { flopRate: parseFlopRate(rate, { name: '--flop-rate' }) };
}

/** Throws UsageError for flags that contradict each other. */
export function conversionOptions(flags: TraceFlags): ConversionOptions {
  if (flags.rules === 'published' && flags.waits === 'any')
    throw new UsageError(
      '--waits any has no meaning with --rules published, which keep the order of the traces',
      'leave out one of the two',
    );
  const pitch = flags['request-pitch'];
  return {
    rules: flags.rules === 'published' ? 'published' : 'default',
    strict: flags.strict ?? false,
    skipCalls: flags['skip-calls'] ?? [],
    waits: flags.waits === 'any' ? 'any' : 'traced',
    ...(flags.extrapolate === undefined ? {} : { copies: flags.extrapolate }),
    ...(pitch === '4' ? { requestPitch: 4 } : pitch === '8' ? { requestPitch: 8 } : {}),
  };
}
