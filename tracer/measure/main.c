/* Which phases there are, and who takes part. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

enum { A_CLASS = 3, CLASSES = 4 };

int rank, ranks;

static void introduce(void) {
  char version[MPI_MAX_LIBRARY_VERSION_STRING];
  int length;
  MPI_Get_library_version(version, &length);
  version[strcspn(version, "\r\n")] = '\0';
  printf("llamp-measure,1\nllamp-measure,mpi,%s\n", version);
}

static void measure(int client, int server, int eager, const struct options *options) {
  gate();
  measure_pair(client, server, eager, options);
  gate();
  report(client);
}

/* Up to A_CLASS pairs of each distance, without the first pair, which is measured. Returns how many. */
static int choose(int (*pairs)[2]) {
  int left[CLASSES] = {A_CLASS, A_CLASS, A_CLASS, A_CLASS};
  int count = 0;
  for (int client = 0; client < ranks; client++)
    for (int server = client + 1; server < ranks; server++) {
      if (client + server == 1 || left[distance(client, server)] == 0) continue;
      left[distance(client, server)]--;
      pairs[count][0] = client;
      pairs[count++][1] = server;
    }
  return count;
}

static void measure_pairs(int eager, const struct options *options) {
  int pairs[CLASSES * A_CLASS][2];
  int count = rank == 0 ? choose(pairs) : 0;
  MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Bcast(pairs, 2 * count, MPI_INT, 0, MPI_COMM_WORLD);
  for (int i = 0; i < count; i++) measure(pairs[i][0], pairs[i][1], eager, options);
}

static void run(const struct options *options) {
  gate();
  int eager = eager_limit(0, 1, options->most);
  gate();
  report(0);
  MPI_Bcast(&eager, 1, MPI_INT, 0, MPI_COMM_WORLD);
  measure(0, 1, eager, options);
  measure_exchange(options);
  gate();
  report(0);
  if (options->pairs) measure_pairs(eager, options);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const struct options options = options_of(argc, argv);
  if (ranks < 2) fail("ranks", "1");
  buffer = calloc(2, (size_t)options.most);
  if (buffer == NULL) fail("memory", "messages");
  memset(buffer, 1, 2 * (size_t)options.most);
  if (rank == 0) introduce();
  places();
  run(&options);
  gate();
  if (rank == 0) printf("llamp-measure,end\n");
  MPI_Finalize();
  return 0;
}
