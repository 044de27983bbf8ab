/** The n-th call of a name on every rank, among the calls that made operations. */
import { UsageError } from '../../errors.js';
import type { Schedule } from '../../schedule/schedule.js';

/** What to name where the calls of a program are not known. */
const WITHOUT_CALLS = 'name a time, a share, first-message or last-message, or the traces it was made from';

/** [ranks] {@link Schedule.callNumber} of that call. Throws UsageError where calls are not known, or a rank has too few. */
export function callBegins(schedule: Schedule, name: string, nth: number): number[] {
  const { ranks } = schedule;
  const wanted = fullName(schedule, name);
  const found = Array.from({ length: ranks }, (_, rank) => numbersOf(schedule, rank, wanted));
  const least = found.findIndex((numbers) => numbers.length < nth);
  if (least >= 0) throw tooFew(wanted, nth, least, found);
  return found.map((numbers) => numbers[nth - 1]);
}

/** `Allreduce` and `mpi_allreduce` are MPI_Allreduce. */
function fullName({ call, callNumber, callNames }: Schedule, name: string): string {
  if (call === null || callNumber === null)
    throw new UsageError(
      `the input does not say which MPI calls its operations come from, so not where ${name} is`,
      WITHOUT_CALLS,
    );
  const plain = (text: string): string => text.toLowerCase().replace(/^mpi_/, '');
  const known = callNames.filter((one) => one.startsWith('MPI_'));
  const found = known.find((one) => plain(one) === plain(name));
  if (found !== undefined) return found;
  throw new UsageError(
    `the program makes no messages by ${name}`,
    `it makes them by ${[...known].sort().join(', ')}`,
  );
}

/** Numbers of the calls of a name that made operations of the rank, ascending. */
function numbersOf(schedule: Schedule, rank: number, name: string): number[] {
  const { call, callNumber, callNames, rankStart } = schedule;
  const index = callNames.indexOf(name);
  const numbers: number[] = [];
  for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++) {
    const number = callNumber?.[op] ?? 0;
    if (call?.[op] === index && numbers.at(-1) !== number) numbers.push(number);
  }
  return numbers;
}

function tooFew(name: string, nth: number, rank: number, found: readonly (readonly number[])[]): UsageError {
  const most = Math.min(...found.map(({ length }) => length));
  const times = found[rank].length === 1 ? 'once' : `${found[rank].length} times`;
  return new UsageError(
    `rank ${rank} calls ${name} ${times}, so there is no ${name}#${nth} of every rank`,
    most === 0 ? 'name a call that every rank makes' : `the last of every rank is ${name}#${most}`,
  );
}
