/** Lanes in WebAssembly, where all noise is the jitter of one latency class from a table; the same bits as in TypeScript. */
import { Arena, bytesFor, worthAKernel } from '../kernels/arena.js';
import { KERNEL_LANES, LANE_SCRATCH, type LaneColumns, lanesKernel } from '../kernels/lanes.js';
import type { LaneOptions, LanePoint } from './lanes.js';
import { latenciesOf } from './latencies.js';
import { ITEM, type NoiseProgram } from './program.js';
import type { Sampler } from './sampler.js';
import { jitterOf, type Noise } from './sources.js';

/** Latencies of one message that a row of the kernel counts to. */
const MOST_DRAWS = 0xff;

export class KernelLanes {
  readonly #arena: Arena;
  readonly #program: NoiseProgram;
  readonly #columns: LaneColumns;
  readonly #sampler: Sampler;
  readonly #seed: number;
  #at: LanePoint = { x: Number.NaN, scale: Number.NaN };

  private constructor(arena: Arena, program: NoiseProgram, sampler: Sampler, seed: number) {
    this.#arena = arena;
    this.#program = program;
    this.#columns = columnsIn(arena, program, sampler.knots(1)?.length ?? 0);
    this.#sampler = sampler;
    this.#seed = seed;
  }

  /** Null for noise that the kernel does not know, small programs, and where there is no memory for it. */
  static of(program: NoiseProgram, { noise, seed }: Omit<LaneOptions, 'lanes'>): KernelLanes | null {
    const sampler = onlyJitter(program, noise);
    if (sampler === null || !worthAKernel(program.rows * KERNEL_LANES)) return null;
    const { rows, vertices, slots } = program;
    const arena = Arena.of(
      bytesFor([
        ...[4 * (vertices + 1), 4 * vertices, 4 * rows, 8 * rows, rows, rows, 4 * rows],
        ...[8 * slots * KERNEL_LANES, 8 * LANE_SCRATCH, 8 * (sampler.knots(1)?.length ?? 0)],
      ]),
    );
    return arena === null ? null : new KernelLanes(arena, program, sampler, seed);
  }

  /** T of the 64 lanes from `first` on, a multiple of 4, in ns. */
  play(first: number, at: LanePoint): Float64Array {
    const { base, slope, unit, slot } = this.#program;
    const { cost, table, values } = this.#columns;
    if (at.x !== this.#at.x || at.scale !== this.#at.scale) {
      const x = at.x * unit;
      for (let r = 0; r < base.length; r++) cost[r] = base[r] + slope[r] * x;
      table.set(this.#sampler.knots(at.scale * unit) ?? []);
      this.#at = at;
    }
    values.fill(0, 0, KERNEL_LANES);
    lanesKernel(this.#arena, this.#columns, { seed: this.#seed, first });
    const last = slot[slot.length - 1] * KERNEL_LANES;
    return values.slice(last, last + KERNEL_LANES).map((value) => value / unit);
  }
}

/** The one jitter that is all noise, if it has a table; null else. */
function onlyJitter({ costs }: NoiseProgram, noise: Noise): Sampler | null {
  const { latencies, routes } = costs.machine.network;
  const [sampler] = jitterOf(costs.machine, noise);
  if (latencies.length > 1 || noise.computation !== null || noise.detours !== null) return null;
  if (routes.some(({ counts: [count] }) => count * 4 > MOST_DRAWS)) return null;
  return sampler === null || sampler.knots(1) === null ? null : sampler;
}

function columnsIn(arena: Arena, program: NoiseProgram, knots: number): LaneColumns {
  const { rows, slots, slot, from, op, item, rowStart, costs } = program;
  const columns = {
    rowStart: arena.copy(rowStart, arena.u32),
    to: arena.copy(slot, arena.u32),
    from: arena.u32(rows),
    cost: arena.f64(rows),
    draws: arena.u8(rows),
    index: arena.u8(rows),
    op: arena.copy(op, arena.u32),
    values: arena.f64(slots * KERNEL_LANES),
    scratch: arena.f64(LANE_SCRATCH),
    table: arena.f64(knots),
  };
  for (let r = 0; r < rows; r++) {
    columns.from[r] = slot[from[r]];
    if (item[r] === ITEM.none) continue;
    const { send, before, own } = latenciesOf(program, r);
    const [count] = costs.machine.network.routes[costs.route(send)].counts;
    columns.index[r] = before * count;
    columns.draws[r] = own * count;
  }
  return columns;
}
