! mpif.h's binding by `use mpi`: halo exchange, receives from anybody, a communicator, collectives; N = 5 rounds.
module messages
  implicit none
  ! In a module, so that the compiler knows that any call may change them.
  integer, target :: rank, got
  double precision, target :: halo(2), own
end module

program stencil
  use mpi
  use messages
  implicit none
  integer, parameter :: n = 5
  integer :: error, ranks, i, done, indx, row, value, total
  integer :: requests(4), status(MPI_STATUS_SIZE), indices(4)
  integer, allocatable :: counts(:), displs(:), all(:)
  logical :: flag
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  own = rank
  do i = 1, n
    call MPI_Irecv(halo(1), 1, MPI_DOUBLE_PRECISION, modulo(rank - 1, ranks), 1, MPI_COMM_WORLD, requests(1), error)
    call MPI_Irecv(halo(2), 1, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, requests(2), error)
    call MPI_Isend(own, 1, MPI_DOUBLE_PRECISION, modulo(rank + 1, ranks), 1, MPI_COMM_WORLD, requests(3), error)
    call MPI_Isend(own, 1, MPI_DOUBLE_PRECISION, modulo(rank - 1, ranks), 2, MPI_COMM_WORLD, requests(4), error)
    call MPI_Waitany(2, requests, indx, MPI_STATUS_IGNORE, error)
    if (indx < 1 .or. indx > 2) call MPI_Abort(MPI_COMM_WORLD, 3, error)
    call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, error)
    if (halo(1) /= modulo(rank - 1, ranks)) call MPI_Abort(MPI_COMM_WORLD, 3, error)
  end do
  call MPI_Isend(rank, 1, MPI_INTEGER, modulo(rank + 1, ranks), 3, MPI_COMM_WORLD, requests(1), error)
  call MPI_Recv(got, 1, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  flag = .false.
  do while (.not. flag)
    call MPI_Test(requests(1), flag, status, error)
  end do
  call MPI_Irecv(got, 1, MPI_INTEGER, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, requests(1), error)
  call MPI_Send(rank, 1, MPI_INTEGER, modulo(rank + 1, ranks), 4, MPI_COMM_WORLD, error)
  done = 0
  do while (done == 0)
    call MPI_Testsome(1, requests, done, indices, MPI_STATUSES_IGNORE, error)
  end do
  if (indices(1) /= 1 .or. got /= modulo(rank - 1, ranks)) call MPI_Abort(MPI_COMM_WORLD, 3, error)
  call MPI_Comm_split(MPI_COMM_WORLD, modulo(rank, 2), rank, row, error)
  value = rank
  call MPI_Allreduce(MPI_IN_PLACE, value, 1, MPI_INTEGER, MPI_SUM, row, error)
  call MPI_Reduce(rank, total, 1, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, error)
  if (rank == 0 .and. total /= ranks * (ranks - 1) / 2) call MPI_Abort(MPI_COMM_WORLD, 3, error)
  allocate (counts(ranks), displs(ranks), all(ranks))
  counts = 1
  displs = [(i, i=0, ranks - 1)]
  all(rank + 1) = rank
  call MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INTEGER, all, counts, displs, MPI_INTEGER, MPI_COMM_WORLD, error)
  if (all(ranks) /= ranks - 1) call MPI_Abort(MPI_COMM_WORLD, 3, error)
  call MPI_Comm_free(row, error)
  call MPI_Barrier(MPI_COMM_WORLD, error)
  call MPI_Finalize(error)
end program
