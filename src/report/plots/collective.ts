/** Latency of a collective, or of messages: models as lines, measurements as points, over processes, size or cores. */
import { heading, headingHeight, type PlotStyle, paletteOf, picture, widthOf } from './frame.js';
import { key, keyHeight, linePanel, type PlotLine, type Scale } from './lines.js';
import { logDomain, logTicks, shortSize } from './logarithm.js';
import { logTimeUnit, ticks } from './numbers.js';

/** One model's latencies over the message size, the number of ranks or the receiving core. */
export interface CollectiveSeries {
  /** A model's name, or what was measured. */
  readonly name: string;
  readonly measured: boolean;
  /** x: processes or bytes, above zero, or a core's number; latency in ns, above zero. */
  readonly points: readonly { readonly x: number; readonly latency: number }[];
  /** Series of one style share colour: a model and the measurement it is held against. */
  readonly style?: number;
}

/** Words and style of the picture. */
export interface CollectivePlotOptions extends PlotStyle {
  readonly title?: string;
  readonly subtitle?: string;
  /** What x is; the axis of cores is linear, others are logarithmic. */
  readonly over: 'processes' | 'bytes' | 'cores';
  /** What the times are; default `latency`. */
  readonly value?: string;
}

const LEFT = 76;
const RIGHT = 20;
const HEIGHT = 300;
const BOTTOM = 52;
const TITLES = { processes: 'processes', bytes: 'message size (B)', cores: 'receiving core' } as const;

/** Latencies of a collective over size or ranks, one line a model. SVG. */
export function collectivePlot(series: readonly CollectiveSeries[], options: CollectivePlotOptions): string {
  const palette = paletteOf(options);
  const width = widthOf(options);
  const points = series.flatMap((one) => one.points);
  const latencies = points.map((point) => point.latency);
  const unit = logTimeUnit(Math.min(...latencies), Math.max(...latencies));
  const lines: PlotLine[] = series.map((one, i) => ({
    name: one.name,
    measured: one.measured,
    style: one.style ?? i,
    points: one.points.map((point) => ({ x: point.x, y: point.latency / unit.size })),
  }));
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.latency / unit.size);
  const yDomain = logDomain(Math.min(...ys), Math.max(...ys));
  const title = options.title ?? 'Latency of a collective';
  const subtitle = options.subtitle === undefined ? [] : [options.subtitle];
  const keyTop = headingHeight(subtitle) + 4;
  const top = keyTop + keyHeight(lines) + 6;
  return picture(
    {
      width,
      height: top + HEIGHT + BOTTOM,
      title,
      description: `${series.map((one) => one.name).join(', ')} over ${options.over}`,
      panels: [
        heading(title, subtitle, palette),
        key(lines, LEFT, keyTop, palette),
        ...linePanel({
          lines,
          x: scaleOf(options.over, Math.min(...xs), Math.max(...xs)),
          y: {
            domain: yDomain,
            ticks: logTicks(yDomain[0], yDomain[1], 10),
            title: `${options.value ?? 'latency'} (${unit.name})`,
            log: true,
          },
          left: LEFT,
          right: width - RIGHT,
          top,
          bottom: top + HEIGHT,
          palette,
        }),
      ],
    },
    options,
  );
}

function scaleOf(over: CollectivePlotOptions['over'], low: number, high: number): Scale {
  const title = TITLES[over];
  if (over === 'cores') return { domain: [low - 1, high + 1], ticks: ticks(low, high, 8), title };
  const domain = logDomain(low, high, 0.02);
  return { domain, ticks: logTicks(low, high, 2), title, log: true, format: shortSize };
}
