/* How do ranks of several nodes announce messages to each other? By messages that the program never sees. */
#include "mail.h"

#include <sched.h>
#include <stdlib.h>

#include "nodes.h"

/* Most that are on their way from one rank. */
#define MOST 4096

typedef struct {
  llt_stamp_entry entry;
  MPI_Request request;
} sending;

static MPI_Comm mail = MPI_COMM_NULL;
static sending *all; /* [MOST], those from `gone` to `sent` on their way */
static uint32_t gone, sent;
static int *sent_to; /* [ranks] how many */
static int received;

void llt_mail_start(void) {
  if (llt_nodes.count == 1) return;
  PMPI_Comm_dup(MPI_COMM_WORLD, &mail);
  all = calloc(MOST, sizeof *all);
  sent_to = calloc((size_t)llt.ranks, sizeof *sent_to);
  if (all == NULL || sent_to == NULL) abort();
}

/* Those that the MPI library has done with, from the oldest on. */
static void let_go(void) {
  for (int over = 1; gone != sent; gone++) {
    PMPI_Test(&all[gone % MOST].request, &over, MPI_STATUS_IGNORE);
    if (!over) return;
  }
}

void llt_mail_put(int to, const llt_stamp_entry *entry, void (*meanwhile)(void)) {
  let_go();
  while (sent - gone == MOST) {
    meanwhile();
    let_go();
  }
  sending *one = &all[sent++ % MOST];
  one->entry = *entry;
  PMPI_Isend(&one->entry, (int)sizeof one->entry, MPI_BYTE, to, 0, mail, &one->request);
  sent_to[to]++;
}

static int look(int *from, llt_stamp_entry *entry) {
  int there;
  MPI_Message message;
  MPI_Status status;
  PMPI_Improbe(MPI_ANY_SOURCE, 0, mail, &there, &message, &status);
  if (!there) return 0;
  PMPI_Mrecv(entry, (int)sizeof *entry, MPI_BYTE, &message, MPI_STATUS_IGNORE);
  *from = status.MPI_SOURCE;
  received++;
  return 1;
}

int llt_mail_get(int *from, llt_stamp_entry *entry, int looks) {
  if (mail == MPI_COMM_NULL) return 0;
  for (; looks > 0; looks--)
    if (look(from, entry)) return 1;
  return 0;
}

void llt_mail_end(void) {
  int from, expected;
  llt_stamp_entry unread;
  if (mail == MPI_COMM_NULL) return;
  PMPI_Reduce_scatter_block(sent_to, &expected, 1, MPI_INT, MPI_SUM, mail);
  for (; received < expected || gone != sent; let_go())
    if (!llt_mail_get(&from, &unread, 1)) sched_yield();
}
