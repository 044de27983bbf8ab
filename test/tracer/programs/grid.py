"""A solver in Python: halos around a ring, and dot products, which two lines ask for."""
from array import array

from mpi4py import MPI

world = MPI.COMM_WORLD
rank, size = world.Get_rank(), world.Get_size()


class Grid:
    def __init__(self):
        self.cells = array('d', [rank + 1.0] * 4)

    def halo(self):
        left, right = (rank - 1) % size, (rank + 1) % size
        got = array('d', [0.0])
        world.Sendrecv(self.cells[3:], right, 0, got, left, 0)
        self.cells[0] = got[0]
        world.Sendrecv(self.cells[:1], left, 1, got, right, 1)
        self.cells[3] = got[0]


def dot(grid):
    total = array('d', [0.0])
    world.Allreduce(array('d', [sum(grid.cells)]), total)
    return total[0]


grid = Grid()
norm = dot(grid)
for _ in range(5):
    grid.halo()
    norm += dot(grid)
if rank == 0:
    print(norm)
