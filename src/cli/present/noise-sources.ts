/** What was asked to be noisy, as it was written. */
import type { NoiseFlags } from '../flags/noise.js';

type SourceFlags = Pick<NoiseFlags, 'jitter' | 'compute-noise' | 'os-noise' | 'delay'>;

/** Sources by flag. */
export function sourcesJson({ jitter, delay, ...flags }: SourceFlags): Record<string, unknown> {
  return {
    jitter: jitter ?? [],
    compute_noise: flags['compute-noise'] ?? null,
    os_noise: flags['os-noise'] ?? null,
    delay: delay ?? [],
  };
}

/** All of them in a line. */
export function sourceTitle({ jitter = [], delay = [], ...flags }: SourceFlags): string {
  const compute = flags['compute-noise'];
  const detours = flags['os-noise'];
  return [
    ...jitter.map((one) => `jitter ${one}`),
    ...(compute === undefined ? [] : [`computation ${compute}`]),
    ...(detours === undefined ? [] : [`interruptions ${detours}`]),
    ...delay.map((one) => `delay ${one}`),
  ].join('; ');
}
