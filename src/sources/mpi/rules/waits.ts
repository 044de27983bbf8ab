/** Wait and its kin: a joint that requires the operations of the requests. */
import { CALLS } from '../calls.js';
import type { RankState } from '../rank-state.js';
import { addressOf, type Named, namedRequests } from '../requests.js';
import type { Rule } from './rule.js';

const named: Named = { first: 0, count: 0, listed: -1 };

function joinOf(state: RankState, row: number, ops: readonly number[]): void {
  const join = state.builder.calc(0);
  for (let i = 0; i < ops.length; i++) state.builder.requires(join, ops[i]);
  state.computeBefore(row, [join]);
  state.follow([join]);
}

/** Calls that take those of several requests that are complete. */
const CHOOSES: readonly boolean[] = CALLS.map(({ kind }) => /^(wait|test)(any|some)$/.test(kind));

/** Operations of those requests that are open. */
function operationsOf({ requests }: RankState, addresses: readonly number[]): number[] {
  return addresses.flatMap((address) => requests.get(address)?.op ?? []);
}

const addressesOf = ({ trace, pitch }: RankState): number[] =>
  Array.from({ length: named.count }, (_, i) => addressOf(trace, named, i, pitch));

/** A wait for a request that is not open returns at once: its time is computation. */
export const wait: Rule = (state, row) => {
  const request = state.arg(row, 0);
  const issued = state.requests.get(request);
  if (issued === undefined) return true;
  const choice = state.rules.choosesByWaits ? state.changingWaits.get(row) : undefined;
  if (choice === undefined) state.arrivals?.complete([issued.op]);
  else state.arrivals?.choose(operationsOf(state, choice), [issued.op]);
  state.requests.close(request);
  joinOf(state, row, [issued.op]);
  return true;
};

/** Requests that are not open (null ones) count as complete. */
export const waitall: Rule = (state, row) => {
  namedRequests(state.trace, row, named);
  const ops: number[] = [];
  for (let i = 0; i < named.count; i++) {
    const request = addressOf(state.trace, named, i, state.pitch);
    const issued = state.requests.get(request);
    if (issued === undefined) continue;
    ops.push(issued.op);
    if (state.rules.forgetsRequests || i === 0) state.requests.close(request);
  }
  state.arrivals?.complete(ops);
  joinOf(state, row, ops);
  return true;
};

/** Waitany, Waitsome, Test*: those that must have been completed here; a Test of none is computation. */
export const completeSome: Rule = (state, row) => {
  namedRequests(state.trace, row, named);
  const completed = state.completions.of(row, named, state.requests);
  const ops = operationsOf(state, completed);
  if (ops.length === 0) return true;
  if (!CHOOSES[state.trace.call[row]]) state.arrivals?.complete(ops);
  else if (state.arrivals?.choose(operationsOf(state, addressesOf(state)), ops) === true)
    state.decided.add(row);
  for (const request of completed) state.requests.close(request);
  joinOf(state, row, ops);
  return true;
};

/** Probe: it waits, but for the message that a later receive takes; its time is dropped with it. */
export const probe: Rule = (state, row) => {
  joinOf(state, row, []);
  return true;
};
