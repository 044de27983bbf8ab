#!/usr/bin/env bash
# A launcher's remote shell, where nodes are network namespaces: runs a command line on one, under a host name and with a
# CLOCK_MONOTONIC of its own, 1000 s ahead for each number. LLAMP_HOSTS is what the names of the namespaces begin with.
# agent.sh 10.79.0.2 COMMAND LINE …
set -euo pipefail
number=${1##*.}
shift
exec nsenter --net="/run/netns/$LLAMP_HOSTS$number" unshare --uts --time --monotonic "$((1000 * number))" --fork \
  bash -c "hostname $LLAMP_HOSTS$number && $*"
