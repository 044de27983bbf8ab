/**
 * Slim Fly on McKay–Miller–Širáň graphs (Besta and Hoefler 2014): 2q² switches of network degree
 * (3q − δ)/2, q = 4w + δ, diameter 2. Here q is an odd prime, so δ = ±1.
 *
 * Switches (0, x, y) and (1, m, c) over the integers modulo q, with a primitive root ξ:
 * (0, x, y)–(0, x, y′) where y − y′ ∈ X; (1, m, c)–(1, m, c′) where c − c′ ∈ X′; (0, x, y)–(1, m, c) where
 * y = m·x + c. Wires within a subgraph row are `intra`, the others `inter`.
 */
import { graphTopology, TopologyBuilder } from '../topology.js';
import { badValue, type TopologyFamily } from './family.js';

export const slimFly: TopologyFamily = {
  name: 'slim-fly',
  summary: 'diameter-2 graph of 2q² switches',
  keys: [
    { name: 'q', summary: 'an odd prime', type: 'count', fallback: '5', min: 3 },
    {
      name: 'p',
      summary: 'endpoints of a switch; left out: half of its network degree, rounded up',
      type: 'count',
      fallback: '',
      min: 1,
    },
  ],
  build: ({ counts: { q, p: given } }) => {
    if (!isPrime(q) || q === 2) throw badValue('slim-fly', 'q', q, 'is no odd prime (3, 5, 7, 11, 13 …)');
    const delta = q % 4 === 1 ? 1 : -1;
    const p = given ?? Math.ceil((3 * q - delta) / 4);
    const name = `slim-fly:q=${q},p=${p}`;
    const builder = new TopologyBuilder(name, 2 * q * q * (1 + p), q * q * (2 * p + 2 * q - delta));
    for (let side = 0; side < 2; side++) {
      for (let row = 0; row < q; row++) {
        for (let at = 0; at < q; at++) builder.endpoints(builder.switch(`switch-${side}-${row}-${at}`), p);
      }
    }
    generators(q, delta).forEach((differences, side) => {
      for (let row = 0; row < q; row++) {
        for (let at = 0; at < q; at++) {
          for (const step of differences) {
            builder.link(`switch-${side}-${row}-${at}`, `switch-${side}-${row}-${(at + step) % q}`, 'intra');
          }
        }
      }
    });
    for (let x = 0; x < q; x++) {
      for (let m = 0; m < q; m++) {
        for (let c = 0; c < q; c++) {
          builder.link(`switch-0-${x}-${(m * x + c) % q}`, `switch-1-${m}-${c}`, 'inter');
        }
      }
    }
    return graphTopology(name, builder.graph, ['terminal', 'intra', 'inter']);
  },
};

/**
 * The sets X and X′. δ = 1: even and odd powers of ξ. δ = −1, q = 4w − 1: even powers below 2w and odd ones
 * from 2w − 1; X′ the same one power higher.
 */
function generators(q: number, delta: number): [number[], number[]] {
  const powers = [1];
  const root = primitiveRoot(q);
  for (let i = 1; i < q - 1; i++) powers.push((powers[i - 1] * root) % q);
  if (delta === 1) return [powers.filter((_, i) => i % 2 === 0), powers.filter((_, i) => i % 2 === 1)];
  const w = (q + 1) / 4;
  const even: number[] = [];
  const odd: number[] = [];
  for (let i = 0; i < w; i++) {
    even.push(powers[2 * i], powers[2 * w - 1 + 2 * i]);
    odd.push(powers[2 * i + 1], powers[(2 * w + 2 * i) % (q - 1)]);
  }
  return [even, odd];
}

function isPrime(n: number): boolean {
  if (n < 2) return false;
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return true;
}

/** Smallest number whose powers are all of 1 … q − 1 modulo the prime q. */
function primitiveRoot(q: number): number {
  for (let root = 2; root < q; root++) {
    let power = root;
    let order = 1;
    while (power !== 1) {
      power = (power * root) % q;
      order++;
    }
    if (order === q - 1) return root;
  }
  return 1;
}
