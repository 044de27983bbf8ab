! mpi_f08: halo exchange and a sum, three times, in subroutines.
program halo08
  use mpi_f08
  implicit none
  integer :: rank, ranks, i
  double precision :: left, own, total
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  own = rank
  do i = 1, 3
    call halo()
    call dot()
  end do
  if (total /= ranks * (ranks - 1) / 2) call MPI_Abort(MPI_COMM_WORLD, 3)
  call MPI_Finalize()
contains
  subroutine halo()
    type(MPI_Request) :: requests(2)
    call MPI_Irecv(left, 1, MPI_DOUBLE_PRECISION, modulo(rank - 1, ranks), 1, MPI_COMM_WORLD, requests(1))
    call MPI_Isend(own, 1, MPI_DOUBLE_PRECISION, modulo(rank + 1, ranks), 1, MPI_COMM_WORLD, requests(2))
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
  end subroutine
  subroutine dot()
    call MPI_Allreduce(own, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD)
  end subroutine
end program
