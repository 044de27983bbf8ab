/** How many latencies joins take. */
import { DEFAULT_OPTIONS } from '../../src/collectives/collective-algorithm.js';
import { type MpiLibrary, rulesOf } from '../../src/collectives/library-calls.js';
import { joinLatencies } from '../../src/collectives/recorded-calls.js';

export const latencies = (library: MpiLibrary, name: string, size: number): number =>
  joinLatencies(rulesOf(library, true, [], DEFAULT_OPTIONS), name, size);
