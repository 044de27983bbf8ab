// Bundles the scripts of the report and of a study's page (web/client) into string modules that ship with the library.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Entry of each script, and the module that holds it. */
export const SCRIPTS = {
  'client/main.ts': 'src/report/page/report-script.generated.ts',
  'client/study.ts': 'src/report/page/study-script.generated.ts',
};

/** The module's text; the same sources give the same bytes. */
export async function clientModule(entry = 'client/main.ts') {
  const { outputFiles } = await build({
    entryPoints: [here(entry)],
    absWorkingDir: here('..'),
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    minifySyntax: true,
    minifyWhitespace: true,
    // Template literals inside a string look like forgotten ones to the linter.
    supported: { 'template-literal': false },
    logLevel: 'warning',
  });
  // An HTML parser ends a script at any `</script`.
  const script = outputFiles[0].text.trim().replaceAll('</', '<\\/');
  const literal = JSON.stringify(script).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `// Made by web/build-client.mjs from web/client: edit those, then run \`npm run build:client\`.\nexport const SCRIPT: string =\n  '${literal}';\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [entry, module] of Object.entries(SCRIPTS))
    writeFileSync(here(`../${module}`), await clientModule(entry));
}
