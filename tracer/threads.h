/* Which threads call MPI. */
#ifndef LLT_THREADS_H
#define LLT_THREADS_H
#pragma GCC visibility push(hidden)

/* The level that MPI_Init_thread is to request from the library, where the program requests `required`. */
int llt_threads_allowed(int required);
/* By what the library granted, once the variables are read: sets llt.threads, llt.multiple, llt.alone, llt.clock. */
void llt_threads_settle(void);

#pragma GCC visibility pop
#endif
