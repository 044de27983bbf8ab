/** What a topology is built of, with the lengths that are known of its wires. */
import type { Parts } from '../../platform/wires.js';

/** Metres of one wire, by class. */
export type WireLengths = ReadonlyMap<string, number>;

/** Metres of all wires of each class; null where the length of one is not known. */
export const lengthsOf = ({ wires }: Parts, lengths: WireLengths): Record<string, number | null> =>
  Object.fromEntries(
    Object.entries(wires).map(([name, count]) => {
      const metres = lengths.get(name);
      return [name, metres === undefined ? null : count * metres];
    }),
  );

/** Of all classes; null where one is not known. */
export function totalLength(byClass: Readonly<Record<string, number | null>> | null): number | null {
  if (byClass === null) return null;
  const all = Object.values(byClass);
  return all.some((one) => one === null) ? null : all.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

/** For people: `640 m`, `9.2 km`; nothing where it is not known. */
export function lengthText(metres: number | null): string {
  if (metres === null) return '';
  return metres < 10_000
    ? `${Number(metres.toPrecision(4))} m`
    : `${Number((metres / 1000).toPrecision(4))} km`;
}
