/* Where are copies of arguments kept? */
#include "scratch.h"

#include <stdlib.h>

void *llt_scratch(int which, size_t bytes) {
  static __thread struct {
    void *memory;
    size_t bytes;
  } held[LLT_SCRATCHES];
  if (bytes > held[which].bytes) {
    free(held[which].memory);
    held[which].bytes = 2 * bytes;
    held[which].memory = malloc(2 * bytes);
    if (held[which].memory == NULL) abort();
  }
  return held[which].memory;
}
