/* Stamps to and from other nodes: small messages on a communicator of their own. */
#ifndef LLT_MAIL_H
#define LLT_MAIL_H
#include "stamp.h"
#pragma GCC visibility push(hidden)

/* Of all ranks, once llt_nodes is known. */
void llt_mail_start(void);
/* Sends rank `to` an entry; waits where too many are on their way, and calls `meanwhile` again and again. */
void llt_mail_put(int to, const llt_stamp_entry *entry, void (*meanwhile)(void));
/*
 * The next entry of any rank, which `from` names; 0 where there is none. Those of one rank come as they were sent. The MPI
 * library delivers messages one by one, and may find none although the next has come: it is called so often.
 */
int llt_mail_get(int *from, llt_stamp_entry *entry, int looks);
/* Of all ranks, when none of them sends any more: what is on its way arrives. */
void llt_mail_end(void);

#pragma GCC visibility pop
#endif
