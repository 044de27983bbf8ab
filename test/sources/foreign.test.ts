/** What is not read is called by its name. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatOf } from '../../src/sources/formats.js';

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

async function* once(chunk: Uint8Array): AsyncGenerator<Uint8Array> {
  yield chunk;
}

/** What reading a file says. */
async function said(text: string, source = 'x'): Promise<string> {
  const bytes = latin1(text);
  try {
    await formatOf(bytes).read([{ source, chunks: once(bytes) }], { source });
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Nodes of Chakra as protobuf writes them behind their length: number, name, type. */
const NODE_0 = '\x07\x12\x03dot\x18\x04';
const NODE_300 = '\x0a\x08\xac\x02\x12\x03dot\x18\x04';

describe('a file of another kind', () => {
  it.each([
    ['#Paraver (10/04/2001 at 14:22):12345_ns:1(4):1:4(1:1)\n', 'a Paraver trace'],
    ['#DIMEMAS:"solver.dim":1,1000000000:4(0,0,0,0),1\n', 'a Dimemas trace'],
    ['%EventDef PajeDefineContainerType 0\n%  Alias string\n', 'a Pajé trace'],
    ['#This file was generated using SimGrid-3.32.0\n#[./a.out --cfg', 'a Pajé trace'],
    ['# by hand\n\n%EventDef\tPajeDefineStateType 2\n', 'a Pajé trace'],
    [
      'MPI_Init entering at walltime 8153.0493, cputime 0.0044 seconds in thread 0.\nint argc=1\n',
      'text of dumpi2ascii',
    ],
    ['/* CTF 1.8 */\n\ntypealias integer', 'a CTF trace'],
    ['\x1e{"type":"preamble","version":2}\n', 'a CTF trace'],
    ['\x57\x1d\xd1\x75\0\0\0\0', 'a CTF trace'],
    ['\xc1\x1f\xfc\xc1\0\0\0\0', 'a CTF trace'],
    ['PROJECTIONS_ID \nVERSION 11.0\nTOTAL_PHASES 1\n', 'a Projections trace of Charm++'],
    ['PROJECTIONS-RECORD 812\n6 0 0\n', 'a Projections trace of Charm++'],
    ['HPCRUN-trace______01.01b\0\0\0\x01', 'a database or measurement of HPCToolkit'],
    ['HPCTOOLKITmeta\x04\0', 'a database or measurement of HPCToolkit'],
    ['<?xml version="1.0"?>\n<!DOCTYPE HPCToolkitExperiment [\n', 'a database or measurement of HPCToolkit'],
    ['26 templated_functions_MULTI_TIME\n# Name Calls Subrs Excl Incl ProfileCalls #\n', 'a TAU profile'],
    ['@ mpiP\n@ Command : ./a.out\n@ Version : 3.4.1\n', 'a report of mpiP'],
    ['3.41\0\0\0\x0075d\0\0\0\0\0', 'a Darshan log'],
    ['3.21\0\0\0\0\0\0\0\0\0d57', 'a Darshan log'],
    ['# darshan log version: 3.41\n# compression method: ZLIB\n', 'a Darshan log'],
    ['\n# OSU MPI Latency Test v7.3\n# Size  Latency (us)\n0  1.06\n', 'output of the OSU micro-benchmarks'],
    ['[1,0]<stdout>:# OSU MPI-ROCM Bandwidth Test v7.3\n', 'output of the OSU micro-benchmarks'],
    ['#----------\n#    Intel(R) MPI Benchmarks 2021.3, MPI-1 part\n', 'output of the Intel MPI Benchmarks'],
    [
      '[0] #----------\n[0] #    Intel (R) MPI Benchmark Suite V3.2, MPI-1 part\n',
      'output of the Intel MPI Benchmarks',
    ],
    ['rank 0=node1 slot=0:0\nrank 1=node1 slot=0:1\n', 'a rankfile'],
    ['# all\nnode1\nnode2\n', 'a list of hosts'],
    ['localhost slots=4 max_slots=8\n', 'a list of hosts'],
    ['node-a:4\nnode-b:4\n', 'a list of hosts'],
    ['VEF3 64 9216 0 1 0 0 1000000\n', 'a VEF trace'],
    ['CLOG-02.44 is_big_endian=FALSE', 'an MPE log (CLOG2)'],
    ['\0\x0aSLOG 2.0.6\0', 'an MPE log (SLOG2)'],
    ['SQLite format 3\0\x10\0\x01', 'an SQLite database'],
    // Metadata with a version, with attributes alone, empty, and none; nodes of number 0, which is not written, and others.
    [`\x07\n\x050.0.4${NODE_0}`, 'a Chakra execution trace'],
    [`\x0a\x12\x08\n\x06schema${NODE_0}`, 'a Chakra execution trace'],
    [`\0${NODE_0}`, 'a Chakra execution trace'],
    [`\0${NODE_300}`, 'a Chakra execution trace'],
    [NODE_0, 'a Chakra execution trace'],
    [NODE_300, 'a Chakra execution trace'],
    // A name of 150 B, whose length takes two, as that of the message.
    [`\x9d\x01\x08\x01\x12\x96\x01${'f'.repeat(150)}\x18\x04`, 'a Chakra execution trace'],
    // Behind a first message of 200 B, whose length takes two.
    [`\xc8\x01\x08\x01\x12\x03dot\x18\x04${'R\0'.repeat(95)}`, 'a Chakra execution trace'],
    ['{\n  "schema": "1.0.2-chakra.0.0.4",\n "nodes": []', 'a Chakra execution trace of one host of PyTorch'],
    ['{"schema": "1.0.1", "pid": 12, "time": "now",', 'a Chakra execution trace of one host of PyTorch'],
    ['\n{\n  "schemaVersion": 1,\n  "deviceProperties": [\n', 'a Kineto trace of PyTorch'],
    ['{"schemaVersion": 1, "distributedInfo": {"rank": 0}', 'a Kineto trace of PyTorch'],
    ['{"schemaVersion": 1,"traceEvents": [', 'a Kineto trace of PyTorch'],
    ['{"traceEvents": []}', "a trace in Chrome's format, as Kineto and others write it"],
    ['[\n{"name": "step", "ph": "X", "ts": 1}', "a trace in Chrome's format, as Kineto and others write it"],
    ['{\n  "schema": "llamp-ts/check/2",', 'an answer of llamp-ts'],
    ['\x7fELF\x02\x01\x01\0', 'a program'],
    ['%PDF-1.7\n', 'a PDF file'],
    ['version https://git-lfs.github.com/spec/v1\noid sha256:1\n', 'a pointer of Git LFS'],
    ['PK\x03\x04\x14\0', 'an archive'],
    [`${'a.goal'.padEnd(257, '\0')}ustar\x0000`, 'an archive'],
    ['\n<!DOCTYPE html>\n<html>', 'an XML or HTML page'],
    ['[{"a": 1}]', 'JSON'],
    ['L,T\n3us,1.2s\n', 'a table (CSV)'],
  ])('%j is called by its name', async (text, name) => {
    expect(await said(text)).toMatch(`x: this is ${name}, which is not read. `);
  });

  it('is looked for behind comments, and not in the middle of a line', async () => {
    const comments = `# ${'x'.repeat(600)}\n`;
    expect(await said(`${comments}%EventDef PajeDefineContainerType 0\n`)).toContain('a Pajé trace');
    expect(await said(`${'node1\n'.repeat(1000)}n`)).toContain('a list of hosts');
    for (const text of ['nonsense', 'two words\n', 'node1\nnot a host\n', 'x # OSU\n'])
      expect(await said(text)).not.toContain('which is not read');
  });

  it.each([
    ['job_1.darshan', '\x01\x02\x03', 'a Darshan log'],
    ['profile.cubex', 'index.xml\0', 'a Cube profile of Score-P'],
    ['run.otf', '1:1\n', 'a trace of OTF 1'],
    ['worker.1700000000.pt.trace.json', '{"a": 1}', 'a Kineto trace of PyTorch'],
    ['run.nsys-rep', '\x01\x02\x03', 'a report of NVIDIA Nsight Systems'],
  ])('%s is called by its name', async (file, text, name) => {
    expect(await said(text, file)).toContain(`${file}: this is ${name}, which is not read. `);
  });

  it("is called by its name: dumpi2ascii's text of sst-dumpi's own sample", async () => {
    const text = readFileSync('test/sources/dumpi/testtrace/testtrace-0000.txt', 'latin1');
    expect(await said(text)).toContain(
      'x: this is text of dumpi2ascii, which is not read. Name the binary DUMPI',
    );
  });

  it('says the way to GOAL where there is one', async () => {
    expect(await said('SQLite format 3\0')).toBe(
      'x: this is an SQLite database, which is not read. If Nsight Systems exported it, convert it to GOAL with ATLAHS (spcl/atlahs, goal_gen/ai)',
    );
  });
});

describe('GOAL that is badly written', () => {
  it.each(['put 1b to 1 ct 0 tag 10', 'append 1b to priority_list allowed 1 ct 0', 'test 0 for 1'])(
    'is GOAL 2 where it says %s',
    async (operation) => {
      expect(await said(`num_ranks 2\nrank 0{\nl0: ${operation}\nl1: calc 1\nl1 requires l0\n}\n`)).toBe(
        `x:3:5: this is GOAL 2 (LogGOPSim 2), whose operations such as '${operation.split(' ')[0]}' are not read. Write the program with calc, send and recv`,
      );
    },
  );
});
