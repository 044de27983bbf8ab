#!/usr/bin/env bash
# Measures an MPI program over a network that delays every packet: see README.md.
set -euo pipefail

usage='run.sh -n RANKS -L 1ms,2ms,4ms,8ms -o FOLDER [--repeat 3] [--rounds 30] [--timeout 120] [--real-time] -- PROGRAM [ARGUMENT…]'
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
llamp=$(cd "$here/../../.." && pwd)/bin/run.js
source "$here/network.sh"

say() { echo "run.sh: $*" >&2; }
fail() {
  say "$*"
  exit 1
}

# 1.5ms → 1500000
nanoseconds() {
  local ns
  [[ $1 =~ ^([0-9]+(\.[0-9]+)?)(ns|us|ms|s)$ ]] || fail "-L: \"$1\" is no time such as 500us, 1ms or 1.5ms"
  ns=$(awk -v n="${BASH_REMATCH[1]}" -v unit="${BASH_REMATCH[3]}" \
    'BEGIN { split("ns 1 us 1e3 ms 1e6 s 1e9", u); for (i = 1; u[i] != unit; i += 2); printf "%.0f", n * u[i + 1] }')
  ((ns <= 1000000000)) || fail "-L: \"$1\" is more than 1 s"
  echo "$ns"
}

read_latencies() {
  local text ns
  delays=()
  for text in ${latencies//,/ }; do
    ns=$(nanoseconds "$text")
    delays+=("$ns")
  done
  mapfile -t delays < <(printf '%s\n' "${delays[@]}" | sort -nu)
}

whole() {
  [[ $2 =~ ^[1-9][0-9]{0,4}$ ]] || fail "$1: \"$2\" is no whole number from 1 to 99999"
  echo "$2"
}

read_arguments() {
  ranks='' latencies='' folder='' repeats=3 rounds=30 limit=120 priority=(nice -n -20)
  while (($# > 0)) && [[ $1 != -- ]]; do
    if [[ $1 == --real-time ]]; then
      # Below the router.
      priority=(chrt --rr 10)
      shift
      continue
    fi
    (($# > 1)) || fail "usage: $usage"
    case $1 in
      -n) ranks=$(whole -n "$2") ;;
      -L) latencies=$2 ;;
      -o) folder=$2 ;;
      --repeat) repeats=$(whole --repeat "$2") ;;
      --rounds) rounds=$(whole --rounds "$2") ;;
      --timeout) limit=$(whole --timeout "$2") ;;
      *) fail "unknown: $1; usage: $usage" ;;
    esac
    shift 2
  done
  [[ -n $ranks && -n $latencies && -n $folder && $# -gt 1 ]] || fail "usage: $usage"
  ((ranks >= 2 && ranks <= 64)) || fail "-n: $ranks ranks; there can be 2 to 64"
  shift
  program=("$@")
  read_latencies
}

check_machine() {
  local tool
  for tool in ip nsenter unshare chrt mpirun mpicc cc node timeout awk; do
    command -v "$tool" >/dev/null || fail "$tool is not here: see what README.md says it needs"
  done
  [[ $(id -u) == 0 ]] || fail "network namespaces and devices need root"
  mpirun --version | grep -q 'Open MPI\|OpenRTE' || fail "mpirun is not Open MPI's"
  [[ -f $llamp && -d $(dirname "$llamp")/../dist ]] || fail "llamp-ts is not built: npm ci"
  [[ ! -e $folder/measured.csv && ! -e $folder/trace ]] || fail "$folder has measurements already"
}

build() {
  cc -std=c99 -O2 -o "$work/router" "$here"/{router,devices,queue,refuse}.c
  cc -std=c99 -O2 -fPIC -shared -o "$work/idle.so" "$here/idle.c"
  mpicc -O2 -fPIC -shared -o "$work/start.so" "$here/start.c" -ldl
  mpicc -O2 -o "$work/pingpong" "$here/pingpong.c"
  node "$llamp" trace build --output "$work" --quiet >/dev/null
}

# Where ranks share cores, those who wait sleep.
choose_preload() {
  idle=spinning preload=''
  if ((ranks > $(nproc))); then
    idle=sleeping preload=$work/idle.so
  fi
}

# What holds between two ranks, of each delay: L is half of a round trip.
measure_latencies() {
  local delay half low high send
  for delay in "${delays[@]}"; do
    set_delay "$delay"
    launch -x LD_PRELOAD="$preload" "$work/pingpong" "$rounds"
    read -r half low high send <"$work/output"
    L[delay]=$half
    pingpongs+=("$delay $half $low $high $send")
    say "delay $delay ns: half a round trip takes $half ns ($low to $high), MPI_Send $send ns"
  done
}

# ns of delay → `time` of the run and how far `apart` its ranks started, and the `load` before it
trace_run() {
  rm -rf "$work/trace"
  set_delay "$1"
  read -r load _ </proc/loadavg
  launch -x LD_PRELOAD="$work/libllamp-trace.so:$work/start.so${preload:+:$preload}" -x LLAMP_TRACE="$work/trace" \
    -x LLAMP_FORMAT=text "${program[@]}"
  read -r time apart < <(awk -v ranks="$ranks" -f "$here/time.awk" "$work"/trace/*.txt) || fail "no time of a run"
}

# delay repeat: a run, again where its ranks did not start together, which is not what is predicted.
measure_run() {
  local load time apart try
  for try in 1 2 3; do
    trace_run "$1"
    ((apart * 2 >= L[$1] && apart * 200 >= time)) || break
    say "ranks started $apart ns apart, more than half of L and 0.5 % of the run: try $try of 3"
  done
  echo "$(basename "${program[0]}"),$ranks,openmpi-tcp,${L[$1]},$2,$time,$load" >>"$folder/measured.csv"
  say "L ${L[$1]} ns, repeat $2: $time ns, starts $apart ns apart, load $load"
  if (($1 == delays[0] && $2 == 0)); then cp -r "$work/trace" "$folder/trace"; fi
}

# In turn up and down, so that what drifts with time does not look like L.
measure_runs() {
  local repeat delay order
  echo program,ranks,mpi,L_ns,repeat,T_ns,load1 >"$folder/measured.csv"
  for ((repeat = 0; repeat < repeats; repeat++)); do
    order=("${delays[@]}")
    ((repeat % 2 == 0)) || mapfile -t order < <(printf '%s\n' "${delays[@]}" | sort -nr)
    for delay in "${order[@]}"; do measure_run "$delay" "$repeat"; done
  done
}

write_meta() {
  printf '%s\n' "${pingpongs[@]}" | node -e '
    const [ranks, idle, mpi, cores, ...command] = process.argv.slice(1);
    const lines = require("node:fs").readFileSync(0, "utf8").trim().split("\n");
    const names = ["delay_ns", "half_round_trip_ns", "p10_ns", "p90_ns", "send_ns"];
    const pingpong = lines.map((line) => Object.fromEntries(line.split(" ").map((value, i) => [names[i], Number(value)])));
    const note = "L_ns of measured.csv is half_round_trip_ns; T_ns is last MPI_Finalize - first start";
    console.log(JSON.stringify({ command, ranks: Number(ranks), mpi, cores: Number(cores), idle, pingpong, note }, null, 2));
  ' "$ranks" "$idle" "$(mpirun --version | head -n 1)" "$(nproc)" "${program[@]}" >"$folder/meta.json"
}

clean_up() {
  set +e
  stop_network
  rm -rf "$work"
}

read_arguments "$@"
check_machine
work=$(mktemp -d)
L=() pingpongs=()
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
build
choose_preload
mkdir -p "$folder"
start_network
measure_latencies
measure_runs
write_meta
echo "llamp-ts validate $folder/trace --measured $folder/measured.csv -o 0 -G 0 -S none"
