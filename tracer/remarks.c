/* What is only known at the end: which calls were not traced, whether call sites were too many, what polls waited. */
#include "remarks.h"

#include <stdio.h>

#include "header.h"
#include "polls.h"
#include "sites.h"

#include "quickly.h"

static unsigned char refused[LLT_CALLS];

void llt_not_traced(int code) { refused[code] = 1; }

static const char *const natures[LLT_NATURES] = {"waiting", "computation", "undecided"};

size_t llt_remarks(char *into, size_t size) {
  size_t length = 0;
  for (int i = 0; i < LLT_CALLS; i++) {
    if (!refused[i]) continue;
    const int n = snprintf(into + length, size - length, "# not traced: %s\n", llt_names[i]);
    if (n > 0 && (size_t)n < size - length) length += (size_t)n;
  }
  if (llt_sites_full()) {
    const int n = snprintf(into + length, size - length, "# call sites: too many, those without a number are others\n");
    if (n > 0 && (size_t)n < size - length) length += (size_t)n;
  }
  for (int i = 0; i < LLT_NATURES; i++) {
    const llt_gaps of = llt_gaps_of[i];
    if (of.gaps == 0) continue;
    const int n = snprintf(into + length, size - length, "# polls-%s: %lld ns in %lld gaps\n", natures[i],
                           (long long)of.ns, (long long)of.gaps);
    if (n > 0 && (size_t)n < size - length) length += (size_t)n;
  }
  return length;
}
