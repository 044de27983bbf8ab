/** The page of one entry: every export with its sentence and its declaration, by the room that it comes from. */
import type { Exported } from './declarations.js';

const HEADS: Readonly<Record<string, string>> = {
  'llamp-ts':
    'Read a program, describe a machine, ask a question. These names are kept within a major version; [the library](../library.md) shows them at work.',
  'llamp-ts/core':
    'Columns, execution graph, timing system, engines: what questions are made of. These may change in any version.',
  'llamp-ts/collectives': 'Algorithms of collective operations, their choice, and algorithms of your own.',
  'llamp-ts/models': 'Closed-form latency models of collectives, and fitting them to measurements.',
  'llamp-ts/report': 'Pictures and the report page. Loading this loads the plotting library.',
};

const ORDER = ['function', 'class', 'const', 'interface', 'type'];

/** Markdown. Values before types, each by name, under the file that declares them. */
export function apiPage(entry: string, list: readonly Exported[]): string {
  const files = [...new Set(list.map(({ file }) => file))].sort();
  const sections = files.map((file) => {
    const own = list
      .filter((one) => one.file === file)
      .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || (a.name < b.name ? -1 : 1));
    return `## ${file.replace(/\.ts$/, '')}\n\n${own.map(item).join('\n')}`;
  });
  return `# ${entry}\n\n${HEADS[entry]}\n\nMade from the declarations that ship with the package.\n\n${sections.join('\n')}`;
}

const item = ({ name, doc, text }: Exported): string =>
  `### ${name}\n\n${prose(doc)}\n\n\`\`\`ts\n${text.replaceAll('    ', '  ').trimEnd()}\n\`\`\`\n`;

/** A doc comment's links to other names as code. */
const prose = (doc: string): string => doc.replaceAll(/\{@link ([\w.]+)\}/g, '`$1`').replaceAll('*/', '');
