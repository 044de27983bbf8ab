/** The timeline: zoom, pan, and steps along the critical path, by pointer and by keys. */

import { fromBase64, latencyName, segmentCallText } from '../../src/report/page/report-columns.js';
import type { Stop } from '../../src/report/page/report-data.js';
import { plain } from '../../src/report/plots/scales.js';
import { formatSize, formatTime } from '../../src/units.js';
import { byId } from './dom.js';
import { LaneDrawing, type LaneLayout, layoutOf, type Shares, type Window } from './lanes.js';
import type { ReportState } from './state.js';

const ZOOM = 1.6;
const PAN = 0.15;
/** Closest view: this part of the run. */
const CLOSEST = 1e-7;
const NONE = -1;

export function attachTimeline(state: ReportState, signal?: AbortSignal): void {
  const canvas = byId('timeline');
  if (!(canvas instanceof HTMLCanvasElement)) throw new Error(`'timeline' is not a canvas`);
  const view = new TimelineView(state, canvas);
  state.onStop((stop) => view.show(stop));
  view.listen(signal === undefined ? {} : { signal });
}

class TimelineView {
  readonly #state: ReportState;
  readonly #canvas: HTMLCanvasElement;
  #stop: Stop;
  #shares: Shares = { computation: new Uint8Array(0), overhead: new Uint8Array(0) };
  /** The visible part of the run as shares of it, so that another stop keeps the view. */
  #view: Window = { from: 0, to: 1 };
  #marked = NONE;
  #frame = 0;

  constructor(state: ReportState, canvas: HTMLCanvasElement) {
    this.#state = state;
    this.#canvas = canvas;
    this.#stop = state.stop;
  }

  show(stop: Stop): void {
    this.#stop = stop;
    this.#shares = { computation: fromBase64(stop.computation), overhead: fromBase64(stop.overhead) };
    this.#marked = NONE;
    this.#describe();
    this.#redraw();
  }

  /** `lifetime` is for listeners that outlive the canvas. */
  listen(lifetime: AddEventListenerOptions): void {
    const canvas = this.#canvas;
    canvas.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !this.#keyed(event)) return;
      event.preventDefault();
    });
    canvas.addEventListener(
      'wheel',
      (event) => {
        // A plain wheel scrolls the page.
        if (!event.ctrlKey && !event.shiftKey) return;
        event.preventDefault();
        this.#zoom(event.deltaY + event.deltaX < 0 ? ZOOM : 1 / ZOOM, this.#shareAt(event));
      },
      { passive: false },
    );
    let grabbed: number | undefined;
    canvas.addEventListener('pointerdown', (event) => {
      grabbed = this.#shareAt(event);
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (grabbed === undefined) this.#point(event);
      else this.#pan(grabbed - this.#shareAt(event));
    });
    for (const end of ['pointerup', 'pointercancel'] as const) {
      canvas.addEventListener(end, () => {
        grabbed = undefined;
      });
    }
    byId('zoom-in').addEventListener('click', () => this.#zoom(ZOOM));
    byId('zoom-out').addEventListener('click', () => this.#zoom(1 / ZOOM));
    byId('zoom-all').addEventListener('click', () => this.#look({ from: 0, to: 1 }));
    byId('segment-next').addEventListener('click', () => this.#mark(this.#marked + 1));
    byId('segment-previous').addEventListener('click', () => this.#mark(this.#marked - 1));
    new ResizeObserver(() => this.#redraw()).observe(canvas.parentElement ?? canvas);
    for (const query of ['(prefers-color-scheme: dark)', 'print']) {
      matchMedia(query).addEventListener('change', () => this.#draw(), lifetime);
    }
  }

  #keyed(event: KeyboardEvent): boolean {
    const width = this.#view.to - this.#view.from;
    const act: Record<string, () => void> = {
      ArrowLeft: () => this.#pan(-PAN * width),
      ArrowRight: () => this.#pan(PAN * width),
      '+': () => this.#zoom(ZOOM),
      '=': () => this.#zoom(ZOOM),
      '-': () => this.#zoom(1 / ZOOM),
      '0': () => this.#look({ from: 0, to: 1 }),
      Home: () => this.#look({ from: 0, to: width }),
      End: () => this.#look({ from: 1 - width, to: 1 }),
      n: () => this.#mark(this.#marked + 1),
      p: () => this.#mark(this.#marked - 1),
    };
    if (!Object.hasOwn(act, event.key)) return false;
    act[event.key]();
    return true;
  }

  #shareAt(event: MouseEvent): number {
    const frame = this.#canvas.getBoundingClientRect();
    const { left, width } = this.#layout();
    const share = (event.clientX - frame.left - left) / (width - left);
    return this.#view.from + share * (this.#view.to - this.#view.from);
  }

  #zoom(factor: number, around = (this.#view.from + this.#view.to) / 2): void {
    const { from, to } = this.#view;
    const width = Math.min(1, Math.max(CLOSEST, (to - from) / factor));
    const left = around - ((around - from) / (to - from)) * width;
    this.#look({ from: left, to: left + width });
  }

  #pan(by: number): void {
    this.#look({ from: this.#view.from + by, to: this.#view.to + by });
  }

  #look(wanted: Window): void {
    const width = wanted.to - wanted.from;
    const from = Math.min(Math.max(wanted.from, 0), 1 - width);
    this.#view = { from, to: from + width };
    this.#canvas.dataset.from = String(this.#view.from);
    this.#canvas.dataset.to = String(this.#view.to);
    this.#redraw();
  }

  /** Marks a segment and brings it into view. */
  #mark(index: number): void {
    const { path, runtime } = this.#stop;
    if (path.rank.length === 0) return;
    this.#marked = Math.min(Math.max(index, 0), path.rank.length - 1);
    this.#tell(this.#marked);
    const middle = (path.start[this.#marked] + this.#end(this.#marked)) / 2 / runtime;
    const width = this.#view.to - this.#view.from;
    const visible = middle >= this.#view.from && middle <= this.#view.to;
    if (visible) this.#redraw();
    else this.#look({ from: middle - width / 2, to: middle + width / 2 });
  }

  #end(i: number): number {
    const { path } = this.#stop;
    return path.start[i] + path.computation[i] + path.overhead[i] + path.latency[i] + path.bandwidth[i];
  }

  /** Marks the segment of the path under the pointer's time. */
  #point(event: PointerEvent): void {
    const time = this.#shareAt(event) * this.#stop.runtime;
    const { start } = this.#stop.path;
    let low = 0;
    let high = start.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (start[middle] <= time) low = middle;
      else high = middle - 1;
    }
    if (high < 0 || low === this.#marked) return;
    this.#marked = low;
    this.#tell(low);
    this.#redraw();
  }

  #tell(i: number): void {
    const { path } = this.#stop;
    const parts = (['computation', 'overhead', 'latency', 'bandwidth'] as const)
      .filter((part) => path[part][i] > 0)
      .map((part) => `${part} ${formatTime(path[part][i])}`);
    const next = path.rank[i + 1];
    const message =
      path.wire[i] > 0 && next !== undefined ? `; then ${formatSize(path.bytes[i])} to rank ${next}` : '';
    const merged =
      path.merged[i] > 1 ? ` (${path.merged[i]} segments merged; this rank has the longest)` : '';
    const calls = path.calls === undefined ? '' : ` ${segmentCallText(path.calls, i)}.`;
    byId('timeline-segment').textContent =
      `${i + 1} of ${path.rank.length}, rank ${path.rank[i]}${merged}, from ${formatTime(path.start[i])} for ${formatTime(this.#end(i) - path.start[i])}: ${parts.join(', ')}${message}.${calls}`;
  }

  #describe(): void {
    const { x, low, high, path, segments, messages, lambda, runtime } = this.#stop;
    const { curve } = this.#state.data;
    const reduced =
      path.rank.length < segments ? `, drawn as ${path.rank.length} (short neighbours merged)` : '';
    const note = byId('timeline-note');
    note.textContent = `Drawn at ${latencyName(curve)} = ${formatTime(x)}, T = ${formatTime(runtime)}. This path is critical from ${spanText(low, high, curve)}. λ = ${plain(lambda)}${curve.wires ? ' wires' : ''}, ${plain(messages)} messages, ${plain(segments)} segments${reduced}.`;
    note.dataset.stop = String(this.#state.data.timeline.stops.indexOf(this.#stop));
    this.#canvas.setAttribute('aria-label', `Ranks over time with the critical path. ${note.textContent}`);
    byId('timeline-segment').textContent = '';
  }

  #layout(): LaneLayout {
    return layoutOf(this.#state.data.timeline, this.#canvas.parentElement?.clientWidth ?? 760);
  }

  #redraw(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    const canvas = this.#canvas;
    const layout = this.#layout();
    const ratio = Math.max(devicePixelRatio, 1);
    canvas.width = Math.round(layout.width * ratio);
    canvas.height = Math.round(layout.height * ratio);
    canvas.style.width = `${layout.width}px`;
    canvas.style.height = `${layout.height}px`;
    const context = canvas.getContext('2d');
    if (context === null) return;
    context.scale(ratio, ratio);
    const { runtime } = this.#stop;
    const window = { from: this.#view.from * runtime, to: Math.max(this.#view.to * runtime, 1e-3) };
    new LaneDrawing(context, this.#state.data.timeline, layout, this.#stop, window).draw(
      this.#shares,
      this.#marked,
    );
  }
}

/** The range of a path within the curve; beyond its ends it is unknown. */
function spanText(low: number, high: number, curve: { readonly low: number; readonly high: number }): string {
  const begins = low <= curve.low ? ' (start of the curve)' : '';
  return `${formatTime(low)}${begins} to ${formatTime(high)}${high >= curve.high ? ' (end of the curve)' : ''}`;
}
