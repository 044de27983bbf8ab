/* In which call is each thread? Known at its begin, written where a trace ends without MPI_Finalize. */
#include "opened.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "sites.h"

#include "quickly.h"

llt_open_call llt_opened[LLT_OPENED];

void llt_opened_polls(int64_t from) {
  llt_open_call *here = llt_opened_here();
  here->polling = from;
  here->records = llt.records;
}

void llt_name_of(const char *function, char *name, size_t size) {
  snprintf(name, size, "MPI_%s", function + strlen("MPI_"));
  name[strlen("MPI_")] = (char)toupper((unsigned char)name[strlen("MPI_")]);
  char *f08 = strstr(name, "_f08_");
  if (f08 != NULL) *f08 = 0;
  const size_t last = strlen(name) - 1;
  if (name[last] == '_') name[last] = 0;
}

size_t llt_opened_lines(char *into, size_t size) {
  size_t length = 0;
  memset(into, 0, size);
  for (int thread = 0; thread < LLT_OPENED; thread++) {
    const llt_open_call *one = &llt_opened[thread];
    const int polls = one->polling > 0 && one->records == llt.records;
    if (one->function == NULL || !(one->within || polls)) continue;
    char name[80];
    llt_name_of(one->function, name, sizeof name);
    const uint32_t site = llt.depth == 0 || one->caller == NULL ? 0 : llt_site_of_caller(one->caller);
    const int n = snprintf(into + length, size - length, "# open-call: %d,%s,%lld,%u\n", thread, name,
                           (long long)(polls ? one->polling : one->since), site);
    if (n > 0 && (size_t)n < size - length) length += (size_t)n;
  }
  if (length == 0) length = (size_t)snprintf(into, size, "# open-call: none\n");
  return length;
}
