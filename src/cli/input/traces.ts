/** The flags that say how traces become a schedule. */
import type { ConversionOptions } from '../../sources/liballprof/options.js';

/** As oclif parses them. */
export interface TraceFlags {
  readonly collective?: readonly string[] | undefined;
  readonly rules?: string | undefined;
  readonly 'request-pitch'?: string | undefined;
  readonly 'skip-calls'?: readonly string[] | undefined;
  readonly strict?: boolean | undefined;
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
