/* Which way does a stamp go? */
#include "announce.h"

#include "inbox.h"
#include "mail.h"
#include "nodes.h"
#include "release.h"
#include "rings.h"

void llt_announce(int to, const llt_stamp_entry *stamp) {
  const int place = llt_nodes.place[to];
  if (place >= 0) {
    llt_ring_put(place, stamp, llt_inbox_fill);
    return;
  }
  llt_stamp_entry abroad = *stamp;
  abroad.time = llt_release_out(stamp->time);
  llt_mail_put(to, &abroad, llt_inbox_fill);
}
