/* Whether each rank has a core to itself. */
#ifndef LLT_CORES_H
#define LLT_CORES_H
#pragma GCC visibility push(hidden)

/* Of all ranks: finds out, and lets those wait more exactly that have one. */
void llt_cores_start(void);

#pragma GCC visibility pop
#endif
