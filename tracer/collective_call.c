/* Which of its communicator's collectives is this? Ranks count alike: MPI has all of them call in one order. */
#include "collective_call.h"

#include <stdlib.h>
#include <string.h>

#include "by_library.h"
#include "inbox.h"
#include "say.h"
#include "announce.h"

#include "quickly.h"

static llt_channel *started;

/* Those of descriptions that all ranks have let go of are taken again. */
void llt_channel_open(llt_channel *to, llt_context *on) {
  uint64_t all = 0;
  MPI_Request agreed;
  *to = (llt_channel){.on = on, .number = on->calls++, .place = -1};
  PMPI_Iallreduce(&on->spare, &all, 1, MPI_UINT64_T, MPI_BAND, on->shadow, &agreed);
  llt_until_over(agreed);
  for (int i = 0; to->place < 0 && i < LLT_CHANNELS; i++)
    if (all >> i & 1 || on->channels[i] == MPI_COMM_NULL) to->place = i;
  if (to->place >= 0 && on->channels[to->place] != MPI_COMM_NULL) to->shadow = on->channels[to->place];
  else {
    PMPI_Comm_idup(on->shadow, &to->shadow, &agreed);
    llt_until_over(agreed);
  }
  if (to->place < 0) return;
  on->channels[to->place] = to->shadow;
  on->spare &= ~((uint64_t)1 << to->place);
}

void llt_channel_close(const llt_channel *of) {
  if (of->place >= 0) ((llt_context *)of->on)->spare |= (uint64_t)1 << of->place;
}

void llt_channel_start(llt_channel *of) { started = of; }

MPI_Comm llt_data_comm(const llt_context *on) { return started == NULL ? on->shadow : started->shadow; }

/*
 * Whether ranks of a scatterv pass on blocks: of four, the third has a child then. The root sends all others the sizes of all
 * blocks, for which no rank waits longer than for the scattered data.
 */
static int passes_on(const llt_query *query) {
  static int found[LLT_WAYS]; /* 1: no, 2: yes */
  int64_t blocks[4] = {LLT_UNKNOWN, LLT_UNKNOWN, 8, LLT_UNKNOWN};
  if (strcmp(query->collective, "scatterv") != 0) return 0;
  if (found[query->way] == 0) {
    const llt_query one = {.collective = query->collective, .way = query->way, .rank = 2, .size = 4, .blocks = blocks};
    llt_steps *steps = llt_decompose(&one);
    found[query->way] = steps == NULL ? 2 : 1;
    if (steps != NULL) llt_steps_free(steps);
  }
  return found[query->way] == 2;
}

static void tell_blocks(const llt_context *on, const llt_call *call) {
  for (int of = 0; of < on->size; of++) {
    const llt_stamp_entry stamp = {.kind = LLT_BLOCK, .context = on->sends, .tag = call->number, .source = call->round,
                                   .number = (uint32_t)of, .bytes = call->query.blocks[of]};
    for (int to = 0; to < on->size; to++)
      if (to != on->rank) llt_announce(on->world[to], &stamp);
  }
}

/* None of which is known. */
static const int64_t *awaited(int n) {
  int64_t *blocks = malloc((size_t)n * sizeof *blocks);
  if (blocks == NULL) llt_say_and_end("no memory for a collective");
  for (int i = 0; i < n; i++) blocks[i] = LLT_UNKNOWN;
  return blocks;
}

int llt_call_known(llt_call *call, const llt_context *on) {
  int64_t *blocks = (int64_t *)call->query.blocks;
  if (call->steps != NULL) return 1;
  llt_letters *from = llt_inbox_steps(on->world[call->query.root]);
  for (llt_letter **at = &from->first; *at != NULL;) {
    const llt_stamp_entry *stamp = &(*at)->stamp;
    if (stamp->kind == LLT_BLOCK && stamp->context == on->sends && stamp->tag == call->number &&
        stamp->source == call->round) {
      const uint32_t of = stamp->number;
      blocks[of] = llt_inbox_take(from, at).bytes;
    } else at = &(*at)->next;
  }
  for (int i = 0; i < on->size; i++)
    if (blocks[i] == LLT_UNKNOWN) return 0;
  call->steps = llt_decompose(&call->query);
  free(blocks);
  return 1;
}

llt_call llt_call_next(llt_context *on, llt_query *query) {
  query->rank = on->rank;
  query->size = on->size;
  if (started != NULL) query->way = LLT_WAY_PERSISTENT;
  const int number = started == NULL ? on->calls++ : started->number;
  const int round = started == NULL ? 0 : started->round++;
  llt_call call = {.query = *query, .number = number, .round = round};
  if (query->blocks != NULL) call.own = query->blocks[on->rank];
  if (!passes_on(query)) call.steps = llt_decompose(query);
  else if (on->rank != query->root) call.query.blocks = awaited(on->size);
  else {
    tell_blocks(on, &call);
    call.steps = llt_decompose(query);
  }
  return call;
}

int64_t *llt_call_list(int which, int n) {
  static int64_t *lists[2];
  static int rooms[2];
  if (n > rooms[which]) {
    rooms[which] = 2 * n;
    lists[which] = realloc(lists[which], (size_t)rooms[which] * sizeof **lists);
    if (lists[which] == NULL) llt_say_and_end("no memory for a collective");
  }
  return lists[which];
}
