/*
 * Receives that were posted, announced to the future sender: with them a sender knows when its message meets its receive,
 * also while the receiver computes. Only where messages go by rendezvous.
 */
#ifndef LLT_POSTS_H
#define LLT_POSTS_H
#include "contexts.h"
#pragma GCC visibility push(hidden)

/* `met`: called at the sender, with the message of that number and when its receive was posted. */
void llt_posts_start(int ranks, void (*met)(int to, uint32_t number, int64_t posted));
/* At the receiver: a receive was posted; one from any source makes this the last that is announced. */
void llt_post_tell(llt_context *on, int source, int tag, int64_t posted);
/* Messages will go to others than the order of posts says: nothing more is announced on this communicator. */
void llt_post_no_more(llt_context *on);
/* At the sender: a message goes out. */
void llt_post_sent(const llt_context *on, int to, int tag, uint32_t number);
/* Pairs messages to `to` with its announcements so far. */
void llt_post_pair(int to);
/* The receiver said itself that this message was met. */
void llt_post_forget(int to, uint32_t number);

#pragma GCC visibility pop
#endif
