# The delayed network: namespaces, the router between them, and Open MPI on them. To be sourced; needs `here`, `work`
# (a folder), `ranks`, `limit` (s a run may take), `priority` (a command that runs others) and `fail`.

network=10.77.0.0/24
made=()

start_network() {
  local rank answer
  for ((rank = 0; rank < ranks; rank++)); do
    ip netns add "llamp$rank" || fail "cannot make the namespace llamp$rank: is another run under way?"
    made+=("llamp$rank")
    # TCP's window costs nothing, once it is open.
    nsenter --net="/run/netns/llamp$rank" sh -c 'cd /proc/sys/net/ipv4 && echo 4096 4194304 33554432 | tee tcp_rmem >tcp_wmem &&
      echo 0 >tcp_slow_start_after_idle' || fail "cannot set TCP's windows in llamp$rank"
  done
  coproc router { exec "$work/router" "$ranks" 2>"$work/router.log"; }
  router_id=$!
  read -r -t 10 answer <&"${router[0]}" || router_failed
  [[ $answer == ready ]] || router_failed
}

router_failed() { fail "the router failed: $(cat "$work/router.log")"; }

# ns; returns when the delay holds.
set_delay() {
  local answer
  kill -0 "$router_id" 2>/dev/null || router_failed
  echo "delay $1" >&"${router[1]}"
  read -r -t 10 answer <&"${router[0]}" || router_failed
  [[ $answer == "delay $1" ]] || router_failed
}

# Whatever a launch left behind in the namespaces.
end_processes() {
  local name ids
  for name in "${made[@]}"; do
    ids=$(ip netns pids "$name")
    [[ -z $ids ]] || kill -KILL $ids
  done
}

stop_network() {
  local name
  end_processes
  if [[ -n ${router_id:-} ]] && kill -TERM "$router_id" 2>/dev/null; then
    wait "$router_id"
    cat "$work/router.log" >&2
  fi
  for name in "${made[@]}"; do ip netns del "$name"; done
}

hosts() {
  local rank list=''
  for ((rank = 0; rank < ranks; rank++)); do list+=,10.77.0.$((rank + 1)):1; done
  echo "${list:1}"
}

launch_once() {
  local line
  line=$(printf '%q ' exec mpirun --allow-run-as-root --host "$(hosts)" -np "$ranks" --bind-to none \
    --mca plm rsh --mca plm_rsh_agent "$here/agent.sh" --mca plm_rsh_no_tree_spawn 1 --mca oob_tcp_if_include "$network" \
    --mca pml ob1 --mca btl tcp,self --mca btl_tcp_if_include "$network" \
    --mca mpi_preconnect_mpi 1 --mca mpi_yield_when_idle 1 "$@")
  # In the background: a signal to this script is then heard at once.
  "${priority[@]}" timeout -k 10 "$limit" "$here/agent.sh" 10.77.0.1 "$line" </dev/null &
  wait $!
}

# mpirun with these arguments, one rank a namespace. Launches may hang: they are tried three times.
launch() {
  local try status
  for try in 1 2 3; do
    status=0
    launch_once "$@" >"$work/output" 2>"$work/errors" || status=$?
    ((status != 0)) || return 0
    echo "run.sh: a run ended with code $status (124: none within $limit s), try $try of 3" >&2
    end_processes
  done
  cat "$work/output" "$work/errors" >&2
  fail "no run without error: its last output is above"
}
