/** `tolerance --by iteration|part:…`: T, λ, ρ and the tolerance of each iteration, or part, of a program. */
import type { InferredFlags } from '@oclif/core/interfaces';
import { stretchWarning } from '../../analysis/cut/cut-region.js';
import type { Iterations } from '../../analysis/cut/iterations.js';
import {
  type Mark,
  type MarkedBy,
  MOST_PHASES,
  type Phase,
  type PhasesQuery,
  phases,
} from '../../analysis/cut/program-phases.js';
import type { Bound } from '../../analysis/cut/region-bounds.js';
import { joinWarnings, type Telling, UsageError, type Warning } from '../../errors.js';
import type { sharedFlags } from '../flags/common-flags.js';
import { parsePercents } from '../flags/parameter-values.js';
import { parseBound, withEntry } from '../flags/region-flags.js';
import { type Answer, type Answered, iterationsInfo, outsideText, shorterText } from '../output/answer.js';
import { addedText, type Column, jsonRows, NOT_IN_JSON, tableCsv, tableText } from '../output/table.js';
import { envelopeOf, type Opened, open, withProgress } from '../pipeline/pipeline.js';
import { count, machineText, toleranceJson } from './solution-text.js';

const ITERATION = 'iteration';
/** The iterations of the loop within one. */
const INNER = `${ITERATION}:inner`;
const PART = 'part:';
const REGION = 'region';
const PCONTROL = 'pcontrol';

type PartsFlags = InferredFlags<typeof sharedFlags> & { readonly pct: string };

/** The parts that flags name. Throws UsageError. */
function partsQuery(by: string): Pick<PhasesQuery, 'marks' | 'marked' | 'inner'> {
  if (by === ITERATION || by === INNER) return { marks: null, inner: by === INNER };
  const text = by.slice(PART.length);
  const marked = markedBy(text);
  return marked === null ? { marks: marksQuery(text) } : { marks: null, marked };
}

/** Null if the parts are not the program's own marks. */
function markedBy(by: string): MarkedBy | null {
  if (by === PCONTROL) return { kind: PCONTROL };
  if (by === REGION) return { kind: REGION, name: null };
  const name = by.startsWith(`${REGION}:`) ? by.slice(REGION.length + 1) : '';
  return name === '' || name.includes('#') || boundsOf(name).length > 1 ? null : { kind: REGION, name };
}

/** Commas within the parentheses of a name separate nothing. */
const boundsOf = (text: string): string[] => text.split(/,(?![^(<]*[)>])/).map((one) => one.trim());

/** The bounds that flags name. A part ends where the call that bounds it begins. Throws UsageError. */
function marksQuery(by: string): Mark[] {
  const texts = boundsOf(by);
  if (texts.length < 2 || texts.includes(''))
    throw new UsageError(
      `--by '${PART}${by}' names no parts`,
      `write ${ITERATION}, ${INNER}, ${PART}${REGION}, ${PART}${REGION}:NAME, ${PART}${PCONTROL}, or at least two bounds, such as ${PART}first-message,50%,last-message`,
    );
  return texts.map((text) => ({ text, bound: endingThere(parseBound(text, '--by')) }));
}

/** The next part's first call is not in this one. */
const endingThere = (bound: Bound): Bound =>
  bound.kind === 'call' || bound.kind === 'region' ? { ...bound, begins: true } : bound;

/** Names of parts, by kind. */
const NOUNS = { iteration: 'iteration', bounds: 'part', region: 'region', pcontrol: 'part' } as const;

/** Columns before the tolerances in CSV. */
const BEFORE_TOLERANCES =
  'name begin_ns end_ns runtime_ns added_runtime_ns lambda_L rho_L entry_spread_ns'.split(' ');

const phaseColumns = (noun: string, [{ result: first }]: readonly Phase[]): Column<Phase>[] => [
  { key: 'name', title: noun, of: ({ name }) => name },
  { key: 'begin_ns', title: 'begins at', of: ({ found }) => found.begin },
  { key: 'end_ns', of: ({ found }) => found.end },
  { key: 'added_runtime_ns', title: 'adds', of: ({ adds }) => adds },
  { key: 'runtime_ns', title: 'T', of: ({ result }) => result.runtime },
  {
    ...{ key: 'lambda_L', title: 'λ_L', of: ({ result }) => result.lambda.L },
    json: ({ result }) => ({ lambda: result.lambda }),
  },
  { key: 'rho_L', title: 'ρ_L', of: ({ result }) => result.rho },
  ...first.tolerance.map(({ percent }, i): Column<Phase> => {
    const of = ({ result }: Phase): number => result.tolerance[i].delta;
    const text = (one: Phase): string => addedText(of(one));
    return { key: `delta_L_${percent}pct_ns`, title: `ΔL at ${percent} %`, of, text, ...NOT_IN_JSON };
  }),
  { json: ({ result }) => ({ tolerance: toleranceJson(result.axis, result.tolerance) }) },
  { key: 'entry_spread_ns', title: 'entry spread', of: ({ found }) => found.spread },
  { key: 'lambda_G', of: ({ result }) => result.lambda.G, ...NOT_IN_JSON },
  { key: 'lambda_o', of: ({ result }) => result.lambda.o, ...NOT_IN_JSON },
  { key: 'arriving_messages', of: ({ found }) => found.arriving },
  { key: 'leaving_messages', of: ({ found }) => found.leaving },
];

function phasesView(
  opened: Opened,
  phases: readonly Phase[],
  by: keyof typeof NOUNS,
  iterations: Iterations | null,
): Answer {
  const { info, schedule, resolved } = opened;
  const columns = phaseColumns(NOUNS[by], phases);
  return {
    json: () => {
      const rows = jsonRows(columns, phases, BEFORE_TOLERANCES.slice(0, 4));
      return envelopeOf(opened, {
        by,
        ...(iterations === null ? {} : { iterations: iterationsInfo(iterations) }),
        phases: rows,
      });
    },
    csv: () => tableCsv(columns, phases, BEFORE_TOLERANCES),
    text: () =>
      `${info.source}: ${count(schedule.ranks, 'rank')}, ${count(phases.length, NOUNS[by])}${iterations === null ? '' : iterationsText(iterations, phases)}\n${machineText(resolved)}\n${tableText(columns, phases)}`,
  };
}

/** What the iterations cover of the program. */
function iterationsText({ shorter }: Iterations, phases: readonly Phase[]): string {
  const [{ found: first }] = phases;
  const end = phases.reduce((latest, { found }) => Math.max(latest, found.end), 0);
  return `${shorterText(shorter, `--by ${INNER}`)}, ${outsideText(first.begin, end, first.whole)}`;
}

export async function partsAnswer(
  inputs: readonly unknown[],
  by: string,
  flags: PartsFlags,
): Promise<Answered> {
  const percents = parsePercents(flags.pct);
  const { text, entry } = withEntry(by);
  const query = partsQuery(text);
  return withProgress(flags.quiet, async (progress) => {
    // Opens the whole program, which is cut into parts here.
    const opened = await open(inputs, flags, progress);
    const unlisted: Telling[] = [];
    let iterations: Iterations | null = null;
    const list = await phases(opened.schedule, opened.resolved.machine, {
      ...query,
      percents,
      entry,
      onLeftOut: (names) => unlisted.push(computingLeftOut(names)),
      onIterations: (found) => {
        iterations = found;
        unlisted.push(stretchWarning(found));
      },
      onEmpty: (names) => unlisted.push(emptyLeftOut(names)),
      onDone: (done, total) => progress.update('solving parts', done, total),
    });
    const rows = list.map(({ name, result }) => ({
      name,
      runtime: result.runtime,
      lambda: result.lambda.L,
      rho: result.rho,
      tolerance: result.tolerance[0].delta,
    }));
    const [percent] = percents;
    const parts = query.marked?.kind ?? (query.marks === null ? ITERATION : 'bounds');
    return {
      answer: phasesView({ ...opened, warnings: joinWarnings(opened, ...unlisted) }, list, parts, iterations),
      picture: ({ phasesPlot }) => phasesPlot(rows, { percent, axis: NOUNS[parts] }),
    };
  });
}

function emptyLeftOut(names: readonly string[]): Warning {
  const message = `no row for ${names.join(', ')}, because no operation starts there. A computation belongs to the part in which it starts.`;
  return { code: 'empty-parts', message, count: names.length };
}

function computingLeftOut(names: readonly string[]): Warning {
  const message = `regions are entered more than ${MOST_PHASES} times, so those without communication (${count(names.length, 'region')}) are left out. Use --by part:region:NAME to analyse one of them.`;
  return { code: 'computing-regions', message, count: names.length };
}
