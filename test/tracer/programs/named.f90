! Regions named in Fortran.
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
  integer :: error
  call MPI_Init(error)
  call llamp_region_begin('solve'//c_null_char)
  call MPI_Barrier(MPI_COMM_WORLD, error)
  call llamp_region_end()
  call MPI_Pcontrol(3)
  call MPI_Finalize(error)
end program
