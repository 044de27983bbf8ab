/* I/O, one-sided communication, processes that join, and what else a trace only names, in C. */
#include "bind_c.h"
#include "others.inc"
#include "named.def"
