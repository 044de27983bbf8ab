#!/usr/bin/env bash
# The remote shell of a launcher: runs a command line in the namespace of a host, under a host name of its own.
# agent.sh 10.77.0.3 COMMAND LINE …
set -euo pipefail
name=llamp$((${1##*.} - 1))
shift
exec nsenter --net="/run/netns/$name" unshare --uts bash -c "hostname $name && $*"
