/* Receives from anybody: what did they match? Included behind one of bind_*.h. */
#ifndef LLT_OWN_STATUS_H
#define LLT_OWN_STATUS_H

/* From anybody, or with any tag: what it matched is to be noted. */
#define LLT_WILD(peer, tag) (V_INT(peer) == MPI_ANY_SOURCE || V_INT(tag) == MPI_ANY_TAG)

/* Notes which message a receive from any source matched, by a status of its own where the program wants none. */
#define LLT_OWN_STATUS(wild, status) \
  LLT_STATUS llt_own[LLT_STATUS_STEP]; \
  if ((wild) && LLT_IGNORED(status)) status = llt_own
#define LLT_NOTE_MATCHED(wild, status)                \
  if (wild) {                                         \
    const MPI_Status matched = LLT_STATUS_OF(status); \
    llt_matched(&matched, 0);                         \
  }

#endif
