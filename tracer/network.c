/* Can messages be delayed here? One thread at a time, and a latency that is not below that of the machine. */
#include "network.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "by_library.h"
#include "cores.h"
#include "decompose.h"
#include "injection.h"
#include "mail.h"
#include "messages.h"
#include "one_sided.h"
#include "release.h"
#include "rings.h"
#include "say.h"
#include "sleep.h"
#include "timebase.h"

#define ROUNDS 50
/* Where other work has the cores, a message waits for one: it is measured again at most so often. */
#define TRIES 20

/* Without blocking calls: the MPI library may spin in them while the other rank has no core. */
static void pass_on(int peer, int sends) {
  char byte = 0;
  int over = 0;
  MPI_Request request;
  if (sends) PMPI_Isend(&byte, 1, MPI_CHAR, peer, 0, llt_wire, &request);
  else PMPI_Irecv(&byte, 1, MPI_CHAR, peer, 0, llt_wire, &request);
  while (PMPI_Test(&request, &over, MPI_STATUS_IGNORE), !over) sched_yield();
}

/* Half of a round trip between neighbours, in ns. */
static int64_t trip_to(int peer) {
  const int64_t before = llt_now();
  pass_on(peer, llt.rank < peer);
  pass_on(peer, llt.rank > peer);
  return (llt_now() - before) / 2;
}

/* Half of the fastest of some round trips between neighbours, in ns; the longest of all pairs, of more trips above `wanted`. */
static int64_t transport(int64_t wanted) {
  const int peer = llt.rank ^ 1;
  long long fastest = peer < llt.ranks ? INT64_MAX : 0, slowest;
  int tried = 0;
  do {
    for (int i = 0; i < ROUNDS && peer < llt.ranks; i++) {
      const int64_t took = trip_to(peer);
      if (took < fastest) fastest = took;
    }
    PMPI_Allreduce(&fastest, &slowest, 1, MPI_LONG_LONG, MPI_MAX, MPI_COMM_WORLD);
  } while (slowest > wanted && ++tried < TRIES);
  return slowest;
}

static void settle_latency(int64_t least) {
  llt_network.trip = least;
  if (llt_network.added >= 0) {
    llt_network.L = least + llt_network.added;
    return;
  }
  if (llt_network.L >= least) return;
  char why[200];
  snprintf(why, sizeof why, "LLAMP_L=%lld is below the %lld ns of a message here without delay; give more, or LLAMP_ADD",
           (long long)llt_network.L, (long long)least);
  llt_refuse(why);
}

/* What latencies between nodes are counted from. Stamps of two nodes may both be wrong, one to each side. */
static void settle_release(void) {
  if (llt_nodes.count == 1) llt_network.release = LLT_CONSTANT;
  const int64_t wrong = 2 * llt_timebase_error();
  const int exact = wrong <= llt_release_allows(llt_network.L);
  if (llt_network.release < 0) llt_network.release = exact ? LLT_CONSTANT : LLT_ADDED;
  if (llt_network.release == LLT_ADDED || exact) return;
  char why[300];
  snprintf(why, sizeof why,
           "LLAMP_RELEASE=constant needs exact clocks, but those of the nodes are known to %lld ns, more than a tenth of L "
           "(%lld ns); give more latency, or LLAMP_RELEASE=added",
           (long long)wrong, (long long)llt_network.L);
  llt_refuse(why);
}

/* A latency that begins with an arrival is seen at once; otherwise some time before it ends. */
static void settle_looks(void) {
  const int64_t L = llt_network.L, rest = L - llt_network.trip;
  llt_network.look = L / 2;
  if (llt_nodes.count == 1) return;
  if (rest < llt_network.look) llt_network.look = rest;
  if (llt_network.release == LLT_ADDED) llt_network.look = 0;
}

static void make_rings(void) {
  char why[512] = "";
  int made = llt_rings_make(why, sizeof why), all_made;
  PMPI_Allreduce(&made, &all_made, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (!all_made && made) snprintf(why, sizeof why, "another node than that of rank 0 has too little room in /dev/shm");
  if (!all_made) llt_refuse(why);
}

static void read_choices(void) {
  char library[MPI_MAX_LIBRARY_VERSION_STRING] = "", why[512];
  int length;
  PMPI_Get_library_version(library, &length);
  library[strcspn(library, "\n")] = 0;
  const char *choices = llt.decompose ? llt_network.choices : "";
  const int fit = llt_decompose_start(library, &choices);
  llt_one_sided_start(library);
  if (fit) return;
  const int shown = (int)strcspn(choices, ",");
  snprintf(why, sizeof why,
           "LLAMP_COLLECTIVES=%.200s: %.*s is not an algorithm; give library, or such as bcast=chain,allreduce=ring@65536..",
           llt_network.choices, shown < 100 ? shown : 100, choices);
  llt_refuse(why);
}

void llt_network_start(void) {
  make_rings();
  llt_mail_start();
  llt_inbox_make(llt.ranks);
  read_choices();
  llt_messages_start(llt.ranks);
  llt_contexts_start();
  const int64_t wanted = llt_network.added >= 0 ? INT64_MAX : llt_network.L;
  const int64_t neighbours = transport(wanted), nodes = llt_timebase_trip();
  settle_latency(neighbours > nodes ? neighbours : nodes);
  settle_release();
  settle_looks();
  llt_cores_start();
}

void llt_network_end(void) {
  llt_meet(llt_wire);
  llt_mail_end();
}
