/** Tables and picture of docs/performance.md, of what `npm run bench` measured. */
import { chart, lineKey, type PlotLine } from '../../src/report/plots/chart.js';
import { beside, figure, LIGHT } from '../../src/report/plots/frame.js';
import { scaleOf } from '../../src/report/plots/scales.js';
import type { Result, Spread } from './result.js';
import { digits, MIB, table } from './tables.js';

/** Inputs in order of their size: the name in the benchmark, what it is, its operations. */
const INPUTS = [
  ['fig4', 'sample `fig4.goal`', 6],
  ['lulesh-8', 'traces of LULESH, 8 ranks', 15_590],
  ['wavefront-1e5', 'GOAL, 256 ranks', 100_224],
  ['lulesh-27-big', 'GOAL of LULESH, 27 ranks', 1_166_181],
  ['lulesh-8 x 80', 'traces of LULESH, its calls 80 times', 1_246_568],
  ['of 1e7 through a pipe', 'GOAL through a pipe', 10_000_384],
  ['of 1e8 through a pipe', 'GOAL through a pipe', 100_000_192],
  ['of 1.56e8 through a pipe', 'GOAL through a pipe', 156_000_640],
] as const;

const OTHERS = ['check', 'critical-latencies', 'replay'];

const CHAIN = 'txt2bin + LogGOPSim';
const TRACES = `Schedgen + ${CHAIN}`;

/** Pairs of commands, and what the first has that the second has not. */
const RATIOS: readonly (readonly [of: string, over: string, what: string])[] = [
  ['tolerance lulesh-27-big', `${CHAIN} lulesh-27-big`, `\`tolerance\`, 1.2 million operations / ${CHAIN}`],
  [
    'critical-latencies lulesh-27-big',
    `${CHAIN} lulesh-27-big`,
    `\`critical-latencies\`, 1.2 million operations / ${CHAIN}`,
  ],
  ['replay lulesh-27-big', `${CHAIN} lulesh-27-big`, `\`replay\`, 1.2 million operations / ${CHAIN}`],
  ['tolerance lulesh-8', `${TRACES} lulesh-8`, `\`tolerance\`, traces of 0.6 MB / ${TRACES}`],
  ['tolerance lulesh-8 x 5', `${TRACES} lulesh-8 x 5`, `\`tolerance\`, traces of 3 MB / ${TRACES}`],
  ['tolerance lulesh-8 x 80', `${TRACES} lulesh-8 x 80`, `\`tolerance\`, traces of 52 MB / ${TRACES}`],
  [
    'schedgen lulesh-8 x 80',
    'Schedgen, beside schedgen lulesh-8 x 80',
    '`schedgen`, traces of 52 MB / Schedgen',
  ],
  ['--version', 'bare node', '`--version` / empty Node script'],
  ['tolerance fig4', 'bare node', '`tolerance fig4.goal --engine sweep` / empty Node script'],
  ['tolerance fig4, HiGHS', 'bare node', '`tolerance fig4.goal --engine highs` / empty Node script'],
  ['tolerance fig4, HiGHS, LLAMP_NODE', 'bare node, LLAMP_NODE', 'the same on Node 24'],
  [
    'tolerance wavefront-1e5, HiGHS',
    'tolerance wavefront-1e5',
    '`tolerance`, 10⁵ operations, `--engine highs` / `--engine sweep`',
  ],
  [
    'tolerance lulesh-27-big, HiGHS',
    'tolerance lulesh-27-big',
    '`tolerance`, 1.2 million operations, `--engine highs` / `--engine sweep`',
  ],
  [
    'tolerance lulesh-27-big',
    'tolerance lulesh-27-big, kernels off',
    '`tolerance`, 1.2 million operations, WebAssembly / TypeScript',
  ],
];

type Case = Result['cases'][number];

const caseOf = ({ cases }: Result, name: string): Case | undefined => cases.find((one) => one.name === name);

const seconds = (ms: number | undefined): string =>
  ms === undefined ? '' : ms < 1000 ? `${digits(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;

const memory = (bytes: number | null | undefined): string =>
  bytes === null || bytes === undefined ? '' : `${(bytes / MIB).toFixed(0)} MiB`;

const spread = (value: Spread | null): string =>
  value === null ? '' : `${value.median.toFixed(2)} (${value.low.toFixed(2)}–${value.high.toFixed(2)})`;

function programs(result: Result): string {
  const rows = INPUTS.map(([name, what, operations]) => {
    const tolerance = caseOf(result, `tolerance ${name}`);
    return [
      what,
      operations.toLocaleString('en-US'),
      seconds(tolerance?.wall_ms.median),
      seconds(tolerance?.cpu_ms?.median),
      memory(tolerance?.peak_bytes),
      ...OTHERS.map((command) => seconds(caseOf(result, `${command} ${name}`)?.wall_ms.median)),
    ];
  });
  const head = [
    'input',
    'operations',
    '`tolerance`',
    'CPU',
    'memory',
    ...OTHERS.map((name) => `\`${name}\``),
  ];
  return table(head, rows);
}

function ratios({ ratios: all }: Result): string {
  const rows = RATIOS.map(([of, over, what]) => {
    const found = all.find((one) => one.of === of && one.over === over);
    if (found === undefined) throw new Error(`bench/measured.json has no ratio of ${of} over ${over}`);
    return [what, spread(found.wall), spread(found.cpu)];
  });
  return table(['ratio, median (lowest–highest)', 'wall time', 'CPU time'], rows);
}

/** What stands between the page's marks. */
export function pagePart(result: Result): string {
  const { cpus, model, node, platform } = result.machine;
  const machine = `Median wall time, ${cpus} CPUs (${model}), Node ${node}, ${platform}; the columns CPU and memory are of \`tolerance --pct 1,2,5\`.`;
  return `${machine}\n\n${programs(result)}\n\n${ratios(result)}\n`;
}

/** CPU time and peak memory of `tolerance` over the operations of its input. */
export function picture(result: Result): string {
  const measured = INPUTS.flatMap(([name, , operations]) => {
    const found = caseOf(result, `tolerance ${name}`);
    return found === undefined ? [] : [{ operations, found }];
  });
  const line = (name: string, of: (one: Case) => number): PlotLine => ({
    name,
    points: measured.map(({ operations, found }) => ({ x: operations, y: of(found) })),
  });
  const times = [
    line('wall', ({ wall_ms }) => wall_ms.median),
    line('CPU', ({ cpu_ms }) => cpu_ms?.median ?? Number.NaN),
  ];
  const peak = [line('memory', ({ peak_bytes }) => (peak_bytes ?? Number.NaN) / MIB)];
  const panel = (title: string, lines: readonly PlotLine[]) => {
    const values = (side: 'x' | 'y') => lines.flatMap(({ points }) => points.map((point) => point[side]));
    const marked = lines.map((one, style) => ({ ...one, style, measured: true }));
    const power = (value: number): string => {
      const exponent = Math.log10(value);
      return exponent > 2 && Number.isInteger(exponent) ? `10${'⁰¹²³⁴⁵⁶⁷⁸⁹'[exponent]}` : String(value);
    };
    return chart({
      x: scaleOf(values('x'), 'operations', { log: 10, format: power }),
      y: scaleOf(values('y'), '', { log: 10, room: [0, 0.1], format: power }),
      height: 180,
      title,
      lines: [...lines, ...marked],
    });
  };
  const width = 680;
  return figure(
    {
      width,
      title: 'Time and memory of tolerance',
      description: 'Time in ms and peak memory in MiB of tolerance over the operations of its input',
      blocks: [
        lineKey(times, LIGHT, width),
        beside([panel('time (ms)', times), panel('peak memory (MiB)', peak)]),
      ],
    },
    {},
  );
}
