/* What does the user want injected? The variables LLAMP_L, LLAMP_ADD … ; see README.md. */
#include "injection.h"

#include <stdio.h>
#include <string.h>

#include "state.h"
#include "values.h"

#include "quickly.h"

llt_injection llt_network = {.added = -1, .S = INT64_MAX, .dilation = 1, .release = -1};

/* Most of a latency: an hour. */
#define MOST_NS 3.6e12

/* Algorithms, or whether collectives go by the library. */
static void read_collectives(llt_injection *to) {
  const char *value = llt_value("LLAMP_COLLECTIVES");
  llt.decompose = value == NULL || strcmp(value, "library") != 0;
  to->choices = value == NULL ? "" : value;
}

static int refuse_alone(char *why, size_t size) {
  static const char *const names[] = {"LLAMP_G", "LLAMP_O", "LLAMP_S", "LLAMP_COLLECTIVES"};
  for (int i = 0; i < 4; i++) {
    if (llt_value(names[i]) == NULL) continue;
    snprintf(why, size, "%s=%.200s has no latency to apply to; give LLAMP_L or LLAMP_ADD too", names[i], llt_value(names[i]));
    return 0;
  }
  return 1;
}

/* What nodes are, and how latencies between them come about. */
static int read_nodes(llt_injection *to, char *why, size_t size) {
  static const char *const releases[] = {"constant", "added"};
  const double ranks = llt_number("LLAMP_NODE_RANKS", 1, 1e6, 0, why, size);
  if (ranks < 0) return 0;
  if (ranks != (int)ranks) {
    snprintf(why, size, "LLAMP_NODE_RANKS=%.200s is not a whole number of ranks; give one from 1", llt_value("LLAMP_NODE_RANKS"));
    return 0;
  }
  to->node_ranks = (int)ranks;
  if (llt_value("LLAMP_RELEASE") == NULL) return 1;
  to->release = llt_word("LLAMP_RELEASE", releases, 2, 0, why, size);
  return to->release >= 0;
}

int llt_injection_read(char *why, size_t size) {
  llt_injection *to = &llt_network;
  const double total = llt_number("LLAMP_L", 1, MOST_NS, 0, why, size);
  const double added = llt_number("LLAMP_ADD", 0, MOST_NS, 0, why, size);
  const double G = llt_number("LLAMP_G", 0, 1e9, 0, why, size);
  const double o = llt_number("LLAMP_O", 0, MOST_NS, 0, why, size);
  const double S = llt_number("LLAMP_S", 0, 9e18, 9e18, why, size);
  to->dilation = llt_number("LLAMP_DILATE", 1, 1e6, 1, why, size);
  if (total < 0 || added < 0 || G < 0 || o < 0 || S < 0 || to->dilation < 0 || !read_nodes(to, why, size)) return 0;
  to->result = llt_value("LLAMP_RESULT");
  llt.inject = llt_value("LLAMP_L") != NULL || llt_value("LLAMP_ADD") != NULL;
  llt.measure = llt.inject || to->result != NULL || to->dilation > 1;
  if (llt_value("LLAMP_L") != NULL && llt_value("LLAMP_ADD") != NULL) {
    snprintf(why, size, "LLAMP_L=%.100s and LLAMP_ADD=%.100s are both given; give one of them", llt_value("LLAMP_L"),
             llt_value("LLAMP_ADD"));
    return 0;
  }
  if (!llt.inject) return refuse_alone(why, size);
  to->L = (int64_t)total;
  to->added = llt_value("LLAMP_ADD") != NULL ? (int64_t)added : -1;
  to->G = G;
  to->o = (int64_t)o;
  to->S = S < 9e18 ? (int64_t)S : INT64_MAX;
  read_collectives(to);
  return 1;
}
