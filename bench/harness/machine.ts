/** What times were taken on. */
import { cpus, platform } from 'node:os';
import type { Result } from './result.js';

export function thisMachine(): Result['machine'] {
  const all = cpus();
  return { cpus: all.length, model: all[0]?.model ?? '', node: process.version, platform: platform() };
}
