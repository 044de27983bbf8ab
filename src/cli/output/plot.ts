/** `--plot FILE`: a picture of the answer beside the answer. The plotting library is loaded only where it is asked for. */
import { extname } from 'node:path';
import { Flags } from '@oclif/core';
import { UsageError } from '../../errors.js';
import { writeFileWhole } from './files.js';

/** The library of pictures. */
export type Plots = typeof import('../../report/plots/index.js');

const FORMATS = ['.svg', '.png'];

/** Throws UsageError for a name that does not say SVG or PNG. */
export function plotFile(name: string): string {
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
    description:
      'measured runs to draw beside the curve and to hold it against: a value of the parameter and T a line',
  });

/** Draws and writes the picture that --plot asks for, if it does. */
export async function plot(
  name: string | undefined,
  draw: (plots: Plots) => string | Promise<string>,
): Promise<void> {
  if (name === undefined) return;
  const svg = await draw(await import('../../report/plots/index.js'));
  await writeFileWhole(name, [await encoded(name, svg)]);
}

async function encoded(name: string, svg: string): Promise<Uint8Array> {
  if (extname(name).toLowerCase() === '.svg') return new TextEncoder().encode(svg);
  const { svgToPng } = await import('../../report/png.js');
  return svgToPng(svg);
}
