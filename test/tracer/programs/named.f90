! Regions named in Fortran; and a file, whose name is a string, to which every rank writes.
program named
  use mpi
  use iso_c_binding, only: c_char, c_null_char
  implicit none
  interface
    subroutine llamp_region_begin(name) bind(C, name='llamp_fortran_begin')
      use iso_c_binding, only: c_char
      character(kind=c_char), intent(in) :: name(*)
    end subroutine
    subroutine llamp_region_end() bind(C, name='llamp_fortran_end')
    end subroutine
  end interface
  integer :: error, file, rank
  character(len=256) :: name, own
  call MPI_Init(error)
  call llamp_region_begin('solve'//c_null_char)
  call MPI_Barrier(MPI_COMM_WORLD, error)
  call llamp_region_end()
  call MPI_Pcontrol(3)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call get_command_argument(1, name)
  write (own, '(a,i0)') trim(name), rank
  call MPI_File_open(MPI_COMM_SELF, trim(own), MPI_MODE_CREATE + MPI_MODE_WRONLY, MPI_INFO_NULL, file, error)
  if (error /= MPI_SUCCESS) call MPI_Abort(MPI_COMM_WORLD, 3, error)
  call MPI_File_write(file, rank, 1, MPI_INTEGER, MPI_STATUS_IGNORE, error)
  call MPI_File_close(file, error)
  call MPI_Finalize(error)
end program
