/*
 * A time that all nodes have in common: the clock of rank 0. Each node has a CLOCK_MONOTONIC of its own; how far it is
 * from that of rank 0 is measured by round trips.
 */
#ifndef LLT_TIMEBASE_H
#define LLT_TIMEBASE_H
#include "nodes.h"
#pragma GCC visibility push(hidden)

/*
 * Of all ranks, once llt_nodes is known. A node repeats it, as long as that helps, where two clocks may be further apart than
 * `enough` ns.
 */
void llt_timebase_start(int64_t enough);
/* The same at the end: clocks that went apart since then count as an error. */
void llt_timebase_check(void);
/* Half of the fastest round trip between rank 0 and a rank on another host, if there is one, ns. Of all ranks; 0: it is alone. */
int64_t llt_half_round_trip(void);
/* Half of the fastest round trip between rank 0 and another node, of all nodes the longest, in ns. */
int64_t llt_timebase_trip(void);
/* The clock of no node is further from rank 0's than this, once shifted, ns; 0 on one node. Twice that between two others. */
int64_t llt_timebase_error(void);
/* A time of this node as all have it, and back. */
int64_t llt_to_common(int64_t time);
int64_t llt_from_common(int64_t time);

#pragma GCC visibility pop
#endif
