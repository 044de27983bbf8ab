/** Amounts of resources, as Slurm writes them. */
import { UsageError } from '../../errors.js';

const UNITS = { K: 1 / 1024, M: 1, G: 1024, T: 1024 ** 2 } as const;

/** `2G` in MiB, rounded up; without unit it is MiB. Throws UsageError for anything else. */
export function mebibytes(memory: string): number {
  const found = /^(\d+)([KMGT])?B?$/i.exec(memory);
  if (found === null)
    throw new UsageError(`memory '${memory}' is no amount such as 2G`, 'write K, M, G or T');
  const unit = (found[2] ?? 'M').toUpperCase();
  return Math.ceil(Number(found[1]) * UNITS[unit as keyof typeof UNITS]);
}

/** Days, hours, minutes, seconds: which of them are given tells what they are. */
const TIMES = [
  /^(?<minutes>\d+)$/,
  /^(?<minutes>\d+):(?<seconds>\d+)$/,
  /^(?<hours>\d+):(?<minutes>\d+):(?<seconds>\d+)$/,
  /^(?<days>\d+)-(?<hours>\d+)(?::(?<minutes>\d+)(?::(?<seconds>\d+))?)?$/,
];

/** `00:10:00`, `90`, `1-12:00` in s. Throws UsageError for anything else. */
export function seconds(time: string): number {
  const groups = TIMES.map((form) => form.exec(time)?.groups).find((found) => found !== undefined);
  if (groups === undefined) {
    throw new UsageError(`time '${time}' is no time such as 00:10:00`, 'write hours:minutes:seconds');
  }
  const part = (name: string): number => Number(groups[name] ?? 0);
  return ((part('days') * 24 + part('hours')) * 60 + part('minutes')) * 60 + part('seconds');
}
