"""What mpi4py has: derived types, persistent requests, nonblocking collectives, matched probes, neighbours, groups, windows."""
import numpy as np
from mpi4py import MPI

c = MPI.COMM_WORLD
r, p = c.rank, c.size
cart = c.Create_cart([p], periods=[True])
low, high = cart.Shift(0, 1)
a = np.arange(64.0).reshape(8, 8) + r
column = MPI.DOUBLE.Create_vector(8, 1, 8).Commit()
b = np.zeros((8, 8))
for k in range(5):
    MPI.Request.Waitall([cart.Isend([a, 1, column], high, 5), cart.Irecv([b, 1, column], low, 5)])
    sent, received = cart.Send_init(a[0], high, 7), cart.Recv_init(b[1], low, 7)
    MPI.Prequest.Startall([sent, received])
    MPI.Request.Waitall([sent, received])
    sent.Free()
    received.Free()
    total = np.zeros(1)
    c.Iallreduce(a[:1, :1].copy(), total).Wait()
    c.Ibarrier().Wait()
    if r == 0:
        for _ in range(1, p):
            c.mprobe().recv()
    else:
        c.send(list(range(10 * r)), 0, 11)
    scanned, before = c.scan(r), c.exscan(r)
    exchanged = c.alltoall(list(range(p)))
    scattered = np.zeros(2)
    c.Reduce_scatter_block(np.ones(2 * p), scattered)
    if k == 0:
        cart.neighbor_alltoall([r, r])
if r % 2 == 0:
    even = c.Create_group(c.Get_group().Incl(range(0, p, 2)))
    even.bcast(3.5 if even.rank == 0 else None)
window = MPI.Win.Allocate(64, comm=c)
window.Fence()
window.Fence()
window.Free()
if r == 0:
    print(b.sum(), total[0], scanned, exchanged, scattered[0])
