/** Which receive takes which message: as MPI has it, among those of any source and tag too, held against two plain lists. */
import { describe, expect, it } from 'vitest';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import { ANY, NONE, ranksOf, type Schedule, SEND } from '../../src/schedule/schedule.js';
import { Inbox } from '../../src/simulation/receiver.js';
import { random } from '../properties/schedules.js';

const RANKS = 6;
const TAGS = 3;

/** Sends and receives that need not match each other. */
function program(seed: number): Schedule {
  const next = random(seed);
  const below = (n: number): number => Math.floor(next() * n);
  const builder = new ScheduleBuilder(RANKS);
  for (let rank = 0; rank < RANKS; rank++) {
    builder.beginRank(rank);
    for (let i = 0; i < 80; i++) {
      if (below(2) === 0) builder.send(8, below(RANKS), below(TAGS));
      else builder.recv(8, below(4) === 0 ? ANY : below(RANKS), below(4) === 0 ? ANY : below(TAGS));
    }
  }
  return builder.finish();
}

/** The same by two lists that are searched from the front. */
class Lists {
  readonly posted: number[] = [];
  readonly arrived: number[] = [];
  readonly #schedule: Schedule;
  readonly #rank: Uint32Array;

  constructor(schedule: Schedule, rank: Uint32Array) {
    this.#schedule = schedule;
    this.#rank = rank;
  }

  take(list: number[], fits: (op: number) => boolean): number {
    const at = list.findIndex(fits);
    return at < 0 ? NONE : list.splice(at, 1)[0];
  }

  fits(recv: number, send: number): boolean {
    const { peer, tag } = this.#schedule;
    const between = peer[send] === this.#rank[recv] && [ANY, this.#rank[send]].includes(peer[recv]);
    return between && [ANY, tag[send]].includes(tag[recv]);
  }
}

describe('messages at their receivers', () => {
  it.each([1, 2, 3, 4, 5, 6])('are taken in the order of posts and arrivals, seed %d', (seed) => {
    const schedule = program(seed);
    const rank = ranksOf(schedule);
    const inbox = new Inbox(schedule, rank);
    const lists = new Lists(schedule, rank);
    const next = random(seed + 100);
    const order = [...schedule.kind.keys()].map((op) => [next(), op]).sort(([a], [b]) => a - b);
    let taken = 0;
    for (const [, op] of order) {
      const isSend = schedule.kind[op] === SEND;
      const expected = isSend
        ? lists.take(lists.posted, (recv) => lists.fits(recv, op))
        : lists.take(lists.arrived, (send) => lists.fits(op, send));
      if (isSend) expect(inbox.receiveFor(op)).toBe(expected);
      expect(isSend ? inbox.takeReceive(op) : inbox.takeMessage(op)).toBe(expected);
      if (expected !== NONE) taken++;
      else if (isSend) {
        inbox.arrive(op);
        lists.arrived.push(op);
      } else {
        inbox.post(op);
        lists.posted.push(op);
      }
    }
    expect(taken).toBeGreaterThan(100);
    const byRank = (ops: readonly number[], at: (op: number) => number): number[] =>
      ops.toSorted((a, b) => at(a) - at(b));
    expect(inbox.left()).toEqual([
      ...byRank(lists.posted, (recv) => rank[recv]),
      ...byRank(lists.arrived, (send) => schedule.peer[send]),
    ]);
  });
});
