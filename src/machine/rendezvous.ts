import { parseSize } from '../units/units.js';

/** Size above which messages synchronise; 'none' keeps all of them eager. */
export function parseRendezvous(text: string, unit?: string): number {
  if (text === 'none') return Number.POSITIVE_INFINITY;
  return parseSize(text, unit === undefined ? { name: 'rendezvous' } : { name: 'rendezvous', unit });
}
