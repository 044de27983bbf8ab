/* Receives that are cancelled, freed and never asked for; types that are freed early; a probed message; messages to oneself. */
#include "common.h"

int main(int argc, char **argv) {
  begin(&argc, &argv);
  MPI_Request request;
  MPI_Status status;
  int flag, value = -1, column[8] = {0, 1, 2, 3, 4, 5, 6, 7}, got[8] = {0};

  MPI_Irecv(&value, 1, MPI_INT, left(), 99, W, &request);
  MPI_Cancel(&request);
  MPI_Wait(&request, &status);
  MPI_Test_cancelled(&status, &flag);
  must(flag && request == MPI_REQUEST_NULL, "cancelled receive");

  MPI_Datatype every_other;
  MPI_Type_vector(4, 1, 2, MPI_INT, &every_other);
  MPI_Type_commit(&every_other);
  MPI_Irecv(got, 1, every_other, left(), 1, W, &request);
  MPI_Send(column, 1, every_other, right(), 1, W);
  MPI_Type_free(&every_other);
  for (flag = 0; !flag;) MPI_Request_get_status(request, &flag, &status);
  must(request != MPI_REQUEST_NULL, "request that was only looked at");
  MPI_Wait(&request, &status);
  MPI_Get_count(&status, MPI_INT, &value);
  must(value == 4 && got[2] == 2 && got[6] == 6 && got[1] == 0, "vector");

  MPI_Irecv(&value, 1, MPI_INT, rank, 2, MPI_COMM_WORLD, &request);
  MPI_Send(&rank, 1, MPI_INT, rank, 2, W);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  must(value == rank, "message to oneself");

  MPI_Message message;
  MPI_Isend(&rank, 1, MPI_INT, right(), 3, W, &request);
  MPI_Mprobe(MPI_ANY_SOURCE, 3, W, &message, &status);
  must(status.MPI_SOURCE == left(), "source of a probe");
  MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  must(value == left() && message == MPI_MESSAGE_NULL, "probed message");
  MPI_Wait(&request, MPI_STATUS_IGNORE);

  /* A type of addresses, whose buffer is no place. */
  static int left_one, right_one, both_ways;
  MPI_Datatype out, in, place_of_both;
  const int one = 1;
  const MPI_Datatype whole = MPI_INT;
  MPI_Aint at;
  MPI_Get_address(&right_one, &at);
  MPI_Type_create_struct(1, &one, &at, &whole, &out);
  MPI_Get_address(&left_one, &at);
  MPI_Type_create_struct(1, &one, &at, &whole, &in);
  MPI_Get_address(&both_ways, &at);
  MPI_Type_create_struct(1, &one, &at, &whole, &place_of_both);
  MPI_Type_commit(&out), MPI_Type_commit(&in), MPI_Type_commit(&place_of_both);
  right_one = both_ways = rank;
  MPI_Isend(MPI_BOTTOM, 1, out, right(), 7, W, &request);
  MPI_Recv(MPI_BOTTOM, 1, in, left(), 7, W, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Sendrecv_replace(MPI_BOTTOM, 1, place_of_both, right(), 8, left(), 8, W, MPI_STATUS_IGNORE);
  must(left_one == left() && both_ways == left(), "a type of addresses");
  MPI_Type_free(&out), MPI_Type_free(&in), MPI_Type_free(&place_of_both);

  /* Sendrecv to and from nobody, at the ends of a line. */
  int up = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL, down = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  value = -7;
  MPI_Sendrecv(&rank, 1, MPI_INT, up, 4, &value, 1, MPI_INT, down, 4, W, &status);
  must(rank > 0 ? value == rank - 1 : value == -7 && status.MPI_SOURCE == MPI_PROC_NULL, "end of a line");

  /* Two groups that meet. */
  MPI_Comm half, both;
  MPI_Comm_split(W, rank % 2, rank, &half);
  MPI_Intercomm_create(half, 0, W, 1 - rank % 2, 5, &both);
  int place, others;
  MPI_Comm_rank(both, &place);
  MPI_Comm_remote_size(both, &others);
  if (place < others) MPI_Sendrecv(&rank, 1, MPI_INT, place, 6, &value, 1, MPI_INT, place, 6, both, MPI_STATUS_IGNORE);
  if (place < others) must(value == (rank ^ 1), "other group");
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);

  /* A group of one rank, which meets the other before the library joins them. */
  MPI_Comm merged, copy;
  MPI_Comm_split(W, rank == 0, rank, &half);
  MPI_Intercomm_create(half, 0, W, rank == 0, 9, &both);
  MPI_Comm_dup(both, &copy);
  MPI_Intercomm_merge(copy, rank == 0, &merged);
  MPI_Comm_rank(merged, &place);
  must(place == (rank + ranks - 1) % ranks, "merged with a group of one");
  MPI_Comm_free(&merged);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);

  /* One is made while another is copied, in an order that differs by rank. */
  MPI_Group all;
  MPI_Comm grouped;
  MPI_Comm_group(W, &all);
  for (int turn = 0; turn < 2; turn++) {
    if (turn == rank % 2) MPI_Comm_create_group(W, all, 0, &grouped);
    else MPI_Comm_idup(W, &copy, &request);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Sendrecv(&rank, 1, MPI_INT, right(), 10, &value, 1, MPI_INT, left(), 10, grouped, MPI_STATUS_IGNORE);
  must(value == left(), "made beside a copy");
  MPI_Group_free(&all);
  MPI_Comm_free(&grouped);
  MPI_Comm_free(&copy);
  MPI_Finalize();
  return 0;
}
