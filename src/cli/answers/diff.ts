/** Two runs held against each other, as flags ask. */
import { difference } from '../../analysis/difference/difference.js';
import { PROFILE_GROUPINGS, type ProfileGrouping } from '../../analysis/difference/groups.js';
import { UsageError } from '../../errors.js';
import type { DiffFlags } from '../flags/diff.js';
import { parsePercents, parseShare } from '../flags/parameters.js';
import type { Answer } from '../output/answer.js';
import { GateNotMet } from '../output/gate.js';
import type { Plots } from '../output/plot.js';
import { type Side, sidesOf } from '../pipeline/sides.js';
import { diffView, plottedDifference } from '../present/diff.js';
import { percentText } from '../present/solution.js';

/** The answer, and what is said where the gate of --fail-above was not met; null: it was, or there is none. */
export interface DiffAnswer {
  readonly answer: Answer;
  readonly picture: (plots: Plots) => string;
  readonly unmet: GateNotMet | null;
}

/** Throws UsageError, and all that reading and modelling throw. */
export async function diffAnswer(argv: readonly string[], flags: DiffFlags): Promise<DiffAnswer> {
  const percents = parsePercents(flags.pct);
  const most = flags['fail-above'];
  const gate = most === undefined ? null : parseShare(most, '--fail-above');
  const sides = await sidesOf(argv, flags, percents);
  const [a, b] = sides;
  const by = groupingOf(a, b, flags.by);
  const found = { a, b, by, difference: difference(a.profile, b.profile) };
  return {
    answer: diffView(found),
    picture: ({ differencePlot }) => differencePlot(plottedDifference(found), { by }),
    unmet: gate === null ? null : unmetGate(a, b, gate),
  };
}

const tells = ({ profile }: Side, by: ProfileGrouping): boolean => profile.groups[by] !== undefined;

/** Throws UsageError where one of the two does not tell what was asked for. */
function groupingOf(a: Side, b: Side, asked: ProfileGrouping | undefined): ProfileGrouping {
  if (asked === undefined) return tells(a, 'call') && tells(b, 'call') ? 'call' : 'rank';
  if (tells(a, asked) && tells(b, asked)) return asked;
  const both = PROFILE_GROUPINGS.filter((by) => tells(a, by) && tells(b, by));
  throw new UsageError(
    `${tells(a, asked) ? 'B' : 'A'} does not say which ${asked} its operations come from`,
    `both tell ${both.join(', ')}`,
  );
}

function unmetGate({ profile: a }: Side, { profile: b }: Side, gate: number): GateNotMet | null {
  if (b.runtime <= a.runtime * (1 + gate)) return null;
  const slower = a.runtime === 0 ? 'infinitely' : percentText(b.runtime / a.runtime - 1);
  return new GateNotMet(`B is ${slower} slower than A, above the gate of ${percentText(gate)}`);
}
