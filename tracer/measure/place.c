/* Where do the ranks run? Hosts, cores, and shared caches, as Linux reports them. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "measure.h"

struct place {
  char host[256];
  int cpu;   /* on which it runs; -1: unknown */
  int bound; /* whether it runs on one core only */
  int socket, cache, cores;
};

static struct place *all; /* by rank, at rank 0 */

/* A number of /sys/devices/system/cpu/cpuN; of a list its first; -1 where there is none. */
static int told(int cpu, const char *what) {
  char path[128];
  int value = -1;
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/%s", cpu, what);
  FILE *file = fopen(path, "r");
  if (file == NULL) return -1;
  if (fscanf(file, "%d", &value) != 1) value = -1;
  fclose(file);
  return value;
}

static int socket_of(int cpu) { return told(cpu, "topology/physical_package_id"); }

/* Caches of the last level are identified by their first core. */
static int cache_of(int cpu) { return told(cpu, "cache/index3/shared_cpu_list"); }

static int core_of(int cpu) { return told(cpu, "topology/thread_siblings_list"); }

/* Whether all that the rank may run on are threads of one core. */
static int is_bound(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (cpu < 0 || sched_getaffinity(0, sizeof set, &set) != 0) return 0;
  for (int i = 0; i < CPU_SETSIZE; i++)
    if (CPU_ISSET(i, &set) && i != cpu && (core_of(i) < 0 || core_of(i) != core_of(cpu))) return 0;
  return 1;
}

static struct place here(void) {
  struct place own;
  memset(&own, 0, sizeof own);
  gethostname(own.host, sizeof own.host - 1);
  for (char *c = own.host; *c != '\0'; c++)
    if (*c == ',' || *c <= ' ') *c = '_';
  own.cpu = sched_getcpu();
  own.bound = is_bound(own.cpu);
  own.socket = socket_of(own.cpu);
  own.cache = cache_of(own.cpu);
  own.cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
  return own;
}

static int ranks_at(const char *host) {
  int count = 0;
  for (int i = 0; i < ranks; i++) count += strcmp(all[i].host, host) == 0;
  return count;
}

/* Cores of the hosts that have ranks, from the first rank of each. */
static void print_cores(void) {
  const struct place own = here();
  const int known = core_of(own.cpu) >= 0, most = (int)sysconf(_SC_NPROCESSORS_CONF);
  for (int cpu = 0; cpu < most; cpu++) {
    if (known && core_of(cpu) != cpu) continue; /* another thread of a core, or one that is off */
    char line[512];
    snprintf(line, sizeof line, "llamp-measure,core,%s,%d,%d,%d\n", own.host, cpu, socket_of(cpu), cache_of(cpu));
    if (rank == 0) fputs(line, stdout);
    else MPI_Send(line, (int)strlen(line) + 1, MPI_CHAR, 0, TAG_PLACE, MPI_COMM_WORLD);
  }
  if (rank != 0) MPI_Send("", 1, MPI_CHAR, 0, TAG_PLACE, MPI_COMM_WORLD);
}

static void relay_cores(int from) {
  char line[512];
  for (;;) {
    MPI_Recv(line, sizeof line, MPI_CHAR, from, TAG_PLACE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (line[0] == '\0') return;
    fputs(line, stdout);
  }
}

/* Whether no rank before it is on the same host. */
static int is_first(int one) {
  for (int i = 0; i < one; i++)
    if (strcmp(all[i].host, all[one].host) == 0) return 0;
  return 1;
}

static void gather(void) {
  all = calloc((size_t)ranks, sizeof *all);
  if (all == NULL) fail("memory", "places");
  all[0] = here();
  for (int i = 1; i < ranks; i++)
    MPI_Recv(&all[i], sizeof *all, MPI_BYTE, i, TAG_PLACE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < ranks; i++)
    printf("llamp-measure,rank,%d,%s,%d,%d,%d,%d,%d\n", i, all[i].host, all[i].cpu, all[i].bound, all[i].socket,
           all[i].cache, all[i].cores);
}

void places(void) {
  int told_by[2]; /* whether it sends the cores of its host, whether ranks share cores there */
  if (rank == 0) {
    gather();
    for (int i = ranks - 1; i >= 0; i--) {
      told_by[0] = is_first(i);
      told_by[1] = ranks_at(all[i].host) > all[i].cores;
      if (i == 0) break;
      MPI_Send(told_by, 2, MPI_INT, i, TAG_PLACE, MPI_COMM_WORLD);
      if (told_by[0]) relay_cores(i);
    }
  } else {
    const struct place own = here();
    MPI_Send(&own, sizeof own, MPI_BYTE, 0, TAG_PLACE, MPI_COMM_WORLD);
    MPI_Recv(told_by, 2, MPI_INT, 0, TAG_PLACE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  if (told_by[0]) print_cores();
  yielding = told_by[1];
}

int distance(int one, int other) {
  const struct place *a = &all[one], *b = &all[other];
  if (strcmp(a->host, b->host) != 0) return 3;
  if (a->socket != b->socket) return 2;
  return a->cache != b->cache;
}
