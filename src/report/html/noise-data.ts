/** Noise as the report keeps it. */
import type { NoiseQuestion, NoiseResult } from '../../noise/question.js';
import { noiseShown } from '../noise-tables.js';
import type { ReportNoise } from './data.js';

/** More times than this no picture can tell apart. */
const MOST_TIMES = 512;

/** `words`: the sources of noise as they were written. */
export function reportNoise(question: NoiseQuestion, result: NoiseResult, words: string): ReportNoise {
  return { ...noiseShown(question, result, words), seed: question.seed, times: spread(result.times) };
}

function spread(times: Float64Array): number[] {
  const ascending = times.toSorted();
  const count = Math.min(ascending.length, MOST_TIMES);
  const last = ascending.length - 1;
  return Array.from({ length: count }, (_, i) =>
    count === 1 ? ascending[last] : ascending[Math.round((i * last) / (count - 1))],
  );
}
