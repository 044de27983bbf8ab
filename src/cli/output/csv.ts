import { stringify } from 'csv-stringify/sync';

/** CSV with a header, `\n`, full precision; what is unlimited is an empty cell. */
export function csv(
  header: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' && !Number.isFinite(cell) ? null : cell)),
  );
  return stringify([[...header], ...cells], {
    record_delimiter: '\n',
    cast: { number: (value) => String(value) },
  });
}
