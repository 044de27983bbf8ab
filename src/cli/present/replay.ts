/** A simulated run as JSON, CSV and text. */
import type { Sharing } from '../../machine/choices.js';
import { summarize } from '../../schedule/schedule.js';
import type { LatencySlopes, SimulationOptions, SimulationResult } from '../../simulation/simulate.js';
import { formatTime } from '../../units/units.js';
import type { Answer } from '../output/answer.js';
import { csvTable } from '../output/csv.js';
import { inputJson, machineJson } from '../output/json.js';
import { listed, moreText } from '../output/layout.js';
import { regionText } from '../output/region.js';
import { facts, type TableRows, table } from '../output/table.js';
import type { Opened } from '../pipeline/pipeline.js';
import { count, machineText } from './input.js';
import { percentText } from './solution.js';

/** T and λ_L of the model, ns. */
export interface Beside {
  /** `bound`: with lower bounds for CPUs and cards that do one thing at a time. */
  readonly sharing: Sharing | 'bound';
  readonly runtime: number;
  readonly lambda: number;
}

export interface Replayed {
  readonly result: SimulationResult;
  readonly slopes: LatencySlopes;
  /** Of the model; none where it was not asked for. */
  readonly beside: readonly Beside[];
  readonly options: Pick<SimulationOptions, 'overheadPerByte' | 'peculiarities'>;
}

/** Ranks shown in words; all are in CSV. */
const RANKS_SHOWN = 16;

const WORDS: Readonly<Record<Beside['sharing'], string>> = {
  free: 'model, nothing shared',
  ordered: 'model, CPUs and NICs in the order of the program',
  serial: 'model, CPUs and NICs one thing at a time',
  bound: 'model, at least, in any order of service',
};

export function replayView(opened: Opened, replayed: Replayed): Answer {
  return {
    json: () => ({
      input: inputJson(opened.info, {
        schedule: opened.schedule,
        messages: summarize(opened.schedule).recvs,
      }),
      machine: machineJson(opened.resolved),
      result: replayJson(opened, replayed),
      warnings: opened.warnings,
    }),
    csv: () => csvTable(['rank', 'end_ns', 'busy_ns', 'waiting_ns'], rankRows(opened, replayed)),
    text: () =>
      `${headText(opened)}\n${factsText(replayed)}\n${modelText(replayed)}${ranksText(opened, replayed)}`,
    shared: () => ({ head: machineText(opened.resolved), ...replayRow(replayed) }),
  };
}

/** [ranks] rank, end, busy, waiting; a rank of several CPUs waits on none in particular. */
function rankRows({ schedule }: Opened, { result: { ends, busy } }: Replayed): (number | null)[][] {
  return Array.from(ends, (end, rank) => [
    rank,
    end,
    busy[rank],
    schedule.cpu === null ? end - busy[rank] : null,
  ]);
}

function replayJson(opened: Opened, replayed: Replayed): Record<string, unknown> {
  const { result, slopes, beside, options } = replayed;
  return {
    runtime_ns: result.runtime,
    lambda_L_below: slopes.below,
    lambda_L_above: slopes.above,
    step_ns: slopes.step,
    events: result.events,
    overhead_per_byte_ns: options.overheadPerByte ?? 0,
    semantics: [...(options.peculiarities ?? [])],
    ranks: rankRows(opened, replayed).map(([rank, end, busy, waiting]) => ({
      ...{ rank, end_ns: end, busy_ns: busy, waiting_ns: waiting },
    })),
    model: beside.map(({ sharing, runtime, lambda }) => ({ sharing, runtime_ns: runtime, lambda_L: lambda })),
  };
}

function headText({ info, schedule, resolved }: Opened): string {
  const read = `${info.source}: ${count(schedule.operations, 'operation')}, ${count(schedule.ranks, 'rank')}\n`;
  return read + regionText(info.region) + machineText(resolved);
}

function factsText({ result, slopes, options }: Replayed): string {
  const odd = [...(options.peculiarities ?? [])];
  return facts([
    ['T, simulated', formatTime(result.runtime)],
    ['events', result.events.toLocaleString('en-US')],
    [`λ_L over ${formatTime(slopes.step)}`, slopesText(slopes)],
    ...(odd.length === 0 ? [] : [['as LogGOPSim in', odd.join(', ')] as const]),
  ]);
}

function slopesText({ below, above }: LatencySlopes): string {
  const rounded = (slope: number): string => String(Number(slope.toPrecision(4)));
  return below === null ? `${rounded(above)} above` : `${rounded(below)} below, ${rounded(above)} above`;
}

function modelText({ result, beside }: Replayed): string {
  if (beside.length === 0) return '';
  const rows = [
    ...beside.map(({ sharing, runtime, lambda }) => [
      WORDS[sharing],
      formatTime(runtime),
      percentText(result.runtime === 0 ? 0 : runtime / result.runtime - 1),
      String(lambda),
    ]),
  ];
  const heads = [
    { title: '', align: 'left' as const },
    { title: 'T' },
    { title: 'against that' },
    { title: 'λ_L' },
  ];
  return `${table(heads, rows)}\n`;
}

function ranksText(opened: Opened, replayed: Replayed): string {
  const rows = rankRows(opened, replayed).map((row) => [
    String(row[0]),
    ...row.slice(1).map((ns) => (ns === null ? '' : formatTime(ns))),
  ]);
  const heads = ['rank', 'ends at', 'busy', 'waiting'].map((title) => ({ title }));
  const shown = rows.slice(0, listed(RANKS_SHOWN));
  return table(heads, shown) + moreText(rows.length - shown.length);
}

function replayRow({ result, slopes, beside }: Replayed): TableRows {
  return {
    heads: ['T', 'λ_L below', 'λ_L above', ...beside.map(({ sharing }) => `T ${sharing}`)].map((title) => ({
      title,
    })),
    rows: [
      [
        formatTime(result.runtime),
        slopes.below === null ? '' : String(Number(slopes.below.toPrecision(4))),
        String(Number(slopes.above.toPrecision(4))),
        ...beside.map(({ runtime }) => formatTime(runtime)),
      ],
    ],
  };
}
