/** What an input is, by its name and first bytes. */
import { statSync } from 'node:fs';
import { looksLikeTrace } from '../../sources/liballprof/names.js';

/** Bytes looked at to tell traces from GOAL. */
const HEAD = 512;

export function looksLikeTraces(head: Uint8Array): boolean {
  return looksLikeTrace(new TextDecoder().decode(head.subarray(0, HEAD)));
}

/** Whether an INPUT can only mean traces: a directory or a glob. */
export function namesTraces(input: string): boolean {
  if (input === '-') return false;
  if (input.includes('*')) return true;
  return statSync(input, { throwIfNoEntry: false })?.isDirectory() === true;
}
