/* Not a program of MPI: calls from standard input are decomposed by the tracer's C, a line each. */
#include "decompose.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void llt_say_and_end(const char *what) {
  printf("%s\n", what);
  exit(2);
}

static void print(const llt_steps *steps) {
  for (int i = 0; i < steps->n; i++) {
    const llt_step *step = &steps->at[i];
    printf("%s%c %d %lld #%u", i == 0 ? "" : "; ", step->kind, step->peer, (long long)step->value, step->number);
    for (int j = 0; j < step->nafter; j++) printf(" %d", step->after[j]);
  }
  printf("\n");
}

static int64_t *list(int n) {
  int64_t *all = malloc((size_t)(n + 1) * sizeof *all);
  for (int i = 0; i < n; i++)
    if (all == NULL || scanf("%lld", (long long *)&all[i]) != 1) exit(3);
  return all;
}

int main(int argc, char **argv) {
  (void)argc;
  const char *choices = argv[2];
  if (!llt_decompose_start(argv[1], &choices)) {
    printf("unknown: %s\n", choices);
    return 1;
  }
  for (;;) {
    char name[64];
    llt_query query = {0};
    int way, blocks, received;
    if (scanf("%63s %d %d %d %d %d %d %d %lf %d %d", name, &way, &query.typed, &query.in_place, &query.empty,
              &query.rank, &query.size, &query.root, &query.bytes, &blocks, &received) != 11)
      return 0;
    query.collective = strdup(name);
    query.way = (llt_way)way;
    int64_t *const sent = list(blocks), *const taken = list(received);
    query.blocks = blocks > 0 ? sent : NULL;
    query.received = received > 0 ? taken : NULL;
    llt_steps *steps = llt_decompose(&query);
    print(steps);
    llt_steps_free(steps);
    free(sent);
    free(taken);
  }
}
