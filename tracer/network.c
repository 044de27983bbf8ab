/* Can messages be delayed here? All ranks on one node, one thread at a time, and a latency that is not below the node's own. */
#include "network.h"

#include <sched.h>
#include <stdio.h>

#include "by_library.h"
#include "cores.h"
#include "injection.h"
#include "messages.h"
#include "plan.h"
#include "say.h"
#include "sleep.h"

#define ROUNDS 50

static void refuse_other_nodes(void) {
  MPI_Comm node;
  int here;
  PMPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  PMPI_Comm_size(node, &here);
  PMPI_Comm_free(&node);
  int all_here = here == llt.ranks, agreed;
  PMPI_Allreduce(&all_here, &agreed, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (!agreed) llt_refuse("LLAMP_L, LLAMP_ADD: the ranks are on several nodes, and messages are delayed on one only");
}

/* Without blocking calls: the MPI library may spin in them while the other rank has no core. */
static void pass_on(int peer, int sends) {
  char byte = 0;
  int over = 0;
  MPI_Request request;
  if (sends) PMPI_Isend(&byte, 1, MPI_CHAR, peer, 0, llt_wire, &request);
  else PMPI_Irecv(&byte, 1, MPI_CHAR, peer, 0, llt_wire, &request);
  while (PMPI_Test(&request, &over, MPI_STATUS_IGNORE), !over) sched_yield();
}

/* Half of the fastest of some round trips between neighbours, in ns; the longest of all pairs. */
static int64_t transport(void) {
  const int peer = llt.rank ^ 1;
  long long fastest = INT64_MAX, slowest;
  for (int i = 0; i < ROUNDS && peer < llt.ranks; i++) {
    const int64_t before = llt_now();
    pass_on(peer, llt.rank < peer);
    pass_on(peer, llt.rank > peer);
    const int64_t took = (llt_now() - before) / 2;
    if (took < fastest) fastest = took;
  }
  if (peer >= llt.ranks) fastest = 0;
  PMPI_Allreduce(&fastest, &slowest, 1, MPI_LONG_LONG, MPI_MAX, MPI_COMM_WORLD);
  return slowest;
}

static void settle_latency(void) {
  const int64_t least = transport();
  if (llt_network.added >= 0) {
    llt_network.L = least + llt_network.added;
    return;
  }
  if (llt_network.L >= least) return;
  char why[200];
  snprintf(why, sizeof why, "LLAMP_L=%lld: a message takes %lld ns here without any delay: give more, or LLAMP_ADD",
           (long long)llt_network.L, (long long)least);
  llt_refuse(why);
}

static void read_plan(void) {
  char why[512];
  if (llt_network.plan == NULL) return;
  int read = llt_plan_read(llt_network.plan, llt.rank, llt.ranks, why, sizeof why), all_read;
  PMPI_Allreduce(&read, &all_read, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (!all_read) llt_refuse(read ? "LLAMP_COLLECTIVES: not all ranks can read the plan" : why);
  llt.planned = 1;
}

void llt_network_start(void) {
  char why[512];
  refuse_other_nodes();
  if (!llt_rings_make(llt.rank, llt.ranks, why, sizeof why)) llt_refuse(why);
  llt_inbox_make(llt.ranks);
  read_plan();
  llt_messages_start(llt.ranks);
  llt_contexts_start();
  settle_latency();
  llt_cores_start();
}

void llt_network_end(void) {
  if (llt.planned) llt_plan_end();
  llt_meet(llt_wire);
}
