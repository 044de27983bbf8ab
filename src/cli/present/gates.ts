/** `--fail-above` against another run: gates as flags name them, what they found, computation that only one of the runs has. */

import { Flags } from '@oclif/core';
import {
  GATES,
  type Gate,
  type GateFound,
  type GateName,
  type HeldRun,
  isTimed,
  ROUNDING,
} from '../../analysis/run-gates.js';
import { addedOnPath, type SharedComputation, type Unlike } from '../../analysis/shared-computation.js';
import { allTold, UsageError, type Warning } from '../../errors.js';
import { decimal, formatTime, grouped, parseTime } from '../../units.js';
import { oneName, parseShare } from '../flags/parameter-values.js';
import { GateNotMet, type Part } from '../output/answer.js';
import { type Column, finite, jsonRows, percentText, tableText } from '../output/table.js';
import type { RunSide } from '../pipeline/baseline.js';
import { listed, moreText } from '../process/streams.js';

const NAME = '--fail-above';

/** A flag that several gates may be given, `needs`: with what. */
export const gatesFlag = (description: string, ...needs: readonly string[]) =>
  Flags.string({
    multiple: true,
    dependsOn: [...needs],
    helpValue: 'lambda=10%,messages=0',
    summary: 'exit with 10 when a figure grows by more',
    description: `${description}: exit with 10 when one of ${GATES.join(', ')} is above that of the other run by more than this, in percent or as it is, such as communication=1%, lambda=10%, messages=0; tolerance=-10%: below it by more`,
  });

/** Throws UsageError. A percentage alone is one of the runtime. */
export function parseGates(texts: readonly string[] | undefined): Gate[] {
  const parts = (texts ?? []).flatMap((text) => text.split(','));
  const gates = parts.map((part) => gateOf(part.trim()));
  const twice = gates.find(({ name }, i) => gates.findIndex((one) => one.name === name) < i);
  if (twice === undefined) return gates;
  throw new UsageError(`${NAME} has ${twice.name} twice`, 'leave one of them out');
}

function gateOf(text: string): Gate {
  const at = text.indexOf('=');
  if (at < 0 && /^[-+\d.]/.test(text))
    return { name: 'runtime', limit: parseShare(text, NAME), relative: true };
  if (at < 0 && GATES.some((name) => name === text))
    throw new UsageError(
      `${NAME} '${text}' has no limit`,
      `write it behind =, such as ${text}=${usual(text)}`,
    );
  if (at < 0)
    throw new UsageError(
      `${NAME} '${text}' is not a percentage`,
      `write 2%, or gates with their limits, such as lambda=10%: there are ${GATES.join(', ')}`,
    );
  const name = oneName(text.slice(0, at), GATES, NAME);
  return { name, ...limitOf(name, text.slice(at + 1).trim()) };
}

const usual = (name: string): string => (name === 'tolerance' ? '-10%' : '10%');

/** What is worse has one sign: what a tolerance loses, what all others gain. */
function limitOf(name: GateName, text: string): Pick<Gate, 'limit' | 'relative'> {
  const falls = text.startsWith('-');
  const plain = text.replace(/^[-+]/, '');
  const relative = plain.endsWith('%');
  const size = relative ? parseShare(plain, `${NAME} ${name}`) : amountOf(name, plain);
  if (size > 0 && falls !== (name === 'tolerance'))
    throw new UsageError(
      `${NAME} ${name}=${text}: a run is worse where its ${name} ${falls ? 'grows' : 'falls'}`,
      `write ${name}=${falls ? plain : `-${plain}`}`,
    );
  return { limit: falls ? -size : size, relative };
}

function amountOf(name: GateName, text: string): number {
  if (isTimed(name)) return parseTime(text, { name: `${NAME} ${name}` });
  const amount = decimal(text);
  if (amount >= 0) return amount;
  throw new UsageError(
    `${NAME} ${name}=${text} is no limit`,
    'write a percentage or a number, such as 10% or 0',
  );
}

// What gates found.

const amountText = (name: GateName, value: number): string => {
  if (!Number.isFinite(value)) return 'unlimited';
  return isTimed(name) ? formatTime(value) : grouped(Number(value.toPrecision(12)));
};

const signedText = (value: number, text: string): string => `${value < 0 ? '' : '+'}${text}`;

function changeText({ name, a, b, relative }: GateFound): string {
  if (a === b || Math.abs(b - a) <= ROUNDING * Math.abs(a)) return '0';
  if (!Number.isFinite(b - a) || (relative && a === 0)) return b > a ? 'from nothing' : 'from unlimited';
  const share = b / a - 1;
  return relative ? signedText(share, percentText(share)) : signedText(b - a, amountText(name, b - a));
}

const limitText = ({ name, limit, relative }: GateFound): string =>
  limit === 0 ? '0' : signedText(limit, relative ? percentText(limit) : amountText(name, limit));

const COLUMNS: readonly Column<GateFound>[] = [
  { key: 'gate', title: 'gate', align: 'left', of: ({ name }) => name },
  { key: 'unit', of: ({ name }) => (isTimed(name) ? 'ns' : null) },
  { key: 'a', title: 'A', of: ({ a }) => a, text: ({ name, a }) => amountText(name, a) },
  { key: 'b', title: 'B', of: ({ b }) => b, text: ({ name, b }) => amountText(name, b) },
  { key: 'change_pct', title: 'Δ', of: ({ a, b }) => 100 * (b / a - 1), text: changeText },
  { key: 'limit_pct', of: ({ limit, relative }) => (relative ? 100 * limit : null) },
  { key: 'limit', title: 'limit', of: ({ limit, relative }) => (relative ? null : limit), text: limitText },
  {
    ...{ title: '', align: 'left', text: ({ tripped }) => (tripped ? 'tripped' : '') },
    json: ({ tripped }) => ({ tripped }),
  },
];

/**
 * A run as gates hold it; `input`: what answers say of its program. Throws UsageError where a gate is on what it does not tell:
 * its bytes, or the tolerance of the first of `percents`.
 */
export function heldRun(
  { profile, input }: Pick<RunSide, 'profile' | 'input'>,
  gates: readonly Gate[],
  [percent]: readonly number[],
): HeldRun {
  const gated = (gate: GateName): boolean => gates.some(({ name }) => name === gate);
  const source = String(input.baseline ?? input.source);
  if (profile.sent === null && gated('bytes'))
    throw new UsageError(`${source} does not tell how many bytes it sends`, 'write the baseline anew');
  const known = profile.tolerance.find((one) => one.percent === percent);
  if (known === undefined && gated('tolerance'))
    throw new UsageError(
      `${source} does not tell the tolerance of ${percent} %`,
      `ask by --pct for one that it tells: ${profile.tolerance.map((one) => one.percent).join(', ')}`,
    );
  return {
    profile,
    sent: profile.sent ?? { messages: Number(input.messages), bytes: Number.NaN },
    tolerance: known?.delta ?? Number.NaN,
  };
}

/** The gates as a part of the answer; nothing without any. */
export const gatesPart = (found: readonly GateFound[], ...warnings: readonly (Warning | null)[]): Part => ({
  warnings: allTold(...warnings),
  json: () => (found.length === 0 ? {} : { gates: jsonRows(COLUMNS, found) }),
  text: () => (found.length === 0 ? '' : tableText(COLUMNS, found)),
});

/** What tripped, in one sentence; null: nothing. */
export function gateNotMet(found: readonly GateFound[], a: string, b: string): GateNotMet | null {
  const tripped = found.filter((one) => one.tripped);
  if (tripped.length === 0) return null;
  return new GateNotMet(tripped.map((one) => trippedText(one, a, b)).join('; '));
}

function trippedText(found: GateFound, a: string, b: string): string {
  const { name, relative } = found;
  const gate = limitText(found).replace(/^\+/, '');
  if (name === 'runtime' && relative) {
    const slower = found.a === 0 ? 'infinitely' : percentText(found.b / found.a - 1);
    return `${b} is ${slower} slower than ${a}, above the gate of ${found.limit === 0 ? percentText(0) : gate}`;
  }
  const [was, is] = [amountText(name, found.a), amountText(name, found.b)];
  const side = name === 'tolerance' ? 'below' : 'above';
  return `${name} is ${is} in ${b} and ${was} in ${a}: ${changeText(found)} is ${side} the gate of ${gate}`;
}

// The computation that both runs are priced with, and the parts of it that only one run has.

/** Rows shown to people. */
const SHOWN = 8;

/** Whose time computation has in both. */
const TAKES = {
  divided: 'A, divided as in B',
  changed: 'B, for it changed',
  added: 'B, for A has none',
  dropped: 'none, for B has none',
} as const;

const UNLIKE: readonly Column<Unlike>[] = [
  { key: 'count', title: 'times', of: ({ count }) => count },
  { key: 'a_ns', title: 'A', of: ({ a }) => a },
  { key: 'b_ns', title: 'B', of: ({ b }) => b },
  {
    title: 'takes the time of',
    align: 'left',
    text: ({ kind }) => TAKES[kind],
    json: ({ kind }) => ({ kind }),
  },
  { key: 'from', title: 'from', align: 'left', name: true, of: ({ from }) => from },
  { key: 'to', title: 'to', align: 'left', name: true, of: ({ to }) => to },
];

/** Whose computation both have, and where that is not between the same calls in both. `a`: what A is called. */
export function sharedPart({ stretches, same, own, given, unlike }: SharedComputation, a = 'A'): Part {
  const most = listed(SHOWN);
  const head = `computation of ${a} in both: ${grouped(same)} of ${grouped(stretches)} stretches between calls are the same; ${ownText(own, given)}\n`;
  const rows = jsonRows(UNLIKE, unlike);
  return {
    json: () => ({ computation: { of: 'A', stretches, same, own_ns: own, given_ns: given, unlike: rows } }),
    text: () =>
      unlike.length === 0
        ? head
        : `${head}${tableText(UNLIKE, unlike.slice(0, most))}${moreText(unlike.length - most)}`,
  };
}

const ownText = (own: number, given: number): string =>
  finite(own / given) === null
    ? `that of B itself is ${formatTime(own)} over all ranks`
    : `B itself computed ${percentText(own / given)} of that`;

/** Who computed as the other run did has nothing of a machine's noise; null: each run has its own computation. */
export function addedBy({ loaded, shared }: RunSide): number | null {
  if (loaded === null || shared === null) return null;
  // Of a region, operations are others than those of the program.
  const cut = loaded.info.region !== undefined && shared.unlike.some(({ kind }) => kind === 'added');
  return cut ? null : addedOnPath(loaded.model, shared);
}

/** Runs that were traced each computed as their machine let them, unless they are one. */
export function ownComputation(gates: readonly Gate[], a: RunSide, b: RunSide): Warning | null {
  const traced = [a, b].some(({ loaded }) => (loaded?.model.schedule.calls ?? null) !== null);
  const one = a.loaded !== null && b.loaded !== null && a.input.source === b.input.source;
  const noisy = gates.filter(({ name }) => name !== 'messages' && name !== 'bytes');
  if (!traced || one || b.shared !== null || noisy.length === 0) return null;
  const names = noisy.map(({ name }) => name).join(', ');
  const message = `each run has its own computation, whose noise can trip ${names} or hide a change: --computation-of A prices both with that of A`;
  return { code: 'own-computation', message };
}
