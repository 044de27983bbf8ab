/*
 * How is a communicator copied while the program goes on? The library copies it, and the copy that the tracer needs. Then
 * the ranks of the new one agree on its number, by calls on itself that do not block, before any program can use it.
 */
#include "do_idup.h"

#include <stdlib.h>

#include "contexts.h"
#include "passed.h"
#include "play.h"
#include "say.h"

#include "bind.h"

typedef struct {
  llt_new_handle to;
  const llt_comm *parent;
  llt_comm *fresh;
  int has_info;
  MPI_Info info;
  MPI_Comm made, shadow;
  int turn, begun, shadowed, copied;
  llt_agreement agreement;
} copy;

int llt_idup_can(MPI_Comm comm) { return llt_context_if(comm) != NULL; }

static int begin(copy *one, MPI_Request *request) {
#ifdef LLT_HAS_CALLS_OF_4
  if (one->has_info) return PMPI_Comm_idup_with_info(one->parent->handle, one->info, &one->made, request);
#endif
  return PMPI_Comm_idup(one->parent->handle, &one->made, request);
}

/*
 * Open MPI 4.1 confuses collectives of two copies of one communicator that are made at the same time: there, each begins when
 * the one before is made. Nor does it make a third while two are on their way, so that the shadow's begins behind it.
 */
#ifdef OPEN_MPI
#define LLT_ONE_BY_ONE 1
#else
#define LLT_ONE_BY_ONE 0
#endif

/* Whether it is made, and all agree on its number. */
static int go_on(llt_data *data) {
  copy *const one = data->result;
  llt_context *const on = one->parent->context;
  if (data->failed != MPI_SUCCESS) return 1;
  if (!one->begun && LLT_ONE_BY_ONE && on->copied != one->turn) return 0;
  if (!one->begun) {
    one->begun = 1;
    data->failed = begin(one, &data->requests[0]);
    return 0;
  }
  if (on->shadow != MPI_COMM_NULL && on->shadow != llt_trial && !one->shadowed) {
    one->shadowed = 1;
    data->failed = PMPI_Comm_idup(on->shadow, &one->shadow, &data->requests[0]);
    return 0;
  }
  if (!one->copied) on->copied++;
  one->copied = 1;
  return llt_agree_next(&one->agreement, on, one->made, &data->requests[0]);
}

static void finish(llt_data *data) {
  copy *const one = data->result;
  llt_comm_is(one->fresh, one->made);
  llt_context_copied(one->fresh, one->parent->context, &one->agreement, one->shadow);
  if (one->to.c != NULL) *one->to.c = one->made;
  if (one->to.fortran != NULL) *one->to.fortran = PMPI_Comm_c2f(one->made);
  free(one);
}

static llt_steps *steps_of(const llt_context *on) {
  const llt_query query = {.collective = "Comm_idup", .among = LLT_CALLERS, .rank = on->rank, .size = on->size};
  if (llt.decompose && !on->inter) return llt_decompose(&query);
  llt_steps *none = calloc(1, sizeof *none);
  if (none == NULL) llt_say_and_end("no memory for a communicator");
  none->users = 1;
  llt_passed(LLT_COMM_IDUP);
  return none;
}

int llt_do_idup(MPI_Comm comm, const MPI_Info *info, llt_new_handle to, MPI_Request *request, llt_comm **fresh) {
  llt_comm *const parent = llt_comm_of(comm);
  llt_context *const on = parent->context;
  copy *const one = calloc(1, sizeof *one);
  llt_data data = {.n = 1, .through_others = 1, .requests = malloc(sizeof *data.requests), .then = go_on,
                   .finish = finish, .result = one};
  if (one == NULL || data.requests == NULL) llt_say_and_end("no memory for a communicator");
  data.requests[0] = MPI_REQUEST_NULL;
  *fresh = llt_comm_within(parent);
  *one = (copy){.to = to, .parent = parent, .fresh = *fresh, .has_info = info != NULL,
                .info = info == NULL ? MPI_INFO_NULL : *info, .shadow = on->size == 1 ? on->shadow : MPI_COMM_NULL,
                .turn = on->copies++};
  const llt_call call = {.steps = steps_of(on), .number = on->calls++};
  return llt_play(on, &call, &data, request);
}
