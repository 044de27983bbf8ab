/** Times as they are printed, added without rounding. */

/** The decimal that JSON and CSV print for a number, in units of 10^−18. */
export function printed(value: number): bigint {
  const [, sign, whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(JSON.stringify(value)) ?? [];
  const digits = BigInt(`${sign}${whole}${fraction}`);
  return digits * 10n ** BigInt(18 - fraction.length + Number(exponent));
}

/** Their sum as someone would add them on paper. */
export const printedSum = (values: readonly number[]): bigint =>
  values.reduce((sum, value) => sum + printed(value), 0n);
