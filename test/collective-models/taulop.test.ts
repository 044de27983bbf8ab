import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EPYC_ORFEO } from '../../src/collective-models/data/epyc-orfeo.js';
import type { LogGPParameters } from '../../src/collective-models/fit/channel-fits.js';
import { parseTransferTable } from '../../src/collective-models/fit/measurement-files.js';
import { SHIPPED_PLATFORM } from '../../src/collective-models/modelled-platform.js';
import {
  binomialBroadcast,
  binomialBroadcastLogGP,
  binomialScatter,
  binomialScatterLogGP,
  logGPHModel,
  logGPModel,
  recursiveDoublingAllgather,
  recursiveDoublingAllgatherLogGP,
  ringByMessages,
  ringLogGPH,
  ringRoundRobin,
  ringSequential,
  scatterOrAllgatherTotal,
  segmentedExchange,
  segmentedMessage,
  tauLopModel,
} from '../../src/collective-models/taulop/closed-forms.js';
import {
  type CaseStudiesQuestion,
  caseStudies,
} from '../../src/collective-models/taulop/contention-tables.js';
import {
  add,
  carryOut,
  concurrent,
  divide,
  type Expr,
  evaluate,
  longest,
  type Meaning,
  multiply,
  overhead,
  parallel,
  printExpr,
  substitute,
  subtract,
  symbolsOnly,
  transfer,
} from '../../src/collective-models/taulop/cost-expressions.js';
import {
  sharedChannel,
  type TransferTime,
  transferTable,
} from '../../src/collective-models/taulop/formulas-by-name.js';

/** A meaning in which every term shows: no two overheads or transfers cost the same. */
function meaning(symbols: Readonly<Record<string, number>>, serial = 0.3): Meaning {
  const speed: Record<string, number> = { '': 1, shm: 1, net: 7 };
  return {
    symbols,
    overheadUs: (channel, bytes) => 0.1 * speed[channel] + 1e-3 * bytes,
    transferUs: (channel, bytes, count) =>
      sharedChannel(0.2 * speed[channel], 3e-3 * speed[channel], serial)(bytes, count),
  };
}

const count = fc.integer({ min: 1, max: 64 });
const term = fc.oneof(
  fc.integer({ min: 1, max: 4096 }).map((bytes) => overhead('shm', bytes)),
  fc
    .tuple(fc.constantFrom('shm', 'net'), fc.integer({ min: 1, max: 4096 }), count)
    .map(([channel, bytes, together]) => transfer(channel, bytes, together)),
);
const { formula } = fc.letrec<{ formula: Expr }>((tie) => ({
  formula: fc.oneof(
    { maxDepth: 4 },
    term,
    fc.array(tie('formula'), { minLength: 1, maxLength: 3 }).map((parts) => add(...parts)),
    fc.array(tie('formula'), { minLength: 1, maxLength: 3 }).map((parts) => longest(...parts)),
    fc.tuple(count, tie('formula')).map(([n, body]) => multiply(n, body)),
    fc.tuple(count, tie('formula')).map(([n, body]) => concurrent(n, body)),
  ),
}));
const powerOfTwo = fc.integer({ min: 1, max: 10 }).map((exponent) => 2 ** exponent);

function close(a: number, b: number): void {
  expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-9 * Math.max(Math.abs(a), Math.abs(b), 1e-9));
}

describe('the operator ∥', () => {
  const none = meaning({});

  it('changes nothing with one, and multiplies when nested', () => {
    fc.assert(
      fc.property(count, count, formula, (a, b, body) => {
        close(evaluate(concurrent(1, body), none), evaluate(body, none));
        close(evaluate(concurrent(a, concurrent(b, body)), none), evaluate(concurrent(a * b, body), none));
      }),
    );
  });

  it('leaves overheads alone and multiplies the concurrency of transfers', () => {
    expect(parallel(8, overhead('shm', 64))).toEqual(overhead('shm', 64));
    expect(parallel(8, transfer('shm', 64, 3))).toEqual(transfer('shm', 64, multiply(8, 3)));
    fc.assert(
      fc.property(count, fc.integer({ min: 1, max: 4096 }), (n, bytes) => {
        expect(evaluate(concurrent(n, overhead('net', bytes)), none)).toBe(none.overheadUs('net', bytes));
      }),
    );
  });

  it('is carried out without changing the value', () => {
    fc.assert(
      fc.property(formula, (body) => {
        const flat = carryOut(body);
        expect(printExpr(flat)).not.toContain('∥');
        close(evaluate(flat, none), evaluate(body, none));
      }),
    );
  });
});

describe('formulas', () => {
  it('print in the notation of the papers', () => {
    expect(printExpr(binomialBroadcast())).toBe('Σ_{i=0}^{⌈log2(P)⌉-1} (2^i ∥ (o(m) + 2·L(m, 1)))');
    expect(printExpr(binomialScatter())).toBe('Σ_{i=0}^{log2(P)-1} (2^i ∥ k/2^(i + 1)·L(S, 2))');
    expect(printExpr(ringRoundRobin())).toBe('(P - 1)·(L^shm(m, Q) + L^net(m, Q) + L^shm(m, Q))');
    expect(printExpr(binomialBroadcastLogGP())).toBe('⌈log2(P)⌉·(L + 2·o + (m - 1)·G)');
    expect(printExpr(subtract('a', multiply(2, 'b')))).toBe('a - 2·b');
    expect(printExpr(divide('a', multiply('b', 'c')))).toBe('a/(b·c)');
  });

  it('are substituted before or while they are evaluated, to the same value', () => {
    const values = { P: 32, k: 4, S: 1024, m: 4096 };
    const none = meaning({});
    close(
      evaluate(substitute(binomialScatter('counted'), values), none),
      evaluate(binomialScatter('counted'), meaning(values)),
    );
    expect(printExpr(substitute(segmentedMessage('m', 'k'), { k: 8, S: 512 }))).toBe('o(m) + 8·L(512, 2)');
  });

  it('say which symbol is missing and where they do not hold', () => {
    expect(() => evaluate(binomialScatter(), meaning({ P: 8, S: 1 }))).toThrow(/symbol 'k' has no value/);
    expect(() => evaluate(binomialScatter(), meaning({ P: 12, k: 1, S: 1 }))).toThrow(/sums over 3\.58/);
    expect(() => evaluate(binomialScatter(), symbolsOnly({ P: 8, k: 1, S: 1 }))).toThrow(/transfer table/);
  });
});

describe('closed forms', () => {
  const cases = fc.record({
    P: powerOfTwo,
    k: fc.integer({ min: 1, max: 4096 }),
    S: fc.integer({ min: 1, max: 65536 }),
    serial: fc.double({ min: 0.01, max: 1, noNaN: true }),
  });

  it('broadcast: Σ o(m) + 2·L(m, 2^i) (section 3)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 1000 }), fc.integer({ min: 1, max: 65536 }), (P, m) => {
        const world = meaning({ P, m });
        let sum = 0;
        for (let i = 0; 2 ** i < P; i++) {
          sum += world.overheadUs('', m) + 2 * world.transferUs('', m, 2 ** i);
        }
        close(evaluate(binomialBroadcast(), world), sum);
      }),
    );
  });

  type Sum = (P: number, k: number, S: number, world: Meaning) => number;
  it.each<[string, Expr, Sum]>([
    [
      'exchange: P ∥ (o(m) + 2k·L(S, 1)) = o(m) + 2k·L(S, P) (eq. 2)',
      concurrent('P', segmentedExchange('m', 'k')),
      (P, k, S, world) => world.overheadUs('', k * S) + 2 * k * world.transferUs('', S, P),
    ],
    [
      'scatter = k/2·L(S, 2) + k/4·L(S, 4) + … + k/P·L(S, P) (eqs 1, 4)',
      binomialScatter(),
      (P, k, S, world) => {
        let sum = 0;
        for (let part = 2; part <= P; part *= 2) sum += (k / part) * world.transferUs('', S, part);
        return sum;
      },
    ],
    [
      'allgather = 2k·(P − 1)/P·L(S, P) (eqs 3, 4)',
      recursiveDoublingAllgather(),
      (P, k, S, world) => ((2 * k * (P - 1)) / P) * world.transferUs('', S, P),
    ],
  ])('%s', (_, form, expected) => {
    fc.assert(
      fc.property(cases, ({ P, k, S, serial }) => {
        const world = meaning({ P, k, S, m: k * S }, serial);
        close(evaluate(form, world), expected(P, k, S, world));
      }),
    );
  });

  it('allgather costs more than twice the scatter under τ-Lop, and the same under LogGP', () => {
    fc.assert(
      fc.property(cases, ({ P, k, S, serial }) => {
        const world = meaning({ P, k, S }, serial);
        const [scatter, allgather] = [binomialScatter(), recursiveDoublingAllgather()].map((form) =>
          evaluate(form, world),
        );
        // two ranks have one stage, which both spend at the same contention
        if (P === 2) close(allgather, 2 * scatter);
        else expect(allgather).toBeGreaterThan(2 * scatter);
        const symbols = symbolsOnly({ P, k, S, L: 1.5, o: 0.3, g: 0.4, G: 2e-3 });
        const total = evaluate(scatterOrAllgatherTotal(), symbols);
        close(evaluate(binomialScatterLogGP(), symbols), total);
        close(evaluate(recursiveDoublingAllgatherLogGP(), symbols), total);
      }),
    );
  });

  it('ring by transfers and by messages (eqs 5–8)', () => {
    const ring = fc.record({
      Q: fc.integer({ min: 2, max: 64 }),
      M: fc.integer({ min: 2, max: 16 }),
      m: fc.integer({ min: 1, max: 65536 }),
    });
    fc.assert(
      fc.property(ring, ({ Q, M, m }) => {
        const P = Q * M;
        const world = meaning({ P, Q, m });
        const [shm, net] = ['shm', 'net'].map(
          (channel) => (together: number) => world.transferUs(channel, m, together),
        );
        close(evaluate(ringSequential(), world), (P - 1) * (shm(Q) + net(1) + shm(1)));
        close(
          evaluate(ringSequential('exact'), world),
          (P - 1) * (shm(Q) + Math.max(shm(Q - 1), net(1)) + shm(1)),
        );
        close(evaluate(ringRoundRobin(), world), (P - 1) * (2 * shm(Q) + net(Q)));
        const o = world.overheadUs('shm', m) + world.overheadUs('net', m);
        close(
          evaluate(ringByMessages('sequential'), world),
          (P - 1) * (o + 2 * shm(Q) + 2 * shm(1) + net(1)),
        );
        close(
          evaluate(ringByMessages('round-robin'), world),
          (P - 1) * 2 * (world.overheadUs('net', m) + 2 * shm(Q) + net(Q)),
        );
        const [L_shm, L_net, o_shm, o_net, G_shm, G_net] = [0.3, 2, 0.1, 0.2, 1e-4, 2e-4];
        const alone = { P, m, L_shm, L_net, o_shm, o_net, G_shm, G_net };
        const stage = (L: number, overheads: number, G: number) => L + 2 * overheads + (m - 1) * G;
        close(
          evaluate(ringLogGPH('sequential'), symbolsOnly(alone)),
          (P - 1) * (stage(L_shm, o_shm, G_shm) + stage(L_net, o_net, G_net)),
        );
        close(
          evaluate(ringLogGPH('round-robin'), symbolsOnly(alone)),
          (P - 1) * 2 * stage(L_net, o_net, G_net),
        );
      }),
    );
  });
});

describe('the case studies', () => {
  const parameters = (latencyUs: number, gapUsPerByte: number) => ({
    channel: '',
    latencyUs,
    overheadUs: 0.2,
    gapUs: 0.3,
    gapUsPerByte,
  });
  /** Shared memory by the channel `core`. */
  const ask = (
    shared: { transfer: TransferTime; loggp: LogGPParameters },
    network: { transfer: TransferTime; loggp: LogGPParameters },
    varied: Partial<CaseStudiesQuestion>,
  ) =>
    caseStudies({
      platform: { ...SHIPPED_PLATFORM, loggp: [shared, shared, shared, network].map(({ loggp }) => loggp) },
      transfers: { shared: shared.transfer, network: network.transfer, source: 'by hand' },
      channel: 'core',
      bytes: [1],
      segmentBytes: 8192,
      ranks: [],
      ringRanks: 64,
      ranksPerNode: [],
      ...varied,
    });

  it('contention: the ratio of allgather to scatter grows with the ranks, under LogGP it is 1', () => {
    const memory = { transfer: sharedChannel(0.5, 1e-4, 0.05), loggp: parameters(1, 1e-4) };
    const { contention } = ask(memory, memory, {
      ranks: [4, 32, 64, 128],
      bytes: [2 ** 16, 2 ** 20, 2 ** 24],
    });
    for (const { taulop, loggp } of contention) {
      expect(taulop.ratio).toBeGreaterThan(2);
      expect(loggp.ratio).toBeCloseTo(1, 12);
    }
    const byRanks = contention.filter(({ bytes }) => bytes === 2 ** 20).map(({ taulop }) => taulop.ratio);
    expect(byRanks).toEqual([...byRanks].sort((a, b) => a - b));
  });

  it('mapping: round robin pays for the ranks per node, LogGPH does not see them', () => {
    const memory = { transfer: sharedChannel(0.3, 5e-5, 0.2), loggp: parameters(0.3, 1e-4) };
    const wire = { transfer: sharedChannel(20, 1e-2, 1), loggp: parameters(20, 1e-2) };
    const { mapping } = ask(memory, wire, { ranksPerNode: [2, 4, 8, 16], bytes: [2 ** 22] });
    for (const { loggp, taulop, ranksPerNode } of mapping) {
      expect(loggp).toEqual(mapping[0].loggp);
      expect(loggp.ratio).toBeCloseTo(2, 1);
      // a serial network carries Q messages one by one
      expect(taulop.ratio / ranksPerNode).toBeGreaterThan(0.9);
      expect(taulop.ratio / ranksPerNode).toBeLessThan(1.05);
    }
  });

  it('are refused where ranks are no power of two, or do not fill nodes', () => {
    const channel = { transfer: sharedChannel(1, 1, 1), loggp: parameters(1, 1) };
    expect(() => ask(channel, channel, { ranks: [12] })).toThrow(/not a power of two/);
    expect(() => ask(channel, channel, { ringRanks: 10, ranksPerNode: [4] })).toThrow(/do not fill/);
    expect(() => ask(channel, channel, { ringRanks: 4, ranksPerNode: [4] })).toThrow(
      'Choose a number of ranks per node that divides the ranks and is at most half of them',
    );
  });
});

describe('transfer tables', () => {
  const table = transferTable(
    parseTransferTable(
      'channel,bytes,concurrency,us\nshm,100,1,2\nshm,100,4,5\nshm,200,1,3\nshm,200,4,9\nnet,1,1,7\n',
    ),
  );

  it('are linear in size and concurrency, within their points and beyond', () => {
    expect(table('shm', 100, 1)).toBe(2);
    expect(table('shm', 150, 1)).toBe(2.5);
    expect(table('shm', 100, 2)).toBe(3);
    expect(table('shm', 150, 4)).toBe(7);
    expect(table('shm', 300, 1)).toBe(4);
    expect(table('shm', 200, 7)).toBe(15);
    expect(table('net', 64, 64)).toBe(7);
  });

  it('refuse gaps and unknown channels', () => {
    expect(() => table('bus', 1, 1)).toThrow(/no transfer times of channel 'bus'/);
    const points = parseTransferTable('channel,bytes,concurrency,us\nshm,100,1,2\nshm,200,2,3\n');
    expect(() => transferTable(points)).toThrow(/no transfer time of 100 B at concurrency 2/);
    expect(() => parseTransferTable('channel,bytes,concurrency,us\nshm,x,1,2\n', 't')).toThrow(/^t:2: /);
    expect(() => parseTransferTable('channel,bytes,us\nshm,1,2\n', 't')).toThrow(
      "t:1: the table has no column 'concurrency'. Name channel, bytes, concurrency, us in its header",
    );
    expect(() => parseTransferTable('channel,bytes,concurrency,us\n\nshm,0,1,2\n', 't')).toThrow(
      "t:3: bytes '0' is not a number above 0. Correct the row or remove it",
    );
  });
});

describe('tree models on EPYC-ORFEO', () => {
  const platform = EPYC_ORFEO;
  const query = { collective: 'bcast', mapping: 'core', bytes: 1, segments: 1 } as const;

  it('print and evaluate a path of known messages', () => {
    // ranks 0 … 7 in a chain: 3 messages in each cache group, 1 between the two
    const chain = { ...query, algorithm: 'chain', ranks: 8 } as const;
    const [cache, core] = platform.loggp;
    const time = (one: typeof cache) => one.latencyUs + 2 * one.overheadUs;
    expect(logGPHModel(platform).predict(chain).latencyUs).toBeCloseTo(6 * time(cache) + time(core), 12);
    expect(logGPModel(platform).predict(chain).latencyUs).toBeCloseTo(7 * time(core), 12);
    expect(printExpr(logGPModel(platform).formula({ ...chain, segments: 4 }))).toBe(
      '7·(L + 2·o + (m - 1)·G) + 3·(g + (m - 1)·G)',
    );
    expect(printExpr(tauLopModel(platform).formula(chain))).toBe(
      '3·(1 ∥ (o^cache(m) + 2·L^cache(m, 1))) + (1 ∥ (o^core(m) + 2·L^core(m, 1))) + ' +
        '3·(1 ∥ (o^cache(m) + 2·L^cache(m, 1)))',
    );
  });

  it('a linear broadcast keeps its root busy with every message', () => {
    const linear = { ...query, algorithm: 'linear', ranks: 4 } as const;
    const [cache] = platform.loggp;
    expect(logGPHModel(platform).predict(linear).latencyUs).toBeCloseTo(
      cache.latencyUs + 2 * cache.overheadUs + 2 * cache.gapUs,
      12,
    );
  });

  it('answer every tree, and never with less for more ranks', () => {
    for (const model of [logGPModel(platform), logGPHModel(platform), tauLopModel(platform)]) {
      for (const algorithm of ['linear', 'chain', 'binary'] as const) {
        for (const mapping of ['core', 'socket', 'node'] as const) {
          const times = [2, 16, 64, 256].map(
            (ranks) =>
              model.predict({ ...query, algorithm, mapping, ranks, bytes: 4096, segments: 4 }).latencyUs,
          );
          expect(times.every((time) => time > 0)).toBe(true);
          expect(times).toEqual([...times].sort((a, b) => a - b));
        }
      }
    }
  });
});
