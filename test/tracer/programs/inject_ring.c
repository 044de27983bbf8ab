/* Every rank sends as many bytes as the argument says to the next, and then receives. */
#include "common.h"

static char out[1 << 20], in[1 << 20];

int main(int argc, char **argv) {
  begin(&argc, &argv);
  const int bytes = atoi(argv[1]);
  MPI_Send(out, bytes, MPI_CHAR, right(), 0, W);
  MPI_Recv(in, bytes, MPI_CHAR, left(), 0, W, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
