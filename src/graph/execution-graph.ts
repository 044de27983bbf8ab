/** The execution graph: every receive with its message, and all events in an order in which each follows those that it waits for. */
import { joinWarnings, ModelError, many, UsageError, type Warning } from '../errors.js';
import { isSynchronous } from '../machine/costs.js';
import { checkMachine, type Machine } from '../machine/machine.js';
import {
  CALC,
  describeOp,
  IREQUIRES,
  NOBODY,
  NONE,
  RECV,
  rankOf,
  type Schedule,
  SEND,
} from '../schedule/schedule.js';
import { orderWarning, type SerialOrder, serves } from './graph-events.js';
import { matchExact, partnersToOrder, reportTruncated, reportUnmatched, truncated } from './match.js';
import { receivedInPlace } from './probed-receives.js';
import {
  anyOrderWarning,
  follows,
  type ProgramOrder,
  programOrder,
  topologicalOrder,
} from './program-order.js';
import { serialOrder } from './service.js';
import { matchOpen } from './traced-matches.js';

// Parts of a program that no MPI would run: receives smaller than their messages, sends and receives without a partner.
// They are errors, or intended in a schedule made for a simulator, as the schedule's leniency says.

/** A schedule in which every receive has its message, whole. */
interface Passed {
  readonly schedule: Schedule;
  readonly warnings: readonly Warning[];
}

/**
 * Receives that are smaller than their messages, of all or of those `among` which to look. Throws a ModelError for one
 * that is not let pass.
 */
function shortReceives(
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
function letPass(
  schedule: Schedule,
  partner: Uint32Array,
  { short, unmatched }: { readonly short: readonly number[]; readonly unmatched: number },
  machine: Machine,
): Passed {
  const allowed = schedule.lenient?.unmatched;
  if (unmatched > 0 && (allowed === undefined || (allowed === 'left' && holdsUp(schedule, partner, machine))))
    reportUnmatched(schedule, partner);
  const whole = short.length === 0 ? schedule : withSizesOfSends(schedule, partner, short);
  const left = unmatched === 0 ? null : withoutPartners(whole, partner);
  return {
    schedule: left?.schedule ?? whole,
    warnings: joinWarnings(short.length > 0 && sizesWarning(short.length), left),
  };
}

/** Whether an operation waits for one without a partner that never ends: a receive, or a send that waits for its receive. */
function holdsUp(schedule: Schedule, partner: Uint32Array, machine: Machine): boolean {
  const { kind, deps } = schedule;
  return deps.some(
    (op) =>
      (op & IREQUIRES) === 0 &&
      partner[op] === NONE &&
      kind[op] !== CALC &&
      (kind[op] === RECV || isSynchronous(schedule, machine, op)),
  );
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
  const counts = { sends: 0, recvs: 0, first: NONE };
  for (let op = 0; op < schedule.operations; op++) {
    if (partner[op] !== NONE || unreceived[op] === 1 || kind[op] === CALC) continue;
    counts.first = Math.min(counts.first, op);
    if (kind[op] === SEND) {
      unreceived[op] = 1;
      // The peer must exist for the network to price the message, although nothing of the message reaches it.
      if (peer[op] === NOBODY) peer[op] = rankOf(schedule, op);
      counts.sends++;
    } else {
      kind[op] = CALC;
      value[op] = 0;
      peer[op] = 0;
      counts.recvs++;
    }
  }
  const behind = schedule.behind && withoutThose(schedule.behind, schedule.kind, kind);
  return {
    schedule: { ...schedule, kind, value, peer, unreceived, behind },
    warnings: [unmatchedWarning(schedule, counts)],
  };
}

/** `behind` without the removed receives: operations behind one are behind its predecessor instead. */
function withoutThose(behind: Uint32Array, before: Uint8Array, after: Uint8Array): Uint32Array {
  return behind.map((first) => {
    let at = first;
    while (at !== NONE && before[at] !== after[at]) at = behind[at];
    return at;
  });
}

function sizesWarning(count: number): Warning {
  const receives =
    count === 1
      ? '1 receive is smaller than its message'
      : `${count} receives are smaller than their messages`;
  const message = `${receives}; a message has the size of its send`;
  return { code: 'sizes', count, message };
}

function unmatchedWarning(
  schedule: Schedule,
  { sends, recvs, first }: { readonly sends: number; readonly recvs: number; readonly first: number },
): Warning {
  const parts = [
    sends === 0 ? '' : `${many(sends, 'send')} without a receive (each costs the sender o)`,
    recvs === 0 ? '' : `${many(recvs, 'receive')} without a message (no cost)`,
  ];
  const place = schedule.lenient?.unmatched === 'left' ? `; the first is ${describeOp(schedule, first)}` : '';
  const message = `kept without a partner: ${parts.filter((part) => part !== '').join(' and ')}${place}`;
  return { code: 'unmatched', count: sends + recvs, message };
}

/**
 * One DAG over all ranks. Its vertices are events: an operation's post (2·op) and its end (2·op + 1). Where an
 * operation ends a fixed time after its post (computations, eager sends) the two are one, the post.
 * Edges are the schedule's dependencies, the messages, and the order on serial or ordered CPUs and NICs.
 */
export interface ExecutionGraph {
  /** The program; without the faults that its leniency accepts, where there are any. */
  readonly schedule: Schedule;
  /** [operations] the other end of the message; NONE for calcs. */
  readonly partner: Uint32Array;
  readonly messages: number;
  /** [events] in topological order; found again after {@link forgetOrder}. */
  readonly order: Uint32Array;
  /** Rendezvous threshold and protocol that the order respects. */
  readonly rendezvous: number;
  readonly protocol: Machine['protocol'];
  /** Order of operations on CPUs and NICs, at the parameters of the machine it was made for; null: none is serial. */
  readonly serial: SerialOrder | null;
  /** The order in which the program uses CPUs and NICs, whatever the parameters; null: none is ordered. */
  readonly program: ProgramOrder | null;
  /** How many wildcard receives were matched by a guess … */
  readonly wildcardGuesses: number;
  /** … and how many as in the trace: the rank names their source, or the order of arrival ends in a cycle. */
  readonly wildcardsTraced: { readonly named: number; readonly cyclic: number };
  /** How many receives are taken as they arrive, in the order of arrival at the parameters of the machine. */
  readonly arrivals: number;
  readonly warnings: readonly Warning[];
}

/**
 * Matches messages and orders events. The machine decides which messages synchronise (S, protocol) and, where
 * wildcard receives are resolved, which message arrives first.
 * Throws ModelError: unmatched or truncated messages, a cycle.
 */
export function buildGraph(schedule: Schedule, machine: Machine): ExecutionGraph {
  checkMachine('buildGraph', machine);
  return graphAmong([], schedule, machine);
}

/** {@link buildGraph}; of the `known` graphs of the same schedule the one with the same matches and order, if there is one. */
export function graphAmong(
  known: readonly ExecutionGraph[],
  schedule: Schedule,
  machine: Machine,
): ExecutionGraph {
  try {
    return matchedGraph(known, schedule, machine, false);
  } catch (error) {
    if (schedule.traced === undefined || !(error instanceof ModelError)) throw error;
    return matchedAsTraced(known, schedule, machine, error);
  }
}

/** The program came to its end with these messages; `otherwise`: the error where it does not at these parameters. */
function matchedAsTraced(
  known: readonly ExecutionGraph[],
  schedule: Schedule,
  machine: Machine,
  otherwise: ModelError,
): ExecutionGraph {
  try {
    return matchedGraph(known, schedule, machine, true);
  } catch (error) {
    throw error instanceof ModelError ? otherwise : error;
  }
}

function matchedGraph(
  known: readonly ExecutionGraph[],
  schedule: Schedule,
  machine: Machine,
  asTraced: boolean,
): ExecutionGraph {
  const exact = matchExact(schedule);
  const { partner, open, messages, unmatched, whole } = exact;
  const short = whole ? [] : shortReceives(schedule, partner);
  const { found, guesses, arrivals, named, cyclic } = matchOpen(schedule, exact, machine, asTraced);
  const left = {
    short: [...short, ...shortReceives(schedule, partner, open)],
    unmatched: unmatched - 2 * found,
  };
  const passed = letPass(schedule, partner, left, machine);
  const same = known.find((one) => one.serial === null && holdsFor(one, machine) && matches(one, partner));
  if (same !== undefined) return same;
  const guessed = { wildcardGuesses: guesses, wildcardsTraced: { named, cyclic }, arrivals };
  const warnings = joinWarnings(guessWarnings(guessed), passed);
  return ordered(
    { schedule: passed.schedule, partner, messages: messages + found, ...guessed, warnings },
    machine,
  );
}

/**
 * The same graph ordered for another threshold, protocol or sharing of CPUs and NICs; the graph itself when its order
 * holds already. A serial order that holds is kept whatever the other parameters are.
 */
export function orderFor(graph: ExecutionGraph, machine: Machine): ExecutionGraph {
  return holdsFor(graph, machine) ? graph : ordered(graph, machine);
}

function holdsFor({ rendezvous, protocol, serial, program }: ExecutionGraph, machine: Machine): boolean {
  const same = rendezvous === machine.rendezvous && protocol === machine.protocol;
  return same && serves(serial, machine) && follows(program, machine);
}

function matches(graph: ExecutionGraph, partner: Uint32Array): boolean {
  return graph.partner.length === partner.length && partner.every((other, op) => other === graph.partner[op]);
}

/** Whether matches or an order in `graph` were made for the parameters of one machine, and may be others for another. */
export function dependsOnPrices(graph: ExecutionGraph): boolean {
  const { wildcardGuesses, wildcardsTraced, arrivals, serial } = graph;
  return wildcardGuesses + wildcardsTraced.cyclic + arrivals > 0 || serial !== null;
}

type Matched = Omit<ExecutionGraph, 'order' | 'rendezvous' | 'protocol' | 'serial' | 'program'>;

function ordered(matched: Matched, machine: Machine): ExecutionGraph {
  const { schedule, partner } = receivedInPlace(matched.schedule, matched.partner, machine);
  const { rendezvous, protocol } = machine;
  refuseMixture(machine);
  const warnings = matched.warnings.filter(({ code }) => code !== 'order-edges' && code !== 'any-order');
  const free = { ...matched, schedule, partner, rendezvous, protocol, serial: null, program: null, warnings };
  const own = programOrder(schedule, partner, machine);
  if (own !== null)
    return {
      ...free,
      // A copy: no kernel knows this order, and the program that matching placed beside the other may go.
      partner: partner.slice(),
      ...own,
      warnings: joinWarnings(warnings, anyOrderWarning(own.program)),
    };
  // Without the order edges first: this finds a deadlock of the program, and playing forward then has none.
  const placed = partnersToOrder(schedule, partner);
  const order = topologicalOrder(schedule, placed, machine);
  const serial = serialOrder(schedule, partner, machine);
  if (serial === null) return inOrder({ ...free, partner: placed }, order);
  return {
    ...free,
    serial,
    order: topologicalOrder(schedule, partner, machine, serial),
    warnings: joinWarnings(warnings, orderWarning(serial)),
  };
}

/** What forgets the order of a graph. */
const forgetful = new WeakMap<ExecutionGraph, () => void>();

function inOrder(graph: Omit<ExecutionGraph, 'order'>, order: Uint32Array): ExecutionGraph {
  const { schedule, partner } = graph;
  let known: Uint32Array | null = order;
  const made: ExecutionGraph = {
    ...graph,
    get order() {
      known ??= topologicalOrder(schedule, partner, graph);
      return known;
    },
  };
  forgetful.set(made, () => {
    known = null;
  });
  return made;
}

/** Frees the memory of a graph's order where it can be found again as it was. */
export function forgetOrder(graph: ExecutionGraph): void {
  forgetful.get(graph)?.();
}

/** An order that was found by playing the program forward may contradict the program's own. */
function refuseMixture({ cpu, nic }: Machine): void {
  const both = [cpu, nic];
  if (!both.includes('serial') || !both.includes('ordered')) return;
  throw new UsageError(
    `CPUs are ${cpu} and NICs are ${nic}; the two orders may contradict each other`,
    'make both ordered or both serial, or one of them free',
  );
}

/** Warnings of a graph whose order of arrival is predicted again `at` other values than those of its machine. */
export function warningsAt(graph: ExecutionGraph, at: string): Warning[] {
  const { serial, warnings } = graph;
  const kept = warnings.filter(
    ({ code }) => code !== 'wildcard' && code !== 'arrivals' && code !== 'order-edges',
  );
  return joinWarnings(guessWarnings(graph, at), kept, serial && orderWarning(serial, at));
}

const wildcardsWere = (count: number): string =>
  `${count} ${count === 1 ? 'wildcard receive was' : 'wildcard receives were'}`;

/** Warnings of the choices that the order of arrival decides. */
function guessWarnings(
  {
    wildcardGuesses,
    wildcardsTraced: { named, cyclic },
    arrivals,
  }: Pick<ExecutionGraph, 'wildcardGuesses' | 'wildcardsTraced' | 'arrivals'>,
  at = "the machine's parameters",
): Warning[] {
  const order = `in the order of arrival that the model predicts at ${at}`;
  const wildcards = [
    ...(wildcardGuesses > 0 ? [`${wildcardsWere(wildcardGuesses)} matched ${order}`] : []),
    ...(named > 0
      ? [`${wildcardsWere(named)} matched as traced, because the rank names the source next`]
      : []),
    ...(cyclic > 0
      ? [`${wildcardsWere(cyclic)} matched as traced, because the order of arrival ends in a deadlock`]
      : []),
  ];
  const [taken, were] =
    arrivals === 1
      ? ['receive that the program takes as it arrives', 'was']
      : ['receives that the program takes as they arrive', 'were'];
  const completed = `${arrivals} ${taken} (MPI_Waitany, Waitsome, Testany, Testsome) ${were} completed ${order}`;
  return joinWarnings(
    wildcards.length > 0 && {
      code: 'wildcard',
      count: wildcardGuesses + named + cyclic,
      message: wildcards.join('; '),
    },
    arrivals > 0 && { code: 'arrivals', count: arrivals, message: completed },
  );
}
