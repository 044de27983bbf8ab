/* Which communicator is meant, and who is in it? Numbers from 1 (the world) and 2 (self) up, never given twice. */
#include "comms.h"

#include <stdlib.h>
#include <string.h>

#define BUCKETS 1024

llt_comm llt_world, llt_self;

static llt_comm *buckets[BUCKETS];
static llt_comm **numbered; /* by number */
static int numbers, capacity;

static llt_comm **bucket_of(MPI_Comm comm) {
  uint64_t key = 0;
  memcpy(&key, &comm, sizeof comm);
  return &buckets[(key * 0x9E3779B97F4A7C15u) >> 54];
}

static void give_number(llt_comm *comm) {
  if (numbers + 1 >= capacity) {
    capacity = 2 * capacity + 64;
    numbered = realloc(numbered, (size_t)capacity * sizeof *numbered);
    if (numbered == NULL) abort();
  }
  comm->number = ++numbers;
  numbered[numbers] = comm;
}

llt_comm *llt_comm_numbered(int number) { return number > 0 && number <= numbers ? numbered[number] : NULL; }

/* `original` has the groups of `comm`. */
static void describe(llt_comm *entry, MPI_Comm comm, MPI_Comm original) {
  int inter = 0;
  entry->handle = comm;
  entry->original = original;
  PMPI_Comm_rank(original, &entry->rank);
  PMPI_Comm_size(original, &entry->size);
  PMPI_Comm_test_inter(original, &inter);
  entry->remote = -1;
  if (inter) PMPI_Comm_remote_size(original, &entry->remote);
  entry->in = entry->out = entry->others = -1;
  give_number(entry);
}

void llt_comms_start(void) {
  describe(&llt_world, MPI_COMM_WORLD, MPI_COMM_WORLD);
  describe(&llt_self, MPI_COMM_SELF, MPI_COMM_SELF);
  llt_world.noted = llt_self.noted = 1;
}

static void find_by(llt_comm *entry, MPI_Comm comm) {
  llt_comm **bucket = bucket_of(comm);
  entry->next = *bucket;
  __atomic_store_n(bucket, entry, __ATOMIC_RELEASE);
}

static llt_comm *enter(MPI_Comm comm, MPI_Comm original) {
  llt_comm *entry = calloc(1, sizeof *entry);
  if (entry == NULL) abort();
  describe(entry, comm, original);
  find_by(entry, comm);
  return entry;
}

llt_comm *llt_comm_new(MPI_Comm comm) {
  if (comm == MPI_COMM_NULL) return NULL;
  llt_lock();
  llt_comm *entry = enter(comm, comm);
  llt_unlock();
  return entry;
}

/* One that is being made as a copy of `parent`: it cannot be queried yet. */
llt_comm *llt_comm_like(MPI_Comm comm, llt_comm *parent) {
  if (comm == MPI_COMM_NULL || parent == NULL) return NULL;
  llt_lock();
  llt_comm *entry = enter(comm, parent->handle);
  llt_unlock();
  return entry;
}

llt_comm *llt_comm_within(const llt_comm *parent) {
  llt_comm *entry = calloc(1, sizeof *entry);
  if (entry == NULL) abort();
  llt_lock();
  describe(entry, MPI_COMM_NULL, parent->original);
  llt_unlock();
  return entry;
}

void llt_comm_is(llt_comm *entry, MPI_Comm comm) {
  llt_lock();
  entry->handle = entry->original = comm;
  find_by(entry, comm);
  llt_unlock();
}

llt_comm *llt_comm_find(MPI_Comm comm) {
  if (comm == MPI_COMM_WORLD) return &llt_world;
  if (comm == MPI_COMM_SELF) return &llt_self;
  if (comm == MPI_COMM_NULL) return NULL;
  llt_comm *entry = *bucket_of(comm);
  while (entry != NULL && entry->handle != comm) entry = entry->next;
  return entry;
}

/* Also one that was made where no wrapper saw it: by MPI_Comm_idup, by MPI_Comm_spawn … */
llt_comm *llt_comm_other(MPI_Comm comm) {
  llt_comm *known = llt_comm_find(comm);
  return known != NULL ? known : llt_comm_new(comm);
}

llt_comm *llt_comm_made(MPI_Comm comm) {
  return comm == MPI_COMM_WORLD || comm == MPI_COMM_SELF ? NULL : llt_comm_of(comm);
}

/* Its handle may stand for another one soon; its number does not. */
void llt_comm_gone(MPI_Comm comm) {
  llt_lock();
  for (llt_comm **at = bucket_of(comm); *at != NULL; at = &(*at)->next) {
    if ((*at)->handle != comm) continue;
    __atomic_store_n(at, (*at)->next, __ATOMIC_RELEASE);
    break;
  }
  llt_unlock();
}

int llt_comm_topology(llt_comm *comm) {
  int topology = MPI_UNDEFINED;
  comm->in = comm->out = 0;
  if (comm->remote >= 0) return topology;
  PMPI_Topo_test(comm->original, &topology);
  if (topology == MPI_CART) {
    PMPI_Cartdim_get(comm->original, &comm->in);
    comm->in = comm->out = 2 * comm->in;
  } else if (topology == MPI_GRAPH) {
    PMPI_Graph_neighbors_count(comm->original, comm->rank, &comm->in);
    comm->out = comm->in;
  } else if (topology == MPI_DIST_GRAPH) {
    int weighted;
    PMPI_Dist_graph_neighbors_count(comm->original, &comm->in, &comm->out, &weighted);
  }
  return topology;
}

void llt_neighbours(llt_comm *comm) {
  if (comm != NULL && comm->in < 0) llt_comm_topology(comm);
}
