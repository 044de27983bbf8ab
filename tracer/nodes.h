/* Which ranks share memory and a clock: those of one node. */
#ifndef LLT_NODES_H
#define LLT_NODES_H
#include "state.h"
#pragma GCC visibility push(hidden)

typedef struct {
  int count;     /* of nodes */
  int own;       /* number of this rank's node: in the order of their first ranks */
  int rank, size; /* of this rank among those of its node, and how many these are */
  int *place;    /* [ranks] place among the ranks of this node; -1: on another */
  int *first;    /* [count] first rank of a node */
  int *members;  /* [size] ranks of this node */
  MPI_Comm comm; /* of this node */
} llt_node_map;

extern llt_node_map llt_nodes;

/* Of all ranks, once. `together`: so many ranks in turn are taken for a node; 0: those that the MPI library says share memory. */
void llt_nodes_find(int together);

#pragma GCC visibility pop
#endif
