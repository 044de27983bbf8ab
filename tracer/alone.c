/* Is another thread in MPI? Then messages cannot be delayed: a thread that waits for one sleeps and blocks the others. */
#include "alone.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "refusal.h"

#include "quickly.h"

/* The name of the call in C: wrappers of Fortran are called mpi_send_, mpi_send_f08_. */
static void name_of(const char *function, char *name, size_t size) {
  snprintf(name, size, "MPI_%s", function + strlen("MPI_"));
  name[strlen("MPI_")] = (char)toupper((unsigned char)name[strlen("MPI_")]);
  char *f08 = strstr(name, "_f08_");
  if (f08 != NULL) *f08 = 0;
  const size_t last = strlen(name) - 1;
  if (name[last] == '_') name[last] = 0;
}

void llt_alone_enter(const char *function) {
  char name[80], text[400];
  if (!__atomic_exchange_n(&llt.busy, 1, __ATOMIC_ACQUIRE)) return;
  name_of(function, name, sizeof name);
  snprintf(text, sizeof text,
           "%s of one thread while another is in MPI; messages of several threads at once cannot be delayed, nor their "
           "computation stretched. Let one thread call MPI, or run without LLAMP_L, LLAMP_ADD and LLAMP_DILATE.",
           name);
  llt_first_says(text);
}
