/** What the programs do, as closed forms of the rounds N and the number of ranks: calls by name, and messages. */
import { RANKS } from './mpi.js';

export const N = 5;
const p = RANKS;
/** Ranks but the first. */
const w = p - 1;

/** Every name once per rank, or as often as its `*n` says. */
function each(names: string, times = p): Record<string, number> {
  return Object.fromEntries(
    names.split(' ').map((name) => {
      const [call, many = '1'] = name.split('*');
      return [call, Number(many) * times];
    }),
  );
}

export interface Expected {
  readonly file: string;
  readonly calls: Readonly<Record<string, number>>;
  /** Messages between ranks and to oneself, where no collective adds to them. */
  readonly messages?: number;
  /** Calls that the reader of text traces does not understand; default none. */
  readonly strange?: boolean;
  /** Calls whose number depends on when messages arrive: at least one, at most this many. */
  readonly varying?: Readonly<Record<string, number>>;
}

export const C_PROGRAMS: readonly Expected[] = [
  {
    file: 'ring.c',
    calls: each('Recv Send Sendrecv Sendrecv_replace', N * p),
    messages: 3 * N * p,
  },
  {
    file: 'halo.c',
    calls: each('Irecv*2 Isend*2 Waitall', N * p),
    messages: 2 * N * w,
  },
  {
    file: 'persistent.c',
    calls: {
      ...each('Recv_init*2 Send_init Ssend_init Request_free*4'),
      ...each('Startall Waitall Start*4 Wait*4', N * p),
    },
    messages: 4 * N * p,
  },
  {
    file: 'reqcopy.c',
    calls: each('Irecv Isend Waitall', N * p),
    messages: N * p,
  },
  {
    file: 'copies.c',
    calls: each(
      'Irecv*12 Send*10 Waitany*2 Testany*2 Testall Test*2 Recv_init Send_init Startall*3 Waitall*4 Start*4 Wait*8 ' +
        'Request_free*3 Isend*5 Cancel Recv*3',
    ),
    varying: { Testsome: 2 * p },
    // Two of each of five choices, five of persistent requests, one that is freed, three of a shared handle.
    messages: (2 * 5 + N + 1 + 3) * p,
  },
  {
    file: 'farm.c',
    calls: {
      Send: (2 * N + 5) * w,
      Recv: (N + 4) * w,
      Irecv: 6 * w,
      ...each('Probe Test Waitany Testany', w),
      Testall: 1,
    },
    varying: { Waitsome: w, Testsome: w },
    messages: (2 * N + 5) * w,
  },
  {
    file: 'collectives.c',
    calls: each(
      'Barrier Bcast Reduce Allreduce*2 Scan Exscan Gather Gatherv Scatter Scatterv Allgather*2 Allgatherv Alltoall ' +
        'Alltoallv Reduce_scatter Reduce_scatter_block Ibarrier Ibcast Ireduce Iallreduce Iscan Iexscan Igather Igatherv ' +
        'Iscatter Iscatterv Iallgather Iallgatherv Ialltoall Ialltoallv Ireduce_scatter Ireduce_scatter_block Waitall',
    ),
  },
  {
    file: 'communicators.c',
    calls: {
      ...each(
        'Comm_dup*2 Allreduce*2 Comm_split Comm_split_type Cart_create Sendrecv Cart_sub Comm_create Comm_idup',
      ),
      ...each('Wait Comm_disconnect'),
      Bcast: w,
      Barrier: 3 * p + Math.ceil(p / 2),
      Comm_free: 5 * p + w + Math.ceil(p / 2),
    },
  },
  {
    file: 'modes.c',
    calls: {
      ...each('Barrier Sendrecv Rsend Bsend Ibsend Issend Isend Waitall', N * p),
      ...each('Ssend', (N * p) / 2),
      Probe: 4 * N * p + (N * p) / 2,
      Recv: 4 * N * p + (N * p) / 2,
      Irecv: N * p + p,
      Wait: N * p + p,
      Cancel: p,
    },
    messages: 6 * N * p + (N * p) / 2,
  },
  {
    file: 'matched.c',
    calls: each('Isend*2 Mprobe*2 Mrecv Imrecv Wait Waitall', N * p),
    strange: true,
  },
  {
    file: 'neighbours.c',
    calls: {
      ...each('Cart_create Neighbor_allgather*2 Neighbor_allgatherv Neighbor_alltoall Neighbor_alltoallv'),
      ...each(
        'Neighbor_alltoallw Ineighbor_allgather Ineighbor_allgatherv Ineighbor_alltoall Ineighbor_alltoallv',
      ),
      ...each(
        'Ineighbor_alltoallw Dist_graph_create_adjacent Dist_graph_create Waitall Wait Alltoallw Ialltoallw',
      ),
      ...each('Comm_free*3'),
    },
    // Two neighbours on the grid, one in each graph; in an Alltoallw all others.
    messages: p * (5 * 2 + 5 + 1) + 2 * p * w,
  },
  {
    file: 'groups.c',
    calls: {
      ...each('Comm_split Intercomm_create Allgather Intercomm_merge Barrier Comm_free*3'),
      Sendrecv: 2,
    },
    strange: true,
  },
  {
    file: 'between.c',
    calls: {
      ...each('Comm_create_group Intercomm_create Comm_dup Intercomm_merge Sendrecv Comm_free*4'),
      ...each('Irecv Send Wait', 4 * w),
    },
    messages: 4 * w + p,
  },
  {
    file: 'solver.c',
    calls: { Allreduce: (N + 1) * p, ...each('Sendrecv Irecv Isend Waitall', N * p) },
  },
  { file: 'regions.c', calls: { Allreduce: N * p } },
];

/** One-sided calls and I/O. */
export const WINDOWS: Expected = {
  file: 'windows.c',
  calls: each('Win_create Win_fence*2 Put Win_free File_open File_write_at File_read_at File_close'),
  strange: true,
};

export const FORTRAN_PROGRAMS: readonly Expected[] = [
  {
    file: 'stencil.f90',
    calls: {
      ...each(
        `Irecv*${2 * N + 1} Isend*${2 * N + 1} Waitany*${N} Waitall*${N} Recv Test Send Testsome Comm_split`,
      ),
      ...each('Allreduce Reduce Allgatherv Comm_free Barrier'),
    },
  },
];

/** Fortran 2008. */
export const RING08: Expected = {
  file: 'ring08.f90',
  calls: each(
    `Comm_dup Sendrecv*${N} Recv_init Send_init Start*${2 * N} Wait*${2 * N} Request_free*2 Irecv Isend Waitany*2 ` +
      'Allreduce Comm_free',
  ),
};
