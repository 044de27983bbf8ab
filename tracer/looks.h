/* Since when does a thread probe for a message that it has not found? */
#ifndef LLT_LOOKS_H
#define LLT_LOOKS_H
#include <stdint.h>
#pragma GCC visibility push(hidden)

/* What a probe asks for; the communicator by its handle. */
typedef struct {
  int64_t comm;
  int source, tag;
} llt_wanted;

/* A probe that was entered at `from` did not find it. */
void llt_look(llt_wanted what, int64_t from);
/* A probe found it: when the first one looked, if other calls were recorded since; −1: none were. */
int64_t llt_look_over(llt_wanted what);

#pragma GCC visibility pop
#endif
