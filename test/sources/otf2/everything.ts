/** One small run with everything that the reader understands; samples/everything is this, written by write.py. */
import { type Description, NO_ROOT, runOf, type Script } from './describe.js';

const WORLD = 0;
const SELF = 1;
const PAIR = 2;

/** Two ranks that do the same, each to the other. */
function body(script: Script, rank: number): void {
  const other = 1 - rank;
  script.call('MPI_Comm_rank').call('MPI_Comm_split', ['comm_create', PAIR]);
  script.enter('main', { file: 'everything.c', line: 12 });
  const p2p = [
    () => script.call('MPI_Send', ['mpi_send', other, WORLD, 5, 1_000]),
    () => script.call('MPI_Recv', ['mpi_recv', other, WORLD, 5, 1_000]),
  ];
  for (const half of rank === 0 ? p2p : p2p.reverse()) half();
  script.enter('halo', { file: 'everything.c', line: 40 });
  script.call('MPI_Irecv', ['mpi_irecv_request', 1]).call('MPI_Isend', ['mpi_isend', other, PAIR, 6, 80, 2]);
  script.event('thread_fork', 0, 3).event('unheard_of', 1, 2, 3).pass(20);
  script.call('MPI_Waitall', ['mpi_isend_complete', 2], ['mpi_irecv', other, PAIR, 6, 80, 1]);
  script.call('MPI_Sendrecv', ['mpi_send', other, WORLD, 7, 16], ['mpi_recv', other, WORLD, 7, 16]);
  script.leave('halo');
  script.call('MPI_Test', ['mpi_request_test', 9]);
  script.call(
    'MPI_Allreduce',
    ['mpi_collective_begin'],
    ['mpi_collective_end', 'ALLREDUCE', PAIR, NO_ROOT, 16, 16],
  );
  script.call(
    'MPI_Bcast',
    ['mpi_collective_begin'],
    ['mpi_collective_end', 'BCAST', WORLD, 0, rank === 0 ? 64 : 0, 32],
  );
  script.call(
    'MPI_Barrier',
    ['mpi_collective_begin'],
    ['mpi_collective_end', 'BARRIER', SELF, NO_ROOT, 0, 0],
  );
  script.call('MPI_Ibarrier', ['non_blocking_collective_request', 3]);
  script.call('MPI_Wait', ['non_blocking_collective_complete', 'BARRIER', WORLD, NO_ROOT, 0, 0, 3]);
  script.call('MPI_Irecv', ['mpi_irecv_request', 4]).call('MPI_Cancel');
  script.call('MPI_Wait', ['mpi_request_cancelled', 4]);
  script.event('buffer_flush', script.time + 30).pass(30);
  script.event('measurement_on_off', 'OFF').pass(50).event('measurement_on_off', 'ON');
  script.call('MPI_Put').leave('main');
}

/** The run, with clocks that drift and a location that numbers regions for itself. */
export function everything(): Description {
  const run = runOf([(script) => body(script, 0), (script) => body(script, 1)], {
    comms: [['pair', [1, 0]]],
    threads: [[0, (script) => script.pass(100).enter('work').pass(5_000).leave('work')]],
  });
  const [first, second, third] = run.locations;
  const swapped = second.events.map(([time, name, ...fields]): Description['locations'][0]['events'][0] =>
    name === 'enter' || name === 'leave' ? [time, name, 100 + Number(fields[0])] : [time, name, ...fields],
  );
  const maps = { region: run.regions.map((_, ref) => [100 + ref, ref] as const) };
  const offsets = [
    [1_000, 500],
    [1_400, 517],
    [1_800, 400],
  ] as const;
  return { ...run, locations: [first, { ...second, events: swapped, maps, offsets }, third] };
}
