/* The C binding with counts beyond 32 bits, where the MPI library has it. */
#include <mpi.h>
#if MPI_VERSION >= 4
#define LLT_LARGE
#include "bind_large.h"
#include "p2p.inc"
#include "collectives.inc"
#include "neighbours.inc"
#include "others.inc"
#include "named_large.def"
#else
typedef int llt_no_large_counts;
#endif
