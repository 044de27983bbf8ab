/** Who reads traces is told of calls and of lines of their files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';
import { rankText } from '../sources/liballprof/traces.js';

const base = scratch();

/** A folder of text traces. */
function traced(name: string, ranks: readonly (readonly string[])[]): string {
  const folder = join(base, name);
  mkdirSync(folder);
  ranks.forEach((lines, rank) => {
    writeFileSync(join(folder, `pmpi-trace-rank-${rank}.txt`), rankText(lines, rank, ranks.length));
  });
  return folder;
}

const fileOf = (folder: string, rank: number): string => join(folder, `pmpi-trace-rank-${rank}.txt`);
const send = (at: number, peer: number) => `MPI_Send:${at}:1:1:D:${peer}:5:W:${at}`;
const recv = (at: number, peer: number, count = 1) => `MPI_Recv:${at}:1:${count}:D:${peer}:5:W:0:${at}`;

describe('what cannot be modelled', () => {
  it('names the call and line of messages that nobody receives, and speaks of traces', async () => {
    const folder = traced('unmatched', [[send(110, 1), send(120, 1)], [recv(110, 0)]]);
    const { code, stderr } = await runCli(['tolerance', folder]);
    expect(code).toBe(4);
    expect(stderr).toContain(`rank 0, MPI_Send#2: send 8b to 1 tag 5 (${fileOf(folder, 0)}:7)`);
    expect(stderr).toContain('The traces have no matching receive of rank 1');
    expect(stderr).not.toContain('l2');
  });

  it('names both calls of a truncated message', async () => {
    const folder = traced('truncated', [[send(110, 1)], ['MPI_Barrier:105:90,0,1:105', recv(110, 0, 0)]]);
    const { code, stderr } = await runCli(['tolerance', folder]);
    expect(code).toBe(4);
    expect(stderr).toContain(`rank 1, MPI_Recv#1: recv 0b from 0 tag 5 (${fileOf(folder, 1)}:7)`);
    expect(stderr).toContain(`rank 0, MPI_Send#1: send 8b to 1 tag 5 (${fileOf(folder, 0)}:6)`);
  });

  it('names the calls of a deadlock', async () => {
    const folder = traced('deadlock', [
      [recv(110, 1), send(120, 1)],
      [recv(110, 0), send(120, 0)],
    ]);
    const { code, stderr } = await runCli(['tolerance', folder]);
    expect(code).toBe(4);
    expect(stderr).toContain('deadlock');
    expect(stderr).toContain(`MPI_Recv#1: recv 8b from 1 tag 5 (${fileOf(folder, 0)}:6)`);
  });
});
