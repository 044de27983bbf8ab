/** The parts of a program one under another, as JSON, CSV and text. */
import type { Phase } from '../../analysis/cut/phases.js';
import { summarize } from '../../schedule/schedule.js';
import { formatTime } from '../../units/units.js';
import type { Answer } from '../output/answer.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { finite, inputJson, machineJson } from '../output/json.js';
import { table } from '../output/table.js';
import type { Opened } from '../pipeline/pipeline.js';
import { count, machineText } from './input.js';
import { percentText, toleranceJson } from './solution.js';

/** What a part is called, by what the parts are. */
export const NOUNS = { iteration: 'iteration', bounds: 'part', region: 'region', pcontrol: 'part' } as const;

export const phasesView = (opened: Opened, phases: readonly Phase[], by: keyof typeof NOUNS): Answer => ({
  json: () => ({
    input: inputJson(opened.info, { schedule: opened.schedule, messages: summarize(opened.schedule).recvs }),
    machine: machineJson(opened.resolved),
    result: { by, phases: phases.map(phaseJson) },
    warnings: opened.warnings,
  }),
  csv: () => phasesCsv(phases),
  text: () => phasesText(opened, phases, NOUNS[by]),
});

const phaseJson = ({ name, found, adds, result }: Phase): Record<string, unknown> => ({
  name,
  begin_ns: found.begin,
  end_ns: found.end,
  runtime_ns: result.runtime,
  added_runtime_ns: adds,
  lambda: result.lambda,
  rho_L: result.rho,
  tolerance: result.tolerance.map((one) => toleranceJson(result.axis, one)),
  entry_spread_ns: found.spread,
  arriving_messages: found.arriving,
  leaving_messages: found.leaving,
});

function phasesCsv(phases: readonly Phase[]): CsvTable {
  const percents = phases[0].result.tolerance.map(({ percent }) => percent);
  const header = [
    'name',
    'begin_ns',
    'end_ns',
    'runtime_ns',
    'added_runtime_ns',
    'lambda_L',
    'rho_L',
    'entry_spread_ns',
    ...percents.map((percent) => `delta_L_${percent}pct_ns`),
    'lambda_G',
    'lambda_o',
    'arriving_messages',
    'leaving_messages',
  ];
  const rows = phases.map(({ name, found, adds, result }) => [
    name,
    found.begin,
    found.end,
    result.runtime,
    adds,
    result.lambda.L,
    result.rho,
    found.spread,
    ...result.tolerance.map(({ delta }) => finite(delta)),
    result.lambda.G,
    result.lambda.o,
    found.arriving,
    found.leaving,
  ]);
  return csvTable(header, rows);
}

function phasesText(opened: Opened, phases: readonly Phase[], noun: string): string {
  const { info, schedule, resolved } = opened;
  const [first] = phases;
  const head = `${info.source}: ${count(schedule.ranks, 'rank')}, ${count(phases.length, noun)}\n${machineText(resolved)}`;
  const heads = [
    { title: noun },
    { title: 'begins at' },
    { title: 'adds' },
    { title: 'T' },
    { title: 'λ_L' },
    { title: 'ρ_L' },
    ...first.result.tolerance.map(({ percent }) => ({ title: `ΔL at ${percent} %` })),
    { title: 'ranks enter over' },
  ];
  const rows = phases.map(({ name, found, adds, result }) => [
    name,
    formatTime(found.begin),
    formatTime(adds),
    formatTime(result.runtime),
    String(result.lambda.L),
    percentText(result.rho),
    ...result.tolerance.map(({ delta }) => (Number.isFinite(delta) ? `+${formatTime(delta)}` : 'unlimited')),
    formatTime(found.spread),
  ]);
  return `${head}\n${table(heads, rows)}`;
}
