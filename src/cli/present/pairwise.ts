/** Pairwise sensitivities as JSON, CSV and text. */
import { type PairSensitivity, type Pairwise, pairMatrix } from '../../analysis/pairwise.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { formerly } from '../output/json.js';
import { listed, moreText } from '../output/layout.js';
import { table } from '../output/table.js';

/** Pairs shown to people. */
const SHOWN = 20;

export function pairwiseJson(result: Pairwise): Record<string, unknown> {
  return {
    by: result.by,
    lambda: { L: result.lambdaL, G: result.lambdaG },
    ...formerly({ lambda_L: result.lambdaL, lambda_G: result.lambdaG }),
    pairs: result.pairs.map(({ low, high, lambdaL, lambdaG }) => ({
      ranks: [low, high],
      lambda: { L: lambdaL, G: lambdaG },
      ...formerly({ lambda_L: lambdaL, lambda_G: lambdaG }),
    })),
  };
}

/** The symmetric matrix of λ_L^{ij} (messages) or λ_G^{ij} (bytes), one row a rank. */
export function pairwiseCsv(result: Pairwise, of: 'L' | 'G'): CsvTable {
  const { ranks } = result;
  const matrix = pairMatrix(result, of);
  const names = Array.from({ length: ranks }, (_, rank) => String(rank));
  return csvTable(
    [`lambda_${of}`, ...names],
    names.map((_, rank) => [rank, ...matrix.subarray(rank * ranks, (rank + 1) * ranks)]),
  );
}

export function pairwiseText(result: Pairwise): string {
  const { pairs, lambdaL } = result;
  if (pairs.length === 0) return 'no pair of ranks is on the critical path\n';
  const most = (a: PairSensitivity, b: PairSensitivity): number =>
    b.lambdaL - a.lambdaL || b.lambdaG - a.lambdaG || a.low - b.low || a.high - b.high;
  const shown = [...pairs].sort(most).slice(0, listed(SHOWN));
  const rows = shown.map((one) => [
    `${one.low} – ${one.high}`,
    String(one.lambdaL),
    `${Number(((100 * one.lambdaL) / Math.max(lambdaL, 1)).toPrecision(4))} %`,
    `${one.lambdaG} B`,
  ]);
  const heads = [{ title: 'ranks' }, { title: 'λ_L' }, { title: 'of all' }, { title: 'λ_G' }];
  const kept =
    pairs.length > shown.length
      ? `the ${shown.length} most critical of ${pairs.length} pairs`
      : 'critical pairs';
  return `${kept} of ranks\n${table(heads, rows)}${moreText(pairs.length - shown.length)}`;
}
