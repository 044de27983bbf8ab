/** What was asked to be noisy, as it was written. */
import type { NoiseSourceFlags } from '../flags/noise.js';

/** Sources by flag. */
export function sourcesJson({ jitter, delay, ...flags }: NoiseSourceFlags): Record<string, unknown> {
  return {
    jitter: jitter ?? [],
    compute_noise: flags['compute-noise'] ?? null,
    os_noise: flags['os-noise'] ?? null,
    delay: delay ?? [],
  };
}

/** All of them in a line. */
export function sourceTitle({ jitter = [], delay = [], ...flags }: NoiseSourceFlags): string {
  const compute = flags['compute-noise'];
  const detours = flags['os-noise'];
  return [
    ...jitter.map((one) => `jitter ${one}`),
    ...(compute === undefined ? [] : [`computation ${compute}`]),
    ...(detours === undefined ? [] : [`interruptions ${detours}`]),
    ...delay.map((one) => `delay ${one}`),
  ].join('; ');
}
