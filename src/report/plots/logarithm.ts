/** Logarithmic axes: round values and room. */
import { plain } from './numbers.js';

/** Factors of round values between powers of ten, where few powers fit. */
const FINE = [1, 2, 5];
const FEW = 3;

/** An interval with a tenth of its logarithmic length as room on both sides; both ends above zero. */
export function logDomain(low: number, high: number, share = 0.06): readonly [number, number] {
  const room = (high / low) ** share * (high > low ? 1 : 2);
  return [low / room, high * room];
}

/** Round values in [low, high] for a logarithmic axis, about `count`: powers of two, or 1-2-5 by decades. */
export function logTicks(low: number, high: number, base: 2 | 10, count = 12): number[] {
  const log = base === 2 ? Math.log2 : Math.log10;
  const first = Math.floor(log(low));
  const last = Math.ceil(log(high));
  const decades = Math.log10(high / low);
  const factors = base === 10 && decades < FEW ? FINE : [1];
  const values: number[] = [];
  for (let power = first; power <= last; power++) {
    for (const factor of factors) values.push(Number((factor * base ** power).toPrecision(12)));
  }
  const inside = values.filter((value) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9));
  const every = Math.max(1, Math.ceil(inside.length / count));
  return inside.filter((_, i) => i % every === 0);
}

/** A size with a binary prefix where it is a round one. */
export function shortSize(bytes: number): string {
  if (bytes >= 2 ** 20 && bytes % 2 ** 20 === 0) return `${plain(bytes / 2 ** 20)}Mi`;
  if (bytes >= 2 ** 10 && bytes % 2 ** 10 === 0) return `${plain(bytes / 2 ** 10)}Ki`;
  return plain(bytes);
}
