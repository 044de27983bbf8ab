/** Machines of one latency: for the library, and for the oracle. */
import { logGPS, type Machine, RENDEZVOUS_PROTOCOLS, SHARINGS } from '../../src/machine/machine.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import type { Program } from '../properties/schedules.js';
import { checkAnswers } from './answers.js';
import { Finding, type FuzzInput, numberOf } from './input.js';
import type { Costs } from './oracle.js';
import { readGoalText } from './oracle-goal.js';
import type { Random } from './random.js';

/** Small whole numbers, so that paths tie often, and a few that are not. */
export function machineChoices(random: Random): Record<string, number | string> {
  return {
    L: random.pick([0, 1, 7, 100, 3_000, 12.5]),
    o: random.pick([0, 1, 5, 500]),
    G: random.pick([0, 1, 0.018, 0.5]),
    S: random.pick([0, 4, 100, 1e300]),
    protocol: random.pick(RENDEZVOUS_PROTOCOLS),
    async: random.pick(['o', 'o', 0, 20]),
    sharing: random.pick(['free', 'free', 'free', 'ordered', 'serial']),
    gap: random.pick([0, 0, 30]),
  };
}

const protocolOf = (input: FuzzInput): Costs['protocol'] =>
  RENDEZVOUS_PROTOCOLS.find((one) => one === input.choices.protocol) ?? 'rdma-read';

const asyncOf = (input: FuzzInput): number | null =>
  input.choices.async === 'o' ? null : numberOf(input, 'async');

export function machineFrom(input: FuzzInput): Machine {
  const [L, o, G, S, g] = ['L', 'o', 'G', 'S', 'gap'].map((name) => numberOf(input, name));
  const sharing = SHARINGS.find((one) => one === input.choices.sharing) ?? 'free';
  return {
    ...logGPS({ L, o, G, S, g, protocol: protocolOf(input) }),
    async: asyncOf(input),
    cpu: sharing,
    nic: sharing,
  };
}

export function costsFrom(input: FuzzInput): (L: number) => Costs {
  const [o, G, S] = ['o', 'G', 'S'].map((name) => numberOf(input, name));
  return (L) => ({ o, S, async: asyncOf(input), protocol: protocolOf(input), wire: () => ({ L, G }) });
}

/** Asks of a schedule on the machine of its input; `program`: what is known of it without the library. */
export const ask = (input: FuzzInput, schedule: Schedule, program: Program | null): Promise<void> =>
  checkAnswers({
    schedule,
    machine: machineFrom(input),
    truth: program && { program, costs: costsFrom(input) },
    highs: input.choices.highs === true,
  });

/** The program of an input that was made right, if it tells. */
export const truthOf = ({ truth }: FuzzInput): Program | null => (isProgram(truth) ? truth : null);

const isProgram = (truth: unknown): truth is Program => Array.isArray(truth);

/** The program that another reader found in what the library accepted: GOAL text, or any other form of GOAL. */
export function held(program: Program | null): Program {
  if (program === null) throw new Finding('what is accepted is GOAL', 'a few lines of reader cannot read it');
  return program;
}

export const textHeld = (text: string): Program => held(readGoalText(text));
