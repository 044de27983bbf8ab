/* What was measured, and how does it come to rank 0, which prints it? */
#include <stdio.h>
#include <stdlib.h>

#include "measure.h"

enum { FIELDS = 8 };

static const char *const names[] = {"round-trip", "receive", "sent-early", "sent-with-receive", "exchange", "clock"};
static double *records;
static int count, room;

void note(enum kind kind, int from, int to, int bytes, int messages, int64_t delay, int repeat, double ns) {
  if (count == room) {
    room = room == 0 ? 1024 : 2 * room;
    records = realloc(records, (size_t)room * FIELDS * sizeof *records);
    if (records == NULL) fail("memory", "records");
  }
  const double fields[FIELDS] = {kind, from, to, bytes, messages, (double)delay, repeat, ns};
  for (int i = 0; i < FIELDS; i++) records[count * FIELDS + i] = fields[i];
  count++;
}

static void print(void) {
  for (const double *r = records; r < records + count * FIELDS; r += FIELDS)
    printf("llamp-measure,point,%s,%.0f,%.0f,%.0f,%.0f,%.0f,%.0f,%.2f\n", names[(int)r[0]], r[1], r[2], r[3], r[4],
           r[5], r[6], r[7]);
  fflush(stdout);
  count = 0;
}

void report(int from) {
  if (from != 0 && rank == from) {
    MPI_Send(&count, 1, MPI_INT, 0, TAG_RECORDS, MPI_COMM_WORLD);
    MPI_Send(records, count * FIELDS, MPI_DOUBLE, 0, TAG_RECORDS, MPI_COMM_WORLD);
    count = 0;
  }
  if (rank != 0) return;
  if (from != 0) {
    int coming;
    MPI_Recv(&coming, 1, MPI_INT, from, TAG_RECORDS, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    while (room < coming) room = room == 0 ? 1024 : 2 * room;
    records = realloc(records, (size_t)room * FIELDS * sizeof *records);
    if (records == NULL) fail("memory", "records");
    MPI_Recv(records, coming * FIELDS, MPI_DOUBLE, from, TAG_RECORDS, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    count = coming;
  }
  print();
}
