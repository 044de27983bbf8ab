/** `what-if`: T, λ and tolerance after changes of calls; by default after removing the messages of each critical line. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { cutRegion, regionAmongCalls } from '../analysis/cut/cut-region.js';
import { Model } from '../analysis/model.js';
import {
  bestSilence,
  type ChangeSpec,
  type MostOfLambda,
  type Silence,
  type Variant,
  WhatIf,
} from '../analysis/what-if.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { choicesOf } from '../cli/flags/collective-choices.js';
import { commonFlags, percentsFlag } from '../cli/flags/common-flags.js';
import { parsePercents } from '../cli/flags/parameter-values.js';
import { regionQuery } from '../cli/flags/region-flags.js';
import { loadProgram, scheduleBy, unpriced } from '../cli/input/load-input.js';
import { type Answer, type Answered, type Picture, plotFlag } from '../cli/output/answer.js';
import {
  addedText,
  type Column,
  finite,
  jsonRows,
  NOT_IN_JSON,
  percentText,
  tableCsv,
  tableText,
} from '../cli/output/table.js';
import {
  envelopeOf,
  guardedOptions,
  type LoadedModel,
  manyOptions,
  namesOf,
  surroundings,
  wholeWarning,
  within,
  withProgress,
} from '../cli/pipeline/pipeline.js';
import { count, formatOn, inputText, toleranceJson } from '../cli/present/solution-text.js';
import { moreText } from '../cli/process/streams.js';
import { parseCollectiveSpec } from '../collectives/choice.js';
import { joinWarnings, UsageError, type Warning } from '../errors.js';
import type { Sharing } from '../machine/parameters.js';
import type { Changed } from '../sources/mpi/changed-calls.js';
import type { CallAt } from '../sources/mpi/message-ends.js';
import { formatTime } from '../units.js';

const PLACE =
  'a line (wave.c:50), a function (halo()) or a call (MPI_Bcast), or several joined by @; #3 or #2..5 select calls of each rank';

const changeFlag = (helpValue: string, summary: string, description: string) =>
  Flags.string({ multiple: true, helpGroup: 'CHANGES', helpValue, summary, description });

const whatIfFlags = {
  ...commonFlags,
  pct: percentsFlag('slowdowns in percent', '1', '1,2,5'),
  without: changeFlag(
    'PLACE[,PLACE]',
    'remove the messages of these calls',
    `remove the messages and collectives of these calls, at both ends; PLACE is ${PLACE}`,
  ),
  merge: changeFlag(
    'PLACE,PLACE',
    'merge messages or collectives into one',
    'merge the k-th message of each PLACE to the same rank into one, or the k-th collectives',
  ),
  times: changeFlag(
    'PLACE=FACTOR',
    'scale the computation before these calls',
    'multiply the computation before these calls by a factor, as in wave.c:58=0.5',
  ),
  overlap: changeFlag(
    'PLACE',
    'overlap these calls with the next computation',
    'complete these calls only after the computation that follows, up to the next MPI call; it must not use their data',
  ),
  algorithm: changeFlag(
    'COLLECTIVE@PLACE=ALGORITHM',
    'use another algorithm for these collectives',
    'use another algorithm for the collectives at a place, as in allreduce@solver.c:120=ring',
  ),
  top: Flags.integer({
    min: 1,
    default: 10,
    description:
      'without a change: number of lines to try, those with most of λ; their functions are tried as well',
  }),
  plot: plotFlag(),
};

type WhatIfFlags = InferredFlags<typeof whatIfFlags>;

const KINDS = ['without', 'merge', 'times', 'overlap', 'algorithm'] as const;

/** The changes that flags name, in the order of help. Throws UsageError. */
const changeSpecs = (flags: WhatIfFlags): ChangeSpec[] =>
  KINDS.flatMap((kind) => (flags[kind] ?? []).map((text) => changeSpec(kind, text)));

function changeSpec(kind: ChangeSpec['kind'], text: string): ChangeSpec {
  const { places, value } = splitChange(kind, text);
  if (kind === 'times') return { kind, text, places, factor: factorOf(text, value) };
  if (kind !== 'algorithm') return { kind, text, places };
  const [collective] = text.split('@');
  if (!text.includes('@') || value === '') {
    throw new UsageError(
      `--algorithm '${text}' cannot be read`,
      'write COLLECTIVE@PLACE=ALGORITHM, as in allreduce@solver.c:120=ring',
    );
  }
  return { kind, text, places, spec: parseCollectiveSpec(`${collective}=${value}`) };
}

/** The places, and the text after the equals sign. */
function splitChange(kind: ChangeSpec['kind'], text: string) {
  if (kind !== 'times' && kind !== 'algorithm')
    return { places: text.split(',').map((part) => part.trim()), value: '' };
  const equals = text.indexOf('=');
  return equals < 0
    ? { places: [text], value: '' }
    : { places: [text.slice(0, equals)], value: text.slice(equals + 1) };
}

function factorOf(text: string, value: string): number {
  const factor = Number(value);
  if (value.trim() !== '' && Number.isFinite(factor) && factor >= 0) return factor;
  throw new UsageError(
    `--times '${text}' needs a factor of at least 0`,
    'write PLACE=FACTOR, as in wave.c:58=0.5',
  );
}

/** A row: the program as it is, or after a change. */
interface Row {
  /** '' for the unchanged program. */
  readonly name: string;
  readonly specs: readonly ChangeSpec[];
  /** Null for an impossible change. */
  readonly variant: Variant | null;
  /** Why it could not. */
  readonly refused: string | null;
  readonly changed: readonly Changed[];
  /** Share of λ of the changed calls now; null for a change of flags. */
  readonly share: number | null;
}

/** All rows and their context. */
interface Found {
  readonly loaded: LoadedModel;
  readonly now: Variant;
  readonly rows: readonly Row[];
  /** The best change, in a sentence; '' for changes of flags, or if none helps. */
  readonly best: string;
  /** Place of an operation's call, in words. */
  readonly placeOf: (at: CallAt) => string;
}

const signed = (value: number, text: string): string => (value > 0 ? `+${text}` : text);

const inBoth =
  (of: (variant: Variant, now: Variant) => number) =>
  ({ now }: Found) =>
  ({ variant }: Row): number | null =>
    variant === null ? null : of(variant, now);

const runtime = inBoth(({ result }) => result.runtime);
const runtimeChange = inBoth(({ result }, now) => result.runtime - now.result.runtime);
const lambda = inBoth(({ result }) => result.lambda.L);
const lambdaChange = inBoth(({ result }, now) => result.lambda.L - now.result.lambda.L);

function columnsOf(found: Found): readonly Column<Row>[] {
  const { axis, tolerance } = found.now.result;
  const shown = found.rows.some(({ share }) => share !== null);
  const isNow = ({ specs }: Row): boolean => specs.length === 0;
  const mostOf = ({ variant }: Row): MostOfLambda | null => variant?.most ?? null;
  const unit = axis.unit === 'ns' ? 'ns' : 'ns_per_B';
  return [
    { key: 'change', title: 'change', align: 'left', of: ({ name }) => (name === '' ? 'now' : name) },
    { json: ({ specs }) => ({ changes: specs.map(({ kind, text }) => ({ kind, calls: text })) }) },
    ...(shown
      ? [
          {
            ...{ key: 'lambda_share', title: 'share of λ', spare: 2, of: ({ share }: Row) => share },
            text: ({ share }: Row) => (share === null ? '' : percentText(share)),
          },
        ]
      : []),
    {
      ...{ key: 'runtime_ns', title: 'T', of: runtime(found) },
      text: ({ variant }) => (variant === null ? 'impossible' : formatTime(variant.result.runtime)),
    },
    {
      ...{ key: 'runtime_change_ns', title: 'ΔT', of: runtimeChange(found) },
      text: (row: Row) => (isNow(row) ? '' : changeText(runtimeChange(found)(row), formatTime)),
    },
    {
      ...{ key: 'lambda_L', title: 'λ_L', of: lambda(found) },
      text: (row: Row) => textOr(lambda(found)(row), String),
      json: ({ variant }: Row) => ({ lambda: variant?.result.lambda ?? null }),
    },
    {
      ...{ key: 'lambda_change', title: 'Δλ_L', of: lambdaChange(found) },
      text: (row: Row) => (isNow(row) ? '' : changeText(lambdaChange(found)(row), String)),
    },
    ...tolerance.map(({ percent }, i): Column<Row> => {
      const at = ({ variant }: Row): number | null => variant?.result.tolerance[i].delta ?? null;
      return {
        ...{ key: `tolerance_${percent}_pct_${unit}`, title: `ΔL at ${percent} %` },
        of: (row: Row) => finite(at(row) ?? Number.NaN),
        text: (row: Row) => textOr(at(row), (delta) => addedText(delta, (value) => formatOn(axis, value))),
        ...NOT_IN_JSON,
      };
    }),
    {
      json: ({ variant }) => ({
        tolerance: variant === null ? null : toleranceJson(axis, variant.result.tolerance),
      }),
    },
    {
      ...{ key: 'most_of_lambda', title: 'place with most λ', align: 'left', spare: 1 },
      of: (row: Row) => mostOf(row)?.name ?? null,
      text: (row: Row) => {
        const most = mostOf(row);
        return most === null ? '' : `${most.name} (${percentText(most.share)})`;
      },
    },
    { key: 'most_of_lambda_share', of: (row) => mostOf(row)?.share ?? null },
    {
      json: ({ changed, refused }) => ({
        refused,
        messages_gone: sumOf(changed, 'messages'),
        collectives_changed: sumOf(changed, 'collectives'),
        waits_moved: sumOf(changed, 'waits'),
        computations_scaled: sumOf(changed, 'computations'),
      }),
    },
  ];
}

const textOr = (value: number | null, text: (value: number) => string): string =>
  value === null ? '' : text(value);

const changeText = (value: number | null, text: (value: number) => string): string =>
  textOr(value, (one) => signed(one, text(one)));

const sumOf = (changed: readonly Changed[], key: Exclude<keyof Changed, 'others'>): number =>
  changed.reduce((sum, one) => sum + one[key], 0);

const whatIfView = (found: Found): Answer => ({
  json: () => {
    const result = { headline: found.best || null, rows: jsonRows(columnsOf(found), found.rows) };
    const results = found.rows.flatMap(({ variant }) => (variant === null ? [] : [variant.result]));
    return envelopeOf(found.loaded, result, found.loaded.model, ...results.slice(0, 1), notesOf(found));
  },
  csv: () => tableCsv(columnsOf(found), found.rows),
  text: () =>
    [
      inputText(found.loaded),
      ...(found.best === '' ? [] : [`${found.best}\n`]),
      tableText(columnsOf(found), found.rows),
      ...[doneText(found)].filter((text) => text !== ''),
    ].join('\n'),
});

/** Effects of the changes of flags on the program, and reasons of impossible ones. */
const doneText = ({ rows, placeOf }: Found): string =>
  rows
    .filter(({ specs, share, refused }) => refused !== null || (specs.length === 1 && share === null))
    .map(({ name, specs, changed: [done], refused }) =>
      done === undefined || refused !== null
        ? `${name}: ${refused ?? ''}\n`
        : `${name}: ${partsDone(specs[0].kind, done, placeOf).join(', ')}\n`,
    )
    .join('');

function partsDone(kind: ChangeSpec['kind'], done: Changed, placeOf: Found['placeOf']): string[] {
  const collectives = kind === 'algorithm' ? 'with another algorithm' : 'fewer';
  const parts = [
    done.messages > 0 && `${count(done.messages, 'message')} fewer`,
    done.collectives > 0 && `${count(done.collectives, 'collective')} ${collectives}`,
    done.waits > 0 && `${count(done.waits, 'wait')} moved`,
    done.computations > 0 && `${count(done.computations, 'computation')} scaled`,
  ].filter((part) => part !== false);
  const places = [...new Set(done.others.map(placeOf))];
  return places.length === 0
    ? parts
    : [
        ...parts,
        `also without the matching calls at ${places.slice(0, 3).join(', ')}${moreText(places.length - 3)}`,
      ];
}

/** Most lines that remain distinguishable. */
const MOST_LINES = 6;

/** T over the latency: the unchanged program, and the first changes. */
const pictureOf =
  ({ rows }: Found): Picture =>
  ({ topologyPlot }) => {
    const lines = rows.flatMap(({ name, variant }) => {
      const curve = variant?.curve ?? null;
      return curve === null ? [] : [{ name: name === '' ? 'now' : name, curve }];
    });
    const words = { title: 'What if', parameter: 'latency', counted: 'latencies' };
    return topologyPlot(lines.slice(0, MOST_LINES), words);
  };

/** Assumptions of the changes. */
function notesOf({ rows }: Pick<Found, 'rows'>): { readonly warnings: readonly Warning[] } {
  const kinds = new Set(rows.flatMap(({ specs }) => specs.map(({ kind }) => kind)));
  return {
    warnings: joinWarnings(
      kinds.has('overlap') && {
        code: 'what-if-assumed',
        message:
          '--overlap assumes that the computation between a named call and the next MPI call does not use the data of the named call',
      },
      kinds.has('merge') && {
        code: 'what-if-assumed',
        message:
          '--merge assumes that nothing between the merged calls uses data received by the first one, or changes data that it sends',
      },
    ),
  };
}

/** Algorithms are compared on a machine that spaces the messages of a rank. */
const sharingFor = (wanted: readonly ChangeSpec[]): Sharing | undefined =>
  wanted.some(({ kind }) => kind === 'algorithm') ? 'ordered' : undefined;

async function whatIfAnswer(inputs: readonly string[], flags: WhatIfFlags): Promise<Answered> {
  const percents = parsePercents(flags.pct);
  const wanted = changeSpecs(flags);
  const region = regionQuery(flags);
  const choices = choicesOf(flags.collective ?? []);
  const around = await surroundings({ ...flags, sharing: sharingFor(wanted) });
  return withProgress(flags.quiet, async (progress) => {
    const { program, info } = await loadProgram(inputs, { ...flags, digest: flags.json }, progress);
    const made = scheduleBy(program, choices);
    const resolved = around.machineFor(made.schedule);
    const read = within({ ...made, info }, region, resolved.machine);
    const options = guardedOptions(flags);
    const beside = manyOptions(flags);
    progress.begin('solving');
    const whole = await Model.of(made.schedule, resolved.machine, options);
    const sameCalls = region && regionAmongCalls(whole.graph, resolved.machine, region);
    const model =
      sameCalls === null
        ? whole
        : await Model.of(
            cutRegion(made.schedule, resolved.machine, sameCalls).schedule,
            resolved.machine,
            options,
          );
    const { names, warnings } = await namesOf(made.schedule.sites);
    const whatIf = new WhatIf(program, whole, {
      percents,
      names,
      choices,
      curves: flags.plot !== undefined,
      region: sameCalls,
      modelOf: (schedule) => Model.of(schedule, resolved.machine, beside),
    });
    const startAndEnd = wholeWarning({ model, info: read.info });
    const loaded = {
      ...{ model, resolved, info: read.info },
      warnings: joinWarnings(
        read,
        resolved,
        await unpriced(program, choices, resolved.machine),
        { warnings },
        startAndEnd,
      ),
    };
    const now = await whatIf.now(model);
    const silences =
      wanted.length > 0
        ? []
        : await whatIf.silences(model, flags.top, (done, all) => progress.update('trying places', done, all));
    const first: Row = { name: '', specs: [], variant: now, refused: null, changed: [], share: null };
    const found: Found = {
      ...{ loaded, now, best: bestSilence(now, silences) },
      rows: [first, ...(await changedRows(whatIf, wanted)), ...silences.map(silenceRow)],
      placeOf: (at) => whatIf.placeOf(at),
    };
    return { answer: whatIfView(found), picture: pictureOf(found) };
  });
}

const silenceRow = ({ place, title, share, variant, refused }: Silence): Row => ({
  ...{ name: `without ${title}`, share, variant, refused },
  specs: [{ kind: 'without', text: place, places: [place] }],
  changed: variant?.changed ?? [],
});

/** Each change alone, then all together if possible. Throws UsageError for an impossible single change. */
async function changedRows(whatIf: WhatIf, wanted: readonly ChangeSpec[]): Promise<Row[]> {
  const rows: Row[] = [];
  const row = { share: null, variant: null, refused: null, changed: [] };
  for (const one of wanted) {
    const variant = await whatIf.with(`${one.kind} ${one.text}`, [one]);
    rows.push({ ...row, name: variant.name, specs: [one], variant, changed: variant.changed });
  }
  if (wanted.length < 2) return rows;
  const all = { ...row, name: 'all of them', specs: wanted };
  try {
    const variant = await whatIf.with(all.name, wanted);
    return [...rows, { ...all, variant, changed: variant.changed }];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [...rows, { ...all, refused: error.message }];
  }
}

export default class WhatIfCommand extends LlampCommand {
  static override summary = 'Show T, λ and tolerance after changing calls of a traced program.';
  static override description =
    'Without a change, removes the messages of each line and function with most of λ in turn. Changes are made in the trace, so the answers are exact for the changed program.';
  static override examples = [
    '<%= config.bin %> what-if traces/app',
    '<%= config.bin %> what-if traces/app --without wave.c:50 --merge wave.c:50,wave.c:51',
    "<%= config.bin %> what-if traces/app --overlap halo.c:44 --times 'step()=0.5' --algorithm allreduce@solver.c:120=ring",
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = whatIfFlags;
  static override mostUsed: readonly (keyof typeof whatIfFlags)[] = [
    'without',
    'merge',
    'overlap',
    'times',
    'algorithm',
    'pct',
  ];

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(WhatIfCommand);
    const inputs = await this.onlyOne(argv, 'what-if');
    await this.drawAndAnswer('what-if', flags, await whatIfAnswer(inputs, flags));
  }
}
