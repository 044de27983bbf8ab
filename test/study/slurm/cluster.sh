#!/usr/bin/env bash
# A Slurm of one controller and two nodes, each with one CPU, on this machine alone: for as long as a script runs.
#   cluster.sh WORK SCRIPT    as root; WORK: an empty folder for state and logs; SCRIPT: a file that bash reads
# SCRIPT runs with the functions of helpers.sh. Network, processes, host name, /etc/hosts and munge are the cluster's own: nothing
# outside sees them, and whatever runs is gone when SCRIPT ends or this process is killed. Exit code: SCRIPT's; 75 where no cluster came up.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
UNAVAILABLE=75

refuse() { echo "no cluster: $*" >&2; exit "$UNAVAILABLE"; }

own=(unshare --net --uts --mount --pid --fork --kill-child --mount-proc)
if [ "${LLAMP_CLUSTER:-}" != inside ]; then
  "${own[@]}" true 2>/dev/null || refuse 'no namespaces of its own'
  LLAMP_CLUSTER=inside exec "${own[@]}" bash "$0" "$@"
fi
work=$1 script=$2

# A host name that resolves. A resolver that sees the loopback alone finds no address at all, so there is one more device.
network() {
  printf '127.0.0.1 localhost cluster\n' >"$work/hosts" &&
    ip link set lo up &&
    { ip link add cluster0 type dummy 2>/dev/null || ip tuntap add dev cluster0 mode tun; } &&
    ip addr add 10.78.0.1/24 dev cluster0 &&
    ip link set cluster0 up &&
    hostname cluster &&
    mount --bind "$work/hosts" /etc/hosts
}

# Munge with a key and a socket of its own.
munge() {
  mkdir -m 755 "$work/munge" &&
    (umask 077 && head -c 1024 /dev/urandom >"$work/munge/key") &&
    timeout 20 munged --force --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munge/pid" \
      --log-file="$work/munge/log" --seed-file="$work/munge/seed" 2>"$work/munge/words"
}

configuration() {
  cat <<CONF
ClusterName=llamp
SlurmctldHost=cluster(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$work/munge/socket,cred_expire=5
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool-%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd-%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=2,bf_interval=2,sched_min_interval=100000
MpiDefault=none
CommunicationParameters=NoInAddrAny
SlurmdParameters=config_overrides
ReturnToService=2
SlurmdTimeout=5
KillWait=5
MaxArraySize=1001
NodeName=n1 NodeHostname=cluster NodeAddr=127.0.0.1 Port=17001 CPUs=1 RealMemory=4000 State=UNKNOWN
NodeName=n2 NodeHostname=cluster NodeAddr=127.0.0.1 Port=17002 CPUs=1 RealMemory=4000 State=UNKNOWN
PartitionName=debug Nodes=n[1-2] Default=YES MaxTime=INFINITE State=UP
CONF
}

for tool in munged slurmctld slurmd sinfo ip mount; do
  command -v "$tool" >/dev/null || refuse "$tool is not installed"
done
network || refuse 'no network of its own'
munge || refuse "munged: $(tail -n 1 "$work/munge/words")"
mkdir -p "$work"/{state,spool-n1,spool-n2}
export SLURM_CONF="$work/slurm.conf"
configuration >"$SLURM_CONF"
. "$here/helpers.sh"
slurmctld -D >"$work/slurmctld.log" 2>&1 &
start_node n1
start_node n2
wait_until 45 nodes_idle || refuse "after 45 s: $(sinfo -h -N -o '%N %T' 2>&1 | tr '\n' ' ')"
. "$script"
