/**
 * What a program does that no MPI would run: receives smaller than their messages, sends and receives without a partner.
 * It is an error, or what a schedule made for a simulator counts on, as the schedule's leniency says.
 */
import type { Warning } from '../errors.js';
import { NONE } from '../schedule/columns.js';
import { CALC, NOBODY, RECV, rankOf, type Schedule, SEND } from '../schedule/schedule.js';
import { reportTruncated, reportUnmatched, truncated } from './match.js';

/** A schedule in which every receive has its message, whole. */
export interface Passed {
  readonly schedule: Schedule;
  readonly warnings: readonly Warning[];
}

/**
 * Receives that are smaller than their messages, of all or of those `among` which to look. Throws a ModelError for one
 * that is not let pass.
 */
export function shortReceives(
  schedule: Schedule,
  partner: Uint32Array,
  among?: readonly number[],
): readonly number[] {
  const short = truncated(schedule, partner, among);
  if (short.length > 0 && schedule.lenient?.sizes !== 'send') reportTruncated(schedule, partner, short[0]);
  return short;
}

/**
 * What is left when all is matched that can be: `short` receives, and how many operations are `unmatched`. The same
 * schedule where there is nothing to let pass. Throws a ModelError for what is not let pass.
 */
export function letPass(
  schedule: Schedule,
  partner: Uint32Array,
  { short, unmatched }: { readonly short: readonly number[]; readonly unmatched: number },
): Passed {
  if (unmatched > 0 && schedule.lenient?.unmatched !== 'ignore') reportUnmatched(schedule, partner);
  const whole = short.length === 0 ? schedule : withSizesOfSends(schedule, partner, short);
  const left = unmatched === 0 ? null : withoutPartners(whole, partner);
  return {
    schedule: left?.schedule ?? whole,
    warnings: [...sizesWarning(short.length), ...(left?.warnings ?? [])],
  };
}

function withSizesOfSends(schedule: Schedule, partner: Uint32Array, short: readonly number[]): Schedule {
  const value = schedule.value.slice();
  for (const recv of short) value[recv] = Math.max(value[recv], value[partner[recv]]);
  return { ...schedule, value };
}

/** Receives without a message become computations that take no time; sends without a receive are marked. */
function withoutPartners(schedule: Schedule, partner: Uint32Array): Passed {
  const kind = schedule.kind.slice();
  const value = schedule.value.slice();
  const peer = schedule.peer.slice();
  const unreceived = schedule.unreceived?.slice() ?? new Uint8Array(schedule.operations);
  const counts = { sends: 0, recvs: 0 };
  for (let op = 0; op < schedule.operations; op++) {
    if (partner[op] !== NONE || unreceived[op] === 1) continue;
    if (kind[op] === SEND) {
      unreceived[op] = 1;
      // What the network prices must be there: nothing of the message reaches it.
      if (peer[op] === NOBODY) peer[op] = rankOf(schedule, op);
      counts.sends++;
    } else if (kind[op] === RECV) {
      kind[op] = CALC;
      value[op] = 0;
      peer[op] = 0;
      counts.recvs++;
    }
  }
  const behind = schedule.behind && withoutThose(schedule.behind, schedule.kind, kind);
  return {
    schedule: { ...schedule, kind, value, peer, unreceived, behind },
    warnings: [unmatchedWarning(counts)],
  };
}

/** What comes behind a receive that is none any more comes behind what that came behind. */
function withoutThose(behind: Uint32Array, before: Uint8Array, after: Uint8Array): Uint32Array {
  return behind.map((first) => {
    let at = first;
    while (at !== NONE && before[at] !== after[at]) at = behind[at];
    return at;
  });
}

function sizesWarning(count: number): Warning[] {
  if (count === 0) return [];
  const receives = count === 1 ? '1 receive is' : `${count} receives are`;
  const message = `${receives} smaller than the message: its bytes are those of the send`;
  return [{ code: 'sizes', count, message }];
}

function unmatchedWarning({ sends, recvs }: { readonly sends: number; readonly recvs: number }): Warning {
  const parts = [
    sends === 0
      ? ''
      : `${sends} ${sends === 1 ? 'send' : 'sends'} without a receive, which cost the sender its o`,
    recvs === 0
      ? ''
      : `${recvs} ${recvs === 1 ? 'receive' : 'receives'} without a message, which take no time`,
  ];
  const message = `left in without a partner: ${parts.filter((part) => part !== '').join('; ')}`;
  return { code: 'unmatched', count: sends + recvs, message };
}
