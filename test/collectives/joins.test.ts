/** Joins cost as many latencies as were measured of them over a network that really delayed every packet. */
import { describe, expect, it } from 'vitest';
import { joins } from '../../src/collectives/joins.js';
import { latencies } from './join-latencies.js';
import { isMeasured, type MeasuredCall, measuredCalls } from './measured-rows.js';

const MEASURED = measuredCalls(new URL('joins.tsv', import.meta.url));

/** What the composition does not have: blocks of 64 KiB of these ranks overlap in the file, which no trace tells. */
const isKnown = ({ bytes }: MeasuredCall): boolean => bytes === 65_536;

const holds = ({ library, name, ranks, latencies: measured }: MeasuredCall): boolean =>
  isMeasured(latencies(library, name, ranks), measured);

describe.each([
  // Of eight ranks under Open MPI, six rows are up to 0.7 L above a whole number: the measurement's noise.
  { library: 'openmpi', most: 0.08, ofAll: 0.12 },
  { library: 'mpich', most: 0.05, ofAll: 0.1 },
] as const)('joins of $library', ({ library, most, ofAll }) => {
  const all = MEASURED.filter((one) => one.library === library);
  const missed = all.filter((one) => !holds(one));

  it('cost the latencies that were measured', () => {
    const had = all.filter((one) => !isKnown(one));
    const missing = missed.filter((one) => !isKnown(one));
    expect(had.length).toBeGreaterThan(100);
    expect(missing.length / had.length).toBeLessThan(most);
    expect(missed.length / all.length).toBeLessThan(ofAll);
  });

  it('never cost more than 1.1 latencies above what was measured', () => {
    for (const one of all) {
      const { name, ranks, variant } = one;
      expect(latencies(library, name, ranks), `${variant}, p = ${ranks}`).toBeLessThan(one.latencies + 1.1);
    }
  });
});

describe('joins by hand', () => {
  it.each([
    // Three reductions and broadcasts of depth ⌊log₂ p⌋.
    ['openmpi', 'Comm_dup', 16, 24],
    // A reduction and its result by halving and doubling (2 · 4), then a broadcast (4).
    ['mpich', 'Comm_dup', 16, 12],
    ['openmpi', 'Comm_dup_with_info', 4, 12],
    // Nothing is known: a dissemination barrier.
    ['unknown', 'Comm_dup', 5, 3],
    ['unknown', 'File_open', 8, 3],
    ['openmpi', 'Win_allocate_shared', 2, 7],
  ] as const)('%s: %s of %i ranks takes %i latencies', (library, name, size, expected) => {
    expect(latencies(library, name, size)).toBe(expected);
  });

  it('cost a single rank nothing', () => {
    for (const { library, name } of MEASURED) expect(latencies(library, name, 1)).toBe(0);
  });

  it('are none where the library does without', () => {
    expect(joins('mpich', 'Comm_disconnect')).toBe(false);
    expect(joins('openmpi', 'Comm_disconnect')).toBe(true);
    expect(joins('unknown', 'Comm_disconnect')).toBe(false);
    expect(joins('mpich', 'File_sync')).toBe(false);
  });
});
