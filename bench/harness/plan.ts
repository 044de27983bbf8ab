/** All cases of a run, and what is asked of their times. */
import { join } from 'node:path';
import type { Case, Pair, Plan } from './case.js';
import { chainPlan, schedgenPlan } from './chain.js';
import { growthPlan } from './growth.js';
import { areAllprofTraces, type Input, namedInputs, unpackedIn, wavefrontIn } from './inputs.js';
import { kernelStagesPlan } from './kernel-stages.js';
import { type Peers, peersOf } from './peers.js';
import { QUESTIONS, type Question } from './questions.js';
import type { Setting } from './setting.js';

const BARE = 'bare node';
const FIG4 = 'tolerance fig4';
/** 133,000 rows: HiGHS is what `auto` takes. */
const MIDDLE = 100_000;
const LARGE = 1_000_000;

function joined(plans: readonly Plan[]): Plan {
  return {
    cases: plans.flatMap(({ cases }) => cases),
    pairs: plans.flatMap(({ pairs }) => pairs),
    series: plans.flatMap(({ series }) => series),
    skipped: plans.flatMap(({ skipped }) => skipped),
  };
}

const planOf = (cases: readonly Case[], pairs: readonly Pair[]): Plan => ({
  cases,
  pairs,
  series: [],
  skipped: [],
});

/** What a start costs: a bare Node, a version, six operations, four ranks of traces. */
function startPlan({ llamp, root }: Setting): Plan {
  const fig4 = [`${root}/goal-samples/fig4.goal`, '--quiet'];
  const traces = [`${root}/traces/jacobi2d-4`, '--quiet'];
  const cases: Case[] = [
    { name: BARE, argv: [llamp[0], '-e', '0'] },
    { name: '--version', argv: [...llamp, '--version'] },
    { name: FIG4, argv: [...llamp, 'tolerance', ...fig4, '--engine', 'sweep'] },
    { name: `${FIG4}, HiGHS`, argv: [...llamp, 'tolerance', ...fig4, '--engine', 'highs'] },
    { name: 'tolerance jacobi2d-4', argv: [...llamp, 'tolerance', ...traces, '--engine', 'sweep'] },
    { name: 'tolerance jacobi2d-4, HiGHS', argv: [...llamp, 'tolerance', ...traces, '--engine', 'highs'] },
    { name: 'schedgen jacobi2d-4', argv: [...llamp, 'schedgen', ...traces] },
  ];
  return planOf(cases, [
    ...cases.slice(1).map(({ name }) => ({ of: name, over: BARE })),
    { of: 'tolerance jacobi2d-4, HiGHS', over: 'tolerance jacobi2d-4' },
  ]);
}

/** A question of an input: by sweeps on kernels, and without kernels and by HiGHS where that says something. */
function questionPlan({ llamp }: Setting, question: Question, input: Input, highs: boolean): Plan {
  const name = `${question.name} ${input.name}`;
  const words = [...llamp, question.name, input.path, ...question.words, '--quiet'];
  const swept = { name, argv: question.engine ? [...words, '--engine', 'sweep'] : words };
  const off = { ...swept, name: `${name}, kernels off`, env: { LLAMP_KERNELS: 'off' } };
  const solved = { name: `${name}, HiGHS`, argv: [...words, '--engine', 'highs'] };
  const byHighs = highs && question.highs;
  return planOf(
    [swept, ...(question.kernels ? [off] : []), ...(byHighs ? [solved] : [])],
    [
      { of: name, over: BARE },
      ...(question.kernels ? [{ of: name, over: off.name }] : []),
      ...(byHighs ? [{ of: solved.name, over: name }] : []),
    ],
  );
}

/** `highs`: which questions HiGHS answers as well. */
function inputPlan(setting: Setting, input: Input, peers: Peers, highs: 'all' | 'tolerance' | 'none'): Plan {
  const query = QUESTIONS.filter(({ large }) => large || highs === 'all');
  const byHighs = ({ name }: Question): boolean => highs === 'all' || highs === name;
  return joined([
    ...query.map((question) => questionPlan(setting, question, input, byHighs(question))),
    kernelStagesPlan(setting, input),
    chainPlan(setting.folder, input, peers),
  ]);
}

/** A small question to HiGHS on another Node, which LLAMP_NODE names, beside a bare start of that. */
function otherNodePlan({ llamp, root, env }: Setting): Plan {
  const bare = 'bare node, LLAMP_NODE';
  const name = `${FIG4}, HiGHS, LLAMP_NODE`;
  const node = env.LLAMP_NODE ?? '';
  if (node === '') return { ...planOf([], []), skipped: [`${name}: it names no other Node`] };
  const words = ['tolerance', `${root}/goal-samples/fig4.goal`, '--quiet', '--engine', 'highs'];
  return planOf(
    [
      { name: bare, argv: [node, '-e', '0'] },
      { name, argv: [node, ...llamp.slice(1), ...words] },
    ],
    [{ of: name, over: bare }],
  );
}

/** What Schedgen does, of traces that it reads. */
function schedgenOf({ llamp, folder }: Setting, input: Input, peers: Peers): Plan {
  if (!areAllprofTraces(input)) return planOf([], []);
  const name = `schedgen ${input.name}`;
  const first = unpackedIn(join(folder, `for_${input.name.replaceAll(' ', '')}`), input.path);
  return joined([
    planOf([{ name, argv: [...llamp, 'schedgen', input.path, '--quiet'] }], [{ of: name, over: BARE }]),
    schedgenPlan(first, name, peers),
  ]);
}

/** Throws on an input or a peer that is named wrongly. */
export function planFor(setting: Setting): Plan {
  const { folder, root, quick, env } = setting;
  const peers = peersOf(env.LLAMP_PEERS);
  const middle = wavefrontIn(folder, MIDDLE);
  const large = quick ? [] : [wavefrontIn(folder, LARGE)];
  const named = namedInputs(folder, env.LLAMP_INPUTS);
  return joined([
    startPlan(setting),
    otherNodePlan(setting),
    inputPlan(setting, middle, peers, 'all'),
    ...large.map((input) => inputPlan(setting, input, peers, 'none')),
    ...named.map((input) => inputPlan(setting, input, peers, 'tolerance')),
    ...named.map((input) => schedgenOf(setting, input, peers)),
    schedgenPlan(
      unpackedIn(join(folder, 'jacobi'), `${root}/traces/jacobi2d-4`),
      'schedgen jacobi2d-4',
      peers,
    ),
    growthPlan(setting, FIG4, [middle, ...large]),
  ]);
}
