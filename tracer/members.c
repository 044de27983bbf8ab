/* Who is in a communicator, and who is whose neighbour there? */
#include "members.h"

#include <stdlib.h>
#include <string.h>

#include "records.h"

/* Appends the ranks of `group` in the world to `into`. */
void llt_world_ranks(MPI_Group group, int n, int *into) {
  MPI_Group world;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  int *own = malloc((size_t)(n + 1) * sizeof *own);
  if (own == NULL) abort();
  for (int i = 0; i < n; i++) own[i] = i;
  PMPI_Group_translate_ranks(group, n, own, world, into);
  for (int i = 0; i < n; i++)
    if (into[i] == MPI_UNDEFINED) into[i] = -1;
  free(own);
  PMPI_Group_free(&world);
}

static void note_members(llt_comm *comm) {
  const int remote = comm->remote < 0 ? 0 : comm->remote;
  int *members = malloc((size_t)(comm->size + remote + 1) * sizeof *members);
  if (members == NULL) abort();
  MPI_Group group;
  PMPI_Comm_group(comm->original, &group);
  llt_world_ranks(group, comm->size, members);
  PMPI_Group_free(&group);
  if (comm->remote >= 0) {
    PMPI_Comm_remote_group(comm->original, &group);
    llt_world_ranks(group, remote, members + comm->size);
    PMPI_Group_free(&group);
  }
  llt_note_list(LLT_MEMBERS, comm->number, comm->rank, comm->remote < 0 ? 0 : comm->size, members,
                comm->size + remote);
  free(members);
}

int *llt_neighbour_list(llt_comm *comm) {
  const int topology = llt_comm_topology(comm);
  int *both = malloc((size_t)(comm->in + comm->out + 1) * sizeof *both);
  if (both == NULL) abort();
  if (topology == MPI_CART) {
    for (int i = 0; i < comm->in / 2; i++) {
      PMPI_Cart_shift(comm->original, i, 1, both + 2 * i, both + 2 * i + 1);
    }
    memcpy(both + comm->in, both, (size_t)comm->in * sizeof *both);
  } else if (topology == MPI_GRAPH) {
    PMPI_Graph_neighbors(comm->original, comm->rank, comm->in, both);
    memcpy(both + comm->in, both, (size_t)comm->in * sizeof *both);
  } else if (topology == MPI_DIST_GRAPH) {
    int *weights = malloc((size_t)(comm->in + comm->out + 1) * sizeof *weights);
    if (weights == NULL) abort();
    PMPI_Dist_graph_neighbors(comm->original, comm->in, both, weights, comm->out, both + comm->in, weights + comm->in);
    free(weights);
  }
  return both;
}

static void note_neighbours(llt_comm *comm) {
  int *both = llt_neighbour_list(comm);
  llt_note_list(LLT_NEIGHBOURS, comm->number, comm->in, comm->out, both, comm->in + comm->out);
  free(both);
}

void llt_note_comm(llt_comm *comm) {
  if (comm == NULL || comm->noted) return;
  comm->noted = 1;
  note_members(comm);
  if (llt_comm_topology(comm) != MPI_UNDEFINED) note_neighbours(comm);
}
