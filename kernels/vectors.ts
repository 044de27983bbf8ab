/**
 * Vectors of one number each, in memory: an engine makes constants and splats anew in each round of a loop, and keeps in
 * registers what it has loaded before.
 */

/** Where each lies behind `vectors`. */
export const HALF: usize = 0;
export const FOUR: usize = 16;
/** 2^52, whose unit is 1. */
export const UNITS: usize = 32;
/** Bits of the place of a knot, of its half of a table, and of what lies behind it. */
export const KNOT_BITS: usize = 48;
export const SIGN_BIT: usize = 64;
export const REST_BITS: usize = 80;
/** In what parts factors are drawn, what their deviations are multiplied by, and the least deviation. */
export const PART: usize = 96;
export const SCALE: usize = 112;
export const LEAST: usize = 128;
/** Of detours that come once a period: the period, 1 by it, work in it, and their length. */
export const PERIOD: usize = 144;
export const PER_PERIOD: usize = 160;
export const WHOLE: usize = 176;
export const LENGTH: usize = 192;

export let vectors: usize = 0;

/** Lays them at `address`; those of what is told later lie there then. */
export function vectorsAt(address: usize): void {
  vectors = address;
  v128.store(vectors, f64x2.splat(0.5), HALF);
  v128.store(vectors, f64x2.splat(4), FOUR);
  v128.store(vectors, f64x2.splat(4503599627370496), UNITS);
  v128.store(vectors, i32x4.splat(0x7ff0), KNOT_BITS);
  v128.store(vectors, i32x4.splat(0x8000), SIGN_BIT);
  v128.store(vectors, i64x2.splat(0x3fffffffffff), REST_BITS);
  v128.store(vectors, f64x2.splat(1 / 1099511627776), PART);
  v128.store(vectors, f64x2.splat(-1), LEAST);
}
