/**
 * The recipes by what Debian has: bash and shellcheck, Python with a stand-in for Spack, YAML; in a copy, where their paths
 * lie below a folder. Where no bundle was made, a stand-in for it starts the command line of the checkout. Docker,
 * Apptainer, Spack and conda themselves are not there.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';
import { inFull } from '../part.js';
import { instructions, stages } from './dockerfile.js';

const work = scratch();
const at = (...parts: readonly string[]): string => join(work, ...parts);
const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
const there = (command: string): boolean => spawnSync(command, ['--version']).error === undefined;

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(words: readonly string[], cwd = '.', env: Readonly<Record<string, string>> = {}): Ran {
  const [command, ...rest] = words;
  const all = { ...process.env, NO_COLOR: '1', ...env };
  return spawnSync(command, rest, { cwd, env: all, encoding: 'utf8', timeout: 300_000 });
}

/** Standard output of what succeeds. */
function done(...of: Parameters<typeof run>): string {
  const { status, stdout, stderr } = run(...of);
  expect([status, stderr]).toEqual([0, expect.any(String)]);
  return stdout;
}

/** What `npm run bundle` makes; it may not have been run. */
const BUNDLE = 'build/llamp-ts.cjs';

/** A Node beside which nothing is installed. */
const NODE = at('node', 'bin');

beforeAll(() => {
  const standIn = at('llamp-ts.cjs');
  writeFileSync(standIn, `import(${JSON.stringify(ROOT)});\n`);
  writeFileSync(`${standIn}.LICENSES.txt`, 'none\n');
  const bundle = existsSync(BUNDLE) ? BUNDLE : standIn;
  mkdirSync(NODE, { recursive: true });
  symlinkSync(process.execPath, join(NODE, 'node'));
  done([process.execPath, 'packaging/release.js', at('release'), bundle]);
});

/** What an environment without anything makes of a launcher. */
const bare = (words: readonly string[]): string => done(['env', '-i', 'PATH=/usr/bin:/bin', ...words], work);

const VERSION_LINE = new RegExp(`^llamp-ts/${version.replaceAll('.', '\\.')} `);

it('a release leaves nothing open', () => {
  const files = readdirSync(at('release'), { recursive: true, encoding: 'utf8' })
    .map((path) => at('release', path))
    .filter((path) => statSync(path).isFile() && !path.endsWith('.cjs'));
  expect(files.length).toBeGreaterThan(6);
  expect(files.filter((path) => /@[A-Z0-9]+@/.test(readFileSync(path, 'utf8')))).toEqual([]);
});

it('a release has a bill of materials and the checksums of all its files', () => {
  const bill = JSON.parse(readFileSync(at('release', `llamp-ts-${version}.cdx.json`), 'utf8'));
  expect([bill.bomFormat, bill.metadata.component.version]).toEqual(['CycloneDX', version]);
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  );
  const names: string[] = bill.components.map(({ group, name }: { group?: string; name: string }) =>
    group === undefined ? name : `${group}/${name}`,
  );
  expect(Object.keys(dependencies).filter((name) => !names.includes(name))).toEqual([]);
  expect(done(['sha256sum', '--check', '--strict', '--quiet', 'SHA256SUMS'], at('release'))).toBe('');
});

describe('conda', () => {
  const recipe = (): Record<string, Record<string, unknown>> =>
    parse(readFileSync(at('release/conda/recipe.yaml'), 'utf8'));

  it('names files that are there, and no address', () => {
    const { context, source, about, build, requirements } = recipe();
    expect(context.version).toBe(version);
    const filled = JSON.stringify(source).replace(/\$\{\{ version \}\}/g, version);
    const paths: { path: string }[] = JSON.parse(filled);
    expect(paths.map(({ path }) => existsSync(at('release/conda', path)))).toEqual([true, true, true, true]);
    expect(build).toEqual({ number: 0, noarch: 'generic', script: 'build.sh' });
    expect(requirements).toEqual({ run: ['nodejs >=20'] });
    expect(about.license).toBe('MIT');
    expect(JSON.stringify(recipe())).not.toContain('http');
  });

  it('its script installs a command that finds its Node', () => {
    const prefix = at('conda-env');
    const sources = at('conda-work');
    mkdirSync(sources);
    mkdirSync(join(prefix, 'bin'), { recursive: true });
    symlinkSync(process.execPath, join(prefix, 'bin/node'));
    for (const name of [`llamp-ts-${version}.cjs`, 'llamp-ts.1', 'LICENSE', 'LICENSES.txt'])
      done(['cp', at('release', name), sources]);
    done(['bash', at('release/conda/build.sh')], sources, { PREFIX: prefix, PKG_VERSION: version });
    expect(bare([join(prefix, 'bin/llamp-ts'), '--version'])).toMatch(VERSION_LINE);
    expect(existsSync(join(prefix, 'share/man/man1/llamp-ts.1'))).toBe(true);
  });
});

describe('Apptainer', () => {
  const sections = (): Map<string, string> =>
    new Map(
      readFileSync(at('release/apptainer/llamp-ts.def'), 'utf8')
        .split(/^%/m)
        .slice(1)
        .map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1)]),
    );
  const root = at('apptainer');
  /** Paths of the image, below a folder. */
  const inside = (script: string): string => script.replace(/(?<![\w.])\/(opt|usr\/local)\//g, `${root}/$1/`);
  const sh = (section: string, ...words: readonly string[]): string =>
    done(['sh', '-e', '-c', inside(sections().get(section) ?? ''), 'sh', ...words], work, {
      PATH: `${root}/usr/local/bin:${NODE}:/usr/bin:/bin`,
    });

  it('its scripts install the bundle, test it and run it', () => {
    for (const line of (sections().get('files') ?? '').trim().split('\n')) {
      const [from, to] = line.trim().split(/\s+/);
      mkdirSync(dirname(inside(to)), { recursive: true });
      done(['cp', at('release', from), inside(to)]);
    }
    mkdirSync(join(root, 'usr/local/bin'), { recursive: true });
    sh('post');
    const launcher = join(root, 'usr/local/bin/llamp-ts');
    expect(statSync(launcher).mode & 0o777).toBe(0o755);
    sh('environment');
    expect(sh('test')).toMatch(VERSION_LINE);
    expect(sh('runscript', '--version')).toMatch(VERSION_LINE);
  });

  it.skipIf(!there('shellcheck'))('shellcheck has nothing to say of them', () => {
    for (const name of ['post', 'environment', 'test', 'runscript']) {
      const file = at(`${name}.sh`);
      writeFileSync(file, sections().get(name) ?? '');
      expect(done(['shellcheck', '-s', 'sh', file])).toBe('');
    }
  });
});

it.skipIf(!there('shellcheck'))("shellcheck has nothing to say of conda's script", () => {
  expect(done(['shellcheck', 'packaging/conda/build.sh'])).toBe('');
});

describe.skipIf(!there('python3'))('Spack', () => {
  const recipe = at('release/spack/packages/llamp-ts/package.py');

  it('installs and tests a command under a stand-in for spack.package', () => {
    const prefix = at('spack');
    const said = done(['python3', 'test/packaging/stub_spack.py', recipe, prefix, at('node')]);
    const { versions, depends_on: needs, license } = JSON.parse(said);
    expect(versions).toEqual([expect.objectContaining({ version, expand: false })]);
    expect(needs).toEqual([{ spec: 'node-js@20:', type: 'run' }]);
    expect(license).toEqual(['MIT']);
    expect(bare([join(prefix, 'bin/llamp-ts'), '--version'])).toMatch(VERSION_LINE);
    expect(existsSync(join(prefix, 'share/man/man1/llamp-ts.1'))).toBe(true);
  });

  it('its repository says its name', () => {
    expect(parse(readFileSync(at('release/spack/repo.yaml'), 'utf8'))).toEqual({
      repo: { namespace: 'llamp' },
    });
  });
});

describe('Docker', () => {
  /** `npm ci` of everything, and the build behind it, is what this checkout has behind it. */
  const NPM = `#!/bin/sh
if [ "$*" = ci ]; then exec cp -r ${process.cwd()}/dist ${process.cwd()}/man ${process.cwd()}/oclif.manifest.json .; fi
exec npm-itself "$@"
`;

  inFull(
    'its steps, in folders for stages, make a command that answers without a network',
    () => {
      const shims = at('shims');
      mkdirSync(shims);
      writeFileSync(join(shims, 'npm'), NPM);
      chmodSync(join(shims, 'npm'), 0o755);
      symlinkSync(done(['sh', '-c', 'command -v npm']).trim(), join(shims, 'npm-itself'));
      const roots = new Map<string, string>();
      let root = '';
      for (const stage of stages(instructions(readFileSync('packaging/docker/Dockerfile', 'utf8')))) {
        root = at(`stage-${roots.size}`);
        roots.set(/ AS (\S+)/.exec(stage[0].words)?.[1] ?? '', root);
        for (const folder of ['tmp', 'usr/local/bin']) mkdirSync(join(root, folder), { recursive: true });
        let cwd = root;
        const inside = (words: string): string =>
          words.replace(/(?<![\w.])\/(tmp|src|opt|data|usr\/local)\b/g, `${root}/$1`);
        const env = { PATH: `${root}/usr/local/bin:${shims}:${NODE}:${process.env.PATH ?? ''}` };
        for (const { name, words } of stage) {
          if (name === 'WORKDIR') {
            cwd = inside(words);
            mkdirSync(cwd, { recursive: true });
          } else if (name === 'RUN') done(['bash', '-c', inside(words)], cwd, env);
          else if (words === '. .') done(['bash', '-c', `git ls-files -z | xargs -0 cp --parents -t ${cwd}`]);
          else if (name === 'COPY') {
            const [, from, source, target] = /^--from=(\S+) (\S+) (\S+)$/.exec(words) ?? [];
            mkdirSync(dirname(inside(target)), { recursive: true });
            done(['cp', '-r', `${roots.get(from)}${source}`, inside(target)]);
          }
        }
      }
      const command = join(root, 'usr/local/bin/llamp-ts');
      expect(bare(['env', `PATH=${NODE}:/usr/bin:/bin`, command, '--version'])).toMatch(VERSION_LINE);
      const alone = run(['unshare', '--net', command, 'demo'], join(root, 'data'));
      // Without the right to make a network of its own there is nothing to ask.
      if (!alone.stderr.includes('unshare')) expect(alone.stdout).toContain('slower by');
      expect(readdirSync(join(root, 'opt/llamp-ts/node_modules'))).not.toContain('vitest');
    },
    300_000,
  );
});
