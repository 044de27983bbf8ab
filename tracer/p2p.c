/* Sends, receives and probes, in C. */
#define LLT_HOT
#include "bind_c.h"
#include "p2p.inc"
#include "probes.inc"
