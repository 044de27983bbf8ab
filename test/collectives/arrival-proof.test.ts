/** The proof that algorithms of one's own are held to: what ships passes it, and what is broken does not, by its place. */
import { describe, expect, it } from 'vitest';
import { provedAlgorithm } from '../../src/collectives/arrival-proof.js';
import {
  COLLECTIVES,
  type CollectiveAlgorithm,
  type CollectiveCall,
  type CollectiveName,
  DEFAULT_OPTIONS,
  type OperationSink,
} from '../../src/collectives/collective-algorithm.js';
import { Recorder } from '../../src/collectives/recorded-calls.js';
import { algorithmsOf } from '../../src/collectives/registry.js';
import { ROOTED } from '../openmpi/traffic.js';

type Emit = CollectiveAlgorithm['emit'];

const own = (emit: Emit): CollectiveAlgorithm => ({ name: 'mine', summary: '', uses: [], emit });

const nowhere = () => ({ source: 'mine.js' });

const call = (size: number, more: Partial<CollectiveCall> = {}): CollectiveCall => ({
  ...{ rank: 0, size, root: 0, bytes: 8, options: DEFAULT_OPTIONS },
  ...more,
});

/** Uses a call of rank 0. */
function use(collective: CollectiveName, emit: Emit, one: CollectiveCall): void {
  provedAlgorithm(collective, own(emit), nowhere).emit(one, new Recorder());
}

/** The ranks of four but rank 1. */
const others = (rank: number): number => (rank === 0 ? 0 : rank + 1);

/** Everyone to everyone, which is right for whatever collective. */
const gossip: Emit = ({ rank, size, bytes }, out) => {
  for (let i = 1; i < size; i++) {
    out.send(bytes, (rank + i) % size);
    out.recv(bytes, (rank + size - i) % size);
  }
};

describe.each(COLLECTIVES)('%s', (collective) => {
  it('of every algorithm that ships passes, with and without what it tells of its data', () => {
    const roots = ROOTED.includes(collective) ? [0, 2] : [0];
    for (const algorithm of algorithmsOf(collective))
      for (const size of [1, 2, 3, 5, 6, 8, 13])
        for (const root of roots.filter((one) => one < size))
          for (const bytes of [0, 7, 64]) {
            const bytesOf = /v$|^reduce_scatter$/.test(collective) ? () => bytes : undefined;
            const one = call(size, { root, bytes, bytesOf, recvBytesOf: bytesOf });
            const silent: Emit = (query, out) => algorithm.emit(query, silenced(out));
            for (const emit of [algorithm.emit, silent])
              expect(() => use(collective, emit, one)).not.toThrow();
          }
  });

  it('of everyone to everyone passes, and one of which rank 1 is left out does not', () => {
    expect(() => use(collective, gossip, call(4, { bytesOf: () => 8 }))).not.toThrow();
    const less: Emit = ({ rank, size, bytes, ...more }, out) => {
      if (rank !== 1)
        gossip({ ...more, rank: Math.max(rank - 1, 0), size: size - 1, bytes }, silenced(out, others));
    };
    expect(() => use(collective, less, call(4, { root: 1, bytesOf: () => 8 }))).toThrow(
      /^mine\.js: .*=mine of 4 ranks.*: rank \d ends without .* rank \d/,
    );
  });
});

/** A sink that hears nothing of what messages carry, in which ranks have other numbers. */
const silenced = (out: OperationSink, named = (rank: number): number => rank): OperationSink => ({
  send: (bytes, to) => out.send(bytes, named(to)),
  recv: (bytes, from) => out.recv(bytes, named(from)),
  irecv: (bytes, from) => out.irecv(bytes, named(from)),
  calc: (ns) => out.calc(ns),
  requires: (after, before) => out.requires(after, before),
});

describe('what is broken', () => {
  const refused = (collective: CollectiveName, emit: Emit, one = call(4)): string => {
    try {
      use(collective, emit, one);
    } catch (error) {
      return String(error);
    }
    return 'passes';
  };

  it.each<[string, CollectiveName, Emit, RegExp]>([
    [
      'a rank that is not there',
      'allreduce',
      ({ size, bytes }, out) => out.send(bytes, size),
      /allreduce=mine of 4 ranks, 8 B, on rank 0: it sends to rank 4, which does not exist/,
    ],
    [
      'bytes that are none',
      'allreduce',
      (_, out) => out.recv(Number.NaN, 1),
      /it receives NaN B from rank 1; a size must be a finite number from 0/,
    ],
    [
      'a message that nobody receives',
      'bcast',
      ({ rank, bytes }, out) => rank === 0 && out.send(bytes, 1),
      /rank 0 sends 1 message to rank 1, which has 0 receives from it/,
    ],
    [
      'a receive that nobody sends to',
      'bcast',
      ({ rank, bytes }, out) => rank === 1 && out.recv(bytes, 0),
      /rank 0 sends 0 messages to rank 1, which has 1 receive from it/,
    ],
    [
      'a receive that is too short',
      'bcast',
      ({ rank, bytes }, out) => (rank === 0 ? out.send(bytes, 1) : rank === 1 && out.recv(bytes / 2, 0)),
      /rank 1 receives 4 B of a message of 8 B from rank 0/,
    ],
    [
      'a send that waits for its own answer',
      'barrier',
      ({ rank }, out) => {
        const got = out.recv(1, rank ^ 1);
        out.requires(out.send(1, rank ^ 1), got);
      },
      /barrier=mine of 4 ranks: deadlock/,
    ],
    [
      'a chain whose sends do not wait for what they pass on',
      'bcast',
      ({ rank, size, bytes }, out) => {
        if (rank > 0) out.recv(bytes, rank - 1);
        if (rank < size - 1) out.send(bytes, rank + 1);
      },
      /rank 2 ends without the vector of rank 0\. Call out\.requires\(send, receive\)/,
    ],
    [
      'an operation that is none',
      'bcast',
      (_, out) => out.requires(3, 0),
      /: out\.requires names operation 3, which was not added before/,
    ],
    [
      'an error of its own',
      'scan',
      () => {
        throw new TypeError('undefined is not a function');
      },
      /scan=mine of 4 ranks, 8 B, on rank 0: undefined is not a function/,
    ],
    [
      'a message that is told to carry what it does not hold',
      'allreduce',
      (one, out) => {
        gossip(one, {
          ...silenced(out),
          send: (bytes, to) => {
            const sent = out.send(bytes, to);
            out.payload?.carries(sent, 0, 4, 0);
            return sent;
          },
        });
      },
      /by the carries and takes of out.payload, send 0 of rank 0 carries 4 B, but its size is 8 B/,
    ],
  ])('is refused: %s', (_, collective, emit, words) => {
    expect(refused(collective, emit)).toMatch(words);
  });

  it('is refused where it is used, and not at other sizes', () => {
    const doubling: Emit = ({ rank, size, bytes }, out) => {
      let last: number | undefined;
      for (let d = 1; d < size; d *= 2) {
        const sent = out.send(bytes, rank ^ d);
        if (last !== undefined) out.requires(sent, last);
        last = out.recv(bytes, rank ^ d);
      }
    };
    const passes = 'passes';
    // Of a chain of rounds each send waits for the last receive alone: the data of earlier ones are not passed on.
    expect(refused('allreduce', doubling, call(4))).toBe(passes);
    expect(refused('allreduce', doubling, call(6))).toMatch(/of 6 ranks, 8 B, on rank 2: it sends to rank 6/);
    expect(refused('allreduce', doubling, call(8))).toMatch(
      /rank 0 ends without the contribution of rank \d/,
    );
  });

  it('is refused of as many ranks as are followed where there are more', () => {
    let query = 0;
    const counted: Emit = (one, out) => {
      query = Math.max(query, one.size);
      if (one.rank === 0) for (let to = 1; to < one.size; to++) out.send(one.bytes, to);
      else out.recv(one.bytes, 0);
    };
    provedAlgorithm('bcast', own(counted), nowhere).emit(call(1000, { rank: 7 }), new Recorder());
    expect(query).toBe(1000);
    expect(refused('reduce', counted, call(1000))).toMatch(
      /reduce=mine of 250 ranks, 8 B: rank 0 ends without/,
    );
  });

  it('is followed once for every call that differs', () => {
    let emitted = 0;
    const proved = provedAlgorithm(
      'allgather',
      own((one, out) => {
        emitted++;
        gossip(one, out);
      }),
      nowhere,
    );
    for (let rank = 0; rank < 4; rank++) proved.emit(call(4, { rank }), new Recorder());
    expect(emitted).toBe(4 + 4);
    proved.emit(call(4, { bytes: 9 }), new Recorder());
    expect(emitted).toBe(8 + 4 + 1);
  });
});
