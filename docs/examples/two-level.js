// An allreduce in two levels: the first rank of each group of 4 sums up its group, rank 0 the groups, and the sum returns the same way.
const GROUP = 4;

/** The ranks whose sums a rank receives: a group's first rank those of its group, rank 0 also those of the other groups. */
function below(rank, size) {
  const found = [];
  if (rank % GROUP === 0) for (let r = rank + 1; r < Math.min(rank + GROUP, size); r++) found.push(r);
  if (rank === 0) for (let r = GROUP; r < size; r += GROUP) found.push(r);
  return found;
}

function emit({ rank, size, bytes }, out) {
  let sum = below(rank, size).map((from) => out.irecv(bytes, from));
  if (rank !== 0) {
    const above = rank % GROUP === 0 ? 0 : rank - (rank % GROUP);
    const sent = out.send(bytes, above);
    for (const part of sum) out.requires(sent, part);
    sum = [out.recv(bytes, above)];
  }
  for (const to of below(rank, size)) {
    const answer = out.send(bytes, to);
    for (const part of sum) out.requires(answer, part);
  }
}

export const allreduce = [{ name: 'two-level', summary: 'groups of 4, and back', uses: [], emit }];
