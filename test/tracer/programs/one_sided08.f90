! One-sided communication from rank 0 to rank 1, as one_sided.c; MODE and times are arguments.
program one_sided
  use mpi_f08
  implicit none
  integer(MPI_ADDRESS_KIND), parameter :: start = 0, size = 64
  double precision, asynchronous, save :: window_of(8), own(2) = [3, 4], got(2)
  integer, save, asynchronous :: value = 1, compared = 0, found
  integer :: rank, i, times
  logical :: over
  character(len=16) :: mode, number
  type(MPI_Win) :: win
  type(MPI_Group) :: group, pair
  type(MPI_Request) :: request

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call get_command_argument(1, mode)
  call get_command_argument(2, number)
  read (number, *) times
  call MPI_Comm_group(MPI_COMM_WORLD, group)
  call MPI_Group_incl(group, 1, [1 - rank], pair)
  call MPI_Win_create(window_of, size, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  if (mode == 'flushed') call MPI_Win_lock_all(MPI_MODE_NOCHECK, win)
  if (mode == 'fenced') call MPI_Win_fence(MPI_MODE_NOPRECEDE, win)
  do i = 1, times
    if (mode == 'fenced') then
      call MPI_Put(own, 2, MPI_DOUBLE_PRECISION, 1 - rank, start, 2, MPI_DOUBLE_PRECISION, win)
      call MPI_Win_fence(0, win)
    else if (mode == 'posted') then
      call posted(mod(i, 2) == 0)
    else if (rank == 0 .and. mode == 'flushed') then
      call flushed()
    else if (rank == 0) then
      call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win)
      call MPI_Put(own, 2, MPI_DOUBLE_PRECISION, 1, start, 2, MPI_DOUBLE_PRECISION, win)
      call MPI_Win_unlock(1, win)
    end if
  end do
  if (mode == 'flushed') call MPI_Win_unlock_all(win)
  call MPI_Win_free(win)
  call MPI_Finalize()

contains

  ! Ten calls that wait for an answer.
  subroutine flushed()
    call MPI_Put(own, 2, MPI_DOUBLE_PRECISION, 1, start, 2, MPI_DOUBLE_PRECISION, win)
    call MPI_Win_flush(1, win)
    call MPI_Get(got, 2, MPI_DOUBLE_PRECISION, 1, start, 2, MPI_DOUBLE_PRECISION, win)
    call MPI_Win_flush_local(1, win)
    call MPI_Accumulate(own, 2, MPI_DOUBLE_PRECISION, 1, start, 2, MPI_DOUBLE_PRECISION, MPI_SUM, win)
    call MPI_Win_flush_all(win)
    call MPI_Get_accumulate(own, 2, MPI_DOUBLE_PRECISION, got, 2, MPI_DOUBLE_PRECISION, 1, start, 2, MPI_DOUBLE_PRECISION, &
                            MPI_SUM, win)
    call MPI_Win_flush_local_all(win)
    call MPI_Fetch_and_op(own, got, MPI_DOUBLE_PRECISION, 1, start, MPI_SUM, win)
    call MPI_Win_flush(1, win)
    call MPI_Compare_and_swap(value, compared, found, MPI_INTEGER, 1, start, win)
    call MPI_Win_flush(1, win)
    call MPI_Rput(own, 2, MPI_DOUBLE_PRECISION, 1, start, 2, MPI_DOUBLE_PRECISION, win, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    call MPI_Win_flush(1, win)
    call MPI_Rget(got, 2, MPI_DOUBLE_PRECISION, 1, start, 2, MPI_DOUBLE_PRECISION, win, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    call MPI_Raccumulate(own, 2, MPI_DOUBLE_PRECISION, 1, start, 2, MPI_DOUBLE_PRECISION, MPI_SUM, win, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    call MPI_Win_flush(1, win)
    call MPI_Rget_accumulate(own, 2, MPI_DOUBLE_PRECISION, got, 2, MPI_DOUBLE_PRECISION, 1, start, 2, MPI_DOUBLE_PRECISION, &
                             MPI_SUM, win, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
  end subroutine

  subroutine posted(polls)
    logical, intent(in) :: polls
    if (rank == 0) then
      call MPI_Win_start(pair, 0, win)
      call MPI_Put(own, 2, MPI_DOUBLE_PRECISION, 1, start, 2, MPI_DOUBLE_PRECISION, win)
      call MPI_Win_complete(win)
      return
    end if
    call MPI_Win_post(pair, 0, win)
    over = .false.
    do while (polls .and. .not. over)
      call MPI_Win_test(win, over)
    end do
    if (.not. polls) call MPI_Win_wait(win)
  end subroutine
end program
