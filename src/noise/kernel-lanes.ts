/** Lanes in WebAssembly, bit-identical to TypeScript; program, draws, tables and detours as columns for kernels. */

import { Arena, bytesFor, worthAKernel } from '../kernels/arena.js';
import {
  COMPUTES,
  DRAW_WORDS,
  KERNEL_LANES,
  LANE_SCRATCH,
  LANE_VECTORS,
  type LaneColumns,
  type LaneDetours,
  type LaneSteps,
  type LaneTable,
  lanesKernel,
  placeOfLane,
} from '../kernels/lanes-kernel.js';
import {
  Cycle,
  type Detours,
  drawPhases,
  type PhaseSource,
  partsOf,
  phaseSource,
  phasesDrawn,
  type Steps,
} from './detours.js';
import type { LaneOptions, LanePoint } from './noise-lanes.js';
import { FACTOR_PARTS, jitterOf, workOf } from './noise-model.js';
import { ITEM, latenciesOf, type NoiseProgram } from './noise-program.js';
import type { Sampler } from './sampling.js';

type Options = Omit<LaneOptions, 'lanes'>;

/** A distribution and the address of its table. */
interface Drawn {
  readonly sampler: Sampler;
  readonly table: LaneTable;
}

/** Lanes that a kernel plays, on columns of its own memory. */
export class KernelLanes {
  readonly #arena: Arena;
  readonly #program: NoiseProgram;
  readonly #seed: number;
  /** [latency classes] */
  readonly #jitter: readonly (Drawn | null)[];
  readonly #factor: Drawn | null;
  readonly #detours: KernelDetours | null;
  readonly #columns: LaneColumns;
  #at: LanePoint = { x: Number.NaN, scale: Number.NaN };

  private constructor(arena: Arena, program: NoiseProgram, { noise, seed }: Options, lists: DrawLists) {
    this.#arena = arena;
    this.#program = program;
    this.#seed = seed;
    const drawn = (sampler: Sampler | null): Drawn | null =>
      sampler === null ? null : { sampler, table: tableIn(arena, sampler) };
    this.#jitter = jitterOf(program.costs.machine, noise).map(drawn);
    this.#factor = drawn(noise.computation);
    if (this.#factor !== null) fillTable(this.#factor.table, this.#factor.sampler, FACTOR_PARTS);
    this.#detours =
      noise.detours === null
        ? null
        : new KernelDetours(arena, noise.detours.list, phaseSource(program, noise.detours, seed));
    this.#columns = columnsIn(arena, program, lists, (group) => {
      const table = this.#jitter[group]?.table;
      return [table?.column.byteOffset ?? 0, table?.atoms ?? 0];
    });
  }

  /** Null for distributions without a table, small programs, and insufficient memory. */
  static of(program: NoiseProgram, options: Options): KernelLanes | null {
    const { detours, computation } = options.noise;
    if (!worthAKernel(program.rows * KERNEL_LANES)) return null;
    const jitter = jitterOf(program.costs.machine, options.noise);
    const tables: number[] = [];
    for (const sampler of [...jitter, computation]) {
      if (sampler === null) continue;
      const length = tableLength(sampler);
      if (length === null) return null;
      tables.push(8 * length);
    }
    const lists = drawLists(
      program,
      jitter.map((one) => one !== null),
    );
    if (detours !== null)
      tables.push(...detourBytes(detours.list, phaseSource(program, detours, options.seed)));
    const arena = Arena.of(bytesFor([...columnBytes(program, lists), ...tables]));
    return arena === null ? null : new KernelLanes(arena, program, options, lists);
  }

  /** T of the 64 lanes from `first` on, a multiple of 4, in ns. */
  play(first: number, at: LanePoint): Float64Array {
    const { slot, unit } = this.#program;
    const { values } = this.#columns;
    this.#goTo(at);
    values.fill(0, 0, KERNEL_LANES);
    lanesKernel(this.#arena, this.#columns, {
      seed: this.#seed,
      first,
      scale: at.scale,
      factor: this.#factor?.table ?? null,
      detours: this.#detours?.at(first, at.scale, unit) ?? null,
    });
    const last = slot[slot.length - 1] * KERNEL_LANES;
    return Float64Array.from({ length: KERNEL_LANES }, (_, k) => values[last + placeOfLane(k)] / unit);
  }

  /** Costs and tables for the value of the parameter and the amount of noise. */
  #goTo(at: LanePoint): void {
    const { base, slope, unit } = this.#program;
    if (at.x === this.#at.x && at.scale === this.#at.scale) return;
    const x = at.x * unit;
    const { cost } = this.#columns;
    for (let r = 0; r < base.length; r++) cost[r] = base[r] + slope[r] * x;
    for (const drawn of this.#jitter)
      if (drawn !== null) fillTable(drawn.table, drawn.sampler, at.scale * unit);
    this.#at = at;
  }
}

/** Draws of latencies [first, end) of a class. */
interface Draw {
  readonly group: number;
  readonly first: number;
  readonly end: number;
}

/** Lists of a route: latencies that follow `before` others. */
interface Known {
  readonly before: number;
  readonly own: number;
  readonly list: number;
}

/** The list from which each noisy row draws, and the lists; messages of one route and protocol share them. */
interface DrawLists {
  /** [items + 1] by noisy row, in their order; the first is none. */
  readonly list: Uint32Array;
  readonly lists: readonly (readonly Draw[])[];
}

/** `noisy`: [latency classes] whether they have jitter. */
function drawLists(program: NoiseProgram, noisy: readonly boolean[]): DrawLists {
  const { item, rows, costs } = program;
  const { routes } = costs.machine.network;
  const known: Known[][] = routes.map(() => []);
  const lists: Draw[][] = [];
  const list = new Uint32Array(1 + item.reduce((sum, one) => sum + (one === ITEM.none ? 0 : 1), 0));
  let items = 0;
  for (let r = 0; r < rows; r++) {
    if (item[r] === ITEM.none) continue;
    items++;
    if (item[r] === ITEM.computation) list[items] = COMPUTES;
    else {
      const { send, before, own } = latenciesOf(program, r);
      const route = costs.route(send);
      let found = known[route].find((one) => one.before === before && one.own === own);
      if (found === undefined) {
        found = { before, own, list: lists.length };
        known[route].push(found);
        lists.push(drawsOf(routes[route].counts, noisy, found));
      }
      list[items] = found.list;
    }
  }
  return { list, lists };
}

function drawsOf(counts: readonly number[], noisy: readonly boolean[], { before, own }: Known): Draw[] {
  return counts
    .map((count, group) => ({ group, first: before * count, end: (before + own) * count }))
    .filter(({ group, first, end }) => noisy[group] && end > first);
}

/** Bytes of each of the columns of a program. */
function columnBytes({ rows, vertices, slots }: NoiseProgram, { list, lists }: DrawLists): number[] {
  const draws = lists.reduce((sum, { length }) => sum + length, 0);
  return [
    ...[4 * (vertices + 1), 4 * vertices],
    ...[4 * rows, 8 * rows, 4 * rows],
    ...[4 * list.length, 4 * list.length, 4 * list.length, 8 * list.length],
    ...[4 * (lists.length + 1), 4 * DRAW_WORDS * draws],
    ...[8 * slots * KERNEL_LANES, 8 * LANE_SCRATCH, 8 * LANE_VECTORS],
  ];
}

/**
 * The columns, except costs, which depend on x. `tableOf`: address of a latency class's table, and its number of single
 * values.
 */
function columnsIn(
  arena: Arena,
  program: NoiseProgram,
  { list, lists }: DrawLists,
  tableOf: (group: number) => readonly [number, number],
): LaneColumns {
  const { rows, slots, slot, from, op, item, rowStart, costs } = program;
  const columns = {
    rowStart: arena.copy(rowStart, arena.u32),
    to: arena.copy(slot, arena.u32),
    from: arena.u32(rows),
    cost: arena.f64(rows),
    item: arena.u32(rows),
    op: arena.u32(list.length),
    list: arena.copy(list, arena.u32),
    rank: arena.u32(list.length),
    work: arena.f64(list.length),
    listStart: arena.u32(lists.length + 1),
    draws: arena.copy(
      Uint32Array.from(
        lists.flatMap((one) =>
          one.flatMap(({ group, first, end }) => [group, first, end, ...tableOf(group)]),
        ),
      ),
      arena.u32,
    ),
    values: arena.f64(slots * KERNEL_LANES),
    scratch: arena.f64(LANE_SCRATCH),
    vectors: arena.f64(LANE_VECTORS),
  };
  for (const [i, { length }] of lists.entries()) columns.listStart[i + 1] = columns.listStart[i] + length;
  let items = 0;
  for (let r = 0; r < rows; r++) {
    columns.from[r] = slot[from[r]];
    if (item[r] === ITEM.none) continue;
    columns.item[r] = ++items;
    columns.op[items] = op[r];
    if (list[items] !== COMPUTES) continue;
    columns.rank[items] = costs.rank[op[r]];
    columns.work[items] = workOf(program, op[r]);
  }
  return columns;
}

/** Bytes of each of the columns of detours and their phases. */
function detourBytes({ list }: Detours, source: PhaseSource): number[] {
  const steps = 8 * (list.length + 2);
  const guide = 4 * (partsOf(list.length + 1) + 1);
  return [steps, steps, steps, guide, guide, 8 * phasesDrawn(source) * KERNEL_LANES];
}

/** Detours and their phases as columns that kernels read. */
class KernelDetours {
  readonly #detours: Detours;
  readonly #source: PhaseSource;
  readonly #lost: Float64Array;
  readonly #begins: Placed;
  readonly #worked: Placed;
  readonly #shifts: Float64Array;

  constructor(arena: Arena, detours: Detours, source: PhaseSource) {
    const steps = detours.list.length + 2;
    const placed = (): Placed => ({ column: arena.f64(steps), guide: arena.u32(partsOf(steps - 1) + 1) });
    this.#detours = detours;
    this.#source = source;
    this.#lost = arena.f64(steps);
    this.#begins = placed();
    this.#worked = placed();
    this.#shifts = arena.f64(phasesDrawn(source) * KERNEL_LANES);
  }

  /** Those of the lanes from `first` on, each `scale` times as long, in 1/`unit` ns. */
  at(first: number, scale: number, unit: number): LaneDetours {
    const cycle = Cycle.of(this.#detours, scale, unit);
    const { period, whole, only } = cycle;
    this.#lost.set(cycle.lost);
    this.#drawShifts(cycle, first);
    return {
      ...{ period, whole, only, lost: this.#lost, shifts: this.#shifts, together: this.#source.together },
      begins: placedAs(this.#begins, cycle.begins),
      worked: placedAs(this.#worked, cycle.worked),
    };
  }

  #drawShifts(cycle: Cycle, first: number): void {
    const drawn = new Float64Array(this.#shifts.length);
    drawPhases(drawn, cycle, this.#source, first);
    for (const [i, shift] of drawn.entries()) {
      const lane = i % KERNEL_LANES;
      this.#shifts[i - lane + placeOfLane(lane)] = shift;
    }
  }
}

/** Room for steps. */
type Placed = Omit<LaneSteps, 'parts'>;

function placedAs({ column, guide }: Placed, steps: Steps): LaneSteps {
  column.set(steps.column);
  guide.set(steps.guide);
  return { column, guide, parts: steps.parts };
}

/** Factor by which the kernel scales the position after a knot. */
const REST_UNIT = 2 ** 21;
/** Head of an atom table: the first value by 12 bits of a word, in numbers of 64 bits. */
const GUIDE = 4096 / 2;

/** Size of the kernel table of a sampler, in numbers of 64 bits; null: it has none. */
function tableLength(sampler: Sampler): number | null {
  const atoms = sampler.atoms(1);
  return atoms === null ? (sampler.knots(1)?.length ?? null) : GUIDE + 2 * atoms.values.length;
}

/** Memory for the table of `sampler`, which has one. */
function tableIn(arena: Arena, sampler: Sampler): LaneTable {
  return { column: arena.f64(tableLength(sampler) ?? 0), atoms: sampler.atoms(1)?.values.length ?? 0 };
}

/** Writes the table of `sampler`, its values multiplied by `factor`. */
function fillTable({ column }: LaneTable, sampler: Sampler, factor: number): void {
  const atoms = sampler.atoms(factor);
  if (atoms === null) {
    column.set(sampler.knots(factor) ?? []);
    for (let i = 1; i < column.length; i += 2) column[i] /= REST_UNIT;
  } else {
    new Uint32Array(column.buffer, column.byteOffset, 2 * GUIDE).set(atoms.first);
    column.set(atoms.ends, GUIDE);
    column.set(atoms.values, GUIDE + atoms.ends.length);
  }
}
