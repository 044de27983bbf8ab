/** `--fail-above` for two runs: parses gates, shows their outcome, and computation that only one of the runs has. */

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
import { joinWarnings, UsageError, type Warning } from '../../errors.js';
import { decimal, formatTime, grouped, parseShare, parseTime } from '../../units.js';
import { oneName } from '../flags/parameter-values.js';
import { GateNotMet, type Part } from '../output/answer.js';
import { type Column, finite, jsonRows, percentText, tableText } from '../output/table.js';
import type { RunSide } from '../pipeline/baseline.js';
import { listed, moreText } from '../process/streams.js';

const NAME = '--fail-above';

/** --fail-above, which takes several gates; `needs`: flags that it requires. */
export const gatesFlag = (description: string, ...needs: readonly string[]) =>
  Flags.string({
    multiple: true,
    dependsOn: [...needs],
    helpValue: 'lambda=10%,messages=0',
    summary: 'exit with code 10 if a figure grows by more',
    description: `${description}: exit with code 10 if one of ${GATES.join(', ')} exceeds that of the other run by more than the limit, relative or absolute, such as communication=1%, lambda=10%, messages=0; tolerance=-10% limits a loss`,
  });

/** Throws UsageError. A percentage alone limits the runtime. */
export function parseGates(texts: readonly string[] | undefined): Gate[] {
  const parts = (texts ?? []).flatMap((text) => text.split(','));
  const gates = parts.map((part) => gateOf(part.trim()));
  const twice = gates.find(({ name }, i) => gates.findIndex((one) => one.name === name) < i);
  if (twice === undefined) return gates;
  throw new UsageError(`${NAME} names ${twice.name} twice`, 'leave one of them out');
}

function gateOf(text: string): Gate {
  const at = text.indexOf('=');
  if (at < 0 && /^[-+\d.]/.test(text))
    return { name: 'runtime', limit: parseShare(text, NAME), relative: true };
  if (at < 0 && GATES.some((name) => name === text))
    throw new UsageError(`${NAME} '${text}' has no limit`, `write ${text}=${usual(text)}`);
  if (at < 0)
    throw new UsageError(
      `${NAME} '${text}' is not a percentage`,
      `write 2%, or gates (${GATES.join(', ')}) with their limits, such as lambda=10%`,
    );
  const name = oneName(text.slice(0, at), GATES, NAME);
  return { name, ...limitOf(name, text.slice(at + 1).trim()) };
}

const usual = (name: string): string => (name === 'tolerance' ? '-10%' : '10%');

/** A tolerance gets worse by falling, all other figures by growing. */
function limitOf(name: GateName, text: string): Pick<Gate, 'limit' | 'relative'> {
  const falls = text.startsWith('-');
  const plain = text.replace(/^[-+]/, '');
  const relative = plain.endsWith('%');
  const size = relative ? parseShare(plain, `${NAME} ${name}`) : amountOf(name, plain);
  if (size > 0 && falls !== (name === 'tolerance'))
    throw new UsageError(
      `${NAME} ${name}=${text} has the wrong sign, because a run is worse if its ${name} ${falls ? 'grows' : 'falls'}`,
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

const amountText = (name: GateName, value: number): string => {
  if (!Number.isFinite(value)) return 'unlimited';
  return isTimed(name) ? formatTime(value) : grouped(Number(value.toPrecision(12)));
};

const signedText = (value: number, text: string): string => `${value < 0 ? '' : '+'}${text}`;

function changeText({ name, a, b, relative }: GateFound): string {
  if (a === b) return '0';
  if (relative && a === 0) return 'from nothing';
  if (!Number.isFinite(b - a)) return b > a ? 'to unlimited' : 'from unlimited';
  if (Math.abs(b - a) <= ROUNDING * Math.abs(a)) return '0';
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
 * The figures of a run for gates; `input`: its JSON. Throws UsageError if a gate needs a figure that a baseline lacks: bytes,
 * or the tolerance of the first of `percents`.
 */
export function gatedRun(
  { profile, input }: Pick<RunSide, 'profile' | 'input'>,
  gates: readonly Gate[],
  [percent]: readonly number[],
): HeldRun {
  const gated = (gate: GateName): boolean => gates.some(({ name }) => name === gate);
  const source = String(input.baseline ?? input.source);
  if (profile.sent === null && gated('bytes'))
    throw new UsageError(
      `baseline ${source} does not contain the bytes of its messages`,
      'write the baseline again',
    );
  const known = profile.tolerance.find((one) => one.percent === percent);
  if (known === undefined && gated('tolerance'))
    throw new UsageError(
      `baseline ${source} does not contain the ${percent} % tolerance`,
      `use a percentage that it contains, such as --pct ${profile.tolerance.map((one) => one.percent).join(',')}`,
    );
  return {
    profile,
    sent: profile.sent ?? { messages: Number(input.messages), bytes: Number.NaN },
    tolerance: known?.delta ?? Number.NaN,
  };
}

/** The gates as a part of the answer; nothing without any. */
export const gatesPart = (found: readonly GateFound[], ...warnings: readonly (Warning | null)[]): Part => ({
  warnings: joinWarnings(...warnings),
  json: () => (found.length === 0 ? {} : { gates: jsonRows(COLUMNS, found) }),
  text: () => (found.length === 0 ? '' : tableText(COLUMNS, found)),
});

/** The gates that tripped, in one sentence; null: none. */
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
  return `${name} is ${is} in ${b} and ${was} in ${a} (${changeText(found)}, ${side} the gate of ${gate})`;
}

// The computation that both runs share, and the parts that only one run has.

/** Rows shown to people. */
const SHOWN = 8;

/** Source of the time of a computation in B. */
const TAKES = {
  divided: 'A (split by the calls of B)',
  changed: 'B (changed)',
  added: 'B (new)',
  dropped: 'none (gone in B)',
} as const;

const UNLIKE: readonly Column<Unlike>[] = [
  { key: 'count', title: 'times', of: ({ count }) => count },
  { key: 'a_ns', title: 'A', of: ({ a }) => a },
  { key: 'b_ns', title: 'B', of: ({ b }) => b },
  {
    title: 'time used',
    align: 'left',
    text: ({ kind }) => TAKES[kind],
    json: ({ kind }) => ({ kind }),
  },
  { key: 'from', title: 'from', align: 'left', name: true, of: ({ from }) => from },
  { key: 'to', title: 'to', align: 'left', name: true, of: ({ to }) => to },
];

/** The shared computation, and its differences between the runs. `a`: the name of A. */
export function sharedPart({ stretches, same, own, given, unlike }: SharedComputation, a = 'A'): Part {
  const most = listed(SHOWN);
  const head = `both runs use the computation of ${a}; ${grouped(same)} of ${grouped(stretches)} computations between calls match; ${ownText(own, given)}\n`;
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
    ? `the computation of B itself is ${formatTime(own)} over all ranks`
    : `the computation of B itself is ${percentText(own / given)} of it`;

/** With shared computation, the part of it that is free of noise; null: each run has its own computation. */
export function addedBy({ loaded, shared }: RunSide): number | null {
  if (loaded === null || shared === null) return null;
  // A region has other operations than the program.
  const cut = loaded.info.region !== undefined && shared.unlike.some(({ kind }) => kind === 'added');
  return cut ? null : addedOnPath(loaded.model, shared);
}

/** Warns that two traced runs differ by the noise of their computation. */
export function ownComputation(gates: readonly Gate[], a: RunSide, b: RunSide): Warning | null {
  const traced = [a, b].some(({ loaded }) => (loaded?.model.schedule.calls ?? null) !== null);
  const one = a.loaded !== null && b.loaded !== null && a.input.source === b.input.source;
  const noisy = gates.filter(({ name }) => name !== 'messages' && name !== 'bytes');
  if (!traced || one || b.shared !== null || noisy.length === 0) return null;
  const names = noisy.map(({ name }) => name).join(', ');
  const message = `each run has its own computation, whose noise can hide a change or trip the gate${noisy.length === 1 ? '' : 's'} ${names}. Use --computation-of A to give both runs the computation of A.`;
  return { code: 'own-computation', message };
}
