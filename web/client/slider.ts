/** The slider and the field that set the latency. */
import { byId, inputById } from './dom.js';
import type { ReportState } from './state.js';

/** The field shows µs. */
const FIELD_UNIT = 1e3;

export function attachSlider(state: ReportState): void {
  const slider = inputById('latency-slider');
  const field = inputById('latency-field');
  const { low, high } = state.curve;
  slider.min = String(low);
  slider.max = String(high);
  slider.step = String((high - low) / 1000 || 1);
  field.min = String(low / FIELD_UNIT);
  field.max = String(high / FIELD_UNIT);
  slider.addEventListener('input', () => state.moveTo(Number(slider.value)));
  field.addEventListener('change', () => {
    const wanted = Number(field.value.trim().replace(',', '.'));
    state.moveTo(Number.isFinite(wanted) && field.value.trim() !== '' ? wanted * FIELD_UNIT : state.x);
  });
  byId('latency-base').addEventListener('click', () => state.moveTo(state.data.curve.base));
  for (const button of document.querySelectorAll<HTMLElement>('button[data-latency]')) {
    button.addEventListener('click', () => state.moveTo(Number(button.dataset.latency)));
  }
  state.onMove(({ x }) => {
    if (document.activeElement !== slider || Number(slider.value) !== x) slider.value = String(x);
    slider.setAttribute('aria-valuetext', `${Number((x / FIELD_UNIT).toPrecision(6))} µs`);
    field.value = String(Number((x / FIELD_UNIT).toPrecision(12)));
  });
}
