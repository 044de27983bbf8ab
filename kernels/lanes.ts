/** Runs with noise, 64 side by side: src/noise/noise-lanes.ts. The same operations in the same order: the same bits. */
import { interrupted, interruptionList, interruptions, scaled, stretched } from './detours';
import { addValues, BYTES, drawn, luckOf, WORDS } from './luck';
import { f64At, NONE, u32At } from './program';
import { vectorsAt } from './vectors';

/** Kinds of draws, as in src/noise/sampling.ts. */
const LATENCY: u32 = 0;
const COMPUTATION: u32 = 1;
/** What a list of draws consists of: latency class, first and behind the last of its latencies, table and atoms of it. */
const DRAW: usize = 20;

let rowStart: usize = 0;
let to: usize = 0;
let from: usize = 0;
let cost: usize = 0;
let item: usize = 0;
let op: usize = 0;
let list: usize = 0;
let rank: usize = 0;
let work: usize = 0;
let listStart: usize = 0;
let draws: usize = 0;
let values: usize = 0;
let scratch: usize = 0;

/**
 * [vertices] first row and slot; [rows] slot that it comes from, cost, item (0: no noise). [items] operation that draws, list
 * of its draws (NONE: it computes), rank, work. [lists] first draw. Values of slots, words and sums.
 */
export function columns(
  rowStartAt: usize,
  toAt: usize,
  fromAt: usize,
  costAt: usize,
  itemAt: usize,
  opAt: usize,
  listAt: usize,
  rankAt: usize,
  workAt: usize,
  listStartAt: usize,
  drawsAt: usize,
  valuesAt: usize,
  scratchAt: usize,
): void {
  rowStart = rowStartAt;
  to = toAt;
  from = fromAt;
  cost = costAt;
  item = itemAt;
  op = opAt;
  list = listAt;
  rank = rankAt;
  work = workAt;
  listStart = listStartAt;
  draws = drawsAt;
  values = valuesAt;
  scratch = scratchAt;
}

let factorTable: usize = 0;
let factorAtoms: u32 = 0;

/** What computations are multiplied by, 0: nothing; what its deviations are multiplied by. */
export function computations(table: usize, atoms: u32, scale: f64): void {
  factorTable = table;
  factorAtoms = atoms;
  scaled(scale);
}

export { interruptionList, interruptions, luckOf, vectorsAt };

function shifted(target: usize, source: usize, cost: f64): void {
  const more = f64x2.splat(cost);
  for (let k: usize = 0; k < BYTES; k += 32) {
    v128.store(target + k, f64x2.add(v128.load(source + k), more));
    v128.store(target + k, f64x2.add(v128.load(source + k, 16), more), 16);
  }
}

function raised(target: usize, source: usize, cost: f64): void {
  const more = f64x2.splat(cost);
  for (let k: usize = 0; k < BYTES; k += 32) {
    v128.store(target + k, f64x2.pmax(v128.load(target + k), f64x2.add(v128.load(source + k), more)));
    v128.store(
      target + k,
      f64x2.pmax(v128.load(target + k, 16), f64x2.add(v128.load(source + k, 16), more)),
      16,
    );
  }
}

/** Adds to `ends` the latencies of a message. */
function pays(ends: usize, one: u32): void {
  const own = u32At(list, one);
  const end = draws + (u32At(listStart, own + 1) as usize) * DRAW;
  for (let at = draws + (u32At(listStart, own) as usize) * DRAW; at < end; at += DRAW)
    for (let i = load<u32>(at, 4); i < load<u32>(at, 8); i++) {
      drawn(scratch, u32At(op, one), i, load<u32>(at), LATENCY);
      addValues(ends, scratch, load<u32>(at, 12) as usize, load<u32>(at, 16));
    }
}

/** Adds to `ends` what a computation takes longer. */
function computes(ends: usize, one: u32): void {
  const longer = scratch + WORDS + BYTES;
  const own = work + ((one as usize) << 3);
  zeroed(longer);
  if (factorTable !== 0) {
    drawn(scratch, u32At(op, one), 0, 0, COMPUTATION);
    addValues(longer, scratch, factorTable, factorAtoms);
    stretched(longer, own);
  }
  interrupted(ends, longer, own, u32At(rank, one));
}

/** A loop: an engine leaves its code to fill memory. */
function zeroed(values: usize): void {
  for (let k: usize = 0; k < BYTES; k += 32) {
    v128.store(values + k, f64x2.splat(0));
    v128.store(values + k, f64x2.splat(0), 16);
  }
}

/** The values of vertices [first, end), of which 0 is none. */
export function play(first: u32, end: u32): void {
  let r: u32 = u32At(rowStart, first);
  for (let v: u32 = first; v < end; v++) {
    const start = r;
    const next: u32 = u32At(rowStart, v + 1);
    const target = values + (u32At(to, v) as usize) * BYTES;
    for (; r < next; r++) {
      const source = values + (u32At(from, r) as usize) * BYTES;
      const own = f64At(cost, r);
      const one = u32At(item, r);
      if (one === 0) {
        if (r === start) shifted(target, source, own);
        else raised(target, source, own);
        continue;
      }
      const ends = r === start ? target : scratch + WORDS;
      shifted(ends, source, own);
      if (u32At(list, one) === NONE) computes(ends, one);
      else pays(ends, one);
      if (r !== start) raised(target, ends, 0);
    }
  }
}
