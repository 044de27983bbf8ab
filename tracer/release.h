/*
 * What the time of a stamp means on another node. Constant: nodes have a time in common, so a message is released at its
 * stamp + L wherever it came from. Added: clocks are not compared; it is released at its arrival + what L adds to the way.
 */
#ifndef LLT_RELEASE_H
#define LLT_RELEASE_H
#include <stdint.h>
#pragma GCC visibility push(hidden)

enum { LLT_CONSTANT = 0, LLT_ADDED = 1 };

/* `constant` or `added`. */
const char *llt_release_name(void);
/* The time of a stamp for its way to another node, and what it is when it has come; ns. */
int64_t llt_release_out(int64_t time);
int64_t llt_release_in(int64_t time);
/* By how much the times of two nodes may differ for `constant`: a tenth of a latency, ns. */
int64_t llt_release_allows(int64_t latency);

#pragma GCC visibility pop
#endif
