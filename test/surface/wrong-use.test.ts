/** The library used wrongly, as JavaScript lets it be: a UsageError at the call, which says where and what, and nothing is changed. */
import { expect, it } from 'vitest';
import {
  buildGraph,
  compile,
  machineAt,
  platformNetwork,
  simulate,
  volumeMapping,
  volumeOf,
  withLatencies,
} from '../../src/core.js';
import {
  budgetOf,
  classAxis,
  curveAt,
  discrete,
  exactCurve,
  frontier,
  gapAxis,
  type LogGPS,
  latencyAxis,
  logGPS,
  Model,
  normal,
  parseGoal,
  platformLinks,
  platformPreset,
  runtimeDistribution,
  ScheduleBuilder,
  sensitivity,
  tolerance,
  UsageError,
  withinRuntime,
  writeOpenMpiRankfile,
} from '../../src/index.js';

const GOAL = Buffer.from(
  'num_ranks 2\nrank 0 {\nl1: send 8b to 1\n}\nrank 1 {\nl1: recv 8b from 0\nl2: calc 100\nl2 requires l1\n}\n',
);
const MACHINE: LogGPS = { L: 3000, o: 500, G: 1 };
const made = (): Promise<Model> => Model.of(parseGoal(GOAL), logGPS(MACHINE));

const { platform } = platformPreset('epyc-orfeo');

/** What only a caller without types can pass. */
const untyped = <Type>(value: unknown): Type => value as Type;
const NAN = Number.NaN;

it.each([
  ['logGPS: latency L is -1', { L: -1 }],
  ['logGPS: latency L is NaN', { L: NAN }],
  ['logGPS: latency L is Infinity', { L: Number.POSITIVE_INFINITY }],
  ["logGPS: latency L is the text '3us'", { L: untyped<number>('3us') }],
  ['logGPS: overhead o is -1', { o: -1 }],
  ['logGPS: gap per byte G is Infinity', { G: Number.POSITIVE_INFINITY }],
  ['logGPS: gap per byte G is undefined', { G: untyped<number>(undefined) }],
  ['logGPS: gap g is -1', { g: -1 }],
  ['logGPS: rendezvous S is -1', { S: -1 }],
  ['logGPS: rendezvous S is NaN', { S: NAN }],
  ['logGPS: async is -1', { async: -1 }],
  ["logGPS: cpu is the text 'serail'. Did you mean serial?", { cpu: untyped<'serial'>('serail') }],
  ["logGPS: protocol is the text 'none'", { protocol: untyped<'sync'>('none') }],
  ['logGPS: ns of overheadBySize is -1', { overheadBySize: [{ bytes: 1, ns: -1 }] }],
])('%s', (message, wrong) => {
  const make = () => logGPS({ ...MACHINE, ...wrong });
  expect(make).toThrow(UsageError);
  expect(make).toThrow(message);
});

it('logGPS takes an object, and S without a limit', () => {
  expect(() => logGPS(untyped(5))).toThrow('logGPS: parameters is 5, not an object of L, o and G');
  expect(logGPS({ ...MACHINE, S: Number.POSITIVE_INFINITY }).rendezvous).toBe(Number.POSITIVE_INFINITY);
});

it.each<readonly [string, (model: Model) => Promise<unknown>]>([
  ['Model.of: schedule is 5, not a Schedule', () => Model.of(untyped(5), logGPS(MACHINE))],
  ['Model.of: schedule is a', (model) => Model.of(untyped(new ScheduleBuilder(1)), model.machine)],
  ['Model.of: machine is undefined', (model) => Model.of(model.schedule, untyped(undefined))],
  ['Model.of: machine is an object', (model) => Model.of(model.schedule, untyped(MACHINE))],
  ['Model.of: overhead o is -1', ({ schedule, machine }) => Model.of(schedule, { ...machine, overhead: -1 })],
  [
    "engine is the text 'sweeep'. Did you mean sweep?",
    ({ schedule, machine }) => Model.of(schedule, machine, { engine: untyped('sweeep') }),
  ],
  ["engine is the text 'x'", (model) => model.withEngine(untyped('x'))],
  ['highsLimit is NaN', ({ schedule, machine }) => Model.of(schedule, machine, { highsLimit: NAN })],
  ['percents[0] is NaN', (model) => tolerance(model, [NAN])],
  ['percents[1] is -1', (model) => tolerance(model, [1, -1])],
  ["percents[0] is the text '10'", (model) => tolerance(model, untyped(['10']))],
  ["percents is the text '10'. Give a list of numbers", (model) => tolerance(model, untyped('10'))],
  [
    "axis is the text 'L', not an Axis. Make it by axisByName",
    (model) => tolerance(model, [1], untyped('L')),
  ],
  ['axis is 5', (model) => sensitivity(model, untyped(5))],
  [
    'percents[0] is NaN',
    async (model) => frontier(model, [NAN], [latencyAxis(model.machine), gapAxis(model.machine)]),
  ],
  ['percents[0] is NaN', (model) => runtimeDistribution(model, normal(3000, 5), [NAN])],
  ['budgetOf: percent is NaN', (model) => budgetOf(model, NAN)],
  ['normal: mean is NaN', async () => normal(NAN, 1)],
  ['discrete: values[0] is NaN', async () => discrete([NAN], [1])],
  ['classAxis: index is 1', async (model) => classAxis(model.machine, 1)],
  ['curveAt: values[0] is -1', (model) => curveAt(model, [-1])],
  ['curveAt: values[0] is Infinity', (model) => curveAt(model, [Number.POSITIVE_INFINITY])],
  ['exactCurve: low is NaN', (model) => exactCurve(model, NAN, 5)],
  ['exactCurve: high is 4', (model) => exactCurve(model, 5, 4)],
  ['withinRuntime: limit is NaN', (model) => withinRuntime(model, NAN, latencyAxis(model.machine))],
  ['machineAt: x is -1', async ({ machine, latency }) => machineAt(machine, latency, -1)],
  [
    'withLatencies: latency L is NaN',
    async ({ machine }) => withLatencies(machine.network, new Map([['L', NAN]])),
  ],
  ['buildGraph: gap g is -1', async ({ schedule, machine }) => buildGraph(schedule, { ...machine, gap: -1 })],
  ['compile: overhead o is NaN', async ({ graph, machine }) => compile(graph, { ...machine, overhead: NAN })],
  [
    'simulate: rendezvous S is -1',
    async ({ schedule, machine }) => simulate(schedule, { ...machine, rendezvous: -1 }),
  ],
  [
    'Model.repriced: overhead o is -1',
    async (model) => (await model.withEngine('sweep')).repriced({ ...model.machine, overhead: -1 }),
  ],
  ['mapping[1] is -1', async () => platformNetwork(platform, Int32Array.of(0, -1))],
  [
    'mapping[0] is 256. Give a finite number of at least 0 and at most 255',
    async () => platformLinks(platform, Int32Array.of(256)),
  ],
  ['mapping[0] is 256', async () => writeOpenMpiRankfile(platform, Int32Array.of(256))],
  [
    'volumeOf: rank of message 0 is 2',
    async () => volumeOf(2, 1, () => ({ source: 0, destination: 2, bytes: 8 })),
  ],
  [
    '2 ranks cannot be spread over 1 slots',
    async () => volumeMapping(volumeOf(2, 0, untyped(null)), Int32Array.of(0), () => 1),
  ],
])('%s', async (message, ask) => {
  const model = await made();
  const wrong = await ask(model).then(
    () => null,
    (error: unknown) => error,
  );
  expect(wrong).toBeInstanceOf(UsageError);
  expect(String(wrong)).toContain(message);
  // The engine that was chosen answers all later questions.
  const { engine, warnings, tolerance: found } = await tolerance(model, [10]);
  expect([engine, warnings]).toEqual(['highs', []]);
  expect(found[0].delta).toBeCloseTo(410.7, 3);
});
