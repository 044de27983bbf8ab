/** How CPU time grows with operations: one tolerance, from files, and of the largest programs through a pipe. */

import { operationsOf } from '../wavefront-text.js';
import type { Case, Plan } from './case.js';
import { type Wavefront, wavefrontIn } from './inputs.js';
import type { Setting } from './setting.js';

const NAME = 'tolerance of wavefronts';
const SIZES = [10_000, 30_000];
/** No file is made of these. */
const PIPED = [100_000, 1_000_000, 10_000_000];
const LONG = [100_000_000, 156_000_000];
/** From here on one round: it takes half a minute or more. */
const ONCE = 10_000_000;

/** Ranks along a side of the grid of these. */
const LONG_SIDE = 16;
const WORDS = ['--pct', '1,2,5', '--quiet', '--engine', 'sweep'];

const sized = (operations: number): string => operations.toExponential().replace('+', '');

const fromFile = ({ llamp }: Setting, { name, path }: Wavefront): Case => ({
  name: `tolerance ${name}`,
  argv: [...llamp, 'tolerance', path, ...WORDS],
});

function throughPipe({ llamp, root }: Setting, operations: number): Case {
  const [node] = llamp;
  const words = [String(operations), String(LONG_SIDE)];
  return {
    name: `tolerance of ${sized(operations)} through a pipe`,
    argv: [...llamp, 'tolerance', '-', ...WORDS],
    producer: [node, `${root}/scripts/run-ts.js`, `${root}/bench/wavefront.ts`, ...words],
    ...(operations < ONCE ? {} : { rounds: 1 }),
  };
}

/** `there`: wavefronts whose tolerance is measured already. `start`: the case of a few operations. */
export function growthPlan(setting: Setting, start: string, there: readonly Wavefront[]): Plan {
  const made = SIZES.map((size) => wavefrontIn(setting.folder, size));
  const files = [...made, ...there].map(({ name, operations }) => ({
    operations,
    case: `tolerance ${name}`,
  }));
  const long = setting.env.LLAMP_LONG === '1' ? LONG : [];
  const sizes = setting.quick && long.length === 0 ? [] : [...PIPED, ...long];
  const piped = sizes.map((size) => throughPipe(setting, size));
  const pipes = piped.map(({ name }, i) => ({ operations: operationsOf(sizes[i], LONG_SIDE), case: name }));
  return {
    cases: [...made.map((input) => fromFile(setting, input)), ...piped],
    pairs: [],
    series: [
      { name: NAME, start, points: files },
      ...(pipes.length > 0 ? [{ name: `${NAME}, through a pipe`, start, points: pipes }] : []),
    ],
    skipped: [
      ...(sizes.length === 0 ? ['programs through a pipe, up to 1e7 operations: without --quick'] : []),
      ...(long.length > 0 ? [] : ['programs of 1e8 and 1.56e8 operations: LLAMP_LONG=1 runs them']),
    ],
  };
}
