/**
 * The terms of the performance-model normal form, p^i · log2(p)^j. Source: A. Calotoiu, T. Hoefler, M. Poke, F. Wolf,
 * "Using Automated Performance Modeling to Find Scalability Bugs in Complex Codes", SC 2013, where i ≥ 0 and j is 0, 1 or
 * 2; here are also falling terms, for work that is divided among the ranks and for tolerances, and whole rounds: ⌈log2 p⌉ of a
 * dissemination, ⌊log2 p⌋ of the longest way down a binomial tree.
 */

/** An exponent as it is written, such as `2/3`. */
export interface Exponent {
  readonly text: string;
  readonly value: number;
}

/** A term of the normal form: p^i · log2(p)^j, or the same of ⌊log2(p)⌋ or ⌈log2(p)⌉. */
export interface Term {
  /** Of p. */
  readonly i: Exponent;
  /** Of log2(p). */
  readonly j: number;
  /** How log2(p) is rounded; at powers of two all are one. */
  readonly rounding: 'none' | 'down' | 'up';
}

export type Rounding = Term['rounding'];

const exponent = (text: string): Exponent => {
  const [above, below = '1'] = text.split('/');
  return { text, value: Number(above) / Number(below) };
};

const RISING = ['1', '1/2', '2', '1/3', '2/3', '1/4', '3/4', '3/2', '4/3', '5/4', '5/3', '5/2', '3'];
const FALLING = ['-1', '-1/2', '-1/3', '-2/3'];
const NONE = exponent('0');

const SMOOTH = [
  { i: NONE, j: 1 },
  ...RISING.map((i) => ({ i: exponent(i), j: 0 })),
  ...FALLING.map((i) => ({ i: exponent(i), j: 0 })),
  { i: NONE, j: 2 },
  { i: NONE, j: -1 },
  ...RISING.flatMap((i) => [1, 2].map((j) => ({ i: exponent(i), j }))),
  { i: exponent('-1'), j: 1 },
];

/** The simplest first: of laws that do equally well, the first is taken. */
export const TERMS: readonly Term[] = [
  ...SMOOTH.map((term): Term => ({ ...term, rounding: 'none' })),
  ...SMOOTH.filter(({ j }) => j !== 0).flatMap((term): Term[] => [
    { ...term, rounding: 'up' },
    { ...term, rounding: 'down' },
  ]),
];

const ROUNDED: Readonly<Record<Rounding, (log: number) => number>> = {
  none: (log) => log,
  down: Math.floor,
  up: Math.ceil,
};

/** The value at p; not finite where log2(p) = 0 is divided by. */
export const termAt = ({ i, j, rounding }: Term, p: number): number =>
  p ** i.value * ROUNDED[rounding](Math.log2(p)) ** j;

/** Whether two terms differ only in how log2(p) is rounded. */
export const twins = (one: Term, other: Term): boolean =>
  one.i.value === other.i.value && one.j === other.j && one.rounding !== other.rounding;

/** Whether the term falls towards 0 as p grows. */
export const falls = ({ i, j }: Term): boolean => i.value < 0 || (i.value === 0 && j < 0);

/** Such as `p^(2/3) · log2 p`, or `⌈log2 p⌉^2`. */
export function termText({ i, j, rounding }: Term): string {
  const power =
    i.value === 0 ? '' : i.text === '1' ? 'p' : `p^${i.text.includes('/') ? `(${i.text})` : i.text}`;
  const log = j === 0 ? '' : logText(j, rounding);
  return [power, log].filter((part) => part !== '').join(' · ');
}

function logText(j: number, rounding: Rounding): string {
  if (rounding === 'none') return j === 1 ? 'log2 p' : `log2^${j} p`;
  const rounds = rounding === 'up' ? '⌈log2 p⌉' : '⌊log2 p⌋';
  return j === 1 ? rounds : `${rounds}^${j}`;
}
