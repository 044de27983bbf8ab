/** MeasurementsFit parameters as JSON, CSV and text. */
import {
  type FittedLine,
  type HockneyFit,
  type LogGPParameters,
  type MeasurementsFit,
  MODELLED_COLLECTIVES,
  type ModelledCollective,
  type NbftAtSize,
  type NbftChannel,
  type RegressionFit,
} from '../../collective-models/index.js';
import { formatSize } from '../../units/units.js';
import type { FittedFiles } from '../collective/fit.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { table } from '../output/table.js';
import type { CollectiveView } from './collective.js';

const LEFT = 'left' as const;

export function fitView({ found, fit, name, warnings }: FittedFiles): CollectiveView {
  return {
    json: () => ({
      input: {
        files: found.files,
        p2p_rows: found.p2p.length,
        nbft_rows: found.nbft.bcast.length,
        nbft_reduce_rows: found.nbft.reduce.length,
        collective_rows: found.collectives.length,
      },
      machine: { platform: name },
      result: fitJson(fit),
      warnings,
    }),
    csv: () => fitCsv(fit),
    text: () => fitText(fit),
  };
}

function fitJson(fitted: MeasurementsFit): Record<string, unknown> {
  const { hockney, order, breaks, ratios, nbft, loggp, regressions } = fitted;
  return {
    hockney: hockney.map(({ channel, small, large, breakBytes, rSquared, rows }) => ({
      channel,
      small: lineJson(small),
      large: large === undefined ? null : lineJson(large),
      break_bytes: breakBytes ?? null,
      r_squared: rSquared ?? null,
      rows,
    })),
    channel_order: order,
    order_breaks: breaks.map(({ lower, higher, fromBytes, toBytes }) => ({
      faster: higher,
      slower: lower,
      from_bytes: fromBytes,
      to_bytes: toBytes,
    })),
    q: ratios.map(({ higher, lower, bytes, q }) => ({ higher, lower, bytes, q })),
    nbft: Object.fromEntries(
      MODELLED_COLLECTIVES.map((collective) => [collective, nbft[collective].map(treeJson)]),
    ),
    loggp: loggp.map(({ channel, latencyUs, endToEndUs, overheadUs, gapUs, gapUsPerByte }) => ({
      channel,
      L_us: latencyUs,
      end_to_end_us: endToEndUs ?? null,
      o_us: overheadUs,
      g_us: gapUs,
      G_us_per_byte: gapUsPerByte,
    })),
    regressions: regressions.map((one) => ({
      collective: one.collective,
      algorithm: one.algorithm,
      map_by: one.mapping,
      bytes: one.bytes,
      rows: one.rows,
      r_squared: one.rSquared ?? null,
      adjusted_r_squared: one.adjustedRSquared ?? null,
      coefficients_us: Object.fromEntries(one.coefficients.map(({ term, value }) => [term, value])),
      residuals_us: one.residuals,
    })),
  };
}

function lineJson({ intercept, slope }: FittedLine) {
  return { alpha_us: intercept, beta_us_per_byte: slope };
}

function treeJson({ channel, sizes }: NbftChannel) {
  return {
    channel,
    sizes: sizes.map((size) =>
      size.kind === 'line'
        ? {
            bytes: size.bytes,
            a_us: size.line.intercept,
            b_us_per_rank: size.line.slope,
            r_squared: size.rSquared ?? null,
          }
        : { bytes: size.bytes, us_by_ranks: Object.fromEntries(size.values) },
    ),
  };
}

/** One figure a line. */
function fitCsv(fitted: MeasurementsFit): CsvTable {
  const rows: (string | number | null)[][] = [];
  for (const { channel, small, large, breakBytes, rSquared } of fitted.hockney) {
    rows.push(
      ['alpha_us', '', channel, '', small.intercept],
      ['beta_us_per_byte', '', channel, '', small.slope],
    );
    if (large !== undefined && breakBytes !== undefined) {
      rows.push(['break_bytes', '', channel, '', breakBytes]);
      rows.push(['alpha_above_us', '', channel, '', large.intercept]);
      rows.push(['beta_above_us_per_byte', '', channel, '', large.slope]);
    }
    rows.push(['r2', '', channel, '', rSquared ?? null]);
  }
  for (const { higher, lower, bytes, q } of fitted.ratios)
    rows.push(['q', '', `${higher}/${lower}`, bytes, q]);
  for (const collective of MODELLED_COLLECTIVES) {
    for (const { channel, sizes } of fitted.nbft[collective]) {
      for (const size of sizes) rows.push(...treeRows(collective, channel, size));
    }
  }
  for (const one of fitted.loggp) {
    rows.push(
      ['L_us', '', one.channel, '', one.latencyUs],
      ['o_us', '', one.channel, '', one.overheadUs],
      ['g_us', '', one.channel, '', one.gapUs],
      ['G_us_per_byte', '', one.channel, '', one.gapUsPerByte],
    );
  }
  for (const one of fitted.regressions) {
    const cell = `${one.collective} ${one.algorithm} ${one.mapping}`;
    for (const { term, value } of one.coefficients)
      rows.push([`regression ${term}`, cell, '', one.bytes, value]);
    rows.push(['regression r2', cell, '', one.bytes, one.rSquared ?? null]);
  }
  return csvTable(['figure', 'collective', 'channel', 'bytes', 'value'], rows);
}

function treeRows(collective: ModelledCollective, channel: string, size: NbftAtSize): (string | number)[][] {
  const { bytes } = size;
  return size.kind === 'line'
    ? [
        ['nbft_a_us', collective, channel, bytes, size.line.intercept],
        ['nbft_b_us_per_rank', collective, channel, bytes, size.line.slope],
      ]
    : [...size.values].map(([ranks, us]) => [`nbft_us_at_${ranks}`, collective, channel, bytes, us]);
}

function fitText(fitted: MeasurementsFit): string {
  const parts = [hockneyText(fitted), ...MODELLED_COLLECTIVES.map((one) => treesText(one, fitted.nbft[one]))];
  return [...parts, logGPText(fitted.loggp), regressionText(fitted.regressions)]
    .filter((part) => part !== '')
    .join('\n');
}

function six(value: number): string {
  return Number(value.toPrecision(6)).toString();
}

function hockneyText({ hockney, order, breaks, ratios }: MeasurementsFit): string {
  if (hockney.length === 0) return '';
  const heads = [
    { title: 'channel', align: LEFT },
    { title: 'sizes', align: LEFT },
    { title: 'α (µs)' },
    { title: 'β (µs/B)' },
    { title: 'R²' },
    { title: 'rows' },
  ];
  const lines = hockney.flatMap((one) => hockneyLines(one));
  const ends = breaks.map(
    ({ lower, higher, fromBytes, toBytes }) =>
      `  ${higher} is faster than ${lower} ${fromBytes === toBytes ? 'at' : 'from'} ${formatSize(fromBytes)}${fromBytes === toBytes ? '' : ` to ${formatSize(toBytes)}`}\n`,
  );
  const shown = sizesToShow(ratios.map(({ bytes }) => bytes));
  const pairs = [...new Set(ratios.map(({ higher, lower }) => `${higher}/${lower}`))];
  const qs = pairs.map((pair) => [
    pair,
    ...shown.map((bytes) => {
      const found = ratios.find((one) => `${one.higher}/${one.lower}` === pair && one.bytes === bytes);
      return found === undefined ? '' : found.q.toPrecision(3);
    }),
  ]);
  const qHeads = [{ title: 'Q', align: LEFT }, ...shown.map((bytes) => ({ title: formatSize(bytes) }))];
  const sorted = `order by α: ${order.join(' < ')}\n${ends.join('')}`;
  return `messages: α + β·m\n${table(heads, lines)}${sorted}${pairs.length === 0 ? '' : `\n${table(qHeads, qs)}`}`;
}

function hockneyLines({ channel, small, large, breakBytes, rSquared, rows }: HockneyFit): string[][] {
  const ends = [rSquared?.toFixed(5) ?? '', String(rows)];
  if (large === undefined || breakBytes === undefined) {
    return [[channel, 'all', six(small.intercept), six(small.slope), ...ends]];
  }
  return [
    [channel, `≤ ${formatSize(breakBytes)}`, six(small.intercept), six(small.slope), ...ends],
    ['', `> ${formatSize(breakBytes)}`, six(large.intercept), six(large.slope), '', ''],
  ];
}

/** Sizes that people see, among those that were measured; JSON and CSV have all. */
function sizesToShow(measured: readonly number[]): readonly number[] {
  const sizes = [...new Set(measured)].sort((a, b) => a - b);
  const wanted = sizes.filter((bytes) => [1, 1024, 16384, 65536, 1048576].includes(bytes));
  return wanted.length > 0 ? wanted : sizes.slice(0, 5);
}

function treesText(collective: ModelledCollective, channels: readonly NbftChannel[]): string {
  if (channels.length === 0) return '';
  const shown = sizesToShow(channels.flatMap(({ sizes }) => sizes.map(({ bytes }) => bytes)));
  const heads = [{ title: 'channel', align: LEFT }, ...shown.map((bytes) => ({ title: formatSize(bytes) }))];
  const lines = channels.map(({ channel, sizes }) => [
    channel,
    ...shown.map((bytes) => {
      const size = sizes.find((one) => one.bytes === bytes);
      return size === undefined ? '' : treeText(size);
    }),
  ]);
  return `flat trees of ${collective} (NBFT): a + b·P in µs\n${table(heads, lines)}`;
}

function treeText(size: NbftAtSize): string {
  if (size.kind === 'values')
    return [...size.values].map(([ranks, us]) => `T(${ranks}) ${us.toPrecision(3)}`).join(' ');
  const { intercept, slope } = size.line;
  return `${intercept.toPrecision(3)} ${slope < 0 ? '-' : '+'} ${Math.abs(slope).toPrecision(3)}·P`;
}

function logGPText(loggp: readonly LogGPParameters[]): string {
  if (loggp.length === 0) return '';
  const heads = [
    { title: 'channel', align: LEFT },
    { title: 'L (µs)' },
    { title: 'o (µs)' },
    { title: 'g (µs)' },
    { title: 'G (µs/B)' },
    { title: 'α = L + 2o (µs)' },
  ];
  const lines = loggp.map(({ channel, latencyUs, overheadUs, gapUs, gapUsPerByte, endToEndUs }) => [
    channel,
    six(latencyUs),
    six(overheadUs),
    six(gapUs),
    six(gapUsPerByte),
    endToEndUs === undefined ? '' : six(endToEndUs),
  ]);
  return `LogGP (least relative error over all sizes)\n${table(heads, lines)}`;
}

function regressionText(regressions: readonly RegressionFit[]): string {
  if (regressions.length === 0) return '';
  const heads = [
    { title: 'collective', align: LEFT },
    { title: 'algorithm', align: LEFT },
    { title: 'map-by', align: LEFT },
    { title: 'size' },
    { title: 'rows' },
    { title: 'R²' },
    { title: 'adjusted' },
    { title: 'largest residual' },
    { title: 'latency (µs)', align: LEFT },
  ];
  const lines = regressions.map((one) => [
    one.collective,
    one.algorithm,
    one.mapping,
    formatSize(one.bytes),
    String(one.rows),
    one.rSquared?.toFixed(3) ?? '',
    one.adjustedRSquared === undefined ? '' : one.adjustedRSquared.toFixed(3),
    `${one.residuals.reduce((most, residual) => Math.max(most, Math.abs(residual)), 0).toPrecision(3)} µs`,
    one.coefficients
      .map(({ term, value }) => `${value.toPrecision(3)}${term === '1' ? '' : `·${term}`}`)
      .join(' + ')
      .replaceAll('+ -', '- '),
  ]);
  return `regressions\n${table(heads, lines)}`;
}
