/** Answers about several programs as one: one JSON object, one CSV, one table. */
import type { Warning } from '../../errors.js';
import type { Answer, OutputFlags, SharedRows } from '../output/answer.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import type { Envelope } from '../output/json.js';
import { iterationsTaken, regionLine } from '../output/region.js';
import { answerSink } from '../output/sink.js';
import { type ColumnHead, narrowTable } from '../output/table.js';
import { sharedWarnings } from '../output/warnings.js';

/** What is kept of an answer when its model is gone: the forms that are wanted. */
export interface KeptAnswer {
  readonly name: string;
  readonly warnings: readonly Warning[];
  readonly machine: Envelope['machine'];
  /** A line on the part of the program that it is about; '' of a whole one. */
  readonly region: string;
  /** Iterations that this part takes; null where it is none of iterations. */
  readonly iterations: number | null;
  readonly envelope: Envelope | null;
  readonly table: CsvTable | null;
  readonly shared: SharedRows | null;
}

/** The mix of all programs, and what each counts in it. */
export interface KeptMix extends KeptAnswer {
  /** [programs] */
  readonly weights: readonly number[];
}

/** Makes the form that the flags ask for. */
export function keptAnswer(name: string, answer: Answer, { json, csv, parquet }: OutputFlags): KeptAnswer {
  const envelope = answer.json();
  const { warnings, machine } = envelope;
  const region = regionLine(envelope.input.region);
  const wanted = csv === true || parquet !== undefined || answerSink() !== undefined;
  const table = (wanted ? answer.csv?.() : null) ?? null;
  const iterations = iterationsTaken(envelope.input.region);
  const kept = { name, warnings, machine, region, iterations, envelope: null, table, shared: null };
  if (json) return { ...kept, envelope };
  if (csv === true && table !== null) return kept;
  return { ...kept, shared: answer.shared?.() ?? { head: '', heads: [], rows: [[]], more: answer.text() } };
}

/** Programs in the order of the arguments, then their mix. */
export function composed(programs: readonly KeptAnswer[], mix: KeptMix | null): Answer {
  const all = mix === null ? programs : [...programs, mix];
  return {
    json: () => ({
      ...together(programs, mix),
      warnings: [...sharedWarnings(all), ...unequalParts(programs, mix)],
    }),
    csv: () => oneTable(all),
    text: () => oneText(programs, mix),
  };
}

/** That the mix adds up steady states of different numbers of iterations: its weights count those parts, not iterations. */
function unequalParts(programs: readonly KeptAnswer[], mix: KeptMix | null): Warning[] {
  const taken = programs.map(({ iterations }) => iterations);
  if (mix === null || new Set(taken).size < 2 || taken.includes(null)) return [];
  const each = programs.map(({ name, iterations }) => `${iterations} of ${name}`).join(', ');
  const weights = programs.map(
    ({ name, iterations }, i) => `${name}=${Number((mix.weights[i] / (iterations ?? 1)).toPrecision(4))}`,
  );
  return [
    {
      code: 'unequal-iterations',
      message: `the mix adds up steady states of different numbers of iterations (${each}), each as often as its weight says; to weigh single iterations, give --weight ${weights.join(',')}`,
    },
  ];
}

function together(programs: readonly KeptAnswer[], mix: KeptMix | null): Omit<Envelope, 'warnings'> {
  const machine = sharedMachine(programs);
  const same = machine !== null;
  return {
    input: { programs: programs.map(({ name }) => name) },
    machine,
    result: {
      programs: programs.map(({ name, machine: own, envelope, warnings }, i) => ({
        name,
        ...(mix === null ? {} : { weight: mix.weights[i] }),
        input: envelope?.input ?? null,
        ...(same ? {} : { machine: own }),
        result: envelope?.result ?? null,
        warnings,
      })),
      ...(mix === null ? {} : { mix: mix.envelope?.result ?? null }),
    },
  };
}

/** The machine of all programs; null where they have different ones, such as places by the number of ranks. */
export function sharedMachine(programs: readonly Pick<KeptAnswer, 'machine'>[]): Envelope['machine'] {
  const [{ machine }] = programs;
  const one = JSON.stringify(machine);
  return programs.every((other) => JSON.stringify(other.machine) === one) ? machine : null;
}

/** Rows one under another, led by the program; a column that a program lacks is empty in its rows. */
function oneTable(all: readonly KeptAnswer[]): CsvTable {
  const tables = all.map(({ name, table }) => ({
    name,
    header: table?.header ?? [],
    rows: table?.rows ?? [],
  }));
  const header = [...new Set(tables.flatMap((one) => one.header))];
  const rows = tables.flatMap(({ name, header: own, rows: lines }) => {
    const columns = header.map((title) => own.indexOf(title));
    return lines.map((line) => [name, ...columns.map((column) => line[column] ?? null)]);
  });
  return csvTable(['program', ...header], rows);
}

function oneText(programs: readonly KeptAnswer[], mix: KeptMix | null): string {
  const all = mix === null ? programs : [...programs, mix];
  const regions = programs.map(({ name, region }) => (region === '' ? '' : `${name}: ${region}`)).join('');
  const parts = [
    `${regions}${headText(programs)}`,
    tableText(all),
    mixText(programs, mix),
    ...all.flatMap(moreText),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** What all rest on; where they do not rest on the same, each by its name. */
function headText(programs: readonly KeptAnswer[]): string {
  const heads = programs.map(({ shared }) => shared?.head ?? '');
  if (new Set(heads).size === 1) return heads[0];
  return heads.map((head, i) => (head === '' ? '' : `${programs[i].name}: ${head}`)).join('');
}

/** One row or more of each program, within 80 columns. */
function tableText(all: readonly KeptAnswer[]): string {
  const heads = new Map<string, ColumnHead>();
  for (const { shared } of all) for (const head of shared?.heads ?? []) heads.set(head.title, head);
  if (heads.size === 0) return '';
  const titles = [...heads.keys()];
  const rows = all.flatMap(({ name, shared }) => {
    const own = shared?.heads.map(({ title }) => title) ?? [];
    const columns = titles.map((title) => own.indexOf(title));
    return (shared?.rows ?? []).map((row) => [name, ...columns.map((column) => row[column] ?? '')]);
  });
  const names = [...heads.values()];
  const lead = names.findIndex(({ align }) => align !== 'left');
  const keys = 1 + (lead < 0 ? names.length : lead);
  return narrowTable([{ title: 'program', align: 'left' }, ...names], rows, keys);
}

/** What the mix is: nothing of it can be read without. */
function mixText(programs: readonly KeptAnswer[], mix: KeptMix | null): string {
  if (mix === null) return '';
  const often = programs.flatMap(({ name }, i) =>
    mix.weights[i] === 1 ? [] : `${mix.weights[i]} × ${name}`,
  );
  const others = often.length === 0 ? 'each once' : 'the others once';
  const runs = [...often, ...(often.length === programs.length ? [] : [others])].join(', ');
  return `${mix.name}: ${runs}\n  T and λ of the mix are the sums over all these runs, one after the other\n`;
}

const moreText = ({ name, shared }: KeptAnswer): string[] =>
  shared?.more === undefined || shared.more === '' ? [] : [`${name}\n${shared.more}`];
