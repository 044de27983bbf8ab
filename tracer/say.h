/* Words to the user, and the end of the program. */
#ifndef LLT_SAY_H
#define LLT_SAY_H
#pragma GCC visibility push(hidden)

/* A line on stderr. */
void llt_say(const char *what);
/* A line on stderr, and the program ends with code 2. Does not return. */
void llt_say_and_end(const char *what) __attribute__((noreturn));
/* The same where all ranks find the same, after MPI_Init: rank 0 says it. */
void llt_refuse(const char *what) __attribute__((noreturn));

#pragma GCC visibility pop
#endif
