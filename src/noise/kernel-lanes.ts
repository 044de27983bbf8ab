/** Lanes in WebAssembly; the same bits as in TypeScript. */
import { Arena, bytesFor, worthAKernel } from '../kernels/arena.js';
import {
  KERNEL_LANES,
  type LaneColumns,
  type LaneTable,
  lanesKernel,
  placeOfLane,
} from '../kernels/lanes.js';
import { type DrawLists, drawLists } from './draw-lists.js';
import { columnBytes, columnsIn } from './kernel-columns.js';
import { detourBytes, KernelDetours } from './kernel-detours.js';
import { fillTable, tableIn, tableLength } from './kernel-tables.js';
import type { LaneOptions, LanePoint } from './lanes.js';
import { phaseSource } from './phases.js';
import type { NoiseProgram } from './program.js';
import { FACTOR_PARTS } from './row-noise.js';
import type { Sampler } from './sampler.js';
import { jitterOf } from './sources.js';

type Options = Omit<LaneOptions, 'lanes'>;

/** A distribution and where its table lies. */
interface Drawn {
  readonly sampler: Sampler;
  readonly table: LaneTable;
}

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

  /** Null for distributions without a table, small programs, and where there is no memory. */
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
