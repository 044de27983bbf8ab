"""Threads that call MPI while another computes, as MPI_THREAD_MULTIPLE allows."""
import threading

from mpi4py import MPI

comms = [MPI.COMM_WORLD.Dup() for _ in range(2)]
done = threading.Event()


def work(comm):
    for _ in range(10):
        comm.Barrier()


def compute():
    while not done.is_set():
        sum(range(100))


others = [threading.Thread(target=work, args=(comm,)) for comm in comms]
busy = threading.Thread(target=compute)
for thread in [busy, *others]:
    thread.start()
for thread in others:
    thread.join()
done.set()
busy.join()
