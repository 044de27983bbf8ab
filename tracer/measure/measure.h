/*
 * A benchmark of point-to-point messages: rank 0 prints raw times, of which llamp-ts fits L, o, g, G and S. Plain calls
 * of MPI alone, so that it runs under whatever is preloaded.
 */
#ifndef LLAMP_MEASURE_H
#define LLAMP_MEASURE_H

#include <mpi.h>
#include <stdint.h>

enum { TAG_DATA = 1, TAG_CONTROL, TAG_SIGNAL, TAG_RECORDS, TAG_GATE, TAG_PLACE };

struct options {
  int repeats;
  int messages; /* in a stream */
  int pairs;    /* whether other pairs than 0 and 1 are measured */
  int most;     /* bytes of the largest message */
};

/* options.c */
struct options options_of(int argc, char **argv);
/* Ends all ranks, with a line that llamp-ts reads. */
void fail(const char *what, const char *detail);

/* clock.c */
extern int rank, ranks;
int64_t now(void); /* ns */
/* Computes for at least `ns`; returns for how long. */
int64_t compute(int64_t ns);
/* Lets others have the core for at least `ns`, where that is long. */
void rest(int64_t ns);

/* link.c: messages, waited for without hindering others where ranks share cores */
extern int yielding;
extern char *buffer; /* of `most` bytes for sends, and as many behind them for receives */
void send_bytes(int bytes, int to);
void recv_bytes(int bytes, int from);
void put_all(int bytes, int messages, int to);
void take_all(int bytes, int messages, int from);
void complete(int count, MPI_Request *requests);
/* All ranks meet; who waits sleeps. */
void gate(void);

/* records.c */
enum kind { ROUND_TRIP, RECEIVE, SENT_EARLY, SENT_WITH_RECEIVE, EXCHANGE, CLOCK };
void note(enum kind kind, int from, int to, int bytes, int messages, int64_t delay, int repeat, double ns);
/* What `from` has noted is printed by rank 0; called by both. */
void report(int from);

/* place.c */
void places(void);
/* How near two ranks are: 0 a cache, 1 a socket, 2 a node, 3 nothing shared. Rank 0 only. */
int distance(int one, int other);

/* protocol.c: the largest message of at most `most` bytes that is sent before its receive is posted; -1: none */
int eager_limit(int client, int server, int most);

/* points.c: all sizes between two ranks, `repeats` times; called by both */
void measure_pair(int client, int server, int eager, const struct options *options);

/* exchange.c: all ranks send to their neighbours at once; called by all */
void measure_exchange(const struct options *options);

#endif
