/** Figures of programs by what is assumed of CPUs and cards, as CSV and as the table of the page. */
import { formatTime } from '../../src/units.js';

/** A row as `report --json` has it. */
export interface Row {
  readonly assumed: 'plain' | 'ordered' | 'serial' | 'bounds' | 'replay';
  readonly runtime_ns: number;
  readonly runtime_upper_ns?: number;
  readonly lambda_L: number | null;
}

export interface Figures {
  readonly program: string;
  readonly operations: number;
  readonly rows: readonly Row[];
}

/** Less than this is rounding, or not worth a figure. */
const SAME_PERCENT = 0.0005;
const HEAD = 'program,operations,assumed,runtime_ns,runtime_upper_ns,lambda_L';

export function csvOf(all: readonly Figures[]): string {
  const lines = all.flatMap(({ program, operations, rows }) =>
    rows.map((row) =>
      [program, operations, row.assumed, row.runtime_ns, row.runtime_upper_ns ?? '', row.lambda_L ?? ''].join(
        ',',
      ),
    ),
  );
  return `${[HEAD, ...lines].join('\n')}\n`;
}

/** What {@link csvOf} wrote. */
export function figuresIn(csv: string): Figures[] {
  const found = new Map<string, { operations: number; rows: Row[] }>();
  for (const line of csv.trimEnd().split('\n').slice(1)) {
    const [program, operations, assumed, runtime, upper, lambda] = line.split(',');
    const one = found.get(program) ?? { operations: Number(operations), rows: [] };
    found.set(program, one);
    one.rows.push({
      assumed: wayOf(assumed),
      runtime_ns: Number(runtime),
      ...(upper === '' ? {} : { runtime_upper_ns: Number(upper) }),
      lambda_L: lambda === '' ? null : Number(lambda),
    });
  }
  return [...found].map(([program, one]) => ({ program, ...one }));
}

const WAYS = ['plain', 'ordered', 'serial', 'bounds', 'replay'] as const;

function wayOf(text: string): Row['assumed'] {
  const way = WAYS.find((one) => one === text);
  if (way === undefined) throw new Error(`no way is called ${text}`);
  return way;
}

/** Rows of the page's table: one program of each behaviour. The file of figures has all. */
const SHOWN = [
  ...['traces/cg-4', 'traces/fft-4', 'traces/halo3d-4', 'traces/mixed-4', 'traces/sweep-4'],
  'lulesh-27-big.goal',
];

/** T of each way in programs that are SHOWN, of the others against plain; λ behind it. */
export function tableOf(all: readonly Figures[]): string {
  const head = ['program', 'plain', 'ordered', 'serial', 'bounds', 'replay'];
  const shown = all.filter(({ program }) => SHOWN.includes(program));
  const rows = shown.map(({ program, rows: ways }) => {
    const plain = ways.find(({ assumed }) => assumed === 'plain');
    const cells = WAYS.map((way) =>
      cellOf(
        ways.find(({ assumed }) => assumed === way),
        plain,
      ),
    );
    return [`\`${program}\``, ...cells];
  });
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  return `${line(head)}|---|--:|--:|--:|--:|--:|\n${rows.map(line).join('')}`;
}

function cellOf(row: Row | undefined, plain: Row | undefined): string {
  if (row === undefined || plain === undefined) return '';
  const lambda = row.lambda_L === null ? 'λ jumps' : `λ ${Number(row.lambda_L.toPrecision(4))}`;
  if (row === plain) return `${formatTime(row.runtime_ns)}, ${lambda}`;
  const against = (ns: number): string => {
    const percent = 100 * (ns / plain.runtime_ns - 1);
    return Math.abs(percent) < SAME_PERCENT
      ? '±0'
      : `${percent < 0 ? '−' : '+'}${Number(Math.abs(percent).toPrecision(3))} %`;
  };
  const [least, most] = [row.runtime_ns, row.runtime_upper_ns ?? row.runtime_ns].map(against);
  return `${least === most ? least : `${least} to ${most}`}, ${lambda}`;
}
