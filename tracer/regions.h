/* MPI_Pcontrol, which several bindings have. */
#ifndef LLT_REGIONS_H
#define LLT_REGIONS_H
#pragma GCC visibility push(hidden)

void llt_level(int level);

#pragma GCC visibility pop
#endif
