/* Made by scripts/algorithms-in-c.js of src/collectives/library-calls.ts and src/collectives/joins.ts and src/collectives/one-sided.ts and src/collectives/plain-specs.ts, and what they import: edit that, then run `npm run write -- algorithms`. */
#include "algorithms.h"

#include "quickly.h"

#pragma GCC diagnostic ignored "-Wunused-value"
#define U LLT_V_UNDEFINED
#define NIL LLT_V_NULL
#define N LLT_V_NUMBER
#define B LLT_V_BOOLEAN
#define S LLT_V_TEXT

static const char k0_openmpi[] = "openmpi";
static const char k1_locks[] = "locks";
static const char k2_lockWaits[] = "lockWaits";
static const char k3_flushAsks[] = "flushAsks";
static const char k4_endWaits[] = "endWaits";
static const char k5_startWaits[] = "startWaits";
static const char k6_announced[] = "announced";
static const char k7_mpich[] = "mpich";
static const char k8_rank[] = "rank";
static const char k9_size[] = "size";
static const char k10_root[] = "root";
static const char k11_bytes[] = "bytes";
static const char k12_bytesOf[] = "bytesOf";
static const char k13_recvBytesOf[] = "recvBytesOf";
static const char k14_options[] = "options";
static const char k15_returning[] = "returning";
static const char k16_collective[] = "collective";
static const char k17_way[] = "way";
static const char k18_empty[] = "empty";
static const char k19_blocking[] = "blocking";
static const char k20_alltoallv[] = "alltoallv";
static const char k21_nonblocking[] = "nonblocking";
static const char k22_allgather[] = "allgather";
static const char k23_allgatherv[] = "allgatherv";
static const char k24_alltoall[] = "alltoall";
static const char k25_exscan[] = "exscan";
static const char k26_gather[] = "gather";
static const char k27_gatherv[] = "gatherv";
static const char k28_scatter[] = "scatter";
static const char k29_scatterv[] = "scatterv";
static const char k30_allreduce[] = "allreduce";
static const char k31_bcast[] = "bcast";
static const char k32_barrier[] = "barrier";
static const char k33_includes[] = "includes";
static const char k34_persistent[] = "persistent";
static const char k35_reduce[] = "reduce";
static const char k36_scan[] = "scan";
static const char k37_name[] = "name";
static const char k38_none[] = "none";
static const char k39_emit[] = "emit";
static const char k40_dissemination[] = "dissemination";
static const char k41_knomial[] = "knomial";
static const char k42_scatter_allgather_doubling[] = "scatter-allgather-doubling";
static const char k43_scatter_allgather[] = "scatter-allgather";
static const char k44_ompi_binomial[] = "ompi-binomial";
static const char k45_rabenseifner[] = "rabenseifner";
static const char k46_recursive_doubling[] = "recursive-doubling";
static const char k47_bruck[] = "bruck";
static const char k48_ring[] = "ring";
static const char k49_linear[] = "linear";
static const char k50_pairwise[] = "pairwise";
static const char k51_binomial[] = "binomial";
static const char k52_reduce_scatter[] = "reduce_scatter";
static const char k53_recursive_halving[] = "recursive-halving";
static const char k54_reduce_scatter_block[] = "reduce_scatter_block";
static const char k55_even[] = "even";
static const char k56_fold[] = "fold";
static const char k57_power[] = "power";
static const char k58_rest[] = "rest";
static const char k59_place[] = "place";
static const char k60_neighbour[] = "neighbour";
static const char k61_send[] = "send";
static const char k62_combine[] = "combine";
static const char k63_receive[] = "receive";
static const char k64_shares[] = "shares";
static const char k65_slots[] = "slots";
static const char k66__out[] = "#out";
static const char k67__perByte[] = "#perByte";
static const char k68__all[] = "#all";
static const char k69__held[] = "#held";
static const char k70__reduction[] = "#reduction";
static const char k71_Result[] = "Result";
static const char k72_Own[] = "Own";
static const char k73_Rest[] = "Rest";
static const char k74_requires[] = "requires";
static const char k75_copy[] = "copy";
static const char k76__keep[] = "#keep";
static const char k77_recv[] = "recv";
static const char k78_irecv[] = "irecv";
static const char k79_hold[] = "hold";
static const char k80_calc[] = "calc";
static const char k81_indexOf[] = "indexOf";
static const char k82_splice[] = "splice";
static const char k83_length[] = "length";
static const char k84_push[] = "push";
static const char k85_sendRun[] = "sendRun";
static const char k86_sendSlots[] = "sendSlots";
static const char k87_receiveAny[] = "receiveAny";
static const char k88_reducePerByte[] = "reducePerByte";
static const char k89_near[] = "near";
static const char k90_reverse[] = "reverse";
static const char k91_from[] = "from";
static const char k92_end[] = "end";
static const char k93_skipsEmpty[] = "skipsEmpty";
static const char k94_mask[] = "mask";
static const char k95_kept[] = "kept";
static const char k96_given[] = "given";
static const char k97_slot[] = "slot";
static const char k98_map[] = "map";
static const char k99_find[] = "find";
static const char k100_algorithm[] = "algorithm";
static const char k101_flow[] = "flow";
static const char k102_published[] = "published";
static const char k103_merge[] = "merge";
static const char k104_double_ring[] = "double-ring";
static const char k105_tree[] = "tree";
static const char k106_parent[] = "parent";
static const char k107_children[] = "children";
static const char k108_depth[] = "depth";
static const char k109_swap[] = "swap";
static const char k110_fanout[] = "fanout";
static const char k111_order[] = "order";
static const char k112_up[] = "up";
static const char k113_sort[] = "sort";
static const char k114_down[] = "down";
static const char k115_segment[] = "segment";
static const char k116_rotate[] = "rotate";
static const char k117_chain[] = "chain";
static const char k118_pipeline[] = "pipeline";
static const char k119_binary[] = "binary";
static const char k120_filter[] = "filter";
static const char k121_ompi_binary[] = "ompi-binary";
static const char k122_ompi_split_binary[] = "ompi-split-binary";
static const char k123_forEach[] = "forEach";
static const char k124_own[] = "own";
static const char k125_other[] = "other";
static const char k126_partner[] = "partner";
static const char k127_relays[] = "relays";
static const char k128_peer[] = "peer";
static const char k129_sends[] = "sends";
static const char k130_ompi_in_order_binary[] = "ompi-in-order-binary";
static const char k131__call[] = "#call";
static const char k132__flow[] = "#flow";
static const char k133__segments[] = "#segments";
static const char k134_step[] = "step";
static const char k135_ring_full[] = "ring-full";
static const char k136_reduce_bcast[] = "reduce-bcast";
static const char k137_binomial_reduce_to_rank_0__then_binomial_bcast_from_rank_0[] = "binomial reduce to rank 0, then binomial bcast from rank 0";
static const char k138_ompi_reduce_bcast[] = "ompi-reduce-bcast";
static const char k139_algorithms[] = "algorithms";
static const char k140_1[] = "1";
static const char k141_ours[] = "ours";
static const char k142_2[] = "2";
static const char k143_3[] = "3";
static const char k144_4[] = "4";
static const char k145_6[] = "6";
static const char k146_table[] = "table";
static const char k147_5[] = "5";
static const char k148_7[] = "7";
static const char k149_8[] = "8";
static const char k150_instead[] = "instead";
static const char k151_9[] = "9";
static const char k152_32_3_256_5_512_3_1024_7_32768_1_131072_5_262144_2_524288_1_1048576_6_5[] = "32:3 256:5 512:3 1024:7 32768:1 131072:5 262144:2 524288:1 1048576:6 5";
static const char k153_64_5_128_6_2048_5_8192_6_1048576_1_2[] = "64:5 128:6 2048:5 8192:6 1048576:1 2";
static const char k154_8_7_64_5_4096_7_16384_5_32768_6_1[] = "8:7 64:5 4096:7 16384:5 32768:6 1";
static const char k155_4096_7_1048576_6_8[] = "4096:7 1048576:6 8";
static const char k156_2048_6_7[] = "2048:6 7";
static const char k157_2_6_16384_5_32768_1_65536_5_7[] = "2:6 16384:5 32768:1 65536:5 7";
static const char k158_16384_7_32768_4_7[] = "16384:7 32768:4 7";
static const char k159_524288_7_8[] = "524288:7 8";
static const char k160_262144_7_8[] = "262144:7 8";
static const char k161_8192_7_16384_5_262144_7_8[] = "8192:7 16384:5 262144:7 8";
static const char k162_8_7_16_4_32_3_262144_1_524288_3_1048576_2_3[] = "8:7 16:4 32:3 262144:1 524288:3 1048576:2 3";
static const char k163_4096_4_65536_2_262144_5_524288_1_1048576_5_1[] = "4096:4 65536:2 262144:5 524288:1 1048576:5 1";
static const char k164_8192_4_5[] = "8192:4 5";
static const char k165_4096_4_5[] = "4096:4 5";
static const char k166_8192_5_16384_6_5[] = "8192:5 16384:6 5";
static const char k167_512_5_1024_6_8192_5_16384_6_5[] = "512:5 1024:6 8192:5 16384:6 5";
static const char k168_16_5_32_6_1024_5_2048_6_8192_5_16384_6_5[] = "16:5 32:6 1024:5 2048:6 8192:5 16384:6 5";
static const char k169_8_4_4096_3_8192_4_16384_3_65536_4_262144_5_6[] = "8:4 4096:3 8192:4 16384:3 65536:4 262144:5 6";
static const char k170_16_4_8192_3_6[] = "16:4 8192:3 6";
static const char k171_8192_3_6[] = "8192:3 6";
static const char k172_64_5_4096_3_6[] = "64:5 4096:3 6";
static const char k173_128_5_6[] = "128:5 6";
static const char k174_262144_3_6[] = "262144:3 6";
static const char k175_131072_2_262144_3_6[] = "131072:2 262144:3 6";
static const char k176_4096_2_6[] = "4096:2 6";
static const char k177_2048_2_16384_3_6[] = "2048:2 16384:3 6";
static const char k178_2048_2_4096_5_16384_3_6[] = "2048:2 4096:5 16384:3 6";
static const char k179_2048_2_16384_5_32768_3_6[] = "2048:2 16384:5 32768:3 6";
static const char k180_neighbor_exchange[] = "neighbor-exchange";
static const char k181_1024_3_65536_5_4[] = "1024:3 65536:5 4";
static const char k182_512_3_65536_5_4[] = "512:3 65536:5 4";
static const char k183_512_3_131072_5_524288_4_1048576_5_4[] = "512:3 131072:5 524288:4 1048576:5 4";
static const char k184_32_3_128_2_1024_3_131072_5_524288_4_1048576_5_4[] = "32:3 128:2 1024:3 131072:5 524288:4 1048576:5 4";
static const char k185_64_3_256_2_2048_3_5[] = "64:3 256:2 2048:3 5";
static const char k186_4_3_8_2_16_3_32_2_256_3_512_2_4096_3_5[] = "4:3 8:2 16:3 32:2 256:3 512:2 4096:3 5";
static const char k187_32_2_128_3_512_2_4096_3_5[] = "32:2 128:3 512:2 4096:3 5";
static const char k188_2_3_8_2_16_3_512_2_4096_3_5[] = "2:3 8:2 16:3 512:2 4096:3 5";
static const char k189_ompi_gather_bcast[] = "ompi-gather-bcast";
static const char k190_2048_3_4096_5_8192_3_5[] = "2048:3 4096:5 8192:3 5";
static const char k191_256_1_4096_4_8192_3_16384_4_262144_2_4[] = "256:1 4096:4 8192:3 16384:4 262144:2 4";
static const char k192_1024_1_2[] = "1024:1 2";
static const char k193_128_1_262144_2_3[] = "128:1 262144:2 3";
static const char k194_256_1_8192_2_3[] = "256:1 8192:2 3";
static const char k195_256_1_4096_2_3[] = "256:1 4096:2 3";
static const char k196_1024_2_65536_4_3[] = "1024:2 65536:4 3";
static const char k197_1024_2_3[] = "1024:2 3";
static const char k198_512_2_1024_1_4096_2_1048576_4_3[] = "512:2 1024:1 4096:2 1048576:4 3";
static const char k199_4096_2_4[] = "4096:2 4";
static const char k200_measure[] = "measure";
static const char k201_2_2_4_5_16_2_64_5_256_2_4096_5_32768_2_262144_4_1048576_5_2[] = "2:2 4:5 16:2 64:5 256:2 4096:5 32768:2 262144:4 1048576:5 2";
static const char k202_8192_4_16384_1_65536_4_524288_1_1048576_2_1[] = "8192:4 16384:1 65536:4 524288:1 1048576:2 1";
static const char k203_262144_4_1[] = "262144:4 1";
static const char k204_4_4_512_3_8192_4_32768_1_262144_4_524288_1_4[] = "4:4 512:3 8192:4 32768:1 262144:4 524288:1 4";
static const char k205_512_3_524288_1_4[] = "512:3 524288:1 4";
static const char k206_1024_3_2048_1_4096_4_262144_1_2[] = "1024:3 2048:1 4096:4 262144:1 2";
static const char k207_1024_3_2048_4_262144_1_2[] = "1024:3 2048:4 262144:1 2";
static const char k208_1024_3_8192_4_32768_1_2[] = "1024:3 8192:4 32768:1 2";
static const char k209_512_3_8192_4_16384_1_131072_4_262144_1_2[] = "512:3 8192:4 16384:1 131072:4 262144:1 2";
static const char k210_512_3_1024_4_2048_1_16384_4_262144_1_4[] = "512:3 1024:4 2048:1 16384:4 262144:1 4";
static const char k211_1024_3_4096_4_8192_1_131072_4_1[] = "1024:3 4096:4 8192:1 131072:4 1";
static const char k212_2048_3_8192_4_16384_1_32768_4_65536_1_4[] = "2048:3 8192:4 16384:1 32768:4 65536:1 4";
static const char k213_ompi_linear[] = "ompi-linear";
static const char k214_ompi_linear_sync[] = "ompi-linear-sync";
static const char k215_2_3_4_1_32768_2_65536_1_131072_2_3[] = "2:3 4:1 32768:2 65536:1 131072:2 3";
static const char k216_1024_2_8192_1_32768_2_262144_1_3[] = "1024:2 8192:1 32768:2 262144:1 3";
static const char k217_2048_2_8192_1_2[] = "2048:2 8192:1 2";
static const char k218_2_3_131072_1_262144_3_1[] = "2:3 131072:1 262144:3 1";
static const char k219_2048_2_4096_1_8192_2_32768_1_1048576_3_1[] = "2048:2 4096:1 8192:2 32768:1 1048576:3 1";
static const char k220_16384_2_1048576_3_1[] = "16384:2 1048576:3 1";
static const char k221_16384_2_32768_1_3[] = "16384:2 32768:1 3";
static const char k222_512_2_8192_3_16384_2_3[] = "512:2 8192:3 16384:2 3";
static const char k223_512_2_3[] = "512:2 3";
static const char k224_ompi_reduce_scatter[] = "ompi-reduce-scatter";
static const char k225_butterfly[] = "butterfly";
static const char k226_65536_3_131072_4_3[] = "65536:3 131072:4 3";
static const char k227_8_1_262144_2_3[] = "8:1 262144:2 3";
static const char k228_262144_2_3[] = "262144:2 3";
static const char k229_64_1_2048_2_524288_4_3[] = "64:1 2048:2 524288:4 3";
static const char k230_256_1_512_2_2048_4_4096_2_4[] = "256:1 512:2 2048:4 4096:2 4";
static const char k231_256_1_512_2_4[] = "256:1 512:2 4";
static const char k232_256_1_1024_2_4[] = "256:1 1024:2 4";
static const char k233_512_1_2048_2_8192_4_16384_2_4[] = "512:1 2048:2 8192:4 16384:2 4";
static const char k234_512_1_4096_2_16384_4_32768_2_4[] = "512:1 4096:2 16384:4 32768:2 4";
static const char k235_512_1_4096_2_4[] = "512:1 4096:2 4";
static const char k236_1024_1_8192_2_4[] = "1024:1 8192:2 4";
static const char k237_4_2_8_4_16_3_128_4_256_3_4096_4_8192_3_131072_4_1[] = "4:2 8:4 16:3 128:4 256:3 4096:4 8192:3 131072:4 1";
static const char k238_8_3_32_2_256_4_8192_3_16384_4_1048576_3_1[] = "8:3 32:2 256:4 8192:3 16384:4 1048576:3 1";
static const char k239_4_1_32_3_128_4_524288_3_4194304_1_4[] = "4:1 32:3 128:4 524288:3 4194304:1 4";
static const char k240_32_1_524288_3_2097152_1_4194304_3_4[] = "32:1 524288:3 2097152:1 4194304:3 4";
static const char k241_4_3_16_1_65536_4_262144_1_4[] = "4:3 16:1 65536:4 262144:1 4";
static const char k242__[] = " ";
static const char k243_split[] = "split";
static const char k244__[] = ":";
static const char k245_complete[] = "complete";
static const char k246_call[] = "call";
static const char k247_payload[] = "payload";
static const char k248__ops[] = "#ops";
static const char k249__waiting[] = "#waiting";
static const char k250__waitedFor[] = "#waitedFor";
static const char k251_carries[] = "carries";
static const char k252_takes[] = "takes";
static const char k253__noted[] = "#noted";
static const char k254_add[] = "add";
static const char k255_has[] = "has";
static const char k256_first[] = "first";
static const char k257_last[] = "last";
static const char k258_all_ranks_send_to_rank_0__which_sends_the_result_to_all[] = "all ranks send to rank 0, which sends the result to all";
static const char k259_gather_bcast[] = "gather-bcast";
static const char k260_slice[] = "slice";
static const char k261_far[] = "far";
static const char k262_reduce_scatterv[] = "reduce-scatterv";
static const char k263_toLowerCase[] = "toLowerCase";
static const char k264__[] = "_";
static const char k265__[] = "-";
static const char k266_replaceAll[] = "replaceAll";
static const char k267_auto[] = "auto";
static const char k268_default[] = "default";
static const char k269_spec[] = "spec";
static const char k270_returns[] = "returns";
static const char k271_specs[] = "specs";
static const char k272_to[] = "to";
static const char k273_object[] = "object";
static const char k274_mpich4[] = "mpich4";
static const char k275_fallback[] = "fallback";
static const char k276_typed[] = "typed";
static const char k277_libnbc_binomial[] = "libnbc-binomial";
static const char k278_libnbc_reduce_scatter[] = "libnbc-reduce-scatter";
static const char k279_libnbc_reduce_bcast[] = "libnbc-reduce-bcast";
static const char k280_inPlace[] = "inPlace";
static const char k281_in_place[] = "in-place";
static const char k282_among[] = "among";
static const char k283_unknown[] = "unknown";
static const char k284_Comm_dup_with_info[] = "Comm_dup_with_info";
static const char k285_Comm_dup[] = "Comm_dup";
static const char k286_Cart_sub[] = "Cart_sub";
static const char k287_Comm_split[] = "Comm_split";
static const char k288_Win_allocate_shared[] = "Win_allocate_shared";
static const char k289_Win_allocate[] = "Win_allocate";
static const char k290_File_preallocate[] = "File_preallocate";
static const char k291_File_set_size[] = "File_set_size";
static const char k292_File_set_atomicity[] = "File_set_atomicity";
static const char k293_File_close[] = "File_close";
static const char k294_File_write_at_all[] = "File_write_at_all";
static const char k295_File_write_all[] = "File_write_all";
static const char k296_File_write_ordered[] = "File_write_ordered";
static const char k297_File_read_at_all[] = "File_read_at_all";
static const char k298_File_read_all[] = "File_read_all";
static const char k299_File_read_ordered[] = "File_read_ordered";
static const char k300_File_write_at_all_begin[] = "File_write_at_all_begin";
static const char k301_File_write_all_begin[] = "File_write_all_begin";
static const char k302_File_write_ordered_begin[] = "File_write_ordered_begin";
static const char k303_File_read_at_all_begin[] = "File_read_at_all_begin";
static const char k304_File_read_all_begin[] = "File_read_all_begin";
static const char k305_File_read_ordered_begin[] = "File_read_ordered_begin";
static const char k306_File_write_all_begin_strided[] = "File_write_all_begin strided";
static const char k307_File_write_at_all_begin_strided[] = "File_write_at_all_begin strided";
static const char k308_File_write_ordered_begin_strided[] = "File_write_ordered_begin strided";
static const char k309_File_read_all_begin_strided[] = "File_read_all_begin strided";
static const char k310_File_read_at_all_begin_strided[] = "File_read_at_all_begin strided";
static const char k311_File_read_ordered_begin_strided[] = "File_read_ordered_begin strided";
static const char k312_File_iwrite_at_all[] = "File_iwrite_at_all";
static const char k313_File_iwrite_all[] = "File_iwrite_all";
static const char k314_File_iread_at_all[] = "File_iread_at_all";
static const char k315_File_iread_all[] = "File_iread_all";
static const char k316_File_iwrite_at_all_strided[] = "File_iwrite_at_all strided";
static const char k317_File_iwrite_all_strided[] = "File_iwrite_all strided";
static const char k318_File_iread_at_all_strided[] = "File_iread_at_all strided";
static const char k319_File_iread_all_strided[] = "File_iread_all strided";
static const char k320_File_write_at_all_strided[] = "File_write_at_all strided";
static const char k321_File_write_all_strided[] = "File_write_all strided";
static const char k322_File_write_ordered_strided[] = "File_write_ordered strided";
static const char k323_File_read_at_all_strided[] = "File_read_at_all strided";
static const char k324_File_read_all_strided[] = "File_read_all strided";
static const char k325_File_read_ordered_strided[] = "File_read_ordered strided";
static const char k326_callers[] = "callers";
static const char k327_Comm_idup[] = "Comm_idup";
static const char k328_Comm_create[] = "Comm_create";
static const char k329_Comm_create_group[] = "Comm_create_group";
static const char k330_Comm_split_type[] = "Comm_split_type";
static const char k331_Comm_disconnect[] = "Comm_disconnect";
static const char k332_Cart_create[] = "Cart_create";
static const char k333_Cart_create_reordered[] = "Cart_create reordered";
static const char k334_Graph_create[] = "Graph_create";
static const char k335_Dist_graph_create[] = "Dist_graph_create";
static const char k336_shift[] = "shift";
static const char k337_Dist_graph_create_adjacent[] = "Dist_graph_create_adjacent";
static const char k338_Intercomm_create[] = "Intercomm_create";
static const char k339_Intercomm_merge[] = "Intercomm_merge";
static const char k340_Win_create[] = "Win_create";
static const char k341_Win_create_dynamic[] = "Win_create_dynamic";
static const char k342_Win_free[] = "Win_free";
static const char k343_Win_fence[] = "Win_fence";
static const char k344_Win_fence_counts[] = "Win_fence counts";
static const char k345_Win_fence_noprecede[] = "Win_fence noprecede";
static const char k346_File_open[] = "File_open";
static const char k347_File_set_view[] = "File_set_view";
static const char k348_File_sync[] = "File_sync";
static const char k349_made[] = "made";
static const char k350__[] = "@";
static const char k351__[] = "=";
static const char k352_0[] = "0";
static const char k353_[] = "";
static const char k354___[] = "..";
static const char k355_text[] = "text";
static const char k356_open_mpi[] = "open mpi";
static const char k357_mvapich[] = "mvapich";
static const char k358_intel[] = "intel";
static const char k359_MPICH_Version_[] = "MPICH Version:";
static const char k360_startsWith[] = "startsWith";
static const char k361__[] = ".";

static llt_value g_conductOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f0_conductOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_OPEN_MPI3;
static llt_value g_MPICH3;
static llt_value g_UNKNOWN;
static llt_value g_decompose(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f4_decompose(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_choiceOfCall(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f7_choiceOfCall(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_algorithmWithoutData(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f10_algorithmWithoutData(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_waitsWithoutData(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f13_waitsWithoutData(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_WAITING;
static llt_value g_PERSISTENT_OF_MPICH;
static llt_value g_NOTHING;
static llt_value f29(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reducedOnly(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f31(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_mpichChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f33_mpichChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_RULES2;
static llt_value g_always(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f36(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f37(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_bcast(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f38_bcast(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_KIB;
static llt_value g_isPower(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f40(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_powerBelow(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f42_powerBelow(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_rabenseifnerFrom(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f44(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f45(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_dividesUp(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f47(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ELEMENT_BYTES2;
static llt_value g_allgather(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f50_allgather(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_alltoall(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f52_alltoall(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceScatter(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f60(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_OWN;
static llt_value g_reduceMpichRabenseifner;
static llt_value g_reduceRabenseifner;
static llt_value f67(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_BY_HALVES;
static llt_value g_foldByHalves(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f70_foldByHalves(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_fold(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f72_fold(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_halvedStart(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f79_halvedStart(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_elementBytes(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f81_elementBytes(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_halved(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f94(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f96(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_sharesFrom(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f98_sharesFrom(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f100(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_scatterThenGather(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f107_scatterThenGather(llt_value *up, llt_value self, int n, const llt_value *a);
static void c_DataFlow_fields(llt_value self);
static llt_class c_DataFlow;
static llt_value f110(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f111(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_Register;
static llt_value f120(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_mod(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f122_mod(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f125(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f130(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f137(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f143(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f146(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f152(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f167(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f174(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_unfold(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f176_unfold(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_distances(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f181_distances(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceByHalving(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f187_reduceByHalving(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f188(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_sendWindow(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f201_sendWindow(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_stepsOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f226_stepsOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f230(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_gatherHalvesAt(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f236_gatherHalvesAt(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f262(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f265(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_foldingWhole(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f268_foldingWhole(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f270(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_longLast(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f277(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f280(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_longFirst(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f281(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f283(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_elementShare(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f285_elementShare(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_shareStart(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f288_shareStart(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allreduceMpichRabenseifner;
static llt_value g_allreduceRabenseifner;
static llt_value f292(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_scatterThenGather2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f294_scatterThenGather2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f302(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_gatherHalves(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f309_gatherHalves(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f324(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_alltoallMpichPairwise;
static llt_value g_alltoallPairwise;
static llt_value f330(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f333(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_inSteps(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f336_inSteps(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_toBytes(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f345(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_sendBlock(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f350_sendBlock(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_fromBytes(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f357(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_takeBlock(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f362_takeBlock(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f369(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f372(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_alltoallvMpichLinear;
static llt_value g_alltoallvLinear;
static llt_value g_alltoallLinear;
static llt_value f380(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f382(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_linear(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f383_linear(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f399(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f401(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_linearInOrder(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f402_linearInOrder(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f417(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f419(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f423(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_findAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f427_findAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_known;
static llt_value g_ALGORITHMS;
static llt_value g_BARRIER;
static llt_value g_barrierDissemination;
static llt_value f432(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_notify(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f436_notify(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_hear(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f442_hear(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_barrierLinear;
static llt_value f447(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_barrierDoubleRing;
static llt_value f457(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_barrierRecursiveDoubling;
static llt_value f466(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_barrierTree;
static llt_value f479(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_BCAST;
static llt_value g_bcastBinomial;
static llt_value g_binomialTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f502(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_floorLog2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f508_floorLog2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_down(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f510(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_bcastTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f512_bcastTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_neighbours(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f516_neighbours(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_swapRoot(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f521_swapRoot(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f523(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f529(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f532(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_segmentCount(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f538_segmentCount(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_segmentOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f542_segmentOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_overTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f556_overTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f561(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f563(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f567(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_bcastLinear;
static llt_value g_linearTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f578(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f584(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f585(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_bcastChain;
static llt_value g_chainTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f588(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f589(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f593(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f603(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_bcastPipeline;
static llt_value f606(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_PIPELINE_SEGMENT;
static llt_value g_bcastBinary;
static llt_value g_heapTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f609(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f614(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_bcastOmpiBinary;
static llt_value g_ompiBinaryTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f617(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f623(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_bcastOmpiBinomial;
static llt_value g_bcastOmpiSplitBinary;
static llt_value f627(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_WHOLE_CHAIN;
static llt_value f633(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f635(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f636(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f654(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_bcastKnomial;
static llt_value g_knomialTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f673(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_knomialDepth(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f679_knomialDepth(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_KNOMIAL_RADIX;
static llt_value g_bcastScatterAllgather;
static llt_value f682(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_gatherByRing(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f684(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_scatterThen(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f706_scatterThen(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_shares(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f709_shares(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f712(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_scatterStart(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f714_scatterStart(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f717(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f733(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_scatterRuns(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f742_scatterRuns(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_runSpan(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f746_runSpan(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f747(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f764(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_bcastScatterDoubling;
static llt_value f766(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_gatherByHypercube(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f768(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f769(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f772(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_roundsOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f806_roundsOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_groupOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f809_groupOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_relaysOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f813_relaysOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_REDUCE;
static llt_value g_reduceBinomial;
static llt_value g_up(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f827(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f829_reduceTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceLinear;
static llt_value f853(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceChain;
static llt_value f856(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reducePipeline;
static llt_value f859(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceBinary;
static llt_value g_reduceOmpiBinary;
static llt_value g_reduceOmpiBinomial;
static llt_value g_inOrderBinomialTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f866(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceOmpiInOrderBinary;
static llt_value f873(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_inOrderBinaryTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f876(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f878(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ALLREDUCE;
static llt_value g_allreduceRecursiveDoubling;
static llt_value f901(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_flowOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f904_flowOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allreduceDissemination;
static llt_value f922(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ceilLog2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f926_ceilLog2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allreduceRing;
static llt_value f936(llt_value *up, llt_value self, int n, const llt_value *a);
static void c_RingHand_fields(llt_value self);
static llt_class c_RingHand;
static llt_value f939(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f941(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f946(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f953(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f961(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allreduceRingFull;
static llt_value f983(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allreduceReduceBcast;
static llt_value g_upAndDown(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f997_upAndDown(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1000(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allreduceOmpiReduceBcast;
static llt_value f1006(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ruledPart(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1011_ruledPart(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ruledChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1013_ruledChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_RULES;
static llt_value g_ALL;
static llt_value g_linearForFewer(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1042(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_linearForFew(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1065(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_doublingForFew(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1083(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_bruckElse(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1102(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1138(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_LINEAR_ONLY;
static llt_value g_SCAN_RULES;
static llt_value f1223(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1238(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_pick(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1245_pick(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_numberedChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1254_numberedChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ELEMENT_BYTES;
static llt_value f1265(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_emitInTurn(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1271_emitInTurn(llt_value *up, llt_value self, int n, const llt_value *a);
static void c_PartSink_fields(llt_value self);
static llt_class c_PartSink;
static llt_value f1277(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1281(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1285(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1288(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1293(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1298(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1303(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1308(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1315(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1318(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1321(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1324(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1327(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allreduceLinear;
static llt_value f1342(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ALLGATHER;
static llt_value g_allgatherDissemination;
static llt_value f1345(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_disseminate(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1347_disseminate(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_runBytes(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1354_runBytes(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_blockBytes(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1359_blockBytes(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allgatherRing;
static llt_value f1371(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_gatherBlocks(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1373_gatherBlocks(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1375(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1377(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1380(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allgatherRecursiveDoubling;
static llt_value f1383(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_gatherByDoubling(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1385(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1388(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1391(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_placeStart(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1425_placeStart(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allgatherBruck;
static llt_value f1451(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allgatherLinear;
static llt_value f1462(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allgatherNeighbourExchange;
static llt_value f1473(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_exchangeWithNeighbours(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1476_exchangeWithNeighbours(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1485(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allgatherGatherBcast;
static llt_value f1499(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ALLGATHERV;
static llt_value g_allgathervDissemination;
static llt_value f1515(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allgathervOmpiGatherBcast;
static llt_value f1520(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_gathervLinear;
static llt_value g_gatherLinear;
static llt_value f1529(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1531(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_gatherLinearly(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1532_gatherLinearly(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1545(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1547(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ALLTOALL;
static llt_value g_alltoallBruck;
static llt_value f1554(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_travelling(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1558_travelling(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_carriesRound(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1564_carriesRound(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ALLTOALLV;
static llt_value g_alltoallvOmpiLinear;
static llt_value f1575(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1577(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_GATHER;
static llt_value g_gatherBinomial;
static llt_value f1580(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_gatherOmpiLinearSync;
static llt_value f1592(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_GATHERV;
static llt_value g_SCATTER;
static llt_value g_scatterBinomial;
static llt_value f1615(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_blockCut(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1619_blockCut(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1622(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1624(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_scatterLinear;
static llt_value f1629(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1631(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_scatterLinearly(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1632_scatterLinearly(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_SCATTERV;
static llt_value g_scattervLinear;
static llt_value f1647(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1649(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_SCAN;
static llt_value g_family(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1652_family(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1655(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_chain(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1657_chain(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_takePrefix(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1663_takePrefix(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1671(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_double(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1673_double(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_EXSCAN;
static llt_value g_REDUCE_SCATTER;
static llt_value g_reduceScatterRecursiveHalving;
static llt_value f1686(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1700(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1703(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1715(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceScatterPairwise;
static llt_value f1722(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceScatterRing;
static llt_value f1745(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceScatterReduceScatterv;
static llt_value f1759(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceScatterButterfly;
static llt_value g_emitButterfly(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1768_emitButterfly(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1774(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_mirrored(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1783_mirrored(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1787(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1789(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1803(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceScatterOmpi;
static llt_value f1821(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceThenScatter(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1822_reduceThenScatter(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1824(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_REDUCE_SCATTER_BLOCK;
static llt_value g_reduceScatterBlockButterfly;
static llt_value f1838(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1842(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1844(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1853(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceScatterBlockDoubling;
static llt_value f1855(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1859(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1862(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1867(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceScatterBlockOmpi;
static llt_value f1899(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_algorithmsOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1902_algorithmsOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1906(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1913(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_OPTIONS;
static llt_value g_chooseAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1921_chooseAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_DEFAULT_OPTIONS;
static llt_value f1926(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_defaultAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1932_defaultAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_openMpiChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1937_openMpiChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_byLibrary(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1949_byLibrary(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_mpich4Algorithm(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1956_mpich4Algorithm(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_WHOLE_BY_4;
static llt_value g_mpichNonblockingChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1960_mpichNonblockingChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_RULES3;
static llt_value g_always2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1963(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1964(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_bcast2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1965(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_KIB2;
static llt_value g_bcastAheadDoubling;
static llt_value f1968(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_scatterAheadThen(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1970_scatterAheadThen(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1973(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_scatterAhead(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1976_scatterAhead(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1980(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2001(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_bcastAheadAllgather;
static llt_value f2003(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceMpichScheduled;
static llt_value f2007(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_cut(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2010(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2011(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ELEMENT_BYTES3;
static llt_value g_allreduceMpichScheduled;
static llt_value f2015(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allgather2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2018(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_alltoall2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2020(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_scanDoubling;
static llt_value g_exscanDoubling;
static llt_value g_reduceScatter2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2029(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2030(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_libnbcChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2041_libnbcChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_FEW;
static llt_value g_reduceChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2045_reduceChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_LONG;
static llt_value g_reduceBinomial2;
static llt_value f2049(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_SEGMENT;
static llt_value g_ALWAYS;
static llt_value g_scanLinear;
static llt_value g_exscanLinear;
static llt_value g_reduceThenScatter2;
static llt_value f2056(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceThenBcast;
static llt_value f2069(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2074(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_alltoallInPlace;
static llt_value f2082(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2084(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_emitJoin(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2092_emitJoin(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_stepsOf2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2108_stepsOf2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_AS;
static llt_value g_OPEN_MPI2;
static llt_value g_identified;
static llt_value g_IDENTIFIER;
static llt_value g_ALLREDUCE2;
static llt_value g_WORD;
static llt_value g_blocking(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2117(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_INT;
static llt_value g_times(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2119_times(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_always3(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2124(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2125(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ompiSplit;
static llt_value g_ALLGATHER2;
static llt_value g_BARRIER2;
static llt_value g_REDUCE_SCATTER2;
static llt_value g_TO_NEXT;
static llt_value g_SHIFT;
static llt_value f2137(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ompiBetween(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2143(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ompiMerge(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2148(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ompiWindow;
static llt_value g_ompiWrite(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2173(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ompiRead(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2178(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_THROUGH_ROOT;
static llt_value g_nothing;
static llt_value g_USUAL;
static llt_value g_MPICH2;
static llt_value g_inContext;
static llt_value g_CONTEXT;
static llt_value g_AGREED;
static llt_value g_MASK;
static llt_value g_HEARD;
static llt_value g_BCAST2;
static llt_value g_inOwnContext;
static llt_value g_mpichSplit;
static llt_value f2204(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_COPIED;
static llt_value g_gathered;
static llt_value g_writtenApart;
static llt_value g_readApart;
static llt_value g_knownSpec(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2243_knownSpec(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_COLLECTIVES;
static llt_value f2256(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_knownAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2259_knownAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2262(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_knownOptions(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2269_knownOptions(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_libraryNamed(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2278_libraryNamed(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_namesMpich4(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2292_namesMpich4(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_MPICH_SAYS;
static llt_value g_rulesOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2300_rulesOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_collectivesOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2302(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_OPEN_MPI;
static llt_value g_EVERYTHING;
static llt_value g_MPICH;

static llt_value f0_conductOf(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value library_513 = (n > 0 ? a[0] : U);
(void)library_513;
if ((llt_same(library_513, S(k0_openmpi)))) {
return g_OPEN_MPI3;
}
return ((llt_same(library_513, S(k7_mpich))) ? g_MPICH3 : g_UNKNOWN);
return U;
}
static llt_value g_conductOf(llt_value *up, llt_value self, int n, const llt_value *a) {
return f0_conductOf(up, self, n, a);
}
static llt_value f13_waitsWithoutData(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value library_492 = (n > 0 ? a[0] : U);
(void)library_492;
llt_value kind_492 = (n > 1 ? a[1] : U);
(void)kind_492;
llt_value way_492 = (n > 2 ? a[2] : U);
(void)way_492;
llt_value waiting_492 = llt_at(llt_at(g_WAITING, ((llt_same(library_492, S(k0_openmpi))) ? S(k0_openmpi) : S(k7_mpich))), ((llt_same(way_492, S(k19_blocking))) ? S(k19_blocking) : S(k21_nonblocking)));
(void)waiting_492;
if (((llt_same(kind_492, S(k32_barrier))) || llt_truth(({ llt_value o21 = waiting_492; ({ llt_value a22[1]; a22[0] = kind_492; llt_m_includes(o21, k33_includes, 1, a22); }); })))) {
return B(1);
}
return ({ llt_value t23 = ({ llt_value t24 = B((!llt_same(library_492, S(k0_openmpi)))); llt_truth(t24) ? B((llt_same(way_492, S(k34_persistent)))) : t24; }); llt_truth(t23) ? ({ llt_value o26 = g_PERSISTENT_OF_MPICH; ({ llt_value a27[1]; a27[0] = kind_492; llt_m_includes(o26, k33_includes, 1, a27); }); }) : t23; });
return U;
}
static llt_value g_waitsWithoutData(llt_value *up, llt_value self, int n, const llt_value *a) {
return f13_waitsWithoutData(up, self, n, a);
}
static llt_value f29(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
return U;
}
static llt_value f37(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e459 = up;
(void)e459;
return e459[1];
}
static llt_value f36(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e459 = llt_frame(NULL, 1);
e459[1] = (n > 0 ? a[0] : U);
return llt_closure(f37, e459);
}
static llt_value g_always(llt_value *up, llt_value self, int n, const llt_value *a) {
return f36(up, self, n, a);
}
static llt_value f42_powerBelow(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value n_9 = (n > 0 ? a[0] : U);
(void)n_9;
llt_value power_9 = N(1.0);
(void)power_9;
while ((((power_9).of.number * 2.0) <= (n_9).of.number)) {
(void)(power_9 = N(((power_9).of.number * 2.0)));
}
return power_9;
return U;
}
static llt_value g_powerBelow(llt_value *up, llt_value self, int n, const llt_value *a) {
return f42_powerBelow(up, self, n, a);
}
static llt_value f40(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value n_10 = (n > 0 ? a[0] : U);
(void)n_10;
return B((llt_same(({ llt_value a41[1]; a41[0] = n_10; g_powerBelow(NULL, U, 1, a41); }), n_10)));
}
static llt_value g_isPower(llt_value *up, llt_value self, int n, const llt_value *a) {
return f40(up, self, n, a);
}
static llt_value f38_bcast(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_454 = (n > 0 ? a[0] : U);
(void)size_454;
llt_value bytes_454 = (n > 1 ? a[1] : U);
(void)bytes_454;
if ((((bytes_454).of.number < (12.0 * (g_KIB).of.number)) || ((size_454).of.number < 8.0))) {
return S(k41_knomial);
}
return ((((bytes_454).of.number < (512.0 * (g_KIB).of.number)) && llt_truth(({ llt_value a39[1]; a39[0] = size_454; g_isPower(NULL, U, 1, a39); }))) ? S(k42_scatter_allgather_doubling) : S(k43_scatter_allgather));
return U;
}
static llt_value g_bcast(llt_value *up, llt_value self, int n, const llt_value *a) {
return f38_bcast(up, self, n, a);
}
static llt_value f47(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_452 = (n > 0 ? a[0] : U);
(void)size_452;
llt_value bytes_452 = (n > 1 ? a[1] : U);
(void)bytes_452;
return B((((bytes_452).of.number / (g_ELEMENT_BYTES2).of.number) >= (({ llt_value a48[1]; a48[0] = size_452; g_powerBelow(NULL, U, 1, a48); })).of.number));
}
static llt_value g_dividesUp(llt_value *up, llt_value self, int n, const llt_value *a) {
return f47(up, self, n, a);
}
static llt_value f45(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e456 = up;
(void)e456;
llt_value size_457 = (n > 0 ? a[0] : U);
(void)size_457;
llt_value bytes_457 = (n > 1 ? a[1] : U);
(void)bytes_457;
return ((((bytes_457).of.number > (2.0 * (g_KIB).of.number)) && llt_truth(({ llt_value a46[2]; a46[0] = size_457; a46[1] = bytes_457; g_dividesUp(NULL, U, 2, a46); }))) ? S(k45_rabenseifner) : e456[1]);
}
static llt_value f44(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e456 = llt_frame(NULL, 1);
e456[1] = (n > 0 ? a[0] : U);
return llt_closure(f45, e456);
}
static llt_value g_rabenseifnerFrom(llt_value *up, llt_value self, int n, const llt_value *a) {
return f44(up, self, n, a);
}
static llt_value f50_allgather(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_453 = (n > 0 ? a[0] : U);
(void)size_453;
llt_value bytes_453 = (n > 1 ? a[1] : U);
(void)bytes_453;
llt_value total_453 = N(((bytes_453).of.number * (size_453).of.number));
(void)total_453;
if ((((total_453).of.number < (512.0 * (g_KIB).of.number)) && llt_truth(({ llt_value a51[1]; a51[0] = size_453; g_isPower(NULL, U, 1, a51); })))) {
return S(k46_recursive_doubling);
}
return (((total_453).of.number < (80.0 * (g_KIB).of.number)) ? S(k47_bruck) : S(k48_ring));
return U;
}
static llt_value g_allgather(llt_value *up, llt_value self, int n, const llt_value *a) {
return f50_allgather(up, self, n, a);
}
static llt_value f52_alltoall(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_455 = (n > 0 ? a[0] : U);
(void)size_455;
llt_value bytes_455 = (n > 1 ? a[1] : U);
(void)bytes_455;
if ((((bytes_455).of.number <= 256.0) && ((size_455).of.number >= 8.0))) {
return S(k47_bruck);
}
return (((bytes_455).of.number <= (32.0 * (g_KIB).of.number)) ? S(k49_linear) : S(k50_pairwise));
return U;
}
static llt_value g_alltoall(llt_value *up, llt_value self, int n, const llt_value *a) {
return f52_alltoall(up, self, n, a);
}
static llt_value f60(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_458 = (n > 0 ? a[0] : U);
(void)size_458;
llt_value bytes_458 = (n > 1 ? a[1] : U);
(void)bytes_458;
return ((((bytes_458).of.number * (size_458).of.number) < (512.0 * (g_KIB).of.number)) ? S(k53_recursive_halving) : S(k50_pairwise));
}
static llt_value g_reduceScatter(llt_value *up, llt_value self, int n, const llt_value *a) {
return f60(up, self, n, a);
}
static llt_value f72_fold(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value rank_19 = (n > 0 ? a[0] : U);
(void)rank_19;
llt_value size_19 = (n > 1 ? a[1] : U);
(void)size_19;
llt_value t73 = (n > 2 ? a[2] : U);
if (t73.kind == LLT_UNDEFINED) t73 = B(0);
llt_value even_19 = t73;
(void)even_19;
llt_value power_19 = ({ llt_value a74[1]; a74[0] = size_19; g_powerBelow(NULL, U, 1, a74); });
(void)power_19;
llt_value rest_19 = N(((size_19).of.number - (power_19).of.number));
(void)rest_19;
if (((rank_19).of.number >= (2.0 * (rest_19).of.number))) {
return ({ llt_value t75 = llt_object(4); llt_put(t75, k57_power, power_19); llt_put(t75, k58_rest, rest_19); llt_put(t75, k59_place, N(((rank_19).of.number - (rest_19).of.number))); llt_put(t75, k60_neighbour, N((-1.0))); t75; });
}
llt_value isEven_19 = B((llt_same(N(llt_rest_of((rank_19).of.number, 2.0)), N(0.0))));
(void)isEven_19;
return ({ llt_value t76 = llt_object(4); llt_put(t76, k57_power, power_19); llt_put(t76, k58_rest, rest_19); llt_put(t76, k59_place, ((llt_same(isEven_19, even_19)) ? N((double)((int32_t)(rank_19).of.number >> (int32_t)1.0)) : N((-1.0)))); llt_put(t76, k60_neighbour, (llt_truth(isEven_19) ? N(((rank_19).of.number + 1.0)) : N(((rank_19).of.number - 1.0)))); t76; });
return U;
}
static llt_value g_fold(llt_value *up, llt_value self, int n, const llt_value *a) {
return f72_fold(up, self, n, a);
}
static llt_value f81_elementBytes(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_2 = (n > 0 ? a[0] : U);
(void)bytes_2;
return ((llt_same(N(llt_rest_of((bytes_2).of.number, 8.0)), N(0.0))) ? N(8.0) : N(1.0));
return U;
}
static llt_value g_elementBytes(llt_value *up, llt_value self, int n, const llt_value *a) {
return f81_elementBytes(up, self, n, a);
}
static llt_value f79_halvedStart(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_4 = (n > 0 ? a[0] : U);
(void)bytes_4;
llt_value parts_4 = (n > 1 ? a[1] : U);
(void)parts_4;
llt_value i_4 = (n > 2 ? a[2] : U);
(void)i_4;
if ((llt_same(i_4, parts_4))) {
return bytes_4;
}
llt_value element_4 = ({ llt_value a80[1]; a80[0] = bytes_4; g_elementBytes(NULL, U, 1, a80); });
(void)element_4;
llt_value start_4 = N(0.0);
(void)start_4;
llt_value length_4 = N(((bytes_4).of.number / (element_4).of.number));
(void)length_4;
{
llt_value half_5 = N(((parts_4).of.number / 2.0));
(void)half_5;
for (; ((half_5).of.number >= 1.0); (void)(half_5 = N(((half_5).of.number / 2.0)))) {
{
llt_value lower_6 = N(llt_floor(((length_4).of.number / 2.0)));
(void)lower_6;
llt_value isUpper_6 = B((llt_same(N(llt_rest_of(llt_floor(((i_4).of.number / (half_5).of.number)), 2.0)), N(1.0))));
(void)isUpper_6;
if (llt_truth(isUpper_6)) {
(void)(start_4 = N(((start_4).of.number + (lower_6).of.number)));
}
(void)(length_4 = (llt_truth(isUpper_6) ? N(((length_4).of.number - (lower_6).of.number)) : lower_6));
}
}
}
return N(((element_4).of.number * (start_4).of.number));
return U;
}
static llt_value g_halvedStart(llt_value *up, llt_value self, int n, const llt_value *a) {
return f79_halvedStart(up, self, n, a);
}
static llt_value f70_foldByHalves(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value rank_87 = (n > 0 ? a[0] : U);
(void)rank_87;
llt_value size_87 = (n > 1 ? a[1] : U);
(void)size_87;
llt_value bytes_87 = (n > 2 ? a[2] : U);
(void)bytes_87;
llt_value flow_87 = (n > 3 ? a[3] : U);
(void)flow_87;
llt_value folded_87 = ({ llt_value a71[3]; a71[0] = rank_87; a71[1] = size_87; a71[2] = B(1); g_fold(NULL, U, 3, a71); });
(void)folded_87;
llt_value t77 = folded_87;
(void)t77;
llt_value place_87 = llt_get(t77, k59_place);
(void)place_87;
llt_value neighbour_87 = llt_get(t77, k60_neighbour);
(void)neighbour_87;
if (((neighbour_87).of.number < 0.0)) {
return folded_87;
}
llt_value middle_87 = ({ llt_value a78[3]; a78[0] = bytes_87; a78[1] = N(2.0); a78[2] = N(1.0); g_halvedStart(NULL, U, 3, a78); });
(void)middle_87;
if (((place_87).of.number < 0.0)) {
{
(void)({ llt_value o82 = flow_87; ({ llt_value a83[4]; a83[0] = neighbour_87; a83[1] = middle_87; a83[2] = N(0.0); a83[3] = middle_87; llt_call(llt_get(o82, k61_send), o82, 4, a83); }); });
(void)({ llt_value o84 = flow_87; ({ llt_value a85[2]; a85[0] = neighbour_87; a85[1] = N(((bytes_87).of.number - (middle_87).of.number)); llt_call(llt_get(o84, k62_combine), o84, 2, a85); }); });
(void)({ llt_value o86 = flow_87; ({ llt_value a87[4]; a87[0] = neighbour_87; a87[1] = N(((bytes_87).of.number - (middle_87).of.number)); a87[2] = middle_87; a87[3] = bytes_87; llt_call(llt_get(o86, k61_send), o86, 4, a87); }); });
}
} else {
{
(void)({ llt_value o88 = flow_87; ({ llt_value a89[4]; a89[0] = neighbour_87; a89[1] = N(((bytes_87).of.number - (middle_87).of.number)); a89[2] = middle_87; a89[3] = bytes_87; llt_call(llt_get(o88, k61_send), o88, 4, a89); }); });
(void)({ llt_value o90 = flow_87; ({ llt_value a91[2]; a91[0] = neighbour_87; a91[1] = middle_87; llt_call(llt_get(o90, k62_combine), o90, 2, a91); }); });
(void)({ llt_value o92 = flow_87; ({ llt_value a93[2]; a93[0] = neighbour_87; a93[1] = N(((bytes_87).of.number - (middle_87).of.number)); llt_call(llt_get(o92, k63_receive), o92, 2, a93); }); });
}
}
return folded_87;
return U;
}
static llt_value g_foldByHalves(llt_value *up, llt_value self, int n, const llt_value *a) {
return f70_foldByHalves(up, self, n, a);
}
static llt_value f96(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e79 = up;
(void)e79;
llt_value i_80 = (n > 0 ? a[0] : U);
(void)i_80;
return ({ llt_value a97[3]; a97[0] = e79[1]; a97[1] = e79[2]; a97[2] = i_80; g_halvedStart(NULL, U, 3, a97); });
}
static llt_value f100(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e81 = up;
(void)e81;
llt_value from_82 = (n > 0 ? a[0] : U);
(void)from_82;
llt_value end_82 = (n > 1 ? a[1] : U);
(void)end_82;
return N(({ const double d105 = (({ llt_value o101 = e81[1]; ({ llt_value a102[1]; a102[0] = end_82; llt_call(o101, U, 1, a102); }); })).of.number; const double d106 = (({ llt_value o103 = e81[1]; ({ llt_value a104[1]; a104[0] = from_82; llt_call(o103, U, 1, a104); }); })).of.number; (d105 - d106); }));
}
static llt_value f98_sharesFrom(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e81 = llt_frame(NULL, 1);
e81[1] = (n > 0 ? a[0] : U);
return ({ llt_value t99 = llt_object(2); llt_put(t99, k11_bytes, llt_closure(f100, e81)); llt_put(t99, k65_slots, e81[1]); t99; });
return U;
}
static llt_value g_sharesFrom(llt_value *up, llt_value self, int n, const llt_value *a) {
return f98_sharesFrom(up, self, n, a);
}
static llt_value f94(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e79 = llt_frame(NULL, 2);
e79[1] = (n > 0 ? a[0] : U);
e79[2] = (n > 1 ? a[1] : U);
return ({ llt_value a95[1]; a95[0] = llt_closure(f96, e79); g_sharesFrom(NULL, U, 1, a95); });
}
static llt_value g_halved(llt_value *up, llt_value self, int n, const llt_value *a) {
return f94(up, self, n, a);
}
static void c_DataFlow_fields(llt_value self) {
(void)self;
llt_put(self, k66__out, U);
llt_put(self, k67__perByte, U);
llt_put(self, k68__all, U);
llt_put(self, k69__held, ({ llt_value t109 = llt_array(0);  t109; }));
llt_put(self, k70__reduction, N((-1.0)));
}
static llt_value f110(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value out_23 = (n > 0 ? a[0] : U);
(void)out_23;
llt_value reducePerByte_23 = (n > 1 ? a[1] : U);
(void)reducePerByte_23;
llt_value all_23 = (n > 2 ? a[2] : U);
(void)all_23;
(void)llt_put(self, k66__out, out_23);
(void)llt_put(self, k67__perByte, reducePerByte_23);
(void)llt_put(self, k68__all, all_23);
return U;
}
static llt_value f111(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value to_24 = (n > 0 ? a[0] : U);
(void)to_24;
llt_value bytes_24 = (n > 1 ? a[1] : U);
(void)bytes_24;
llt_value from_24 = (n > 2 ? a[2] : U);
(void)from_24;
llt_value end_24 = (n > 3 ? a[3] : U);
(void)end_24;
llt_value t112 = (n > 4 ? a[4] : U);
if (t112.kind == LLT_UNDEFINED) t112 = llt_get(g_Register, k71_Result);
llt_value register_24 = t112;
(void)register_24;
llt_value op_24 = ({ llt_value o114 = llt_get(self, k66__out); ({ llt_value a115[2]; a115[0] = bytes_24; a115[1] = to_24; llt_call(llt_get(o114, k61_send), o114, 2, a115); }); });
(void)op_24;
{
llt_value t116 = llt_get(self, k69__held);
for (int i117 = 0; i117 < llt_length(t116); i117++)
{
llt_value before_25 = llt_at(t116, N(i117));
(void)before_25;
(void)({ llt_value o118 = llt_get(self, k66__out); ({ llt_value a119[2]; a119[0] = op_24; a119[1] = before_25; llt_call(llt_get(o118, k74_requires), o118, 2, a119); }); });
}
}
return op_24;
return U;
}
static llt_value f122_mod(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value a_8 = (n > 0 ? a[0] : U);
(void)a_8;
llt_value n_8 = (n > 1 ? a[1] : U);
(void)n_8;
llt_value rest_8 = N(llt_rest_of((a_8).of.number, (n_8).of.number));
(void)rest_8;
return (((rest_8).of.number < 0.0) ? N(((rest_8).of.number + (n_8).of.number)) : rest_8);
return U;
}
static llt_value g_mod(llt_value *up, llt_value self, int n, const llt_value *a) {
return f122_mod(up, self, n, a);
}
static llt_value f120(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value to_26 = (n > 0 ? a[0] : U);
(void)to_26;
llt_value bytes_26 = (n > 1 ? a[1] : U);
(void)bytes_26;
llt_value first_26 = (n > 2 ? a[2] : U);
(void)first_26;
llt_value count_26 = (n > 3 ? a[3] : U);
(void)count_26;
llt_value size_26 = (n > 4 ? a[4] : U);
(void)size_26;
llt_value start_26 = ({ llt_value a121[2]; a121[0] = first_26; a121[1] = size_26; g_mod(NULL, U, 2, a121); });
(void)start_26;
llt_value op_26 = ({ llt_value o123 = self; ({ llt_value a124[4]; a124[0] = to_26; a124[1] = bytes_26; a124[2] = start_26; a124[3] = N(llt_min(((start_26).of.number + (count_26).of.number), (size_26).of.number)); llt_call(llt_get(o123, k61_send), o123, 4, a124); }); });
(void)op_26;
return op_26;
return U;
}
static llt_value f125(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value to_27 = (n > 0 ? a[0] : U);
(void)to_27;
llt_value bytes_27 = (n > 1 ? a[1] : U);
(void)bytes_27;
llt_value slots_27 = (n > 2 ? a[2] : U);
(void)slots_27;
llt_value op_27 = ({ llt_value o126 = self; ({ llt_value a127[4]; a127[0] = to_27; a127[1] = bytes_27; a127[2] = N(0.0); a127[3] = N(0.0); llt_call(llt_get(o126, k61_send), o126, 4, a127); }); });
(void)op_27;
{
llt_value t128 = slots_27;
for (int i129 = 0; i129 < llt_length(t128); i129++)
{
llt_value slot_28 = llt_at(t128, N(i129));
(void)slot_28;
}
}
return op_27;
return U;
}
static llt_value f130(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value from_29 = (n > 0 ? a[0] : U);
(void)from_29;
llt_value bytes_29 = (n > 1 ? a[1] : U);
(void)bytes_29;
llt_value t131 = (n > 2 ? a[2] : U);
if (t131.kind == LLT_UNDEFINED) t131 = S(k75_copy);
llt_value effect_29 = t131;
(void)effect_29;
llt_value t132 = (n > 3 ? a[3] : U);
if (t132.kind == LLT_UNDEFINED) t132 = llt_get(g_Register, k71_Result);
llt_value register_29 = t132;
(void)register_29;
return ({ llt_value o133 = self; ({ llt_value a134[3]; a134[0] = ({ llt_value o135 = llt_get(self, k66__out); ({ llt_value a136[2]; a136[0] = bytes_29; a136[1] = from_29; llt_call(llt_get(o135, k77_recv), o135, 2, a136); }); }); a134[1] = effect_29; a134[2] = register_29; llt_call(llt_get(o133, k76__keep), o133, 3, a134); }); });
return U;
}
static llt_value f137(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value from_30 = (n > 0 ? a[0] : U);
(void)from_30;
llt_value bytes_30 = (n > 1 ? a[1] : U);
(void)bytes_30;
llt_value t138 = (n > 2 ? a[2] : U);
if (t138.kind == LLT_UNDEFINED) t138 = S(k75_copy);
llt_value effect_30 = t138;
(void)effect_30;
return ({ llt_value o139 = self; ({ llt_value a140[3]; a140[0] = ({ llt_value o141 = llt_get(self, k66__out); ({ llt_value a142[2]; a142[0] = bytes_30; a142[1] = from_30; llt_call(llt_get(o141, k78_irecv), o141, 2, a142); }); }); a140[1] = effect_30; a140[2] = llt_get(g_Register, k71_Result); llt_call(llt_get(o139, k76__keep), o139, 3, a140); }); });
return U;
}
static llt_value f143(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value received_31 = (n > 0 ? a[0] : U);
(void)received_31;
llt_value effect_31 = (n > 1 ? a[1] : U);
(void)effect_31;
llt_value register_31 = (n > 2 ? a[2] : U);
(void)register_31;
(void)({ llt_value o144 = self; ({ llt_value a145[1]; a145[0] = received_31; llt_call(llt_get(o144, k79_hold), o144, 1, a145); }); });
return received_31;
return U;
}
static llt_value f146(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value from_32 = (n > 0 ? a[0] : U);
(void)from_32;
llt_value bytes_32 = (n > 1 ? a[1] : U);
(void)bytes_32;
llt_value t147 = (n > 2 ? a[2] : U);
if (t147.kind == LLT_UNDEFINED) t147 = llt_get(g_Register, k71_Result);
llt_value register_32 = t147;
(void)register_32;
llt_value op_32 = ({ llt_value o148 = llt_get(self, k66__out); ({ llt_value a149[2]; a149[0] = bytes_32; a149[1] = from_32; llt_call(llt_get(o148, k77_recv), o148, 2, a149); }); });
(void)op_32;
return ({ llt_value o150 = self; ({ llt_value a151[2]; a151[0] = op_32; a151[1] = bytes_32; llt_call(llt_get(o150, k35_reduce), o150, 2, a151); }); });
return U;
}
static llt_value f152(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value received_33 = (n > 0 ? a[0] : U);
(void)received_33;
llt_value bytes_33 = (n > 1 ? a[1] : U);
(void)bytes_33;
if (((llt_same(llt_get(self, k67__perByte), N(0.0))) || (llt_same(bytes_33, N(0.0))))) {
{
(void)({ llt_value o153 = self; ({ llt_value a154[1]; a154[0] = received_33; llt_call(llt_get(o153, k79_hold), o153, 1, a154); }); });
return received_33;
}
}
llt_value op_33 = ({ llt_value o155 = llt_get(self, k66__out); ({ llt_value a156[1]; a156[0] = N(((bytes_33).of.number * (llt_get(self, k67__perByte)).of.number)); llt_call(llt_get(o155, k80_calc), o155, 1, a156); }); });
(void)op_33;
(void)({ llt_value o157 = llt_get(self, k66__out); ({ llt_value a158[2]; a158[0] = op_33; a158[1] = received_33; llt_call(llt_get(o157, k74_requires), o157, 2, a158); }); });
if (((llt_get(self, k70__reduction)).of.number >= 0.0)) {
{
(void)({ llt_value o159 = llt_get(self, k66__out); ({ llt_value a160[2]; a160[0] = op_33; a160[1] = llt_get(self, k70__reduction); llt_call(llt_get(o159, k74_requires), o159, 2, a160); }); });
llt_value at_35 = ({ llt_value o161 = llt_get(self, k69__held); ({ llt_value a162[1]; a162[0] = llt_get(self, k70__reduction); llt_m_indexOf(o161, k81_indexOf, 1, a162); }); });
(void)at_35;
if (((at_35).of.number >= 0.0)) {
(void)({ llt_value o163 = llt_get(self, k69__held); ({ llt_value a164[2]; a164[0] = at_35; a164[1] = N(1.0); llt_m_splice(o163, k82_splice, 2, a164); }); });
}
}
}
(void)llt_put(self, k70__reduction, op_33);
(void)({ llt_value o165 = self; ({ llt_value a166[1]; a166[0] = op_33; llt_call(llt_get(o165, k79_hold), o165, 1, a166); }); });
return op_33;
return U;
}
static llt_value f167(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value op_36 = (n > 0 ? a[0] : U);
(void)op_36;
if ((!llt_truth(llt_get(self, k68__all)))) {
(void)llt_put(llt_get(self, k69__held), k83_length, N(0.0));
}
(void)({ llt_value o168 = llt_get(self, k69__held); ({ llt_value a169[1]; a169[0] = op_36; llt_m_push(o168, k84_push, 1, a169); }); });
return U;
}
static llt_class c_DataFlow = {c_DataFlow_fields, f110, 9, {{k61_send, f111}, {k85_sendRun, f120}, {k86_sendSlots, f125}, {k63_receive, f130}, {k87_receiveAny, f137}, {k76__keep, f143}, {k62_combine, f146}, {k35_reduce, f152}, {k79_hold, f167}}};
static llt_value f176_unfold(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value place_20 = (n > 0 ? a[0] : U);
(void)place_20;
llt_value rest_20 = (n > 1 ? a[1] : U);
(void)rest_20;
llt_value t177 = (n > 2 ? a[2] : U);
if (t177.kind == LLT_UNDEFINED) t177 = B(0);
llt_value even_20 = t177;
(void)even_20;
if (((place_20).of.number >= (rest_20).of.number)) {
return N(((place_20).of.number + (rest_20).of.number));
}
return (llt_truth(even_20) ? N((2.0 * (place_20).of.number)) : N(((2.0 * (place_20).of.number) + 1.0)));
return U;
}
static llt_value g_unfold(llt_value *up, llt_value self, int n, const llt_value *a) {
return f176_unfold(up, self, n, a);
}
static llt_value f174(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e275 = up;
(void)e275;
llt_value of_276 = (n > 0 ? a[0] : U);
(void)of_276;
return ({ llt_value a175[3]; a175[0] = of_276; a175[1] = e275[1]; a175[2] = llt_get(e275[2], k55_even); g_unfold(NULL, U, 3, a175); });
}
static llt_value f181_distances(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value power_92 = (n > 0 ? a[0] : U);
(void)power_92;
llt_value order_92 = (n > 1 ? a[1] : U);
(void)order_92;
llt_value masks_92 = ({ llt_value t182 = llt_array(0);  t182; });
(void)masks_92;
{
llt_value mask_93 = N(1.0);
(void)mask_93;
for (; ((mask_93).of.number < (power_92).of.number); (void)(mask_93 = N(((mask_93).of.number * 2.0)))) {
(void)({ llt_value o183 = masks_92; ({ llt_value a184[1]; a184[0] = mask_93; llt_m_push(o183, k84_push, 1, a184); }); });
}
}
return ((llt_same(order_92, S(k89_near))) ? masks_92 : ({ llt_value o185 = masks_92; llt_m_reverse(o185, k90_reverse, 0, NULL); }));
return U;
}
static llt_value g_distances(llt_value *up, llt_value self, int n, const llt_value *a) {
return f181_distances(up, self, n, a);
}
static llt_value f188(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e101 = up;
(void)e101;
llt_value t189 = (n > 0 ? a[0] : U);
(void)t189;
llt_value from_102 = llt_get(t189, k91_from);
(void)from_102;
llt_value end_102 = llt_get(t189, k92_end);
(void)end_102;
return ({ llt_value t190 = B((llt_same(llt_get(e101[1], k93_skipsEmpty), U))); !llt_truth(t190) ? B(((({ llt_value o191 = e101[1]; ({ llt_value a192[2]; a192[0] = from_102; a192[1] = end_102; llt_call(llt_get(o191, k11_bytes), o191, 2, a192); }); })).of.number > 0.0)) : t190; });
}
static llt_value f201_sendWindow(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value flow_96 = (n > 0 ? a[0] : U);
(void)flow_96;
llt_value to_96 = (n > 1 ? a[1] : U);
(void)to_96;
llt_value shares2_96 = (n > 2 ? a[2] : U);
(void)shares2_96;
llt_value t202 = (n > 3 ? a[3] : U);
(void)t202;
llt_value from_96 = llt_get(t202, k91_from);
(void)from_96;
llt_value end_96 = llt_get(t202, k92_end);
(void)end_96;
llt_value bytes_96 = ({ llt_value o203 = shares2_96; ({ llt_value a204[2]; a204[0] = from_96; a204[1] = end_96; llt_call(llt_get(o203, k11_bytes), o203, 2, a204); }); });
(void)bytes_96;
if ((llt_same(llt_get(shares2_96, k97_slot), U))) {
{
(void)({ llt_value o205 = flow_96; ({ llt_value a206[4]; a206[0] = to_96; a206[1] = bytes_96; a206[2] = ({ llt_value o207 = shares2_96; ({ llt_value a208[1]; a208[0] = from_96; llt_call(llt_get(o207, k65_slots), o207, 1, a208); }); }); a206[3] = ({ llt_value o209 = shares2_96; ({ llt_value a210[1]; a210[0] = end_96; llt_call(llt_get(o209, k65_slots), o209, 1, a210); }); }); llt_call(llt_get(o205, k61_send), o205, 4, a206); }); });
return U;
}
}
llt_value slots_96 = ({ llt_value t211 = llt_array(0);  t211; });
(void)slots_96;
{
llt_value i_98 = from_96;
(void)i_98;
for (; ((i_98).of.number < (end_96).of.number); (void)({ llt_value t212 = i_98; (void)(i_98 = N((i_98).of.number + 1)); t212; })) {
(void)({ llt_value o213 = slots_96; ({ llt_value a214[1]; a214[0] = ({ llt_value o215 = shares2_96; ({ llt_value a216[1]; a216[0] = i_98; llt_call(llt_get(o215, k97_slot), o215, 1, a216); }); }); llt_m_push(o213, k84_push, 1, a214); }); });
}
}
(void)({ llt_value o217 = flow_96; ({ llt_value a218[3]; a218[0] = to_96; a218[1] = bytes_96; a218[2] = slots_96; llt_call(llt_get(o217, k86_sendSlots), o217, 3, a218); }); });
return U;
}
static llt_value g_sendWindow(llt_value *up, llt_value self, int n, const llt_value *a) {
return f201_sendWindow(up, self, n, a);
}
static llt_value f230(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e94 = up;
(void)e94;
llt_value mask_95 = (n > 0 ? a[0] : U);
(void)mask_95;
llt_value middle_95 = N((((llt_get(e94[1], k91_from)).of.number + (llt_get(e94[1], k92_end)).of.number) / 2.0));
(void)middle_95;
llt_value low_95 = ({ llt_value t231 = llt_object(2); llt_put(t231, k91_from, llt_get(e94[1], k91_from)); llt_put(t231, k92_end, middle_95); t231; });
(void)low_95;
llt_value high_95 = ({ llt_value t232 = llt_object(2); llt_put(t232, k91_from, middle_95); llt_put(t232, k92_end, llt_get(e94[1], k92_end)); t232; });
(void)high_95;
llt_value keepsLow_95 = B((llt_same(N((double)((int32_t)(e94[2]).of.number & (int32_t)(mask_95).of.number)), N(0.0))));
(void)keepsLow_95;
(void)(e94[1] = (llt_truth(keepsLow_95) ? low_95 : high_95));
return ({ llt_value t233 = llt_object(3); llt_put(t233, k94_mask, mask_95); llt_put(t233, k95_kept, e94[1]); llt_put(t233, k96_given, (llt_truth(keepsLow_95) ? high_95 : low_95)); t233; });
return U;
}
static llt_value f226_stepsOf(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e94 = llt_frame(NULL, 2);
e94[2] = (n > 0 ? a[0] : U);
llt_value masks_94 = (n > 1 ? a[1] : U);
(void)masks_94;
e94[1] = ({ llt_value t227 = llt_object(2); llt_put(t227, k91_from, N(0.0)); llt_put(t227, k92_end, N(llt_power(2.0, (llt_get(masks_94, k83_length)).of.number))); t227; });
return ({ llt_value o228 = masks_94; ({ llt_value a229[1]; a229[0] = llt_closure(f230, e94); llt_m_map(o228, k98_map, 1, a229); }); });
return U;
}
static llt_value g_stepsOf(llt_value *up, llt_value self, int n, const llt_value *a) {
return f226_stepsOf(up, self, n, a);
}
static llt_value f187_reduceByHalving(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e101 = llt_frame(NULL, 1);
llt_value place_101 = (n > 0 ? a[0] : U);
(void)place_101;
llt_value masks_101 = (n > 1 ? a[1] : U);
(void)masks_101;
llt_value named_101 = (n > 2 ? a[2] : U);
(void)named_101;
e101[1] = (n > 3 ? a[3] : U);
llt_value flow_101 = (n > 4 ? a[4] : U);
(void)flow_101;
llt_value moves_101 = llt_closure(f188, e101);
(void)moves_101;
{
llt_value t193 = ({ llt_value a225[2]; a225[0] = place_101; a225[1] = masks_101; g_stepsOf(NULL, U, 2, a225); });
for (int i194 = 0; i194 < llt_length(t193); i194++)
{
llt_value t195 = llt_at(t193, N(i194));
(void)t195;
llt_value mask_103 = llt_get(t195, k94_mask);
(void)mask_103;
llt_value kept_103 = llt_get(t195, k95_kept);
(void)kept_103;
llt_value given_103 = llt_get(t195, k96_given);
(void)given_103;
{
llt_value peer_104 = ({ llt_value o196 = named_101; ({ llt_value a197[1]; a197[0] = N((double)((int32_t)(place_101).of.number ^ (int32_t)(mask_103).of.number)); llt_call(o196, U, 1, a197); }); });
(void)peer_104;
if (llt_truth(({ llt_value o198 = moves_101; ({ llt_value a199[1]; a199[0] = given_103; llt_call(o198, U, 1, a199); }); }))) {
(void)({ llt_value a200[4]; a200[0] = flow_101; a200[1] = peer_104; a200[2] = e101[1]; a200[3] = given_103; g_sendWindow(NULL, U, 4, a200); });
}
if (llt_truth(({ llt_value o219 = moves_101; ({ llt_value a220[1]; a220[0] = kept_103; llt_call(o219, U, 1, a220); }); }))) {
(void)({ llt_value o221 = flow_101; ({ llt_value a222[2]; a222[0] = peer_104; a222[1] = ({ llt_value o223 = e101[1]; ({ llt_value a224[2]; a224[0] = llt_get(kept_103, k91_from); a224[1] = llt_get(kept_103, k92_end); llt_call(llt_get(o223, k11_bytes), o223, 2, a224); }); }); llt_call(llt_get(o221, k62_combine), o221, 2, a222); }); });
}
}
}
}
return U;
}
static llt_value g_reduceByHalving(llt_value *up, llt_value self, int n, const llt_value *a) {
return f187_reduceByHalving(up, self, n, a);
}
static llt_value f236_gatherHalvesAt(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value root_108 = (n > 0 ? a[0] : U);
(void)root_108;
llt_value place_108 = (n > 1 ? a[1] : U);
(void)place_108;
llt_value masks_108 = (n > 2 ? a[2] : U);
(void)masks_108;
llt_value named_108 = (n > 3 ? a[3] : U);
(void)named_108;
llt_value shares2_108 = (n > 4 ? a[4] : U);
(void)shares2_108;
llt_value flow_108 = (n > 5 ? a[5] : U);
(void)flow_108;
{
llt_value t237 = ({ llt_value o248 = ({ llt_value a247[2]; a247[0] = place_108; a247[1] = masks_108; g_stepsOf(NULL, U, 2, a247); }); llt_m_reverse(o248, k90_reverse, 0, NULL); });
for (int i238 = 0; i238 < llt_length(t237); i238++)
{
llt_value t239 = llt_at(t237, N(i238));
(void)t239;
llt_value mask_109 = llt_get(t239, k94_mask);
(void)mask_109;
llt_value kept_109 = llt_get(t239, k95_kept);
(void)kept_109;
llt_value given_109 = llt_get(t239, k96_given);
(void)given_109;
{
llt_value peer_110 = ({ llt_value o240 = named_108; ({ llt_value a241[1]; a241[0] = N((double)((int32_t)(place_108).of.number ^ (int32_t)(mask_109).of.number)); llt_call(o240, U, 1, a241); }); });
(void)peer_110;
if ((!llt_same(N((double)((int32_t)(place_108).of.number & (int32_t)(mask_109).of.number)), N((double)((int32_t)(root_108).of.number & (int32_t)(mask_109).of.number))))) {
{
(void)({ llt_value a242[4]; a242[0] = flow_108; a242[1] = peer_110; a242[2] = shares2_108; a242[3] = kept_109; g_sendWindow(NULL, U, 4, a242); });
return U;
}
}
(void)({ llt_value o243 = flow_108; ({ llt_value a244[2]; a244[0] = peer_110; a244[1] = ({ llt_value o245 = shares2_108; ({ llt_value a246[2]; a246[0] = llt_get(given_109, k91_from); a246[1] = llt_get(given_109, k92_end); llt_call(llt_get(o245, k11_bytes), o245, 2, a246); }); }); llt_call(llt_get(o243, k63_receive), o243, 2, a244); }); });
}
}
}
return U;
}
static llt_value g_gatherHalvesAt(llt_value *up, llt_value self, int n, const llt_value *a) {
return f236_gatherHalvesAt(up, self, n, a);
}
static llt_value f262(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e275 = up;
(void)e275;
llt_value of_278 = (n > 0 ? a[0] : U);
(void)of_278;
return ((llt_same(of_278, N(0.0))) ? e275[3] : ({ llt_value o263 = e275[4]; ({ llt_value a264[1]; a264[0] = of_278; llt_call(o263, U, 1, a264); }); }));
}
static llt_value f107_scatterThenGather(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e275 = llt_frame(NULL, 4);
llt_value call_275 = (n > 0 ? a[0] : U);
(void)call_275;
llt_value out_275 = (n > 1 ? a[1] : U);
(void)out_275;
e275[2] = (n > 2 ? a[2] : U);
llt_value t108 = call_275;
(void)t108;
llt_value rank_275 = llt_get(t108, k8_rank);
(void)rank_275;
llt_value size_275 = llt_get(t108, k9_size);
(void)size_275;
e275[3] = llt_get(t108, k10_root);
llt_value bytes_275 = llt_get(t108, k11_bytes);
(void)bytes_275;
llt_value flow_275 = ({ llt_value a170[3]; a170[0] = out_275; a170[1] = llt_get(llt_get(call_275, k14_options), k88_reducePerByte); a170[2] = B(1); llt_new(&c_DataFlow, 3, a170); });
(void)flow_275;
llt_value t173 = ({ llt_value o171 = e275[2]; ({ llt_value a172[4]; a172[0] = rank_275; a172[1] = size_275; a172[2] = bytes_275; a172[3] = flow_275; llt_call(llt_get(o171, k56_fold), o171, 4, a172); }); });
(void)t173;
llt_value power_275 = llt_get(t173, k57_power);
(void)power_275;
e275[1] = llt_get(t173, k58_rest);
llt_value place_275 = llt_get(t173, k59_place);
(void)place_275;
e275[4] = llt_closure(f174, e275);
llt_value shares2_275 = ({ llt_value o178 = e275[2]; ({ llt_value a179[2]; a179[0] = bytes_275; a179[1] = power_275; llt_call(llt_get(o178, k64_shares), o178, 2, a179); }); });
(void)shares2_275;
llt_value masks_275 = ({ llt_value a180[2]; a180[0] = power_275; a180[1] = S(k89_near); g_distances(NULL, U, 2, a180); });
(void)masks_275;
if (((place_275).of.number >= 0.0)) {
(void)({ llt_value a186[5]; a186[0] = place_275; a186[1] = masks_275; a186[2] = e275[4]; a186[3] = shares2_275; a186[4] = flow_275; g_reduceByHalving(NULL, U, 5, a186); });
}
llt_value rootPlace_275 = llt_get(({ llt_value a234[3]; a234[0] = e275[3]; a234[1] = size_275; a234[2] = llt_get(e275[2], k55_even); g_fold(NULL, U, 3, a234); }), k59_place);
(void)rootPlace_275;
if (((rootPlace_275).of.number >= 0.0)) {
{
if (((place_275).of.number >= 0.0)) {
(void)({ llt_value a235[6]; a235[0] = rootPlace_275; a235[1] = place_275; a235[2] = masks_275; a235[3] = e275[4]; a235[4] = shares2_275; a235[5] = flow_275; g_gatherHalvesAt(NULL, U, 6, a235); });
}
return U;
}
}
llt_value t254 = ({ llt_value t249 = llt_array(2); llt_push(t249, ({ llt_value o250 = shares2_275; ({ llt_value a251[2]; a251[0] = N(0.0); a251[1] = N(1.0); llt_call(llt_get(o250, k11_bytes), o250, 2, a251); }); })); llt_push(t249, ({ llt_value o252 = shares2_275; ({ llt_value a253[1]; a253[0] = N(1.0); llt_call(llt_get(o252, k65_slots), o252, 1, a253); }); })); t249; });
(void)t254;
llt_value first_275 = llt_at(t254, N(0));
(void)first_275;
llt_value slots_275 = llt_at(t254, N(1));
(void)slots_275;
if ((llt_same(place_275, N(0.0)))) {
(void)({ llt_value o255 = flow_275; ({ llt_value a256[4]; a256[0] = e275[3]; a256[1] = first_275; a256[2] = N(0.0); a256[3] = slots_275; llt_call(llt_get(o255, k61_send), o255, 4, a256); }); });
}
if ((llt_same(rank_275, e275[3]))) {
(void)({ llt_value o257 = flow_275; ({ llt_value a258[2]; a258[0] = ({ llt_value o259 = e275[4]; ({ llt_value a260[1]; a260[0] = N(0.0); llt_call(o259, U, 1, a260); }); }); a258[1] = first_275; llt_call(llt_get(o257, k63_receive), o257, 2, a258); }); });
}
llt_value gathers_275 = ((llt_same(rank_275, e275[3])) ? N(0.0) : place_275);
(void)gathers_275;
if ((((gathers_275).of.number < 0.0) || (llt_same(place_275, N(0.0))))) {
return U;
}
(void)({ llt_value a261[6]; a261[0] = N(0.0); a261[1] = gathers_275; a261[2] = masks_275; a261[3] = llt_closure(f262, e275); a261[4] = shares2_275; a261[5] = flow_275; g_gatherHalvesAt(NULL, U, 6, a261); });
return U;
}
static llt_value g_scatterThenGather(llt_value *up, llt_value self, int n, const llt_value *a) {
return f107_scatterThenGather(up, self, n, a);
}
static llt_value f67(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_279 = (n > 0 ? a[0] : U);
(void)call_279;
llt_value out_279 = (n > 1 ? a[1] : U);
(void)out_279;
return ({ llt_value a68[3]; a68[0] = call_279; a68[1] = out_279; a68[2] = g_BY_HALVES; g_scatterThenGather(NULL, U, 3, a68); });
}
static llt_value f270(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e90 = up;
(void)e90;
llt_value rank_91 = (n > 0 ? a[0] : U);
(void)rank_91;
llt_value size_91 = (n > 1 ? a[1] : U);
(void)size_91;
llt_value bytes_91 = (n > 2 ? a[2] : U);
(void)bytes_91;
llt_value flow_91 = (n > 3 ? a[3] : U);
(void)flow_91;
llt_value folded_91 = ({ llt_value a271[3]; a271[0] = rank_91; a271[1] = size_91; a271[2] = e90[1]; g_fold(NULL, U, 3, a271); });
(void)folded_91;
llt_value t272 = folded_91;
(void)t272;
llt_value place_91 = llt_get(t272, k59_place);
(void)place_91;
llt_value neighbour_91 = llt_get(t272, k60_neighbour);
(void)neighbour_91;
if (((place_91).of.number < 0.0)) {
(void)({ llt_value o273 = flow_91; ({ llt_value a274[4]; a274[0] = neighbour_91; a274[1] = bytes_91; a274[2] = N(0.0); a274[3] = bytes_91; llt_call(llt_get(o273, k61_send), o273, 4, a274); }); });
} else {
if (((neighbour_91).of.number >= 0.0)) {
(void)({ llt_value o275 = flow_91; ({ llt_value a276[2]; a276[0] = neighbour_91; a276[1] = bytes_91; llt_call(llt_get(o275, k62_combine), o275, 2, a276); }); });
}
}
return folded_91;
return U;
}
static llt_value f280(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e85 = up;
(void)e85;
llt_value i_86 = (n > 0 ? a[0] : U);
(void)i_86;
return ((llt_same(i_86, e85[1])) ? e85[2] : N(((i_86).of.number * (e85[3]).of.number)));
}
static llt_value f277(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e85 = llt_frame(NULL, 3);
e85[2] = (n > 0 ? a[0] : U);
e85[1] = (n > 1 ? a[1] : U);
llt_value element_85 = ({ llt_value a278[1]; a278[0] = e85[2]; g_elementBytes(NULL, U, 1, a278); });
(void)element_85;
e85[3] = N(((element_85).of.number * llt_floor((((e85[2]).of.number / (element_85).of.number) / (e85[1]).of.number))));
return ({ llt_value a279[1]; a279[0] = llt_closure(f280, e85); g_sharesFrom(NULL, U, 1, a279); });
return U;
}
static llt_value g_longLast(llt_value *up, llt_value self, int n, const llt_value *a) {
return f277(up, self, n, a);
}
static llt_value f288_shareStart(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_1 = (n > 0 ? a[0] : U);
(void)bytes_1;
llt_value parts_1 = (n > 1 ? a[1] : U);
(void)parts_1;
llt_value i_1 = (n > 2 ? a[2] : U);
(void)i_1;
llt_value small_1 = N(llt_floor(((bytes_1).of.number / (parts_1).of.number)));
(void)small_1;
return N((((i_1).of.number * (small_1).of.number) + llt_min((i_1).of.number, ((bytes_1).of.number - ((parts_1).of.number * (small_1).of.number)))));
return U;
}
static llt_value g_shareStart(llt_value *up, llt_value self, int n, const llt_value *a) {
return f288_shareStart(up, self, n, a);
}
static llt_value f285_elementShare(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_3 = (n > 0 ? a[0] : U);
(void)bytes_3;
llt_value parts_3 = (n > 1 ? a[1] : U);
(void)parts_3;
llt_value i_3 = (n > 2 ? a[2] : U);
(void)i_3;
llt_value element_3 = ({ llt_value a286[1]; a286[0] = bytes_3; g_elementBytes(NULL, U, 1, a286); });
(void)element_3;
return N(((element_3).of.number * (({ llt_value a287[3]; a287[0] = N(((bytes_3).of.number / (element_3).of.number)); a287[1] = parts_3; a287[2] = i_3; g_shareStart(NULL, U, 3, a287); })).of.number));
return U;
}
static llt_value g_elementShare(llt_value *up, llt_value self, int n, const llt_value *a) {
return f285_elementShare(up, self, n, a);
}
static llt_value f283(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e83 = up;
(void)e83;
llt_value i_84 = (n > 0 ? a[0] : U);
(void)i_84;
return ({ llt_value a284[3]; a284[0] = e83[1]; a284[1] = e83[2]; a284[2] = i_84; g_elementShare(NULL, U, 3, a284); });
}
static llt_value f281(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e83 = llt_frame(NULL, 2);
e83[1] = (n > 0 ? a[0] : U);
e83[2] = (n > 1 ? a[1] : U);
return ({ llt_value a282[1]; a282[0] = llt_closure(f283, e83); g_sharesFrom(NULL, U, 1, a282); });
}
static llt_value g_longFirst(llt_value *up, llt_value self, int n, const llt_value *a) {
return f281(up, self, n, a);
}
static llt_value f268_foldingWhole(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e90 = llt_frame(NULL, 1);
e90[1] = (n > 0 ? a[0] : U);
llt_value scheduled_90 = (n > 1 ? a[1] : U);
(void)scheduled_90;
return ({ llt_value t269 = llt_object(3); llt_put(t269, k55_even, e90[1]); llt_put(t269, k56_fold, llt_closure(f270, e90)); llt_put(t269, k64_shares, (llt_truth(scheduled_90) ? llt_closure(g_longLast, NULL) : llt_closure(g_longFirst, NULL))); t269; });
return U;
}
static llt_value g_foldingWhole(llt_value *up, llt_value self, int n, const llt_value *a) {
return f268_foldingWhole(up, self, n, a);
}
static llt_value f265(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_280 = (n > 0 ? a[0] : U);
(void)call_280;
llt_value out_280 = (n > 1 ? a[1] : U);
(void)out_280;
return ({ llt_value a266[3]; a266[0] = call_280; a266[1] = out_280; a266[2] = ({ llt_value a267[2]; a267[0] = B(1); a267[1] = B(0); g_foldingWhole(NULL, U, 2, a267); }); g_scatterThenGather(NULL, U, 3, a266); });
}
static llt_value f302(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e305 = up;
(void)e305;
llt_value of_307 = (n > 0 ? a[0] : U);
(void)of_307;
return ({ llt_value a303[3]; a303[0] = of_307; a303[1] = e305[1]; a303[2] = llt_get(e305[2], k55_even); g_unfold(NULL, U, 3, a303); });
}
static llt_value f309_gatherHalves(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value place_105 = (n > 0 ? a[0] : U);
(void)place_105;
llt_value masks_105 = (n > 1 ? a[1] : U);
(void)masks_105;
llt_value named_105 = (n > 2 ? a[2] : U);
(void)named_105;
llt_value shares2_105 = (n > 3 ? a[3] : U);
(void)shares2_105;
llt_value flow_105 = (n > 4 ? a[4] : U);
(void)flow_105;
{
llt_value t310 = ({ llt_value o321 = ({ llt_value a320[2]; a320[0] = place_105; a320[1] = masks_105; g_stepsOf(NULL, U, 2, a320); }); llt_m_reverse(o321, k90_reverse, 0, NULL); });
for (int i311 = 0; i311 < llt_length(t310); i311++)
{
llt_value t312 = llt_at(t310, N(i311));
(void)t312;
llt_value mask_106 = llt_get(t312, k94_mask);
(void)mask_106;
llt_value kept_106 = llt_get(t312, k95_kept);
(void)kept_106;
llt_value given_106 = llt_get(t312, k96_given);
(void)given_106;
{
llt_value peer_107 = ({ llt_value o313 = named_105; ({ llt_value a314[1]; a314[0] = N((double)((int32_t)(place_105).of.number ^ (int32_t)(mask_106).of.number)); llt_call(o313, U, 1, a314); }); });
(void)peer_107;
(void)({ llt_value a315[4]; a315[0] = flow_105; a315[1] = peer_107; a315[2] = shares2_105; a315[3] = kept_106; g_sendWindow(NULL, U, 4, a315); });
(void)({ llt_value o316 = flow_105; ({ llt_value a317[2]; a317[0] = peer_107; a317[1] = ({ llt_value o318 = shares2_105; ({ llt_value a319[2]; a319[0] = llt_get(given_106, k91_from); a319[1] = llt_get(given_106, k92_end); llt_call(llt_get(o318, k11_bytes), o318, 2, a319); }); }); llt_call(llt_get(o316, k63_receive), o316, 2, a317); }); });
}
}
}
return U;
}
static llt_value g_gatherHalves(llt_value *up, llt_value self, int n, const llt_value *a) {
return f309_gatherHalves(up, self, n, a);
}
static llt_value f294_scatterThenGather2(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e305 = llt_frame(NULL, 2);
llt_value call_305 = (n > 0 ? a[0] : U);
(void)call_305;
llt_value out_305 = (n > 1 ? a[1] : U);
(void)out_305;
e305[2] = (n > 2 ? a[2] : U);
llt_value t295 = call_305;
(void)t295;
llt_value rank_305 = llt_get(t295, k8_rank);
(void)rank_305;
llt_value size_305 = llt_get(t295, k9_size);
(void)size_305;
llt_value bytes_305 = llt_get(t295, k11_bytes);
(void)bytes_305;
llt_value flow_305 = ({ llt_value a296[3]; a296[0] = out_305; a296[1] = llt_get(llt_get(call_305, k14_options), k88_reducePerByte); a296[2] = B(1); llt_new(&c_DataFlow, 3, a296); });
(void)flow_305;
llt_value t299 = ({ llt_value o297 = e305[2]; ({ llt_value a298[4]; a298[0] = rank_305; a298[1] = size_305; a298[2] = bytes_305; a298[3] = flow_305; llt_call(llt_get(o297, k56_fold), o297, 4, a298); }); });
(void)t299;
llt_value power_305 = llt_get(t299, k57_power);
(void)power_305;
e305[1] = llt_get(t299, k58_rest);
llt_value place_305 = llt_get(t299, k59_place);
(void)place_305;
llt_value neighbour_305 = llt_get(t299, k60_neighbour);
(void)neighbour_305;
if (((place_305).of.number < 0.0)) {
{
(void)({ llt_value o300 = flow_305; ({ llt_value a301[2]; a301[0] = neighbour_305; a301[1] = bytes_305; llt_call(llt_get(o300, k63_receive), o300, 2, a301); }); });
return U;
}
}
llt_value at_305 = llt_closure(f302, e305);
(void)at_305;
llt_value shares2_305 = ({ llt_value o304 = e305[2]; ({ llt_value a305[2]; a305[0] = bytes_305; a305[1] = power_305; llt_call(llt_get(o304, k64_shares), o304, 2, a305); }); });
(void)shares2_305;
llt_value masks_305 = ({ llt_value a306[2]; a306[0] = power_305; a306[1] = S(k89_near); g_distances(NULL, U, 2, a306); });
(void)masks_305;
(void)({ llt_value a307[5]; a307[0] = place_305; a307[1] = masks_305; a307[2] = at_305; a307[3] = shares2_305; a307[4] = flow_305; g_reduceByHalving(NULL, U, 5, a307); });
(void)({ llt_value a308[5]; a308[0] = place_305; a308[1] = masks_305; a308[2] = at_305; a308[3] = shares2_305; a308[4] = flow_305; g_gatherHalves(NULL, U, 5, a308); });
if (((neighbour_305).of.number >= 0.0)) {
(void)({ llt_value o322 = flow_305; ({ llt_value a323[4]; a323[0] = neighbour_305; a323[1] = bytes_305; a323[2] = N(0.0); a323[3] = bytes_305; llt_call(llt_get(o322, k61_send), o322, 4, a323); }); });
}
return U;
}
static llt_value g_scatterThenGather2(llt_value *up, llt_value self, int n, const llt_value *a) {
return f294_scatterThenGather2(up, self, n, a);
}
static llt_value f292(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_308 = (n > 0 ? a[0] : U);
(void)call_308;
llt_value out_308 = (n > 1 ? a[1] : U);
(void)out_308;
return ({ llt_value a293[3]; a293[0] = call_308; a293[1] = out_308; a293[2] = g_BY_HALVES; g_scatterThenGather2(NULL, U, 3, a293); });
}
static llt_value f324(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_309 = (n > 0 ? a[0] : U);
(void)call_309;
llt_value out_309 = (n > 1 ? a[1] : U);
(void)out_309;
return ({ llt_value a325[3]; a325[0] = call_309; a325[1] = out_309; a325[2] = ({ llt_value a326[2]; a326[0] = B(0); a326[1] = B(0); g_foldingWhole(NULL, U, 2, a326); }); g_scatterThenGather2(NULL, U, 3, a325); });
}
static llt_value f333(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e332 = up;
(void)e332;
llt_value i_333 = (n > 0 ? a[0] : U);
(void)i_333;
return ({ llt_value t334 = llt_array(2); llt_push(t334, N(llt_rest_of(((e332[1]).of.number + (i_333).of.number), (e332[2]).of.number))); llt_push(t334, ({ llt_value a335[2]; a335[0] = N(((e332[1]).of.number - (i_333).of.number)); a335[1] = e332[2]; g_mod(NULL, U, 2, a335); })); t334; });
}
static llt_value f345(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_317 = (n > 0 ? a[0] : U);
(void)call_317;
llt_value to_317 = (n > 1 ? a[1] : U);
(void)to_317;
return ({ llt_value t346 = ({ llt_value o347 = call_317; ({ llt_value m348 = llt_get(o347, k12_bytesOf); llt_nothing(m348) ? U : ({ llt_value a349[1]; a349[0] = to_317; llt_call(m348, o347, 1, a349); }); }); }); llt_nothing(t346) ? llt_get(call_317, k11_bytes) : t346; });
}
static llt_value g_toBytes(llt_value *up, llt_value self, int n, const llt_value *a) {
return f345(up, self, n, a);
}
static llt_value f350_sendBlock(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_315 = (n > 0 ? a[0] : U);
(void)call_315;
llt_value out_315 = (n > 1 ? a[1] : U);
(void)out_315;
llt_value to_315 = (n > 2 ? a[2] : U);
(void)to_315;
llt_value bytes_315 = (n > 3 ? a[3] : U);
(void)bytes_315;
llt_value op_315 = ({ llt_value o351 = out_315; ({ llt_value a352[2]; a352[0] = bytes_315; a352[1] = to_315; llt_call(llt_get(o351, k61_send), o351, 2, a352); }); });
(void)op_315;
llt_value slot_315 = N((((llt_get(call_315, k8_rank)).of.number * (llt_get(call_315, k9_size)).of.number) + (to_315).of.number));
(void)slot_315;
return op_315;
return U;
}
static llt_value g_sendBlock(llt_value *up, llt_value self, int n, const llt_value *a) {
return f350_sendBlock(up, self, n, a);
}
static llt_value f357(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_318 = (n > 0 ? a[0] : U);
(void)call_318;
llt_value from_318 = (n > 1 ? a[1] : U);
(void)from_318;
return ({ llt_value t358 = ({ llt_value o359 = call_318; ({ llt_value m360 = llt_get(o359, k13_recvBytesOf); llt_nothing(m360) ? U : ({ llt_value a361[1]; a361[0] = from_318; llt_call(m360, o359, 1, a361); }); }); }); llt_nothing(t358) ? llt_get(call_318, k11_bytes) : t358; });
}
static llt_value g_fromBytes(llt_value *up, llt_value self, int n, const llt_value *a) {
return f357(up, self, n, a);
}
static llt_value f362_takeBlock(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value out_316 = (n > 0 ? a[0] : U);
(void)out_316;
llt_value received_316 = (n > 1 ? a[1] : U);
(void)received_316;
return received_316;
return U;
}
static llt_value g_takeBlock(llt_value *up, llt_value self, int n, const llt_value *a) {
return f362_takeBlock(up, self, n, a);
}
static llt_value f336_inSteps(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_327 = (n > 0 ? a[0] : U);
(void)call_327;
llt_value out_327 = (n > 1 ? a[1] : U);
(void)out_327;
llt_value partners_327 = (n > 2 ? a[2] : U);
(void)partners_327;
llt_value before_327 = ({ llt_value t337 = llt_array(0);  t337; });
(void)before_327;
{
llt_value i_328 = N(1.0);
(void)i_328;
for (; ((i_328).of.number < (llt_get(call_327, k9_size)).of.number); (void)({ llt_value t338 = i_328; (void)(i_328 = N((i_328).of.number + 1)); t338; })) {
{
llt_value t341 = ({ llt_value o339 = partners_327; ({ llt_value a340[1]; a340[0] = i_328; llt_call(o339, U, 1, a340); }); });
(void)t341;
llt_value to_329 = llt_at(t341, N(0));
(void)to_329;
llt_value from_329 = llt_at(t341, N(1));
(void)from_329;
llt_value step_329 = ({ llt_value t342 = llt_array(2); llt_push(t342, ({ llt_value a343[4]; a343[0] = call_327; a343[1] = out_327; a343[2] = to_329; a343[3] = ({ llt_value a344[2]; a344[0] = call_327; a344[1] = to_329; g_toBytes(NULL, U, 2, a344); }); g_sendBlock(NULL, U, 4, a343); })); llt_push(t342, ({ llt_value a353[2]; a353[0] = out_327; a353[1] = ({ llt_value o354 = out_327; ({ llt_value a355[2]; a355[0] = ({ llt_value a356[2]; a356[0] = call_327; a356[1] = from_329; g_fromBytes(NULL, U, 2, a356); }); a355[1] = from_329; llt_call(llt_get(o354, k77_recv), o354, 2, a355); }); }); g_takeBlock(NULL, U, 2, a353); })); t342; });
(void)step_329;
{
llt_value t363 = step_329;
for (int i364 = 0; i364 < llt_length(t363); i364++)
{
llt_value op_330 = llt_at(t363, N(i364));
(void)op_330;
{
llt_value t365 = before_327;
for (int i366 = 0; i366 < llt_length(t365); i366++)
{
llt_value done_331 = llt_at(t365, N(i366));
(void)done_331;
(void)({ llt_value o367 = out_327; ({ llt_value a368[2]; a368[0] = op_330; a368[1] = done_331; llt_call(llt_get(o367, k74_requires), o367, 2, a368); }); });
}
}
}
}
(void)(before_327 = step_329);
}
}
}
return U;
}
static llt_value g_inSteps(llt_value *up, llt_value self, int n, const llt_value *a) {
return f336_inSteps(up, self, n, a);
}
static llt_value f330(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e332 = llt_frame(NULL, 2);
llt_value call_332 = (n > 0 ? a[0] : U);
(void)call_332;
llt_value out_332 = (n > 1 ? a[1] : U);
(void)out_332;
llt_value t331 = call_332;
(void)t331;
e332[1] = llt_get(t331, k8_rank);
e332[2] = llt_get(t331, k9_size);
(void)({ llt_value a332[3]; a332[0] = call_332; a332[1] = out_332; a332[2] = llt_closure(f333, e332); g_inSteps(NULL, U, 3, a332); });
return U;
}
static llt_value f372(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e334 = up;
(void)e334;
llt_value i_335 = (n > 0 ? a[0] : U);
(void)i_335;
return ({ llt_value t373 = llt_array(2); llt_push(t373, N((double)((int32_t)(llt_get(e334[1], k8_rank)).of.number ^ (int32_t)(i_335).of.number))); llt_push(t373, N((double)((int32_t)(llt_get(e334[1], k8_rank)).of.number ^ (int32_t)(i_335).of.number))); t373; });
}
static llt_value f369(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e334 = llt_frame(NULL, 1);
e334[1] = (n > 0 ? a[0] : U);
llt_value out_334 = (n > 1 ? a[1] : U);
(void)out_334;
if ((llt_same(({ llt_value a370[1]; a370[0] = llt_get(e334[1], k9_size); g_powerBelow(NULL, U, 1, a370); }), llt_get(e334[1], k9_size)))) {
(void)({ llt_value a371[3]; a371[0] = e334[1]; a371[1] = out_334; a371[2] = llt_closure(f372, e334); g_inSteps(NULL, U, 3, a371); });
} else {
(void)({ llt_value o374 = g_alltoallPairwise; ({ llt_value a375[2]; a375[0] = e334[1]; a375[1] = out_334; llt_call(llt_get(o374, k39_emit), o374, 2, a375); }); });
}
return U;
}
static llt_value f382(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
return B(1);
}
static llt_value f383_linear(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_319 = (n > 0 ? a[0] : U);
(void)call_319;
llt_value out_319 = (n > 1 ? a[1] : U);
(void)out_319;
llt_value moves_319 = (n > 2 ? a[2] : U);
(void)moves_319;
llt_value t384 = call_319;
(void)t384;
llt_value rank_319 = llt_get(t384, k8_rank);
(void)rank_319;
llt_value size_319 = llt_get(t384, k9_size);
(void)size_319;
{
llt_value i_320 = N(1.0);
(void)i_320;
for (; ((i_320).of.number < (size_319).of.number); (void)({ llt_value t385 = i_320; (void)(i_320 = N((i_320).of.number + 1)); t385; })) {
{
llt_value to_321 = ({ llt_value a386[2]; a386[0] = N(((rank_319).of.number - (i_320).of.number)); a386[1] = size_319; g_mod(NULL, U, 2, a386); });
(void)to_321;
llt_value from_321 = N(llt_rest_of(((rank_319).of.number + (i_320).of.number), (size_319).of.number));
(void)from_321;
llt_value t390 = ({ llt_value t387 = llt_array(2); llt_push(t387, ({ llt_value a388[2]; a388[0] = call_319; a388[1] = to_321; g_toBytes(NULL, U, 2, a388); })); llt_push(t387, ({ llt_value a389[2]; a389[0] = call_319; a389[1] = from_321; g_fromBytes(NULL, U, 2, a389); })); t387; });
(void)t390;
llt_value sent_321 = llt_at(t390, N(0));
(void)sent_321;
llt_value received_321 = llt_at(t390, N(1));
(void)received_321;
if (llt_truth(({ llt_value o391 = moves_319; ({ llt_value a392[1]; a392[0] = sent_321; llt_call(o391, U, 1, a392); }); }))) {
(void)({ llt_value a393[4]; a393[0] = call_319; a393[1] = out_319; a393[2] = to_321; a393[3] = sent_321; g_sendBlock(NULL, U, 4, a393); });
}
if (llt_truth(({ llt_value o394 = moves_319; ({ llt_value a395[1]; a395[0] = received_321; llt_call(o394, U, 1, a395); }); }))) {
(void)({ llt_value a396[2]; a396[0] = out_319; a396[1] = ({ llt_value o397 = out_319; ({ llt_value a398[2]; a398[0] = received_321; a398[1] = from_321; llt_call(llt_get(o397, k78_irecv), o397, 2, a398); }); }); g_takeBlock(NULL, U, 2, a396); });
}
}
}
}
return U;
}
static llt_value g_linear(llt_value *up, llt_value self, int n, const llt_value *a) {
return f383_linear(up, self, n, a);
}
static llt_value f380(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_325 = (n > 0 ? a[0] : U);
(void)call_325;
llt_value out_325 = (n > 1 ? a[1] : U);
(void)out_325;
return ({ llt_value a381[3]; a381[0] = call_325; a381[1] = out_325; a381[2] = llt_closure(f382, NULL); g_linear(NULL, U, 3, a381); });
}
static llt_value f401(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_347 = (n > 0 ? a[0] : U);
(void)bytes_347;
return B(((bytes_347).of.number > 0.0));
}
static llt_value f402_linearInOrder(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_322 = (n > 0 ? a[0] : U);
(void)call_322;
llt_value out_322 = (n > 1 ? a[1] : U);
(void)out_322;
llt_value moves_322 = (n > 2 ? a[2] : U);
(void)moves_322;
llt_value t403 = call_322;
(void)t403;
llt_value rank_322 = llt_get(t403, k8_rank);
(void)rank_322;
llt_value size_322 = llt_get(t403, k9_size);
(void)size_322;
{
llt_value other_323 = N(0.0);
(void)other_323;
for (; ((other_323).of.number < (size_322).of.number); (void)({ llt_value t404 = other_323; (void)(other_323 = N((other_323).of.number + 1)); t404; })) {
{
if ((llt_same(other_323, rank_322))) {
continue;
}
llt_value t408 = ({ llt_value t405 = llt_array(2); llt_push(t405, ({ llt_value a406[2]; a406[0] = call_322; a406[1] = other_323; g_toBytes(NULL, U, 2, a406); })); llt_push(t405, ({ llt_value a407[2]; a407[0] = call_322; a407[1] = other_323; g_fromBytes(NULL, U, 2, a407); })); t405; });
(void)t408;
llt_value sent_324 = llt_at(t408, N(0));
(void)sent_324;
llt_value received_324 = llt_at(t408, N(1));
(void)received_324;
if (llt_truth(({ llt_value o409 = moves_322; ({ llt_value a410[1]; a410[0] = sent_324; llt_call(o409, U, 1, a410); }); }))) {
(void)({ llt_value a411[4]; a411[0] = call_322; a411[1] = out_322; a411[2] = other_323; a411[3] = sent_324; g_sendBlock(NULL, U, 4, a411); });
}
if (llt_truth(({ llt_value o412 = moves_322; ({ llt_value a413[1]; a413[0] = received_324; llt_call(o412, U, 1, a413); }); }))) {
(void)({ llt_value a414[2]; a414[0] = out_322; a414[1] = ({ llt_value o415 = out_322; ({ llt_value a416[2]; a416[0] = received_324; a416[1] = other_323; llt_call(llt_get(o415, k78_irecv), o415, 2, a416); }); }); g_takeBlock(NULL, U, 2, a414); });
}
}
}
}
return U;
}
static llt_value g_linearInOrder(llt_value *up, llt_value self, int n, const llt_value *a) {
return f402_linearInOrder(up, self, n, a);
}
static llt_value f399(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_346 = (n > 0 ? a[0] : U);
(void)call_346;
llt_value out_346 = (n > 1 ? a[1] : U);
(void)out_346;
return ({ llt_value a400[3]; a400[0] = call_346; a400[1] = out_346; a400[2] = llt_closure(f401, NULL); g_linearInOrder(NULL, U, 3, a400); });
}
static llt_value f419(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_349 = (n > 0 ? a[0] : U);
(void)bytes_349;
return B(((bytes_349).of.number > 0.0));
}
static llt_value f417(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_348 = (n > 0 ? a[0] : U);
(void)call_348;
llt_value out_348 = (n > 1 ? a[1] : U);
(void)out_348;
return ({ llt_value a418[3]; a418[0] = call_348; a418[1] = out_348; a418[2] = llt_closure(f419, NULL); g_linear(NULL, U, 3, a418); });
}
static llt_value f423(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e462 = up;
(void)e462;
llt_value one_463 = (n > 0 ? a[0] : U);
(void)one_463;
return B((llt_same(llt_get(one_463, k37_name), e462[1])));
}
static llt_value f436_notify(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value flow_352 = (n > 0 ? a[0] : U);
(void)flow_352;
llt_value to_352 = (n > 1 ? a[1] : U);
(void)to_352;
llt_value t437 = (n > 2 ? a[2] : U);
if (t437.kind == LLT_UNDEFINED) t437 = N(0.0);
llt_value bytes_352 = t437;
(void)bytes_352;
(void)({ llt_value o438 = flow_352; ({ llt_value a439[4]; a439[0] = to_352; a439[1] = bytes_352; a439[2] = N(0.0); a439[3] = N(1.0); llt_call(llt_get(o438, k61_send), o438, 4, a439); }); });
return U;
}
static llt_value g_notify(llt_value *up, llt_value self, int n, const llt_value *a) {
return f436_notify(up, self, n, a);
}
static llt_value f442_hear(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value flow_353 = (n > 0 ? a[0] : U);
(void)flow_353;
llt_value from_353 = (n > 1 ? a[1] : U);
(void)from_353;
llt_value t443 = (n > 2 ? a[2] : U);
if (t443.kind == LLT_UNDEFINED) t443 = N(0.0);
llt_value bytes_353 = t443;
(void)bytes_353;
(void)({ llt_value o444 = flow_353; ({ llt_value a445[3]; a445[0] = from_353; a445[1] = bytes_353; a445[2] = S(k103_merge); llt_call(llt_get(o444, k63_receive), o444, 3, a445); }); });
return U;
}
static llt_value g_hear(llt_value *up, llt_value self, int n, const llt_value *a) {
return f442_hear(up, self, n, a);
}
static llt_value f432(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_354 = (n > 0 ? a[0] : U);
(void)call_354;
llt_value out_354 = (n > 1 ? a[1] : U);
(void)out_354;
llt_value t433 = call_354;
(void)t433;
llt_value rank_354 = llt_get(t433, k8_rank);
(void)rank_354;
llt_value size_354 = llt_get(t433, k9_size);
(void)size_354;
llt_value options_354 = llt_get(t433, k14_options);
(void)options_354;
llt_value published_354 = B((llt_same(llt_get(options_354, k101_flow), S(k102_published))));
(void)published_354;
llt_value flow_354 = ({ llt_value a434[3]; a434[0] = out_354; a434[1] = N(0.0); a434[2] = B((!llt_truth(published_354))); llt_new(&c_DataFlow, 3, a434); });
(void)flow_354;
{
llt_value distance_355 = N(1.0);
(void)distance_355;
for (; ((distance_355).of.number < (size_354).of.number); (void)(distance_355 = N(((distance_355).of.number * 2.0)))) {
{
(void)({ llt_value a435[3]; a435[0] = flow_354; a435[1] = N(llt_rest_of(((rank_354).of.number + (distance_355).of.number), (size_354).of.number)); a435[2] = (llt_truth(published_354) ? N(1.0) : N(0.0)); g_notify(NULL, U, 3, a435); });
(void)({ llt_value a440[3]; a440[0] = flow_354; a440[1] = ({ llt_value a441[2]; a441[0] = N(((rank_354).of.number - (distance_355).of.number)); a441[1] = size_354; g_mod(NULL, U, 2, a441); }); a440[2] = (llt_truth(published_354) ? N(1.0) : N(0.0)); g_hear(NULL, U, 3, a440); });
}
}
}
return U;
}
static llt_value f447(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_357 = (n > 0 ? a[0] : U);
(void)call_357;
llt_value out_357 = (n > 1 ? a[1] : U);
(void)out_357;
llt_value flow_357 = ({ llt_value a448[3]; a448[0] = out_357; a448[1] = N(0.0); a448[2] = B(1); llt_new(&c_DataFlow, 3, a448); });
(void)flow_357;
if ((!llt_same(llt_get(call_357, k8_rank), N(0.0)))) {
{
(void)({ llt_value a449[2]; a449[0] = flow_357; a449[1] = N(0.0); g_notify(NULL, U, 2, a449); });
(void)({ llt_value a450[2]; a450[0] = flow_357; a450[1] = N(0.0); g_hear(NULL, U, 2, a450); });
return U;
}
}
{
llt_value rank_359 = N(1.0);
(void)rank_359;
for (; ((rank_359).of.number < (llt_get(call_357, k9_size)).of.number); (void)({ llt_value t451 = rank_359; (void)(rank_359 = N((rank_359).of.number + 1)); t451; })) {
(void)({ llt_value o452 = flow_357; ({ llt_value a453[3]; a453[0] = rank_359; a453[1] = N(0.0); a453[2] = S(k103_merge); llt_call(llt_get(o452, k87_receiveAny), o452, 3, a453); }); });
}
}
{
llt_value rank_360 = N(1.0);
(void)rank_360;
for (; ((rank_360).of.number < (llt_get(call_357, k9_size)).of.number); (void)({ llt_value t454 = rank_360; (void)(rank_360 = N((rank_360).of.number + 1)); t454; })) {
(void)({ llt_value a455[2]; a455[0] = flow_357; a455[1] = rank_360; g_notify(NULL, U, 2, a455); });
}
}
return U;
}
static llt_value f457(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_361 = (n > 0 ? a[0] : U);
(void)call_361;
llt_value out_361 = (n > 1 ? a[1] : U);
(void)out_361;
llt_value t458 = call_361;
(void)t458;
llt_value rank_361 = llt_get(t458, k8_rank);
(void)rank_361;
llt_value size_361 = llt_get(t458, k9_size);
(void)size_361;
if ((llt_same(size_361, N(1.0)))) {
return U;
}
llt_value flow_361 = ({ llt_value a459[3]; a459[0] = out_361; a459[1] = N(0.0); a459[2] = B(0); llt_new(&c_DataFlow, 3, a459); });
(void)flow_361;
{
llt_value lap_362 = N(0.0);
(void)lap_362;
for (; ((lap_362).of.number < 2.0); (void)({ llt_value t460 = lap_362; (void)(lap_362 = N((lap_362).of.number + 1)); t460; })) {
{
if ((llt_same(rank_361, N(0.0)))) {
(void)({ llt_value a461[2]; a461[0] = flow_361; a461[1] = N(1.0); g_notify(NULL, U, 2, a461); });
}
(void)({ llt_value a462[2]; a462[0] = flow_361; a462[1] = ({ llt_value a463[2]; a463[0] = N(((rank_361).of.number - 1.0)); a463[1] = size_361; g_mod(NULL, U, 2, a463); }); g_hear(NULL, U, 2, a462); });
if ((!llt_same(rank_361, N(0.0)))) {
(void)({ llt_value a464[2]; a464[0] = flow_361; a464[1] = N(llt_rest_of(((rank_361).of.number + 1.0), (size_361).of.number)); g_notify(NULL, U, 2, a464); });
}
}
}
}
return U;
}
static llt_value f466(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_364 = (n > 0 ? a[0] : U);
(void)call_364;
llt_value out_364 = (n > 1 ? a[1] : U);
(void)out_364;
llt_value t467 = call_364;
(void)t467;
llt_value rank_364 = llt_get(t467, k8_rank);
(void)rank_364;
llt_value size_364 = llt_get(t467, k9_size);
(void)size_364;
llt_value flow_364 = ({ llt_value a468[3]; a468[0] = out_364; a468[1] = N(0.0); a468[2] = B(1); llt_new(&c_DataFlow, 3, a468); });
(void)flow_364;
llt_value power_364 = ({ llt_value a469[1]; a469[0] = size_364; g_powerBelow(NULL, U, 1, a469); });
(void)power_364;
if (((rank_364).of.number >= (power_364).of.number)) {
{
(void)({ llt_value a470[2]; a470[0] = flow_364; a470[1] = N(((rank_364).of.number - (power_364).of.number)); g_notify(NULL, U, 2, a470); });
(void)({ llt_value a471[2]; a471[0] = flow_364; a471[1] = N(((rank_364).of.number - (power_364).of.number)); g_hear(NULL, U, 2, a471); });
(void)({ llt_value a472[2]; a472[0] = flow_364; a472[1] = N(((rank_364).of.number - (power_364).of.number)); g_notify(NULL, U, 2, a472); });
return U;
}
}
llt_value beyond_364 = N(((rank_364).of.number + (power_364).of.number));
(void)beyond_364;
if (((beyond_364).of.number < (size_364).of.number)) {
(void)({ llt_value a473[2]; a473[0] = flow_364; a473[1] = beyond_364; g_hear(NULL, U, 2, a473); });
}
{
llt_value mask_366 = N(1.0);
(void)mask_366;
for (; ((mask_366).of.number < (power_364).of.number); (void)(mask_366 = N(((mask_366).of.number * 2.0)))) {
{
(void)({ llt_value a474[2]; a474[0] = flow_364; a474[1] = N((double)((int32_t)(rank_364).of.number ^ (int32_t)(mask_366).of.number)); g_notify(NULL, U, 2, a474); });
(void)({ llt_value a475[2]; a475[0] = flow_364; a475[1] = N((double)((int32_t)(rank_364).of.number ^ (int32_t)(mask_366).of.number)); g_hear(NULL, U, 2, a475); });
}
}
}
if (((beyond_364).of.number >= (size_364).of.number)) {
return U;
}
(void)({ llt_value a476[2]; a476[0] = flow_364; a476[1] = beyond_364; g_notify(NULL, U, 2, a476); });
(void)({ llt_value a477[2]; a477[0] = flow_364; a477[1] = beyond_364; g_hear(NULL, U, 2, a477); });
return U;
}
static llt_value f479(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_368 = (n > 0 ? a[0] : U);
(void)call_368;
llt_value out_368 = (n > 1 ? a[1] : U);
(void)out_368;
llt_value t480 = call_368;
(void)t480;
llt_value rank_368 = llt_get(t480, k8_rank);
(void)rank_368;
llt_value size_368 = llt_get(t480, k9_size);
(void)size_368;
llt_value up2_368 = ({ llt_value a481[3]; a481[0] = out_368; a481[1] = N(0.0); a481[2] = B(1); llt_new(&c_DataFlow, 3, a481); });
(void)up2_368;
llt_value children_368 = ({ llt_value t482 = llt_array(0);  t482; });
(void)children_368;
llt_value mask_368 = N(1.0);
(void)mask_368;
{
for (; (((mask_368).of.number < (size_368).of.number) && (llt_same(N((double)((int32_t)(rank_368).of.number & (int32_t)(mask_368).of.number)), N(0.0)))); (void)(mask_368 = N(((mask_368).of.number * 2.0)))) {
{
if ((((rank_368).of.number + (mask_368).of.number) < (size_368).of.number)) {
(void)({ llt_value o483 = children_368; ({ llt_value a484[1]; a484[0] = N(((rank_368).of.number + (mask_368).of.number)); llt_m_push(o483, k84_push, 1, a484); }); });
}
}
}
}
{
llt_value t485 = children_368;
for (int i486 = 0; i486 < llt_length(t485); i486++)
{
llt_value child_371 = llt_at(t485, N(i486));
(void)child_371;
(void)({ llt_value a487[2]; a487[0] = up2_368; a487[1] = child_371; g_hear(NULL, U, 2, a487); });
}
}
if ((llt_same(rank_368, N(0.0)))) {
{
{
llt_value t488 = ({ llt_value o491 = children_368; llt_m_reverse(o491, k90_reverse, 0, NULL); });
for (int i489 = 0; i489 < llt_length(t488); i489++)
{
llt_value child_373 = llt_at(t488, N(i489));
(void)child_373;
(void)({ llt_value a490[2]; a490[0] = up2_368; a490[1] = child_373; g_notify(NULL, U, 2, a490); });
}
}
return U;
}
}
(void)({ llt_value a492[2]; a492[0] = up2_368; a492[1] = N(((rank_368).of.number - (mask_368).of.number)); g_notify(NULL, U, 2, a492); });
llt_value down2_368 = ({ llt_value a493[3]; a493[0] = out_368; a493[1] = N(0.0); a493[2] = B(1); llt_new(&c_DataFlow, 3, a493); });
(void)down2_368;
(void)({ llt_value a494[2]; a494[0] = down2_368; a494[1] = N(((rank_368).of.number - (mask_368).of.number)); g_hear(NULL, U, 2, a494); });
{
llt_value t495 = ({ llt_value o498 = children_368; llt_m_reverse(o498, k90_reverse, 0, NULL); });
for (int i496 = 0; i496 < llt_length(t495); i496++)
{
llt_value child_374 = llt_at(t495, N(i496));
(void)child_374;
(void)({ llt_value a497[2]; a497[0] = down2_368; a497[1] = child_374; g_notify(NULL, U, 2, a497); });
}
}
return U;
}
static llt_value f508_floorLog2(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value n_11 = (n > 0 ? a[0] : U);
(void)n_11;
llt_value log_11 = N(0.0);
(void)log_11;
{
llt_value power_12 = N(2.0);
(void)power_12;
for (; ((power_12).of.number <= (n_11).of.number); (void)(power_12 = N(((power_12).of.number * 2.0)))) {
(void)({ llt_value t509 = log_11; (void)(log_11 = N((log_11).of.number + 1)); t509; });
}
}
return log_11;
return U;
}
static llt_value g_floorLog2(llt_value *up, llt_value self, int n, const llt_value *a) {
return f508_floorLog2(up, self, n, a);
}
static llt_value f502(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value v_115 = (n > 0 ? a[0] : U);
(void)v_115;
llt_value size_115 = (n > 1 ? a[1] : U);
(void)size_115;
llt_value children_115 = ({ llt_value t503 = llt_array(0);  t503; });
(void)children_115;
llt_value mask_115 = N(1.0);
(void)mask_115;
while (((mask_115).of.number <= (v_115).of.number)) {
(void)(mask_115 = N(((mask_115).of.number * 2.0)));
}
{
for (; (((v_115).of.number + (mask_115).of.number) < (size_115).of.number); (void)(mask_115 = N(((mask_115).of.number * 2.0)))) {
(void)({ llt_value o504 = children_115; ({ llt_value a505[1]; a505[0] = N(((v_115).of.number + (mask_115).of.number)); llt_m_push(o504, k84_push, 1, a505); }); });
}
}
return ({ llt_value t506 = llt_object(2); llt_put(t506, k106_parent, ((llt_same(v_115, N(0.0))) ? N((-1.0)) : N(((v_115).of.number - llt_power(2.0, (({ llt_value a507[1]; a507[0] = v_115; g_floorLog2(NULL, U, 1, a507); })).of.number))))); llt_put(t506, k107_children, children_115); t506; });
return U;
}
static llt_value g_binomialTree(llt_value *up, llt_value self, int n, const llt_value *a) {
return f502(up, self, n, a);
}
static llt_value f521_swapRoot(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value rank_112 = (n > 0 ? a[0] : U);
(void)rank_112;
llt_value root_112 = (n > 1 ? a[1] : U);
(void)root_112;
if ((llt_same(rank_112, root_112))) {
return N(0.0);
}
return ((llt_same(rank_112, N(0.0))) ? root_112 : rank_112);
return U;
}
static llt_value g_swapRoot(llt_value *up, llt_value self, int n, const llt_value *a) {
return f521_swapRoot(up, self, n, a);
}
static llt_value f523(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e140 = up;
(void)e140;
llt_value v_141 = (n > 0 ? a[0] : U);
(void)v_141;
return (llt_truth(e140[1]) ? ({ llt_value a524[2]; a524[0] = v_141; a524[1] = e140[2]; g_swapRoot(NULL, U, 2, a524); }) : N(llt_rest_of(((v_141).of.number + (e140[2]).of.number), (e140[3]).of.number)));
}
static llt_value f529(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e140 = up;
(void)e140;
llt_value a_142 = (n > 0 ? a[0] : U);
(void)a_142;
llt_value b_142 = (n > 1 ? a[1] : U);
(void)b_142;
return N(((a_142).of.number - (b_142).of.number));
}
static llt_value f532(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e140 = up;
(void)e140;
llt_value a_143 = (n > 0 ? a[0] : U);
(void)a_143;
llt_value b_143 = (n > 1 ? a[1] : U);
(void)b_143;
return N(((b_143).of.number - (a_143).of.number));
}
static llt_value f516_neighbours(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e140 = llt_frame(NULL, 3);
llt_value call_140 = (n > 0 ? a[0] : U);
(void)call_140;
llt_value plan_140 = (n > 1 ? a[1] : U);
(void)plan_140;
llt_value t517 = call_140;
(void)t517;
llt_value rank_140 = llt_get(t517, k8_rank);
(void)rank_140;
e140[3] = llt_get(t517, k9_size);
e140[2] = llt_get(t517, k10_root);
e140[1] = B((llt_same(llt_get(plan_140, k10_root), S(k109_swap))));
llt_value node_140 = ({ llt_value o518 = plan_140; ({ llt_value a519[3]; a519[0] = (llt_truth(e140[1]) ? ({ llt_value a520[2]; a520[0] = rank_140; a520[1] = e140[2]; g_swapRoot(NULL, U, 2, a520); }) : ({ llt_value a522[2]; a522[0] = N(((rank_140).of.number - (e140[2]).of.number)); a522[1] = e140[3]; g_mod(NULL, U, 2, a522); })); a519[1] = e140[3]; a519[2] = llt_get(plan_140, k110_fanout); llt_call(llt_get(o518, k105_tree), o518, 3, a519); }); });
(void)node_140;
llt_value named_140 = llt_closure(f523, e140);
(void)named_140;
llt_value children_140 = ({ llt_value o525 = llt_get(node_140, k107_children); ({ llt_value a526[1]; a526[0] = named_140; llt_m_map(o525, k98_map, 1, a526); }); });
(void)children_140;
if ((llt_same(llt_get(plan_140, k111_order), S(k112_up)))) {
(void)({ llt_value o527 = children_140; ({ llt_value a528[1]; a528[0] = llt_closure(f529, e140); llt_m_sort(o527, k113_sort, 1, a528); }); });
}
if ((llt_same(llt_get(plan_140, k111_order), S(k114_down)))) {
(void)({ llt_value o530 = children_140; ({ llt_value a531[1]; a531[0] = llt_closure(f532, e140); llt_m_sort(o530, k113_sort, 1, a531); }); });
}
return ({ llt_value t533 = llt_object(2); llt_put(t533, k106_parent, (((llt_get(node_140, k106_parent)).of.number < 0.0) ? N((-1.0)) : ({ llt_value o534 = named_140; ({ llt_value a535[1]; a535[0] = llt_get(node_140, k106_parent); llt_call(o534, U, 1, a535); }); }))); llt_put(t533, k107_children, children_140); t533; });
return U;
}
static llt_value g_neighbours(llt_value *up, llt_value self, int n, const llt_value *a) {
return f516_neighbours(up, self, n, a);
}
static llt_value f538_segmentCount(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_7 = (n > 0 ? a[0] : U);
(void)bytes_7;
llt_value segment_7 = (n > 1 ? a[1] : U);
(void)segment_7;
return ((((segment_7).of.number > 0.0) && ((bytes_7).of.number > (segment_7).of.number)) ? N(llt_ceil(((bytes_7).of.number / (segment_7).of.number))) : N(1.0));
return U;
}
static llt_value g_segmentCount(llt_value *up, llt_value self, int n, const llt_value *a) {
return f538_segmentCount(up, self, n, a);
}
static llt_value f542_segmentOf(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_144 = (n > 0 ? a[0] : U);
(void)bytes_144;
llt_value segments_144 = (n > 1 ? a[1] : U);
(void)segments_144;
llt_value i_144 = (n > 2 ? a[2] : U);
(void)i_144;
llt_value slots_144 = (n > 3 ? a[3] : U);
(void)slots_144;
if ((llt_same(segments_144, N(1.0)))) {
return ({ llt_value t543 = llt_array(2); llt_push(t543, N(0.0)); llt_push(t543, slots_144); t543; });
}
return ({ llt_value t544 = llt_array(2); llt_push(t544, ({ llt_value a545[3]; a545[0] = bytes_144; a545[1] = segments_144; a545[2] = i_144; g_shareStart(NULL, U, 3, a545); })); llt_push(t544, ({ llt_value a546[3]; a546[0] = bytes_144; a546[1] = segments_144; a546[2] = N(((i_144).of.number + 1.0)); g_shareStart(NULL, U, 3, a546); })); t544; });
return U;
}
static llt_value g_segmentOf(llt_value *up, llt_value self, int n, const llt_value *a) {
return f542_segmentOf(up, self, n, a);
}
static llt_value f512_bcastTree(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_145 = (n > 0 ? a[0] : U);
(void)call_145;
llt_value out_145 = (n > 1 ? a[1] : U);
(void)out_145;
llt_value plan_145 = (n > 2 ? a[2] : U);
(void)plan_145;
llt_value given_145 = (n > 3 ? a[3] : U);
(void)given_145;
llt_value t513 = (n > 4 ? a[4] : U);
if (t513.kind == LLT_UNDEFINED) t513 = llt_get(call_145, k11_bytes);
llt_value bytes_145 = t513;
(void)bytes_145;
llt_value t514 = (n > 5 ? a[5] : U);
if (t514.kind == LLT_UNDEFINED) t514 = bytes_145;
llt_value slots_145 = t514;
(void)slots_145;
llt_value t536 = ({ llt_value a515[2]; a515[0] = call_145; a515[1] = plan_145; g_neighbours(NULL, U, 2, a515); });
(void)t536;
llt_value parent_145 = llt_get(t536, k106_parent);
(void)parent_145;
llt_value children_145 = llt_get(t536, k107_children);
(void)children_145;
llt_value segments_145 = ({ llt_value a537[2]; a537[0] = bytes_145; a537[1] = llt_get(plan_145, k115_segment); g_segmentCount(NULL, U, 2, a537); });
(void)segments_145;
llt_value sent_145 = ({ llt_value t539 = llt_array(0);  t539; });
(void)sent_145;
{
llt_value i_146 = N(0.0);
(void)i_146;
for (; ((i_146).of.number < (segments_145).of.number); (void)({ llt_value t540 = i_146; (void)(i_146 = N((i_146).of.number + 1)); t540; })) {
{
llt_value t547 = ({ llt_value a541[4]; a541[0] = bytes_145; a541[1] = segments_145; a541[2] = i_146; a541[3] = slots_145; g_segmentOf(NULL, U, 4, a541); });
(void)t547;
llt_value from_147 = llt_at(t547, N(0));
(void)from_147;
llt_value end_147 = llt_at(t547, N(1));
(void)end_147;
llt_value size_147 = ((llt_same(segments_145, N(1.0))) ? bytes_145 : N(((end_147).of.number - (from_147).of.number)));
(void)size_147;
llt_value flow_147 = (((!llt_same(given_145, U)) && ((parent_145).of.number < 0.0)) ? given_145 : ({ llt_value a548[3]; a548[0] = out_145; a548[1] = N(0.0); a548[2] = B(1); llt_new(&c_DataFlow, 3, a548); }));
(void)flow_147;
if (((parent_145).of.number >= 0.0)) {
(void)({ llt_value o549 = flow_147; ({ llt_value a550[2]; a550[0] = parent_145; a550[1] = size_147; llt_call(llt_get(o549, k63_receive), o549, 2, a550); }); });
}
{
llt_value c_148 = N(0.0);
(void)c_148;
for (; ((c_148).of.number < (llt_get(children_145, k83_length)).of.number); (void)({ llt_value t551 = c_148; (void)(c_148 = N((c_148).of.number + 1)); t551; })) {
{
llt_value op_149 = ({ llt_value o552 = flow_147; ({ llt_value a553[4]; a553[0] = llt_at(children_145, c_148); a553[1] = size_147; a553[2] = from_147; a553[3] = end_147; llt_call(llt_get(o552, k61_send), o552, 4, a553); }); });
(void)op_149;
if (((i_146).of.number > 0.0)) {
(void)({ llt_value o554 = out_145; ({ llt_value a555[2]; a555[0] = op_149; a555[1] = llt_at(sent_145, c_148); llt_call(llt_get(o554, k74_requires), o554, 2, a555); }); });
}
(void)llt_put_at(sent_145, c_148, op_149);
}
}
}
}
}
}
return U;
}
static llt_value g_bcastTree(llt_value *up, llt_value self, int n, const llt_value *a) {
return f512_bcastTree(up, self, n, a);
}
static llt_value f561(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e155 = up;
(void)e155;
llt_value options_156 = (n > 0 ? a[0] : U);
(void)options_156;
return ((llt_same(e155[1], U)) ? N(1.0) : ({ llt_value t562 = llt_get(options_156, k110_fanout); llt_nothing(t562) ? e155[1] : t562; }));
}
static llt_value f563(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e155 = up;
(void)e155;
llt_value t564 = (n > 0 ? a[0] : U);
(void)t564;
llt_value segment_157 = llt_get(t564, k115_segment);
(void)segment_157;
return (((segment_157).of.number > 0.0) ? segment_157 : ({ llt_value t565 = llt_get(e155[2], k115_segment); llt_nothing(t565) ? N(0.0) : t565; }));
}
static llt_value f567(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e155 = up;
(void)e155;
llt_value call_158 = (n > 0 ? a[0] : U);
(void)call_158;
llt_value out_158 = (n > 1 ? a[1] : U);
(void)out_158;
llt_value t568 = call_158;
(void)t568;
llt_value options_158 = llt_get(t568, k14_options);
(void)options_158;
(void)({ llt_value o569 = e155[3]; ({ llt_value a570[3]; a570[0] = call_158; a570[1] = out_158; a570[2] = ({ llt_value t571 = llt_object(5); llt_put(t571, k105_tree, e155[4]); llt_put(t571, k110_fanout, ({ llt_value o572 = e155[5]; ({ llt_value a573[1]; a573[0] = options_158; llt_call(o572, U, 1, a573); }); })); llt_put(t571, k115_segment, ({ llt_value o574 = e155[6]; ({ llt_value a575[1]; a575[0] = options_158; llt_call(o574, U, 1, a575); }); })); llt_put(t571, k10_root, e155[7]); llt_put(t571, k111_order, e155[8]); t571; }); llt_call(o569, U, 3, a570); }); });
return U;
}
static llt_value f556_overTree(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e155 = llt_frame(NULL, 8);
e155[2] = (n > 0 ? a[0] : U);
e155[3] = (n > 1 ? a[1] : U);
llt_value t557 = (n > 2 ? a[2] : U);
if (t557.kind == LLT_UNDEFINED) t557 = ({ llt_value t558 = llt_array(0);  t558; });
llt_value uses_155 = t557;
(void)uses_155;
llt_value t559 = e155[2];
(void)t559;
llt_value name_155 = llt_get(t559, k37_name);
(void)name_155;
e155[4] = llt_get(t559, k105_tree);
llt_value depth_155 = llt_get(t559, k108_depth);
(void)depth_155;
e155[1] = llt_get(t559, k110_fanout);
llt_value t560 = llt_get(t559, k10_root);
if (t560.kind == LLT_UNDEFINED) t560 = S(k116_rotate);
e155[7] = t560;
e155[8] = llt_get(t559, k111_order);
e155[5] = llt_closure(f561, e155);
e155[6] = llt_closure(f563, e155);
return ({ llt_value t566 = llt_object(5); llt_put(t566, k37_name, name_155); llt_put(t566, k39_emit, llt_closure(f567, e155)); t566; });
return U;
}
static llt_value g_overTree(llt_value *up, llt_value self, int n, const llt_value *a) {
return f556_overTree(up, self, n, a);
}
static llt_value f510(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value algorithm_178 = (n > 0 ? a[0] : U);
(void)algorithm_178;
return ({ llt_value a511[2]; a511[0] = algorithm_178; a511[1] = llt_closure(g_bcastTree, NULL); g_overTree(NULL, U, 2, a511); });
}
static llt_value g_down(llt_value *up, llt_value self, int n, const llt_value *a) {
return f510(up, self, n, a);
}
static llt_value f584(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value __114 = (n > 0 ? a[0] : U);
(void)__114;
llt_value i_114 = (n > 1 ? a[1] : U);
(void)i_114;
return N(((i_114).of.number + 1.0));
}
static llt_value f578(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value v_113 = (n > 0 ? a[0] : U);
(void)v_113;
llt_value size_113 = (n > 1 ? a[1] : U);
(void)size_113;
if ((!llt_same(v_113, N(0.0)))) {
return ({ llt_value t579 = llt_object(2); llt_put(t579, k106_parent, N(0.0)); llt_put(t579, k107_children, ({ llt_value t580 = llt_array(0);  t580; })); t579; });
}
return ({ llt_value t581 = llt_object(2); llt_put(t581, k106_parent, N((-1.0))); llt_put(t581, k107_children, ({ llt_value a582[2]; a582[0] = ({ llt_value t583 = llt_object(1); llt_put(t583, k83_length, N(((size_113).of.number - 1.0))); t583; }); a582[1] = llt_closure(f584, NULL); llt_array_from(a582[0], a582[1]); })); t581; });
return U;
}
static llt_value g_linearTree(llt_value *up, llt_value self, int n, const llt_value *a) {
return f578(up, self, n, a);
}
static llt_value f585(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_179 = (n > 0 ? a[0] : U);
(void)size_179;
return (((size_179).of.number > 1.0) ? N(1.0) : N(0.0));
}
static llt_value f589(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e117 = up;
(void)e117;
llt_value chain3_118 = (n > 0 ? a[0] : U);
(void)chain3_118;
return N(((1.0 + ((chain3_118).of.number * (e117[1]).of.number)) + llt_min((chain3_118).of.number, (e117[2]).of.number)));
}
static llt_value f593(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e117 = up;
(void)e117;
llt_value __119 = (n > 0 ? a[0] : U);
(void)__119;
llt_value i_119 = (n > 1 ? a[1] : U);
(void)i_119;
return ({ llt_value o594 = e117[3]; ({ llt_value a595[1]; a595[0] = i_119; llt_call(o594, U, 1, a595); }); });
}
static llt_value f588(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e117 = llt_frame(NULL, 3);
llt_value v_117 = (n > 0 ? a[0] : U);
(void)v_117;
llt_value size_117 = (n > 1 ? a[1] : U);
(void)size_117;
llt_value fanout_117 = (n > 2 ? a[2] : U);
(void)fanout_117;
llt_value chains_117 = N(llt_min((fanout_117).of.number, ((size_117).of.number - 1.0)));
(void)chains_117;
e117[1] = N(llt_floor((((size_117).of.number - 1.0) / llt_max((chains_117).of.number, 1.0))));
e117[2] = N((((size_117).of.number - 1.0) - ((e117[1]).of.number * (chains_117).of.number)));
e117[3] = llt_closure(f589, e117);
if ((llt_same(v_117, N(0.0)))) {
return ({ llt_value t590 = llt_object(2); llt_put(t590, k106_parent, N((-1.0))); llt_put(t590, k107_children, ({ llt_value a591[2]; a591[0] = ({ llt_value t592 = llt_object(1); llt_put(t592, k83_length, chains_117); t592; }); a591[1] = llt_closure(f593, e117); llt_array_from(a591[0], a591[1]); })); t590; });
}
llt_value ofLong_117 = N(((e117[2]).of.number * ((e117[1]).of.number + 1.0)));
(void)ofLong_117;
llt_value chain2_117 = (((v_117).of.number <= (ofLong_117).of.number) ? N(llt_floor((((v_117).of.number - 1.0) / ((e117[1]).of.number + 1.0)))) : N(((e117[2]).of.number + llt_floor(((((v_117).of.number - 1.0) - (ofLong_117).of.number) / (e117[1]).of.number)))));
(void)chain2_117;
return ({ llt_value t596 = llt_object(2); llt_put(t596, k106_parent, ((llt_same(v_117, ({ llt_value o597 = e117[3]; ({ llt_value a598[1]; a598[0] = chain2_117; llt_call(o597, U, 1, a598); }); }))) ? N(0.0) : N(((v_117).of.number - 1.0)))); llt_put(t596, k107_children, ((((v_117).of.number + 1.0) < (({ llt_value o599 = e117[3]; ({ llt_value a600[1]; a600[0] = N(((chain2_117).of.number + 1.0)); llt_call(o599, U, 1, a600); }); })).of.number) ? ({ llt_value t601 = llt_array(1); llt_push(t601, N(((v_117).of.number + 1.0))); t601; }) : ({ llt_value t602 = llt_array(0);  t602; }))); t596; });
return U;
}
static llt_value g_chainTree(llt_value *up, llt_value self, int n, const llt_value *a) {
return f588(up, self, n, a);
}
static llt_value f603(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_180 = (n > 0 ? a[0] : U);
(void)size_180;
llt_value fanout_180 = (n > 1 ? a[1] : U);
(void)fanout_180;
return N(llt_ceil((((size_180).of.number - 1.0) / (fanout_180).of.number)));
}
static llt_value f606(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_181 = (n > 0 ? a[0] : U);
(void)size_181;
return N(((size_181).of.number - 1.0));
}
static llt_value f614(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e120 = up;
(void)e120;
llt_value child_121 = (n > 0 ? a[0] : U);
(void)child_121;
return B(((child_121).of.number < (e120[1]).of.number));
}
static llt_value f609(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e120 = llt_frame(NULL, 1);
llt_value v_120 = (n > 0 ? a[0] : U);
(void)v_120;
e120[1] = (n > 1 ? a[1] : U);
return ({ llt_value t610 = llt_object(2); llt_put(t610, k106_parent, ((llt_same(v_120, N(0.0))) ? N((-1.0)) : N((double)((int32_t)((v_120).of.number - 1.0) >> (int32_t)1.0)))); llt_put(t610, k107_children, ({ llt_value o612 = ({ llt_value t611 = llt_array(2); llt_push(t611, N(((2.0 * (v_120).of.number) + 1.0))); llt_push(t611, N(((2.0 * (v_120).of.number) + 2.0))); t611; }); ({ llt_value a613[1]; a613[0] = llt_closure(f614, e120); llt_m_filter(o612, k120_filter, 1, a613); }); })); t610; });
}
static llt_value g_heapTree(llt_value *up, llt_value self, int n, const llt_value *a) {
return f609(up, self, n, a);
}
static llt_value f623(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e122 = up;
(void)e122;
llt_value child_123 = (n > 0 ? a[0] : U);
(void)child_123;
return B(((child_123).of.number < (e122[1]).of.number));
}
static llt_value f617(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e122 = llt_frame(NULL, 1);
llt_value v_122 = (n > 0 ? a[0] : U);
(void)v_122;
e122[1] = (n > 1 ? a[1] : U);
llt_value width_122 = N(llt_power(2.0, (({ llt_value a618[1]; a618[0] = N(((v_122).of.number + 1.0)); g_floorLog2(NULL, U, 1, a618); })).of.number));
(void)width_122;
llt_value above_122 = N(((width_122).of.number / 2.0));
(void)above_122;
llt_value parent_122 = ((((v_122).of.number - (above_122).of.number) < ((width_122).of.number - 1.0)) ? N(((v_122).of.number - (above_122).of.number)) : N(((v_122).of.number - (width_122).of.number)));
(void)parent_122;
return ({ llt_value t619 = llt_object(2); llt_put(t619, k106_parent, ((llt_same(v_122, N(0.0))) ? N((-1.0)) : parent_122)); llt_put(t619, k107_children, ({ llt_value o621 = ({ llt_value t620 = llt_array(2); llt_push(t620, N(((v_122).of.number + (width_122).of.number))); llt_push(t620, N(((v_122).of.number + (2.0 * (width_122).of.number)))); t620; }); ({ llt_value a622[1]; a622[0] = llt_closure(f623, e122); llt_m_filter(o621, k120_filter, 1, a622); }); })); t619; });
return U;
}
static llt_value g_ompiBinaryTree(llt_value *up, llt_value self, int n, const llt_value *a) {
return f617(up, self, n, a);
}
static llt_value f633(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e182 = up;
(void)e182;
llt_value v2_184 = (n > 0 ? a[0] : U);
(void)v2_184;
return N(llt_rest_of(((v2_184).of.number + (e182[1]).of.number), (e182[2]).of.number));
}
static llt_value f635(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e182 = up;
(void)e182;
llt_value half2_185 = (n > 0 ? a[0] : U);
(void)half2_185;
return N(((llt_at(e182[3], N(((half2_185).of.number + 1.0)))).of.number - (llt_at(e182[3], half2_185)).of.number));
}
static llt_value f636(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e182 = up;
(void)e182;
llt_value to_186 = (n > 0 ? a[0] : U);
(void)to_186;
llt_value half2_186 = (n > 1 ? a[1] : U);
(void)half2_186;
(void)({ llt_value o637 = e182[4]; ({ llt_value a638[4]; a638[0] = ({ llt_value o639 = e182[5]; ({ llt_value a640[1]; a640[0] = to_186; llt_call(o639, U, 1, a640); }); }); a638[1] = ({ llt_value o641 = e182[6]; ({ llt_value a642[1]; a642[0] = half2_186; llt_call(o641, U, 1, a642); }); }); a638[2] = llt_at(e182[3], half2_186); a638[3] = llt_at(e182[3], N(((half2_186).of.number + 1.0))); llt_call(llt_get(o637, k61_send), o637, 4, a638); }); });
return U;
}
static llt_value f654(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e182 = up;
(void)e182;
llt_value child_187 = (n > 0 ? a[0] : U);
(void)child_187;
llt_value i_187 = (n > 1 ? a[1] : U);
(void)i_187;
(void)({ llt_value o655 = e182[7]; ({ llt_value a656[2]; a656[0] = child_187; a656[1] = ((llt_same(e182[8], N(0.0))) ? i_187 : e182[9]); llt_call(o655, U, 2, a656); }); });
return U;
}
static llt_value f627(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e182 = llt_frame(NULL, 9);
llt_value call_182 = (n > 0 ? a[0] : U);
(void)call_182;
llt_value out_182 = (n > 1 ? a[1] : U);
(void)out_182;
llt_value t628 = call_182;
(void)t628;
llt_value rank_182 = llt_get(t628, k8_rank);
(void)rank_182;
e182[2] = llt_get(t628, k9_size);
e182[1] = llt_get(t628, k10_root);
llt_value bytes_182 = llt_get(t628, k11_bytes);
(void)bytes_182;
llt_value middle_182 = N(((bytes_182).of.number - (({ llt_value a629[3]; a629[0] = bytes_182; a629[1] = N(2.0); a629[2] = N(1.0); g_halvedStart(NULL, U, 3, a629); })).of.number));
(void)middle_182;
if ((llt_same(middle_182, bytes_182))) {
{
(void)({ llt_value a630[3]; a630[0] = call_182; a630[1] = out_182; a630[2] = g_WHOLE_CHAIN; g_bcastTree(NULL, U, 3, a630); });
return U;
}
}
e182[4] = ({ llt_value a632[3]; a632[0] = out_182; a632[1] = N(0.0); a632[2] = B(1); llt_new(&c_DataFlow, 3, a632); });
e182[5] = llt_closure(f633, e182);
e182[3] = ({ llt_value t634 = llt_array(3); llt_push(t634, N(0.0)); llt_push(t634, middle_182); llt_push(t634, bytes_182); t634; });
e182[6] = llt_closure(f635, e182);
e182[7] = llt_closure(f636, e182);
e182[8] = ({ llt_value a643[2]; a643[0] = N(((rank_182).of.number - (e182[1]).of.number)); a643[1] = e182[2]; g_mod(NULL, U, 2, a643); });
llt_value t645 = ({ llt_value a644[3]; a644[0] = e182[8]; a644[1] = e182[2]; a644[2] = N(2.0); g_ompiBinaryTree(NULL, U, 3, a644); });
(void)t645;
llt_value parent_182 = llt_get(t645, k106_parent);
(void)parent_182;
llt_value children_182 = llt_get(t645, k107_children);
(void)children_182;
e182[9] = ((llt_same(N(llt_rest_of((e182[8]).of.number, 2.0)), N(1.0))) ? N(0.0) : N(1.0));
if (((e182[8]).of.number > 0.0)) {
(void)({ llt_value o646 = e182[4]; ({ llt_value a647[2]; a647[0] = ({ llt_value o648 = e182[5]; ({ llt_value a649[1]; a649[0] = parent_182; llt_call(o648, U, 1, a649); }); }); a647[1] = ({ llt_value o650 = e182[6]; ({ llt_value a651[1]; a651[0] = e182[9]; llt_call(o650, U, 1, a651); }); }); llt_call(llt_get(o646, k63_receive), o646, 2, a647); }); });
}
(void)({ llt_value o652 = children_182; ({ llt_value a653[1]; a653[0] = llt_closure(f654, e182); llt_m_forEach(o652, k123_forEach, 1, a653); }); });
llt_value last_182 = ((llt_same(N(llt_rest_of((e182[2]).of.number, 2.0)), N(0.0))) ? N(((e182[2]).of.number - 1.0)) : N(0.0));
(void)last_182;
if (((llt_same(e182[8], N(0.0))) && ((last_182).of.number > 0.0))) {
(void)({ llt_value o657 = e182[7]; ({ llt_value a658[2]; a658[0] = last_182; a658[1] = N(1.0); llt_call(o657, U, 2, a658); }); });
}
if ((((e182[8]).of.number > 0.0) && (llt_same(e182[8], last_182)))) {
(void)({ llt_value o659 = e182[4]; ({ llt_value a660[2]; a660[0] = e182[1]; a660[1] = ({ llt_value o661 = e182[6]; ({ llt_value a662[1]; a662[0] = N(1.0); llt_call(o661, U, 1, a662); }); }); llt_call(llt_get(o659, k63_receive), o659, 2, a660); }); });
}
if (((llt_same(e182[8], N(0.0))) || (llt_same(e182[8], last_182)))) {
return U;
}
llt_value pair_182 = ((llt_same(N(llt_rest_of((e182[8]).of.number, 2.0)), N(1.0))) ? N(((e182[8]).of.number + 1.0)) : N(((e182[8]).of.number - 1.0)));
(void)pair_182;
(void)({ llt_value o663 = e182[7]; ({ llt_value a664[2]; a664[0] = pair_182; a664[1] = e182[9]; llt_call(o663, U, 2, a664); }); });
(void)({ llt_value o665 = e182[4]; ({ llt_value a666[2]; a666[0] = ({ llt_value o667 = e182[5]; ({ llt_value a668[1]; a668[0] = pair_182; llt_call(o667, U, 1, a668); }); }); a666[1] = ({ llt_value o669 = e182[6]; ({ llt_value a670[1]; a670[0] = N((1.0 - (e182[9]).of.number)); llt_call(o669, U, 1, a670); }); }); llt_call(llt_get(o665, k63_receive), o665, 2, a666); }); });
return U;
}
static llt_value f673(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value v_129 = (n > 0 ? a[0] : U);
(void)v_129;
llt_value size_129 = (n > 1 ? a[1] : U);
(void)size_129;
llt_value fanout_129 = (n > 2 ? a[2] : U);
(void)fanout_129;
llt_value radix_129 = N(llt_min(llt_max((fanout_129).of.number, 2.0), llt_max((size_129).of.number, 2.0)));
(void)radix_129;
llt_value mask_129 = N(1.0);
(void)mask_129;
llt_value parent_129 = N((-1.0));
(void)parent_129;
{
for (; ((mask_129).of.number < (size_129).of.number); (void)(mask_129 = N(((mask_129).of.number * (radix_129).of.number)))) {
{
llt_value above_131 = N(((mask_129).of.number * (radix_129).of.number));
(void)above_131;
if ((!llt_same(N(llt_rest_of((v_129).of.number, (above_131).of.number)), N(0.0)))) {
{
(void)(parent_129 = N(((v_129).of.number - llt_rest_of((v_129).of.number, (above_131).of.number))));
break;
}
}
}
}
}
llt_value children_129 = ({ llt_value t674 = llt_array(0);  t674; });
(void)children_129;
{
(void)(mask_129 = N(((mask_129).of.number / (radix_129).of.number)));
for (; ((mask_129).of.number >= 1.0); (void)(mask_129 = N(((mask_129).of.number / (radix_129).of.number)))) {
{
{
llt_value digit_135 = N(1.0);
(void)digit_135;
for (; ((digit_135).of.number < (radix_129).of.number); (void)({ llt_value t675 = digit_135; (void)(digit_135 = N((digit_135).of.number + 1)); t675; })) {
{
if ((((v_129).of.number + ((digit_135).of.number * (mask_129).of.number)) < (size_129).of.number)) {
(void)({ llt_value o676 = children_129; ({ llt_value a677[1]; a677[0] = N(((v_129).of.number + ((digit_135).of.number * (mask_129).of.number))); llt_m_push(o676, k84_push, 1, a677); }); });
}
}
}
}
}
}
}
return ({ llt_value t678 = llt_object(2); llt_put(t678, k106_parent, parent_129); llt_put(t678, k107_children, children_129); t678; });
return U;
}
static llt_value g_knomialTree(llt_value *up, llt_value self, int n, const llt_value *a) {
return f673(up, self, n, a);
}
static llt_value f679_knomialDepth(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_137 = (n > 0 ? a[0] : U);
(void)size_137;
llt_value fanout_137 = (n > 1 ? a[1] : U);
(void)fanout_137;
llt_value radix_137 = N(llt_max((fanout_137).of.number, 2.0));
(void)radix_137;
llt_value depth_137 = N(0.0);
(void)depth_137;
{
llt_value least_138 = N(1.0);
(void)least_138;
for (; ((least_138).of.number < (size_137).of.number); (void)(least_138 = N((((least_138).of.number * (radix_137).of.number) + 1.0)))) {
(void)({ llt_value t680 = depth_137; (void)(depth_137 = N((depth_137).of.number + 1)); t680; });
}
}
return depth_137;
return U;
}
static llt_value g_knomialDepth(llt_value *up, llt_value self, int n, const llt_value *a) {
return f679_knomialDepth(up, self, n, a);
}
static llt_value f684(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value v_62 = (n > 0 ? a[0] : U);
(void)v_62;
llt_value size_62 = (n > 1 ? a[1] : U);
(void)size_62;
llt_value named_62 = (n > 2 ? a[2] : U);
(void)named_62;
llt_value runs_62 = (n > 3 ? a[3] : U);
(void)runs_62;
llt_value flow_62 = (n > 4 ? a[4] : U);
(void)flow_62;
llt_value out_62 = (n > 5 ? a[5] : U);
(void)out_62;
llt_value holder_62 = flow_62;
(void)holder_62;
{
llt_value step_63 = N(0.0);
(void)step_63;
for (; (((step_63).of.number + 1.0) < (size_62).of.number); (void)({ llt_value t685 = step_63; (void)(step_63 = N((step_63).of.number + 1)); t685; })) {
{
llt_value item_64 = ({ llt_value a686[2]; a686[0] = N(((v_62).of.number - (step_63).of.number)); a686[1] = size_62; g_mod(NULL, U, 2, a686); });
(void)item_64;
(void)({ llt_value o687 = holder_62; ({ llt_value a688[4]; a688[0] = ({ llt_value o689 = named_62; ({ llt_value a690[1]; a690[0] = N(llt_rest_of(((v_62).of.number + 1.0), (size_62).of.number)); llt_call(o689, U, 1, a690); }); }); a688[1] = ({ llt_value o691 = runs_62; ({ llt_value a692[2]; a692[0] = item_64; a692[1] = N(1.0); llt_call(llt_get(o691, k11_bytes), o691, 2, a692); }); }); a688[2] = ({ llt_value o693 = runs_62; ({ llt_value a694[1]; a694[0] = item_64; llt_call(llt_get(o693, k65_slots), o693, 1, a694); }); }); a688[3] = ({ llt_value o695 = runs_62; ({ llt_value a696[1]; a696[0] = N(((item_64).of.number + 1.0)); llt_call(llt_get(o695, k65_slots), o695, 1, a696); }); }); llt_call(llt_get(o687, k61_send), o687, 4, a688); }); });
(void)(holder_62 = ({ llt_value a697[3]; a697[0] = out_62; a697[1] = N(0.0); a697[2] = B(0); llt_new(&c_DataFlow, 3, a697); }));
(void)({ llt_value o698 = holder_62; ({ llt_value a699[2]; a699[0] = ({ llt_value o700 = named_62; ({ llt_value a701[1]; a701[0] = ({ llt_value a702[2]; a702[0] = N(((v_62).of.number - 1.0)); a702[1] = size_62; g_mod(NULL, U, 2, a702); }); llt_call(o700, U, 1, a701); }); }); a699[1] = ({ llt_value o703 = runs_62; ({ llt_value a704[2]; a704[0] = ({ llt_value a705[2]; a705[0] = N(((item_64).of.number - 1.0)); a705[1] = size_62; g_mod(NULL, U, 2, a705); }); a704[1] = N(1.0); llt_call(llt_get(o703, k11_bytes), o703, 2, a704); }); }); llt_call(llt_get(o698, k63_receive), o698, 2, a699); }); });
}
}
}
return U;
}
static llt_value g_gatherByRing(llt_value *up, llt_value self, int n, const llt_value *a) {
return f684(up, self, n, a);
}
static llt_value f714_scatterStart(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_188 = (n > 0 ? a[0] : U);
(void)bytes_188;
llt_value size_188 = (n > 1 ? a[1] : U);
(void)size_188;
llt_value v_188 = (n > 2 ? a[2] : U);
(void)v_188;
llt_value element_188 = ({ llt_value a715[1]; a715[0] = bytes_188; g_elementBytes(NULL, U, 1, a715); });
(void)element_188;
return N(llt_min((bytes_188).of.number, (((v_188).of.number * (element_188).of.number) * llt_ceil((((bytes_188).of.number / (element_188).of.number) / (size_188).of.number)))));
return U;
}
static llt_value g_scatterStart(llt_value *up, llt_value self, int n, const llt_value *a) {
return f714_scatterStart(up, self, n, a);
}
static llt_value f712(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e189 = up;
(void)e189;
llt_value v_190 = (n > 0 ? a[0] : U);
(void)v_190;
return ({ llt_value a713[3]; a713[0] = e189[1]; a713[1] = e189[2]; a713[2] = v_190; g_scatterStart(NULL, U, 3, a713); });
}
static llt_value f717(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e189 = up;
(void)e189;
llt_value v_191 = (n > 0 ? a[0] : U);
(void)v_191;
llt_value count_191 = (n > 1 ? a[1] : U);
(void)count_191;
return ((((v_191).of.number + (count_191).of.number) <= (e189[2]).of.number) ? N(({ const double d722 = (({ llt_value o718 = e189[3]; ({ llt_value a719[1]; a719[0] = N(((v_191).of.number + (count_191).of.number)); llt_call(o718, U, 1, a719); }); })).of.number; const double d723 = (({ llt_value o720 = e189[3]; ({ llt_value a721[1]; a721[0] = v_191; llt_call(o720, U, 1, a721); }); })).of.number; (d722 - d723); })) : N(({ const double d728 = ((e189[1]).of.number - (({ llt_value o724 = e189[3]; ({ llt_value a725[1]; a725[0] = v_191; llt_call(o724, U, 1, a725); }); })).of.number); const double d729 = (({ llt_value o726 = e189[3]; ({ llt_value a727[1]; a727[0] = N((((v_191).of.number + (count_191).of.number) - (e189[2]).of.number)); llt_call(o726, U, 1, a727); }); })).of.number; (d728 + d729); })));
}
static llt_value f709_shares(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e189 = llt_frame(NULL, 3);
llt_value t710 = (n > 0 ? a[0] : U);
(void)t710;
e189[1] = llt_get(t710, k11_bytes);
e189[2] = llt_get(t710, k9_size);
llt_value t711 = (n > 1 ? a[1] : U);
if (t711.kind == LLT_UNDEFINED) t711 = llt_closure(f712, e189);
e189[3] = t711;
return ({ llt_value t716 = llt_object(2); llt_put(t716, k11_bytes, llt_closure(f717, e189)); llt_put(t716, k65_slots, e189[3]); t716; });
return U;
}
static llt_value g_shares(llt_value *up, llt_value self, int n, const llt_value *a) {
return f709_shares(up, self, n, a);
}
static llt_value f733(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e192 = up;
(void)e192;
llt_value holder_193 = (n > 0 ? a[0] : U);
(void)holder_193;
llt_value to_193 = (n > 1 ? a[1] : U);
(void)to_193;
llt_value v_193 = (n > 2 ? a[2] : U);
(void)v_193;
llt_value count_193 = (n > 3 ? a[3] : U);
(void)count_193;
(void)({ llt_value o734 = holder_193; ({ llt_value a735[4]; a735[0] = to_193; a735[1] = ({ llt_value o736 = e192[1]; ({ llt_value a737[2]; a737[0] = v_193; a737[1] = count_193; llt_call(llt_get(o736, k11_bytes), o736, 2, a737); }); }); a735[2] = ({ llt_value o738 = e192[1]; ({ llt_value a739[1]; a739[0] = v_193; llt_call(llt_get(o738, k65_slots), o738, 1, a739); }); }); a735[3] = ({ llt_value o740 = e192[1]; ({ llt_value a741[1]; a741[0] = N(((v_193).of.number + (count_193).of.number)); llt_call(llt_get(o740, k65_slots), o740, 1, a741); }); }); llt_call(llt_get(o734, k61_send), o734, 4, a735); }); });
return U;
}
static llt_value f746_runSpan(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value v_139 = (n > 0 ? a[0] : U);
(void)v_139;
llt_value size_139 = (n > 1 ? a[1] : U);
(void)size_139;
llt_value span_139 = N(1.0);
(void)span_139;
while ((((span_139).of.number < (size_139).of.number) && (llt_same(N((double)((int32_t)(v_139).of.number & (int32_t)(span_139).of.number)), N(0.0))))) {
(void)(span_139 = N(((span_139).of.number * 2.0)));
}
return span_139;
return U;
}
static llt_value g_runSpan(llt_value *up, llt_value self, int n, const llt_value *a) {
return f746_runSpan(up, self, n, a);
}
static llt_value f747(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e163 = up;
(void)e163;
llt_value bytes_164 = (n > 0 ? a[0] : U);
(void)bytes_164;
return ({ llt_value t748 = B(((bytes_164).of.number > 0.0)); !llt_truth(t748) ? B((llt_same(llt_get(e163[1], k93_skipsEmpty), U))) : t748; });
}
static llt_value f742_scatterRuns(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e163 = llt_frame(NULL, 1);
llt_value call_163 = (n > 0 ? a[0] : U);
(void)call_163;
llt_value flow_163 = (n > 1 ? a[1] : U);
(void)flow_163;
e163[1] = (n > 2 ? a[2] : U);
llt_value t743 = call_163;
(void)t743;
llt_value rank_163 = llt_get(t743, k8_rank);
(void)rank_163;
llt_value size_163 = llt_get(t743, k9_size);
(void)size_163;
llt_value root_163 = llt_get(t743, k10_root);
(void)root_163;
llt_value v_163 = ({ llt_value a744[2]; a744[0] = N(((rank_163).of.number - (root_163).of.number)); a744[1] = size_163; g_mod(NULL, U, 2, a744); });
(void)v_163;
llt_value span_163 = ({ llt_value a745[2]; a745[0] = v_163; a745[1] = size_163; g_runSpan(NULL, U, 2, a745); });
(void)span_163;
llt_value moves_163 = llt_closure(f747, e163);
(void)moves_163;
llt_value own_163 = ({ llt_value o749 = e163[1]; ({ llt_value a750[2]; a750[0] = v_163; a750[1] = N(llt_min((span_163).of.number, ((size_163).of.number - (v_163).of.number))); llt_call(llt_get(o749, k11_bytes), o749, 2, a750); }); });
(void)own_163;
if (((!llt_same(v_163, N(0.0))) && llt_truth(({ llt_value o751 = moves_163; ({ llt_value a752[1]; a752[0] = own_163; llt_call(o751, U, 1, a752); }); })))) {
(void)({ llt_value o753 = flow_163; ({ llt_value a754[2]; a754[0] = N(llt_rest_of((((v_163).of.number - (span_163).of.number) + (root_163).of.number), (size_163).of.number)); a754[1] = own_163; llt_call(llt_get(o753, k63_receive), o753, 2, a754); }); });
}
{
llt_value mask_165 = N(((span_163).of.number / 2.0));
(void)mask_165;
for (; ((mask_165).of.number >= 1.0); (void)(mask_165 = N(((mask_165).of.number / 2.0)))) {
{
llt_value child_166 = N(((v_163).of.number + (mask_165).of.number));
(void)child_166;
llt_value count_166 = N(llt_min((mask_165).of.number, ((size_163).of.number - (child_166).of.number)));
(void)count_166;
if ((((child_166).of.number < (size_163).of.number) && llt_truth(({ llt_value o755 = moves_163; ({ llt_value a756[1]; a756[0] = ({ llt_value o757 = e163[1]; ({ llt_value a758[2]; a758[0] = child_166; a758[1] = count_166; llt_call(llt_get(o757, k11_bytes), o757, 2, a758); }); }); llt_call(o755, U, 1, a756); }); })))) {
(void)({ llt_value o759 = e163[1]; ({ llt_value a760[4]; a760[0] = flow_163; a760[1] = N(llt_rest_of(((child_166).of.number + (root_163).of.number), (size_163).of.number)); a760[2] = child_166; a760[3] = count_166; llt_call(llt_get(o759, k61_send), o759, 4, a760); }); });
}
}
}
}
return U;
}
static llt_value g_scatterRuns(llt_value *up, llt_value self, int n, const llt_value *a) {
return f742_scatterRuns(up, self, n, a);
}
static llt_value f764(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e192 = up;
(void)e192;
llt_value v_194 = (n > 0 ? a[0] : U);
(void)v_194;
return N(llt_rest_of(((v_194).of.number + (e192[2]).of.number), (e192[3]).of.number));
}
static llt_value f706_scatterThen(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e192 = llt_frame(NULL, 3);
llt_value gather_192 = (n > 0 ? a[0] : U);
(void)gather_192;
llt_value call_192 = (n > 1 ? a[1] : U);
(void)call_192;
llt_value out_192 = (n > 2 ? a[2] : U);
(void)out_192;
llt_value t707 = call_192;
(void)t707;
llt_value rank_192 = llt_get(t707, k8_rank);
(void)rank_192;
e192[3] = llt_get(t707, k9_size);
e192[2] = llt_get(t707, k10_root);
e192[1] = ({ llt_value a708[1]; a708[0] = call_192; g_shares(NULL, U, 1, a708); });
llt_value flow_192 = ({ llt_value a730[3]; a730[0] = out_192; a730[1] = N(0.0); a730[2] = B(1); llt_new(&c_DataFlow, 3, a730); });
(void)flow_192;
(void)({ llt_value a731[3]; a731[0] = call_192; a731[1] = flow_192; a731[2] = ({ llt_value t732 = llt_object(3); llt_put(t732, k11_bytes, llt_get(e192[1], k11_bytes)); llt_put(t732, k93_skipsEmpty, B(1)); llt_put(t732, k61_send, llt_closure(f733, e192)); t732; }); g_scatterRuns(NULL, U, 3, a731); });
(void)({ llt_value o761 = gather_192; ({ llt_value a762[6]; a762[0] = ({ llt_value a763[2]; a763[0] = N(((rank_192).of.number - (e192[2]).of.number)); a763[1] = e192[3]; g_mod(NULL, U, 2, a763); }); a762[1] = e192[3]; a762[2] = llt_closure(f764, e192); a762[3] = e192[1]; a762[4] = flow_192; a762[5] = out_192; llt_call(o761, U, 6, a762); }); });
return U;
}
static llt_value g_scatterThen(llt_value *up, llt_value self, int n, const llt_value *a) {
return f706_scatterThen(up, self, n, a);
}
static llt_value f682(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_199 = (n > 0 ? a[0] : U);
(void)call_199;
llt_value out_199 = (n > 1 ? a[1] : U);
(void)out_199;
return ({ llt_value a683[3]; a683[0] = llt_closure(g_gatherByRing, NULL); a683[1] = call_199; a683[2] = out_199; g_scatterThen(NULL, U, 3, a683); });
}
static llt_value f769(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e71 = up;
(void)e71;
llt_value from_72 = (n > 0 ? a[0] : U);
(void)from_72;
llt_value end_72 = (n > 1 ? a[1] : U);
(void)end_72;
return ({ llt_value o770 = e71[1]; ({ llt_value a771[2]; a771[0] = from_72; a771[1] = N(((end_72).of.number - (from_72).of.number)); llt_call(llt_get(o770, k11_bytes), o770, 2, a771); }); });
}
static llt_value f772(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e71 = up;
(void)e71;
llt_value to_73 = (n > 0 ? a[0] : U);
(void)to_73;
llt_value from_73 = (n > 1 ? a[1] : U);
(void)from_73;
llt_value end_73 = (n > 2 ? a[2] : U);
(void)end_73;
(void)({ llt_value o773 = e71[2]; ({ llt_value a774[4]; a774[0] = ({ llt_value o775 = e71[3]; ({ llt_value a776[1]; a776[0] = to_73; llt_call(o775, U, 1, a776); }); }); a774[1] = ({ llt_value o777 = e71[4]; ({ llt_value a778[2]; a778[0] = from_73; a778[1] = end_73; llt_call(o777, U, 2, a778); }); }); a774[2] = ({ llt_value o779 = e71[1]; ({ llt_value a780[1]; a780[0] = from_73; llt_call(llt_get(o779, k65_slots), o779, 1, a780); }); }); a774[3] = ({ llt_value o781 = e71[1]; ({ llt_value a782[1]; a782[0] = end_73; llt_call(llt_get(o781, k65_slots), o781, 1, a782); }); }); llt_call(llt_get(o773, k61_send), o773, 4, a774); }); });
return U;
}
static llt_value f809_groupOf(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value rank_55 = (n > 0 ? a[0] : U);
(void)rank_55;
llt_value span_55 = (n > 1 ? a[1] : U);
(void)span_55;
llt_value size_55 = (n > 2 ? a[2] : U);
(void)size_55;
llt_value from_55 = N(((rank_55).of.number - llt_rest_of((rank_55).of.number, (span_55).of.number)));
(void)from_55;
return ({ llt_value t810 = llt_object(2); llt_put(t810, k91_from, from_55); llt_put(t810, k92_end, N(llt_min(((from_55).of.number + (span_55).of.number), (size_55).of.number))); t810; });
return U;
}
static llt_value g_groupOf(llt_value *up, llt_value self, int n, const llt_value *a) {
return f809_groupOf(up, self, n, a);
}
static llt_value f813_relaysOf(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value rank_56 = (n > 0 ? a[0] : U);
(void)rank_56;
llt_value span_56 = (n > 1 ? a[1] : U);
(void)span_56;
llt_value size_56 = (n > 2 ? a[2] : U);
(void)size_56;
llt_value served_56 = (n > 3 ? a[3] : U);
(void)served_56;
llt_value relays_56 = ({ llt_value t814 = llt_array(0);  t814; });
(void)relays_56;
{
llt_value mask_57 = N(((span_56).of.number / 2.0));
(void)mask_57;
for (; ((mask_57).of.number >= 1.0); (void)(mask_57 = N(((mask_57).of.number / 2.0)))) {
{
llt_value peer_58 = N((double)((int32_t)(rank_56).of.number ^ (int32_t)(mask_57).of.number));
(void)peer_58;
llt_value end_58 = N((((rank_56).of.number - llt_rest_of((rank_56).of.number, (2.0 * (mask_57).of.number))) + (served_56).of.number));
(void)end_58;
llt_value t816 = ({ llt_value t815 = llt_array(2); llt_push(t815, N(llt_min((rank_56).of.number, (peer_58).of.number))); llt_push(t815, N(llt_max((rank_56).of.number, (peer_58).of.number))); t815; });
(void)t816;
llt_value lower_58 = llt_at(t816, N(0));
(void)lower_58;
llt_value upper_58 = llt_at(t816, N(1));
(void)upper_58;
if (((((lower_58).of.number < (end_58).of.number) && ((upper_58).of.number >= (end_58).of.number)) && ((upper_58).of.number < (size_56).of.number))) {
(void)({ llt_value o817 = relays_56; ({ llt_value a818[1]; a818[0] = ({ llt_value t819 = llt_object(2); llt_put(t819, k128_peer, peer_58); llt_put(t819, k129_sends, B((llt_same(rank_56, lower_58)))); t819; }); llt_m_push(o817, k84_push, 1, a818); }); });
}
}
}
}
return relays_56;
return U;
}
static llt_value g_relaysOf(llt_value *up, llt_value self, int n, const llt_value *a) {
return f813_relaysOf(up, self, n, a);
}
static llt_value f806_roundsOf(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value rank_59 = (n > 0 ? a[0] : U);
(void)rank_59;
llt_value size_59 = (n > 1 ? a[1] : U);
(void)size_59;
llt_value rounds_59 = ({ llt_value t807 = llt_array(0);  t807; });
(void)rounds_59;
{
llt_value span_60 = N(1.0);
(void)span_60;
for (; ((span_60).of.number < (size_59).of.number); (void)(span_60 = N(((span_60).of.number * 2.0)))) {
{
llt_value partner_61 = N((double)((int32_t)(rank_59).of.number ^ (int32_t)(span_60).of.number));
(void)partner_61;
llt_value own_61 = ({ llt_value a808[3]; a808[0] = rank_59; a808[1] = span_60; a808[2] = size_59; g_groupOf(NULL, U, 3, a808); });
(void)own_61;
llt_value other_61 = ({ llt_value a811[3]; a811[0] = partner_61; a811[1] = span_60; a811[2] = size_59; g_groupOf(NULL, U, 3, a811); });
(void)other_61;
llt_value isCut_61 = B((((llt_get(other_61, k91_from)).of.number + (span_60).of.number) > (size_59).of.number));
(void)isCut_61;
llt_value relays_61 = (llt_truth(isCut_61) ? ({ llt_value a812[4]; a812[0] = rank_59; a812[1] = span_60; a812[2] = size_59; a812[3] = N((((size_59).of.number - (llt_get(own_61, k91_from)).of.number) - (span_60).of.number)); g_relaysOf(NULL, U, 4, a812); }) : ({ llt_value t820 = llt_array(0);  t820; }));
(void)relays_61;
(void)({ llt_value o821 = rounds_59; ({ llt_value a822[1]; a822[0] = ({ llt_value t823 = llt_object(4); llt_put(t823, k124_own, own_61); llt_put(t823, k125_other, other_61); llt_put(t823, k126_partner, (((partner_61).of.number < (size_59).of.number) ? partner_61 : N((-1.0)))); llt_put(t823, k127_relays, relays_61); t823; }); llt_m_push(o821, k84_push, 1, a822); }); });
}
}
}
return rounds_59;
return U;
}
static llt_value g_roundsOf(llt_value *up, llt_value self, int n, const llt_value *a) {
return f806_roundsOf(up, self, n, a);
}
static llt_value f768(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e71 = llt_frame(NULL, 4);
llt_value v_71 = (n > 0 ? a[0] : U);
(void)v_71;
llt_value size_71 = (n > 1 ? a[1] : U);
(void)size_71;
e71[3] = (n > 2 ? a[2] : U);
e71[1] = (n > 3 ? a[3] : U);
e71[2] = (n > 4 ? a[4] : U);
e71[4] = llt_closure(f769, e71);
llt_value give_71 = llt_closure(f772, e71);
(void)give_71;
{
llt_value t783 = ({ llt_value a805[2]; a805[0] = v_71; a805[1] = size_71; g_roundsOf(NULL, U, 2, a805); });
for (int i784 = 0; i784 < llt_length(t783); i784++)
{
llt_value t785 = llt_at(t783, N(i784));
(void)t785;
llt_value own_74 = llt_get(t785, k124_own);
(void)own_74;
llt_value other_74 = llt_get(t785, k125_other);
(void)other_74;
llt_value partner_74 = llt_get(t785, k126_partner);
(void)partner_74;
llt_value relays_74 = llt_get(t785, k127_relays);
(void)relays_74;
{
if (((partner_74).of.number >= 0.0)) {
{
(void)({ llt_value o786 = give_71; ({ llt_value a787[3]; a787[0] = partner_74; a787[1] = llt_get(own_74, k91_from); a787[2] = llt_get(own_74, k92_end); llt_call(o786, U, 3, a787); }); });
(void)({ llt_value o788 = e71[2]; ({ llt_value a789[2]; a789[0] = ({ llt_value o790 = e71[3]; ({ llt_value a791[1]; a791[0] = partner_74; llt_call(o790, U, 1, a791); }); }); a789[1] = ({ llt_value o792 = e71[4]; ({ llt_value a793[2]; a793[0] = llt_get(other_74, k91_from); a793[1] = llt_get(other_74, k92_end); llt_call(o792, U, 2, a793); }); }); llt_call(llt_get(o788, k63_receive), o788, 2, a789); }); });
}
}
{
llt_value t794 = relays_74;
for (int i795 = 0; i795 < llt_length(t794); i795++)
{
llt_value t796 = llt_at(t794, N(i795));
(void)t796;
llt_value peer_77 = llt_get(t796, k128_peer);
(void)peer_77;
llt_value sends_77 = llt_get(t796, k129_sends);
(void)sends_77;
{
if (llt_truth(sends_77)) {
(void)({ llt_value o797 = give_71; ({ llt_value a798[3]; a798[0] = peer_77; a798[1] = llt_get(other_74, k91_from); a798[2] = llt_get(other_74, k92_end); llt_call(o797, U, 3, a798); }); });
} else {
(void)({ llt_value o799 = e71[2]; ({ llt_value a800[2]; a800[0] = ({ llt_value o801 = e71[3]; ({ llt_value a802[1]; a802[0] = peer_77; llt_call(o801, U, 1, a802); }); }); a800[1] = ({ llt_value o803 = e71[4]; ({ llt_value a804[2]; a804[0] = llt_get(other_74, k91_from); a804[1] = llt_get(other_74, k92_end); llt_call(o803, U, 2, a804); }); }); llt_call(llt_get(o799, k63_receive), o799, 2, a800); }); });
}
}
}
}
}
}
}
return U;
}
static llt_value g_gatherByHypercube(llt_value *up, llt_value self, int n, const llt_value *a) {
return f768(up, self, n, a);
}
static llt_value f766(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_200 = (n > 0 ? a[0] : U);
(void)call_200;
llt_value out_200 = (n > 1 ? a[1] : U);
(void)out_200;
return ({ llt_value a767[3]; a767[0] = llt_closure(g_gatherByHypercube, NULL); a767[1] = call_200; a767[2] = out_200; g_scatterThen(NULL, U, 3, a767); });
}
static llt_value f829_reduceTree(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_150 = (n > 0 ? a[0] : U);
(void)call_150;
llt_value out_150 = (n > 1 ? a[1] : U);
(void)out_150;
llt_value plan_150 = (n > 2 ? a[2] : U);
(void)plan_150;
llt_value t830 = (n > 3 ? a[3] : U);
if (t830.kind == LLT_UNDEFINED) t830 = llt_get(call_150, k11_bytes);
llt_value bytes_150 = t830;
(void)bytes_150;
llt_value t831 = (n > 4 ? a[4] : U);
if (t831.kind == LLT_UNDEFINED) t831 = bytes_150;
llt_value slots_150 = t831;
(void)slots_150;
llt_value t833 = ({ llt_value a832[2]; a832[0] = call_150; a832[1] = plan_150; g_neighbours(NULL, U, 2, a832); });
(void)t833;
llt_value parent_150 = llt_get(t833, k106_parent);
(void)parent_150;
llt_value children_150 = llt_get(t833, k107_children);
(void)children_150;
llt_value segments_150 = ({ llt_value a834[2]; a834[0] = bytes_150; a834[1] = llt_get(plan_150, k115_segment); g_segmentCount(NULL, U, 2, a834); });
(void)segments_150;
llt_value t835 = llt_get(call_150, k14_options);
(void)t835;
llt_value reducePerByte_150 = llt_get(t835, k88_reducePerByte);
(void)reducePerByte_150;
llt_value done_150 = ({ llt_value a836[3]; a836[0] = out_150; a836[1] = reducePerByte_150; a836[2] = B(1); llt_new(&c_DataFlow, 3, a836); });
(void)done_150;
llt_value sent_150 = N((-1.0));
(void)sent_150;
{
llt_value i_151 = N(0.0);
(void)i_151;
for (; ((i_151).of.number < (segments_150).of.number); (void)({ llt_value t837 = i_151; (void)(i_151 = N((i_151).of.number + 1)); t837; })) {
{
llt_value t839 = ({ llt_value a838[4]; a838[0] = bytes_150; a838[1] = segments_150; a838[2] = i_151; a838[3] = slots_150; g_segmentOf(NULL, U, 4, a838); });
(void)t839;
llt_value from_152 = llt_at(t839, N(0));
(void)from_152;
llt_value end_152 = llt_at(t839, N(1));
(void)end_152;
llt_value size_152 = ((llt_same(segments_150, N(1.0))) ? bytes_150 : N(((end_152).of.number - (from_152).of.number)));
(void)size_152;
llt_value flow_152 = ({ llt_value a840[3]; a840[0] = out_150; a840[1] = reducePerByte_150; a840[2] = B(1); llt_new(&c_DataFlow, 3, a840); });
(void)flow_152;
{
llt_value c_153 = N(0.0);
(void)c_153;
for (; ((c_153).of.number < (llt_get(children_150, k83_length)).of.number); (void)({ llt_value t841 = c_153; (void)(c_153 = N((c_153).of.number + 1)); t841; })) {
{
llt_value reduced_154 = ({ llt_value o842 = flow_152; ({ llt_value a843[2]; a843[0] = llt_at(children_150, c_153); a843[1] = size_152; llt_call(llt_get(o842, k62_combine), o842, 2, a843); }); });
(void)reduced_154;
if (((llt_same(N(((reducePerByte_150).of.number * (size_152).of.number)), N(0.0))) || (llt_same(c_153, N(((llt_get(children_150, k83_length)).of.number - 1.0)))))) {
(void)({ llt_value o844 = done_150; ({ llt_value a845[1]; a845[0] = reduced_154; llt_call(llt_get(o844, k79_hold), o844, 1, a845); }); });
}
}
}
}
if (((parent_150).of.number < 0.0)) {
continue;
}
llt_value op_152 = ({ llt_value o846 = flow_152; ({ llt_value a847[4]; a847[0] = parent_150; a847[1] = size_152; a847[2] = from_152; a847[3] = end_152; llt_call(llt_get(o846, k61_send), o846, 4, a847); }); });
(void)op_152;
if (((sent_150).of.number >= 0.0)) {
(void)({ llt_value o848 = out_150; ({ llt_value a849[2]; a849[0] = op_152; a849[1] = sent_150; llt_call(llt_get(o848, k74_requires), o848, 2, a849); }); });
}
(void)(sent_150 = op_152);
}
}
}
return done_150;
return U;
}
static llt_value g_reduceTree(llt_value *up, llt_value self, int n, const llt_value *a) {
return f829_reduceTree(up, self, n, a);
}
static llt_value f827(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value algorithm_266 = (n > 0 ? a[0] : U);
(void)algorithm_266;
return ({ llt_value a828[3]; a828[0] = algorithm_266; a828[1] = llt_closure(g_reduceTree, NULL); a828[2] = ({ llt_value t850 = llt_array(1); llt_push(t850, S(k35_reduce)); t850; }); g_overTree(NULL, U, 3, a828); });
}
static llt_value g_up(llt_value *up, llt_value self, int n, const llt_value *a) {
return f827(up, self, n, a);
}
static llt_value f853(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_267 = (n > 0 ? a[0] : U);
(void)size_267;
return (((size_267).of.number > 1.0) ? N(1.0) : N(0.0));
}
static llt_value f856(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_268 = (n > 0 ? a[0] : U);
(void)size_268;
llt_value fanout_268 = (n > 1 ? a[1] : U);
(void)fanout_268;
return N(llt_ceil((((size_268).of.number - 1.0) / (fanout_268).of.number)));
}
static llt_value f859(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_269 = (n > 0 ? a[0] : U);
(void)size_269;
return N(((size_269).of.number - 1.0));
}
static llt_value f866(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value v_124 = (n > 0 ? a[0] : U);
(void)v_124;
llt_value size_124 = (n > 1 ? a[1] : U);
(void)size_124;
llt_value span_124 = ({ llt_value a867[2]; a867[0] = v_124; a867[1] = size_124; g_runSpan(NULL, U, 2, a867); });
(void)span_124;
llt_value children_124 = ({ llt_value t868 = llt_array(0);  t868; });
(void)children_124;
{
llt_value mask_125 = N(1.0);
(void)mask_125;
for (; ((mask_125).of.number < (span_124).of.number); (void)(mask_125 = N(((mask_125).of.number * 2.0)))) {
if ((((v_124).of.number + (mask_125).of.number) < (size_124).of.number)) {
(void)({ llt_value o869 = children_124; ({ llt_value a870[1]; a870[0] = N(((v_124).of.number + (mask_125).of.number)); llt_m_push(o869, k84_push, 1, a870); }); });
}
}
}
return ({ llt_value t871 = llt_object(2); llt_put(t871, k106_parent, ((llt_same(v_124, N(0.0))) ? N((-1.0)) : N(((v_124).of.number - (span_124).of.number)))); llt_put(t871, k107_children, children_124); t871; });
return U;
}
static llt_value g_inOrderBinomialTree(llt_value *up, llt_value self, int n, const llt_value *a) {
return f866(up, self, n, a);
}
static llt_value f878(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e126 = up;
(void)e126;
llt_value of_127 = (n > 0 ? a[0] : U);
(void)of_127;
return N(llt_rest_of(((of_127).of.number + 1.0), (e126[1]).of.number));
}
static llt_value f876(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e126 = llt_frame(NULL, 1);
llt_value v_126 = (n > 0 ? a[0] : U);
(void)v_126;
e126[1] = (n > 1 ? a[1] : U);
llt_value rank_126 = ({ llt_value a877[2]; a877[0] = N(((v_126).of.number - 1.0)); a877[1] = e126[1]; g_mod(NULL, U, 2, a877); });
(void)rank_126;
llt_value numbered_126 = llt_closure(f878, e126);
(void)numbered_126;
llt_value t880 = ({ llt_value t879 = llt_array(3); llt_push(t879, N(0.0)); llt_push(t879, N(((e126[1]).of.number - 1.0))); llt_push(t879, N((-1.0))); t879; });
(void)t880;
llt_value first_126 = llt_at(t880, N(0));
(void)first_126;
llt_value last_126 = llt_at(t880, N(1));
(void)last_126;
llt_value parent_126 = llt_at(t880, N(2));
(void)parent_126;
while ((!llt_same(rank_126, last_126))) {
{
llt_value upper2_128 = N(((first_126).of.number + llt_floor(((((last_126).of.number - (first_126).of.number) + 1.0) / 2.0))));
(void)upper2_128;
(void)(parent_126 = last_126);
if (((rank_126).of.number >= (upper2_128).of.number)) {
(void)({ llt_value t882 = ({ llt_value t881 = llt_array(2); llt_push(t881, upper2_128); llt_push(t881, N(((last_126).of.number - 1.0))); t881; }); (void)t882; first_126 = llt_at(t882, N(0)); last_126 = llt_at(t882, N(1)); U; });
} else {
(void)(last_126 = N(((upper2_128).of.number - 1.0)));
}
}
}
llt_value upper_126 = N(((first_126).of.number + llt_floor(((((last_126).of.number - (first_126).of.number) + 1.0) / 2.0))));
(void)upper_126;
llt_value children_126 = ({ llt_value t883 = llt_array(0);  t883; });
(void)children_126;
if (((upper_126).of.number < (last_126).of.number)) {
(void)({ llt_value o884 = children_126; ({ llt_value a885[1]; a885[0] = N(((last_126).of.number - 1.0)); llt_m_push(o884, k84_push, 1, a885); }); });
}
if (((upper_126).of.number > (first_126).of.number)) {
(void)({ llt_value o886 = children_126; ({ llt_value a887[1]; a887[0] = N(((upper_126).of.number - 1.0)); llt_m_push(o886, k84_push, 1, a887); }); });
}
return ({ llt_value t888 = llt_object(2); llt_put(t888, k106_parent, (((parent_126).of.number < 0.0) ? N((-1.0)) : ({ llt_value o889 = numbered_126; ({ llt_value a890[1]; a890[0] = parent_126; llt_call(o889, U, 1, a890); }); }))); llt_put(t888, k107_children, ({ llt_value o891 = children_126; ({ llt_value a892[1]; a892[0] = numbered_126; llt_m_map(o891, k98_map, 1, a892); }); })); t888; });
return U;
}
static llt_value g_inOrderBinaryTree(llt_value *up, llt_value self, int n, const llt_value *a) {
return f876(up, self, n, a);
}
static llt_value f873(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_270 = (n > 0 ? a[0] : U);
(void)call_270;
llt_value out_270 = (n > 1 ? a[1] : U);
(void)out_270;
llt_value t874 = call_270;
(void)t874;
llt_value rank_270 = llt_get(t874, k8_rank);
(void)rank_270;
llt_value size_270 = llt_get(t874, k9_size);
(void)size_270;
llt_value root_270 = llt_get(t874, k10_root);
(void)root_270;
llt_value bytes_270 = llt_get(t874, k11_bytes);
(void)bytes_270;
llt_value last_270 = N(((size_270).of.number - 1.0));
(void)last_270;
llt_value plan_270 = ({ llt_value t875 = llt_object(4); llt_put(t875, k105_tree, llt_closure(g_inOrderBinaryTree, NULL)); llt_put(t875, k110_fanout, N(1.0)); llt_put(t875, k115_segment, llt_get(llt_get(call_270, k14_options), k115_segment)); llt_put(t875, k10_root, S(k116_rotate)); t875; });
(void)plan_270;
llt_value done_270 = ({ llt_value a893[3]; a893[0] = ({ llt_value t894 = llt_object(2); llt_put_all(t894, call_270); llt_put(t894, k10_root, last_270); t894; }); a893[1] = out_270; a893[2] = plan_270; g_reduceTree(NULL, U, 3, a893); });
(void)done_270;
if ((llt_same(root_270, last_270))) {
return U;
}
if ((llt_same(rank_270, last_270))) {
(void)({ llt_value o895 = done_270; ({ llt_value a896[4]; a896[0] = root_270; a896[1] = bytes_270; a896[2] = N(0.0); a896[3] = bytes_270; llt_call(llt_get(o895, k61_send), o895, 4, a896); }); });
}
if ((llt_same(rank_270, root_270))) {
(void)({ llt_value o897 = done_270; ({ llt_value a898[2]; a898[0] = last_270; a898[1] = bytes_270; llt_call(llt_get(o897, k63_receive), o897, 2, a898); }); });
}
return U;
}
static llt_value f904_flowOf(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_282 = (n > 0 ? a[0] : U);
(void)call_282;
llt_value out_282 = (n > 1 ? a[1] : U);
(void)out_282;
return ({ llt_value a905[3]; a905[0] = out_282; a905[1] = llt_get(llt_get(call_282, k14_options), k88_reducePerByte); a905[2] = B((!llt_same(llt_get(llt_get(call_282, k14_options), k101_flow), S(k102_published)))); llt_new(&c_DataFlow, 3, a905); });
return U;
}
static llt_value g_flowOf(llt_value *up, llt_value self, int n, const llt_value *a) {
return f904_flowOf(up, self, n, a);
}
static llt_value f901(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_283 = (n > 0 ? a[0] : U);
(void)call_283;
llt_value out_283 = (n > 1 ? a[1] : U);
(void)out_283;
llt_value t902 = call_283;
(void)t902;
llt_value rank_283 = llt_get(t902, k8_rank);
(void)rank_283;
llt_value size_283 = llt_get(t902, k9_size);
(void)size_283;
llt_value bytes_283 = llt_get(t902, k11_bytes);
(void)bytes_283;
llt_value flow_283 = ({ llt_value a903[2]; a903[0] = call_283; a903[1] = out_283; g_flowOf(NULL, U, 2, a903); });
(void)flow_283;
llt_value t907 = ({ llt_value a906[2]; a906[0] = rank_283; a906[1] = size_283; g_fold(NULL, U, 2, a906); });
(void)t907;
llt_value power_283 = llt_get(t907, k57_power);
(void)power_283;
llt_value rest_283 = llt_get(t907, k58_rest);
(void)rest_283;
llt_value place_283 = llt_get(t907, k59_place);
(void)place_283;
llt_value neighbour_283 = llt_get(t907, k60_neighbour);
(void)neighbour_283;
if (((place_283).of.number < 0.0)) {
{
(void)({ llt_value o908 = flow_283; ({ llt_value a909[4]; a909[0] = neighbour_283; a909[1] = bytes_283; a909[2] = N(0.0); a909[3] = bytes_283; llt_call(llt_get(o908, k61_send), o908, 4, a909); }); });
(void)({ llt_value o910 = flow_283; ({ llt_value a911[2]; a911[0] = neighbour_283; a911[1] = bytes_283; llt_call(llt_get(o910, k63_receive), o910, 2, a911); }); });
return U;
}
}
if (((neighbour_283).of.number >= 0.0)) {
(void)({ llt_value o912 = flow_283; ({ llt_value a913[2]; a913[0] = neighbour_283; a913[1] = bytes_283; llt_call(llt_get(o912, k62_combine), o912, 2, a913); }); });
}
{
llt_value mask_285 = N(1.0);
(void)mask_285;
for (; ((mask_285).of.number < (power_283).of.number); (void)(mask_285 = N(((mask_285).of.number * 2.0)))) {
{
llt_value peer_286 = ({ llt_value a914[2]; a914[0] = N((double)((int32_t)(place_283).of.number ^ (int32_t)(mask_285).of.number)); a914[1] = rest_283; g_unfold(NULL, U, 2, a914); });
(void)peer_286;
(void)({ llt_value o915 = flow_283; ({ llt_value a916[4]; a916[0] = peer_286; a916[1] = bytes_283; a916[2] = N(0.0); a916[3] = bytes_283; llt_call(llt_get(o915, k61_send), o915, 4, a916); }); });
(void)({ llt_value o917 = flow_283; ({ llt_value a918[2]; a918[0] = peer_286; a918[1] = bytes_283; llt_call(llt_get(o917, k62_combine), o917, 2, a918); }); });
}
}
}
if (((neighbour_283).of.number >= 0.0)) {
(void)({ llt_value o919 = flow_283; ({ llt_value a920[4]; a920[0] = neighbour_283; a920[1] = bytes_283; a920[2] = N(0.0); a920[3] = bytes_283; llt_call(llt_get(o919, k61_send), o919, 4, a920); }); });
}
return U;
}
static llt_value f926_ceilLog2(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value n_13 = (n > 0 ? a[0] : U);
(void)n_13;
llt_value log_13 = N(0.0);
(void)log_13;
{
llt_value power_14 = N(1.0);
(void)power_14;
for (; ((power_14).of.number < (n_13).of.number); (void)(power_14 = N(((power_14).of.number * 2.0)))) {
(void)({ llt_value t927 = log_13; (void)(log_13 = N((log_13).of.number + 1)); t927; });
}
}
return log_13;
return U;
}
static llt_value g_ceilLog2(llt_value *up, llt_value self, int n, const llt_value *a) {
return f926_ceilLog2(up, self, n, a);
}
static llt_value f922(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_287 = (n > 0 ? a[0] : U);
(void)call_287;
llt_value out_287 = (n > 1 ? a[1] : U);
(void)out_287;
llt_value t923 = call_287;
(void)t923;
llt_value rank_287 = llt_get(t923, k8_rank);
(void)rank_287;
llt_value size_287 = llt_get(t923, k9_size);
(void)size_287;
llt_value bytes_287 = llt_get(t923, k11_bytes);
(void)bytes_287;
llt_value flow_287 = ({ llt_value a924[2]; a924[0] = call_287; a924[1] = out_287; g_flowOf(NULL, U, 2, a924); });
(void)flow_287;
llt_value known2_287 = N(0.0);
(void)known2_287;
{
llt_value bit_288 = N(llt_power(2.0, ((({ llt_value a925[1]; a925[0] = size_287; g_ceilLog2(NULL, U, 1, a925); })).of.number - 1.0)));
(void)bit_288;
for (; ((bit_288).of.number >= 1.0); (void)(bit_288 = N(((bit_288).of.number / 2.0)))) {
{
llt_value own_289 = N(llt_rest_of(llt_floor((((size_287).of.number - 1.0) / (bit_288).of.number)), 2.0));
(void)own_289;
llt_value distance_289 = N(((known2_287).of.number + (own_289).of.number));
(void)distance_289;
llt_value register_289 = ((llt_same(own_289, N(1.0))) ? llt_get(g_Register, k71_Result) : llt_get(g_Register, k73_Rest));
(void)register_289;
(void)({ llt_value o928 = flow_287; ({ llt_value a929[5]; a929[0] = N(llt_rest_of(((rank_287).of.number + (distance_289).of.number), (size_287).of.number)); a929[1] = bytes_287; a929[2] = N(0.0); a929[3] = bytes_287; a929[4] = register_289; llt_call(llt_get(o928, k61_send), o928, 5, a929); }); });
llt_value received_289 = ({ llt_value o930 = out_287; ({ llt_value a931[2]; a931[0] = bytes_287; a931[1] = ({ llt_value a932[2]; a932[0] = N(((rank_287).of.number - (distance_289).of.number)); a932[1] = size_287; g_mod(NULL, U, 2, a932); }); llt_call(llt_get(o930, k77_recv), o930, 2, a931); }); });
(void)received_289;
(void)({ llt_value o933 = flow_287; ({ llt_value a934[2]; a934[0] = received_289; a934[1] = bytes_287; llt_call(llt_get(o933, k35_reduce), o933, 2, a934); }); });
(void)(known2_287 = N(((2.0 * (known2_287).of.number) + (own_289).of.number)));
}
}
}
return U;
}
static void c_RingHand_fields(llt_value self) {
(void)self;
llt_put(self, k131__call, U);
llt_put(self, k66__out, U);
llt_put(self, k132__flow, U);
llt_put(self, k69__held, ({ llt_value t938 = llt_array(0);  t938; }));
}
static llt_value f939(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_290 = (n > 0 ? a[0] : U);
(void)call_290;
llt_value out_290 = (n > 1 ? a[1] : U);
(void)out_290;
(void)llt_put(self, k131__call, call_290);
(void)llt_put(self, k66__out, out_290);
(void)llt_put(self, k132__flow, ({ llt_value a940[3]; a940[0] = out_290; a940[1] = llt_get(llt_get(call_290, k14_options), k88_reducePerByte); a940[2] = B(0); llt_new(&c_DataFlow, 3, a940); }));
return U;
}
static llt_value f946(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e291 = up;
(void)e291;
llt_value from_292 = (n > 0 ? a[0] : U);
(void)from_292;
llt_value end_292 = (n > 1 ? a[1] : U);
(void)end_292;
llt_value i_292 = (n > 2 ? a[2] : U);
(void)i_292;
llt_value op_292 = ({ llt_value o947 = llt_get(e291[1], k66__out); ({ llt_value a948[2]; a948[0] = N(((end_292).of.number - (from_292).of.number)); a948[1] = N(llt_rest_of(((e291[2]).of.number + 1.0), (e291[3]).of.number)); llt_call(llt_get(o947, k61_send), o947, 2, a948); }); });
(void)op_292;
if (((i_292).of.number < (llt_get(llt_get(e291[1], k69__held), k83_length)).of.number)) {
(void)({ llt_value o949 = llt_get(e291[1], k66__out); ({ llt_value a950[2]; a950[0] = op_292; a950[1] = llt_at(llt_get(e291[1], k69__held), i_292); llt_call(llt_get(o949, k74_requires), o949, 2, a950); }); });
}
return U;
}
static llt_value f953(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e291 = up;
(void)e291;
llt_value from_293 = (n > 0 ? a[0] : U);
(void)from_293;
llt_value end_293 = (n > 1 ? a[1] : U);
(void)end_293;
llt_value left_293 = ({ llt_value a954[2]; a954[0] = N(((e291[2]).of.number - 1.0)); a954[1] = e291[3]; g_mod(NULL, U, 2, a954); });
(void)left_293;
(void)({ llt_value o955 = e291[4]; ({ llt_value a956[1]; a956[0] = (llt_truth(e291[5]) ? ({ llt_value o957 = llt_get(e291[1], k132__flow); ({ llt_value a958[2]; a958[0] = left_293; a958[1] = N(((end_293).of.number - (from_293).of.number)); llt_call(llt_get(o957, k62_combine), o957, 2, a958); }); }) : ({ llt_value o959 = llt_get(e291[1], k132__flow); ({ llt_value a960[2]; a960[0] = left_293; a960[1] = N(((end_293).of.number - (from_293).of.number)); llt_call(llt_get(o959, k63_receive), o959, 2, a960); }); })); llt_m_push(o955, k84_push, 1, a956); }); });
return U;
}
static llt_value f941(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e291 = llt_frame(NULL, 5);
e291[1] = self;
llt_value give_291 = (n > 0 ? a[0] : U);
(void)give_291;
llt_value take_291 = (n > 1 ? a[1] : U);
(void)take_291;
e291[5] = (n > 2 ? a[2] : U);
llt_value t942 = llt_get(e291[1], k131__call);
(void)t942;
e291[2] = llt_get(t942, k8_rank);
e291[3] = llt_get(t942, k9_size);
e291[4] = ({ llt_value t943 = llt_array(0);  t943; });
(void)({ llt_value o944 = e291[1]; ({ llt_value a945[2]; a945[0] = give_291; a945[1] = llt_closure(f946, e291); llt_call(llt_get(o944, k133__segments), o944, 2, a945); }); });
(void)({ llt_value o951 = e291[1]; ({ llt_value a952[2]; a952[0] = take_291; a952[1] = llt_closure(f953, e291); llt_call(llt_get(o951, k133__segments), o951, 2, a952); }); });
(void)llt_put(e291[1], k69__held, e291[4]);
return U;
}
static llt_value f961(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value share_294 = (n > 0 ? a[0] : U);
(void)share_294;
llt_value each_294 = (n > 1 ? a[1] : U);
(void)each_294;
llt_value t962 = llt_get(self, k131__call);
(void)t962;
llt_value size_294 = llt_get(t962, k9_size);
(void)size_294;
llt_value bytes_294 = llt_get(t962, k11_bytes);
(void)bytes_294;
llt_value options_294 = llt_get(t962, k14_options);
(void)options_294;
llt_value start_294 = ({ llt_value a963[3]; a963[0] = bytes_294; a963[1] = size_294; a963[2] = share_294; g_elementShare(NULL, U, 3, a963); });
(void)start_294;
llt_value length_294 = N(((({ llt_value a964[3]; a964[0] = bytes_294; a964[1] = size_294; a964[2] = N(((share_294).of.number + 1.0)); g_elementShare(NULL, U, 3, a964); })).of.number - (start_294).of.number));
(void)length_294;
llt_value segments_294 = ({ llt_value a965[2]; a965[0] = length_294; a965[1] = llt_get(options_294, k115_segment); g_segmentCount(NULL, U, 2, a965); });
(void)segments_294;
{
llt_value i_295 = N(0.0);
(void)i_295;
for (; ((i_295).of.number < (segments_294).of.number); (void)({ llt_value t966 = i_295; (void)(i_295 = N((i_295).of.number + 1)); t966; })) {
{
(void)({ llt_value o967 = each_294; ({ llt_value a968[3]; a968[0] = N(((start_294).of.number + (({ llt_value a969[3]; a969[0] = length_294; a969[1] = segments_294; a969[2] = i_295; g_shareStart(NULL, U, 3, a969); })).of.number)); a968[1] = N(((start_294).of.number + (({ llt_value a970[3]; a970[0] = length_294; a970[1] = segments_294; a970[2] = N(((i_295).of.number + 1.0)); g_shareStart(NULL, U, 3, a970); })).of.number)); a968[2] = i_295; llt_call(o967, U, 3, a968); }); });
}
}
}
return U;
}
static llt_class c_RingHand = {c_RingHand_fields, f939, 2, {{k134_step, f941}, {k133__segments, f961}}};
static llt_value f936(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_297 = (n > 0 ? a[0] : U);
(void)call_297;
llt_value out_297 = (n > 1 ? a[1] : U);
(void)out_297;
llt_value t937 = call_297;
(void)t937;
llt_value rank_297 = llt_get(t937, k8_rank);
(void)rank_297;
llt_value size_297 = llt_get(t937, k9_size);
(void)size_297;
llt_value hand_297 = ({ llt_value a971[2]; a971[0] = call_297; a971[1] = out_297; llt_new(&c_RingHand, 2, a971); });
(void)hand_297;
{
llt_value step_298 = N(0.0);
(void)step_298;
for (; (((step_298).of.number + 1.0) < (size_297).of.number); (void)({ llt_value t972 = step_298; (void)(step_298 = N((step_298).of.number + 1)); t972; })) {
{
(void)({ llt_value o973 = hand_297; ({ llt_value a974[3]; a974[0] = ({ llt_value a975[2]; a975[0] = N(((rank_297).of.number - (step_298).of.number)); a975[1] = size_297; g_mod(NULL, U, 2, a975); }); a974[1] = ({ llt_value a976[2]; a976[0] = N((((rank_297).of.number - (step_298).of.number) - 1.0)); a976[1] = size_297; g_mod(NULL, U, 2, a976); }); a974[2] = B(1); llt_call(llt_get(o973, k134_step), o973, 3, a974); }); });
}
}
}
{
llt_value step_300 = N(0.0);
(void)step_300;
for (; (((step_300).of.number + 1.0) < (size_297).of.number); (void)({ llt_value t977 = step_300; (void)(step_300 = N((step_300).of.number + 1)); t977; })) {
{
(void)({ llt_value o978 = hand_297; ({ llt_value a979[3]; a979[0] = ({ llt_value a980[2]; a980[0] = N((((rank_297).of.number + 1.0) - (step_300).of.number)); a980[1] = size_297; g_mod(NULL, U, 2, a980); }); a979[1] = ({ llt_value a981[2]; a981[0] = N(((rank_297).of.number - (step_300).of.number)); a981[1] = size_297; g_mod(NULL, U, 2, a981); }); a979[2] = B(0); llt_call(llt_get(o978, k134_step), o978, 3, a979); }); });
}
}
}
return U;
}
static llt_value f983(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_302 = (n > 0 ? a[0] : U);
(void)call_302;
llt_value out_302 = (n > 1 ? a[1] : U);
(void)out_302;
llt_value t984 = call_302;
(void)t984;
llt_value rank_302 = llt_get(t984, k8_rank);
(void)rank_302;
llt_value size_302 = llt_get(t984, k9_size);
(void)size_302;
llt_value bytes_302 = llt_get(t984, k11_bytes);
(void)bytes_302;
llt_value flow_302 = ({ llt_value a985[3]; a985[0] = out_302; a985[1] = llt_get(llt_get(call_302, k14_options), k88_reducePerByte); a985[2] = B(1); llt_new(&c_DataFlow, 3, a985); });
(void)flow_302;
llt_value held_302 = N((-1.0));
(void)held_302;
{
llt_value step_303 = N(0.0);
(void)step_303;
for (; (((step_303).of.number + 1.0) < (size_302).of.number); (void)({ llt_value t986 = step_303; (void)(step_303 = N((step_303).of.number + 1)); t986; })) {
{
llt_value sent_304 = ({ llt_value o987 = out_302; ({ llt_value a988[2]; a988[0] = bytes_302; a988[1] = N(llt_rest_of(((rank_302).of.number + 1.0), (size_302).of.number)); llt_call(llt_get(o987, k61_send), o987, 2, a988); }); });
(void)sent_304;
if (((held_302).of.number >= 0.0)) {
(void)({ llt_value o989 = out_302; ({ llt_value a990[2]; a990[0] = sent_304; a990[1] = held_302; llt_call(llt_get(o989, k74_requires), o989, 2, a990); }); });
}
(void)(held_302 = ({ llt_value o991 = out_302; ({ llt_value a992[2]; a992[0] = bytes_302; a992[1] = ({ llt_value a993[2]; a993[0] = N(((rank_302).of.number - 1.0)); a993[1] = size_302; g_mod(NULL, U, 2, a993); }); llt_call(llt_get(o991, k77_recv), o991, 2, a992); }); }));
(void)({ llt_value o994 = flow_302; ({ llt_value a995[2]; a995[0] = held_302; a995[1] = bytes_302; llt_call(llt_get(o994, k35_reduce), o994, 2, a995); }); });
}
}
}
return U;
}
static llt_value f1000(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e311 = up;
(void)e311;
llt_value call_312 = (n > 0 ? a[0] : U);
(void)call_312;
llt_value out_312 = (n > 1 ? a[1] : U);
(void)out_312;
llt_value rooted_312 = ({ llt_value t1001 = llt_object(2); llt_put_all(t1001, call_312); llt_put(t1001, k10_root, N(0.0)); t1001; });
(void)rooted_312;
(void)({ llt_value a1002[4]; a1002[0] = rooted_312; a1002[1] = out_312; a1002[2] = e311[1]; a1002[3] = ({ llt_value a1003[3]; a1003[0] = rooted_312; a1003[1] = out_312; a1003[2] = ({ llt_value t1004 = llt_object(2); llt_put_all(t1004, e311[1]); llt_put(t1004, k111_order, e311[2]); t1004; }); g_reduceTree(NULL, U, 3, a1003); }); g_bcastTree(NULL, U, 4, a1002); });
return U;
}
static llt_value f997_upAndDown(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e311 = llt_frame(NULL, 2);
llt_value name_311 = (n > 0 ? a[0] : U);
(void)name_311;
llt_value summary_311 = (n > 1 ? a[1] : U);
(void)summary_311;
llt_value tree_311 = (n > 2 ? a[2] : U);
(void)tree_311;
llt_value depth_311 = (n > 3 ? a[3] : U);
(void)depth_311;
e311[2] = (n > 4 ? a[4] : U);
e311[1] = ({ llt_value t998 = llt_object(4); llt_put(t998, k105_tree, tree_311); llt_put(t998, k110_fanout, N(1.0)); llt_put(t998, k115_segment, N(0.0)); llt_put(t998, k10_root, S(k109_swap)); t998; });
return ({ llt_value t999 = llt_object(5); llt_put(t999, k37_name, name_311); llt_put(t999, k39_emit, llt_closure(f1000, e311)); t999; });
return U;
}
static llt_value g_upAndDown(llt_value *up, llt_value self, int n, const llt_value *a) {
return f997_upAndDown(up, self, n, a);
}
static llt_value f1042(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_228 = (n > 0 ? a[0] : U);
(void)size_228;
llt_value elements_228 = (n > 1 ? a[1] : U);
(void)elements_228;
return (((elements_228).of.number < (size_228).of.number) ? S(k49_linear) : U);
}
static llt_value g_linearForFewer(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1042(up, self, n, a);
}
static llt_value f1065(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_227 = (n > 0 ? a[0] : U);
(void)size_227;
llt_value elements_227 = (n > 1 ? a[1] : U);
(void)elements_227;
return (((elements_227).of.number < (({ llt_value a1066[1]; a1066[0] = size_227; g_powerBelow(NULL, U, 1, a1066); })).of.number) ? S(k49_linear) : U);
}
static llt_value g_linearForFew(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1065(up, self, n, a);
}
static llt_value f1083(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_226 = (n > 0 ? a[0] : U);
(void)size_226;
llt_value elements_226 = (n > 1 ? a[1] : U);
(void)elements_226;
return (((elements_226).of.number < (size_226).of.number) ? S(k46_recursive_doubling) : U);
}
static llt_value g_doublingForFew(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1083(up, self, n, a);
}
static llt_value f1102(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_229 = (n > 0 ? a[0] : U);
(void)size_229;
return (llt_truth(({ llt_value a1103[1]; a1103[0] = size_229; g_isPower(NULL, U, 1, a1103); })) ? U : S(k47_bruck));
}
static llt_value g_bruckElse(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1102(up, self, n, a);
}
static llt_value f1138(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_230 = (n > 0 ? a[0] : U);
(void)bytes_230;
return N(llt_floor((bytes_230).of.number));
}
static llt_value f1223(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_231 = (n > 0 ? a[0] : U);
(void)bytes_231;
llt_value size_231 = (n > 1 ? a[1] : U);
(void)size_231;
return N(((bytes_231).of.number * (size_231).of.number));
}
static llt_value f1238(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e236 = up;
(void)e236;
llt_value t1239 = (n > 0 ? a[0] : U);
(void)t1239;
llt_value below_237 = llt_at(t1239, N(0));
(void)below_237;
return B(((e236[1]).of.number < (below_237).of.number));
}
static llt_value f1245_pick(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value thresholds_232 = (n > 0 ? a[0] : U);
(void)thresholds_232;
llt_value measure_232 = (n > 1 ? a[1] : U);
(void)measure_232;
llt_value entries_232 = ({ llt_value o1246 = thresholds_232; ({ llt_value a1247[1]; a1247[0] = S(k242__); llt_m_split(o1246, k243_split, 1, a1247); }); });
(void)entries_232;
{
llt_value t1248 = entries_232;
for (int i1249 = 0; i1249 < llt_length(t1248); i1249++)
{
llt_value entry_233 = llt_at(t1248, N(i1249));
(void)entry_233;
{
llt_value t1252 = ({ llt_value o1250 = entry_233; ({ llt_value a1251[1]; a1251[0] = S(k244__); llt_m_split(o1250, k243_split, 1, a1251); }); });
(void)t1252;
llt_value below_234 = llt_at(t1252, N(0));
(void)below_234;
llt_value algorithm_234 = llt_at(t1252, N(1));
(void)algorithm_234;
if ((llt_same(algorithm_234, U))) {
return llt_to_number(below_234);
}
if (((measure_232).of.number < (llt_to_number(below_234)).of.number)) {
return llt_to_number(algorithm_234);
}
}
}
}
llt_impossible();
return U;
}
static llt_value g_pick(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1245_pick(up, self, n, a);
}
static llt_value f1254_numberedChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value collective_235 = (n > 0 ? a[0] : U);
(void)collective_235;
llt_value number_235 = (n > 1 ? a[1] : U);
(void)number_235;
llt_value size_235 = (n > 2 ? a[2] : U);
(void)size_235;
llt_value bytes_235 = (n > 3 ? a[3] : U);
(void)bytes_235;
llt_value counterpart_235 = llt_at(llt_get(llt_at(g_RULES, collective_235), k139_algorithms), number_235);
(void)counterpart_235;
if ((llt_same(counterpart_235, U))) {
llt_impossible();
}
llt_value t1255 = counterpart_235;
(void)t1255;
llt_value ours_235 = llt_get(t1255, k141_ours);
(void)ours_235;
llt_value options_235 = llt_get(t1255, k14_options);
(void)options_235;
llt_value instead_235 = llt_get(t1255, k150_instead);
(void)instead_235;
llt_value elements_235 = N(llt_max(1.0, llt_floor(((bytes_235).of.number / (g_ELEMENT_BYTES).of.number))));
(void)elements_235;
return ({ llt_value t1256 = llt_object(3); llt_put(t1256, k141_ours, ({ llt_value t1257 = ({ llt_value t1258 = instead_235; llt_nothing(t1258) ? U : ({ llt_value o1259 = t1258; ({ llt_value a1260[2]; a1260[0] = size_235; a1260[1] = elements_235; llt_call(o1259, U, 2, a1260); }); }); }); llt_nothing(t1257) ? ours_235 : t1257; })); llt_put(t1256, k14_options, ({ llt_value t1261 = llt_object(2); llt_put(t1261, k101_flow, S(k245_complete)); llt_put_all(t1261, options_235); t1261; })); t1256; });
return U;
}
static llt_value g_numberedChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1254_numberedChoice(up, self, n, a);
}
static llt_value f1013_ruledChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e236 = llt_frame(NULL, 1);
llt_value collective_236 = (n > 0 ? a[0] : U);
(void)collective_236;
e236[1] = (n > 1 ? a[1] : U);
llt_value bytes_236 = (n > 2 ? a[2] : U);
(void)bytes_236;
llt_value rules_236 = llt_at(g_RULES, collective_236);
(void)rules_236;
llt_value row_236 = ({ llt_value o1236 = llt_get(rules_236, k146_table); ({ llt_value a1237[1]; a1237[0] = llt_closure(f1238, e236); llt_m_find(o1236, k99_find, 1, a1237); }); });
(void)row_236;
if ((llt_same(row_236, U))) {
llt_impossible();
}
llt_value number_236 = ({ llt_value a1240[2]; a1240[0] = llt_at(row_236, N(1.0)); a1240[1] = ({ llt_value t1241 = ({ llt_value o1242 = rules_236; ({ llt_value m1243 = llt_get(o1242, k200_measure); llt_nothing(m1243) ? U : ({ llt_value a1244[2]; a1244[0] = bytes_236; a1244[1] = e236[1]; llt_call(m1243, o1242, 2, a1244); }); }); }); llt_nothing(t1241) ? bytes_236 : t1241; }); g_pick(NULL, U, 2, a1240); });
(void)number_236;
return ({ llt_value a1253[4]; a1253[0] = collective_236; a1253[1] = number_236; a1253[2] = e236[1]; a1253[3] = bytes_236; g_numberedChoice(NULL, U, 4, a1253); });
return U;
}
static llt_value g_ruledChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1013_ruledChoice(up, self, n, a);
}
static llt_value f1265(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e238 = up;
(void)e238;
llt_value t1266 = (n > 0 ? a[0] : U);
(void)t1266;
llt_value name_239 = llt_get(t1266, k37_name);
(void)name_239;
return B((llt_same(name_239, e238[1])));
}
static llt_value f1011_ruledPart(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e238 = llt_frame(NULL, 1);
llt_value collective_238 = (n > 0 ? a[0] : U);
(void)collective_238;
llt_value among_238 = (n > 1 ? a[1] : U);
(void)among_238;
llt_value call_238 = (n > 2 ? a[2] : U);
(void)call_238;
llt_value t1262 = ({ llt_value a1012[3]; a1012[0] = collective_238; a1012[1] = llt_get(call_238, k9_size); a1012[2] = llt_get(call_238, k11_bytes); g_ruledChoice(NULL, U, 3, a1012); });
(void)t1262;
e238[1] = llt_get(t1262, k141_ours);
llt_value options_238 = llt_get(t1262, k14_options);
(void)options_238;
llt_value algorithm_238 = ({ llt_value o1263 = among_238; ({ llt_value a1264[1]; a1264[0] = llt_closure(f1265, e238); llt_m_find(o1263, k99_find, 1, a1264); }); });
(void)algorithm_238;
if ((llt_same(algorithm_238, U))) {
llt_impossible();
}
return ({ llt_value t1267 = llt_object(2); llt_put(t1267, k100_algorithm, algorithm_238); llt_put(t1267, k246_call, ({ llt_value t1268 = llt_object(2); llt_put_all(t1268, call_238); llt_put(t1268, k14_options, ({ llt_value t1269 = llt_object(3); llt_put_all(t1269, llt_get(call_238, k14_options)); llt_put(t1269, k115_segment, N(0.0)); llt_put_all(t1269, options_238); t1269; })); t1268; })); t1267; });
return U;
}
static llt_value g_ruledPart(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1011_ruledPart(up, self, n, a);
}
static void c_PartSink_fields(llt_value self) {
(void)self;
llt_put(self, k247_payload, U);
llt_put(self, k66__out, U);
llt_put(self, k248__ops, ({ llt_value t1276 = llt_array(0);  t1276; }));
llt_put(self, k249__waiting, llt_set());
llt_put(self, k250__waitedFor, llt_set());
}
static llt_value f1281(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e37 = up;
(void)e37;
llt_value send_38 = (n > 0 ? a[0] : U);
(void)send_38;
llt_value from_38 = (n > 1 ? a[1] : U);
(void)from_38;
llt_value to_38 = (n > 2 ? a[2] : U);
(void)to_38;
llt_value register_38 = (n > 3 ? a[3] : U);
(void)register_38;
return ({ llt_value o1282 = e37[1]; ({ llt_value a1283[4]; a1283[0] = send_38; a1283[1] = ((llt_same(e37[2], U)) ? from_38 : N(0.0)); a1283[2] = ({ llt_value t1284 = e37[2]; llt_nothing(t1284) ? to_38 : t1284; }); a1283[3] = register_38; llt_call(llt_get(o1282, k251_carries), o1282, 4, a1283); }); });
}
static llt_value f1285(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e37 = up;
(void)e37;
llt_value recv_39 = (n > 0 ? a[0] : U);
(void)recv_39;
llt_value effect_39 = (n > 1 ? a[1] : U);
(void)effect_39;
llt_value register_39 = (n > 2 ? a[2] : U);
(void)register_39;
return ({ llt_value o1286 = e37[1]; ({ llt_value a1287[3]; a1287[0] = recv_39; a1287[1] = effect_39; a1287[2] = register_39; llt_call(llt_get(o1286, k252_takes), o1286, 3, a1287); }); });
}
static llt_value f1277(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e37 = llt_frame(NULL, 2);
llt_value out_37 = (n > 0 ? a[0] : U);
(void)out_37;
e37[2] = (n > 1 ? a[1] : U);
(void)llt_put(self, k66__out, out_37);
llt_value t1278 = out_37;
(void)t1278;
e37[1] = llt_get(t1278, k247_payload);
(void)llt_put(self, k247_payload, ({ llt_value t1279 = e37[1]; llt_truth(t1279) ? ({ llt_value t1280 = llt_object(2); llt_put(t1280, k251_carries, llt_closure(f1281, e37)); llt_put(t1280, k252_takes, llt_closure(f1285, e37)); t1280; }) : t1279; }));
return U;
}
static llt_value f1288(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_40 = (n > 0 ? a[0] : U);
(void)bytes_40;
llt_value to_40 = (n > 1 ? a[1] : U);
(void)to_40;
return ({ llt_value o1289 = self; ({ llt_value a1290[1]; a1290[0] = ({ llt_value o1291 = llt_get(self, k66__out); ({ llt_value a1292[2]; a1292[0] = bytes_40; a1292[1] = to_40; llt_call(llt_get(o1291, k61_send), o1291, 2, a1292); }); }); llt_call(llt_get(o1289, k253__noted), o1289, 1, a1290); }); });
return U;
}
static llt_value f1293(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_41 = (n > 0 ? a[0] : U);
(void)bytes_41;
llt_value from_41 = (n > 1 ? a[1] : U);
(void)from_41;
return ({ llt_value o1294 = self; ({ llt_value a1295[1]; a1295[0] = ({ llt_value o1296 = llt_get(self, k66__out); ({ llt_value a1297[2]; a1297[0] = bytes_41; a1297[1] = from_41; llt_call(llt_get(o1296, k77_recv), o1296, 2, a1297); }); }); llt_call(llt_get(o1294, k253__noted), o1294, 1, a1295); }); });
return U;
}
static llt_value f1298(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_42 = (n > 0 ? a[0] : U);
(void)bytes_42;
llt_value from_42 = (n > 1 ? a[1] : U);
(void)from_42;
return ({ llt_value o1299 = self; ({ llt_value a1300[1]; a1300[0] = ({ llt_value o1301 = llt_get(self, k66__out); ({ llt_value a1302[2]; a1302[0] = bytes_42; a1302[1] = from_42; llt_call(llt_get(o1301, k78_irecv), o1301, 2, a1302); }); }); llt_call(llt_get(o1299, k253__noted), o1299, 1, a1300); }); });
return U;
}
static llt_value f1303(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value ns_43 = (n > 0 ? a[0] : U);
(void)ns_43;
return ({ llt_value o1304 = self; ({ llt_value a1305[1]; a1305[0] = ({ llt_value o1306 = llt_get(self, k66__out); ({ llt_value a1307[1]; a1307[0] = ns_43; llt_call(llt_get(o1306, k80_calc), o1306, 1, a1307); }); }); llt_call(llt_get(o1304, k253__noted), o1304, 1, a1305); }); });
return U;
}
static llt_value f1308(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value after_44 = (n > 0 ? a[0] : U);
(void)after_44;
llt_value before_44 = (n > 1 ? a[1] : U);
(void)before_44;
(void)({ llt_value o1309 = llt_get(self, k249__waiting); ({ llt_value a1310[1]; a1310[0] = after_44; llt_m_add(o1309, k254_add, 1, a1310); }); });
(void)({ llt_value o1311 = llt_get(self, k250__waitedFor); ({ llt_value a1312[1]; a1312[0] = before_44; llt_m_add(o1311, k254_add, 1, a1312); }); });
(void)({ llt_value o1313 = llt_get(self, k66__out); ({ llt_value a1314[2]; a1314[0] = after_44; a1314[1] = before_44; llt_call(llt_get(o1313, k74_requires), o1313, 2, a1314); }); });
return U;
}
static llt_value f1318(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e45 = up;
(void)e45;
llt_value op_46 = (n > 0 ? a[0] : U);
(void)op_46;
return B((!llt_truth(({ llt_value o1319 = llt_get(e45[1], k249__waiting); ({ llt_value a1320[1]; a1320[0] = op_46; llt_m_has(o1319, k255_has, 1, a1320); }); }))));
}
static llt_value f1315(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e45 = llt_frame(NULL, 1);
e45[1] = self;
return ({ llt_value o1316 = llt_get(e45[1], k248__ops); ({ llt_value a1317[1]; a1317[0] = llt_closure(f1318, e45); llt_m_filter(o1316, k120_filter, 1, a1317); }); });
return U;
}
static llt_value f1324(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e47 = up;
(void)e47;
llt_value op_48 = (n > 0 ? a[0] : U);
(void)op_48;
return B((!llt_truth(({ llt_value o1325 = llt_get(e47[1], k250__waitedFor); ({ llt_value a1326[1]; a1326[0] = op_48; llt_m_has(o1325, k255_has, 1, a1326); }); }))));
}
static llt_value f1321(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e47 = llt_frame(NULL, 1);
e47[1] = self;
return ({ llt_value o1322 = llt_get(e47[1], k248__ops); ({ llt_value a1323[1]; a1323[0] = llt_closure(f1324, e47); llt_m_filter(o1322, k120_filter, 1, a1323); }); });
return U;
}
static llt_value f1327(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value op_49 = (n > 0 ? a[0] : U);
(void)op_49;
(void)({ llt_value o1328 = llt_get(self, k248__ops); ({ llt_value a1329[1]; a1329[0] = op_49; llt_m_push(o1328, k84_push, 1, a1329); }); });
return op_49;
return U;
}
static llt_class c_PartSink = {c_PartSink_fields, f1277, 8, {{k61_send, f1288}, {k77_recv, f1293}, {k78_irecv, f1298}, {k80_calc, f1303}, {k74_requires, f1308}, {k256_first, f1315}, {k257_last, f1321}, {k253__noted, f1327}}};
static llt_value f1271_emitInTurn(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value parts_50 = (n > 0 ? a[0] : U);
(void)parts_50;
llt_value out_50 = (n > 1 ? a[1] : U);
(void)out_50;
llt_value before_50 = ({ llt_value t1272 = llt_array(0);  t1272; });
(void)before_50;
{
llt_value t1273 = parts_50;
for (int i1274 = 0; i1274 < llt_length(t1273); i1274++)
{
llt_value t1275 = llt_at(t1273, N(i1274));
(void)t1275;
llt_value algorithm_51 = llt_get(t1275, k100_algorithm);
(void)algorithm_51;
llt_value call_51 = llt_get(t1275, k246_call);
(void)call_51;
llt_value slots_51 = llt_get(t1275, k65_slots);
(void)slots_51;
{
llt_value sink_52 = ({ llt_value a1330[2]; a1330[0] = out_50; a1330[1] = slots_51; llt_new(&c_PartSink, 2, a1330); });
(void)sink_52;
(void)({ llt_value o1331 = algorithm_51; ({ llt_value a1332[2]; a1332[0] = call_51; a1332[1] = sink_52; llt_call(llt_get(o1331, k39_emit), o1331, 2, a1332); }); });
{
llt_value t1333 = ({ llt_value o1339 = sink_52; llt_call(llt_get(o1339, k256_first), o1339, 0, NULL); });
for (int i1334 = 0; i1334 < llt_length(t1333); i1334++)
{
llt_value op_53 = llt_at(t1333, N(i1334));
(void)op_53;
{
llt_value t1335 = before_50;
for (int i1336 = 0; i1336 < llt_length(t1335); i1336++)
{
llt_value done_54 = llt_at(t1335, N(i1336));
(void)done_54;
(void)({ llt_value o1337 = out_50; ({ llt_value a1338[2]; a1338[0] = op_53; a1338[1] = done_54; llt_call(llt_get(o1337, k74_requires), o1337, 2, a1338); }); });
}
}
}
}
llt_value last_52 = ({ llt_value o1340 = sink_52; llt_call(llt_get(o1340, k257_last), o1340, 0, NULL); });
(void)last_52;
if (((llt_get(last_52, k83_length)).of.number > 0.0)) {
(void)(before_50 = last_52);
}
}
}
}
return U;
}
static llt_value g_emitInTurn(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1271_emitInTurn(up, self, n, a);
}
static llt_value f1006(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_314 = (n > 0 ? a[0] : U);
(void)call_314;
llt_value out_314 = (n > 1 ? a[1] : U);
(void)out_314;
llt_value rooted_314 = ({ llt_value t1007 = llt_object(2); llt_put_all(t1007, call_314); llt_put(t1007, k10_root, N(0.0)); t1007; });
(void)rooted_314;
(void)({ llt_value a1008[2]; a1008[0] = ({ llt_value t1009 = llt_array(2); llt_push(t1009, ({ llt_value a1010[3]; a1010[0] = S(k35_reduce); a1010[1] = g_REDUCE; a1010[2] = rooted_314; g_ruledPart(NULL, U, 3, a1010); })); llt_push(t1009, ({ llt_value a1270[3]; a1270[0] = S(k31_bcast); a1270[1] = g_BCAST; a1270[2] = rooted_314; g_ruledPart(NULL, U, 3, a1270); })); t1009; }); a1008[1] = out_314; g_emitInTurn(NULL, U, 2, a1008); });
return U;
}
static llt_value f1342(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_313 = (n > 0 ? a[0] : U);
(void)size_313;
return (((size_313).of.number > 1.0) ? N(1.0) : N(0.0));
}
static llt_value f1354_runBytes(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_17 = (n > 0 ? a[0] : U);
(void)call_17;
llt_value first_17 = (n > 1 ? a[1] : U);
(void)first_17;
llt_value count_17 = (n > 2 ? a[2] : U);
(void)count_17;
if ((llt_same(llt_get(call_17, k12_bytesOf), U))) {
return N(((count_17).of.number * (llt_get(call_17, k11_bytes)).of.number));
}
llt_value sum_17 = N(0.0);
(void)sum_17;
{
llt_value i_18 = N(0.0);
(void)i_18;
for (; ((i_18).of.number < (count_17).of.number); (void)({ llt_value t1355 = i_18; (void)(i_18 = N((i_18).of.number + 1)); t1355; })) {
(void)(sum_17 = N(((sum_17).of.number + (({ llt_value o1356 = call_17; ({ llt_value a1357[1]; a1357[0] = N(llt_rest_of(((first_17).of.number + (i_18).of.number), (llt_get(call_17, k9_size)).of.number)); llt_call(llt_get(o1356, k12_bytesOf), o1356, 1, a1357); }); })).of.number)));
}
}
return sum_17;
return U;
}
static llt_value g_runBytes(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1354_runBytes(up, self, n, a);
}
static llt_value f1359_blockBytes(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_16 = (n > 0 ? a[0] : U);
(void)call_16;
llt_value rank_16 = (n > 1 ? a[1] : U);
(void)rank_16;
return ({ llt_value t1360 = ({ llt_value o1361 = call_16; ({ llt_value m1362 = llt_get(o1361, k12_bytesOf); llt_nothing(m1362) ? U : ({ llt_value a1363[1]; a1363[0] = rank_16; llt_call(m1362, o1361, 1, a1363); }); }); }); llt_nothing(t1360) ? llt_get(call_16, k11_bytes) : t1360; });
return U;
}
static llt_value g_blockBytes(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1359_blockBytes(up, self, n, a);
}
static llt_value f1347_disseminate(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_241 = (n > 0 ? a[0] : U);
(void)call_241;
llt_value out_241 = (n > 1 ? a[1] : U);
(void)out_241;
llt_value complete_241 = (n > 2 ? a[2] : U);
(void)complete_241;
llt_value t1348 = call_241;
(void)t1348;
llt_value rank_241 = llt_get(t1348, k8_rank);
(void)rank_241;
llt_value size_241 = llt_get(t1348, k9_size);
(void)size_241;
llt_value flow_241 = ({ llt_value a1349[3]; a1349[0] = out_241; a1349[1] = N(0.0); a1349[2] = complete_241; llt_new(&c_DataFlow, 3, a1349); });
(void)flow_241;
{
llt_value distance_242 = N(1.0);
(void)distance_242;
for (; ((distance_242).of.number < (size_241).of.number); (void)(distance_242 = N(((distance_242).of.number * 2.0)))) {
{
llt_value count_243 = N(llt_min((distance_242).of.number, ((size_241).of.number - (distance_242).of.number)));
(void)count_243;
llt_value from_243 = ({ llt_value a1350[2]; a1350[0] = N(((rank_241).of.number - (distance_242).of.number)); a1350[1] = size_241; g_mod(NULL, U, 2, a1350); });
(void)from_243;
llt_value first_243 = ({ llt_value a1351[2]; a1351[0] = N((((rank_241).of.number - (count_243).of.number) + 1.0)); a1351[1] = size_241; g_mod(NULL, U, 2, a1351); });
(void)first_243;
llt_value theirs_243 = ({ llt_value a1352[2]; a1352[0] = N((((from_243).of.number - (count_243).of.number) + 1.0)); a1352[1] = size_241; g_mod(NULL, U, 2, a1352); });
(void)theirs_243;
llt_value bytes_243 = (llt_truth(complete_241) ? ({ llt_value a1353[3]; a1353[0] = call_241; a1353[1] = first_243; a1353[2] = count_243; g_runBytes(NULL, U, 3, a1353); }) : ({ llt_value a1358[2]; a1358[0] = call_241; a1358[1] = rank_241; g_blockBytes(NULL, U, 2, a1358); }));
(void)bytes_243;
(void)({ llt_value o1364 = flow_241; ({ llt_value a1365[5]; a1365[0] = N(llt_rest_of(((rank_241).of.number + (distance_242).of.number), (size_241).of.number)); a1365[1] = bytes_243; a1365[2] = first_243; a1365[3] = count_243; a1365[4] = size_241; llt_call(llt_get(o1364, k85_sendRun), o1364, 5, a1365); }); });
(void)({ llt_value o1366 = flow_241; ({ llt_value a1367[2]; a1367[0] = from_243; a1367[1] = (llt_truth(complete_241) ? ({ llt_value a1368[3]; a1368[0] = call_241; a1368[1] = theirs_243; a1368[2] = count_243; g_runBytes(NULL, U, 3, a1368); }) : ({ llt_value a1369[2]; a1369[0] = call_241; a1369[1] = from_243; g_blockBytes(NULL, U, 2, a1369); })); llt_call(llt_get(o1366, k63_receive), o1366, 2, a1367); }); });
}
}
}
return U;
}
static llt_value g_disseminate(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1347_disseminate(up, self, n, a);
}
static llt_value f1345(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_244 = (n > 0 ? a[0] : U);
(void)call_244;
llt_value out_244 = (n > 1 ? a[1] : U);
(void)out_244;
return ({ llt_value a1346[3]; a1346[0] = call_244; a1346[1] = out_244; a1346[2] = B((!llt_same(llt_get(llt_get(call_244, k14_options), k101_flow), S(k102_published)))); g_disseminate(NULL, U, 3, a1346); });
}
static llt_value f1375(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e248 = up;
(void)e248;
llt_value first_249 = (n > 0 ? a[0] : U);
(void)first_249;
llt_value count_249 = (n > 1 ? a[1] : U);
(void)count_249;
return ({ llt_value a1376[3]; a1376[0] = e248[1]; a1376[1] = first_249; a1376[2] = count_249; g_runBytes(NULL, U, 3, a1376); });
}
static llt_value f1377(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e248 = up;
(void)e248;
llt_value i_250 = (n > 0 ? a[0] : U);
(void)i_250;
return i_250;
}
static llt_value f1380(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e248 = up;
(void)e248;
llt_value rank_251 = (n > 0 ? a[0] : U);
(void)rank_251;
return rank_251;
}
static llt_value f1373_gatherBlocks(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e248 = llt_frame(NULL, 1);
llt_value gather_248 = (n > 0 ? a[0] : U);
(void)gather_248;
e248[1] = (n > 1 ? a[1] : U);
llt_value out_248 = (n > 2 ? a[2] : U);
(void)out_248;
llt_value runs_248 = ({ llt_value t1374 = llt_object(2); llt_put(t1374, k11_bytes, llt_closure(f1375, e248)); llt_put(t1374, k65_slots, llt_closure(f1377, e248)); t1374; });
(void)runs_248;
(void)({ llt_value o1378 = gather_248; ({ llt_value a1379[6]; a1379[0] = llt_get(e248[1], k8_rank); a1379[1] = llt_get(e248[1], k9_size); a1379[2] = llt_closure(f1380, e248); a1379[3] = runs_248; a1379[4] = ({ llt_value a1381[3]; a1381[0] = out_248; a1381[1] = N(0.0); a1381[2] = B(1); llt_new(&c_DataFlow, 3, a1381); }); a1379[5] = out_248; llt_call(o1378, U, 6, a1379); }); });
return U;
}
static llt_value g_gatherBlocks(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1373_gatherBlocks(up, self, n, a);
}
static llt_value f1371(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_252 = (n > 0 ? a[0] : U);
(void)call_252;
llt_value out_252 = (n > 1 ? a[1] : U);
(void)out_252;
return ({ llt_value a1372[3]; a1372[0] = llt_closure(g_gatherByRing, NULL); a1372[1] = call_252; a1372[2] = out_252; g_gatherBlocks(NULL, U, 3, a1372); });
}
static llt_value f1388(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e65 = up;
(void)e65;
llt_value i_66 = (n > 0 ? a[0] : U);
(void)i_66;
return ({ llt_value o1389 = e65[1]; ({ llt_value a1390[2]; a1390[0] = i_66; a1390[1] = N(1.0); llt_call(llt_get(o1389, k11_bytes), o1389, 2, a1390); }); });
}
static llt_value f1391(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e65 = up;
(void)e65;
llt_value i_67 = (n > 0 ? a[0] : U);
(void)i_67;
return N(({ const double d1396 = (({ llt_value o1392 = e65[1]; ({ llt_value a1393[2]; a1393[0] = N(0.0); a1393[1] = e65[2]; llt_call(llt_get(o1392, k11_bytes), o1392, 2, a1393); }); })).of.number; const double d1397 = (({ llt_value o1394 = e65[3]; ({ llt_value a1395[1]; a1395[0] = i_67; llt_call(o1394, U, 1, a1395); }); })).of.number; (d1396 - d1397); }));
}
static llt_value f1425_placeStart(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value place_21 = (n > 0 ? a[0] : U);
(void)place_21;
llt_value rest_21 = (n > 1 ? a[1] : U);
(void)rest_21;
return (((place_21).of.number < (rest_21).of.number) ? N((2.0 * (place_21).of.number)) : N(((place_21).of.number + (rest_21).of.number)));
return U;
}
static llt_value g_placeStart(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1425_placeStart(up, self, n, a);
}
static llt_value f1385(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e65 = llt_frame(NULL, 3);
llt_value v_65 = (n > 0 ? a[0] : U);
(void)v_65;
e65[2] = (n > 1 ? a[1] : U);
llt_value named_65 = (n > 2 ? a[2] : U);
(void)named_65;
e65[1] = (n > 3 ? a[3] : U);
llt_value flow_65 = (n > 4 ? a[4] : U);
(void)flow_65;
llt_value out_65 = (n > 5 ? a[5] : U);
(void)out_65;
llt_value t1387 = ({ llt_value a1386[2]; a1386[0] = v_65; a1386[1] = e65[2]; g_fold(NULL, U, 2, a1386); });
(void)t1387;
llt_value power_65 = llt_get(t1387, k57_power);
(void)power_65;
llt_value rest_65 = llt_get(t1387, k58_rest);
(void)rest_65;
llt_value place_65 = llt_get(t1387, k59_place);
(void)place_65;
llt_value neighbour_65 = llt_get(t1387, k60_neighbour);
(void)neighbour_65;
e65[3] = llt_closure(f1388, e65);
llt_value others_65 = llt_closure(f1391, e65);
(void)others_65;
if (((place_65).of.number < 0.0)) {
{
(void)({ llt_value o1398 = flow_65; ({ llt_value a1399[4]; a1399[0] = ({ llt_value o1400 = named_65; ({ llt_value a1401[1]; a1401[0] = neighbour_65; llt_call(o1400, U, 1, a1401); }); }); a1399[1] = ({ llt_value o1402 = e65[3]; ({ llt_value a1403[1]; a1403[0] = v_65; llt_call(o1402, U, 1, a1403); }); }); a1399[2] = ({ llt_value o1404 = e65[1]; ({ llt_value a1405[1]; a1405[0] = v_65; llt_call(llt_get(o1404, k65_slots), o1404, 1, a1405); }); }); a1399[3] = ({ llt_value o1406 = e65[1]; ({ llt_value a1407[1]; a1407[0] = N(((v_65).of.number + 1.0)); llt_call(llt_get(o1406, k65_slots), o1406, 1, a1407); }); }); llt_call(llt_get(o1398, k61_send), o1398, 4, a1399); }); });
(void)({ llt_value o1408 = flow_65; ({ llt_value a1409[2]; a1409[0] = ({ llt_value o1410 = named_65; ({ llt_value a1411[1]; a1411[0] = neighbour_65; llt_call(o1410, U, 1, a1411); }); }); a1409[1] = ({ llt_value o1412 = others_65; ({ llt_value a1413[1]; a1413[0] = v_65; llt_call(o1412, U, 1, a1413); }); }); llt_call(llt_get(o1408, k63_receive), o1408, 2, a1409); }); });
return U;
}
}
if (((neighbour_65).of.number >= 0.0)) {
(void)({ llt_value o1414 = flow_65; ({ llt_value a1415[2]; a1415[0] = ({ llt_value o1416 = named_65; ({ llt_value a1417[1]; a1417[0] = neighbour_65; llt_call(o1416, U, 1, a1417); }); }); a1415[1] = ({ llt_value o1418 = e65[3]; ({ llt_value a1419[1]; a1419[0] = neighbour_65; llt_call(o1418, U, 1, a1419); }); }); llt_call(llt_get(o1414, k63_receive), o1414, 2, a1415); }); });
}
{
llt_value mask_69 = N(1.0);
(void)mask_69;
for (; ((mask_69).of.number < (power_65).of.number); (void)(mask_69 = N(((mask_69).of.number * 2.0)))) {
{
llt_value peer_70 = ({ llt_value o1420 = named_65; ({ llt_value a1421[1]; a1421[0] = ({ llt_value a1422[2]; a1422[0] = N((double)((int32_t)(place_65).of.number ^ (int32_t)(mask_69).of.number)); a1422[1] = rest_65; g_unfold(NULL, U, 2, a1422); }); llt_call(o1420, U, 1, a1421); }); });
(void)peer_70;
llt_value mine_70 = N(((place_65).of.number - llt_rest_of((place_65).of.number, (mask_69).of.number)));
(void)mine_70;
llt_value t1427 = ({ llt_value t1423 = llt_array(2); llt_push(t1423, ({ llt_value a1424[2]; a1424[0] = mine_70; a1424[1] = rest_65; g_placeStart(NULL, U, 2, a1424); })); llt_push(t1423, ({ llt_value a1426[2]; a1426[0] = N(((mine_70).of.number + (mask_69).of.number)); a1426[1] = rest_65; g_placeStart(NULL, U, 2, a1426); })); t1423; });
(void)t1427;
llt_value from_70 = llt_at(t1427, N(0));
(void)from_70;
llt_value end_70 = llt_at(t1427, N(1));
(void)end_70;
(void)({ llt_value o1428 = flow_65; ({ llt_value a1429[4]; a1429[0] = peer_70; a1429[1] = ({ llt_value o1430 = e65[1]; ({ llt_value a1431[2]; a1431[0] = from_70; a1431[1] = N(((end_70).of.number - (from_70).of.number)); llt_call(llt_get(o1430, k11_bytes), o1430, 2, a1431); }); }); a1429[2] = ({ llt_value o1432 = e65[1]; ({ llt_value a1433[1]; a1433[0] = from_70; llt_call(llt_get(o1432, k65_slots), o1432, 1, a1433); }); }); a1429[3] = ({ llt_value o1434 = e65[1]; ({ llt_value a1435[1]; a1435[0] = end_70; llt_call(llt_get(o1434, k65_slots), o1434, 1, a1435); }); }); llt_call(llt_get(o1428, k61_send), o1428, 4, a1429); }); });
llt_value theirs_70 = ({ llt_value a1436[2]; a1436[0] = N((double)((int32_t)(mine_70).of.number ^ (int32_t)(mask_69).of.number)); a1436[1] = rest_65; g_placeStart(NULL, U, 2, a1436); });
(void)theirs_70;
(void)({ llt_value o1437 = flow_65; ({ llt_value a1438[2]; a1438[0] = peer_70; a1438[1] = ({ llt_value o1439 = e65[1]; ({ llt_value a1440[2]; a1440[0] = theirs_70; a1440[1] = N(((({ llt_value a1441[2]; a1441[0] = N(((double)((int32_t)(mine_70).of.number ^ (int32_t)(mask_69).of.number) + (mask_69).of.number)); a1441[1] = rest_65; g_placeStart(NULL, U, 2, a1441); })).of.number - (theirs_70).of.number)); llt_call(llt_get(o1439, k11_bytes), o1439, 2, a1440); }); }); llt_call(llt_get(o1437, k63_receive), o1437, 2, a1438); }); });
}
}
}
if (((neighbour_65).of.number < 0.0)) {
return U;
}
llt_value op_65 = ({ llt_value o1442 = flow_65; ({ llt_value a1443[4]; a1443[0] = ({ llt_value o1444 = named_65; ({ llt_value a1445[1]; a1445[0] = neighbour_65; llt_call(o1444, U, 1, a1445); }); }); a1443[1] = ({ llt_value o1446 = others_65; ({ llt_value a1447[1]; a1447[0] = neighbour_65; llt_call(o1446, U, 1, a1447); }); }); a1443[2] = N(0.0); a1443[3] = ({ llt_value o1448 = e65[1]; ({ llt_value a1449[1]; a1449[0] = neighbour_65; llt_call(llt_get(o1448, k65_slots), o1448, 1, a1449); }); }); llt_call(llt_get(o1442, k61_send), o1442, 4, a1443); }); });
(void)op_65;
return U;
}
static llt_value g_gatherByDoubling(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1385(up, self, n, a);
}
static llt_value f1383(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_253 = (n > 0 ? a[0] : U);
(void)call_253;
llt_value out_253 = (n > 1 ? a[1] : U);
(void)out_253;
return ({ llt_value a1384[3]; a1384[0] = llt_closure(g_gatherByDoubling, NULL); a1384[1] = call_253; a1384[2] = out_253; g_gatherBlocks(NULL, U, 3, a1384); });
}
static llt_value f1451(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_245 = (n > 0 ? a[0] : U);
(void)call_245;
llt_value out_245 = (n > 1 ? a[1] : U);
(void)out_245;
llt_value t1452 = call_245;
(void)t1452;
llt_value rank_245 = llt_get(t1452, k8_rank);
(void)rank_245;
llt_value size_245 = llt_get(t1452, k9_size);
(void)size_245;
llt_value flow_245 = ({ llt_value a1453[3]; a1453[0] = out_245; a1453[1] = N(0.0); a1453[2] = B(1); llt_new(&c_DataFlow, 3, a1453); });
(void)flow_245;
{
llt_value distance_246 = N(1.0);
(void)distance_246;
for (; ((distance_246).of.number < (size_245).of.number); (void)(distance_246 = N(((distance_246).of.number * 2.0)))) {
{
llt_value count_247 = N(llt_min((distance_246).of.number, ((size_245).of.number - (distance_246).of.number)));
(void)count_247;
llt_value from_247 = N(llt_rest_of(((rank_245).of.number + (distance_246).of.number), (size_245).of.number));
(void)from_247;
(void)({ llt_value o1454 = flow_245; ({ llt_value a1455[5]; a1455[0] = ({ llt_value a1456[2]; a1456[0] = N(((rank_245).of.number - (distance_246).of.number)); a1456[1] = size_245; g_mod(NULL, U, 2, a1456); }); a1455[1] = ({ llt_value a1457[3]; a1457[0] = call_245; a1457[1] = rank_245; a1457[2] = count_247; g_runBytes(NULL, U, 3, a1457); }); a1455[2] = rank_245; a1455[3] = count_247; a1455[4] = size_245; llt_call(llt_get(o1454, k85_sendRun), o1454, 5, a1455); }); });
(void)({ llt_value o1458 = flow_245; ({ llt_value a1459[2]; a1459[0] = from_247; a1459[1] = ({ llt_value a1460[3]; a1460[0] = call_245; a1460[1] = from_247; a1460[2] = count_247; g_runBytes(NULL, U, 3, a1460); }); llt_call(llt_get(o1458, k63_receive), o1458, 2, a1459); }); });
}
}
}
return U;
}
static llt_value f1462(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_254 = (n > 0 ? a[0] : U);
(void)call_254;
llt_value out_254 = (n > 1 ? a[1] : U);
(void)out_254;
llt_value t1463 = call_254;
(void)t1463;
llt_value rank_254 = llt_get(t1463, k8_rank);
(void)rank_254;
llt_value size_254 = llt_get(t1463, k9_size);
(void)size_254;
{
llt_value i_255 = N(1.0);
(void)i_255;
for (; ((i_255).of.number < (size_254).of.number); (void)({ llt_value t1464 = i_255; (void)(i_255 = N((i_255).of.number + 1)); t1464; })) {
{
llt_value sent_256 = ({ llt_value o1465 = out_254; ({ llt_value a1466[2]; a1466[0] = ({ llt_value a1467[2]; a1467[0] = call_254; a1467[1] = rank_254; g_blockBytes(NULL, U, 2, a1467); }); a1466[1] = N(llt_rest_of(((rank_254).of.number + (i_255).of.number), (size_254).of.number)); llt_call(llt_get(o1465, k61_send), o1465, 2, a1466); }); });
(void)sent_256;
llt_value from_256 = ({ llt_value a1468[2]; a1468[0] = N(((rank_254).of.number - (i_255).of.number)); a1468[1] = size_254; g_mod(NULL, U, 2, a1468); });
(void)from_256;
llt_value received_256 = ({ llt_value o1469 = out_254; ({ llt_value a1470[2]; a1470[0] = ({ llt_value a1471[2]; a1471[0] = call_254; a1471[1] = from_256; g_blockBytes(NULL, U, 2, a1471); }); a1470[1] = from_256; llt_call(llt_get(o1469, k78_irecv), o1469, 2, a1470); }); });
(void)received_256;
}
}
}
return U;
}
static llt_value f1485(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e257 = up;
(void)e257;
llt_value pair_258 = (n > 0 ? a[0] : U);
(void)pair_258;
return ({ llt_value a1486[3]; a1486[0] = e257[1]; a1486[1] = N((2.0 * (pair_258).of.number)); a1486[2] = N(2.0); g_runBytes(NULL, U, 3, a1486); });
}
static llt_value f1476_exchangeWithNeighbours(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e257 = llt_frame(NULL, 1);
e257[1] = (n > 0 ? a[0] : U);
llt_value out_257 = (n > 1 ? a[1] : U);
(void)out_257;
llt_value t1477 = e257[1];
(void)t1477;
llt_value rank_257 = llt_get(t1477, k8_rank);
(void)rank_257;
llt_value size_257 = llt_get(t1477, k9_size);
(void)size_257;
llt_value flow_257 = ({ llt_value a1478[3]; a1478[0] = out_257; a1478[1] = N(0.0); a1478[2] = B(0); llt_new(&c_DataFlow, 3, a1478); });
(void)flow_257;
llt_value way_257 = ((llt_same(N(llt_rest_of((rank_257).of.number, 2.0)), N(0.0))) ? N(1.0) : N((-1.0)));
(void)way_257;
llt_value mate_257 = N(((rank_257).of.number + (way_257).of.number));
(void)mate_257;
(void)({ llt_value o1479 = flow_257; ({ llt_value a1480[4]; a1480[0] = mate_257; a1480[1] = ({ llt_value a1481[2]; a1481[0] = e257[1]; a1481[1] = rank_257; g_blockBytes(NULL, U, 2, a1481); }); a1480[2] = rank_257; a1480[3] = N(((rank_257).of.number + 1.0)); llt_call(llt_get(o1479, k61_send), o1479, 4, a1480); }); });
(void)({ llt_value o1482 = flow_257; ({ llt_value a1483[2]; a1483[0] = mate_257; a1483[1] = ({ llt_value a1484[2]; a1484[0] = e257[1]; a1484[1] = mate_257; g_blockBytes(NULL, U, 2, a1484); }); llt_call(llt_get(o1482, k63_receive), o1482, 2, a1483); }); });
llt_value pairs_257 = N(((size_257).of.number / 2.0));
(void)pairs_257;
llt_value home_257 = N((double)((int32_t)(rank_257).of.number >> (int32_t)1.0));
(void)home_257;
llt_value pairBytes_257 = llt_closure(f1485, e257);
(void)pairBytes_257;
llt_value latest_257 = home_257;
(void)latest_257;
{
llt_value step_259 = N(1.0);
(void)step_259;
for (; ((step_259).of.number < (pairs_257).of.number); (void)({ llt_value t1487 = step_259; (void)(step_259 = N((step_259).of.number + 1)); t1487; })) {
{
llt_value far_260 = B((llt_same(N(llt_rest_of((step_259).of.number, 2.0)), N(1.0))));
(void)far_260;
llt_value peer_260 = ({ llt_value a1488[2]; a1488[0] = (llt_truth(far_260) ? N(((rank_257).of.number - (way_257).of.number)) : mate_257); a1488[1] = size_257; g_mod(NULL, U, 2, a1488); });
(void)peer_260;
(void)({ llt_value o1489 = flow_257; ({ llt_value a1490[4]; a1490[0] = peer_260; a1490[1] = ({ llt_value o1491 = pairBytes_257; ({ llt_value a1492[1]; a1492[0] = latest_257; llt_call(o1491, U, 1, a1492); }); }); a1490[2] = N((2.0 * (latest_257).of.number)); a1490[3] = N(((2.0 * (latest_257).of.number) + 2.0)); llt_call(llt_get(o1489, k61_send), o1489, 4, a1490); }); });
(void)(latest_257 = ({ llt_value a1493[2]; a1493[0] = (llt_truth(far_260) ? N(((home_257).of.number - (((way_257).of.number * ((step_259).of.number + 1.0)) / 2.0))) : N(((home_257).of.number + (((way_257).of.number * (step_259).of.number) / 2.0)))); a1493[1] = pairs_257; g_mod(NULL, U, 2, a1493); }));
(void)({ llt_value o1494 = flow_257; ({ llt_value a1495[2]; a1495[0] = peer_260; a1495[1] = ({ llt_value o1496 = pairBytes_257; ({ llt_value a1497[1]; a1497[0] = latest_257; llt_call(o1496, U, 1, a1497); }); }); llt_call(llt_get(o1494, k63_receive), o1494, 2, a1495); }); });
}
}
}
return U;
}
static llt_value g_exchangeWithNeighbours(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1476_exchangeWithNeighbours(up, self, n, a);
}
static llt_value f1473(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_261 = (n > 0 ? a[0] : U);
(void)call_261;
llt_value out_261 = (n > 1 ? a[1] : U);
(void)out_261;
if ((llt_same(N(llt_rest_of((llt_get(call_261, k9_size)).of.number, 2.0)), N(1.0)))) {
(void)({ llt_value a1474[3]; a1474[0] = llt_closure(g_gatherByRing, NULL); a1474[1] = call_261; a1474[2] = out_261; g_gatherBlocks(NULL, U, 3, a1474); });
} else {
(void)({ llt_value a1475[2]; a1475[0] = call_261; a1475[1] = out_261; g_exchangeWithNeighbours(NULL, U, 2, a1475); });
}
return U;
}
static llt_value f1499(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_262 = (n > 0 ? a[0] : U);
(void)call_262;
llt_value out_262 = (n > 1 ? a[1] : U);
(void)out_262;
llt_value t1500 = call_262;
(void)t1500;
llt_value rank_262 = llt_get(t1500, k8_rank);
(void)rank_262;
llt_value size_262 = llt_get(t1500, k9_size);
(void)size_262;
llt_value flow_262 = ({ llt_value a1501[3]; a1501[0] = out_262; a1501[1] = N(0.0); a1501[2] = B(1); llt_new(&c_DataFlow, 3, a1501); });
(void)flow_262;
if ((llt_same(rank_262, N(0.0)))) {
{
llt_value i_263 = N(1.0);
(void)i_263;
for (; ((i_263).of.number < (size_262).of.number); (void)({ llt_value t1502 = i_263; (void)(i_263 = N((i_263).of.number + 1)); t1502; })) {
(void)({ llt_value o1503 = flow_262; ({ llt_value a1504[2]; a1504[0] = i_263; a1504[1] = ({ llt_value a1505[2]; a1505[0] = call_262; a1505[1] = i_263; g_blockBytes(NULL, U, 2, a1505); }); llt_call(llt_get(o1503, k63_receive), o1503, 2, a1504); }); });
}
}
} else {
(void)({ llt_value o1506 = flow_262; ({ llt_value a1507[4]; a1507[0] = N(0.0); a1507[1] = ({ llt_value a1508[2]; a1508[0] = call_262; a1508[1] = rank_262; g_blockBytes(NULL, U, 2, a1508); }); a1507[2] = rank_262; a1507[3] = N(((rank_262).of.number + 1.0)); llt_call(llt_get(o1506, k61_send), o1506, 4, a1507); }); });
}
llt_value plan_262 = ({ llt_value t1509 = llt_object(4); llt_put(t1509, k105_tree, llt_closure(g_binomialTree, NULL)); llt_put(t1509, k110_fanout, N(1.0)); llt_put(t1509, k115_segment, N(0.0)); llt_put(t1509, k10_root, S(k109_swap)); t1509; });
(void)plan_262;
(void)({ llt_value a1510[6]; a1510[0] = ({ llt_value t1511 = llt_object(2); llt_put_all(t1511, call_262); llt_put(t1511, k10_root, N(0.0)); t1511; }); a1510[1] = out_262; a1510[2] = plan_262; a1510[3] = flow_262; a1510[4] = ({ llt_value a1512[3]; a1512[0] = call_262; a1512[1] = N(0.0); a1512[2] = size_262; g_runBytes(NULL, U, 3, a1512); }); a1510[5] = size_262; g_bcastTree(NULL, U, 6, a1510); });
return U;
}
static llt_value f1515(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_264 = (n > 0 ? a[0] : U);
(void)call_264;
llt_value out_264 = (n > 1 ? a[1] : U);
(void)out_264;
return ({ llt_value a1516[3]; a1516[0] = call_264; a1516[1] = out_264; a1516[2] = B(1); g_disseminate(NULL, U, 3, a1516); });
}
static llt_value f1531(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
return B(1);
}
static llt_value f1532_gatherLinearly(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_218 = (n > 0 ? a[0] : U);
(void)call_218;
llt_value out_218 = (n > 1 ? a[1] : U);
(void)out_218;
llt_value isSent_218 = (n > 2 ? a[2] : U);
(void)isSent_218;
llt_value t1533 = call_218;
(void)t1533;
llt_value rank_218 = llt_get(t1533, k8_rank);
(void)rank_218;
llt_value size_218 = llt_get(t1533, k9_size);
(void)size_218;
llt_value root_218 = llt_get(t1533, k10_root);
(void)root_218;
if ((!llt_same(rank_218, root_218))) {
{
if ((!llt_truth(({ llt_value o1534 = isSent_218; ({ llt_value a1535[1]; a1535[0] = rank_218; llt_call(o1534, U, 1, a1535); }); })))) {
return U;
}
llt_value op_219 = ({ llt_value o1536 = out_218; ({ llt_value a1537[2]; a1537[0] = ({ llt_value a1538[2]; a1538[0] = call_218; a1538[1] = rank_218; g_blockBytes(NULL, U, 2, a1538); }); a1537[1] = root_218; llt_call(llt_get(o1536, k61_send), o1536, 2, a1537); }); });
(void)op_219;
return U;
}
}
{
llt_value from_220 = N(0.0);
(void)from_220;
for (; ((from_220).of.number < (size_218).of.number); (void)({ llt_value t1539 = from_220; (void)(from_220 = N((from_220).of.number + 1)); t1539; })) {
{
if (((llt_same(from_220, root_218)) || (!llt_truth(({ llt_value o1540 = isSent_218; ({ llt_value a1541[1]; a1541[0] = from_220; llt_call(o1540, U, 1, a1541); }); }))))) {
continue;
}
llt_value op_221 = ({ llt_value o1542 = out_218; ({ llt_value a1543[2]; a1543[0] = ({ llt_value a1544[2]; a1544[0] = call_218; a1544[1] = from_220; g_blockBytes(NULL, U, 2, a1544); }); a1543[1] = from_220; llt_call(llt_get(o1542, k77_recv), o1542, 2, a1543); }); });
(void)op_221;
}
}
}
return U;
}
static llt_value g_gatherLinearly(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1532_gatherLinearly(up, self, n, a);
}
static llt_value f1529(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_214 = (n > 0 ? a[0] : U);
(void)call_214;
llt_value out_214 = (n > 1 ? a[1] : U);
(void)out_214;
return ({ llt_value a1530[3]; a1530[0] = call_214; a1530[1] = out_214; a1530[2] = llt_closure(f1531, NULL); g_gatherLinearly(NULL, U, 3, a1530); });
}
static llt_value f1547(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e216 = up;
(void)e216;
llt_value rank_217 = (n > 0 ? a[0] : U);
(void)rank_217;
return B(((({ llt_value a1548[2]; a1548[0] = e216[1]; a1548[1] = rank_217; g_blockBytes(NULL, U, 2, a1548); })).of.number > 0.0));
}
static llt_value f1545(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e216 = llt_frame(NULL, 1);
e216[1] = (n > 0 ? a[0] : U);
llt_value out_216 = (n > 1 ? a[1] : U);
(void)out_216;
return ({ llt_value a1546[3]; a1546[0] = e216[1]; a1546[1] = out_216; a1546[2] = llt_closure(f1547, e216); g_gatherLinearly(NULL, U, 3, a1546); });
}
static llt_value f1520(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_265 = (n > 0 ? a[0] : U);
(void)call_265;
llt_value out_265 = (n > 1 ? a[1] : U);
(void)out_265;
llt_value t1521 = call_265;
(void)t1521;
llt_value size_265 = llt_get(t1521, k9_size);
(void)size_265;
llt_value rooted_265 = ({ llt_value t1522 = llt_object(2); llt_put_all(t1522, call_265); llt_put(t1522, k10_root, N(0.0)); t1522; });
(void)rooted_265;
llt_value total_265 = ({ llt_value a1523[3]; a1523[0] = call_265; a1523[1] = N(0.0); a1523[2] = size_265; g_runBytes(NULL, U, 3, a1523); });
(void)total_265;
llt_value whole_265 = ({ llt_value a1524[3]; a1524[0] = S(k31_bcast); a1524[1] = g_BCAST; a1524[2] = ({ llt_value t1525 = llt_object(3); llt_put_all(t1525, rooted_265); llt_put(t1525, k11_bytes, total_265); llt_put(t1525, k12_bytesOf, U); t1525; }); g_ruledPart(NULL, U, 3, a1524); });
(void)whole_265;
llt_value gathered2_265 = ({ llt_value t1526 = llt_object(2); llt_put(t1526, k100_algorithm, g_gathervLinear); llt_put(t1526, k246_call, rooted_265); t1526; });
(void)gathered2_265;
(void)({ llt_value a1549[2]; a1549[0] = ({ llt_value t1550 = llt_array(2); llt_push(t1550, gathered2_265); llt_push(t1550, ({ llt_value t1551 = llt_object(2); llt_put_all(t1551, whole_265); llt_put(t1551, k65_slots, size_265); t1551; })); t1550; }); a1549[1] = out_265; g_emitInTurn(NULL, U, 2, a1549); });
return U;
}
static llt_value f1558_travelling(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_338 = (n > 0 ? a[0] : U);
(void)size_338;
llt_value distance_338 = (n > 1 ? a[1] : U);
(void)distance_338;
llt_value count_338 = N(0.0);
(void)count_338;
{
llt_value hops_339 = distance_338;
(void)hops_339;
for (; ((hops_339).of.number < (size_338).of.number); (void)({ llt_value t1559 = hops_339; (void)(hops_339 = N((hops_339).of.number + 1)); t1559; })) {
if ((llt_same(N(llt_rest_of(llt_floor(((hops_339).of.number / (distance_338).of.number)), 2.0)), N(1.0)))) {
(void)({ llt_value t1560 = count_338; (void)(count_338 = N((count_338).of.number + 1)); t1560; });
}
}
}
return count_338;
return U;
}
static llt_value g_travelling(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1558_travelling(up, self, n, a);
}
static llt_value f1564_carriesRound(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_340 = (n > 0 ? a[0] : U);
(void)call_340;
llt_value out_340 = (n > 1 ? a[1] : U);
(void)out_340;
llt_value op_340 = (n > 2 ? a[2] : U);
(void)op_340;
llt_value distance_340 = (n > 3 ? a[3] : U);
(void)distance_340;
llt_value t1565 = call_340;
(void)t1565;
llt_value rank_340 = llt_get(t1565, k8_rank);
(void)rank_340;
llt_value size_340 = llt_get(t1565, k9_size);
(void)size_340;
if ((llt_same(llt_get(out_340, k247_payload), U))) {
return U;
}
{
llt_value hops_341 = distance_340;
(void)hops_341;
for (; ((hops_341).of.number < (size_340).of.number); (void)({ llt_value t1566 = hops_341; (void)(hops_341 = N((hops_341).of.number + 1)); t1566; })) {
{
if ((llt_same(N(llt_rest_of(llt_floor(((hops_341).of.number / (distance_340).of.number)), 2.0)), N(0.0)))) {
continue;
}
llt_value source_342 = ({ llt_value a1567[2]; a1567[0] = N(((rank_340).of.number - llt_rest_of((hops_341).of.number, (distance_340).of.number))); a1567[1] = size_340; g_mod(NULL, U, 2, a1567); });
(void)source_342;
llt_value slot_342 = N((((source_342).of.number * (size_340).of.number) + llt_rest_of(((source_342).of.number + (hops_341).of.number), (size_340).of.number)));
(void)slot_342;
(void)({ llt_value o1568 = llt_get(out_340, k247_payload); ({ llt_value a1569[4]; a1569[0] = op_340; a1569[1] = slot_342; a1569[2] = N(((slot_342).of.number + 1.0)); a1569[3] = llt_get(g_Register, k71_Result); llt_call(llt_get(o1568, k251_carries), o1568, 4, a1569); }); });
}
}
}
return U;
}
static llt_value g_carriesRound(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1564_carriesRound(up, self, n, a);
}
static llt_value f1554(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_343 = (n > 0 ? a[0] : U);
(void)call_343;
llt_value out_343 = (n > 1 ? a[1] : U);
(void)out_343;
llt_value t1555 = call_343;
(void)t1555;
llt_value rank_343 = llt_get(t1555, k8_rank);
(void)rank_343;
llt_value size_343 = llt_get(t1555, k9_size);
(void)size_343;
llt_value flow_343 = ({ llt_value a1556[3]; a1556[0] = out_343; a1556[1] = N(0.0); a1556[2] = B(1); llt_new(&c_DataFlow, 3, a1556); });
(void)flow_343;
{
llt_value distance_344 = N(1.0);
(void)distance_344;
for (; ((distance_344).of.number < (size_343).of.number); (void)(distance_344 = N(((distance_344).of.number * 2.0)))) {
{
llt_value bytes_345 = N(((({ llt_value a1557[2]; a1557[0] = size_343; a1557[1] = distance_344; g_travelling(NULL, U, 2, a1557); })).of.number * (llt_get(call_343, k11_bytes)).of.number));
(void)bytes_345;
llt_value op_345 = ({ llt_value o1561 = flow_343; ({ llt_value a1562[4]; a1562[0] = N(llt_rest_of(((rank_343).of.number + (distance_344).of.number), (size_343).of.number)); a1562[1] = bytes_345; a1562[2] = N(0.0); a1562[3] = N(0.0); llt_call(llt_get(o1561, k61_send), o1561, 4, a1562); }); });
(void)op_345;
(void)({ llt_value a1563[4]; a1563[0] = call_343; a1563[1] = out_343; a1563[2] = op_345; a1563[3] = distance_344; g_carriesRound(NULL, U, 4, a1563); });
(void)({ llt_value o1570 = flow_343; ({ llt_value a1571[2]; a1571[0] = ({ llt_value a1572[2]; a1572[0] = N(((rank_343).of.number - (distance_344).of.number)); a1572[1] = size_343; g_mod(NULL, U, 2, a1572); }); a1571[1] = bytes_345; llt_call(llt_get(o1570, k63_receive), o1570, 2, a1571); }); });
}
}
}
return U;
}
static llt_value f1577(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
return B(1);
}
static llt_value f1575(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_350 = (n > 0 ? a[0] : U);
(void)call_350;
llt_value out_350 = (n > 1 ? a[1] : U);
(void)out_350;
return ({ llt_value a1576[3]; a1576[0] = call_350; a1576[1] = out_350; a1576[2] = llt_closure(f1577, NULL); g_linearInOrder(NULL, U, 3, a1576); });
}
static llt_value f1580(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_211 = (n > 0 ? a[0] : U);
(void)call_211;
llt_value out_211 = (n > 1 ? a[1] : U);
(void)out_211;
llt_value t1581 = call_211;
(void)t1581;
llt_value rank_211 = llt_get(t1581, k8_rank);
(void)rank_211;
llt_value size_211 = llt_get(t1581, k9_size);
(void)size_211;
llt_value root_211 = llt_get(t1581, k10_root);
(void)root_211;
llt_value v_211 = ({ llt_value a1582[2]; a1582[0] = N(((rank_211).of.number - (root_211).of.number)); a1582[1] = size_211; g_mod(NULL, U, 2, a1582); });
(void)v_211;
llt_value span_211 = ({ llt_value a1583[2]; a1583[0] = v_211; a1583[1] = size_211; g_runSpan(NULL, U, 2, a1583); });
(void)span_211;
llt_value flow_211 = ({ llt_value a1584[3]; a1584[0] = out_211; a1584[1] = N(0.0); a1584[2] = B(1); llt_new(&c_DataFlow, 3, a1584); });
(void)flow_211;
{
llt_value mask_212 = N(1.0);
(void)mask_212;
for (; ((mask_212).of.number < (span_211).of.number); (void)(mask_212 = N(((mask_212).of.number * 2.0)))) {
{
llt_value child_213 = N(((v_211).of.number + (mask_212).of.number));
(void)child_213;
if (((child_213).of.number >= (size_211).of.number)) {
continue;
}
llt_value from_213 = N(llt_rest_of(((child_213).of.number + (root_211).of.number), (size_211).of.number));
(void)from_213;
(void)({ llt_value o1585 = flow_211; ({ llt_value a1586[2]; a1586[0] = from_213; a1586[1] = ({ llt_value a1587[3]; a1587[0] = call_211; a1587[1] = from_213; a1587[2] = N(llt_min((mask_212).of.number, ((size_211).of.number - (child_213).of.number))); g_runBytes(NULL, U, 3, a1587); }); llt_call(llt_get(o1585, k63_receive), o1585, 2, a1586); }); });
}
}
}
if ((llt_same(v_211, N(0.0)))) {
return U;
}
llt_value count_211 = N(llt_min((span_211).of.number, ((size_211).of.number - (v_211).of.number)));
(void)count_211;
(void)({ llt_value o1588 = flow_211; ({ llt_value a1589[5]; a1589[0] = N(llt_rest_of((((v_211).of.number - (span_211).of.number) + (root_211).of.number), (size_211).of.number)); a1589[1] = ({ llt_value a1590[3]; a1590[0] = call_211; a1590[1] = rank_211; a1590[2] = count_211; g_runBytes(NULL, U, 3, a1590); }); a1589[2] = rank_211; a1589[3] = count_211; a1589[4] = size_211; llt_call(llt_get(o1588, k85_sendRun), o1588, 5, a1589); }); });
return U;
}
static llt_value f1592(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_222 = (n > 0 ? a[0] : U);
(void)call_222;
llt_value out_222 = (n > 1 ? a[1] : U);
(void)out_222;
llt_value t1593 = call_222;
(void)t1593;
llt_value rank_222 = llt_get(t1593, k8_rank);
(void)rank_222;
llt_value size_222 = llt_get(t1593, k9_size);
(void)size_222;
llt_value root_222 = llt_get(t1593, k10_root);
(void)root_222;
if ((!llt_same(rank_222, root_222))) {
{
llt_value flow_223 = ({ llt_value a1594[3]; a1594[0] = out_222; a1594[1] = N(0.0); a1594[2] = B(1); llt_new(&c_DataFlow, 3, a1594); });
(void)flow_223;
(void)({ llt_value o1595 = flow_223; ({ llt_value a1596[2]; a1596[0] = root_222; a1596[1] = N(0.0); llt_call(llt_get(o1595, k63_receive), o1595, 2, a1596); }); });
(void)({ llt_value o1597 = flow_223; ({ llt_value a1598[4]; a1598[0] = root_222; a1598[1] = ({ llt_value a1599[2]; a1599[0] = call_222; a1599[1] = rank_222; g_blockBytes(NULL, U, 2, a1599); }); a1598[2] = rank_222; a1598[3] = N(((rank_222).of.number + 1.0)); llt_call(llt_get(o1597, k61_send), o1597, 4, a1598); }); });
(void)({ llt_value o1600 = flow_223; ({ llt_value a1601[4]; a1601[0] = root_222; a1601[1] = N(0.0); a1601[2] = N(0.0); a1601[3] = N(0.0); llt_call(llt_get(o1600, k61_send), o1600, 4, a1601); }); });
return U;
}
}
llt_value query_222 = N((-1.0));
(void)query_222;
{
llt_value from_224 = N(0.0);
(void)from_224;
for (; ((from_224).of.number < (size_222).of.number); (void)({ llt_value t1602 = from_224; (void)(from_224 = N((from_224).of.number + 1)); t1602; })) {
{
if ((llt_same(from_224, root_222))) {
continue;
}
llt_value block_225 = ({ llt_value o1603 = out_222; ({ llt_value a1604[2]; a1604[0] = ({ llt_value a1605[2]; a1605[0] = call_222; a1605[1] = from_224; g_blockBytes(NULL, U, 2, a1605); }); a1604[1] = from_224; llt_call(llt_get(o1603, k77_recv), o1603, 2, a1604); }); });
(void)block_225;
llt_value question_225 = ({ llt_value o1606 = out_222; ({ llt_value a1607[2]; a1607[0] = N(0.0); a1607[1] = from_224; llt_call(llt_get(o1606, k61_send), o1606, 2, a1607); }); });
(void)question_225;
if (((query_222).of.number >= 0.0)) {
(void)({ llt_value o1608 = out_222; ({ llt_value a1609[2]; a1609[0] = question_225; a1609[1] = query_222; llt_call(llt_get(o1608, k74_requires), o1608, 2, a1609); }); });
}
(void)({ llt_value o1610 = out_222; ({ llt_value a1611[2]; a1611[0] = N(0.0); a1611[1] = from_224; llt_call(llt_get(o1610, k78_irecv), o1610, 2, a1611); }); });
(void)(query_222 = block_225);
}
}
}
return U;
}
static llt_value f1622(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e160 = up;
(void)e160;
llt_value v_161 = (n > 0 ? a[0] : U);
(void)v_161;
llt_value count_161 = (n > 1 ? a[1] : U);
(void)count_161;
return ({ llt_value a1623[3]; a1623[0] = e160[1]; a1623[1] = N(llt_rest_of(((v_161).of.number + (e160[2]).of.number), (e160[3]).of.number)); a1623[2] = count_161; g_runBytes(NULL, U, 3, a1623); });
}
static llt_value f1624(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e160 = up;
(void)e160;
llt_value flow_162 = (n > 0 ? a[0] : U);
(void)flow_162;
llt_value to_162 = (n > 1 ? a[1] : U);
(void)to_162;
llt_value v_162 = (n > 2 ? a[2] : U);
(void)v_162;
llt_value count_162 = (n > 3 ? a[3] : U);
(void)count_162;
(void)({ llt_value o1625 = flow_162; ({ llt_value a1626[5]; a1626[0] = to_162; a1626[1] = ({ llt_value a1627[3]; a1627[0] = e160[1]; a1627[1] = N(llt_rest_of(((v_162).of.number + (e160[2]).of.number), (e160[3]).of.number)); a1627[2] = count_162; g_runBytes(NULL, U, 3, a1627); }); a1626[2] = N(((v_162).of.number + (e160[2]).of.number)); a1626[3] = count_162; a1626[4] = e160[3]; llt_call(llt_get(o1625, k85_sendRun), o1625, 5, a1626); }); });
return U;
}
static llt_value f1619_blockCut(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e160 = llt_frame(NULL, 3);
e160[1] = (n > 0 ? a[0] : U);
llt_value t1620 = e160[1];
(void)t1620;
e160[2] = llt_get(t1620, k10_root);
e160[3] = llt_get(t1620, k9_size);
return ({ llt_value t1621 = llt_object(2); llt_put(t1621, k11_bytes, llt_closure(f1622, e160)); llt_put(t1621, k61_send, llt_closure(f1624, e160)); t1621; });
return U;
}
static llt_value g_blockCut(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1619_blockCut(up, self, n, a);
}
static llt_value f1615(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_169 = (n > 0 ? a[0] : U);
(void)call_169;
llt_value out_169 = (n > 1 ? a[1] : U);
(void)out_169;
(void)({ llt_value a1616[3]; a1616[0] = call_169; a1616[1] = ({ llt_value a1617[3]; a1617[0] = out_169; a1617[1] = N(0.0); a1617[2] = B(1); llt_new(&c_DataFlow, 3, a1617); }); a1616[2] = ({ llt_value a1618[1]; a1618[0] = call_169; g_blockCut(NULL, U, 1, a1618); }); g_scatterRuns(NULL, U, 3, a1616); });
return U;
}
static llt_value f1631(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
return B(1);
}
static llt_value f1632_scatterLinearly(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_174 = (n > 0 ? a[0] : U);
(void)call_174;
llt_value out_174 = (n > 1 ? a[1] : U);
(void)out_174;
llt_value isSent_174 = (n > 2 ? a[2] : U);
(void)isSent_174;
llt_value t1633 = call_174;
(void)t1633;
llt_value rank_174 = llt_get(t1633, k8_rank);
(void)rank_174;
llt_value size_174 = llt_get(t1633, k9_size);
(void)size_174;
llt_value root_174 = llt_get(t1633, k10_root);
(void)root_174;
if ((!llt_same(rank_174, root_174))) {
{
if ((!llt_truth(({ llt_value o1634 = isSent_174; ({ llt_value a1635[1]; a1635[0] = rank_174; llt_call(o1634, U, 1, a1635); }); })))) {
return U;
}
llt_value op_175 = ({ llt_value o1636 = out_174; ({ llt_value a1637[2]; a1637[0] = ({ llt_value a1638[2]; a1638[0] = call_174; a1638[1] = rank_174; g_blockBytes(NULL, U, 2, a1638); }); a1637[1] = root_174; llt_call(llt_get(o1636, k77_recv), o1636, 2, a1637); }); });
(void)op_175;
return U;
}
}
{
llt_value to_176 = N(0.0);
(void)to_176;
for (; ((to_176).of.number < (size_174).of.number); (void)({ llt_value t1639 = to_176; (void)(to_176 = N((to_176).of.number + 1)); t1639; })) {
{
if (((llt_same(to_176, root_174)) || (!llt_truth(({ llt_value o1640 = isSent_174; ({ llt_value a1641[1]; a1641[0] = to_176; llt_call(o1640, U, 1, a1641); }); }))))) {
continue;
}
llt_value op_177 = ({ llt_value o1642 = out_174; ({ llt_value a1643[2]; a1643[0] = ({ llt_value a1644[2]; a1644[0] = call_174; a1644[1] = to_176; g_blockBytes(NULL, U, 2, a1644); }); a1643[1] = to_176; llt_call(llt_get(o1642, k61_send), o1642, 2, a1643); }); });
(void)op_177;
}
}
}
return U;
}
static llt_value g_scatterLinearly(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1632_scatterLinearly(up, self, n, a);
}
static llt_value f1629(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_170 = (n > 0 ? a[0] : U);
(void)call_170;
llt_value out_170 = (n > 1 ? a[1] : U);
(void)out_170;
return ({ llt_value a1630[3]; a1630[0] = call_170; a1630[1] = out_170; a1630[2] = llt_closure(f1631, NULL); g_scatterLinearly(NULL, U, 3, a1630); });
}
static llt_value f1649(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e172 = up;
(void)e172;
llt_value rank_173 = (n > 0 ? a[0] : U);
(void)rank_173;
return B(((({ llt_value a1650[2]; a1650[0] = e172[1]; a1650[1] = rank_173; g_blockBytes(NULL, U, 2, a1650); })).of.number > 0.0));
}
static llt_value f1647(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e172 = llt_frame(NULL, 1);
e172[1] = (n > 0 ? a[0] : U);
llt_value out_172 = (n > 1 ? a[1] : U);
(void)out_172;
return ({ llt_value a1648[3]; a1648[0] = e172[1]; a1648[1] = out_172; a1648[2] = llt_closure(f1649, e172); g_scatterLinearly(NULL, U, 3, a1648); });
}
static llt_value f1663_takePrefix(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value out_434 = (n > 0 ? a[0] : U);
(void)out_434;
llt_value received_434 = (n > 1 ? a[1] : U);
(void)received_434;
llt_value prefix_434 = (n > 2 ? a[2] : U);
(void)prefix_434;
return U;
}
static llt_value g_takePrefix(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1663_takePrefix(up, self, n, a);
}
static llt_value f1657_chain(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_435 = (n > 0 ? a[0] : U);
(void)call_435;
llt_value out_435 = (n > 1 ? a[1] : U);
(void)out_435;
llt_value prefix_435 = (n > 2 ? a[2] : U);
(void)prefix_435;
llt_value t1658 = call_435;
(void)t1658;
llt_value rank_435 = llt_get(t1658, k8_rank);
(void)rank_435;
llt_value size_435 = llt_get(t1658, k9_size);
(void)size_435;
llt_value bytes_435 = llt_get(t1658, k11_bytes);
(void)bytes_435;
llt_value flow_435 = ({ llt_value a1659[3]; a1659[0] = out_435; a1659[1] = llt_get(llt_get(call_435, k14_options), k88_reducePerByte); a1659[2] = B(1); llt_new(&c_DataFlow, 3, a1659); });
(void)flow_435;
if (((rank_435).of.number > 0.0)) {
{
llt_value received_436 = ({ llt_value o1660 = out_435; ({ llt_value a1661[2]; a1661[0] = bytes_435; a1661[1] = N(((rank_435).of.number - 1.0)); llt_call(llt_get(o1660, k77_recv), o1660, 2, a1661); }); });
(void)received_436;
(void)({ llt_value a1662[3]; a1662[0] = out_435; a1662[1] = received_436; a1662[2] = prefix_435; g_takePrefix(NULL, U, 3, a1662); });
if (((llt_same(prefix_435, llt_get(g_Register, k73_Rest))) && (llt_same(rank_435, N(((size_435).of.number - 1.0)))))) {
(void)({ llt_value o1664 = flow_435; ({ llt_value a1665[1]; a1665[0] = received_436; llt_call(llt_get(o1664, k79_hold), o1664, 1, a1665); }); });
} else {
(void)({ llt_value o1666 = flow_435; ({ llt_value a1667[2]; a1667[0] = received_436; a1667[1] = bytes_435; llt_call(llt_get(o1666, k35_reduce), o1666, 2, a1667); }); });
}
}
}
if ((((rank_435).of.number + 1.0) < (size_435).of.number)) {
(void)({ llt_value o1668 = flow_435; ({ llt_value a1669[5]; a1669[0] = N(((rank_435).of.number + 1.0)); a1669[1] = bytes_435; a1669[2] = N(0.0); a1669[3] = bytes_435; a1669[4] = llt_get(g_Register, k72_Own); llt_call(llt_get(o1668, k61_send), o1668, 5, a1669); }); });
}
return U;
}
static llt_value g_chain(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1657_chain(up, self, n, a);
}
static llt_value f1655(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e444 = up;
(void)e444;
llt_value call_445 = (n > 0 ? a[0] : U);
(void)call_445;
llt_value out_445 = (n > 1 ? a[1] : U);
(void)out_445;
return ({ llt_value a1656[3]; a1656[0] = call_445; a1656[1] = out_445; a1656[2] = e444[1]; g_chain(NULL, U, 3, a1656); });
}
static llt_value f1673_double(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_437 = (n > 0 ? a[0] : U);
(void)call_437;
llt_value out_437 = (n > 1 ? a[1] : U);
(void)out_437;
llt_value prefix_437 = (n > 2 ? a[2] : U);
(void)prefix_437;
llt_value t1674 = call_437;
(void)t1674;
llt_value rank_437 = llt_get(t1674, k8_rank);
(void)rank_437;
llt_value size_437 = llt_get(t1674, k9_size);
(void)size_437;
llt_value bytes_437 = llt_get(t1674, k11_bytes);
(void)bytes_437;
llt_value flow_437 = ({ llt_value a1675[3]; a1675[0] = out_437; a1675[1] = llt_get(llt_get(call_437, k14_options), k88_reducePerByte); a1675[2] = B(1); llt_new(&c_DataFlow, 3, a1675); });
(void)flow_437;
{
llt_value mask_438 = N(1.0);
(void)mask_438;
for (; ((mask_438).of.number < (size_437).of.number); (void)(mask_438 = N(((mask_438).of.number * 2.0)))) {
{
llt_value peer_439 = N((double)((int32_t)(rank_437).of.number ^ (int32_t)(mask_438).of.number));
(void)peer_439;
if (((peer_439).of.number >= (size_437).of.number)) {
continue;
}
(void)({ llt_value o1676 = flow_437; ({ llt_value a1677[5]; a1677[0] = peer_439; a1677[1] = bytes_437; a1677[2] = N(0.0); a1677[3] = bytes_437; a1677[4] = llt_get(g_Register, k72_Own); llt_call(llt_get(o1676, k61_send), o1676, 5, a1677); }); });
llt_value received_439 = ({ llt_value o1678 = out_437; ({ llt_value a1679[2]; a1679[0] = bytes_437; a1679[1] = peer_439; llt_call(llt_get(o1678, k77_recv), o1678, 2, a1679); }); });
(void)received_439;
if (((peer_439).of.number < (rank_437).of.number)) {
(void)({ llt_value a1680[3]; a1680[0] = out_437; a1680[1] = received_439; a1680[2] = prefix_437; g_takePrefix(NULL, U, 3, a1680); });
}
(void)({ llt_value o1681 = flow_437; ({ llt_value a1682[2]; a1682[0] = received_439; a1682[1] = bytes_437; llt_call(llt_get(o1681, k35_reduce), o1681, 2, a1682); }); });
}
}
}
return U;
}
static llt_value g_double(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1673_double(up, self, n, a);
}
static llt_value f1671(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e444 = up;
(void)e444;
llt_value call_446 = (n > 0 ? a[0] : U);
(void)call_446;
llt_value out_446 = (n > 1 ? a[1] : U);
(void)out_446;
return ({ llt_value a1672[3]; a1672[0] = call_446; a1672[1] = out_446; a1672[2] = e444[1]; g_double(NULL, U, 3, a1672); });
}
static llt_value f1652_family(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e444 = llt_frame(NULL, 1);
e444[1] = (n > 0 ? a[0] : U);
return ({ llt_value t1653 = llt_array(2); llt_push(t1653, ({ llt_value t1654 = llt_object(5); llt_put(t1654, k37_name, S(k49_linear)); llt_put(t1654, k39_emit, llt_closure(f1655, e444)); t1654; })); llt_push(t1653, ({ llt_value t1670 = llt_object(5); llt_put(t1670, k37_name, S(k46_recursive_doubling)); llt_put(t1670, k39_emit, llt_closure(f1671, e444)); t1670; })); t1653; });
return U;
}
static llt_value g_family(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1652_family(up, self, n, a);
}
static llt_value f1700(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e394 = up;
(void)e394;
llt_value i_396 = (n > 0 ? a[0] : U);
(void)i_396;
return ({ llt_value a1701[2]; a1701[0] = i_396; a1701[1] = e394[1]; g_placeStart(NULL, U, 2, a1701); });
}
static llt_value f1703(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e394 = up;
(void)e394;
llt_value from_397 = (n > 0 ? a[0] : U);
(void)from_397;
llt_value end_397 = (n > 1 ? a[1] : U);
(void)end_397;
return ({ llt_value a1704[3]; a1704[0] = e394[2]; a1704[1] = ({ llt_value o1705 = e394[3]; ({ llt_value a1706[1]; a1706[0] = from_397; llt_call(o1705, U, 1, a1706); }); }); a1704[2] = N(({ const double d1711 = (({ llt_value o1707 = e394[3]; ({ llt_value a1708[1]; a1708[0] = end_397; llt_call(o1707, U, 1, a1708); }); })).of.number; const double d1712 = (({ llt_value o1709 = e394[3]; ({ llt_value a1710[1]; a1710[0] = from_397; llt_call(o1709, U, 1, a1710); }); })).of.number; (d1711 - d1712); })); g_runBytes(NULL, U, 3, a1704); });
}
static llt_value f1715(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e394 = up;
(void)e394;
llt_value of_398 = (n > 0 ? a[0] : U);
(void)of_398;
return ({ llt_value a1716[2]; a1716[0] = of_398; a1716[1] = e394[1]; g_unfold(NULL, U, 2, a1716); });
}
static llt_value f1686(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e394 = llt_frame(NULL, 3);
e394[2] = (n > 0 ? a[0] : U);
llt_value out_394 = (n > 1 ? a[1] : U);
(void)out_394;
llt_value t1687 = e394[2];
(void)t1687;
llt_value rank_394 = llt_get(t1687, k8_rank);
(void)rank_394;
llt_value size_394 = llt_get(t1687, k9_size);
(void)size_394;
llt_value flow_394 = ({ llt_value a1688[3]; a1688[0] = out_394; a1688[1] = llt_get(llt_get(e394[2], k14_options), k88_reducePerByte); a1688[2] = B(1); llt_new(&c_DataFlow, 3, a1688); });
(void)flow_394;
llt_value total_394 = ({ llt_value a1689[3]; a1689[0] = e394[2]; a1689[1] = N(0.0); a1689[2] = size_394; g_runBytes(NULL, U, 3, a1689); });
(void)total_394;
if ((llt_same(total_394, N(0.0)))) {
return U;
}
llt_value t1691 = ({ llt_value a1690[2]; a1690[0] = rank_394; a1690[1] = size_394; g_fold(NULL, U, 2, a1690); });
(void)t1691;
llt_value power_394 = llt_get(t1691, k57_power);
(void)power_394;
e394[1] = llt_get(t1691, k58_rest);
llt_value place_394 = llt_get(t1691, k59_place);
(void)place_394;
llt_value neighbour_394 = llt_get(t1691, k60_neighbour);
(void)neighbour_394;
if (((place_394).of.number < 0.0)) {
{
(void)({ llt_value o1692 = flow_394; ({ llt_value a1693[4]; a1693[0] = neighbour_394; a1693[1] = total_394; a1693[2] = N(0.0); a1693[3] = size_394; llt_call(llt_get(o1692, k61_send), o1692, 4, a1693); }); });
if (((({ llt_value a1694[2]; a1694[0] = e394[2]; a1694[1] = rank_394; g_blockBytes(NULL, U, 2, a1694); })).of.number > 0.0)) {
(void)({ llt_value o1695 = flow_394; ({ llt_value a1696[2]; a1696[0] = neighbour_394; a1696[1] = ({ llt_value a1697[2]; a1697[0] = e394[2]; a1697[1] = rank_394; g_blockBytes(NULL, U, 2, a1697); }); llt_call(llt_get(o1695, k63_receive), o1695, 2, a1696); }); });
}
return U;
}
}
if (((neighbour_394).of.number >= 0.0)) {
(void)({ llt_value o1698 = flow_394; ({ llt_value a1699[2]; a1699[0] = neighbour_394; a1699[1] = total_394; llt_call(llt_get(o1698, k62_combine), o1698, 2, a1699); }); });
}
e394[3] = llt_closure(f1700, e394);
llt_value shares2_394 = ({ llt_value t1702 = llt_object(3); llt_put(t1702, k11_bytes, llt_closure(f1703, e394)); llt_put(t1702, k65_slots, e394[3]); llt_put(t1702, k93_skipsEmpty, B(1)); t1702; });
(void)shares2_394;
(void)({ llt_value a1713[5]; a1713[0] = place_394; a1713[1] = ({ llt_value a1714[2]; a1714[0] = power_394; a1714[1] = S(k261_far); g_distances(NULL, U, 2, a1714); }); a1713[2] = llt_closure(f1715, e394); a1713[3] = shares2_394; a1713[4] = flow_394; g_reduceByHalving(NULL, U, 5, a1713); });
if ((((neighbour_394).of.number >= 0.0) && ((({ llt_value a1717[2]; a1717[0] = e394[2]; a1717[1] = neighbour_394; g_blockBytes(NULL, U, 2, a1717); })).of.number > 0.0))) {
(void)({ llt_value o1718 = flow_394; ({ llt_value a1719[4]; a1719[0] = neighbour_394; a1719[1] = ({ llt_value a1720[2]; a1720[0] = e394[2]; a1720[1] = neighbour_394; g_blockBytes(NULL, U, 2, a1720); }); a1719[2] = neighbour_394; a1719[3] = N(((neighbour_394).of.number + 1.0)); llt_call(llt_get(o1718, k61_send), o1718, 4, a1719); }); });
}
return U;
}
static llt_value f1722(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_399 = (n > 0 ? a[0] : U);
(void)call_399;
llt_value out_399 = (n > 1 ? a[1] : U);
(void)out_399;
llt_value t1723 = call_399;
(void)t1723;
llt_value rank_399 = llt_get(t1723, k8_rank);
(void)rank_399;
llt_value size_399 = llt_get(t1723, k9_size);
(void)size_399;
llt_value flow_399 = ({ llt_value a1724[3]; a1724[0] = out_399; a1724[1] = llt_get(llt_get(call_399, k14_options), k88_reducePerByte); a1724[2] = B(0); llt_new(&c_DataFlow, 3, a1724); });
(void)flow_399;
llt_value before_399 = ({ llt_value t1725 = llt_array(0);  t1725; });
(void)before_399;
{
llt_value i_400 = N(1.0);
(void)i_400;
for (; ((i_400).of.number < (size_399).of.number); (void)({ llt_value t1726 = i_400; (void)(i_400 = N((i_400).of.number + 1)); t1726; })) {
{
llt_value to_401 = N(llt_rest_of(((rank_399).of.number + (i_400).of.number), (size_399).of.number));
(void)to_401;
llt_value sent_401 = ({ llt_value o1727 = out_399; ({ llt_value a1728[2]; a1728[0] = ({ llt_value a1729[2]; a1729[0] = call_399; a1729[1] = to_401; g_blockBytes(NULL, U, 2, a1729); }); a1728[1] = to_401; llt_call(llt_get(o1727, k61_send), o1727, 2, a1728); }); });
(void)sent_401;
llt_value received_401 = ({ llt_value o1730 = out_399; ({ llt_value a1731[2]; a1731[0] = ({ llt_value a1732[2]; a1732[0] = call_399; a1732[1] = rank_399; g_blockBytes(NULL, U, 2, a1732); }); a1731[1] = ({ llt_value a1733[2]; a1733[0] = N(((rank_399).of.number - (i_400).of.number)); a1733[1] = size_399; g_mod(NULL, U, 2, a1733); }); llt_call(llt_get(o1730, k77_recv), o1730, 2, a1731); }); });
(void)received_401;
{
llt_value t1734 = before_399;
for (int i1735 = 0; i1735 < llt_length(t1734); i1735++)
{
llt_value done_402 = llt_at(t1734, N(i1735));
(void)done_402;
{
(void)({ llt_value o1736 = out_399; ({ llt_value a1737[2]; a1737[0] = sent_401; a1737[1] = done_402; llt_call(llt_get(o1736, k74_requires), o1736, 2, a1737); }); });
(void)({ llt_value o1738 = out_399; ({ llt_value a1739[2]; a1739[0] = received_401; a1739[1] = done_402; llt_call(llt_get(o1738, k74_requires), o1738, 2, a1739); }); });
}
}
}
(void)(before_399 = ({ llt_value t1740 = llt_array(2); llt_push(t1740, sent_401); llt_push(t1740, ({ llt_value o1741 = flow_399; ({ llt_value a1742[2]; a1742[0] = received_401; a1742[1] = ({ llt_value a1743[2]; a1743[0] = call_399; a1743[1] = rank_399; g_blockBytes(NULL, U, 2, a1743); }); llt_call(llt_get(o1741, k35_reduce), o1741, 2, a1742); }); })); t1740; }));
}
}
}
return U;
}
static llt_value f1745(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_404 = (n > 0 ? a[0] : U);
(void)call_404;
llt_value out_404 = (n > 1 ? a[1] : U);
(void)out_404;
llt_value t1746 = call_404;
(void)t1746;
llt_value rank_404 = llt_get(t1746, k8_rank);
(void)rank_404;
llt_value size_404 = llt_get(t1746, k9_size);
(void)size_404;
llt_value flow_404 = ({ llt_value a1747[3]; a1747[0] = out_404; a1747[1] = llt_get(llt_get(call_404, k14_options), k88_reducePerByte); a1747[2] = B(0); llt_new(&c_DataFlow, 3, a1747); });
(void)flow_404;
{
llt_value step_405 = N(1.0);
(void)step_405;
for (; ((step_405).of.number < (size_404).of.number); (void)({ llt_value t1748 = step_405; (void)(step_405 = N((step_405).of.number + 1)); t1748; })) {
{
llt_value give_406 = ({ llt_value a1749[2]; a1749[0] = N(((rank_404).of.number - (step_405).of.number)); a1749[1] = size_404; g_mod(NULL, U, 2, a1749); });
(void)give_406;
(void)({ llt_value o1750 = flow_404; ({ llt_value a1751[4]; a1751[0] = N(llt_rest_of(((rank_404).of.number + 1.0), (size_404).of.number)); a1751[1] = ({ llt_value a1752[2]; a1752[0] = call_404; a1752[1] = give_406; g_blockBytes(NULL, U, 2, a1752); }); a1751[2] = give_406; a1751[3] = N(((give_406).of.number + 1.0)); llt_call(llt_get(o1750, k61_send), o1750, 4, a1751); }); });
(void)({ llt_value o1753 = flow_404; ({ llt_value a1754[2]; a1754[0] = ({ llt_value a1755[2]; a1755[0] = N(((rank_404).of.number - 1.0)); a1755[1] = size_404; g_mod(NULL, U, 2, a1755); }); a1754[1] = ({ llt_value a1756[2]; a1756[0] = call_404; a1756[1] = ({ llt_value a1757[2]; a1757[0] = N(((give_406).of.number - 1.0)); a1757[1] = size_404; g_mod(NULL, U, 2, a1757); }); g_blockBytes(NULL, U, 2, a1756); }); llt_call(llt_get(o1753, k62_combine), o1753, 2, a1754); }); });
}
}
}
return U;
}
static llt_value f1759(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_407 = (n > 0 ? a[0] : U);
(void)call_407;
llt_value out_407 = (n > 1 ? a[1] : U);
(void)out_407;
llt_value rooted_407 = ({ llt_value t1760 = llt_object(2); llt_put_all(t1760, call_407); llt_put(t1760, k10_root, N(0.0)); t1760; });
(void)rooted_407;
llt_value plan_407 = ({ llt_value t1761 = llt_object(4); llt_put(t1761, k105_tree, llt_closure(g_binomialTree, NULL)); llt_put(t1761, k110_fanout, N(1.0)); llt_put(t1761, k115_segment, N(0.0)); llt_put(t1761, k10_root, S(k109_swap)); t1761; });
(void)plan_407;
llt_value done_407 = ({ llt_value a1762[5]; a1762[0] = rooted_407; a1762[1] = out_407; a1762[2] = plan_407; a1762[3] = ({ llt_value a1763[3]; a1763[0] = call_407; a1763[1] = N(0.0); a1763[2] = llt_get(call_407, k9_size); g_runBytes(NULL, U, 3, a1763); }); a1762[4] = llt_get(call_407, k9_size); g_reduceTree(NULL, U, 5, a1762); });
(void)done_407;
(void)({ llt_value a1764[3]; a1764[0] = rooted_407; a1764[1] = ((llt_same(llt_get(call_407, k8_rank), N(0.0))) ? done_407 : ({ llt_value a1765[3]; a1765[0] = out_407; a1765[1] = N(0.0); a1765[2] = B(1); llt_new(&c_DataFlow, 3, a1765); })); a1764[2] = ({ llt_value a1766[1]; a1766[0] = rooted_407; g_blockCut(NULL, U, 1, a1766); }); g_scatterRuns(NULL, U, 3, a1764); });
return U;
}
static llt_value f1774(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e408 = up;
(void)e408;
llt_value of_409 = (n > 0 ? a[0] : U);
(void)of_409;
return ({ llt_value a1775[2]; a1775[0] = of_409; a1775[1] = e408[1]; g_unfold(NULL, U, 2, a1775); });
}
static llt_value f1783_mirrored(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value i_99 = (n > 0 ? a[0] : U);
(void)i_99;
llt_value power_99 = (n > 1 ? a[1] : U);
(void)power_99;
llt_value out_99 = N(0.0);
(void)out_99;
{
llt_value mask_100 = N(1.0);
(void)mask_100;
for (; ((mask_100).of.number < (power_99).of.number); (void)(mask_100 = N(((mask_100).of.number * 2.0)))) {
(void)(out_99 = N(((2.0 * (out_99).of.number) + llt_rest_of(llt_floor(((i_99).of.number / (mask_100).of.number)), 2.0))));
}
}
return out_99;
return U;
}
static llt_value g_mirrored(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1783_mirrored(up, self, n, a);
}
static llt_value f1787(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e408 = up;
(void)e408;
llt_value i_411 = (n > 0 ? a[0] : U);
(void)i_411;
return ({ llt_value a1788[2]; a1788[0] = i_411; a1788[1] = e408[1]; g_placeStart(NULL, U, 2, a1788); });
}
static llt_value f1789(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e408 = up;
(void)e408;
llt_value from_412 = (n > 0 ? a[0] : U);
(void)from_412;
llt_value end_412 = (n > 1 ? a[1] : U);
(void)end_412;
return ({ llt_value a1790[3]; a1790[0] = e408[2]; a1790[1] = ({ llt_value o1791 = e408[3]; ({ llt_value a1792[1]; a1792[0] = from_412; llt_call(o1791, U, 1, a1792); }); }); a1790[2] = N(({ const double d1797 = (({ llt_value o1793 = e408[3]; ({ llt_value a1794[1]; a1794[0] = end_412; llt_call(o1793, U, 1, a1794); }); })).of.number; const double d1798 = (({ llt_value o1795 = e408[3]; ({ llt_value a1796[1]; a1796[0] = from_412; llt_call(o1795, U, 1, a1796); }); })).of.number; (d1797 - d1798); })); g_runBytes(NULL, U, 3, a1790); });
}
static llt_value f1803(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e408 = up;
(void)e408;
llt_value to_413 = (n > 0 ? a[0] : U);
(void)to_413;
(void)({ llt_value o1804 = e408[4]; ({ llt_value a1805[4]; a1805[0] = to_413; a1805[1] = ({ llt_value a1806[2]; a1806[0] = e408[2]; a1806[1] = to_413; g_blockBytes(NULL, U, 2, a1806); }); a1805[2] = to_413; a1805[3] = N(((to_413).of.number + 1.0)); llt_call(llt_get(o1804, k61_send), o1804, 4, a1805); }); });
return U;
}
static llt_value f1768_emitButterfly(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e408 = llt_frame(NULL, 4);
e408[2] = (n > 0 ? a[0] : U);
llt_value out_408 = (n > 1 ? a[1] : U);
(void)out_408;
llt_value t1769 = e408[2];
(void)t1769;
llt_value rank_408 = llt_get(t1769, k8_rank);
(void)rank_408;
llt_value size_408 = llt_get(t1769, k9_size);
(void)size_408;
e408[4] = ({ llt_value a1770[3]; a1770[0] = out_408; a1770[1] = llt_get(llt_get(e408[2], k14_options), k88_reducePerByte); a1770[2] = B(1); llt_new(&c_DataFlow, 3, a1770); });
llt_value total_408 = ({ llt_value a1771[3]; a1771[0] = e408[2]; a1771[1] = N(0.0); a1771[2] = size_408; g_runBytes(NULL, U, 3, a1771); });
(void)total_408;
llt_value t1773 = ({ llt_value a1772[2]; a1772[0] = rank_408; a1772[1] = size_408; g_fold(NULL, U, 2, a1772); });
(void)t1773;
llt_value power_408 = llt_get(t1773, k57_power);
(void)power_408;
e408[1] = llt_get(t1773, k58_rest);
llt_value place_408 = llt_get(t1773, k59_place);
(void)place_408;
llt_value neighbour_408 = llt_get(t1773, k60_neighbour);
(void)neighbour_408;
llt_value at_408 = llt_closure(f1774, e408);
(void)at_408;
if (((place_408).of.number < 0.0)) {
{
(void)({ llt_value o1776 = e408[4]; ({ llt_value a1777[4]; a1777[0] = neighbour_408; a1777[1] = total_408; a1777[2] = N(0.0); a1777[3] = size_408; llt_call(llt_get(o1776, k61_send), o1776, 4, a1777); }); });
(void)({ llt_value o1778 = e408[4]; ({ llt_value a1779[2]; a1779[0] = ({ llt_value o1780 = at_408; ({ llt_value a1781[1]; a1781[0] = ({ llt_value a1782[2]; a1782[0] = N((double)((int32_t)(rank_408).of.number >> (int32_t)1.0)); a1782[1] = power_408; g_mirrored(NULL, U, 2, a1782); }); llt_call(o1780, U, 1, a1781); }); }); a1779[1] = ({ llt_value a1784[2]; a1784[0] = e408[2]; a1784[1] = rank_408; g_blockBytes(NULL, U, 2, a1784); }); llt_call(llt_get(o1778, k63_receive), o1778, 2, a1779); }); });
return U;
}
}
if (((neighbour_408).of.number >= 0.0)) {
(void)({ llt_value o1785 = e408[4]; ({ llt_value a1786[2]; a1786[0] = neighbour_408; a1786[1] = total_408; llt_call(llt_get(o1785, k62_combine), o1785, 2, a1786); }); });
}
e408[3] = llt_closure(f1787, e408);
llt_value bytes_408 = llt_closure(f1789, e408);
(void)bytes_408;
(void)({ llt_value a1799[5]; a1799[0] = place_408; a1799[1] = ({ llt_value a1800[2]; a1800[0] = power_408; a1800[1] = S(k89_near); g_distances(NULL, U, 2, a1800); }); a1799[2] = at_408; a1799[3] = ({ llt_value t1801 = llt_object(2); llt_put(t1801, k11_bytes, bytes_408); llt_put(t1801, k65_slots, e408[3]); t1801; }); a1799[4] = e408[4]; g_reduceByHalving(NULL, U, 5, a1799); });
llt_value owner_408 = ({ llt_value a1802[2]; a1802[0] = place_408; a1802[1] = power_408; g_mirrored(NULL, U, 2, a1802); });
(void)owner_408;
llt_value give_408 = llt_closure(f1803, e408);
(void)give_408;
if (((owner_408).of.number < (e408[1]).of.number)) {
(void)({ llt_value o1807 = give_408; ({ llt_value a1808[1]; a1808[0] = N(((({ llt_value o1809 = at_408; ({ llt_value a1810[1]; a1810[0] = owner_408; llt_call(o1809, U, 1, a1810); }); })).of.number - 1.0)); llt_call(o1807, U, 1, a1808); }); });
}
if ((llt_same(owner_408, place_408))) {
return U;
}
(void)({ llt_value o1811 = give_408; ({ llt_value a1812[1]; a1812[0] = ({ llt_value o1813 = at_408; ({ llt_value a1814[1]; a1814[0] = owner_408; llt_call(o1813, U, 1, a1814); }); }); llt_call(o1811, U, 1, a1812); }); });
(void)({ llt_value o1815 = e408[4]; ({ llt_value a1816[2]; a1816[0] = ({ llt_value o1817 = at_408; ({ llt_value a1818[1]; a1818[0] = owner_408; llt_call(o1817, U, 1, a1818); }); }); a1816[1] = ({ llt_value a1819[2]; a1819[0] = e408[2]; a1819[1] = rank_408; g_blockBytes(NULL, U, 2, a1819); }); llt_call(llt_get(o1815, k63_receive), o1815, 2, a1816); }); });
return U;
}
static llt_value g_emitButterfly(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1768_emitButterfly(up, self, n, a);
}
static llt_value f1821(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
return g_scattervLinear;
}
static llt_value f1824(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e430 = up;
(void)e430;
llt_value call_431 = (n > 0 ? a[0] : U);
(void)call_431;
llt_value out_431 = (n > 1 ? a[1] : U);
(void)out_431;
llt_value t1825 = call_431;
(void)t1825;
llt_value size_431 = llt_get(t1825, k9_size);
(void)size_431;
llt_value total_431 = ({ llt_value a1826[3]; a1826[0] = call_431; a1826[1] = N(0.0); a1826[2] = size_431; g_runBytes(NULL, U, 3, a1826); });
(void)total_431;
llt_value reduction_431 = ({ llt_value a1827[3]; a1827[0] = S(k35_reduce); a1827[1] = g_REDUCE; a1827[2] = ({ llt_value t1828 = llt_object(4); llt_put_all(t1828, call_431); llt_put(t1828, k10_root, N(0.0)); llt_put(t1828, k11_bytes, total_431); llt_put(t1828, k12_bytesOf, U); t1828; }); g_ruledPart(NULL, U, 3, a1827); });
(void)reduction_431;
llt_value scattered_431 = ({ llt_value t1829 = llt_object(2); llt_put(t1829, k100_algorithm, ({ llt_value o1830 = e430[1]; ({ llt_value a1831[1]; a1831[0] = call_431; llt_call(o1830, U, 1, a1831); }); })); llt_put(t1829, k246_call, ({ llt_value t1832 = llt_object(2); llt_put_all(t1832, call_431); llt_put(t1832, k10_root, N(0.0)); t1832; })); t1829; });
(void)scattered_431;
(void)({ llt_value a1833[2]; a1833[0] = ({ llt_value t1834 = llt_array(2); llt_push(t1834, ({ llt_value t1835 = llt_object(2); llt_put_all(t1835, reduction_431); llt_put(t1835, k65_slots, size_431); t1835; })); llt_push(t1834, scattered_431); t1834; }); a1833[1] = out_431; g_emitInTurn(NULL, U, 2, a1833); });
return U;
}
static llt_value f1822_reduceThenScatter(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e430 = llt_frame(NULL, 1);
e430[1] = (n > 0 ? a[0] : U);
return ({ llt_value t1823 = llt_object(4); llt_put(t1823, k37_name, S(k224_ompi_reduce_scatter)); llt_put(t1823, k39_emit, llt_closure(f1824, e430)); t1823; });
return U;
}
static llt_value g_reduceThenScatter(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1822_reduceThenScatter(up, self, n, a);
}
static llt_value f1842(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e414 = up;
(void)e414;
llt_value i_416 = (n > 0 ? a[0] : U);
(void)i_416;
return ({ llt_value a1843[2]; a1843[0] = i_416; a1843[1] = e414[1]; g_mirrored(NULL, U, 2, a1843); });
}
static llt_value f1844(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e414 = up;
(void)e414;
llt_value from_417 = (n > 0 ? a[0] : U);
(void)from_417;
llt_value end_417 = (n > 1 ? a[1] : U);
(void)end_417;
llt_value sum_417 = N(0.0);
(void)sum_417;
{
llt_value i_418 = from_417;
(void)i_418;
for (; ((i_418).of.number < (end_417).of.number); (void)({ llt_value t1845 = i_418; (void)(i_418 = N((i_418).of.number + 1)); t1845; })) {
(void)(sum_417 = N(((sum_417).of.number + (({ llt_value a1846[2]; a1846[0] = e414[2]; a1846[1] = ({ llt_value o1847 = e414[3]; ({ llt_value a1848[1]; a1848[0] = i_418; llt_call(o1847, U, 1, a1848); }); }); g_blockBytes(NULL, U, 2, a1846); })).of.number)));
}
}
return sum_417;
return U;
}
static llt_value f1853(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e414 = up;
(void)e414;
llt_value of_419 = (n > 0 ? a[0] : U);
(void)of_419;
return of_419;
}
static llt_value f1838(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e414 = llt_frame(NULL, 3);
e414[2] = (n > 0 ? a[0] : U);
llt_value out_414 = (n > 1 ? a[1] : U);
(void)out_414;
llt_value t1839 = e414[2];
(void)t1839;
llt_value rank_414 = llt_get(t1839, k8_rank);
(void)rank_414;
e414[1] = llt_get(t1839, k9_size);
if ((!llt_truth(({ llt_value a1840[1]; a1840[0] = e414[1]; g_isPower(NULL, U, 1, a1840); })))) {
{
(void)({ llt_value a1841[2]; a1841[0] = e414[2]; a1841[1] = out_414; g_emitButterfly(NULL, U, 2, a1841); });
return U;
}
}
e414[3] = llt_closure(f1842, e414);
llt_value bytes_414 = llt_closure(f1844, e414);
(void)bytes_414;
llt_value flow_414 = ({ llt_value a1849[3]; a1849[0] = out_414; a1849[1] = llt_get(llt_get(e414[2], k14_options), k88_reducePerByte); a1849[2] = B(1); llt_new(&c_DataFlow, 3, a1849); });
(void)flow_414;
llt_value shares2_414 = ({ llt_value t1850 = llt_object(3); llt_put(t1850, k11_bytes, bytes_414); llt_put(t1850, k65_slots, e414[3]); llt_put(t1850, k97_slot, e414[3]); t1850; });
(void)shares2_414;
(void)({ llt_value a1851[5]; a1851[0] = rank_414; a1851[1] = ({ llt_value a1852[2]; a1852[0] = e414[1]; a1852[1] = S(k89_near); g_distances(NULL, U, 2, a1852); }); a1851[2] = llt_closure(f1853, e414); a1851[3] = shares2_414; a1851[4] = flow_414; g_reduceByHalving(NULL, U, 5, a1851); });
return U;
}
static llt_value f1859(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e420 = up;
(void)e420;
llt_value t1860 = (n > 0 ? a[0] : U);
(void)t1860;
llt_value from_421 = llt_get(t1860, k91_from);
(void)from_421;
llt_value end_421 = llt_get(t1860, k92_end);
(void)end_421;
return N(((e420[1]).of.number - (({ llt_value a1861[3]; a1861[0] = e420[2]; a1861[1] = from_421; a1861[2] = N(((end_421).of.number - (from_421).of.number)); g_runBytes(NULL, U, 3, a1861); })).of.number));
}
static llt_value f1862(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e420 = up;
(void)e420;
llt_value op_422 = (n > 0 ? a[0] : U);
(void)op_422;
llt_value t1863 = (n > 1 ? a[1] : U);
(void)t1863;
llt_value from_422 = llt_get(t1863, k91_from);
(void)from_422;
llt_value end_422 = llt_get(t1863, k92_end);
(void)end_422;
llt_value register_422 = (n > 2 ? a[2] : U);
(void)register_422;
return U;
}
static llt_value f1867(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e424 = up;
(void)e424;
llt_value *e423 = e424[0].of.frame;
(void)e423;
llt_value *e420 = e423[0].of.frame;
(void)e420;
llt_value from_425 = (n > 0 ? a[0] : U);
(void)from_425;
(void)(e424[1] = ({ llt_value o1868 = e420[3]; ({ llt_value a1869[2]; a1869[0] = ({ llt_value o1870 = e420[5]; ({ llt_value a1871[1]; a1871[0] = e423[1]; llt_call(o1870, U, 1, a1871); }); }); a1869[1] = from_425; llt_call(llt_get(o1868, k77_recv), o1868, 2, a1869); }); }));
return U;
}
static llt_value f1855(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e420 = llt_frame(NULL, 5);
e420[2] = (n > 0 ? a[0] : U);
e420[3] = (n > 1 ? a[1] : U);
llt_value t1856 = e420[2];
(void)t1856;
llt_value rank_420 = llt_get(t1856, k8_rank);
(void)rank_420;
e420[4] = llt_get(t1856, k9_size);
llt_value flow_420 = ({ llt_value a1857[3]; a1857[0] = e420[3]; a1857[1] = llt_get(llt_get(e420[2], k14_options), k88_reducePerByte); a1857[2] = B(1); llt_new(&c_DataFlow, 3, a1857); });
(void)flow_420;
e420[1] = ({ llt_value a1858[3]; a1858[0] = e420[2]; a1858[1] = N(0.0); a1858[2] = e420[4]; g_runBytes(NULL, U, 3, a1858); });
e420[5] = llt_closure(f1859, e420);
llt_value rest_420 = llt_closure(f1862, e420);
(void)rest_420;
{
llt_value t1864 = ({ llt_value a1897[2]; a1897[0] = rank_420; a1897[1] = e420[4]; g_roundsOf(NULL, U, 2, a1897); });
for (int i1865 = 0; i1865 < llt_length(t1864); i1865++)
{
llt_value *e423 = llt_frame(e420, 1);
llt_value t1866 = llt_at(t1864, N(i1865));
(void)t1866;
llt_value own_423 = llt_get(t1866, k124_own);
(void)own_423;
e423[1] = llt_get(t1866, k125_other);
llt_value partner_423 = llt_get(t1866, k126_partner);
(void)partner_423;
llt_value relays_423 = llt_get(t1866, k127_relays);
(void)relays_423;
{
llt_value *e424 = llt_frame(e423, 1);
e424[1] = N((-1.0));
llt_value take_424 = llt_closure(f1867, e424);
(void)take_424;
if (((partner_423).of.number >= 0.0)) {
{
(void)({ llt_value o1872 = rest_420; ({ llt_value a1873[3]; a1873[0] = ({ llt_value o1874 = flow_420; ({ llt_value a1875[4]; a1875[0] = partner_423; a1875[1] = ({ llt_value o1876 = e420[5]; ({ llt_value a1877[1]; a1877[0] = own_423; llt_call(o1876, U, 1, a1877); }); }); a1875[2] = N(0.0); a1875[3] = N(0.0); llt_call(llt_get(o1874, k61_send), o1874, 4, a1875); }); }); a1873[1] = own_423; a1873[2] = llt_get(g_Register, k71_Result); llt_call(o1872, U, 3, a1873); }); });
(void)({ llt_value o1878 = take_424; ({ llt_value a1879[1]; a1879[0] = partner_423; llt_call(o1878, U, 1, a1879); }); });
}
}
{
llt_value t1880 = relays_423;
for (int i1881 = 0; i1881 < llt_length(t1880); i1881++)
{
llt_value t1882 = llt_at(t1880, N(i1881));
(void)t1882;
llt_value peer_427 = llt_get(t1882, k128_peer);
(void)peer_427;
llt_value sends_427 = llt_get(t1882, k129_sends);
(void)sends_427;
{
if ((!llt_truth(sends_427))) {
{
(void)({ llt_value o1883 = take_424; ({ llt_value a1884[1]; a1884[0] = peer_427; llt_call(o1883, U, 1, a1884); }); });
continue;
}
}
llt_value op_428 = ({ llt_value o1885 = e420[3]; ({ llt_value a1886[2]; a1886[0] = ({ llt_value o1887 = e420[5]; ({ llt_value a1888[1]; a1888[0] = e423[1]; llt_call(o1887, U, 1, a1888); }); }); a1886[1] = peer_427; llt_call(llt_get(o1885, k61_send), o1885, 2, a1886); }); });
(void)op_428;
(void)({ llt_value o1889 = rest_420; ({ llt_value a1890[3]; a1890[0] = op_428; a1890[1] = e423[1]; a1890[2] = llt_get(g_Register, k73_Rest); llt_call(o1889, U, 3, a1890); }); });
(void)({ llt_value o1891 = e420[3]; ({ llt_value a1892[2]; a1892[0] = op_428; a1892[1] = e424[1]; llt_call(llt_get(o1891, k74_requires), o1891, 2, a1892); }); });
}
}
}
if (((e424[1]).of.number >= 0.0)) {
(void)({ llt_value o1893 = flow_420; ({ llt_value a1894[2]; a1894[0] = e424[1]; a1894[1] = ({ llt_value o1895 = e420[5]; ({ llt_value a1896[1]; a1896[0] = e423[1]; llt_call(o1895, U, 1, a1896); }); }); llt_call(llt_get(o1893, k35_reduce), o1893, 2, a1894); }); });
}
}
}
}
return U;
}
static llt_value f1899(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_433 = (n > 0 ? a[0] : U);
(void)call_433;
return llt_get(({ llt_value a1900[3]; a1900[0] = S(k28_scatter); a1900[1] = g_SCATTER; a1900[2] = call_433; g_ruledPart(NULL, U, 3, a1900); }), k100_algorithm);
}
static llt_value f1902_algorithmsOf(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value collective_447 = (n > 0 ? a[0] : U);
(void)collective_447;
llt_value t1903 = (n > 1 ? a[1] : U);
if (t1903.kind == LLT_UNDEFINED) t1903 = g_known;
llt_value table_447 = t1903;
(void)table_447;
return llt_at(table_447, collective_447);
return U;
}
static llt_value g_algorithmsOf(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1902_algorithmsOf(up, self, n, a);
}
static llt_value f1906(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e449 = up;
(void)e449;
llt_value algorithm_450 = (n > 0 ? a[0] : U);
(void)algorithm_450;
return B((llt_same(llt_get(algorithm_450, k37_name), ({ llt_value o1908 = ({ llt_value o1907 = e449[1]; llt_m_toLowerCase(o1907, k263_toLowerCase, 0, NULL); }); ({ llt_value a1909[2]; a1909[0] = S(k264__); a1909[1] = S(k265__); llt_m_replaceAll(o1908, k266_replaceAll, 2, a1909); }); }))));
}
static llt_value f1913(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e449 = up;
(void)e449;
llt_value algorithm_451 = (n > 0 ? a[0] : U);
(void)algorithm_451;
return llt_get(algorithm_451, k37_name);
}
static llt_value f427_findAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e449 = llt_frame(NULL, 1);
llt_value collective_449 = (n > 0 ? a[0] : U);
(void)collective_449;
e449[1] = (n > 1 ? a[1] : U);
llt_value t428 = (n > 2 ? a[2] : U);
if (t428.kind == LLT_UNDEFINED) t428 = g_known;
llt_value table_449 = t428;
(void)table_449;
llt_value algorithms_449 = ({ llt_value a1901[2]; a1901[0] = collective_449; a1901[1] = table_449; g_algorithmsOf(NULL, U, 2, a1901); });
(void)algorithms_449;
llt_value found_449 = ({ llt_value o1904 = algorithms_449; ({ llt_value a1905[1]; a1905[0] = llt_closure(f1906, e449); llt_m_find(o1904, k99_find, 1, a1905); }); });
(void)found_449;
if ((!llt_same(found_449, U))) {
return found_449;
}
llt_value names_449 = ({ llt_value t1910 = llt_array(4); llt_push(t1910, S(k267_auto)); llt_push(t1910, S(k7_mpich)); llt_push(t1910, S(k268_default)); llt_push_all(t1910, ({ llt_value o1911 = algorithms_449; ({ llt_value a1912[1]; a1912[0] = llt_closure(f1913, e449); llt_m_map(o1911, k98_map, 1, a1912); }); })); t1910; });
(void)names_449;
llt_impossible();
return U;
}
static llt_value g_findAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a) {
return f427_findAlgorithm(up, self, n, a);
}
static llt_value f33_mpichChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e462 = llt_frame(NULL, 1);
llt_value collective_462 = (n > 0 ? a[0] : U);
(void)collective_462;
llt_value size_462 = (n > 1 ? a[1] : U);
(void)size_462;
llt_value bytes_462 = (n > 2 ? a[2] : U);
(void)bytes_462;
e462[1] = ({ llt_value o61 = llt_at(g_RULES2, collective_462); ({ llt_value a62[2]; a62[0] = size_462; a62[1] = bytes_462; llt_call(o61, U, 2, a62); }); });
llt_value own_462 = ({ llt_value t420 = llt_at(g_OWN, collective_462); llt_nothing(t420) ? U : ({ llt_value o421 = t420; ({ llt_value a422[1]; a422[0] = llt_closure(f423, e462); llt_m_find(o421, k99_find, 1, a422); }); }); });
(void)own_462;
return ({ llt_value t424 = llt_object(2); llt_put(t424, k100_algorithm, ({ llt_value t425 = own_462; llt_nothing(t425) ? ({ llt_value a426[2]; a426[0] = collective_462; a426[1] = e462[1]; g_findAlgorithm(NULL, U, 2, a426); }) : t425; })); llt_put(t424, k14_options, ({ llt_value t1914 = llt_at(g_OPTIONS, e462[1]); llt_nothing(t1914) ? ({ llt_value t1917 = llt_object(0);  t1917; }) : t1914; })); t424; });
return U;
}
static llt_value g_mpichChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
return f33_mpichChoice(up, self, n, a);
}
static llt_value f31(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_495 = (n > 0 ? a[0] : U);
(void)size_495;
return llt_get(({ llt_value a32[3]; a32[0] = S(k35_reduce); a32[1] = size_495; a32[2] = N(0.0); g_mpichChoice(NULL, U, 3, a32); }), k100_algorithm);
}
static llt_value g_reducedOnly(llt_value *up, llt_value self, int n, const llt_value *a) {
return f31(up, self, n, a);
}
static llt_value f10_algorithmWithoutData(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value library_494 = (n > 0 ? a[0] : U);
(void)library_494;
llt_value kind_494 = (n > 1 ? a[1] : U);
(void)kind_494;
llt_value t11 = kind_494;
(void)t11;
llt_value collective_494 = llt_get(t11, k16_collective);
(void)collective_494;
llt_value way_494 = llt_get(t11, k17_way);
(void)way_494;
llt_value size_494 = llt_get(t11, k9_size);
(void)size_494;
llt_value empty_494 = llt_get(t11, k18_empty);
(void)empty_494;
if ((((llt_same(library_494, NIL)) || (!llt_truth(empty_494))) || ((size_494).of.number < 2.0))) {
return NIL;
}
if ((!llt_truth(({ llt_value a12[3]; a12[0] = library_494; a12[1] = collective_494; a12[2] = way_494; g_waitsWithoutData(NULL, U, 3, a12); })))) {
return g_NOTHING;
}
return ((((!llt_same(library_494, S(k0_openmpi))) && (llt_same(collective_494, S(k30_allreduce)))) && (llt_same(way_494, S(k19_blocking)))) ? ({ llt_value a30[1]; a30[0] = size_494; g_reducedOnly(NULL, U, 1, a30); }) : NIL);
return U;
}
static llt_value g_algorithmWithoutData(llt_value *up, llt_value self, int n, const llt_value *a) {
return f10_algorithmWithoutData(up, self, n, a);
}
static llt_value f1926(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e465 = up;
(void)e465;
llt_value candidate_466 = (n > 0 ? a[0] : U);
(void)candidate_466;
return ({ llt_value t1927 = ({ llt_value t1928 = ({ llt_value t1929 = B((llt_same(llt_get(candidate_466, k16_collective), NIL))); !llt_truth(t1929) ? B((llt_same(llt_get(candidate_466, k16_collective), e465[1]))) : t1929; }); llt_truth(t1928) ? B(((llt_get(candidate_466, k91_from)).of.number <= (e465[2]).of.number)) : t1928; }); llt_truth(t1927) ? B(((e465[2]).of.number < (llt_get(candidate_466, k272_to)).of.number)) : t1927; });
}
static llt_value f1932_defaultAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value collective_448 = (n > 0 ? a[0] : U);
(void)collective_448;
return llt_at(llt_at(g_ALGORITHMS, collective_448), N(0.0));
return U;
}
static llt_value g_defaultAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1932_defaultAlgorithm(up, self, n, a);
}
static llt_value f1937_openMpiChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value collective_464 = (n > 0 ? a[0] : U);
(void)collective_464;
llt_value size_464 = (n > 1 ? a[1] : U);
(void)size_464;
llt_value bytes_464 = (n > 2 ? a[2] : U);
(void)bytes_464;
llt_value t1939 = ({ llt_value a1938[3]; a1938[0] = collective_464; a1938[1] = size_464; a1938[2] = bytes_464; g_ruledChoice(NULL, U, 3, a1938); });
(void)t1939;
llt_value ours_464 = llt_get(t1939, k141_ours);
(void)ours_464;
llt_value options_464 = llt_get(t1939, k14_options);
(void)options_464;
return ({ llt_value t1940 = llt_object(3); llt_put(t1940, k14_options, options_464); llt_put(t1940, k100_algorithm, ({ llt_value a1941[2]; a1941[0] = collective_464; a1941[1] = ours_464; g_findAlgorithm(NULL, U, 2, a1941); })); t1940; });
return U;
}
static llt_value g_openMpiChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1937_openMpiChoice(up, self, n, a);
}
static llt_value f1921_chooseAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e465 = llt_frame(NULL, 2);
llt_value specs_465 = (n > 0 ? a[0] : U);
(void)specs_465;
e465[1] = (n > 1 ? a[1] : U);
llt_value size_465 = (n > 2 ? a[2] : U);
(void)size_465;
e465[2] = (n > 3 ? a[3] : U);
llt_value t1922 = (n > 4 ? a[4] : U);
if (t1922.kind == LLT_UNDEFINED) t1922 = g_DEFAULT_OPTIONS;
llt_value base_465 = t1922;
(void)base_465;
llt_value spec_465 = ({ llt_value o1924 = specs_465; ({ llt_value a1925[1]; a1925[0] = llt_closure(f1926, e465); llt_m_find(o1924, k99_find, 1, a1925); }); });
(void)spec_465;
if ((llt_same(spec_465, U))) {
return ({ llt_value t1930 = llt_object(3); llt_put(t1930, k100_algorithm, ({ llt_value a1931[1]; a1931[0] = e465[1]; g_defaultAlgorithm(NULL, U, 1, a1931); })); llt_put(t1930, k14_options, base_465); llt_put(t1930, k269_spec, spec_465); t1930; });
}
llt_value options_465 = ({ llt_value t1933 = llt_object(2); llt_put_all(t1933, base_465); llt_put_all(t1933, llt_get(spec_465, k14_options)); t1933; });
(void)options_465;
if ((llt_same(llt_get(spec_465, k100_algorithm), S(k268_default)))) {
return ({ llt_value t1934 = llt_object(3); llt_put(t1934, k100_algorithm, ({ llt_value a1935[1]; a1935[0] = e465[1]; g_defaultAlgorithm(NULL, U, 1, a1935); })); llt_put(t1934, k14_options, options_465); llt_put(t1934, k269_spec, spec_465); t1934; });
}
if ((llt_same(llt_typeof(llt_get(spec_465, k100_algorithm)), S(k273_object)))) {
return ({ llt_value t1936 = llt_object(3); llt_put(t1936, k100_algorithm, llt_get(spec_465, k100_algorithm)); llt_put(t1936, k14_options, options_465); llt_put(t1936, k269_spec, spec_465); t1936; });
}
llt_value choose_465 = ((llt_same(llt_get(spec_465, k100_algorithm), S(k7_mpich))) ? llt_closure(g_mpichChoice, NULL) : llt_closure(g_openMpiChoice, NULL));
(void)choose_465;
llt_value choice_465 = ({ llt_value o1942 = choose_465; ({ llt_value a1943[3]; a1943[0] = e465[1]; a1943[1] = size_465; a1943[2] = e465[2]; llt_call(o1942, U, 3, a1943); }); });
(void)choice_465;
return ({ llt_value t1944 = llt_object(3); llt_put(t1944, k100_algorithm, llt_get(choice_465, k100_algorithm)); llt_put(t1944, k14_options, ({ llt_value t1945 = llt_object(3); llt_put_all(t1945, base_465); llt_put_all(t1945, llt_get(choice_465, k14_options)); llt_put_all(t1945, llt_get(spec_465, k14_options)); t1945; })); llt_put(t1944, k269_spec, spec_465); t1944; });
return U;
}
static llt_value g_chooseAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1921_chooseAlgorithm(up, self, n, a);
}
static llt_value f1956_mpich4Algorithm(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value published_461 = (n > 0 ? a[0] : U);
(void)published_461;
llt_value collective_461 = (n > 1 ? a[1] : U);
(void)collective_461;
llt_value size_461 = (n > 2 ? a[2] : U);
(void)size_461;
llt_value bytes_461 = (n > 3 ? a[3] : U);
(void)bytes_461;
if ((((!llt_same(collective_461, S(k30_allreduce))) || ((bytes_461).of.number <= (g_WHOLE_BY_4).of.number)) || (!llt_truth(({ llt_value a1957[2]; a1957[0] = size_461; a1957[1] = bytes_461; g_dividesUp(NULL, U, 2, a1957); }))))) {
return published_461;
}
return g_allreduceMpichRabenseifner;
return U;
}
static llt_value g_mpich4Algorithm(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1956_mpich4Algorithm(up, self, n, a);
}
static llt_value f1964(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e473 = up;
(void)e473;
return e473[1];
}
static llt_value f1963(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e473 = llt_frame(NULL, 1);
e473[1] = (n > 0 ? a[0] : U);
return llt_closure(f1964, e473);
}
static llt_value g_always2(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1963(up, self, n, a);
}
static llt_value f1973(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e206 = up;
(void)e206;
llt_value v_207 = (n > 0 ? a[0] : U);
(void)v_207;
return N(llt_min((e206[1]).of.number, ((v_207).of.number * (e206[2]).of.number)));
}
static llt_value f1980(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e201 = up;
(void)e201;
llt_value of_202 = (n > 0 ? a[0] : U);
(void)of_202;
return N(llt_rest_of(((of_202).of.number + (e201[1]).of.number), (e201[2]).of.number));
}
static llt_value f1976_scatterAhead(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e201 = llt_frame(NULL, 2);
llt_value t1977 = (n > 0 ? a[0] : U);
(void)t1977;
llt_value rank_201 = llt_get(t1977, k8_rank);
(void)rank_201;
e201[2] = llt_get(t1977, k9_size);
e201[1] = llt_get(t1977, k10_root);
llt_value flow_201 = (n > 1 ? a[1] : U);
(void)flow_201;
llt_value runs_201 = (n > 2 ? a[2] : U);
(void)runs_201;
llt_value v_201 = ({ llt_value a1978[2]; a1978[0] = N(((rank_201).of.number - (e201[1]).of.number)); a1978[1] = e201[2]; g_mod(NULL, U, 2, a1978); });
(void)v_201;
llt_value span_201 = ({ llt_value a1979[2]; a1979[0] = v_201; a1979[1] = e201[2]; g_runSpan(NULL, U, 2, a1979); });
(void)span_201;
llt_value named_201 = llt_closure(f1980, e201);
(void)named_201;
if (((v_201).of.number > 0.0)) {
{
llt_value isFirst_203 = B((llt_same(N((2.0 * (span_201).of.number)), ({ llt_value a1981[2]; a1981[0] = N(((v_201).of.number - (span_201).of.number)); a1981[1] = e201[2]; g_runSpan(NULL, U, 2, a1981); }))));
(void)isFirst_203;
llt_value bytes_203 = ({ llt_value o1982 = runs_201; ({ llt_value a1983[2]; a1983[0] = v_201; a1983[1] = (llt_truth(isFirst_203) ? N(((e201[2]).of.number - (v_201).of.number)) : N(llt_min((span_201).of.number, ((e201[2]).of.number - (v_201).of.number)))); llt_call(llt_get(o1982, k11_bytes), o1982, 2, a1983); }); });
(void)bytes_203;
if (((bytes_203).of.number > 0.0)) {
(void)({ llt_value o1984 = flow_201; ({ llt_value a1985[2]; a1985[0] = ({ llt_value o1986 = named_201; ({ llt_value a1987[1]; a1987[0] = N(((v_201).of.number - (span_201).of.number)); llt_call(o1986, U, 1, a1987); }); }); a1985[1] = bytes_203; llt_call(llt_get(o1984, k63_receive), o1984, 2, a1985); }); });
}
}
}
llt_value held_201 = N(((e201[2]).of.number - (v_201).of.number));
(void)held_201;
{
llt_value mask_204 = N(((span_201).of.number / 2.0));
(void)mask_204;
for (; ((mask_204).of.number >= 1.0); (void)(mask_204 = N(((mask_204).of.number / 2.0)))) {
{
llt_value child_205 = N(((v_201).of.number + (mask_204).of.number));
(void)child_205;
if (((child_205).of.number >= (e201[2]).of.number)) {
continue;
}
llt_value bytes_205 = ({ llt_value o1988 = runs_201; ({ llt_value a1989[2]; a1989[0] = child_205; a1989[1] = N(((held_201).of.number - (mask_204).of.number)); llt_call(llt_get(o1988, k11_bytes), o1988, 2, a1989); }); });
(void)bytes_205;
if (((bytes_205).of.number > 0.0)) {
(void)({ llt_value o1990 = flow_201; ({ llt_value a1991[4]; a1991[0] = ({ llt_value o1992 = named_201; ({ llt_value a1993[1]; a1993[0] = child_205; llt_call(o1992, U, 1, a1993); }); }); a1991[1] = bytes_205; a1991[2] = ({ llt_value o1994 = runs_201; ({ llt_value a1995[1]; a1995[0] = child_205; llt_call(llt_get(o1994, k65_slots), o1994, 1, a1995); }); }); a1991[3] = ({ llt_value o1996 = runs_201; ({ llt_value a1997[1]; a1997[0] = N(((v_201).of.number + (held_201).of.number)); llt_call(llt_get(o1996, k65_slots), o1996, 1, a1997); }); }); llt_call(llt_get(o1990, k61_send), o1990, 4, a1991); }); });
}
(void)(held_201 = mask_204);
}
}
}
return U;
}
static llt_value g_scatterAhead(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1976_scatterAhead(up, self, n, a);
}
static llt_value f2001(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e206 = up;
(void)e206;
llt_value v_208 = (n > 0 ? a[0] : U);
(void)v_208;
return N(llt_rest_of(((v_208).of.number + (e206[3]).of.number), (e206[4]).of.number));
}
static llt_value f1970_scatterAheadThen(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e206 = llt_frame(NULL, 4);
llt_value gather_206 = (n > 0 ? a[0] : U);
(void)gather_206;
llt_value call_206 = (n > 1 ? a[1] : U);
(void)call_206;
llt_value out_206 = (n > 2 ? a[2] : U);
(void)out_206;
llt_value t1971 = call_206;
(void)t1971;
llt_value rank_206 = llt_get(t1971, k8_rank);
(void)rank_206;
e206[4] = llt_get(t1971, k9_size);
e206[3] = llt_get(t1971, k10_root);
e206[1] = llt_get(t1971, k11_bytes);
e206[2] = N(llt_ceil(((e206[1]).of.number / (e206[4]).of.number)));
llt_value runs_206 = ({ llt_value a1972[2]; a1972[0] = call_206; a1972[1] = llt_closure(f1973, e206); g_shares(NULL, U, 2, a1972); });
(void)runs_206;
llt_value flow_206 = ({ llt_value a1974[3]; a1974[0] = out_206; a1974[1] = N(0.0); a1974[2] = B(1); llt_new(&c_DataFlow, 3, a1974); });
(void)flow_206;
(void)({ llt_value a1975[3]; a1975[0] = call_206; a1975[1] = flow_206; a1975[2] = runs_206; g_scatterAhead(NULL, U, 3, a1975); });
(void)({ llt_value o1998 = gather_206; ({ llt_value a1999[6]; a1999[0] = ({ llt_value a2000[2]; a2000[0] = N(((rank_206).of.number - (e206[3]).of.number)); a2000[1] = e206[4]; g_mod(NULL, U, 2, a2000); }); a1999[1] = e206[4]; a1999[2] = llt_closure(f2001, e206); a1999[3] = runs_206; a1999[4] = flow_206; a1999[5] = out_206; llt_call(o1998, U, 6, a1999); }); });
return U;
}
static llt_value g_scatterAheadThen(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1970_scatterAheadThen(up, self, n, a);
}
static llt_value f1968(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_210 = (n > 0 ? a[0] : U);
(void)call_210;
llt_value out_210 = (n > 1 ? a[1] : U);
(void)out_210;
return ({ llt_value a1969[3]; a1969[0] = llt_closure(g_gatherByHypercube, NULL); a1969[1] = call_210; a1969[2] = out_210; g_scatterAheadThen(NULL, U, 3, a1969); });
}
static llt_value f2003(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_209 = (n > 0 ? a[0] : U);
(void)call_209;
llt_value out_209 = (n > 1 ? a[1] : U);
(void)out_209;
return ({ llt_value a2004[3]; a2004[0] = llt_closure(g_gatherByRing, NULL); a2004[1] = call_209; a2004[2] = out_209; g_scatterAheadThen(NULL, U, 3, a2004); });
}
static llt_value f1965(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_477 = (n > 0 ? a[0] : U);
(void)size_477;
llt_value bytes_477 = (n > 1 ? a[1] : U);
(void)bytes_477;
if ((((size_477).of.number < 8.0) || ((bytes_477).of.number < (12.0 * (g_KIB2).of.number)))) {
return g_bcastKnomial;
}
return ((llt_truth(({ llt_value a1966[1]; a1966[0] = size_477; g_isPower(NULL, U, 1, a1966); })) && ((bytes_477).of.number < (512.0 * (g_KIB2).of.number))) ? g_bcastAheadDoubling : g_bcastAheadAllgather);
return U;
}
static llt_value g_bcast2(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1965(up, self, n, a);
}
static llt_value f2007(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_281 = (n > 0 ? a[0] : U);
(void)call_281;
llt_value out_281 = (n > 1 ? a[1] : U);
(void)out_281;
return ({ llt_value a2008[3]; a2008[0] = call_281; a2008[1] = out_281; a2008[2] = ({ llt_value a2009[2]; a2009[0] = B(1); a2009[1] = B(1); g_foldingWhole(NULL, U, 2, a2009); }); g_scatterThenGather(NULL, U, 3, a2008); });
}
static llt_value f2011(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e475 = up;
(void)e475;
llt_value size_476 = (n > 0 ? a[0] : U);
(void)size_476;
llt_value bytes_476 = (n > 1 ? a[1] : U);
(void)bytes_476;
return ((((bytes_476).of.number > (2.0 * (g_KIB2).of.number)) && (((bytes_476).of.number / (g_ELEMENT_BYTES3).of.number) >= (({ llt_value a2012[1]; a2012[0] = size_476; g_powerBelow(NULL, U, 1, a2012); })).of.number)) ? e475[1] : e475[2]);
}
static llt_value f2010(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e475 = llt_frame(NULL, 2);
e475[2] = (n > 0 ? a[0] : U);
e475[1] = (n > 1 ? a[1] : U);
return llt_closure(f2011, e475);
}
static llt_value g_cut(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2010(up, self, n, a);
}
static llt_value f2015(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_310 = (n > 0 ? a[0] : U);
(void)call_310;
llt_value out_310 = (n > 1 ? a[1] : U);
(void)out_310;
return ({ llt_value a2016[3]; a2016[0] = call_310; a2016[1] = out_310; a2016[2] = ({ llt_value a2017[2]; a2017[0] = B(0); a2017[1] = B(1); g_foldingWhole(NULL, U, 2, a2017); }); g_scatterThenGather2(NULL, U, 3, a2016); });
}
static llt_value f2018(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_478 = (n > 0 ? a[0] : U);
(void)size_478;
llt_value bytes_478 = (n > 1 ? a[1] : U);
(void)bytes_478;
if (llt_truth(({ llt_value a2019[1]; a2019[0] = size_478; g_isPower(NULL, U, 1, a2019); }))) {
return ((((bytes_478).of.number * (size_478).of.number) < (512.0 * (g_KIB2).of.number)) ? g_allgatherRecursiveDoubling : g_allgatherRing);
}
return ((((bytes_478).of.number * (size_478).of.number) < (80.0 * (g_KIB2).of.number)) ? g_allgatherBruck : g_allgatherRing);
return U;
}
static llt_value g_allgather2(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2018(up, self, n, a);
}
static llt_value f2020(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_479 = (n > 0 ? a[0] : U);
(void)size_479;
llt_value bytes_479 = (n > 1 ? a[1] : U);
(void)bytes_479;
if ((((size_479).of.number > 8.0) && ((bytes_479).of.number <= (2.0 * (g_KIB2).of.number)))) {
return g_alltoallBruck;
}
return (((bytes_479).of.number <= (32.0 * (g_KIB2).of.number)) ? g_alltoallLinear : g_alltoallMpichPairwise);
return U;
}
static llt_value g_alltoall2(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2020(up, self, n, a);
}
static llt_value f2030(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e480 = up;
(void)e480;
llt_value size_481 = (n > 0 ? a[0] : U);
(void)size_481;
llt_value bytes_481 = (n > 1 ? a[1] : U);
(void)bytes_481;
return ((((bytes_481).of.number * (size_481).of.number) < (e480[1]).of.number) ? g_reduceScatterRecursiveHalving : g_reduceScatterPairwise);
}
static llt_value f2029(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e480 = llt_frame(NULL, 1);
e480[1] = (n > 0 ? a[0] : U);
return llt_closure(f2030, e480);
}
static llt_value g_reduceScatter2(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2029(up, self, n, a);
}
static llt_value f1960_mpichNonblockingChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value collective_482 = (n > 0 ? a[0] : U);
(void)collective_482;
llt_value size_482 = (n > 1 ? a[1] : U);
(void)size_482;
llt_value bytes_482 = (n > 2 ? a[2] : U);
(void)bytes_482;
llt_value algorithm_482 = ({ llt_value o2032 = llt_at(g_RULES3, collective_482); ({ llt_value a2033[2]; a2033[0] = size_482; a2033[1] = bytes_482; llt_call(o2032, U, 2, a2033); }); });
(void)algorithm_482;
return ({ llt_value t2034 = llt_object(2); llt_put(t2034, k100_algorithm, algorithm_482); llt_put(t2034, k14_options, ((llt_same(algorithm_482, g_bcastKnomial)) ? ({ llt_value t2035 = llt_object(1); llt_put(t2035, k110_fanout, N(2.0)); t2035; }) : ({ llt_value t2036 = llt_object(0);  t2036; }))); t2034; });
return U;
}
static llt_value g_mpichNonblockingChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1960_mpichNonblockingChoice(up, self, n, a);
}
static llt_value f2049(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_467 = (n > 0 ? a[0] : U);
(void)call_467;
llt_value out_467 = (n > 1 ? a[1] : U);
(void)out_467;
(void)({ llt_value a2050[3]; a2050[0] = call_467; a2050[1] = out_467; a2050[2] = ({ llt_value t2051 = llt_object(4); llt_put(t2051, k105_tree, llt_closure(g_inOrderBinomialTree, NULL)); llt_put(t2051, k110_fanout, N(1.0)); llt_put(t2051, k115_segment, N(0.0)); llt_put(t2051, k10_root, S(k109_swap)); t2051; }); g_reduceTree(NULL, U, 3, a2050); });
return U;
}
static llt_value f2045_reduceChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_472 = (n > 0 ? a[0] : U);
(void)size_472;
llt_value bytes_472 = (n > 1 ? a[1] : U);
(void)bytes_472;
llt_value divides_472 = (n > 2 ? a[2] : U);
(void)divides_472;
if ((((size_472).of.number > 2.0) && llt_truth(divides_472))) {
return ({ llt_value t2046 = llt_object(2); llt_put(t2046, k100_algorithm, g_reduceRabenseifner); llt_put(t2046, k115_segment, N(0.0)); t2046; });
}
if ((((size_472).of.number > (g_FEW).of.number) || ((bytes_472).of.number < (g_LONG).of.number))) {
return ({ llt_value t2047 = llt_object(2); llt_put(t2047, k100_algorithm, g_reduceBinomial2); llt_put(t2047, k115_segment, N(0.0)); t2047; });
}
return ({ llt_value t2052 = llt_object(2); llt_put(t2052, k100_algorithm, g_reduceChain); llt_put(t2052, k115_segment, g_SEGMENT); t2052; });
return U;
}
static llt_value g_reduceChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2045_reduceChoice(up, self, n, a);
}
static llt_value f2056(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_470 = (n > 0 ? a[0] : U);
(void)call_470;
llt_value out_470 = (n > 1 ? a[1] : U);
(void)out_470;
llt_value t2057 = call_470;
(void)t2057;
llt_value size_470 = llt_get(t2057, k9_size);
(void)size_470;
llt_value rooted_470 = ({ llt_value t2058 = llt_object(2); llt_put_all(t2058, call_470); llt_put(t2058, k10_root, N(0.0)); t2058; });
(void)rooted_470;
llt_value whole_470 = ({ llt_value t2059 = llt_object(3); llt_put_all(t2059, rooted_470); llt_put(t2059, k11_bytes, ({ llt_value a2060[3]; a2060[0] = call_470; a2060[1] = N(0.0); a2060[2] = size_470; g_runBytes(NULL, U, 3, a2060); })); llt_put(t2059, k12_bytesOf, U); t2059; });
(void)whole_470;
llt_value parts_470 = ({ llt_value t2061 = llt_array(2); llt_push(t2061, ({ llt_value t2062 = llt_object(3); llt_put(t2062, k100_algorithm, g_reduceBinomial2); llt_put(t2062, k246_call, whole_470); llt_put(t2062, k65_slots, size_470); t2062; })); llt_push(t2061, ({ llt_value t2063 = llt_object(2); llt_put(t2063, k100_algorithm, g_scatterLinear); llt_put(t2063, k246_call, rooted_470); t2063; })); t2061; });
(void)parts_470;
(void)({ llt_value a2064[2]; a2064[0] = parts_470; a2064[1] = out_470; g_emitInTurn(NULL, U, 2, a2064); });
return U;
}
static llt_value f2074(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e468 = up;
(void)e468;
llt_value algorithm_469 = (n > 0 ? a[0] : U);
(void)algorithm_469;
return ({ llt_value t2075 = llt_object(2); llt_put(t2075, k100_algorithm, algorithm_469); llt_put(t2075, k246_call, e468[1]); t2075; });
}
static llt_value f2069(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e468 = llt_frame(NULL, 1);
llt_value call_468 = (n > 0 ? a[0] : U);
(void)call_468;
llt_value out_468 = (n > 1 ? a[1] : U);
(void)out_468;
e468[1] = ({ llt_value t2070 = llt_object(2); llt_put_all(t2070, call_468); llt_put(t2070, k10_root, N(0.0)); t2070; });
llt_value parts_468 = ({ llt_value o2072 = ({ llt_value t2071 = llt_array(2); llt_push(t2071, g_reduceBinomial2); llt_push(t2071, g_bcastBinomial); t2071; }); ({ llt_value a2073[1]; a2073[0] = llt_closure(f2074, e468); llt_m_map(o2072, k98_map, 1, a2073); }); });
(void)parts_468;
(void)({ llt_value a2076[2]; a2076[0] = parts_468; a2076[1] = out_468; g_emitInTurn(NULL, U, 2, a2076); });
return U;
}
static llt_value f2041_libnbcChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value collective_471 = (n > 0 ? a[0] : U);
(void)collective_471;
llt_value size_471 = (n > 1 ? a[1] : U);
(void)size_471;
llt_value bytes_471 = (n > 2 ? a[2] : U);
(void)bytes_471;
llt_value divides_471 = B((llt_floor(((bytes_471).of.number / (g_ELEMENT_BYTES3).of.number)) >= (({ llt_value a2042[1]; a2042[0] = size_471; g_powerBelow(NULL, U, 1, a2042); })).of.number));
(void)divides_471;
if ((llt_same(collective_471, S(k31_bcast)))) {
return ({ llt_value t2043 = llt_object(2); llt_put(t2043, k100_algorithm, (((size_471).of.number > (g_FEW).of.number) ? g_bcastBinomial : g_bcastLinear)); llt_put(t2043, k115_segment, N(0.0)); t2043; });
}
if ((llt_same(collective_471, S(k35_reduce)))) {
return ({ llt_value a2044[3]; a2044[0] = size_471; a2044[1] = bytes_471; a2044[2] = divides_471; g_reduceChoice(NULL, U, 3, a2044); });
}
if ((!llt_same(collective_471, S(k30_allreduce)))) {
return ({ llt_value t2053 = llt_object(2); llt_put(t2053, k100_algorithm, llt_at(g_ALWAYS, collective_471)); llt_put(t2053, k115_segment, N(0.0)); t2053; });
}
llt_value cut2_471 = ({ llt_value t2065 = ({ llt_value t2066 = B(((size_471).of.number >= (g_FEW).of.number)); llt_truth(t2066) ? B(((bytes_471).of.number >= (g_LONG).of.number)) : t2066; }); llt_truth(t2065) ? divides_471 : t2065; });
(void)cut2_471;
return ({ llt_value t2067 = llt_object(2); llt_put(t2067, k100_algorithm, (llt_truth(cut2_471) ? g_allreduceRabenseifner : g_reduceThenBcast)); llt_put(t2067, k115_segment, N(0.0)); t2067; });
return U;
}
static llt_value g_libnbcChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2041_libnbcChoice(up, self, n, a);
}
static llt_value f1949_byLibrary(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value chosen_488 = (n > 0 ? a[0] : U);
(void)chosen_488;
llt_value kind_488 = (n > 1 ? a[1] : U);
(void)kind_488;
llt_value mpich4_488 = (n > 2 ? a[2] : U);
(void)mpich4_488;
llt_value t1950 = chosen_488;
(void)t1950;
llt_value spec_488 = llt_get(t1950, k269_spec);
(void)spec_488;
llt_value options_488 = llt_get(t1950, k14_options);
(void)options_488;
llt_value t1951 = kind_488;
(void)t1951;
llt_value collective_488 = llt_get(t1951, k16_collective);
(void)collective_488;
llt_value size_488 = llt_get(t1951, k9_size);
(void)size_488;
llt_value bytes_488 = llt_get(t1951, k11_bytes);
(void)bytes_488;
if (((!llt_same(({ llt_value t1952 = spec_488; llt_nothing(t1952) ? U : llt_get(t1952, k100_algorithm); }), S(k267_auto))) && (!llt_same(({ llt_value t1953 = spec_488; llt_nothing(t1953) ? U : llt_get(t1953, k100_algorithm); }), S(k7_mpich))))) {
return chosen_488;
}
if ((llt_same(llt_get(kind_488, k17_way), S(k19_blocking)))) {
{
if (llt_truth(llt_get(kind_488, k276_typed))) {
{
llt_value algorithm3_490 = ((llt_same(llt_get(spec_488, k100_algorithm), S(k267_auto))) ? g_alltoallvLinear : llt_get(chosen_488, k100_algorithm));
(void)algorithm3_490;
return ({ llt_value t1954 = llt_object(2); llt_put_all(t1954, chosen_488); llt_put(t1954, k100_algorithm, algorithm3_490); t1954; });
}
}
llt_value algorithm2_489 = (llt_truth(mpich4_488) ? ({ llt_value a1955[4]; a1955[0] = llt_get(chosen_488, k100_algorithm); a1955[1] = collective_488; a1955[2] = size_488; a1955[3] = bytes_488; g_mpich4Algorithm(NULL, U, 4, a1955); }) : llt_get(chosen_488, k100_algorithm));
(void)algorithm2_489;
return ({ llt_value t1958 = llt_object(2); llt_put_all(t1958, chosen_488); llt_put(t1958, k100_algorithm, algorithm2_489); t1958; });
}
}
if ((llt_same(llt_get(spec_488, k100_algorithm), S(k7_mpich)))) {
{
llt_value own_491 = ({ llt_value a1959[3]; a1959[0] = collective_488; a1959[1] = size_488; a1959[2] = bytes_488; g_mpichNonblockingChoice(NULL, U, 3, a1959); });
(void)own_491;
llt_value t2037 = own_491;
(void)t2037;
llt_value algorithm2_491 = llt_get(t2037, k100_algorithm);
(void)algorithm2_491;
return ({ llt_value t2038 = llt_object(3); llt_put(t2038, k100_algorithm, algorithm2_491); llt_put(t2038, k14_options, ({ llt_value t2039 = llt_object(4); llt_put_all(t2039, options_488); llt_put(t2039, k110_fanout, U); llt_put_all(t2039, llt_get(own_491, k14_options)); llt_put_all(t2039, llt_get(spec_488, k14_options)); t2039; })); llt_put(t2038, k269_spec, spec_488); t2038; });
}
}
llt_value t2077 = ({ llt_value a2040[3]; a2040[0] = collective_488; a2040[1] = size_488; a2040[2] = bytes_488; g_libnbcChoice(NULL, U, 3, a2040); });
(void)t2077;
llt_value algorithm_488 = llt_get(t2077, k100_algorithm);
(void)algorithm_488;
llt_value segment_488 = llt_get(t2077, k115_segment);
(void)segment_488;
return ({ llt_value t2078 = llt_object(3); llt_put(t2078, k100_algorithm, algorithm_488); llt_put(t2078, k14_options, ({ llt_value t2079 = llt_object(4); llt_put_all(t2079, options_488); llt_put(t2079, k110_fanout, U); llt_put(t2079, k115_segment, segment_488); llt_put_all(t2079, llt_get(spec_488, k14_options)); t2079; })); llt_put(t2078, k269_spec, spec_488); t2078; });
return U;
}
static llt_value g_byLibrary(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1949_byLibrary(up, self, n, a);
}
static llt_value f2084(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e336 = up;
(void)e336;
llt_value i_337 = (n > 0 ? a[0] : U);
(void)i_337;
return (((i_337).of.number <= (llt_get(e336[1], k8_rank)).of.number) ? ({ llt_value t2085 = llt_array(2); llt_push(t2085, N(((i_337).of.number - 1.0))); llt_push(t2085, N(((i_337).of.number - 1.0))); t2085; }) : ({ llt_value t2086 = llt_array(2); llt_push(t2086, i_337); llt_push(t2086, i_337); t2086; }));
}
static llt_value f2082(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e336 = llt_frame(NULL, 1);
e336[1] = (n > 0 ? a[0] : U);
llt_value out_336 = (n > 1 ? a[1] : U);
(void)out_336;
return ({ llt_value a2083[3]; a2083[0] = e336[1]; a2083[1] = out_336; a2083[2] = llt_closure(f2084, e336); g_inSteps(NULL, U, 3, a2083); });
}
static llt_value f7_choiceOfCall(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value rules_487 = (n > 0 ? a[0] : U);
(void)rules_487;
llt_value kind_487 = (n > 1 ? a[1] : U);
(void)kind_487;
llt_value t8 = rules_487;
(void)t8;
llt_value options_487 = llt_get(t8, k14_options);
(void)options_487;
llt_value withoutData_487 = ({ llt_value a9[2]; a9[0] = llt_get(rules_487, k15_returning); a9[1] = kind_487; g_algorithmWithoutData(NULL, U, 2, a9); });
(void)withoutData_487;
if ((!llt_same(withoutData_487, NIL))) {
return ({ llt_value t1918 = llt_object(4); llt_put(t1918, k100_algorithm, withoutData_487); llt_put(t1918, k14_options, options_487); llt_put(t1918, k269_spec, U); llt_put(t1918, k270_returns, B((llt_same(withoutData_487, g_NOTHING)))); t1918; });
}
llt_value t1919 = kind_487;
(void)t1919;
llt_value collective_487 = llt_get(t1919, k16_collective);
(void)collective_487;
llt_value size_487 = llt_get(t1919, k9_size);
(void)size_487;
llt_value bytes_487 = llt_get(t1919, k11_bytes);
(void)bytes_487;
llt_value chosen_487 = ({ llt_value a1920[5]; a1920[0] = llt_get(rules_487, k271_specs); a1920[1] = collective_487; a1920[2] = size_487; a1920[3] = bytes_487; a1920[4] = options_487; g_chooseAlgorithm(NULL, U, 5, a1920); });
(void)chosen_487;
llt_value ofProgram_487 = ({ llt_value t1946 = ({ llt_value t1947 = llt_get(rules_487, k274_mpich4); llt_truth(t1947) ? B((!llt_same(llt_get(chosen_487, k269_spec), U))) : t1947; }); llt_truth(t1946) ? B((llt_same(llt_get(chosen_487, k269_spec), llt_get(rules_487, k275_fallback)))) : t1946; });
(void)ofProgram_487;
llt_value choice_487 = ({ llt_value a1948[3]; a1948[0] = chosen_487; a1948[1] = kind_487; a1948[2] = ofProgram_487; g_byLibrary(NULL, U, 3, a1948); });
(void)choice_487;
llt_value algorithm_487 = ((llt_truth(llt_get(kind_487, k280_inPlace)) && (llt_same(({ llt_value t2080 = llt_get(choice_487, k269_spec); llt_nothing(t2080) ? U : llt_get(t2080, k100_algorithm); }), S(k7_mpich)))) ? g_alltoallInPlace : llt_get(choice_487, k100_algorithm));
(void)algorithm_487;
return ({ llt_value t2087 = llt_object(4); llt_put(t2087, k100_algorithm, algorithm_487); llt_put(t2087, k14_options, llt_get(choice_487, k14_options)); llt_put(t2087, k269_spec, llt_get(choice_487, k269_spec)); llt_put(t2087, k270_returns, B(0)); t2087; });
return U;
}
static llt_value g_choiceOfCall(llt_value *up, llt_value self, int n, const llt_value *a) {
return f7_choiceOfCall(up, self, n, a);
}
static llt_value f4_decompose(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value rules_496 = (n > 0 ? a[0] : U);
(void)rules_496;
llt_value query_496 = (n > 1 ? a[1] : U);
(void)query_496;
llt_value out_496 = (n > 2 ? a[2] : U);
(void)out_496;
llt_value t5 = query_496;
(void)t5;
llt_value rank_496 = llt_get(t5, k8_rank);
(void)rank_496;
llt_value size_496 = llt_get(t5, k9_size);
(void)size_496;
llt_value root_496 = llt_get(t5, k10_root);
(void)root_496;
llt_value bytes_496 = llt_get(t5, k11_bytes);
(void)bytes_496;
llt_value bytesOf_496 = llt_get(t5, k12_bytesOf);
(void)bytesOf_496;
llt_value recvBytesOf_496 = llt_get(t5, k13_recvBytesOf);
(void)recvBytesOf_496;
llt_value t2088 = ({ llt_value a6[2]; a6[0] = rules_496; a6[1] = query_496; g_choiceOfCall(NULL, U, 2, a6); });
(void)t2088;
llt_value algorithm_496 = llt_get(t2088, k100_algorithm);
(void)algorithm_496;
llt_value options_496 = llt_get(t2088, k14_options);
(void)options_496;
(void)({ llt_value o2089 = algorithm_496; ({ llt_value a2090[2]; a2090[0] = ({ llt_value t2091 = llt_object(7); llt_put(t2091, k8_rank, rank_496); llt_put(t2091, k9_size, size_496); llt_put(t2091, k10_root, root_496); llt_put(t2091, k11_bytes, bytes_496); llt_put(t2091, k12_bytesOf, bytesOf_496); llt_put(t2091, k13_recvBytesOf, recvBytesOf_496); llt_put(t2091, k14_options, options_496); t2091; }); a2090[1] = out_496; llt_call(llt_get(o2089, k39_emit), o2089, 2, a2090); }); });
return U;
}
static llt_value g_decompose(llt_value *up, llt_value self, int n, const llt_value *a) {
return f4_decompose(up, self, n, a);
}
static llt_value f2117(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value collective_498 = (n > 0 ? a[0] : U);
(void)collective_498;
llt_value bytes_498 = (n > 1 ? a[1] : U);
(void)bytes_498;
llt_value algorithm_498 = (n > 2 ? a[2] : U);
(void)algorithm_498;
return ({ llt_value t2118 = llt_object(5); llt_put(t2118, k16_collective, collective_498); llt_put(t2118, k17_way, S(k19_blocking)); llt_put(t2118, k11_bytes, bytes_498); llt_put(t2118, k100_algorithm, algorithm_498); llt_put(t2118, k282_among, S(k326_callers)); t2118; });
}
static llt_value g_blocking(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2117(up, self, n, a);
}
static llt_value f2119_times(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value count_499 = (n > 0 ? a[0] : U);
(void)count_499;
llt_value step_499 = (n > 1 ? a[1] : U);
(void)step_499;
llt_value steps_499 = ({ llt_value t2120 = llt_array(0);  t2120; });
(void)steps_499;
{
llt_value i_500 = N(0.0);
(void)i_500;
for (; ((i_500).of.number < (count_499).of.number); (void)({ llt_value t2121 = i_500; (void)(i_500 = N((i_500).of.number + 1)); t2121; })) {
(void)({ llt_value o2122 = steps_499; ({ llt_value a2123[1]; a2123[0] = step_499; llt_m_push(o2122, k84_push, 1, a2123); }); });
}
}
return steps_499;
return U;
}
static llt_value g_times(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2119_times(up, self, n, a);
}
static llt_value f2125(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e501 = up;
(void)e501;
return e501[1];
}
static llt_value f2124(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e501 = llt_frame(NULL, 1);
e501[1] = (n > 0 ? a[0] : U);
return llt_closure(f2125, e501);
}
static llt_value g_always3(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2124(up, self, n, a);
}
static llt_value f2137(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value t2138 = (n > 0 ? a[0] : U);
(void)t2138;
llt_value rank_497 = llt_get(t2138, k8_rank);
(void)rank_497;
llt_value size_497 = llt_get(t2138, k9_size);
(void)size_497;
llt_value bytes_497 = llt_get(t2138, k11_bytes);
(void)bytes_497;
llt_value out_497 = (n > 1 ? a[1] : U);
(void)out_497;
if (((size_497).of.number < 2.0)) {
return U;
}
(void)({ llt_value o2139 = out_497; ({ llt_value a2140[2]; a2140[0] = bytes_497; a2140[1] = N(llt_rest_of((((rank_497).of.number + (size_497).of.number) - 1.0), (size_497).of.number)); llt_call(llt_get(o2139, k78_irecv), o2139, 2, a2140); }); });
(void)({ llt_value o2141 = out_497; ({ llt_value a2142[2]; a2142[0] = bytes_497; a2142[1] = N(llt_rest_of(((rank_497).of.number + 1.0), (size_497).of.number)); llt_call(llt_get(o2141, k61_send), o2141, 2, a2142); }); });
return U;
}
static llt_value f2143(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_505 = (n > 0 ? a[0] : U);
(void)size_505;
if ((llt_same(size_505, N(2.0)))) {
return g_IDENTIFIER;
}
llt_value latencies_505 = N(((((llt_same(size_505, N(3.0))) ? N(6.0) : N(9.0))).of.number + (10.0 * (({ llt_value a2144[1]; a2144[0] = N(((size_505).of.number - (double)((int32_t)(size_505).of.number >> (int32_t)1.0))); g_floorLog2(NULL, U, 1, a2144); })).of.number)));
(void)latencies_505;
return ({ llt_value t2145 = llt_array(2); llt_push_all(t2145, g_IDENTIFIER); llt_push_all(t2145, ({ llt_value a2146[2]; a2146[0] = N(((latencies_505).of.number - (6.0 * (({ llt_value a2147[1]; a2147[0] = size_505; g_floorLog2(NULL, U, 1, a2147); })).of.number))); a2146[1] = g_TO_NEXT; g_times(NULL, U, 2, a2146); })); t2145; });
return U;
}
static llt_value g_ompiBetween(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2143(up, self, n, a);
}
static llt_value f2148(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_506 = (n > 0 ? a[0] : U);
(void)size_506;
return ({ llt_value t2149 = llt_array(2); llt_push(t2149, g_ALLREDUCE2); llt_push_all(t2149, ({ llt_value a2150[2]; a2150[0] = (((size_506).of.number < 4.0) ? N((3.0 * ((size_506).of.number - 1.0))) : N(((4.0 * (({ llt_value a2151[1]; a2151[0] = size_506; g_floorLog2(NULL, U, 1, a2151); })).of.number) + 2.0))); a2150[1] = g_TO_NEXT; g_times(NULL, U, 2, a2150); })); t2149; });
}
static llt_value g_ompiMerge(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2148(up, self, n, a);
}
static llt_value f2173(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_503 = (n > 0 ? a[0] : U);
(void)size_503;
return (((size_503).of.number < 3.0) ? ({ llt_value t2174 = llt_array(0);  t2174; }) : ({ llt_value t2175 = llt_array(2); llt_push_all(t2175, ({ llt_value a2176[2]; a2176[0] = N(4.0); a2176[1] = g_ALLREDUCE2; g_times(NULL, U, 2, a2176); })); llt_push_all(t2175, ({ llt_value a2177[2]; a2177[0] = ((llt_same(size_503, N(3.0))) ? N(3.0) : N(4.0)); a2177[1] = g_TO_NEXT; g_times(NULL, U, 2, a2177); })); t2175; }));
}
static llt_value g_ompiWrite(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2173(up, self, n, a);
}
static llt_value f2178(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_504 = (n > 0 ? a[0] : U);
(void)size_504;
return (((size_504).of.number < 3.0) ? ({ llt_value t2179 = llt_array(0);  t2179; }) : ({ llt_value t2180 = llt_array(1); llt_push_all(t2180, ({ llt_value a2181[2]; a2181[0] = N(3.0); a2181[1] = g_THROUGH_ROOT; g_times(NULL, U, 2, a2181); })); t2180; }));
}
static llt_value g_ompiRead(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2178(up, self, n, a);
}
static llt_value f2204(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_507 = (n > 0 ? a[0] : U);
(void)size_507;
return ({ llt_value t2205 = llt_array(2); llt_push_all(t2205, g_COPIED); llt_push_all(t2205, ({ llt_value a2207[2]; a2207[0] = N(llt_min(2.0, ((size_507).of.number - 2.0))); a2207[1] = g_TO_NEXT; g_times(NULL, U, 2, a2207); })); t2205; });
}
static llt_value f2108_stepsOf2(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value library_508 = (n > 0 ? a[0] : U);
(void)library_508;
llt_value name_508 = (n > 1 ? a[1] : U);
(void)name_508;
llt_value like_508 = ({ llt_value t2109 = llt_at(g_AS, name_508); llt_nothing(t2109) ? name_508 : t2109; });
(void)like_508;
if ((llt_same(library_508, S(k0_openmpi)))) {
return ({ llt_value t2111 = llt_at(g_OPEN_MPI2, like_508); llt_nothing(t2111) ? g_USUAL : t2111; });
}
if ((llt_same(library_508, S(k7_mpich)))) {
return ({ llt_value t2187 = llt_at(g_MPICH2, like_508); llt_nothing(t2187) ? g_USUAL : t2187; });
}
return (((llt_same(llt_at(g_MPICH2, like_508), g_nothing)) || (llt_same(llt_at(g_OPEN_MPI2, like_508), g_nothing))) ? g_nothing : g_USUAL);
return U;
}
static llt_value g_stepsOf2(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2108_stepsOf2(up, self, n, a);
}
static llt_value f2092_emitJoin(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value rules_509 = (n > 0 ? a[0] : U);
(void)rules_509;
llt_value join_509 = (n > 1 ? a[1] : U);
(void)join_509;
llt_value out_509 = (n > 2 ? a[2] : U);
(void)out_509;
llt_value t2093 = join_509;
(void)t2093;
llt_value name_509 = llt_get(t2093, k37_name);
(void)name_509;
llt_value among_509 = llt_get(t2093, k282_among);
(void)among_509;
llt_value rank_509 = llt_get(t2093, k8_rank);
(void)rank_509;
llt_value size_509 = llt_get(t2093, k9_size);
(void)size_509;
llt_value parts_509 = ({ llt_value t2094 = llt_array(0);  t2094; });
(void)parts_509;
{
llt_value t2095 = ({ llt_value o2240 = ({ llt_value a2106[2]; a2106[0] = ({ llt_value t2107 = llt_get(rules_509, k15_returning); llt_nothing(t2107) ? S(k283_unknown) : t2107; }); a2106[1] = name_509; g_stepsOf2(NULL, U, 2, a2106); }); ({ llt_value a2241[1]; a2241[0] = size_509; llt_call(o2240, U, 1, a2241); }); });
for (int i2096 = 0; i2096 < llt_length(t2095); i2096++)
{
llt_value step_510 = llt_at(t2095, N(i2096));
(void)step_510;
{
if ((!llt_same(llt_get(step_510, k282_among), among_509))) {
continue;
}
llt_value t2097 = step_510;
(void)t2097;
llt_value collective_511 = llt_get(t2097, k16_collective);
(void)collective_511;
llt_value way_511 = llt_get(t2097, k17_way);
(void)way_511;
llt_value bytes_511 = llt_get(t2097, k11_bytes);
(void)bytes_511;
llt_value kind_511 = ({ llt_value t2098 = llt_object(7); llt_put(t2098, k16_collective, collective_511); llt_put(t2098, k17_way, way_511); llt_put(t2098, k276_typed, B(0)); llt_put(t2098, k9_size, size_509); llt_put(t2098, k11_bytes, bytes_511); llt_put(t2098, k18_empty, B(0)); llt_put(t2098, k280_inPlace, B(0)); t2098; });
(void)kind_511;
llt_value t2100 = ({ llt_value a2099[2]; a2099[0] = rules_509; a2099[1] = kind_511; g_choiceOfCall(NULL, U, 2, a2099); });
(void)t2100;
llt_value algorithm_511 = llt_get(t2100, k100_algorithm);
(void)algorithm_511;
llt_value options_511 = llt_get(t2100, k14_options);
(void)options_511;
(void)({ llt_value o2101 = parts_509; ({ llt_value a2102[1]; a2102[0] = ({ llt_value t2103 = llt_object(2); llt_put(t2103, k100_algorithm, ({ llt_value t2104 = llt_get(step_510, k100_algorithm); llt_nothing(t2104) ? algorithm_511 : t2104; })); llt_put(t2103, k246_call, ({ llt_value t2105 = llt_object(5); llt_put(t2105, k8_rank, rank_509); llt_put(t2105, k9_size, size_509); llt_put(t2105, k10_root, N(0.0)); llt_put(t2105, k11_bytes, bytes_511); llt_put(t2105, k14_options, options_511); t2105; })); t2103; }); llt_m_push(o2101, k84_push, 1, a2102); }); });
}
}
}
(void)({ llt_value a2242[2]; a2242[0] = parts_509; a2242[1] = out_509; g_emitInTurn(NULL, U, 2, a2242); });
return U;
}
static llt_value g_emitJoin(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2092_emitJoin(up, self, n, a);
}
static llt_value f2256(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e515 = up;
(void)e515;
llt_value one_516 = (n > 0 ? a[0] : U);
(void)one_516;
return B((llt_same(one_516, e515[1])));
}
static llt_value f2262(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e517 = up;
(void)e517;
llt_value one_518 = (n > 0 ? a[0] : U);
(void)one_518;
return B((llt_same(llt_get(one_518, k37_name), e517[1])));
}
static llt_value f2259_knownAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e517 = llt_frame(NULL, 1);
llt_value collective_517 = (n > 0 ? a[0] : U);
(void)collective_517;
e517[1] = (n > 1 ? a[1] : U);
if ((((llt_same(e517[1], S(k267_auto))) || (llt_same(e517[1], S(k7_mpich)))) || (llt_same(e517[1], S(k268_default))))) {
return e517[1];
}
return ((llt_same(collective_517, NIL)) ? U : ({ llt_value o2260 = llt_at(g_ALGORITHMS, collective_517); ({ llt_value a2261[1]; a2261[0] = llt_closure(f2262, e517); llt_m_find(o2260, k99_find, 1, a2261); }); }));
return U;
}
static llt_value g_knownAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2259_knownAlgorithm(up, self, n, a);
}
static llt_value f2269_knownOptions(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value settings_519 = (n > 0 ? a[0] : U);
(void)settings_519;
llt_value options_519 = ({ llt_value t2270 = llt_object(0);  t2270; });
(void)options_519;
{
llt_value t2271 = settings_519;
for (int i2272 = 0; i2272 < llt_length(t2271); i2272++)
{
llt_value setting_520 = llt_at(t2271, N(i2272));
(void)setting_520;
{
llt_value t2275 = ({ llt_value o2273 = setting_520; ({ llt_value a2274[1]; a2274[0] = S(k351__); llt_m_split(o2273, k243_split, 1, a2274); }); });
(void)t2275;
llt_value key_521 = llt_at(t2275, N(0));
(void)key_521;
llt_value t2276 = llt_at(t2275, N(1));
if (t2276.kind == LLT_UNDEFINED) t2276 = S(k353_);
llt_value value_521 = t2276;
(void)value_521;
llt_value number_521 = llt_to_number(value_521);
(void)number_521;
if (((llt_same(key_521, S(k101_flow))) && ((llt_same(value_521, S(k102_published))) || (llt_same(value_521, S(k245_complete)))))) {
(void)llt_put(options_519, k101_flow, value_521);
} else {
if (((llt_same(value_521, S(k353_))) || (!((number_521).of.number >= 0.0)))) {
return U;
} else {
if ((llt_same(key_521, S(k115_segment)))) {
(void)llt_put(options_519, k115_segment, number_521);
} else {
if ((llt_same(key_521, S(k110_fanout)))) {
(void)llt_put(options_519, k110_fanout, number_521);
} else {
if ((llt_same(key_521, S(k35_reduce)))) {
(void)llt_put(options_519, k88_reducePerByte, number_521);
} else {
return U;
}
}
}
}
}
}
}
}
return options_519;
return U;
}
static llt_value g_knownOptions(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2269_knownOptions(up, self, n, a);
}
static llt_value f2243_knownSpec(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e515 = llt_frame(NULL, 1);
llt_value text_515 = (n > 0 ? a[0] : U);
(void)text_515;
llt_value t2246 = ({ llt_value o2244 = text_515; ({ llt_value a2245[1]; a2245[0] = S(k244__); llt_m_split(o2244, k243_split, 1, a2245); }); });
(void)t2246;
llt_value head_515 = llt_at(t2246, N(0));
(void)head_515;
llt_value settings_515 = llt_slice(t2246, 1);
(void)settings_515;
llt_value t2249 = ({ llt_value o2247 = head_515; ({ llt_value a2248[1]; a2248[0] = S(k350__); llt_m_split(o2247, k243_split, 1, a2248); }); });
(void)t2249;
llt_value named_515 = llt_at(t2249, N(0));
(void)named_515;
llt_value range_515 = llt_at(t2249, N(1));
(void)range_515;
llt_value t2252 = ({ llt_value o2250 = named_515; ({ llt_value a2251[1]; a2251[0] = S(k351__); llt_m_split(o2250, k243_split, 1, a2251); }); });
(void)t2252;
e515[1] = llt_at(t2252, N(0));
llt_value second_515 = llt_at(t2252, N(1));
(void)second_515;
llt_value collective_515 = ((llt_same(second_515, U)) ? NIL : ({ llt_value o2254 = g_COLLECTIVES; ({ llt_value a2255[1]; a2255[0] = llt_closure(f2256, e515); llt_m_find(o2254, k99_find, 1, a2255); }); }));
(void)collective_515;
if ((llt_same(collective_515, U))) {
return U;
}
llt_value algorithm_515 = ({ llt_value a2257[2]; a2257[0] = collective_515; a2257[1] = ({ llt_value t2258 = second_515; llt_nothing(t2258) ? e515[1] : t2258; }); g_knownAlgorithm(NULL, U, 2, a2257); });
(void)algorithm_515;
llt_value ends_515 = ((llt_same(range_515, U)) ? ({ llt_value t2263 = llt_array(2); llt_push(t2263, S(k352_0)); llt_push(t2263, S(k353_)); t2263; }) : ({ llt_value o2264 = range_515; ({ llt_value a2265[1]; a2265[0] = S(k354___); llt_m_split(o2264, k243_split, 1, a2265); }); }));
(void)ends_515;
llt_value t2267 = ({ llt_value t2266 = llt_array(2); llt_push(t2266, llt_to_number(llt_at(ends_515, N(0.0)))); llt_push(t2266, ((llt_same(llt_at(ends_515, N(1.0)), S(k353_))) ? N(__builtin_inf()) : llt_to_number(llt_at(ends_515, N(1.0))))); t2266; });
(void)t2267;
llt_value from_515 = llt_at(t2267, N(0));
(void)from_515;
llt_value to_515 = llt_at(t2267, N(1));
(void)to_515;
llt_value options_515 = ({ llt_value a2268[1]; a2268[0] = settings_515; g_knownOptions(NULL, U, 1, a2268); });
(void)options_515;
if (((((llt_same(algorithm_515, U)) || (llt_same(options_515, U))) || (!llt_same(llt_get(ends_515, k83_length), N(2.0)))) || (!((from_515).of.number < (to_515).of.number)))) {
return U;
}
return ({ llt_value t2277 = llt_object(6); llt_put(t2277, k355_text, text_515); llt_put(t2277, k16_collective, collective_515); llt_put(t2277, k100_algorithm, algorithm_515); llt_put(t2277, k91_from, from_515); llt_put(t2277, k272_to, to_515); llt_put(t2277, k14_options, options_515); t2277; });
return U;
}
static llt_value g_knownSpec(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2243_knownSpec(up, self, n, a);
}
static llt_value f2278_libraryNamed(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value text_483 = (n > 0 ? a[0] : U);
(void)text_483;
llt_value said_483 = ({ llt_value o2279 = text_483; llt_m_toLowerCase(o2279, k263_toLowerCase, 0, NULL); });
(void)said_483;
if ((llt_truth(({ llt_value o2280 = said_483; ({ llt_value a2281[1]; a2281[0] = S(k356_open_mpi); llt_m_includes(o2280, k33_includes, 1, a2281); }); })) || llt_truth(({ llt_value o2282 = said_483; ({ llt_value a2283[1]; a2283[0] = S(k0_openmpi); llt_m_includes(o2282, k33_includes, 1, a2283); }); })))) {
return S(k0_openmpi);
}
llt_value descends_483 = ({ llt_value t2284 = ({ llt_value t2285 = ({ llt_value o2286 = said_483; ({ llt_value a2287[1]; a2287[0] = S(k7_mpich); llt_m_includes(o2286, k33_includes, 1, a2287); }); }); !llt_truth(t2285) ? ({ llt_value o2288 = said_483; ({ llt_value a2289[1]; a2289[0] = S(k357_mvapich); llt_m_includes(o2288, k33_includes, 1, a2289); }); }) : t2285; }); !llt_truth(t2284) ? ({ llt_value o2290 = said_483; ({ llt_value a2291[1]; a2291[0] = S(k358_intel); llt_m_includes(o2290, k33_includes, 1, a2291); }); }) : t2284; });
(void)descends_483;
return (llt_truth(descends_483) ? S(k7_mpich) : S(k283_unknown));
return U;
}
static llt_value g_libraryNamed(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2278_libraryNamed(up, self, n, a);
}
static llt_value f2292_namesMpich4(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value text_484 = (n > 0 ? a[0] : U);
(void)text_484;
return ({ llt_value t2293 = ({ llt_value o2294 = text_484; ({ llt_value a2295[1]; a2295[0] = g_MPICH_SAYS; llt_m_startsWith(o2294, k360_startsWith, 1, a2295); }); }); llt_truth(t2293) ? B(((llt_to_number(llt_at(({ llt_value o2298 = ({ llt_value o2296 = text_484; ({ llt_value a2297[1]; a2297[0] = llt_get(g_MPICH_SAYS, k83_length); llt_m_slice(o2296, k260_slice, 1, a2297); }); }); ({ llt_value a2299[1]; a2299[0] = S(k361__); llt_m_split(o2298, k243_split, 1, a2299); }); }), N(0.0)))).of.number >= 4.0)) : t2293; });
return U;
}
static llt_value g_namesMpich4(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2292_namesMpich4(up, self, n, a);
}
static llt_value f2302(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value library_485 = (n > 0 ? a[0] : U);
(void)library_485;
return ((llt_same(library_485, S(k0_openmpi))) ? g_OPEN_MPI : g_MPICH);
}
static llt_value g_collectivesOf(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2302(up, self, n, a);
}
static llt_value f2300_rulesOf(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value library_486 = (n > 0 ? a[0] : U);
(void)library_486;
llt_value mpich4_486 = (n > 1 ? a[1] : U);
(void)mpich4_486;
llt_value chosen_486 = (n > 2 ? a[2] : U);
(void)chosen_486;
llt_value options_486 = (n > 3 ? a[3] : U);
(void)options_486;
llt_value fallback_486 = ({ llt_value a2301[1]; a2301[0] = library_486; g_collectivesOf(NULL, U, 1, a2301); });
(void)fallback_486;
return ({ llt_value t2307 = llt_object(5); llt_put(t2307, k271_specs, ({ llt_value t2308 = llt_array(2); llt_push_all(t2308, chosen_486); llt_push(t2308, fallback_486); t2308; })); llt_put(t2307, k275_fallback, fallback_486); llt_put(t2307, k15_returning, library_486); llt_put(t2307, k274_mpich4, mpich4_486); llt_put(t2307, k14_options, options_486); t2307; });
return U;
}
static llt_value g_rulesOf(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2300_rulesOf(up, self, n, a);
}

void llt_ts_start(void) {
g_Register = ({ llt_value t113 = llt_object(3); llt_put(t113, k71_Result, N(0.0)); llt_put(t113, k72_Own, N(1.0)); llt_put(t113, k73_Rest, N(2.0)); t113; });
g_DEFAULT_OPTIONS = ({ llt_value t1923 = llt_object(3); llt_put(t1923, k115_segment, N(0.0)); llt_put(t1923, k88_reducePerByte, N(0.0)); llt_put(t1923, k101_flow, S(k245_complete)); t1923; });
g_COLLECTIVES = ({ llt_value t2253 = llt_array(16); llt_push(t2253, S(k32_barrier)); llt_push(t2253, S(k31_bcast)); llt_push(t2253, S(k35_reduce)); llt_push(t2253, S(k30_allreduce)); llt_push(t2253, S(k22_allgather)); llt_push(t2253, S(k23_allgatherv)); llt_push(t2253, S(k24_alltoall)); llt_push(t2253, S(k20_alltoallv)); llt_push(t2253, S(k26_gather)); llt_push(t2253, S(k27_gatherv)); llt_push(t2253, S(k28_scatter)); llt_push(t2253, S(k29_scatterv)); llt_push(t2253, S(k36_scan)); llt_push(t2253, S(k25_exscan)); llt_push(t2253, S(k52_reduce_scatter)); llt_push(t2253, S(k54_reduce_scatter_block)); t2253; });
g_BY_HALVES = ({ llt_value t69 = llt_object(3); llt_put(t69, k55_even, B(1)); llt_put(t69, k56_fold, llt_closure(g_foldByHalves, NULL)); llt_put(t69, k64_shares, llt_closure(g_halved, NULL)); t69; });
g_scatterBinomial = ({ llt_value t1614 = llt_object(5); llt_put(t1614, k37_name, S(k51_binomial)); llt_put(t1614, k39_emit, llt_closure(f1615, NULL)); t1614; });
g_scatterLinear = ({ llt_value t1628 = llt_object(5); llt_put(t1628, k37_name, S(k49_linear)); llt_put(t1628, k39_emit, llt_closure(f1629, NULL)); t1628; });
g_scattervLinear = ({ llt_value t1646 = llt_object(4); llt_put_all(t1646, g_scatterLinear); llt_put(t1646, k39_emit, llt_closure(f1647, NULL)); t1646; });
g_SCATTER = ({ llt_value t1613 = llt_array(2); llt_push(t1613, g_scatterBinomial); llt_push(t1613, g_scatterLinear); t1613; });
g_SCATTERV = ({ llt_value t1645 = llt_array(2); llt_push(t1645, g_scattervLinear); llt_push(t1645, g_scatterBinomial); t1645; });
g_PIPELINE_SEGMENT = N(65536.0);
g_KNOMIAL_RADIX = N(4.0);
g_bcastBinomial = ({ llt_value a500[1]; a500[0] = ({ llt_value t501 = llt_object(5); llt_put(t501, k37_name, S(k51_binomial)); llt_put(t501, k105_tree, llt_closure(g_binomialTree, NULL)); llt_put(t501, k108_depth, llt_closure(g_floorLog2, NULL)); llt_put(t501, k10_root, S(k109_swap)); t501; }); g_down(NULL, U, 1, a500); });
g_bcastLinear = ({ llt_value a576[1]; a576[0] = ({ llt_value t577 = llt_object(5); llt_put(t577, k37_name, S(k49_linear)); llt_put(t577, k105_tree, llt_closure(g_linearTree, NULL)); llt_put(t577, k108_depth, llt_closure(f585, NULL)); llt_put(t577, k111_order, S(k112_up)); t577; }); g_down(NULL, U, 1, a576); });
g_bcastChain = ({ llt_value a586[1]; a586[0] = ({ llt_value t587 = llt_object(5); llt_put(t587, k37_name, S(k117_chain)); llt_put(t587, k105_tree, llt_closure(g_chainTree, NULL)); llt_put(t587, k108_depth, llt_closure(f603, NULL)); llt_put(t587, k110_fanout, N(1.0)); t587; }); g_down(NULL, U, 1, a586); });
g_bcastPipeline = ({ llt_value a604[1]; a604[0] = ({ llt_value t605 = llt_object(5); llt_put(t605, k37_name, S(k118_pipeline)); llt_put(t605, k105_tree, llt_closure(g_chainTree, NULL)); llt_put(t605, k108_depth, llt_closure(f606, NULL)); llt_put(t605, k115_segment, g_PIPELINE_SEGMENT); t605; }); g_down(NULL, U, 1, a604); });
g_bcastBinary = ({ llt_value a607[1]; a607[0] = ({ llt_value t608 = llt_object(4); llt_put(t608, k37_name, S(k119_binary)); llt_put(t608, k105_tree, llt_closure(g_heapTree, NULL)); llt_put(t608, k108_depth, llt_closure(g_floorLog2, NULL)); t608; }); g_down(NULL, U, 1, a607); });
g_bcastOmpiBinary = ({ llt_value a615[1]; a615[0] = ({ llt_value t616 = llt_object(4); llt_put(t616, k37_name, S(k121_ompi_binary)); llt_put(t616, k105_tree, llt_closure(g_ompiBinaryTree, NULL)); llt_put(t616, k108_depth, llt_closure(g_floorLog2, NULL)); t616; }); g_down(NULL, U, 1, a615); });
g_bcastOmpiBinomial = ({ llt_value a624[1]; a624[0] = ({ llt_value t625 = llt_object(4); llt_put(t625, k37_name, S(k44_ompi_binomial)); llt_put(t625, k105_tree, llt_closure(g_binomialTree, NULL)); llt_put(t625, k108_depth, llt_closure(g_floorLog2, NULL)); t625; }); g_down(NULL, U, 1, a624); });
g_bcastKnomial = ({ llt_value a671[1]; a671[0] = ({ llt_value t672 = llt_object(5); llt_put(t672, k37_name, S(k41_knomial)); llt_put(t672, k105_tree, llt_closure(g_knomialTree, NULL)); llt_put(t672, k108_depth, llt_closure(g_knomialDepth, NULL)); llt_put(t672, k110_fanout, g_KNOMIAL_RADIX); t672; }); g_down(NULL, U, 1, a671); });
g_WHOLE_CHAIN = ({ llt_value t631 = llt_object(4); llt_put(t631, k105_tree, llt_closure(g_chainTree, NULL)); llt_put(t631, k110_fanout, N(1.0)); llt_put(t631, k115_segment, N(0.0)); llt_put(t631, k10_root, S(k116_rotate)); t631; });
g_bcastOmpiSplitBinary = ({ llt_value t626 = llt_object(5); llt_put(t626, k37_name, S(k122_ompi_split_binary)); llt_put(t626, k39_emit, llt_closure(f627, NULL)); t626; });
g_bcastScatterAllgather = ({ llt_value t681 = llt_object(5); llt_put(t681, k37_name, S(k43_scatter_allgather)); llt_put(t681, k39_emit, llt_closure(f682, NULL)); t681; });
g_bcastScatterDoubling = ({ llt_value t765 = llt_object(4); llt_put(t765, k37_name, S(k42_scatter_allgather_doubling)); llt_put(t765, k39_emit, llt_closure(f766, NULL)); t765; });
g_BCAST = ({ llt_value t499 = llt_array(11); llt_push(t499, g_bcastBinomial); llt_push(t499, g_bcastLinear); llt_push(t499, g_bcastChain); llt_push(t499, g_bcastPipeline); llt_push(t499, g_bcastBinary); llt_push(t499, g_bcastOmpiBinary); llt_push(t499, g_bcastOmpiBinomial); llt_push(t499, g_bcastOmpiSplitBinary); llt_push(t499, g_bcastKnomial); llt_push(t499, g_bcastScatterAllgather); llt_push(t499, g_bcastScatterDoubling); t499; });
g_bcastAheadAllgather = ({ llt_value t2002 = llt_object(4); llt_put(t2002, k37_name, llt_get(g_bcastScatterAllgather, k37_name)); llt_put(t2002, k39_emit, llt_closure(f2003, NULL)); t2002; });
g_bcastAheadDoubling = ({ llt_value t1967 = llt_object(4); llt_put(t1967, k37_name, llt_get(g_bcastScatterDoubling, k37_name)); llt_put(t1967, k39_emit, llt_closure(f1968, NULL)); t1967; });
g_gatherBinomial = ({ llt_value t1579 = llt_object(5); llt_put(t1579, k37_name, S(k51_binomial)); llt_put(t1579, k39_emit, llt_closure(f1580, NULL)); t1579; });
g_gatherLinear = ({ llt_value t1528 = llt_object(5); llt_put(t1528, k37_name, S(k49_linear)); llt_put(t1528, k39_emit, llt_closure(f1529, NULL)); t1528; });
g_gathervLinear = ({ llt_value t1527 = llt_object(4); llt_put_all(t1527, g_gatherLinear); llt_put(t1527, k39_emit, llt_closure(f1545, NULL)); t1527; });
g_gatherOmpiLinearSync = ({ llt_value t1591 = llt_object(5); llt_put(t1591, k37_name, S(k214_ompi_linear_sync)); llt_put(t1591, k39_emit, llt_closure(f1592, NULL)); t1591; });
g_GATHER = ({ llt_value t1578 = llt_array(3); llt_push(t1578, g_gatherBinomial); llt_push(t1578, g_gatherLinear); llt_push(t1578, g_gatherOmpiLinearSync); t1578; });
g_GATHERV = ({ llt_value t1612 = llt_array(2); llt_push(t1612, g_gathervLinear); llt_push(t1612, g_gatherBinomial); t1612; });
g_ALL = N(__builtin_inf());
g_ELEMENT_BYTES = N(8.0);
g_LINEAR_ONLY = ({ llt_value t1182 = llt_object(2); llt_put(t1182, k139_algorithms, ({ llt_value t1183 = llt_object(1); llt_put(t1183, k140_1, ({ llt_value t1184 = llt_object(2); llt_put(t1184, k141_ours, S(k49_linear)); t1184; })); t1183; })); llt_put(t1182, k146_table, ({ llt_value t1185 = llt_array(1); llt_push(t1185, ({ llt_value t1186 = llt_array(2); llt_push(t1186, g_ALL); llt_push(t1186, S(k140_1)); t1186; })); t1185; })); t1182; });
g_SCAN_RULES = ({ llt_value t1199 = llt_object(2); llt_put(t1199, k139_algorithms, ({ llt_value t1200 = llt_object(2); llt_put(t1200, k140_1, ({ llt_value t1201 = llt_object(2); llt_put(t1201, k141_ours, S(k49_linear)); t1201; })); llt_put(t1200, k142_2, ({ llt_value t1202 = llt_object(2); llt_put(t1202, k141_ours, S(k46_recursive_doubling)); t1202; })); t1200; })); llt_put(t1199, k146_table, ({ llt_value t1203 = llt_array(1); llt_push(t1203, ({ llt_value t1204 = llt_array(2); llt_push(t1204, g_ALL); llt_push(t1204, S(k140_1)); t1204; })); t1203; })); t1199; });
g_RULES = ({ llt_value t1014 = llt_object(16); llt_put(t1014, k32_barrier, ({ llt_value t1015 = llt_object(2); llt_put(t1015, k139_algorithms, ({ llt_value t1016 = llt_object(5); llt_put(t1016, k140_1, ({ llt_value t1017 = llt_object(2); llt_put(t1017, k141_ours, S(k49_linear)); t1017; })); llt_put(t1016, k142_2, ({ llt_value t1018 = llt_object(2); llt_put(t1018, k141_ours, S(k104_double_ring)); t1018; })); llt_put(t1016, k143_3, ({ llt_value t1019 = llt_object(2); llt_put(t1019, k141_ours, S(k46_recursive_doubling)); t1019; })); llt_put(t1016, k144_4, ({ llt_value t1020 = llt_object(2); llt_put(t1020, k141_ours, S(k40_dissemination)); t1020; })); llt_put(t1016, k145_6, ({ llt_value t1021 = llt_object(2); llt_put(t1021, k141_ours, S(k105_tree)); t1021; })); t1016; })); llt_put(t1015, k146_table, ({ llt_value t1022 = llt_array(8); llt_push(t1022, ({ llt_value t1023 = llt_array(2); llt_push(t1023, N(4.0)); llt_push(t1023, S(k143_3)); t1023; })); llt_push(t1022, ({ llt_value t1024 = llt_array(2); llt_push(t1024, N(8.0)); llt_push(t1024, S(k140_1)); t1024; })); llt_push(t1022, ({ llt_value t1025 = llt_array(2); llt_push(t1025, N(64.0)); llt_push(t1025, S(k143_3)); t1025; })); llt_push(t1022, ({ llt_value t1026 = llt_array(2); llt_push(t1026, N(256.0)); llt_push(t1026, S(k144_4)); t1026; })); llt_push(t1022, ({ llt_value t1027 = llt_array(2); llt_push(t1027, N(512.0)); llt_push(t1027, S(k145_6)); t1027; })); llt_push(t1022, ({ llt_value t1028 = llt_array(2); llt_push(t1028, N(1024.0)); llt_push(t1028, S(k144_4)); t1028; })); llt_push(t1022, ({ llt_value t1029 = llt_array(2); llt_push(t1029, N(4096.0)); llt_push(t1029, S(k145_6)); t1029; })); llt_push(t1022, ({ llt_value t1030 = llt_array(2); llt_push(t1030, g_ALL); llt_push(t1030, S(k144_4)); t1030; })); t1022; })); t1015; })); llt_put(t1014, k31_bcast, ({ llt_value t1031 = llt_object(2); llt_put(t1031, k139_algorithms, ({ llt_value t1032 = llt_object(9); llt_put(t1032, k140_1, ({ llt_value t1033 = llt_object(2); llt_put(t1033, k141_ours, S(k49_linear)); t1033; })); llt_put(t1032, k142_2, ({ llt_value t1034 = llt_object(2); llt_put(t1034, k141_ours, S(k117_chain)); t1034; })); llt_put(t1032, k143_3, ({ llt_value t1035 = llt_object(2); llt_put(t1035, k141_ours, S(k117_chain)); t1035; })); llt_put(t1032, k144_4, ({ llt_value t1036 = llt_object(2); llt_put(t1036, k141_ours, S(k122_ompi_split_binary)); t1036; })); llt_put(t1032, k147_5, ({ llt_value t1037 = llt_object(2); llt_put(t1037, k141_ours, S(k121_ompi_binary)); t1037; })); llt_put(t1032, k145_6, ({ llt_value t1038 = llt_object(2); llt_put(t1038, k141_ours, S(k44_ompi_binomial)); t1038; })); llt_put(t1032, k148_7, ({ llt_value t1039 = llt_object(3); llt_put(t1039, k141_ours, S(k41_knomial)); llt_put(t1039, k14_options, ({ llt_value t1040 = llt_object(1); llt_put(t1040, k110_fanout, N(4.0)); t1040; })); t1039; })); llt_put(t1032, k149_8, ({ llt_value t1041 = llt_object(3); llt_put(t1041, k141_ours, S(k42_scatter_allgather_doubling)); llt_put(t1041, k150_instead, llt_closure(g_linearForFewer, NULL)); t1041; })); llt_put(t1032, k151_9, ({ llt_value t1043 = llt_object(3); llt_put(t1043, k141_ours, S(k43_scatter_allgather)); llt_put(t1043, k150_instead, llt_closure(g_linearForFewer, NULL)); t1043; })); t1032; })); llt_put(t1031, k146_table, ({ llt_value t1044 = llt_array(11); llt_push(t1044, ({ llt_value t1045 = llt_array(2); llt_push(t1045, N(4.0)); llt_push(t1045, S(k152_32_3_256_5_512_3_1024_7_32768_1_131072_5_262144_2_524288_1_1048576_6_5)); t1045; })); llt_push(t1044, ({ llt_value t1046 = llt_array(2); llt_push(t1046, N(8.0)); llt_push(t1046, S(k153_64_5_128_6_2048_5_8192_6_1048576_1_2)); t1046; })); llt_push(t1044, ({ llt_value t1047 = llt_array(2); llt_push(t1047, N(16.0)); llt_push(t1047, S(k154_8_7_64_5_4096_7_16384_5_32768_6_1)); t1047; })); llt_push(t1044, ({ llt_value t1048 = llt_array(2); llt_push(t1048, N(32.0)); llt_push(t1048, S(k155_4096_7_1048576_6_8)); t1048; })); llt_push(t1044, ({ llt_value t1049 = llt_array(2); llt_push(t1049, N(64.0)); llt_push(t1049, S(k156_2048_6_7)); t1049; })); llt_push(t1044, ({ llt_value t1050 = llt_array(2); llt_push(t1050, N(128.0)); llt_push(t1050, S(k148_7)); t1050; })); llt_push(t1044, ({ llt_value t1051 = llt_array(2); llt_push(t1051, N(256.0)); llt_push(t1051, S(k157_2_6_16384_5_32768_1_65536_5_7)); t1051; })); llt_push(t1044, ({ llt_value t1052 = llt_array(2); llt_push(t1052, N(1024.0)); llt_push(t1052, S(k158_16384_7_32768_4_7)); t1052; })); llt_push(t1044, ({ llt_value t1053 = llt_array(2); llt_push(t1053, N(2048.0)); llt_push(t1053, S(k159_524288_7_8)); t1053; })); llt_push(t1044, ({ llt_value t1054 = llt_array(2); llt_push(t1054, N(4096.0)); llt_push(t1054, S(k160_262144_7_8)); t1054; })); llt_push(t1044, ({ llt_value t1055 = llt_array(2); llt_push(t1055, g_ALL); llt_push(t1055, S(k161_8192_7_16384_5_262144_7_8)); t1055; })); t1044; })); t1031; })); llt_put(t1014, k35_reduce, ({ llt_value t1056 = llt_object(2); llt_put(t1056, k139_algorithms, ({ llt_value t1057 = llt_object(7); llt_put(t1057, k140_1, ({ llt_value t1058 = llt_object(2); llt_put(t1058, k141_ours, S(k49_linear)); t1058; })); llt_put(t1057, k142_2, ({ llt_value t1059 = llt_object(2); llt_put(t1059, k141_ours, S(k117_chain)); t1059; })); llt_put(t1057, k143_3, ({ llt_value t1060 = llt_object(2); llt_put(t1060, k141_ours, S(k117_chain)); t1060; })); llt_put(t1057, k144_4, ({ llt_value t1061 = llt_object(2); llt_put(t1061, k141_ours, S(k121_ompi_binary)); t1061; })); llt_put(t1057, k147_5, ({ llt_value t1062 = llt_object(2); llt_put(t1062, k141_ours, S(k44_ompi_binomial)); t1062; })); llt_put(t1057, k145_6, ({ llt_value t1063 = llt_object(2); llt_put(t1063, k141_ours, S(k130_ompi_in_order_binary)); t1063; })); llt_put(t1057, k148_7, ({ llt_value t1064 = llt_object(3); llt_put(t1064, k141_ours, S(k45_rabenseifner)); llt_put(t1064, k150_instead, llt_closure(g_linearForFew, NULL)); t1064; })); t1057; })); llt_put(t1056, k146_table, ({ llt_value t1067 = llt_array(9); llt_push(t1067, ({ llt_value t1068 = llt_array(2); llt_push(t1068, N(4.0)); llt_push(t1068, S(k162_8_7_16_4_32_3_262144_1_524288_3_1048576_2_3)); t1068; })); llt_push(t1067, ({ llt_value t1069 = llt_array(2); llt_push(t1069, N(8.0)); llt_push(t1069, S(k163_4096_4_65536_2_262144_5_524288_1_1048576_5_1)); t1069; })); llt_push(t1067, ({ llt_value t1070 = llt_array(2); llt_push(t1070, N(16.0)); llt_push(t1070, S(k164_8192_4_5)); t1070; })); llt_push(t1067, ({ llt_value t1071 = llt_array(2); llt_push(t1071, N(32.0)); llt_push(t1071, S(k165_4096_4_5)); t1071; })); llt_push(t1067, ({ llt_value t1072 = llt_array(2); llt_push(t1072, N(256.0)); llt_push(t1072, S(k147_5)); t1072; })); llt_push(t1067, ({ llt_value t1073 = llt_array(2); llt_push(t1073, N(512.0)); llt_push(t1073, S(k166_8192_5_16384_6_5)); t1073; })); llt_push(t1067, ({ llt_value t1074 = llt_array(2); llt_push(t1074, N(2048.0)); llt_push(t1074, S(k147_5)); t1074; })); llt_push(t1067, ({ llt_value t1075 = llt_array(2); llt_push(t1075, N(4096.0)); llt_push(t1075, S(k167_512_5_1024_6_8192_5_16384_6_5)); t1075; })); llt_push(t1067, ({ llt_value t1076 = llt_array(2); llt_push(t1076, g_ALL); llt_push(t1076, S(k168_16_5_32_6_1024_5_2048_6_8192_5_16384_6_5)); t1076; })); t1067; })); t1056; })); llt_put(t1014, k30_allreduce, ({ llt_value t1077 = llt_object(2); llt_put(t1077, k139_algorithms, ({ llt_value t1078 = llt_object(6); llt_put(t1078, k140_1, ({ llt_value t1079 = llt_object(2); llt_put(t1079, k141_ours, S(k49_linear)); t1079; })); llt_put(t1078, k142_2, ({ llt_value t1080 = llt_object(2); llt_put(t1080, k141_ours, S(k138_ompi_reduce_bcast)); t1080; })); llt_put(t1078, k143_3, ({ llt_value t1081 = llt_object(2); llt_put(t1081, k141_ours, S(k46_recursive_doubling)); t1081; })); llt_put(t1078, k144_4, ({ llt_value t1082 = llt_object(3); llt_put(t1082, k141_ours, S(k48_ring)); llt_put(t1082, k150_instead, llt_closure(g_doublingForFew, NULL)); t1082; })); llt_put(t1078, k147_5, ({ llt_value t1084 = llt_object(3); llt_put(t1084, k141_ours, S(k48_ring)); llt_put(t1084, k150_instead, llt_closure(g_doublingForFew, NULL)); t1084; })); llt_put(t1078, k145_6, ({ llt_value t1085 = llt_object(3); llt_put(t1085, k141_ours, S(k45_rabenseifner)); llt_put(t1085, k150_instead, llt_closure(g_linearForFew, NULL)); t1085; })); t1078; })); llt_put(t1077, k146_table, ({ llt_value t1086 = llt_array(11); llt_push(t1086, ({ llt_value t1087 = llt_array(2); llt_push(t1087, N(4.0)); llt_push(t1087, S(k169_8_4_4096_3_8192_4_16384_3_65536_4_262144_5_6)); t1087; })); llt_push(t1086, ({ llt_value t1088 = llt_array(2); llt_push(t1088, N(8.0)); llt_push(t1088, S(k170_16_4_8192_3_6)); t1088; })); llt_push(t1086, ({ llt_value t1089 = llt_array(2); llt_push(t1089, N(16.0)); llt_push(t1089, S(k171_8192_3_6)); t1089; })); llt_push(t1086, ({ llt_value t1090 = llt_array(2); llt_push(t1090, N(32.0)); llt_push(t1090, S(k172_64_5_4096_3_6)); t1090; })); llt_push(t1086, ({ llt_value t1091 = llt_array(2); llt_push(t1091, N(64.0)); llt_push(t1091, S(k173_128_5_6)); t1091; })); llt_push(t1086, ({ llt_value t1092 = llt_array(2); llt_push(t1092, N(128.0)); llt_push(t1092, S(k174_262144_3_6)); t1092; })); llt_push(t1086, ({ llt_value t1093 = llt_array(2); llt_push(t1093, N(256.0)); llt_push(t1093, S(k175_131072_2_262144_3_6)); t1093; })); llt_push(t1086, ({ llt_value t1094 = llt_array(2); llt_push(t1094, N(512.0)); llt_push(t1094, S(k176_4096_2_6)); t1094; })); llt_push(t1086, ({ llt_value t1095 = llt_array(2); llt_push(t1095, N(2048.0)); llt_push(t1095, S(k177_2048_2_16384_3_6)); t1095; })); llt_push(t1086, ({ llt_value t1096 = llt_array(2); llt_push(t1096, N(4096.0)); llt_push(t1096, S(k178_2048_2_4096_5_16384_3_6)); t1096; })); llt_push(t1086, ({ llt_value t1097 = llt_array(2); llt_push(t1097, g_ALL); llt_push(t1097, S(k179_2048_2_16384_5_32768_3_6)); t1097; })); t1086; })); t1077; })); llt_put(t1014, k22_allgather, ({ llt_value t1098 = llt_object(2); llt_put(t1098, k139_algorithms, ({ llt_value t1099 = llt_object(5); llt_put(t1099, k142_2, ({ llt_value t1100 = llt_object(2); llt_put(t1100, k141_ours, S(k47_bruck)); t1100; })); llt_put(t1099, k143_3, ({ llt_value t1101 = llt_object(3); llt_put(t1101, k141_ours, S(k46_recursive_doubling)); llt_put(t1101, k150_instead, llt_closure(g_bruckElse, NULL)); t1101; })); llt_put(t1099, k144_4, ({ llt_value t1104 = llt_object(2); llt_put(t1104, k141_ours, S(k48_ring)); t1104; })); llt_put(t1099, k147_5, ({ llt_value t1105 = llt_object(2); llt_put(t1105, k141_ours, S(k180_neighbor_exchange)); t1105; })); llt_put(t1099, k145_6, ({ llt_value t1106 = llt_object(2); llt_put(t1106, k141_ours, S(k49_linear)); t1106; })); t1099; })); llt_put(t1098, k146_table, ({ llt_value t1107 = llt_array(11); llt_push(t1107, ({ llt_value t1108 = llt_array(2); llt_push(t1108, N(2.0)); llt_push(t1108, S(k143_3)); t1108; })); llt_push(t1107, ({ llt_value t1109 = llt_array(2); llt_push(t1109, N(3.0)); llt_push(t1109, S(k145_6)); t1109; })); llt_push(t1107, ({ llt_value t1110 = llt_array(2); llt_push(t1110, N(32.0)); llt_push(t1110, S(k143_3)); t1110; })); llt_push(t1107, ({ llt_value t1111 = llt_array(2); llt_push(t1111, N(64.0)); llt_push(t1111, S(k181_1024_3_65536_5_4)); t1111; })); llt_push(t1107, ({ llt_value t1112 = llt_array(2); llt_push(t1112, N(128.0)); llt_push(t1112, S(k182_512_3_65536_5_4)); t1112; })); llt_push(t1107, ({ llt_value t1113 = llt_array(2); llt_push(t1113, N(256.0)); llt_push(t1113, S(k183_512_3_131072_5_524288_4_1048576_5_4)); t1113; })); llt_push(t1107, ({ llt_value t1114 = llt_array(2); llt_push(t1114, N(512.0)); llt_push(t1114, S(k184_32_3_128_2_1024_3_131072_5_524288_4_1048576_5_4)); t1114; })); llt_push(t1107, ({ llt_value t1115 = llt_array(2); llt_push(t1115, N(1024.0)); llt_push(t1115, S(k185_64_3_256_2_2048_3_5)); t1115; })); llt_push(t1107, ({ llt_value t1116 = llt_array(2); llt_push(t1116, N(2048.0)); llt_push(t1116, S(k186_4_3_8_2_16_3_32_2_256_3_512_2_4096_3_5)); t1116; })); llt_push(t1107, ({ llt_value t1117 = llt_array(2); llt_push(t1117, N(4096.0)); llt_push(t1117, S(k187_32_2_128_3_512_2_4096_3_5)); t1117; })); llt_push(t1107, ({ llt_value t1118 = llt_array(2); llt_push(t1118, g_ALL); llt_push(t1118, S(k188_2_3_8_2_16_3_512_2_4096_3_5)); t1118; })); t1107; })); t1098; })); llt_put(t1014, k23_allgatherv, ({ llt_value t1119 = llt_object(3); llt_put(t1119, k139_algorithms, ({ llt_value t1120 = llt_object(5); llt_put(t1120, k140_1, ({ llt_value t1121 = llt_object(2); llt_put(t1121, k141_ours, S(k189_ompi_gather_bcast)); t1121; })); llt_put(t1120, k142_2, ({ llt_value t1122 = llt_object(2); llt_put(t1122, k141_ours, S(k47_bruck)); t1122; })); llt_put(t1120, k143_3, ({ llt_value t1123 = llt_object(2); llt_put(t1123, k141_ours, S(k48_ring)); t1123; })); llt_put(t1120, k144_4, ({ llt_value t1124 = llt_object(2); llt_put(t1124, k141_ours, S(k180_neighbor_exchange)); t1124; })); llt_put(t1120, k147_5, ({ llt_value t1125 = llt_object(2); llt_put(t1125, k141_ours, S(k49_linear)); t1125; })); t1120; })); llt_put(t1119, k146_table, ({ llt_value t1126 = llt_array(11); llt_push(t1126, ({ llt_value t1127 = llt_array(2); llt_push(t1127, N(2.0)); llt_push(t1127, S(k140_1)); t1127; })); llt_push(t1126, ({ llt_value t1128 = llt_array(2); llt_push(t1128, N(3.0)); llt_push(t1128, S(k190_2048_3_4096_5_8192_3_5)); t1128; })); llt_push(t1126, ({ llt_value t1129 = llt_array(2); llt_push(t1129, N(8.0)); llt_push(t1129, S(k191_256_1_4096_4_8192_3_16384_4_262144_2_4)); t1129; })); llt_push(t1126, ({ llt_value t1130 = llt_array(2); llt_push(t1130, N(16.0)); llt_push(t1130, S(k192_1024_1_2)); t1130; })); llt_push(t1126, ({ llt_value t1131 = llt_array(2); llt_push(t1131, N(32.0)); llt_push(t1131, S(k193_128_1_262144_2_3)); t1131; })); llt_push(t1126, ({ llt_value t1132 = llt_array(2); llt_push(t1132, N(64.0)); llt_push(t1132, S(k194_256_1_8192_2_3)); t1132; })); llt_push(t1126, ({ llt_value t1133 = llt_array(2); llt_push(t1133, N(128.0)); llt_push(t1133, S(k195_256_1_4096_2_3)); t1133; })); llt_push(t1126, ({ llt_value t1134 = llt_array(2); llt_push(t1134, N(256.0)); llt_push(t1134, S(k196_1024_2_65536_4_3)); t1134; })); llt_push(t1126, ({ llt_value t1135 = llt_array(2); llt_push(t1135, N(512.0)); llt_push(t1135, S(k197_1024_2_3)); t1135; })); llt_push(t1126, ({ llt_value t1136 = llt_array(2); llt_push(t1136, N(1024.0)); llt_push(t1136, S(k198_512_2_1024_1_4096_2_1048576_4_3)); t1136; })); llt_push(t1126, ({ llt_value t1137 = llt_array(2); llt_push(t1137, g_ALL); llt_push(t1137, S(k199_4096_2_4)); t1137; })); t1126; })); llt_put(t1119, k200_measure, llt_closure(f1138, NULL)); t1119; })); llt_put(t1014, k24_alltoall, ({ llt_value t1139 = llt_object(2); llt_put(t1139, k139_algorithms, ({ llt_value t1140 = llt_object(5); llt_put(t1140, k140_1, ({ llt_value t1141 = llt_object(2); llt_put(t1141, k141_ours, S(k49_linear)); t1141; })); llt_put(t1140, k142_2, ({ llt_value t1142 = llt_object(2); llt_put(t1142, k141_ours, S(k50_pairwise)); t1142; })); llt_put(t1140, k143_3, ({ llt_value t1143 = llt_object(2); llt_put(t1143, k141_ours, S(k47_bruck)); t1143; })); llt_put(t1140, k144_4, ({ llt_value t1144 = llt_object(2); llt_put(t1144, k141_ours, S(k49_linear)); t1144; })); llt_put(t1140, k147_5, ({ llt_value t1145 = llt_object(2); llt_put(t1145, k141_ours, S(k50_pairwise)); t1145; })); t1140; })); llt_put(t1139, k146_table, ({ llt_value t1146 = llt_array(13); llt_push(t1146, ({ llt_value t1147 = llt_array(2); llt_push(t1147, N(2.0)); llt_push(t1147, S(k140_1)); t1147; })); llt_push(t1146, ({ llt_value t1148 = llt_array(2); llt_push(t1148, N(3.0)); llt_push(t1148, S(k201_2_2_4_5_16_2_64_5_256_2_4096_5_32768_2_262144_4_1048576_5_2)); t1148; })); llt_push(t1146, ({ llt_value t1149 = llt_array(2); llt_push(t1149, N(8.0)); llt_push(t1149, S(k202_8192_4_16384_1_65536_4_524288_1_1048576_2_1)); t1149; })); llt_push(t1146, ({ llt_value t1150 = llt_array(2); llt_push(t1150, N(16.0)); llt_push(t1150, S(k203_262144_4_1)); t1150; })); llt_push(t1146, ({ llt_value t1151 = llt_array(2); llt_push(t1151, N(32.0)); llt_push(t1151, S(k204_4_4_512_3_8192_4_32768_1_262144_4_524288_1_4)); t1151; })); llt_push(t1146, ({ llt_value t1152 = llt_array(2); llt_push(t1152, N(64.0)); llt_push(t1152, S(k205_512_3_524288_1_4)); t1152; })); llt_push(t1146, ({ llt_value t1153 = llt_array(2); llt_push(t1153, N(128.0)); llt_push(t1153, S(k206_1024_3_2048_1_4096_4_262144_1_2)); t1153; })); llt_push(t1146, ({ llt_value t1154 = llt_array(2); llt_push(t1154, N(256.0)); llt_push(t1154, S(k207_1024_3_2048_4_262144_1_2)); t1154; })); llt_push(t1146, ({ llt_value t1155 = llt_array(2); llt_push(t1155, N(512.0)); llt_push(t1155, S(k208_1024_3_8192_4_32768_1_2)); t1155; })); llt_push(t1146, ({ llt_value t1156 = llt_array(2); llt_push(t1156, N(1024.0)); llt_push(t1156, S(k209_512_3_8192_4_16384_1_131072_4_262144_1_2)); t1156; })); llt_push(t1146, ({ llt_value t1157 = llt_array(2); llt_push(t1157, N(2048.0)); llt_push(t1157, S(k210_512_3_1024_4_2048_1_16384_4_262144_1_4)); t1157; })); llt_push(t1146, ({ llt_value t1158 = llt_array(2); llt_push(t1158, N(4096.0)); llt_push(t1158, S(k211_1024_3_4096_4_8192_1_131072_4_1)); t1158; })); llt_push(t1146, ({ llt_value t1159 = llt_array(2); llt_push(t1159, g_ALL); llt_push(t1159, S(k212_2048_3_8192_4_16384_1_32768_4_65536_1_4)); t1159; })); t1146; })); t1139; })); llt_put(t1014, k20_alltoallv, ({ llt_value t1160 = llt_object(2); llt_put(t1160, k139_algorithms, ({ llt_value t1161 = llt_object(2); llt_put(t1161, k140_1, ({ llt_value t1162 = llt_object(2); llt_put(t1162, k141_ours, S(k213_ompi_linear)); t1162; })); llt_put(t1161, k142_2, ({ llt_value t1163 = llt_object(2); llt_put(t1163, k141_ours, S(k50_pairwise)); t1163; })); t1161; })); llt_put(t1160, k146_table, ({ llt_value t1164 = llt_array(6); llt_push(t1164, ({ llt_value t1165 = llt_array(2); llt_push(t1165, N(4.0)); llt_push(t1165, S(k142_2)); t1165; })); llt_push(t1164, ({ llt_value t1166 = llt_array(2); llt_push(t1166, N(64.0)); llt_push(t1166, S(k140_1)); t1166; })); llt_push(t1164, ({ llt_value t1167 = llt_array(2); llt_push(t1167, N(128.0)); llt_push(t1167, S(k142_2)); t1167; })); llt_push(t1164, ({ llt_value t1168 = llt_array(2); llt_push(t1168, N(256.0)); llt_push(t1168, S(k140_1)); t1168; })); llt_push(t1164, ({ llt_value t1169 = llt_array(2); llt_push(t1169, N(1024.0)); llt_push(t1169, S(k142_2)); t1169; })); llt_push(t1164, ({ llt_value t1170 = llt_array(2); llt_push(t1170, g_ALL); llt_push(t1170, S(k140_1)); t1170; })); t1164; })); t1160; })); llt_put(t1014, k26_gather, ({ llt_value t1171 = llt_object(2); llt_put(t1171, k139_algorithms, ({ llt_value t1172 = llt_object(3); llt_put(t1172, k140_1, ({ llt_value t1173 = llt_object(2); llt_put(t1173, k141_ours, S(k49_linear)); t1173; })); llt_put(t1172, k142_2, ({ llt_value t1174 = llt_object(2); llt_put(t1174, k141_ours, S(k51_binomial)); t1174; })); llt_put(t1172, k143_3, ({ llt_value t1175 = llt_object(2); llt_put(t1175, k141_ours, S(k214_ompi_linear_sync)); t1175; })); t1172; })); llt_put(t1171, k146_table, ({ llt_value t1176 = llt_array(5); llt_push(t1176, ({ llt_value t1177 = llt_array(2); llt_push(t1177, N(4.0)); llt_push(t1177, S(k215_2_3_4_1_32768_2_65536_1_131072_2_3)); t1177; })); llt_push(t1176, ({ llt_value t1178 = llt_array(2); llt_push(t1178, N(8.0)); llt_push(t1178, S(k216_1024_2_8192_1_32768_2_262144_1_3)); t1178; })); llt_push(t1176, ({ llt_value t1179 = llt_array(2); llt_push(t1179, N(256.0)); llt_push(t1179, S(k142_2)); t1179; })); llt_push(t1176, ({ llt_value t1180 = llt_array(2); llt_push(t1180, N(512.0)); llt_push(t1180, S(k217_2048_2_8192_1_2)); t1180; })); llt_push(t1176, ({ llt_value t1181 = llt_array(2); llt_push(t1181, g_ALL); llt_push(t1181, S(k142_2)); t1181; })); t1176; })); t1171; })); llt_put(t1014, k27_gatherv, g_LINEAR_ONLY); llt_put(t1014, k28_scatter, ({ llt_value t1187 = llt_object(2); llt_put(t1187, k139_algorithms, ({ llt_value t1188 = llt_object(3); llt_put(t1188, k140_1, ({ llt_value t1189 = llt_object(2); llt_put(t1189, k141_ours, S(k49_linear)); t1189; })); llt_put(t1188, k142_2, ({ llt_value t1190 = llt_object(2); llt_put(t1190, k141_ours, S(k51_binomial)); t1190; })); llt_put(t1188, k143_3, ({ llt_value t1191 = llt_object(2); llt_put(t1191, k141_ours, S(k49_linear)); t1191; })); t1188; })); llt_put(t1187, k146_table, ({ llt_value t1192 = llt_array(6); llt_push(t1192, ({ llt_value t1193 = llt_array(2); llt_push(t1193, N(4.0)); llt_push(t1193, S(k218_2_3_131072_1_262144_3_1)); t1193; })); llt_push(t1192, ({ llt_value t1194 = llt_array(2); llt_push(t1194, N(8.0)); llt_push(t1194, S(k219_2048_2_4096_1_8192_2_32768_1_1048576_3_1)); t1194; })); llt_push(t1192, ({ llt_value t1195 = llt_array(2); llt_push(t1195, N(16.0)); llt_push(t1195, S(k220_16384_2_1048576_3_1)); t1195; })); llt_push(t1192, ({ llt_value t1196 = llt_array(2); llt_push(t1196, N(32.0)); llt_push(t1196, S(k221_16384_2_32768_1_3)); t1196; })); llt_push(t1192, ({ llt_value t1197 = llt_array(2); llt_push(t1197, N(64.0)); llt_push(t1197, S(k222_512_2_8192_3_16384_2_3)); t1197; })); llt_push(t1192, ({ llt_value t1198 = llt_array(2); llt_push(t1198, g_ALL); llt_push(t1198, S(k223_512_2_3)); t1198; })); t1192; })); t1187; })); llt_put(t1014, k29_scatterv, g_LINEAR_ONLY); llt_put(t1014, k36_scan, g_SCAN_RULES); llt_put(t1014, k25_exscan, g_SCAN_RULES); llt_put(t1014, k52_reduce_scatter, ({ llt_value t1205 = llt_object(3); llt_put(t1205, k139_algorithms, ({ llt_value t1206 = llt_object(4); llt_put(t1206, k140_1, ({ llt_value t1207 = llt_object(2); llt_put(t1207, k141_ours, S(k224_ompi_reduce_scatter)); t1207; })); llt_put(t1206, k142_2, ({ llt_value t1208 = llt_object(2); llt_put(t1208, k141_ours, S(k53_recursive_halving)); t1208; })); llt_put(t1206, k143_3, ({ llt_value t1209 = llt_object(2); llt_put(t1209, k141_ours, S(k48_ring)); t1209; })); llt_put(t1206, k144_4, ({ llt_value t1210 = llt_object(2); llt_put(t1210, k141_ours, S(k225_butterfly)); t1210; })); t1206; })); llt_put(t1205, k146_table, ({ llt_value t1211 = llt_array(11); llt_push(t1211, ({ llt_value t1212 = llt_array(2); llt_push(t1212, N(4.0)); llt_push(t1212, S(k226_65536_3_131072_4_3)); t1212; })); llt_push(t1211, ({ llt_value t1213 = llt_array(2); llt_push(t1213, N(8.0)); llt_push(t1213, S(k227_8_1_262144_2_3)); t1213; })); llt_push(t1211, ({ llt_value t1214 = llt_array(2); llt_push(t1214, N(32.0)); llt_push(t1214, S(k228_262144_2_3)); t1214; })); llt_push(t1211, ({ llt_value t1215 = llt_array(2); llt_push(t1215, N(64.0)); llt_push(t1215, S(k229_64_1_2048_2_524288_4_3)); t1215; })); llt_push(t1211, ({ llt_value t1216 = llt_array(2); llt_push(t1216, N(128.0)); llt_push(t1216, S(k230_256_1_512_2_2048_4_4096_2_4)); t1216; })); llt_push(t1211, ({ llt_value t1217 = llt_array(2); llt_push(t1217, N(256.0)); llt_push(t1217, S(k231_256_1_512_2_4)); t1217; })); llt_push(t1211, ({ llt_value t1218 = llt_array(2); llt_push(t1218, N(512.0)); llt_push(t1218, S(k232_256_1_1024_2_4)); t1218; })); llt_push(t1211, ({ llt_value t1219 = llt_array(2); llt_push(t1219, N(1024.0)); llt_push(t1219, S(k233_512_1_2048_2_8192_4_16384_2_4)); t1219; })); llt_push(t1211, ({ llt_value t1220 = llt_array(2); llt_push(t1220, N(2048.0)); llt_push(t1220, S(k234_512_1_4096_2_16384_4_32768_2_4)); t1220; })); llt_push(t1211, ({ llt_value t1221 = llt_array(2); llt_push(t1221, N(4096.0)); llt_push(t1221, S(k235_512_1_4096_2_4)); t1221; })); llt_push(t1211, ({ llt_value t1222 = llt_array(2); llt_push(t1222, g_ALL); llt_push(t1222, S(k236_1024_1_8192_2_4)); t1222; })); t1211; })); llt_put(t1205, k200_measure, llt_closure(f1223, NULL)); t1205; })); llt_put(t1014, k54_reduce_scatter_block, ({ llt_value t1224 = llt_object(2); llt_put(t1224, k139_algorithms, ({ llt_value t1225 = llt_object(4); llt_put(t1225, k140_1, ({ llt_value t1226 = llt_object(2); llt_put(t1226, k141_ours, S(k224_ompi_reduce_scatter)); t1226; })); llt_put(t1225, k142_2, ({ llt_value t1227 = llt_object(2); llt_put(t1227, k141_ours, S(k46_recursive_doubling)); t1227; })); llt_put(t1225, k143_3, ({ llt_value t1228 = llt_object(2); llt_put(t1228, k141_ours, S(k53_recursive_halving)); t1228; })); llt_put(t1225, k144_4, ({ llt_value t1229 = llt_object(2); llt_put(t1229, k141_ours, S(k225_butterfly)); t1229; })); t1225; })); llt_put(t1224, k146_table, ({ llt_value t1230 = llt_array(5); llt_push(t1230, ({ llt_value t1231 = llt_array(2); llt_push(t1231, N(4.0)); llt_push(t1231, S(k237_4_2_8_4_16_3_128_4_256_3_4096_4_8192_3_131072_4_1)); t1231; })); llt_push(t1230, ({ llt_value t1232 = llt_array(2); llt_push(t1232, N(8.0)); llt_push(t1232, S(k238_8_3_32_2_256_4_8192_3_16384_4_1048576_3_1)); t1232; })); llt_push(t1230, ({ llt_value t1233 = llt_array(2); llt_push(t1233, N(16.0)); llt_push(t1233, S(k239_4_1_32_3_128_4_524288_3_4194304_1_4)); t1233; })); llt_push(t1230, ({ llt_value t1234 = llt_array(2); llt_push(t1234, N(32.0)); llt_push(t1234, S(k240_32_1_524288_3_2097152_1_4194304_3_4)); t1234; })); llt_push(t1230, ({ llt_value t1235 = llt_array(2); llt_push(t1235, g_ALL); llt_push(t1235, S(k241_4_3_16_1_65536_4_262144_1_4)); t1235; })); t1230; })); t1224; })); t1014; });
g_allgatherDissemination = ({ llt_value t1344 = llt_object(5); llt_put(t1344, k37_name, S(k40_dissemination)); llt_put(t1344, k39_emit, llt_closure(f1345, NULL)); t1344; });
g_allgatherBruck = ({ llt_value t1450 = llt_object(5); llt_put(t1450, k37_name, S(k47_bruck)); llt_put(t1450, k39_emit, llt_closure(f1451, NULL)); t1450; });
g_allgatherRing = ({ llt_value t1370 = llt_object(5); llt_put(t1370, k37_name, S(k48_ring)); llt_put(t1370, k39_emit, llt_closure(f1371, NULL)); t1370; });
g_allgatherRecursiveDoubling = ({ llt_value t1382 = llt_object(5); llt_put(t1382, k37_name, S(k46_recursive_doubling)); llt_put(t1382, k39_emit, llt_closure(f1383, NULL)); t1382; });
g_allgatherLinear = ({ llt_value t1461 = llt_object(5); llt_put(t1461, k37_name, S(k49_linear)); llt_put(t1461, k39_emit, llt_closure(f1462, NULL)); t1461; });
g_allgatherNeighbourExchange = ({ llt_value t1472 = llt_object(5); llt_put(t1472, k37_name, S(k180_neighbor_exchange)); llt_put(t1472, k39_emit, llt_closure(f1473, NULL)); t1472; });
g_allgatherGatherBcast = ({ llt_value t1498 = llt_object(5); llt_put(t1498, k37_name, S(k259_gather_bcast)); llt_put(t1498, k39_emit, llt_closure(f1499, NULL)); t1498; });
g_ALLGATHER = ({ llt_value t1343 = llt_array(7); llt_push(t1343, g_allgatherDissemination); llt_push(t1343, g_allgatherRing); llt_push(t1343, g_allgatherRecursiveDoubling); llt_push(t1343, g_allgatherBruck); llt_push(t1343, g_allgatherLinear); llt_push(t1343, g_allgatherNeighbourExchange); llt_push(t1343, g_allgatherGatherBcast); t1343; });
g_allgathervDissemination = ({ llt_value t1514 = llt_object(5); llt_put_all(t1514, g_allgatherDissemination); llt_put(t1514, k39_emit, llt_closure(f1515, NULL)); t1514; });
g_allgathervOmpiGatherBcast = ({ llt_value t1519 = llt_object(4); llt_put(t1519, k37_name, S(k189_ompi_gather_bcast)); llt_put(t1519, k39_emit, llt_closure(f1520, NULL)); t1519; });
g_ALLGATHERV = ({ llt_value t1513 = llt_array(3); llt_push(t1513, g_allgathervDissemination); llt_push_all(t1513, ({ llt_value o1517 = g_ALLGATHER; ({ llt_value a1518[1]; a1518[0] = N(1.0); llt_m_slice(o1517, k260_slice, 1, a1518); }); })); llt_push(t1513, g_allgathervOmpiGatherBcast); t1513; });
g_reduceBinomial = ({ llt_value a825[1]; a825[0] = ({ llt_value t826 = llt_object(5); llt_put(t826, k37_name, S(k51_binomial)); llt_put(t826, k105_tree, llt_closure(g_binomialTree, NULL)); llt_put(t826, k108_depth, llt_closure(g_floorLog2, NULL)); llt_put(t826, k10_root, S(k109_swap)); t826; }); g_up(NULL, U, 1, a825); });
g_reduceLinear = ({ llt_value a851[1]; a851[0] = ({ llt_value t852 = llt_object(5); llt_put(t852, k37_name, S(k49_linear)); llt_put(t852, k105_tree, llt_closure(g_linearTree, NULL)); llt_put(t852, k108_depth, llt_closure(f853, NULL)); llt_put(t852, k111_order, S(k114_down)); t852; }); g_up(NULL, U, 1, a851); });
g_reduceChain = ({ llt_value a854[1]; a854[0] = ({ llt_value t855 = llt_object(5); llt_put(t855, k37_name, S(k117_chain)); llt_put(t855, k105_tree, llt_closure(g_chainTree, NULL)); llt_put(t855, k108_depth, llt_closure(f856, NULL)); llt_put(t855, k110_fanout, N(1.0)); t855; }); g_up(NULL, U, 1, a854); });
g_reducePipeline = ({ llt_value a857[1]; a857[0] = ({ llt_value t858 = llt_object(5); llt_put(t858, k37_name, S(k118_pipeline)); llt_put(t858, k105_tree, llt_closure(g_chainTree, NULL)); llt_put(t858, k108_depth, llt_closure(f859, NULL)); llt_put(t858, k115_segment, g_PIPELINE_SEGMENT); t858; }); g_up(NULL, U, 1, a857); });
g_reduceBinary = ({ llt_value a860[1]; a860[0] = ({ llt_value t861 = llt_object(4); llt_put(t861, k37_name, S(k119_binary)); llt_put(t861, k105_tree, llt_closure(g_heapTree, NULL)); llt_put(t861, k108_depth, llt_closure(g_floorLog2, NULL)); t861; }); g_up(NULL, U, 1, a860); });
g_reduceOmpiBinary = ({ llt_value a862[1]; a862[0] = ({ llt_value t863 = llt_object(4); llt_put(t863, k37_name, S(k121_ompi_binary)); llt_put(t863, k105_tree, llt_closure(g_ompiBinaryTree, NULL)); llt_put(t863, k108_depth, llt_closure(g_floorLog2, NULL)); t863; }); g_up(NULL, U, 1, a862); });
g_reduceOmpiBinomial = ({ llt_value a864[1]; a864[0] = ({ llt_value t865 = llt_object(4); llt_put(t865, k37_name, S(k44_ompi_binomial)); llt_put(t865, k105_tree, llt_closure(g_inOrderBinomialTree, NULL)); llt_put(t865, k108_depth, llt_closure(g_floorLog2, NULL)); t865; }); g_up(NULL, U, 1, a864); });
g_reduceOmpiInOrderBinary = ({ llt_value t872 = llt_object(5); llt_put(t872, k37_name, S(k130_ompi_in_order_binary)); llt_put(t872, k39_emit, llt_closure(f873, NULL)); t872; });
g_reduceRabenseifner = ({ llt_value t66 = llt_object(5); llt_put(t66, k37_name, S(k45_rabenseifner)); llt_put(t66, k39_emit, llt_closure(f67, NULL)); t66; });
g_reduceMpichRabenseifner = ({ llt_value t65 = llt_object(4); llt_put(t65, k37_name, llt_get(g_reduceRabenseifner, k37_name)); llt_put(t65, k39_emit, llt_closure(f265, NULL)); t65; });
g_reduceMpichScheduled = ({ llt_value t2006 = llt_object(2); llt_put_all(t2006, g_reduceMpichRabenseifner); llt_put(t2006, k39_emit, llt_closure(f2007, NULL)); t2006; });
g_REDUCE = ({ llt_value t824 = llt_array(9); llt_push(t824, g_reduceBinomial); llt_push(t824, g_reduceLinear); llt_push(t824, g_reduceChain); llt_push(t824, g_reducePipeline); llt_push(t824, g_reduceBinary); llt_push(t824, g_reduceOmpiBinary); llt_push(t824, g_reduceOmpiBinomial); llt_push(t824, g_reduceOmpiInOrderBinary); llt_push(t824, g_reduceRabenseifner); t824; });
g_allreduceRecursiveDoubling = ({ llt_value t900 = llt_object(5); llt_put(t900, k37_name, S(k46_recursive_doubling)); llt_put(t900, k39_emit, llt_closure(f901, NULL)); t900; });
g_allreduceDissemination = ({ llt_value t921 = llt_object(5); llt_put(t921, k37_name, S(k40_dissemination)); llt_put(t921, k39_emit, llt_closure(f922, NULL)); t921; });
g_allreduceRing = ({ llt_value t935 = llt_object(5); llt_put(t935, k37_name, S(k48_ring)); llt_put(t935, k39_emit, llt_closure(f936, NULL)); t935; });
g_allreduceRingFull = ({ llt_value t982 = llt_object(5); llt_put(t982, k37_name, S(k135_ring_full)); llt_put(t982, k39_emit, llt_closure(f983, NULL)); t982; });
g_allreduceRabenseifner = ({ llt_value t291 = llt_object(5); llt_put(t291, k37_name, S(k45_rabenseifner)); llt_put(t291, k39_emit, llt_closure(f292, NULL)); t291; });
g_allreduceMpichRabenseifner = ({ llt_value t290 = llt_object(4); llt_put_all(t290, g_allreduceRabenseifner); llt_put(t290, k39_emit, llt_closure(f324, NULL)); t290; });
g_allreduceMpichScheduled = ({ llt_value t2014 = llt_object(2); llt_put_all(t2014, g_allreduceMpichRabenseifner); llt_put(t2014, k39_emit, llt_closure(f2015, NULL)); t2014; });
g_allreduceReduceBcast = ({ llt_value a996[4]; a996[0] = S(k136_reduce_bcast); a996[1] = S(k137_binomial_reduce_to_rank_0__then_binomial_bcast_from_rank_0); a996[2] = llt_closure(g_binomialTree, NULL); a996[3] = llt_closure(g_floorLog2, NULL); g_upAndDown(NULL, U, 4, a996); });
g_allreduceLinear = ({ llt_value a1341[5]; a1341[0] = S(k49_linear); a1341[1] = S(k258_all_ranks_send_to_rank_0__which_sends_the_result_to_all); a1341[2] = llt_closure(g_linearTree, NULL); a1341[3] = llt_closure(f1342, NULL); a1341[4] = S(k114_down); g_upAndDown(NULL, U, 5, a1341); });
g_allreduceOmpiReduceBcast = ({ llt_value t1005 = llt_object(4); llt_put(t1005, k37_name, S(k138_ompi_reduce_bcast)); llt_put(t1005, k39_emit, llt_closure(f1006, NULL)); t1005; });
g_ALLREDUCE = ({ llt_value t899 = llt_array(8); llt_push(t899, g_allreduceRecursiveDoubling); llt_push(t899, g_allreduceDissemination); llt_push(t899, g_allreduceRing); llt_push(t899, g_allreduceRingFull); llt_push(t899, g_allreduceRabenseifner); llt_push(t899, g_allreduceReduceBcast); llt_push(t899, g_allreduceOmpiReduceBcast); llt_push(t899, g_allreduceLinear); t899; });
g_alltoallLinear = ({ llt_value t379 = llt_object(5); llt_put(t379, k37_name, S(k49_linear)); llt_put(t379, k39_emit, llt_closure(f380, NULL)); t379; });
g_alltoallPairwise = ({ llt_value t329 = llt_object(5); llt_put(t329, k37_name, S(k50_pairwise)); llt_put(t329, k39_emit, llt_closure(f330, NULL)); t329; });
g_alltoallMpichPairwise = ({ llt_value t328 = llt_object(3); llt_put_all(t328, g_alltoallPairwise); llt_put(t328, k39_emit, llt_closure(f369, NULL)); t328; });
g_alltoallInPlace = ({ llt_value t2081 = llt_object(4); llt_put_all(t2081, g_alltoallPairwise); llt_put(t2081, k37_name, S(k281_in_place)); llt_put(t2081, k39_emit, llt_closure(f2082, NULL)); t2081; });
g_alltoallBruck = ({ llt_value t1553 = llt_object(5); llt_put(t1553, k37_name, S(k47_bruck)); llt_put(t1553, k39_emit, llt_closure(f1554, NULL)); t1553; });
g_alltoallvLinear = ({ llt_value t378 = llt_object(4); llt_put_all(t378, g_alltoallLinear); llt_put(t378, k39_emit, llt_closure(f399, NULL)); t378; });
g_alltoallvMpichLinear = ({ llt_value t377 = llt_object(2); llt_put_all(t377, g_alltoallvLinear); llt_put(t377, k39_emit, llt_closure(f417, NULL)); t377; });
g_alltoallvOmpiLinear = ({ llt_value t1574 = llt_object(4); llt_put_all(t1574, g_alltoallLinear); llt_put(t1574, k37_name, S(k213_ompi_linear)); llt_put(t1574, k39_emit, llt_closure(f1575, NULL)); t1574; });
g_ALLTOALL = ({ llt_value t1552 = llt_array(3); llt_push(t1552, g_alltoallLinear); llt_push(t1552, g_alltoallPairwise); llt_push(t1552, g_alltoallBruck); t1552; });
g_ALLTOALLV = ({ llt_value t1573 = llt_array(3); llt_push(t1573, g_alltoallvLinear); llt_push(t1573, g_alltoallPairwise); llt_push(t1573, g_alltoallvOmpiLinear); t1573; });
g_barrierDissemination = ({ llt_value t431 = llt_object(5); llt_put(t431, k37_name, S(k40_dissemination)); llt_put(t431, k39_emit, llt_closure(f432, NULL)); t431; });
g_barrierLinear = ({ llt_value t446 = llt_object(5); llt_put(t446, k37_name, S(k49_linear)); llt_put(t446, k39_emit, llt_closure(f447, NULL)); t446; });
g_barrierDoubleRing = ({ llt_value t456 = llt_object(5); llt_put(t456, k37_name, S(k104_double_ring)); llt_put(t456, k39_emit, llt_closure(f457, NULL)); t456; });
g_barrierRecursiveDoubling = ({ llt_value t465 = llt_object(5); llt_put(t465, k37_name, S(k46_recursive_doubling)); llt_put(t465, k39_emit, llt_closure(f466, NULL)); t465; });
g_barrierTree = ({ llt_value t478 = llt_object(5); llt_put(t478, k37_name, S(k105_tree)); llt_put(t478, k39_emit, llt_closure(f479, NULL)); t478; });
g_BARRIER = ({ llt_value t430 = llt_array(5); llt_push(t430, g_barrierDissemination); llt_push(t430, g_barrierLinear); llt_push(t430, g_barrierDoubleRing); llt_push(t430, g_barrierRecursiveDoubling); llt_push(t430, g_barrierTree); t430; });
g_reduceScatterRecursiveHalving = ({ llt_value t1685 = llt_object(5); llt_put(t1685, k37_name, S(k53_recursive_halving)); llt_put(t1685, k39_emit, llt_closure(f1686, NULL)); t1685; });
g_reduceScatterPairwise = ({ llt_value t1721 = llt_object(5); llt_put(t1721, k37_name, S(k50_pairwise)); llt_put(t1721, k39_emit, llt_closure(f1722, NULL)); t1721; });
g_reduceScatterRing = ({ llt_value t1744 = llt_object(5); llt_put(t1744, k37_name, S(k48_ring)); llt_put(t1744, k39_emit, llt_closure(f1745, NULL)); t1744; });
g_reduceScatterReduceScatterv = ({ llt_value t1758 = llt_object(5); llt_put(t1758, k37_name, S(k262_reduce_scatterv)); llt_put(t1758, k39_emit, llt_closure(f1759, NULL)); t1758; });
g_reduceScatterButterfly = ({ llt_value t1767 = llt_object(4); llt_put(t1767, k37_name, S(k225_butterfly)); llt_put(t1767, k39_emit, llt_closure(g_emitButterfly, NULL)); t1767; });
g_reduceScatterBlockButterfly = ({ llt_value t1837 = llt_object(3); llt_put_all(t1837, g_reduceScatterButterfly); llt_put(t1837, k39_emit, llt_closure(f1838, NULL)); t1837; });
g_reduceScatterBlockDoubling = ({ llt_value t1854 = llt_object(4); llt_put(t1854, k37_name, S(k46_recursive_doubling)); llt_put(t1854, k39_emit, llt_closure(f1855, NULL)); t1854; });
g_reduceScatterOmpi = ({ llt_value a1820[1]; a1820[0] = llt_closure(f1821, NULL); g_reduceThenScatter(NULL, U, 1, a1820); });
g_reduceScatterBlockOmpi = ({ llt_value a1898[1]; a1898[0] = llt_closure(f1899, NULL); g_reduceThenScatter(NULL, U, 1, a1898); });
g_REDUCE_SCATTER = ({ llt_value t1684 = llt_array(6); llt_push(t1684, g_reduceScatterRecursiveHalving); llt_push(t1684, g_reduceScatterPairwise); llt_push(t1684, g_reduceScatterRing); llt_push(t1684, g_reduceScatterReduceScatterv); llt_push(t1684, g_reduceScatterButterfly); llt_push(t1684, g_reduceScatterOmpi); t1684; });
g_REDUCE_SCATTER_BLOCK = ({ llt_value t1836 = llt_array(7); llt_push(t1836, g_reduceScatterRecursiveHalving); llt_push(t1836, g_reduceScatterPairwise); llt_push(t1836, g_reduceScatterRing); llt_push(t1836, g_reduceScatterReduceScatterv); llt_push(t1836, g_reduceScatterBlockButterfly); llt_push(t1836, g_reduceScatterBlockDoubling); llt_push(t1836, g_reduceScatterBlockOmpi); t1836; });
g_SCAN = ({ llt_value a1651[1]; a1651[0] = llt_get(g_Register, k71_Result); g_family(NULL, U, 1, a1651); });
g_EXSCAN = ({ llt_value a1683[1]; a1683[0] = llt_get(g_Register, k73_Rest); g_family(NULL, U, 1, a1683); });
g_ALGORITHMS = ({ llt_value t429 = llt_object(16); llt_put(t429, k32_barrier, g_BARRIER); llt_put(t429, k31_bcast, g_BCAST); llt_put(t429, k35_reduce, g_REDUCE); llt_put(t429, k30_allreduce, g_ALLREDUCE); llt_put(t429, k22_allgather, g_ALLGATHER); llt_put(t429, k23_allgatherv, g_ALLGATHERV); llt_put(t429, k24_alltoall, g_ALLTOALL); llt_put(t429, k20_alltoallv, g_ALLTOALLV); llt_put(t429, k26_gather, g_GATHER); llt_put(t429, k27_gatherv, g_GATHERV); llt_put(t429, k28_scatter, g_SCATTER); llt_put(t429, k29_scatterv, g_SCATTERV); llt_put(t429, k36_scan, g_SCAN); llt_put(t429, k25_exscan, g_EXSCAN); llt_put(t429, k52_reduce_scatter, g_REDUCE_SCATTER); llt_put(t429, k54_reduce_scatter_block, g_REDUCE_SCATTER_BLOCK); t429; });
g_known = g_ALGORITHMS;
g_KIB = N(1024.0);
g_ELEMENT_BYTES2 = N(8.0);
g_RULES2 = ({ llt_value t34 = llt_object(16); llt_put(t34, k32_barrier, ({ llt_value a35[1]; a35[0] = S(k40_dissemination); g_always(NULL, U, 1, a35); })); llt_put(t34, k31_bcast, llt_closure(g_bcast, NULL)); llt_put(t34, k35_reduce, ({ llt_value a43[1]; a43[0] = S(k44_ompi_binomial); g_rabenseifnerFrom(NULL, U, 1, a43); })); llt_put(t34, k30_allreduce, ({ llt_value a49[1]; a49[0] = S(k46_recursive_doubling); g_rabenseifnerFrom(NULL, U, 1, a49); })); llt_put(t34, k22_allgather, llt_closure(g_allgather, NULL)); llt_put(t34, k23_allgatherv, llt_closure(g_allgather, NULL)); llt_put(t34, k24_alltoall, llt_closure(g_alltoall, NULL)); llt_put(t34, k20_alltoallv, ({ llt_value a53[1]; a53[0] = S(k49_linear); g_always(NULL, U, 1, a53); })); llt_put(t34, k26_gather, ({ llt_value a54[1]; a54[0] = S(k51_binomial); g_always(NULL, U, 1, a54); })); llt_put(t34, k27_gatherv, ({ llt_value a55[1]; a55[0] = S(k49_linear); g_always(NULL, U, 1, a55); })); llt_put(t34, k28_scatter, ({ llt_value a56[1]; a56[0] = S(k51_binomial); g_always(NULL, U, 1, a56); })); llt_put(t34, k29_scatterv, ({ llt_value a57[1]; a57[0] = S(k49_linear); g_always(NULL, U, 1, a57); })); llt_put(t34, k36_scan, ({ llt_value a58[1]; a58[0] = S(k46_recursive_doubling); g_always(NULL, U, 1, a58); })); llt_put(t34, k25_exscan, ({ llt_value a59[1]; a59[0] = S(k46_recursive_doubling); g_always(NULL, U, 1, a59); })); llt_put(t34, k52_reduce_scatter, llt_closure(g_reduceScatter, NULL)); llt_put(t34, k54_reduce_scatter_block, llt_closure(g_reduceScatter, NULL)); t34; });
g_OPTIONS = ({ llt_value t1915 = llt_object(1); llt_put(t1915, k41_knomial, ({ llt_value t1916 = llt_object(1); llt_put(t1916, k110_fanout, N(2.0)); t1916; })); t1915; });
g_OWN = ({ llt_value t63 = llt_object(4); llt_put(t63, k35_reduce, ({ llt_value t64 = llt_array(1); llt_push(t64, g_reduceMpichRabenseifner); t64; })); llt_put(t63, k30_allreduce, ({ llt_value t289 = llt_array(1); llt_push(t289, g_allreduceMpichRabenseifner); t289; })); llt_put(t63, k24_alltoall, ({ llt_value t327 = llt_array(1); llt_push(t327, g_alltoallMpichPairwise); t327; })); llt_put(t63, k20_alltoallv, ({ llt_value t376 = llt_array(1); llt_push(t376, g_alltoallvMpichLinear); t376; })); t63; });
g_WHOLE_BY_4 = N(8.0);
g_ELEMENT_BYTES3 = N(8.0);
g_LONG = N(65536.0);
g_SEGMENT = N(8192.0);
g_FEW = N(4.0);
g_reduceBinomial2 = ({ llt_value t2048 = llt_object(4); llt_put(t2048, k37_name, S(k277_libnbc_binomial)); llt_put(t2048, k39_emit, llt_closure(f2049, NULL)); t2048; });
g_reduceThenBcast = ({ llt_value t2068 = llt_object(4); llt_put(t2068, k37_name, S(k279_libnbc_reduce_bcast)); llt_put(t2068, k39_emit, llt_closure(f2069, NULL)); t2068; });
g_reduceThenScatter2 = ({ llt_value t2055 = llt_object(4); llt_put(t2055, k37_name, S(k278_libnbc_reduce_scatter)); llt_put(t2055, k39_emit, llt_closure(f2056, NULL)); t2055; });
g_scanLinear = llt_at(g_SCAN, N(0));
g_exscanLinear = llt_at(g_EXSCAN, N(0));
g_ALWAYS = ({ llt_value t2054 = llt_object(13); llt_put(t2054, k32_barrier, g_barrierDissemination); llt_put(t2054, k22_allgather, g_allgatherLinear); llt_put(t2054, k23_allgatherv, g_allgatherLinear); llt_put(t2054, k24_alltoall, g_alltoallLinear); llt_put(t2054, k20_alltoallv, g_alltoallvLinear); llt_put(t2054, k26_gather, g_gatherLinear); llt_put(t2054, k27_gatherv, g_gatherLinear); llt_put(t2054, k28_scatter, g_scatterLinear); llt_put(t2054, k29_scatterv, g_scatterLinear); llt_put(t2054, k36_scan, g_scanLinear); llt_put(t2054, k25_exscan, g_exscanLinear); llt_put(t2054, k52_reduce_scatter, g_reduceThenScatter2); llt_put(t2054, k54_reduce_scatter_block, g_reduceThenScatter2); t2054; });
g_KIB2 = N(1024.0);
g_scanDoubling = llt_at(g_SCAN, N(1));
g_exscanDoubling = llt_at(g_EXSCAN, N(1));
g_RULES3 = ({ llt_value t1961 = llt_object(16); llt_put(t1961, k32_barrier, ({ llt_value a1962[1]; a1962[0] = g_barrierDissemination; g_always2(NULL, U, 1, a1962); })); llt_put(t1961, k31_bcast, llt_closure(g_bcast2, NULL)); llt_put(t1961, k35_reduce, ({ llt_value a2005[2]; a2005[0] = g_reduceOmpiBinomial; a2005[1] = g_reduceMpichScheduled; g_cut(NULL, U, 2, a2005); })); llt_put(t1961, k30_allreduce, ({ llt_value a2013[2]; a2013[0] = g_allreduceRecursiveDoubling; a2013[1] = g_allreduceMpichScheduled; g_cut(NULL, U, 2, a2013); })); llt_put(t1961, k22_allgather, llt_closure(g_allgather2, NULL)); llt_put(t1961, k23_allgatherv, llt_closure(g_allgather2, NULL)); llt_put(t1961, k24_alltoall, llt_closure(g_alltoall2, NULL)); llt_put(t1961, k20_alltoallv, ({ llt_value a2021[1]; a2021[0] = g_alltoallvMpichLinear; g_always2(NULL, U, 1, a2021); })); llt_put(t1961, k26_gather, ({ llt_value a2022[1]; a2022[0] = g_gatherBinomial; g_always2(NULL, U, 1, a2022); })); llt_put(t1961, k27_gatherv, ({ llt_value a2023[1]; a2023[0] = g_gathervLinear; g_always2(NULL, U, 1, a2023); })); llt_put(t1961, k28_scatter, ({ llt_value a2024[1]; a2024[0] = g_scatterBinomial; g_always2(NULL, U, 1, a2024); })); llt_put(t1961, k29_scatterv, ({ llt_value a2025[1]; a2025[0] = g_scattervLinear; g_always2(NULL, U, 1, a2025); })); llt_put(t1961, k36_scan, ({ llt_value a2026[1]; a2026[0] = g_scanDoubling; g_always2(NULL, U, 1, a2026); })); llt_put(t1961, k25_exscan, ({ llt_value a2027[1]; a2027[0] = g_exscanDoubling; g_always2(NULL, U, 1, a2027); })); llt_put(t1961, k52_reduce_scatter, ({ llt_value a2028[1]; a2028[0] = N((512.0 * (g_KIB2).of.number)); g_reduceScatter2(NULL, U, 1, a2028); })); llt_put(t1961, k54_reduce_scatter_block, ({ llt_value a2031[1]; a2031[0] = N(((512.0 * (g_KIB2).of.number) * (g_ELEMENT_BYTES3).of.number)); g_reduceScatter2(NULL, U, 1, a2031); })); t1961; });
g_MPICH_SAYS = S(k359_MPICH_Version_);
g_EVERYTHING = ({ llt_value t2304 = llt_object(4); llt_put(t2304, k16_collective, NIL); llt_put(t2304, k91_from, N(0.0)); llt_put(t2304, k272_to, N(__builtin_inf())); llt_put(t2304, k14_options, ({ llt_value t2305 = llt_object(0);  t2305; })); t2304; });
g_OPEN_MPI = ({ llt_value t2303 = llt_object(3); llt_put_all(t2303, g_EVERYTHING); llt_put(t2303, k355_text, S(k267_auto)); llt_put(t2303, k100_algorithm, S(k267_auto)); t2303; });
g_MPICH = ({ llt_value t2306 = llt_object(3); llt_put_all(t2306, g_EVERYTHING); llt_put(t2306, k355_text, S(k7_mpich)); llt_put(t2306, k100_algorithm, S(k7_mpich)); t2306; });
g_WAITING = ({ llt_value t14 = llt_object(2); llt_put(t14, k0_openmpi, ({ llt_value t15 = llt_object(2); llt_put(t15, k19_blocking, ({ llt_value t16 = llt_array(1); llt_push(t16, S(k20_alltoallv)); t16; })); llt_put(t15, k21_nonblocking, ({ llt_value t17 = llt_array(8); llt_push(t17, S(k22_allgather)); llt_push(t17, S(k23_allgatherv)); llt_push(t17, S(k24_alltoall)); llt_push(t17, S(k25_exscan)); llt_push(t17, S(k26_gather)); llt_push(t17, S(k27_gatherv)); llt_push(t17, S(k28_scatter)); llt_push(t17, S(k29_scatterv)); t17; })); t15; })); llt_put(t14, k7_mpich, ({ llt_value t18 = llt_object(2); llt_put(t18, k19_blocking, ({ llt_value t19 = llt_array(1); llt_push(t19, S(k30_allreduce)); t19; })); llt_put(t18, k21_nonblocking, ({ llt_value t20 = llt_array(2); llt_push(t20, S(k30_allreduce)); llt_push(t20, S(k31_bcast)); t20; })); t18; })); t14; });
g_PERSISTENT_OF_MPICH = ({ llt_value t25 = llt_array(7); llt_push(t25, S(k22_allgather)); llt_push(t25, S(k24_alltoall)); llt_push(t25, S(k25_exscan)); llt_push(t25, S(k26_gather)); llt_push(t25, S(k35_reduce)); llt_push(t25, S(k36_scan)); llt_push(t25, S(k28_scatter)); t25; });
g_NOTHING = ({ llt_value t28 = llt_object(5); llt_put(t28, k37_name, S(k38_none)); llt_put(t28, k39_emit, llt_closure(f29, NULL)); t28; });
g_SHIFT = ({ llt_value t2136 = llt_object(4); llt_put(t2136, k37_name, S(k336_shift)); llt_put(t2136, k39_emit, llt_closure(f2137, NULL)); t2136; });
g_INT = N(4.0);
g_WORD = N(8.0);
g_MASK = N((65.0 * 8.0));
g_BARRIER2 = ({ llt_value a2131[2]; a2131[0] = S(k32_barrier); a2131[1] = N(1.0); g_blocking(NULL, U, 2, a2131); });
g_ALLGATHER2 = ({ llt_value a2128[2]; a2128[0] = S(k22_allgather); a2128[1] = g_WORD; g_blocking(NULL, U, 2, a2128); });
g_ALLREDUCE2 = ({ llt_value a2116[2]; a2116[0] = S(k30_allreduce); a2116[1] = g_WORD; g_blocking(NULL, U, 2, a2116); });
g_BCAST2 = ({ llt_value a2193[2]; a2193[0] = S(k31_bcast); a2193[1] = g_INT; g_blocking(NULL, U, 2, a2193); });
g_REDUCE_SCATTER2 = ({ llt_value a2134[2]; a2134[0] = S(k54_reduce_scatter_block); a2134[1] = g_WORD; g_blocking(NULL, U, 2, a2134); });
g_TO_NEXT = ({ llt_value a2135[3]; a2135[0] = S(k32_barrier); a2135[1] = g_WORD; a2135[2] = g_SHIFT; g_blocking(NULL, U, 3, a2135); });
g_THROUGH_ROOT = ({ llt_value a2182[3]; a2182[0] = S(k32_barrier); a2182[1] = N(0.0); a2182[2] = g_barrierLinear; g_blocking(NULL, U, 3, a2182); });
g_nothing = ({ llt_value a2183[1]; a2183[0] = ({ llt_value t2184 = llt_array(0);  t2184; }); g_always3(NULL, U, 1, a2183); });
g_IDENTIFIER = ({ llt_value a2114[2]; a2114[0] = N(3.0); a2114[1] = ({ llt_value t2115 = llt_object(3); llt_put_all(t2115, g_ALLREDUCE2); llt_put(t2115, k17_way, S(k21_nonblocking)); llt_put(t2115, k11_bytes, g_INT); t2115; }); g_times(NULL, U, 2, a2114); });
g_identified = ({ llt_value a2113[1]; a2113[0] = g_IDENTIFIER; g_always3(NULL, U, 1, a2113); });
g_ompiWindow = ({ llt_value a2152[1]; a2152[0] = ({ llt_value t2153 = llt_array(2); llt_push_all(t2153, g_IDENTIFIER); llt_push(t2153, g_BARRIER2); t2153; }); g_always3(NULL, U, 1, a2152); });
g_ompiSplit = ({ llt_value a2126[1]; a2126[0] = ({ llt_value t2127 = llt_array(2); llt_push(t2127, g_ALLGATHER2); llt_push_all(t2127, g_IDENTIFIER); t2127; }); g_always3(NULL, U, 1, a2126); });
g_OPEN_MPI2 = ({ llt_value t2112 = llt_object(36); llt_put(t2112, k285_Comm_dup, g_identified); llt_put(t2112, k327_Comm_idup, g_identified); llt_put(t2112, k328_Comm_create, g_identified); llt_put(t2112, k329_Comm_create_group, g_identified); llt_put(t2112, k287_Comm_split, g_ompiSplit); llt_put(t2112, k330_Comm_split_type, g_ompiSplit); llt_put(t2112, k331_Comm_disconnect, ({ llt_value a2129[1]; a2129[0] = ({ llt_value t2130 = llt_array(1); llt_push(t2130, g_BARRIER2); t2130; }); g_always3(NULL, U, 1, a2129); })); llt_put(t2112, k332_Cart_create, g_identified); llt_put(t2112, k333_Cart_create_reordered, g_identified); llt_put(t2112, k334_Graph_create, g_identified); llt_put(t2112, k335_Dist_graph_create, ({ llt_value a2132[1]; a2132[0] = ({ llt_value t2133 = llt_array(3); llt_push(t2133, g_REDUCE_SCATTER2); llt_push(t2133, g_TO_NEXT); llt_push_all(t2133, g_IDENTIFIER); t2133; }); g_always3(NULL, U, 1, a2132); })); llt_put(t2112, k337_Dist_graph_create_adjacent, g_identified); llt_put(t2112, k338_Intercomm_create, llt_closure(g_ompiBetween, NULL)); llt_put(t2112, k339_Intercomm_merge, llt_closure(g_ompiMerge, NULL)); llt_put(t2112, k340_Win_create, g_ompiWindow); llt_put(t2112, k289_Win_allocate, g_ompiWindow); llt_put(t2112, k341_Win_create_dynamic, g_ompiWindow); llt_put(t2112, k342_Win_free, ({ llt_value a2154[1]; a2154[0] = ({ llt_value t2155 = llt_array(1); llt_push(t2155, g_BARRIER2); t2155; }); g_always3(NULL, U, 1, a2154); })); llt_put(t2112, k343_Win_fence, ({ llt_value a2156[1]; a2156[0] = ({ llt_value t2157 = llt_array(2); llt_push(t2157, g_REDUCE_SCATTER2); llt_push(t2157, g_BARRIER2); t2157; }); g_always3(NULL, U, 1, a2156); })); llt_put(t2112, k344_Win_fence_counts, ({ llt_value a2158[1]; a2158[0] = ({ llt_value t2159 = llt_array(1); llt_push(t2159, g_REDUCE_SCATTER2); t2159; }); g_always3(NULL, U, 1, a2158); })); llt_put(t2112, k345_Win_fence_noprecede, ({ llt_value a2160[1]; a2160[0] = ({ llt_value t2161 = llt_array(1); llt_push(t2161, g_BARRIER2); t2161; }); g_always3(NULL, U, 1, a2160); })); llt_put(t2112, k346_File_open, ({ llt_value a2162[1]; a2162[0] = ({ llt_value t2163 = llt_array(3); llt_push_all(t2163, g_IDENTIFIER); llt_push_all(t2163, ({ llt_value a2164[2]; a2164[0] = N(3.0); a2164[1] = g_BARRIER2; g_times(NULL, U, 2, a2164); })); llt_push(t2163, g_ALLGATHER2); t2163; }); g_always3(NULL, U, 1, a2162); })); llt_put(t2112, k293_File_close, ({ llt_value a2165[1]; a2165[0] = ({ llt_value t2166 = llt_array(2); llt_push(t2166, g_BARRIER2); llt_push(t2166, g_BARRIER2); t2166; }); g_always3(NULL, U, 1, a2165); })); llt_put(t2112, k291_File_set_size, ({ llt_value a2167[1]; a2167[0] = ({ llt_value t2168 = llt_array(2); llt_push(t2168, g_BARRIER2); llt_push(t2168, g_BARRIER2); t2168; }); g_always3(NULL, U, 1, a2167); })); llt_put(t2112, k347_File_set_view, ({ llt_value a2169[1]; a2169[0] = ({ llt_value t2170 = llt_array(2); llt_push(t2170, g_ALLGATHER2); llt_push(t2170, g_BARRIER2); t2170; }); g_always3(NULL, U, 1, a2169); })); llt_put(t2112, k348_File_sync, ({ llt_value a2171[1]; a2171[0] = ({ llt_value t2172 = llt_array(1); llt_push(t2172, g_BARRIER2); t2172; }); g_always3(NULL, U, 1, a2171); })); llt_put(t2112, k295_File_write_all, llt_closure(g_ompiWrite, NULL)); llt_put(t2112, k298_File_read_all, llt_closure(g_ompiRead, NULL)); llt_put(t2112, k321_File_write_all_strided, llt_closure(g_ompiWrite, NULL)); llt_put(t2112, k324_File_read_all_strided, llt_closure(g_ompiRead, NULL)); llt_put(t2112, k301_File_write_all_begin, g_nothing); llt_put(t2112, k304_File_read_all_begin, g_nothing); llt_put(t2112, k313_File_iwrite_all, g_nothing); llt_put(t2112, k315_File_iread_all, g_nothing); llt_put(t2112, k317_File_iwrite_all_strided, g_nothing); llt_put(t2112, k319_File_iread_all_strided, g_nothing); t2112; });
g_AGREED = ({ llt_value a2191[2]; a2191[0] = S(k30_allreduce); a2191[1] = g_MASK; g_blocking(NULL, U, 2, a2191); });
g_HEARD = ({ llt_value t2192 = llt_object(2); llt_put_all(t2192, g_BCAST2); llt_put(t2192, k282_among, S(k349_made)); t2192; });
g_CONTEXT = ({ llt_value t2190 = llt_array(2); llt_push(t2190, g_AGREED); llt_push(t2190, g_HEARD); t2190; });
g_COPIED = ({ llt_value t2206 = llt_array(2); llt_push(t2206, g_AGREED); llt_push(t2206, g_BCAST2); t2206; });
g_inContext = ({ llt_value a2189[1]; a2189[0] = g_CONTEXT; g_always3(NULL, U, 1, a2189); });
g_inOwnContext = ({ llt_value a2196[1]; a2196[0] = ({ llt_value t2197 = llt_array(2); llt_push(t2197, g_ALLREDUCE2); llt_push(t2197, g_HEARD); t2197; }); g_always3(NULL, U, 1, a2196); });
g_mpichSplit = ({ llt_value a2198[1]; a2198[0] = ({ llt_value t2199 = llt_array(2); llt_push(t2199, g_ALLGATHER2); llt_push_all(t2199, g_CONTEXT); t2199; }); g_always3(NULL, U, 1, a2198); });
g_gathered = ({ llt_value a2230[1]; a2230[0] = ({ llt_value t2231 = llt_array(2); llt_push(t2231, g_ALLGATHER2); llt_push(t2231, g_ALLGATHER2); t2231; }); g_always3(NULL, U, 1, a2230); });
g_writtenApart = ({ llt_value a2232[1]; a2232[0] = ({ llt_value t2233 = llt_array(2); llt_push_all(t2233, ({ llt_value a2234[2]; a2234[0] = N(4.0); a2234[1] = g_ALLGATHER2; g_times(NULL, U, 2, a2234); })); llt_push_all(t2233, ({ llt_value a2235[2]; a2235[0] = N(4.0); a2235[1] = g_TO_NEXT; g_times(NULL, U, 2, a2235); })); t2233; }); g_always3(NULL, U, 1, a2232); });
g_readApart = ({ llt_value a2236[1]; a2236[0] = ({ llt_value t2237 = llt_array(2); llt_push_all(t2237, ({ llt_value a2238[2]; a2238[0] = N(3.0); a2238[1] = g_ALLGATHER2; g_times(NULL, U, 2, a2238); })); llt_push_all(t2237, ({ llt_value a2239[2]; a2239[0] = N(4.0); a2239[1] = g_TO_NEXT; g_times(NULL, U, 2, a2239); })); t2237; }); g_always3(NULL, U, 1, a2236); });
g_MPICH2 = ({ llt_value t2188 = llt_object(36); llt_put(t2188, k285_Comm_dup, g_inContext); llt_put(t2188, k327_Comm_idup, ({ llt_value a2194[1]; a2194[0] = ({ llt_value t2195 = llt_array(2); llt_push(t2195, g_ALLREDUCE2); llt_push(t2195, g_BCAST2); t2195; }); g_always3(NULL, U, 1, a2194); })); llt_put(t2188, k328_Comm_create, g_inContext); llt_put(t2188, k329_Comm_create_group, g_inOwnContext); llt_put(t2188, k287_Comm_split, g_mpichSplit); llt_put(t2188, k330_Comm_split_type, ({ llt_value a2200[1]; a2200[0] = ({ llt_value t2201 = llt_array(4); llt_push(t2201, g_ALLGATHER2); llt_push(t2201, g_AGREED); llt_push(t2201, g_ALLGATHER2); llt_push_all(t2201, g_CONTEXT); t2201; }); g_always3(NULL, U, 1, a2200); })); llt_put(t2188, k331_Comm_disconnect, g_nothing); llt_put(t2188, k332_Cart_create, g_inContext); llt_put(t2188, k333_Cart_create_reordered, g_mpichSplit); llt_put(t2188, k334_Graph_create, g_inContext); llt_put(t2188, k335_Dist_graph_create, ({ llt_value a2202[1]; a2202[0] = ({ llt_value t2203 = llt_array(3); llt_push(t2203, g_REDUCE_SCATTER2); llt_push(t2203, g_TO_NEXT); llt_push_all(t2203, g_CONTEXT); t2203; }); g_always3(NULL, U, 1, a2202); })); llt_put(t2188, k337_Dist_graph_create_adjacent, g_inContext); llt_put(t2188, k338_Intercomm_create, g_inContext); llt_put(t2188, k339_Intercomm_merge, llt_closure(f2204, NULL)); llt_put(t2188, k340_Win_create, ({ llt_value a2208[1]; a2208[0] = ({ llt_value t2209 = llt_array(2); llt_push_all(t2209, g_COPIED); llt_push_all(t2209, ({ llt_value a2210[2]; a2210[0] = N(5.0); a2210[1] = g_ALLGATHER2; g_times(NULL, U, 2, a2210); })); t2209; }); g_always3(NULL, U, 1, a2208); })); llt_put(t2188, k289_Win_allocate, ({ llt_value a2211[1]; a2211[0] = ({ llt_value t2212 = llt_array(4); llt_push_all(t2212, g_COPIED); llt_push(t2212, g_ALLGATHER2); llt_push(t2212, g_BCAST2); llt_push_all(t2212, ({ llt_value a2213[2]; a2213[0] = N(7.0); a2213[1] = g_ALLGATHER2; g_times(NULL, U, 2, a2213); })); t2212; }); g_always3(NULL, U, 1, a2211); })); llt_put(t2188, k341_Win_create_dynamic, ({ llt_value a2214[1]; a2214[0] = ({ llt_value t2215 = llt_array(2); llt_push_all(t2215, g_COPIED); llt_push_all(t2215, ({ llt_value a2216[2]; a2216[0] = N(2.0); a2216[1] = g_ALLGATHER2; g_times(NULL, U, 2, a2216); })); t2215; }); g_always3(NULL, U, 1, a2214); })); llt_put(t2188, k342_Win_free, ({ llt_value a2217[1]; a2217[0] = ({ llt_value t2218 = llt_array(1); llt_push(t2218, g_BARRIER2); t2218; }); g_always3(NULL, U, 1, a2217); })); llt_put(t2188, k343_Win_fence, ({ llt_value a2219[1]; a2219[0] = ({ llt_value t2220 = llt_array(1); llt_push(t2220, g_BARRIER2); t2220; }); g_always3(NULL, U, 1, a2219); })); llt_put(t2188, k344_Win_fence_counts, g_nothing); llt_put(t2188, k345_Win_fence_noprecede, ({ llt_value a2221[1]; a2221[0] = ({ llt_value t2222 = llt_array(1); llt_push(t2222, g_BARRIER2); t2222; }); g_always3(NULL, U, 1, a2221); })); llt_put(t2188, k346_File_open, ({ llt_value a2223[1]; a2223[0] = ({ llt_value t2224 = llt_array(2); llt_push_all(t2224, ({ llt_value a2225[2]; a2225[0] = N(7.0); a2225[1] = g_ALLGATHER2; g_times(NULL, U, 2, a2225); })); llt_push_all(t2224, g_COPIED); t2224; }); g_always3(NULL, U, 1, a2223); })); llt_put(t2188, k293_File_close, ({ llt_value a2226[1]; a2226[0] = ({ llt_value t2227 = llt_array(1); llt_push(t2227, g_BARRIER2); t2227; }); g_always3(NULL, U, 1, a2226); })); llt_put(t2188, k291_File_set_size, ({ llt_value a2228[1]; a2228[0] = ({ llt_value t2229 = llt_array(3); llt_push(t2229, g_BARRIER2); llt_push(t2229, g_BARRIER2); llt_push(t2229, g_BCAST2); t2229; }); g_always3(NULL, U, 1, a2228); })); llt_put(t2188, k347_File_set_view, g_gathered); llt_put(t2188, k348_File_sync, g_nothing); llt_put(t2188, k295_File_write_all, g_gathered); llt_put(t2188, k298_File_read_all, g_gathered); llt_put(t2188, k301_File_write_all_begin, g_gathered); llt_put(t2188, k304_File_read_all_begin, g_gathered); llt_put(t2188, k321_File_write_all_strided, g_writtenApart); llt_put(t2188, k324_File_read_all_strided, g_readApart); llt_put(t2188, k313_File_iwrite_all, g_gathered); llt_put(t2188, k315_File_iread_all, g_gathered); llt_put(t2188, k317_File_iwrite_all_strided, g_writtenApart); llt_put(t2188, k319_File_iread_all_strided, g_readApart); t2188; });
g_AS = ({ llt_value t2110 = llt_object(27); llt_put(t2110, k284_Comm_dup_with_info, S(k285_Comm_dup)); llt_put(t2110, k286_Cart_sub, S(k287_Comm_split)); llt_put(t2110, k288_Win_allocate_shared, S(k289_Win_allocate)); llt_put(t2110, k290_File_preallocate, S(k291_File_set_size)); llt_put(t2110, k292_File_set_atomicity, S(k293_File_close)); llt_put(t2110, k294_File_write_at_all, S(k295_File_write_all)); llt_put(t2110, k296_File_write_ordered, S(k295_File_write_all)); llt_put(t2110, k297_File_read_at_all, S(k298_File_read_all)); llt_put(t2110, k299_File_read_ordered, S(k298_File_read_all)); llt_put(t2110, k300_File_write_at_all_begin, S(k301_File_write_all_begin)); llt_put(t2110, k302_File_write_ordered_begin, S(k301_File_write_all_begin)); llt_put(t2110, k303_File_read_at_all_begin, S(k304_File_read_all_begin)); llt_put(t2110, k305_File_read_ordered_begin, S(k304_File_read_all_begin)); llt_put(t2110, k306_File_write_all_begin_strided, S(k301_File_write_all_begin)); llt_put(t2110, k307_File_write_at_all_begin_strided, S(k301_File_write_all_begin)); llt_put(t2110, k308_File_write_ordered_begin_strided, S(k301_File_write_all_begin)); llt_put(t2110, k309_File_read_all_begin_strided, S(k304_File_read_all_begin)); llt_put(t2110, k310_File_read_at_all_begin_strided, S(k304_File_read_all_begin)); llt_put(t2110, k311_File_read_ordered_begin_strided, S(k304_File_read_all_begin)); llt_put(t2110, k312_File_iwrite_at_all, S(k313_File_iwrite_all)); llt_put(t2110, k314_File_iread_at_all, S(k315_File_iread_all)); llt_put(t2110, k316_File_iwrite_at_all_strided, S(k317_File_iwrite_all_strided)); llt_put(t2110, k318_File_iread_at_all_strided, S(k319_File_iread_all_strided)); llt_put(t2110, k320_File_write_at_all_strided, S(k321_File_write_all_strided)); llt_put(t2110, k322_File_write_ordered_strided, S(k321_File_write_all_strided)); llt_put(t2110, k323_File_read_at_all_strided, S(k324_File_read_all_strided)); llt_put(t2110, k325_File_read_ordered_strided, S(k324_File_read_all_strided)); t2110; });
g_USUAL = ({ llt_value a2185[1]; a2185[0] = ({ llt_value t2186 = llt_array(1); llt_push(t2186, g_BARRIER2); t2186; }); g_always3(NULL, U, 1, a2185); });
g_OPEN_MPI3 = ({ llt_value t1 = llt_object(6); llt_put(t1, k1_locks, B(1)); llt_put(t1, k2_lockWaits, B(0)); llt_put(t1, k3_flushAsks, B(1)); llt_put(t1, k4_endWaits, B(0)); llt_put(t1, k5_startWaits, B(0)); llt_put(t1, k6_announced, N(65536.0)); t1; });
g_MPICH3 = ({ llt_value t2 = llt_object(6); llt_put(t2, k1_locks, B(1)); llt_put(t2, k2_lockWaits, B(1)); llt_put(t2, k3_flushAsks, B(0)); llt_put(t2, k4_endWaits, B(1)); llt_put(t2, k5_startWaits, B(1)); llt_put(t2, k6_announced, N(__builtin_inf())); t2; });
g_UNKNOWN = ({ llt_value t3 = llt_object(6); llt_put(t3, k1_locks, B(0)); llt_put(t3, k2_lockWaits, B(0)); llt_put(t3, k3_flushAsks, B(0)); llt_put(t3, k4_endWaits, B(0)); llt_put(t3, k5_startWaits, B(0)); llt_put(t3, k6_announced, N(__builtin_inf())); t3; });
}

llt_value llt_ts_conductOf(int n, const llt_value *a) { return g_conductOf(NULL, U, n, a); }
llt_value llt_ts_decompose(int n, const llt_value *a) { return g_decompose(NULL, U, n, a); }
llt_value llt_ts_emitJoin(int n, const llt_value *a) { return g_emitJoin(NULL, U, n, a); }
llt_value llt_ts_knownSpec(int n, const llt_value *a) { return g_knownSpec(NULL, U, n, a); }
llt_value llt_ts_libraryNamed(int n, const llt_value *a) { return g_libraryNamed(NULL, U, n, a); }
llt_value llt_ts_namesMpich4(int n, const llt_value *a) { return g_namesMpich4(NULL, U, n, a); }
llt_value llt_ts_rulesOf(int n, const llt_value *a) { return g_rulesOf(NULL, U, n, a); }
