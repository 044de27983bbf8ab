/** The ranks that a schedule is made of, and their communicators. */
import { findCommunicators } from './communicators.js';
import { extrapolate, type WalkedRun } from './extrapolate.js';
import type { ConversionOptions } from './options.js';
import type { RankTrace } from './trace.js';

/** Throws InputError where calls that make communicators do not fit together. */
export const walkedRun = (ranks: readonly RankTrace[], { copies = 1, rules }: ConversionOptions): WalkedRun =>
  extrapolate(ranks, findCommunicators(ranks), copies, rules === 'published');
