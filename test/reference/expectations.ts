/**
 * What a GOAL sample promises, in comment lines such as
 *
 *   // expect: L=3us o=500ns G=1ns/B S=1000B protocol=sync -> T=15050ns lambda_L=1 range_L=0..8400ns
 *
 * Left of the arrow stands the machine (S: none without it), right of it the answer, all of it optional:
 * T, lambda_L, lambda_G, lambda_o, rho_L (four decimals), range_L=a..b (b may be `unlimited`),
 * largest_L@LIMIT (the largest L with T ≤ LIMIT), warning=CODE; or error=FAMILY with says=WORD.
 */
import type { ErrorFamily } from '../../src/errors.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { parseGapPerByte, parseSize, parseTime } from '../../src/units.js';

export interface Expectation {
  /** The comment line itself: names the case in the test report. */
  readonly text: string;
  readonly machine: Machine;
  readonly runtime?: number;
  readonly lambda: Readonly<Partial<Record<'L' | 'G' | 'o', number>>>;
  readonly rho?: number;
  readonly range?: readonly [number, number];
  readonly largest: readonly { readonly limit: number; readonly L: number }[];
  readonly warning?: string;
  readonly error?: { readonly family: ErrorFamily; readonly says: string };
}

const ARROW = ' -> ';
const FAMILIES: readonly ErrorFamily[] = ['usage', 'input', 'model', 'limit', 'interrupted'];

/** Every expectation of a sample, in the order of its lines. */
export function expectationsOf(goal: string): Expectation[] {
  return goal
    .split('\n')
    .filter((line) => line.startsWith('// expect: '))
    .map((line) => expectation(line.slice('// expect: '.length)));
}

function expectation(text: string): Expectation {
  const [given, wanted, ...rest] = text.split(ARROW);
  if (wanted === undefined || rest.length > 0) throw new Error(`no single '->' in '${text}'`);
  const answer = pairs(wanted);
  const machine = machineOf(pairs(given));
  const error = answer.get('error');
  const range = answer.get('range_L')?.split('..');
  const lambda: Partial<Record<'L' | 'G' | 'o', number>> = {};
  const largest: { limit: number; L: number }[] = [];
  for (const [key, value] of answer) {
    if (key === 'lambda_L') lambda.L = Number(value);
    else if (key === 'lambda_G') lambda.G = Number(value);
    else if (key === 'lambda_o') lambda.o = Number(value);
    else if (key.startsWith('largest_L@'))
      largest.push({ limit: parseTime(key.slice('largest_L@'.length)), L: timeOf(value) });
    else if (!['T', 'rho_L', 'range_L', 'warning', 'error', 'says'].includes(key))
      throw new Error(`unknown answer '${key}' in '${text}'`);
  }
  return {
    text,
    machine,
    lambda,
    largest,
    ...(answer.has('T') ? { runtime: timeOf(answer.get('T') ?? '') } : {}),
    ...(answer.has('rho_L') ? { rho: Number(answer.get('rho_L')) } : {}),
    ...(range === undefined ? {} : { range: [timeOf(range[0]), timeOf(range[1])] as const }),
    ...(answer.has('warning') ? { warning: answer.get('warning') ?? '' } : {}),
    ...(error === undefined ? {} : { error: { family: familyOf(error), says: answer.get('says') ?? '' } }),
  };
}

function pairs(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const word of text.trim().split(/\s+/)) {
    const at = word.indexOf('=');
    if (at < 1 || found.has(word.slice(0, at))) throw new Error(`'${word}' is not a new KEY=VALUE`);
    found.set(word.slice(0, at), word.slice(at + 1));
  }
  return found;
}

function machineOf(given: ReadonlyMap<string, string>): Machine {
  for (const key of given.keys())
    if (!['L', 'o', 'G', 'S', 'protocol'].includes(key)) throw new Error(`unknown parameter '${key}'`);
  const protocol = given.get('protocol') ?? 'rdma-read';
  if (protocol !== 'rdma-read' && protocol !== 'sync') throw new Error(`unknown protocol '${protocol}'`);
  const threshold = given.get('S') ?? 'none';
  return logGPS({
    L: parseTime(given.get('L') ?? ''),
    o: parseTime(given.get('o') ?? ''),
    G: parseGapPerByte(given.get('G') ?? ''),
    S: threshold === 'none' ? Number.POSITIVE_INFINITY : parseSize(threshold),
    protocol,
  });
}

const timeOf = (text: string): number => (text === 'unlimited' ? Number.POSITIVE_INFINITY : parseTime(text));

function familyOf(text: string): ErrorFamily {
  const family = FAMILIES.find((one) => one === text);
  if (family === undefined) throw new Error(`unknown error family '${text}'`);
  return family;
}
