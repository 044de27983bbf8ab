/* The end of a program that some of its ranks find cannot go on. */
#ifndef LLT_REFUSAL_H
#define LLT_REFUSAL_H
#pragma GCC visibility push(hidden)

/* Of all ranks that come here the first one says it, and the program ends with code 2. */
void llt_first_says(const char *what) __attribute__((noreturn));
/* The same of the call that this thread is in: "MPI_… cannot be delayed, because …". */
void llt_first_refuses(const char *because) __attribute__((noreturn));

#pragma GCC visibility pop
#endif
