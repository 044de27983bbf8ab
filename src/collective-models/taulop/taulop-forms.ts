/**
 * Closed forms of τ-Lop (Rico-Gallego, Díaz-Martín, Lastovetsky, *Modeling Contention and Mapping Effects
 * in Multi-core Clusters*): sums over stages of concurrent transfers.
 *
 * Symbols: P ranks, m bytes of the whole vector (of one block in the ring), S bytes of a segment,
 * k = m/S segments, Q ranks per node. Channel '' is the only one, `shm` shared memory, `net` the network.
 */
import {
  add,
  ceilLog2Of,
  concurrent,
  divide,
  type Expr,
  log2Of,
  longest,
  multiply,
  overhead,
  power,
  series,
  subtract,
  transfer,
} from './expr.js';

/** The case studies leave overheads out "for clarity"; `counted` keeps them. */
export type Overheads = 'omitted' | 'counted';

/** T_p2p(m) = o(m) + 2·L(m, 1): into a buffer of shared memory and out of it (section 3). */
export function sharedMemoryMessage(channel = ''): Expr {
  return add(overhead(channel, 'm'), multiply(2, transfer(channel, 'm')));
}

/** A message over the network: to the card, to the other card, to the receiver (section 5). */
export function networkMessage(shared = 'shm', network = 'net'): Expr {
  return add(overhead(network, 'm'), transfer(shared, 'm'), transfer(network, 'm'), transfer(shared, 'm'));
}

/**
 * A message cut into k segments whose copies in and out overlap: o(m) + k·L(S, 2), or with the first and
 * the last copy alone, 2·L(S, 1) + (k − 1)·L(S, 2) (section 4).
 */
export function segmentedMessage(
  bytes: Expr | string,
  segments: Expr | string,
  copies: 'all-overlap' | 'ends-alone' = 'all-overlap',
): Expr {
  const pairs = transfer('', 'S', 2);
  const time =
    copies === 'all-overlap'
      ? multiply(segments, pairs)
      : add(multiply(2, transfer('', 'S')), multiply(subtract(segments, 1), pairs));
  return add(overhead('', bytes), time);
}

/** Send to a partner and receive from it: o(m) + 2k·L(S, 1), nothing overlaps within the pair (eq. 2). */
export function segmentedExchange(bytes: Expr | string, segments: Expr | string): Expr {
  return add(overhead('', bytes), multiply(2, segments, transfer('', 'S')));
}

/** Σ 2^i ∥ T_p2p(m): each stage has twice the senders (section 3). */
export function binomialBroadcast(message: Expr = sharedMemoryMessage()): Expr {
  return series('i', ceilLog2Of('P'), concurrent(power(2, 'i'), message));
}

/** Σ 2^i ∥ (k/2^(i+1))·L(S, 2), P a power of two (eq. 1; written out, eq. 4). */
export function binomialScatter(overheads: Overheads = 'omitted'): Expr {
  const part = power(2, add('i', 1));
  const transfers = multiply(divide('k', part), transfer('', 'S', 2));
  const message = overheads === 'counted' ? add(overhead('', divide('m', part)), transfers) : transfers;
  return series('i', log2Of('P'), concurrent(power(2, 'i'), message));
}

/** Σ P ∥ (2^(i+1)·k/P)·L(S, 1), P a power of two (eq. 3). */
export function recursiveDoublingAllgather(overheads: Overheads = 'omitted'): Expr {
  const share = divide(multiply(power(2, add('i', 1)), 'k'), 'P');
  const transfers = multiply(share, transfer('', 'S'));
  const bytes = divide(multiply(power(2, 'i'), 'm'), 'P');
  const exchange = overheads === 'counted' ? add(overhead('', bytes), transfers) : transfers;
  return series('i', log2Of('P'), concurrent('P', exchange));
}

function stages(stage: Expr): Expr {
  return multiply(subtract('P', 1), stage);
}

/**
 * Ring with neighbouring ranks on one node, by transfers: all copy out of their buffers, one per node goes
 * through the network while the others finish, and one copies in. `network-longest` is eq. 7, which takes
 * the network for the slower of the two; `exact` keeps the maximum that it stems from.
 */
export function ringSequential(middle: 'network-longest' | 'exact' = 'network-longest'): Expr {
  const network = transfer('net', 'm', 1);
  const others = transfer('shm', 'm', subtract('Q', 1));
  return stages(
    add(
      transfer('shm', 'm', 'Q'),
      middle === 'exact' ? longest(others, network) : network,
      transfer('shm', 'm', 1),
    ),
  );
}

/** Ring with neighbouring ranks on different nodes: Q messages per node share every channel (eq. 8). */
export function ringRoundRobin(): Expr {
  return stages(add(transfer('shm', 'm', 'Q'), transfer('net', 'm', 'Q'), transfer('shm', 'm', 'Q')));
}

/** The same ring by messages: (P − 1) × [Q ∥ T^shm + 1 ∥ T^net] or (P − 1) × [Q ∥ (T^net + T^net)]. */
export function ringByMessages(
  mapping: 'sequential' | 'round-robin',
  shared: Expr = sharedMemoryMessage('shm'),
  network: Expr = networkMessage(),
): Expr {
  return stages(
    mapping === 'sequential'
      ? add(concurrent('Q', shared), concurrent(1, network))
      : concurrent('Q', add(network, network)),
  );
}
