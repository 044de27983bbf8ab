// Makes C of src/collectives: tracer/algorithms.generated.c, by which the tracer's injector decomposes collectives. What
// TypeScript says of types is gone by then: each value is an llt_value of tracer/dynamic.h, numbers are doubles, and what
// a call needs is freed when it is over. Only what the entries reach is made, and only what the source uses is understood:
// the rest is an error here.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { parseAst } from 'vitest/node';
import { Binder, Scope } from './algorithms/names.js';
import { Writer } from './algorithms/writer.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['library-calls', 'joins', 'one-sided', 'plain-specs'].map(
  (name) => `src/collectives/${name}.ts`,
);
export const PLACE = 'tracer/algorithms.generated.c';

function textOf({ keys, heads, functions, starts, entries }) {
  const kinds = { U: 'UNDEFINED', NIL: 'NULL', N: 'NUMBER', B: 'BOOLEAN', S: 'TEXT' };
  return [
    `/* Made by scripts/algorithms-in-c.js of ${SOURCES.join(' and ')}, and what they import: edit that, then run \`npm run write -- algorithms\`. */`,
    '#include "algorithms.h"',
    '',
    '#include "quickly.h"',
    '',
    '#pragma GCC diagnostic ignored "-Wunused-value"',
    ...Object.entries(kinds).map(([name, kind]) => `#define ${name} LLT_V_${kind}`),
    '',
    ...keys,
    '',
    ...heads,
    '',
    ...functions,
    '',
    `void llt_ts_start(void) {\n${starts.join('\n')}\n}`,
    '',
    ...entries,
    '',
  ].join('\n');
}

/** Exported functions that C calls. */
const ENTRIES = ['conductOf', 'decompose', 'emitJoin', 'knownSpec', 'libraryNamed', 'namesMpich4', 'rulesOf'];

/** The C; the same sources give the same text. */
export async function algorithmsInC() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents: SOURCES.map((path) => `export * from './${path}';`).join('\n'), resolveDir: root },
    bundle: true,
    format: 'esm',
    target: 'esnext',
    write: false,
    logLevel: 'error',
  });
  const { body } = parseAst(outputFiles[0].text);
  const binder = new Binder();
  Scope.made = 0;
  return textOf(new Writer(binder, binder.program(body)).program(ENTRIES));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(root, PLACE), await algorithmsInC());
