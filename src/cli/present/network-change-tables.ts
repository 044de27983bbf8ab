/** The cost of a network change, and its spread over allocations, as JSON, CSV and text. */
import type { ChangedModel, ModelQuery, UsedTolerance } from '../../analysis/network-changes.js';
import { median } from '../../analysis/statistics.js';
import type { MixedSensitivity } from '../../analysis/workload-mix.js';
import { joinWarnings } from '../../errors.js';
import { amountText, changeText, type NetworkChange, NS_PER_METRE } from '../../platform/network-change.js';
import type { Site } from '../../platform/site.js';
import type { Axis } from '../../timing/axis.js';
import { formatTime } from '../../units.js';
import type { Answer, Part } from '../output/answer.js';
import {
  addedText,
  type Column,
  type CsvTable,
  jsonRows,
  narrowTable,
  type TableRows,
  tableCsv,
  tableRows,
} from '../output/table.js';
import { deltaTitle, mixAnswer, mixedJson, plain } from './program-mix.js';
import { formatOn, unitSuffix } from './solution-text.js';

/** A change, or none, and its result. */
export interface FoundChange extends Pick<ChangedModel, 'slowdown' | 'used'> {
  readonly change: NetworkChange | null;
  readonly result: NetworkFigures;
}

export interface NetworkFigures extends MixedSensitivity {
  readonly axis: Axis;
  readonly tolerance: readonly { readonly percent: number; readonly delta: number }[];
}

/** Results of an allocation: without a change, then with each. */
export interface Placed {
  /** Null without a topology. */
  readonly allocation: string | null;
  readonly switches: number | null;
  readonly found: readonly FoundChange[];
}

export interface ShownNetworks {
  readonly site: Site | null;
  /** The first: the allocation of the answer. */
  readonly placed: readonly Placed[];
}

export interface NetworksFound extends ShownNetworks {
  /** Of the first: models that a mix solves again. */
  readonly models: { readonly now: ModelQuery; readonly changed: readonly ChangedModel[] };
}

/** With the rows that several programs share in one table. */
export interface NetworksPart extends Part {
  readonly shared: () => TableRows & { readonly verdict: string; readonly more: string };
  /** Sentences that go before all tables. */
  readonly verdict: () => string;
}

export const networksPart = (found: NetworksFound): NetworksPart => ({
  json: () => networksJson(found),
  csv: () => networksCsv(found),
  verdict: () => verdictText(found, null),
  text: () => detailText(found),
  shared: () => ({
    ...networksRows(found),
    verdict: verdictText(found, null),
    more: spreadText(found),
  }),
  warnings: joinWarnings(...found.models.changed.map(({ result }) => result)),
});

/** A line of a table. */
interface NetworkRow extends FoundChange {
  readonly placed: Placed;
}

const rowsOf = (placed: readonly Placed[]): NetworkRow[] =>
  placed.flatMap((one) => one.found.map((found) => ({ ...found, placed: one })));

/** Three digits, with its sign. */
export const slowdownText = (slowdown: number): string =>
  `${slowdown < 0 ? '−' : '+'}${Number((100 * Math.abs(slowdown)).toPrecision(3))} %`;

function columnsOf({ axis, tolerance: list }: NetworkFigures): Column<FoundChange>[] {
  return [
    { title: 'network', align: 'left', rowKey: true, text: ({ change }) => change?.text ?? 'now' },
    { key: 'runtime_ns', title: 'T', of: ({ result }) => result.runtime },
    { title: 'ΔT', text: ({ change, slowdown }) => (change === null ? '' : slowdownText(slowdown)) },
    { key: 'lambda_L', title: 'λ_L', of: ({ result }) => result.lambda.L, format: plain },
    ...list.map(({ percent }, i) => ({
      title: deltaTitle(axis, percent),
      text: ({ result }: FoundChange) =>
        addedText(result.tolerance[i].delta, (value) => formatOn(axis, value)),
    })),
  ];
}

/** The rows of a program, now and with each change. */
const networksRows = ({ placed: [{ found }] }: ShownNetworks): TableRows =>
  tableRows(columnsOf(found[0].result), found);

export const networksText = (found: ShownNetworks): string =>
  [verdictText(found, null), detailText(found)].filter((text) => text !== '').join('\n');

/** The tables below the verdict. */
function detailText(found: ShownNetworks): string {
  const { heads, rows } = networksRows(found);
  const [first, ...others] = found.placed;
  const on = others.length > 0 ? `on nodes ${first.allocation}\n` : '';
  const table = first.found.length > 1 ? on + narrowTable(heads, rows) : '';
  return [table, spreadText(found)].filter((text) => text !== '').join('\n');
}

/** The answer in sentences: over all allocations, then on that of the answer. `hours`: those of a mix. */
export function verdictText({ site, placed }: ShownNetworks, hours: number | null): string {
  const [{ allocation, found }] = placed;
  const on = placed.length > 1 ? ` on nodes ${allocation}` : '';
  const lines = found.flatMap(({ change, slowdown, used: [used] }) => {
    if (change === null) return [];
    const cost = hours === null ? '' : ` (${Number((hours * slowdown).toPrecision(3))} h of ${hours} h)`;
    return `${changeText(change, site)}${on}: T ${slowdownText(slowdown)}${cost}${usedText(change, used)}\n`;
  });
  const far = found.some(({ change }) => change?.added.some(({ metres }) => metres !== null));
  return [
    ...overAllocations(placed, site),
    ...lines,
    far ? `light takes ${NS_PER_METRE} ns per metre of fibre\n` : '',
  ].join('');
}

/** Lines on all allocations; none if there is one. */
function overAllocations(placed: readonly Placed[], site: Site | null): string[] {
  if (placed.length < 2) return [];
  const [{ allocation, found }] = placed;
  const { axis, tolerance } = found[0].result;
  const [{ percent, delta }] = tolerance;
  const added = (value: number): string => addedText(value, (one) => formatOn(axis, one));
  const deltas = tolerancesOf(placed);
  const known =
    deltas === null
      ? `${added(delta)} on nodes ${allocation}`
      : `${spanText(added(Math.min(...deltas)), added(Math.max(...deltas)))} on ${placed.length} allocations`;
  return [
    ...verdicts(placed).map((one) => `${changeVerdict(one, site, percent)}\n`),
    `${deltaTitle(axis, percent)}: ${known}\n`,
  ];
}

/** [allocations] tolerance of the first percentage; null for a mix, for which only that of the first is known. */
const tolerancesOf = (placed: readonly Placed[]): number[] | null =>
  placed.every((one) => one.found[0].result.tolerance.length > 0)
    ? placed.map((one) => one.found[0].result.tolerance[0].delta)
    : null;

function usedText({ added }: NetworkChange, { percent, share }: UsedTolerance): string {
  if (share === null) return '';
  const tolerated = `the ${percent} % tolerance`;
  if (share === 0) return `, which uses 0 % of ${tolerated}`;
  const times = `${Number((1 / share).toPrecision(3))} times this change`;
  const most = added.length === 1 ? amountText(added[0].ns / share) : times;
  const used =
    share > 1
      ? `is ${Number(share.toPrecision(3))} times`
      : `uses ${Number((100 * share).toPrecision(3))} % of`;
  return `, which ${used} ${tolerated}${added.length === 1 ? ` of ${most}` : ` (${most})`}`;
}

/** A row: an allocation, or the minimum, median and maximum of the random ones. */
interface SpreadRow {
  readonly name: string;
  readonly of: (value: (placed: Placed) => number) => number;
}

function spreadRows(placed: readonly Placed[]): SpreadRow[] {
  const random = placed.filter(({ allocation }) => allocation?.startsWith('random') === true);
  const over = (name: string, pick: (values: readonly number[]) => number): SpreadRow => ({
    name: `random, ${name}`,
    of: (value) => pick(random.map(value)),
  });
  return [
    ...placed
      .filter((one) => !random.includes(one))
      .map((one): SpreadRow => ({ name: one.allocation ?? '', of: (value) => value(one) })),
    ...(random.length === 0
      ? []
      : [
          over('lowest of each', (values) => Math.min(...values)),
          over('median of each', median),
          over('highest of each', (values) => Math.max(...values)),
        ]),
  ];
}

/** A table over all allocations; '' if there is one. */
export function spreadText({ placed }: ShownNetworks): string {
  if (placed.length < 2) return '';
  const [{ found }] = placed;
  const {
    axis,
    tolerance: [{ percent }],
  } = found[0].result;
  const added = (delta: number): string => addedText(delta, (value) => formatOn(axis, value));
  const columns: Column<SpreadRow>[] = [
    { title: 'nodes', align: 'left', text: ({ name }) => name },
    ...(placed[0].switches === null
      ? []
      : [{ title: 'switches', text: ({ of }: SpreadRow) => plain(of(({ switches }) => switches ?? 0)) }]),
    { title: 'T', text: ({ of }) => formatTime(of((one) => one.found[0].result.runtime)) },
    { title: 'λ_L', text: ({ of }) => plain(of((one) => one.found[0].result.lambda.L)) },
    ...(tolerancesOf(placed) === null
      ? []
      : [
          {
            title: deltaTitle(axis, percent),
            text: ({ of }: SpreadRow) => added(of((one) => one.found[0].result.tolerance[0].delta)),
          },
        ]),
    ...found.slice(1).map(({ change }, i) => ({
      title: change?.text ?? '',
      text: ({ of }: SpreadRow) => slowdownText(of((one) => one.found[i + 1].slowdown)),
    })),
  ];
  const { heads, rows } = tableRows(columns, spreadRows(placed));
  return `spread over ${placed.length} allocations\n${narrowTable(heads, rows)}`;
}

const spanText = (low: string, high: string): string => (low === high ? low : `${low} to ${high}`);

/** On how many allocations T stays within the first percentage. */
interface Verdict {
  readonly change: NetworkChange;
  readonly least: number;
  readonly most: number;
  readonly within: number;
  readonly of: number;
}

function verdicts(placed: readonly Placed[]): Verdict[] {
  const [{ found }] = placed;
  const [{ percent }] = found[0].result.tolerance;
  return found.flatMap(({ change }, i) => {
    if (change === null) return [];
    const slowdowns = placed.map((one) => one.found[i].slowdown);
    const within = slowdowns.filter((one) => one <= percent / 100).length;
    return {
      change,
      least: Math.min(...slowdowns),
      most: Math.max(...slowdowns),
      within,
      of: slowdowns.length,
    };
  });
}

function changeVerdict(
  { change, least, most, within, of }: Verdict,
  site: Site | null,
  percent: number,
): string {
  const range = `${changeText(change, site)}: T ${spanText(slowdownText(least), slowdownText(most))}`;
  if (within === of) return `${range}, within ${percent} % on all ${of} allocations`;
  if (within === 0) return `${range}, more than ${percent} % on all ${of} allocations`;
  return `${range}, within ${percent} % on ${within} of ${of} allocations (depends on the allocation)`;
}

function foundColumns(axis: Axis): Column<FoundChange>[] {
  return [
    { key: 'at', of: ({ change }) => change?.text },
    {
      json: ({ change }) => ({
        added: (change?.added ?? []).map(({ at, ns, metres }) => ({
          at,
          added_ns: ns,
          ...(metres === null ? {} : { metres }),
        })),
      }),
    },
    { key: 'runtime_ns', of: ({ result }) => result.runtime },
    { key: 'slowdown', of: ({ slowdown }) => slowdown },
    {
      ...{ key: 'lambda_L', of: ({ result }: FoundChange) => result.lambda.L },
      json: ({ result }) => ({ lambda: result.lambda }),
    },
    { key: 'rho_L', of: ({ result }) => result.rho },
    {
      json: ({ result, used }) => ({
        tolerance: result.tolerance.map(({ percent, delta }, i) => ({
          pct: percent,
          [`delta_${unitSuffix(axis)}`]: Number.isFinite(delta) ? delta : null,
          ...(used.length === 0 ? {} : { used_share: used[i].share }),
        })),
      }),
    },
  ];
}

export function networksJson({ placed }: ShownNetworks): Record<string, unknown> {
  const [{ found }] = placed;
  const { axis } = found[0].result;
  const columns = foundColumns(axis);
  const judged = verdicts(placed).map(({ change, least, most, within, of }) => ({
    ...{
      at: change.text,
      least_slowdown: least,
      most_slowdown: most,
      allocations_within: within,
      allocations: of,
    },
    verdict: within === of ? 'within' : within === 0 ? 'beyond' : null,
  }));
  return {
    networks: jsonRows(columns, found),
    ...(placed.length < 2
      ? {}
      : {
          allocations: placed.map((one) => ({
            ...{ allocation: one.allocation, switches: one.switches },
            networks: jsonRows(columns, one.found),
          })),
          verdicts: judged,
        }),
  };
}

/** A line for each allocation, change and percentage. */
export function networksCsv({ placed }: ShownNetworks): CsvTable {
  const [{ found }] = placed;
  const { axis, tolerance: list } = found[0].result;
  type Line = NetworkRow & { readonly i: number };
  const lines = rowsOf(placed).flatMap((row): Line[] => list.map((_, i) => ({ ...row, i })));
  const columns: Column<Line>[] = [
    { key: 'allocation', of: (line) => line.placed.allocation },
    { key: 'switches', of: (line) => line.placed.switches },
    ...foundColumns(axis),
    { key: 'pct', of: ({ i }) => list[i].percent },
    { key: 'parameter', of: () => axis.name },
    { key: `delta_${unitSuffix(axis)}`, of: ({ result, i }) => result.tolerance[i]?.delta },
    { key: 'used_share', of: ({ used, i }) => used[i]?.share },
  ];
  return tableCsv(columns, lines);
}

export const networksMixView = (found: ShownNetworks, hours: number | null): Answer =>
  mixAnswer(
    { ...mixedJson(found.placed[0].found[0].result), ...networksJson(found) },
    {
      csv: () => networksCsv(found),
      rows: () => networksRows(found),
      verdict: () => verdictText(found, hours),
      more: () => spreadText(found),
    },
  );
