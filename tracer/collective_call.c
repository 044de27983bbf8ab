/* Which of its communicator's collectives is this? Ranks count alike: MPI has all of them call in one order. */
#include "collective_call.h"

#include <stdlib.h>

#include "by_library.h"
#include "say.h"

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

llt_call llt_call_next(llt_context *on, llt_asked *asked) {
  asked->rank = on->rank;
  asked->size = on->size;
  if (started != NULL) asked->way = LLT_WAY_PERSISTENT;
  const int number = started == NULL ? on->calls++ : started->number;
  const int round = started == NULL ? 0 : started->round++;
  return (llt_call){llt_decompose(asked), number, round};
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
