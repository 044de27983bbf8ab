/** The n-th call of a name on every rank. */
import { UsageError } from '../../errors.js';
import { namesInstead } from '../../nearest.js';
import { type CallTable, callsNamed } from '../../schedule/calls.js';
import type { Schedule } from '../../schedule/schedule.js';

/** What to name where the calls of a program are not known. */
const WITHOUT_CALLS = 'name a time, a share, first-message or last-message, or the traces it was made from';

/** [ranks] its index among the calls of each rank. Throws UsageError where calls are not known, or a rank has too few. */
export function callBegins({ ranks, calls }: Schedule, name: string, nth: number): number[] {
  if (calls === null)
    throw new UsageError(
      `the input does not say which MPI calls its operations come from, so not where ${name} is`,
      WITHOUT_CALLS,
    );
  const wanted = fullName(calls, name);
  const found = Array.from({ length: ranks }, (_, rank) => callsNamed(calls, rank, wanted));
  const least = found.findIndex((numbers) => numbers.length < nth);
  if (least >= 0) throw tooFew(wanted, nth, least, found);
  return found.map((numbers) => numbers[nth - 1]);
}

/** `Allreduce` and `mpi_allreduce` are MPI_Allreduce. */
function fullName({ names, ranks }: CallTable, name: string): string {
  const plain = (text: string): string => text.toLowerCase().replace(/^mpi_/, '');
  const made = new Set(ranks.flatMap((rank) => [...new Set(rank.name)]));
  const known = names.filter((_, index) => made.has(index));
  const found = known.find((one) => plain(one) === plain(name));
  if (found !== undefined) return found;
  throw new UsageError(`the program does not call ${name}`, namesInstead(name, [...known].sort()));
}

function tooFew(name: string, nth: number, rank: number, found: readonly (readonly number[])[]): UsageError {
  const most = Math.min(...found.map(({ length }) => length));
  const times = found[rank].length === 1 ? 'once' : `${found[rank].length} times`;
  return new UsageError(
    `rank ${rank} calls ${name} ${times}, so there is no ${name}#${nth} of every rank`,
    most === 0 ? 'name a call that every rank makes' : `the last of every rank is ${name}#${most}`,
  );
}
