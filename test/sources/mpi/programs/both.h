/* A collective as it blocks and as it does not, each asked by TRY(name, call). */
#include <mpi.h>

#define W MPI_COMM_WORLD
#define D MPI_DOUBLE

#define BOTH(name, Call, ICall, ...)                                                 \
  TRY(name, Call(__VA_ARGS__));                                                      \
  TRY("i" name, do { MPI_Request q; ICall(__VA_ARGS__, &q); MPI_Wait(&q, MPI_STATUS_IGNORE); } while (0))
