/* How do the data of a collective travel? Copies from the one who has them; reductions are made by who needs them. */
#include "data.h"

#include <stdlib.h>

#include "outgoing.h"
#include "records.h"
#include "say.h"

static int tag_of(int number) { return number & 0x7fff; }

static MPI_Aint extent_of(MPI_Datatype type) {
  MPI_Aint lower, extent;
  PMPI_Type_get_extent(type, &lower, &extent);
  return extent;
}

llt_block llt_block_of(const void *buf, MPI_Count n, MPI_Datatype type, int i) {
  const llt_block block = {(const char *)buf + (MPI_Aint)i * (MPI_Aint)n * extent_of(type), n, type};
  return block;
}

llt_block llt_block_at(const void *buf, const int *counts, const int *displs, MPI_Datatype type, int i) {
  const llt_block block = {(const char *)buf + (MPI_Aint)displs[i] * extent_of(type), counts[i], type};
  return block;
}

static int empty(const llt_block *block) { return block->n == 0 || llt_bytes(block->type) == 0; }

void llt_data_out(const llt_context *on, int number, int to, const llt_block *block) {
  if (empty(block)) return;
  llt_copy *copy = llt_copy_of(block->at, block->n, block->type);
  llt_copy_send(copy, to, tag_of(number), llt_data_comm(on));
  llt_copy_done(copy);
}

static MPI_Request *more(llt_data *data) {
  data->requests = realloc(data->requests, (size_t)(data->n + 1) * sizeof *data->requests);
  if (data->requests == NULL) llt_say_and_end("no memory for a collective");
  return &data->requests[data->n++];
}

void llt_data_in(llt_data *data, const llt_context *on, int number, int from, const llt_block *block) {
  if (empty(block)) return;
  PMPI_Irecv((void *)block->at, (int)block->n, block->type, from, tag_of(number), llt_data_comm(on), more(data));
}

void llt_data_keep(const llt_block *from, const llt_block *to) {
  if (from->at == MPI_IN_PLACE || to->at == MPI_IN_PLACE || empty(from)) return;
  PMPI_Sendrecv(from->at, (int)from->n, from->type, 0, 0, (void *)to->at, (int)to->n, to->type, 0, 0, MPI_COMM_SELF,
                MPI_STATUS_IGNORE);
}

/* Memory for items of a type, from where the type begins. */
static void *part_of(llt_data *data, int i, int n, MPI_Datatype type) {
  MPI_Aint lower, extent;
  PMPI_Type_get_true_extent(type, &lower, &extent);
  data->memory[i] = malloc((size_t)(extent + (n > 0 ? n - 1 : 0) * extent_of(type)) + 64);
  if (data->memory[i] == NULL) llt_say_and_end("no memory for a reduction");
  data->part[i] = (char *)data->memory[i] - lower;
  return data->part[i];
}

/* x0 op (x1 op (x2 op …)): the order of ranks holds, whether the operator is commutative or not. */
static void reduce(llt_data *data) {
  void *sum = data->part[data->parts - 1];
  for (int i = data->parts - 2; i >= 0; i--)
    PMPI_Reduce_local(data->part[i], sum, (int)data->count, data->type, data->op);
  const llt_block from = {sum, data->count, data->type}, to = {data->result, data->count, data->type};
  llt_data_keep(&from, &to);
}

/* The program may free the type of a nonblocking call. Its operator may look how the type was made: a copy says "as a copy". */
static void keep_type(llt_data *data, MPI_Datatype type) {
  int integers, addresses, types, combiner;
  PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  data->type = type;
  data->own_type = combiner != MPI_COMBINER_NAMED;
  if (!data->own_type) return;
  MPI_Datatype copy;
  PMPI_Type_dup(type, &copy);
  PMPI_Type_get_contents(copy, 0, 0, 1, NULL, NULL, &data->type);
  PMPI_Type_free(&copy);
}

void llt_data_reduce(llt_data *data, const llt_context *on, int number, int first, int last, const void *own,
                     void *result, int n, MPI_Datatype type, MPI_Op op) {
  const int parts = last - first + 1;
  if (parts <= 0 || n == 0) return;
  data->part = calloc((size_t)parts, sizeof *data->part);
  data->memory = calloc((size_t)parts, sizeof *data->memory);
  if (data->part == NULL || data->memory == NULL) llt_say_and_end("no memory for a reduction");
  data->parts = parts;
  data->finish = reduce;
  data->result = result;
  data->count = n;
  data->op = op;
  keep_type(data, type);
  for (int i = 0; i < parts; i++) {
    const llt_block into = {part_of(data, i, n, type), n, type}, mine = {own, n, type};
    if (first + i == on->rank) llt_data_keep(&mine, &into);
    else llt_data_in(data, on, number, first + i, &into);
  }
}
