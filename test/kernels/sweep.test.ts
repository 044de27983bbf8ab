/** What a sweep computes in WebAssembly, passes, paths, splits and contractions, has the bits of that in TypeScript. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { kernelsAsSet } from '../../src/cli/workers/plan.js';
import { Arena, bytesFor, useKernels } from '../../src/kernels/arena.js';
import {
  forwardAt,
  Labels,
  lineOfPoint,
  PLACE_NUMBERS,
  POINTS_AT_ONCE,
  pass,
  passAtInfinity,
  pathRows,
  placed,
  sharedLabels,
} from '../../src/solve/sweep/pass.js';
import { bytesOfContracting, keptNumbers, sparsify, withContracted } from '../../src/solve/sweep/sparsify.js';
import { gathered } from '../../src/solve/sweep/split.js';
import { CriticalRows, certify } from '../../src/solve/sweep/sweep-engine.js';
import type { LineSystem } from '../../src/timing/line-system.js';
import { among, runs } from '../part.js';
import { system } from '../solve/sweep/systems.js';
import { fractionalSystems, wholeSystems } from './systems.js';

afterEach(kernelsAsSet);

/** The same system with its columns in an arena, with room for labels and for `more` bytes. */
function laidOut(lines: LineSystem, more = 0): LineSystem {
  const { vertices, rows } = lines;
  const labels = [8 * vertices, 8 * vertices];
  const columns = [4 * (vertices + 1), 4 * rows, 8 * rows, 8 * rows];
  const arena = Arena.of(bytesFor([...columns, ...labels]) + more);
  if (arena === null) throw new Error('this machine has no memory for WebAssembly');
  const own = {
    rowStart: arena.u32(vertices + 1),
    from: arena.u32(rows),
    base: arena.f64(rows),
    slope: arena.f64(rows),
  };
  own.rowStart.set(lines.rowStart);
  own.from.set(lines.from);
  own.base.set(lines.base);
  own.slope.set(lines.slope);
  return { ...lines, ...own };
}

const bits = (column: ArrayLike<number>): BigUint64Array =>
  new BigUint64Array(Float64Array.from(column).buffer);

/** Columns of a system, by their bits. */
const columnsOf = ({ vertices, rows, rowStart, from, base, slope }: LineSystem) => ({
  ...{ vertices, rows, base: bits(base), slope: bits(slope) },
  ...{ rowStart: Array.from(rowStart), from: Array.from(from) },
});

const SYSTEMS = [
  ['whole', wholeSystems],
  ['fractional', fractionalSystems],
] as const;

describe('a pass in WebAssembly', () => {
  it.each(SYSTEMS)('labels vertices of %s costs as the one in TypeScript does', (_, systems) => {
    const places = fc.constantFrom(0, 0.5, 1, 1.1, 2, 7);
    fc.assert(
      fc.property(systems, places, fc.constantFrom('left' as const, 'right' as const), (lines, x, ties) => {
        const placed = laidOut(lines);
        const labels = sharedLabels(placed);
        expect(Arena.holding(placed.from, labels.c, labels.a)).not.toBeNull();
        const wanted = new Labels(lines.vertices);
        expect(pass(placed, x, labels, ties)).toEqual(pass(lines, x, wanted, ties));
        expect(bits(labels.c)).toEqual(bits(wanted.c));
        expect(bits(labels.a)).toEqual(bits(wanted.a));
        expect(certify(placed, labels, x, 1, new Uint32Array(0))).toEqual(
          certify(lines, wanted, x, 1, new Uint32Array(0)),
        );
        // Too early a time violates rows.
        labels.c[lines.vertices >> 1] -= 0.75;
        wanted.c[lines.vertices >> 1] -= 0.75;
        expect(certify(placed, labels, x, 1, new Uint32Array(0))).toEqual(
          certify(lines, wanted, x, 1, new Uint32Array(0)),
        );
        expect(passAtInfinity(placed, labels)).toEqual(passAtInfinity(lines, wanted));
        expect(bits(labels.c)).toEqual(bits(wanted.c));
        expect(bits(labels.a)).toEqual(bits(wanted.a));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('is not asked where kernels are not wanted', () => {
    const [lines] = fc.sample(wholeSystems, 1);
    const placed = laidOut(lines);
    useKernels(false);
    expect(Arena.holding(placed.from)).toBeNull();
    expect(Arena.of(100)).toBeNull();
    expect(pass(placed, 1, new Labels(lines.vertices))).toEqual(pass(lines, 1, new Labels(lines.vertices)));
  });

  it('has no memory past the address space of 32 bits', () => {
    expect(Arena.of(2 ** 32)).toBeNull();
  });
});

/** Room for a path and for critical rows, and for the column of counts. */
const ROOM = 1 << 16;

/** Everything that is asked of the longest paths at x, and their rows. */
function query(lines: LineSystem, labels: Labels, x: number, counts: Uint16Array | Float64Array) {
  const line = pass(lines, x, labels);
  const path = pathRows(lines, labels);
  const critical = CriticalRows.of(lines, labels, x, line);
  return {
    path,
    columns: critical?.columns,
    flattest: critical?.flattest(),
    most: critical?.mostPaid(counts),
  };
}

describe('longest paths in WebAssembly', () => {
  it.each(SYSTEMS)('of %s costs are those in TypeScript, and so is what they pay', (_, systems) => {
    const places = fc.constantFrom(0, 0.5, 1, 1.1, 2, 7);
    const weights = fc.array(fc.nat(9), { minLength: 240, maxLength: 240 });
    fc.assert(
      fc.property(systems, places, weights, fc.boolean(), (lines, x, numbers, wide) => {
        const counts = (wide ? Float64Array : Uint16Array).from(numbers.slice(0, lines.rows));
        const placed = laidOut(lines, ROOM);
        const arena = Arena.holding(placed.from);
        if (arena === null) throw new Error('the columns lie in no arena');
        const held = wide ? arena.copy(counts, arena.f64) : arena.copy(counts, arena.u16);
        const labels = sharedLabels(placed);
        expect(Arena.holding(labels.c, held)).toBe(arena);
        expect(query(placed, labels, x, held)).toEqual(query(lines, new Labels(lines.vertices), x, counts));
      }),
      { numRuns: runs(300) },
    );
  });

  it('are found as well where there is no room beside the rows', () => {
    const [lines] = fc.sample(wholeSystems, 1);
    const placed = laidOut(lines, 0);
    const counts = new Uint16Array(lines.rows).fill(1);
    const found = query(placed, sharedLabels(placed), 1, counts);
    expect(found).toEqual(query(lines, new Labels(lines.vertices), 1, counts));
  });

  it('are told a part at a time where they are long', () => {
    const vertices = 10_001;
    const chain: LineSystem = {
      ...fc.sample(wholeSystems, 1)[0],
      vertices,
      rows: vertices - 1,
      rowStart: Uint32Array.from({ length: vertices + 1 }, (_, v) => Math.max(v - 1, 0)),
      from: Uint32Array.from({ length: vertices - 1 }, (_, r) => r),
      base: new Float64Array(vertices - 1).fill(2),
      slope: new Float64Array(vertices - 1).fill(1),
    };
    const placed = laidOut(chain, bytesFor([16 * vertices, 64 * vertices]));
    const labels = sharedLabels(placed);
    pass(placed, 1, labels);
    expect(pathRows(placed, labels)).toEqual(Uint32Array.from({ length: vertices - 1 }, (_, r) => r));
    const rows = CriticalRows.of(placed, labels, 1, { c: 20_000, a: 10_000 });
    expect(rows?.flattest()).toEqual({ c: 20_000, a: 10_000 });
    expect(rows?.columns.places).toBe(vertices);
  });
});

/** Room enough for all that is made of a random system. */
const BYTES = 1 << 20;

/** Lanes that are looked at, vertex by vertex. */
const lanesOf = (values: Float64Array, points: number): BigUint64Array =>
  bits(values.filter((_, i) => i % POINTS_AT_ONCE < points));

/** All that splitting makes of a system at these x, ascending. */
function made(lines: LineSystem, xs: readonly number[], q: number) {
  const there = placed(lines, BYTES);
  const { room } = there;
  const system = there.lines;
  const values = room.f64(lines.vertices * POINTS_AT_ONCE);
  const places = room.f64(PLACE_NUMBERS);
  forwardAt(
    system,
    xs.map((x) => ({ p: x * q, q })),
    places,
    values,
  );
  const points = xs.map((x) => ({ x, line: pass(lines, x, new Labels(lines.vertices)) }));
  const kept = room.u32(keptNumbers(lines));
  const words = kept.length / POINTS_AT_ONCE;
  // Of three or more parts, the second is not looked for.
  const wanted = xs.slice(1).map((_, i) => i !== 1);
  const counts = sparsify(there, points, wanted, kept);
  const parts = xs
    .slice(1)
    .map((_, i) => gathered(there, kept.subarray(i * words, (i + 1) * words), counts[i]));
  return {
    arena: Arena.holding(system.from, values, kept),
    lines: xs.map((_, k) => lineOfPoint(system, places, k, values)),
    forward: lanesOf(values, xs.length),
    counts,
    kept: Array.from(kept),
    parts: parts.map(columnsOf),
  };
}

describe('splitting in WebAssembly', () => {
  it.each(SYSTEMS)('sweeps, sifts and gathers %s costs as TypeScript does', (_, systems) => {
    const places = fc.uniqueArray(fc.constantFrom(0, 0.5, 1, 1.1, 2, 3.7, 5, 7, 9, 11), {
      minLength: 2,
      maxLength: POINTS_AT_ONCE,
    });
    fc.assert(
      fc.property(systems, places, fc.constantFrom(1, 3, 7), (lines, some, q) => {
        const xs = some.toSorted((a, b) => a - b);
        useKernels(false);
        const { arena: none, ...wanted } = made(lines, xs, q);
        expect(none).toBeNull();
        useKernels(true, 0);
        const { arena, ...found } = made(lines, xs, q);
        expect(arena).not.toBeNull();
        expect(found).toEqual(wanted);
      }),
      { numRuns: runs(300) },
    );
  });
});

/** What is left of a system, and whether it lies where kernels compute; null where that is not much less. */
function contracted(lines: LineSystem, low: number, high: number) {
  const left: { system: object; kernels: boolean }[] = [];
  withContracted(placed(lines, bytesOfContracting(lines, 0)), low, high, (smaller) => {
    left.push({
      system: columnsOf(smaller),
      kernels: Arena.holding(smaller.from, smaller.base) !== null,
    });
  });
  return left.at(0) ?? null;
}

/** Whether something was left, in both ways. */
function bothContract(lines: LineSystem, low: number, high: number): boolean {
  useKernels(false);
  const wanted = contracted(lines, low, high);
  expect(wanted?.kernels ?? false).toBe(false);
  useKernels(true, 0);
  const found = contracted(lines, low, high);
  expect(found?.system).toEqual(wanted?.system);
  expect(found?.kernels ?? true).toBe(true);
  return found !== null;
}

describe('contracting in WebAssembly', () => {
  it.each(SYSTEMS)('leaves of %s costs what TypeScript leaves', (_, systems) => {
    let shown = 0;
    fc.assert(
      fc.property(
        systems,
        fc.constantFrom(0, 0.1, 1, 3.7),
        fc.constantFrom(0.5, 2, 40),
        (lines, low, more) => {
          if (bothContract(lines, low, low + more)) shown++;
        },
      ),
      { numRuns: runs(500) },
    );
    expect(shown).toBeGreaterThan(among(250));
  });

  it('leaves the same where one call does not reach all vertices', () => {
    const rows: [number, number, number, number][] = [[0, 1, 1, 0]];
    for (let v = 2; v < 50_000; v++) {
      rows.push([v - 1, v, v % 7, v % 2]);
      if (v % 4 === 0) rows.push([v - 3, v, v % 11, v % 3]);
    }
    expect(bothContract(system(rows), 1, 5)).toBe(true);
  });
});
