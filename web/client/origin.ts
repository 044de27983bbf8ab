/** Sources of λ at the present stop: rank pairs as a heat map, calls and sizes as bars, the shares of the path. */
import type { Stop } from '../../src/report/page/report-data.js';
import { percent, plain } from '../../src/report/plots/scales.js';
import { formatSize, formatTime } from '../../src/units.js';
import { byId, html, svgElement } from './dom.js';
import type { ReportState } from './state.js';

const HEAT_SIZE = 320;
const HEAT_MARGIN = 34;
/** Below the map: the colour scale. */
const SCALE_ROOM = 34;
const SCALE_STEPS = 8;
const SCALE_STEP = 16;
/** Maps of more cells per side are drawn in groups of ranks. */
const MAX_SIDE = 96;
const TOP_PAIRS = 8;

export function attachOrigin(state: ReportState): void {
  state.onStop((stop) => {
    showShares(stop);
    showHeatMap(stop, state.data.input.ranks);
    showCalls(stop);
    showSizes(stop);
  });
}

/** One row of a table with a bar. */
function barRow(cells: readonly string[], share: number, kind: string): HTMLElement {
  const bar = html('span', { class: `bar ${kind}`, style: `width:${(share * 100).toFixed(2)}%` });
  return html('tr', {}, [
    html('th', { scope: 'row' }, cells[0]),
    ...cells.slice(1).map((text) => html('td', { class: 'number' }, text)),
    html('td', { class: 'bar-cell', 'aria-hidden': 'true' }, [bar]),
  ]);
}

function fill(id: string, rows: readonly HTMLElement[], empty: string): void {
  byId(id).replaceChildren(
    ...(rows.length > 0 ? rows : [html('tr', {}, [html('td', { colspan: '4' }, empty)])]),
  );
}

function showShares(stop: Stop): void {
  const { shares, runtime } = stop;
  const row = (name: string, ns: number, kind: string): HTMLElement => {
    const share = runtime === 0 ? 0 : ns / runtime;
    return barRow([name, formatTime(ns), percent(share)], share, kind);
  };
  fill(
    'path-shares',
    [
      row('computation', shares.computation, 'computation'),
      row('overhead o', shares.overhead, 'overhead'),
      row('latency L', shares.latency, 'latency'),
      row('bandwidth G', shares.bandwidth, 'bandwidth'),
    ],
    '',
  );
}

function showCalls(stop: Stop): void {
  const { calls } = stop.origin;
  const most = Math.max(...calls.map((one) => one.lambda), 1);
  fill(
    'origin-calls',
    calls.map((one) =>
      barRow([one.call, plain(one.lambda), formatTime(one.time)], one.lambda / most, 'latency'),
    ),
    'the input does not record the calls of its operations',
  );
}

function showSizes(stop: Stop): void {
  const { sizes } = stop.origin;
  const most = Math.max(...sizes.map((one) => one.lambda), 1);
  fill(
    'origin-sizes',
    sizes.map((one) => {
      const name =
        one.from >= one.to
          ? formatSize(one.from)
          : `${formatSize(one.from)} to under ${formatSize(one.to + 1)}`;
      return barRow([name, plain(one.lambda)], one.lambda / most, 'latency');
    }),
    'no message on the critical path',
  );
}

function showHeatMap(stop: Stop, ranks: number): void {
  const group = Math.ceil(ranks / MAX_SIDE);
  const side = Math.ceil(ranks / group);
  const cells = new Map<number, number>();
  for (const { source, destination, lambda } of stop.origin.pairs) {
    const cell = Math.floor(source / group) * side + Math.floor(destination / group);
    cells.set(cell, (cells.get(cell) ?? 0) + lambda);
  }
  const most = Math.max(...cells.values(), 0);
  const size = HEAT_SIZE / side;
  const svg = svgElement('svg', {
    viewBox: `0 0 ${HEAT_SIZE + HEAT_MARGIN + 6} ${HEAT_SIZE + HEAT_MARGIN + SCALE_ROOM}`,
    role: 'img',
    'aria-label': `λ by sending and receiving rank at ${formatTime(stop.x)}; the table lists the largest`,
  });
  const at = HEAT_MARGIN;
  svg.append(svgElement('rect', { class: 'heat-back', x: at, y: at, width: HEAT_SIZE, height: HEAT_SIZE }));
  for (const [cell, lambda] of cells) {
    const [row, column] = [Math.floor(cell / side), cell % side];
    const rect = svgElement('rect', {
      class: 'heat-cell',
      x: at + column * size,
      y: at + row * size,
      width: size,
      height: size,
      'fill-opacity': opacity(lambda / most),
    });
    const title = svgElement('title', {});
    title.textContent = `${groupName(row, group, ranks)} → ${groupName(column, group, ranks)}: ${plain(lambda)}`;
    rect.append(title);
    svg.append(rect);
  }
  const every = Math.ceil(side / 9);
  for (let i = 0; i < side; i += every) {
    const middle = at + (i + 0.5) * size;
    svg.append(
      heatLabel(String(i * group), at - 6, middle + 4, 'end'),
      heatLabel(String(i * group), middle, at - 6, 'middle'),
    );
  }
  svg.append(heatLabel('to rank', at + HEAT_SIZE / 2, 10, 'middle'));
  const from = heatLabel('from rank', 10, at + HEAT_SIZE / 2, 'middle');
  from.setAttribute('transform', `rotate(-90 10 ${at + HEAT_SIZE / 2})`);
  svg.append(from);
  if (most > 0) svg.append(...colourScale(most));
  byId('origin-heat').replaceChildren(svg);
  byId('origin-heat-note').textContent = group === 1 ? '' : `Each cell represents ${group} × ${group} ranks.`;
  const pairs = stop.origin.pairs.slice(0, TOP_PAIRS);
  fill(
    'origin-pairs',
    pairs.map((one) =>
      barRow(
        [`${one.source} → ${one.destination}`, plain(one.lambda)],
        one.lambda / (pairs[0].lambda || 1),
        'latency',
      ),
    ),
    'no message on the critical path',
  );
  const rest = stop.origin.pairs.length - pairs.length;
  byId('origin-pairs-note').textContent = rest > 0 ? `and ${rest} more pairs (see the map)` : '';
}

const opacity = (share: number): string => (0.15 + 0.85 * share).toFixed(3);

/** λ by colour, up to the largest of a cell. */
function colourScale(most: number): SVGElement[] {
  const y = HEAT_MARGIN + HEAT_SIZE + 12;
  const end = HEAT_MARGIN + 30 + SCALE_STEPS * SCALE_STEP;
  const steps = Array.from({ length: SCALE_STEPS }, (_, i) =>
    svgElement('rect', {
      class: 'heat-cell',
      ...{ x: end + (i - SCALE_STEPS) * SCALE_STEP, y, width: SCALE_STEP, height: 12 },
      'fill-opacity': opacity(i / (SCALE_STEPS - 1)),
    }),
  );
  return [
    heatLabel('λ  0', end - SCALE_STEPS * SCALE_STEP - 6, y + 10, 'end'),
    ...steps,
    heatLabel(plain(most), end + 6, y + 10, 'start'),
  ];
}

function groupName(index: number, group: number, ranks: number): string {
  if (group === 1) return `rank ${index}`;
  return `ranks ${index * group}–${Math.min((index + 1) * group, ranks) - 1}`;
}

function heatLabel(text: string, x: number, y: number, anchor: string): SVGElement {
  const label = svgElement('text', { x, y, 'text-anchor': anchor, class: 'heat-label' });
  label.textContent = text;
  return label;
}
