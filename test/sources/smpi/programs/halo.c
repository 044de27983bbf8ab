/* A halo exchange on a ring, with what its ranks agree on: what smpirun -trace-ti writes of it is read. */
#include <mpi.h>

enum { ITEMS = 1000, STEPS = 3 };

int main(int argc, char **argv) {
  double out[ITEMS] = {0}, in[ITEMS], part = 1, whole;
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int left = (rank + size - 1) % size, right = (rank + 1) % size;
  MPI_Bcast(out, ITEMS, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (int step = 0; step < STEPS; step++) {
    MPI_Request request[2];
    MPI_Irecv(in, ITEMS, MPI_DOUBLE, left, step, MPI_COMM_WORLD, &request[0]);
    MPI_Isend(out, ITEMS, MPI_DOUBLE, right, step, MPI_COMM_WORLD, &request[1]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    MPI_Allreduce(&part, &whole, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
  if (rank == 0) MPI_Ssend(out, 10, MPI_INT, 1, 9, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(in, 10, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
