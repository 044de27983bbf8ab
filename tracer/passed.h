/* Calls that go by the MPI library as they are: their messages are not delayed. */
#ifndef LLT_PASSED_H
#define LLT_PASSED_H
#include "layout.h"
#pragma GCC visibility push(hidden)

/* Counts one. */
void llt_passed(int code);
/* That one took so long, in ns. */
void llt_passed_for(int code, int64_t took);
/* Ends the program: this cannot be delayed, and passing it on would falsify the result. */
void llt_not_delayed(int code) __attribute__((noreturn));
/* How many there were on this rank, by code. */
extern int64_t llt_passed_calls[LLT_CALLS];
/* … and how long they took in all, ns; 0 of those whose time is not taken. */
extern int64_t llt_passed_time[LLT_CALLS];

#pragma GCC visibility pop
#endif
