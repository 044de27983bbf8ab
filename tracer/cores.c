/* Are there as many cores on this node as ranks? Those that the ranks may run on count, whoever else computes there. */
#define _GNU_SOURCE
#include "cores.h"

#include <sched.h>

#include "sleep.h"
#include "state.h"

#include "quickly.h"

void llt_cores_start(void) {
  MPI_Comm node;
  int here;
  cpu_set_t own, all;
  CPU_ZERO(&own);
  /* Without an answer there is no core: the ranks share what there is. */
  sched_getaffinity(0, sizeof own, &own);
  PMPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  PMPI_Comm_size(node, &here);
  PMPI_Allreduce(&own, &all, sizeof own, MPI_BYTE, MPI_BOR, node);
  PMPI_Comm_free(&node);
  if (CPU_COUNT(&all) >= here) llt_sleep_alone();
}
