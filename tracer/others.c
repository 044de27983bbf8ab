/* I/O, one-sided communication, processes that join, and what else a trace only names, in C. */
#include "bind_c.h"
#include "others.inc"
#if MPI_VERSION >= 4
#define NAMED_4(Name, name, NAME, n, PARAMS, ARGS) \
  LLT_FN(Name, name, NAME, PARAMS) {               \
    LLT_START(OTHER, Name, name, NAME, ARGS);      \
    LLT_ENTER();                                   \
    LLT_DO(OTHER, Name, name, NAME, ARGS);         \
    LLT_LEAVE(NAME, NULL, LLT_NONE);               \
    llt_not_traced(LLT_##NAME);                    \
    LLT_FINISH();                                  \
  }
#else
#define NAMED_4(Name, name, NAME, n, PARAMS, ARGS)
#endif
#include "named.def"
