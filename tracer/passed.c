/* Which calls were not delayed? */
#include "passed.h"

#include <stdio.h>

#include "header.h"
<<<<<<< HEAD
#include "refusal.h"
=======
#include "rings.h"
#include "say.h"
#include "state.h"
>>>>>>> w-tracer

int64_t llt_passed_calls[LLT_CALLS];

void llt_passed(int code) { llt_passed_calls[code]++; }

<<<<<<< HEAD
void llt_not_delayed(int code) {
  char text[200];
  snprintf(text, sizeof text, "%s cannot be delayed: run the program without it, or without LLAMP_L and LLAMP_ADD",
           llt_names[code]);
  llt_first_says(text);
=======
static int is_collective(int code) { return code >= LLT_BARRIER && code <= LLT_NEIGHBOR_ALLTOALLW_INIT; }

static const char *why_not(int code) {
  if (code == LLT_COMM_IDUP) return ", since its ranks need not meet to make the communicator";
  if (!is_collective(code)) return "";
  if (llt.planned) return ", since a plan does not have its messages";
  return code < LLT_NEIGHBOR_ALLGATHER ? ", since only a plan (LLAMP_COLLECTIVES) has an order of its starts" : "";
}

/* Of all ranks that come here the first one says it. */
void llt_not_delayed(int code) {
  char text[300];
  snprintf(text, sizeof text, "%s cannot be delayed%s: run the program without it, or without LLAMP_L and LLAMP_ADD",
           llt_names[code], why_not(code));
  if (llt_ring_first()) llt_say_and_end(text);
  for (;;) pause();
>>>>>>> w-tracer
}
