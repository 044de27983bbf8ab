/* Which calls were not delayed? */
#include "passed.h"

#include <stdio.h>

#include "header.h"
#include "refusal.h"
#include "state.h"

int64_t llt_passed_calls[LLT_CALLS], llt_passed_time[LLT_CALLS];

void llt_passed(int code) { llt_passed_calls[code]++; }

void llt_passed_for(int code, int64_t took) { llt_passed_time[code] += took; }

static const char *why_not(int code) {
  const int is_collective = code >= LLT_BARRIER && code <= LLT_NEIGHBOR_ALLTOALLW_INIT;
  return is_collective ? ", because LLAMP_COLLECTIVES=library does not pass on their starts" : "";
}

void llt_not_delayed(int code) {
  char text[300];
  snprintf(text, sizeof text, "%s cannot be delayed%s. Run the program without it, or without LLAMP_L and LLAMP_ADD.",
           llt_names[code], why_not(code));
  llt_first_says(text);
}
