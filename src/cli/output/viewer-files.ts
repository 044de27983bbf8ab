/** Files for viewers: Perfetto, speedscope. */
import { Flags } from '@oclif/core';
import { LimitError, UsageError } from '../../errors.js';
import { writeFileWhole } from '../process/files.js';

/** --perfetto; `what`: the content. */
export const perfettoFlag = (what: string) =>
  Flags.string({
    helpGroup: 'OUTPUT',
    helpValue: 'FILE.json',
    summary: 'write ranks over time for Perfetto',
    description: `write ${what} as trace events, which Perfetto (ui.perfetto.dev) opens`,
  });

/** --speedscope, which may need other flags. */
export const speedscopeFlag = (...needs: readonly string[]) =>
  Flags.string({
    helpGroup: 'OUTPUT',
    helpValue: 'FILE.json',
    dependsOn: [...needs],
    summary: 'write λ_L and time by function for speedscope',
    description:
      'with --by function: write λ_L and the time of the critical path by function as two profiles, which speedscope (speedscope.app) opens',
  });

/** --draw-ranks; `of`: the drawing. */
export const drawRanksFlag = (of: string, ...needs: readonly string[]) =>
  Flags.string({
    helpValue: 'RANK,…|FIRST..LAST',
    dependsOn: [...needs],
    summary: 'ranks to draw [default: all]',
    description: `${of}: ranks to draw, with the messages between them [default: all]`,
  });

/** Ranks of --draw-ranks, `0,1,5` or `0..3`, ascending. Throws UsageError. */
export function parseRanks(text: string | undefined, count: number): number[] {
  if (text === undefined) return Array.from({ length: count }, (_, rank) => rank);
  const parts = text.split(',').map((part) => ranksPart(part, text));
  const last = parts.reduce((most, { to }) => Math.max(most, to), 0);
  if (last >= count)
    throw new UsageError(
      `--draw-ranks names rank ${last}, which does not exist`,
      `name ranks from 0 to ${count - 1}`,
    );
  return Array.from({ length: count }, (_, rank) => rank).filter((rank) =>
    parts.some(({ from, to }) => from <= rank && rank <= to),
  );
}

/** Longest run of digits of a rank. */
const RANKS = /^(\d{1,8})(?:\.\.(\d{1,8}))?$/;

function ranksPart(part: string, text: string): { readonly from: number; readonly to: number } {
  const [, first, last = first] = RANKS.exec(part.trim()) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (first === undefined || to < from)
    throw new UsageError(`--draw-ranks '${text}' names no ranks`, 'write them as 0,1,5 or 0..3');
  return { from, to };
}

/** Bytes above which viewers open a file slowly or not at all. */
const MOST_BYTES = 500e6;

/** Writes a file for a viewer, whole or not at all. `pieces` are made twice. Throws LimitError before anything is written. */
export async function writeViewerFile(
  file: string,
  pieces: () => Iterable<string>,
  most = MOST_BYTES,
): Promise<void> {
  let bytes = 0;
  for (const piece of pieces()) {
    bytes += Buffer.byteLength(piece);
    if (bytes > most)
      throw new LimitError(
        `${file} was not written, because it would exceed ${most / 1e6} MB, which viewers open slowly or not at all`,
        'draw fewer ranks with --draw-ranks 0..3, or a part of the run with --region',
      );
  }
  await writeFileWhole(file, encoded(pieces()));
}

function* encoded(pieces: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const piece of pieces) yield encoder.encode(piece);
}
