/* Calls that go by the MPI library as they are: their messages are not delayed. */
#ifndef LLT_PASSED_H
#define LLT_PASSED_H
#include "layout.h"
#pragma GCC visibility push(hidden)

/* Counts one. */
void llt_passed(int code);
/* Ends the program: this cannot be delayed, and to pass it on would be a lie. */
void llt_not_delayed(int code) __attribute__((noreturn));
/* How many there were on this rank, by code. */
extern int64_t llt_passed_calls[LLT_CALLS];

#pragma GCC visibility pop
#endif
