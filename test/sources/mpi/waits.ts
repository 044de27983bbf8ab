/** Who waits for a rank that comes late, by the model: the calls of programs/waits.c as the traces of a library. */
import { logGPS } from '../../../src/machine/machine.js';
import { simulate } from '../../../src/simulation/simulate.js';
import { convertUnder } from '../liballprof/traces.js';

const RANKS = [0, 1, 2, 3];
const BLOCKS = [1, 0, 1, 0];
/** µs; all others have long ended then. */
const LATE = 500_000;

const only = (rank: number, at: number, other: number): string =>
  RANKS.map((one) => (rank === at && one === other ? 1 : 0)).join();

/** Fields of each call on a rank, behind its name and time. */
const CALLS: Readonly<Record<string, (rank: number) => string>> = {
  gatherv: (rank) => `30:${BLOCKS[rank]}:D:40:50:${BLOCKS}:60:${RANKS}:D:0:W`,
  scatterv: (rank) => `30:50:${BLOCKS}:60:${RANKS}:D:40:${BLOCKS[rank]}:D:0:W`,
  alltoallv: (rank) => `30:50:${only(rank, 0, 2)}:60:${RANKS}:D:40:70:${only(rank, 2, 0)}:80:${RANKS}:D:W`,
  allreduce: () => '30:40:0:D:3:W',
};

export const WAITING_CALLS = Object.keys(CALLS).flatMap((name) => [name, `i${name}`]);

/** `library`: as traces name it. A line for each late rank, as the program prints it. */
export async function modelledWaits(call: string, library: string): Promise<string[]> {
  const lines: string[] = [];
  for (const late of RANKS) lines.push(`${call} ${late}:${await waitingFor(late, call, library)}`);
  return lines;
}

async function waitingFor(late: number, call: string, library: string): Promise<string> {
  const { schedule } = await convertUnder(
    library,
    RANKS.map((rank) => linesOf(call, rank)),
    {},
    (text, rank) => (rank === late ? delayed(text) : text),
  );
  const free = logGPS({ L: 0, o: 0, G: 0, S: 1e9 });
  const { ends } = simulate(schedule, free);
  return RANKS.filter((rank) => rank !== late && ends[rank] >= LATE * 1000)
    .map((rank) => ` ${rank}`)
    .join('');
}

function linesOf(call: string, rank: number): string[] {
  const blocking = CALLS[call];
  if (blocking !== undefined)
    return [`MPI_${call[0].toUpperCase()}${call.slice(1)}:110:${blocking(rank)}:120`];
  return [`MPI_I${call.slice(1)}:110:${CALLS[call.slice(1)](rank)}:77:111`, 'MPI_Wait:112:77:0:120'];
}

/** The text of a rank that comes to its first call late. */
const delayed = (text: string): string =>
  text.replace(/:(1[1-2]\d|1000)(?=:|$)/gm, (_, time: string) => `:${Number(time) + LATE}`);
