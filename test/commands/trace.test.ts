/** `trace` where there is no MPI: what is said, and that nothing half-made is left. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectRefusal, runCli, withPath } from '../cli/run.js';
import { scratch, scriptsIn } from '../cli/scratch.js';
import { listedKeys } from '../docs/pages.js';
import { cases, inFull } from '../part.js';

const folder = scratch();

/** Without what the loader says of a library that is none. */
const ofOurs = (stderr: string): string => stderr.replace(/^ERROR: ld\.so: .*\n/gm, '');

/** A program of the shell. */
const script = scriptsIn(folder);

describe('trace build', () => {
  it('says what to run where there is no compiler', async () => {
    const { code, stdout, stderr } = await runCli(`trace build --mpicc no-mpicc --output ${folder}`);
    expect([code, stdout]).toEqual([5, '']);
    expect(stderr).toContain("the MPI compiler 'no-mpicc' does not exist here");
    expect(stderr).toMatch(
      /no-mpicc -O2 -fPIC -std=gnu99 -shared -o \S+libllamp-trace\.so \S+tracer\/\*\.c\n$/,
    );
  });

  it('tells what the compiler says, and leaves nothing half-made', async () => {
    const refuses = script('refuses', 'echo "mpi.h: No such file" >&2; exit 1');
    const into = join(folder, 'lib');
    const { code, stdout, stderr } = await runCli(['trace', 'build', '--mpicc', refuses, '--output', into]);
    expect([code, stdout]).toEqual([5, '']);
    expect(stderr).toContain('could not build the tracer (exit 1)');
    expect(stderr).toContain('mpi.h: No such file');
    expect(readdirSync(into)).toEqual([]);
  });

  // Takes a process for each source.
  it.each(cases(['cc'], () => false))('compiles every source once and links them', async (name) => {
    const log = join(folder, 'log');
    const links = 'while [ "$1" != -o ]; do shift; done; : >"$2"';
    const compiler = script(name, `echo "$@" >> ${log}; case "$*" in *" -c "*) ;; *) ${links};; esac`);
    const into = join(folder, 'built');
    const { code, stdout } = await runCli(['trace', 'build', '--mpicc', compiler, '--output', into]);
    expect(code).toBe(0);
    expect(stdout).toContain(`LD_PRELOAD=${join(into, 'libllamp-trace.so')}`);
    expect(readdirSync(into)).toEqual(['libllamp-trace.so']);
    const lines = readFileSync(log, 'utf8').trim().split('\n');
    const sources = readdirSync('tracer').filter((name) => name.endsWith('.c'));
    const compiled = lines.slice(0, -1).map((line) => line.match(/[^/ ]+\.c(?= |$)/g) ?? []);
    expect(compiled.flat().sort()).toEqual(sources.sort());
    // Eight a call, so that cores share them.
    expect(compiled.every((call) => call.length <= 8)).toBe(true);
    expect(lines.at(-1)).toMatch(/^-shared -o /);
    expect(lines.at(-1)?.match(/[^/ ]+\.o(?= |$)/g)?.length).toBe(sources.length);
    const json = await runCli(['trace', 'build', '--mpicc', compiler, '--output', into, '--json']);
    expect(Object.keys(JSON.parse(json.stdout).result)).toEqual(listedKeys('trace build'));
  });

  it('takes a compiler and its folders by paths from here, and an output folder too', async () => {
    const log = join(folder, 'relative.log');
    const links = 'while [ "$1" != -o ]; do shift; done; touch "$2"';
    script('near', `echo "$1 $2" >> ${log}; case "$*" in *" -c "*) ;; *) ${links};; esac`);
    const here = relative('.', folder);
    const mpicc = `${join(here, 'near')} -Itracer -I/usr/include`;
    const { code } = await runCli(['trace', 'build', '--mpicc', mpicc, '--output', join(here, 'near-built')]);
    expect([code, readdirSync(join(folder, 'near-built'))]).toEqual([0, ['libllamp-trace.so']]);
    expect(new Set(readFileSync(log, 'utf8').trim().split('\n'))).toEqual(
      new Set([`-I${resolve('tracer')} -I/usr/include`]),
    );
  });
});

describe('trace run', () => {
  /** What passes for a tracer, which the loader leaves out. */
  const library = (): string => {
    const path = join(folder, 'libllamp-trace.so');
    writeFileSync(path, '\x7fELF LLAMP_TRACE');
    return path;
  };

  it.each([
    ['trace run', 2, 'no program given'],
    ['trace run --tracer /nowhere/lib.so -- true', 3, '/nowhere/lib.so: no such file'],
    ['trace run --tracer package.json -- true', 3, 'package.json: this file is no tracer. Build one'],
    ['trace run --tracer /dev/zero -- true', 3, '/dev/zero: this file is no tracer. Build one'],
    ['trace run --tracer tracer -- true', 3, 'tracer/libllamp-trace.so: no such file. Build one'],
    [
      'trace run --output x mpirun -np 2 ./app',
      2,
      "-- is missing before 'mpirun'. Write -- mpirun -np 2 ./app\n",
    ],
    ['inject run -L 1ms ./app --steps=3', 2, "-- is missing before './app'. Write -- ./app --steps=3\n"],
    ['measure mpirun', 2, "-- is missing before 'mpirun'. Write -- mpirun\n"],
    ['trace run --no-such -- true', 2, 'the flag --no-such does not exist'],
  ])('refuses %s', async (line, code, words) => {
    await expectRefusal(line, code, words);
  });

  it('hands the tracer on as each launcher does', async () => {
    const seen = join(folder, 'seen');
    const output = join(folder, 'nothing');
    const of = async (name: string, says: string, words = '-n 2 -x A -x B ./app --deep'): Promise<string> => {
      const launcher = script(
        name,
        `if [ "$1" = --version ]; then echo '${says}'; exit; fi\necho "preload=$LD_PRELOAD $@" > ${seen}`,
      );
      await expectRefusal(
        `trace run --tracer ${library()} --output ${output} -- ${launcher} ${words}`,
        3,
        'no rank wrote a trace',
      );
      return readFileSync(seen, 'utf8');
    };
    const lib = join(folder, 'libllamp-trace.so');
    const trace = `LLAMP_TRACE=${output}`;
    const openMpi = await of('mpirun', 'mpirun (Open MPI) 4.1.4');
    expect(openMpi).toMatch(
      new RegExp(`^preload= -x LD_PRELOAD=${lib} -x ${trace} .*-n 2 -x A -x B ./app --deep\n$`),
    );
    const hydra = await of('mpiexec', 'HYDRA build details:');
    expect(hydra).toMatch(
      new RegExp(`^preload= -genv LD_PRELOAD ${lib} -genv LLAMP_TRACE ${output} .*-n 2 -x A -x B ./app`),
    );
    // Open MPI sets variables for one of several programs only.
    const two = await of('mpirun', 'mpirun (Open MPI) 4.1.4', '-n 1 ./a : -n 1 ./b');
    expect(two).toMatch(new RegExp(`-x ${trace} .*-n 1 ./a : -x LD_PRELOAD=.* -x ${trace} .*-n 1 ./b\n$`));
    expect(await of('srun', 'slurm')).toBe(`preload=${lib} -n 2 -x A -x B ./app --deep\n`);
  });

  it('refuses a folder that LD_PRELOAD would divide, before the program runs', async () => {
    const spaced = join(folder, 'two words');
    mkdirSync(spaced);
    copyFileSync(library(), join(spaced, 'libllamp-trace.so'));
    const ran = join(folder, 'ran');
    const argv = ['trace', 'run', '--tracer', spaced, '--output', join(folder, 'unused'), '--'];
    await expectRefusal(
      [...argv, script('runs', `touch ${ran}`)],
      2,
      'LD_PRELOAD divides its value at blanks',
    );
    expect(existsSync(ran)).toBe(false);
  });

  it('refuses a folder whose name a file has', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    await expectRefusal(
      ['trace', 'build', '--output', file],
      3,
      'a file of this name exists. Choose another name',
    );
  });

  it('names the call sites of traces that a failed program left', async () => {
    const output = join(folder, 'named');
    const traces = resolve('traces/runs/solver-4');
    const program = script(
      'late',
      `mkdir -p ${output}; cp ${traces}/*.gz ${output}; gunzip ${output}/*.gz; exit 7`,
    );
    await expectRefusal(
      ['trace', 'run', '--tracer', library(), '--output', output, '--', program],
      3,
      '4 files',
    );
    expect(readdirSync(output)).toContain('llamp-trace-sites.json');
  });

  it('says what was seen of a program that left no trace', async () => {
    const ran = (...words: string[]) =>
      runCli(['trace', 'run', '--tracer', library(), '--output', join(folder, 'none'), '--', ...words]);
    expect((await ran('env', process.execPath, '--version')).stderr).toContain(
      `no rank wrote a trace; ${process.execPath} loads no MPI library when it starts. Check that it calls MPI_Init`,
    );
    expect((await ran(script('quiet', 'exit 0'))).stderr).toContain(
      'no rank wrote a trace; the command line names no compiled program of this machine. Check that it calls MPI_Init',
    );
  });

  it('keeps the order of words that come twice', async () => {
    const seen = join(folder, 'words');
    const program = script('words', `echo "$@" > ${seen}`);
    const words = ['--mca', 'btl', 'vader,self', '--mca', 'yield', '1', '-n', '2', '--', 'app', '-n', '2'];
    await runCli(['trace', 'run', '--tracer', library(), '--output', folder, '--', program, ...words]);
    expect(readFileSync(seen, 'utf8')).toBe(`${words.join(' ')}\n`);
    const { code, stderr } = await runCli(['trace', 'run', 'env', '--', program]);
    expect([code, stderr]).toEqual([
      2,
      "llamp-ts: 'env' comes before --. Write the whole command line after --\n",
    ]);
  });

  it('tells a program that fails, with what it said and the traces that it left', async () => {
    const output = join(folder, 'failed');
    const program = script(
      'fails',
      `mkdir -p ${output}; echo said; echo MPI_Init:-:0 > ${output}/llamp-trace-rank-0.txt; exit 7`,
    );
    const { code, stdout, stderr } = await runCli(
      `trace run --tracer ${library()} --output ${output} -- ${program}`,
    );
    expect([code, stdout]).toEqual([3, 'said\n']);
    expect(stderr).toContain('the program ended with exit code 7');
    expect(stderr).toContain(`but wrote traces to ${output} (1 file)`);
    await expectRefusal(
      ['trace', 'run', '--tracer', library(), '--output', output, '--', program],
      2,
      'already contains traces',
    );
  });

  /** What `check` says of two traces that have MPI_Finalize alone. */
  const CHECKED = 'check: 2 calls read; complete; 0 % of the time not understood; warnings no-init\n';

  it('counts ranks and bytes, and keeps standard output for the program, or for JSON', async () => {
    const output = join(folder, 'fine');
    const files = [0, 1].map(
      (rank) => `echo 'MPI_Finalize:1.000:-' > ${output}/llamp-trace-rank-${rank}.txt`,
    );
    const program = script('program', `mkdir -p ${output}; ${files.join('; ')}; echo said`);
    // The folder of a tracer stands for the tracer in it.
    const argv = ['trace', 'run', '--tracer', join(library(), '..'), '--output', output];
    const { code, stdout, stderr } = await runCli([...argv, '--', program]);
    expect([code, stdout]).toEqual([0, 'said\n']);
    expect(ofOurs(stderr)).toBe(
      `2 ranks traced in ${output}, 42 B\n${CHECKED}next: llamp-ts tolerance ${output}\n      llamp-ts what-if ${output}\n`,
    );
    // In both forms they are one input.
    rmSync(output, { recursive: true });
    const both = script('both', `mkdir -p ${output}; touch ${output}/llamp-trace-rank-0.bin; ${files[0]}`);
    const { stderr: told } = await runCli([...argv, '--', both]);
    expect(told).toContain(`next: llamp-ts tolerance ${output}\n`);
    rmSync(output, { recursive: true });
    const json = await runCli([...argv, '--json', '--', program]);
    expect(ofOurs(json.stderr)).toBe('said\n');
    const { result, warnings } = JSON.parse(json.stdout);
    expect(Object.keys(result)).toEqual(listedKeys('trace run'));
    expect(warnings).toEqual([]);
    expect(result).toMatchObject({ ranks: 2, bytes: 42 });
    expect(result.files[0]).toEqual({
      name: 'llamp-trace-rank-0.txt',
      rank: 0,
      bytes: 21,
      host: '',
      finished: true,
    });
    expect(existsSync(join(output, 'llamp-trace-rank-1.txt'))).toBe(true);
  });

  describe('of several worlds', () => {
    /** Runs a shell program that leaves text traces, by their paths in the folder, with the ns at which they began. */
    const worlds = async (name: string, files: Readonly<Record<string, number>>, ...flags: string[]) => {
      const output = join(folder, name);
      const put = Object.entries(files).map(
        ([path, began]) =>
          `mkdir -p $(dirname ${output}/${path}); printf '# start-realtime-ns: ${began}\\nMPI_Finalize:1.000:-\\n' > ${output}/${path}`,
      );
      const program = script(`worlds-${name}`, put.join('; '));
      const argv = ['trace', 'run', '--tracer', library(), '--output', output, ...flags, '--', program];
      const { code, stdout, stderr } = await runCli(argv);
      expect(code).toBe(0);
      return { output, stdout, stderr: ofOurs(stderr) };
    };
    const rank = (n: number): string => `llamp-trace-rank-${n}.txt`;
    /** In ns, by when the tests are long over. */
    const LATER = 4e18;

    it('keeps each in its folder, and says which are there', async () => {
      const files = {
        [rank(0)]: 1e18,
        [rank(1)]: 1e18,
        [`run-2/${rank(0)}`]: LATER,
        [`run-10/${rank(0)}`]: LATER,
      };
      const { output, stderr } = await worlds('thrice', files);
      expect(stderr).toContain('warning: 3 MPI programs ran; each has its traces in a folder of its own\n');
      expect(stderr).toContain(
        `2 ranks traced in ${output}, 124 B\n1 rank traced in ${output}/run-2, 62 B\n1 rank traced in ${output}/run-10, 62 B\n` +
          `${CHECKED}next: llamp-ts tolerance ${output}/${rank(0)}\n`,
      );
      const read = await runCli(['check', output]);
      expect([read.code, read.stderr]).toEqual([
        3,
        `llamp-ts: ${output}: the folder holds traces of 3 runs. Name one of them: ${output}/${rank(0)}, ${output}/run-10, ${output}/run-2\n`,
      ]);
      const json = await worlds('json', { [rank(0)]: 1e18, [`run-2/${rank(0)}`]: LATER }, '--json');
      expect(JSON.parse(json.stdout).result.worlds).toEqual([
        { folder: json.output, spawned: false, ranks: 1, bytes: 62 },
        { folder: `${json.output}/run-2`, spawned: false, ranks: 1, bytes: 62 },
      ]);
    });

    it('names a program whose MPI library is not that of the launcher', async () => {
      const { stderr } = await worlds('alone', { [rank(0)]: 1e18, [`run-2/${rank(0)}`]: 1e18 + 1e6 });
      expect(stderr).toContain(
        'warning: 2 separate worlds of 1 rank ran at once, because the launcher belongs to another MPI than the program',
      );
    });

    it('names what MPI_Comm_spawn started', async () => {
      const { output, stderr } = await worlds('spawn', { [rank(0)]: 1e18, [`spawned-1/${rank(0)}`]: 1e18 });
      expect(stderr).toContain('warning: MPI_Comm_spawn started 1 world, with separate traces');
      expect(stderr).toContain(`next: llamp-ts tolerance ${output}\n`);
    });

    it('reads what is left of a run that did not end', async () => {
      const output = join(folder, 'parts');
      const lines = (own: number) => [
        "# htor's PMPI Tracer 1.1 Output File",
        `# rank: ${own}`,
        '',
        'MPI_Init:-:0:0:0.000',
        `MPI_Barrier:1.000:1,${own},2:2.000`,
        ...(own === 0 ? ['MPI_Finalize:3.000:-'] : []),
      ];
      const put = [0, 1].map((own) => {
        const path = `${output}/${rank(own)}${own === 0 ? '' : '.part'}`;
        return `printf "${lines(own).join('\\n')}\\n" > ${path}`;
      });
      const program = script('parted', `mkdir -p ${output}; ${put.join('; ')}`);
      const { stderr } = await runCli([
        'trace',
        'run',
        '--tracer',
        library(),
        '--output',
        output,
        '--',
        program,
      ]);
      expect(ofOurs(stderr)).toContain(
        'warning: 1 of 2 traces ends before MPI_Finalize (llamp-trace-rank-1.txt.part) and is incomplete\n',
      );
      const read = await runCli(['check', output]);
      expect(read.code).toBe(0);
      expect(read.stdout + read.stderr).toContain(`${rank(1)}.part: the calls of rank 1 after 2 µs are lost`);
    });
  });

  /** Runs a shell program that leaves the lines as the text trace of one rank. */
  const leaving = async (
    name: string,
    lines: readonly string[],
  ): Promise<{ output: string; stderr: string }> => {
    const output = join(folder, name);
    const put = lines.map((line) => `echo '${line}' >> ${output}/llamp-trace-rank-0.txt`);
    const program = script(`leaves-${name}`, `mkdir -p ${output}; ${put.join('; ')}`);
    const argv = ['trace', 'run', '--tracer', library(), '--output', output, '--', program];
    const { code, stderr } = await runCli(argv);
    expect(code).toBe(0);
    return { output, stderr: ofOurs(stderr) };
  };

  it('knows a whole text by its MPI_Finalize, however long the map behind it', async () => {
    const segment = '#map: 7f0000000000-7f0000001000 r-xp 00000000 fe:00 1 /usr/lib/a-library-with-a-name.so';
    const { stderr } = await leaving('mapped', ['MPI_Finalize:1.000:-', ...Array(40).fill(segment)]);
    expect(stderr).not.toContain('without MPI_Finalize');
  });

  it('writes the names of call sites beside the traces, and says what it cannot read', async () => {
    const sited = ['# llamp-trace 1', '#stack: 1,0x5010', 'MPI_Finalize:1.000:-'];
    const gone = '#map: 5000-6000 r-xp 00000000 fe:00 1 /nowhere/app';
    const { output, stderr } = await leaving('sited', [`# htor PMPI Tracer`, ...sited, gone]);
    expect(stderr).not.toContain('warning: ');
    // What cannot be read here may be where the traces are read.
    expect(JSON.parse(readFileSync(join(output, 'llamp-trace-sites.json'), 'utf8')).frames).toEqual([]);
    const damaged = await leaving('damaged', [`# htor PMPI Tracer`, ...sited, '#map: 5000']);
    expect(damaged.stderr).toContain('the call sites have no names (');
    expect(damaged.stderr).toContain(
      "llamp-trace-rank-0.txt:5: '#map: 5000' is not a segment of a map. The line is damaged",
    );
  });
});

describe('the tracer of a run', () => {
  let before: string | undefined;
  let home = '';
  let log = '';
  beforeEach(() => {
    before = process.env.XDG_CACHE_HOME;
    home = mkdtempSync(join(folder, 'home-'));
    log = join(home, 'log');
    process.env.XDG_CACHE_HOME = join(home, 'cache');
  });
  afterEach(() => {
    if (before === undefined) delete process.env.XDG_CACHE_HOME;
    else process.env.XDG_CACHE_HOME = before;
  });

  /** A compiler of a version, which counts what it links and puts `made` into it. */
  const wrapper = (version: string, made = 'ELF LLAMP_TRACE'): string =>
    script(
      'wrapper',
      `case "$*" in
*' -E '*|'-E '*) echo '#define MPI_VERSION ${version}';;
-show) echo 'cc -lmpi';;
*-shared*) echo "$@" >> ${log}; while [ "$1" != -o ]; do shift; done; printf '\\177${made}' > "$2";;
esac`,
    );

  /** Runs a program that prints where its tracer is, and what is in it. */
  async function run(mpicc: string): Promise<{ stdout: string; stderr: string; links: number }> {
    const output = mkdtempSync(join(home, 'traces-'));
    const program = script(
      `prints-${basename(output)}`,
      `echo > ${output}/llamp-trace-rank-0.txt; cat "$LD_PRELOAD"`,
    );
    const ran = await runCli(['trace', 'run', '--mpicc', mpicc, '--output', output, '--', program]);
    expect(ran.code).toBe(0);
    const links = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').length : 0;
    return { stdout: ran.stdout, stderr: ofOurs(ran.stderr), links };
  }

  const BUILT = (mpicc: string): string => `llamp-ts: building the tracer with ${mpicc}\n`;

  it('is built once for each version of a compiler, and told', async () => {
    const mpicc = wrapper('3');
    const first = await run(mpicc);
    expect(first).toMatchObject({ stdout: '\x7fELF LLAMP_TRACE', links: 1 });
    expect(first.stderr).toContain(BUILT(mpicc));
    const second = await run(mpicc);
    expect(second).toMatchObject({ stdout: '\x7fELF LLAMP_TRACE', links: 1 });
    expect(second.stderr).not.toContain('building');
    wrapper('4', 'ELF LLAMP_TRACE new');
    const other = await run(mpicc);
    expect(other).toMatchObject({ stdout: '\x7fELF LLAMP_TRACE new', links: 2 });
    expect(other.stderr).toContain(BUILT(mpicc));
  });

  inFull('is built by each of two runs that begin at once, and kept whole', async () => {
    const mpicc = wrapper('3');
    const both = await Promise.all([run(mpicc), run(mpicc)]);
    expect(both.map(({ stdout }) => stdout)).toEqual(['\x7fELF LLAMP_TRACE', '\x7fELF LLAMP_TRACE']);
    const { links } = await run(mpicc);
    expect((await run(mpicc)).links).toBe(links);
  });

  inFull('is built again where nothing can be kept, or what is kept was damaged', async () => {
    const mpicc = wrapper('3');
    writeFileSync(join(home, 'cache'), 'no folder');
    expect([(await run(mpicc)).links, (await run(mpicc)).links]).toEqual([1, 2]);
    rmSync(join(home, 'cache'));
    expect([(await run(mpicc)).links, (await run(mpicc)).links]).toEqual([3, 3]);
    const kept = join(home, 'cache', 'llamp-ts');
    const [name] = readdirSync(kept);
    truncateSync(join(kept, name, 'built'), 40);
    expect([(await run(mpicc)).links, (await run(mpicc)).links]).toEqual([4, 4]);
  });

  it('is not handed to a program of another MPI', async () => {
    const bin = mkdtempSync(join(home, 'bin-'));
    const app = script('app', '');
    writeFileSync(app, '\x7fELF');
    const ldd = script(join(relative(folder, bin), 'ldd'), '');
    const lddOf = (tracer: string): void =>
      writeFileSync(
        ldd,
        `#!/bin/sh\ncase "$1" in *libllamp*) l=${tracer};; *app) l=libmpich.so.12;; esac\n[ -z "$l" ] || echo "\t$l => /lib/$l (0x7f)"\n`,
      );
    const refused = (...flags: string[]) =>
      withPath(`${bin}:${process.env.PATH}`, () =>
        runCli(['trace', 'run', '--output', join(home, 'none'), ...flags, '--', 'env', app]),
      );
    lddOf('libmpi.so.40');
    const built = await refused('--mpicc', wrapper('3'));
    expect([built.code, built.stdout]).toEqual([2, '']);
    expect(built.stderr).toMatch(
      /app loads libmpich\.so\.12, but the tracer loads libmpi\.so\.40, which is another MPI\. Name the compiler wrapper of the program's MPI, such as --mpicc \S*mpicc\S*\n$/,
    );
    const tracer = join(home, 'none');
    const named = await refused('--tracer', tracer);
    expect(named.code).toBe(2);
    expect(named.stderr).toMatch(
      /which is another MPI\. Build a tracer for the program's MPI with 'llamp-ts trace build --mpicc /,
    );
    // Of one MPI it runs: the program that is none is the system's to refuse.
    lddOf('libmpich.so.12');
    expect((await refused('--tracer', tracer)).stderr).toMatch(/the program ended with exit code/);
  });
});
