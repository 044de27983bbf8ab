// An allreduce by recursive doubling whose sends forget to wait for what the rounds before have brought.
function emit({ rank, size, bytes }, out) {
  for (let distance = 1; distance < size; distance *= 2) {
    out.send(bytes, rank ^ distance);
    out.recv(bytes, rank ^ distance);
  }
}

export const allreduce = [{ name: 'lost-data', summary: 'forgets requires', uses: [], emit }];
