/* A rank announces a message to another: through shared memory on its node, by mail elsewhere. */
#ifndef LLT_TELL_H
#define LLT_TELL_H
#include "stamp.h"
#pragma GCC visibility push(hidden)

/* Sends a stamp to rank `to`, which may be this one; takes incoming stamps where it has to wait. */
void llt_tell(int to, const llt_stamp_entry *stamp);

#pragma GCC visibility pop
#endif
