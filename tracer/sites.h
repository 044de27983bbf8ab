/* Call sites by number. */
#ifndef LLT_SITES_H
#define LLT_SITES_H
#include "state.h"
#pragma GCC visibility push(hidden)

/* Once; 0 where there is no memory. */
int llt_sites_make(void);
/* All that were met are forgotten. 0: there is no memory. */
int llt_sites_again(void);
/* Of a program in Python: after llt_python_look. */
uint32_t llt_site_of(void *caller);
/* That caller alone: no frames are looked at, which also a signal and another thread may not do. */
uint32_t llt_site_of_caller(void *caller);
int llt_sites_full(void);
void llt_sites_new(void (*put)(uint32_t site, const uint64_t *pc, int depth));

#pragma GCC visibility pop
#endif
