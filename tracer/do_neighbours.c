/*
 * How long does a collective among neighbours take? Its messages go at once, as in the model: none waits for another. The
 * data go by the library, whose algorithm is the same.
 */
#include "do_neighbours.h"

#include <stdlib.h>

#include "by_library.h"
#include "contexts.h"
#include "handles.h"
#include "members.h"
#include "play.h"

#include "quickly.h"

static int64_t size_of(const llt_sizes *of, int i) {
  if (of->counts.items == NULL) return of->bytes;
  return llt_item(&of->counts, i) * (of->types.items == NULL ? of->bytes : llt_item(&of->types, i));
}

/* Several messages between two ranks are matched in their order, as the libraries do also on grids. */
static uint32_t number_of(const int *neighbours, int i) {
  uint32_t before = 0;
  for (int k = 0; k < i; k++) before += neighbours[k] == neighbours[i];
  return before;
}

static llt_steps *steps_of(llt_comm *comm, const llt_sizes *sent, const llt_sizes *received) {
  int *both = llt_neighbour_list(comm);
  const int *destinations = both + comm->in;
  llt_steps *steps = calloc(1, sizeof *steps);
  llt_step *at = calloc((size_t)(comm->in + comm->out + 1), sizeof *at);
  if (steps == NULL || at == NULL) abort();
  *steps = (llt_steps){.users = 1, .at = at};
  for (int i = 0; i < comm->in; i++)
    if (both[i] >= 0)
      at[steps->n++] = (llt_step){.kind = 'r', .peer = both[i], .value = size_of(received, i),
                                  .number = number_of(both, i)};
  for (int i = 0; i < comm->out; i++)
    if (destinations[i] >= 0)
      at[steps->n++] = (llt_step){.kind = 's', .peer = destinations[i], .value = size_of(sent, i),
                                  .number = number_of(destinations, i)};
  free(both);
  return steps;
}

static int play(const llt_context *on, const llt_call *call, MPI_Request moving, MPI_Request *made) {
  llt_data data = {.n = 1, .requests = malloc(sizeof *data.requests)};
  if (data.requests == NULL) abort();
  data.requests[0] = moving;
  return llt_play(on, call, &data, made);
}

/*
 * Open MPI's nonblocking all-to-alls exchange the two blocks of a dimension of a grid whose both neighbours are one rank. All
 * ranks of the grid have such a dimension or none.
 */
int llt_neighbours_pass(int code, llt_comm *comm) {
  int twice = 0;
#ifdef OPEN_MPI
  if (code < LLT_NEIGHBOR_ALLTOALL || code > LLT_NEIGHBOR_ALLTOALLW || llt_comm_topology(comm) != MPI_CART) return 0;
  llt_neighbours(comm);
  int *both = llt_neighbour_list(comm);
  for (int i = 0; i + 1 < comm->in; i += 2) twice |= both[i] >= 0 && both[i] == both[i + 1];
  free(both);
#else
  (void)code, (void)comm;
#endif
  return twice;
}

int llt_neighbours_do(llt_comm *comm, MPI_Request moving, const llt_sizes *sent, const llt_sizes *received,
                      MPI_Request *made) {
  llt_context *on = comm->context;
  if (on == NULL && made == NULL) return llt_until_over(moving);
  if (on == NULL) {
    *made = moving;
    return MPI_SUCCESS;
  }
  const llt_call call = {.steps = steps_of(comm, sent, received), .number = on->calls++};
  return play(on, &call, moving, made);
}

/* A persistent one, from its description to its end. */
typedef struct {
  llt_context *on;
  MPI_Request moving;
  llt_call call;
} given;

static int start(void *of, MPI_Request *made) {
  given *one = of;
  const int failed = PMPI_Start(&one->moving);
  if (failed != MPI_SUCCESS) return failed;
  one->call.steps->users++;
  one->call.round++;
  return play(one->on, &one->call, one->moving, made);
}

static void end(void *of) {
  given *gone = of;
  llt_steps_free(gone->call.steps);
  free(gone);
}

void llt_neighbours_define(llt_comm *comm, MPI_Request request, const llt_sizes *sent, const llt_sizes *received) {
  llt_context *on = comm->context;
  if (on == NULL) return;
  given *kept = malloc(sizeof *kept);
  if (kept == NULL) abort();
  *kept = (given){on, request, {.steps = steps_of(comm, sent, received), .number = on->calls++}};
  llt_persistent *one = llt_persistent_new(&(llt_envelope){.type = MPI_BYTE});
  one->handle = request;
  one->begin = start;
  one->of = kept;
  one->end = end;
}
