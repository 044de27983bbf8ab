/** Archives as tests describe them: for our own writer (encode.ts), and as JSON for the library's (write.py). */

/** Time in ticks, the event as the library's Python writer names it, and its fields. */
export type Described = readonly [time: number, name: string, ...fields: (number | string)[]];

export interface DescribedRegion {
  readonly name: string;
  readonly paradigm: 'mpi' | 'user' | 'tool';
  readonly file?: string;
  readonly line?: number;
}

export interface DescribedLocation {
  /** Whose thread it is. The first locations are those that MPI numbers. */
  readonly rank: number;
  readonly name: string;
  readonly type?: 'CPU_THREAD' | 'METRIC';
  readonly events: readonly Described[];
  /** By kind of what is numbered: pairs of its own and the global number. */
  readonly maps?: Readonly<Partial<Record<'region' | 'comm', readonly (readonly [number, number])[]>>>;
  /** Times of its clock, and what to add there. */
  readonly offsets?: readonly (readonly [number, number])[];
}

export interface Description {
  /** Ticks of a second. */
  readonly resolution: number;
  readonly creator: string;
  /** How many of the locations MPI numbers. */
  readonly ranks: number;
  readonly regions: readonly DescribedRegion[];
  /** Name, and members as ranks of the world. */
  readonly comms: readonly (readonly [string, readonly number[] | 'self' | 'unknown'])[];
  readonly locations: readonly DescribedLocation[];
  /** Region, and the context that it was entered from; −1: none. */
  readonly contexts?: readonly (readonly [region: number, parent: number])[];
  /** Bytes of a chunk. */
  readonly chunk?: number;
}

/** No root, as OTF2 writes it. */
export const NO_ROOT = 2 ** 32 - 1;

const NS = 1_000_000_000;

/** Events of one location in the order in which they are told, each call of 10 ticks, with as many between them. */
export class Script {
  readonly events: Described[] = [];
  readonly #regions: DescribedRegion[];
  #time: number;

  constructor(regions: DescribedRegion[], time = 1_000) {
    this.#regions = regions;
    this.#time = time;
  }

  /** The next time. */
  get time(): number {
    return this.#time;
  }

  /** A call of MPI with what is recorded in it, its times left out. */
  call(name: string, ...events: readonly (readonly [string, ...(number | string)[]])[]): this {
    const region = this.#region({ name, paradigm: 'mpi' });
    this.events.push([this.#time, 'enter', region]);
    for (const [i, event] of events.entries()) this.events.push([this.#time + 1 + i, ...event]);
    this.#time += 10 + events.length;
    this.events.push([this.#time, 'leave', region]);
    return this.pass(10);
  }

  enter(name: string, place: Pick<DescribedRegion, 'file' | 'line'> = {}): this {
    return this.event('enter', this.#region({ name, paradigm: 'user', ...place }));
  }

  leave(name: string): this {
    return this.event('leave', this.#region({ name, paradigm: 'user' }));
  }

  event(name: string, ...fields: (number | string)[]): this {
    this.events.push([this.#time, name, ...fields]);
    return this;
  }

  pass(ticks: number): this {
    this.#time += ticks;
    return this;
  }

  #region(wanted: DescribedRegion): number {
    const at = this.#regions.findIndex(({ name }) => name === wanted.name);
    return at >= 0 ? at : this.#regions.push(wanted) - 1;
  }
}

/** What a rank does between MPI_Init and MPI_Finalize. */
export type Body = (script: Script) => void;

/**
 * A body of calls as text, `Isend: isend 1 W 3 8 10`: the name without MPI_, and the events in the call, without mpi_. W and S are
 * the world and MPI_COMM_SELF, N is no root.
 */
export const calls =
  (...texts: readonly string[]): Body =>
  (script) => {
    const words: Readonly<Record<string, number>> = { W: 0, S: 1, N: NO_ROOT };
    for (const text of texts) {
      const [name, events = ''] = text.split(': ');
      const told = events.split('; ').filter((event) => event !== '');
      script.call(
        `MPI_${name}`,
        ...told.map((event) => {
          const [kind, ...fields] = event.split(' ');
          const values = fields.map((field) => words[field] ?? (/^\d+$/.test(field) ? Number(field) : field));
          return [kind.startsWith('non_') ? kind : `mpi_${kind}`, ...values] as const;
        }),
      );
    }
  };

/** Threads, communicators, chunks: what is not the same everywhere. */
export interface Extra extends Partial<Pick<Description, 'comms' | 'creator' | 'chunk' | 'resolution'>> {
  /** Events of further threads, by rank. */
  readonly threads?: readonly (readonly [rank: number, body: Body])[];
}

/** An archive of a run, in ns, with MPI_COMM_WORLD and MPI_COMM_SELF as communicators 0 and 1. */
export function runOf(bodies: readonly Body[], extra: Extra = {}): Description {
  const { threads = [], comms = [], ...rest } = extra;
  const regions: DescribedRegion[] = [];
  const locations = bodies.map((body, rank): DescribedLocation => {
    const script = new Script(regions);
    script.call('MPI_Init');
    body(script);
    script.call('MPI_Finalize');
    return { rank, name: 'Master thread', events: script.events };
  });
  const others = threads.map(([rank, body]): DescribedLocation => {
    const script = new Script(regions);
    body(script);
    return { rank, name: 'OMP thread', events: script.events };
  });
  return {
    resolution: NS,
    creator: 'Score-P 8.4',
    ranks: bodies.length,
    regions,
    comms: [['MPI_COMM_WORLD', bodies.map((_, rank) => rank)], ['MPI_COMM_SELF', 'self'], ...comms],
    locations: [...locations, ...others],
    ...rest,
  };
}
