/* Is another thread in MPI? Then messages cannot be delayed: a thread that waits for one sleeps and blocks the others. */
#include "alone.h"

#include <stdio.h>

#include "opened.h"
#include "refusal.h"

#include "quickly.h"

void llt_alone_enter(const char *function) {
  char name[80], text[400];
  if (!__atomic_exchange_n(&llt.busy, 1, __ATOMIC_ACQUIRE)) return;
  llt_name_of(function, name, sizeof name);
  snprintf(text, sizeof text,
           "%s of one thread while another is in MPI; messages of several threads at once cannot be delayed, nor their "
           "computation stretched. Let one thread call MPI, or run without LLAMP_L, LLAMP_ADD and LLAMP_DILATE.",
           name);
  llt_first_says(text);
}
