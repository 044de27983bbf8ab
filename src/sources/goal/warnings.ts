/** What of a schedule its GOAL text cannot say. */
import type { Warning } from '../../errors.js';
import { NONE } from '../../schedule/columns.js';
import { ANY, RECV, ranksOf, type Schedule, SEND, takesTag } from '../../schedule/schedule.js';

export const goalWarnings = (schedule: Schedule): Warning[] => [
  ...synchronousWarning(schedule),
  ...unreceivedWarning(schedule),
  ...anyTagWarning(schedule),
  ...arrivalsWarning(schedule),
];

function arrivalsWarning({ takenAfter }: Schedule): Warning[] {
  const count = takenAfter?.reduce((sum, one) => sum + (one === NONE ? 0 : 1), 0) ?? 0;
  if (count === 0) return [];
  return [
    {
      code: 'goal-arrivals',
      count,
      message:
        `GOAL has no word for receives that a program takes as their messages come (MPI_Waitany and its kin): ${count} ` +
        'receives are completed in the order of the traced run, and T may be another',
    },
  ];
}

function synchronousWarning({ synchronous }: Schedule): Warning[] {
  if (synchronous === null) return [];
  const count = synchronous.reduce((sum, one) => sum + one, 0);
  return [
    {
      code: 'goal-synchronous',
      message:
        `GOAL has no word for synchronous sends: ${count} ${count === 1 ? 'send' : 'sends'} of MPI_Ssend and its kin ` +
        'will not wait for the receiver unless they are above the rendezvous threshold',
    },
  ];
}

function unreceivedWarning({ unreceived }: Schedule): Warning[] {
  const count = unreceived?.reduce((sum, one) => sum + one, 0) ?? 0;
  if (count === 0) return [];
  const sends = count === 1 ? '1 send is' : `${count} sends are`;
  return [
    {
      code: 'goal-unreceived',
      count,
      message: `GOAL has no word for messages that end elsewhere: ${sends} without a receive`,
    },
  ];
}

/** Receives of any tag of one communicator, as one rank has them. */
interface Wanted {
  readonly source: number;
  readonly tag: number;
  receives: number;
  /** Whether the rank is sent a message that such a receive takes only where any tag is any at all. */
  wider: boolean;
}

/** By rank; of each source and tag one. */
function receivesOfAnyTag(schedule: Schedule, owner: Uint32Array): Map<number, Wanted[]> {
  const { kind, peer, tag, operations } = schedule;
  const found = new Map<number, Wanted[]>();
  for (let op = 0; op < operations; op++) {
    if (kind[op] !== RECV || tag[op] >= ANY) continue;
    const ofRank = found.get(owner[op]) ?? [];
    found.set(owner[op], ofRank);
    const same = ofRank.find((one) => one.source === peer[op] && one.tag === tag[op]);
    if (same === undefined) ofRank.push({ source: peer[op], tag: tag[op], receives: 1, wider: false });
    else same.receives++;
  }
  return found;
}

function anyTagWarning(schedule: Schedule): Warning[] {
  const { kind, peer, tag, operations } = schedule;
  const owner = ranksOf(schedule);
  const wanted = receivesOfAnyTag(schedule, owner);
  if (wanted.size === 0) return [];
  for (let op = 0; op < operations; op++) {
    if (kind[op] !== SEND) continue;
    for (const one of wanted.get(peer[op]) ?? [])
      one.wider ||= (one.source === ANY || one.source === owner[op]) && !takesTag(one.tag, tag[op]);
  }
  const count = [...wanted.values()].flat().reduce((sum, one) => sum + (one.wider ? one.receives : 0), 0);
  if (count === 0) return [];
  return [
    {
      code: 'goal-any-tag',
      count,
      message:
        `GOAL has no word for any tag of one communicator: ${count} ${count === 1 ? 'receive' : 'receives'} of ` +
        'MPI_ANY_TAG may take messages of collectives and of other communicators there',
    },
  ];
}
