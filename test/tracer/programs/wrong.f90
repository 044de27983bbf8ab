! Calls that fail, in Fortran: what each says in its last argument, or ends with.
program wrong
  use mpi
  implicit none
  integer :: rank, ranks, next, last, error, request, both(2), status(MPI_STATUS_SIZE)
  integer :: statuses(MPI_STATUS_SIZE, 2), big(4), small(2), made
  big = 7
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, error)
  call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN, error)
  next = mod(rank + 1, ranks)
  last = mod(rank + ranks - 1, ranks)
  call MPI_Send(big, 1, MPI_INTEGER, ranks + 5, 0, MPI_COMM_WORLD, error)
  call tell('send', error)
  call MPI_Isend(big, -1, MPI_INTEGER, next, 0, MPI_COMM_WORLD, request, error)
  call tell('isend', error)
  call MPI_Recv(small, 1, MPI_INTEGER, last, -7, MPI_COMM_WORLD, status, error)
  call tell('recv', error)
  call MPI_Bcast(big, 1, MPI_INTEGER, 99, MPI_COMM_WORLD, error)
  call tell('bcast', error)
  call MPI_Comm_dup(MPI_COMM_NULL, made, error)
  call tell('comm_dup', error)
  call MPI_Isend(big, 4, MPI_INTEGER, next, 1, MPI_COMM_WORLD, request, error)
  call MPI_Recv(small, 1, MPI_INTEGER, last, 1, MPI_COMM_WORLD, status, error)
  call tell('truncated recv', error)
  call MPI_Wait(request, MPI_STATUS_IGNORE, error)
  call MPI_Isend(big, 4, MPI_INTEGER, next, 2, MPI_COMM_WORLD, request, error)
  both(1) = MPI_REQUEST_NULL
  call MPI_Irecv(small, 1, MPI_INTEGER, last, 2, MPI_COMM_WORLD, both(2), error)
  call MPI_Waitall(2, both, statuses, error)
  call tell('truncated waitall', error)
  call MPI_Wait(request, MPI_STATUS_IGNORE, error)
  call MPI_Barrier(MPI_COMM_WORLD, error)
  call tell('end', error)
  call MPI_Finalize(error)
contains
  subroutine tell(name, code)
    character(*), intent(in) :: name
    integer, intent(in) :: code
    integer :: class, failed
    call MPI_Error_class(code, class, failed)
    print '(i0,1x,a,1x,i0)', rank, name, class
  end subroutine
end program
