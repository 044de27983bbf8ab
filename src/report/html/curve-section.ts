/** The curve with its cursor, and another curve beside it where there is one. */
import { formatTime } from '../../units/units.js';
import { curvePicture } from '../plots/curve.js';
import { escapeText } from '../plots/frame.js';
import { percent, plain } from '../plots/numbers.js';
import { PAGE } from '../plots/palette.js';
import { besideDrawn, curveOf, latencyName } from './curve-columns.js';
import type { BesideCurve, ReportData, ReportTolerance } from './data.js';
import { toleranceText } from './sections.js';

const CURVE_WIDTH = 760;

/** The exact curve, what the cursor reads on it, and what moves the cursor. */
export function curveSection(data: ReportData): string {
  const { svg, geometry } = pictureOf(data);
  const note =
    data.measuredNote === undefined ? '' : `<p class="note">Measured: ${escapeText(data.measuredNote)}</p>\n`;
  return `<section aria-labelledby="h-curve">
<h2 id="h-curve">Runtime over latency</h2>
${data.beside === undefined ? '' : besideTable(data, data.beside)}
<div class="curve-row">
<div id="curve" role="slider" tabindex="0" aria-label="latency on the curve" data-geometry="${escapeText(JSON.stringify(geometry))}">${svg}</div>
${readout(data)}
</div>
${note}${controls(data)}
</section>`;
}

function pictureOf(data: ReportData): ReturnType<typeof curvePicture> {
  const other = besideDrawn(data);
  return curvePicture(curveOf(data.curve), {
    palette: PAGE,
    idPrefix: 'curve',
    width: CURVE_WIDTH,
    bare: true,
    percents: data.tolerance.map((one) => one.percent),
    measured: data.measured,
    ...(other === null ? {} : { beside: curveOf(other) }),
    title: `Runtime over added latency${data.curve.wires ? ' per wire' : ''} of ${data.title}`,
  });
}

function readout(data: ReportData): string {
  const other = besideDrawn(data) !== null;
  const row = (id: string, name: string, read = false): string => {
    const pinned = other ? `<td class="number"${read ? ` id="${id}-beside"` : ''}></td>` : '';
    return `<tr><th scope="row">${name}</th><td class="number" id="${id}"></td>${pinned}</tr>`;
  };
  const rows = [
    row('read-L', escapeText(latencyName(data.curve)), true),
    row('read-delta', 'from the base'),
    row('read-T', 'T', true),
    row('read-slowdown', 'slower by', true),
    row('read-lambda', 'λ', true),
    row('read-rho', 'ρ', true),
  ];
  const head = other
    ? '<thead><tr><td></td><th scope="col" class="number">this</th><th scope="col" class="number">dotted</th></tr></thead>'
    : '';
  return `<div class="readout${other ? ' two' : ''}" role="group" aria-label="reading at the cursor">
<table>${head}<tbody>${rows.join('')}</tbody></table>
<p class="note">Point at the curve to read it; press, drag or use the arrow keys to move the critical path below.</p>
</div>`;
}

function controls(data: ReportData): string {
  const jumps = data.tolerance
    .filter((one) => one.value !== null)
    .map((one) => `<button type="button" data-latency="${one.value}">${one.percent} %</button>`);
  return `<div class="controls">
<label for="latency-slider">${data.curve.wires ? 'latency per wire' : 'latency'}</label>
<input type="range" id="latency-slider">
<input type="number" id="latency-field" step="any" aria-label="latency in µs"> µs
<button type="button" id="latency-base">base${data.curve.relative ? '' : ` ${escapeText(formatTime(data.curve.base))}`}</button>
${jumps.join('\n')}
</div>`;
}

/** Which line is whose, with T, λ, ρ and the tolerances of both. */
function besideTable(data: ReportData, beside: BesideCurve): string {
  const percents = data.tolerance.map(
    (one) => `<th scope="col" class="number">${escapeText(plain(one.percent))} % slower at</th>`,
  );
  const head = `<th scope="col">curve</th><th scope="col" class="number">L</th><th scope="col" class="number">T</th><th scope="col" class="number">λ</th><th scope="col" class="number">ρ</th>${percents.join('')}`;
  const drawn = besideDrawn(data) !== null;
  const rows = [besideRow('own', beside.own, data), besideRow(drawn ? 'beside' : '', beside.name, beside)];
  const note = drawn
    ? 'Both over added latency, each from its own; zones and percentages on the right are the first’s.'
    : 'One is over latency per wire, the other over latency per message: they have no axis in common, so only the first is drawn.';
  const other = beside.note === '' ? '' : `<p class="warning" role="note">${escapeText(beside.note)}</p>`;
  return `<div class="scroll"><table id="beside" aria-label="two curves beside each other"><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div><p class="note">${note}</p>${other}`;
}

type Summary = Pick<BesideCurve, 'curve' | 'runtime' | 'lambda' | 'rho' | 'tolerance'>;

function besideRow(line: string, name: string, { curve, runtime, lambda, rho, tolerance }: Summary): string {
  const limit = (one: ReportTolerance): string => `+${toleranceText(one, curve.high - curve.base)}`;
  const cells = [
    curve.relative ? 'several' : `${formatTime(curve.base)}${curve.wires ? ' a wire' : ''}`,
    formatTime(runtime),
    plain(lambda),
    percent(rho),
    ...tolerance.map((one) =>
      one.delta === null && !one.beyond ? 'unlimited' : `${limit(one)}${curve.wires ? ' a wire' : ''}`,
    ),
  ];
  const key = line === '' ? '' : `<span class="line-key ${line}"></span>`;
  const data = cells.map((text) => `<td class="number">${escapeText(text)}</td>`).join('');
  return `<tr><th scope="row">${key}${escapeText(name)}</th>${data}</tr>`;
}
