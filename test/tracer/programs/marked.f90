! A setup, a loop between two MPI_Pcontrol, and an end.
program marked
  use mpi
  implicit none
  integer, parameter :: rounds = 5
  integer :: error, rank, ranks, i
  double precision :: value, got, all
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  value = rank
  call MPI_Bcast(value, 1, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, error)
  call MPI_Barrier(MPI_COMM_WORLD, error)
  call MPI_Pcontrol(1)
  do i = 1, rounds
    call MPI_Sendrecv(value, 1, MPI_DOUBLE_PRECISION, mod(rank + 1, ranks), 0, &
      got, 1, MPI_DOUBLE_PRECISION, mod(rank + ranks - 1, ranks), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    call MPI_Allreduce(got, all, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
  end do
  call MPI_Pcontrol(0)
  call MPI_Reduce(value, all, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, error)
  call MPI_Finalize(error)
end program
