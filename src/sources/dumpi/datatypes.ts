/** Bytes of datatypes by DUMPI's numbers. */

/** Of those that MPI has for C, on machines with longs of 64 bits: for files from before sizes were written. */
const PREDEFINED: readonly number[] = [
  // an error, none, char, signed char, unsigned char, byte, wchar, short, unsigned short, int, unsigned, long, unsigned long
  0,
  0, 1, 1, 1, 1, 4, 2, 2, 4, 4, 8, 8,
  // float, double, long double, long long int, unsigned long long, long long, packed, lower and upper bound
  4, 8, 16, 8, 8, 8, 1, 0, 0,
  // float, double, long, short, int and long double, each with an int
  8, 12, 12, 6, 8, 20,
];

/** Bytes of datatype `type`; undefined where nothing tells them. */
export function bytesOf(type: number, sizes: readonly number[] | null): number | undefined {
  const told = sizes?.[type];
  // What was never used was never looked up.
  if (told !== undefined && (told > 0 || type >= PREDEFINED.length)) return told;
  return PREDEFINED[type];
}
