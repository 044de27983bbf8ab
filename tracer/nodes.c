/* Who is on which node? Where ranks can share memory, says the MPI library. */
#include "nodes.h"

#include <stdlib.h>

llt_node_map llt_nodes;

static int *numbers(int count) {
  int *at = malloc((size_t)(count + 1) * sizeof *at);
  if (at == NULL) abort();
  return at;
}

/* The first rank of each rank's node. */
static int *first_ranks(void) {
  int *first = numbers(llt.ranks), own = llt.rank;
  PMPI_Bcast(&own, 1, MPI_INT, 0, llt_nodes.comm);
  PMPI_Allgather(&own, 1, MPI_INT, first, 1, MPI_INT, MPI_COMM_WORLD);
  return first;
}

void llt_nodes_find(int together) {
  llt_node_map *to = &llt_nodes;
  if (together > 0) PMPI_Comm_split(MPI_COMM_WORLD, llt.rank / together, 0, &to->comm);
  else PMPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &to->comm);
  PMPI_Comm_rank(to->comm, &to->rank);
  PMPI_Comm_size(to->comm, &to->size);
  int *first = first_ranks(), seen = 0;
  to->first = numbers(llt.ranks);
  to->place = numbers(llt.ranks);
  to->members = numbers(to->size);
  for (int i = 0; i < llt.ranks; i++) {
    if (first[i] == i) to->first[to->count++] = i;
    if (first[i] == i && i == first[llt.rank]) to->own = to->count - 1;
    to->place[i] = first[i] == first[llt.rank] ? seen++ : -1;
    if (to->place[i] >= 0) to->members[to->place[i]] = i;
  }
  free(first);
}
