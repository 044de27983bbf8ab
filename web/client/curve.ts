/** The cursor on the curve: shows T, λ and ρ under the pointer; a click, a drag or the arrow keys move the page there. */
import { latencyName } from '../../src/report/page/report-columns.js';
import type { CurveGeometry } from '../../src/report/plots/curve-geometry.js';
import { percent, plain } from '../../src/report/plots/scales.js';
import { formatTime } from '../../src/units.js';
import { byId, svgElement } from './dom.js';
import type { Reading, ReportState } from './state.js';

/** Arrow keys move by 1/200 of the range, with shift or page keys by a tenth. */
const SMALL = 1 / 200;
const LARGE = 1 / 10;

export function attachCurve(state: ReportState): void {
  const box = byId('curve');
  const svg = box.querySelector('svg');
  if (svg === null) throw new Error('the page has no plot of the curve');
  const geometry: CurveGeometry = JSON.parse(box.dataset.geometry ?? '');
  const cursor = new Cursor(state, geometry);
  svg.append(cursor.element);
  const show = (reading: Reading): void => {
    cursor.place(reading);
    writeReading(state, reading);
  };
  state.onMove(show);
  state.onMove((reading) => describe(box, state, reading));
  box.setAttribute('aria-valuemin', String(state.curve.low));
  box.setAttribute('aria-valuemax', String(state.curve.high));

  const at = (event: PointerEvent): number => {
    const frame = svg.getBoundingClientRect();
    return cursor.valueAt(((event.clientX - frame.left) / frame.width) * geometry.width);
  };
  let pressed = false;
  box.addEventListener('pointerdown', (event) => {
    pressed = true;
    box.setPointerCapture(event.pointerId);
    state.moveTo(at(event));
  });
  box.addEventListener('pointermove', (event) => {
    if (pressed) state.moveTo(at(event));
    else if (event.pointerType === 'mouse') show(state.read(at(event)));
  });
  for (const end of ['pointerup', 'pointercancel'] as const) {
    box.addEventListener(end, () => {
      pressed = false;
    });
  }
  box.addEventListener('pointerleave', () => show(state.read(state.x)));
  box.addEventListener('keydown', (event) => {
    const next = keyed(state, event);
    if (next === undefined) return;
    event.preventDefault();
    state.moveTo(next);
  });
}

function keyed(state: ReportState, event: KeyboardEvent): number | undefined {
  const { low, high } = state.curve;
  const step = (high - low) * (event.shiftKey ? LARGE : SMALL);
  switch (event.key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return state.x - step;
    case 'ArrowRight':
    case 'ArrowUp':
      return state.x + step;
    case 'PageDown':
      return state.x - (high - low) * LARGE;
    case 'PageUp':
      return state.x + (high - low) * LARGE;
    case 'Home':
      return low;
    case 'End':
      return high;
    default:
      return undefined;
  }
}

function describe(box: HTMLElement, state: ReportState, reading: Reading): void {
  box.setAttribute('aria-valuenow', String(reading.x));
  box.setAttribute(
    'aria-valuetext',
    `${latencyName(state.data.curve)} ${formatTime(reading.x)}: runtime ${formatTime(reading.runtime)}, λ ${plain(reading.lambda)}, ρ ${percent(reading.rho)}`,
  );
}

/** Writes a reading into the table beside the curve; exact values are in `data-value`. */
function writeReading(state: ReportState, reading: Reading): void {
  const delta = reading.x - state.data.curve.base;
  const sign = delta >= 0 ? '+' : '−';
  write('read-delta', delta, `${sign}${formatTime(Math.abs(delta))}`);
  writeColumn(reading, '');
  const beside = state.readBeside(reading.x);
  if (beside !== null) writeColumn(beside, '-beside');
}

function writeColumn({ x, runtime, slowdown, lambda, rho }: Reading, of: string): void {
  write(`read-L${of}`, x, formatTime(x));
  write(`read-T${of}`, runtime, formatTime(runtime));
  write(`read-slowdown${of}`, slowdown, `${slowdown >= 0 ? '+' : ''}${percent(slowdown)}`);
  write(`read-lambda${of}`, lambda, plain(lambda));
  write(`read-rho${of}`, rho, percent(rho));
}

function write(id: string, value: number, text: string): void {
  const cell = byId(id);
  cell.dataset.value = String(value);
  cell.textContent = text;
}

/** A line through the three panels, with a dot on each curve. */
class Cursor {
  readonly element: SVGElement = svgElement('g', { class: 'cursor', 'aria-hidden': 'true' });
  readonly #state: ReportState;
  readonly #geometry: CurveGeometry;
  readonly #line: SVGElement;
  readonly #dots: readonly SVGElement[];

  constructor(state: ReportState, geometry: CurveGeometry) {
    this.#state = state;
    this.#geometry = geometry;
    this.#line = svgElement('line', { y1: geometry.runtime.top, y2: geometry.rho.bottom });
    this.#dots = [0, 1, 2].map(() => svgElement('circle', { r: 4.5 }));
    this.element.append(this.#line, ...this.#dots);
  }

  /** Latency at a horizontal place of the picture, in its pixels. */
  valueAt(pixel: number): number {
    const { deltaLow, deltaHigh, runtime } = this.#geometry;
    const share = (pixel - runtime.left) / (runtime.right - runtime.left);
    return this.#state.clamp(this.#state.data.curve.base + deltaLow + share * (deltaHigh - deltaLow));
  }

  place(reading: Reading): void {
    const { deltaLow, deltaHigh, runtime, lambda, rho, runtimeUnit } = this.#geometry;
    const range = deltaHigh - deltaLow || 1;
    const share = (reading.x - this.#state.data.curve.base - deltaLow) / range;
    const x = runtime.left + share * (runtime.right - runtime.left);
    this.#line.setAttribute('x1', String(x));
    this.#line.setAttribute('x2', String(x));
    const values = [reading.runtime / runtimeUnit.size, reading.lambda, reading.rho * 100];
    [runtime, lambda, rho].forEach((area, i) => {
      const up = (values[i] - area.low) / (area.high - area.low);
      this.#dots[i].setAttribute('cx', String(x));
      this.#dots[i].setAttribute('cy', String(area.bottom - up * (area.bottom - area.top)));
    });
  }
}
