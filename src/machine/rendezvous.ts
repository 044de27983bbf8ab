import { type ParseOptions, parseSize } from '../units/units.js';

/** Size above which messages synchronise; 'none' keeps all of them eager. Throws UsageError. */
export function parseRendezvous(text: string, options: ParseOptions = {}): number {
  return text.trim() === 'none'
    ? Number.POSITIVE_INFINITY
    : parseSize(text, { name: 'rendezvous', ...options });
}
