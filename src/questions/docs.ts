/** `docs`: prints pages of the documentation. */

import { Args } from '@oclif/core';
import { LlampCommand } from '../cli/base-command.js';
import { fileError } from '../cli/process/files.js';
import { DOCS, docPages, packageText, pageNames } from '../cli/process/package-files.js';
import { nearest, UsageError } from '../errors.js';

/** The text of a page; without a name, the list of pages. Throws UsageError. */
function page(name = ''): string {
  const wanted = name
    .replace(/\.md$/, '')
    .replaceAll(' ', '-')
    .replace(/^docs\//, '');
  const file = pages().get(wanted);
  if (file !== undefined) return read(file);
  throw new UsageError(`the page '${name}' does not exist`, pageInstead(wanted));
}

function pageInstead(wanted: string): string {
  const meant = nearest(wanted, pageNames());
  const list = 'se llamp-ts docs to list all pages';
  return meant === undefined ? `u${list}` : `did you mean ${meant}? U${list}`;
}

function pages(): ReadonlyMap<string, string> {
  try {
    return docPages();
  } catch (error) {
    throw fileError(error, DOCS);
  }
}

function read(file: string): string {
  try {
    return packageText(file);
  } catch (error) {
    throw fileError(error, file);
  }
}

export default class DocsCommand extends LlampCommand {
  static override summary = 'Print a page of the documentation, or the list of its pages.';
  static override examples = [
    '<%= config.bin %> docs',
    '<%= config.bin %> docs tolerance | less',
    '<%= config.bin %> docs collectives/bcast',
  ];
  static override args = {
    page: Args.string({
      description: 'tolerance, reading-the-numbers, collectives/bcast …',
      required: false,
    }),
  };
  static override strict = true;
  static override page = 'cli';

  async run(): Promise<void> {
    const { args } = await this.parse(DocsCommand);
    await this.put(page(args.page), undefined);
  }
}
