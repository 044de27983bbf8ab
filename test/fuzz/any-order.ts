/**
 * A legal order of service, drawn at random: one link that all messages between ranks cross, and CPUs that do one thing at a
 * time or none that is shared. Written from bounds.md, shares no code with the library; eager messages, one CPU a rank.
 */
import type { Program } from '../properties/schedules.js';
import { partners } from './oracle.js';
import type { Random } from './random.js';

export interface Service {
  readonly L: number;
  readonly o: number;
  /** Of the plain model, ns/B. */
  readonly G: number;
  /** What a byte holds the link, ns/B: no less than G. */
  readonly link: number;
  /** Whether computations, sends and receives of a rank wait for each other. */
  readonly cpus: 'serial' | 'free';
}

interface Task {
  readonly ns: number;
  readonly begins: (at: number) => void;
  readonly ends: (at: number) => void;
}

interface Server {
  freeAt: number;
  readonly waiting: Task[];
}

/** Serves what waits for it in any order, at once where it is free. */
class Clock {
  readonly #random: Random;
  readonly #events: { readonly at: number; readonly act: (at: number) => void }[] = [];
  readonly #servers: Server[] = [];
  now = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  server(): Server {
    const made = { freeAt: 0, waiting: [] };
    this.#servers.push(made);
    return made;
  }

  at(at: number, act: (at: number) => void): void {
    this.#events.push({ at, act });
  }

  run(): void {
    while (this.#events.length > 0) {
      const now = this.#events.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
      this.now = now;
      for (;;) {
        const next = this.#events.findIndex(({ at }) => at === now);
        if (next < 0) break;
        this.#events.splice(next, 1)[0].act(now);
      }
      for (const server of this.#servers) this.#serve(server, now);
    }
  }

  #serve(server: Server, now: number): void {
    while (server.freeAt <= now && server.waiting.length > 0) {
      const [task] = server.waiting.splice(this.#random.below(server.waiting.length), 1);
      server.freeAt = now + task.ns;
      task.begins(now);
      this.at(server.freeAt, task.ends);
    }
  }
}

/** T of one order, ns. Throws where the program cannot run. */
export function anyOrder(program: Program, service: Service, random: Random): number {
  const { L, o, G, link: held, cpus } = service;
  const clock = new Clock(random);
  const partner = partners(program);
  if (partner === null) throw new Error('a message without a partner');
  const link = clock.server();
  const cpu = program.map(() => clock.server());
  const posted = new Map<string, number>();
  const come = new Set<string>();
  const ended = new Set<string>();
  const opOf = (id: string): Program[number][number] => {
    const [rank, op] = id.split('/').map(Number);
    return program[rank][op];
  };
  const onCpu = (rank: number, task: Task): void => {
    if (cpus === 'serial') cpu[rank].waiting.push(task);
    else {
      clock.at(clock.now, (at) => {
        task.begins(at);
        clock.at(at + task.ns, task.ends);
      });
    }
  };
  const isReady = (rank: number, op: number): boolean =>
    program[rank][op].after.every(({ op: before, immediate }) =>
      (immediate ? posted : ended).has(`${rank}/${before}`),
    );
  const query = new Set<string>();
  /** Starts what may start by now on a rank. */
  const look = (rank: number): void => {
    program[rank].forEach(({ kind, value }, op) => {
      const id = `${rank}/${op}`;
      if (query.has(id) || !isReady(rank, op)) return;
      query.add(id);
      const begins = (at: number): void => {
        posted.set(id, at);
        look(rank);
      };
      if (kind === 'calc') onCpu(rank, { ns: value, begins, ends: () => end(id) });
      else if (kind === 'send') {
        const ends = (at: number): void => {
          end(id);
          sent(id, at);
        };
        onCpu(rank, { ns: o, begins, ends });
      } else {
        begins(clock.now);
        take(id);
      }
    });
  };
  let over = 0;
  const end = (id: string): void => {
    over = clock.now;
    ended.add(id);
    look(Number(id.split('/')[0]));
  };
  const sent = (id: string, at: number): void => {
    const { value, peer } = opOf(id);
    const recv = partner.get(id) ?? '';
    const arrive = (begun: number, gap: number): void =>
      clock.at(begun + L + Math.max(value - 1, 0) * gap, () => {
        come.add(recv);
        take(recv);
      });
    if (peer === Number(id.split('/')[0])) arrive(at, G);
    else
      link.waiting.push({
        ns: value * held,
        begins: (begun) => arrive(begun, held),
        ends: () => undefined,
      });
  };
  const take = (recv: string): void => {
    if (!posted.has(recv) || !come.has(recv)) return;
    onCpu(Number(recv.split('/')[0]), { ns: o, begins: () => undefined, ends: () => end(recv) });
  };
  clock.at(0, () => {
    for (const rank of program.keys()) look(rank);
  });
  clock.run();
  if (ended.size < program.flat().length) throw new Error('the program cannot run to its end');
  return over;
}
