/* A call of the program, found in the plan. */
#ifndef LLT_NEXT_CALL_H
#define LLT_NEXT_CALL_H
#include "contexts.h"
#include "plan.h"
#include "records.h"
#pragma GCC visibility push(hidden)

/* Ends the program where the plan has another call there, and for a communicator of two groups. */
const llt_planned_call *llt_next_call(int code, MPI_Comm comm, int64_t bytes);

#pragma GCC visibility pop
#endif
