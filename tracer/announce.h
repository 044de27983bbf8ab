/* A rank announces a message to another: through shared memory on its node, by mail elsewhere. */
#ifndef LLT_ANNOUNCE_H
#define LLT_ANNOUNCE_H
#include "stamp.h"
#pragma GCC visibility push(hidden)

/* Sends a stamp to rank `to`, which may be this one; takes incoming stamps where it has to wait. */
void llt_announce(int to, const llt_stamp_entry *stamp);

#pragma GCC visibility pop
#endif
