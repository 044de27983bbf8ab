/** Longest-path passes over the rows of a line system: src/solve/sweep/pass.ts, addresses for columns. */

/**
 * The lines of vertices [first, end), of which 0 is none: columns as in `LineSystem`, `c` and `a` as in `Labels`.
 * The same operations in the same order as `passWithin`: the same bits.
 */
export function pass(
  first: u32,
  end: u32,
  rowStart: usize,
  from: usize,
  base: usize,
  slope: usize,
  c: usize,
  a: usize,
  at: f64,
  sign: f64,
  tie: f64,
): void {
  let r: u32 = load<u32>(rowStart + ((first as usize) << 2));
  for (let v: u32 = first; v < end; v++) {
    const next: u32 = load<u32>(rowStart + ((v as usize) << 2), 4);
    let u: usize = (load<u32>(from + ((r as usize) << 2)) as usize) << 3;
    let bestC: f64 = load<f64>(c + u) + load<f64>(base + ((r as usize) << 3));
    let bestA: f64 = load<f64>(a + u) + load<f64>(slope + ((r as usize) << 3));
    let best: f64 = bestC + bestA * at;
    for (r++; r < next; r++) {
      u = (load<u32>(from + ((r as usize) << 2)) as usize) << 3;
      const nextC: f64 = load<f64>(c + u) + load<f64>(base + ((r as usize) << 3));
      const nextA: f64 = load<f64>(a + u) + load<f64>(slope + ((r as usize) << 3));
      const value: f64 = nextC + nextA * at;
      const ahead: f64 = value - best;
      const slack: f64 = tie * value;
      if (ahead > slack || (ahead >= -slack && sign * (nextA - bestA) > 0)) {
        bestC = nextC;
        bestA = nextA;
        best = value;
      }
    }
    store<f64>(c + ((v as usize) << 3), bestC);
    store<f64>(a + ((v as usize) << 3), bestA);
  }
}

/** The lines of vertices [first, end) as x grows without bound: the steepest, and of those the highest. */
export function steepest(
  first: u32,
  end: u32,
  rowStart: usize,
  from: usize,
  base: usize,
  slope: usize,
  c: usize,
  a: usize,
): void {
  let r: u32 = load<u32>(rowStart + ((first as usize) << 2));
  for (let v: u32 = first; v < end; v++) {
    const next: u32 = load<u32>(rowStart + ((v as usize) << 2), 4);
    let bestC: f64 = -Infinity;
    let bestA: f64 = -Infinity;
    for (; r < next; r++) {
      const u: usize = (load<u32>(from + ((r as usize) << 2)) as usize) << 3;
      const nextC: f64 = load<f64>(c + u) + load<f64>(base + ((r as usize) << 3));
      const nextA: f64 = load<f64>(a + u) + load<f64>(slope + ((r as usize) << 3));
      if (nextA > bestA || (nextA === bestA && nextC > bestC)) {
        bestC = nextC;
        bestA = nextA;
      }
    }
    store<f64>(c + ((v as usize) << 3), bestC);
    store<f64>(a + ((v as usize) << 3), bestA);
  }
}

/** By how much at most a row to vertices [first, end) leads past its vertex at `at`; at least `most`. */
export function violation(
  first: u32,
  end: u32,
  rowStart: usize,
  from: usize,
  base: usize,
  slope: usize,
  c: usize,
  a: usize,
  at: f64,
  most: f64,
): f64 {
  let r: u32 = load<u32>(rowStart + ((first as usize) << 2));
  for (let v: u32 = first; v < end; v++) {
    const next: u32 = load<u32>(rowStart + ((v as usize) << 2), 4);
    const here: f64 = load<f64>(c + ((v as usize) << 3)) + load<f64>(a + ((v as usize) << 3)) * at;
    for (; r < next; r++) {
      const u: usize = (load<u32>(from + ((r as usize) << 2)) as usize) << 3;
      const over: f64 =
        load<f64>(c + u) +
        load<f64>(base + ((r as usize) << 3)) +
        (load<f64>(a + u) + load<f64>(slope + ((r as usize) << 3))) * at -
        here;
      if (over > most) most = over;
    }
  }
  return most;
}
