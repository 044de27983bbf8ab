/* Is this the call that the plan has next? */
#include "next_call.h"

#include "header.h"
#include "passed.h"

const llt_planned_call *llt_next_call(int code, MPI_Comm comm, int64_t bytes) {
  if (llt_context_of(comm)->inter) llt_not_delayed(code);
  return llt_plan_next(llt_names[code], bytes);
}
