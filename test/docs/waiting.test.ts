/** The table of docs/waiting.md is what the model has; `npm run write -- waiting` rewrites it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { MpiLibrary } from '../../src/collectives/library-calls.js';
import { latencies } from '../collectives/join-latencies.js';

const PAGE = fileURLToPath(new URL('../../docs/waiting.md', import.meta.url));
const LIBRARIES: readonly MpiLibrary[] = ['openmpi', 'mpich', 'unknown'];
const RANKS = [2, 4, 8];

/** What the table calls them, and one of them as the model does. */
const CALLS: Readonly<Record<string, string>> = {
  'MPI_Comm_dup, Comm_create, Cart_create, Graph_create, Dist_graph_create_adjacent': 'Comm_dup',
  'MPI_Comm_idup, until its completion': 'Comm_idup',
  'MPI_Comm_create_group, among its own ranks': 'Comm_create_group',
  'MPI_Comm_split, Cart_sub': 'Comm_split',
  MPI_Comm_split_type: 'Comm_split_type',
  'MPI_Cart_create with `reorder`': 'Cart_create reordered',
  MPI_Dist_graph_create: 'Dist_graph_create',
  'MPI_Intercomm_create, of both groups': 'Intercomm_create',
  MPI_Intercomm_merge: 'Intercomm_merge',
  MPI_Comm_disconnect: 'Comm_disconnect',
  MPI_Win_create: 'Win_create',
  'MPI_Win_allocate, Win_allocate_shared': 'Win_allocate',
  MPI_Win_create_dynamic: 'Win_create_dynamic',
  MPI_Win_free: 'Win_free',
  MPI_Win_fence: 'Win_fence',
  'MPI_Win_fence with MPI_MODE_NOPRECEDE': 'Win_fence noprecede',
  MPI_File_open: 'File_open',
  'MPI_File_close, File_set_atomicity': 'File_close',
  'MPI_File_set_size, File_preallocate': 'File_set_size',
  MPI_File_set_view: 'File_set_view',
  MPI_File_sync: 'File_sync',
  'MPI_File_write_all, write_at_all, write_ordered': 'File_write_all',
  'the same where the view has gaps': 'File_write_all strided',
  'MPI_File_read_all, read_at_all, read_ordered': 'File_read_all',
};

const cell = (library: MpiLibrary, name: string): string =>
  RANKS.map((size) => latencies(library, name, size)).join(', ');

const table = [
  '| call | Open MPI | MPICH | others |',
  '| --- | --- | --- | --- |',
  ...Object.entries(CALLS).map(
    ([said, name]) => `| ${[said, ...LIBRARIES.map((library) => cell(library, name))].join(' | ')} |`,
  ),
].join('\n');

const TABLE = /\| call \| Open MPI[\s\S]*?(?=\n\n)/;

it('docs/waiting.md has the latencies of the model', () => {
  const page = readFileSync(PAGE, 'utf8');
  const made = page.replace(TABLE, table);
  if (process.env.LLAMP_UPDATE === '1') writeFileSync(PAGE, made);
  else expect(page, 'npm run write -- waiting').toBe(made);
});
