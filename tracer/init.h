/* Beginning and end of a trace. */
#ifndef LLT_INIT_H
#define LLT_INIT_H
#pragma GCC visibility push(hidden)

void llt_begin(int fortran, int threaded);
void llt_end(void);
void llt_aborting(void);

#pragma GCC visibility pop
#endif
