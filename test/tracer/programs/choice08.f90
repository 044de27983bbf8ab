! A ring of 20 rounds; MPI_Waitany, Waitsome and Testany complete the messages, and their indices are not looked at.
module received
  implicit none
  integer, target :: got(3)
end module

program choice08
  use mpi_f08
  use received
  implicit none
  integer :: rank, ranks, before, round, i, indx, done, indices(3)
  logical :: flag
  type(MPI_Request) :: requests(3)
  type(MPI_Status) :: status, statuses(3)
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  before = modulo(rank - 1, ranks)
  do round = 1, 20
    do i = 1, 3
      call MPI_Irecv(got(i), 1, MPI_INTEGER, before, i, MPI_COMM_WORLD, requests(i))
    end do
    do i = 1, 3
      call MPI_Send(rank, 1, MPI_INTEGER, modulo(rank + 1, ranks), i, MPI_COMM_WORLD)
    end do
    do i = 1, 3
      if (modulo(round, 3) == 0) then
        call MPI_Waitany(3, requests, indx, status)
      else if (modulo(round, 3) == 1) then
        call MPI_Waitsome(3, requests, done, indices, statuses)
      else
        flag = .false.
        do while (.not. flag)
          call MPI_Testany(3, requests, indx, flag, status)
        end do
      end if
    end do
    if (any(got /= before)) call MPI_Abort(MPI_COMM_WORLD, 3)
  end do
  call MPI_Finalize()
end program
