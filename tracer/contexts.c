/* Which communicator does a stamp mean? Handles and numbers are a rank's own: its ranks agree on one when it is made. */
#include "contexts.h"

#include <stdlib.h>

#include "alone.h"
#include "members.h"
#include "refusal.h"

MPI_Comm llt_wire = MPI_COMM_NULL, llt_trial = MPI_COMM_NULL;

/* A number that no rank has had. */
static int unique(void) {
  static int made;
  return 1 + llt.rank + llt.ranks * made++;
}

static void agree_within(llt_context *of, MPI_Comm comm) {
  int number = of->rank == 0 ? unique() : 0;
  LLT_APART(PMPI_Bcast(&number, 1, MPI_INT, 0, comm));
  of->sends = of->receives = number;
}

/* What one group gives reaches the other: the first time its number, the second time one's own comes back. */
static void agree_between(llt_context *of, MPI_Comm comm) {
  const int mine = of->rank == 0 ? unique() : 0;
  LLT_APART(PMPI_Allreduce(&mine, &of->receives, 1, MPI_INT, MPI_MAX, comm));
  LLT_APART(PMPI_Allreduce(&of->receives, &of->sends, 1, MPI_INT, MPI_MAX, comm));
}

static void find_world(llt_context *of, MPI_Comm comm) {
  MPI_Group group;
  of->world = malloc((size_t)(of->peers + 1) * sizeof *of->world);
  if (of->world == NULL) abort();
  if (of->inter) PMPI_Comm_remote_group(comm, &group);
  else PMPI_Comm_group(comm, &group);
  llt_world_ranks(group, of->peers, of->world);
  PMPI_Group_free(&group);
}

int64_t llt_with_others;

static int others_in(MPI_Group group, int size) {
  int *world = malloc((size_t)(size + 1) * sizeof *world), others = 0;
  if (world == NULL) abort();
  llt_world_ranks(group, size, world);
  for (int i = 0; i < size; i++) others |= world[i] < 0;
  free(world);
  PMPI_Group_free(&group);
  return others;
}

int llt_has_others(llt_comm *comm) {
  MPI_Group group;
  if (comm->others >= 0) return comm->others;
  PMPI_Comm_group(comm->original, &group);
  comm->others = others_in(group, comm->size);
  if (comm->others || comm->remote < 0) return comm->others;
  PMPI_Comm_remote_group(comm->original, &group);
  return comm->others = others_in(group, comm->remote);
}

/* By its group: MPI_Comm_dup calls the program's functions that copy attributes. */
MPI_Comm llt_quiet_copy(MPI_Comm comm) {
  MPI_Comm copy;
  MPI_Group group;
  PMPI_Comm_group(comm, &group);
  LLT_APART(PMPI_Comm_create(comm, group, &copy));
  PMPI_Group_free(&group);
  PMPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
  return copy;
}

/*
 * Open MPI lets threads make communicators in the order of parents and tags: with several, a copy has those of what it copies,
 * so that no thread waits for another in a circle. It copies the parent's attributes, though, so a single thread's copies are
 * made of the new communicator. In MPICH a copy of the parent would take several times as long.
 */
static MPI_Comm shadow_of(const llt_context *of, MPI_Comm parent, int tag) {
  int whole = 1;
  if (of->size == 1) return llt_trial;
#ifdef OPEN_MPI
  if (llt.turns) PMPI_Comm_test_inter(parent, &whole);
#endif
  if (whole) return llt_quiet_copy(of->handle);
  MPI_Comm copy;
  MPI_Group group;
  PMPI_Comm_group(of->handle, &group);
  LLT_APART(PMPI_Comm_create_group(parent, group, tag, &copy));
  PMPI_Group_free(&group);
  PMPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
  return copy;
}

static void give_context(llt_comm *entry, MPI_Comm comm, MPI_Comm parent, int tag) {
  llt_context *of = calloc(1, sizeof *of);
  if (of == NULL) abort();
  of->handle = comm;
  of->rank = entry->rank;
  of->size = entry->size;
  of->inter = entry->remote >= 0;
  of->peers = of->inter ? entry->remote : entry->size;
  of->shadow = MPI_COMM_NULL;
  for (int i = 0; i < LLT_CHANNELS; i++) of->channels[i] = MPI_COMM_NULL;
  find_world(of, comm);
  if (of->inter) agree_between(of, comm);
  else agree_within(of, comm);
  if (llt.decompose && !of->inter && parent != MPI_COMM_NULL) of->shadow = shadow_of(of, parent, tag);
  entry->context = of;
}

int llt_agree_next(llt_agreement *of, const llt_context *parent, MPI_Comm comm, MPI_Request *request) {
  const int first = of->step++ == 0;
  if (first) of->given = parent->rank == 0 ? unique() : 0;
  if (!parent->inter) {
    if (first) PMPI_Ibcast(&of->given, 1, MPI_INT, 0, comm, request);
    else of->sends = of->receives = of->given;
    return !first;
  }
  if (first) PMPI_Iallreduce(&of->given, &of->receives, 1, MPI_INT, MPI_MAX, comm, request);
  else if (of->step == 2) PMPI_Iallreduce(&of->receives, &of->sends, 1, MPI_INT, MPI_MAX, comm, request);
  return of->step > 2;
}

void llt_context_copied(llt_comm *entry, const llt_context *parent, const llt_agreement *agreed, MPI_Comm shadow) {
  llt_context *of = calloc(1, sizeof *of);
  if (of == NULL) abort();
  *of = (llt_context){.handle = entry->handle, .sends = agreed->sends, .receives = agreed->receives, .rank = parent->rank,
                      .size = parent->size, .peers = parent->peers, .inter = parent->inter, .world = parent->world,
                      .shadow = shadow};
  for (int i = 0; i < LLT_CHANNELS; i++) of->channels[i] = MPI_COMM_NULL;
  entry->context = of;
}

void llt_contexts_start(void) {
  llt_wire = llt_quiet_copy(MPI_COMM_WORLD);
  llt_trial = llt_quiet_copy(MPI_COMM_SELF);
  give_context(&llt_world, MPI_COMM_WORLD, MPI_COMM_WORLD, LLT_NO_TAG);
  give_context(&llt_self, MPI_COMM_SELF, MPI_COMM_SELF, LLT_NO_TAG);
}

llt_comm *llt_context_new(MPI_Comm comm, MPI_Comm parent, int tag) {
  llt_comm *entry = llt_comm_new(comm);
  if (entry != NULL && !llt_has_others(entry)) give_context(entry, comm, parent, tag);
  return entry;
}

/* The rest stays: receives that are open may know it. */
void llt_context_gone(llt_comm *comm) {
  if (comm == NULL || comm->context == NULL) return;
  comm->context->handle = MPI_COMM_WORLD;
  if (comm->context->shadow != MPI_COMM_NULL && comm->context->shadow != llt_trial)
    PMPI_Comm_free(&comm->context->shadow);
  for (int i = 0; i < LLT_CHANNELS; i++)
    if (comm->context->channels[i] != MPI_COMM_NULL) PMPI_Comm_free(&comm->context->channels[i]);
}

llt_context *llt_context_of(MPI_Comm comm) {
  const llt_comm *entry = llt_comm_of(comm);
  if (LLT_LIKELY(entry != NULL && entry->context != NULL)) return entry->context;
  llt_first_refuses("no known call made its communicator; it may be from a PMPI call, or from one within a function that "
                    "MPI calls. Make it by a call of MPI, or run without LLAMP_L and LLAMP_ADD.");
}

/* Handlers that the library calls where it has no communicator, set aside. MPICH has none of a request that is over. */
typedef struct {
  MPI_Errhandler world, self;
} handlers;

static handlers set_aside(void) {
  handlers before;
  PMPI_Comm_get_errhandler(MPI_COMM_WORLD, &before.world);
  PMPI_Comm_get_errhandler(MPI_COMM_SELF, &before.self);
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  PMPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  return before;
}

static void set_again(handlers before) {
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, before.world);
  PMPI_Comm_set_errhandler(MPI_COMM_SELF, before.self);
  PMPI_Errhandler_free(&before.world);
  PMPI_Errhandler_free(&before.self);
}

int llt_test_quietly(MPI_Request *request, int *over) {
  const handlers before = set_aside();
  const int failed = PMPI_Test(request, over, MPI_STATUS_IGNORE);
  set_again(before);
  if (failed != MPI_SUCCESS) *request = MPI_REQUEST_NULL;
  if (failed != MPI_SUCCESS) *over = 1;
  return failed;
}

static int library_knows(MPI_Comm comm) {
  int inter;
  const handlers before = set_aside();
  const int known = PMPI_Comm_test_inter(comm, &inter) == MPI_SUCCESS;
  set_again(before);
  return known;
}

llt_context *llt_context_if(MPI_Comm comm) {
  if (comm == MPI_COMM_NULL) return NULL;
  if (llt_comm_find(comm) == NULL && !library_knows(comm)) return NULL;
  llt_comm *entry = llt_comm_of(comm);
  if (LLT_LIKELY(entry->context != NULL) || !llt_has_others(entry)) return llt_context_of(comm);
  llt_with_others++;
  return NULL;
}
