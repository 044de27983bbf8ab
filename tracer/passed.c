/* Which calls were not delayed? */
#include "passed.h"

#include <stdio.h>

#include "header.h"
#include "refusal.h"

int64_t llt_passed_calls[LLT_CALLS];

void llt_passed(int code) { llt_passed_calls[code]++; }

void llt_not_delayed(int code) {
  char text[200];
  snprintf(text, sizeof text, "%s cannot be delayed: run the program without it, or without LLAMP_L and LLAMP_ADD",
           llt_names[code]);
  llt_first_says(text);
}
