/* A rank tells another of its messages: through shared memory on its node, by mail elsewhere. */
#ifndef LLT_TELL_H
#define LLT_TELL_H
#include "stamp.h"
#pragma GCC visibility push(hidden)

/* Tells rank `to`, which may be this one; takes what comes where it has to wait. */
void llt_tell(int to, const llt_stamp_entry *stamp);

#pragma GCC visibility pop
#endif
