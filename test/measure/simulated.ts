/**
 * A LogGPS machine that prints what the benchmark prints, from the published formulas: Hoefler, Lichei, Rehm,
 * "Low-Overhead LogGP Parameter Assessment for Modern Interconnection Networks" (2007), and LLAMP, appendix B, for
 * messages above S. It knows nothing of the fit.
 */

export interface Simulated {
  readonly L: number;
  readonly send: number;
  readonly receive: number;
  readonly g: number;
  readonly G: number;
  /** Largest eager size; Infinity: all are. */
  readonly S: number;
  readonly protocol?: 'rdma-read' | 'sync';
  /** Added to half a round trip, by size. */
  readonly extra?: (bytes: number) => number;
  /** While all ranks exchange. */
  readonly exchange?: number;
}

export interface SimulationOptions {
  readonly most?: number;
  readonly repeats?: number;
  /** Factor on a cost of the machine, drawn anew for each measurement; default 1. */
  readonly noise?: () => number;
  /** What a look at the clock takes, ns. */
  readonly clock?: number;
  readonly ranks?: number;
  readonly cores?: number;
  /** Whether ranks keep their cores. */
  readonly bound?: boolean;
}

const MESSAGES = 16;

/** Half of PRTT(1, 0, s): L + 2·o + (s − 1)·G if eager; a fetched message waits for request, answer and data. */
function half({ L, send, receive, G, S, protocol, extra }: Simulated, bytes: number): number {
  const o = (send + receive) / 2;
  const more = (bytes - 1) * G + (extra?.(bytes) ?? 0);
  if (bytes <= S || protocol === 'sync') return L + 2 * o + more;
  // The answer's receive is posted when the send is over.
  return Math.max(4 * L + 2 * o, 3 * L + 3 * o) + more;
}

export function sizesUpTo(most: number, S: number): number[] {
  const sizes = [most, S, S + 1].filter((bytes) => bytes >= 1 && bytes <= most);
  for (let bytes = 1; bytes <= most; bytes *= 2) sizes.push(bytes);
  return [...new Set(sizes)].sort((a, b) => a - b);
}

/** The benchmark's output on this machine. */
export function simulate(machine: Simulated, options: SimulationOptions = {}): string {
  const {
    most = 2 ** 20,
    repeats = 20,
    noise = () => 1,
    clock = 0,
    ranks = 2,
    cores = 2,
    bound = false,
  } = options;
  const lines = ['1', 'mpi,Simulated MPI 1.0, for tests'];
  for (let rank = 0; rank < ranks; rank++)
    lines.push(`rank,${rank},host,${rank % cores},${Number(bound)},0,0,${cores}`);
  for (let core = 0; core < cores; core++) lines.push(`core,host,${core},0,0`);
  const point = (kind: string, bytes: number, messages: number, delay: number, repeat: number, ns: number) =>
    lines.push(`point,${kind},0,1,${bytes},${messages},${delay},${repeat},${ns}`);

  const { L, send, receive, g, G, S, exchange } = machine;
  // Doubling, then bisection.
  for (const bytes of [...new Set([1, 64, 4096, S, S + 1, most])].filter((one) => one >= 1 && one <= most)) {
    const eager = bytes <= S;
    point(eager ? 'sent-early' : 'sent-with-receive', bytes, 1, 2e7, 0, eager ? send : 2e7);
  }
  for (let repeat = -2; repeat < repeats; repeat++) {
    // Warming up takes ten times as long, and must not count.
    const factor = () => noise() * (repeat < 0 ? 10 : 1);
    point('clock', 0, 0, 0, repeat, clock);
    for (const bytes of sizesUpTo(most, S)) {
      const trip = 2 * half(machine, bytes) * factor();
      const between = g + (bytes - 1) * G;
      point('round-trip', bytes, 1, 0, repeat, trip);
      const stream = Math.max(send, between) * factor();
      point('round-trip', bytes, MESSAGES, 0, repeat, trip + (MESSAGES - 1) * stream);
      if (bytes > S) continue;
      const delay = Math.ceil(2 * between + trip);
      const spaced = Math.max(send * factor() + delay + clock, between);
      point('round-trip', bytes, MESSAGES, delay, repeat, trip + (MESSAGES - 1) * spaced);
      point('receive', bytes, 1, 2 * delay, repeat, receive * factor() + clock);
    }
    if (exchange !== undefined) point('exchange', 1, 10, 0, repeat, (L + 2 * exchange) * factor());
  }
  lines.push('end');
  return `${lines.map((line) => `llamp-measure,${line}`).join('\n')}\n`;
}
