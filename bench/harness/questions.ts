/** Commands that are asked of every program. */

export interface Question {
  /** The command. */
  readonly name: string;
  readonly words: readonly string[];
  /** It takes --engine. */
  readonly engine: boolean;
  /** Kernels do part of the work that is its own: without them, too. */
  readonly kernels: boolean;
  /** HiGHS beside the sweep. */
  readonly highs: boolean;
  /** Of large programs, too. */
  readonly large: boolean;
}

const SEVEN = '+0,+1us,+2us,+4us,+8us,+16us,+32us';

export const QUESTIONS: readonly Question[] = [
  { name: 'tolerance', kernels: true, words: ['--pct', '1,2,5'], engine: true, highs: true, large: true },
  { name: 'critical-latencies', kernels: true, words: [], engine: false, highs: false, large: true },
  { name: 'curve', kernels: false, words: ['--at', SEVEN], engine: true, highs: true, large: false },
  { name: 'check', kernels: true, words: [], engine: false, highs: false, large: true },
  { name: 'replay', kernels: true, words: [], engine: false, highs: false, large: true },
  { name: 'bounds', kernels: false, words: [], engine: true, highs: false, large: false },
  {
    name: 'noise',
    kernels: true,
    words: ['--jitter', 'L=lognormal:mean=200ns,sd=300ns', '--samples', '64'],
    engine: false,
    highs: false,
    large: false,
  },
];
