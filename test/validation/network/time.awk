# How long was a run? From the first start of a rank to the last MPI_Finalize, of the text traces of `ranks` ranks.
# Prints the time and how far apart the starts were, in ns.
/^# start-monotonic-ns: / {
  start = $3
  if (++starts == 1 || start < first) first = start
  if (starts == 1 || start > latest) latest = start
}
/^MPI_Finalize:/ {
  split($0, field, ":")
  end = start + field[2] * 1000
  if (++ends == 1 || end > last) last = end
}
END {
  if (starts != ranks || ends != ranks) {
    printf "of %d ranks, %d left a trace and %d came to MPI_Finalize\n", ranks, starts, ends > "/dev/stderr"
    exit 1
  }
  printf "%.0f %.0f\n", last - first, latest - first
}
