/** Times as whole numbers of a decimal unit, so that parts add up to the digit. */

/** Digits that a double holds of any decimal, so that what is printed is the value. */
const DIGITS = 15;
/** Decimals of a ns that are kept at most: femtoseconds. */
const MOST_DECIMALS = 6;

/** Decimals of a ns that times up to `largest` (ns) are told in. */
export function decimalsFor(largest: number): number {
  const whole = largest < 1 ? 1 : Math.floor(Math.log10(largest)) + 1;
  return Math.max(0, Math.min(MOST_DECIMALS, DIGITS - whole));
}

/** A time in whole units of 10^−decimals ns. */
export const unitsOf = (ns: number, decimals: number): number => Math.round(ns * 10 ** decimals);

/** Units as ns: the double that prints as that decimal. */
export const nsOf = (units: number, decimals: number): number => units / 10 ** decimals;

/**
 * `values` (ns) in whole units that add up to `total`: each rounded, then those that rounding moved furthest moved back
 * (largest remainder). What is 0 stays 0.
 */
export function apportioned(values: readonly number[], total: number, decimals: number): number[] {
  const exact = values.map((value) => value * 10 ** decimals);
  const units = exact.map(Math.round);
  const left = total - units.reduce((sum, one) => sum + one, 0);
  const step = Math.sign(left);
  const order = units
    .map((_, i) => i)
    .filter((i) => exact[i] !== 0)
    .sort((a, b) => step * (exact[b] - units[b] - (exact[a] - units[a])));
  if (order.length === 0 && left !== 0) throw new Error(`parts of ${total} units are all 0`);
  for (const [place, i] of order.entries())
    units[i] += step * Math.ceil((Math.abs(left) - place) / order.length);
  // −0 + 0: what is nothing has no sign.
  return units.map((one) => one + 0);
}
