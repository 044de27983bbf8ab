/** What each part of a program bears, part by part. */
import { MOST_PHASES, phases } from '../../analysis/cut/phases.js';
import type { Warning } from '../../errors.js';
import { parsePercents } from '../flags/parameters.js';
import { type PhasesFlags, partsAsked } from '../flags/phases.js';
import { entryOf } from '../flags/region.js';
import type { Answer } from '../output/answer.js';
import type { Plots } from '../output/plot.js';
import { stretchWarnings } from '../output/region.js';
import { open, withProgress } from '../pipeline/pipeline.js';
import { NOUNS, phasesView } from '../present/phases.js';

/** The answer and its picture. */
export interface PhasesAnswer {
  readonly answer: Answer;
  readonly picture: (plots: Plots) => string;
}

/** Throws all that LlampError is. */
export async function phasesAnswer(inputs: readonly unknown[], flags: PhasesFlags): Promise<PhasesAnswer> {
  const percents = parsePercents(flags.pct);
  const asked = partsAsked(flags);
  return withProgress(flags.quiet, async (progress) => {
    // The parts are cut here: what is opened is the whole program.
    const opened = await open(inputs, { ...flags, 'region-entry': undefined }, progress);
    const unlisted: Warning[] = [];
    const list = await phases(opened.schedule, opened.resolved.machine, {
      ...asked,
      percents,
      entry: entryOf(flags),
      onLeftOut: (names) => unlisted.push(computingLeftOut(names)),
      onIterations: (found) => unlisted.push(...stretchWarnings(found)),
      onEmpty: (names) => unlisted.push(emptyLeftOut(names)),
      onDone: (done, total) => progress.update('part by part', done, total),
    });
    const rows = list.map(({ name, result }) => ({
      name,
      runtime: result.runtime,
      lambda: result.lambda.L,
      rho: result.rho,
      tolerance: result.tolerance[0].delta,
    }));
    const [percent] = percents;
    const by = asked.marked?.kind ?? (asked.marks === null ? 'iteration' : 'bounds');
    return {
      answer: phasesView({ ...opened, warnings: [...opened.warnings, ...unlisted] }, list, by),
      picture: ({ phasesPlot }) => phasesPlot(rows, { percent, axis: NOUNS[by] }),
    };
  });
}

function emptyLeftOut(names: readonly string[]): Warning {
  const missing = names.length === 1 ? 'it has' : 'they have';
  const message = `nothing starts within ${names.join(' or ')}: ${missing} no row; a computation belongs to the part in which it starts`;
  return { code: 'empty-parts', message, count: names.length };
}

function computingLeftOut(names: readonly string[]): Warning {
  const message = `regions are entered more than ${MOST_PHASES} times: the ${names.length} that only compute are left out; --by region:NAME asks about one of them`;
  return { code: 'computing-regions', message, count: names.length };
}
