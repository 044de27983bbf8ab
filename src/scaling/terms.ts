/**
 * The terms of the performance-model normal form, p^i · log2(p)^j. Source: A. Calotoiu, T. Hoefler, M. Poke, F. Wolf,
 * "Using Automated Performance Modeling to Find Scalability Bugs in Complex Codes", SC 2013, where i ≥ 0 and j is 0, 1 or
 * 2; here are also falling terms, for work that is divided among the ranks and for tolerances.
 */

/** An exponent as it is written, such as `2/3`. */
export interface Exponent {
  readonly text: string;
  readonly value: number;
}

/** A term of the normal form: p^i · log2(p)^j. */
export interface Term {
  /** Of p. */
  readonly i: Exponent;
  /** Of log2(p). */
  readonly j: number;
}

const exponent = (text: string): Exponent => {
  const [above, below = '1'] = text.split('/');
  return { text, value: Number(above) / Number(below) };
};

const RISING = ['1', '1/2', '2', '1/3', '2/3', '1/4', '3/4', '3/2', '4/3', '5/4', '5/3', '5/2', '3'];
const FALLING = ['-1', '-1/2', '-1/3', '-2/3'];
const NONE = exponent('0');

/** The simplest first: of laws that do equally well, the first is taken. */
export const TERMS: readonly Term[] = [
  { i: NONE, j: 1 },
  ...RISING.map((i) => ({ i: exponent(i), j: 0 })),
  ...FALLING.map((i) => ({ i: exponent(i), j: 0 })),
  { i: NONE, j: 2 },
  { i: NONE, j: -1 },
  ...RISING.flatMap((i) => [1, 2].map((j) => ({ i: exponent(i), j }))),
  { i: exponent('-1'), j: 1 },
];

/** p^i · log2(p)^j; not finite where log2(p) = 0 is divided by. */
export const termAt = ({ i, j }: Term, p: number): number => p ** i.value * Math.log2(p) ** j;

/** Whether the term falls towards 0 as p grows. */
export const falls = ({ i, j }: Term): boolean => i.value < 0 || (i.value === 0 && j < 0);

/** Such as `p^2/3 · log2 p`. */
export function termText({ i, j }: Term): string {
  const power =
    i.value === 0 ? '' : i.text === '1' ? 'p' : `p^${i.text.includes('/') ? `(${i.text})` : i.text}`;
  const log = j === 0 ? '' : j === 1 ? 'log2 p' : `log2^${j} p`;
  return [power, log].filter((part) => part !== '').join(' · ');
}
