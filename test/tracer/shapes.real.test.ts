/**
 * Shapes of communication, each a region of one program: λ of each by hand, as both MPI libraries of this machine run and
 * the tracer records it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { askJson } from '../cli/run.js';
import { RANKS } from './mpi.js';
import { underEachMpi } from './under-each-mpi.js';

/** Statements of each rank `r` of four, and latencies on the critical path: of both libraries, or of Open MPI and MPICH. */
type Shape = readonly [name: string, body: string, latencies: number | readonly [number, number]];

const MESSAGES: readonly Shape[] = [
  ['send', 'if (r == 0) SEND(1); if (r == 1) RECV(0);', 1],
  ['there_and_back', 'if (r == 0) { SEND(1); RECV(1); } if (r == 1) { RECV(0); SEND(0); }', 2],
  ['three_hops', 'if (r > 0) RECV(r - 1); if (r < 3) SEND(r + 1);', 3],
  ['two_at_once', 'if (r < 2) SEND(r + 2); else RECV(r - 2);', 1],
  ['synchronous', 'if (r == 0) MPI_Ssend(b, 1, MPI_INT, 1, 0, W); if (r == 1) RECV(0);', 2],
  ['buffered', 'if (r == 0) MPI_Bsend(b, 1, MPI_INT, 1, 0, W); if (r == 1) RECV(0);', 1],
  [
    'ready',
    'if (r == 1) { IRECV(0, q); SEND(0); WAIT(q); } if (r == 0) { RECV(1); MPI_Rsend(b, 1, MPI_INT, 1, 0, W); }',
    2,
  ],
  ['to_nobody', 'SEND(MPI_PROC_NULL); RECV(MPI_PROC_NULL);', 0],
  [
    'large',
    'if (r == 0) MPI_Send(big, 1 << 20, MPI_CHAR, 1, 0, W); if (r == 1) MPI_Recv(big, 1 << 20, MPI_CHAR, 0, 0, W, MPI_STATUS_IGNORE);',
    1,
  ],
  ['isend', 'if (r == 0) { ISEND(1, q); WAIT(q); } if (r == 1) RECV(0);', 1],
  ['irecv', 'if (r == 1) { IRECV(0, q); WAIT(q); SEND(0); } if (r == 0) { SEND(1); RECV(1); }', 2],
  ['waitall', 'IRECV(left, q); ISEND(right, q + 1); MPI_Waitall(2, q, MPI_STATUSES_IGNORE);', 1],
  [
    'waitall_twice',
    'for (int i = 0; i < 2; i++) { IRECV(left, q); ISEND(right, q + 1); MPI_Waitall(2, q, MPI_STATUSES_IGNORE); }',
    2,
  ],
  ['sendrecv', 'SENDRECV();', 1],
  ['sendrecv_three_times', 'for (int i = 0; i < 3; i++) SENDRECV();', 3],
  ['sendrecv_replace', 'MPI_Sendrecv_replace(b, 1, MPI_INT, right, 0, left, 0, W, MPI_STATUS_IGNORE);', 1],
  ['isendrecv', 'ISENDRECV(q); WAIT(q);', 1],
  ['isendrecv_twice', 'for (int i = 0; i < 2; i++) { ISENDRECV(q); WAIT(q); }', 2],
  ['isendrecv_at_once', 'ISENDRECV(q); ISENDRECV(q + 1); MPI_Waitall(2, q, MPI_STATUSES_IGNORE);', 1],
  ['isendrecv_replace', 'ISENDRECV_REPLACE(q); WAIT(q);', 1],
  ['any_source', 'if (r == 0) RECV(MPI_ANY_SOURCE); if (r == 1) SEND(0);', 1],
  ['any_source_of_three', 'if (r == 0) for (int i = 0; i < 3; i++) RECV(MPI_ANY_SOURCE); else SEND(0);', 1],
  [
    'any_tag',
    'if (r == 0) MPI_Recv(b, 1, MPI_INT, 1, MPI_ANY_TAG, W, MPI_STATUS_IGNORE); if (r == 1) SEND(0);',
    1,
  ],
  [
    'waitany',
    'if (r == 0) { int i; IRECV(1, q); IRECV(2, q + 1); MPI_Waitany(2, q, &i, MPI_STATUS_IGNORE); MPI_Waitany(2, q, &i, MPI_STATUS_IGNORE); } if (r == 1 || r == 2) SEND(0);',
    1,
  ],
  [
    'waitsome',
    'if (r == 0) { int n, all = 0, at[2]; IRECV(1, q); IRECV(2, q + 1); while (all < 2) { MPI_Waitsome(2, q, &n, at, MPI_STATUSES_IGNORE); all += n; } } if (r == 1 || r == 2) SEND(0);',
    1,
  ],
  [
    'test_spinning',
    'if (r == 0) { SEND(1); POLL(1, (void)0); } if (r == 1) { POLL(0, (void)0); SEND(0); }',
    2,
  ],
  [
    'test_sleeping',
    'if (r == 0) { SEND(1); POLL(1, usleep(20)); } if (r == 1) { POLL(0, usleep(20)); SEND(0); }',
    2,
  ],
  [
    'test_yielding',
    'if (r == 0) { SEND(1); POLL(1, sched_yield()); } if (r == 1) { POLL(0, sched_yield()); SEND(0); }',
    2,
  ],
  [
    'testall_sleeping',
    'if (r == 0) { int f = 0; IRECV(1, q); IRECV(2, q + 1); while (!f) { MPI_Testall(2, q, &f, MPI_STATUSES_IGNORE); if (!f) usleep(20); } } if (r == 1 || r == 2) SEND(0);',
    1,
  ],
  ['probe', 'if (r == 0) { MPI_Probe(1, 0, W, &s); RECV(1); } if (r == 1) SEND(0);', 1],
  [
    'iprobe_spinning',
    'if (r == 0) { SEND(1); PROBE(1, (void)0); } if (r == 1) { PROBE(0, (void)0); SEND(0); }',
    2,
  ],
  [
    'iprobe_sleeping',
    'if (r == 0) { SEND(1); PROBE(1, usleep(20)); } if (r == 1) { PROBE(0, usleep(20)); SEND(0); }',
    2,
  ],
  [
    'mprobe',
    'if (r == 0) { MPI_Mprobe(1, 0, W, &m, &s); MPI_Mrecv(b, 1, MPI_INT, &m, &s); } if (r == 1) SEND(0);',
    1,
  ],
  [
    'improbe_imrecv',
    'if (r == 0) { int f = 0; while (!f) MPI_Improbe(1, 0, W, &f, &m, &s); MPI_Imrecv(b, 1, MPI_INT, &m, q); WAIT(q); } if (r == 1) SEND(0);',
    1,
  ],
  [
    // A, x, B, y follow one another, though A is received last.
    'mprobe_before_another',
    'if (r == 0) { SEND(1); RECV(1); SEND(1); RECV(1); } if (r == 1) { MPI_Mprobe(0, 0, W, &m, &s); SEND(0); RECV(0); SEND(0); MPI_Mrecv(b, 1, MPI_INT, &m, &s); }',
    4,
  ],
  [
    'persistent',
    'if (r < 2) { MPI_Send_init(b, 1, MPI_INT, 1 - r, 0, W, q); MPI_Recv_init(b, 1, MPI_INT, 1 - r, 0, W, q + 1); for (int i = 0; i < 2; i++) { if (r == 0) { START(q); START(q + 1); } else { START(q + 1); START(q); } } MPI_Request_free(q); MPI_Request_free(q + 1); }',
    4,
  ],
  ['cancelled', 'if (r == 0) { IRECV(1, q); MPI_Cancel(q); WAIT(q); }', 0],
];

const COLLECTIVES: readonly Shape[] = [
  ['barrier', 'MPI_Barrier(W);', 2],
  // Rank 1 comes one latency late: to rank 0 and back, or two rounds.
  ['barrier_late', 'if (r == 0) SEND(1); if (r == 1) RECV(0); MPI_Barrier(W);', 3],
  ['bcast', 'MPI_Bcast(b, 2, MPI_INT, 0, W);', 2],
  ['allreduce', 'MPI_Allreduce(b, c, 2, MPI_INT, MPI_SUM, W);', 2],
  ['allgather', 'MPI_Allgather(b, 2, MPI_INT, c, 2, MPI_INT, W);', 2],
  ['ibarrier', 'MPI_Ibarrier(W, q); WAIT(q);', 2],
  // Up and down a binomial tree, or by recursive doubling.
  ['iallreduce', 'MPI_Iallreduce(b, c, 1, MPI_INT, MPI_SUM, W, q); WAIT(q);', [4, 2]],
  [
    'iallreduce_tested',
    'int f = 0; MPI_Iallreduce(b, c, 1, MPI_INT, MPI_SUM, W, q); while (!f) MPI_Test(q, &f, MPI_STATUS_IGNORE);',
    [4, 2],
  ],
  ['of_a_half', 'MPI_Barrier(half);', 1],
  ['of_halves_in_turn', 'MPI_Barrier(half); MPI_Barrier(half);', 2],
  ['of_both', 'MPI_Barrier(half); MPI_Barrier(W);', 3],
  ['neighbours', 'MPI_Neighbor_alltoall(b, 1, MPI_INT, c, 1, MPI_INT, cart);', 1],
  ['ineighbours', 'MPI_Ineighbor_allgather(b, 1, MPI_INT, c, 1, MPI_INT, cart, q); WAIT(q);', 1],
];

/** By the closed forms of docs/waiting.md with p = 4. */
const COMMUNICATORS: readonly Shape[] = [
  ['dup', 'MPI_Comm_dup(W, &made);', [12, 6]],
  ['dup_of_half', 'MPI_Comm_dup(half, &made);', [6, 3]],
  ['dup_with_info', 'MPI_Comm_dup_with_info(W, MPI_INFO_NULL, &made);', [12, 6]],
  ['idup', 'MPI_Comm_idup(W, &made, q); WAIT(q);', [12, 4]],
  ['split', 'MPI_Comm_split(W, 0, r, &made);', [14, 8]],
  // The allreduce and the allgather, and a broadcast in each half.
  ['split_in_two', 'MPI_Comm_split(W, r % 2, r, &made);', [14, 7]],
  ['create', 'MPI_Comm_create(W, all, &made);', [12, 6]],
  ['create_some', 'MPI_Comm_create(W, two, &made);', [12, 5]],
  ['create_group', 'if (r < 2) MPI_Comm_create_group(W, two, 7, &made);', [6, 2]],
  ['cart_create', 'MPI_Cart_create(W, 1, &four, &once, 0, &made);', [12, 6]],
  ['cart_create_reordered', 'MPI_Cart_create(W, 1, &four, &once, 1, &made);', [12, 8]],
  ['cart_sub', 'MPI_Cart_sub(cart, &once, &made);', [14, 8]],
  [
    'dist_graph_adjacent',
    'MPI_Dist_graph_create_adjacent(W, 1, &left, MPI_UNWEIGHTED, 1, &right, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made);',
    [12, 6],
  ],
  ['free', 'MPI_Comm d; MPI_Comm_dup(MPI_COMM_SELF, &d); MPI_Comm_free(&d);', 0],
];

const WINDOWS_AND_FILES: readonly Shape[] = [
  ['win_create', 'MPI_Win_create(b, sizeof b, 1, MPI_INFO_NULL, W, &other);', [14, 16]],
  ['win_free', 'MPI_Win_free(&other);', 2],
  ['win_create_dynamic', 'MPI_Win_create_dynamic(MPI_INFO_NULL, W, &other);', [14, 10]],
  ['fence', 'MPI_Win_fence(0, win);', [4, 2]],
  ['fence_twice', 'MPI_Win_fence(0, win); MPI_Win_fence(0, win);', [8, 4]],
  ['fence_that_ends_nothing', 'MPI_Win_fence(MPI_MODE_NOPRECEDE, win);', 2],
  [
    'win_sync',
    'MPI_Win_lock(MPI_LOCK_SHARED, r, 0, other); MPI_Win_sync(other); MPI_Win_unlock(r, other);',
    0,
  ],
  ['file_open', 'MPI_File_open(W, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);', 20],
  ['file_set_view', 'MPI_File_set_view(file, 4 * r, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);', 4],
  ['file_write_all', 'MPI_File_write_all(file, b, 1, MPI_INT, &s);', [12, 4]],
  ['file_read_at_all', 'MPI_File_read_at_all(file, 0, c, 1, MPI_INT, &s);', [6, 4]],
  ['file_write_at', 'MPI_File_write_at(file, 0, b, 1, MPI_INT, &s);', 0],
  ['file_view_with_gaps', 'MPI_File_set_view(file, 4 * r, MPI_INT, gaps, "native", MPI_INFO_NULL);', 4],
  ['file_write_all_with_gaps', 'MPI_File_write_all(file, b, 2, MPI_INT, &s);', 12],
  ['file_set_size', 'MPI_File_set_size(file, 4096);', [4, 6]],
  ['file_sync', 'MPI_File_sync(file);', [2, 0]],
  ['file_close', 'MPI_File_close(&file);', [4, 2]],
];

/** Ranks 0 and 1, and ranks 2 and 3; rank 1 is the root. Open MPI 4.1.4 may hang in nonblocking ones. */
const BETWEEN_GROUPS: readonly Shape[] = [
  // A reduction, the exchange of leaders, a broadcast; or a barrier of each group and a broadcast to each.
  ['between_barrier', 'MPI_Barrier(between);', [3, 4]],
  ['between_bcast', 'MPI_Bcast(r == 0 ? NULL : b, r == 0 ? 0 : 1, MPI_INT, root, between);', 2],
  ['between_reduce', 'MPI_Reduce(b, c, 1, MPI_INT, MPI_SUM, root, between);', 2],
  ['between_allreduce', 'MPI_Allreduce(b, c, 1, MPI_INT, MPI_SUM, between);', 3],
  ['between_gather', 'MPI_Gather(b, 1, MPI_INT, c, 1, MPI_INT, root, between);', 2],
  [
    'between_scatterv',
    '{ int n[2] = {1, 2}, at[2] = {0, 1}; MPI_Scatterv(b, n, at, MPI_INT, c, 1 + r % 2, MPI_INT, root, between); }',
    [2, 1],
  ],
  ['between_allgather', 'MPI_Allgather(b, 1, MPI_INT, c, 1, MPI_INT, between);', [3, 4]],
  ['between_alltoall', 'MPI_Alltoall(b, 1, MPI_INT, c, 1, MPI_INT, between);', [1, 2]],
  [
    'between_reduce_scatter',
    '{ int n[2] = {1, 1}; MPI_Reduce_scatter(b, c, n, MPI_INT, MPI_SUM, between); }',
    [2, 4],
  ],
];

const SHAPES = [...MESSAGES, ...COLLECTIVES, ...COMMUNICATORS, ...WINDOWS_AND_FILES, ...BETWEEN_GROUPS];

const program = `
#define _GNU_SOURCE
#include <mpi.h>
#include <sched.h>
#include <unistd.h>
#include "llamp.h"
#define W MPI_COMM_WORLD
#define SEND(to) MPI_Send(b, 1, MPI_INT, to, 0, W)
#define RECV(from) MPI_Recv(b, 1, MPI_INT, from, 0, W, MPI_STATUS_IGNORE)
#define ISEND(to, request) MPI_Isend(b, 1, MPI_INT, to, 0, W, request)
#define IRECV(from, request) MPI_Irecv(c, 1, MPI_INT, from, 0, W, request)
#define WAIT(request) MPI_Wait(request, MPI_STATUS_IGNORE)
#if MPI_VERSION >= 4
#define ISENDRECV(q) MPI_Isendrecv(b, 1, MPI_INT, right, 0, c, 1, MPI_INT, left, 0, W, q)
#define ISENDRECV_REPLACE(q) MPI_Isendrecv_replace(b, 1, MPI_INT, right, 0, left, 0, W, q)
#else
#define ISENDRECV(q) { IRECV(left, q); MPI_Send(b, 1, MPI_INT, right, 0, W); }
#define ISENDRECV_REPLACE(q) ISENDRECV(q)
#endif
#define SENDRECV() MPI_Sendrecv(b, 1, MPI_INT, right, 0, c, 1, MPI_INT, left, 0, W, MPI_STATUS_IGNORE)
#define POLL(from, between) do { int f = 0; IRECV(from, q); while (!f) { MPI_Test(q, &f, MPI_STATUS_IGNORE); if (!f) between; } } while (0)
#define PROBE(from, between) do { int f = 0; while (!f) { MPI_Iprobe(from, 0, W, &f, &s); if (!f) between; } RECV(from); } while (0)
#define START(request) do { MPI_Start(request); MPI_Wait(request, MPI_STATUS_IGNORE); } while (0)
static int b[64], c[64];
static char big[1 << 20], buffer[1 << 16];
int main(int argc, char **argv) {
  int r, four = ${RANKS}, once = 1;
  const char *name = argc > 1 ? argv[1] : "file";
  MPI_Request q[4];
  MPI_Status s;
  MPI_Message m;
  MPI_Comm half, cart, made, between;
  MPI_Group all, two;
  MPI_Win win, other = MPI_WIN_NULL;
  MPI_File file;
  MPI_Datatype gaps;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(W, &r);
  MPI_Buffer_attach(buffer, sizeof buffer);
  const int left = (r + 3) % 4, right = (r + 1) % 4;
  const int first[2] = {0, 1};
  MPI_Comm_split(W, r / 2, r, &half);
  MPI_Cart_create(W, 1, &four, &once, 0, &cart);
  MPI_Intercomm_create(half, 0, W, r < 2 ? 2 : 0, 9, &between);
  const int root = r == 1 ? MPI_ROOT : r == 0 ? MPI_PROC_NULL : 1;
  MPI_Comm_group(W, &all);
  MPI_Group_incl(all, 2, first, &two);
  MPI_Win_create(c, sizeof c, 1, MPI_INFO_NULL, W, &win);
  MPI_Win_fence(0, win);
  MPI_Type_vector(2, 1, 4, MPI_INT, &gaps);
  MPI_Type_commit(&gaps);
${SHAPES.map(([shape, body]) => `  MPI_Barrier(W);\n  llamp_region_begin("${shape}"); { ${body} } llamp_region_end();\n`).join('')}
  MPI_Barrier(W);
  MPI_Win_free(&other);
  MPI_Win_free(&win);
  MPI_Type_free(&gaps);
  MPI_Finalize();
  (void)(name); (void)(made); (void)(left); (void)(right);
  return 0;
}
`;

interface Parts {
  readonly result: {
    readonly phases: readonly { readonly name: string; readonly lambda: { readonly L: number } }[];
  };
}

underEachMpi('shapes', (mpi) => {
  it('take the latencies that they have by hand', async () => {
    const source = join(mpi.bench.folder, 'shapes.c');
    writeFileSync(source, program);
    const run = mpi.bench.run(source, { args: [join(mpi.bench.folder, 'written')] });
    expect([run.code, run.stdout, run.stderr]).toEqual([0, '', '']);
    const machine = ['-L', '100ms', '-o', '0', '-G', '0', '-S', 'none'];
    for (const form of ['bin', 'txt']) {
      const trace = `${run.folder}/llamp-trace-rank-0.${form}`;
      const parts = ['--by', 'part:region@together', '--pct', '1'];
      const { result }: Parts = await askJson(['tolerance', trace, ...machine, ...parts]);
      const found = Object.fromEntries(
        result.phases.map(({ name, lambda }) => [name.replace(/#1$/, ''), lambda.L]),
      );
      const expected = Object.fromEntries(
        SHAPES.map(([name, , latencies]) => [
          name,
          typeof latencies === 'number' ? latencies : latencies[mpi.name === 'Open MPI' ? 0 : 1],
        ]),
      );
      expect(found).toEqual(expected);
    }
  });
});
