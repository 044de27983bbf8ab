/* Which calls were not delayed? */
#include "passed.h"

#include <stdio.h>
#include <unistd.h>

#include "header.h"
#include "rings.h"
#include "say.h"

int64_t llt_passed_calls[LLT_CALLS];

void llt_passed(int code) { llt_passed_calls[code]++; }

/* Of all ranks that come here the first one says it. */
void llt_not_delayed(int code) {
  char text[200];
  snprintf(text, sizeof text, "%s cannot be delayed: run the program without it, or without LLAMP_L and LLAMP_ADD",
           llt_names[code]);
  if (llt_ring_first()) llt_say_and_end(text);
  for (;;) pause();
}
