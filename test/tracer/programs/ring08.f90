! The binding of Fortran 2008: a ring, persistent requests, receives from anybody; ierror is left out. N = 5 rounds.
module messages
  implicit none
  ! In a module, so that the compiler knows that any call may change them.
  integer, target :: got, token
end module

program ring08
  use mpi_f08
  use messages
  implicit none
  integer, parameter :: n = 5
  integer :: rank, ranks, i, indx
  type(MPI_Request) :: requests(2)
  type(MPI_Status) :: status
  type(MPI_Comm) :: copy
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  call MPI_Comm_dup(MPI_COMM_WORLD, copy)
  do i = 1, n
    call MPI_Sendrecv(rank, 1, MPI_INTEGER, modulo(rank + 1, ranks), 1, got, 1, MPI_INTEGER, &
                      modulo(rank - 1, ranks), 1, copy, MPI_STATUS_IGNORE)
    if (got /= modulo(rank - 1, ranks)) call MPI_Abort(MPI_COMM_WORLD, 3)
  end do
  token = rank
  call MPI_Recv_init(got, 1, MPI_INTEGER, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, requests(1))
  call MPI_Send_init(token, 1, MPI_INTEGER, modulo(rank + 1, ranks), 2, MPI_COMM_WORLD, requests(2))
  do i = 1, n
    call MPI_Start(requests(1))
    call MPI_Start(requests(2))
    call MPI_Wait(requests(1), MPI_STATUS_IGNORE)
    call MPI_Wait(requests(2), status)
    if (got /= modulo(rank - 1, ranks)) call MPI_Abort(MPI_COMM_WORLD, 3)
  end do
  call MPI_Request_free(requests(1))
  call MPI_Request_free(requests(2))
  call MPI_Irecv(got, 1, MPI_INTEGER, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, requests(1))
  call MPI_Isend(token, 1, MPI_INTEGER, modulo(rank + 1, ranks), 3, MPI_COMM_WORLD, requests(2))
  do i = 1, 2
    call MPI_Waitany(2, requests, indx, status)
    if (indx < 1 .or. indx > 2) call MPI_Abort(MPI_COMM_WORLD, 3)
  end do
  call MPI_Allreduce(rank, got, 1, MPI_INTEGER, MPI_MAX, copy)
  if (got /= ranks - 1) call MPI_Abort(MPI_COMM_WORLD, 3)
  call MPI_Comm_free(copy)
  call MPI_Finalize()
end program
