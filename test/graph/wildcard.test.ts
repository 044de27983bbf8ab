/** Wildcard receives: who meets whom, held against a simulation that goes from one nanosecond to the next. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../../src/errors.js';
import { buildGraph, graphAmong } from '../../src/graph/execution-graph.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import {
  ANY,
  CALC,
  DEP_OP,
  IREQUIRES,
  NONE,
  RECV,
  rankOf,
  type Schedule,
  SEND,
} from '../../src/schedule/schedule.js';
import { goal } from '../goal.js';
import { runs } from '../part.js';

describe('receives compete in the order in which they were posted in time', () => {
  const machine = logGPS({ L: 0, o: 10, G: 1 });

  it('so that a wildcard posted first leaves nothing for an exact receive, as a real run would hang', () => {
    // Rank 1 posts the wildcard l3 at 0 and the exact l2 at 10: the only message of rank 2 is the wildcard's.
    const schedule = goal(
      'a: recv 1000b from 1',
      'l1: send 1000b to 0\nl2: recv 1001b from 2\nl3: recv 1001b from -1\nl4: send 1b to 1\nl2 requires l1\nl4 requires l1\nl4 requires l2',
      'l2: send 1001b to 1',
    );
    expect(() => buildGraph(schedule, machine)).toThrow(ModelError);
    expect(() => buildGraph(schedule, machine)).toThrow(/2 unmatched operations.*l2: recv 1001b from 2/s);
    expect(() => buildGraph(schedule, machine)).toThrow(
      /Its message went to rank 1, l3: recv 1001b from any/,
    );
  });

  it('and a message does not overtake one that the same receive could take, though that is longer on its way', () => {
    // Rank 1 sends 100 B at 0 (arrive at 10 + 99) and 1 B at 10 (arrives at 20), both to a receive of any tag.
    const schedule = goal(
      'a: recv 100b from 1 tag -1\nb: recv 100b from -1 tag 2\nb requires a',
      'a: send 100b to 0 tag 1\nb: send 1b to 0 tag 2\nb requires a',
    );
    const { partner } = buildGraph(schedule, machine);
    expect([partner[0], partner[1]]).toEqual([2, 3]);
  });

  it('but leave a message that is larger than their buffer to another: the program ran without truncation', () => {
    // 100 B of rank 1 arrive at 109, before the byte of rank 2 at 510; a, posted first, has room for one byte.
    const schedule = goal(
      'a: recv 1b from -1\nb: recv 100b from -1',
      'a: send 100b to 0',
      'w: calc 500\na: send 1b to 0\na requires w',
    );
    const { partner } = buildGraph(schedule, machine);
    expect([partner[0], partner[1]]).toEqual([4, 2]);
  });
});

it('a synchronous send holds what comes behind it until the answer is back', () => {
  // Rank 1 synchronises with rank 2: sent 10, there 110, taken 120, answered 230; its message to rank 0 arrives at 340.
  const builder = new ScheduleBuilder(4);
  builder.beginRank(0);
  const first = builder.recv(1, ANY);
  builder.requires(builder.recv(1, ANY), first);
  builder.beginRank(1);
  const asks = builder.send(1, 2);
  builder.synchronous();
  builder.requires(builder.send(1, 0), asks);
  builder.beginRank(2);
  builder.recv(1, 1);
  builder.beginRank(3);
  const work = builder.calc(0);
  builder.requires(builder.send(1, 0), work);
  const schedule = builder.finish();
  const firstOf = (computes: number): number => {
    const value = Float64Array.from(schedule.value);
    value[schedule.rankStart[3]] = computes;
    const { partner } = buildGraph({ ...schedule, value }, logGPS({ L: 100, o: 10, G: 1 }));
    return rankOf(schedule, partner[0]);
  };
  // That of rank 3 arrives at 339, and at 341.
  expect([firstOf(229), firstOf(231)]).toEqual([3, 1]);
});

describe('a graph whose matches come again', () => {
  // What rank 1 begins at 100 arrives after three latencies, what rank 2 sends at 500 after one.
  const schedule = goal(
    'a: recv 1b from -1\nb: recv 1b from -1\nb requires a',
    'w: calc 100\nq: send 1b to 2 tag 1\nq requires w\nx: recv 1b from 2 tag 2\na: send 1b to 0\na requires x',
    'q: recv 1b from 1 tag 1\nx: send 1b to 1 tag 2\nx requires q\nw: calc 500\na: send 1b to 0\na requires w',
  );
  const at = (L: number, cpu: Machine['cpu'] = 'ordered'): Machine => ({
    ...logGPS({ L, o: 10, G: 1 }),
    cpu,
  });

  it('is the one that is known, on a machine that shares CPUs and NICs alike', () => {
    const [near, far] = [buildGraph(schedule, at(10)), buildGraph(schedule, at(1000))];
    expect(near.partner).not.toEqual(far.partner);
    expect(graphAmong([near, far], schedule, at(20))).toBe(near);
    expect(graphAmong([near, far], schedule, at(2000))).toBe(far);
    for (const other of [at(20, 'free'), { ...at(20), rendezvous: 1 }]) {
      expect(graphAmong([near, far], schedule, other)).toEqual(buildGraph(schedule, other));
    }
    const serial = buildGraph(schedule, at(10, 'serial'));
    expect(graphAmong([serial], schedule, at(10, 'serial'))).not.toBe(serial);
  });
});

describe('100,000 messages in flight at once', () => {
  // Matching in quadratic time takes longer than a test may.
  const COUNT = 100_000;
  const machine = logGPS({ L: 2e9, o: 1000, G: 0 });
  const all = Array.from({ length: COUNT }, (_, k) => k);
  /** Rank 0 receives from anyone, rank 1 sends, each one operation after the other; their tags by place. */
  const program = (received: (k: number) => number, sent: (k: number) => number): Schedule => {
    const builder = new ScheduleBuilder(2);
    for (const [rank, tagOf] of [received, sent].entries()) {
      builder.beginRank(rank);
      for (const k of all) {
        const op = rank === 0 ? builder.recv(8, ANY, tagOf(k)) : builder.send(8, 0, tagOf(k));
        if (k > 0) builder.requires(op, op - 1);
      }
    }
    return builder.finish();
  };

  it('meet their receives in the order of sending', { timeout: 30_000 }, () => {
    const { partner } = buildGraph(
      program(
        () => 0,
        () => 0,
      ),
      machine,
    );
    expect(all.every((k) => partner[k] === COUNT + k)).toBe(true);
  });

  it('meet the receives of their tags, in the reverse order', { timeout: 30_000 }, () => {
    const { partner } = buildGraph(
      program(
        (k) => COUNT - 1 - k,
        (k) => k,
      ),
      machine,
    );
    expect(all.every((k) => partner[k] === 2 * COUNT - 1 - k)).toBe(true);
  });
});

interface Step {
  readonly kind: 'calc' | 'message';
  readonly from: number;
  readonly to: number;
  readonly value: number;
  readonly tag: number;
  readonly anySource: boolean;
  readonly anyTag: boolean;
  /** The receive has room for this message only, not for all. */
  readonly tight: boolean;
  /** Distance to what the operations wait for; 0: nothing. */
  readonly back: readonly [number, number];
  readonly immediate: boolean;
}

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom('calc', 'message', 'message'),
    from: fc.nat(3),
    to: fc.nat(3),
    value: fc.integer({ min: 1, max: 12 }),
    tag: fc.nat(1),
    anySource: fc.boolean(),
    anyTag: fc.constantFrom(false, false, true),
    tight: fc.boolean(),
    back: fc.tuple(fc.nat(3), fc.nat(2)),
    immediate: fc.constantFrom(false, false, true),
  }),
  { minLength: 1, maxLength: 14 },
);

/** Operations depend on earlier ones or on nothing, so that they start in another order than that of the file. */
function scheduleOf(program: readonly Step[]): Schedule {
  type Op = { kind: number; value: number; peer: number; tag: number; back: number; immediate: boolean };
  const ranks: Op[][] = [[], [], [], []];
  for (const { kind, from, to, value, tag, anySource, anyTag, tight, back, immediate } of program) {
    if (kind === 'calc') {
      ranks[from].push({ kind: CALC, value: value * 3, peer: 0, tag: 0, back: back[0], immediate });
      continue;
    }
    ranks[from].push({ kind: SEND, value, peer: to, tag, back: back[0], immediate });
    const source = anySource ? ANY : from;
    ranks[to].push({
      kind: RECV,
      value: tight ? value : 12,
      peer: source,
      tag: anyTag ? ANY : tag,
      back: back[1],
      immediate,
    });
  }
  const builder = new ScheduleBuilder(ranks.length);
  ranks.forEach((ops, rank) => {
    builder.beginRank(rank);
    for (const { kind, value, peer, tag } of ops) {
      if (kind === CALC) builder.calc(value);
      else if (kind === SEND) builder.send(value, peer, tag);
      else builder.recv(value, peer, tag);
    }
    ops.forEach(({ back, immediate }, op) => {
      if (back === 0 || op - back < 0) return;
      if (immediate) builder.irequires(op, op - back);
      else builder.requires(op, op - back);
    });
  });
  return builder.finish();
}

/** Longer than any of these programs runs. */
const HORIZON = 2_000;

/** Partner of every operation, nanosecond by nanosecond: MPI's rules word by word. `o` must be at least 1. */
function simulated(
  schedule: Schedule,
  { L, o, G, async }: { L: number; o: number; G: number; async: number | null },
): number[] {
  const { operations, kind, value, peer, tag, deps, depStart } = schedule;
  const post = Array.from({ length: operations }, () => Number.POSITIVE_INFINITY);
  const end = post.slice();
  const arrival = post.slice();
  const partner = Array.from({ length: operations }, () => NONE);
  const all = Array.from({ length: operations }, (_, op) => op);
  const sendsInOrder: number[] = [];
  const postedInOrder: number[] = [];
  const arrivedInOrder: number[] = [];
  // Where no wildcard could take part, matching is static: the k-th send of a channel meets its k-th receive.
  const wildcards = all.filter((op) => kind[op] === RECV && (peer[op] === ANY || tag[op] === ANY));
  const contested = (source: number, destination: number, mark: number): boolean =>
    wildcards.some(
      (op) =>
        rankOf(schedule, op) === destination &&
        (peer[op] === ANY || peer[op] === source) &&
        (tag[op] === ANY || tag[op] === mark),
    );
  const isStatic = (recv: number): boolean =>
    !wildcards.includes(recv) && !contested(peer[recv], rankOf(schedule, recv), tag[recv]);
  const channel = (source: number, destination: number, mark: number): number[] =>
    all.filter(
      (op) =>
        kind[op] === SEND && rankOf(schedule, op) === source && peer[op] === destination && tag[op] === mark,
    );
  const kthOf = (recv: number): number => {
    const rank = rankOf(schedule, recv);
    const same = all.filter(
      (op) =>
        kind[op] === RECV &&
        rankOf(schedule, op) === rank &&
        peer[op] === peer[recv] &&
        tag[op] === tag[recv],
    );
    return channel(peer[recv], rank, tag[recv])[same.indexOf(recv)];
  };
  const fits = (recv: number, send: number): boolean =>
    isStatic(recv) ? kthOf(recv) === send : canTake(recv, send);
  const canTake = (recv: number, send: number): boolean =>
    peer[send] === rankOf(schedule, recv) &&
    (peer[recv] === ANY || peer[recv] === rankOf(schedule, send)) &&
    (tag[recv] === ANY || tag[recv] === tag[send]) &&
    value[send] <= value[recv];
  const overtakes = (recv: number, send: number): boolean =>
    sendsInOrder.slice(0, sendsInOrder.indexOf(send)).some((before) => {
      const sameSource = rankOf(schedule, before) === rankOf(schedule, send);
      return sameSource && partner[before] === NONE && fits(recv, before);
    });
  const meet = (recv: number, send: number): void => {
    partner[recv] = send;
    partner[send] = recv;
    end[recv] = Math.max(post[recv], arrival[send]) + o;
  };
  const startable = (op: number): number => {
    let at = 0;
    for (let i = depStart[op]; i < depStart[op + 1]; i++) {
      const before = deps[i] & DEP_OP;
      const launch = async ?? (kind[before] === SEND ? o : 0);
      at = Math.max(at, (deps[i] & IREQUIRES) === 0 ? end[before] : post[before] + launch);
    }
    return at;
  };
  for (let now = 0; now < HORIZON; now++) {
    const starting: number[] = [];
    for (let more = true; more; ) {
      more = false;
      for (const op of all) {
        if (post[op] <= now || startable(op) > now) continue;
        post[op] = now;
        if (kind[op] === CALC) end[op] = now + value[op];
        if (kind[op] === SEND) {
          end[op] = now + o;
          arrival[op] = now + o + L + (value[op] - 1) * G;
        }
        starting.push(op);
        more = true;
      }
    }
    starting.sort((a, b) => a - b);
    sendsInOrder.push(...starting.filter((op) => kind[op] === SEND));
    for (const recv of starting.filter((op) => kind[op] === RECV)) {
      const send = arrivedInOrder.find(
        (one) => partner[one] === NONE && fits(recv, one) && !overtakes(recv, one),
      );
      if (send === undefined) postedInOrder.push(recv);
      else meet(recv, send);
    }
    for (const send of all.filter((op) => kind[op] === SEND && arrival[op] === now)) {
      arrivedInOrder.push(send);
      for (let more = true; more; ) {
        more = false;
        for (const one of [...arrivedInOrder].sort(
          (a, b) => sendsInOrder.indexOf(a) - sendsInOrder.indexOf(b),
        )) {
          if (partner[one] !== NONE) continue;
          const recv = postedInOrder.find(
            (two) => partner[two] === NONE && fits(two, one) && !overtakes(two, one),
          );
          if (recv === undefined) continue;
          meet(recv, one);
          more = true;
          break;
        }
      }
    }
  }
  return partner;
}

/** The partners that are found, or null where the program does not come to its end. */
function matched(schedule: Schedule, machine: Machine): number[] | null {
  try {
    return [...buildGraph(schedule, machine).partner];
  } catch (error) {
    if (error instanceof ModelError) return null;
    throw error;
  }
}

describe('random programs with wildcards', () => {
  it('are matched as in a simulation of every nanosecond', () => {
    let ended = 0;
    const costs = fc.record({
      L: fc.constantFrom(0, 4, 30),
      o: fc.constantFrom(1, 3),
      G: fc.constantFrom(0, 1, 5),
      async: fc.constantFrom(null, 0, 2),
    });
    fc.assert(
      fc.property(steps, costs, (program, cost) => {
        const schedule = scheduleOf(program);
        // Without wildcards matching is static: the k-th send meets the k-th receive.
        fc.pre(program.some(({ kind, anySource }) => kind === 'message' && anySource));
        const wanted = simulated(schedule, cost);
        const found = matched(schedule, { ...logGPS(cost), async: cost.async });
        const contested = wanted.every((other, op) => schedule.kind[op] === CALC || other !== NONE);
        if (!contested) return;
        ended++;
        expect(found).toEqual(wanted);
      }),
      { numRuns: runs(1000), seed: 11 },
    );
    expect(ended).toBeGreaterThan(runs(200));
  });
});
