/**
 * An answer in all its forms: the flags that choose one, its picture, the gate that it did not meet, who takes it
 * instead of standard output.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { extname } from 'node:path';
import { Flags } from '@oclif/core';
import type { Curve } from '../../analysis/piecewise.js';
import { UsageError, type Warning } from '../../errors.js';
import { writeFileWhole } from '../process/files.js';
import type { Envelope } from './json.js';
import type { CsvTable, TableRows } from './table.js';

/** A run that answered, but did not pass the gate that the user set (`--fail-below`, `--fail-above`). */
export class GateNotMet extends Error {
  /** How far off it is, relative to the gate: of several programs the worst is told. */
  readonly off: number;

  constructor(message: string, off = 0) {
    super(message);
    this.off = off;
  }
}

// `--plot FILE`: a picture of the answer beside the answer. The plotting library is loaded only where it is asked for.

/** The library of pictures. */
export type Plots = typeof import('../../report/plots/all-plots.js');

const FORMATS = ['.svg', '.png'];

/** Throws UsageError for a name that does not say SVG or PNG. */
function plotFile(name: string): string {
  if (FORMATS.includes(extname(name).toLowerCase())) return name;
  throw new UsageError(`--plot '${name}' is neither SVG nor PNG`, 'name a file that ends in .svg or .png');
}

/** --plot, which may need other flags. */
export const plotFlag = (...needs: readonly string[]) =>
  Flags.string({
    helpGroup: 'OUTPUT',
    helpValue: 'FILE.svg|FILE.png',
    dependsOn: [...needs],
    parse: async (name) => plotFile(name),
    description: 'draw the answer as a picture',
  });

/** --measured, which may need other flags. */
export const measuredFlag = (...needs: readonly string[]) =>
  Flags.string({
    helpValue: 'FILE.csv',
    dependsOn: [...needs],
    summary: 'measured runs to compare with the curve',
    description:
      'measured runs to draw beside the curve and to hold it against: a value of the parameter and T a line',
  });

/** Draws and writes the picture that --plot asks for, if it does. */
export async function plot(
  name: string | undefined,
  draw: (plots: Plots) => string | Promise<string>,
): Promise<void> {
  if (name === undefined) return;
  const svg = await draw(await import('../../report/plots/all-plots.js'));
  await writeFileWhole(name, [await encoded(name, svg)]);
}

async function encoded(name: string, svg: string): Promise<Uint8Array> {
  if (extname(name).toLowerCase() === '.svg') return new TextEncoder().encode(svg);
  const { svgToPng } = await import('../../report/png.js');
  return svgToPng(svg);
}

export interface OutputFlags {
  readonly json: boolean;
  readonly csv?: boolean;
  /** A file for the table of CSV. */
  readonly parquet?: string | undefined;
  readonly markdown?: boolean;
  readonly output?: string | undefined;
  readonly quiet: boolean;
}

/** The forms of an answer; each is made only when it is wanted. */
export interface Answer {
  readonly json: () => Envelope;
  readonly csv?: () => CsvTable;
  readonly text: () => string;
  /** What stands in the one table of several programs; left out where the question takes one program. */
  readonly shared?: () => SharedRows;
}

/** Rows of one program in a table that several share, without its name; programs may have different columns. */
export interface SharedRows extends TableRows {
  /** What they rest on, such as the machine: said once where all programs have the same. Ends with a new line, or is empty. */
  readonly head: string;
  /** What was asked beside it, which no table can share: text with its new line. */
  readonly more?: string;
}

/** SVG of an answer. */
export type Picture = (plots: Plots) => string | Promise<string>;

/** What a question asked of a program comes to. */
export interface Asked<Kept = unknown> {
  readonly answer: Answer;
  /** Null where the answer has none. */
  readonly picture?: Picture | null;
  /** What is said where a gate was not met; null: it was, or there is none. */
  readonly unmet?: GateNotMet | null;
  /** The line that stands for the program in a picture of several; null where there is none to overlay. */
  readonly line?: (() => Promise<Curve>) | null;
  /** What the mix of several programs is made of. */
  readonly kept?: Kept;
}

// Answers taken as they are, before they are put into one form: for who wants several of them of one asking.

/** Takes the answer of a command, in place of standard output. */
type AnswerSink = (command: string, answer: Answer) => void;

const current = new AsyncLocalStorage<AnswerSink>();

/** Runs command lines whose answers `take` gets. */
export const takingAnswers = <Result>(take: AnswerSink, run: () => Promise<Result>): Promise<Result> =>
  current.run(take, run);

/** Who takes answers; undefined: they are printed. */
export const answerSink = (): AnswerSink | undefined => current.getStore();

/** Each warning once, led by the names of those that it is about where it is not about all. */
export function sharedWarnings(
  list: readonly { readonly name: string; readonly warnings: readonly Warning[] }[],
): Warning[] {
  const found = new Map<string, { warning: Warning; names: string[] }>();
  for (const { name, warnings } of list) {
    for (const warning of warnings) {
      const kept = found.get(warning.message) ?? { warning, names: [] };
      if (!kept.names.includes(name)) kept.names.push(name);
      found.set(warning.message, kept);
    }
  }
  return [...found.values()].map(({ warning, names }) =>
    names.length === list.length
      ? warning
      : { ...warning, message: `${names.join('; ')}: ${warning.message}` },
  );
}
