/* What the tracer adds to a program, measured before it begins. */
#ifndef LLT_OVERHEAD_H
#define LLT_OVERHEAD_H
#pragma GCC visibility push(hidden)

/*
 * Finds llt.overhead, once, in less than 1 ms; leaves no other trace. Not where computation is stretched or stacks are
 * walked. Returns 0 where there is no memory.
 */
int llt_overhead_measure(void);

#pragma GCC visibility pop
#endif
