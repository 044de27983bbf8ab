/* Stamps in shared memory: announcements of messages between ranks of one node. One ring per ordered pair of them. */
#ifndef LLT_RINGS_H
#define LLT_RINGS_H
#include <stddef.h>

#include "stamp.h"
#pragma GCC visibility push(hidden)

/*
 * Maps the rings of this node, once llt_nodes is known; 0 where it cannot be, which `why` then says. All ranks of the node
 * together; here a rank is its place among them.
 */
int llt_rings_make(char *why, size_t size);
/* Sends a stamp to rank `to`; waits where its ring is full, and calls `meanwhile` again and again. */
void llt_ring_put(int to, const llt_stamp_entry *entry, void (*meanwhile)(void));
/* The next entry of rank `from`; 0 where there is none. */
int llt_ring_get(int from, llt_stamp_entry *entry);
/* Whether this is the first rank of the node that calls it. */
int llt_ring_first(void);

#pragma GCC visibility pop
#endif
