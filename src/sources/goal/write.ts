import type { Warning } from '../../errors.js';
import {
  ANY,
  CALC,
  DEP_OP,
  IREQUIRES,
  labelOf,
  NOBODY,
  NOBODY_RANK,
  type Schedule,
  SEND,
} from '../../schedule/schedule.js';

/** Text gathered before it is handed on. */
const CHUNK = 1 << 16;

/**
 * Writes a schedule as GOAL text, piece by piece. A dependency stands behind the later of its two operations,
 * so that every label is defined before it is used. Reading it back gives the same columns (but for `line`
 * and the names of MPI calls, which GOAL has no place for, and for what {@link goalWarnings} tells).
 */
export function* writeGoal(schedule: Schedule): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = `num_ranks ${schedule.ranks}\n`;
  for (let rank = 0; rank < schedule.ranks; rank++) {
    text += `\nrank ${rank} {\n`;
    const ahead = dependenciesAhead(schedule, rank);
    for (let op = schedule.rankStart[rank]; op < schedule.rankStart[rank + 1]; op++) {
      text += `${labelOf(schedule, op)}: ${operation(schedule, op)}\n`;
      for (let i = schedule.depStart[op]; i < schedule.depStart[op + 1]; i++) {
        const before = schedule.deps[i];
        if ((before & DEP_OP) <= op) text += dependency(schedule, op, before);
      }
      for (const [after, before] of ahead.get(op) ?? []) text += dependency(schedule, after, before);
      if (text.length >= CHUNK) {
        yield encoder.encode(text);
        text = '';
      }
    }
    text += '}\n';
  }
  yield encoder.encode(text);
}

/** Dependencies of a rank on operations that are defined later, by that operation. */
function dependenciesAhead(schedule: Schedule, rank: number): Map<number, [number, number][]> {
  const ahead = new Map<number, [number, number][]>();
  for (let op = schedule.rankStart[rank]; op < schedule.rankStart[rank + 1]; op++) {
    for (let i = schedule.depStart[op]; i < schedule.depStart[op + 1]; i++) {
      const before = schedule.deps[i];
      const key = before & DEP_OP;
      if (key <= op) continue;
      const list = ahead.get(key);
      if (list === undefined) ahead.set(key, [[op, before]]);
      else list.push([op, before]);
    }
  }
  return ahead;
}

/** A duration without an exponent, which GOAL does not have: 1e-7 is 0.0000001. */
function decimal(value: number): string {
  const text = String(value);
  const at = text.indexOf('e-');
  if (at < 0) return text;
  const digits = text.slice(0, at).replace('.', '');
  return `0.${'0'.repeat(Number(text.slice(at + 2)) - 1)}${digits}`;
}

function operation(schedule: Schedule, op: number): string {
  const kind = schedule.kind[op];
  const value = schedule.value[op];
  const cpu = schedule.cpu?.[op] ? ` cpu ${schedule.cpu[op]}` : '';
  const nic = schedule.nic?.[op] ? ` nic ${schedule.nic[op]}` : '';
  if (kind === CALC) return `calc ${decimal(value)}${cpu}${nic}`;
  const tag = schedule.tag[op];
  const peer = schedule.peer[op] === NOBODY ? NOBODY_RANK : schedule.peer[op];
  const way = kind === SEND ? `send ${value}b to` : `recv ${value}b from`;
  return `${way} ${peer === ANY ? -1 : peer}${tag === 0 ? '' : ` tag ${tag}`}${cpu}${nic}`;
}

function dependency(schedule: Schedule, after: number, before: number): string {
  const word = (before & IREQUIRES) !== 0 ? 'irequires' : 'requires';
  return `${labelOf(schedule, after)} ${word} ${labelOf(schedule, before & DEP_OP)}\n`;
}

/** What of a schedule its GOAL text cannot say. */
export const goalWarnings = (schedule: Schedule): Warning[] => [
  ...synchronousWarning(schedule),
  ...unreceivedWarning(schedule),
];

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
