/** Bounds of what CPUs and a link allow, against legal orders of service drawn at random, and against fair shares. */

import { Model } from '../../src/analysis/model.js';
import { bounds } from '../../src/analysis/runtime-bounds.js';
import { logGPS } from '../../src/machine/machine.js';
import type { LinkNetwork } from '../../src/platform/link-network.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { anyOrder, type Service } from './any-order.js';
import { plainText, smallProgram } from './goal-text.js';
import { allFinite, decode, encode, Finding, type FuzzInput, fileOf, type Kind, numberOf } from './input.js';
import { readGoalText } from './oracle-goal.js';
import { Random } from './random.js';

const FILE = 'a.goal';
const ORDERS = 5;
/** Sums in another order differ by this share. */
const ROUNDING = 1e-12;

/** One link that every message between two ranks crosses. */
const oneLink = (gapNsPerByte: number): LinkNetwork => ({
  links: 1,
  classes: ['cable'],
  gapNsPerByte: [gapNsPerByte],
  classOf: new Uint16Array(1),
  name: () => 'cable',
  routes: (source, destination) => [
    { links: source === destination ? new Uint32Array(0) : Uint32Array.of(0), share: 1 },
  ],
});

function make(random: Random): FuzzInput {
  const text = plainText(smallProgram(random));
  const G = random.pick([0.5, 1, 2]);
  const choices = {
    L: random.pick([0, 1, 100, 3_000]),
    o: random.pick([0, 1, 5, 500]),
    G,
    // No faster than the network says: a message alone takes G.
    link: G * random.pick([1, 1, 3]),
    seed: random.below(2 ** 31),
  };
  return { files: new Map([[FILE, encode(text)]]), choices, whole: true };
}

function below(one: number, other: number, property: string): void {
  if (!(one <= other * (1 + ROUNDING))) throw new Finding(property, `${one} is more than ${other}`);
}

async function check(input: FuzzInput): Promise<void> {
  const text = decode(fileOf(input, FILE));
  const [L, o, G, link, seed] = ['L', 'o', 'G', 'link', 'seed'].map((name) => numberOf(input, name));
  const plain = await Model.of(parseGoal(text), logGPS({ L, o, G }), { engine: 'sweep' });
  const found = await bounds(plain, { links: oneLink(link), doubled: 0, percents: [1] });
  const { lower, upper, anyOrder: most, fair } = found;
  allFinite({ lower: lower.runtime, upper, most, fair }, 'bounds');
  below(found.plain.runtime, lower.runtime, 'what is shared makes nothing faster');
  below(lower.runtime, upper, 'the lower bound is below the upper one');
  if (fair !== null) below(lower.runtime, fair, 'the lower bound is below T of fair shares');
  const program = readGoalText(text) ?? [];
  const random = new Random(seed);
  const service = { L, o, G, link } satisfies Omit<Service, 'cpus'>;
  for (let left = ORDERS; left > 0; left--) {
    const serial = anyOrder(program, { ...service, cpus: 'serial' }, random);
    below(lower.runtime, serial, 'no legal order is faster than the lower bound');
    const free = anyOrder(program, { ...service, cpus: 'free' }, random);
    below(free, most ?? 0, 'no order of a link is slower than links in any order');
  }
}

export const ofBounds: Kind = { name: 'bounds', weight: 6, make, check };
