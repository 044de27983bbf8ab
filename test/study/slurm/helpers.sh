# What a script of a cluster can ask of it. `work` is the cluster's folder.

# Waits until a command succeeds, at most so many seconds: wait_until SECONDS COMMAND …
wait_until() {
  local most=$1 end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || { echo "waited $most s in vain: $*" >&2; return 1; }
    sleep 0.2
  done
}

nodes_idle() { [ "$(timeout 10 sinfo -h -N -o %T 2>/dev/null | grep -c '^idle$')" = 2 ]; }

# Nothing waits and nothing runs.
queue_empty() {
  local left
  left=$(timeout 10 squeue -h) && [ -z "$left" ]
}

# At least so many files that end so: files_are 3 FOLDER .json
files_are() { [ "$(find "$2" -maxdepth 1 -type f -name "*$3" 2>/dev/null | wc -l)" -ge "$1" ]; }

start_node() {
  slurmd -D -N "$1" >"$work/$1.log" 2>&1 &
  echo $! >"$work/$1.main"
  disown
}

# As if its power went: the daemon, what watches over its steps, and all that they run, without a word.
kill_node() {
  kill -KILL "$(cat "$work/$1.main")"
  local process parent
  for process in $(processes_of "$1"); do
    parent=$(awk '/^PPid:/ { print $2 }' "/proc/$process/status" 2>/dev/null) || continue
    [[ $(cat "/proc/$parent/comm" 2>/dev/null) == slurmstepd ]] && kill -KILL "$parent"
    kill -KILL "$process" 2>/dev/null || true
  done
}

# Those that run in a job on this node.
processes_of() {
  local folder
  for folder in /proc/[0-9]*; do
    grep -qzx "SLURMD_NODENAME=$1" "$folder/environ" 2>/dev/null && echo "${folder#/proc/}"
  done
  return 0
}
