/** A measured machine as a machine file: the values, and behind each where it comes from. */
import { PARAMETERS } from '../machine/parameters.js';
import { formatGapPerByte, formatTime } from '../units/units.js';
import { type Estimate, isVague } from './estimate.js';
import type { MeasuredMachine } from './fit.js';
import { formatBytes, spreadText } from './shown.js';

/** Which o a machine file has: that of a message alone, or of all ranks exchanging at once. */
export type OverheadChoice = 'ping-pong' | 'exchange';

/** What a file says of where its figures come from. */
export interface MachineTextOptions {
  readonly name: string;
  readonly source: string;
  /** Ranks that exchanged messages at once. */
  readonly ranks: number;
  /** Default `ping-pong`; `exchange` is for a machine on which that was measured. */
  readonly overhead?: OverheadChoice;
}

/** Six digits: more than any clock has. */
const digits = (value: number): string => String(Number(value.toPrecision(6)));
const ns = (value: number): string => `${digits(value)}ns`;
/** In YAML the strings of JSON are strings too. */
const quoted = (text: string): string => JSON.stringify(text);

/** The file, as `readMachineFile` reads it. */
export function machineText(measured: MeasuredMachine, options: MachineTextOptions): string {
  const { L, G, S, protocol } = measured;
  const lines = [
    '# LogGPS parameters as measured: each value with the quartiles of its repeats.',
    `name: ${quoted(options.name)}`,
    `source: ${quoted(options.source)}`,
    entry(
      PARAMETERS.L.file,
      ns(L.value),
      measured.withoutLatency ? `not told from 0: ${times(L)}` : times(L),
    ),
    ...overheadLines(measured, options),
    entry(PARAMETERS.G.file, `${digits(G.value)}ns/B`, spreadText(G, formatGapPerByte)),
    gapLine(measured),
    thresholdLine(measured),
    ...(Number.isFinite(S) ? [`${PARAMETERS.protocol.file}: ${protocol}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

const entry = (key: string, value: string, note: string): string => `${key}: ${value} # ${note}`;
const times = (estimate: Estimate): string => spreadText(estimate, formatTime);

/** The o that was chosen; the other one beside it. */
function overheadLines(measured: MeasuredMachine, { ranks, overhead }: MachineTextOptions): string[] {
  const { o, exchange, overheadBySize } = measured;
  const all = `while all ${ranks} ranks exchange at once`;
  const chosen = overhead === 'exchange' && exchange !== null ? exchange : o;
  const table = (overheadBySize ?? []).map(
    ({ bytes, ns: own }) => `  - { bytes: ${bytes}B, overhead: ${ns(own + chosen.value - o.value)} }`,
  );
  const other =
    chosen === exchange
      ? [`# ${PARAMETERS.o.file} of a message alone: ${formatTime(o.value)} (${times(o)})`]
      : exchange === null
        ? []
        : [`# ${PARAMETERS.o.file} ${all}: ${formatTime(exchange.value)} (${times(exchange)})`];
  return [
    entry(
      PARAMETERS.o.file,
      ns(chosen.value),
      chosen === exchange ? `${times(chosen)}, ${all}` : times(chosen),
    ),
    ...other,
    ...(table.length === 0
      ? []
      : [`${PARAMETERS.overheadBySize.file}: # goes before ${PARAMETERS.o.file}`, ...table]),
  ];
}

/** A g that is not above o spaces nothing that o does not: it is told, and left out. */
function gapLine({ g, o }: MeasuredMachine): string {
  const line = entry(PARAMETERS.g.file, ns(g.value), times(g));
  if (isVague(g)) return `# ${line}; left out, since it spreads by more than its value`;
  return g.value > o.value
    ? `${line}; counts with nic: ordered or serial`
    : `# ${line}; left out, since o is no less`;
}

function thresholdLine({ S, tried }: MeasuredMachine): string {
  return Number.isFinite(S)
    ? entry(PARAMETERS.S.file, `${S}B`, 'larger sends waited for their receives')
    : entry(PARAMETERS.S.file, 'none', `no send of up to ${formatBytes(tried)} waited for its receive`);
}
