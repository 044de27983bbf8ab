/* A rank that records nothing for a while may hang. */
#ifndef LLT_WATCH_H
#define LLT_WATCH_H
#include "state.h"
#pragma GCC visibility push(hidden)

/* From now on, records are written soon after the last of them, by a thread of its own. */
void llt_watch_start(void);
/* No longer, and nothing is being written. */
void llt_watch_end(void);

#pragma GCC visibility pop
#endif
