/** One question asked of several programs, one after the other: of each its answer is kept, not its model. */
import type { Curve } from '../../analysis/piecewise.js';
import { LlampError, UsageError } from '../../errors.js';
import type { Answer, Asked, OutputFlags, Picture } from '../output/answer.js';
import { GateNotMet } from '../output/gate.js';
import type { Plots } from '../output/plot.js';
import { composed, type KeptAnswer, type KeptMix, keptAnswer, sharedMachine } from './compose.js';
import { programNames } from './names.js';
import { parseWeights } from './weights.js';

/** Flags that mean something for several programs. */
export interface SeveralFlags extends OutputFlags {
  readonly plot?: string | undefined;
  readonly weight?: readonly string[] | undefined;
  /** Runs of one program. */
  readonly measured?: string | undefined;
}

/** A question of a command; `mix`: the answer about all programs together, from what was kept of each. */
export interface Question<Kept> {
  readonly ask: (inputs: readonly string[]) => Promise<Asked<Kept>>;
  readonly mix?: (parts: readonly MixPart<Kept>[]) => Promise<Answer>;
}

/** What was kept of a program, and how often it runs. */
export interface MixPart<Kept> {
  readonly weight: number;
  readonly kept: Kept;
}

/** What is left of a program for the picture of all: its line, or a picture of its own. */
type Drawn = { readonly name: string } & ({ readonly curve: Curve } | { readonly svg: string });

/** `programs` as `programsNamed` gives them, two or more. Throws what `ask` throws, and says of which program. */
export async function askedOfSeveral<Kept>(
  programs: readonly (readonly string[])[],
  flags: SeveralFlags,
  { ask, mix }: Question<Kept>,
): Promise<Asked> {
  const names = programNames(programs);
  const weights = parseWeights(flags.weight, names);
  if (flags.measured !== undefined)
    throw new UsageError('--measured has the runs of one program', 'name one program, or leave it out');
  const plots = flags.plot === undefined ? null : await import('../../report/plots/index.js');
  const answers: KeptAnswer[] = [];
  const drawn: (Drawn | null)[] = [];
  const parts: MixPart<Kept>[] = [];
  const gates: (GateNotMet | null)[] = [];
  for (const [i, inputs] of programs.entries()) {
    const name = names[i];
    const asked = await named(inputs, () => ask(inputs));
    answers.push(keptAnswer(name, asked.answer, flags));
    gates.push(asked.unmet ?? null);
    if (plots !== null) drawn.push(await drawnOf(plots, name, asked));
    if (weights !== null && asked.kept !== undefined) parts.push({ weight: weights[i], kept: asked.kept });
  }
  const together = weights === null || mix === undefined ? null : await mix(parts);
  return {
    answer: composed(answers, together === null ? null : keptMix(names, weights ?? [], together, flags)),
    picture: pictureOf(
      drawn.flatMap((one) => (one === null ? [] : [one])),
      sharedMachine(answers)?.source,
    ),
    unmet: worstOf(gates, names),
  };
}

/** An error of one program says whose it is, where nothing in it does. */
async function named<Result>(inputs: readonly string[], work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LlampError) || error.family === 'usage') throw error;
    const source = inputs.join(' ');
    throw new LlampError(
      error.family,
      error.problems.map((one) => (one.place === undefined ? { ...one, place: { source } } : one)),
    );
  }
}

function keptMix(
  names: readonly string[],
  weights: readonly number[],
  answer: Answer,
  flags: OutputFlags,
): KeptMix {
  return { ...keptAnswer(names.includes('mix') ? 'the mix' : 'mix', answer, flags), weights };
}

async function drawnOf(plots: Plots, name: string, { line, picture }: Asked): Promise<Drawn | null> {
  if (line !== undefined && line !== null) return { name, curve: withoutGraphs(await line()) };
  return picture === undefined || picture === null ? null : { name, svg: await picture(plots) };
}

/** What a line is drawn from, without the graphs that it was found in. */
export const withoutGraphs = (curve: Curve): Curve => ({
  ...curve,
  pieces: curve.pieces.map(({ graph, ...piece }) => piece),
});

/** Lines over each other, or pictures beside each other. `machine`: the name of that of all. */
function pictureOf(drawn: readonly Drawn[], machine: unknown): Picture | null {
  if (drawn.length === 0) return null;
  const lines = drawn.flatMap((one) => ('curve' in one ? [one] : []));
  if (lines.length === drawn.length)
    return ({ overlayPlot }) => overlayPlot(lines, typeof machine === 'string' ? { machine } : {});
  return ({ gridPlot }) => gridPlot(drawn.flatMap((one) => ('svg' in one ? [one] : [])));
}

/** The gate is that of each program: the one that misses it by most is told. */
function worstOf(gates: readonly (GateNotMet | null)[], names: readonly string[]): GateNotMet | null {
  const unmet = gates.flatMap((gate, i) => (gate === null ? [] : [{ gate, name: names[i] }]));
  if (unmet.length === 0) return null;
  const { gate, name } = unmet.reduce((worst, one) => (one.gate.off > worst.gate.off ? one : worst));
  const others = unmet.length === 1 ? '' : `; ${unmet.length} of ${names.length} programs do not pass`;
  return new GateNotMet(`${name}: ${gate.message}${others}`, gate.off);
}
