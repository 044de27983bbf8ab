/**
 * T by the longest path, from `model.md` alone: matching by place, costs of eager messages and of all rendezvous
 * protocols, times by going round until all are known. Shares no code with the library; slow, short, for small programs.
 */
import type { Program } from '../properties/schedules.js';

/** What operations cost; times in ns, G in ns/B. */
export interface Costs {
  readonly o: number;
  /** Messages of more bytes synchronise. */
  readonly S: number;
  readonly protocol: 'sync' | keyof typeof AFTER_MEETING;
  /** What an `irequires` costs; null: on a send its o, else nothing. */
  readonly async: number | null;
  /** Latency and gap of a message from one rank to another. */
  readonly wire: (source: number, destination: number) => { readonly L: number; readonly G: number };
}

/** What follows the meeting of a request and its receive, at the sender and at the receiver. */
export const AFTER_MEETING = {
  'rdma-read': { send: { L: 3, o: 3 }, recv: { L: 3, o: 2 } },
  'clear-to-send': { send: { L: 1, o: 2 }, recv: { L: 2, o: 3 } },
  'rdma-write': { send: { L: 3, o: 3 }, recv: { L: 4, o: 4 } },
} as const;

/** A time, and how often its path pays a latency: of two equal times the one that pays more is later. */
export interface Time {
  readonly ns: number;
  readonly latencies: number;
}

const ZERO: Time = { ns: 0, latencies: 0 };

const later = (a: Time, b: Time): Time =>
  b.ns > a.ns || (b.ns === a.ns && b.latencies > a.latencies) ? b : a;

const plus = (time: Time, ns: number, latencies = 0): Time => ({
  ns: time.ns + ns,
  latencies: time.latencies + latencies,
});

/** Matches by place in each channel (model.md, "Matching"): [rank/op of send, of recv]; null where something has no partner. */
export function partners(program: Program): Map<string, string> | null {
  const channels = new Map<string, { send: string[]; recv: string[] }>();
  program.forEach((ops, rank) => {
    ops.forEach(({ kind, peer, tag }, op) => {
      if (kind === 'calc') return;
      const name = kind === 'send' ? `${rank}>${peer}#${tag}` : `${peer}>${rank}#${tag}`;
      const channel = channels.get(name) ?? { send: [], recv: [] };
      channels.set(name, channel);
      channel[kind].push(`${rank}/${op}`);
    });
  });
  const found = new Map<string, string>();
  for (const { send, recv } of channels.values()) {
    if (send.length !== recv.length) return null;
    send.forEach((one, i) => {
      found.set(one, recv[i]).set(recv[i], one);
    });
  }
  return found;
}

export const hasWildcards = (program: Program): boolean =>
  program.some((ops) => ops.some((op) => op.kind === 'recv' && (op.peer === -1 || op.tag === -1)));

/** T and λ_L (latencies on the longest path; of paths of one length, the most). Null: unmatched, or a cycle. */
export function runtime(program: Program, costs: Costs): Time | null {
  const partner = partners(program);
  if (partner === null) return null;
  const posts = new Map<string, Time>();
  const ends = new Map<string, Time>();
  const open = new Set(program.flatMap((ops, rank) => ops.map((_, op) => `${rank}/${op}`)));
  for (let before = -1; before !== posts.size + ends.size && open.size > 0; ) {
    before = posts.size + ends.size;
    for (const id of open) {
      const post = posts.get(id) ?? postOf(id);
      if (post !== null) posts.set(id, post);
      const end = post === null ? null : endOf(id, post);
      if (end === null) continue;
      ends.set(id, end);
      open.delete(id);
    }
  }
  return open.size > 0 ? null : [...ends.values()].reduce(later, ZERO);

  function opOf(id: string): Program[number][number] {
    const [rank, op] = id.split('/').map(Number);
    return program[rank][op];
  }

  function postOf(id: string): Time | null {
    const rank = id.split('/')[0];
    let post = ZERO;
    for (const { op, immediate } of opOf(id).after) {
      const known = (immediate ? posts : ends).get(`${rank}/${op}`);
      if (known === undefined) return null;
      const launch = opOf(`${rank}/${op}`).kind === 'send' ? costs.o : 0;
      post = later(post, plus(known, immediate ? (costs.async ?? launch) : 0));
    }
    return post;
  }

  /** Model §3: the protocols. */
  function endOf(id: string, post: Time): Time | null {
    const { kind, value } = opOf(id);
    if (kind === 'calc') return plus(post, value);
    const [send, recv] = kind === 'send' ? [id, partner?.get(id) ?? ''] : [partner?.get(id) ?? '', id];
    const { value: bytes, peer } = opOf(send);
    const { o, S, protocol, wire } = costs;
    if (kind === 'send' && bytes <= S) return plus(post, o);
    const [sent, posted] = [posts.get(send), posts.get(recv)];
    if (sent === undefined || posted === undefined) return null;
    const { L, G } = wire(Number(send.split('/')[0]), peer);
    const bytesNs = Math.max(bytes - 1, 0) * G;
    if (bytes > S && protocol !== 'sync') {
      const meet = later(plus(sent, L, 1), posted);
      const after = AFTER_MEETING[protocol][kind];
      return plus(meet, after.o * o + after.L * L + bytesNs, after.L);
    }
    const received = plus(later(plus(sent, o + L + bytesNs, 1), posted), o);
    return kind === 'recv' ? received : later(plus(sent, o), received);
  }
}
