/** All cases of a run, and what is asked of their times. */
import type { Case, Pair, Plan } from './case.js';
import { chainPlan, schedgenPlan } from './chain.js';
import { growthPlan } from './growth.js';
import { type Input, namedInputs, unpackedIn, wavefrontIn } from './inputs.js';
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

function inputPlan(setting: Setting, input: Input, peers: Peers, highs: boolean): Plan {
  const query = QUESTIONS.filter(({ large }) => large || highs);
  return joined([
    ...query.map((question) => questionPlan(setting, question, input, highs)),
    kernelStagesPlan(setting, input),
    chainPlan(setting.folder, input, peers),
  ]);
}

/** Throws on an input or a peer that is named wrongly. */
export function planFor(setting: Setting): Plan {
  const { folder, root, quick, env } = setting;
  const peers = peersOf(env.LLAMP_PEERS);
  const middle = wavefrontIn(folder, MIDDLE);
  const large = quick ? [] : [wavefrontIn(folder, LARGE)];
  return joined([
    startPlan(setting),
    inputPlan(setting, middle, peers, true),
    ...[...large, ...namedInputs(env.LLAMP_INPUTS)].map((input) => inputPlan(setting, input, peers, false)),
    schedgenPlan(unpackedIn(folder, `${root}/traces/jacobi2d-4`), 'schedgen jacobi2d-4', peers),
    growthPlan(setting, FIG4, [middle, ...large]),
  ]);
}
