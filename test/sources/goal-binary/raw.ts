/** Binary GOAL written byte by byte, without the writer of the project. */

export interface RawOperation {
  readonly type: number;
  readonly peer?: number;
  readonly size?: bigint | number;
  readonly tag?: number;
  readonly cpu?: number;
  readonly nic?: number;
  /** Operations that wait for its end, and for its start. */
  readonly requiredBy?: readonly number[];
  readonly startedBy?: readonly number[];
}

/** Numbers of so many bytes, little endian. */
const le = (bytes: number, value: bigint | number): number[] =>
  Array.from({ length: bytes }, (_, i) => Number((BigInt(value) >> BigInt(8 * i)) & 0xffn));

/** The block of a rank. */
export function rawBlock(operations: readonly RawOperation[]): number[] {
  const incoming = operations.map(() => 0);
  for (const { requiredBy = [], startedBy = [] } of operations)
    for (const after of [...requiredBy, ...startedBy]) incoming[after]++;
  const roots = operations.flatMap((_, op) => (incoming[op] === 0 ? [op] : []));
  const edges: number[] = [];
  const records = operations.flatMap((one, op) => {
    const { type, peer = 0, size = 0, tag = 0, cpu = 0, nic = 0, requiredBy = [], startedBy = [] } = one;
    const record = [...le(4, incoming[op]), type, ...le(4, peer), ...le(8, size), ...le(4, tag), cpu, nic];
    record.push(...le(4, requiredBy.length), ...le(4, edges.length));
    edges.push(...requiredBy);
    record.push(...le(4, startedBy.length), ...le(4, edges.length));
    edges.push(...startedBy);
    return record;
  });
  const numbers = [operations.length, roots.length, ...roots];
  return [...numbers.flatMap((n) => le(4, n)), ...records, ...edges.flatMap((n) => le(4, n))];
}

/** A file of blocks that lie in the order `placed`, which is that of the ranks unless it is given. */
export function rawFile(
  ranks: readonly (readonly RawOperation[])[],
  placed: readonly number[] = ranks.map((_, rank) => rank),
): Uint8Array {
  const blocks = ranks.map(rawBlock);
  const spans: number[][] = [];
  let at = 6 + 16 * ranks.length;
  for (const rank of placed) {
    spans[rank] = [at, at + blocks[rank].length];
    at += blocks[rank].length;
  }
  return Uint8Array.from([
    ...le(8, 4223),
    ...le(4, ranks.length),
    ...(['cpu', 'nic'] as const).map((which) => Math.max(0, ...ranks.flat().map((one) => one[which] ?? 0))),
    ...spans.flat().flatMap((value) => le(8, value)),
    ...placed.flatMap((rank) => blocks[rank]),
  ]);
}
