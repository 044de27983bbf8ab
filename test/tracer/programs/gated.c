/*
 * A halo and a sum in each round, and what pull requests do to it: -DCHANGE=1 to 10. Ranks compute while the halo is under way,
 * for times that the machine makes.
 */
#include <mpi.h>
#include <stdlib.h>

#ifndef CHANGE
#define CHANGE 0
#endif

enum { ROUNDS = 40 + (CHANGE == 8), CELLS = (CHANGE == 4 ? 2 : 1) * 2048, WORK = 20000 };

static double left_in[CELLS], right_in[CELLS], cells[CELLS];

static double compute(double x, int steps) {
  for (int i = 0; i < steps; i++) x = x * 0.999 + cells[i % CELLS];
  return x;
}

static void halo(int left, int right) {
  MPI_Request open[4];
#if CHANGE == 6
  MPI_Sendrecv(cells, CELLS, MPI_DOUBLE, right, 1, left_in, CELLS, MPI_DOUBLE, left, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Sendrecv(cells, CELLS, MPI_DOUBLE, left, 2, right_in, CELLS, MPI_DOUBLE, right, 2, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  cells[0] = compute(cells[0], WORK);
#else
#if CHANGE == 1
  double flag = cells[0];
  MPI_Request told[2];
  MPI_Irecv(&left_in[0], 1, MPI_DOUBLE, left, 3, MPI_COMM_WORLD, &told[0]);
  MPI_Isend(&flag, 1, MPI_DOUBLE, right, 3, MPI_COMM_WORLD, &told[1]);
  MPI_Waitall(2, told, MPI_STATUSES_IGNORE);
#endif
#if CHANGE == 7
  MPI_Request halves[4];
  MPI_Irecv(left_in + CELLS / 2, CELLS / 2, MPI_DOUBLE, left, 4, MPI_COMM_WORLD, &halves[0]);
  MPI_Irecv(right_in + CELLS / 2, CELLS / 2, MPI_DOUBLE, right, 5, MPI_COMM_WORLD, &halves[1]);
  MPI_Isend(cells + CELLS / 2, CELLS / 2, MPI_DOUBLE, right, 4, MPI_COMM_WORLD, &halves[2]);
  MPI_Isend(cells + CELLS / 2, CELLS / 2, MPI_DOUBLE, left, 5, MPI_COMM_WORLD, &halves[3]);
  enum { PART = CELLS / 2 };
#else
  enum { PART = CELLS };
#endif
  MPI_Irecv(left_in, PART, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &open[0]);
  MPI_Irecv(right_in, PART, MPI_DOUBLE, right, 2, MPI_COMM_WORLD, &open[1]);
  MPI_Isend(cells, PART, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &open[2]);
  MPI_Isend(cells, PART, MPI_DOUBLE, left, 2, MPI_COMM_WORLD, &open[3]);
#if CHANGE == 7
  MPI_Waitall(4, halves, MPI_STATUSES_IGNORE);
#endif
#if CHANGE == 10
  MPI_Waitall(4, open, MPI_STATUSES_IGNORE);
  cells[0] = compute(cells[0], WORK);
#else
  cells[0] = compute(cells[0], WORK);
  MPI_Waitall(4, open, MPI_STATUSES_IGNORE);
#endif
#endif
}

static double norm(double mine, int ranks) {
  double sum = 0;
#if CHANGE == 3
  MPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Bcast(&sum, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
#elif CHANGE == 9
  double *all = malloc(ranks * sizeof *all);
  MPI_Gather(&mine, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (int rank = 0; rank < ranks; rank++) sum += all[rank];
  MPI_Bcast(&sum, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  free(all);
#else
  MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
#endif
#if CHANGE == 5
  double most;
  MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  sum += most;
#endif
  return sum;
}

int main(int argc, char **argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  double total = 0;
  for (int round = 0; round < ROUNDS; round++) {
    halo((rank + ranks - 1) % ranks, (rank + 1) % ranks);
#if CHANGE == 2
    MPI_Barrier(MPI_COMM_WORLD);
#endif
    total += norm(compute(rank, WORK / 4), ranks);
  }
  MPI_Finalize();
  return total == 0;
}
