/*
 * A ring both ways in N rounds of 1 ms, by requests of which the program completes copies: each made in the same variable,
 * or, with an argument, in one of its own.
 */
#include "common.h"
#include <unistd.h>

int main(int argc, char **argv) {
  begin(&argc, &argv);
  double out = rank, in = -1;
  for (int i = 0; i < N; i++) {
    MPI_Request x, y, both[2];
    usleep(1000);
    MPI_Irecv(&in, 1, MPI_DOUBLE, left(), 0, W, &x);
    both[0] = x;
    MPI_Isend(&out, 1, MPI_DOUBLE, right(), 0, W, argc > 1 ? &y : &x);
    both[1] = argc > 1 ? y : x;
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    must(in == left(), "message");
  }
  MPI_Finalize();
  return 0;
}
