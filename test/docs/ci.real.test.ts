/** What docs/ci.md gives to pipelines does what it says, as far as that goes without GitHub and ReFrame. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { askJson, BIN, runCli } from '../cli/run.js';
import { findMpi } from '../tracer/mpi.js';
import { read } from './pages.js';

const TRACE = resolve('traces/runs/solver-4');
const folder = scratch();
const baseline = join(folder, 'base line $(touch pwned).json');

beforeAll(async () => {
  const { code } = await runCli(['tolerance', TRACE, '--pct', '1', '--save', baseline]);
  expect(code).toBe(0);
});

interface Action {
  readonly inputs: Readonly<Record<string, { readonly required?: boolean; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: {
    readonly using: string;
    readonly steps: readonly {
      readonly id: string;
      readonly shell: string;
      readonly env: Readonly<Record<string, string>>;
      readonly run: string;
    }[];
  };
}

describe('the action for GitHub', () => {
  const action: Action = parse(read('packaging/github/action.yml'));
  const [step] = action.runs.steps;

  /** An expression of GitHub's: only inputs are used. */
  const filled = (text: string, inputs: Readonly<Record<string, string>>): string =>
    text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => {
      const value = inputs[name] ?? action.inputs[name]?.default;
      if (value === undefined) throw new Error(`no input ${name}`);
      return value;
    });

  function run(inputs: Readonly<Record<string, string>>) {
    const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') };
    for (const file of Object.values(files)) writeFileSync(file, '');
    const values = { command: `node ${BIN}`, baseline, input: TRACE, ...inputs };
    const env = Object.fromEntries(
      Object.entries(step.env).map(([name, text]) => [name, filled(text, values)]),
    );
    // As GitHub runs `shell: bash`.
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: process.env.PATH, ...files, ...env },
      },
    );
    const [output, summary] = Object.values(files).map((file) => readFileSync(file, 'utf8'));
    return { status, stdout, stderr, output, summary };
  }

  it('is a composite action of one step, whose script has no expression in it', () => {
    expect([action.runs.using, action.runs.steps.length, step.shell]).toEqual(['composite', 1, 'bash']);
    expect(step.run).not.toContain('${{');
    expect(action.outputs['slower-pct'].value).toBe(`\${{ steps.${step.id}.outputs.slower-pct }}`);
    const required = Object.entries(action.inputs).filter(([, one]) => one.required === true);
    expect(required.map(([name]) => name)).toEqual(['baseline', 'input']);
  });

  it('passes a run that is as its baseline', () => {
    const { status, stderr, output, summary, stdout } = run({});
    expect([status, stderr, output]).toEqual([0, '', 'slower-pct=0\ntripped=\n']);
    expect(summary).toBe(`\`\`\`text\n${stdout.trimEnd()}\n\`\`\`\n`);
    expect(stdout).toMatch(/runtime T/);
  });

  it('fails one that is above the gate, and tells by how much', async () => {
    const { pct } = (await askJson(['diff', baseline, TRACE, '--b', '--latency 6us'])).result.delta;
    const { status, stderr, output } = run({ flags: '--b=--latency=6us --by function', 'fail-above': '2%' });
    expect([status, stderr]).toEqual([10, expect.stringMatching(/B is 10\.86 % slower than A/)]);
    expect(output).toBe(`slower-pct=${pct}\ntripped=runtime\n`);
    expect(run({ flags: '--b=--latency=6us', 'fail-above': '11%' }).status).toBe(0);
  });

  it('fails a program that sends more, whosoever computation it has', async () => {
    const flags = '--b=--collective=allreduce=ring';
    for (const computation of ['A', '']) {
      const { status, output } = run({ flags, 'computation-of': computation });
      expect([status, output]).toEqual([
        10,
        expect.stringMatching(/^tripped=communication lambda messages tolerance$/m),
      ]);
    }
  });

  it('fails with what is wrong where there is no answer', () => {
    const { status, stderr, output } = run({ input: join(folder, 'no such trace') });
    expect([status, output]).toEqual([3, 'slower-pct=\ntripped=\n']);
    expect(stderr).toMatch(/no such file/);
  });

  it('is described on the page with all of its inputs', () => {
    for (const name of [...Object.keys(action.inputs), ...Object.keys(action.outputs)])
      expect(read('docs/ci.md')).toContain(`\`${name}\``);
  });
});

describe.skipIf(findMpi('Open MPI') === undefined)('the steps of the page, under Open MPI', () => {
  const page = read('docs/ci.md');
  const [, first] = /```bash\n([\s\S]*?)```/.exec(page) ?? [];
  const [, gitlab] = /## GitLab\n\n```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const { script }: { readonly script: readonly string[] } = parse(gitlab).latency;
  const program = readFileSync('test/tracer/programs/gated.c', 'utf8');
  const cwd = join(folder, 'repository');

  /** Lines of a shell, as a runner takes them: the first that fails ends it. */
  function run(text: string) {
    const env = { ...process.env, OMPI_ALLOW_RUN_AS_ROOT: '1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM: '1' };
    const words = `llamp-ts() { node tools/llamp-ts/bin/run.js "$@"; }\ngit() { :; }\n${text}`;
    return spawnSync('bash', ['-e', '-c', words], { cwd, encoding: 'utf8', env });
  }

  it('pass the program that the baseline is of, and fail one with a barrier more', () => {
    mkdirSync(join(cwd, 'tools'), { recursive: true });
    symlinkSync(resolve('.'), join(cwd, 'tools/llamp-ts'));
    writeFileSync(join(cwd, 'app.c'), program);
    expect(run(first ?? '')).toMatchObject({ status: 0 });
    expect(run(script.join('\n'))).toMatchObject({ status: 0 });
    writeFileSync(join(cwd, 'app.c'), `#define CHANGE 2\n${program}`);
    const { status, stderr } = run(['rm -r llamp-trace', ...script].join('\n'));
    expect([status, stderr]).toEqual([10, expect.stringMatching(/messages is 880 in B and 640 in A/)]);
    expect(readFileSync(join(cwd, 'latency.txt'), 'utf8')).toMatch(/^ {2}lambda .* tripped$/m);
  }, 120_000);
});

/** What the snippet uses of ReFrame, as its documentation describes it: expressions are evaluated at once here. */
const REFRAME = `
import re, types
class RunOnlyRegressionTest: pass
def simple_test(cls): return cls
`;
const SANITY = `
import re
def all(values):
    return not [one for one in values if not one]
def assert_eq(a, b):
    assert a == b, f'{a} != {b}'
    return True
def assert_found(pattern, file):
    assert re.search(pattern, open(file).read(), re.MULTILINE), pattern
    return True
def extractsingle(pattern, file, tag=0, conv=None, item=0):
    found = [m.group(tag) for m in re.finditer(pattern, open(file).read(), re.MULTILINE)]
    return conv(found[item])
`;
const DRIVER = `
import builtins, json, subprocess, sys, types
builtins.sanity_function = lambda f: f
builtins.performance_function = lambda unit: lambda f: f
import snippet
test = snippet.LatencyBaseline()
words = [*sys.argv[1].split(' '), *test.executable_opts]
with open('stdout', 'w') as out:
    code = subprocess.run(words, stdout=out).returncode
test.stdout, test.job = 'stdout', types.SimpleNamespace(exitcode=code)
try:
    sane = test.within_gate()
except AssertionError as error:
    sane = str(error)
print(json.dumps({'sane': sane, 'runtime': test.runtime(), 'slower': test.slower(), 'executable': test.executable}))
`;

import { scratch } from '../cli/scratch.js';

const python = spawnSync('python3', ['--version']).status === 0;

describe.skipIf(!python)('the test for ReFrame', () => {
  const [, snippet] = /```python\n([\s\S]*?)```/.exec(read('docs/ci.md')) ?? [];

  function run(name: string, trace: string) {
    const cwd = join(folder, name);
    mkdirSync(join(cwd, 'reframe/utility'), { recursive: true });
    const files = {
      'reframe/__init__.py': REFRAME,
      'reframe/utility/__init__.py': '',
      'reframe/utility/sanity.py': SANITY,
    };
    for (const [file, text] of Object.entries({ ...files, 'snippet.py': snippet, 'driver.py': DRIVER }))
      writeFileSync(join(cwd, file), text);
    copyFileSync(baseline, join(cwd, 'baseline.json'));
    spawnSync('cp', ['-r', trace, join(cwd, 'llamp-trace')]);
    const { stdout, stderr } = spawnSync('python3', ['driver.py', `node ${BIN}`], { cwd, encoding: 'utf8' });
    return { ...JSON.parse(stdout || '{}'), stderr };
  }

  it('passes a run that is as its baseline, and reads its numbers', async () => {
    const { stdout } = await runCli(['tolerance', TRACE, '--json', '-q']);
    const { sane, runtime, slower, executable, stderr } = run('same', TRACE);
    expect([sane, slower, executable, stderr]).toEqual([true, 0, 'llamp-ts', '']);
    expect(runtime).toBeCloseTo(JSON.parse(stdout).result.runtime_ns, 6);
  });

  it('fails one that is above the gate', () => {
    const { sane, slower } = run('slower', resolve('traces/cg-4'));
    expect(sane).toBe('10 != 0');
    expect(slower).toBeGreaterThan(2);
  });
});
