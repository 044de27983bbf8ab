/* Made by scripts/algorithms-in-c.js of src/collectives/library-calls.ts and src/collectives/joins.ts and src/collectives/plain-specs.ts, and what they import: edit that, then run `npm run write -- algorithms`. */
#include "algorithms.h"

#include "quickly.h"

#pragma GCC diagnostic ignored "-Wunused-value"
#define U LLT_V_UNDEFINED
#define NIL LLT_V_NULL
#define N LLT_V_NUMBER
#define B LLT_V_BOOLEAN
#define S LLT_V_TEXT

static const char k0_rank[] = "rank";
static const char k1_size[] = "size";
static const char k2_root[] = "root";
static const char k3_bytes[] = "bytes";
static const char k4_bytesOf[] = "bytesOf";
static const char k5_recvBytesOf[] = "recvBytesOf";
static const char k6_options[] = "options";
static const char k7_returning[] = "returning";
static const char k8_collective[] = "collective";
static const char k9_way[] = "way";
static const char k10_empty[] = "empty";
static const char k11_openmpi[] = "openmpi";
static const char k12_blocking[] = "blocking";
static const char k13_alltoallv[] = "alltoallv";
static const char k14_nonblocking[] = "nonblocking";
static const char k15_allgather[] = "allgather";
static const char k16_allgatherv[] = "allgatherv";
static const char k17_alltoall[] = "alltoall";
static const char k18_exscan[] = "exscan";
static const char k19_gather[] = "gather";
static const char k20_gatherv[] = "gatherv";
static const char k21_scatter[] = "scatter";
static const char k22_scatterv[] = "scatterv";
static const char k23_mpich[] = "mpich";
static const char k24_allreduce[] = "allreduce";
static const char k25_bcast[] = "bcast";
static const char k26_barrier[] = "barrier";
static const char k27_includes[] = "includes";
static const char k28_persistent[] = "persistent";
static const char k29_reduce[] = "reduce";
static const char k30_scan[] = "scan";
static const char k31_name[] = "name";
static const char k32_none[] = "none";
static const char k33_emit[] = "emit";
static const char k34_dissemination[] = "dissemination";
static const char k35_knomial[] = "knomial";
static const char k36_scatter_allgather_doubling[] = "scatter-allgather-doubling";
static const char k37_scatter_allgather[] = "scatter-allgather";
static const char k38_ompi_binomial[] = "ompi-binomial";
static const char k39_rabenseifner[] = "rabenseifner";
static const char k40_recursive_doubling[] = "recursive-doubling";
static const char k41_bruck[] = "bruck";
static const char k42_ring[] = "ring";
static const char k43_linear[] = "linear";
static const char k44_pairwise[] = "pairwise";
static const char k45_binomial[] = "binomial";
static const char k46_reduce_scatter[] = "reduce_scatter";
static const char k47_recursive_halving[] = "recursive-halving";
static const char k48_reduce_scatter_block[] = "reduce_scatter_block";
static const char k49_even[] = "even";
static const char k50_fold[] = "fold";
static const char k51_power[] = "power";
static const char k52_rest[] = "rest";
static const char k53_place[] = "place";
static const char k54_neighbour[] = "neighbour";
static const char k55_send[] = "send";
static const char k56_combine[] = "combine";
static const char k57_receive[] = "receive";
static const char k58_shares[] = "shares";
static const char k59_slots[] = "slots";
static const char k60__out[] = "#out";
static const char k61__perByte[] = "#perByte";
static const char k62__all[] = "#all";
static const char k63__held[] = "#held";
static const char k64__reduction[] = "#reduction";
static const char k65_Result[] = "Result";
static const char k66_Own[] = "Own";
static const char k67_Rest[] = "Rest";
static const char k68_requires[] = "requires";
static const char k69_copy[] = "copy";
static const char k70__keep[] = "#keep";
static const char k71_recv[] = "recv";
static const char k72_irecv[] = "irecv";
static const char k73_hold[] = "hold";
static const char k74_calc[] = "calc";
static const char k75_indexOf[] = "indexOf";
static const char k76_splice[] = "splice";
static const char k77_length[] = "length";
static const char k78_push[] = "push";
static const char k79_sendRun[] = "sendRun";
static const char k80_sendSlots[] = "sendSlots";
static const char k81_receiveAny[] = "receiveAny";
static const char k82_reducePerByte[] = "reducePerByte";
static const char k83_near[] = "near";
static const char k84_reverse[] = "reverse";
static const char k85_from[] = "from";
static const char k86_end[] = "end";
static const char k87_skipsEmpty[] = "skipsEmpty";
static const char k88_mask[] = "mask";
static const char k89_kept[] = "kept";
static const char k90_given[] = "given";
static const char k91_slot[] = "slot";
static const char k92_map[] = "map";
static const char k93_find[] = "find";
static const char k94_algorithm[] = "algorithm";
static const char k95_flow[] = "flow";
static const char k96_published[] = "published";
static const char k97_merge[] = "merge";
static const char k98_double_ring[] = "double-ring";
static const char k99_tree[] = "tree";
static const char k100_parent[] = "parent";
static const char k101_children[] = "children";
static const char k102_depth[] = "depth";
static const char k103_swap[] = "swap";
static const char k104_fanout[] = "fanout";
static const char k105_order[] = "order";
static const char k106_up[] = "up";
static const char k107_sort[] = "sort";
static const char k108_down[] = "down";
static const char k109_segment[] = "segment";
static const char k110_rotate[] = "rotate";
static const char k111_chain[] = "chain";
static const char k112_pipeline[] = "pipeline";
static const char k113_binary[] = "binary";
static const char k114_filter[] = "filter";
static const char k115_ompi_binary[] = "ompi-binary";
static const char k116_ompi_split_binary[] = "ompi-split-binary";
static const char k117_forEach[] = "forEach";
static const char k118_own[] = "own";
static const char k119_other[] = "other";
static const char k120_partner[] = "partner";
static const char k121_relays[] = "relays";
static const char k122_peer[] = "peer";
static const char k123_sends[] = "sends";
static const char k124_ompi_in_order_binary[] = "ompi-in-order-binary";
static const char k125__call[] = "#call";
static const char k126__flow[] = "#flow";
static const char k127__segments[] = "#segments";
static const char k128_step[] = "step";
static const char k129_ring_full[] = "ring-full";
static const char k130_reduce_bcast[] = "reduce-bcast";
static const char k131_binomial_reduce_to_rank_0__then_binomial_bcast_from_rank_0[] = "binomial reduce to rank 0, then binomial bcast from rank 0";
static const char k132_ompi_reduce_bcast[] = "ompi-reduce-bcast";
static const char k133_algorithms[] = "algorithms";
static const char k134_1[] = "1";
static const char k135_ours[] = "ours";
static const char k136_2[] = "2";
static const char k137_3[] = "3";
static const char k138_4[] = "4";
static const char k139_6[] = "6";
static const char k140_table[] = "table";
static const char k141_5[] = "5";
static const char k142_7[] = "7";
static const char k143_8[] = "8";
static const char k144_instead[] = "instead";
static const char k145_9[] = "9";
static const char k146_32_3_256_5_512_3_1024_7_32768_1_131072_5_262144_2_524288_1_1048576_6_5[] = "32:3 256:5 512:3 1024:7 32768:1 131072:5 262144:2 524288:1 1048576:6 5";
static const char k147_64_5_128_6_2048_5_8192_6_1048576_1_2[] = "64:5 128:6 2048:5 8192:6 1048576:1 2";
static const char k148_8_7_64_5_4096_7_16384_5_32768_6_1[] = "8:7 64:5 4096:7 16384:5 32768:6 1";
static const char k149_4096_7_1048576_6_8[] = "4096:7 1048576:6 8";
static const char k150_2048_6_7[] = "2048:6 7";
static const char k151_2_6_16384_5_32768_1_65536_5_7[] = "2:6 16384:5 32768:1 65536:5 7";
static const char k152_16384_7_32768_4_7[] = "16384:7 32768:4 7";
static const char k153_524288_7_8[] = "524288:7 8";
static const char k154_262144_7_8[] = "262144:7 8";
static const char k155_8192_7_16384_5_262144_7_8[] = "8192:7 16384:5 262144:7 8";
static const char k156_8_7_16_4_32_3_262144_1_524288_3_1048576_2_3[] = "8:7 16:4 32:3 262144:1 524288:3 1048576:2 3";
static const char k157_4096_4_65536_2_262144_5_524288_1_1048576_5_1[] = "4096:4 65536:2 262144:5 524288:1 1048576:5 1";
static const char k158_8192_4_5[] = "8192:4 5";
static const char k159_4096_4_5[] = "4096:4 5";
static const char k160_8192_5_16384_6_5[] = "8192:5 16384:6 5";
static const char k161_512_5_1024_6_8192_5_16384_6_5[] = "512:5 1024:6 8192:5 16384:6 5";
static const char k162_16_5_32_6_1024_5_2048_6_8192_5_16384_6_5[] = "16:5 32:6 1024:5 2048:6 8192:5 16384:6 5";
static const char k163_8_4_4096_3_8192_4_16384_3_65536_4_262144_5_6[] = "8:4 4096:3 8192:4 16384:3 65536:4 262144:5 6";
static const char k164_16_4_8192_3_6[] = "16:4 8192:3 6";
static const char k165_8192_3_6[] = "8192:3 6";
static const char k166_64_5_4096_3_6[] = "64:5 4096:3 6";
static const char k167_128_5_6[] = "128:5 6";
static const char k168_262144_3_6[] = "262144:3 6";
static const char k169_131072_2_262144_3_6[] = "131072:2 262144:3 6";
static const char k170_4096_2_6[] = "4096:2 6";
static const char k171_2048_2_16384_3_6[] = "2048:2 16384:3 6";
static const char k172_2048_2_4096_5_16384_3_6[] = "2048:2 4096:5 16384:3 6";
static const char k173_2048_2_16384_5_32768_3_6[] = "2048:2 16384:5 32768:3 6";
static const char k174_neighbor_exchange[] = "neighbor-exchange";
static const char k175_1024_3_65536_5_4[] = "1024:3 65536:5 4";
static const char k176_512_3_65536_5_4[] = "512:3 65536:5 4";
static const char k177_512_3_131072_5_524288_4_1048576_5_4[] = "512:3 131072:5 524288:4 1048576:5 4";
static const char k178_32_3_128_2_1024_3_131072_5_524288_4_1048576_5_4[] = "32:3 128:2 1024:3 131072:5 524288:4 1048576:5 4";
static const char k179_64_3_256_2_2048_3_5[] = "64:3 256:2 2048:3 5";
static const char k180_4_3_8_2_16_3_32_2_256_3_512_2_4096_3_5[] = "4:3 8:2 16:3 32:2 256:3 512:2 4096:3 5";
static const char k181_32_2_128_3_512_2_4096_3_5[] = "32:2 128:3 512:2 4096:3 5";
static const char k182_2_3_8_2_16_3_512_2_4096_3_5[] = "2:3 8:2 16:3 512:2 4096:3 5";
static const char k183_ompi_gather_bcast[] = "ompi-gather-bcast";
static const char k184_2048_3_4096_5_8192_3_5[] = "2048:3 4096:5 8192:3 5";
static const char k185_256_1_4096_4_8192_3_16384_4_262144_2_4[] = "256:1 4096:4 8192:3 16384:4 262144:2 4";
static const char k186_1024_1_2[] = "1024:1 2";
static const char k187_128_1_262144_2_3[] = "128:1 262144:2 3";
static const char k188_256_1_8192_2_3[] = "256:1 8192:2 3";
static const char k189_256_1_4096_2_3[] = "256:1 4096:2 3";
static const char k190_1024_2_65536_4_3[] = "1024:2 65536:4 3";
static const char k191_1024_2_3[] = "1024:2 3";
static const char k192_512_2_1024_1_4096_2_1048576_4_3[] = "512:2 1024:1 4096:2 1048576:4 3";
static const char k193_4096_2_4[] = "4096:2 4";
static const char k194_measure[] = "measure";
static const char k195_2_2_4_5_16_2_64_5_256_2_4096_5_32768_2_262144_4_1048576_5_2[] = "2:2 4:5 16:2 64:5 256:2 4096:5 32768:2 262144:4 1048576:5 2";
static const char k196_8192_4_16384_1_65536_4_524288_1_1048576_2_1[] = "8192:4 16384:1 65536:4 524288:1 1048576:2 1";
static const char k197_262144_4_1[] = "262144:4 1";
static const char k198_4_4_512_3_8192_4_32768_1_262144_4_524288_1_4[] = "4:4 512:3 8192:4 32768:1 262144:4 524288:1 4";
static const char k199_512_3_524288_1_4[] = "512:3 524288:1 4";
static const char k200_1024_3_2048_1_4096_4_262144_1_2[] = "1024:3 2048:1 4096:4 262144:1 2";
static const char k201_1024_3_2048_4_262144_1_2[] = "1024:3 2048:4 262144:1 2";
static const char k202_1024_3_8192_4_32768_1_2[] = "1024:3 8192:4 32768:1 2";
static const char k203_512_3_8192_4_16384_1_131072_4_262144_1_2[] = "512:3 8192:4 16384:1 131072:4 262144:1 2";
static const char k204_512_3_1024_4_2048_1_16384_4_262144_1_4[] = "512:3 1024:4 2048:1 16384:4 262144:1 4";
static const char k205_1024_3_4096_4_8192_1_131072_4_1[] = "1024:3 4096:4 8192:1 131072:4 1";
static const char k206_2048_3_8192_4_16384_1_32768_4_65536_1_4[] = "2048:3 8192:4 16384:1 32768:4 65536:1 4";
static const char k207_ompi_linear[] = "ompi-linear";
static const char k208_ompi_linear_sync[] = "ompi-linear-sync";
static const char k209_2_3_4_1_32768_2_65536_1_131072_2_3[] = "2:3 4:1 32768:2 65536:1 131072:2 3";
static const char k210_1024_2_8192_1_32768_2_262144_1_3[] = "1024:2 8192:1 32768:2 262144:1 3";
static const char k211_2048_2_8192_1_2[] = "2048:2 8192:1 2";
static const char k212_2_3_131072_1_262144_3_1[] = "2:3 131072:1 262144:3 1";
static const char k213_2048_2_4096_1_8192_2_32768_1_1048576_3_1[] = "2048:2 4096:1 8192:2 32768:1 1048576:3 1";
static const char k214_16384_2_1048576_3_1[] = "16384:2 1048576:3 1";
static const char k215_16384_2_32768_1_3[] = "16384:2 32768:1 3";
static const char k216_512_2_8192_3_16384_2_3[] = "512:2 8192:3 16384:2 3";
static const char k217_512_2_3[] = "512:2 3";
static const char k218_ompi_reduce_scatter[] = "ompi-reduce-scatter";
static const char k219_butterfly[] = "butterfly";
static const char k220_65536_3_131072_4_3[] = "65536:3 131072:4 3";
static const char k221_8_1_262144_2_3[] = "8:1 262144:2 3";
static const char k222_262144_2_3[] = "262144:2 3";
static const char k223_64_1_2048_2_524288_4_3[] = "64:1 2048:2 524288:4 3";
static const char k224_256_1_512_2_2048_4_4096_2_4[] = "256:1 512:2 2048:4 4096:2 4";
static const char k225_256_1_512_2_4[] = "256:1 512:2 4";
static const char k226_256_1_1024_2_4[] = "256:1 1024:2 4";
static const char k227_512_1_2048_2_8192_4_16384_2_4[] = "512:1 2048:2 8192:4 16384:2 4";
static const char k228_512_1_4096_2_16384_4_32768_2_4[] = "512:1 4096:2 16384:4 32768:2 4";
static const char k229_512_1_4096_2_4[] = "512:1 4096:2 4";
static const char k230_1024_1_8192_2_4[] = "1024:1 8192:2 4";
static const char k231_4_2_8_4_16_3_128_4_256_3_4096_4_8192_3_131072_4_1[] = "4:2 8:4 16:3 128:4 256:3 4096:4 8192:3 131072:4 1";
static const char k232_8_3_32_2_256_4_8192_3_16384_4_1048576_3_1[] = "8:3 32:2 256:4 8192:3 16384:4 1048576:3 1";
static const char k233_4_1_32_3_128_4_524288_3_4194304_1_4[] = "4:1 32:3 128:4 524288:3 4194304:1 4";
static const char k234_32_1_524288_3_2097152_1_4194304_3_4[] = "32:1 524288:3 2097152:1 4194304:3 4";
static const char k235_4_3_16_1_65536_4_262144_1_4[] = "4:3 16:1 65536:4 262144:1 4";
static const char k236__[] = " ";
static const char k237_split[] = "split";
static const char k238__[] = ":";
static const char k239_complete[] = "complete";
static const char k240_call[] = "call";
static const char k241_payload[] = "payload";
static const char k242__ops[] = "#ops";
static const char k243__waiting[] = "#waiting";
static const char k244__waitedFor[] = "#waitedFor";
static const char k245_carries[] = "carries";
static const char k246_takes[] = "takes";
static const char k247__noted[] = "#noted";
static const char k248_add[] = "add";
static const char k249_has[] = "has";
static const char k250_first[] = "first";
static const char k251_last[] = "last";
static const char k252_all_ranks_send_to_rank_0__which_sends_the_result_to_all[] = "all ranks send to rank 0, which sends the result to all";
static const char k253_gather_bcast[] = "gather-bcast";
static const char k254_slice[] = "slice";
static const char k255_far[] = "far";
static const char k256_reduce_scatterv[] = "reduce-scatterv";
static const char k257_toLowerCase[] = "toLowerCase";
static const char k258__[] = "_";
static const char k259__[] = "-";
static const char k260_replaceAll[] = "replaceAll";
static const char k261_auto[] = "auto";
static const char k262_default[] = "default";
static const char k263_spec[] = "spec";
static const char k264_returns[] = "returns";
static const char k265_specs[] = "specs";
static const char k266_to[] = "to";
static const char k267_object[] = "object";
static const char k268_mpich4[] = "mpich4";
static const char k269_fallback[] = "fallback";
static const char k270_typed[] = "typed";
static const char k271_libnbc_binomial[] = "libnbc-binomial";
static const char k272_libnbc_reduce_scatter[] = "libnbc-reduce-scatter";
static const char k273_libnbc_reduce_bcast[] = "libnbc-reduce-bcast";
static const char k274_inPlace[] = "inPlace";
static const char k275_in_place[] = "in-place";
static const char k276_among[] = "among";
static const char k277_unknown[] = "unknown";
static const char k278_Comm_dup_with_info[] = "Comm_dup_with_info";
static const char k279_Comm_dup[] = "Comm_dup";
static const char k280_Cart_sub[] = "Cart_sub";
static const char k281_Comm_split[] = "Comm_split";
static const char k282_Win_allocate_shared[] = "Win_allocate_shared";
static const char k283_Win_allocate[] = "Win_allocate";
static const char k284_File_preallocate[] = "File_preallocate";
static const char k285_File_set_size[] = "File_set_size";
static const char k286_File_set_atomicity[] = "File_set_atomicity";
static const char k287_File_close[] = "File_close";
static const char k288_File_write_at_all[] = "File_write_at_all";
static const char k289_File_write_all[] = "File_write_all";
static const char k290_File_write_ordered[] = "File_write_ordered";
static const char k291_File_read_at_all[] = "File_read_at_all";
static const char k292_File_read_all[] = "File_read_all";
static const char k293_File_read_ordered[] = "File_read_ordered";
static const char k294_File_write_at_all_begin[] = "File_write_at_all_begin";
static const char k295_File_write_all_begin[] = "File_write_all_begin";
static const char k296_File_write_ordered_begin[] = "File_write_ordered_begin";
static const char k297_File_read_at_all_begin[] = "File_read_at_all_begin";
static const char k298_File_read_all_begin[] = "File_read_all_begin";
static const char k299_File_read_ordered_begin[] = "File_read_ordered_begin";
static const char k300_File_write_all_begin_strided[] = "File_write_all_begin strided";
static const char k301_File_write_at_all_begin_strided[] = "File_write_at_all_begin strided";
static const char k302_File_write_ordered_begin_strided[] = "File_write_ordered_begin strided";
static const char k303_File_read_all_begin_strided[] = "File_read_all_begin strided";
static const char k304_File_read_at_all_begin_strided[] = "File_read_at_all_begin strided";
static const char k305_File_read_ordered_begin_strided[] = "File_read_ordered_begin strided";
static const char k306_File_iwrite_at_all[] = "File_iwrite_at_all";
static const char k307_File_iwrite_all[] = "File_iwrite_all";
static const char k308_File_iread_at_all[] = "File_iread_at_all";
static const char k309_File_iread_all[] = "File_iread_all";
static const char k310_File_iwrite_at_all_strided[] = "File_iwrite_at_all strided";
static const char k311_File_iwrite_all_strided[] = "File_iwrite_all strided";
static const char k312_File_iread_at_all_strided[] = "File_iread_at_all strided";
static const char k313_File_iread_all_strided[] = "File_iread_all strided";
static const char k314_File_write_at_all_strided[] = "File_write_at_all strided";
static const char k315_File_write_all_strided[] = "File_write_all strided";
static const char k316_File_write_ordered_strided[] = "File_write_ordered strided";
static const char k317_File_read_at_all_strided[] = "File_read_at_all strided";
static const char k318_File_read_all_strided[] = "File_read_all strided";
static const char k319_File_read_ordered_strided[] = "File_read_ordered strided";
static const char k320_callers[] = "callers";
static const char k321_Comm_idup[] = "Comm_idup";
static const char k322_Comm_create[] = "Comm_create";
static const char k323_Comm_create_group[] = "Comm_create_group";
static const char k324_Comm_split_type[] = "Comm_split_type";
static const char k325_Comm_disconnect[] = "Comm_disconnect";
static const char k326_Cart_create[] = "Cart_create";
static const char k327_Cart_create_reordered[] = "Cart_create reordered";
static const char k328_Graph_create[] = "Graph_create";
static const char k329_Dist_graph_create[] = "Dist_graph_create";
static const char k330_shift[] = "shift";
static const char k331_Dist_graph_create_adjacent[] = "Dist_graph_create_adjacent";
static const char k332_Intercomm_create[] = "Intercomm_create";
static const char k333_Intercomm_merge[] = "Intercomm_merge";
static const char k334_Win_create[] = "Win_create";
static const char k335_Win_create_dynamic[] = "Win_create_dynamic";
static const char k336_Win_free[] = "Win_free";
static const char k337_Win_fence[] = "Win_fence";
static const char k338_Win_fence_counts[] = "Win_fence counts";
static const char k339_Win_fence_noprecede[] = "Win_fence noprecede";
static const char k340_File_open[] = "File_open";
static const char k341_File_set_view[] = "File_set_view";
static const char k342_File_sync[] = "File_sync";
static const char k343_made[] = "made";
static const char k344__[] = "@";
static const char k345__[] = "=";
static const char k346_0[] = "0";
static const char k347_[] = "";
static const char k348___[] = "..";
static const char k349_text[] = "text";
static const char k350_open_mpi[] = "open mpi";
static const char k351_mvapich[] = "mvapich";
static const char k352_intel[] = "intel";
static const char k353_MPICH_Version_[] = "MPICH Version:";
static const char k354_startsWith[] = "startsWith";
static const char k355__[] = ".";

static llt_value g_decompose(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f0_decompose(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_choiceOfCall(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f3_choiceOfCall(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_algorithmWithoutData(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f6_algorithmWithoutData(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_waitsWithoutData(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f9_waitsWithoutData(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_WAITING;
static llt_value g_PERSISTENT_OF_MPICH;
static llt_value g_NOTHING;
static llt_value f25(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reducedOnly(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f27(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_mpichChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f29_mpichChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_RULES2;
static llt_value g_always(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f32(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f33(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_bcast(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f34_bcast(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_KIB;
static llt_value g_isPower(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f36(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_powerBelow(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f38_powerBelow(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_rabenseifnerFrom(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f40(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f41(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_dividesUp(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f43(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ELEMENT_BYTES2;
static llt_value g_allgather(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f46_allgather(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_alltoall(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f48_alltoall(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceScatter(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f56(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_OWN;
static llt_value g_reduceMpichRabenseifner;
static llt_value g_reduceRabenseifner;
static llt_value f63(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_BY_HALVES;
static llt_value g_foldByHalves(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f66_foldByHalves(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_fold(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f68_fold(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_halvedStart(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f75_halvedStart(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_elementBytes(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f77_elementBytes(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_halved(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f90(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f92(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_sharesFrom(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f94_sharesFrom(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f96(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_scatterThenGather(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f103_scatterThenGather(llt_value *up, llt_value self, int n, const llt_value *a);
static void c_DataFlow_fields(llt_value self);
static llt_class c_DataFlow;
static llt_value f106(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f107(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_Register;
static llt_value f116(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_mod(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f118_mod(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f121(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f126(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f133(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f139(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f142(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f148(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f163(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f170(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_unfold(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f172_unfold(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_distances(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f177_distances(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceByHalving(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f183_reduceByHalving(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f184(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_sendWindow(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f197_sendWindow(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_stepsOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f222_stepsOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f226(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_gatherHalvesAt(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f232_gatherHalvesAt(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f258(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f261(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_foldingWhole(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f264_foldingWhole(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f266(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_longLast(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f273(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f276(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_longFirst(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f277(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f279(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_elementShare(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f281_elementShare(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_shareStart(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f284_shareStart(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allreduceMpichRabenseifner;
static llt_value g_allreduceRabenseifner;
static llt_value f288(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_scatterThenGather2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f290_scatterThenGather2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f298(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_gatherHalves(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f305_gatherHalves(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f320(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_alltoallMpichPairwise;
static llt_value g_alltoallPairwise;
static llt_value f326(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f329(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_inSteps(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f332_inSteps(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_toBytes(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f341(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_sendBlock(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f346_sendBlock(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_fromBytes(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f353(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_takeBlock(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f358_takeBlock(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f365(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f368(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_alltoallvMpichLinear;
static llt_value g_alltoallvLinear;
static llt_value g_alltoallLinear;
static llt_value f376(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f378(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_linear(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f379_linear(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f395(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f397(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_linearInOrder(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f398_linearInOrder(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f413(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f415(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f419(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_findAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f423_findAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_known;
static llt_value g_ALGORITHMS;
static llt_value g_BARRIER;
static llt_value g_barrierDissemination;
static llt_value f428(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_notify(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f432_notify(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_hear(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f438_hear(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_barrierLinear;
static llt_value f443(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_barrierDoubleRing;
static llt_value f453(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_barrierRecursiveDoubling;
static llt_value f462(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_barrierTree;
static llt_value f475(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_BCAST;
static llt_value g_bcastBinomial;
static llt_value g_binomialTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f498(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_floorLog2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f504_floorLog2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_down(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f506(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_bcastTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f508_bcastTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_neighbours(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f512_neighbours(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_swapRoot(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f517_swapRoot(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f519(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f525(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f528(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_segmentCount(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f534_segmentCount(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_segmentOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f538_segmentOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_overTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f552_overTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f557(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f559(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f563(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_bcastLinear;
static llt_value g_linearTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f574(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f580(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f581(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_bcastChain;
static llt_value g_chainTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f584(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f585(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f589(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f599(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_bcastPipeline;
static llt_value f602(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_PIPELINE_SEGMENT;
static llt_value g_bcastBinary;
static llt_value g_heapTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f605(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f610(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_bcastOmpiBinary;
static llt_value g_ompiBinaryTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f613(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f619(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_bcastOmpiBinomial;
static llt_value g_bcastOmpiSplitBinary;
static llt_value f623(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_WHOLE_CHAIN;
static llt_value f629(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f631(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f632(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f650(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_bcastKnomial;
static llt_value g_knomialTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f669(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_knomialDepth(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f675_knomialDepth(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_KNOMIAL_RADIX;
static llt_value g_bcastScatterAllgather;
static llt_value f678(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_gatherByRing(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f680(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_scatterThen(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f702_scatterThen(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_shares(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f705_shares(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f708(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_scatterStart(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f710_scatterStart(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f713(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f729(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_scatterRuns(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f738_scatterRuns(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_runSpan(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f742_runSpan(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f743(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f760(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_bcastScatterDoubling;
static llt_value f762(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_gatherByHypercube(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f764(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f765(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f768(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_roundsOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f802_roundsOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_groupOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f805_groupOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_relaysOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f809_relaysOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_REDUCE;
static llt_value g_reduceBinomial;
static llt_value g_up(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f823(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f825_reduceTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceLinear;
static llt_value f849(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceChain;
static llt_value f852(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reducePipeline;
static llt_value f855(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceBinary;
static llt_value g_reduceOmpiBinary;
static llt_value g_reduceOmpiBinomial;
static llt_value g_inOrderBinomialTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f862(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceOmpiInOrderBinary;
static llt_value f869(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_inOrderBinaryTree(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f872(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f874(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ALLREDUCE;
static llt_value g_allreduceRecursiveDoubling;
static llt_value f897(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_flowOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f900_flowOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allreduceDissemination;
static llt_value f918(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ceilLog2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f922_ceilLog2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allreduceRing;
static llt_value f932(llt_value *up, llt_value self, int n, const llt_value *a);
static void c_RingHand_fields(llt_value self);
static llt_class c_RingHand;
static llt_value f935(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f937(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f942(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f949(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f957(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allreduceRingFull;
static llt_value f979(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allreduceReduceBcast;
static llt_value g_upAndDown(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f993_upAndDown(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f996(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allreduceOmpiReduceBcast;
static llt_value f1002(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ruledPart(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1007_ruledPart(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ruledChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1009_ruledChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_RULES;
static llt_value g_ALL;
static llt_value g_linearForFewer(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1038(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_linearForFew(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1061(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_doublingForFew(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1079(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_bruckElse(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1098(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1134(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_LINEAR_ONLY;
static llt_value g_SCAN_RULES;
static llt_value f1219(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1234(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_pick(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1241_pick(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_numberedChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1250_numberedChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ELEMENT_BYTES;
static llt_value f1261(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_emitInTurn(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1267_emitInTurn(llt_value *up, llt_value self, int n, const llt_value *a);
static void c_PartSink_fields(llt_value self);
static llt_class c_PartSink;
static llt_value f1273(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1277(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1281(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1284(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1289(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1294(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1299(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1304(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1311(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1314(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1317(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1320(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1323(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allreduceLinear;
static llt_value f1338(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ALLGATHER;
static llt_value g_allgatherDissemination;
static llt_value f1341(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_disseminate(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1343_disseminate(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_runBytes(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1350_runBytes(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_blockBytes(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1355_blockBytes(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allgatherRing;
static llt_value f1367(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_gatherBlocks(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1369_gatherBlocks(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1371(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1373(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1376(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allgatherRecursiveDoubling;
static llt_value f1379(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_gatherByDoubling(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1381(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1384(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1387(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_placeStart(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1421_placeStart(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allgatherBruck;
static llt_value f1447(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allgatherLinear;
static llt_value f1458(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allgatherNeighbourExchange;
static llt_value f1469(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_exchangeWithNeighbours(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1472_exchangeWithNeighbours(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1481(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allgatherGatherBcast;
static llt_value f1495(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ALLGATHERV;
static llt_value g_allgathervDissemination;
static llt_value f1511(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allgathervOmpiGatherBcast;
static llt_value f1516(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_gathervLinear;
static llt_value g_gatherLinear;
static llt_value f1525(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1527(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_gatherLinearly(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1528_gatherLinearly(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1541(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1543(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ALLTOALL;
static llt_value g_alltoallBruck;
static llt_value f1550(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_travelling(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1554_travelling(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_carriesRound(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1560_carriesRound(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ALLTOALLV;
static llt_value g_alltoallvOmpiLinear;
static llt_value f1571(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1573(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_GATHER;
static llt_value g_gatherBinomial;
static llt_value f1576(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_gatherOmpiLinearSync;
static llt_value f1588(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_GATHERV;
static llt_value g_SCATTER;
static llt_value g_scatterBinomial;
static llt_value f1611(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_blockCut(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1615_blockCut(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1618(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1620(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_scatterLinear;
static llt_value f1625(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1627(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_scatterLinearly(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1628_scatterLinearly(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_SCATTERV;
static llt_value g_scattervLinear;
static llt_value f1643(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1645(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_SCAN;
static llt_value g_family(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1648_family(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1651(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_chain(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1653_chain(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_takePrefix(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1659_takePrefix(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1667(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_double(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1669_double(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_EXSCAN;
static llt_value g_REDUCE_SCATTER;
static llt_value g_reduceScatterRecursiveHalving;
static llt_value f1682(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1696(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1699(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1711(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceScatterPairwise;
static llt_value f1718(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceScatterRing;
static llt_value f1741(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceScatterReduceScatterv;
static llt_value f1755(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceScatterButterfly;
static llt_value g_emitButterfly(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1764_emitButterfly(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1770(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_mirrored(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1779_mirrored(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1783(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1785(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1799(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceScatterOmpi;
static llt_value f1817(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceThenScatter(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1818_reduceThenScatter(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1820(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_REDUCE_SCATTER_BLOCK;
static llt_value g_reduceScatterBlockButterfly;
static llt_value f1834(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1838(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1840(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1849(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceScatterBlockDoubling;
static llt_value f1851(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1855(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1858(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1863(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceScatterBlockOmpi;
static llt_value f1895(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_algorithmsOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1898_algorithmsOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1902(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1909(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_OPTIONS;
static llt_value g_chooseAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1917_chooseAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_DEFAULT_OPTIONS;
static llt_value f1922(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_defaultAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1928_defaultAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_openMpiChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1933_openMpiChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_byLibrary(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1945_byLibrary(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_mpich4Algorithm(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1952_mpich4Algorithm(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_WHOLE_BY_4;
static llt_value g_mpichNonblockingChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1956_mpichNonblockingChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_RULES3;
static llt_value g_always2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1959(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1960(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_bcast2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1961(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_KIB2;
static llt_value g_bcastAheadDoubling;
static llt_value f1964(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_scatterAheadThen(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1966_scatterAheadThen(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1969(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_scatterAhead(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1972_scatterAhead(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1976(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f1997(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_bcastAheadAllgather;
static llt_value f1999(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceMpichScheduled;
static llt_value f2003(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_cut(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2006(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2007(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ELEMENT_BYTES3;
static llt_value g_allreduceMpichScheduled;
static llt_value f2011(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_allgather2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2014(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_alltoall2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2016(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_scanDoubling;
static llt_value g_exscanDoubling;
static llt_value g_reduceScatter2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2025(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2026(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_libnbcChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2037_libnbcChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_FEW;
static llt_value g_reduceChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2041_reduceChoice(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_LONG;
static llt_value g_reduceBinomial2;
static llt_value f2045(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_SEGMENT;
static llt_value g_ALWAYS;
static llt_value g_scanLinear;
static llt_value g_exscanLinear;
static llt_value g_reduceThenScatter2;
static llt_value f2052(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_reduceThenBcast;
static llt_value f2065(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2070(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_alltoallInPlace;
static llt_value f2078(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2080(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_emitJoin(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2088_emitJoin(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_stepsOf2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2104_stepsOf2(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_AS;
static llt_value g_OPEN_MPI2;
static llt_value g_identified;
static llt_value g_IDENTIFIER;
static llt_value g_ALLREDUCE2;
static llt_value g_WORD;
static llt_value g_blocking(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2113(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_INT;
static llt_value g_times(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2115_times(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_always3(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2120(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2121(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ompiSplit;
static llt_value g_ALLGATHER2;
static llt_value g_BARRIER2;
static llt_value g_REDUCE_SCATTER2;
static llt_value g_TO_NEXT;
static llt_value g_SHIFT;
static llt_value f2133(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ompiBetween(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2139(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ompiMerge(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2144(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ompiWindow;
static llt_value g_ompiWrite(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2169(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_ompiRead(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2174(llt_value *up, llt_value self, int n, const llt_value *a);
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
static llt_value f2198(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_COPIED;
static llt_value g_gathered;
static llt_value g_writtenApart;
static llt_value g_readApart;
static llt_value g_knownSpec(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2237_knownSpec(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_COLLECTIVES;
static llt_value f2250(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_knownAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2253_knownAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2256(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_knownOptions(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2263_knownOptions(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_libraryNamed(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2272_libraryNamed(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_namesMpich4(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2286_namesMpich4(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_MPICH_SAYS;
static llt_value g_rulesOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2294_rulesOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_collectivesOf(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value f2296(llt_value *up, llt_value self, int n, const llt_value *a);
static llt_value g_OPEN_MPI;
static llt_value g_EVERYTHING;
static llt_value g_MPICH;

static llt_value f9_waitsWithoutData(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value library_492 = (n > 0 ? a[0] : U);
(void)library_492;
llt_value kind_492 = (n > 1 ? a[1] : U);
(void)kind_492;
llt_value way_492 = (n > 2 ? a[2] : U);
(void)way_492;
llt_value waiting_492 = llt_at(llt_at(g_WAITING, ((llt_same(library_492, S(k11_openmpi))) ? S(k11_openmpi) : S(k23_mpich))), ((llt_same(way_492, S(k12_blocking))) ? S(k12_blocking) : S(k14_nonblocking)));
(void)waiting_492;
if (((llt_same(kind_492, S(k26_barrier))) || llt_truth(({ llt_value o17 = waiting_492; ({ llt_value a18[1]; a18[0] = kind_492; llt_m_includes(o17, k27_includes, 1, a18); }); })))) {
return B(1);
}
return ({ llt_value t19 = ({ llt_value t20 = B((!llt_same(library_492, S(k11_openmpi)))); llt_truth(t20) ? B((llt_same(way_492, S(k28_persistent)))) : t20; }); llt_truth(t19) ? ({ llt_value o22 = g_PERSISTENT_OF_MPICH; ({ llt_value a23[1]; a23[0] = kind_492; llt_m_includes(o22, k27_includes, 1, a23); }); }) : t19; });
return U;
}
static llt_value g_waitsWithoutData(llt_value *up, llt_value self, int n, const llt_value *a) {
return f9_waitsWithoutData(up, self, n, a);
}
static llt_value f25(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
return U;
}
static llt_value f33(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e459 = up;
(void)e459;
return e459[1];
}
static llt_value f32(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e459 = llt_frame(NULL, 1);
e459[1] = (n > 0 ? a[0] : U);
return llt_closure(f33, e459);
}
static llt_value g_always(llt_value *up, llt_value self, int n, const llt_value *a) {
return f32(up, self, n, a);
}
static llt_value f38_powerBelow(llt_value *up, llt_value self, int n, const llt_value *a) {
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
return f38_powerBelow(up, self, n, a);
}
static llt_value f36(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value n_10 = (n > 0 ? a[0] : U);
(void)n_10;
return B((llt_same(({ llt_value a37[1]; a37[0] = n_10; g_powerBelow(NULL, U, 1, a37); }), n_10)));
}
static llt_value g_isPower(llt_value *up, llt_value self, int n, const llt_value *a) {
return f36(up, self, n, a);
}
static llt_value f34_bcast(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_454 = (n > 0 ? a[0] : U);
(void)size_454;
llt_value bytes_454 = (n > 1 ? a[1] : U);
(void)bytes_454;
if ((((bytes_454).of.number < (12.0 * (g_KIB).of.number)) || ((size_454).of.number < 8.0))) {
return S(k35_knomial);
}
return ((((bytes_454).of.number < (512.0 * (g_KIB).of.number)) && llt_truth(({ llt_value a35[1]; a35[0] = size_454; g_isPower(NULL, U, 1, a35); }))) ? S(k36_scatter_allgather_doubling) : S(k37_scatter_allgather));
return U;
}
static llt_value g_bcast(llt_value *up, llt_value self, int n, const llt_value *a) {
return f34_bcast(up, self, n, a);
}
static llt_value f43(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_452 = (n > 0 ? a[0] : U);
(void)size_452;
llt_value bytes_452 = (n > 1 ? a[1] : U);
(void)bytes_452;
return B((((bytes_452).of.number / (g_ELEMENT_BYTES2).of.number) >= (({ llt_value a44[1]; a44[0] = size_452; g_powerBelow(NULL, U, 1, a44); })).of.number));
}
static llt_value g_dividesUp(llt_value *up, llt_value self, int n, const llt_value *a) {
return f43(up, self, n, a);
}
static llt_value f41(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e456 = up;
(void)e456;
llt_value size_457 = (n > 0 ? a[0] : U);
(void)size_457;
llt_value bytes_457 = (n > 1 ? a[1] : U);
(void)bytes_457;
return ((((bytes_457).of.number > (2.0 * (g_KIB).of.number)) && llt_truth(({ llt_value a42[2]; a42[0] = size_457; a42[1] = bytes_457; g_dividesUp(NULL, U, 2, a42); }))) ? S(k39_rabenseifner) : e456[1]);
}
static llt_value f40(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e456 = llt_frame(NULL, 1);
e456[1] = (n > 0 ? a[0] : U);
return llt_closure(f41, e456);
}
static llt_value g_rabenseifnerFrom(llt_value *up, llt_value self, int n, const llt_value *a) {
return f40(up, self, n, a);
}
static llt_value f46_allgather(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_453 = (n > 0 ? a[0] : U);
(void)size_453;
llt_value bytes_453 = (n > 1 ? a[1] : U);
(void)bytes_453;
llt_value total_453 = N(((bytes_453).of.number * (size_453).of.number));
(void)total_453;
if ((((total_453).of.number < (512.0 * (g_KIB).of.number)) && llt_truth(({ llt_value a47[1]; a47[0] = size_453; g_isPower(NULL, U, 1, a47); })))) {
return S(k40_recursive_doubling);
}
return (((total_453).of.number < (80.0 * (g_KIB).of.number)) ? S(k41_bruck) : S(k42_ring));
return U;
}
static llt_value g_allgather(llt_value *up, llt_value self, int n, const llt_value *a) {
return f46_allgather(up, self, n, a);
}
static llt_value f48_alltoall(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_455 = (n > 0 ? a[0] : U);
(void)size_455;
llt_value bytes_455 = (n > 1 ? a[1] : U);
(void)bytes_455;
if ((((bytes_455).of.number <= 256.0) && ((size_455).of.number >= 8.0))) {
return S(k41_bruck);
}
return (((bytes_455).of.number <= (32.0 * (g_KIB).of.number)) ? S(k43_linear) : S(k44_pairwise));
return U;
}
static llt_value g_alltoall(llt_value *up, llt_value self, int n, const llt_value *a) {
return f48_alltoall(up, self, n, a);
}
static llt_value f56(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_458 = (n > 0 ? a[0] : U);
(void)size_458;
llt_value bytes_458 = (n > 1 ? a[1] : U);
(void)bytes_458;
return ((((bytes_458).of.number * (size_458).of.number) < (512.0 * (g_KIB).of.number)) ? S(k47_recursive_halving) : S(k44_pairwise));
}
static llt_value g_reduceScatter(llt_value *up, llt_value self, int n, const llt_value *a) {
return f56(up, self, n, a);
}
static llt_value f68_fold(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value rank_19 = (n > 0 ? a[0] : U);
(void)rank_19;
llt_value size_19 = (n > 1 ? a[1] : U);
(void)size_19;
llt_value t69 = (n > 2 ? a[2] : U);
if (t69.kind == LLT_UNDEFINED) t69 = B(0);
llt_value even_19 = t69;
(void)even_19;
llt_value power_19 = ({ llt_value a70[1]; a70[0] = size_19; g_powerBelow(NULL, U, 1, a70); });
(void)power_19;
llt_value rest_19 = N(((size_19).of.number - (power_19).of.number));
(void)rest_19;
if (((rank_19).of.number >= (2.0 * (rest_19).of.number))) {
return ({ llt_value t71 = llt_object(4); llt_put(t71, k51_power, power_19); llt_put(t71, k52_rest, rest_19); llt_put(t71, k53_place, N(((rank_19).of.number - (rest_19).of.number))); llt_put(t71, k54_neighbour, N((-1.0))); t71; });
}
llt_value isEven_19 = B((llt_same(N(llt_rest_of((rank_19).of.number, 2.0)), N(0.0))));
(void)isEven_19;
return ({ llt_value t72 = llt_object(4); llt_put(t72, k51_power, power_19); llt_put(t72, k52_rest, rest_19); llt_put(t72, k53_place, ((llt_same(isEven_19, even_19)) ? N((double)((int32_t)(rank_19).of.number >> (int32_t)1.0)) : N((-1.0)))); llt_put(t72, k54_neighbour, (llt_truth(isEven_19) ? N(((rank_19).of.number + 1.0)) : N(((rank_19).of.number - 1.0)))); t72; });
return U;
}
static llt_value g_fold(llt_value *up, llt_value self, int n, const llt_value *a) {
return f68_fold(up, self, n, a);
}
static llt_value f77_elementBytes(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_2 = (n > 0 ? a[0] : U);
(void)bytes_2;
return ((llt_same(N(llt_rest_of((bytes_2).of.number, 8.0)), N(0.0))) ? N(8.0) : N(1.0));
return U;
}
static llt_value g_elementBytes(llt_value *up, llt_value self, int n, const llt_value *a) {
return f77_elementBytes(up, self, n, a);
}
static llt_value f75_halvedStart(llt_value *up, llt_value self, int n, const llt_value *a) {
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
llt_value element_4 = ({ llt_value a76[1]; a76[0] = bytes_4; g_elementBytes(NULL, U, 1, a76); });
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
return f75_halvedStart(up, self, n, a);
}
static llt_value f66_foldByHalves(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value rank_87 = (n > 0 ? a[0] : U);
(void)rank_87;
llt_value size_87 = (n > 1 ? a[1] : U);
(void)size_87;
llt_value bytes_87 = (n > 2 ? a[2] : U);
(void)bytes_87;
llt_value flow_87 = (n > 3 ? a[3] : U);
(void)flow_87;
llt_value folded_87 = ({ llt_value a67[3]; a67[0] = rank_87; a67[1] = size_87; a67[2] = B(1); g_fold(NULL, U, 3, a67); });
(void)folded_87;
llt_value t73 = folded_87;
(void)t73;
llt_value place_87 = llt_get(t73, k53_place);
(void)place_87;
llt_value neighbour_87 = llt_get(t73, k54_neighbour);
(void)neighbour_87;
if (((neighbour_87).of.number < 0.0)) {
return folded_87;
}
llt_value middle_87 = ({ llt_value a74[3]; a74[0] = bytes_87; a74[1] = N(2.0); a74[2] = N(1.0); g_halvedStart(NULL, U, 3, a74); });
(void)middle_87;
if (((place_87).of.number < 0.0)) {
{
(void)({ llt_value o78 = flow_87; ({ llt_value a79[4]; a79[0] = neighbour_87; a79[1] = middle_87; a79[2] = N(0.0); a79[3] = middle_87; llt_call(llt_get(o78, k55_send), o78, 4, a79); }); });
(void)({ llt_value o80 = flow_87; ({ llt_value a81[2]; a81[0] = neighbour_87; a81[1] = N(((bytes_87).of.number - (middle_87).of.number)); llt_call(llt_get(o80, k56_combine), o80, 2, a81); }); });
(void)({ llt_value o82 = flow_87; ({ llt_value a83[4]; a83[0] = neighbour_87; a83[1] = N(((bytes_87).of.number - (middle_87).of.number)); a83[2] = middle_87; a83[3] = bytes_87; llt_call(llt_get(o82, k55_send), o82, 4, a83); }); });
}
} else {
{
(void)({ llt_value o84 = flow_87; ({ llt_value a85[4]; a85[0] = neighbour_87; a85[1] = N(((bytes_87).of.number - (middle_87).of.number)); a85[2] = middle_87; a85[3] = bytes_87; llt_call(llt_get(o84, k55_send), o84, 4, a85); }); });
(void)({ llt_value o86 = flow_87; ({ llt_value a87[2]; a87[0] = neighbour_87; a87[1] = middle_87; llt_call(llt_get(o86, k56_combine), o86, 2, a87); }); });
(void)({ llt_value o88 = flow_87; ({ llt_value a89[2]; a89[0] = neighbour_87; a89[1] = N(((bytes_87).of.number - (middle_87).of.number)); llt_call(llt_get(o88, k57_receive), o88, 2, a89); }); });
}
}
return folded_87;
return U;
}
static llt_value g_foldByHalves(llt_value *up, llt_value self, int n, const llt_value *a) {
return f66_foldByHalves(up, self, n, a);
}
static llt_value f92(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e79 = up;
(void)e79;
llt_value i_80 = (n > 0 ? a[0] : U);
(void)i_80;
return ({ llt_value a93[3]; a93[0] = e79[1]; a93[1] = e79[2]; a93[2] = i_80; g_halvedStart(NULL, U, 3, a93); });
}
static llt_value f96(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e81 = up;
(void)e81;
llt_value from_82 = (n > 0 ? a[0] : U);
(void)from_82;
llt_value end_82 = (n > 1 ? a[1] : U);
(void)end_82;
return N(({ const double d101 = (({ llt_value o97 = e81[1]; ({ llt_value a98[1]; a98[0] = end_82; llt_call(o97, U, 1, a98); }); })).of.number; const double d102 = (({ llt_value o99 = e81[1]; ({ llt_value a100[1]; a100[0] = from_82; llt_call(o99, U, 1, a100); }); })).of.number; (d101 - d102); }));
}
static llt_value f94_sharesFrom(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e81 = llt_frame(NULL, 1);
e81[1] = (n > 0 ? a[0] : U);
return ({ llt_value t95 = llt_object(2); llt_put(t95, k3_bytes, llt_closure(f96, e81)); llt_put(t95, k59_slots, e81[1]); t95; });
return U;
}
static llt_value g_sharesFrom(llt_value *up, llt_value self, int n, const llt_value *a) {
return f94_sharesFrom(up, self, n, a);
}
static llt_value f90(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e79 = llt_frame(NULL, 2);
e79[1] = (n > 0 ? a[0] : U);
e79[2] = (n > 1 ? a[1] : U);
return ({ llt_value a91[1]; a91[0] = llt_closure(f92, e79); g_sharesFrom(NULL, U, 1, a91); });
}
static llt_value g_halved(llt_value *up, llt_value self, int n, const llt_value *a) {
return f90(up, self, n, a);
}
static void c_DataFlow_fields(llt_value self) {
(void)self;
llt_put(self, k60__out, U);
llt_put(self, k61__perByte, U);
llt_put(self, k62__all, U);
llt_put(self, k63__held, ({ llt_value t105 = llt_array(0);  t105; }));
llt_put(self, k64__reduction, N((-1.0)));
}
static llt_value f106(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value out_23 = (n > 0 ? a[0] : U);
(void)out_23;
llt_value reducePerByte_23 = (n > 1 ? a[1] : U);
(void)reducePerByte_23;
llt_value all_23 = (n > 2 ? a[2] : U);
(void)all_23;
(void)llt_put(self, k60__out, out_23);
(void)llt_put(self, k61__perByte, reducePerByte_23);
(void)llt_put(self, k62__all, all_23);
return U;
}
static llt_value f107(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value to_24 = (n > 0 ? a[0] : U);
(void)to_24;
llt_value bytes_24 = (n > 1 ? a[1] : U);
(void)bytes_24;
llt_value from_24 = (n > 2 ? a[2] : U);
(void)from_24;
llt_value end_24 = (n > 3 ? a[3] : U);
(void)end_24;
llt_value t108 = (n > 4 ? a[4] : U);
if (t108.kind == LLT_UNDEFINED) t108 = llt_get(g_Register, k65_Result);
llt_value register_24 = t108;
(void)register_24;
llt_value op_24 = ({ llt_value o110 = llt_get(self, k60__out); ({ llt_value a111[2]; a111[0] = bytes_24; a111[1] = to_24; llt_call(llt_get(o110, k55_send), o110, 2, a111); }); });
(void)op_24;
{
llt_value t112 = llt_get(self, k63__held);
for (int i113 = 0; i113 < llt_length(t112); i113++)
{
llt_value before_25 = llt_at(t112, N(i113));
(void)before_25;
(void)({ llt_value o114 = llt_get(self, k60__out); ({ llt_value a115[2]; a115[0] = op_24; a115[1] = before_25; llt_call(llt_get(o114, k68_requires), o114, 2, a115); }); });
}
}
return op_24;
return U;
}
static llt_value f118_mod(llt_value *up, llt_value self, int n, const llt_value *a) {
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
return f118_mod(up, self, n, a);
}
static llt_value f116(llt_value *up, llt_value self, int n, const llt_value *a) {
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
llt_value start_26 = ({ llt_value a117[2]; a117[0] = first_26; a117[1] = size_26; g_mod(NULL, U, 2, a117); });
(void)start_26;
llt_value op_26 = ({ llt_value o119 = self; ({ llt_value a120[4]; a120[0] = to_26; a120[1] = bytes_26; a120[2] = start_26; a120[3] = N(llt_min(((start_26).of.number + (count_26).of.number), (size_26).of.number)); llt_call(llt_get(o119, k55_send), o119, 4, a120); }); });
(void)op_26;
return op_26;
return U;
}
static llt_value f121(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value to_27 = (n > 0 ? a[0] : U);
(void)to_27;
llt_value bytes_27 = (n > 1 ? a[1] : U);
(void)bytes_27;
llt_value slots_27 = (n > 2 ? a[2] : U);
(void)slots_27;
llt_value op_27 = ({ llt_value o122 = self; ({ llt_value a123[4]; a123[0] = to_27; a123[1] = bytes_27; a123[2] = N(0.0); a123[3] = N(0.0); llt_call(llt_get(o122, k55_send), o122, 4, a123); }); });
(void)op_27;
{
llt_value t124 = slots_27;
for (int i125 = 0; i125 < llt_length(t124); i125++)
{
llt_value slot_28 = llt_at(t124, N(i125));
(void)slot_28;
}
}
return op_27;
return U;
}
static llt_value f126(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value from_29 = (n > 0 ? a[0] : U);
(void)from_29;
llt_value bytes_29 = (n > 1 ? a[1] : U);
(void)bytes_29;
llt_value t127 = (n > 2 ? a[2] : U);
if (t127.kind == LLT_UNDEFINED) t127 = S(k69_copy);
llt_value effect_29 = t127;
(void)effect_29;
llt_value t128 = (n > 3 ? a[3] : U);
if (t128.kind == LLT_UNDEFINED) t128 = llt_get(g_Register, k65_Result);
llt_value register_29 = t128;
(void)register_29;
return ({ llt_value o129 = self; ({ llt_value a130[3]; a130[0] = ({ llt_value o131 = llt_get(self, k60__out); ({ llt_value a132[2]; a132[0] = bytes_29; a132[1] = from_29; llt_call(llt_get(o131, k71_recv), o131, 2, a132); }); }); a130[1] = effect_29; a130[2] = register_29; llt_call(llt_get(o129, k70__keep), o129, 3, a130); }); });
return U;
}
static llt_value f133(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value from_30 = (n > 0 ? a[0] : U);
(void)from_30;
llt_value bytes_30 = (n > 1 ? a[1] : U);
(void)bytes_30;
llt_value t134 = (n > 2 ? a[2] : U);
if (t134.kind == LLT_UNDEFINED) t134 = S(k69_copy);
llt_value effect_30 = t134;
(void)effect_30;
return ({ llt_value o135 = self; ({ llt_value a136[3]; a136[0] = ({ llt_value o137 = llt_get(self, k60__out); ({ llt_value a138[2]; a138[0] = bytes_30; a138[1] = from_30; llt_call(llt_get(o137, k72_irecv), o137, 2, a138); }); }); a136[1] = effect_30; a136[2] = llt_get(g_Register, k65_Result); llt_call(llt_get(o135, k70__keep), o135, 3, a136); }); });
return U;
}
static llt_value f139(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value received_31 = (n > 0 ? a[0] : U);
(void)received_31;
llt_value effect_31 = (n > 1 ? a[1] : U);
(void)effect_31;
llt_value register_31 = (n > 2 ? a[2] : U);
(void)register_31;
(void)({ llt_value o140 = self; ({ llt_value a141[1]; a141[0] = received_31; llt_call(llt_get(o140, k73_hold), o140, 1, a141); }); });
return received_31;
return U;
}
static llt_value f142(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value from_32 = (n > 0 ? a[0] : U);
(void)from_32;
llt_value bytes_32 = (n > 1 ? a[1] : U);
(void)bytes_32;
llt_value t143 = (n > 2 ? a[2] : U);
if (t143.kind == LLT_UNDEFINED) t143 = llt_get(g_Register, k65_Result);
llt_value register_32 = t143;
(void)register_32;
llt_value op_32 = ({ llt_value o144 = llt_get(self, k60__out); ({ llt_value a145[2]; a145[0] = bytes_32; a145[1] = from_32; llt_call(llt_get(o144, k71_recv), o144, 2, a145); }); });
(void)op_32;
return ({ llt_value o146 = self; ({ llt_value a147[2]; a147[0] = op_32; a147[1] = bytes_32; llt_call(llt_get(o146, k29_reduce), o146, 2, a147); }); });
return U;
}
static llt_value f148(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value received_33 = (n > 0 ? a[0] : U);
(void)received_33;
llt_value bytes_33 = (n > 1 ? a[1] : U);
(void)bytes_33;
if (((llt_same(llt_get(self, k61__perByte), N(0.0))) || (llt_same(bytes_33, N(0.0))))) {
{
(void)({ llt_value o149 = self; ({ llt_value a150[1]; a150[0] = received_33; llt_call(llt_get(o149, k73_hold), o149, 1, a150); }); });
return received_33;
}
}
llt_value op_33 = ({ llt_value o151 = llt_get(self, k60__out); ({ llt_value a152[1]; a152[0] = N(((bytes_33).of.number * (llt_get(self, k61__perByte)).of.number)); llt_call(llt_get(o151, k74_calc), o151, 1, a152); }); });
(void)op_33;
(void)({ llt_value o153 = llt_get(self, k60__out); ({ llt_value a154[2]; a154[0] = op_33; a154[1] = received_33; llt_call(llt_get(o153, k68_requires), o153, 2, a154); }); });
if (((llt_get(self, k64__reduction)).of.number >= 0.0)) {
{
(void)({ llt_value o155 = llt_get(self, k60__out); ({ llt_value a156[2]; a156[0] = op_33; a156[1] = llt_get(self, k64__reduction); llt_call(llt_get(o155, k68_requires), o155, 2, a156); }); });
llt_value at_35 = ({ llt_value o157 = llt_get(self, k63__held); ({ llt_value a158[1]; a158[0] = llt_get(self, k64__reduction); llt_m_indexOf(o157, k75_indexOf, 1, a158); }); });
(void)at_35;
if (((at_35).of.number >= 0.0)) {
(void)({ llt_value o159 = llt_get(self, k63__held); ({ llt_value a160[2]; a160[0] = at_35; a160[1] = N(1.0); llt_m_splice(o159, k76_splice, 2, a160); }); });
}
}
}
(void)llt_put(self, k64__reduction, op_33);
(void)({ llt_value o161 = self; ({ llt_value a162[1]; a162[0] = op_33; llt_call(llt_get(o161, k73_hold), o161, 1, a162); }); });
return op_33;
return U;
}
static llt_value f163(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value op_36 = (n > 0 ? a[0] : U);
(void)op_36;
if ((!llt_truth(llt_get(self, k62__all)))) {
(void)llt_put(llt_get(self, k63__held), k77_length, N(0.0));
}
(void)({ llt_value o164 = llt_get(self, k63__held); ({ llt_value a165[1]; a165[0] = op_36; llt_m_push(o164, k78_push, 1, a165); }); });
return U;
}
static llt_class c_DataFlow = {c_DataFlow_fields, f106, 9, {{k55_send, f107}, {k79_sendRun, f116}, {k80_sendSlots, f121}, {k57_receive, f126}, {k81_receiveAny, f133}, {k70__keep, f139}, {k56_combine, f142}, {k29_reduce, f148}, {k73_hold, f163}}};
static llt_value f172_unfold(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value place_20 = (n > 0 ? a[0] : U);
(void)place_20;
llt_value rest_20 = (n > 1 ? a[1] : U);
(void)rest_20;
llt_value t173 = (n > 2 ? a[2] : U);
if (t173.kind == LLT_UNDEFINED) t173 = B(0);
llt_value even_20 = t173;
(void)even_20;
if (((place_20).of.number >= (rest_20).of.number)) {
return N(((place_20).of.number + (rest_20).of.number));
}
return (llt_truth(even_20) ? N((2.0 * (place_20).of.number)) : N(((2.0 * (place_20).of.number) + 1.0)));
return U;
}
static llt_value g_unfold(llt_value *up, llt_value self, int n, const llt_value *a) {
return f172_unfold(up, self, n, a);
}
static llt_value f170(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e275 = up;
(void)e275;
llt_value of_276 = (n > 0 ? a[0] : U);
(void)of_276;
return ({ llt_value a171[3]; a171[0] = of_276; a171[1] = e275[1]; a171[2] = llt_get(e275[2], k49_even); g_unfold(NULL, U, 3, a171); });
}
static llt_value f177_distances(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value power_92 = (n > 0 ? a[0] : U);
(void)power_92;
llt_value order_92 = (n > 1 ? a[1] : U);
(void)order_92;
llt_value masks_92 = ({ llt_value t178 = llt_array(0);  t178; });
(void)masks_92;
{
llt_value mask_93 = N(1.0);
(void)mask_93;
for (; ((mask_93).of.number < (power_92).of.number); (void)(mask_93 = N(((mask_93).of.number * 2.0)))) {
(void)({ llt_value o179 = masks_92; ({ llt_value a180[1]; a180[0] = mask_93; llt_m_push(o179, k78_push, 1, a180); }); });
}
}
return ((llt_same(order_92, S(k83_near))) ? masks_92 : ({ llt_value o181 = masks_92; llt_m_reverse(o181, k84_reverse, 0, NULL); }));
return U;
}
static llt_value g_distances(llt_value *up, llt_value self, int n, const llt_value *a) {
return f177_distances(up, self, n, a);
}
static llt_value f184(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e101 = up;
(void)e101;
llt_value t185 = (n > 0 ? a[0] : U);
(void)t185;
llt_value from_102 = llt_get(t185, k85_from);
(void)from_102;
llt_value end_102 = llt_get(t185, k86_end);
(void)end_102;
return ({ llt_value t186 = B((llt_same(llt_get(e101[1], k87_skipsEmpty), U))); !llt_truth(t186) ? B(((({ llt_value o187 = e101[1]; ({ llt_value a188[2]; a188[0] = from_102; a188[1] = end_102; llt_call(llt_get(o187, k3_bytes), o187, 2, a188); }); })).of.number > 0.0)) : t186; });
}
static llt_value f197_sendWindow(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value flow_96 = (n > 0 ? a[0] : U);
(void)flow_96;
llt_value to_96 = (n > 1 ? a[1] : U);
(void)to_96;
llt_value shares2_96 = (n > 2 ? a[2] : U);
(void)shares2_96;
llt_value t198 = (n > 3 ? a[3] : U);
(void)t198;
llt_value from_96 = llt_get(t198, k85_from);
(void)from_96;
llt_value end_96 = llt_get(t198, k86_end);
(void)end_96;
llt_value bytes_96 = ({ llt_value o199 = shares2_96; ({ llt_value a200[2]; a200[0] = from_96; a200[1] = end_96; llt_call(llt_get(o199, k3_bytes), o199, 2, a200); }); });
(void)bytes_96;
if ((llt_same(llt_get(shares2_96, k91_slot), U))) {
{
(void)({ llt_value o201 = flow_96; ({ llt_value a202[4]; a202[0] = to_96; a202[1] = bytes_96; a202[2] = ({ llt_value o203 = shares2_96; ({ llt_value a204[1]; a204[0] = from_96; llt_call(llt_get(o203, k59_slots), o203, 1, a204); }); }); a202[3] = ({ llt_value o205 = shares2_96; ({ llt_value a206[1]; a206[0] = end_96; llt_call(llt_get(o205, k59_slots), o205, 1, a206); }); }); llt_call(llt_get(o201, k55_send), o201, 4, a202); }); });
return U;
}
}
llt_value slots_96 = ({ llt_value t207 = llt_array(0);  t207; });
(void)slots_96;
{
llt_value i_98 = from_96;
(void)i_98;
for (; ((i_98).of.number < (end_96).of.number); (void)({ llt_value t208 = i_98; (void)(i_98 = N((i_98).of.number + 1)); t208; })) {
(void)({ llt_value o209 = slots_96; ({ llt_value a210[1]; a210[0] = ({ llt_value o211 = shares2_96; ({ llt_value a212[1]; a212[0] = i_98; llt_call(llt_get(o211, k91_slot), o211, 1, a212); }); }); llt_m_push(o209, k78_push, 1, a210); }); });
}
}
(void)({ llt_value o213 = flow_96; ({ llt_value a214[3]; a214[0] = to_96; a214[1] = bytes_96; a214[2] = slots_96; llt_call(llt_get(o213, k80_sendSlots), o213, 3, a214); }); });
return U;
}
static llt_value g_sendWindow(llt_value *up, llt_value self, int n, const llt_value *a) {
return f197_sendWindow(up, self, n, a);
}
static llt_value f226(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e94 = up;
(void)e94;
llt_value mask_95 = (n > 0 ? a[0] : U);
(void)mask_95;
llt_value middle_95 = N((((llt_get(e94[1], k85_from)).of.number + (llt_get(e94[1], k86_end)).of.number) / 2.0));
(void)middle_95;
llt_value low_95 = ({ llt_value t227 = llt_object(2); llt_put(t227, k85_from, llt_get(e94[1], k85_from)); llt_put(t227, k86_end, middle_95); t227; });
(void)low_95;
llt_value high_95 = ({ llt_value t228 = llt_object(2); llt_put(t228, k85_from, middle_95); llt_put(t228, k86_end, llt_get(e94[1], k86_end)); t228; });
(void)high_95;
llt_value keepsLow_95 = B((llt_same(N((double)((int32_t)(e94[2]).of.number & (int32_t)(mask_95).of.number)), N(0.0))));
(void)keepsLow_95;
(void)(e94[1] = (llt_truth(keepsLow_95) ? low_95 : high_95));
return ({ llt_value t229 = llt_object(3); llt_put(t229, k88_mask, mask_95); llt_put(t229, k89_kept, e94[1]); llt_put(t229, k90_given, (llt_truth(keepsLow_95) ? high_95 : low_95)); t229; });
return U;
}
static llt_value f222_stepsOf(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e94 = llt_frame(NULL, 2);
e94[2] = (n > 0 ? a[0] : U);
llt_value masks_94 = (n > 1 ? a[1] : U);
(void)masks_94;
e94[1] = ({ llt_value t223 = llt_object(2); llt_put(t223, k85_from, N(0.0)); llt_put(t223, k86_end, N(llt_power(2.0, (llt_get(masks_94, k77_length)).of.number))); t223; });
return ({ llt_value o224 = masks_94; ({ llt_value a225[1]; a225[0] = llt_closure(f226, e94); llt_m_map(o224, k92_map, 1, a225); }); });
return U;
}
static llt_value g_stepsOf(llt_value *up, llt_value self, int n, const llt_value *a) {
return f222_stepsOf(up, self, n, a);
}
static llt_value f183_reduceByHalving(llt_value *up, llt_value self, int n, const llt_value *a) {
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
llt_value moves_101 = llt_closure(f184, e101);
(void)moves_101;
{
llt_value t189 = ({ llt_value a221[2]; a221[0] = place_101; a221[1] = masks_101; g_stepsOf(NULL, U, 2, a221); });
for (int i190 = 0; i190 < llt_length(t189); i190++)
{
llt_value t191 = llt_at(t189, N(i190));
(void)t191;
llt_value mask_103 = llt_get(t191, k88_mask);
(void)mask_103;
llt_value kept_103 = llt_get(t191, k89_kept);
(void)kept_103;
llt_value given_103 = llt_get(t191, k90_given);
(void)given_103;
{
llt_value peer_104 = ({ llt_value o192 = named_101; ({ llt_value a193[1]; a193[0] = N((double)((int32_t)(place_101).of.number ^ (int32_t)(mask_103).of.number)); llt_call(o192, U, 1, a193); }); });
(void)peer_104;
if (llt_truth(({ llt_value o194 = moves_101; ({ llt_value a195[1]; a195[0] = given_103; llt_call(o194, U, 1, a195); }); }))) {
(void)({ llt_value a196[4]; a196[0] = flow_101; a196[1] = peer_104; a196[2] = e101[1]; a196[3] = given_103; g_sendWindow(NULL, U, 4, a196); });
}
if (llt_truth(({ llt_value o215 = moves_101; ({ llt_value a216[1]; a216[0] = kept_103; llt_call(o215, U, 1, a216); }); }))) {
(void)({ llt_value o217 = flow_101; ({ llt_value a218[2]; a218[0] = peer_104; a218[1] = ({ llt_value o219 = e101[1]; ({ llt_value a220[2]; a220[0] = llt_get(kept_103, k85_from); a220[1] = llt_get(kept_103, k86_end); llt_call(llt_get(o219, k3_bytes), o219, 2, a220); }); }); llt_call(llt_get(o217, k56_combine), o217, 2, a218); }); });
}
}
}
}
return U;
}
static llt_value g_reduceByHalving(llt_value *up, llt_value self, int n, const llt_value *a) {
return f183_reduceByHalving(up, self, n, a);
}
static llt_value f232_gatherHalvesAt(llt_value *up, llt_value self, int n, const llt_value *a) {
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
llt_value t233 = ({ llt_value o244 = ({ llt_value a243[2]; a243[0] = place_108; a243[1] = masks_108; g_stepsOf(NULL, U, 2, a243); }); llt_m_reverse(o244, k84_reverse, 0, NULL); });
for (int i234 = 0; i234 < llt_length(t233); i234++)
{
llt_value t235 = llt_at(t233, N(i234));
(void)t235;
llt_value mask_109 = llt_get(t235, k88_mask);
(void)mask_109;
llt_value kept_109 = llt_get(t235, k89_kept);
(void)kept_109;
llt_value given_109 = llt_get(t235, k90_given);
(void)given_109;
{
llt_value peer_110 = ({ llt_value o236 = named_108; ({ llt_value a237[1]; a237[0] = N((double)((int32_t)(place_108).of.number ^ (int32_t)(mask_109).of.number)); llt_call(o236, U, 1, a237); }); });
(void)peer_110;
if ((!llt_same(N((double)((int32_t)(place_108).of.number & (int32_t)(mask_109).of.number)), N((double)((int32_t)(root_108).of.number & (int32_t)(mask_109).of.number))))) {
{
(void)({ llt_value a238[4]; a238[0] = flow_108; a238[1] = peer_110; a238[2] = shares2_108; a238[3] = kept_109; g_sendWindow(NULL, U, 4, a238); });
return U;
}
}
(void)({ llt_value o239 = flow_108; ({ llt_value a240[2]; a240[0] = peer_110; a240[1] = ({ llt_value o241 = shares2_108; ({ llt_value a242[2]; a242[0] = llt_get(given_109, k85_from); a242[1] = llt_get(given_109, k86_end); llt_call(llt_get(o241, k3_bytes), o241, 2, a242); }); }); llt_call(llt_get(o239, k57_receive), o239, 2, a240); }); });
}
}
}
return U;
}
static llt_value g_gatherHalvesAt(llt_value *up, llt_value self, int n, const llt_value *a) {
return f232_gatherHalvesAt(up, self, n, a);
}
static llt_value f258(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e275 = up;
(void)e275;
llt_value of_278 = (n > 0 ? a[0] : U);
(void)of_278;
return ((llt_same(of_278, N(0.0))) ? e275[3] : ({ llt_value o259 = e275[4]; ({ llt_value a260[1]; a260[0] = of_278; llt_call(o259, U, 1, a260); }); }));
}
static llt_value f103_scatterThenGather(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e275 = llt_frame(NULL, 4);
llt_value call_275 = (n > 0 ? a[0] : U);
(void)call_275;
llt_value out_275 = (n > 1 ? a[1] : U);
(void)out_275;
e275[2] = (n > 2 ? a[2] : U);
llt_value t104 = call_275;
(void)t104;
llt_value rank_275 = llt_get(t104, k0_rank);
(void)rank_275;
llt_value size_275 = llt_get(t104, k1_size);
(void)size_275;
e275[3] = llt_get(t104, k2_root);
llt_value bytes_275 = llt_get(t104, k3_bytes);
(void)bytes_275;
llt_value flow_275 = ({ llt_value a166[3]; a166[0] = out_275; a166[1] = llt_get(llt_get(call_275, k6_options), k82_reducePerByte); a166[2] = B(1); llt_new(&c_DataFlow, 3, a166); });
(void)flow_275;
llt_value t169 = ({ llt_value o167 = e275[2]; ({ llt_value a168[4]; a168[0] = rank_275; a168[1] = size_275; a168[2] = bytes_275; a168[3] = flow_275; llt_call(llt_get(o167, k50_fold), o167, 4, a168); }); });
(void)t169;
llt_value power_275 = llt_get(t169, k51_power);
(void)power_275;
e275[1] = llt_get(t169, k52_rest);
llt_value place_275 = llt_get(t169, k53_place);
(void)place_275;
e275[4] = llt_closure(f170, e275);
llt_value shares2_275 = ({ llt_value o174 = e275[2]; ({ llt_value a175[2]; a175[0] = bytes_275; a175[1] = power_275; llt_call(llt_get(o174, k58_shares), o174, 2, a175); }); });
(void)shares2_275;
llt_value masks_275 = ({ llt_value a176[2]; a176[0] = power_275; a176[1] = S(k83_near); g_distances(NULL, U, 2, a176); });
(void)masks_275;
if (((place_275).of.number >= 0.0)) {
(void)({ llt_value a182[5]; a182[0] = place_275; a182[1] = masks_275; a182[2] = e275[4]; a182[3] = shares2_275; a182[4] = flow_275; g_reduceByHalving(NULL, U, 5, a182); });
}
llt_value rootPlace_275 = llt_get(({ llt_value a230[3]; a230[0] = e275[3]; a230[1] = size_275; a230[2] = llt_get(e275[2], k49_even); g_fold(NULL, U, 3, a230); }), k53_place);
(void)rootPlace_275;
if (((rootPlace_275).of.number >= 0.0)) {
{
if (((place_275).of.number >= 0.0)) {
(void)({ llt_value a231[6]; a231[0] = rootPlace_275; a231[1] = place_275; a231[2] = masks_275; a231[3] = e275[4]; a231[4] = shares2_275; a231[5] = flow_275; g_gatherHalvesAt(NULL, U, 6, a231); });
}
return U;
}
}
llt_value t250 = ({ llt_value t245 = llt_array(2); llt_push(t245, ({ llt_value o246 = shares2_275; ({ llt_value a247[2]; a247[0] = N(0.0); a247[1] = N(1.0); llt_call(llt_get(o246, k3_bytes), o246, 2, a247); }); })); llt_push(t245, ({ llt_value o248 = shares2_275; ({ llt_value a249[1]; a249[0] = N(1.0); llt_call(llt_get(o248, k59_slots), o248, 1, a249); }); })); t245; });
(void)t250;
llt_value first_275 = llt_at(t250, N(0));
(void)first_275;
llt_value slots_275 = llt_at(t250, N(1));
(void)slots_275;
if ((llt_same(place_275, N(0.0)))) {
(void)({ llt_value o251 = flow_275; ({ llt_value a252[4]; a252[0] = e275[3]; a252[1] = first_275; a252[2] = N(0.0); a252[3] = slots_275; llt_call(llt_get(o251, k55_send), o251, 4, a252); }); });
}
if ((llt_same(rank_275, e275[3]))) {
(void)({ llt_value o253 = flow_275; ({ llt_value a254[2]; a254[0] = ({ llt_value o255 = e275[4]; ({ llt_value a256[1]; a256[0] = N(0.0); llt_call(o255, U, 1, a256); }); }); a254[1] = first_275; llt_call(llt_get(o253, k57_receive), o253, 2, a254); }); });
}
llt_value gathers_275 = ((llt_same(rank_275, e275[3])) ? N(0.0) : place_275);
(void)gathers_275;
if ((((gathers_275).of.number < 0.0) || (llt_same(place_275, N(0.0))))) {
return U;
}
(void)({ llt_value a257[6]; a257[0] = N(0.0); a257[1] = gathers_275; a257[2] = masks_275; a257[3] = llt_closure(f258, e275); a257[4] = shares2_275; a257[5] = flow_275; g_gatherHalvesAt(NULL, U, 6, a257); });
return U;
}
static llt_value g_scatterThenGather(llt_value *up, llt_value self, int n, const llt_value *a) {
return f103_scatterThenGather(up, self, n, a);
}
static llt_value f63(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_279 = (n > 0 ? a[0] : U);
(void)call_279;
llt_value out_279 = (n > 1 ? a[1] : U);
(void)out_279;
return ({ llt_value a64[3]; a64[0] = call_279; a64[1] = out_279; a64[2] = g_BY_HALVES; g_scatterThenGather(NULL, U, 3, a64); });
}
static llt_value f266(llt_value *up, llt_value self, int n, const llt_value *a) {
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
llt_value folded_91 = ({ llt_value a267[3]; a267[0] = rank_91; a267[1] = size_91; a267[2] = e90[1]; g_fold(NULL, U, 3, a267); });
(void)folded_91;
llt_value t268 = folded_91;
(void)t268;
llt_value place_91 = llt_get(t268, k53_place);
(void)place_91;
llt_value neighbour_91 = llt_get(t268, k54_neighbour);
(void)neighbour_91;
if (((place_91).of.number < 0.0)) {
(void)({ llt_value o269 = flow_91; ({ llt_value a270[4]; a270[0] = neighbour_91; a270[1] = bytes_91; a270[2] = N(0.0); a270[3] = bytes_91; llt_call(llt_get(o269, k55_send), o269, 4, a270); }); });
} else {
if (((neighbour_91).of.number >= 0.0)) {
(void)({ llt_value o271 = flow_91; ({ llt_value a272[2]; a272[0] = neighbour_91; a272[1] = bytes_91; llt_call(llt_get(o271, k56_combine), o271, 2, a272); }); });
}
}
return folded_91;
return U;
}
static llt_value f276(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e85 = up;
(void)e85;
llt_value i_86 = (n > 0 ? a[0] : U);
(void)i_86;
return ((llt_same(i_86, e85[1])) ? e85[2] : N(((i_86).of.number * (e85[3]).of.number)));
}
static llt_value f273(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e85 = llt_frame(NULL, 3);
e85[2] = (n > 0 ? a[0] : U);
e85[1] = (n > 1 ? a[1] : U);
llt_value element_85 = ({ llt_value a274[1]; a274[0] = e85[2]; g_elementBytes(NULL, U, 1, a274); });
(void)element_85;
e85[3] = N(((element_85).of.number * llt_floor((((e85[2]).of.number / (element_85).of.number) / (e85[1]).of.number))));
return ({ llt_value a275[1]; a275[0] = llt_closure(f276, e85); g_sharesFrom(NULL, U, 1, a275); });
return U;
}
static llt_value g_longLast(llt_value *up, llt_value self, int n, const llt_value *a) {
return f273(up, self, n, a);
}
static llt_value f284_shareStart(llt_value *up, llt_value self, int n, const llt_value *a) {
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
return f284_shareStart(up, self, n, a);
}
static llt_value f281_elementShare(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_3 = (n > 0 ? a[0] : U);
(void)bytes_3;
llt_value parts_3 = (n > 1 ? a[1] : U);
(void)parts_3;
llt_value i_3 = (n > 2 ? a[2] : U);
(void)i_3;
llt_value element_3 = ({ llt_value a282[1]; a282[0] = bytes_3; g_elementBytes(NULL, U, 1, a282); });
(void)element_3;
return N(((element_3).of.number * (({ llt_value a283[3]; a283[0] = N(((bytes_3).of.number / (element_3).of.number)); a283[1] = parts_3; a283[2] = i_3; g_shareStart(NULL, U, 3, a283); })).of.number));
return U;
}
static llt_value g_elementShare(llt_value *up, llt_value self, int n, const llt_value *a) {
return f281_elementShare(up, self, n, a);
}
static llt_value f279(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e83 = up;
(void)e83;
llt_value i_84 = (n > 0 ? a[0] : U);
(void)i_84;
return ({ llt_value a280[3]; a280[0] = e83[1]; a280[1] = e83[2]; a280[2] = i_84; g_elementShare(NULL, U, 3, a280); });
}
static llt_value f277(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e83 = llt_frame(NULL, 2);
e83[1] = (n > 0 ? a[0] : U);
e83[2] = (n > 1 ? a[1] : U);
return ({ llt_value a278[1]; a278[0] = llt_closure(f279, e83); g_sharesFrom(NULL, U, 1, a278); });
}
static llt_value g_longFirst(llt_value *up, llt_value self, int n, const llt_value *a) {
return f277(up, self, n, a);
}
static llt_value f264_foldingWhole(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e90 = llt_frame(NULL, 1);
e90[1] = (n > 0 ? a[0] : U);
llt_value scheduled_90 = (n > 1 ? a[1] : U);
(void)scheduled_90;
return ({ llt_value t265 = llt_object(3); llt_put(t265, k49_even, e90[1]); llt_put(t265, k50_fold, llt_closure(f266, e90)); llt_put(t265, k58_shares, (llt_truth(scheduled_90) ? llt_closure(g_longLast, NULL) : llt_closure(g_longFirst, NULL))); t265; });
return U;
}
static llt_value g_foldingWhole(llt_value *up, llt_value self, int n, const llt_value *a) {
return f264_foldingWhole(up, self, n, a);
}
static llt_value f261(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_280 = (n > 0 ? a[0] : U);
(void)call_280;
llt_value out_280 = (n > 1 ? a[1] : U);
(void)out_280;
return ({ llt_value a262[3]; a262[0] = call_280; a262[1] = out_280; a262[2] = ({ llt_value a263[2]; a263[0] = B(1); a263[1] = B(0); g_foldingWhole(NULL, U, 2, a263); }); g_scatterThenGather(NULL, U, 3, a262); });
}
static llt_value f298(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e305 = up;
(void)e305;
llt_value of_307 = (n > 0 ? a[0] : U);
(void)of_307;
return ({ llt_value a299[3]; a299[0] = of_307; a299[1] = e305[1]; a299[2] = llt_get(e305[2], k49_even); g_unfold(NULL, U, 3, a299); });
}
static llt_value f305_gatherHalves(llt_value *up, llt_value self, int n, const llt_value *a) {
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
llt_value t306 = ({ llt_value o317 = ({ llt_value a316[2]; a316[0] = place_105; a316[1] = masks_105; g_stepsOf(NULL, U, 2, a316); }); llt_m_reverse(o317, k84_reverse, 0, NULL); });
for (int i307 = 0; i307 < llt_length(t306); i307++)
{
llt_value t308 = llt_at(t306, N(i307));
(void)t308;
llt_value mask_106 = llt_get(t308, k88_mask);
(void)mask_106;
llt_value kept_106 = llt_get(t308, k89_kept);
(void)kept_106;
llt_value given_106 = llt_get(t308, k90_given);
(void)given_106;
{
llt_value peer_107 = ({ llt_value o309 = named_105; ({ llt_value a310[1]; a310[0] = N((double)((int32_t)(place_105).of.number ^ (int32_t)(mask_106).of.number)); llt_call(o309, U, 1, a310); }); });
(void)peer_107;
(void)({ llt_value a311[4]; a311[0] = flow_105; a311[1] = peer_107; a311[2] = shares2_105; a311[3] = kept_106; g_sendWindow(NULL, U, 4, a311); });
(void)({ llt_value o312 = flow_105; ({ llt_value a313[2]; a313[0] = peer_107; a313[1] = ({ llt_value o314 = shares2_105; ({ llt_value a315[2]; a315[0] = llt_get(given_106, k85_from); a315[1] = llt_get(given_106, k86_end); llt_call(llt_get(o314, k3_bytes), o314, 2, a315); }); }); llt_call(llt_get(o312, k57_receive), o312, 2, a313); }); });
}
}
}
return U;
}
static llt_value g_gatherHalves(llt_value *up, llt_value self, int n, const llt_value *a) {
return f305_gatherHalves(up, self, n, a);
}
static llt_value f290_scatterThenGather2(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e305 = llt_frame(NULL, 2);
llt_value call_305 = (n > 0 ? a[0] : U);
(void)call_305;
llt_value out_305 = (n > 1 ? a[1] : U);
(void)out_305;
e305[2] = (n > 2 ? a[2] : U);
llt_value t291 = call_305;
(void)t291;
llt_value rank_305 = llt_get(t291, k0_rank);
(void)rank_305;
llt_value size_305 = llt_get(t291, k1_size);
(void)size_305;
llt_value bytes_305 = llt_get(t291, k3_bytes);
(void)bytes_305;
llt_value flow_305 = ({ llt_value a292[3]; a292[0] = out_305; a292[1] = llt_get(llt_get(call_305, k6_options), k82_reducePerByte); a292[2] = B(1); llt_new(&c_DataFlow, 3, a292); });
(void)flow_305;
llt_value t295 = ({ llt_value o293 = e305[2]; ({ llt_value a294[4]; a294[0] = rank_305; a294[1] = size_305; a294[2] = bytes_305; a294[3] = flow_305; llt_call(llt_get(o293, k50_fold), o293, 4, a294); }); });
(void)t295;
llt_value power_305 = llt_get(t295, k51_power);
(void)power_305;
e305[1] = llt_get(t295, k52_rest);
llt_value place_305 = llt_get(t295, k53_place);
(void)place_305;
llt_value neighbour_305 = llt_get(t295, k54_neighbour);
(void)neighbour_305;
if (((place_305).of.number < 0.0)) {
{
(void)({ llt_value o296 = flow_305; ({ llt_value a297[2]; a297[0] = neighbour_305; a297[1] = bytes_305; llt_call(llt_get(o296, k57_receive), o296, 2, a297); }); });
return U;
}
}
llt_value at_305 = llt_closure(f298, e305);
(void)at_305;
llt_value shares2_305 = ({ llt_value o300 = e305[2]; ({ llt_value a301[2]; a301[0] = bytes_305; a301[1] = power_305; llt_call(llt_get(o300, k58_shares), o300, 2, a301); }); });
(void)shares2_305;
llt_value masks_305 = ({ llt_value a302[2]; a302[0] = power_305; a302[1] = S(k83_near); g_distances(NULL, U, 2, a302); });
(void)masks_305;
(void)({ llt_value a303[5]; a303[0] = place_305; a303[1] = masks_305; a303[2] = at_305; a303[3] = shares2_305; a303[4] = flow_305; g_reduceByHalving(NULL, U, 5, a303); });
(void)({ llt_value a304[5]; a304[0] = place_305; a304[1] = masks_305; a304[2] = at_305; a304[3] = shares2_305; a304[4] = flow_305; g_gatherHalves(NULL, U, 5, a304); });
if (((neighbour_305).of.number >= 0.0)) {
(void)({ llt_value o318 = flow_305; ({ llt_value a319[4]; a319[0] = neighbour_305; a319[1] = bytes_305; a319[2] = N(0.0); a319[3] = bytes_305; llt_call(llt_get(o318, k55_send), o318, 4, a319); }); });
}
return U;
}
static llt_value g_scatterThenGather2(llt_value *up, llt_value self, int n, const llt_value *a) {
return f290_scatterThenGather2(up, self, n, a);
}
static llt_value f288(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_308 = (n > 0 ? a[0] : U);
(void)call_308;
llt_value out_308 = (n > 1 ? a[1] : U);
(void)out_308;
return ({ llt_value a289[3]; a289[0] = call_308; a289[1] = out_308; a289[2] = g_BY_HALVES; g_scatterThenGather2(NULL, U, 3, a289); });
}
static llt_value f320(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_309 = (n > 0 ? a[0] : U);
(void)call_309;
llt_value out_309 = (n > 1 ? a[1] : U);
(void)out_309;
return ({ llt_value a321[3]; a321[0] = call_309; a321[1] = out_309; a321[2] = ({ llt_value a322[2]; a322[0] = B(0); a322[1] = B(0); g_foldingWhole(NULL, U, 2, a322); }); g_scatterThenGather2(NULL, U, 3, a321); });
}
static llt_value f329(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e332 = up;
(void)e332;
llt_value i_333 = (n > 0 ? a[0] : U);
(void)i_333;
return ({ llt_value t330 = llt_array(2); llt_push(t330, N(llt_rest_of(((e332[1]).of.number + (i_333).of.number), (e332[2]).of.number))); llt_push(t330, ({ llt_value a331[2]; a331[0] = N(((e332[1]).of.number - (i_333).of.number)); a331[1] = e332[2]; g_mod(NULL, U, 2, a331); })); t330; });
}
static llt_value f341(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_317 = (n > 0 ? a[0] : U);
(void)call_317;
llt_value to_317 = (n > 1 ? a[1] : U);
(void)to_317;
return ({ llt_value t342 = ({ llt_value o343 = call_317; ({ llt_value m344 = llt_get(o343, k4_bytesOf); llt_nothing(m344) ? U : ({ llt_value a345[1]; a345[0] = to_317; llt_call(m344, o343, 1, a345); }); }); }); llt_nothing(t342) ? llt_get(call_317, k3_bytes) : t342; });
}
static llt_value g_toBytes(llt_value *up, llt_value self, int n, const llt_value *a) {
return f341(up, self, n, a);
}
static llt_value f346_sendBlock(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_315 = (n > 0 ? a[0] : U);
(void)call_315;
llt_value out_315 = (n > 1 ? a[1] : U);
(void)out_315;
llt_value to_315 = (n > 2 ? a[2] : U);
(void)to_315;
llt_value bytes_315 = (n > 3 ? a[3] : U);
(void)bytes_315;
llt_value op_315 = ({ llt_value o347 = out_315; ({ llt_value a348[2]; a348[0] = bytes_315; a348[1] = to_315; llt_call(llt_get(o347, k55_send), o347, 2, a348); }); });
(void)op_315;
llt_value slot_315 = N((((llt_get(call_315, k0_rank)).of.number * (llt_get(call_315, k1_size)).of.number) + (to_315).of.number));
(void)slot_315;
return op_315;
return U;
}
static llt_value g_sendBlock(llt_value *up, llt_value self, int n, const llt_value *a) {
return f346_sendBlock(up, self, n, a);
}
static llt_value f353(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_318 = (n > 0 ? a[0] : U);
(void)call_318;
llt_value from_318 = (n > 1 ? a[1] : U);
(void)from_318;
return ({ llt_value t354 = ({ llt_value o355 = call_318; ({ llt_value m356 = llt_get(o355, k5_recvBytesOf); llt_nothing(m356) ? U : ({ llt_value a357[1]; a357[0] = from_318; llt_call(m356, o355, 1, a357); }); }); }); llt_nothing(t354) ? llt_get(call_318, k3_bytes) : t354; });
}
static llt_value g_fromBytes(llt_value *up, llt_value self, int n, const llt_value *a) {
return f353(up, self, n, a);
}
static llt_value f358_takeBlock(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value out_316 = (n > 0 ? a[0] : U);
(void)out_316;
llt_value received_316 = (n > 1 ? a[1] : U);
(void)received_316;
return received_316;
return U;
}
static llt_value g_takeBlock(llt_value *up, llt_value self, int n, const llt_value *a) {
return f358_takeBlock(up, self, n, a);
}
static llt_value f332_inSteps(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_327 = (n > 0 ? a[0] : U);
(void)call_327;
llt_value out_327 = (n > 1 ? a[1] : U);
(void)out_327;
llt_value partners_327 = (n > 2 ? a[2] : U);
(void)partners_327;
llt_value before_327 = ({ llt_value t333 = llt_array(0);  t333; });
(void)before_327;
{
llt_value i_328 = N(1.0);
(void)i_328;
for (; ((i_328).of.number < (llt_get(call_327, k1_size)).of.number); (void)({ llt_value t334 = i_328; (void)(i_328 = N((i_328).of.number + 1)); t334; })) {
{
llt_value t337 = ({ llt_value o335 = partners_327; ({ llt_value a336[1]; a336[0] = i_328; llt_call(o335, U, 1, a336); }); });
(void)t337;
llt_value to_329 = llt_at(t337, N(0));
(void)to_329;
llt_value from_329 = llt_at(t337, N(1));
(void)from_329;
llt_value step_329 = ({ llt_value t338 = llt_array(2); llt_push(t338, ({ llt_value a339[4]; a339[0] = call_327; a339[1] = out_327; a339[2] = to_329; a339[3] = ({ llt_value a340[2]; a340[0] = call_327; a340[1] = to_329; g_toBytes(NULL, U, 2, a340); }); g_sendBlock(NULL, U, 4, a339); })); llt_push(t338, ({ llt_value a349[2]; a349[0] = out_327; a349[1] = ({ llt_value o350 = out_327; ({ llt_value a351[2]; a351[0] = ({ llt_value a352[2]; a352[0] = call_327; a352[1] = from_329; g_fromBytes(NULL, U, 2, a352); }); a351[1] = from_329; llt_call(llt_get(o350, k71_recv), o350, 2, a351); }); }); g_takeBlock(NULL, U, 2, a349); })); t338; });
(void)step_329;
{
llt_value t359 = step_329;
for (int i360 = 0; i360 < llt_length(t359); i360++)
{
llt_value op_330 = llt_at(t359, N(i360));
(void)op_330;
{
llt_value t361 = before_327;
for (int i362 = 0; i362 < llt_length(t361); i362++)
{
llt_value done_331 = llt_at(t361, N(i362));
(void)done_331;
(void)({ llt_value o363 = out_327; ({ llt_value a364[2]; a364[0] = op_330; a364[1] = done_331; llt_call(llt_get(o363, k68_requires), o363, 2, a364); }); });
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
return f332_inSteps(up, self, n, a);
}
static llt_value f326(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e332 = llt_frame(NULL, 2);
llt_value call_332 = (n > 0 ? a[0] : U);
(void)call_332;
llt_value out_332 = (n > 1 ? a[1] : U);
(void)out_332;
llt_value t327 = call_332;
(void)t327;
e332[1] = llt_get(t327, k0_rank);
e332[2] = llt_get(t327, k1_size);
(void)({ llt_value a328[3]; a328[0] = call_332; a328[1] = out_332; a328[2] = llt_closure(f329, e332); g_inSteps(NULL, U, 3, a328); });
return U;
}
static llt_value f368(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e334 = up;
(void)e334;
llt_value i_335 = (n > 0 ? a[0] : U);
(void)i_335;
return ({ llt_value t369 = llt_array(2); llt_push(t369, N((double)((int32_t)(llt_get(e334[1], k0_rank)).of.number ^ (int32_t)(i_335).of.number))); llt_push(t369, N((double)((int32_t)(llt_get(e334[1], k0_rank)).of.number ^ (int32_t)(i_335).of.number))); t369; });
}
static llt_value f365(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e334 = llt_frame(NULL, 1);
e334[1] = (n > 0 ? a[0] : U);
llt_value out_334 = (n > 1 ? a[1] : U);
(void)out_334;
if ((llt_same(({ llt_value a366[1]; a366[0] = llt_get(e334[1], k1_size); g_powerBelow(NULL, U, 1, a366); }), llt_get(e334[1], k1_size)))) {
(void)({ llt_value a367[3]; a367[0] = e334[1]; a367[1] = out_334; a367[2] = llt_closure(f368, e334); g_inSteps(NULL, U, 3, a367); });
} else {
(void)({ llt_value o370 = g_alltoallPairwise; ({ llt_value a371[2]; a371[0] = e334[1]; a371[1] = out_334; llt_call(llt_get(o370, k33_emit), o370, 2, a371); }); });
}
return U;
}
static llt_value f378(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
return B(1);
}
static llt_value f379_linear(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_319 = (n > 0 ? a[0] : U);
(void)call_319;
llt_value out_319 = (n > 1 ? a[1] : U);
(void)out_319;
llt_value moves_319 = (n > 2 ? a[2] : U);
(void)moves_319;
llt_value t380 = call_319;
(void)t380;
llt_value rank_319 = llt_get(t380, k0_rank);
(void)rank_319;
llt_value size_319 = llt_get(t380, k1_size);
(void)size_319;
{
llt_value i_320 = N(1.0);
(void)i_320;
for (; ((i_320).of.number < (size_319).of.number); (void)({ llt_value t381 = i_320; (void)(i_320 = N((i_320).of.number + 1)); t381; })) {
{
llt_value to_321 = ({ llt_value a382[2]; a382[0] = N(((rank_319).of.number - (i_320).of.number)); a382[1] = size_319; g_mod(NULL, U, 2, a382); });
(void)to_321;
llt_value from_321 = N(llt_rest_of(((rank_319).of.number + (i_320).of.number), (size_319).of.number));
(void)from_321;
llt_value t386 = ({ llt_value t383 = llt_array(2); llt_push(t383, ({ llt_value a384[2]; a384[0] = call_319; a384[1] = to_321; g_toBytes(NULL, U, 2, a384); })); llt_push(t383, ({ llt_value a385[2]; a385[0] = call_319; a385[1] = from_321; g_fromBytes(NULL, U, 2, a385); })); t383; });
(void)t386;
llt_value sent_321 = llt_at(t386, N(0));
(void)sent_321;
llt_value received_321 = llt_at(t386, N(1));
(void)received_321;
if (llt_truth(({ llt_value o387 = moves_319; ({ llt_value a388[1]; a388[0] = sent_321; llt_call(o387, U, 1, a388); }); }))) {
(void)({ llt_value a389[4]; a389[0] = call_319; a389[1] = out_319; a389[2] = to_321; a389[3] = sent_321; g_sendBlock(NULL, U, 4, a389); });
}
if (llt_truth(({ llt_value o390 = moves_319; ({ llt_value a391[1]; a391[0] = received_321; llt_call(o390, U, 1, a391); }); }))) {
(void)({ llt_value a392[2]; a392[0] = out_319; a392[1] = ({ llt_value o393 = out_319; ({ llt_value a394[2]; a394[0] = received_321; a394[1] = from_321; llt_call(llt_get(o393, k72_irecv), o393, 2, a394); }); }); g_takeBlock(NULL, U, 2, a392); });
}
}
}
}
return U;
}
static llt_value g_linear(llt_value *up, llt_value self, int n, const llt_value *a) {
return f379_linear(up, self, n, a);
}
static llt_value f376(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_325 = (n > 0 ? a[0] : U);
(void)call_325;
llt_value out_325 = (n > 1 ? a[1] : U);
(void)out_325;
return ({ llt_value a377[3]; a377[0] = call_325; a377[1] = out_325; a377[2] = llt_closure(f378, NULL); g_linear(NULL, U, 3, a377); });
}
static llt_value f397(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_347 = (n > 0 ? a[0] : U);
(void)bytes_347;
return B(((bytes_347).of.number > 0.0));
}
static llt_value f398_linearInOrder(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_322 = (n > 0 ? a[0] : U);
(void)call_322;
llt_value out_322 = (n > 1 ? a[1] : U);
(void)out_322;
llt_value moves_322 = (n > 2 ? a[2] : U);
(void)moves_322;
llt_value t399 = call_322;
(void)t399;
llt_value rank_322 = llt_get(t399, k0_rank);
(void)rank_322;
llt_value size_322 = llt_get(t399, k1_size);
(void)size_322;
{
llt_value other_323 = N(0.0);
(void)other_323;
for (; ((other_323).of.number < (size_322).of.number); (void)({ llt_value t400 = other_323; (void)(other_323 = N((other_323).of.number + 1)); t400; })) {
{
if ((llt_same(other_323, rank_322))) {
continue;
}
llt_value t404 = ({ llt_value t401 = llt_array(2); llt_push(t401, ({ llt_value a402[2]; a402[0] = call_322; a402[1] = other_323; g_toBytes(NULL, U, 2, a402); })); llt_push(t401, ({ llt_value a403[2]; a403[0] = call_322; a403[1] = other_323; g_fromBytes(NULL, U, 2, a403); })); t401; });
(void)t404;
llt_value sent_324 = llt_at(t404, N(0));
(void)sent_324;
llt_value received_324 = llt_at(t404, N(1));
(void)received_324;
if (llt_truth(({ llt_value o405 = moves_322; ({ llt_value a406[1]; a406[0] = sent_324; llt_call(o405, U, 1, a406); }); }))) {
(void)({ llt_value a407[4]; a407[0] = call_322; a407[1] = out_322; a407[2] = other_323; a407[3] = sent_324; g_sendBlock(NULL, U, 4, a407); });
}
if (llt_truth(({ llt_value o408 = moves_322; ({ llt_value a409[1]; a409[0] = received_324; llt_call(o408, U, 1, a409); }); }))) {
(void)({ llt_value a410[2]; a410[0] = out_322; a410[1] = ({ llt_value o411 = out_322; ({ llt_value a412[2]; a412[0] = received_324; a412[1] = other_323; llt_call(llt_get(o411, k72_irecv), o411, 2, a412); }); }); g_takeBlock(NULL, U, 2, a410); });
}
}
}
}
return U;
}
static llt_value g_linearInOrder(llt_value *up, llt_value self, int n, const llt_value *a) {
return f398_linearInOrder(up, self, n, a);
}
static llt_value f395(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_346 = (n > 0 ? a[0] : U);
(void)call_346;
llt_value out_346 = (n > 1 ? a[1] : U);
(void)out_346;
return ({ llt_value a396[3]; a396[0] = call_346; a396[1] = out_346; a396[2] = llt_closure(f397, NULL); g_linearInOrder(NULL, U, 3, a396); });
}
static llt_value f415(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_349 = (n > 0 ? a[0] : U);
(void)bytes_349;
return B(((bytes_349).of.number > 0.0));
}
static llt_value f413(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_348 = (n > 0 ? a[0] : U);
(void)call_348;
llt_value out_348 = (n > 1 ? a[1] : U);
(void)out_348;
return ({ llt_value a414[3]; a414[0] = call_348; a414[1] = out_348; a414[2] = llt_closure(f415, NULL); g_linear(NULL, U, 3, a414); });
}
static llt_value f419(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e462 = up;
(void)e462;
llt_value one_463 = (n > 0 ? a[0] : U);
(void)one_463;
return B((llt_same(llt_get(one_463, k31_name), e462[1])));
}
static llt_value f432_notify(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value flow_352 = (n > 0 ? a[0] : U);
(void)flow_352;
llt_value to_352 = (n > 1 ? a[1] : U);
(void)to_352;
llt_value t433 = (n > 2 ? a[2] : U);
if (t433.kind == LLT_UNDEFINED) t433 = N(0.0);
llt_value bytes_352 = t433;
(void)bytes_352;
(void)({ llt_value o434 = flow_352; ({ llt_value a435[4]; a435[0] = to_352; a435[1] = bytes_352; a435[2] = N(0.0); a435[3] = N(1.0); llt_call(llt_get(o434, k55_send), o434, 4, a435); }); });
return U;
}
static llt_value g_notify(llt_value *up, llt_value self, int n, const llt_value *a) {
return f432_notify(up, self, n, a);
}
static llt_value f438_hear(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value flow_353 = (n > 0 ? a[0] : U);
(void)flow_353;
llt_value from_353 = (n > 1 ? a[1] : U);
(void)from_353;
llt_value t439 = (n > 2 ? a[2] : U);
if (t439.kind == LLT_UNDEFINED) t439 = N(0.0);
llt_value bytes_353 = t439;
(void)bytes_353;
(void)({ llt_value o440 = flow_353; ({ llt_value a441[3]; a441[0] = from_353; a441[1] = bytes_353; a441[2] = S(k97_merge); llt_call(llt_get(o440, k57_receive), o440, 3, a441); }); });
return U;
}
static llt_value g_hear(llt_value *up, llt_value self, int n, const llt_value *a) {
return f438_hear(up, self, n, a);
}
static llt_value f428(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_354 = (n > 0 ? a[0] : U);
(void)call_354;
llt_value out_354 = (n > 1 ? a[1] : U);
(void)out_354;
llt_value t429 = call_354;
(void)t429;
llt_value rank_354 = llt_get(t429, k0_rank);
(void)rank_354;
llt_value size_354 = llt_get(t429, k1_size);
(void)size_354;
llt_value options_354 = llt_get(t429, k6_options);
(void)options_354;
llt_value published_354 = B((llt_same(llt_get(options_354, k95_flow), S(k96_published))));
(void)published_354;
llt_value flow_354 = ({ llt_value a430[3]; a430[0] = out_354; a430[1] = N(0.0); a430[2] = B((!llt_truth(published_354))); llt_new(&c_DataFlow, 3, a430); });
(void)flow_354;
{
llt_value distance_355 = N(1.0);
(void)distance_355;
for (; ((distance_355).of.number < (size_354).of.number); (void)(distance_355 = N(((distance_355).of.number * 2.0)))) {
{
(void)({ llt_value a431[3]; a431[0] = flow_354; a431[1] = N(llt_rest_of(((rank_354).of.number + (distance_355).of.number), (size_354).of.number)); a431[2] = (llt_truth(published_354) ? N(1.0) : N(0.0)); g_notify(NULL, U, 3, a431); });
(void)({ llt_value a436[3]; a436[0] = flow_354; a436[1] = ({ llt_value a437[2]; a437[0] = N(((rank_354).of.number - (distance_355).of.number)); a437[1] = size_354; g_mod(NULL, U, 2, a437); }); a436[2] = (llt_truth(published_354) ? N(1.0) : N(0.0)); g_hear(NULL, U, 3, a436); });
}
}
}
return U;
}
static llt_value f443(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_357 = (n > 0 ? a[0] : U);
(void)call_357;
llt_value out_357 = (n > 1 ? a[1] : U);
(void)out_357;
llt_value flow_357 = ({ llt_value a444[3]; a444[0] = out_357; a444[1] = N(0.0); a444[2] = B(1); llt_new(&c_DataFlow, 3, a444); });
(void)flow_357;
if ((!llt_same(llt_get(call_357, k0_rank), N(0.0)))) {
{
(void)({ llt_value a445[2]; a445[0] = flow_357; a445[1] = N(0.0); g_notify(NULL, U, 2, a445); });
(void)({ llt_value a446[2]; a446[0] = flow_357; a446[1] = N(0.0); g_hear(NULL, U, 2, a446); });
return U;
}
}
{
llt_value rank_359 = N(1.0);
(void)rank_359;
for (; ((rank_359).of.number < (llt_get(call_357, k1_size)).of.number); (void)({ llt_value t447 = rank_359; (void)(rank_359 = N((rank_359).of.number + 1)); t447; })) {
(void)({ llt_value o448 = flow_357; ({ llt_value a449[3]; a449[0] = rank_359; a449[1] = N(0.0); a449[2] = S(k97_merge); llt_call(llt_get(o448, k81_receiveAny), o448, 3, a449); }); });
}
}
{
llt_value rank_360 = N(1.0);
(void)rank_360;
for (; ((rank_360).of.number < (llt_get(call_357, k1_size)).of.number); (void)({ llt_value t450 = rank_360; (void)(rank_360 = N((rank_360).of.number + 1)); t450; })) {
(void)({ llt_value a451[2]; a451[0] = flow_357; a451[1] = rank_360; g_notify(NULL, U, 2, a451); });
}
}
return U;
}
static llt_value f453(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_361 = (n > 0 ? a[0] : U);
(void)call_361;
llt_value out_361 = (n > 1 ? a[1] : U);
(void)out_361;
llt_value t454 = call_361;
(void)t454;
llt_value rank_361 = llt_get(t454, k0_rank);
(void)rank_361;
llt_value size_361 = llt_get(t454, k1_size);
(void)size_361;
if ((llt_same(size_361, N(1.0)))) {
return U;
}
llt_value flow_361 = ({ llt_value a455[3]; a455[0] = out_361; a455[1] = N(0.0); a455[2] = B(0); llt_new(&c_DataFlow, 3, a455); });
(void)flow_361;
{
llt_value lap_362 = N(0.0);
(void)lap_362;
for (; ((lap_362).of.number < 2.0); (void)({ llt_value t456 = lap_362; (void)(lap_362 = N((lap_362).of.number + 1)); t456; })) {
{
if ((llt_same(rank_361, N(0.0)))) {
(void)({ llt_value a457[2]; a457[0] = flow_361; a457[1] = N(1.0); g_notify(NULL, U, 2, a457); });
}
(void)({ llt_value a458[2]; a458[0] = flow_361; a458[1] = ({ llt_value a459[2]; a459[0] = N(((rank_361).of.number - 1.0)); a459[1] = size_361; g_mod(NULL, U, 2, a459); }); g_hear(NULL, U, 2, a458); });
if ((!llt_same(rank_361, N(0.0)))) {
(void)({ llt_value a460[2]; a460[0] = flow_361; a460[1] = N(llt_rest_of(((rank_361).of.number + 1.0), (size_361).of.number)); g_notify(NULL, U, 2, a460); });
}
}
}
}
return U;
}
static llt_value f462(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_364 = (n > 0 ? a[0] : U);
(void)call_364;
llt_value out_364 = (n > 1 ? a[1] : U);
(void)out_364;
llt_value t463 = call_364;
(void)t463;
llt_value rank_364 = llt_get(t463, k0_rank);
(void)rank_364;
llt_value size_364 = llt_get(t463, k1_size);
(void)size_364;
llt_value flow_364 = ({ llt_value a464[3]; a464[0] = out_364; a464[1] = N(0.0); a464[2] = B(1); llt_new(&c_DataFlow, 3, a464); });
(void)flow_364;
llt_value power_364 = ({ llt_value a465[1]; a465[0] = size_364; g_powerBelow(NULL, U, 1, a465); });
(void)power_364;
if (((rank_364).of.number >= (power_364).of.number)) {
{
(void)({ llt_value a466[2]; a466[0] = flow_364; a466[1] = N(((rank_364).of.number - (power_364).of.number)); g_notify(NULL, U, 2, a466); });
(void)({ llt_value a467[2]; a467[0] = flow_364; a467[1] = N(((rank_364).of.number - (power_364).of.number)); g_hear(NULL, U, 2, a467); });
(void)({ llt_value a468[2]; a468[0] = flow_364; a468[1] = N(((rank_364).of.number - (power_364).of.number)); g_notify(NULL, U, 2, a468); });
return U;
}
}
llt_value beyond_364 = N(((rank_364).of.number + (power_364).of.number));
(void)beyond_364;
if (((beyond_364).of.number < (size_364).of.number)) {
(void)({ llt_value a469[2]; a469[0] = flow_364; a469[1] = beyond_364; g_hear(NULL, U, 2, a469); });
}
{
llt_value mask_366 = N(1.0);
(void)mask_366;
for (; ((mask_366).of.number < (power_364).of.number); (void)(mask_366 = N(((mask_366).of.number * 2.0)))) {
{
(void)({ llt_value a470[2]; a470[0] = flow_364; a470[1] = N((double)((int32_t)(rank_364).of.number ^ (int32_t)(mask_366).of.number)); g_notify(NULL, U, 2, a470); });
(void)({ llt_value a471[2]; a471[0] = flow_364; a471[1] = N((double)((int32_t)(rank_364).of.number ^ (int32_t)(mask_366).of.number)); g_hear(NULL, U, 2, a471); });
}
}
}
if (((beyond_364).of.number >= (size_364).of.number)) {
return U;
}
(void)({ llt_value a472[2]; a472[0] = flow_364; a472[1] = beyond_364; g_notify(NULL, U, 2, a472); });
(void)({ llt_value a473[2]; a473[0] = flow_364; a473[1] = beyond_364; g_hear(NULL, U, 2, a473); });
return U;
}
static llt_value f475(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_368 = (n > 0 ? a[0] : U);
(void)call_368;
llt_value out_368 = (n > 1 ? a[1] : U);
(void)out_368;
llt_value t476 = call_368;
(void)t476;
llt_value rank_368 = llt_get(t476, k0_rank);
(void)rank_368;
llt_value size_368 = llt_get(t476, k1_size);
(void)size_368;
llt_value up2_368 = ({ llt_value a477[3]; a477[0] = out_368; a477[1] = N(0.0); a477[2] = B(1); llt_new(&c_DataFlow, 3, a477); });
(void)up2_368;
llt_value children_368 = ({ llt_value t478 = llt_array(0);  t478; });
(void)children_368;
llt_value mask_368 = N(1.0);
(void)mask_368;
{
for (; (((mask_368).of.number < (size_368).of.number) && (llt_same(N((double)((int32_t)(rank_368).of.number & (int32_t)(mask_368).of.number)), N(0.0)))); (void)(mask_368 = N(((mask_368).of.number * 2.0)))) {
{
if ((((rank_368).of.number + (mask_368).of.number) < (size_368).of.number)) {
(void)({ llt_value o479 = children_368; ({ llt_value a480[1]; a480[0] = N(((rank_368).of.number + (mask_368).of.number)); llt_m_push(o479, k78_push, 1, a480); }); });
}
}
}
}
{
llt_value t481 = children_368;
for (int i482 = 0; i482 < llt_length(t481); i482++)
{
llt_value child_371 = llt_at(t481, N(i482));
(void)child_371;
(void)({ llt_value a483[2]; a483[0] = up2_368; a483[1] = child_371; g_hear(NULL, U, 2, a483); });
}
}
if ((llt_same(rank_368, N(0.0)))) {
{
{
llt_value t484 = ({ llt_value o487 = children_368; llt_m_reverse(o487, k84_reverse, 0, NULL); });
for (int i485 = 0; i485 < llt_length(t484); i485++)
{
llt_value child_373 = llt_at(t484, N(i485));
(void)child_373;
(void)({ llt_value a486[2]; a486[0] = up2_368; a486[1] = child_373; g_notify(NULL, U, 2, a486); });
}
}
return U;
}
}
(void)({ llt_value a488[2]; a488[0] = up2_368; a488[1] = N(((rank_368).of.number - (mask_368).of.number)); g_notify(NULL, U, 2, a488); });
llt_value down2_368 = ({ llt_value a489[3]; a489[0] = out_368; a489[1] = N(0.0); a489[2] = B(1); llt_new(&c_DataFlow, 3, a489); });
(void)down2_368;
(void)({ llt_value a490[2]; a490[0] = down2_368; a490[1] = N(((rank_368).of.number - (mask_368).of.number)); g_hear(NULL, U, 2, a490); });
{
llt_value t491 = ({ llt_value o494 = children_368; llt_m_reverse(o494, k84_reverse, 0, NULL); });
for (int i492 = 0; i492 < llt_length(t491); i492++)
{
llt_value child_374 = llt_at(t491, N(i492));
(void)child_374;
(void)({ llt_value a493[2]; a493[0] = down2_368; a493[1] = child_374; g_notify(NULL, U, 2, a493); });
}
}
return U;
}
static llt_value f504_floorLog2(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value n_11 = (n > 0 ? a[0] : U);
(void)n_11;
llt_value log_11 = N(0.0);
(void)log_11;
{
llt_value power_12 = N(2.0);
(void)power_12;
for (; ((power_12).of.number <= (n_11).of.number); (void)(power_12 = N(((power_12).of.number * 2.0)))) {
(void)({ llt_value t505 = log_11; (void)(log_11 = N((log_11).of.number + 1)); t505; });
}
}
return log_11;
return U;
}
static llt_value g_floorLog2(llt_value *up, llt_value self, int n, const llt_value *a) {
return f504_floorLog2(up, self, n, a);
}
static llt_value f498(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value v_115 = (n > 0 ? a[0] : U);
(void)v_115;
llt_value size_115 = (n > 1 ? a[1] : U);
(void)size_115;
llt_value children_115 = ({ llt_value t499 = llt_array(0);  t499; });
(void)children_115;
llt_value mask_115 = N(1.0);
(void)mask_115;
while (((mask_115).of.number <= (v_115).of.number)) {
(void)(mask_115 = N(((mask_115).of.number * 2.0)));
}
{
for (; (((v_115).of.number + (mask_115).of.number) < (size_115).of.number); (void)(mask_115 = N(((mask_115).of.number * 2.0)))) {
(void)({ llt_value o500 = children_115; ({ llt_value a501[1]; a501[0] = N(((v_115).of.number + (mask_115).of.number)); llt_m_push(o500, k78_push, 1, a501); }); });
}
}
return ({ llt_value t502 = llt_object(2); llt_put(t502, k100_parent, ((llt_same(v_115, N(0.0))) ? N((-1.0)) : N(((v_115).of.number - llt_power(2.0, (({ llt_value a503[1]; a503[0] = v_115; g_floorLog2(NULL, U, 1, a503); })).of.number))))); llt_put(t502, k101_children, children_115); t502; });
return U;
}
static llt_value g_binomialTree(llt_value *up, llt_value self, int n, const llt_value *a) {
return f498(up, self, n, a);
}
static llt_value f517_swapRoot(llt_value *up, llt_value self, int n, const llt_value *a) {
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
return f517_swapRoot(up, self, n, a);
}
static llt_value f519(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e140 = up;
(void)e140;
llt_value v_141 = (n > 0 ? a[0] : U);
(void)v_141;
return (llt_truth(e140[1]) ? ({ llt_value a520[2]; a520[0] = v_141; a520[1] = e140[2]; g_swapRoot(NULL, U, 2, a520); }) : N(llt_rest_of(((v_141).of.number + (e140[2]).of.number), (e140[3]).of.number)));
}
static llt_value f525(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e140 = up;
(void)e140;
llt_value a_142 = (n > 0 ? a[0] : U);
(void)a_142;
llt_value b_142 = (n > 1 ? a[1] : U);
(void)b_142;
return N(((a_142).of.number - (b_142).of.number));
}
static llt_value f528(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e140 = up;
(void)e140;
llt_value a_143 = (n > 0 ? a[0] : U);
(void)a_143;
llt_value b_143 = (n > 1 ? a[1] : U);
(void)b_143;
return N(((b_143).of.number - (a_143).of.number));
}
static llt_value f512_neighbours(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e140 = llt_frame(NULL, 3);
llt_value call_140 = (n > 0 ? a[0] : U);
(void)call_140;
llt_value plan_140 = (n > 1 ? a[1] : U);
(void)plan_140;
llt_value t513 = call_140;
(void)t513;
llt_value rank_140 = llt_get(t513, k0_rank);
(void)rank_140;
e140[3] = llt_get(t513, k1_size);
e140[2] = llt_get(t513, k2_root);
e140[1] = B((llt_same(llt_get(plan_140, k2_root), S(k103_swap))));
llt_value node_140 = ({ llt_value o514 = plan_140; ({ llt_value a515[3]; a515[0] = (llt_truth(e140[1]) ? ({ llt_value a516[2]; a516[0] = rank_140; a516[1] = e140[2]; g_swapRoot(NULL, U, 2, a516); }) : ({ llt_value a518[2]; a518[0] = N(((rank_140).of.number - (e140[2]).of.number)); a518[1] = e140[3]; g_mod(NULL, U, 2, a518); })); a515[1] = e140[3]; a515[2] = llt_get(plan_140, k104_fanout); llt_call(llt_get(o514, k99_tree), o514, 3, a515); }); });
(void)node_140;
llt_value named_140 = llt_closure(f519, e140);
(void)named_140;
llt_value children_140 = ({ llt_value o521 = llt_get(node_140, k101_children); ({ llt_value a522[1]; a522[0] = named_140; llt_m_map(o521, k92_map, 1, a522); }); });
(void)children_140;
if ((llt_same(llt_get(plan_140, k105_order), S(k106_up)))) {
(void)({ llt_value o523 = children_140; ({ llt_value a524[1]; a524[0] = llt_closure(f525, e140); llt_m_sort(o523, k107_sort, 1, a524); }); });
}
if ((llt_same(llt_get(plan_140, k105_order), S(k108_down)))) {
(void)({ llt_value o526 = children_140; ({ llt_value a527[1]; a527[0] = llt_closure(f528, e140); llt_m_sort(o526, k107_sort, 1, a527); }); });
}
return ({ llt_value t529 = llt_object(2); llt_put(t529, k100_parent, (((llt_get(node_140, k100_parent)).of.number < 0.0) ? N((-1.0)) : ({ llt_value o530 = named_140; ({ llt_value a531[1]; a531[0] = llt_get(node_140, k100_parent); llt_call(o530, U, 1, a531); }); }))); llt_put(t529, k101_children, children_140); t529; });
return U;
}
static llt_value g_neighbours(llt_value *up, llt_value self, int n, const llt_value *a) {
return f512_neighbours(up, self, n, a);
}
static llt_value f534_segmentCount(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_7 = (n > 0 ? a[0] : U);
(void)bytes_7;
llt_value segment_7 = (n > 1 ? a[1] : U);
(void)segment_7;
return ((((segment_7).of.number > 0.0) && ((bytes_7).of.number > (segment_7).of.number)) ? N(llt_ceil(((bytes_7).of.number / (segment_7).of.number))) : N(1.0));
return U;
}
static llt_value g_segmentCount(llt_value *up, llt_value self, int n, const llt_value *a) {
return f534_segmentCount(up, self, n, a);
}
static llt_value f538_segmentOf(llt_value *up, llt_value self, int n, const llt_value *a) {
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
return ({ llt_value t539 = llt_array(2); llt_push(t539, N(0.0)); llt_push(t539, slots_144); t539; });
}
return ({ llt_value t540 = llt_array(2); llt_push(t540, ({ llt_value a541[3]; a541[0] = bytes_144; a541[1] = segments_144; a541[2] = i_144; g_shareStart(NULL, U, 3, a541); })); llt_push(t540, ({ llt_value a542[3]; a542[0] = bytes_144; a542[1] = segments_144; a542[2] = N(((i_144).of.number + 1.0)); g_shareStart(NULL, U, 3, a542); })); t540; });
return U;
}
static llt_value g_segmentOf(llt_value *up, llt_value self, int n, const llt_value *a) {
return f538_segmentOf(up, self, n, a);
}
static llt_value f508_bcastTree(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_145 = (n > 0 ? a[0] : U);
(void)call_145;
llt_value out_145 = (n > 1 ? a[1] : U);
(void)out_145;
llt_value plan_145 = (n > 2 ? a[2] : U);
(void)plan_145;
llt_value given_145 = (n > 3 ? a[3] : U);
(void)given_145;
llt_value t509 = (n > 4 ? a[4] : U);
if (t509.kind == LLT_UNDEFINED) t509 = llt_get(call_145, k3_bytes);
llt_value bytes_145 = t509;
(void)bytes_145;
llt_value t510 = (n > 5 ? a[5] : U);
if (t510.kind == LLT_UNDEFINED) t510 = bytes_145;
llt_value slots_145 = t510;
(void)slots_145;
llt_value t532 = ({ llt_value a511[2]; a511[0] = call_145; a511[1] = plan_145; g_neighbours(NULL, U, 2, a511); });
(void)t532;
llt_value parent_145 = llt_get(t532, k100_parent);
(void)parent_145;
llt_value children_145 = llt_get(t532, k101_children);
(void)children_145;
llt_value segments_145 = ({ llt_value a533[2]; a533[0] = bytes_145; a533[1] = llt_get(plan_145, k109_segment); g_segmentCount(NULL, U, 2, a533); });
(void)segments_145;
llt_value sent_145 = ({ llt_value t535 = llt_array(0);  t535; });
(void)sent_145;
{
llt_value i_146 = N(0.0);
(void)i_146;
for (; ((i_146).of.number < (segments_145).of.number); (void)({ llt_value t536 = i_146; (void)(i_146 = N((i_146).of.number + 1)); t536; })) {
{
llt_value t543 = ({ llt_value a537[4]; a537[0] = bytes_145; a537[1] = segments_145; a537[2] = i_146; a537[3] = slots_145; g_segmentOf(NULL, U, 4, a537); });
(void)t543;
llt_value from_147 = llt_at(t543, N(0));
(void)from_147;
llt_value end_147 = llt_at(t543, N(1));
(void)end_147;
llt_value size_147 = ((llt_same(segments_145, N(1.0))) ? bytes_145 : N(((end_147).of.number - (from_147).of.number)));
(void)size_147;
llt_value flow_147 = (((!llt_same(given_145, U)) && ((parent_145).of.number < 0.0)) ? given_145 : ({ llt_value a544[3]; a544[0] = out_145; a544[1] = N(0.0); a544[2] = B(1); llt_new(&c_DataFlow, 3, a544); }));
(void)flow_147;
if (((parent_145).of.number >= 0.0)) {
(void)({ llt_value o545 = flow_147; ({ llt_value a546[2]; a546[0] = parent_145; a546[1] = size_147; llt_call(llt_get(o545, k57_receive), o545, 2, a546); }); });
}
{
llt_value c_148 = N(0.0);
(void)c_148;
for (; ((c_148).of.number < (llt_get(children_145, k77_length)).of.number); (void)({ llt_value t547 = c_148; (void)(c_148 = N((c_148).of.number + 1)); t547; })) {
{
llt_value op_149 = ({ llt_value o548 = flow_147; ({ llt_value a549[4]; a549[0] = llt_at(children_145, c_148); a549[1] = size_147; a549[2] = from_147; a549[3] = end_147; llt_call(llt_get(o548, k55_send), o548, 4, a549); }); });
(void)op_149;
if (((i_146).of.number > 0.0)) {
(void)({ llt_value o550 = out_145; ({ llt_value a551[2]; a551[0] = op_149; a551[1] = llt_at(sent_145, c_148); llt_call(llt_get(o550, k68_requires), o550, 2, a551); }); });
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
return f508_bcastTree(up, self, n, a);
}
static llt_value f557(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e155 = up;
(void)e155;
llt_value options_156 = (n > 0 ? a[0] : U);
(void)options_156;
return ((llt_same(e155[1], U)) ? N(1.0) : ({ llt_value t558 = llt_get(options_156, k104_fanout); llt_nothing(t558) ? e155[1] : t558; }));
}
static llt_value f559(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e155 = up;
(void)e155;
llt_value t560 = (n > 0 ? a[0] : U);
(void)t560;
llt_value segment_157 = llt_get(t560, k109_segment);
(void)segment_157;
return (((segment_157).of.number > 0.0) ? segment_157 : ({ llt_value t561 = llt_get(e155[2], k109_segment); llt_nothing(t561) ? N(0.0) : t561; }));
}
static llt_value f563(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e155 = up;
(void)e155;
llt_value call_158 = (n > 0 ? a[0] : U);
(void)call_158;
llt_value out_158 = (n > 1 ? a[1] : U);
(void)out_158;
llt_value t564 = call_158;
(void)t564;
llt_value options_158 = llt_get(t564, k6_options);
(void)options_158;
(void)({ llt_value o565 = e155[3]; ({ llt_value a566[3]; a566[0] = call_158; a566[1] = out_158; a566[2] = ({ llt_value t567 = llt_object(5); llt_put(t567, k99_tree, e155[4]); llt_put(t567, k104_fanout, ({ llt_value o568 = e155[5]; ({ llt_value a569[1]; a569[0] = options_158; llt_call(o568, U, 1, a569); }); })); llt_put(t567, k109_segment, ({ llt_value o570 = e155[6]; ({ llt_value a571[1]; a571[0] = options_158; llt_call(o570, U, 1, a571); }); })); llt_put(t567, k2_root, e155[7]); llt_put(t567, k105_order, e155[8]); t567; }); llt_call(o565, U, 3, a566); }); });
return U;
}
static llt_value f552_overTree(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e155 = llt_frame(NULL, 8);
e155[2] = (n > 0 ? a[0] : U);
e155[3] = (n > 1 ? a[1] : U);
llt_value t553 = (n > 2 ? a[2] : U);
if (t553.kind == LLT_UNDEFINED) t553 = ({ llt_value t554 = llt_array(0);  t554; });
llt_value uses_155 = t553;
(void)uses_155;
llt_value t555 = e155[2];
(void)t555;
llt_value name_155 = llt_get(t555, k31_name);
(void)name_155;
e155[4] = llt_get(t555, k99_tree);
llt_value depth_155 = llt_get(t555, k102_depth);
(void)depth_155;
e155[1] = llt_get(t555, k104_fanout);
llt_value t556 = llt_get(t555, k2_root);
if (t556.kind == LLT_UNDEFINED) t556 = S(k110_rotate);
e155[7] = t556;
e155[8] = llt_get(t555, k105_order);
e155[5] = llt_closure(f557, e155);
e155[6] = llt_closure(f559, e155);
return ({ llt_value t562 = llt_object(5); llt_put(t562, k31_name, name_155); llt_put(t562, k33_emit, llt_closure(f563, e155)); t562; });
return U;
}
static llt_value g_overTree(llt_value *up, llt_value self, int n, const llt_value *a) {
return f552_overTree(up, self, n, a);
}
static llt_value f506(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value algorithm_178 = (n > 0 ? a[0] : U);
(void)algorithm_178;
return ({ llt_value a507[2]; a507[0] = algorithm_178; a507[1] = llt_closure(g_bcastTree, NULL); g_overTree(NULL, U, 2, a507); });
}
static llt_value g_down(llt_value *up, llt_value self, int n, const llt_value *a) {
return f506(up, self, n, a);
}
static llt_value f580(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value __114 = (n > 0 ? a[0] : U);
(void)__114;
llt_value i_114 = (n > 1 ? a[1] : U);
(void)i_114;
return N(((i_114).of.number + 1.0));
}
static llt_value f574(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value v_113 = (n > 0 ? a[0] : U);
(void)v_113;
llt_value size_113 = (n > 1 ? a[1] : U);
(void)size_113;
if ((!llt_same(v_113, N(0.0)))) {
return ({ llt_value t575 = llt_object(2); llt_put(t575, k100_parent, N(0.0)); llt_put(t575, k101_children, ({ llt_value t576 = llt_array(0);  t576; })); t575; });
}
return ({ llt_value t577 = llt_object(2); llt_put(t577, k100_parent, N((-1.0))); llt_put(t577, k101_children, ({ llt_value a578[2]; a578[0] = ({ llt_value t579 = llt_object(1); llt_put(t579, k77_length, N(((size_113).of.number - 1.0))); t579; }); a578[1] = llt_closure(f580, NULL); llt_array_from(a578[0], a578[1]); })); t577; });
return U;
}
static llt_value g_linearTree(llt_value *up, llt_value self, int n, const llt_value *a) {
return f574(up, self, n, a);
}
static llt_value f581(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_179 = (n > 0 ? a[0] : U);
(void)size_179;
return (((size_179).of.number > 1.0) ? N(1.0) : N(0.0));
}
static llt_value f585(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e117 = up;
(void)e117;
llt_value chain3_118 = (n > 0 ? a[0] : U);
(void)chain3_118;
return N(((1.0 + ((chain3_118).of.number * (e117[1]).of.number)) + llt_min((chain3_118).of.number, (e117[2]).of.number)));
}
static llt_value f589(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e117 = up;
(void)e117;
llt_value __119 = (n > 0 ? a[0] : U);
(void)__119;
llt_value i_119 = (n > 1 ? a[1] : U);
(void)i_119;
return ({ llt_value o590 = e117[3]; ({ llt_value a591[1]; a591[0] = i_119; llt_call(o590, U, 1, a591); }); });
}
static llt_value f584(llt_value *up, llt_value self, int n, const llt_value *a) {
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
e117[3] = llt_closure(f585, e117);
if ((llt_same(v_117, N(0.0)))) {
return ({ llt_value t586 = llt_object(2); llt_put(t586, k100_parent, N((-1.0))); llt_put(t586, k101_children, ({ llt_value a587[2]; a587[0] = ({ llt_value t588 = llt_object(1); llt_put(t588, k77_length, chains_117); t588; }); a587[1] = llt_closure(f589, e117); llt_array_from(a587[0], a587[1]); })); t586; });
}
llt_value ofLong_117 = N(((e117[2]).of.number * ((e117[1]).of.number + 1.0)));
(void)ofLong_117;
llt_value chain2_117 = (((v_117).of.number <= (ofLong_117).of.number) ? N(llt_floor((((v_117).of.number - 1.0) / ((e117[1]).of.number + 1.0)))) : N(((e117[2]).of.number + llt_floor(((((v_117).of.number - 1.0) - (ofLong_117).of.number) / (e117[1]).of.number)))));
(void)chain2_117;
return ({ llt_value t592 = llt_object(2); llt_put(t592, k100_parent, ((llt_same(v_117, ({ llt_value o593 = e117[3]; ({ llt_value a594[1]; a594[0] = chain2_117; llt_call(o593, U, 1, a594); }); }))) ? N(0.0) : N(((v_117).of.number - 1.0)))); llt_put(t592, k101_children, ((((v_117).of.number + 1.0) < (({ llt_value o595 = e117[3]; ({ llt_value a596[1]; a596[0] = N(((chain2_117).of.number + 1.0)); llt_call(o595, U, 1, a596); }); })).of.number) ? ({ llt_value t597 = llt_array(1); llt_push(t597, N(((v_117).of.number + 1.0))); t597; }) : ({ llt_value t598 = llt_array(0);  t598; }))); t592; });
return U;
}
static llt_value g_chainTree(llt_value *up, llt_value self, int n, const llt_value *a) {
return f584(up, self, n, a);
}
static llt_value f599(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_180 = (n > 0 ? a[0] : U);
(void)size_180;
llt_value fanout_180 = (n > 1 ? a[1] : U);
(void)fanout_180;
return N(llt_ceil((((size_180).of.number - 1.0) / (fanout_180).of.number)));
}
static llt_value f602(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_181 = (n > 0 ? a[0] : U);
(void)size_181;
return N(((size_181).of.number - 1.0));
}
static llt_value f610(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e120 = up;
(void)e120;
llt_value child_121 = (n > 0 ? a[0] : U);
(void)child_121;
return B(((child_121).of.number < (e120[1]).of.number));
}
static llt_value f605(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e120 = llt_frame(NULL, 1);
llt_value v_120 = (n > 0 ? a[0] : U);
(void)v_120;
e120[1] = (n > 1 ? a[1] : U);
return ({ llt_value t606 = llt_object(2); llt_put(t606, k100_parent, ((llt_same(v_120, N(0.0))) ? N((-1.0)) : N((double)((int32_t)((v_120).of.number - 1.0) >> (int32_t)1.0)))); llt_put(t606, k101_children, ({ llt_value o608 = ({ llt_value t607 = llt_array(2); llt_push(t607, N(((2.0 * (v_120).of.number) + 1.0))); llt_push(t607, N(((2.0 * (v_120).of.number) + 2.0))); t607; }); ({ llt_value a609[1]; a609[0] = llt_closure(f610, e120); llt_m_filter(o608, k114_filter, 1, a609); }); })); t606; });
}
static llt_value g_heapTree(llt_value *up, llt_value self, int n, const llt_value *a) {
return f605(up, self, n, a);
}
static llt_value f619(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e122 = up;
(void)e122;
llt_value child_123 = (n > 0 ? a[0] : U);
(void)child_123;
return B(((child_123).of.number < (e122[1]).of.number));
}
static llt_value f613(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e122 = llt_frame(NULL, 1);
llt_value v_122 = (n > 0 ? a[0] : U);
(void)v_122;
e122[1] = (n > 1 ? a[1] : U);
llt_value width_122 = N(llt_power(2.0, (({ llt_value a614[1]; a614[0] = N(((v_122).of.number + 1.0)); g_floorLog2(NULL, U, 1, a614); })).of.number));
(void)width_122;
llt_value above_122 = N(((width_122).of.number / 2.0));
(void)above_122;
llt_value parent_122 = ((((v_122).of.number - (above_122).of.number) < ((width_122).of.number - 1.0)) ? N(((v_122).of.number - (above_122).of.number)) : N(((v_122).of.number - (width_122).of.number)));
(void)parent_122;
return ({ llt_value t615 = llt_object(2); llt_put(t615, k100_parent, ((llt_same(v_122, N(0.0))) ? N((-1.0)) : parent_122)); llt_put(t615, k101_children, ({ llt_value o617 = ({ llt_value t616 = llt_array(2); llt_push(t616, N(((v_122).of.number + (width_122).of.number))); llt_push(t616, N(((v_122).of.number + (2.0 * (width_122).of.number)))); t616; }); ({ llt_value a618[1]; a618[0] = llt_closure(f619, e122); llt_m_filter(o617, k114_filter, 1, a618); }); })); t615; });
return U;
}
static llt_value g_ompiBinaryTree(llt_value *up, llt_value self, int n, const llt_value *a) {
return f613(up, self, n, a);
}
static llt_value f629(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e182 = up;
(void)e182;
llt_value v2_184 = (n > 0 ? a[0] : U);
(void)v2_184;
return N(llt_rest_of(((v2_184).of.number + (e182[1]).of.number), (e182[2]).of.number));
}
static llt_value f631(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e182 = up;
(void)e182;
llt_value half2_185 = (n > 0 ? a[0] : U);
(void)half2_185;
return N(((llt_at(e182[3], N(((half2_185).of.number + 1.0)))).of.number - (llt_at(e182[3], half2_185)).of.number));
}
static llt_value f632(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e182 = up;
(void)e182;
llt_value to_186 = (n > 0 ? a[0] : U);
(void)to_186;
llt_value half2_186 = (n > 1 ? a[1] : U);
(void)half2_186;
(void)({ llt_value o633 = e182[4]; ({ llt_value a634[4]; a634[0] = ({ llt_value o635 = e182[5]; ({ llt_value a636[1]; a636[0] = to_186; llt_call(o635, U, 1, a636); }); }); a634[1] = ({ llt_value o637 = e182[6]; ({ llt_value a638[1]; a638[0] = half2_186; llt_call(o637, U, 1, a638); }); }); a634[2] = llt_at(e182[3], half2_186); a634[3] = llt_at(e182[3], N(((half2_186).of.number + 1.0))); llt_call(llt_get(o633, k55_send), o633, 4, a634); }); });
return U;
}
static llt_value f650(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e182 = up;
(void)e182;
llt_value child_187 = (n > 0 ? a[0] : U);
(void)child_187;
llt_value i_187 = (n > 1 ? a[1] : U);
(void)i_187;
(void)({ llt_value o651 = e182[7]; ({ llt_value a652[2]; a652[0] = child_187; a652[1] = ((llt_same(e182[8], N(0.0))) ? i_187 : e182[9]); llt_call(o651, U, 2, a652); }); });
return U;
}
static llt_value f623(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e182 = llt_frame(NULL, 9);
llt_value call_182 = (n > 0 ? a[0] : U);
(void)call_182;
llt_value out_182 = (n > 1 ? a[1] : U);
(void)out_182;
llt_value t624 = call_182;
(void)t624;
llt_value rank_182 = llt_get(t624, k0_rank);
(void)rank_182;
e182[2] = llt_get(t624, k1_size);
e182[1] = llt_get(t624, k2_root);
llt_value bytes_182 = llt_get(t624, k3_bytes);
(void)bytes_182;
llt_value middle_182 = N(((bytes_182).of.number - (({ llt_value a625[3]; a625[0] = bytes_182; a625[1] = N(2.0); a625[2] = N(1.0); g_halvedStart(NULL, U, 3, a625); })).of.number));
(void)middle_182;
if ((llt_same(middle_182, bytes_182))) {
{
(void)({ llt_value a626[3]; a626[0] = call_182; a626[1] = out_182; a626[2] = g_WHOLE_CHAIN; g_bcastTree(NULL, U, 3, a626); });
return U;
}
}
e182[4] = ({ llt_value a628[3]; a628[0] = out_182; a628[1] = N(0.0); a628[2] = B(1); llt_new(&c_DataFlow, 3, a628); });
e182[5] = llt_closure(f629, e182);
e182[3] = ({ llt_value t630 = llt_array(3); llt_push(t630, N(0.0)); llt_push(t630, middle_182); llt_push(t630, bytes_182); t630; });
e182[6] = llt_closure(f631, e182);
e182[7] = llt_closure(f632, e182);
e182[8] = ({ llt_value a639[2]; a639[0] = N(((rank_182).of.number - (e182[1]).of.number)); a639[1] = e182[2]; g_mod(NULL, U, 2, a639); });
llt_value t641 = ({ llt_value a640[3]; a640[0] = e182[8]; a640[1] = e182[2]; a640[2] = N(2.0); g_ompiBinaryTree(NULL, U, 3, a640); });
(void)t641;
llt_value parent_182 = llt_get(t641, k100_parent);
(void)parent_182;
llt_value children_182 = llt_get(t641, k101_children);
(void)children_182;
e182[9] = ((llt_same(N(llt_rest_of((e182[8]).of.number, 2.0)), N(1.0))) ? N(0.0) : N(1.0));
if (((e182[8]).of.number > 0.0)) {
(void)({ llt_value o642 = e182[4]; ({ llt_value a643[2]; a643[0] = ({ llt_value o644 = e182[5]; ({ llt_value a645[1]; a645[0] = parent_182; llt_call(o644, U, 1, a645); }); }); a643[1] = ({ llt_value o646 = e182[6]; ({ llt_value a647[1]; a647[0] = e182[9]; llt_call(o646, U, 1, a647); }); }); llt_call(llt_get(o642, k57_receive), o642, 2, a643); }); });
}
(void)({ llt_value o648 = children_182; ({ llt_value a649[1]; a649[0] = llt_closure(f650, e182); llt_m_forEach(o648, k117_forEach, 1, a649); }); });
llt_value last_182 = ((llt_same(N(llt_rest_of((e182[2]).of.number, 2.0)), N(0.0))) ? N(((e182[2]).of.number - 1.0)) : N(0.0));
(void)last_182;
if (((llt_same(e182[8], N(0.0))) && ((last_182).of.number > 0.0))) {
(void)({ llt_value o653 = e182[7]; ({ llt_value a654[2]; a654[0] = last_182; a654[1] = N(1.0); llt_call(o653, U, 2, a654); }); });
}
if ((((e182[8]).of.number > 0.0) && (llt_same(e182[8], last_182)))) {
(void)({ llt_value o655 = e182[4]; ({ llt_value a656[2]; a656[0] = e182[1]; a656[1] = ({ llt_value o657 = e182[6]; ({ llt_value a658[1]; a658[0] = N(1.0); llt_call(o657, U, 1, a658); }); }); llt_call(llt_get(o655, k57_receive), o655, 2, a656); }); });
}
if (((llt_same(e182[8], N(0.0))) || (llt_same(e182[8], last_182)))) {
return U;
}
llt_value pair_182 = ((llt_same(N(llt_rest_of((e182[8]).of.number, 2.0)), N(1.0))) ? N(((e182[8]).of.number + 1.0)) : N(((e182[8]).of.number - 1.0)));
(void)pair_182;
(void)({ llt_value o659 = e182[7]; ({ llt_value a660[2]; a660[0] = pair_182; a660[1] = e182[9]; llt_call(o659, U, 2, a660); }); });
(void)({ llt_value o661 = e182[4]; ({ llt_value a662[2]; a662[0] = ({ llt_value o663 = e182[5]; ({ llt_value a664[1]; a664[0] = pair_182; llt_call(o663, U, 1, a664); }); }); a662[1] = ({ llt_value o665 = e182[6]; ({ llt_value a666[1]; a666[0] = N((1.0 - (e182[9]).of.number)); llt_call(o665, U, 1, a666); }); }); llt_call(llt_get(o661, k57_receive), o661, 2, a662); }); });
return U;
}
static llt_value f669(llt_value *up, llt_value self, int n, const llt_value *a) {
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
llt_value children_129 = ({ llt_value t670 = llt_array(0);  t670; });
(void)children_129;
{
(void)(mask_129 = N(((mask_129).of.number / (radix_129).of.number)));
for (; ((mask_129).of.number >= 1.0); (void)(mask_129 = N(((mask_129).of.number / (radix_129).of.number)))) {
{
{
llt_value digit_135 = N(1.0);
(void)digit_135;
for (; ((digit_135).of.number < (radix_129).of.number); (void)({ llt_value t671 = digit_135; (void)(digit_135 = N((digit_135).of.number + 1)); t671; })) {
{
if ((((v_129).of.number + ((digit_135).of.number * (mask_129).of.number)) < (size_129).of.number)) {
(void)({ llt_value o672 = children_129; ({ llt_value a673[1]; a673[0] = N(((v_129).of.number + ((digit_135).of.number * (mask_129).of.number))); llt_m_push(o672, k78_push, 1, a673); }); });
}
}
}
}
}
}
}
return ({ llt_value t674 = llt_object(2); llt_put(t674, k100_parent, parent_129); llt_put(t674, k101_children, children_129); t674; });
return U;
}
static llt_value g_knomialTree(llt_value *up, llt_value self, int n, const llt_value *a) {
return f669(up, self, n, a);
}
static llt_value f675_knomialDepth(llt_value *up, llt_value self, int n, const llt_value *a) {
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
(void)({ llt_value t676 = depth_137; (void)(depth_137 = N((depth_137).of.number + 1)); t676; });
}
}
return depth_137;
return U;
}
static llt_value g_knomialDepth(llt_value *up, llt_value self, int n, const llt_value *a) {
return f675_knomialDepth(up, self, n, a);
}
static llt_value f680(llt_value *up, llt_value self, int n, const llt_value *a) {
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
for (; (((step_63).of.number + 1.0) < (size_62).of.number); (void)({ llt_value t681 = step_63; (void)(step_63 = N((step_63).of.number + 1)); t681; })) {
{
llt_value item_64 = ({ llt_value a682[2]; a682[0] = N(((v_62).of.number - (step_63).of.number)); a682[1] = size_62; g_mod(NULL, U, 2, a682); });
(void)item_64;
(void)({ llt_value o683 = holder_62; ({ llt_value a684[4]; a684[0] = ({ llt_value o685 = named_62; ({ llt_value a686[1]; a686[0] = N(llt_rest_of(((v_62).of.number + 1.0), (size_62).of.number)); llt_call(o685, U, 1, a686); }); }); a684[1] = ({ llt_value o687 = runs_62; ({ llt_value a688[2]; a688[0] = item_64; a688[1] = N(1.0); llt_call(llt_get(o687, k3_bytes), o687, 2, a688); }); }); a684[2] = ({ llt_value o689 = runs_62; ({ llt_value a690[1]; a690[0] = item_64; llt_call(llt_get(o689, k59_slots), o689, 1, a690); }); }); a684[3] = ({ llt_value o691 = runs_62; ({ llt_value a692[1]; a692[0] = N(((item_64).of.number + 1.0)); llt_call(llt_get(o691, k59_slots), o691, 1, a692); }); }); llt_call(llt_get(o683, k55_send), o683, 4, a684); }); });
(void)(holder_62 = ({ llt_value a693[3]; a693[0] = out_62; a693[1] = N(0.0); a693[2] = B(0); llt_new(&c_DataFlow, 3, a693); }));
(void)({ llt_value o694 = holder_62; ({ llt_value a695[2]; a695[0] = ({ llt_value o696 = named_62; ({ llt_value a697[1]; a697[0] = ({ llt_value a698[2]; a698[0] = N(((v_62).of.number - 1.0)); a698[1] = size_62; g_mod(NULL, U, 2, a698); }); llt_call(o696, U, 1, a697); }); }); a695[1] = ({ llt_value o699 = runs_62; ({ llt_value a700[2]; a700[0] = ({ llt_value a701[2]; a701[0] = N(((item_64).of.number - 1.0)); a701[1] = size_62; g_mod(NULL, U, 2, a701); }); a700[1] = N(1.0); llt_call(llt_get(o699, k3_bytes), o699, 2, a700); }); }); llt_call(llt_get(o694, k57_receive), o694, 2, a695); }); });
}
}
}
return U;
}
static llt_value g_gatherByRing(llt_value *up, llt_value self, int n, const llt_value *a) {
return f680(up, self, n, a);
}
static llt_value f710_scatterStart(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_188 = (n > 0 ? a[0] : U);
(void)bytes_188;
llt_value size_188 = (n > 1 ? a[1] : U);
(void)size_188;
llt_value v_188 = (n > 2 ? a[2] : U);
(void)v_188;
llt_value element_188 = ({ llt_value a711[1]; a711[0] = bytes_188; g_elementBytes(NULL, U, 1, a711); });
(void)element_188;
return N(llt_min((bytes_188).of.number, (((v_188).of.number * (element_188).of.number) * llt_ceil((((bytes_188).of.number / (element_188).of.number) / (size_188).of.number)))));
return U;
}
static llt_value g_scatterStart(llt_value *up, llt_value self, int n, const llt_value *a) {
return f710_scatterStart(up, self, n, a);
}
static llt_value f708(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e189 = up;
(void)e189;
llt_value v_190 = (n > 0 ? a[0] : U);
(void)v_190;
return ({ llt_value a709[3]; a709[0] = e189[1]; a709[1] = e189[2]; a709[2] = v_190; g_scatterStart(NULL, U, 3, a709); });
}
static llt_value f713(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e189 = up;
(void)e189;
llt_value v_191 = (n > 0 ? a[0] : U);
(void)v_191;
llt_value count_191 = (n > 1 ? a[1] : U);
(void)count_191;
return ((((v_191).of.number + (count_191).of.number) <= (e189[2]).of.number) ? N(({ const double d718 = (({ llt_value o714 = e189[3]; ({ llt_value a715[1]; a715[0] = N(((v_191).of.number + (count_191).of.number)); llt_call(o714, U, 1, a715); }); })).of.number; const double d719 = (({ llt_value o716 = e189[3]; ({ llt_value a717[1]; a717[0] = v_191; llt_call(o716, U, 1, a717); }); })).of.number; (d718 - d719); })) : N(({ const double d724 = ((e189[1]).of.number - (({ llt_value o720 = e189[3]; ({ llt_value a721[1]; a721[0] = v_191; llt_call(o720, U, 1, a721); }); })).of.number); const double d725 = (({ llt_value o722 = e189[3]; ({ llt_value a723[1]; a723[0] = N((((v_191).of.number + (count_191).of.number) - (e189[2]).of.number)); llt_call(o722, U, 1, a723); }); })).of.number; (d724 + d725); })));
}
static llt_value f705_shares(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e189 = llt_frame(NULL, 3);
llt_value t706 = (n > 0 ? a[0] : U);
(void)t706;
e189[1] = llt_get(t706, k3_bytes);
e189[2] = llt_get(t706, k1_size);
llt_value t707 = (n > 1 ? a[1] : U);
if (t707.kind == LLT_UNDEFINED) t707 = llt_closure(f708, e189);
e189[3] = t707;
return ({ llt_value t712 = llt_object(2); llt_put(t712, k3_bytes, llt_closure(f713, e189)); llt_put(t712, k59_slots, e189[3]); t712; });
return U;
}
static llt_value g_shares(llt_value *up, llt_value self, int n, const llt_value *a) {
return f705_shares(up, self, n, a);
}
static llt_value f729(llt_value *up, llt_value self, int n, const llt_value *a) {
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
(void)({ llt_value o730 = holder_193; ({ llt_value a731[4]; a731[0] = to_193; a731[1] = ({ llt_value o732 = e192[1]; ({ llt_value a733[2]; a733[0] = v_193; a733[1] = count_193; llt_call(llt_get(o732, k3_bytes), o732, 2, a733); }); }); a731[2] = ({ llt_value o734 = e192[1]; ({ llt_value a735[1]; a735[0] = v_193; llt_call(llt_get(o734, k59_slots), o734, 1, a735); }); }); a731[3] = ({ llt_value o736 = e192[1]; ({ llt_value a737[1]; a737[0] = N(((v_193).of.number + (count_193).of.number)); llt_call(llt_get(o736, k59_slots), o736, 1, a737); }); }); llt_call(llt_get(o730, k55_send), o730, 4, a731); }); });
return U;
}
static llt_value f742_runSpan(llt_value *up, llt_value self, int n, const llt_value *a) {
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
return f742_runSpan(up, self, n, a);
}
static llt_value f743(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e163 = up;
(void)e163;
llt_value bytes_164 = (n > 0 ? a[0] : U);
(void)bytes_164;
return ({ llt_value t744 = B(((bytes_164).of.number > 0.0)); !llt_truth(t744) ? B((llt_same(llt_get(e163[1], k87_skipsEmpty), U))) : t744; });
}
static llt_value f738_scatterRuns(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e163 = llt_frame(NULL, 1);
llt_value call_163 = (n > 0 ? a[0] : U);
(void)call_163;
llt_value flow_163 = (n > 1 ? a[1] : U);
(void)flow_163;
e163[1] = (n > 2 ? a[2] : U);
llt_value t739 = call_163;
(void)t739;
llt_value rank_163 = llt_get(t739, k0_rank);
(void)rank_163;
llt_value size_163 = llt_get(t739, k1_size);
(void)size_163;
llt_value root_163 = llt_get(t739, k2_root);
(void)root_163;
llt_value v_163 = ({ llt_value a740[2]; a740[0] = N(((rank_163).of.number - (root_163).of.number)); a740[1] = size_163; g_mod(NULL, U, 2, a740); });
(void)v_163;
llt_value span_163 = ({ llt_value a741[2]; a741[0] = v_163; a741[1] = size_163; g_runSpan(NULL, U, 2, a741); });
(void)span_163;
llt_value moves_163 = llt_closure(f743, e163);
(void)moves_163;
llt_value own_163 = ({ llt_value o745 = e163[1]; ({ llt_value a746[2]; a746[0] = v_163; a746[1] = N(llt_min((span_163).of.number, ((size_163).of.number - (v_163).of.number))); llt_call(llt_get(o745, k3_bytes), o745, 2, a746); }); });
(void)own_163;
if (((!llt_same(v_163, N(0.0))) && llt_truth(({ llt_value o747 = moves_163; ({ llt_value a748[1]; a748[0] = own_163; llt_call(o747, U, 1, a748); }); })))) {
(void)({ llt_value o749 = flow_163; ({ llt_value a750[2]; a750[0] = N(llt_rest_of((((v_163).of.number - (span_163).of.number) + (root_163).of.number), (size_163).of.number)); a750[1] = own_163; llt_call(llt_get(o749, k57_receive), o749, 2, a750); }); });
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
if ((((child_166).of.number < (size_163).of.number) && llt_truth(({ llt_value o751 = moves_163; ({ llt_value a752[1]; a752[0] = ({ llt_value o753 = e163[1]; ({ llt_value a754[2]; a754[0] = child_166; a754[1] = count_166; llt_call(llt_get(o753, k3_bytes), o753, 2, a754); }); }); llt_call(o751, U, 1, a752); }); })))) {
(void)({ llt_value o755 = e163[1]; ({ llt_value a756[4]; a756[0] = flow_163; a756[1] = N(llt_rest_of(((child_166).of.number + (root_163).of.number), (size_163).of.number)); a756[2] = child_166; a756[3] = count_166; llt_call(llt_get(o755, k55_send), o755, 4, a756); }); });
}
}
}
}
return U;
}
static llt_value g_scatterRuns(llt_value *up, llt_value self, int n, const llt_value *a) {
return f738_scatterRuns(up, self, n, a);
}
static llt_value f760(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e192 = up;
(void)e192;
llt_value v_194 = (n > 0 ? a[0] : U);
(void)v_194;
return N(llt_rest_of(((v_194).of.number + (e192[2]).of.number), (e192[3]).of.number));
}
static llt_value f702_scatterThen(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e192 = llt_frame(NULL, 3);
llt_value gather_192 = (n > 0 ? a[0] : U);
(void)gather_192;
llt_value call_192 = (n > 1 ? a[1] : U);
(void)call_192;
llt_value out_192 = (n > 2 ? a[2] : U);
(void)out_192;
llt_value t703 = call_192;
(void)t703;
llt_value rank_192 = llt_get(t703, k0_rank);
(void)rank_192;
e192[3] = llt_get(t703, k1_size);
e192[2] = llt_get(t703, k2_root);
e192[1] = ({ llt_value a704[1]; a704[0] = call_192; g_shares(NULL, U, 1, a704); });
llt_value flow_192 = ({ llt_value a726[3]; a726[0] = out_192; a726[1] = N(0.0); a726[2] = B(1); llt_new(&c_DataFlow, 3, a726); });
(void)flow_192;
(void)({ llt_value a727[3]; a727[0] = call_192; a727[1] = flow_192; a727[2] = ({ llt_value t728 = llt_object(3); llt_put(t728, k3_bytes, llt_get(e192[1], k3_bytes)); llt_put(t728, k87_skipsEmpty, B(1)); llt_put(t728, k55_send, llt_closure(f729, e192)); t728; }); g_scatterRuns(NULL, U, 3, a727); });
(void)({ llt_value o757 = gather_192; ({ llt_value a758[6]; a758[0] = ({ llt_value a759[2]; a759[0] = N(((rank_192).of.number - (e192[2]).of.number)); a759[1] = e192[3]; g_mod(NULL, U, 2, a759); }); a758[1] = e192[3]; a758[2] = llt_closure(f760, e192); a758[3] = e192[1]; a758[4] = flow_192; a758[5] = out_192; llt_call(o757, U, 6, a758); }); });
return U;
}
static llt_value g_scatterThen(llt_value *up, llt_value self, int n, const llt_value *a) {
return f702_scatterThen(up, self, n, a);
}
static llt_value f678(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_199 = (n > 0 ? a[0] : U);
(void)call_199;
llt_value out_199 = (n > 1 ? a[1] : U);
(void)out_199;
return ({ llt_value a679[3]; a679[0] = llt_closure(g_gatherByRing, NULL); a679[1] = call_199; a679[2] = out_199; g_scatterThen(NULL, U, 3, a679); });
}
static llt_value f765(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e71 = up;
(void)e71;
llt_value from_72 = (n > 0 ? a[0] : U);
(void)from_72;
llt_value end_72 = (n > 1 ? a[1] : U);
(void)end_72;
return ({ llt_value o766 = e71[1]; ({ llt_value a767[2]; a767[0] = from_72; a767[1] = N(((end_72).of.number - (from_72).of.number)); llt_call(llt_get(o766, k3_bytes), o766, 2, a767); }); });
}
static llt_value f768(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e71 = up;
(void)e71;
llt_value to_73 = (n > 0 ? a[0] : U);
(void)to_73;
llt_value from_73 = (n > 1 ? a[1] : U);
(void)from_73;
llt_value end_73 = (n > 2 ? a[2] : U);
(void)end_73;
(void)({ llt_value o769 = e71[2]; ({ llt_value a770[4]; a770[0] = ({ llt_value o771 = e71[3]; ({ llt_value a772[1]; a772[0] = to_73; llt_call(o771, U, 1, a772); }); }); a770[1] = ({ llt_value o773 = e71[4]; ({ llt_value a774[2]; a774[0] = from_73; a774[1] = end_73; llt_call(o773, U, 2, a774); }); }); a770[2] = ({ llt_value o775 = e71[1]; ({ llt_value a776[1]; a776[0] = from_73; llt_call(llt_get(o775, k59_slots), o775, 1, a776); }); }); a770[3] = ({ llt_value o777 = e71[1]; ({ llt_value a778[1]; a778[0] = end_73; llt_call(llt_get(o777, k59_slots), o777, 1, a778); }); }); llt_call(llt_get(o769, k55_send), o769, 4, a770); }); });
return U;
}
static llt_value f805_groupOf(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value rank_55 = (n > 0 ? a[0] : U);
(void)rank_55;
llt_value span_55 = (n > 1 ? a[1] : U);
(void)span_55;
llt_value size_55 = (n > 2 ? a[2] : U);
(void)size_55;
llt_value from_55 = N(((rank_55).of.number - llt_rest_of((rank_55).of.number, (span_55).of.number)));
(void)from_55;
return ({ llt_value t806 = llt_object(2); llt_put(t806, k85_from, from_55); llt_put(t806, k86_end, N(llt_min(((from_55).of.number + (span_55).of.number), (size_55).of.number))); t806; });
return U;
}
static llt_value g_groupOf(llt_value *up, llt_value self, int n, const llt_value *a) {
return f805_groupOf(up, self, n, a);
}
static llt_value f809_relaysOf(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value rank_56 = (n > 0 ? a[0] : U);
(void)rank_56;
llt_value span_56 = (n > 1 ? a[1] : U);
(void)span_56;
llt_value size_56 = (n > 2 ? a[2] : U);
(void)size_56;
llt_value served_56 = (n > 3 ? a[3] : U);
(void)served_56;
llt_value relays_56 = ({ llt_value t810 = llt_array(0);  t810; });
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
llt_value t812 = ({ llt_value t811 = llt_array(2); llt_push(t811, N(llt_min((rank_56).of.number, (peer_58).of.number))); llt_push(t811, N(llt_max((rank_56).of.number, (peer_58).of.number))); t811; });
(void)t812;
llt_value lower_58 = llt_at(t812, N(0));
(void)lower_58;
llt_value upper_58 = llt_at(t812, N(1));
(void)upper_58;
if (((((lower_58).of.number < (end_58).of.number) && ((upper_58).of.number >= (end_58).of.number)) && ((upper_58).of.number < (size_56).of.number))) {
(void)({ llt_value o813 = relays_56; ({ llt_value a814[1]; a814[0] = ({ llt_value t815 = llt_object(2); llt_put(t815, k122_peer, peer_58); llt_put(t815, k123_sends, B((llt_same(rank_56, lower_58)))); t815; }); llt_m_push(o813, k78_push, 1, a814); }); });
}
}
}
}
return relays_56;
return U;
}
static llt_value g_relaysOf(llt_value *up, llt_value self, int n, const llt_value *a) {
return f809_relaysOf(up, self, n, a);
}
static llt_value f802_roundsOf(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value rank_59 = (n > 0 ? a[0] : U);
(void)rank_59;
llt_value size_59 = (n > 1 ? a[1] : U);
(void)size_59;
llt_value rounds_59 = ({ llt_value t803 = llt_array(0);  t803; });
(void)rounds_59;
{
llt_value span_60 = N(1.0);
(void)span_60;
for (; ((span_60).of.number < (size_59).of.number); (void)(span_60 = N(((span_60).of.number * 2.0)))) {
{
llt_value partner_61 = N((double)((int32_t)(rank_59).of.number ^ (int32_t)(span_60).of.number));
(void)partner_61;
llt_value own_61 = ({ llt_value a804[3]; a804[0] = rank_59; a804[1] = span_60; a804[2] = size_59; g_groupOf(NULL, U, 3, a804); });
(void)own_61;
llt_value other_61 = ({ llt_value a807[3]; a807[0] = partner_61; a807[1] = span_60; a807[2] = size_59; g_groupOf(NULL, U, 3, a807); });
(void)other_61;
llt_value isCut_61 = B((((llt_get(other_61, k85_from)).of.number + (span_60).of.number) > (size_59).of.number));
(void)isCut_61;
llt_value relays_61 = (llt_truth(isCut_61) ? ({ llt_value a808[4]; a808[0] = rank_59; a808[1] = span_60; a808[2] = size_59; a808[3] = N((((size_59).of.number - (llt_get(own_61, k85_from)).of.number) - (span_60).of.number)); g_relaysOf(NULL, U, 4, a808); }) : ({ llt_value t816 = llt_array(0);  t816; }));
(void)relays_61;
(void)({ llt_value o817 = rounds_59; ({ llt_value a818[1]; a818[0] = ({ llt_value t819 = llt_object(4); llt_put(t819, k118_own, own_61); llt_put(t819, k119_other, other_61); llt_put(t819, k120_partner, (((partner_61).of.number < (size_59).of.number) ? partner_61 : N((-1.0)))); llt_put(t819, k121_relays, relays_61); t819; }); llt_m_push(o817, k78_push, 1, a818); }); });
}
}
}
return rounds_59;
return U;
}
static llt_value g_roundsOf(llt_value *up, llt_value self, int n, const llt_value *a) {
return f802_roundsOf(up, self, n, a);
}
static llt_value f764(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e71 = llt_frame(NULL, 4);
llt_value v_71 = (n > 0 ? a[0] : U);
(void)v_71;
llt_value size_71 = (n > 1 ? a[1] : U);
(void)size_71;
e71[3] = (n > 2 ? a[2] : U);
e71[1] = (n > 3 ? a[3] : U);
e71[2] = (n > 4 ? a[4] : U);
e71[4] = llt_closure(f765, e71);
llt_value give_71 = llt_closure(f768, e71);
(void)give_71;
{
llt_value t779 = ({ llt_value a801[2]; a801[0] = v_71; a801[1] = size_71; g_roundsOf(NULL, U, 2, a801); });
for (int i780 = 0; i780 < llt_length(t779); i780++)
{
llt_value t781 = llt_at(t779, N(i780));
(void)t781;
llt_value own_74 = llt_get(t781, k118_own);
(void)own_74;
llt_value other_74 = llt_get(t781, k119_other);
(void)other_74;
llt_value partner_74 = llt_get(t781, k120_partner);
(void)partner_74;
llt_value relays_74 = llt_get(t781, k121_relays);
(void)relays_74;
{
if (((partner_74).of.number >= 0.0)) {
{
(void)({ llt_value o782 = give_71; ({ llt_value a783[3]; a783[0] = partner_74; a783[1] = llt_get(own_74, k85_from); a783[2] = llt_get(own_74, k86_end); llt_call(o782, U, 3, a783); }); });
(void)({ llt_value o784 = e71[2]; ({ llt_value a785[2]; a785[0] = ({ llt_value o786 = e71[3]; ({ llt_value a787[1]; a787[0] = partner_74; llt_call(o786, U, 1, a787); }); }); a785[1] = ({ llt_value o788 = e71[4]; ({ llt_value a789[2]; a789[0] = llt_get(other_74, k85_from); a789[1] = llt_get(other_74, k86_end); llt_call(o788, U, 2, a789); }); }); llt_call(llt_get(o784, k57_receive), o784, 2, a785); }); });
}
}
{
llt_value t790 = relays_74;
for (int i791 = 0; i791 < llt_length(t790); i791++)
{
llt_value t792 = llt_at(t790, N(i791));
(void)t792;
llt_value peer_77 = llt_get(t792, k122_peer);
(void)peer_77;
llt_value sends_77 = llt_get(t792, k123_sends);
(void)sends_77;
{
if (llt_truth(sends_77)) {
(void)({ llt_value o793 = give_71; ({ llt_value a794[3]; a794[0] = peer_77; a794[1] = llt_get(other_74, k85_from); a794[2] = llt_get(other_74, k86_end); llt_call(o793, U, 3, a794); }); });
} else {
(void)({ llt_value o795 = e71[2]; ({ llt_value a796[2]; a796[0] = ({ llt_value o797 = e71[3]; ({ llt_value a798[1]; a798[0] = peer_77; llt_call(o797, U, 1, a798); }); }); a796[1] = ({ llt_value o799 = e71[4]; ({ llt_value a800[2]; a800[0] = llt_get(other_74, k85_from); a800[1] = llt_get(other_74, k86_end); llt_call(o799, U, 2, a800); }); }); llt_call(llt_get(o795, k57_receive), o795, 2, a796); }); });
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
return f764(up, self, n, a);
}
static llt_value f762(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_200 = (n > 0 ? a[0] : U);
(void)call_200;
llt_value out_200 = (n > 1 ? a[1] : U);
(void)out_200;
return ({ llt_value a763[3]; a763[0] = llt_closure(g_gatherByHypercube, NULL); a763[1] = call_200; a763[2] = out_200; g_scatterThen(NULL, U, 3, a763); });
}
static llt_value f825_reduceTree(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_150 = (n > 0 ? a[0] : U);
(void)call_150;
llt_value out_150 = (n > 1 ? a[1] : U);
(void)out_150;
llt_value plan_150 = (n > 2 ? a[2] : U);
(void)plan_150;
llt_value t826 = (n > 3 ? a[3] : U);
if (t826.kind == LLT_UNDEFINED) t826 = llt_get(call_150, k3_bytes);
llt_value bytes_150 = t826;
(void)bytes_150;
llt_value t827 = (n > 4 ? a[4] : U);
if (t827.kind == LLT_UNDEFINED) t827 = bytes_150;
llt_value slots_150 = t827;
(void)slots_150;
llt_value t829 = ({ llt_value a828[2]; a828[0] = call_150; a828[1] = plan_150; g_neighbours(NULL, U, 2, a828); });
(void)t829;
llt_value parent_150 = llt_get(t829, k100_parent);
(void)parent_150;
llt_value children_150 = llt_get(t829, k101_children);
(void)children_150;
llt_value segments_150 = ({ llt_value a830[2]; a830[0] = bytes_150; a830[1] = llt_get(plan_150, k109_segment); g_segmentCount(NULL, U, 2, a830); });
(void)segments_150;
llt_value t831 = llt_get(call_150, k6_options);
(void)t831;
llt_value reducePerByte_150 = llt_get(t831, k82_reducePerByte);
(void)reducePerByte_150;
llt_value done_150 = ({ llt_value a832[3]; a832[0] = out_150; a832[1] = reducePerByte_150; a832[2] = B(1); llt_new(&c_DataFlow, 3, a832); });
(void)done_150;
llt_value sent_150 = N((-1.0));
(void)sent_150;
{
llt_value i_151 = N(0.0);
(void)i_151;
for (; ((i_151).of.number < (segments_150).of.number); (void)({ llt_value t833 = i_151; (void)(i_151 = N((i_151).of.number + 1)); t833; })) {
{
llt_value t835 = ({ llt_value a834[4]; a834[0] = bytes_150; a834[1] = segments_150; a834[2] = i_151; a834[3] = slots_150; g_segmentOf(NULL, U, 4, a834); });
(void)t835;
llt_value from_152 = llt_at(t835, N(0));
(void)from_152;
llt_value end_152 = llt_at(t835, N(1));
(void)end_152;
llt_value size_152 = ((llt_same(segments_150, N(1.0))) ? bytes_150 : N(((end_152).of.number - (from_152).of.number)));
(void)size_152;
llt_value flow_152 = ({ llt_value a836[3]; a836[0] = out_150; a836[1] = reducePerByte_150; a836[2] = B(1); llt_new(&c_DataFlow, 3, a836); });
(void)flow_152;
{
llt_value c_153 = N(0.0);
(void)c_153;
for (; ((c_153).of.number < (llt_get(children_150, k77_length)).of.number); (void)({ llt_value t837 = c_153; (void)(c_153 = N((c_153).of.number + 1)); t837; })) {
{
llt_value reduced_154 = ({ llt_value o838 = flow_152; ({ llt_value a839[2]; a839[0] = llt_at(children_150, c_153); a839[1] = size_152; llt_call(llt_get(o838, k56_combine), o838, 2, a839); }); });
(void)reduced_154;
if (((llt_same(N(((reducePerByte_150).of.number * (size_152).of.number)), N(0.0))) || (llt_same(c_153, N(((llt_get(children_150, k77_length)).of.number - 1.0)))))) {
(void)({ llt_value o840 = done_150; ({ llt_value a841[1]; a841[0] = reduced_154; llt_call(llt_get(o840, k73_hold), o840, 1, a841); }); });
}
}
}
}
if (((parent_150).of.number < 0.0)) {
continue;
}
llt_value op_152 = ({ llt_value o842 = flow_152; ({ llt_value a843[4]; a843[0] = parent_150; a843[1] = size_152; a843[2] = from_152; a843[3] = end_152; llt_call(llt_get(o842, k55_send), o842, 4, a843); }); });
(void)op_152;
if (((sent_150).of.number >= 0.0)) {
(void)({ llt_value o844 = out_150; ({ llt_value a845[2]; a845[0] = op_152; a845[1] = sent_150; llt_call(llt_get(o844, k68_requires), o844, 2, a845); }); });
}
(void)(sent_150 = op_152);
}
}
}
return done_150;
return U;
}
static llt_value g_reduceTree(llt_value *up, llt_value self, int n, const llt_value *a) {
return f825_reduceTree(up, self, n, a);
}
static llt_value f823(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value algorithm_266 = (n > 0 ? a[0] : U);
(void)algorithm_266;
return ({ llt_value a824[3]; a824[0] = algorithm_266; a824[1] = llt_closure(g_reduceTree, NULL); a824[2] = ({ llt_value t846 = llt_array(1); llt_push(t846, S(k29_reduce)); t846; }); g_overTree(NULL, U, 3, a824); });
}
static llt_value g_up(llt_value *up, llt_value self, int n, const llt_value *a) {
return f823(up, self, n, a);
}
static llt_value f849(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_267 = (n > 0 ? a[0] : U);
(void)size_267;
return (((size_267).of.number > 1.0) ? N(1.0) : N(0.0));
}
static llt_value f852(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_268 = (n > 0 ? a[0] : U);
(void)size_268;
llt_value fanout_268 = (n > 1 ? a[1] : U);
(void)fanout_268;
return N(llt_ceil((((size_268).of.number - 1.0) / (fanout_268).of.number)));
}
static llt_value f855(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_269 = (n > 0 ? a[0] : U);
(void)size_269;
return N(((size_269).of.number - 1.0));
}
static llt_value f862(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value v_124 = (n > 0 ? a[0] : U);
(void)v_124;
llt_value size_124 = (n > 1 ? a[1] : U);
(void)size_124;
llt_value span_124 = ({ llt_value a863[2]; a863[0] = v_124; a863[1] = size_124; g_runSpan(NULL, U, 2, a863); });
(void)span_124;
llt_value children_124 = ({ llt_value t864 = llt_array(0);  t864; });
(void)children_124;
{
llt_value mask_125 = N(1.0);
(void)mask_125;
for (; ((mask_125).of.number < (span_124).of.number); (void)(mask_125 = N(((mask_125).of.number * 2.0)))) {
if ((((v_124).of.number + (mask_125).of.number) < (size_124).of.number)) {
(void)({ llt_value o865 = children_124; ({ llt_value a866[1]; a866[0] = N(((v_124).of.number + (mask_125).of.number)); llt_m_push(o865, k78_push, 1, a866); }); });
}
}
}
return ({ llt_value t867 = llt_object(2); llt_put(t867, k100_parent, ((llt_same(v_124, N(0.0))) ? N((-1.0)) : N(((v_124).of.number - (span_124).of.number)))); llt_put(t867, k101_children, children_124); t867; });
return U;
}
static llt_value g_inOrderBinomialTree(llt_value *up, llt_value self, int n, const llt_value *a) {
return f862(up, self, n, a);
}
static llt_value f874(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e126 = up;
(void)e126;
llt_value of_127 = (n > 0 ? a[0] : U);
(void)of_127;
return N(llt_rest_of(((of_127).of.number + 1.0), (e126[1]).of.number));
}
static llt_value f872(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e126 = llt_frame(NULL, 1);
llt_value v_126 = (n > 0 ? a[0] : U);
(void)v_126;
e126[1] = (n > 1 ? a[1] : U);
llt_value rank_126 = ({ llt_value a873[2]; a873[0] = N(((v_126).of.number - 1.0)); a873[1] = e126[1]; g_mod(NULL, U, 2, a873); });
(void)rank_126;
llt_value numbered_126 = llt_closure(f874, e126);
(void)numbered_126;
llt_value t876 = ({ llt_value t875 = llt_array(3); llt_push(t875, N(0.0)); llt_push(t875, N(((e126[1]).of.number - 1.0))); llt_push(t875, N((-1.0))); t875; });
(void)t876;
llt_value first_126 = llt_at(t876, N(0));
(void)first_126;
llt_value last_126 = llt_at(t876, N(1));
(void)last_126;
llt_value parent_126 = llt_at(t876, N(2));
(void)parent_126;
while ((!llt_same(rank_126, last_126))) {
{
llt_value upper2_128 = N(((first_126).of.number + llt_floor(((((last_126).of.number - (first_126).of.number) + 1.0) / 2.0))));
(void)upper2_128;
(void)(parent_126 = last_126);
if (((rank_126).of.number >= (upper2_128).of.number)) {
(void)({ llt_value t878 = ({ llt_value t877 = llt_array(2); llt_push(t877, upper2_128); llt_push(t877, N(((last_126).of.number - 1.0))); t877; }); (void)t878; first_126 = llt_at(t878, N(0)); last_126 = llt_at(t878, N(1)); U; });
} else {
(void)(last_126 = N(((upper2_128).of.number - 1.0)));
}
}
}
llt_value upper_126 = N(((first_126).of.number + llt_floor(((((last_126).of.number - (first_126).of.number) + 1.0) / 2.0))));
(void)upper_126;
llt_value children_126 = ({ llt_value t879 = llt_array(0);  t879; });
(void)children_126;
if (((upper_126).of.number < (last_126).of.number)) {
(void)({ llt_value o880 = children_126; ({ llt_value a881[1]; a881[0] = N(((last_126).of.number - 1.0)); llt_m_push(o880, k78_push, 1, a881); }); });
}
if (((upper_126).of.number > (first_126).of.number)) {
(void)({ llt_value o882 = children_126; ({ llt_value a883[1]; a883[0] = N(((upper_126).of.number - 1.0)); llt_m_push(o882, k78_push, 1, a883); }); });
}
return ({ llt_value t884 = llt_object(2); llt_put(t884, k100_parent, (((parent_126).of.number < 0.0) ? N((-1.0)) : ({ llt_value o885 = numbered_126; ({ llt_value a886[1]; a886[0] = parent_126; llt_call(o885, U, 1, a886); }); }))); llt_put(t884, k101_children, ({ llt_value o887 = children_126; ({ llt_value a888[1]; a888[0] = numbered_126; llt_m_map(o887, k92_map, 1, a888); }); })); t884; });
return U;
}
static llt_value g_inOrderBinaryTree(llt_value *up, llt_value self, int n, const llt_value *a) {
return f872(up, self, n, a);
}
static llt_value f869(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_270 = (n > 0 ? a[0] : U);
(void)call_270;
llt_value out_270 = (n > 1 ? a[1] : U);
(void)out_270;
llt_value t870 = call_270;
(void)t870;
llt_value rank_270 = llt_get(t870, k0_rank);
(void)rank_270;
llt_value size_270 = llt_get(t870, k1_size);
(void)size_270;
llt_value root_270 = llt_get(t870, k2_root);
(void)root_270;
llt_value bytes_270 = llt_get(t870, k3_bytes);
(void)bytes_270;
llt_value last_270 = N(((size_270).of.number - 1.0));
(void)last_270;
llt_value plan_270 = ({ llt_value t871 = llt_object(4); llt_put(t871, k99_tree, llt_closure(g_inOrderBinaryTree, NULL)); llt_put(t871, k104_fanout, N(1.0)); llt_put(t871, k109_segment, llt_get(llt_get(call_270, k6_options), k109_segment)); llt_put(t871, k2_root, S(k110_rotate)); t871; });
(void)plan_270;
llt_value done_270 = ({ llt_value a889[3]; a889[0] = ({ llt_value t890 = llt_object(2); llt_put_all(t890, call_270); llt_put(t890, k2_root, last_270); t890; }); a889[1] = out_270; a889[2] = plan_270; g_reduceTree(NULL, U, 3, a889); });
(void)done_270;
if ((llt_same(root_270, last_270))) {
return U;
}
if ((llt_same(rank_270, last_270))) {
(void)({ llt_value o891 = done_270; ({ llt_value a892[4]; a892[0] = root_270; a892[1] = bytes_270; a892[2] = N(0.0); a892[3] = bytes_270; llt_call(llt_get(o891, k55_send), o891, 4, a892); }); });
}
if ((llt_same(rank_270, root_270))) {
(void)({ llt_value o893 = done_270; ({ llt_value a894[2]; a894[0] = last_270; a894[1] = bytes_270; llt_call(llt_get(o893, k57_receive), o893, 2, a894); }); });
}
return U;
}
static llt_value f900_flowOf(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_282 = (n > 0 ? a[0] : U);
(void)call_282;
llt_value out_282 = (n > 1 ? a[1] : U);
(void)out_282;
return ({ llt_value a901[3]; a901[0] = out_282; a901[1] = llt_get(llt_get(call_282, k6_options), k82_reducePerByte); a901[2] = B((!llt_same(llt_get(llt_get(call_282, k6_options), k95_flow), S(k96_published)))); llt_new(&c_DataFlow, 3, a901); });
return U;
}
static llt_value g_flowOf(llt_value *up, llt_value self, int n, const llt_value *a) {
return f900_flowOf(up, self, n, a);
}
static llt_value f897(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_283 = (n > 0 ? a[0] : U);
(void)call_283;
llt_value out_283 = (n > 1 ? a[1] : U);
(void)out_283;
llt_value t898 = call_283;
(void)t898;
llt_value rank_283 = llt_get(t898, k0_rank);
(void)rank_283;
llt_value size_283 = llt_get(t898, k1_size);
(void)size_283;
llt_value bytes_283 = llt_get(t898, k3_bytes);
(void)bytes_283;
llt_value flow_283 = ({ llt_value a899[2]; a899[0] = call_283; a899[1] = out_283; g_flowOf(NULL, U, 2, a899); });
(void)flow_283;
llt_value t903 = ({ llt_value a902[2]; a902[0] = rank_283; a902[1] = size_283; g_fold(NULL, U, 2, a902); });
(void)t903;
llt_value power_283 = llt_get(t903, k51_power);
(void)power_283;
llt_value rest_283 = llt_get(t903, k52_rest);
(void)rest_283;
llt_value place_283 = llt_get(t903, k53_place);
(void)place_283;
llt_value neighbour_283 = llt_get(t903, k54_neighbour);
(void)neighbour_283;
if (((place_283).of.number < 0.0)) {
{
(void)({ llt_value o904 = flow_283; ({ llt_value a905[4]; a905[0] = neighbour_283; a905[1] = bytes_283; a905[2] = N(0.0); a905[3] = bytes_283; llt_call(llt_get(o904, k55_send), o904, 4, a905); }); });
(void)({ llt_value o906 = flow_283; ({ llt_value a907[2]; a907[0] = neighbour_283; a907[1] = bytes_283; llt_call(llt_get(o906, k57_receive), o906, 2, a907); }); });
return U;
}
}
if (((neighbour_283).of.number >= 0.0)) {
(void)({ llt_value o908 = flow_283; ({ llt_value a909[2]; a909[0] = neighbour_283; a909[1] = bytes_283; llt_call(llt_get(o908, k56_combine), o908, 2, a909); }); });
}
{
llt_value mask_285 = N(1.0);
(void)mask_285;
for (; ((mask_285).of.number < (power_283).of.number); (void)(mask_285 = N(((mask_285).of.number * 2.0)))) {
{
llt_value peer_286 = ({ llt_value a910[2]; a910[0] = N((double)((int32_t)(place_283).of.number ^ (int32_t)(mask_285).of.number)); a910[1] = rest_283; g_unfold(NULL, U, 2, a910); });
(void)peer_286;
(void)({ llt_value o911 = flow_283; ({ llt_value a912[4]; a912[0] = peer_286; a912[1] = bytes_283; a912[2] = N(0.0); a912[3] = bytes_283; llt_call(llt_get(o911, k55_send), o911, 4, a912); }); });
(void)({ llt_value o913 = flow_283; ({ llt_value a914[2]; a914[0] = peer_286; a914[1] = bytes_283; llt_call(llt_get(o913, k56_combine), o913, 2, a914); }); });
}
}
}
if (((neighbour_283).of.number >= 0.0)) {
(void)({ llt_value o915 = flow_283; ({ llt_value a916[4]; a916[0] = neighbour_283; a916[1] = bytes_283; a916[2] = N(0.0); a916[3] = bytes_283; llt_call(llt_get(o915, k55_send), o915, 4, a916); }); });
}
return U;
}
static llt_value f922_ceilLog2(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value n_13 = (n > 0 ? a[0] : U);
(void)n_13;
llt_value log_13 = N(0.0);
(void)log_13;
{
llt_value power_14 = N(1.0);
(void)power_14;
for (; ((power_14).of.number < (n_13).of.number); (void)(power_14 = N(((power_14).of.number * 2.0)))) {
(void)({ llt_value t923 = log_13; (void)(log_13 = N((log_13).of.number + 1)); t923; });
}
}
return log_13;
return U;
}
static llt_value g_ceilLog2(llt_value *up, llt_value self, int n, const llt_value *a) {
return f922_ceilLog2(up, self, n, a);
}
static llt_value f918(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_287 = (n > 0 ? a[0] : U);
(void)call_287;
llt_value out_287 = (n > 1 ? a[1] : U);
(void)out_287;
llt_value t919 = call_287;
(void)t919;
llt_value rank_287 = llt_get(t919, k0_rank);
(void)rank_287;
llt_value size_287 = llt_get(t919, k1_size);
(void)size_287;
llt_value bytes_287 = llt_get(t919, k3_bytes);
(void)bytes_287;
llt_value flow_287 = ({ llt_value a920[2]; a920[0] = call_287; a920[1] = out_287; g_flowOf(NULL, U, 2, a920); });
(void)flow_287;
llt_value known2_287 = N(0.0);
(void)known2_287;
{
llt_value bit_288 = N(llt_power(2.0, ((({ llt_value a921[1]; a921[0] = size_287; g_ceilLog2(NULL, U, 1, a921); })).of.number - 1.0)));
(void)bit_288;
for (; ((bit_288).of.number >= 1.0); (void)(bit_288 = N(((bit_288).of.number / 2.0)))) {
{
llt_value own_289 = N(llt_rest_of(llt_floor((((size_287).of.number - 1.0) / (bit_288).of.number)), 2.0));
(void)own_289;
llt_value distance_289 = N(((known2_287).of.number + (own_289).of.number));
(void)distance_289;
llt_value register_289 = ((llt_same(own_289, N(1.0))) ? llt_get(g_Register, k65_Result) : llt_get(g_Register, k67_Rest));
(void)register_289;
(void)({ llt_value o924 = flow_287; ({ llt_value a925[5]; a925[0] = N(llt_rest_of(((rank_287).of.number + (distance_289).of.number), (size_287).of.number)); a925[1] = bytes_287; a925[2] = N(0.0); a925[3] = bytes_287; a925[4] = register_289; llt_call(llt_get(o924, k55_send), o924, 5, a925); }); });
llt_value received_289 = ({ llt_value o926 = out_287; ({ llt_value a927[2]; a927[0] = bytes_287; a927[1] = ({ llt_value a928[2]; a928[0] = N(((rank_287).of.number - (distance_289).of.number)); a928[1] = size_287; g_mod(NULL, U, 2, a928); }); llt_call(llt_get(o926, k71_recv), o926, 2, a927); }); });
(void)received_289;
(void)({ llt_value o929 = flow_287; ({ llt_value a930[2]; a930[0] = received_289; a930[1] = bytes_287; llt_call(llt_get(o929, k29_reduce), o929, 2, a930); }); });
(void)(known2_287 = N(((2.0 * (known2_287).of.number) + (own_289).of.number)));
}
}
}
return U;
}
static void c_RingHand_fields(llt_value self) {
(void)self;
llt_put(self, k125__call, U);
llt_put(self, k60__out, U);
llt_put(self, k126__flow, U);
llt_put(self, k63__held, ({ llt_value t934 = llt_array(0);  t934; }));
}
static llt_value f935(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_290 = (n > 0 ? a[0] : U);
(void)call_290;
llt_value out_290 = (n > 1 ? a[1] : U);
(void)out_290;
(void)llt_put(self, k125__call, call_290);
(void)llt_put(self, k60__out, out_290);
(void)llt_put(self, k126__flow, ({ llt_value a936[3]; a936[0] = out_290; a936[1] = llt_get(llt_get(call_290, k6_options), k82_reducePerByte); a936[2] = B(0); llt_new(&c_DataFlow, 3, a936); }));
return U;
}
static llt_value f942(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e291 = up;
(void)e291;
llt_value from_292 = (n > 0 ? a[0] : U);
(void)from_292;
llt_value end_292 = (n > 1 ? a[1] : U);
(void)end_292;
llt_value i_292 = (n > 2 ? a[2] : U);
(void)i_292;
llt_value op_292 = ({ llt_value o943 = llt_get(e291[1], k60__out); ({ llt_value a944[2]; a944[0] = N(((end_292).of.number - (from_292).of.number)); a944[1] = N(llt_rest_of(((e291[2]).of.number + 1.0), (e291[3]).of.number)); llt_call(llt_get(o943, k55_send), o943, 2, a944); }); });
(void)op_292;
if (((i_292).of.number < (llt_get(llt_get(e291[1], k63__held), k77_length)).of.number)) {
(void)({ llt_value o945 = llt_get(e291[1], k60__out); ({ llt_value a946[2]; a946[0] = op_292; a946[1] = llt_at(llt_get(e291[1], k63__held), i_292); llt_call(llt_get(o945, k68_requires), o945, 2, a946); }); });
}
return U;
}
static llt_value f949(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e291 = up;
(void)e291;
llt_value from_293 = (n > 0 ? a[0] : U);
(void)from_293;
llt_value end_293 = (n > 1 ? a[1] : U);
(void)end_293;
llt_value left_293 = ({ llt_value a950[2]; a950[0] = N(((e291[2]).of.number - 1.0)); a950[1] = e291[3]; g_mod(NULL, U, 2, a950); });
(void)left_293;
(void)({ llt_value o951 = e291[4]; ({ llt_value a952[1]; a952[0] = (llt_truth(e291[5]) ? ({ llt_value o953 = llt_get(e291[1], k126__flow); ({ llt_value a954[2]; a954[0] = left_293; a954[1] = N(((end_293).of.number - (from_293).of.number)); llt_call(llt_get(o953, k56_combine), o953, 2, a954); }); }) : ({ llt_value o955 = llt_get(e291[1], k126__flow); ({ llt_value a956[2]; a956[0] = left_293; a956[1] = N(((end_293).of.number - (from_293).of.number)); llt_call(llt_get(o955, k57_receive), o955, 2, a956); }); })); llt_m_push(o951, k78_push, 1, a952); }); });
return U;
}
static llt_value f937(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e291 = llt_frame(NULL, 5);
e291[1] = self;
llt_value give_291 = (n > 0 ? a[0] : U);
(void)give_291;
llt_value take_291 = (n > 1 ? a[1] : U);
(void)take_291;
e291[5] = (n > 2 ? a[2] : U);
llt_value t938 = llt_get(e291[1], k125__call);
(void)t938;
e291[2] = llt_get(t938, k0_rank);
e291[3] = llt_get(t938, k1_size);
e291[4] = ({ llt_value t939 = llt_array(0);  t939; });
(void)({ llt_value o940 = e291[1]; ({ llt_value a941[2]; a941[0] = give_291; a941[1] = llt_closure(f942, e291); llt_call(llt_get(o940, k127__segments), o940, 2, a941); }); });
(void)({ llt_value o947 = e291[1]; ({ llt_value a948[2]; a948[0] = take_291; a948[1] = llt_closure(f949, e291); llt_call(llt_get(o947, k127__segments), o947, 2, a948); }); });
(void)llt_put(e291[1], k63__held, e291[4]);
return U;
}
static llt_value f957(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value share_294 = (n > 0 ? a[0] : U);
(void)share_294;
llt_value each_294 = (n > 1 ? a[1] : U);
(void)each_294;
llt_value t958 = llt_get(self, k125__call);
(void)t958;
llt_value size_294 = llt_get(t958, k1_size);
(void)size_294;
llt_value bytes_294 = llt_get(t958, k3_bytes);
(void)bytes_294;
llt_value options_294 = llt_get(t958, k6_options);
(void)options_294;
llt_value start_294 = ({ llt_value a959[3]; a959[0] = bytes_294; a959[1] = size_294; a959[2] = share_294; g_elementShare(NULL, U, 3, a959); });
(void)start_294;
llt_value length_294 = N(((({ llt_value a960[3]; a960[0] = bytes_294; a960[1] = size_294; a960[2] = N(((share_294).of.number + 1.0)); g_elementShare(NULL, U, 3, a960); })).of.number - (start_294).of.number));
(void)length_294;
llt_value segments_294 = ({ llt_value a961[2]; a961[0] = length_294; a961[1] = llt_get(options_294, k109_segment); g_segmentCount(NULL, U, 2, a961); });
(void)segments_294;
{
llt_value i_295 = N(0.0);
(void)i_295;
for (; ((i_295).of.number < (segments_294).of.number); (void)({ llt_value t962 = i_295; (void)(i_295 = N((i_295).of.number + 1)); t962; })) {
{
(void)({ llt_value o963 = each_294; ({ llt_value a964[3]; a964[0] = N(((start_294).of.number + (({ llt_value a965[3]; a965[0] = length_294; a965[1] = segments_294; a965[2] = i_295; g_shareStart(NULL, U, 3, a965); })).of.number)); a964[1] = N(((start_294).of.number + (({ llt_value a966[3]; a966[0] = length_294; a966[1] = segments_294; a966[2] = N(((i_295).of.number + 1.0)); g_shareStart(NULL, U, 3, a966); })).of.number)); a964[2] = i_295; llt_call(o963, U, 3, a964); }); });
}
}
}
return U;
}
static llt_class c_RingHand = {c_RingHand_fields, f935, 2, {{k128_step, f937}, {k127__segments, f957}}};
static llt_value f932(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_297 = (n > 0 ? a[0] : U);
(void)call_297;
llt_value out_297 = (n > 1 ? a[1] : U);
(void)out_297;
llt_value t933 = call_297;
(void)t933;
llt_value rank_297 = llt_get(t933, k0_rank);
(void)rank_297;
llt_value size_297 = llt_get(t933, k1_size);
(void)size_297;
llt_value hand_297 = ({ llt_value a967[2]; a967[0] = call_297; a967[1] = out_297; llt_new(&c_RingHand, 2, a967); });
(void)hand_297;
{
llt_value step_298 = N(0.0);
(void)step_298;
for (; (((step_298).of.number + 1.0) < (size_297).of.number); (void)({ llt_value t968 = step_298; (void)(step_298 = N((step_298).of.number + 1)); t968; })) {
{
(void)({ llt_value o969 = hand_297; ({ llt_value a970[3]; a970[0] = ({ llt_value a971[2]; a971[0] = N(((rank_297).of.number - (step_298).of.number)); a971[1] = size_297; g_mod(NULL, U, 2, a971); }); a970[1] = ({ llt_value a972[2]; a972[0] = N((((rank_297).of.number - (step_298).of.number) - 1.0)); a972[1] = size_297; g_mod(NULL, U, 2, a972); }); a970[2] = B(1); llt_call(llt_get(o969, k128_step), o969, 3, a970); }); });
}
}
}
{
llt_value step_300 = N(0.0);
(void)step_300;
for (; (((step_300).of.number + 1.0) < (size_297).of.number); (void)({ llt_value t973 = step_300; (void)(step_300 = N((step_300).of.number + 1)); t973; })) {
{
(void)({ llt_value o974 = hand_297; ({ llt_value a975[3]; a975[0] = ({ llt_value a976[2]; a976[0] = N((((rank_297).of.number + 1.0) - (step_300).of.number)); a976[1] = size_297; g_mod(NULL, U, 2, a976); }); a975[1] = ({ llt_value a977[2]; a977[0] = N(((rank_297).of.number - (step_300).of.number)); a977[1] = size_297; g_mod(NULL, U, 2, a977); }); a975[2] = B(0); llt_call(llt_get(o974, k128_step), o974, 3, a975); }); });
}
}
}
return U;
}
static llt_value f979(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_302 = (n > 0 ? a[0] : U);
(void)call_302;
llt_value out_302 = (n > 1 ? a[1] : U);
(void)out_302;
llt_value t980 = call_302;
(void)t980;
llt_value rank_302 = llt_get(t980, k0_rank);
(void)rank_302;
llt_value size_302 = llt_get(t980, k1_size);
(void)size_302;
llt_value bytes_302 = llt_get(t980, k3_bytes);
(void)bytes_302;
llt_value flow_302 = ({ llt_value a981[3]; a981[0] = out_302; a981[1] = llt_get(llt_get(call_302, k6_options), k82_reducePerByte); a981[2] = B(1); llt_new(&c_DataFlow, 3, a981); });
(void)flow_302;
llt_value held_302 = N((-1.0));
(void)held_302;
{
llt_value step_303 = N(0.0);
(void)step_303;
for (; (((step_303).of.number + 1.0) < (size_302).of.number); (void)({ llt_value t982 = step_303; (void)(step_303 = N((step_303).of.number + 1)); t982; })) {
{
llt_value sent_304 = ({ llt_value o983 = out_302; ({ llt_value a984[2]; a984[0] = bytes_302; a984[1] = N(llt_rest_of(((rank_302).of.number + 1.0), (size_302).of.number)); llt_call(llt_get(o983, k55_send), o983, 2, a984); }); });
(void)sent_304;
if (((held_302).of.number >= 0.0)) {
(void)({ llt_value o985 = out_302; ({ llt_value a986[2]; a986[0] = sent_304; a986[1] = held_302; llt_call(llt_get(o985, k68_requires), o985, 2, a986); }); });
}
(void)(held_302 = ({ llt_value o987 = out_302; ({ llt_value a988[2]; a988[0] = bytes_302; a988[1] = ({ llt_value a989[2]; a989[0] = N(((rank_302).of.number - 1.0)); a989[1] = size_302; g_mod(NULL, U, 2, a989); }); llt_call(llt_get(o987, k71_recv), o987, 2, a988); }); }));
(void)({ llt_value o990 = flow_302; ({ llt_value a991[2]; a991[0] = held_302; a991[1] = bytes_302; llt_call(llt_get(o990, k29_reduce), o990, 2, a991); }); });
}
}
}
return U;
}
static llt_value f996(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e311 = up;
(void)e311;
llt_value call_312 = (n > 0 ? a[0] : U);
(void)call_312;
llt_value out_312 = (n > 1 ? a[1] : U);
(void)out_312;
llt_value rooted_312 = ({ llt_value t997 = llt_object(2); llt_put_all(t997, call_312); llt_put(t997, k2_root, N(0.0)); t997; });
(void)rooted_312;
(void)({ llt_value a998[4]; a998[0] = rooted_312; a998[1] = out_312; a998[2] = e311[1]; a998[3] = ({ llt_value a999[3]; a999[0] = rooted_312; a999[1] = out_312; a999[2] = ({ llt_value t1000 = llt_object(2); llt_put_all(t1000, e311[1]); llt_put(t1000, k105_order, e311[2]); t1000; }); g_reduceTree(NULL, U, 3, a999); }); g_bcastTree(NULL, U, 4, a998); });
return U;
}
static llt_value f993_upAndDown(llt_value *up, llt_value self, int n, const llt_value *a) {
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
e311[1] = ({ llt_value t994 = llt_object(4); llt_put(t994, k99_tree, tree_311); llt_put(t994, k104_fanout, N(1.0)); llt_put(t994, k109_segment, N(0.0)); llt_put(t994, k2_root, S(k103_swap)); t994; });
return ({ llt_value t995 = llt_object(5); llt_put(t995, k31_name, name_311); llt_put(t995, k33_emit, llt_closure(f996, e311)); t995; });
return U;
}
static llt_value g_upAndDown(llt_value *up, llt_value self, int n, const llt_value *a) {
return f993_upAndDown(up, self, n, a);
}
static llt_value f1038(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_228 = (n > 0 ? a[0] : U);
(void)size_228;
llt_value elements_228 = (n > 1 ? a[1] : U);
(void)elements_228;
return (((elements_228).of.number < (size_228).of.number) ? S(k43_linear) : U);
}
static llt_value g_linearForFewer(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1038(up, self, n, a);
}
static llt_value f1061(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_227 = (n > 0 ? a[0] : U);
(void)size_227;
llt_value elements_227 = (n > 1 ? a[1] : U);
(void)elements_227;
return (((elements_227).of.number < (({ llt_value a1062[1]; a1062[0] = size_227; g_powerBelow(NULL, U, 1, a1062); })).of.number) ? S(k43_linear) : U);
}
static llt_value g_linearForFew(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1061(up, self, n, a);
}
static llt_value f1079(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_226 = (n > 0 ? a[0] : U);
(void)size_226;
llt_value elements_226 = (n > 1 ? a[1] : U);
(void)elements_226;
return (((elements_226).of.number < (size_226).of.number) ? S(k40_recursive_doubling) : U);
}
static llt_value g_doublingForFew(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1079(up, self, n, a);
}
static llt_value f1098(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_229 = (n > 0 ? a[0] : U);
(void)size_229;
return (llt_truth(({ llt_value a1099[1]; a1099[0] = size_229; g_isPower(NULL, U, 1, a1099); })) ? U : S(k41_bruck));
}
static llt_value g_bruckElse(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1098(up, self, n, a);
}
static llt_value f1134(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_230 = (n > 0 ? a[0] : U);
(void)bytes_230;
return N(llt_floor((bytes_230).of.number));
}
static llt_value f1219(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_231 = (n > 0 ? a[0] : U);
(void)bytes_231;
llt_value size_231 = (n > 1 ? a[1] : U);
(void)size_231;
return N(((bytes_231).of.number * (size_231).of.number));
}
static llt_value f1234(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e236 = up;
(void)e236;
llt_value t1235 = (n > 0 ? a[0] : U);
(void)t1235;
llt_value below_237 = llt_at(t1235, N(0));
(void)below_237;
return B(((e236[1]).of.number < (below_237).of.number));
}
static llt_value f1241_pick(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value thresholds_232 = (n > 0 ? a[0] : U);
(void)thresholds_232;
llt_value measure_232 = (n > 1 ? a[1] : U);
(void)measure_232;
llt_value entries_232 = ({ llt_value o1242 = thresholds_232; ({ llt_value a1243[1]; a1243[0] = S(k236__); llt_m_split(o1242, k237_split, 1, a1243); }); });
(void)entries_232;
{
llt_value t1244 = entries_232;
for (int i1245 = 0; i1245 < llt_length(t1244); i1245++)
{
llt_value entry_233 = llt_at(t1244, N(i1245));
(void)entry_233;
{
llt_value t1248 = ({ llt_value o1246 = entry_233; ({ llt_value a1247[1]; a1247[0] = S(k238__); llt_m_split(o1246, k237_split, 1, a1247); }); });
(void)t1248;
llt_value below_234 = llt_at(t1248, N(0));
(void)below_234;
llt_value algorithm_234 = llt_at(t1248, N(1));
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
return f1241_pick(up, self, n, a);
}
static llt_value f1250_numberedChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value collective_235 = (n > 0 ? a[0] : U);
(void)collective_235;
llt_value number_235 = (n > 1 ? a[1] : U);
(void)number_235;
llt_value size_235 = (n > 2 ? a[2] : U);
(void)size_235;
llt_value bytes_235 = (n > 3 ? a[3] : U);
(void)bytes_235;
llt_value counterpart_235 = llt_at(llt_get(llt_at(g_RULES, collective_235), k133_algorithms), number_235);
(void)counterpart_235;
if ((llt_same(counterpart_235, U))) {
llt_impossible();
}
llt_value t1251 = counterpart_235;
(void)t1251;
llt_value ours_235 = llt_get(t1251, k135_ours);
(void)ours_235;
llt_value options_235 = llt_get(t1251, k6_options);
(void)options_235;
llt_value instead_235 = llt_get(t1251, k144_instead);
(void)instead_235;
llt_value elements_235 = N(llt_max(1.0, llt_floor(((bytes_235).of.number / (g_ELEMENT_BYTES).of.number))));
(void)elements_235;
return ({ llt_value t1252 = llt_object(3); llt_put(t1252, k135_ours, ({ llt_value t1253 = ({ llt_value t1254 = instead_235; llt_nothing(t1254) ? U : ({ llt_value o1255 = t1254; ({ llt_value a1256[2]; a1256[0] = size_235; a1256[1] = elements_235; llt_call(o1255, U, 2, a1256); }); }); }); llt_nothing(t1253) ? ours_235 : t1253; })); llt_put(t1252, k6_options, ({ llt_value t1257 = llt_object(2); llt_put(t1257, k95_flow, S(k239_complete)); llt_put_all(t1257, options_235); t1257; })); t1252; });
return U;
}
static llt_value g_numberedChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1250_numberedChoice(up, self, n, a);
}
static llt_value f1009_ruledChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e236 = llt_frame(NULL, 1);
llt_value collective_236 = (n > 0 ? a[0] : U);
(void)collective_236;
e236[1] = (n > 1 ? a[1] : U);
llt_value bytes_236 = (n > 2 ? a[2] : U);
(void)bytes_236;
llt_value rules_236 = llt_at(g_RULES, collective_236);
(void)rules_236;
llt_value row_236 = ({ llt_value o1232 = llt_get(rules_236, k140_table); ({ llt_value a1233[1]; a1233[0] = llt_closure(f1234, e236); llt_m_find(o1232, k93_find, 1, a1233); }); });
(void)row_236;
if ((llt_same(row_236, U))) {
llt_impossible();
}
llt_value number_236 = ({ llt_value a1236[2]; a1236[0] = llt_at(row_236, N(1.0)); a1236[1] = ({ llt_value t1237 = ({ llt_value o1238 = rules_236; ({ llt_value m1239 = llt_get(o1238, k194_measure); llt_nothing(m1239) ? U : ({ llt_value a1240[2]; a1240[0] = bytes_236; a1240[1] = e236[1]; llt_call(m1239, o1238, 2, a1240); }); }); }); llt_nothing(t1237) ? bytes_236 : t1237; }); g_pick(NULL, U, 2, a1236); });
(void)number_236;
return ({ llt_value a1249[4]; a1249[0] = collective_236; a1249[1] = number_236; a1249[2] = e236[1]; a1249[3] = bytes_236; g_numberedChoice(NULL, U, 4, a1249); });
return U;
}
static llt_value g_ruledChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1009_ruledChoice(up, self, n, a);
}
static llt_value f1261(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e238 = up;
(void)e238;
llt_value t1262 = (n > 0 ? a[0] : U);
(void)t1262;
llt_value name_239 = llt_get(t1262, k31_name);
(void)name_239;
return B((llt_same(name_239, e238[1])));
}
static llt_value f1007_ruledPart(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e238 = llt_frame(NULL, 1);
llt_value collective_238 = (n > 0 ? a[0] : U);
(void)collective_238;
llt_value among_238 = (n > 1 ? a[1] : U);
(void)among_238;
llt_value call_238 = (n > 2 ? a[2] : U);
(void)call_238;
llt_value t1258 = ({ llt_value a1008[3]; a1008[0] = collective_238; a1008[1] = llt_get(call_238, k1_size); a1008[2] = llt_get(call_238, k3_bytes); g_ruledChoice(NULL, U, 3, a1008); });
(void)t1258;
e238[1] = llt_get(t1258, k135_ours);
llt_value options_238 = llt_get(t1258, k6_options);
(void)options_238;
llt_value algorithm_238 = ({ llt_value o1259 = among_238; ({ llt_value a1260[1]; a1260[0] = llt_closure(f1261, e238); llt_m_find(o1259, k93_find, 1, a1260); }); });
(void)algorithm_238;
if ((llt_same(algorithm_238, U))) {
llt_impossible();
}
return ({ llt_value t1263 = llt_object(2); llt_put(t1263, k94_algorithm, algorithm_238); llt_put(t1263, k240_call, ({ llt_value t1264 = llt_object(2); llt_put_all(t1264, call_238); llt_put(t1264, k6_options, ({ llt_value t1265 = llt_object(3); llt_put_all(t1265, llt_get(call_238, k6_options)); llt_put(t1265, k109_segment, N(0.0)); llt_put_all(t1265, options_238); t1265; })); t1264; })); t1263; });
return U;
}
static llt_value g_ruledPart(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1007_ruledPart(up, self, n, a);
}
static void c_PartSink_fields(llt_value self) {
(void)self;
llt_put(self, k241_payload, U);
llt_put(self, k60__out, U);
llt_put(self, k242__ops, ({ llt_value t1272 = llt_array(0);  t1272; }));
llt_put(self, k243__waiting, llt_set());
llt_put(self, k244__waitedFor, llt_set());
}
static llt_value f1277(llt_value *up, llt_value self, int n, const llt_value *a) {
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
return ({ llt_value o1278 = e37[1]; ({ llt_value a1279[4]; a1279[0] = send_38; a1279[1] = ((llt_same(e37[2], U)) ? from_38 : N(0.0)); a1279[2] = ({ llt_value t1280 = e37[2]; llt_nothing(t1280) ? to_38 : t1280; }); a1279[3] = register_38; llt_call(llt_get(o1278, k245_carries), o1278, 4, a1279); }); });
}
static llt_value f1281(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e37 = up;
(void)e37;
llt_value recv_39 = (n > 0 ? a[0] : U);
(void)recv_39;
llt_value effect_39 = (n > 1 ? a[1] : U);
(void)effect_39;
llt_value register_39 = (n > 2 ? a[2] : U);
(void)register_39;
return ({ llt_value o1282 = e37[1]; ({ llt_value a1283[3]; a1283[0] = recv_39; a1283[1] = effect_39; a1283[2] = register_39; llt_call(llt_get(o1282, k246_takes), o1282, 3, a1283); }); });
}
static llt_value f1273(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e37 = llt_frame(NULL, 2);
llt_value out_37 = (n > 0 ? a[0] : U);
(void)out_37;
e37[2] = (n > 1 ? a[1] : U);
(void)llt_put(self, k60__out, out_37);
llt_value t1274 = out_37;
(void)t1274;
e37[1] = llt_get(t1274, k241_payload);
(void)llt_put(self, k241_payload, ({ llt_value t1275 = e37[1]; llt_truth(t1275) ? ({ llt_value t1276 = llt_object(2); llt_put(t1276, k245_carries, llt_closure(f1277, e37)); llt_put(t1276, k246_takes, llt_closure(f1281, e37)); t1276; }) : t1275; }));
return U;
}
static llt_value f1284(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_40 = (n > 0 ? a[0] : U);
(void)bytes_40;
llt_value to_40 = (n > 1 ? a[1] : U);
(void)to_40;
return ({ llt_value o1285 = self; ({ llt_value a1286[1]; a1286[0] = ({ llt_value o1287 = llt_get(self, k60__out); ({ llt_value a1288[2]; a1288[0] = bytes_40; a1288[1] = to_40; llt_call(llt_get(o1287, k55_send), o1287, 2, a1288); }); }); llt_call(llt_get(o1285, k247__noted), o1285, 1, a1286); }); });
return U;
}
static llt_value f1289(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_41 = (n > 0 ? a[0] : U);
(void)bytes_41;
llt_value from_41 = (n > 1 ? a[1] : U);
(void)from_41;
return ({ llt_value o1290 = self; ({ llt_value a1291[1]; a1291[0] = ({ llt_value o1292 = llt_get(self, k60__out); ({ llt_value a1293[2]; a1293[0] = bytes_41; a1293[1] = from_41; llt_call(llt_get(o1292, k71_recv), o1292, 2, a1293); }); }); llt_call(llt_get(o1290, k247__noted), o1290, 1, a1291); }); });
return U;
}
static llt_value f1294(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value bytes_42 = (n > 0 ? a[0] : U);
(void)bytes_42;
llt_value from_42 = (n > 1 ? a[1] : U);
(void)from_42;
return ({ llt_value o1295 = self; ({ llt_value a1296[1]; a1296[0] = ({ llt_value o1297 = llt_get(self, k60__out); ({ llt_value a1298[2]; a1298[0] = bytes_42; a1298[1] = from_42; llt_call(llt_get(o1297, k72_irecv), o1297, 2, a1298); }); }); llt_call(llt_get(o1295, k247__noted), o1295, 1, a1296); }); });
return U;
}
static llt_value f1299(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value ns_43 = (n > 0 ? a[0] : U);
(void)ns_43;
return ({ llt_value o1300 = self; ({ llt_value a1301[1]; a1301[0] = ({ llt_value o1302 = llt_get(self, k60__out); ({ llt_value a1303[1]; a1303[0] = ns_43; llt_call(llt_get(o1302, k74_calc), o1302, 1, a1303); }); }); llt_call(llt_get(o1300, k247__noted), o1300, 1, a1301); }); });
return U;
}
static llt_value f1304(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value after_44 = (n > 0 ? a[0] : U);
(void)after_44;
llt_value before_44 = (n > 1 ? a[1] : U);
(void)before_44;
(void)({ llt_value o1305 = llt_get(self, k243__waiting); ({ llt_value a1306[1]; a1306[0] = after_44; llt_m_add(o1305, k248_add, 1, a1306); }); });
(void)({ llt_value o1307 = llt_get(self, k244__waitedFor); ({ llt_value a1308[1]; a1308[0] = before_44; llt_m_add(o1307, k248_add, 1, a1308); }); });
(void)({ llt_value o1309 = llt_get(self, k60__out); ({ llt_value a1310[2]; a1310[0] = after_44; a1310[1] = before_44; llt_call(llt_get(o1309, k68_requires), o1309, 2, a1310); }); });
return U;
}
static llt_value f1314(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e45 = up;
(void)e45;
llt_value op_46 = (n > 0 ? a[0] : U);
(void)op_46;
return B((!llt_truth(({ llt_value o1315 = llt_get(e45[1], k243__waiting); ({ llt_value a1316[1]; a1316[0] = op_46; llt_m_has(o1315, k249_has, 1, a1316); }); }))));
}
static llt_value f1311(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e45 = llt_frame(NULL, 1);
e45[1] = self;
return ({ llt_value o1312 = llt_get(e45[1], k242__ops); ({ llt_value a1313[1]; a1313[0] = llt_closure(f1314, e45); llt_m_filter(o1312, k114_filter, 1, a1313); }); });
return U;
}
static llt_value f1320(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e47 = up;
(void)e47;
llt_value op_48 = (n > 0 ? a[0] : U);
(void)op_48;
return B((!llt_truth(({ llt_value o1321 = llt_get(e47[1], k244__waitedFor); ({ llt_value a1322[1]; a1322[0] = op_48; llt_m_has(o1321, k249_has, 1, a1322); }); }))));
}
static llt_value f1317(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e47 = llt_frame(NULL, 1);
e47[1] = self;
return ({ llt_value o1318 = llt_get(e47[1], k242__ops); ({ llt_value a1319[1]; a1319[0] = llt_closure(f1320, e47); llt_m_filter(o1318, k114_filter, 1, a1319); }); });
return U;
}
static llt_value f1323(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value op_49 = (n > 0 ? a[0] : U);
(void)op_49;
(void)({ llt_value o1324 = llt_get(self, k242__ops); ({ llt_value a1325[1]; a1325[0] = op_49; llt_m_push(o1324, k78_push, 1, a1325); }); });
return op_49;
return U;
}
static llt_class c_PartSink = {c_PartSink_fields, f1273, 8, {{k55_send, f1284}, {k71_recv, f1289}, {k72_irecv, f1294}, {k74_calc, f1299}, {k68_requires, f1304}, {k250_first, f1311}, {k251_last, f1317}, {k247__noted, f1323}}};
static llt_value f1267_emitInTurn(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value parts_50 = (n > 0 ? a[0] : U);
(void)parts_50;
llt_value out_50 = (n > 1 ? a[1] : U);
(void)out_50;
llt_value before_50 = ({ llt_value t1268 = llt_array(0);  t1268; });
(void)before_50;
{
llt_value t1269 = parts_50;
for (int i1270 = 0; i1270 < llt_length(t1269); i1270++)
{
llt_value t1271 = llt_at(t1269, N(i1270));
(void)t1271;
llt_value algorithm_51 = llt_get(t1271, k94_algorithm);
(void)algorithm_51;
llt_value call_51 = llt_get(t1271, k240_call);
(void)call_51;
llt_value slots_51 = llt_get(t1271, k59_slots);
(void)slots_51;
{
llt_value sink_52 = ({ llt_value a1326[2]; a1326[0] = out_50; a1326[1] = slots_51; llt_new(&c_PartSink, 2, a1326); });
(void)sink_52;
(void)({ llt_value o1327 = algorithm_51; ({ llt_value a1328[2]; a1328[0] = call_51; a1328[1] = sink_52; llt_call(llt_get(o1327, k33_emit), o1327, 2, a1328); }); });
{
llt_value t1329 = ({ llt_value o1335 = sink_52; llt_call(llt_get(o1335, k250_first), o1335, 0, NULL); });
for (int i1330 = 0; i1330 < llt_length(t1329); i1330++)
{
llt_value op_53 = llt_at(t1329, N(i1330));
(void)op_53;
{
llt_value t1331 = before_50;
for (int i1332 = 0; i1332 < llt_length(t1331); i1332++)
{
llt_value done_54 = llt_at(t1331, N(i1332));
(void)done_54;
(void)({ llt_value o1333 = out_50; ({ llt_value a1334[2]; a1334[0] = op_53; a1334[1] = done_54; llt_call(llt_get(o1333, k68_requires), o1333, 2, a1334); }); });
}
}
}
}
llt_value last_52 = ({ llt_value o1336 = sink_52; llt_call(llt_get(o1336, k251_last), o1336, 0, NULL); });
(void)last_52;
if (((llt_get(last_52, k77_length)).of.number > 0.0)) {
(void)(before_50 = last_52);
}
}
}
}
return U;
}
static llt_value g_emitInTurn(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1267_emitInTurn(up, self, n, a);
}
static llt_value f1002(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_314 = (n > 0 ? a[0] : U);
(void)call_314;
llt_value out_314 = (n > 1 ? a[1] : U);
(void)out_314;
llt_value rooted_314 = ({ llt_value t1003 = llt_object(2); llt_put_all(t1003, call_314); llt_put(t1003, k2_root, N(0.0)); t1003; });
(void)rooted_314;
(void)({ llt_value a1004[2]; a1004[0] = ({ llt_value t1005 = llt_array(2); llt_push(t1005, ({ llt_value a1006[3]; a1006[0] = S(k29_reduce); a1006[1] = g_REDUCE; a1006[2] = rooted_314; g_ruledPart(NULL, U, 3, a1006); })); llt_push(t1005, ({ llt_value a1266[3]; a1266[0] = S(k25_bcast); a1266[1] = g_BCAST; a1266[2] = rooted_314; g_ruledPart(NULL, U, 3, a1266); })); t1005; }); a1004[1] = out_314; g_emitInTurn(NULL, U, 2, a1004); });
return U;
}
static llt_value f1338(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_313 = (n > 0 ? a[0] : U);
(void)size_313;
return (((size_313).of.number > 1.0) ? N(1.0) : N(0.0));
}
static llt_value f1350_runBytes(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_17 = (n > 0 ? a[0] : U);
(void)call_17;
llt_value first_17 = (n > 1 ? a[1] : U);
(void)first_17;
llt_value count_17 = (n > 2 ? a[2] : U);
(void)count_17;
if ((llt_same(llt_get(call_17, k4_bytesOf), U))) {
return N(((count_17).of.number * (llt_get(call_17, k3_bytes)).of.number));
}
llt_value sum_17 = N(0.0);
(void)sum_17;
{
llt_value i_18 = N(0.0);
(void)i_18;
for (; ((i_18).of.number < (count_17).of.number); (void)({ llt_value t1351 = i_18; (void)(i_18 = N((i_18).of.number + 1)); t1351; })) {
(void)(sum_17 = N(((sum_17).of.number + (({ llt_value o1352 = call_17; ({ llt_value a1353[1]; a1353[0] = N(llt_rest_of(((first_17).of.number + (i_18).of.number), (llt_get(call_17, k1_size)).of.number)); llt_call(llt_get(o1352, k4_bytesOf), o1352, 1, a1353); }); })).of.number)));
}
}
return sum_17;
return U;
}
static llt_value g_runBytes(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1350_runBytes(up, self, n, a);
}
static llt_value f1355_blockBytes(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_16 = (n > 0 ? a[0] : U);
(void)call_16;
llt_value rank_16 = (n > 1 ? a[1] : U);
(void)rank_16;
return ({ llt_value t1356 = ({ llt_value o1357 = call_16; ({ llt_value m1358 = llt_get(o1357, k4_bytesOf); llt_nothing(m1358) ? U : ({ llt_value a1359[1]; a1359[0] = rank_16; llt_call(m1358, o1357, 1, a1359); }); }); }); llt_nothing(t1356) ? llt_get(call_16, k3_bytes) : t1356; });
return U;
}
static llt_value g_blockBytes(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1355_blockBytes(up, self, n, a);
}
static llt_value f1343_disseminate(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_241 = (n > 0 ? a[0] : U);
(void)call_241;
llt_value out_241 = (n > 1 ? a[1] : U);
(void)out_241;
llt_value complete_241 = (n > 2 ? a[2] : U);
(void)complete_241;
llt_value t1344 = call_241;
(void)t1344;
llt_value rank_241 = llt_get(t1344, k0_rank);
(void)rank_241;
llt_value size_241 = llt_get(t1344, k1_size);
(void)size_241;
llt_value flow_241 = ({ llt_value a1345[3]; a1345[0] = out_241; a1345[1] = N(0.0); a1345[2] = complete_241; llt_new(&c_DataFlow, 3, a1345); });
(void)flow_241;
{
llt_value distance_242 = N(1.0);
(void)distance_242;
for (; ((distance_242).of.number < (size_241).of.number); (void)(distance_242 = N(((distance_242).of.number * 2.0)))) {
{
llt_value count_243 = N(llt_min((distance_242).of.number, ((size_241).of.number - (distance_242).of.number)));
(void)count_243;
llt_value from_243 = ({ llt_value a1346[2]; a1346[0] = N(((rank_241).of.number - (distance_242).of.number)); a1346[1] = size_241; g_mod(NULL, U, 2, a1346); });
(void)from_243;
llt_value first_243 = ({ llt_value a1347[2]; a1347[0] = N((((rank_241).of.number - (count_243).of.number) + 1.0)); a1347[1] = size_241; g_mod(NULL, U, 2, a1347); });
(void)first_243;
llt_value theirs_243 = ({ llt_value a1348[2]; a1348[0] = N((((from_243).of.number - (count_243).of.number) + 1.0)); a1348[1] = size_241; g_mod(NULL, U, 2, a1348); });
(void)theirs_243;
llt_value bytes_243 = (llt_truth(complete_241) ? ({ llt_value a1349[3]; a1349[0] = call_241; a1349[1] = first_243; a1349[2] = count_243; g_runBytes(NULL, U, 3, a1349); }) : ({ llt_value a1354[2]; a1354[0] = call_241; a1354[1] = rank_241; g_blockBytes(NULL, U, 2, a1354); }));
(void)bytes_243;
(void)({ llt_value o1360 = flow_241; ({ llt_value a1361[5]; a1361[0] = N(llt_rest_of(((rank_241).of.number + (distance_242).of.number), (size_241).of.number)); a1361[1] = bytes_243; a1361[2] = first_243; a1361[3] = count_243; a1361[4] = size_241; llt_call(llt_get(o1360, k79_sendRun), o1360, 5, a1361); }); });
(void)({ llt_value o1362 = flow_241; ({ llt_value a1363[2]; a1363[0] = from_243; a1363[1] = (llt_truth(complete_241) ? ({ llt_value a1364[3]; a1364[0] = call_241; a1364[1] = theirs_243; a1364[2] = count_243; g_runBytes(NULL, U, 3, a1364); }) : ({ llt_value a1365[2]; a1365[0] = call_241; a1365[1] = from_243; g_blockBytes(NULL, U, 2, a1365); })); llt_call(llt_get(o1362, k57_receive), o1362, 2, a1363); }); });
}
}
}
return U;
}
static llt_value g_disseminate(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1343_disseminate(up, self, n, a);
}
static llt_value f1341(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_244 = (n > 0 ? a[0] : U);
(void)call_244;
llt_value out_244 = (n > 1 ? a[1] : U);
(void)out_244;
return ({ llt_value a1342[3]; a1342[0] = call_244; a1342[1] = out_244; a1342[2] = B((!llt_same(llt_get(llt_get(call_244, k6_options), k95_flow), S(k96_published)))); g_disseminate(NULL, U, 3, a1342); });
}
static llt_value f1371(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e248 = up;
(void)e248;
llt_value first_249 = (n > 0 ? a[0] : U);
(void)first_249;
llt_value count_249 = (n > 1 ? a[1] : U);
(void)count_249;
return ({ llt_value a1372[3]; a1372[0] = e248[1]; a1372[1] = first_249; a1372[2] = count_249; g_runBytes(NULL, U, 3, a1372); });
}
static llt_value f1373(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e248 = up;
(void)e248;
llt_value i_250 = (n > 0 ? a[0] : U);
(void)i_250;
return i_250;
}
static llt_value f1376(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e248 = up;
(void)e248;
llt_value rank_251 = (n > 0 ? a[0] : U);
(void)rank_251;
return rank_251;
}
static llt_value f1369_gatherBlocks(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e248 = llt_frame(NULL, 1);
llt_value gather_248 = (n > 0 ? a[0] : U);
(void)gather_248;
e248[1] = (n > 1 ? a[1] : U);
llt_value out_248 = (n > 2 ? a[2] : U);
(void)out_248;
llt_value runs_248 = ({ llt_value t1370 = llt_object(2); llt_put(t1370, k3_bytes, llt_closure(f1371, e248)); llt_put(t1370, k59_slots, llt_closure(f1373, e248)); t1370; });
(void)runs_248;
(void)({ llt_value o1374 = gather_248; ({ llt_value a1375[6]; a1375[0] = llt_get(e248[1], k0_rank); a1375[1] = llt_get(e248[1], k1_size); a1375[2] = llt_closure(f1376, e248); a1375[3] = runs_248; a1375[4] = ({ llt_value a1377[3]; a1377[0] = out_248; a1377[1] = N(0.0); a1377[2] = B(1); llt_new(&c_DataFlow, 3, a1377); }); a1375[5] = out_248; llt_call(o1374, U, 6, a1375); }); });
return U;
}
static llt_value g_gatherBlocks(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1369_gatherBlocks(up, self, n, a);
}
static llt_value f1367(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_252 = (n > 0 ? a[0] : U);
(void)call_252;
llt_value out_252 = (n > 1 ? a[1] : U);
(void)out_252;
return ({ llt_value a1368[3]; a1368[0] = llt_closure(g_gatherByRing, NULL); a1368[1] = call_252; a1368[2] = out_252; g_gatherBlocks(NULL, U, 3, a1368); });
}
static llt_value f1384(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e65 = up;
(void)e65;
llt_value i_66 = (n > 0 ? a[0] : U);
(void)i_66;
return ({ llt_value o1385 = e65[1]; ({ llt_value a1386[2]; a1386[0] = i_66; a1386[1] = N(1.0); llt_call(llt_get(o1385, k3_bytes), o1385, 2, a1386); }); });
}
static llt_value f1387(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e65 = up;
(void)e65;
llt_value i_67 = (n > 0 ? a[0] : U);
(void)i_67;
return N(({ const double d1392 = (({ llt_value o1388 = e65[1]; ({ llt_value a1389[2]; a1389[0] = N(0.0); a1389[1] = e65[2]; llt_call(llt_get(o1388, k3_bytes), o1388, 2, a1389); }); })).of.number; const double d1393 = (({ llt_value o1390 = e65[3]; ({ llt_value a1391[1]; a1391[0] = i_67; llt_call(o1390, U, 1, a1391); }); })).of.number; (d1392 - d1393); }));
}
static llt_value f1421_placeStart(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value place_21 = (n > 0 ? a[0] : U);
(void)place_21;
llt_value rest_21 = (n > 1 ? a[1] : U);
(void)rest_21;
return (((place_21).of.number < (rest_21).of.number) ? N((2.0 * (place_21).of.number)) : N(((place_21).of.number + (rest_21).of.number)));
return U;
}
static llt_value g_placeStart(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1421_placeStart(up, self, n, a);
}
static llt_value f1381(llt_value *up, llt_value self, int n, const llt_value *a) {
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
llt_value t1383 = ({ llt_value a1382[2]; a1382[0] = v_65; a1382[1] = e65[2]; g_fold(NULL, U, 2, a1382); });
(void)t1383;
llt_value power_65 = llt_get(t1383, k51_power);
(void)power_65;
llt_value rest_65 = llt_get(t1383, k52_rest);
(void)rest_65;
llt_value place_65 = llt_get(t1383, k53_place);
(void)place_65;
llt_value neighbour_65 = llt_get(t1383, k54_neighbour);
(void)neighbour_65;
e65[3] = llt_closure(f1384, e65);
llt_value others_65 = llt_closure(f1387, e65);
(void)others_65;
if (((place_65).of.number < 0.0)) {
{
(void)({ llt_value o1394 = flow_65; ({ llt_value a1395[4]; a1395[0] = ({ llt_value o1396 = named_65; ({ llt_value a1397[1]; a1397[0] = neighbour_65; llt_call(o1396, U, 1, a1397); }); }); a1395[1] = ({ llt_value o1398 = e65[3]; ({ llt_value a1399[1]; a1399[0] = v_65; llt_call(o1398, U, 1, a1399); }); }); a1395[2] = ({ llt_value o1400 = e65[1]; ({ llt_value a1401[1]; a1401[0] = v_65; llt_call(llt_get(o1400, k59_slots), o1400, 1, a1401); }); }); a1395[3] = ({ llt_value o1402 = e65[1]; ({ llt_value a1403[1]; a1403[0] = N(((v_65).of.number + 1.0)); llt_call(llt_get(o1402, k59_slots), o1402, 1, a1403); }); }); llt_call(llt_get(o1394, k55_send), o1394, 4, a1395); }); });
(void)({ llt_value o1404 = flow_65; ({ llt_value a1405[2]; a1405[0] = ({ llt_value o1406 = named_65; ({ llt_value a1407[1]; a1407[0] = neighbour_65; llt_call(o1406, U, 1, a1407); }); }); a1405[1] = ({ llt_value o1408 = others_65; ({ llt_value a1409[1]; a1409[0] = v_65; llt_call(o1408, U, 1, a1409); }); }); llt_call(llt_get(o1404, k57_receive), o1404, 2, a1405); }); });
return U;
}
}
if (((neighbour_65).of.number >= 0.0)) {
(void)({ llt_value o1410 = flow_65; ({ llt_value a1411[2]; a1411[0] = ({ llt_value o1412 = named_65; ({ llt_value a1413[1]; a1413[0] = neighbour_65; llt_call(o1412, U, 1, a1413); }); }); a1411[1] = ({ llt_value o1414 = e65[3]; ({ llt_value a1415[1]; a1415[0] = neighbour_65; llt_call(o1414, U, 1, a1415); }); }); llt_call(llt_get(o1410, k57_receive), o1410, 2, a1411); }); });
}
{
llt_value mask_69 = N(1.0);
(void)mask_69;
for (; ((mask_69).of.number < (power_65).of.number); (void)(mask_69 = N(((mask_69).of.number * 2.0)))) {
{
llt_value peer_70 = ({ llt_value o1416 = named_65; ({ llt_value a1417[1]; a1417[0] = ({ llt_value a1418[2]; a1418[0] = N((double)((int32_t)(place_65).of.number ^ (int32_t)(mask_69).of.number)); a1418[1] = rest_65; g_unfold(NULL, U, 2, a1418); }); llt_call(o1416, U, 1, a1417); }); });
(void)peer_70;
llt_value mine_70 = N(((place_65).of.number - llt_rest_of((place_65).of.number, (mask_69).of.number)));
(void)mine_70;
llt_value t1423 = ({ llt_value t1419 = llt_array(2); llt_push(t1419, ({ llt_value a1420[2]; a1420[0] = mine_70; a1420[1] = rest_65; g_placeStart(NULL, U, 2, a1420); })); llt_push(t1419, ({ llt_value a1422[2]; a1422[0] = N(((mine_70).of.number + (mask_69).of.number)); a1422[1] = rest_65; g_placeStart(NULL, U, 2, a1422); })); t1419; });
(void)t1423;
llt_value from_70 = llt_at(t1423, N(0));
(void)from_70;
llt_value end_70 = llt_at(t1423, N(1));
(void)end_70;
(void)({ llt_value o1424 = flow_65; ({ llt_value a1425[4]; a1425[0] = peer_70; a1425[1] = ({ llt_value o1426 = e65[1]; ({ llt_value a1427[2]; a1427[0] = from_70; a1427[1] = N(((end_70).of.number - (from_70).of.number)); llt_call(llt_get(o1426, k3_bytes), o1426, 2, a1427); }); }); a1425[2] = ({ llt_value o1428 = e65[1]; ({ llt_value a1429[1]; a1429[0] = from_70; llt_call(llt_get(o1428, k59_slots), o1428, 1, a1429); }); }); a1425[3] = ({ llt_value o1430 = e65[1]; ({ llt_value a1431[1]; a1431[0] = end_70; llt_call(llt_get(o1430, k59_slots), o1430, 1, a1431); }); }); llt_call(llt_get(o1424, k55_send), o1424, 4, a1425); }); });
llt_value theirs_70 = ({ llt_value a1432[2]; a1432[0] = N((double)((int32_t)(mine_70).of.number ^ (int32_t)(mask_69).of.number)); a1432[1] = rest_65; g_placeStart(NULL, U, 2, a1432); });
(void)theirs_70;
(void)({ llt_value o1433 = flow_65; ({ llt_value a1434[2]; a1434[0] = peer_70; a1434[1] = ({ llt_value o1435 = e65[1]; ({ llt_value a1436[2]; a1436[0] = theirs_70; a1436[1] = N(((({ llt_value a1437[2]; a1437[0] = N(((double)((int32_t)(mine_70).of.number ^ (int32_t)(mask_69).of.number) + (mask_69).of.number)); a1437[1] = rest_65; g_placeStart(NULL, U, 2, a1437); })).of.number - (theirs_70).of.number)); llt_call(llt_get(o1435, k3_bytes), o1435, 2, a1436); }); }); llt_call(llt_get(o1433, k57_receive), o1433, 2, a1434); }); });
}
}
}
if (((neighbour_65).of.number < 0.0)) {
return U;
}
llt_value op_65 = ({ llt_value o1438 = flow_65; ({ llt_value a1439[4]; a1439[0] = ({ llt_value o1440 = named_65; ({ llt_value a1441[1]; a1441[0] = neighbour_65; llt_call(o1440, U, 1, a1441); }); }); a1439[1] = ({ llt_value o1442 = others_65; ({ llt_value a1443[1]; a1443[0] = neighbour_65; llt_call(o1442, U, 1, a1443); }); }); a1439[2] = N(0.0); a1439[3] = ({ llt_value o1444 = e65[1]; ({ llt_value a1445[1]; a1445[0] = neighbour_65; llt_call(llt_get(o1444, k59_slots), o1444, 1, a1445); }); }); llt_call(llt_get(o1438, k55_send), o1438, 4, a1439); }); });
(void)op_65;
return U;
}
static llt_value g_gatherByDoubling(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1381(up, self, n, a);
}
static llt_value f1379(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_253 = (n > 0 ? a[0] : U);
(void)call_253;
llt_value out_253 = (n > 1 ? a[1] : U);
(void)out_253;
return ({ llt_value a1380[3]; a1380[0] = llt_closure(g_gatherByDoubling, NULL); a1380[1] = call_253; a1380[2] = out_253; g_gatherBlocks(NULL, U, 3, a1380); });
}
static llt_value f1447(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_245 = (n > 0 ? a[0] : U);
(void)call_245;
llt_value out_245 = (n > 1 ? a[1] : U);
(void)out_245;
llt_value t1448 = call_245;
(void)t1448;
llt_value rank_245 = llt_get(t1448, k0_rank);
(void)rank_245;
llt_value size_245 = llt_get(t1448, k1_size);
(void)size_245;
llt_value flow_245 = ({ llt_value a1449[3]; a1449[0] = out_245; a1449[1] = N(0.0); a1449[2] = B(1); llt_new(&c_DataFlow, 3, a1449); });
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
(void)({ llt_value o1450 = flow_245; ({ llt_value a1451[5]; a1451[0] = ({ llt_value a1452[2]; a1452[0] = N(((rank_245).of.number - (distance_246).of.number)); a1452[1] = size_245; g_mod(NULL, U, 2, a1452); }); a1451[1] = ({ llt_value a1453[3]; a1453[0] = call_245; a1453[1] = rank_245; a1453[2] = count_247; g_runBytes(NULL, U, 3, a1453); }); a1451[2] = rank_245; a1451[3] = count_247; a1451[4] = size_245; llt_call(llt_get(o1450, k79_sendRun), o1450, 5, a1451); }); });
(void)({ llt_value o1454 = flow_245; ({ llt_value a1455[2]; a1455[0] = from_247; a1455[1] = ({ llt_value a1456[3]; a1456[0] = call_245; a1456[1] = from_247; a1456[2] = count_247; g_runBytes(NULL, U, 3, a1456); }); llt_call(llt_get(o1454, k57_receive), o1454, 2, a1455); }); });
}
}
}
return U;
}
static llt_value f1458(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_254 = (n > 0 ? a[0] : U);
(void)call_254;
llt_value out_254 = (n > 1 ? a[1] : U);
(void)out_254;
llt_value t1459 = call_254;
(void)t1459;
llt_value rank_254 = llt_get(t1459, k0_rank);
(void)rank_254;
llt_value size_254 = llt_get(t1459, k1_size);
(void)size_254;
{
llt_value i_255 = N(1.0);
(void)i_255;
for (; ((i_255).of.number < (size_254).of.number); (void)({ llt_value t1460 = i_255; (void)(i_255 = N((i_255).of.number + 1)); t1460; })) {
{
llt_value sent_256 = ({ llt_value o1461 = out_254; ({ llt_value a1462[2]; a1462[0] = ({ llt_value a1463[2]; a1463[0] = call_254; a1463[1] = rank_254; g_blockBytes(NULL, U, 2, a1463); }); a1462[1] = N(llt_rest_of(((rank_254).of.number + (i_255).of.number), (size_254).of.number)); llt_call(llt_get(o1461, k55_send), o1461, 2, a1462); }); });
(void)sent_256;
llt_value from_256 = ({ llt_value a1464[2]; a1464[0] = N(((rank_254).of.number - (i_255).of.number)); a1464[1] = size_254; g_mod(NULL, U, 2, a1464); });
(void)from_256;
llt_value received_256 = ({ llt_value o1465 = out_254; ({ llt_value a1466[2]; a1466[0] = ({ llt_value a1467[2]; a1467[0] = call_254; a1467[1] = from_256; g_blockBytes(NULL, U, 2, a1467); }); a1466[1] = from_256; llt_call(llt_get(o1465, k72_irecv), o1465, 2, a1466); }); });
(void)received_256;
}
}
}
return U;
}
static llt_value f1481(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e257 = up;
(void)e257;
llt_value pair_258 = (n > 0 ? a[0] : U);
(void)pair_258;
return ({ llt_value a1482[3]; a1482[0] = e257[1]; a1482[1] = N((2.0 * (pair_258).of.number)); a1482[2] = N(2.0); g_runBytes(NULL, U, 3, a1482); });
}
static llt_value f1472_exchangeWithNeighbours(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e257 = llt_frame(NULL, 1);
e257[1] = (n > 0 ? a[0] : U);
llt_value out_257 = (n > 1 ? a[1] : U);
(void)out_257;
llt_value t1473 = e257[1];
(void)t1473;
llt_value rank_257 = llt_get(t1473, k0_rank);
(void)rank_257;
llt_value size_257 = llt_get(t1473, k1_size);
(void)size_257;
llt_value flow_257 = ({ llt_value a1474[3]; a1474[0] = out_257; a1474[1] = N(0.0); a1474[2] = B(0); llt_new(&c_DataFlow, 3, a1474); });
(void)flow_257;
llt_value way_257 = ((llt_same(N(llt_rest_of((rank_257).of.number, 2.0)), N(0.0))) ? N(1.0) : N((-1.0)));
(void)way_257;
llt_value mate_257 = N(((rank_257).of.number + (way_257).of.number));
(void)mate_257;
(void)({ llt_value o1475 = flow_257; ({ llt_value a1476[4]; a1476[0] = mate_257; a1476[1] = ({ llt_value a1477[2]; a1477[0] = e257[1]; a1477[1] = rank_257; g_blockBytes(NULL, U, 2, a1477); }); a1476[2] = rank_257; a1476[3] = N(((rank_257).of.number + 1.0)); llt_call(llt_get(o1475, k55_send), o1475, 4, a1476); }); });
(void)({ llt_value o1478 = flow_257; ({ llt_value a1479[2]; a1479[0] = mate_257; a1479[1] = ({ llt_value a1480[2]; a1480[0] = e257[1]; a1480[1] = mate_257; g_blockBytes(NULL, U, 2, a1480); }); llt_call(llt_get(o1478, k57_receive), o1478, 2, a1479); }); });
llt_value pairs_257 = N(((size_257).of.number / 2.0));
(void)pairs_257;
llt_value home_257 = N((double)((int32_t)(rank_257).of.number >> (int32_t)1.0));
(void)home_257;
llt_value pairBytes_257 = llt_closure(f1481, e257);
(void)pairBytes_257;
llt_value latest_257 = home_257;
(void)latest_257;
{
llt_value step_259 = N(1.0);
(void)step_259;
for (; ((step_259).of.number < (pairs_257).of.number); (void)({ llt_value t1483 = step_259; (void)(step_259 = N((step_259).of.number + 1)); t1483; })) {
{
llt_value far_260 = B((llt_same(N(llt_rest_of((step_259).of.number, 2.0)), N(1.0))));
(void)far_260;
llt_value peer_260 = ({ llt_value a1484[2]; a1484[0] = (llt_truth(far_260) ? N(((rank_257).of.number - (way_257).of.number)) : mate_257); a1484[1] = size_257; g_mod(NULL, U, 2, a1484); });
(void)peer_260;
(void)({ llt_value o1485 = flow_257; ({ llt_value a1486[4]; a1486[0] = peer_260; a1486[1] = ({ llt_value o1487 = pairBytes_257; ({ llt_value a1488[1]; a1488[0] = latest_257; llt_call(o1487, U, 1, a1488); }); }); a1486[2] = N((2.0 * (latest_257).of.number)); a1486[3] = N(((2.0 * (latest_257).of.number) + 2.0)); llt_call(llt_get(o1485, k55_send), o1485, 4, a1486); }); });
(void)(latest_257 = ({ llt_value a1489[2]; a1489[0] = (llt_truth(far_260) ? N(((home_257).of.number - (((way_257).of.number * ((step_259).of.number + 1.0)) / 2.0))) : N(((home_257).of.number + (((way_257).of.number * (step_259).of.number) / 2.0)))); a1489[1] = pairs_257; g_mod(NULL, U, 2, a1489); }));
(void)({ llt_value o1490 = flow_257; ({ llt_value a1491[2]; a1491[0] = peer_260; a1491[1] = ({ llt_value o1492 = pairBytes_257; ({ llt_value a1493[1]; a1493[0] = latest_257; llt_call(o1492, U, 1, a1493); }); }); llt_call(llt_get(o1490, k57_receive), o1490, 2, a1491); }); });
}
}
}
return U;
}
static llt_value g_exchangeWithNeighbours(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1472_exchangeWithNeighbours(up, self, n, a);
}
static llt_value f1469(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_261 = (n > 0 ? a[0] : U);
(void)call_261;
llt_value out_261 = (n > 1 ? a[1] : U);
(void)out_261;
if ((llt_same(N(llt_rest_of((llt_get(call_261, k1_size)).of.number, 2.0)), N(1.0)))) {
(void)({ llt_value a1470[3]; a1470[0] = llt_closure(g_gatherByRing, NULL); a1470[1] = call_261; a1470[2] = out_261; g_gatherBlocks(NULL, U, 3, a1470); });
} else {
(void)({ llt_value a1471[2]; a1471[0] = call_261; a1471[1] = out_261; g_exchangeWithNeighbours(NULL, U, 2, a1471); });
}
return U;
}
static llt_value f1495(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_262 = (n > 0 ? a[0] : U);
(void)call_262;
llt_value out_262 = (n > 1 ? a[1] : U);
(void)out_262;
llt_value t1496 = call_262;
(void)t1496;
llt_value rank_262 = llt_get(t1496, k0_rank);
(void)rank_262;
llt_value size_262 = llt_get(t1496, k1_size);
(void)size_262;
llt_value flow_262 = ({ llt_value a1497[3]; a1497[0] = out_262; a1497[1] = N(0.0); a1497[2] = B(1); llt_new(&c_DataFlow, 3, a1497); });
(void)flow_262;
if ((llt_same(rank_262, N(0.0)))) {
{
llt_value i_263 = N(1.0);
(void)i_263;
for (; ((i_263).of.number < (size_262).of.number); (void)({ llt_value t1498 = i_263; (void)(i_263 = N((i_263).of.number + 1)); t1498; })) {
(void)({ llt_value o1499 = flow_262; ({ llt_value a1500[2]; a1500[0] = i_263; a1500[1] = ({ llt_value a1501[2]; a1501[0] = call_262; a1501[1] = i_263; g_blockBytes(NULL, U, 2, a1501); }); llt_call(llt_get(o1499, k57_receive), o1499, 2, a1500); }); });
}
}
} else {
(void)({ llt_value o1502 = flow_262; ({ llt_value a1503[4]; a1503[0] = N(0.0); a1503[1] = ({ llt_value a1504[2]; a1504[0] = call_262; a1504[1] = rank_262; g_blockBytes(NULL, U, 2, a1504); }); a1503[2] = rank_262; a1503[3] = N(((rank_262).of.number + 1.0)); llt_call(llt_get(o1502, k55_send), o1502, 4, a1503); }); });
}
llt_value plan_262 = ({ llt_value t1505 = llt_object(4); llt_put(t1505, k99_tree, llt_closure(g_binomialTree, NULL)); llt_put(t1505, k104_fanout, N(1.0)); llt_put(t1505, k109_segment, N(0.0)); llt_put(t1505, k2_root, S(k103_swap)); t1505; });
(void)plan_262;
(void)({ llt_value a1506[6]; a1506[0] = ({ llt_value t1507 = llt_object(2); llt_put_all(t1507, call_262); llt_put(t1507, k2_root, N(0.0)); t1507; }); a1506[1] = out_262; a1506[2] = plan_262; a1506[3] = flow_262; a1506[4] = ({ llt_value a1508[3]; a1508[0] = call_262; a1508[1] = N(0.0); a1508[2] = size_262; g_runBytes(NULL, U, 3, a1508); }); a1506[5] = size_262; g_bcastTree(NULL, U, 6, a1506); });
return U;
}
static llt_value f1511(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_264 = (n > 0 ? a[0] : U);
(void)call_264;
llt_value out_264 = (n > 1 ? a[1] : U);
(void)out_264;
return ({ llt_value a1512[3]; a1512[0] = call_264; a1512[1] = out_264; a1512[2] = B(1); g_disseminate(NULL, U, 3, a1512); });
}
static llt_value f1527(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
return B(1);
}
static llt_value f1528_gatherLinearly(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_218 = (n > 0 ? a[0] : U);
(void)call_218;
llt_value out_218 = (n > 1 ? a[1] : U);
(void)out_218;
llt_value isSent_218 = (n > 2 ? a[2] : U);
(void)isSent_218;
llt_value t1529 = call_218;
(void)t1529;
llt_value rank_218 = llt_get(t1529, k0_rank);
(void)rank_218;
llt_value size_218 = llt_get(t1529, k1_size);
(void)size_218;
llt_value root_218 = llt_get(t1529, k2_root);
(void)root_218;
if ((!llt_same(rank_218, root_218))) {
{
if ((!llt_truth(({ llt_value o1530 = isSent_218; ({ llt_value a1531[1]; a1531[0] = rank_218; llt_call(o1530, U, 1, a1531); }); })))) {
return U;
}
llt_value op_219 = ({ llt_value o1532 = out_218; ({ llt_value a1533[2]; a1533[0] = ({ llt_value a1534[2]; a1534[0] = call_218; a1534[1] = rank_218; g_blockBytes(NULL, U, 2, a1534); }); a1533[1] = root_218; llt_call(llt_get(o1532, k55_send), o1532, 2, a1533); }); });
(void)op_219;
return U;
}
}
{
llt_value from_220 = N(0.0);
(void)from_220;
for (; ((from_220).of.number < (size_218).of.number); (void)({ llt_value t1535 = from_220; (void)(from_220 = N((from_220).of.number + 1)); t1535; })) {
{
if (((llt_same(from_220, root_218)) || (!llt_truth(({ llt_value o1536 = isSent_218; ({ llt_value a1537[1]; a1537[0] = from_220; llt_call(o1536, U, 1, a1537); }); }))))) {
continue;
}
llt_value op_221 = ({ llt_value o1538 = out_218; ({ llt_value a1539[2]; a1539[0] = ({ llt_value a1540[2]; a1540[0] = call_218; a1540[1] = from_220; g_blockBytes(NULL, U, 2, a1540); }); a1539[1] = from_220; llt_call(llt_get(o1538, k71_recv), o1538, 2, a1539); }); });
(void)op_221;
}
}
}
return U;
}
static llt_value g_gatherLinearly(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1528_gatherLinearly(up, self, n, a);
}
static llt_value f1525(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_214 = (n > 0 ? a[0] : U);
(void)call_214;
llt_value out_214 = (n > 1 ? a[1] : U);
(void)out_214;
return ({ llt_value a1526[3]; a1526[0] = call_214; a1526[1] = out_214; a1526[2] = llt_closure(f1527, NULL); g_gatherLinearly(NULL, U, 3, a1526); });
}
static llt_value f1543(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e216 = up;
(void)e216;
llt_value rank_217 = (n > 0 ? a[0] : U);
(void)rank_217;
return B(((({ llt_value a1544[2]; a1544[0] = e216[1]; a1544[1] = rank_217; g_blockBytes(NULL, U, 2, a1544); })).of.number > 0.0));
}
static llt_value f1541(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e216 = llt_frame(NULL, 1);
e216[1] = (n > 0 ? a[0] : U);
llt_value out_216 = (n > 1 ? a[1] : U);
(void)out_216;
return ({ llt_value a1542[3]; a1542[0] = e216[1]; a1542[1] = out_216; a1542[2] = llt_closure(f1543, e216); g_gatherLinearly(NULL, U, 3, a1542); });
}
static llt_value f1516(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_265 = (n > 0 ? a[0] : U);
(void)call_265;
llt_value out_265 = (n > 1 ? a[1] : U);
(void)out_265;
llt_value t1517 = call_265;
(void)t1517;
llt_value size_265 = llt_get(t1517, k1_size);
(void)size_265;
llt_value rooted_265 = ({ llt_value t1518 = llt_object(2); llt_put_all(t1518, call_265); llt_put(t1518, k2_root, N(0.0)); t1518; });
(void)rooted_265;
llt_value total_265 = ({ llt_value a1519[3]; a1519[0] = call_265; a1519[1] = N(0.0); a1519[2] = size_265; g_runBytes(NULL, U, 3, a1519); });
(void)total_265;
llt_value whole_265 = ({ llt_value a1520[3]; a1520[0] = S(k25_bcast); a1520[1] = g_BCAST; a1520[2] = ({ llt_value t1521 = llt_object(3); llt_put_all(t1521, rooted_265); llt_put(t1521, k3_bytes, total_265); llt_put(t1521, k4_bytesOf, U); t1521; }); g_ruledPart(NULL, U, 3, a1520); });
(void)whole_265;
llt_value gathered2_265 = ({ llt_value t1522 = llt_object(2); llt_put(t1522, k94_algorithm, g_gathervLinear); llt_put(t1522, k240_call, rooted_265); t1522; });
(void)gathered2_265;
(void)({ llt_value a1545[2]; a1545[0] = ({ llt_value t1546 = llt_array(2); llt_push(t1546, gathered2_265); llt_push(t1546, ({ llt_value t1547 = llt_object(2); llt_put_all(t1547, whole_265); llt_put(t1547, k59_slots, size_265); t1547; })); t1546; }); a1545[1] = out_265; g_emitInTurn(NULL, U, 2, a1545); });
return U;
}
static llt_value f1554_travelling(llt_value *up, llt_value self, int n, const llt_value *a) {
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
for (; ((hops_339).of.number < (size_338).of.number); (void)({ llt_value t1555 = hops_339; (void)(hops_339 = N((hops_339).of.number + 1)); t1555; })) {
if ((llt_same(N(llt_rest_of(llt_floor(((hops_339).of.number / (distance_338).of.number)), 2.0)), N(1.0)))) {
(void)({ llt_value t1556 = count_338; (void)(count_338 = N((count_338).of.number + 1)); t1556; });
}
}
}
return count_338;
return U;
}
static llt_value g_travelling(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1554_travelling(up, self, n, a);
}
static llt_value f1560_carriesRound(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_340 = (n > 0 ? a[0] : U);
(void)call_340;
llt_value out_340 = (n > 1 ? a[1] : U);
(void)out_340;
llt_value op_340 = (n > 2 ? a[2] : U);
(void)op_340;
llt_value distance_340 = (n > 3 ? a[3] : U);
(void)distance_340;
llt_value t1561 = call_340;
(void)t1561;
llt_value rank_340 = llt_get(t1561, k0_rank);
(void)rank_340;
llt_value size_340 = llt_get(t1561, k1_size);
(void)size_340;
if ((llt_same(llt_get(out_340, k241_payload), U))) {
return U;
}
{
llt_value hops_341 = distance_340;
(void)hops_341;
for (; ((hops_341).of.number < (size_340).of.number); (void)({ llt_value t1562 = hops_341; (void)(hops_341 = N((hops_341).of.number + 1)); t1562; })) {
{
if ((llt_same(N(llt_rest_of(llt_floor(((hops_341).of.number / (distance_340).of.number)), 2.0)), N(0.0)))) {
continue;
}
llt_value source_342 = ({ llt_value a1563[2]; a1563[0] = N(((rank_340).of.number - llt_rest_of((hops_341).of.number, (distance_340).of.number))); a1563[1] = size_340; g_mod(NULL, U, 2, a1563); });
(void)source_342;
llt_value slot_342 = N((((source_342).of.number * (size_340).of.number) + llt_rest_of(((source_342).of.number + (hops_341).of.number), (size_340).of.number)));
(void)slot_342;
(void)({ llt_value o1564 = llt_get(out_340, k241_payload); ({ llt_value a1565[4]; a1565[0] = op_340; a1565[1] = slot_342; a1565[2] = N(((slot_342).of.number + 1.0)); a1565[3] = llt_get(g_Register, k65_Result); llt_call(llt_get(o1564, k245_carries), o1564, 4, a1565); }); });
}
}
}
return U;
}
static llt_value g_carriesRound(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1560_carriesRound(up, self, n, a);
}
static llt_value f1550(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_343 = (n > 0 ? a[0] : U);
(void)call_343;
llt_value out_343 = (n > 1 ? a[1] : U);
(void)out_343;
llt_value t1551 = call_343;
(void)t1551;
llt_value rank_343 = llt_get(t1551, k0_rank);
(void)rank_343;
llt_value size_343 = llt_get(t1551, k1_size);
(void)size_343;
llt_value flow_343 = ({ llt_value a1552[3]; a1552[0] = out_343; a1552[1] = N(0.0); a1552[2] = B(1); llt_new(&c_DataFlow, 3, a1552); });
(void)flow_343;
{
llt_value distance_344 = N(1.0);
(void)distance_344;
for (; ((distance_344).of.number < (size_343).of.number); (void)(distance_344 = N(((distance_344).of.number * 2.0)))) {
{
llt_value bytes_345 = N(((({ llt_value a1553[2]; a1553[0] = size_343; a1553[1] = distance_344; g_travelling(NULL, U, 2, a1553); })).of.number * (llt_get(call_343, k3_bytes)).of.number));
(void)bytes_345;
llt_value op_345 = ({ llt_value o1557 = flow_343; ({ llt_value a1558[4]; a1558[0] = N(llt_rest_of(((rank_343).of.number + (distance_344).of.number), (size_343).of.number)); a1558[1] = bytes_345; a1558[2] = N(0.0); a1558[3] = N(0.0); llt_call(llt_get(o1557, k55_send), o1557, 4, a1558); }); });
(void)op_345;
(void)({ llt_value a1559[4]; a1559[0] = call_343; a1559[1] = out_343; a1559[2] = op_345; a1559[3] = distance_344; g_carriesRound(NULL, U, 4, a1559); });
(void)({ llt_value o1566 = flow_343; ({ llt_value a1567[2]; a1567[0] = ({ llt_value a1568[2]; a1568[0] = N(((rank_343).of.number - (distance_344).of.number)); a1568[1] = size_343; g_mod(NULL, U, 2, a1568); }); a1567[1] = bytes_345; llt_call(llt_get(o1566, k57_receive), o1566, 2, a1567); }); });
}
}
}
return U;
}
static llt_value f1573(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
return B(1);
}
static llt_value f1571(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_350 = (n > 0 ? a[0] : U);
(void)call_350;
llt_value out_350 = (n > 1 ? a[1] : U);
(void)out_350;
return ({ llt_value a1572[3]; a1572[0] = call_350; a1572[1] = out_350; a1572[2] = llt_closure(f1573, NULL); g_linearInOrder(NULL, U, 3, a1572); });
}
static llt_value f1576(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_211 = (n > 0 ? a[0] : U);
(void)call_211;
llt_value out_211 = (n > 1 ? a[1] : U);
(void)out_211;
llt_value t1577 = call_211;
(void)t1577;
llt_value rank_211 = llt_get(t1577, k0_rank);
(void)rank_211;
llt_value size_211 = llt_get(t1577, k1_size);
(void)size_211;
llt_value root_211 = llt_get(t1577, k2_root);
(void)root_211;
llt_value v_211 = ({ llt_value a1578[2]; a1578[0] = N(((rank_211).of.number - (root_211).of.number)); a1578[1] = size_211; g_mod(NULL, U, 2, a1578); });
(void)v_211;
llt_value span_211 = ({ llt_value a1579[2]; a1579[0] = v_211; a1579[1] = size_211; g_runSpan(NULL, U, 2, a1579); });
(void)span_211;
llt_value flow_211 = ({ llt_value a1580[3]; a1580[0] = out_211; a1580[1] = N(0.0); a1580[2] = B(1); llt_new(&c_DataFlow, 3, a1580); });
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
(void)({ llt_value o1581 = flow_211; ({ llt_value a1582[2]; a1582[0] = from_213; a1582[1] = ({ llt_value a1583[3]; a1583[0] = call_211; a1583[1] = from_213; a1583[2] = N(llt_min((mask_212).of.number, ((size_211).of.number - (child_213).of.number))); g_runBytes(NULL, U, 3, a1583); }); llt_call(llt_get(o1581, k57_receive), o1581, 2, a1582); }); });
}
}
}
if ((llt_same(v_211, N(0.0)))) {
return U;
}
llt_value count_211 = N(llt_min((span_211).of.number, ((size_211).of.number - (v_211).of.number)));
(void)count_211;
(void)({ llt_value o1584 = flow_211; ({ llt_value a1585[5]; a1585[0] = N(llt_rest_of((((v_211).of.number - (span_211).of.number) + (root_211).of.number), (size_211).of.number)); a1585[1] = ({ llt_value a1586[3]; a1586[0] = call_211; a1586[1] = rank_211; a1586[2] = count_211; g_runBytes(NULL, U, 3, a1586); }); a1585[2] = rank_211; a1585[3] = count_211; a1585[4] = size_211; llt_call(llt_get(o1584, k79_sendRun), o1584, 5, a1585); }); });
return U;
}
static llt_value f1588(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_222 = (n > 0 ? a[0] : U);
(void)call_222;
llt_value out_222 = (n > 1 ? a[1] : U);
(void)out_222;
llt_value t1589 = call_222;
(void)t1589;
llt_value rank_222 = llt_get(t1589, k0_rank);
(void)rank_222;
llt_value size_222 = llt_get(t1589, k1_size);
(void)size_222;
llt_value root_222 = llt_get(t1589, k2_root);
(void)root_222;
if ((!llt_same(rank_222, root_222))) {
{
llt_value flow_223 = ({ llt_value a1590[3]; a1590[0] = out_222; a1590[1] = N(0.0); a1590[2] = B(1); llt_new(&c_DataFlow, 3, a1590); });
(void)flow_223;
(void)({ llt_value o1591 = flow_223; ({ llt_value a1592[2]; a1592[0] = root_222; a1592[1] = N(0.0); llt_call(llt_get(o1591, k57_receive), o1591, 2, a1592); }); });
(void)({ llt_value o1593 = flow_223; ({ llt_value a1594[4]; a1594[0] = root_222; a1594[1] = ({ llt_value a1595[2]; a1595[0] = call_222; a1595[1] = rank_222; g_blockBytes(NULL, U, 2, a1595); }); a1594[2] = rank_222; a1594[3] = N(((rank_222).of.number + 1.0)); llt_call(llt_get(o1593, k55_send), o1593, 4, a1594); }); });
(void)({ llt_value o1596 = flow_223; ({ llt_value a1597[4]; a1597[0] = root_222; a1597[1] = N(0.0); a1597[2] = N(0.0); a1597[3] = N(0.0); llt_call(llt_get(o1596, k55_send), o1596, 4, a1597); }); });
return U;
}
}
llt_value query_222 = N((-1.0));
(void)query_222;
{
llt_value from_224 = N(0.0);
(void)from_224;
for (; ((from_224).of.number < (size_222).of.number); (void)({ llt_value t1598 = from_224; (void)(from_224 = N((from_224).of.number + 1)); t1598; })) {
{
if ((llt_same(from_224, root_222))) {
continue;
}
llt_value block_225 = ({ llt_value o1599 = out_222; ({ llt_value a1600[2]; a1600[0] = ({ llt_value a1601[2]; a1601[0] = call_222; a1601[1] = from_224; g_blockBytes(NULL, U, 2, a1601); }); a1600[1] = from_224; llt_call(llt_get(o1599, k71_recv), o1599, 2, a1600); }); });
(void)block_225;
llt_value question_225 = ({ llt_value o1602 = out_222; ({ llt_value a1603[2]; a1603[0] = N(0.0); a1603[1] = from_224; llt_call(llt_get(o1602, k55_send), o1602, 2, a1603); }); });
(void)question_225;
if (((query_222).of.number >= 0.0)) {
(void)({ llt_value o1604 = out_222; ({ llt_value a1605[2]; a1605[0] = question_225; a1605[1] = query_222; llt_call(llt_get(o1604, k68_requires), o1604, 2, a1605); }); });
}
(void)({ llt_value o1606 = out_222; ({ llt_value a1607[2]; a1607[0] = N(0.0); a1607[1] = from_224; llt_call(llt_get(o1606, k72_irecv), o1606, 2, a1607); }); });
(void)(query_222 = block_225);
}
}
}
return U;
}
static llt_value f1618(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e160 = up;
(void)e160;
llt_value v_161 = (n > 0 ? a[0] : U);
(void)v_161;
llt_value count_161 = (n > 1 ? a[1] : U);
(void)count_161;
return ({ llt_value a1619[3]; a1619[0] = e160[1]; a1619[1] = N(llt_rest_of(((v_161).of.number + (e160[2]).of.number), (e160[3]).of.number)); a1619[2] = count_161; g_runBytes(NULL, U, 3, a1619); });
}
static llt_value f1620(llt_value *up, llt_value self, int n, const llt_value *a) {
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
(void)({ llt_value o1621 = flow_162; ({ llt_value a1622[5]; a1622[0] = to_162; a1622[1] = ({ llt_value a1623[3]; a1623[0] = e160[1]; a1623[1] = N(llt_rest_of(((v_162).of.number + (e160[2]).of.number), (e160[3]).of.number)); a1623[2] = count_162; g_runBytes(NULL, U, 3, a1623); }); a1622[2] = N(((v_162).of.number + (e160[2]).of.number)); a1622[3] = count_162; a1622[4] = e160[3]; llt_call(llt_get(o1621, k79_sendRun), o1621, 5, a1622); }); });
return U;
}
static llt_value f1615_blockCut(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e160 = llt_frame(NULL, 3);
e160[1] = (n > 0 ? a[0] : U);
llt_value t1616 = e160[1];
(void)t1616;
e160[2] = llt_get(t1616, k2_root);
e160[3] = llt_get(t1616, k1_size);
return ({ llt_value t1617 = llt_object(2); llt_put(t1617, k3_bytes, llt_closure(f1618, e160)); llt_put(t1617, k55_send, llt_closure(f1620, e160)); t1617; });
return U;
}
static llt_value g_blockCut(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1615_blockCut(up, self, n, a);
}
static llt_value f1611(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_169 = (n > 0 ? a[0] : U);
(void)call_169;
llt_value out_169 = (n > 1 ? a[1] : U);
(void)out_169;
(void)({ llt_value a1612[3]; a1612[0] = call_169; a1612[1] = ({ llt_value a1613[3]; a1613[0] = out_169; a1613[1] = N(0.0); a1613[2] = B(1); llt_new(&c_DataFlow, 3, a1613); }); a1612[2] = ({ llt_value a1614[1]; a1614[0] = call_169; g_blockCut(NULL, U, 1, a1614); }); g_scatterRuns(NULL, U, 3, a1612); });
return U;
}
static llt_value f1627(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
return B(1);
}
static llt_value f1628_scatterLinearly(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_174 = (n > 0 ? a[0] : U);
(void)call_174;
llt_value out_174 = (n > 1 ? a[1] : U);
(void)out_174;
llt_value isSent_174 = (n > 2 ? a[2] : U);
(void)isSent_174;
llt_value t1629 = call_174;
(void)t1629;
llt_value rank_174 = llt_get(t1629, k0_rank);
(void)rank_174;
llt_value size_174 = llt_get(t1629, k1_size);
(void)size_174;
llt_value root_174 = llt_get(t1629, k2_root);
(void)root_174;
if ((!llt_same(rank_174, root_174))) {
{
if ((!llt_truth(({ llt_value o1630 = isSent_174; ({ llt_value a1631[1]; a1631[0] = rank_174; llt_call(o1630, U, 1, a1631); }); })))) {
return U;
}
llt_value op_175 = ({ llt_value o1632 = out_174; ({ llt_value a1633[2]; a1633[0] = ({ llt_value a1634[2]; a1634[0] = call_174; a1634[1] = rank_174; g_blockBytes(NULL, U, 2, a1634); }); a1633[1] = root_174; llt_call(llt_get(o1632, k71_recv), o1632, 2, a1633); }); });
(void)op_175;
return U;
}
}
{
llt_value to_176 = N(0.0);
(void)to_176;
for (; ((to_176).of.number < (size_174).of.number); (void)({ llt_value t1635 = to_176; (void)(to_176 = N((to_176).of.number + 1)); t1635; })) {
{
if (((llt_same(to_176, root_174)) || (!llt_truth(({ llt_value o1636 = isSent_174; ({ llt_value a1637[1]; a1637[0] = to_176; llt_call(o1636, U, 1, a1637); }); }))))) {
continue;
}
llt_value op_177 = ({ llt_value o1638 = out_174; ({ llt_value a1639[2]; a1639[0] = ({ llt_value a1640[2]; a1640[0] = call_174; a1640[1] = to_176; g_blockBytes(NULL, U, 2, a1640); }); a1639[1] = to_176; llt_call(llt_get(o1638, k55_send), o1638, 2, a1639); }); });
(void)op_177;
}
}
}
return U;
}
static llt_value g_scatterLinearly(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1628_scatterLinearly(up, self, n, a);
}
static llt_value f1625(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_170 = (n > 0 ? a[0] : U);
(void)call_170;
llt_value out_170 = (n > 1 ? a[1] : U);
(void)out_170;
return ({ llt_value a1626[3]; a1626[0] = call_170; a1626[1] = out_170; a1626[2] = llt_closure(f1627, NULL); g_scatterLinearly(NULL, U, 3, a1626); });
}
static llt_value f1645(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e172 = up;
(void)e172;
llt_value rank_173 = (n > 0 ? a[0] : U);
(void)rank_173;
return B(((({ llt_value a1646[2]; a1646[0] = e172[1]; a1646[1] = rank_173; g_blockBytes(NULL, U, 2, a1646); })).of.number > 0.0));
}
static llt_value f1643(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e172 = llt_frame(NULL, 1);
e172[1] = (n > 0 ? a[0] : U);
llt_value out_172 = (n > 1 ? a[1] : U);
(void)out_172;
return ({ llt_value a1644[3]; a1644[0] = e172[1]; a1644[1] = out_172; a1644[2] = llt_closure(f1645, e172); g_scatterLinearly(NULL, U, 3, a1644); });
}
static llt_value f1659_takePrefix(llt_value *up, llt_value self, int n, const llt_value *a) {
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
return f1659_takePrefix(up, self, n, a);
}
static llt_value f1653_chain(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_435 = (n > 0 ? a[0] : U);
(void)call_435;
llt_value out_435 = (n > 1 ? a[1] : U);
(void)out_435;
llt_value prefix_435 = (n > 2 ? a[2] : U);
(void)prefix_435;
llt_value t1654 = call_435;
(void)t1654;
llt_value rank_435 = llt_get(t1654, k0_rank);
(void)rank_435;
llt_value size_435 = llt_get(t1654, k1_size);
(void)size_435;
llt_value bytes_435 = llt_get(t1654, k3_bytes);
(void)bytes_435;
llt_value flow_435 = ({ llt_value a1655[3]; a1655[0] = out_435; a1655[1] = llt_get(llt_get(call_435, k6_options), k82_reducePerByte); a1655[2] = B(1); llt_new(&c_DataFlow, 3, a1655); });
(void)flow_435;
if (((rank_435).of.number > 0.0)) {
{
llt_value received_436 = ({ llt_value o1656 = out_435; ({ llt_value a1657[2]; a1657[0] = bytes_435; a1657[1] = N(((rank_435).of.number - 1.0)); llt_call(llt_get(o1656, k71_recv), o1656, 2, a1657); }); });
(void)received_436;
(void)({ llt_value a1658[3]; a1658[0] = out_435; a1658[1] = received_436; a1658[2] = prefix_435; g_takePrefix(NULL, U, 3, a1658); });
if (((llt_same(prefix_435, llt_get(g_Register, k67_Rest))) && (llt_same(rank_435, N(((size_435).of.number - 1.0)))))) {
(void)({ llt_value o1660 = flow_435; ({ llt_value a1661[1]; a1661[0] = received_436; llt_call(llt_get(o1660, k73_hold), o1660, 1, a1661); }); });
} else {
(void)({ llt_value o1662 = flow_435; ({ llt_value a1663[2]; a1663[0] = received_436; a1663[1] = bytes_435; llt_call(llt_get(o1662, k29_reduce), o1662, 2, a1663); }); });
}
}
}
if ((((rank_435).of.number + 1.0) < (size_435).of.number)) {
(void)({ llt_value o1664 = flow_435; ({ llt_value a1665[5]; a1665[0] = N(((rank_435).of.number + 1.0)); a1665[1] = bytes_435; a1665[2] = N(0.0); a1665[3] = bytes_435; a1665[4] = llt_get(g_Register, k66_Own); llt_call(llt_get(o1664, k55_send), o1664, 5, a1665); }); });
}
return U;
}
static llt_value g_chain(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1653_chain(up, self, n, a);
}
static llt_value f1651(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e444 = up;
(void)e444;
llt_value call_445 = (n > 0 ? a[0] : U);
(void)call_445;
llt_value out_445 = (n > 1 ? a[1] : U);
(void)out_445;
return ({ llt_value a1652[3]; a1652[0] = call_445; a1652[1] = out_445; a1652[2] = e444[1]; g_chain(NULL, U, 3, a1652); });
}
static llt_value f1669_double(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_437 = (n > 0 ? a[0] : U);
(void)call_437;
llt_value out_437 = (n > 1 ? a[1] : U);
(void)out_437;
llt_value prefix_437 = (n > 2 ? a[2] : U);
(void)prefix_437;
llt_value t1670 = call_437;
(void)t1670;
llt_value rank_437 = llt_get(t1670, k0_rank);
(void)rank_437;
llt_value size_437 = llt_get(t1670, k1_size);
(void)size_437;
llt_value bytes_437 = llt_get(t1670, k3_bytes);
(void)bytes_437;
llt_value flow_437 = ({ llt_value a1671[3]; a1671[0] = out_437; a1671[1] = llt_get(llt_get(call_437, k6_options), k82_reducePerByte); a1671[2] = B(1); llt_new(&c_DataFlow, 3, a1671); });
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
(void)({ llt_value o1672 = flow_437; ({ llt_value a1673[5]; a1673[0] = peer_439; a1673[1] = bytes_437; a1673[2] = N(0.0); a1673[3] = bytes_437; a1673[4] = llt_get(g_Register, k66_Own); llt_call(llt_get(o1672, k55_send), o1672, 5, a1673); }); });
llt_value received_439 = ({ llt_value o1674 = out_437; ({ llt_value a1675[2]; a1675[0] = bytes_437; a1675[1] = peer_439; llt_call(llt_get(o1674, k71_recv), o1674, 2, a1675); }); });
(void)received_439;
if (((peer_439).of.number < (rank_437).of.number)) {
(void)({ llt_value a1676[3]; a1676[0] = out_437; a1676[1] = received_439; a1676[2] = prefix_437; g_takePrefix(NULL, U, 3, a1676); });
}
(void)({ llt_value o1677 = flow_437; ({ llt_value a1678[2]; a1678[0] = received_439; a1678[1] = bytes_437; llt_call(llt_get(o1677, k29_reduce), o1677, 2, a1678); }); });
}
}
}
return U;
}
static llt_value g_double(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1669_double(up, self, n, a);
}
static llt_value f1667(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e444 = up;
(void)e444;
llt_value call_446 = (n > 0 ? a[0] : U);
(void)call_446;
llt_value out_446 = (n > 1 ? a[1] : U);
(void)out_446;
return ({ llt_value a1668[3]; a1668[0] = call_446; a1668[1] = out_446; a1668[2] = e444[1]; g_double(NULL, U, 3, a1668); });
}
static llt_value f1648_family(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e444 = llt_frame(NULL, 1);
e444[1] = (n > 0 ? a[0] : U);
return ({ llt_value t1649 = llt_array(2); llt_push(t1649, ({ llt_value t1650 = llt_object(5); llt_put(t1650, k31_name, S(k43_linear)); llt_put(t1650, k33_emit, llt_closure(f1651, e444)); t1650; })); llt_push(t1649, ({ llt_value t1666 = llt_object(5); llt_put(t1666, k31_name, S(k40_recursive_doubling)); llt_put(t1666, k33_emit, llt_closure(f1667, e444)); t1666; })); t1649; });
return U;
}
static llt_value g_family(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1648_family(up, self, n, a);
}
static llt_value f1696(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e394 = up;
(void)e394;
llt_value i_396 = (n > 0 ? a[0] : U);
(void)i_396;
return ({ llt_value a1697[2]; a1697[0] = i_396; a1697[1] = e394[1]; g_placeStart(NULL, U, 2, a1697); });
}
static llt_value f1699(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e394 = up;
(void)e394;
llt_value from_397 = (n > 0 ? a[0] : U);
(void)from_397;
llt_value end_397 = (n > 1 ? a[1] : U);
(void)end_397;
return ({ llt_value a1700[3]; a1700[0] = e394[2]; a1700[1] = ({ llt_value o1701 = e394[3]; ({ llt_value a1702[1]; a1702[0] = from_397; llt_call(o1701, U, 1, a1702); }); }); a1700[2] = N(({ const double d1707 = (({ llt_value o1703 = e394[3]; ({ llt_value a1704[1]; a1704[0] = end_397; llt_call(o1703, U, 1, a1704); }); })).of.number; const double d1708 = (({ llt_value o1705 = e394[3]; ({ llt_value a1706[1]; a1706[0] = from_397; llt_call(o1705, U, 1, a1706); }); })).of.number; (d1707 - d1708); })); g_runBytes(NULL, U, 3, a1700); });
}
static llt_value f1711(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e394 = up;
(void)e394;
llt_value of_398 = (n > 0 ? a[0] : U);
(void)of_398;
return ({ llt_value a1712[2]; a1712[0] = of_398; a1712[1] = e394[1]; g_unfold(NULL, U, 2, a1712); });
}
static llt_value f1682(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e394 = llt_frame(NULL, 3);
e394[2] = (n > 0 ? a[0] : U);
llt_value out_394 = (n > 1 ? a[1] : U);
(void)out_394;
llt_value t1683 = e394[2];
(void)t1683;
llt_value rank_394 = llt_get(t1683, k0_rank);
(void)rank_394;
llt_value size_394 = llt_get(t1683, k1_size);
(void)size_394;
llt_value flow_394 = ({ llt_value a1684[3]; a1684[0] = out_394; a1684[1] = llt_get(llt_get(e394[2], k6_options), k82_reducePerByte); a1684[2] = B(1); llt_new(&c_DataFlow, 3, a1684); });
(void)flow_394;
llt_value total_394 = ({ llt_value a1685[3]; a1685[0] = e394[2]; a1685[1] = N(0.0); a1685[2] = size_394; g_runBytes(NULL, U, 3, a1685); });
(void)total_394;
if ((llt_same(total_394, N(0.0)))) {
return U;
}
llt_value t1687 = ({ llt_value a1686[2]; a1686[0] = rank_394; a1686[1] = size_394; g_fold(NULL, U, 2, a1686); });
(void)t1687;
llt_value power_394 = llt_get(t1687, k51_power);
(void)power_394;
e394[1] = llt_get(t1687, k52_rest);
llt_value place_394 = llt_get(t1687, k53_place);
(void)place_394;
llt_value neighbour_394 = llt_get(t1687, k54_neighbour);
(void)neighbour_394;
if (((place_394).of.number < 0.0)) {
{
(void)({ llt_value o1688 = flow_394; ({ llt_value a1689[4]; a1689[0] = neighbour_394; a1689[1] = total_394; a1689[2] = N(0.0); a1689[3] = size_394; llt_call(llt_get(o1688, k55_send), o1688, 4, a1689); }); });
if (((({ llt_value a1690[2]; a1690[0] = e394[2]; a1690[1] = rank_394; g_blockBytes(NULL, U, 2, a1690); })).of.number > 0.0)) {
(void)({ llt_value o1691 = flow_394; ({ llt_value a1692[2]; a1692[0] = neighbour_394; a1692[1] = ({ llt_value a1693[2]; a1693[0] = e394[2]; a1693[1] = rank_394; g_blockBytes(NULL, U, 2, a1693); }); llt_call(llt_get(o1691, k57_receive), o1691, 2, a1692); }); });
}
return U;
}
}
if (((neighbour_394).of.number >= 0.0)) {
(void)({ llt_value o1694 = flow_394; ({ llt_value a1695[2]; a1695[0] = neighbour_394; a1695[1] = total_394; llt_call(llt_get(o1694, k56_combine), o1694, 2, a1695); }); });
}
e394[3] = llt_closure(f1696, e394);
llt_value shares2_394 = ({ llt_value t1698 = llt_object(3); llt_put(t1698, k3_bytes, llt_closure(f1699, e394)); llt_put(t1698, k59_slots, e394[3]); llt_put(t1698, k87_skipsEmpty, B(1)); t1698; });
(void)shares2_394;
(void)({ llt_value a1709[5]; a1709[0] = place_394; a1709[1] = ({ llt_value a1710[2]; a1710[0] = power_394; a1710[1] = S(k255_far); g_distances(NULL, U, 2, a1710); }); a1709[2] = llt_closure(f1711, e394); a1709[3] = shares2_394; a1709[4] = flow_394; g_reduceByHalving(NULL, U, 5, a1709); });
if ((((neighbour_394).of.number >= 0.0) && ((({ llt_value a1713[2]; a1713[0] = e394[2]; a1713[1] = neighbour_394; g_blockBytes(NULL, U, 2, a1713); })).of.number > 0.0))) {
(void)({ llt_value o1714 = flow_394; ({ llt_value a1715[4]; a1715[0] = neighbour_394; a1715[1] = ({ llt_value a1716[2]; a1716[0] = e394[2]; a1716[1] = neighbour_394; g_blockBytes(NULL, U, 2, a1716); }); a1715[2] = neighbour_394; a1715[3] = N(((neighbour_394).of.number + 1.0)); llt_call(llt_get(o1714, k55_send), o1714, 4, a1715); }); });
}
return U;
}
static llt_value f1718(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_399 = (n > 0 ? a[0] : U);
(void)call_399;
llt_value out_399 = (n > 1 ? a[1] : U);
(void)out_399;
llt_value t1719 = call_399;
(void)t1719;
llt_value rank_399 = llt_get(t1719, k0_rank);
(void)rank_399;
llt_value size_399 = llt_get(t1719, k1_size);
(void)size_399;
llt_value flow_399 = ({ llt_value a1720[3]; a1720[0] = out_399; a1720[1] = llt_get(llt_get(call_399, k6_options), k82_reducePerByte); a1720[2] = B(0); llt_new(&c_DataFlow, 3, a1720); });
(void)flow_399;
llt_value before_399 = ({ llt_value t1721 = llt_array(0);  t1721; });
(void)before_399;
{
llt_value i_400 = N(1.0);
(void)i_400;
for (; ((i_400).of.number < (size_399).of.number); (void)({ llt_value t1722 = i_400; (void)(i_400 = N((i_400).of.number + 1)); t1722; })) {
{
llt_value to_401 = N(llt_rest_of(((rank_399).of.number + (i_400).of.number), (size_399).of.number));
(void)to_401;
llt_value sent_401 = ({ llt_value o1723 = out_399; ({ llt_value a1724[2]; a1724[0] = ({ llt_value a1725[2]; a1725[0] = call_399; a1725[1] = to_401; g_blockBytes(NULL, U, 2, a1725); }); a1724[1] = to_401; llt_call(llt_get(o1723, k55_send), o1723, 2, a1724); }); });
(void)sent_401;
llt_value received_401 = ({ llt_value o1726 = out_399; ({ llt_value a1727[2]; a1727[0] = ({ llt_value a1728[2]; a1728[0] = call_399; a1728[1] = rank_399; g_blockBytes(NULL, U, 2, a1728); }); a1727[1] = ({ llt_value a1729[2]; a1729[0] = N(((rank_399).of.number - (i_400).of.number)); a1729[1] = size_399; g_mod(NULL, U, 2, a1729); }); llt_call(llt_get(o1726, k71_recv), o1726, 2, a1727); }); });
(void)received_401;
{
llt_value t1730 = before_399;
for (int i1731 = 0; i1731 < llt_length(t1730); i1731++)
{
llt_value done_402 = llt_at(t1730, N(i1731));
(void)done_402;
{
(void)({ llt_value o1732 = out_399; ({ llt_value a1733[2]; a1733[0] = sent_401; a1733[1] = done_402; llt_call(llt_get(o1732, k68_requires), o1732, 2, a1733); }); });
(void)({ llt_value o1734 = out_399; ({ llt_value a1735[2]; a1735[0] = received_401; a1735[1] = done_402; llt_call(llt_get(o1734, k68_requires), o1734, 2, a1735); }); });
}
}
}
(void)(before_399 = ({ llt_value t1736 = llt_array(2); llt_push(t1736, sent_401); llt_push(t1736, ({ llt_value o1737 = flow_399; ({ llt_value a1738[2]; a1738[0] = received_401; a1738[1] = ({ llt_value a1739[2]; a1739[0] = call_399; a1739[1] = rank_399; g_blockBytes(NULL, U, 2, a1739); }); llt_call(llt_get(o1737, k29_reduce), o1737, 2, a1738); }); })); t1736; }));
}
}
}
return U;
}
static llt_value f1741(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_404 = (n > 0 ? a[0] : U);
(void)call_404;
llt_value out_404 = (n > 1 ? a[1] : U);
(void)out_404;
llt_value t1742 = call_404;
(void)t1742;
llt_value rank_404 = llt_get(t1742, k0_rank);
(void)rank_404;
llt_value size_404 = llt_get(t1742, k1_size);
(void)size_404;
llt_value flow_404 = ({ llt_value a1743[3]; a1743[0] = out_404; a1743[1] = llt_get(llt_get(call_404, k6_options), k82_reducePerByte); a1743[2] = B(0); llt_new(&c_DataFlow, 3, a1743); });
(void)flow_404;
{
llt_value step_405 = N(1.0);
(void)step_405;
for (; ((step_405).of.number < (size_404).of.number); (void)({ llt_value t1744 = step_405; (void)(step_405 = N((step_405).of.number + 1)); t1744; })) {
{
llt_value give_406 = ({ llt_value a1745[2]; a1745[0] = N(((rank_404).of.number - (step_405).of.number)); a1745[1] = size_404; g_mod(NULL, U, 2, a1745); });
(void)give_406;
(void)({ llt_value o1746 = flow_404; ({ llt_value a1747[4]; a1747[0] = N(llt_rest_of(((rank_404).of.number + 1.0), (size_404).of.number)); a1747[1] = ({ llt_value a1748[2]; a1748[0] = call_404; a1748[1] = give_406; g_blockBytes(NULL, U, 2, a1748); }); a1747[2] = give_406; a1747[3] = N(((give_406).of.number + 1.0)); llt_call(llt_get(o1746, k55_send), o1746, 4, a1747); }); });
(void)({ llt_value o1749 = flow_404; ({ llt_value a1750[2]; a1750[0] = ({ llt_value a1751[2]; a1751[0] = N(((rank_404).of.number - 1.0)); a1751[1] = size_404; g_mod(NULL, U, 2, a1751); }); a1750[1] = ({ llt_value a1752[2]; a1752[0] = call_404; a1752[1] = ({ llt_value a1753[2]; a1753[0] = N(((give_406).of.number - 1.0)); a1753[1] = size_404; g_mod(NULL, U, 2, a1753); }); g_blockBytes(NULL, U, 2, a1752); }); llt_call(llt_get(o1749, k56_combine), o1749, 2, a1750); }); });
}
}
}
return U;
}
static llt_value f1755(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_407 = (n > 0 ? a[0] : U);
(void)call_407;
llt_value out_407 = (n > 1 ? a[1] : U);
(void)out_407;
llt_value rooted_407 = ({ llt_value t1756 = llt_object(2); llt_put_all(t1756, call_407); llt_put(t1756, k2_root, N(0.0)); t1756; });
(void)rooted_407;
llt_value plan_407 = ({ llt_value t1757 = llt_object(4); llt_put(t1757, k99_tree, llt_closure(g_binomialTree, NULL)); llt_put(t1757, k104_fanout, N(1.0)); llt_put(t1757, k109_segment, N(0.0)); llt_put(t1757, k2_root, S(k103_swap)); t1757; });
(void)plan_407;
llt_value done_407 = ({ llt_value a1758[5]; a1758[0] = rooted_407; a1758[1] = out_407; a1758[2] = plan_407; a1758[3] = ({ llt_value a1759[3]; a1759[0] = call_407; a1759[1] = N(0.0); a1759[2] = llt_get(call_407, k1_size); g_runBytes(NULL, U, 3, a1759); }); a1758[4] = llt_get(call_407, k1_size); g_reduceTree(NULL, U, 5, a1758); });
(void)done_407;
(void)({ llt_value a1760[3]; a1760[0] = rooted_407; a1760[1] = ((llt_same(llt_get(call_407, k0_rank), N(0.0))) ? done_407 : ({ llt_value a1761[3]; a1761[0] = out_407; a1761[1] = N(0.0); a1761[2] = B(1); llt_new(&c_DataFlow, 3, a1761); })); a1760[2] = ({ llt_value a1762[1]; a1762[0] = rooted_407; g_blockCut(NULL, U, 1, a1762); }); g_scatterRuns(NULL, U, 3, a1760); });
return U;
}
static llt_value f1770(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e408 = up;
(void)e408;
llt_value of_409 = (n > 0 ? a[0] : U);
(void)of_409;
return ({ llt_value a1771[2]; a1771[0] = of_409; a1771[1] = e408[1]; g_unfold(NULL, U, 2, a1771); });
}
static llt_value f1779_mirrored(llt_value *up, llt_value self, int n, const llt_value *a) {
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
return f1779_mirrored(up, self, n, a);
}
static llt_value f1783(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e408 = up;
(void)e408;
llt_value i_411 = (n > 0 ? a[0] : U);
(void)i_411;
return ({ llt_value a1784[2]; a1784[0] = i_411; a1784[1] = e408[1]; g_placeStart(NULL, U, 2, a1784); });
}
static llt_value f1785(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e408 = up;
(void)e408;
llt_value from_412 = (n > 0 ? a[0] : U);
(void)from_412;
llt_value end_412 = (n > 1 ? a[1] : U);
(void)end_412;
return ({ llt_value a1786[3]; a1786[0] = e408[2]; a1786[1] = ({ llt_value o1787 = e408[3]; ({ llt_value a1788[1]; a1788[0] = from_412; llt_call(o1787, U, 1, a1788); }); }); a1786[2] = N(({ const double d1793 = (({ llt_value o1789 = e408[3]; ({ llt_value a1790[1]; a1790[0] = end_412; llt_call(o1789, U, 1, a1790); }); })).of.number; const double d1794 = (({ llt_value o1791 = e408[3]; ({ llt_value a1792[1]; a1792[0] = from_412; llt_call(o1791, U, 1, a1792); }); })).of.number; (d1793 - d1794); })); g_runBytes(NULL, U, 3, a1786); });
}
static llt_value f1799(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e408 = up;
(void)e408;
llt_value to_413 = (n > 0 ? a[0] : U);
(void)to_413;
(void)({ llt_value o1800 = e408[4]; ({ llt_value a1801[4]; a1801[0] = to_413; a1801[1] = ({ llt_value a1802[2]; a1802[0] = e408[2]; a1802[1] = to_413; g_blockBytes(NULL, U, 2, a1802); }); a1801[2] = to_413; a1801[3] = N(((to_413).of.number + 1.0)); llt_call(llt_get(o1800, k55_send), o1800, 4, a1801); }); });
return U;
}
static llt_value f1764_emitButterfly(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e408 = llt_frame(NULL, 4);
e408[2] = (n > 0 ? a[0] : U);
llt_value out_408 = (n > 1 ? a[1] : U);
(void)out_408;
llt_value t1765 = e408[2];
(void)t1765;
llt_value rank_408 = llt_get(t1765, k0_rank);
(void)rank_408;
llt_value size_408 = llt_get(t1765, k1_size);
(void)size_408;
e408[4] = ({ llt_value a1766[3]; a1766[0] = out_408; a1766[1] = llt_get(llt_get(e408[2], k6_options), k82_reducePerByte); a1766[2] = B(1); llt_new(&c_DataFlow, 3, a1766); });
llt_value total_408 = ({ llt_value a1767[3]; a1767[0] = e408[2]; a1767[1] = N(0.0); a1767[2] = size_408; g_runBytes(NULL, U, 3, a1767); });
(void)total_408;
llt_value t1769 = ({ llt_value a1768[2]; a1768[0] = rank_408; a1768[1] = size_408; g_fold(NULL, U, 2, a1768); });
(void)t1769;
llt_value power_408 = llt_get(t1769, k51_power);
(void)power_408;
e408[1] = llt_get(t1769, k52_rest);
llt_value place_408 = llt_get(t1769, k53_place);
(void)place_408;
llt_value neighbour_408 = llt_get(t1769, k54_neighbour);
(void)neighbour_408;
llt_value at_408 = llt_closure(f1770, e408);
(void)at_408;
if (((place_408).of.number < 0.0)) {
{
(void)({ llt_value o1772 = e408[4]; ({ llt_value a1773[4]; a1773[0] = neighbour_408; a1773[1] = total_408; a1773[2] = N(0.0); a1773[3] = size_408; llt_call(llt_get(o1772, k55_send), o1772, 4, a1773); }); });
(void)({ llt_value o1774 = e408[4]; ({ llt_value a1775[2]; a1775[0] = ({ llt_value o1776 = at_408; ({ llt_value a1777[1]; a1777[0] = ({ llt_value a1778[2]; a1778[0] = N((double)((int32_t)(rank_408).of.number >> (int32_t)1.0)); a1778[1] = power_408; g_mirrored(NULL, U, 2, a1778); }); llt_call(o1776, U, 1, a1777); }); }); a1775[1] = ({ llt_value a1780[2]; a1780[0] = e408[2]; a1780[1] = rank_408; g_blockBytes(NULL, U, 2, a1780); }); llt_call(llt_get(o1774, k57_receive), o1774, 2, a1775); }); });
return U;
}
}
if (((neighbour_408).of.number >= 0.0)) {
(void)({ llt_value o1781 = e408[4]; ({ llt_value a1782[2]; a1782[0] = neighbour_408; a1782[1] = total_408; llt_call(llt_get(o1781, k56_combine), o1781, 2, a1782); }); });
}
e408[3] = llt_closure(f1783, e408);
llt_value bytes_408 = llt_closure(f1785, e408);
(void)bytes_408;
(void)({ llt_value a1795[5]; a1795[0] = place_408; a1795[1] = ({ llt_value a1796[2]; a1796[0] = power_408; a1796[1] = S(k83_near); g_distances(NULL, U, 2, a1796); }); a1795[2] = at_408; a1795[3] = ({ llt_value t1797 = llt_object(2); llt_put(t1797, k3_bytes, bytes_408); llt_put(t1797, k59_slots, e408[3]); t1797; }); a1795[4] = e408[4]; g_reduceByHalving(NULL, U, 5, a1795); });
llt_value owner_408 = ({ llt_value a1798[2]; a1798[0] = place_408; a1798[1] = power_408; g_mirrored(NULL, U, 2, a1798); });
(void)owner_408;
llt_value give_408 = llt_closure(f1799, e408);
(void)give_408;
if (((owner_408).of.number < (e408[1]).of.number)) {
(void)({ llt_value o1803 = give_408; ({ llt_value a1804[1]; a1804[0] = N(((({ llt_value o1805 = at_408; ({ llt_value a1806[1]; a1806[0] = owner_408; llt_call(o1805, U, 1, a1806); }); })).of.number - 1.0)); llt_call(o1803, U, 1, a1804); }); });
}
if ((llt_same(owner_408, place_408))) {
return U;
}
(void)({ llt_value o1807 = give_408; ({ llt_value a1808[1]; a1808[0] = ({ llt_value o1809 = at_408; ({ llt_value a1810[1]; a1810[0] = owner_408; llt_call(o1809, U, 1, a1810); }); }); llt_call(o1807, U, 1, a1808); }); });
(void)({ llt_value o1811 = e408[4]; ({ llt_value a1812[2]; a1812[0] = ({ llt_value o1813 = at_408; ({ llt_value a1814[1]; a1814[0] = owner_408; llt_call(o1813, U, 1, a1814); }); }); a1812[1] = ({ llt_value a1815[2]; a1815[0] = e408[2]; a1815[1] = rank_408; g_blockBytes(NULL, U, 2, a1815); }); llt_call(llt_get(o1811, k57_receive), o1811, 2, a1812); }); });
return U;
}
static llt_value g_emitButterfly(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1764_emitButterfly(up, self, n, a);
}
static llt_value f1817(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
return g_scattervLinear;
}
static llt_value f1820(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e430 = up;
(void)e430;
llt_value call_431 = (n > 0 ? a[0] : U);
(void)call_431;
llt_value out_431 = (n > 1 ? a[1] : U);
(void)out_431;
llt_value t1821 = call_431;
(void)t1821;
llt_value size_431 = llt_get(t1821, k1_size);
(void)size_431;
llt_value total_431 = ({ llt_value a1822[3]; a1822[0] = call_431; a1822[1] = N(0.0); a1822[2] = size_431; g_runBytes(NULL, U, 3, a1822); });
(void)total_431;
llt_value reduction_431 = ({ llt_value a1823[3]; a1823[0] = S(k29_reduce); a1823[1] = g_REDUCE; a1823[2] = ({ llt_value t1824 = llt_object(4); llt_put_all(t1824, call_431); llt_put(t1824, k2_root, N(0.0)); llt_put(t1824, k3_bytes, total_431); llt_put(t1824, k4_bytesOf, U); t1824; }); g_ruledPart(NULL, U, 3, a1823); });
(void)reduction_431;
llt_value scattered_431 = ({ llt_value t1825 = llt_object(2); llt_put(t1825, k94_algorithm, ({ llt_value o1826 = e430[1]; ({ llt_value a1827[1]; a1827[0] = call_431; llt_call(o1826, U, 1, a1827); }); })); llt_put(t1825, k240_call, ({ llt_value t1828 = llt_object(2); llt_put_all(t1828, call_431); llt_put(t1828, k2_root, N(0.0)); t1828; })); t1825; });
(void)scattered_431;
(void)({ llt_value a1829[2]; a1829[0] = ({ llt_value t1830 = llt_array(2); llt_push(t1830, ({ llt_value t1831 = llt_object(2); llt_put_all(t1831, reduction_431); llt_put(t1831, k59_slots, size_431); t1831; })); llt_push(t1830, scattered_431); t1830; }); a1829[1] = out_431; g_emitInTurn(NULL, U, 2, a1829); });
return U;
}
static llt_value f1818_reduceThenScatter(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e430 = llt_frame(NULL, 1);
e430[1] = (n > 0 ? a[0] : U);
return ({ llt_value t1819 = llt_object(4); llt_put(t1819, k31_name, S(k218_ompi_reduce_scatter)); llt_put(t1819, k33_emit, llt_closure(f1820, e430)); t1819; });
return U;
}
static llt_value g_reduceThenScatter(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1818_reduceThenScatter(up, self, n, a);
}
static llt_value f1838(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e414 = up;
(void)e414;
llt_value i_416 = (n > 0 ? a[0] : U);
(void)i_416;
return ({ llt_value a1839[2]; a1839[0] = i_416; a1839[1] = e414[1]; g_mirrored(NULL, U, 2, a1839); });
}
static llt_value f1840(llt_value *up, llt_value self, int n, const llt_value *a) {
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
for (; ((i_418).of.number < (end_417).of.number); (void)({ llt_value t1841 = i_418; (void)(i_418 = N((i_418).of.number + 1)); t1841; })) {
(void)(sum_417 = N(((sum_417).of.number + (({ llt_value a1842[2]; a1842[0] = e414[2]; a1842[1] = ({ llt_value o1843 = e414[3]; ({ llt_value a1844[1]; a1844[0] = i_418; llt_call(o1843, U, 1, a1844); }); }); g_blockBytes(NULL, U, 2, a1842); })).of.number)));
}
}
return sum_417;
return U;
}
static llt_value f1849(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e414 = up;
(void)e414;
llt_value of_419 = (n > 0 ? a[0] : U);
(void)of_419;
return of_419;
}
static llt_value f1834(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e414 = llt_frame(NULL, 3);
e414[2] = (n > 0 ? a[0] : U);
llt_value out_414 = (n > 1 ? a[1] : U);
(void)out_414;
llt_value t1835 = e414[2];
(void)t1835;
llt_value rank_414 = llt_get(t1835, k0_rank);
(void)rank_414;
e414[1] = llt_get(t1835, k1_size);
if ((!llt_truth(({ llt_value a1836[1]; a1836[0] = e414[1]; g_isPower(NULL, U, 1, a1836); })))) {
{
(void)({ llt_value a1837[2]; a1837[0] = e414[2]; a1837[1] = out_414; g_emitButterfly(NULL, U, 2, a1837); });
return U;
}
}
e414[3] = llt_closure(f1838, e414);
llt_value bytes_414 = llt_closure(f1840, e414);
(void)bytes_414;
llt_value flow_414 = ({ llt_value a1845[3]; a1845[0] = out_414; a1845[1] = llt_get(llt_get(e414[2], k6_options), k82_reducePerByte); a1845[2] = B(1); llt_new(&c_DataFlow, 3, a1845); });
(void)flow_414;
llt_value shares2_414 = ({ llt_value t1846 = llt_object(3); llt_put(t1846, k3_bytes, bytes_414); llt_put(t1846, k59_slots, e414[3]); llt_put(t1846, k91_slot, e414[3]); t1846; });
(void)shares2_414;
(void)({ llt_value a1847[5]; a1847[0] = rank_414; a1847[1] = ({ llt_value a1848[2]; a1848[0] = e414[1]; a1848[1] = S(k83_near); g_distances(NULL, U, 2, a1848); }); a1847[2] = llt_closure(f1849, e414); a1847[3] = shares2_414; a1847[4] = flow_414; g_reduceByHalving(NULL, U, 5, a1847); });
return U;
}
static llt_value f1855(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e420 = up;
(void)e420;
llt_value t1856 = (n > 0 ? a[0] : U);
(void)t1856;
llt_value from_421 = llt_get(t1856, k85_from);
(void)from_421;
llt_value end_421 = llt_get(t1856, k86_end);
(void)end_421;
return N(((e420[1]).of.number - (({ llt_value a1857[3]; a1857[0] = e420[2]; a1857[1] = from_421; a1857[2] = N(((end_421).of.number - (from_421).of.number)); g_runBytes(NULL, U, 3, a1857); })).of.number));
}
static llt_value f1858(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e420 = up;
(void)e420;
llt_value op_422 = (n > 0 ? a[0] : U);
(void)op_422;
llt_value t1859 = (n > 1 ? a[1] : U);
(void)t1859;
llt_value from_422 = llt_get(t1859, k85_from);
(void)from_422;
llt_value end_422 = llt_get(t1859, k86_end);
(void)end_422;
llt_value register_422 = (n > 2 ? a[2] : U);
(void)register_422;
return U;
}
static llt_value f1863(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e424 = up;
(void)e424;
llt_value *e423 = e424[0].of.frame;
(void)e423;
llt_value *e420 = e423[0].of.frame;
(void)e420;
llt_value from_425 = (n > 0 ? a[0] : U);
(void)from_425;
(void)(e424[1] = ({ llt_value o1864 = e420[3]; ({ llt_value a1865[2]; a1865[0] = ({ llt_value o1866 = e420[5]; ({ llt_value a1867[1]; a1867[0] = e423[1]; llt_call(o1866, U, 1, a1867); }); }); a1865[1] = from_425; llt_call(llt_get(o1864, k71_recv), o1864, 2, a1865); }); }));
return U;
}
static llt_value f1851(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e420 = llt_frame(NULL, 5);
e420[2] = (n > 0 ? a[0] : U);
e420[3] = (n > 1 ? a[1] : U);
llt_value t1852 = e420[2];
(void)t1852;
llt_value rank_420 = llt_get(t1852, k0_rank);
(void)rank_420;
e420[4] = llt_get(t1852, k1_size);
llt_value flow_420 = ({ llt_value a1853[3]; a1853[0] = e420[3]; a1853[1] = llt_get(llt_get(e420[2], k6_options), k82_reducePerByte); a1853[2] = B(1); llt_new(&c_DataFlow, 3, a1853); });
(void)flow_420;
e420[1] = ({ llt_value a1854[3]; a1854[0] = e420[2]; a1854[1] = N(0.0); a1854[2] = e420[4]; g_runBytes(NULL, U, 3, a1854); });
e420[5] = llt_closure(f1855, e420);
llt_value rest_420 = llt_closure(f1858, e420);
(void)rest_420;
{
llt_value t1860 = ({ llt_value a1893[2]; a1893[0] = rank_420; a1893[1] = e420[4]; g_roundsOf(NULL, U, 2, a1893); });
for (int i1861 = 0; i1861 < llt_length(t1860); i1861++)
{
llt_value *e423 = llt_frame(e420, 1);
llt_value t1862 = llt_at(t1860, N(i1861));
(void)t1862;
llt_value own_423 = llt_get(t1862, k118_own);
(void)own_423;
e423[1] = llt_get(t1862, k119_other);
llt_value partner_423 = llt_get(t1862, k120_partner);
(void)partner_423;
llt_value relays_423 = llt_get(t1862, k121_relays);
(void)relays_423;
{
llt_value *e424 = llt_frame(e423, 1);
e424[1] = N((-1.0));
llt_value take_424 = llt_closure(f1863, e424);
(void)take_424;
if (((partner_423).of.number >= 0.0)) {
{
(void)({ llt_value o1868 = rest_420; ({ llt_value a1869[3]; a1869[0] = ({ llt_value o1870 = flow_420; ({ llt_value a1871[4]; a1871[0] = partner_423; a1871[1] = ({ llt_value o1872 = e420[5]; ({ llt_value a1873[1]; a1873[0] = own_423; llt_call(o1872, U, 1, a1873); }); }); a1871[2] = N(0.0); a1871[3] = N(0.0); llt_call(llt_get(o1870, k55_send), o1870, 4, a1871); }); }); a1869[1] = own_423; a1869[2] = llt_get(g_Register, k65_Result); llt_call(o1868, U, 3, a1869); }); });
(void)({ llt_value o1874 = take_424; ({ llt_value a1875[1]; a1875[0] = partner_423; llt_call(o1874, U, 1, a1875); }); });
}
}
{
llt_value t1876 = relays_423;
for (int i1877 = 0; i1877 < llt_length(t1876); i1877++)
{
llt_value t1878 = llt_at(t1876, N(i1877));
(void)t1878;
llt_value peer_427 = llt_get(t1878, k122_peer);
(void)peer_427;
llt_value sends_427 = llt_get(t1878, k123_sends);
(void)sends_427;
{
if ((!llt_truth(sends_427))) {
{
(void)({ llt_value o1879 = take_424; ({ llt_value a1880[1]; a1880[0] = peer_427; llt_call(o1879, U, 1, a1880); }); });
continue;
}
}
llt_value op_428 = ({ llt_value o1881 = e420[3]; ({ llt_value a1882[2]; a1882[0] = ({ llt_value o1883 = e420[5]; ({ llt_value a1884[1]; a1884[0] = e423[1]; llt_call(o1883, U, 1, a1884); }); }); a1882[1] = peer_427; llt_call(llt_get(o1881, k55_send), o1881, 2, a1882); }); });
(void)op_428;
(void)({ llt_value o1885 = rest_420; ({ llt_value a1886[3]; a1886[0] = op_428; a1886[1] = e423[1]; a1886[2] = llt_get(g_Register, k67_Rest); llt_call(o1885, U, 3, a1886); }); });
(void)({ llt_value o1887 = e420[3]; ({ llt_value a1888[2]; a1888[0] = op_428; a1888[1] = e424[1]; llt_call(llt_get(o1887, k68_requires), o1887, 2, a1888); }); });
}
}
}
if (((e424[1]).of.number >= 0.0)) {
(void)({ llt_value o1889 = flow_420; ({ llt_value a1890[2]; a1890[0] = e424[1]; a1890[1] = ({ llt_value o1891 = e420[5]; ({ llt_value a1892[1]; a1892[0] = e423[1]; llt_call(o1891, U, 1, a1892); }); }); llt_call(llt_get(o1889, k29_reduce), o1889, 2, a1890); }); });
}
}
}
}
return U;
}
static llt_value f1895(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_433 = (n > 0 ? a[0] : U);
(void)call_433;
return llt_get(({ llt_value a1896[3]; a1896[0] = S(k21_scatter); a1896[1] = g_SCATTER; a1896[2] = call_433; g_ruledPart(NULL, U, 3, a1896); }), k94_algorithm);
}
static llt_value f1898_algorithmsOf(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value collective_447 = (n > 0 ? a[0] : U);
(void)collective_447;
llt_value t1899 = (n > 1 ? a[1] : U);
if (t1899.kind == LLT_UNDEFINED) t1899 = g_known;
llt_value table_447 = t1899;
(void)table_447;
return llt_at(table_447, collective_447);
return U;
}
static llt_value g_algorithmsOf(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1898_algorithmsOf(up, self, n, a);
}
static llt_value f1902(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e449 = up;
(void)e449;
llt_value algorithm_450 = (n > 0 ? a[0] : U);
(void)algorithm_450;
return B((llt_same(llt_get(algorithm_450, k31_name), ({ llt_value o1904 = ({ llt_value o1903 = e449[1]; llt_m_toLowerCase(o1903, k257_toLowerCase, 0, NULL); }); ({ llt_value a1905[2]; a1905[0] = S(k258__); a1905[1] = S(k259__); llt_m_replaceAll(o1904, k260_replaceAll, 2, a1905); }); }))));
}
static llt_value f1909(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e449 = up;
(void)e449;
llt_value algorithm_451 = (n > 0 ? a[0] : U);
(void)algorithm_451;
return llt_get(algorithm_451, k31_name);
}
static llt_value f423_findAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e449 = llt_frame(NULL, 1);
llt_value collective_449 = (n > 0 ? a[0] : U);
(void)collective_449;
e449[1] = (n > 1 ? a[1] : U);
llt_value t424 = (n > 2 ? a[2] : U);
if (t424.kind == LLT_UNDEFINED) t424 = g_known;
llt_value table_449 = t424;
(void)table_449;
llt_value algorithms_449 = ({ llt_value a1897[2]; a1897[0] = collective_449; a1897[1] = table_449; g_algorithmsOf(NULL, U, 2, a1897); });
(void)algorithms_449;
llt_value found_449 = ({ llt_value o1900 = algorithms_449; ({ llt_value a1901[1]; a1901[0] = llt_closure(f1902, e449); llt_m_find(o1900, k93_find, 1, a1901); }); });
(void)found_449;
if ((!llt_same(found_449, U))) {
return found_449;
}
llt_value names_449 = ({ llt_value t1906 = llt_array(4); llt_push(t1906, S(k261_auto)); llt_push(t1906, S(k23_mpich)); llt_push(t1906, S(k262_default)); llt_push_all(t1906, ({ llt_value o1907 = algorithms_449; ({ llt_value a1908[1]; a1908[0] = llt_closure(f1909, e449); llt_m_map(o1907, k92_map, 1, a1908); }); })); t1906; });
(void)names_449;
llt_impossible();
return U;
}
static llt_value g_findAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a) {
return f423_findAlgorithm(up, self, n, a);
}
static llt_value f29_mpichChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e462 = llt_frame(NULL, 1);
llt_value collective_462 = (n > 0 ? a[0] : U);
(void)collective_462;
llt_value size_462 = (n > 1 ? a[1] : U);
(void)size_462;
llt_value bytes_462 = (n > 2 ? a[2] : U);
(void)bytes_462;
e462[1] = ({ llt_value o57 = llt_at(g_RULES2, collective_462); ({ llt_value a58[2]; a58[0] = size_462; a58[1] = bytes_462; llt_call(o57, U, 2, a58); }); });
llt_value own_462 = ({ llt_value t416 = llt_at(g_OWN, collective_462); llt_nothing(t416) ? U : ({ llt_value o417 = t416; ({ llt_value a418[1]; a418[0] = llt_closure(f419, e462); llt_m_find(o417, k93_find, 1, a418); }); }); });
(void)own_462;
return ({ llt_value t420 = llt_object(2); llt_put(t420, k94_algorithm, ({ llt_value t421 = own_462; llt_nothing(t421) ? ({ llt_value a422[2]; a422[0] = collective_462; a422[1] = e462[1]; g_findAlgorithm(NULL, U, 2, a422); }) : t421; })); llt_put(t420, k6_options, ({ llt_value t1910 = llt_at(g_OPTIONS, e462[1]); llt_nothing(t1910) ? ({ llt_value t1913 = llt_object(0);  t1913; }) : t1910; })); t420; });
return U;
}
static llt_value g_mpichChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
return f29_mpichChoice(up, self, n, a);
}
static llt_value f27(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_495 = (n > 0 ? a[0] : U);
(void)size_495;
return llt_get(({ llt_value a28[3]; a28[0] = S(k29_reduce); a28[1] = size_495; a28[2] = N(0.0); g_mpichChoice(NULL, U, 3, a28); }), k94_algorithm);
}
static llt_value g_reducedOnly(llt_value *up, llt_value self, int n, const llt_value *a) {
return f27(up, self, n, a);
}
static llt_value f6_algorithmWithoutData(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value library_494 = (n > 0 ? a[0] : U);
(void)library_494;
llt_value kind_494 = (n > 1 ? a[1] : U);
(void)kind_494;
llt_value t7 = kind_494;
(void)t7;
llt_value collective_494 = llt_get(t7, k8_collective);
(void)collective_494;
llt_value way_494 = llt_get(t7, k9_way);
(void)way_494;
llt_value size_494 = llt_get(t7, k1_size);
(void)size_494;
llt_value empty_494 = llt_get(t7, k10_empty);
(void)empty_494;
if ((((llt_same(library_494, NIL)) || (!llt_truth(empty_494))) || ((size_494).of.number < 2.0))) {
return NIL;
}
if ((!llt_truth(({ llt_value a8[3]; a8[0] = library_494; a8[1] = collective_494; a8[2] = way_494; g_waitsWithoutData(NULL, U, 3, a8); })))) {
return g_NOTHING;
}
return ((((!llt_same(library_494, S(k11_openmpi))) && (llt_same(collective_494, S(k24_allreduce)))) && (llt_same(way_494, S(k12_blocking)))) ? ({ llt_value a26[1]; a26[0] = size_494; g_reducedOnly(NULL, U, 1, a26); }) : NIL);
return U;
}
static llt_value g_algorithmWithoutData(llt_value *up, llt_value self, int n, const llt_value *a) {
return f6_algorithmWithoutData(up, self, n, a);
}
static llt_value f1922(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e465 = up;
(void)e465;
llt_value candidate_466 = (n > 0 ? a[0] : U);
(void)candidate_466;
return ({ llt_value t1923 = ({ llt_value t1924 = ({ llt_value t1925 = B((llt_same(llt_get(candidate_466, k8_collective), NIL))); !llt_truth(t1925) ? B((llt_same(llt_get(candidate_466, k8_collective), e465[1]))) : t1925; }); llt_truth(t1924) ? B(((llt_get(candidate_466, k85_from)).of.number <= (e465[2]).of.number)) : t1924; }); llt_truth(t1923) ? B(((e465[2]).of.number < (llt_get(candidate_466, k266_to)).of.number)) : t1923; });
}
static llt_value f1928_defaultAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value collective_448 = (n > 0 ? a[0] : U);
(void)collective_448;
return llt_at(llt_at(g_ALGORITHMS, collective_448), N(0.0));
return U;
}
static llt_value g_defaultAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1928_defaultAlgorithm(up, self, n, a);
}
static llt_value f1933_openMpiChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value collective_464 = (n > 0 ? a[0] : U);
(void)collective_464;
llt_value size_464 = (n > 1 ? a[1] : U);
(void)size_464;
llt_value bytes_464 = (n > 2 ? a[2] : U);
(void)bytes_464;
llt_value t1935 = ({ llt_value a1934[3]; a1934[0] = collective_464; a1934[1] = size_464; a1934[2] = bytes_464; g_ruledChoice(NULL, U, 3, a1934); });
(void)t1935;
llt_value ours_464 = llt_get(t1935, k135_ours);
(void)ours_464;
llt_value options_464 = llt_get(t1935, k6_options);
(void)options_464;
return ({ llt_value t1936 = llt_object(3); llt_put(t1936, k6_options, options_464); llt_put(t1936, k94_algorithm, ({ llt_value a1937[2]; a1937[0] = collective_464; a1937[1] = ours_464; g_findAlgorithm(NULL, U, 2, a1937); })); t1936; });
return U;
}
static llt_value g_openMpiChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1933_openMpiChoice(up, self, n, a);
}
static llt_value f1917_chooseAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e465 = llt_frame(NULL, 2);
llt_value specs_465 = (n > 0 ? a[0] : U);
(void)specs_465;
e465[1] = (n > 1 ? a[1] : U);
llt_value size_465 = (n > 2 ? a[2] : U);
(void)size_465;
e465[2] = (n > 3 ? a[3] : U);
llt_value t1918 = (n > 4 ? a[4] : U);
if (t1918.kind == LLT_UNDEFINED) t1918 = g_DEFAULT_OPTIONS;
llt_value base_465 = t1918;
(void)base_465;
llt_value spec_465 = ({ llt_value o1920 = specs_465; ({ llt_value a1921[1]; a1921[0] = llt_closure(f1922, e465); llt_m_find(o1920, k93_find, 1, a1921); }); });
(void)spec_465;
if ((llt_same(spec_465, U))) {
return ({ llt_value t1926 = llt_object(3); llt_put(t1926, k94_algorithm, ({ llt_value a1927[1]; a1927[0] = e465[1]; g_defaultAlgorithm(NULL, U, 1, a1927); })); llt_put(t1926, k6_options, base_465); llt_put(t1926, k263_spec, spec_465); t1926; });
}
llt_value options_465 = ({ llt_value t1929 = llt_object(2); llt_put_all(t1929, base_465); llt_put_all(t1929, llt_get(spec_465, k6_options)); t1929; });
(void)options_465;
if ((llt_same(llt_get(spec_465, k94_algorithm), S(k262_default)))) {
return ({ llt_value t1930 = llt_object(3); llt_put(t1930, k94_algorithm, ({ llt_value a1931[1]; a1931[0] = e465[1]; g_defaultAlgorithm(NULL, U, 1, a1931); })); llt_put(t1930, k6_options, options_465); llt_put(t1930, k263_spec, spec_465); t1930; });
}
if ((llt_same(llt_typeof(llt_get(spec_465, k94_algorithm)), S(k267_object)))) {
return ({ llt_value t1932 = llt_object(3); llt_put(t1932, k94_algorithm, llt_get(spec_465, k94_algorithm)); llt_put(t1932, k6_options, options_465); llt_put(t1932, k263_spec, spec_465); t1932; });
}
llt_value choose_465 = ((llt_same(llt_get(spec_465, k94_algorithm), S(k23_mpich))) ? llt_closure(g_mpichChoice, NULL) : llt_closure(g_openMpiChoice, NULL));
(void)choose_465;
llt_value choice_465 = ({ llt_value o1938 = choose_465; ({ llt_value a1939[3]; a1939[0] = e465[1]; a1939[1] = size_465; a1939[2] = e465[2]; llt_call(o1938, U, 3, a1939); }); });
(void)choice_465;
return ({ llt_value t1940 = llt_object(3); llt_put(t1940, k94_algorithm, llt_get(choice_465, k94_algorithm)); llt_put(t1940, k6_options, ({ llt_value t1941 = llt_object(3); llt_put_all(t1941, base_465); llt_put_all(t1941, llt_get(choice_465, k6_options)); llt_put_all(t1941, llt_get(spec_465, k6_options)); t1941; })); llt_put(t1940, k263_spec, spec_465); t1940; });
return U;
}
static llt_value g_chooseAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1917_chooseAlgorithm(up, self, n, a);
}
static llt_value f1952_mpich4Algorithm(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value published_461 = (n > 0 ? a[0] : U);
(void)published_461;
llt_value collective_461 = (n > 1 ? a[1] : U);
(void)collective_461;
llt_value size_461 = (n > 2 ? a[2] : U);
(void)size_461;
llt_value bytes_461 = (n > 3 ? a[3] : U);
(void)bytes_461;
if ((((!llt_same(collective_461, S(k24_allreduce))) || ((bytes_461).of.number <= (g_WHOLE_BY_4).of.number)) || (!llt_truth(({ llt_value a1953[2]; a1953[0] = size_461; a1953[1] = bytes_461; g_dividesUp(NULL, U, 2, a1953); }))))) {
return published_461;
}
return g_allreduceMpichRabenseifner;
return U;
}
static llt_value g_mpich4Algorithm(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1952_mpich4Algorithm(up, self, n, a);
}
static llt_value f1960(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e473 = up;
(void)e473;
return e473[1];
}
static llt_value f1959(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e473 = llt_frame(NULL, 1);
e473[1] = (n > 0 ? a[0] : U);
return llt_closure(f1960, e473);
}
static llt_value g_always2(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1959(up, self, n, a);
}
static llt_value f1969(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e206 = up;
(void)e206;
llt_value v_207 = (n > 0 ? a[0] : U);
(void)v_207;
return N(llt_min((e206[1]).of.number, ((v_207).of.number * (e206[2]).of.number)));
}
static llt_value f1976(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e201 = up;
(void)e201;
llt_value of_202 = (n > 0 ? a[0] : U);
(void)of_202;
return N(llt_rest_of(((of_202).of.number + (e201[1]).of.number), (e201[2]).of.number));
}
static llt_value f1972_scatterAhead(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e201 = llt_frame(NULL, 2);
llt_value t1973 = (n > 0 ? a[0] : U);
(void)t1973;
llt_value rank_201 = llt_get(t1973, k0_rank);
(void)rank_201;
e201[2] = llt_get(t1973, k1_size);
e201[1] = llt_get(t1973, k2_root);
llt_value flow_201 = (n > 1 ? a[1] : U);
(void)flow_201;
llt_value runs_201 = (n > 2 ? a[2] : U);
(void)runs_201;
llt_value v_201 = ({ llt_value a1974[2]; a1974[0] = N(((rank_201).of.number - (e201[1]).of.number)); a1974[1] = e201[2]; g_mod(NULL, U, 2, a1974); });
(void)v_201;
llt_value span_201 = ({ llt_value a1975[2]; a1975[0] = v_201; a1975[1] = e201[2]; g_runSpan(NULL, U, 2, a1975); });
(void)span_201;
llt_value named_201 = llt_closure(f1976, e201);
(void)named_201;
if (((v_201).of.number > 0.0)) {
{
llt_value isFirst_203 = B((llt_same(N((2.0 * (span_201).of.number)), ({ llt_value a1977[2]; a1977[0] = N(((v_201).of.number - (span_201).of.number)); a1977[1] = e201[2]; g_runSpan(NULL, U, 2, a1977); }))));
(void)isFirst_203;
llt_value bytes_203 = ({ llt_value o1978 = runs_201; ({ llt_value a1979[2]; a1979[0] = v_201; a1979[1] = (llt_truth(isFirst_203) ? N(((e201[2]).of.number - (v_201).of.number)) : N(llt_min((span_201).of.number, ((e201[2]).of.number - (v_201).of.number)))); llt_call(llt_get(o1978, k3_bytes), o1978, 2, a1979); }); });
(void)bytes_203;
if (((bytes_203).of.number > 0.0)) {
(void)({ llt_value o1980 = flow_201; ({ llt_value a1981[2]; a1981[0] = ({ llt_value o1982 = named_201; ({ llt_value a1983[1]; a1983[0] = N(((v_201).of.number - (span_201).of.number)); llt_call(o1982, U, 1, a1983); }); }); a1981[1] = bytes_203; llt_call(llt_get(o1980, k57_receive), o1980, 2, a1981); }); });
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
llt_value bytes_205 = ({ llt_value o1984 = runs_201; ({ llt_value a1985[2]; a1985[0] = child_205; a1985[1] = N(((held_201).of.number - (mask_204).of.number)); llt_call(llt_get(o1984, k3_bytes), o1984, 2, a1985); }); });
(void)bytes_205;
if (((bytes_205).of.number > 0.0)) {
(void)({ llt_value o1986 = flow_201; ({ llt_value a1987[4]; a1987[0] = ({ llt_value o1988 = named_201; ({ llt_value a1989[1]; a1989[0] = child_205; llt_call(o1988, U, 1, a1989); }); }); a1987[1] = bytes_205; a1987[2] = ({ llt_value o1990 = runs_201; ({ llt_value a1991[1]; a1991[0] = child_205; llt_call(llt_get(o1990, k59_slots), o1990, 1, a1991); }); }); a1987[3] = ({ llt_value o1992 = runs_201; ({ llt_value a1993[1]; a1993[0] = N(((v_201).of.number + (held_201).of.number)); llt_call(llt_get(o1992, k59_slots), o1992, 1, a1993); }); }); llt_call(llt_get(o1986, k55_send), o1986, 4, a1987); }); });
}
(void)(held_201 = mask_204);
}
}
}
return U;
}
static llt_value g_scatterAhead(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1972_scatterAhead(up, self, n, a);
}
static llt_value f1997(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e206 = up;
(void)e206;
llt_value v_208 = (n > 0 ? a[0] : U);
(void)v_208;
return N(llt_rest_of(((v_208).of.number + (e206[3]).of.number), (e206[4]).of.number));
}
static llt_value f1966_scatterAheadThen(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e206 = llt_frame(NULL, 4);
llt_value gather_206 = (n > 0 ? a[0] : U);
(void)gather_206;
llt_value call_206 = (n > 1 ? a[1] : U);
(void)call_206;
llt_value out_206 = (n > 2 ? a[2] : U);
(void)out_206;
llt_value t1967 = call_206;
(void)t1967;
llt_value rank_206 = llt_get(t1967, k0_rank);
(void)rank_206;
e206[4] = llt_get(t1967, k1_size);
e206[3] = llt_get(t1967, k2_root);
e206[1] = llt_get(t1967, k3_bytes);
e206[2] = N(llt_ceil(((e206[1]).of.number / (e206[4]).of.number)));
llt_value runs_206 = ({ llt_value a1968[2]; a1968[0] = call_206; a1968[1] = llt_closure(f1969, e206); g_shares(NULL, U, 2, a1968); });
(void)runs_206;
llt_value flow_206 = ({ llt_value a1970[3]; a1970[0] = out_206; a1970[1] = N(0.0); a1970[2] = B(1); llt_new(&c_DataFlow, 3, a1970); });
(void)flow_206;
(void)({ llt_value a1971[3]; a1971[0] = call_206; a1971[1] = flow_206; a1971[2] = runs_206; g_scatterAhead(NULL, U, 3, a1971); });
(void)({ llt_value o1994 = gather_206; ({ llt_value a1995[6]; a1995[0] = ({ llt_value a1996[2]; a1996[0] = N(((rank_206).of.number - (e206[3]).of.number)); a1996[1] = e206[4]; g_mod(NULL, U, 2, a1996); }); a1995[1] = e206[4]; a1995[2] = llt_closure(f1997, e206); a1995[3] = runs_206; a1995[4] = flow_206; a1995[5] = out_206; llt_call(o1994, U, 6, a1995); }); });
return U;
}
static llt_value g_scatterAheadThen(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1966_scatterAheadThen(up, self, n, a);
}
static llt_value f1964(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_210 = (n > 0 ? a[0] : U);
(void)call_210;
llt_value out_210 = (n > 1 ? a[1] : U);
(void)out_210;
return ({ llt_value a1965[3]; a1965[0] = llt_closure(g_gatherByHypercube, NULL); a1965[1] = call_210; a1965[2] = out_210; g_scatterAheadThen(NULL, U, 3, a1965); });
}
static llt_value f1999(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_209 = (n > 0 ? a[0] : U);
(void)call_209;
llt_value out_209 = (n > 1 ? a[1] : U);
(void)out_209;
return ({ llt_value a2000[3]; a2000[0] = llt_closure(g_gatherByRing, NULL); a2000[1] = call_209; a2000[2] = out_209; g_scatterAheadThen(NULL, U, 3, a2000); });
}
static llt_value f1961(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_477 = (n > 0 ? a[0] : U);
(void)size_477;
llt_value bytes_477 = (n > 1 ? a[1] : U);
(void)bytes_477;
if ((((size_477).of.number < 8.0) || ((bytes_477).of.number < (12.0 * (g_KIB2).of.number)))) {
return g_bcastKnomial;
}
return ((llt_truth(({ llt_value a1962[1]; a1962[0] = size_477; g_isPower(NULL, U, 1, a1962); })) && ((bytes_477).of.number < (512.0 * (g_KIB2).of.number))) ? g_bcastAheadDoubling : g_bcastAheadAllgather);
return U;
}
static llt_value g_bcast2(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1961(up, self, n, a);
}
static llt_value f2003(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_281 = (n > 0 ? a[0] : U);
(void)call_281;
llt_value out_281 = (n > 1 ? a[1] : U);
(void)out_281;
return ({ llt_value a2004[3]; a2004[0] = call_281; a2004[1] = out_281; a2004[2] = ({ llt_value a2005[2]; a2005[0] = B(1); a2005[1] = B(1); g_foldingWhole(NULL, U, 2, a2005); }); g_scatterThenGather(NULL, U, 3, a2004); });
}
static llt_value f2007(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e475 = up;
(void)e475;
llt_value size_476 = (n > 0 ? a[0] : U);
(void)size_476;
llt_value bytes_476 = (n > 1 ? a[1] : U);
(void)bytes_476;
return ((((bytes_476).of.number > (2.0 * (g_KIB2).of.number)) && (((bytes_476).of.number / (g_ELEMENT_BYTES3).of.number) >= (({ llt_value a2008[1]; a2008[0] = size_476; g_powerBelow(NULL, U, 1, a2008); })).of.number)) ? e475[1] : e475[2]);
}
static llt_value f2006(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e475 = llt_frame(NULL, 2);
e475[2] = (n > 0 ? a[0] : U);
e475[1] = (n > 1 ? a[1] : U);
return llt_closure(f2007, e475);
}
static llt_value g_cut(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2006(up, self, n, a);
}
static llt_value f2011(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_310 = (n > 0 ? a[0] : U);
(void)call_310;
llt_value out_310 = (n > 1 ? a[1] : U);
(void)out_310;
return ({ llt_value a2012[3]; a2012[0] = call_310; a2012[1] = out_310; a2012[2] = ({ llt_value a2013[2]; a2013[0] = B(0); a2013[1] = B(1); g_foldingWhole(NULL, U, 2, a2013); }); g_scatterThenGather2(NULL, U, 3, a2012); });
}
static llt_value f2014(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_478 = (n > 0 ? a[0] : U);
(void)size_478;
llt_value bytes_478 = (n > 1 ? a[1] : U);
(void)bytes_478;
if (llt_truth(({ llt_value a2015[1]; a2015[0] = size_478; g_isPower(NULL, U, 1, a2015); }))) {
return ((((bytes_478).of.number * (size_478).of.number) < (512.0 * (g_KIB2).of.number)) ? g_allgatherRecursiveDoubling : g_allgatherRing);
}
return ((((bytes_478).of.number * (size_478).of.number) < (80.0 * (g_KIB2).of.number)) ? g_allgatherBruck : g_allgatherRing);
return U;
}
static llt_value g_allgather2(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2014(up, self, n, a);
}
static llt_value f2016(llt_value *up, llt_value self, int n, const llt_value *a) {
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
return f2016(up, self, n, a);
}
static llt_value f2026(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e480 = up;
(void)e480;
llt_value size_481 = (n > 0 ? a[0] : U);
(void)size_481;
llt_value bytes_481 = (n > 1 ? a[1] : U);
(void)bytes_481;
return ((((bytes_481).of.number * (size_481).of.number) < (e480[1]).of.number) ? g_reduceScatterRecursiveHalving : g_reduceScatterPairwise);
}
static llt_value f2025(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e480 = llt_frame(NULL, 1);
e480[1] = (n > 0 ? a[0] : U);
return llt_closure(f2026, e480);
}
static llt_value g_reduceScatter2(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2025(up, self, n, a);
}
static llt_value f1956_mpichNonblockingChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value collective_482 = (n > 0 ? a[0] : U);
(void)collective_482;
llt_value size_482 = (n > 1 ? a[1] : U);
(void)size_482;
llt_value bytes_482 = (n > 2 ? a[2] : U);
(void)bytes_482;
llt_value algorithm_482 = ({ llt_value o2028 = llt_at(g_RULES3, collective_482); ({ llt_value a2029[2]; a2029[0] = size_482; a2029[1] = bytes_482; llt_call(o2028, U, 2, a2029); }); });
(void)algorithm_482;
return ({ llt_value t2030 = llt_object(2); llt_put(t2030, k94_algorithm, algorithm_482); llt_put(t2030, k6_options, ((llt_same(algorithm_482, g_bcastKnomial)) ? ({ llt_value t2031 = llt_object(1); llt_put(t2031, k104_fanout, N(2.0)); t2031; }) : ({ llt_value t2032 = llt_object(0);  t2032; }))); t2030; });
return U;
}
static llt_value g_mpichNonblockingChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1956_mpichNonblockingChoice(up, self, n, a);
}
static llt_value f2045(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_467 = (n > 0 ? a[0] : U);
(void)call_467;
llt_value out_467 = (n > 1 ? a[1] : U);
(void)out_467;
(void)({ llt_value a2046[3]; a2046[0] = call_467; a2046[1] = out_467; a2046[2] = ({ llt_value t2047 = llt_object(4); llt_put(t2047, k99_tree, llt_closure(g_inOrderBinomialTree, NULL)); llt_put(t2047, k104_fanout, N(1.0)); llt_put(t2047, k109_segment, N(0.0)); llt_put(t2047, k2_root, S(k103_swap)); t2047; }); g_reduceTree(NULL, U, 3, a2046); });
return U;
}
static llt_value f2041_reduceChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_472 = (n > 0 ? a[0] : U);
(void)size_472;
llt_value bytes_472 = (n > 1 ? a[1] : U);
(void)bytes_472;
llt_value divides_472 = (n > 2 ? a[2] : U);
(void)divides_472;
if ((((size_472).of.number > 2.0) && llt_truth(divides_472))) {
return ({ llt_value t2042 = llt_object(2); llt_put(t2042, k94_algorithm, g_reduceRabenseifner); llt_put(t2042, k109_segment, N(0.0)); t2042; });
}
if ((((size_472).of.number > (g_FEW).of.number) || ((bytes_472).of.number < (g_LONG).of.number))) {
return ({ llt_value t2043 = llt_object(2); llt_put(t2043, k94_algorithm, g_reduceBinomial2); llt_put(t2043, k109_segment, N(0.0)); t2043; });
}
return ({ llt_value t2048 = llt_object(2); llt_put(t2048, k94_algorithm, g_reduceChain); llt_put(t2048, k109_segment, g_SEGMENT); t2048; });
return U;
}
static llt_value g_reduceChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2041_reduceChoice(up, self, n, a);
}
static llt_value f2052(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value call_470 = (n > 0 ? a[0] : U);
(void)call_470;
llt_value out_470 = (n > 1 ? a[1] : U);
(void)out_470;
llt_value t2053 = call_470;
(void)t2053;
llt_value size_470 = llt_get(t2053, k1_size);
(void)size_470;
llt_value rooted_470 = ({ llt_value t2054 = llt_object(2); llt_put_all(t2054, call_470); llt_put(t2054, k2_root, N(0.0)); t2054; });
(void)rooted_470;
llt_value whole_470 = ({ llt_value t2055 = llt_object(3); llt_put_all(t2055, rooted_470); llt_put(t2055, k3_bytes, ({ llt_value a2056[3]; a2056[0] = call_470; a2056[1] = N(0.0); a2056[2] = size_470; g_runBytes(NULL, U, 3, a2056); })); llt_put(t2055, k4_bytesOf, U); t2055; });
(void)whole_470;
llt_value parts_470 = ({ llt_value t2057 = llt_array(2); llt_push(t2057, ({ llt_value t2058 = llt_object(3); llt_put(t2058, k94_algorithm, g_reduceBinomial2); llt_put(t2058, k240_call, whole_470); llt_put(t2058, k59_slots, size_470); t2058; })); llt_push(t2057, ({ llt_value t2059 = llt_object(2); llt_put(t2059, k94_algorithm, g_scatterLinear); llt_put(t2059, k240_call, rooted_470); t2059; })); t2057; });
(void)parts_470;
(void)({ llt_value a2060[2]; a2060[0] = parts_470; a2060[1] = out_470; g_emitInTurn(NULL, U, 2, a2060); });
return U;
}
static llt_value f2070(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e468 = up;
(void)e468;
llt_value algorithm_469 = (n > 0 ? a[0] : U);
(void)algorithm_469;
return ({ llt_value t2071 = llt_object(2); llt_put(t2071, k94_algorithm, algorithm_469); llt_put(t2071, k240_call, e468[1]); t2071; });
}
static llt_value f2065(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e468 = llt_frame(NULL, 1);
llt_value call_468 = (n > 0 ? a[0] : U);
(void)call_468;
llt_value out_468 = (n > 1 ? a[1] : U);
(void)out_468;
e468[1] = ({ llt_value t2066 = llt_object(2); llt_put_all(t2066, call_468); llt_put(t2066, k2_root, N(0.0)); t2066; });
llt_value parts_468 = ({ llt_value o2068 = ({ llt_value t2067 = llt_array(2); llt_push(t2067, g_reduceBinomial2); llt_push(t2067, g_bcastBinomial); t2067; }); ({ llt_value a2069[1]; a2069[0] = llt_closure(f2070, e468); llt_m_map(o2068, k92_map, 1, a2069); }); });
(void)parts_468;
(void)({ llt_value a2072[2]; a2072[0] = parts_468; a2072[1] = out_468; g_emitInTurn(NULL, U, 2, a2072); });
return U;
}
static llt_value f2037_libnbcChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value collective_471 = (n > 0 ? a[0] : U);
(void)collective_471;
llt_value size_471 = (n > 1 ? a[1] : U);
(void)size_471;
llt_value bytes_471 = (n > 2 ? a[2] : U);
(void)bytes_471;
llt_value divides_471 = B((llt_floor(((bytes_471).of.number / (g_ELEMENT_BYTES3).of.number)) >= (({ llt_value a2038[1]; a2038[0] = size_471; g_powerBelow(NULL, U, 1, a2038); })).of.number));
(void)divides_471;
if ((llt_same(collective_471, S(k25_bcast)))) {
return ({ llt_value t2039 = llt_object(2); llt_put(t2039, k94_algorithm, (((size_471).of.number > (g_FEW).of.number) ? g_bcastBinomial : g_bcastLinear)); llt_put(t2039, k109_segment, N(0.0)); t2039; });
}
if ((llt_same(collective_471, S(k29_reduce)))) {
return ({ llt_value a2040[3]; a2040[0] = size_471; a2040[1] = bytes_471; a2040[2] = divides_471; g_reduceChoice(NULL, U, 3, a2040); });
}
if ((!llt_same(collective_471, S(k24_allreduce)))) {
return ({ llt_value t2049 = llt_object(2); llt_put(t2049, k94_algorithm, llt_at(g_ALWAYS, collective_471)); llt_put(t2049, k109_segment, N(0.0)); t2049; });
}
llt_value cut2_471 = ({ llt_value t2061 = ({ llt_value t2062 = B(((size_471).of.number >= (g_FEW).of.number)); llt_truth(t2062) ? B(((bytes_471).of.number >= (g_LONG).of.number)) : t2062; }); llt_truth(t2061) ? divides_471 : t2061; });
(void)cut2_471;
return ({ llt_value t2063 = llt_object(2); llt_put(t2063, k94_algorithm, (llt_truth(cut2_471) ? g_allreduceRabenseifner : g_reduceThenBcast)); llt_put(t2063, k109_segment, N(0.0)); t2063; });
return U;
}
static llt_value g_libnbcChoice(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2037_libnbcChoice(up, self, n, a);
}
static llt_value f1945_byLibrary(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value chosen_488 = (n > 0 ? a[0] : U);
(void)chosen_488;
llt_value kind_488 = (n > 1 ? a[1] : U);
(void)kind_488;
llt_value mpich4_488 = (n > 2 ? a[2] : U);
(void)mpich4_488;
llt_value t1946 = chosen_488;
(void)t1946;
llt_value spec_488 = llt_get(t1946, k263_spec);
(void)spec_488;
llt_value options_488 = llt_get(t1946, k6_options);
(void)options_488;
llt_value t1947 = kind_488;
(void)t1947;
llt_value collective_488 = llt_get(t1947, k8_collective);
(void)collective_488;
llt_value size_488 = llt_get(t1947, k1_size);
(void)size_488;
llt_value bytes_488 = llt_get(t1947, k3_bytes);
(void)bytes_488;
if (((!llt_same(({ llt_value t1948 = spec_488; llt_nothing(t1948) ? U : llt_get(t1948, k94_algorithm); }), S(k261_auto))) && (!llt_same(({ llt_value t1949 = spec_488; llt_nothing(t1949) ? U : llt_get(t1949, k94_algorithm); }), S(k23_mpich))))) {
return chosen_488;
}
if ((llt_same(llt_get(kind_488, k9_way), S(k12_blocking)))) {
{
if (llt_truth(llt_get(kind_488, k270_typed))) {
{
llt_value algorithm3_490 = ((llt_same(llt_get(spec_488, k94_algorithm), S(k261_auto))) ? g_alltoallvLinear : llt_get(chosen_488, k94_algorithm));
(void)algorithm3_490;
return ({ llt_value t1950 = llt_object(2); llt_put_all(t1950, chosen_488); llt_put(t1950, k94_algorithm, algorithm3_490); t1950; });
}
}
llt_value algorithm2_489 = (llt_truth(mpich4_488) ? ({ llt_value a1951[4]; a1951[0] = llt_get(chosen_488, k94_algorithm); a1951[1] = collective_488; a1951[2] = size_488; a1951[3] = bytes_488; g_mpich4Algorithm(NULL, U, 4, a1951); }) : llt_get(chosen_488, k94_algorithm));
(void)algorithm2_489;
return ({ llt_value t1954 = llt_object(2); llt_put_all(t1954, chosen_488); llt_put(t1954, k94_algorithm, algorithm2_489); t1954; });
}
}
if ((llt_same(llt_get(spec_488, k94_algorithm), S(k23_mpich)))) {
{
llt_value own_491 = ({ llt_value a1955[3]; a1955[0] = collective_488; a1955[1] = size_488; a1955[2] = bytes_488; g_mpichNonblockingChoice(NULL, U, 3, a1955); });
(void)own_491;
llt_value t2033 = own_491;
(void)t2033;
llt_value algorithm2_491 = llt_get(t2033, k94_algorithm);
(void)algorithm2_491;
return ({ llt_value t2034 = llt_object(3); llt_put(t2034, k94_algorithm, algorithm2_491); llt_put(t2034, k6_options, ({ llt_value t2035 = llt_object(4); llt_put_all(t2035, options_488); llt_put(t2035, k104_fanout, U); llt_put_all(t2035, llt_get(own_491, k6_options)); llt_put_all(t2035, llt_get(spec_488, k6_options)); t2035; })); llt_put(t2034, k263_spec, spec_488); t2034; });
}
}
llt_value t2073 = ({ llt_value a2036[3]; a2036[0] = collective_488; a2036[1] = size_488; a2036[2] = bytes_488; g_libnbcChoice(NULL, U, 3, a2036); });
(void)t2073;
llt_value algorithm_488 = llt_get(t2073, k94_algorithm);
(void)algorithm_488;
llt_value segment_488 = llt_get(t2073, k109_segment);
(void)segment_488;
return ({ llt_value t2074 = llt_object(3); llt_put(t2074, k94_algorithm, algorithm_488); llt_put(t2074, k6_options, ({ llt_value t2075 = llt_object(4); llt_put_all(t2075, options_488); llt_put(t2075, k104_fanout, U); llt_put(t2075, k109_segment, segment_488); llt_put_all(t2075, llt_get(spec_488, k6_options)); t2075; })); llt_put(t2074, k263_spec, spec_488); t2074; });
return U;
}
static llt_value g_byLibrary(llt_value *up, llt_value self, int n, const llt_value *a) {
return f1945_byLibrary(up, self, n, a);
}
static llt_value f2080(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e336 = up;
(void)e336;
llt_value i_337 = (n > 0 ? a[0] : U);
(void)i_337;
return (((i_337).of.number <= (llt_get(e336[1], k0_rank)).of.number) ? ({ llt_value t2081 = llt_array(2); llt_push(t2081, N(((i_337).of.number - 1.0))); llt_push(t2081, N(((i_337).of.number - 1.0))); t2081; }) : ({ llt_value t2082 = llt_array(2); llt_push(t2082, i_337); llt_push(t2082, i_337); t2082; }));
}
static llt_value f2078(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e336 = llt_frame(NULL, 1);
e336[1] = (n > 0 ? a[0] : U);
llt_value out_336 = (n > 1 ? a[1] : U);
(void)out_336;
return ({ llt_value a2079[3]; a2079[0] = e336[1]; a2079[1] = out_336; a2079[2] = llt_closure(f2080, e336); g_inSteps(NULL, U, 3, a2079); });
}
static llt_value f3_choiceOfCall(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value rules_487 = (n > 0 ? a[0] : U);
(void)rules_487;
llt_value kind_487 = (n > 1 ? a[1] : U);
(void)kind_487;
llt_value t4 = rules_487;
(void)t4;
llt_value options_487 = llt_get(t4, k6_options);
(void)options_487;
llt_value withoutData_487 = ({ llt_value a5[2]; a5[0] = llt_get(rules_487, k7_returning); a5[1] = kind_487; g_algorithmWithoutData(NULL, U, 2, a5); });
(void)withoutData_487;
if ((!llt_same(withoutData_487, NIL))) {
return ({ llt_value t1914 = llt_object(4); llt_put(t1914, k94_algorithm, withoutData_487); llt_put(t1914, k6_options, options_487); llt_put(t1914, k263_spec, U); llt_put(t1914, k264_returns, B((llt_same(withoutData_487, g_NOTHING)))); t1914; });
}
llt_value t1915 = kind_487;
(void)t1915;
llt_value collective_487 = llt_get(t1915, k8_collective);
(void)collective_487;
llt_value size_487 = llt_get(t1915, k1_size);
(void)size_487;
llt_value bytes_487 = llt_get(t1915, k3_bytes);
(void)bytes_487;
llt_value chosen_487 = ({ llt_value a1916[5]; a1916[0] = llt_get(rules_487, k265_specs); a1916[1] = collective_487; a1916[2] = size_487; a1916[3] = bytes_487; a1916[4] = options_487; g_chooseAlgorithm(NULL, U, 5, a1916); });
(void)chosen_487;
llt_value ofProgram_487 = ({ llt_value t1942 = ({ llt_value t1943 = llt_get(rules_487, k268_mpich4); llt_truth(t1943) ? B((!llt_same(llt_get(chosen_487, k263_spec), U))) : t1943; }); llt_truth(t1942) ? B((llt_same(llt_get(chosen_487, k263_spec), llt_get(rules_487, k269_fallback)))) : t1942; });
(void)ofProgram_487;
llt_value choice_487 = ({ llt_value a1944[3]; a1944[0] = chosen_487; a1944[1] = kind_487; a1944[2] = ofProgram_487; g_byLibrary(NULL, U, 3, a1944); });
(void)choice_487;
llt_value algorithm_487 = ((llt_truth(llt_get(kind_487, k274_inPlace)) && (llt_same(({ llt_value t2076 = llt_get(choice_487, k263_spec); llt_nothing(t2076) ? U : llt_get(t2076, k94_algorithm); }), S(k23_mpich)))) ? g_alltoallInPlace : llt_get(choice_487, k94_algorithm));
(void)algorithm_487;
return ({ llt_value t2083 = llt_object(4); llt_put(t2083, k94_algorithm, algorithm_487); llt_put(t2083, k6_options, llt_get(choice_487, k6_options)); llt_put(t2083, k263_spec, llt_get(choice_487, k263_spec)); llt_put(t2083, k264_returns, B(0)); t2083; });
return U;
}
static llt_value g_choiceOfCall(llt_value *up, llt_value self, int n, const llt_value *a) {
return f3_choiceOfCall(up, self, n, a);
}
static llt_value f0_decompose(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value rules_496 = (n > 0 ? a[0] : U);
(void)rules_496;
llt_value query_496 = (n > 1 ? a[1] : U);
(void)query_496;
llt_value out_496 = (n > 2 ? a[2] : U);
(void)out_496;
llt_value t1 = query_496;
(void)t1;
llt_value rank_496 = llt_get(t1, k0_rank);
(void)rank_496;
llt_value size_496 = llt_get(t1, k1_size);
(void)size_496;
llt_value root_496 = llt_get(t1, k2_root);
(void)root_496;
llt_value bytes_496 = llt_get(t1, k3_bytes);
(void)bytes_496;
llt_value bytesOf_496 = llt_get(t1, k4_bytesOf);
(void)bytesOf_496;
llt_value recvBytesOf_496 = llt_get(t1, k5_recvBytesOf);
(void)recvBytesOf_496;
llt_value t2084 = ({ llt_value a2[2]; a2[0] = rules_496; a2[1] = query_496; g_choiceOfCall(NULL, U, 2, a2); });
(void)t2084;
llt_value algorithm_496 = llt_get(t2084, k94_algorithm);
(void)algorithm_496;
llt_value options_496 = llt_get(t2084, k6_options);
(void)options_496;
(void)({ llt_value o2085 = algorithm_496; ({ llt_value a2086[2]; a2086[0] = ({ llt_value t2087 = llt_object(7); llt_put(t2087, k0_rank, rank_496); llt_put(t2087, k1_size, size_496); llt_put(t2087, k2_root, root_496); llt_put(t2087, k3_bytes, bytes_496); llt_put(t2087, k4_bytesOf, bytesOf_496); llt_put(t2087, k5_recvBytesOf, recvBytesOf_496); llt_put(t2087, k6_options, options_496); t2087; }); a2086[1] = out_496; llt_call(llt_get(o2085, k33_emit), o2085, 2, a2086); }); });
return U;
}
static llt_value g_decompose(llt_value *up, llt_value self, int n, const llt_value *a) {
return f0_decompose(up, self, n, a);
}
static llt_value f2113(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value collective_498 = (n > 0 ? a[0] : U);
(void)collective_498;
llt_value bytes_498 = (n > 1 ? a[1] : U);
(void)bytes_498;
llt_value algorithm_498 = (n > 2 ? a[2] : U);
(void)algorithm_498;
return ({ llt_value t2114 = llt_object(5); llt_put(t2114, k8_collective, collective_498); llt_put(t2114, k9_way, S(k12_blocking)); llt_put(t2114, k3_bytes, bytes_498); llt_put(t2114, k94_algorithm, algorithm_498); llt_put(t2114, k276_among, S(k320_callers)); t2114; });
}
static llt_value g_blocking(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2113(up, self, n, a);
}
static llt_value f2115_times(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value count_499 = (n > 0 ? a[0] : U);
(void)count_499;
llt_value step_499 = (n > 1 ? a[1] : U);
(void)step_499;
llt_value steps_499 = ({ llt_value t2116 = llt_array(0);  t2116; });
(void)steps_499;
{
llt_value i_500 = N(0.0);
(void)i_500;
for (; ((i_500).of.number < (count_499).of.number); (void)({ llt_value t2117 = i_500; (void)(i_500 = N((i_500).of.number + 1)); t2117; })) {
(void)({ llt_value o2118 = steps_499; ({ llt_value a2119[1]; a2119[0] = step_499; llt_m_push(o2118, k78_push, 1, a2119); }); });
}
}
return steps_499;
return U;
}
static llt_value g_times(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2115_times(up, self, n, a);
}
static llt_value f2121(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e501 = up;
(void)e501;
return e501[1];
}
static llt_value f2120(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e501 = llt_frame(NULL, 1);
e501[1] = (n > 0 ? a[0] : U);
return llt_closure(f2121, e501);
}
static llt_value g_always3(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2120(up, self, n, a);
}
static llt_value f2133(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value t2134 = (n > 0 ? a[0] : U);
(void)t2134;
llt_value rank_497 = llt_get(t2134, k0_rank);
(void)rank_497;
llt_value size_497 = llt_get(t2134, k1_size);
(void)size_497;
llt_value bytes_497 = llt_get(t2134, k3_bytes);
(void)bytes_497;
llt_value out_497 = (n > 1 ? a[1] : U);
(void)out_497;
if (((size_497).of.number < 2.0)) {
return U;
}
(void)({ llt_value o2135 = out_497; ({ llt_value a2136[2]; a2136[0] = bytes_497; a2136[1] = N(llt_rest_of((((rank_497).of.number + (size_497).of.number) - 1.0), (size_497).of.number)); llt_call(llt_get(o2135, k72_irecv), o2135, 2, a2136); }); });
(void)({ llt_value o2137 = out_497; ({ llt_value a2138[2]; a2138[0] = bytes_497; a2138[1] = N(llt_rest_of(((rank_497).of.number + 1.0), (size_497).of.number)); llt_call(llt_get(o2137, k55_send), o2137, 2, a2138); }); });
return U;
}
static llt_value f2139(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_505 = (n > 0 ? a[0] : U);
(void)size_505;
if ((llt_same(size_505, N(2.0)))) {
return g_IDENTIFIER;
}
llt_value latencies_505 = N(((((llt_same(size_505, N(3.0))) ? N(6.0) : N(9.0))).of.number + (10.0 * (({ llt_value a2140[1]; a2140[0] = N(((size_505).of.number - (double)((int32_t)(size_505).of.number >> (int32_t)1.0))); g_floorLog2(NULL, U, 1, a2140); })).of.number)));
(void)latencies_505;
return ({ llt_value t2141 = llt_array(2); llt_push_all(t2141, g_IDENTIFIER); llt_push_all(t2141, ({ llt_value a2142[2]; a2142[0] = N(((latencies_505).of.number - (6.0 * (({ llt_value a2143[1]; a2143[0] = size_505; g_floorLog2(NULL, U, 1, a2143); })).of.number))); a2142[1] = g_TO_NEXT; g_times(NULL, U, 2, a2142); })); t2141; });
return U;
}
static llt_value g_ompiBetween(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2139(up, self, n, a);
}
static llt_value f2144(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_506 = (n > 0 ? a[0] : U);
(void)size_506;
return ({ llt_value t2145 = llt_array(2); llt_push(t2145, g_ALLREDUCE2); llt_push_all(t2145, ({ llt_value a2146[2]; a2146[0] = (((size_506).of.number < 4.0) ? N((3.0 * ((size_506).of.number - 1.0))) : N(((4.0 * (({ llt_value a2147[1]; a2147[0] = size_506; g_floorLog2(NULL, U, 1, a2147); })).of.number) + 2.0))); a2146[1] = g_TO_NEXT; g_times(NULL, U, 2, a2146); })); t2145; });
}
static llt_value g_ompiMerge(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2144(up, self, n, a);
}
static llt_value f2169(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_503 = (n > 0 ? a[0] : U);
(void)size_503;
return (((size_503).of.number < 3.0) ? ({ llt_value t2170 = llt_array(0);  t2170; }) : ({ llt_value t2171 = llt_array(2); llt_push_all(t2171, ({ llt_value a2172[2]; a2172[0] = N(4.0); a2172[1] = g_ALLREDUCE2; g_times(NULL, U, 2, a2172); })); llt_push_all(t2171, ({ llt_value a2173[2]; a2173[0] = ((llt_same(size_503, N(3.0))) ? N(3.0) : N(4.0)); a2173[1] = g_TO_NEXT; g_times(NULL, U, 2, a2173); })); t2171; }));
}
static llt_value g_ompiWrite(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2169(up, self, n, a);
}
static llt_value f2174(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_504 = (n > 0 ? a[0] : U);
(void)size_504;
return (((size_504).of.number < 3.0) ? ({ llt_value t2175 = llt_array(0);  t2175; }) : ({ llt_value t2176 = llt_array(1); llt_push_all(t2176, ({ llt_value a2177[2]; a2177[0] = N(3.0); a2177[1] = g_THROUGH_ROOT; g_times(NULL, U, 2, a2177); })); t2176; }));
}
static llt_value g_ompiRead(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2174(up, self, n, a);
}
static llt_value f2198(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value size_507 = (n > 0 ? a[0] : U);
(void)size_507;
return ({ llt_value t2199 = llt_array(2); llt_push_all(t2199, g_COPIED); llt_push_all(t2199, ({ llt_value a2201[2]; a2201[0] = N(llt_min(2.0, ((size_507).of.number - 2.0))); a2201[1] = g_TO_NEXT; g_times(NULL, U, 2, a2201); })); t2199; });
}
static llt_value f2104_stepsOf2(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value library_508 = (n > 0 ? a[0] : U);
(void)library_508;
llt_value name_508 = (n > 1 ? a[1] : U);
(void)name_508;
llt_value like_508 = ({ llt_value t2105 = llt_at(g_AS, name_508); llt_nothing(t2105) ? name_508 : t2105; });
(void)like_508;
if ((llt_same(library_508, S(k11_openmpi)))) {
return ({ llt_value t2107 = llt_at(g_OPEN_MPI2, like_508); llt_nothing(t2107) ? g_USUAL : t2107; });
}
if ((llt_same(library_508, S(k23_mpich)))) {
return ({ llt_value t2183 = llt_at(g_MPICH2, like_508); llt_nothing(t2183) ? g_USUAL : t2183; });
}
return (((llt_same(llt_at(g_MPICH2, like_508), g_nothing)) || (llt_same(llt_at(g_OPEN_MPI2, like_508), g_nothing))) ? g_nothing : g_USUAL);
return U;
}
static llt_value g_stepsOf2(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2104_stepsOf2(up, self, n, a);
}
static llt_value f2088_emitJoin(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value rules_509 = (n > 0 ? a[0] : U);
(void)rules_509;
llt_value join_509 = (n > 1 ? a[1] : U);
(void)join_509;
llt_value out_509 = (n > 2 ? a[2] : U);
(void)out_509;
llt_value t2089 = join_509;
(void)t2089;
llt_value name_509 = llt_get(t2089, k31_name);
(void)name_509;
llt_value among_509 = llt_get(t2089, k276_among);
(void)among_509;
llt_value rank_509 = llt_get(t2089, k0_rank);
(void)rank_509;
llt_value size_509 = llt_get(t2089, k1_size);
(void)size_509;
llt_value parts_509 = ({ llt_value t2090 = llt_array(0);  t2090; });
(void)parts_509;
{
llt_value t2091 = ({ llt_value o2234 = ({ llt_value a2102[2]; a2102[0] = ({ llt_value t2103 = llt_get(rules_509, k7_returning); llt_nothing(t2103) ? S(k277_unknown) : t2103; }); a2102[1] = name_509; g_stepsOf2(NULL, U, 2, a2102); }); ({ llt_value a2235[1]; a2235[0] = size_509; llt_call(o2234, U, 1, a2235); }); });
for (int i2092 = 0; i2092 < llt_length(t2091); i2092++)
{
llt_value step_510 = llt_at(t2091, N(i2092));
(void)step_510;
{
if ((!llt_same(llt_get(step_510, k276_among), among_509))) {
continue;
}
llt_value t2093 = step_510;
(void)t2093;
llt_value collective_511 = llt_get(t2093, k8_collective);
(void)collective_511;
llt_value way_511 = llt_get(t2093, k9_way);
(void)way_511;
llt_value bytes_511 = llt_get(t2093, k3_bytes);
(void)bytes_511;
llt_value kind_511 = ({ llt_value t2094 = llt_object(7); llt_put(t2094, k8_collective, collective_511); llt_put(t2094, k9_way, way_511); llt_put(t2094, k270_typed, B(0)); llt_put(t2094, k1_size, size_509); llt_put(t2094, k3_bytes, bytes_511); llt_put(t2094, k10_empty, B(0)); llt_put(t2094, k274_inPlace, B(0)); t2094; });
(void)kind_511;
llt_value t2096 = ({ llt_value a2095[2]; a2095[0] = rules_509; a2095[1] = kind_511; g_choiceOfCall(NULL, U, 2, a2095); });
(void)t2096;
llt_value algorithm_511 = llt_get(t2096, k94_algorithm);
(void)algorithm_511;
llt_value options_511 = llt_get(t2096, k6_options);
(void)options_511;
(void)({ llt_value o2097 = parts_509; ({ llt_value a2098[1]; a2098[0] = ({ llt_value t2099 = llt_object(2); llt_put(t2099, k94_algorithm, ({ llt_value t2100 = llt_get(step_510, k94_algorithm); llt_nothing(t2100) ? algorithm_511 : t2100; })); llt_put(t2099, k240_call, ({ llt_value t2101 = llt_object(5); llt_put(t2101, k0_rank, rank_509); llt_put(t2101, k1_size, size_509); llt_put(t2101, k2_root, N(0.0)); llt_put(t2101, k3_bytes, bytes_511); llt_put(t2101, k6_options, options_511); t2101; })); t2099; }); llt_m_push(o2097, k78_push, 1, a2098); }); });
}
}
}
(void)({ llt_value a2236[2]; a2236[0] = parts_509; a2236[1] = out_509; g_emitInTurn(NULL, U, 2, a2236); });
return U;
}
static llt_value g_emitJoin(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2088_emitJoin(up, self, n, a);
}
static llt_value f2250(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e514 = up;
(void)e514;
llt_value one_515 = (n > 0 ? a[0] : U);
(void)one_515;
return B((llt_same(one_515, e514[1])));
}
static llt_value f2256(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e516 = up;
(void)e516;
llt_value one_517 = (n > 0 ? a[0] : U);
(void)one_517;
return B((llt_same(llt_get(one_517, k31_name), e516[1])));
}
static llt_value f2253_knownAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e516 = llt_frame(NULL, 1);
llt_value collective_516 = (n > 0 ? a[0] : U);
(void)collective_516;
e516[1] = (n > 1 ? a[1] : U);
if ((((llt_same(e516[1], S(k261_auto))) || (llt_same(e516[1], S(k23_mpich)))) || (llt_same(e516[1], S(k262_default))))) {
return e516[1];
}
return ((llt_same(collective_516, NIL)) ? U : ({ llt_value o2254 = llt_at(g_ALGORITHMS, collective_516); ({ llt_value a2255[1]; a2255[0] = llt_closure(f2256, e516); llt_m_find(o2254, k93_find, 1, a2255); }); }));
return U;
}
static llt_value g_knownAlgorithm(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2253_knownAlgorithm(up, self, n, a);
}
static llt_value f2263_knownOptions(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value settings_518 = (n > 0 ? a[0] : U);
(void)settings_518;
llt_value options_518 = ({ llt_value t2264 = llt_object(0);  t2264; });
(void)options_518;
{
llt_value t2265 = settings_518;
for (int i2266 = 0; i2266 < llt_length(t2265); i2266++)
{
llt_value setting_519 = llt_at(t2265, N(i2266));
(void)setting_519;
{
llt_value t2269 = ({ llt_value o2267 = setting_519; ({ llt_value a2268[1]; a2268[0] = S(k345__); llt_m_split(o2267, k237_split, 1, a2268); }); });
(void)t2269;
llt_value key_520 = llt_at(t2269, N(0));
(void)key_520;
llt_value t2270 = llt_at(t2269, N(1));
if (t2270.kind == LLT_UNDEFINED) t2270 = S(k347_);
llt_value value_520 = t2270;
(void)value_520;
llt_value number_520 = llt_to_number(value_520);
(void)number_520;
if (((llt_same(key_520, S(k95_flow))) && ((llt_same(value_520, S(k96_published))) || (llt_same(value_520, S(k239_complete)))))) {
(void)llt_put(options_518, k95_flow, value_520);
} else {
if (((llt_same(value_520, S(k347_))) || (!((number_520).of.number >= 0.0)))) {
return U;
} else {
if ((llt_same(key_520, S(k109_segment)))) {
(void)llt_put(options_518, k109_segment, number_520);
} else {
if ((llt_same(key_520, S(k104_fanout)))) {
(void)llt_put(options_518, k104_fanout, number_520);
} else {
if ((llt_same(key_520, S(k29_reduce)))) {
(void)llt_put(options_518, k82_reducePerByte, number_520);
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
return options_518;
return U;
}
static llt_value g_knownOptions(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2263_knownOptions(up, self, n, a);
}
static llt_value f2237_knownSpec(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value *e514 = llt_frame(NULL, 1);
llt_value text_514 = (n > 0 ? a[0] : U);
(void)text_514;
llt_value t2240 = ({ llt_value o2238 = text_514; ({ llt_value a2239[1]; a2239[0] = S(k238__); llt_m_split(o2238, k237_split, 1, a2239); }); });
(void)t2240;
llt_value head_514 = llt_at(t2240, N(0));
(void)head_514;
llt_value settings_514 = llt_slice(t2240, 1);
(void)settings_514;
llt_value t2243 = ({ llt_value o2241 = head_514; ({ llt_value a2242[1]; a2242[0] = S(k344__); llt_m_split(o2241, k237_split, 1, a2242); }); });
(void)t2243;
llt_value named_514 = llt_at(t2243, N(0));
(void)named_514;
llt_value range_514 = llt_at(t2243, N(1));
(void)range_514;
llt_value t2246 = ({ llt_value o2244 = named_514; ({ llt_value a2245[1]; a2245[0] = S(k345__); llt_m_split(o2244, k237_split, 1, a2245); }); });
(void)t2246;
e514[1] = llt_at(t2246, N(0));
llt_value second_514 = llt_at(t2246, N(1));
(void)second_514;
llt_value collective_514 = ((llt_same(second_514, U)) ? NIL : ({ llt_value o2248 = g_COLLECTIVES; ({ llt_value a2249[1]; a2249[0] = llt_closure(f2250, e514); llt_m_find(o2248, k93_find, 1, a2249); }); }));
(void)collective_514;
if ((llt_same(collective_514, U))) {
return U;
}
llt_value algorithm_514 = ({ llt_value a2251[2]; a2251[0] = collective_514; a2251[1] = ({ llt_value t2252 = second_514; llt_nothing(t2252) ? e514[1] : t2252; }); g_knownAlgorithm(NULL, U, 2, a2251); });
(void)algorithm_514;
llt_value ends_514 = ((llt_same(range_514, U)) ? ({ llt_value t2257 = llt_array(2); llt_push(t2257, S(k346_0)); llt_push(t2257, S(k347_)); t2257; }) : ({ llt_value o2258 = range_514; ({ llt_value a2259[1]; a2259[0] = S(k348___); llt_m_split(o2258, k237_split, 1, a2259); }); }));
(void)ends_514;
llt_value t2261 = ({ llt_value t2260 = llt_array(2); llt_push(t2260, llt_to_number(llt_at(ends_514, N(0.0)))); llt_push(t2260, ((llt_same(llt_at(ends_514, N(1.0)), S(k347_))) ? N(__builtin_inf()) : llt_to_number(llt_at(ends_514, N(1.0))))); t2260; });
(void)t2261;
llt_value from_514 = llt_at(t2261, N(0));
(void)from_514;
llt_value to_514 = llt_at(t2261, N(1));
(void)to_514;
llt_value options_514 = ({ llt_value a2262[1]; a2262[0] = settings_514; g_knownOptions(NULL, U, 1, a2262); });
(void)options_514;
if (((((llt_same(algorithm_514, U)) || (llt_same(options_514, U))) || (!llt_same(llt_get(ends_514, k77_length), N(2.0)))) || (!((from_514).of.number < (to_514).of.number)))) {
return U;
}
return ({ llt_value t2271 = llt_object(6); llt_put(t2271, k349_text, text_514); llt_put(t2271, k8_collective, collective_514); llt_put(t2271, k94_algorithm, algorithm_514); llt_put(t2271, k85_from, from_514); llt_put(t2271, k266_to, to_514); llt_put(t2271, k6_options, options_514); t2271; });
return U;
}
static llt_value g_knownSpec(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2237_knownSpec(up, self, n, a);
}
static llt_value f2272_libraryNamed(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value text_483 = (n > 0 ? a[0] : U);
(void)text_483;
llt_value said_483 = ({ llt_value o2273 = text_483; llt_m_toLowerCase(o2273, k257_toLowerCase, 0, NULL); });
(void)said_483;
if ((llt_truth(({ llt_value o2274 = said_483; ({ llt_value a2275[1]; a2275[0] = S(k350_open_mpi); llt_m_includes(o2274, k27_includes, 1, a2275); }); })) || llt_truth(({ llt_value o2276 = said_483; ({ llt_value a2277[1]; a2277[0] = S(k11_openmpi); llt_m_includes(o2276, k27_includes, 1, a2277); }); })))) {
return S(k11_openmpi);
}
llt_value descends_483 = ({ llt_value t2278 = ({ llt_value t2279 = ({ llt_value o2280 = said_483; ({ llt_value a2281[1]; a2281[0] = S(k23_mpich); llt_m_includes(o2280, k27_includes, 1, a2281); }); }); !llt_truth(t2279) ? ({ llt_value o2282 = said_483; ({ llt_value a2283[1]; a2283[0] = S(k351_mvapich); llt_m_includes(o2282, k27_includes, 1, a2283); }); }) : t2279; }); !llt_truth(t2278) ? ({ llt_value o2284 = said_483; ({ llt_value a2285[1]; a2285[0] = S(k352_intel); llt_m_includes(o2284, k27_includes, 1, a2285); }); }) : t2278; });
(void)descends_483;
return (llt_truth(descends_483) ? S(k23_mpich) : S(k277_unknown));
return U;
}
static llt_value g_libraryNamed(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2272_libraryNamed(up, self, n, a);
}
static llt_value f2286_namesMpich4(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value text_484 = (n > 0 ? a[0] : U);
(void)text_484;
return ({ llt_value t2287 = ({ llt_value o2288 = text_484; ({ llt_value a2289[1]; a2289[0] = g_MPICH_SAYS; llt_m_startsWith(o2288, k354_startsWith, 1, a2289); }); }); llt_truth(t2287) ? B(((llt_to_number(llt_at(({ llt_value o2292 = ({ llt_value o2290 = text_484; ({ llt_value a2291[1]; a2291[0] = llt_get(g_MPICH_SAYS, k77_length); llt_m_slice(o2290, k254_slice, 1, a2291); }); }); ({ llt_value a2293[1]; a2293[0] = S(k355__); llt_m_split(o2292, k237_split, 1, a2293); }); }), N(0.0)))).of.number >= 4.0)) : t2287; });
return U;
}
static llt_value g_namesMpich4(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2286_namesMpich4(up, self, n, a);
}
static llt_value f2296(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value library_485 = (n > 0 ? a[0] : U);
(void)library_485;
return ((llt_same(library_485, S(k11_openmpi))) ? g_OPEN_MPI : g_MPICH);
}
static llt_value g_collectivesOf(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2296(up, self, n, a);
}
static llt_value f2294_rulesOf(llt_value *up, llt_value self, int n, const llt_value *a) {
(void)up, (void)self, (void)n, (void)a;
llt_value library_486 = (n > 0 ? a[0] : U);
(void)library_486;
llt_value mpich4_486 = (n > 1 ? a[1] : U);
(void)mpich4_486;
llt_value chosen_486 = (n > 2 ? a[2] : U);
(void)chosen_486;
llt_value options_486 = (n > 3 ? a[3] : U);
(void)options_486;
llt_value fallback_486 = ({ llt_value a2295[1]; a2295[0] = library_486; g_collectivesOf(NULL, U, 1, a2295); });
(void)fallback_486;
return ({ llt_value t2301 = llt_object(5); llt_put(t2301, k265_specs, ({ llt_value t2302 = llt_array(2); llt_push_all(t2302, chosen_486); llt_push(t2302, fallback_486); t2302; })); llt_put(t2301, k269_fallback, fallback_486); llt_put(t2301, k7_returning, library_486); llt_put(t2301, k268_mpich4, mpich4_486); llt_put(t2301, k6_options, options_486); t2301; });
return U;
}
static llt_value g_rulesOf(llt_value *up, llt_value self, int n, const llt_value *a) {
return f2294_rulesOf(up, self, n, a);
}

void llt_ts_start(void) {
g_Register = ({ llt_value t109 = llt_object(3); llt_put(t109, k65_Result, N(0.0)); llt_put(t109, k66_Own, N(1.0)); llt_put(t109, k67_Rest, N(2.0)); t109; });
g_DEFAULT_OPTIONS = ({ llt_value t1919 = llt_object(3); llt_put(t1919, k109_segment, N(0.0)); llt_put(t1919, k82_reducePerByte, N(0.0)); llt_put(t1919, k95_flow, S(k239_complete)); t1919; });
g_COLLECTIVES = ({ llt_value t2247 = llt_array(16); llt_push(t2247, S(k26_barrier)); llt_push(t2247, S(k25_bcast)); llt_push(t2247, S(k29_reduce)); llt_push(t2247, S(k24_allreduce)); llt_push(t2247, S(k15_allgather)); llt_push(t2247, S(k16_allgatherv)); llt_push(t2247, S(k17_alltoall)); llt_push(t2247, S(k13_alltoallv)); llt_push(t2247, S(k19_gather)); llt_push(t2247, S(k20_gatherv)); llt_push(t2247, S(k21_scatter)); llt_push(t2247, S(k22_scatterv)); llt_push(t2247, S(k30_scan)); llt_push(t2247, S(k18_exscan)); llt_push(t2247, S(k46_reduce_scatter)); llt_push(t2247, S(k48_reduce_scatter_block)); t2247; });
g_BY_HALVES = ({ llt_value t65 = llt_object(3); llt_put(t65, k49_even, B(1)); llt_put(t65, k50_fold, llt_closure(g_foldByHalves, NULL)); llt_put(t65, k58_shares, llt_closure(g_halved, NULL)); t65; });
g_scatterBinomial = ({ llt_value t1610 = llt_object(5); llt_put(t1610, k31_name, S(k45_binomial)); llt_put(t1610, k33_emit, llt_closure(f1611, NULL)); t1610; });
g_scatterLinear = ({ llt_value t1624 = llt_object(5); llt_put(t1624, k31_name, S(k43_linear)); llt_put(t1624, k33_emit, llt_closure(f1625, NULL)); t1624; });
g_scattervLinear = ({ llt_value t1642 = llt_object(4); llt_put_all(t1642, g_scatterLinear); llt_put(t1642, k33_emit, llt_closure(f1643, NULL)); t1642; });
g_SCATTER = ({ llt_value t1609 = llt_array(2); llt_push(t1609, g_scatterBinomial); llt_push(t1609, g_scatterLinear); t1609; });
g_SCATTERV = ({ llt_value t1641 = llt_array(2); llt_push(t1641, g_scattervLinear); llt_push(t1641, g_scatterBinomial); t1641; });
g_PIPELINE_SEGMENT = N(65536.0);
g_KNOMIAL_RADIX = N(4.0);
g_bcastBinomial = ({ llt_value a496[1]; a496[0] = ({ llt_value t497 = llt_object(5); llt_put(t497, k31_name, S(k45_binomial)); llt_put(t497, k99_tree, llt_closure(g_binomialTree, NULL)); llt_put(t497, k102_depth, llt_closure(g_floorLog2, NULL)); llt_put(t497, k2_root, S(k103_swap)); t497; }); g_down(NULL, U, 1, a496); });
g_bcastLinear = ({ llt_value a572[1]; a572[0] = ({ llt_value t573 = llt_object(5); llt_put(t573, k31_name, S(k43_linear)); llt_put(t573, k99_tree, llt_closure(g_linearTree, NULL)); llt_put(t573, k102_depth, llt_closure(f581, NULL)); llt_put(t573, k105_order, S(k106_up)); t573; }); g_down(NULL, U, 1, a572); });
g_bcastChain = ({ llt_value a582[1]; a582[0] = ({ llt_value t583 = llt_object(5); llt_put(t583, k31_name, S(k111_chain)); llt_put(t583, k99_tree, llt_closure(g_chainTree, NULL)); llt_put(t583, k102_depth, llt_closure(f599, NULL)); llt_put(t583, k104_fanout, N(1.0)); t583; }); g_down(NULL, U, 1, a582); });
g_bcastPipeline = ({ llt_value a600[1]; a600[0] = ({ llt_value t601 = llt_object(5); llt_put(t601, k31_name, S(k112_pipeline)); llt_put(t601, k99_tree, llt_closure(g_chainTree, NULL)); llt_put(t601, k102_depth, llt_closure(f602, NULL)); llt_put(t601, k109_segment, g_PIPELINE_SEGMENT); t601; }); g_down(NULL, U, 1, a600); });
g_bcastBinary = ({ llt_value a603[1]; a603[0] = ({ llt_value t604 = llt_object(4); llt_put(t604, k31_name, S(k113_binary)); llt_put(t604, k99_tree, llt_closure(g_heapTree, NULL)); llt_put(t604, k102_depth, llt_closure(g_floorLog2, NULL)); t604; }); g_down(NULL, U, 1, a603); });
g_bcastOmpiBinary = ({ llt_value a611[1]; a611[0] = ({ llt_value t612 = llt_object(4); llt_put(t612, k31_name, S(k115_ompi_binary)); llt_put(t612, k99_tree, llt_closure(g_ompiBinaryTree, NULL)); llt_put(t612, k102_depth, llt_closure(g_floorLog2, NULL)); t612; }); g_down(NULL, U, 1, a611); });
g_bcastOmpiBinomial = ({ llt_value a620[1]; a620[0] = ({ llt_value t621 = llt_object(4); llt_put(t621, k31_name, S(k38_ompi_binomial)); llt_put(t621, k99_tree, llt_closure(g_binomialTree, NULL)); llt_put(t621, k102_depth, llt_closure(g_floorLog2, NULL)); t621; }); g_down(NULL, U, 1, a620); });
g_bcastKnomial = ({ llt_value a667[1]; a667[0] = ({ llt_value t668 = llt_object(5); llt_put(t668, k31_name, S(k35_knomial)); llt_put(t668, k99_tree, llt_closure(g_knomialTree, NULL)); llt_put(t668, k102_depth, llt_closure(g_knomialDepth, NULL)); llt_put(t668, k104_fanout, g_KNOMIAL_RADIX); t668; }); g_down(NULL, U, 1, a667); });
g_WHOLE_CHAIN = ({ llt_value t627 = llt_object(4); llt_put(t627, k99_tree, llt_closure(g_chainTree, NULL)); llt_put(t627, k104_fanout, N(1.0)); llt_put(t627, k109_segment, N(0.0)); llt_put(t627, k2_root, S(k110_rotate)); t627; });
g_bcastOmpiSplitBinary = ({ llt_value t622 = llt_object(5); llt_put(t622, k31_name, S(k116_ompi_split_binary)); llt_put(t622, k33_emit, llt_closure(f623, NULL)); t622; });
g_bcastScatterAllgather = ({ llt_value t677 = llt_object(5); llt_put(t677, k31_name, S(k37_scatter_allgather)); llt_put(t677, k33_emit, llt_closure(f678, NULL)); t677; });
g_bcastScatterDoubling = ({ llt_value t761 = llt_object(4); llt_put(t761, k31_name, S(k36_scatter_allgather_doubling)); llt_put(t761, k33_emit, llt_closure(f762, NULL)); t761; });
g_BCAST = ({ llt_value t495 = llt_array(11); llt_push(t495, g_bcastBinomial); llt_push(t495, g_bcastLinear); llt_push(t495, g_bcastChain); llt_push(t495, g_bcastPipeline); llt_push(t495, g_bcastBinary); llt_push(t495, g_bcastOmpiBinary); llt_push(t495, g_bcastOmpiBinomial); llt_push(t495, g_bcastOmpiSplitBinary); llt_push(t495, g_bcastKnomial); llt_push(t495, g_bcastScatterAllgather); llt_push(t495, g_bcastScatterDoubling); t495; });
g_bcastAheadAllgather = ({ llt_value t1998 = llt_object(4); llt_put(t1998, k31_name, llt_get(g_bcastScatterAllgather, k31_name)); llt_put(t1998, k33_emit, llt_closure(f1999, NULL)); t1998; });
g_bcastAheadDoubling = ({ llt_value t1963 = llt_object(4); llt_put(t1963, k31_name, llt_get(g_bcastScatterDoubling, k31_name)); llt_put(t1963, k33_emit, llt_closure(f1964, NULL)); t1963; });
g_gatherBinomial = ({ llt_value t1575 = llt_object(5); llt_put(t1575, k31_name, S(k45_binomial)); llt_put(t1575, k33_emit, llt_closure(f1576, NULL)); t1575; });
g_gatherLinear = ({ llt_value t1524 = llt_object(5); llt_put(t1524, k31_name, S(k43_linear)); llt_put(t1524, k33_emit, llt_closure(f1525, NULL)); t1524; });
g_gathervLinear = ({ llt_value t1523 = llt_object(4); llt_put_all(t1523, g_gatherLinear); llt_put(t1523, k33_emit, llt_closure(f1541, NULL)); t1523; });
g_gatherOmpiLinearSync = ({ llt_value t1587 = llt_object(5); llt_put(t1587, k31_name, S(k208_ompi_linear_sync)); llt_put(t1587, k33_emit, llt_closure(f1588, NULL)); t1587; });
g_GATHER = ({ llt_value t1574 = llt_array(3); llt_push(t1574, g_gatherBinomial); llt_push(t1574, g_gatherLinear); llt_push(t1574, g_gatherOmpiLinearSync); t1574; });
g_GATHERV = ({ llt_value t1608 = llt_array(2); llt_push(t1608, g_gathervLinear); llt_push(t1608, g_gatherBinomial); t1608; });
g_ALL = N(__builtin_inf());
g_ELEMENT_BYTES = N(8.0);
g_LINEAR_ONLY = ({ llt_value t1178 = llt_object(2); llt_put(t1178, k133_algorithms, ({ llt_value t1179 = llt_object(1); llt_put(t1179, k134_1, ({ llt_value t1180 = llt_object(2); llt_put(t1180, k135_ours, S(k43_linear)); t1180; })); t1179; })); llt_put(t1178, k140_table, ({ llt_value t1181 = llt_array(1); llt_push(t1181, ({ llt_value t1182 = llt_array(2); llt_push(t1182, g_ALL); llt_push(t1182, S(k134_1)); t1182; })); t1181; })); t1178; });
g_SCAN_RULES = ({ llt_value t1195 = llt_object(2); llt_put(t1195, k133_algorithms, ({ llt_value t1196 = llt_object(2); llt_put(t1196, k134_1, ({ llt_value t1197 = llt_object(2); llt_put(t1197, k135_ours, S(k43_linear)); t1197; })); llt_put(t1196, k136_2, ({ llt_value t1198 = llt_object(2); llt_put(t1198, k135_ours, S(k40_recursive_doubling)); t1198; })); t1196; })); llt_put(t1195, k140_table, ({ llt_value t1199 = llt_array(1); llt_push(t1199, ({ llt_value t1200 = llt_array(2); llt_push(t1200, g_ALL); llt_push(t1200, S(k134_1)); t1200; })); t1199; })); t1195; });
g_RULES = ({ llt_value t1010 = llt_object(16); llt_put(t1010, k26_barrier, ({ llt_value t1011 = llt_object(2); llt_put(t1011, k133_algorithms, ({ llt_value t1012 = llt_object(5); llt_put(t1012, k134_1, ({ llt_value t1013 = llt_object(2); llt_put(t1013, k135_ours, S(k43_linear)); t1013; })); llt_put(t1012, k136_2, ({ llt_value t1014 = llt_object(2); llt_put(t1014, k135_ours, S(k98_double_ring)); t1014; })); llt_put(t1012, k137_3, ({ llt_value t1015 = llt_object(2); llt_put(t1015, k135_ours, S(k40_recursive_doubling)); t1015; })); llt_put(t1012, k138_4, ({ llt_value t1016 = llt_object(2); llt_put(t1016, k135_ours, S(k34_dissemination)); t1016; })); llt_put(t1012, k139_6, ({ llt_value t1017 = llt_object(2); llt_put(t1017, k135_ours, S(k99_tree)); t1017; })); t1012; })); llt_put(t1011, k140_table, ({ llt_value t1018 = llt_array(8); llt_push(t1018, ({ llt_value t1019 = llt_array(2); llt_push(t1019, N(4.0)); llt_push(t1019, S(k137_3)); t1019; })); llt_push(t1018, ({ llt_value t1020 = llt_array(2); llt_push(t1020, N(8.0)); llt_push(t1020, S(k134_1)); t1020; })); llt_push(t1018, ({ llt_value t1021 = llt_array(2); llt_push(t1021, N(64.0)); llt_push(t1021, S(k137_3)); t1021; })); llt_push(t1018, ({ llt_value t1022 = llt_array(2); llt_push(t1022, N(256.0)); llt_push(t1022, S(k138_4)); t1022; })); llt_push(t1018, ({ llt_value t1023 = llt_array(2); llt_push(t1023, N(512.0)); llt_push(t1023, S(k139_6)); t1023; })); llt_push(t1018, ({ llt_value t1024 = llt_array(2); llt_push(t1024, N(1024.0)); llt_push(t1024, S(k138_4)); t1024; })); llt_push(t1018, ({ llt_value t1025 = llt_array(2); llt_push(t1025, N(4096.0)); llt_push(t1025, S(k139_6)); t1025; })); llt_push(t1018, ({ llt_value t1026 = llt_array(2); llt_push(t1026, g_ALL); llt_push(t1026, S(k138_4)); t1026; })); t1018; })); t1011; })); llt_put(t1010, k25_bcast, ({ llt_value t1027 = llt_object(2); llt_put(t1027, k133_algorithms, ({ llt_value t1028 = llt_object(9); llt_put(t1028, k134_1, ({ llt_value t1029 = llt_object(2); llt_put(t1029, k135_ours, S(k43_linear)); t1029; })); llt_put(t1028, k136_2, ({ llt_value t1030 = llt_object(2); llt_put(t1030, k135_ours, S(k111_chain)); t1030; })); llt_put(t1028, k137_3, ({ llt_value t1031 = llt_object(2); llt_put(t1031, k135_ours, S(k111_chain)); t1031; })); llt_put(t1028, k138_4, ({ llt_value t1032 = llt_object(2); llt_put(t1032, k135_ours, S(k116_ompi_split_binary)); t1032; })); llt_put(t1028, k141_5, ({ llt_value t1033 = llt_object(2); llt_put(t1033, k135_ours, S(k115_ompi_binary)); t1033; })); llt_put(t1028, k139_6, ({ llt_value t1034 = llt_object(2); llt_put(t1034, k135_ours, S(k38_ompi_binomial)); t1034; })); llt_put(t1028, k142_7, ({ llt_value t1035 = llt_object(3); llt_put(t1035, k135_ours, S(k35_knomial)); llt_put(t1035, k6_options, ({ llt_value t1036 = llt_object(1); llt_put(t1036, k104_fanout, N(4.0)); t1036; })); t1035; })); llt_put(t1028, k143_8, ({ llt_value t1037 = llt_object(3); llt_put(t1037, k135_ours, S(k36_scatter_allgather_doubling)); llt_put(t1037, k144_instead, llt_closure(g_linearForFewer, NULL)); t1037; })); llt_put(t1028, k145_9, ({ llt_value t1039 = llt_object(3); llt_put(t1039, k135_ours, S(k37_scatter_allgather)); llt_put(t1039, k144_instead, llt_closure(g_linearForFewer, NULL)); t1039; })); t1028; })); llt_put(t1027, k140_table, ({ llt_value t1040 = llt_array(11); llt_push(t1040, ({ llt_value t1041 = llt_array(2); llt_push(t1041, N(4.0)); llt_push(t1041, S(k146_32_3_256_5_512_3_1024_7_32768_1_131072_5_262144_2_524288_1_1048576_6_5)); t1041; })); llt_push(t1040, ({ llt_value t1042 = llt_array(2); llt_push(t1042, N(8.0)); llt_push(t1042, S(k147_64_5_128_6_2048_5_8192_6_1048576_1_2)); t1042; })); llt_push(t1040, ({ llt_value t1043 = llt_array(2); llt_push(t1043, N(16.0)); llt_push(t1043, S(k148_8_7_64_5_4096_7_16384_5_32768_6_1)); t1043; })); llt_push(t1040, ({ llt_value t1044 = llt_array(2); llt_push(t1044, N(32.0)); llt_push(t1044, S(k149_4096_7_1048576_6_8)); t1044; })); llt_push(t1040, ({ llt_value t1045 = llt_array(2); llt_push(t1045, N(64.0)); llt_push(t1045, S(k150_2048_6_7)); t1045; })); llt_push(t1040, ({ llt_value t1046 = llt_array(2); llt_push(t1046, N(128.0)); llt_push(t1046, S(k142_7)); t1046; })); llt_push(t1040, ({ llt_value t1047 = llt_array(2); llt_push(t1047, N(256.0)); llt_push(t1047, S(k151_2_6_16384_5_32768_1_65536_5_7)); t1047; })); llt_push(t1040, ({ llt_value t1048 = llt_array(2); llt_push(t1048, N(1024.0)); llt_push(t1048, S(k152_16384_7_32768_4_7)); t1048; })); llt_push(t1040, ({ llt_value t1049 = llt_array(2); llt_push(t1049, N(2048.0)); llt_push(t1049, S(k153_524288_7_8)); t1049; })); llt_push(t1040, ({ llt_value t1050 = llt_array(2); llt_push(t1050, N(4096.0)); llt_push(t1050, S(k154_262144_7_8)); t1050; })); llt_push(t1040, ({ llt_value t1051 = llt_array(2); llt_push(t1051, g_ALL); llt_push(t1051, S(k155_8192_7_16384_5_262144_7_8)); t1051; })); t1040; })); t1027; })); llt_put(t1010, k29_reduce, ({ llt_value t1052 = llt_object(2); llt_put(t1052, k133_algorithms, ({ llt_value t1053 = llt_object(7); llt_put(t1053, k134_1, ({ llt_value t1054 = llt_object(2); llt_put(t1054, k135_ours, S(k43_linear)); t1054; })); llt_put(t1053, k136_2, ({ llt_value t1055 = llt_object(2); llt_put(t1055, k135_ours, S(k111_chain)); t1055; })); llt_put(t1053, k137_3, ({ llt_value t1056 = llt_object(2); llt_put(t1056, k135_ours, S(k111_chain)); t1056; })); llt_put(t1053, k138_4, ({ llt_value t1057 = llt_object(2); llt_put(t1057, k135_ours, S(k115_ompi_binary)); t1057; })); llt_put(t1053, k141_5, ({ llt_value t1058 = llt_object(2); llt_put(t1058, k135_ours, S(k38_ompi_binomial)); t1058; })); llt_put(t1053, k139_6, ({ llt_value t1059 = llt_object(2); llt_put(t1059, k135_ours, S(k124_ompi_in_order_binary)); t1059; })); llt_put(t1053, k142_7, ({ llt_value t1060 = llt_object(3); llt_put(t1060, k135_ours, S(k39_rabenseifner)); llt_put(t1060, k144_instead, llt_closure(g_linearForFew, NULL)); t1060; })); t1053; })); llt_put(t1052, k140_table, ({ llt_value t1063 = llt_array(9); llt_push(t1063, ({ llt_value t1064 = llt_array(2); llt_push(t1064, N(4.0)); llt_push(t1064, S(k156_8_7_16_4_32_3_262144_1_524288_3_1048576_2_3)); t1064; })); llt_push(t1063, ({ llt_value t1065 = llt_array(2); llt_push(t1065, N(8.0)); llt_push(t1065, S(k157_4096_4_65536_2_262144_5_524288_1_1048576_5_1)); t1065; })); llt_push(t1063, ({ llt_value t1066 = llt_array(2); llt_push(t1066, N(16.0)); llt_push(t1066, S(k158_8192_4_5)); t1066; })); llt_push(t1063, ({ llt_value t1067 = llt_array(2); llt_push(t1067, N(32.0)); llt_push(t1067, S(k159_4096_4_5)); t1067; })); llt_push(t1063, ({ llt_value t1068 = llt_array(2); llt_push(t1068, N(256.0)); llt_push(t1068, S(k141_5)); t1068; })); llt_push(t1063, ({ llt_value t1069 = llt_array(2); llt_push(t1069, N(512.0)); llt_push(t1069, S(k160_8192_5_16384_6_5)); t1069; })); llt_push(t1063, ({ llt_value t1070 = llt_array(2); llt_push(t1070, N(2048.0)); llt_push(t1070, S(k141_5)); t1070; })); llt_push(t1063, ({ llt_value t1071 = llt_array(2); llt_push(t1071, N(4096.0)); llt_push(t1071, S(k161_512_5_1024_6_8192_5_16384_6_5)); t1071; })); llt_push(t1063, ({ llt_value t1072 = llt_array(2); llt_push(t1072, g_ALL); llt_push(t1072, S(k162_16_5_32_6_1024_5_2048_6_8192_5_16384_6_5)); t1072; })); t1063; })); t1052; })); llt_put(t1010, k24_allreduce, ({ llt_value t1073 = llt_object(2); llt_put(t1073, k133_algorithms, ({ llt_value t1074 = llt_object(6); llt_put(t1074, k134_1, ({ llt_value t1075 = llt_object(2); llt_put(t1075, k135_ours, S(k43_linear)); t1075; })); llt_put(t1074, k136_2, ({ llt_value t1076 = llt_object(2); llt_put(t1076, k135_ours, S(k132_ompi_reduce_bcast)); t1076; })); llt_put(t1074, k137_3, ({ llt_value t1077 = llt_object(2); llt_put(t1077, k135_ours, S(k40_recursive_doubling)); t1077; })); llt_put(t1074, k138_4, ({ llt_value t1078 = llt_object(3); llt_put(t1078, k135_ours, S(k42_ring)); llt_put(t1078, k144_instead, llt_closure(g_doublingForFew, NULL)); t1078; })); llt_put(t1074, k141_5, ({ llt_value t1080 = llt_object(3); llt_put(t1080, k135_ours, S(k42_ring)); llt_put(t1080, k144_instead, llt_closure(g_doublingForFew, NULL)); t1080; })); llt_put(t1074, k139_6, ({ llt_value t1081 = llt_object(3); llt_put(t1081, k135_ours, S(k39_rabenseifner)); llt_put(t1081, k144_instead, llt_closure(g_linearForFew, NULL)); t1081; })); t1074; })); llt_put(t1073, k140_table, ({ llt_value t1082 = llt_array(11); llt_push(t1082, ({ llt_value t1083 = llt_array(2); llt_push(t1083, N(4.0)); llt_push(t1083, S(k163_8_4_4096_3_8192_4_16384_3_65536_4_262144_5_6)); t1083; })); llt_push(t1082, ({ llt_value t1084 = llt_array(2); llt_push(t1084, N(8.0)); llt_push(t1084, S(k164_16_4_8192_3_6)); t1084; })); llt_push(t1082, ({ llt_value t1085 = llt_array(2); llt_push(t1085, N(16.0)); llt_push(t1085, S(k165_8192_3_6)); t1085; })); llt_push(t1082, ({ llt_value t1086 = llt_array(2); llt_push(t1086, N(32.0)); llt_push(t1086, S(k166_64_5_4096_3_6)); t1086; })); llt_push(t1082, ({ llt_value t1087 = llt_array(2); llt_push(t1087, N(64.0)); llt_push(t1087, S(k167_128_5_6)); t1087; })); llt_push(t1082, ({ llt_value t1088 = llt_array(2); llt_push(t1088, N(128.0)); llt_push(t1088, S(k168_262144_3_6)); t1088; })); llt_push(t1082, ({ llt_value t1089 = llt_array(2); llt_push(t1089, N(256.0)); llt_push(t1089, S(k169_131072_2_262144_3_6)); t1089; })); llt_push(t1082, ({ llt_value t1090 = llt_array(2); llt_push(t1090, N(512.0)); llt_push(t1090, S(k170_4096_2_6)); t1090; })); llt_push(t1082, ({ llt_value t1091 = llt_array(2); llt_push(t1091, N(2048.0)); llt_push(t1091, S(k171_2048_2_16384_3_6)); t1091; })); llt_push(t1082, ({ llt_value t1092 = llt_array(2); llt_push(t1092, N(4096.0)); llt_push(t1092, S(k172_2048_2_4096_5_16384_3_6)); t1092; })); llt_push(t1082, ({ llt_value t1093 = llt_array(2); llt_push(t1093, g_ALL); llt_push(t1093, S(k173_2048_2_16384_5_32768_3_6)); t1093; })); t1082; })); t1073; })); llt_put(t1010, k15_allgather, ({ llt_value t1094 = llt_object(2); llt_put(t1094, k133_algorithms, ({ llt_value t1095 = llt_object(5); llt_put(t1095, k136_2, ({ llt_value t1096 = llt_object(2); llt_put(t1096, k135_ours, S(k41_bruck)); t1096; })); llt_put(t1095, k137_3, ({ llt_value t1097 = llt_object(3); llt_put(t1097, k135_ours, S(k40_recursive_doubling)); llt_put(t1097, k144_instead, llt_closure(g_bruckElse, NULL)); t1097; })); llt_put(t1095, k138_4, ({ llt_value t1100 = llt_object(2); llt_put(t1100, k135_ours, S(k42_ring)); t1100; })); llt_put(t1095, k141_5, ({ llt_value t1101 = llt_object(2); llt_put(t1101, k135_ours, S(k174_neighbor_exchange)); t1101; })); llt_put(t1095, k139_6, ({ llt_value t1102 = llt_object(2); llt_put(t1102, k135_ours, S(k43_linear)); t1102; })); t1095; })); llt_put(t1094, k140_table, ({ llt_value t1103 = llt_array(11); llt_push(t1103, ({ llt_value t1104 = llt_array(2); llt_push(t1104, N(2.0)); llt_push(t1104, S(k137_3)); t1104; })); llt_push(t1103, ({ llt_value t1105 = llt_array(2); llt_push(t1105, N(3.0)); llt_push(t1105, S(k139_6)); t1105; })); llt_push(t1103, ({ llt_value t1106 = llt_array(2); llt_push(t1106, N(32.0)); llt_push(t1106, S(k137_3)); t1106; })); llt_push(t1103, ({ llt_value t1107 = llt_array(2); llt_push(t1107, N(64.0)); llt_push(t1107, S(k175_1024_3_65536_5_4)); t1107; })); llt_push(t1103, ({ llt_value t1108 = llt_array(2); llt_push(t1108, N(128.0)); llt_push(t1108, S(k176_512_3_65536_5_4)); t1108; })); llt_push(t1103, ({ llt_value t1109 = llt_array(2); llt_push(t1109, N(256.0)); llt_push(t1109, S(k177_512_3_131072_5_524288_4_1048576_5_4)); t1109; })); llt_push(t1103, ({ llt_value t1110 = llt_array(2); llt_push(t1110, N(512.0)); llt_push(t1110, S(k178_32_3_128_2_1024_3_131072_5_524288_4_1048576_5_4)); t1110; })); llt_push(t1103, ({ llt_value t1111 = llt_array(2); llt_push(t1111, N(1024.0)); llt_push(t1111, S(k179_64_3_256_2_2048_3_5)); t1111; })); llt_push(t1103, ({ llt_value t1112 = llt_array(2); llt_push(t1112, N(2048.0)); llt_push(t1112, S(k180_4_3_8_2_16_3_32_2_256_3_512_2_4096_3_5)); t1112; })); llt_push(t1103, ({ llt_value t1113 = llt_array(2); llt_push(t1113, N(4096.0)); llt_push(t1113, S(k181_32_2_128_3_512_2_4096_3_5)); t1113; })); llt_push(t1103, ({ llt_value t1114 = llt_array(2); llt_push(t1114, g_ALL); llt_push(t1114, S(k182_2_3_8_2_16_3_512_2_4096_3_5)); t1114; })); t1103; })); t1094; })); llt_put(t1010, k16_allgatherv, ({ llt_value t1115 = llt_object(3); llt_put(t1115, k133_algorithms, ({ llt_value t1116 = llt_object(5); llt_put(t1116, k134_1, ({ llt_value t1117 = llt_object(2); llt_put(t1117, k135_ours, S(k183_ompi_gather_bcast)); t1117; })); llt_put(t1116, k136_2, ({ llt_value t1118 = llt_object(2); llt_put(t1118, k135_ours, S(k41_bruck)); t1118; })); llt_put(t1116, k137_3, ({ llt_value t1119 = llt_object(2); llt_put(t1119, k135_ours, S(k42_ring)); t1119; })); llt_put(t1116, k138_4, ({ llt_value t1120 = llt_object(2); llt_put(t1120, k135_ours, S(k174_neighbor_exchange)); t1120; })); llt_put(t1116, k141_5, ({ llt_value t1121 = llt_object(2); llt_put(t1121, k135_ours, S(k43_linear)); t1121; })); t1116; })); llt_put(t1115, k140_table, ({ llt_value t1122 = llt_array(11); llt_push(t1122, ({ llt_value t1123 = llt_array(2); llt_push(t1123, N(2.0)); llt_push(t1123, S(k134_1)); t1123; })); llt_push(t1122, ({ llt_value t1124 = llt_array(2); llt_push(t1124, N(3.0)); llt_push(t1124, S(k184_2048_3_4096_5_8192_3_5)); t1124; })); llt_push(t1122, ({ llt_value t1125 = llt_array(2); llt_push(t1125, N(8.0)); llt_push(t1125, S(k185_256_1_4096_4_8192_3_16384_4_262144_2_4)); t1125; })); llt_push(t1122, ({ llt_value t1126 = llt_array(2); llt_push(t1126, N(16.0)); llt_push(t1126, S(k186_1024_1_2)); t1126; })); llt_push(t1122, ({ llt_value t1127 = llt_array(2); llt_push(t1127, N(32.0)); llt_push(t1127, S(k187_128_1_262144_2_3)); t1127; })); llt_push(t1122, ({ llt_value t1128 = llt_array(2); llt_push(t1128, N(64.0)); llt_push(t1128, S(k188_256_1_8192_2_3)); t1128; })); llt_push(t1122, ({ llt_value t1129 = llt_array(2); llt_push(t1129, N(128.0)); llt_push(t1129, S(k189_256_1_4096_2_3)); t1129; })); llt_push(t1122, ({ llt_value t1130 = llt_array(2); llt_push(t1130, N(256.0)); llt_push(t1130, S(k190_1024_2_65536_4_3)); t1130; })); llt_push(t1122, ({ llt_value t1131 = llt_array(2); llt_push(t1131, N(512.0)); llt_push(t1131, S(k191_1024_2_3)); t1131; })); llt_push(t1122, ({ llt_value t1132 = llt_array(2); llt_push(t1132, N(1024.0)); llt_push(t1132, S(k192_512_2_1024_1_4096_2_1048576_4_3)); t1132; })); llt_push(t1122, ({ llt_value t1133 = llt_array(2); llt_push(t1133, g_ALL); llt_push(t1133, S(k193_4096_2_4)); t1133; })); t1122; })); llt_put(t1115, k194_measure, llt_closure(f1134, NULL)); t1115; })); llt_put(t1010, k17_alltoall, ({ llt_value t1135 = llt_object(2); llt_put(t1135, k133_algorithms, ({ llt_value t1136 = llt_object(5); llt_put(t1136, k134_1, ({ llt_value t1137 = llt_object(2); llt_put(t1137, k135_ours, S(k43_linear)); t1137; })); llt_put(t1136, k136_2, ({ llt_value t1138 = llt_object(2); llt_put(t1138, k135_ours, S(k44_pairwise)); t1138; })); llt_put(t1136, k137_3, ({ llt_value t1139 = llt_object(2); llt_put(t1139, k135_ours, S(k41_bruck)); t1139; })); llt_put(t1136, k138_4, ({ llt_value t1140 = llt_object(2); llt_put(t1140, k135_ours, S(k43_linear)); t1140; })); llt_put(t1136, k141_5, ({ llt_value t1141 = llt_object(2); llt_put(t1141, k135_ours, S(k44_pairwise)); t1141; })); t1136; })); llt_put(t1135, k140_table, ({ llt_value t1142 = llt_array(13); llt_push(t1142, ({ llt_value t1143 = llt_array(2); llt_push(t1143, N(2.0)); llt_push(t1143, S(k134_1)); t1143; })); llt_push(t1142, ({ llt_value t1144 = llt_array(2); llt_push(t1144, N(3.0)); llt_push(t1144, S(k195_2_2_4_5_16_2_64_5_256_2_4096_5_32768_2_262144_4_1048576_5_2)); t1144; })); llt_push(t1142, ({ llt_value t1145 = llt_array(2); llt_push(t1145, N(8.0)); llt_push(t1145, S(k196_8192_4_16384_1_65536_4_524288_1_1048576_2_1)); t1145; })); llt_push(t1142, ({ llt_value t1146 = llt_array(2); llt_push(t1146, N(16.0)); llt_push(t1146, S(k197_262144_4_1)); t1146; })); llt_push(t1142, ({ llt_value t1147 = llt_array(2); llt_push(t1147, N(32.0)); llt_push(t1147, S(k198_4_4_512_3_8192_4_32768_1_262144_4_524288_1_4)); t1147; })); llt_push(t1142, ({ llt_value t1148 = llt_array(2); llt_push(t1148, N(64.0)); llt_push(t1148, S(k199_512_3_524288_1_4)); t1148; })); llt_push(t1142, ({ llt_value t1149 = llt_array(2); llt_push(t1149, N(128.0)); llt_push(t1149, S(k200_1024_3_2048_1_4096_4_262144_1_2)); t1149; })); llt_push(t1142, ({ llt_value t1150 = llt_array(2); llt_push(t1150, N(256.0)); llt_push(t1150, S(k201_1024_3_2048_4_262144_1_2)); t1150; })); llt_push(t1142, ({ llt_value t1151 = llt_array(2); llt_push(t1151, N(512.0)); llt_push(t1151, S(k202_1024_3_8192_4_32768_1_2)); t1151; })); llt_push(t1142, ({ llt_value t1152 = llt_array(2); llt_push(t1152, N(1024.0)); llt_push(t1152, S(k203_512_3_8192_4_16384_1_131072_4_262144_1_2)); t1152; })); llt_push(t1142, ({ llt_value t1153 = llt_array(2); llt_push(t1153, N(2048.0)); llt_push(t1153, S(k204_512_3_1024_4_2048_1_16384_4_262144_1_4)); t1153; })); llt_push(t1142, ({ llt_value t1154 = llt_array(2); llt_push(t1154, N(4096.0)); llt_push(t1154, S(k205_1024_3_4096_4_8192_1_131072_4_1)); t1154; })); llt_push(t1142, ({ llt_value t1155 = llt_array(2); llt_push(t1155, g_ALL); llt_push(t1155, S(k206_2048_3_8192_4_16384_1_32768_4_65536_1_4)); t1155; })); t1142; })); t1135; })); llt_put(t1010, k13_alltoallv, ({ llt_value t1156 = llt_object(2); llt_put(t1156, k133_algorithms, ({ llt_value t1157 = llt_object(2); llt_put(t1157, k134_1, ({ llt_value t1158 = llt_object(2); llt_put(t1158, k135_ours, S(k207_ompi_linear)); t1158; })); llt_put(t1157, k136_2, ({ llt_value t1159 = llt_object(2); llt_put(t1159, k135_ours, S(k44_pairwise)); t1159; })); t1157; })); llt_put(t1156, k140_table, ({ llt_value t1160 = llt_array(6); llt_push(t1160, ({ llt_value t1161 = llt_array(2); llt_push(t1161, N(4.0)); llt_push(t1161, S(k136_2)); t1161; })); llt_push(t1160, ({ llt_value t1162 = llt_array(2); llt_push(t1162, N(64.0)); llt_push(t1162, S(k134_1)); t1162; })); llt_push(t1160, ({ llt_value t1163 = llt_array(2); llt_push(t1163, N(128.0)); llt_push(t1163, S(k136_2)); t1163; })); llt_push(t1160, ({ llt_value t1164 = llt_array(2); llt_push(t1164, N(256.0)); llt_push(t1164, S(k134_1)); t1164; })); llt_push(t1160, ({ llt_value t1165 = llt_array(2); llt_push(t1165, N(1024.0)); llt_push(t1165, S(k136_2)); t1165; })); llt_push(t1160, ({ llt_value t1166 = llt_array(2); llt_push(t1166, g_ALL); llt_push(t1166, S(k134_1)); t1166; })); t1160; })); t1156; })); llt_put(t1010, k19_gather, ({ llt_value t1167 = llt_object(2); llt_put(t1167, k133_algorithms, ({ llt_value t1168 = llt_object(3); llt_put(t1168, k134_1, ({ llt_value t1169 = llt_object(2); llt_put(t1169, k135_ours, S(k43_linear)); t1169; })); llt_put(t1168, k136_2, ({ llt_value t1170 = llt_object(2); llt_put(t1170, k135_ours, S(k45_binomial)); t1170; })); llt_put(t1168, k137_3, ({ llt_value t1171 = llt_object(2); llt_put(t1171, k135_ours, S(k208_ompi_linear_sync)); t1171; })); t1168; })); llt_put(t1167, k140_table, ({ llt_value t1172 = llt_array(5); llt_push(t1172, ({ llt_value t1173 = llt_array(2); llt_push(t1173, N(4.0)); llt_push(t1173, S(k209_2_3_4_1_32768_2_65536_1_131072_2_3)); t1173; })); llt_push(t1172, ({ llt_value t1174 = llt_array(2); llt_push(t1174, N(8.0)); llt_push(t1174, S(k210_1024_2_8192_1_32768_2_262144_1_3)); t1174; })); llt_push(t1172, ({ llt_value t1175 = llt_array(2); llt_push(t1175, N(256.0)); llt_push(t1175, S(k136_2)); t1175; })); llt_push(t1172, ({ llt_value t1176 = llt_array(2); llt_push(t1176, N(512.0)); llt_push(t1176, S(k211_2048_2_8192_1_2)); t1176; })); llt_push(t1172, ({ llt_value t1177 = llt_array(2); llt_push(t1177, g_ALL); llt_push(t1177, S(k136_2)); t1177; })); t1172; })); t1167; })); llt_put(t1010, k20_gatherv, g_LINEAR_ONLY); llt_put(t1010, k21_scatter, ({ llt_value t1183 = llt_object(2); llt_put(t1183, k133_algorithms, ({ llt_value t1184 = llt_object(3); llt_put(t1184, k134_1, ({ llt_value t1185 = llt_object(2); llt_put(t1185, k135_ours, S(k43_linear)); t1185; })); llt_put(t1184, k136_2, ({ llt_value t1186 = llt_object(2); llt_put(t1186, k135_ours, S(k45_binomial)); t1186; })); llt_put(t1184, k137_3, ({ llt_value t1187 = llt_object(2); llt_put(t1187, k135_ours, S(k43_linear)); t1187; })); t1184; })); llt_put(t1183, k140_table, ({ llt_value t1188 = llt_array(6); llt_push(t1188, ({ llt_value t1189 = llt_array(2); llt_push(t1189, N(4.0)); llt_push(t1189, S(k212_2_3_131072_1_262144_3_1)); t1189; })); llt_push(t1188, ({ llt_value t1190 = llt_array(2); llt_push(t1190, N(8.0)); llt_push(t1190, S(k213_2048_2_4096_1_8192_2_32768_1_1048576_3_1)); t1190; })); llt_push(t1188, ({ llt_value t1191 = llt_array(2); llt_push(t1191, N(16.0)); llt_push(t1191, S(k214_16384_2_1048576_3_1)); t1191; })); llt_push(t1188, ({ llt_value t1192 = llt_array(2); llt_push(t1192, N(32.0)); llt_push(t1192, S(k215_16384_2_32768_1_3)); t1192; })); llt_push(t1188, ({ llt_value t1193 = llt_array(2); llt_push(t1193, N(64.0)); llt_push(t1193, S(k216_512_2_8192_3_16384_2_3)); t1193; })); llt_push(t1188, ({ llt_value t1194 = llt_array(2); llt_push(t1194, g_ALL); llt_push(t1194, S(k217_512_2_3)); t1194; })); t1188; })); t1183; })); llt_put(t1010, k22_scatterv, g_LINEAR_ONLY); llt_put(t1010, k30_scan, g_SCAN_RULES); llt_put(t1010, k18_exscan, g_SCAN_RULES); llt_put(t1010, k46_reduce_scatter, ({ llt_value t1201 = llt_object(3); llt_put(t1201, k133_algorithms, ({ llt_value t1202 = llt_object(4); llt_put(t1202, k134_1, ({ llt_value t1203 = llt_object(2); llt_put(t1203, k135_ours, S(k218_ompi_reduce_scatter)); t1203; })); llt_put(t1202, k136_2, ({ llt_value t1204 = llt_object(2); llt_put(t1204, k135_ours, S(k47_recursive_halving)); t1204; })); llt_put(t1202, k137_3, ({ llt_value t1205 = llt_object(2); llt_put(t1205, k135_ours, S(k42_ring)); t1205; })); llt_put(t1202, k138_4, ({ llt_value t1206 = llt_object(2); llt_put(t1206, k135_ours, S(k219_butterfly)); t1206; })); t1202; })); llt_put(t1201, k140_table, ({ llt_value t1207 = llt_array(11); llt_push(t1207, ({ llt_value t1208 = llt_array(2); llt_push(t1208, N(4.0)); llt_push(t1208, S(k220_65536_3_131072_4_3)); t1208; })); llt_push(t1207, ({ llt_value t1209 = llt_array(2); llt_push(t1209, N(8.0)); llt_push(t1209, S(k221_8_1_262144_2_3)); t1209; })); llt_push(t1207, ({ llt_value t1210 = llt_array(2); llt_push(t1210, N(32.0)); llt_push(t1210, S(k222_262144_2_3)); t1210; })); llt_push(t1207, ({ llt_value t1211 = llt_array(2); llt_push(t1211, N(64.0)); llt_push(t1211, S(k223_64_1_2048_2_524288_4_3)); t1211; })); llt_push(t1207, ({ llt_value t1212 = llt_array(2); llt_push(t1212, N(128.0)); llt_push(t1212, S(k224_256_1_512_2_2048_4_4096_2_4)); t1212; })); llt_push(t1207, ({ llt_value t1213 = llt_array(2); llt_push(t1213, N(256.0)); llt_push(t1213, S(k225_256_1_512_2_4)); t1213; })); llt_push(t1207, ({ llt_value t1214 = llt_array(2); llt_push(t1214, N(512.0)); llt_push(t1214, S(k226_256_1_1024_2_4)); t1214; })); llt_push(t1207, ({ llt_value t1215 = llt_array(2); llt_push(t1215, N(1024.0)); llt_push(t1215, S(k227_512_1_2048_2_8192_4_16384_2_4)); t1215; })); llt_push(t1207, ({ llt_value t1216 = llt_array(2); llt_push(t1216, N(2048.0)); llt_push(t1216, S(k228_512_1_4096_2_16384_4_32768_2_4)); t1216; })); llt_push(t1207, ({ llt_value t1217 = llt_array(2); llt_push(t1217, N(4096.0)); llt_push(t1217, S(k229_512_1_4096_2_4)); t1217; })); llt_push(t1207, ({ llt_value t1218 = llt_array(2); llt_push(t1218, g_ALL); llt_push(t1218, S(k230_1024_1_8192_2_4)); t1218; })); t1207; })); llt_put(t1201, k194_measure, llt_closure(f1219, NULL)); t1201; })); llt_put(t1010, k48_reduce_scatter_block, ({ llt_value t1220 = llt_object(2); llt_put(t1220, k133_algorithms, ({ llt_value t1221 = llt_object(4); llt_put(t1221, k134_1, ({ llt_value t1222 = llt_object(2); llt_put(t1222, k135_ours, S(k218_ompi_reduce_scatter)); t1222; })); llt_put(t1221, k136_2, ({ llt_value t1223 = llt_object(2); llt_put(t1223, k135_ours, S(k40_recursive_doubling)); t1223; })); llt_put(t1221, k137_3, ({ llt_value t1224 = llt_object(2); llt_put(t1224, k135_ours, S(k47_recursive_halving)); t1224; })); llt_put(t1221, k138_4, ({ llt_value t1225 = llt_object(2); llt_put(t1225, k135_ours, S(k219_butterfly)); t1225; })); t1221; })); llt_put(t1220, k140_table, ({ llt_value t1226 = llt_array(5); llt_push(t1226, ({ llt_value t1227 = llt_array(2); llt_push(t1227, N(4.0)); llt_push(t1227, S(k231_4_2_8_4_16_3_128_4_256_3_4096_4_8192_3_131072_4_1)); t1227; })); llt_push(t1226, ({ llt_value t1228 = llt_array(2); llt_push(t1228, N(8.0)); llt_push(t1228, S(k232_8_3_32_2_256_4_8192_3_16384_4_1048576_3_1)); t1228; })); llt_push(t1226, ({ llt_value t1229 = llt_array(2); llt_push(t1229, N(16.0)); llt_push(t1229, S(k233_4_1_32_3_128_4_524288_3_4194304_1_4)); t1229; })); llt_push(t1226, ({ llt_value t1230 = llt_array(2); llt_push(t1230, N(32.0)); llt_push(t1230, S(k234_32_1_524288_3_2097152_1_4194304_3_4)); t1230; })); llt_push(t1226, ({ llt_value t1231 = llt_array(2); llt_push(t1231, g_ALL); llt_push(t1231, S(k235_4_3_16_1_65536_4_262144_1_4)); t1231; })); t1226; })); t1220; })); t1010; });
g_allgatherDissemination = ({ llt_value t1340 = llt_object(5); llt_put(t1340, k31_name, S(k34_dissemination)); llt_put(t1340, k33_emit, llt_closure(f1341, NULL)); t1340; });
g_allgatherBruck = ({ llt_value t1446 = llt_object(5); llt_put(t1446, k31_name, S(k41_bruck)); llt_put(t1446, k33_emit, llt_closure(f1447, NULL)); t1446; });
g_allgatherRing = ({ llt_value t1366 = llt_object(5); llt_put(t1366, k31_name, S(k42_ring)); llt_put(t1366, k33_emit, llt_closure(f1367, NULL)); t1366; });
g_allgatherRecursiveDoubling = ({ llt_value t1378 = llt_object(5); llt_put(t1378, k31_name, S(k40_recursive_doubling)); llt_put(t1378, k33_emit, llt_closure(f1379, NULL)); t1378; });
g_allgatherLinear = ({ llt_value t1457 = llt_object(5); llt_put(t1457, k31_name, S(k43_linear)); llt_put(t1457, k33_emit, llt_closure(f1458, NULL)); t1457; });
g_allgatherNeighbourExchange = ({ llt_value t1468 = llt_object(5); llt_put(t1468, k31_name, S(k174_neighbor_exchange)); llt_put(t1468, k33_emit, llt_closure(f1469, NULL)); t1468; });
g_allgatherGatherBcast = ({ llt_value t1494 = llt_object(5); llt_put(t1494, k31_name, S(k253_gather_bcast)); llt_put(t1494, k33_emit, llt_closure(f1495, NULL)); t1494; });
g_ALLGATHER = ({ llt_value t1339 = llt_array(7); llt_push(t1339, g_allgatherDissemination); llt_push(t1339, g_allgatherRing); llt_push(t1339, g_allgatherRecursiveDoubling); llt_push(t1339, g_allgatherBruck); llt_push(t1339, g_allgatherLinear); llt_push(t1339, g_allgatherNeighbourExchange); llt_push(t1339, g_allgatherGatherBcast); t1339; });
g_allgathervDissemination = ({ llt_value t1510 = llt_object(5); llt_put_all(t1510, g_allgatherDissemination); llt_put(t1510, k33_emit, llt_closure(f1511, NULL)); t1510; });
g_allgathervOmpiGatherBcast = ({ llt_value t1515 = llt_object(4); llt_put(t1515, k31_name, S(k183_ompi_gather_bcast)); llt_put(t1515, k33_emit, llt_closure(f1516, NULL)); t1515; });
g_ALLGATHERV = ({ llt_value t1509 = llt_array(3); llt_push(t1509, g_allgathervDissemination); llt_push_all(t1509, ({ llt_value o1513 = g_ALLGATHER; ({ llt_value a1514[1]; a1514[0] = N(1.0); llt_m_slice(o1513, k254_slice, 1, a1514); }); })); llt_push(t1509, g_allgathervOmpiGatherBcast); t1509; });
g_reduceBinomial = ({ llt_value a821[1]; a821[0] = ({ llt_value t822 = llt_object(5); llt_put(t822, k31_name, S(k45_binomial)); llt_put(t822, k99_tree, llt_closure(g_binomialTree, NULL)); llt_put(t822, k102_depth, llt_closure(g_floorLog2, NULL)); llt_put(t822, k2_root, S(k103_swap)); t822; }); g_up(NULL, U, 1, a821); });
g_reduceLinear = ({ llt_value a847[1]; a847[0] = ({ llt_value t848 = llt_object(5); llt_put(t848, k31_name, S(k43_linear)); llt_put(t848, k99_tree, llt_closure(g_linearTree, NULL)); llt_put(t848, k102_depth, llt_closure(f849, NULL)); llt_put(t848, k105_order, S(k108_down)); t848; }); g_up(NULL, U, 1, a847); });
g_reduceChain = ({ llt_value a850[1]; a850[0] = ({ llt_value t851 = llt_object(5); llt_put(t851, k31_name, S(k111_chain)); llt_put(t851, k99_tree, llt_closure(g_chainTree, NULL)); llt_put(t851, k102_depth, llt_closure(f852, NULL)); llt_put(t851, k104_fanout, N(1.0)); t851; }); g_up(NULL, U, 1, a850); });
g_reducePipeline = ({ llt_value a853[1]; a853[0] = ({ llt_value t854 = llt_object(5); llt_put(t854, k31_name, S(k112_pipeline)); llt_put(t854, k99_tree, llt_closure(g_chainTree, NULL)); llt_put(t854, k102_depth, llt_closure(f855, NULL)); llt_put(t854, k109_segment, g_PIPELINE_SEGMENT); t854; }); g_up(NULL, U, 1, a853); });
g_reduceBinary = ({ llt_value a856[1]; a856[0] = ({ llt_value t857 = llt_object(4); llt_put(t857, k31_name, S(k113_binary)); llt_put(t857, k99_tree, llt_closure(g_heapTree, NULL)); llt_put(t857, k102_depth, llt_closure(g_floorLog2, NULL)); t857; }); g_up(NULL, U, 1, a856); });
g_reduceOmpiBinary = ({ llt_value a858[1]; a858[0] = ({ llt_value t859 = llt_object(4); llt_put(t859, k31_name, S(k115_ompi_binary)); llt_put(t859, k99_tree, llt_closure(g_ompiBinaryTree, NULL)); llt_put(t859, k102_depth, llt_closure(g_floorLog2, NULL)); t859; }); g_up(NULL, U, 1, a858); });
g_reduceOmpiBinomial = ({ llt_value a860[1]; a860[0] = ({ llt_value t861 = llt_object(4); llt_put(t861, k31_name, S(k38_ompi_binomial)); llt_put(t861, k99_tree, llt_closure(g_inOrderBinomialTree, NULL)); llt_put(t861, k102_depth, llt_closure(g_floorLog2, NULL)); t861; }); g_up(NULL, U, 1, a860); });
g_reduceOmpiInOrderBinary = ({ llt_value t868 = llt_object(5); llt_put(t868, k31_name, S(k124_ompi_in_order_binary)); llt_put(t868, k33_emit, llt_closure(f869, NULL)); t868; });
g_reduceRabenseifner = ({ llt_value t62 = llt_object(5); llt_put(t62, k31_name, S(k39_rabenseifner)); llt_put(t62, k33_emit, llt_closure(f63, NULL)); t62; });
g_reduceMpichRabenseifner = ({ llt_value t61 = llt_object(4); llt_put(t61, k31_name, llt_get(g_reduceRabenseifner, k31_name)); llt_put(t61, k33_emit, llt_closure(f261, NULL)); t61; });
g_reduceMpichScheduled = ({ llt_value t2002 = llt_object(2); llt_put_all(t2002, g_reduceMpichRabenseifner); llt_put(t2002, k33_emit, llt_closure(f2003, NULL)); t2002; });
g_REDUCE = ({ llt_value t820 = llt_array(9); llt_push(t820, g_reduceBinomial); llt_push(t820, g_reduceLinear); llt_push(t820, g_reduceChain); llt_push(t820, g_reducePipeline); llt_push(t820, g_reduceBinary); llt_push(t820, g_reduceOmpiBinary); llt_push(t820, g_reduceOmpiBinomial); llt_push(t820, g_reduceOmpiInOrderBinary); llt_push(t820, g_reduceRabenseifner); t820; });
g_allreduceRecursiveDoubling = ({ llt_value t896 = llt_object(5); llt_put(t896, k31_name, S(k40_recursive_doubling)); llt_put(t896, k33_emit, llt_closure(f897, NULL)); t896; });
g_allreduceDissemination = ({ llt_value t917 = llt_object(5); llt_put(t917, k31_name, S(k34_dissemination)); llt_put(t917, k33_emit, llt_closure(f918, NULL)); t917; });
g_allreduceRing = ({ llt_value t931 = llt_object(5); llt_put(t931, k31_name, S(k42_ring)); llt_put(t931, k33_emit, llt_closure(f932, NULL)); t931; });
g_allreduceRingFull = ({ llt_value t978 = llt_object(5); llt_put(t978, k31_name, S(k129_ring_full)); llt_put(t978, k33_emit, llt_closure(f979, NULL)); t978; });
g_allreduceRabenseifner = ({ llt_value t287 = llt_object(5); llt_put(t287, k31_name, S(k39_rabenseifner)); llt_put(t287, k33_emit, llt_closure(f288, NULL)); t287; });
g_allreduceMpichRabenseifner = ({ llt_value t286 = llt_object(4); llt_put_all(t286, g_allreduceRabenseifner); llt_put(t286, k33_emit, llt_closure(f320, NULL)); t286; });
g_allreduceMpichScheduled = ({ llt_value t2010 = llt_object(2); llt_put_all(t2010, g_allreduceMpichRabenseifner); llt_put(t2010, k33_emit, llt_closure(f2011, NULL)); t2010; });
g_allreduceReduceBcast = ({ llt_value a992[4]; a992[0] = S(k130_reduce_bcast); a992[1] = S(k131_binomial_reduce_to_rank_0__then_binomial_bcast_from_rank_0); a992[2] = llt_closure(g_binomialTree, NULL); a992[3] = llt_closure(g_floorLog2, NULL); g_upAndDown(NULL, U, 4, a992); });
g_allreduceLinear = ({ llt_value a1337[5]; a1337[0] = S(k43_linear); a1337[1] = S(k252_all_ranks_send_to_rank_0__which_sends_the_result_to_all); a1337[2] = llt_closure(g_linearTree, NULL); a1337[3] = llt_closure(f1338, NULL); a1337[4] = S(k108_down); g_upAndDown(NULL, U, 5, a1337); });
g_allreduceOmpiReduceBcast = ({ llt_value t1001 = llt_object(4); llt_put(t1001, k31_name, S(k132_ompi_reduce_bcast)); llt_put(t1001, k33_emit, llt_closure(f1002, NULL)); t1001; });
g_ALLREDUCE = ({ llt_value t895 = llt_array(8); llt_push(t895, g_allreduceRecursiveDoubling); llt_push(t895, g_allreduceDissemination); llt_push(t895, g_allreduceRing); llt_push(t895, g_allreduceRingFull); llt_push(t895, g_allreduceRabenseifner); llt_push(t895, g_allreduceReduceBcast); llt_push(t895, g_allreduceOmpiReduceBcast); llt_push(t895, g_allreduceLinear); t895; });
g_alltoallLinear = ({ llt_value t375 = llt_object(5); llt_put(t375, k31_name, S(k43_linear)); llt_put(t375, k33_emit, llt_closure(f376, NULL)); t375; });
g_alltoallPairwise = ({ llt_value t325 = llt_object(5); llt_put(t325, k31_name, S(k44_pairwise)); llt_put(t325, k33_emit, llt_closure(f326, NULL)); t325; });
g_alltoallMpichPairwise = ({ llt_value t324 = llt_object(3); llt_put_all(t324, g_alltoallPairwise); llt_put(t324, k33_emit, llt_closure(f365, NULL)); t324; });
g_alltoallInPlace = ({ llt_value t2077 = llt_object(4); llt_put_all(t2077, g_alltoallPairwise); llt_put(t2077, k31_name, S(k275_in_place)); llt_put(t2077, k33_emit, llt_closure(f2078, NULL)); t2077; });
g_alltoallBruck = ({ llt_value t1549 = llt_object(5); llt_put(t1549, k31_name, S(k41_bruck)); llt_put(t1549, k33_emit, llt_closure(f1550, NULL)); t1549; });
g_alltoallvLinear = ({ llt_value t374 = llt_object(4); llt_put_all(t374, g_alltoallLinear); llt_put(t374, k33_emit, llt_closure(f395, NULL)); t374; });
g_alltoallvMpichLinear = ({ llt_value t373 = llt_object(2); llt_put_all(t373, g_alltoallvLinear); llt_put(t373, k33_emit, llt_closure(f413, NULL)); t373; });
g_alltoallvOmpiLinear = ({ llt_value t1570 = llt_object(4); llt_put_all(t1570, g_alltoallLinear); llt_put(t1570, k31_name, S(k207_ompi_linear)); llt_put(t1570, k33_emit, llt_closure(f1571, NULL)); t1570; });
g_ALLTOALL = ({ llt_value t1548 = llt_array(3); llt_push(t1548, g_alltoallLinear); llt_push(t1548, g_alltoallPairwise); llt_push(t1548, g_alltoallBruck); t1548; });
g_ALLTOALLV = ({ llt_value t1569 = llt_array(3); llt_push(t1569, g_alltoallvLinear); llt_push(t1569, g_alltoallPairwise); llt_push(t1569, g_alltoallvOmpiLinear); t1569; });
g_barrierDissemination = ({ llt_value t427 = llt_object(5); llt_put(t427, k31_name, S(k34_dissemination)); llt_put(t427, k33_emit, llt_closure(f428, NULL)); t427; });
g_barrierLinear = ({ llt_value t442 = llt_object(5); llt_put(t442, k31_name, S(k43_linear)); llt_put(t442, k33_emit, llt_closure(f443, NULL)); t442; });
g_barrierDoubleRing = ({ llt_value t452 = llt_object(5); llt_put(t452, k31_name, S(k98_double_ring)); llt_put(t452, k33_emit, llt_closure(f453, NULL)); t452; });
g_barrierRecursiveDoubling = ({ llt_value t461 = llt_object(5); llt_put(t461, k31_name, S(k40_recursive_doubling)); llt_put(t461, k33_emit, llt_closure(f462, NULL)); t461; });
g_barrierTree = ({ llt_value t474 = llt_object(5); llt_put(t474, k31_name, S(k99_tree)); llt_put(t474, k33_emit, llt_closure(f475, NULL)); t474; });
g_BARRIER = ({ llt_value t426 = llt_array(5); llt_push(t426, g_barrierDissemination); llt_push(t426, g_barrierLinear); llt_push(t426, g_barrierDoubleRing); llt_push(t426, g_barrierRecursiveDoubling); llt_push(t426, g_barrierTree); t426; });
g_reduceScatterRecursiveHalving = ({ llt_value t1681 = llt_object(5); llt_put(t1681, k31_name, S(k47_recursive_halving)); llt_put(t1681, k33_emit, llt_closure(f1682, NULL)); t1681; });
g_reduceScatterPairwise = ({ llt_value t1717 = llt_object(5); llt_put(t1717, k31_name, S(k44_pairwise)); llt_put(t1717, k33_emit, llt_closure(f1718, NULL)); t1717; });
g_reduceScatterRing = ({ llt_value t1740 = llt_object(5); llt_put(t1740, k31_name, S(k42_ring)); llt_put(t1740, k33_emit, llt_closure(f1741, NULL)); t1740; });
g_reduceScatterReduceScatterv = ({ llt_value t1754 = llt_object(5); llt_put(t1754, k31_name, S(k256_reduce_scatterv)); llt_put(t1754, k33_emit, llt_closure(f1755, NULL)); t1754; });
g_reduceScatterButterfly = ({ llt_value t1763 = llt_object(4); llt_put(t1763, k31_name, S(k219_butterfly)); llt_put(t1763, k33_emit, llt_closure(g_emitButterfly, NULL)); t1763; });
g_reduceScatterBlockButterfly = ({ llt_value t1833 = llt_object(3); llt_put_all(t1833, g_reduceScatterButterfly); llt_put(t1833, k33_emit, llt_closure(f1834, NULL)); t1833; });
g_reduceScatterBlockDoubling = ({ llt_value t1850 = llt_object(4); llt_put(t1850, k31_name, S(k40_recursive_doubling)); llt_put(t1850, k33_emit, llt_closure(f1851, NULL)); t1850; });
g_reduceScatterOmpi = ({ llt_value a1816[1]; a1816[0] = llt_closure(f1817, NULL); g_reduceThenScatter(NULL, U, 1, a1816); });
g_reduceScatterBlockOmpi = ({ llt_value a1894[1]; a1894[0] = llt_closure(f1895, NULL); g_reduceThenScatter(NULL, U, 1, a1894); });
g_REDUCE_SCATTER = ({ llt_value t1680 = llt_array(6); llt_push(t1680, g_reduceScatterRecursiveHalving); llt_push(t1680, g_reduceScatterPairwise); llt_push(t1680, g_reduceScatterRing); llt_push(t1680, g_reduceScatterReduceScatterv); llt_push(t1680, g_reduceScatterButterfly); llt_push(t1680, g_reduceScatterOmpi); t1680; });
g_REDUCE_SCATTER_BLOCK = ({ llt_value t1832 = llt_array(7); llt_push(t1832, g_reduceScatterRecursiveHalving); llt_push(t1832, g_reduceScatterPairwise); llt_push(t1832, g_reduceScatterRing); llt_push(t1832, g_reduceScatterReduceScatterv); llt_push(t1832, g_reduceScatterBlockButterfly); llt_push(t1832, g_reduceScatterBlockDoubling); llt_push(t1832, g_reduceScatterBlockOmpi); t1832; });
g_SCAN = ({ llt_value a1647[1]; a1647[0] = llt_get(g_Register, k65_Result); g_family(NULL, U, 1, a1647); });
g_EXSCAN = ({ llt_value a1679[1]; a1679[0] = llt_get(g_Register, k67_Rest); g_family(NULL, U, 1, a1679); });
g_ALGORITHMS = ({ llt_value t425 = llt_object(16); llt_put(t425, k26_barrier, g_BARRIER); llt_put(t425, k25_bcast, g_BCAST); llt_put(t425, k29_reduce, g_REDUCE); llt_put(t425, k24_allreduce, g_ALLREDUCE); llt_put(t425, k15_allgather, g_ALLGATHER); llt_put(t425, k16_allgatherv, g_ALLGATHERV); llt_put(t425, k17_alltoall, g_ALLTOALL); llt_put(t425, k13_alltoallv, g_ALLTOALLV); llt_put(t425, k19_gather, g_GATHER); llt_put(t425, k20_gatherv, g_GATHERV); llt_put(t425, k21_scatter, g_SCATTER); llt_put(t425, k22_scatterv, g_SCATTERV); llt_put(t425, k30_scan, g_SCAN); llt_put(t425, k18_exscan, g_EXSCAN); llt_put(t425, k46_reduce_scatter, g_REDUCE_SCATTER); llt_put(t425, k48_reduce_scatter_block, g_REDUCE_SCATTER_BLOCK); t425; });
g_known = g_ALGORITHMS;
g_KIB = N(1024.0);
g_ELEMENT_BYTES2 = N(8.0);
g_RULES2 = ({ llt_value t30 = llt_object(16); llt_put(t30, k26_barrier, ({ llt_value a31[1]; a31[0] = S(k34_dissemination); g_always(NULL, U, 1, a31); })); llt_put(t30, k25_bcast, llt_closure(g_bcast, NULL)); llt_put(t30, k29_reduce, ({ llt_value a39[1]; a39[0] = S(k38_ompi_binomial); g_rabenseifnerFrom(NULL, U, 1, a39); })); llt_put(t30, k24_allreduce, ({ llt_value a45[1]; a45[0] = S(k40_recursive_doubling); g_rabenseifnerFrom(NULL, U, 1, a45); })); llt_put(t30, k15_allgather, llt_closure(g_allgather, NULL)); llt_put(t30, k16_allgatherv, llt_closure(g_allgather, NULL)); llt_put(t30, k17_alltoall, llt_closure(g_alltoall, NULL)); llt_put(t30, k13_alltoallv, ({ llt_value a49[1]; a49[0] = S(k43_linear); g_always(NULL, U, 1, a49); })); llt_put(t30, k19_gather, ({ llt_value a50[1]; a50[0] = S(k45_binomial); g_always(NULL, U, 1, a50); })); llt_put(t30, k20_gatherv, ({ llt_value a51[1]; a51[0] = S(k43_linear); g_always(NULL, U, 1, a51); })); llt_put(t30, k21_scatter, ({ llt_value a52[1]; a52[0] = S(k45_binomial); g_always(NULL, U, 1, a52); })); llt_put(t30, k22_scatterv, ({ llt_value a53[1]; a53[0] = S(k43_linear); g_always(NULL, U, 1, a53); })); llt_put(t30, k30_scan, ({ llt_value a54[1]; a54[0] = S(k40_recursive_doubling); g_always(NULL, U, 1, a54); })); llt_put(t30, k18_exscan, ({ llt_value a55[1]; a55[0] = S(k40_recursive_doubling); g_always(NULL, U, 1, a55); })); llt_put(t30, k46_reduce_scatter, llt_closure(g_reduceScatter, NULL)); llt_put(t30, k48_reduce_scatter_block, llt_closure(g_reduceScatter, NULL)); t30; });
g_OPTIONS = ({ llt_value t1911 = llt_object(1); llt_put(t1911, k35_knomial, ({ llt_value t1912 = llt_object(1); llt_put(t1912, k104_fanout, N(2.0)); t1912; })); t1911; });
g_OWN = ({ llt_value t59 = llt_object(4); llt_put(t59, k29_reduce, ({ llt_value t60 = llt_array(1); llt_push(t60, g_reduceMpichRabenseifner); t60; })); llt_put(t59, k24_allreduce, ({ llt_value t285 = llt_array(1); llt_push(t285, g_allreduceMpichRabenseifner); t285; })); llt_put(t59, k17_alltoall, ({ llt_value t323 = llt_array(1); llt_push(t323, g_alltoallMpichPairwise); t323; })); llt_put(t59, k13_alltoallv, ({ llt_value t372 = llt_array(1); llt_push(t372, g_alltoallvMpichLinear); t372; })); t59; });
g_WHOLE_BY_4 = N(8.0);
g_ELEMENT_BYTES3 = N(8.0);
g_LONG = N(65536.0);
g_SEGMENT = N(8192.0);
g_FEW = N(4.0);
g_reduceBinomial2 = ({ llt_value t2044 = llt_object(4); llt_put(t2044, k31_name, S(k271_libnbc_binomial)); llt_put(t2044, k33_emit, llt_closure(f2045, NULL)); t2044; });
g_reduceThenBcast = ({ llt_value t2064 = llt_object(4); llt_put(t2064, k31_name, S(k273_libnbc_reduce_bcast)); llt_put(t2064, k33_emit, llt_closure(f2065, NULL)); t2064; });
g_reduceThenScatter2 = ({ llt_value t2051 = llt_object(4); llt_put(t2051, k31_name, S(k272_libnbc_reduce_scatter)); llt_put(t2051, k33_emit, llt_closure(f2052, NULL)); t2051; });
g_scanLinear = llt_at(g_SCAN, N(0));
g_exscanLinear = llt_at(g_EXSCAN, N(0));
g_ALWAYS = ({ llt_value t2050 = llt_object(13); llt_put(t2050, k26_barrier, g_barrierDissemination); llt_put(t2050, k15_allgather, g_allgatherLinear); llt_put(t2050, k16_allgatherv, g_allgatherLinear); llt_put(t2050, k17_alltoall, g_alltoallLinear); llt_put(t2050, k13_alltoallv, g_alltoallvLinear); llt_put(t2050, k19_gather, g_gatherLinear); llt_put(t2050, k20_gatherv, g_gatherLinear); llt_put(t2050, k21_scatter, g_scatterLinear); llt_put(t2050, k22_scatterv, g_scatterLinear); llt_put(t2050, k30_scan, g_scanLinear); llt_put(t2050, k18_exscan, g_exscanLinear); llt_put(t2050, k46_reduce_scatter, g_reduceThenScatter2); llt_put(t2050, k48_reduce_scatter_block, g_reduceThenScatter2); t2050; });
g_KIB2 = N(1024.0);
g_scanDoubling = llt_at(g_SCAN, N(1));
g_exscanDoubling = llt_at(g_EXSCAN, N(1));
g_RULES3 = ({ llt_value t1957 = llt_object(16); llt_put(t1957, k26_barrier, ({ llt_value a1958[1]; a1958[0] = g_barrierDissemination; g_always2(NULL, U, 1, a1958); })); llt_put(t1957, k25_bcast, llt_closure(g_bcast2, NULL)); llt_put(t1957, k29_reduce, ({ llt_value a2001[2]; a2001[0] = g_reduceOmpiBinomial; a2001[1] = g_reduceMpichScheduled; g_cut(NULL, U, 2, a2001); })); llt_put(t1957, k24_allreduce, ({ llt_value a2009[2]; a2009[0] = g_allreduceRecursiveDoubling; a2009[1] = g_allreduceMpichScheduled; g_cut(NULL, U, 2, a2009); })); llt_put(t1957, k15_allgather, llt_closure(g_allgather2, NULL)); llt_put(t1957, k16_allgatherv, llt_closure(g_allgather2, NULL)); llt_put(t1957, k17_alltoall, llt_closure(g_alltoall2, NULL)); llt_put(t1957, k13_alltoallv, ({ llt_value a2017[1]; a2017[0] = g_alltoallvMpichLinear; g_always2(NULL, U, 1, a2017); })); llt_put(t1957, k19_gather, ({ llt_value a2018[1]; a2018[0] = g_gatherBinomial; g_always2(NULL, U, 1, a2018); })); llt_put(t1957, k20_gatherv, ({ llt_value a2019[1]; a2019[0] = g_gathervLinear; g_always2(NULL, U, 1, a2019); })); llt_put(t1957, k21_scatter, ({ llt_value a2020[1]; a2020[0] = g_scatterBinomial; g_always2(NULL, U, 1, a2020); })); llt_put(t1957, k22_scatterv, ({ llt_value a2021[1]; a2021[0] = g_scattervLinear; g_always2(NULL, U, 1, a2021); })); llt_put(t1957, k30_scan, ({ llt_value a2022[1]; a2022[0] = g_scanDoubling; g_always2(NULL, U, 1, a2022); })); llt_put(t1957, k18_exscan, ({ llt_value a2023[1]; a2023[0] = g_exscanDoubling; g_always2(NULL, U, 1, a2023); })); llt_put(t1957, k46_reduce_scatter, ({ llt_value a2024[1]; a2024[0] = N((512.0 * (g_KIB2).of.number)); g_reduceScatter2(NULL, U, 1, a2024); })); llt_put(t1957, k48_reduce_scatter_block, ({ llt_value a2027[1]; a2027[0] = N(((512.0 * (g_KIB2).of.number) * (g_ELEMENT_BYTES3).of.number)); g_reduceScatter2(NULL, U, 1, a2027); })); t1957; });
g_MPICH_SAYS = S(k353_MPICH_Version_);
g_EVERYTHING = ({ llt_value t2298 = llt_object(4); llt_put(t2298, k8_collective, NIL); llt_put(t2298, k85_from, N(0.0)); llt_put(t2298, k266_to, N(__builtin_inf())); llt_put(t2298, k6_options, ({ llt_value t2299 = llt_object(0);  t2299; })); t2298; });
g_OPEN_MPI = ({ llt_value t2297 = llt_object(3); llt_put_all(t2297, g_EVERYTHING); llt_put(t2297, k349_text, S(k261_auto)); llt_put(t2297, k94_algorithm, S(k261_auto)); t2297; });
g_MPICH = ({ llt_value t2300 = llt_object(3); llt_put_all(t2300, g_EVERYTHING); llt_put(t2300, k349_text, S(k23_mpich)); llt_put(t2300, k94_algorithm, S(k23_mpich)); t2300; });
g_WAITING = ({ llt_value t10 = llt_object(2); llt_put(t10, k11_openmpi, ({ llt_value t11 = llt_object(2); llt_put(t11, k12_blocking, ({ llt_value t12 = llt_array(1); llt_push(t12, S(k13_alltoallv)); t12; })); llt_put(t11, k14_nonblocking, ({ llt_value t13 = llt_array(8); llt_push(t13, S(k15_allgather)); llt_push(t13, S(k16_allgatherv)); llt_push(t13, S(k17_alltoall)); llt_push(t13, S(k18_exscan)); llt_push(t13, S(k19_gather)); llt_push(t13, S(k20_gatherv)); llt_push(t13, S(k21_scatter)); llt_push(t13, S(k22_scatterv)); t13; })); t11; })); llt_put(t10, k23_mpich, ({ llt_value t14 = llt_object(2); llt_put(t14, k12_blocking, ({ llt_value t15 = llt_array(1); llt_push(t15, S(k24_allreduce)); t15; })); llt_put(t14, k14_nonblocking, ({ llt_value t16 = llt_array(2); llt_push(t16, S(k24_allreduce)); llt_push(t16, S(k25_bcast)); t16; })); t14; })); t10; });
g_PERSISTENT_OF_MPICH = ({ llt_value t21 = llt_array(7); llt_push(t21, S(k15_allgather)); llt_push(t21, S(k17_alltoall)); llt_push(t21, S(k18_exscan)); llt_push(t21, S(k19_gather)); llt_push(t21, S(k29_reduce)); llt_push(t21, S(k30_scan)); llt_push(t21, S(k21_scatter)); t21; });
g_NOTHING = ({ llt_value t24 = llt_object(5); llt_put(t24, k31_name, S(k32_none)); llt_put(t24, k33_emit, llt_closure(f25, NULL)); t24; });
g_SHIFT = ({ llt_value t2132 = llt_object(4); llt_put(t2132, k31_name, S(k330_shift)); llt_put(t2132, k33_emit, llt_closure(f2133, NULL)); t2132; });
g_INT = N(4.0);
g_WORD = N(8.0);
g_MASK = N((65.0 * 8.0));
g_BARRIER2 = ({ llt_value a2127[2]; a2127[0] = S(k26_barrier); a2127[1] = N(1.0); g_blocking(NULL, U, 2, a2127); });
g_ALLGATHER2 = ({ llt_value a2124[2]; a2124[0] = S(k15_allgather); a2124[1] = g_WORD; g_blocking(NULL, U, 2, a2124); });
g_ALLREDUCE2 = ({ llt_value a2112[2]; a2112[0] = S(k24_allreduce); a2112[1] = g_WORD; g_blocking(NULL, U, 2, a2112); });
g_BCAST2 = ({ llt_value a2189[2]; a2189[0] = S(k25_bcast); a2189[1] = g_INT; g_blocking(NULL, U, 2, a2189); });
g_REDUCE_SCATTER2 = ({ llt_value a2130[2]; a2130[0] = S(k48_reduce_scatter_block); a2130[1] = g_WORD; g_blocking(NULL, U, 2, a2130); });
g_TO_NEXT = ({ llt_value a2131[3]; a2131[0] = S(k26_barrier); a2131[1] = g_WORD; a2131[2] = g_SHIFT; g_blocking(NULL, U, 3, a2131); });
g_THROUGH_ROOT = ({ llt_value a2178[3]; a2178[0] = S(k26_barrier); a2178[1] = N(0.0); a2178[2] = g_barrierLinear; g_blocking(NULL, U, 3, a2178); });
g_nothing = ({ llt_value a2179[1]; a2179[0] = ({ llt_value t2180 = llt_array(0);  t2180; }); g_always3(NULL, U, 1, a2179); });
g_IDENTIFIER = ({ llt_value a2110[2]; a2110[0] = N(3.0); a2110[1] = ({ llt_value t2111 = llt_object(3); llt_put_all(t2111, g_ALLREDUCE2); llt_put(t2111, k9_way, S(k14_nonblocking)); llt_put(t2111, k3_bytes, g_INT); t2111; }); g_times(NULL, U, 2, a2110); });
g_identified = ({ llt_value a2109[1]; a2109[0] = g_IDENTIFIER; g_always3(NULL, U, 1, a2109); });
g_ompiWindow = ({ llt_value a2148[1]; a2148[0] = ({ llt_value t2149 = llt_array(2); llt_push_all(t2149, g_IDENTIFIER); llt_push(t2149, g_BARRIER2); t2149; }); g_always3(NULL, U, 1, a2148); });
g_ompiSplit = ({ llt_value a2122[1]; a2122[0] = ({ llt_value t2123 = llt_array(2); llt_push(t2123, g_ALLGATHER2); llt_push_all(t2123, g_IDENTIFIER); t2123; }); g_always3(NULL, U, 1, a2122); });
g_OPEN_MPI2 = ({ llt_value t2108 = llt_object(36); llt_put(t2108, k279_Comm_dup, g_identified); llt_put(t2108, k321_Comm_idup, g_identified); llt_put(t2108, k322_Comm_create, g_identified); llt_put(t2108, k323_Comm_create_group, g_identified); llt_put(t2108, k281_Comm_split, g_ompiSplit); llt_put(t2108, k324_Comm_split_type, g_ompiSplit); llt_put(t2108, k325_Comm_disconnect, ({ llt_value a2125[1]; a2125[0] = ({ llt_value t2126 = llt_array(1); llt_push(t2126, g_BARRIER2); t2126; }); g_always3(NULL, U, 1, a2125); })); llt_put(t2108, k326_Cart_create, g_identified); llt_put(t2108, k327_Cart_create_reordered, g_identified); llt_put(t2108, k328_Graph_create, g_identified); llt_put(t2108, k329_Dist_graph_create, ({ llt_value a2128[1]; a2128[0] = ({ llt_value t2129 = llt_array(3); llt_push(t2129, g_REDUCE_SCATTER2); llt_push(t2129, g_TO_NEXT); llt_push_all(t2129, g_IDENTIFIER); t2129; }); g_always3(NULL, U, 1, a2128); })); llt_put(t2108, k331_Dist_graph_create_adjacent, g_identified); llt_put(t2108, k332_Intercomm_create, llt_closure(g_ompiBetween, NULL)); llt_put(t2108, k333_Intercomm_merge, llt_closure(g_ompiMerge, NULL)); llt_put(t2108, k334_Win_create, g_ompiWindow); llt_put(t2108, k283_Win_allocate, g_ompiWindow); llt_put(t2108, k335_Win_create_dynamic, g_ompiWindow); llt_put(t2108, k336_Win_free, ({ llt_value a2150[1]; a2150[0] = ({ llt_value t2151 = llt_array(1); llt_push(t2151, g_BARRIER2); t2151; }); g_always3(NULL, U, 1, a2150); })); llt_put(t2108, k337_Win_fence, ({ llt_value a2152[1]; a2152[0] = ({ llt_value t2153 = llt_array(2); llt_push(t2153, g_REDUCE_SCATTER2); llt_push(t2153, g_BARRIER2); t2153; }); g_always3(NULL, U, 1, a2152); })); llt_put(t2108, k338_Win_fence_counts, ({ llt_value a2154[1]; a2154[0] = ({ llt_value t2155 = llt_array(1); llt_push(t2155, g_REDUCE_SCATTER2); t2155; }); g_always3(NULL, U, 1, a2154); })); llt_put(t2108, k339_Win_fence_noprecede, ({ llt_value a2156[1]; a2156[0] = ({ llt_value t2157 = llt_array(1); llt_push(t2157, g_BARRIER2); t2157; }); g_always3(NULL, U, 1, a2156); })); llt_put(t2108, k340_File_open, ({ llt_value a2158[1]; a2158[0] = ({ llt_value t2159 = llt_array(3); llt_push_all(t2159, g_IDENTIFIER); llt_push_all(t2159, ({ llt_value a2160[2]; a2160[0] = N(3.0); a2160[1] = g_BARRIER2; g_times(NULL, U, 2, a2160); })); llt_push(t2159, g_ALLGATHER2); t2159; }); g_always3(NULL, U, 1, a2158); })); llt_put(t2108, k287_File_close, ({ llt_value a2161[1]; a2161[0] = ({ llt_value t2162 = llt_array(2); llt_push(t2162, g_BARRIER2); llt_push(t2162, g_BARRIER2); t2162; }); g_always3(NULL, U, 1, a2161); })); llt_put(t2108, k285_File_set_size, ({ llt_value a2163[1]; a2163[0] = ({ llt_value t2164 = llt_array(2); llt_push(t2164, g_BARRIER2); llt_push(t2164, g_BARRIER2); t2164; }); g_always3(NULL, U, 1, a2163); })); llt_put(t2108, k341_File_set_view, ({ llt_value a2165[1]; a2165[0] = ({ llt_value t2166 = llt_array(2); llt_push(t2166, g_ALLGATHER2); llt_push(t2166, g_BARRIER2); t2166; }); g_always3(NULL, U, 1, a2165); })); llt_put(t2108, k342_File_sync, ({ llt_value a2167[1]; a2167[0] = ({ llt_value t2168 = llt_array(1); llt_push(t2168, g_BARRIER2); t2168; }); g_always3(NULL, U, 1, a2167); })); llt_put(t2108, k289_File_write_all, llt_closure(g_ompiWrite, NULL)); llt_put(t2108, k292_File_read_all, llt_closure(g_ompiRead, NULL)); llt_put(t2108, k315_File_write_all_strided, llt_closure(g_ompiWrite, NULL)); llt_put(t2108, k318_File_read_all_strided, llt_closure(g_ompiRead, NULL)); llt_put(t2108, k295_File_write_all_begin, g_nothing); llt_put(t2108, k298_File_read_all_begin, g_nothing); llt_put(t2108, k307_File_iwrite_all, g_nothing); llt_put(t2108, k309_File_iread_all, g_nothing); llt_put(t2108, k311_File_iwrite_all_strided, g_nothing); llt_put(t2108, k313_File_iread_all_strided, g_nothing); t2108; });
g_AGREED = ({ llt_value a2187[2]; a2187[0] = S(k24_allreduce); a2187[1] = g_MASK; g_blocking(NULL, U, 2, a2187); });
g_HEARD = ({ llt_value t2188 = llt_object(2); llt_put_all(t2188, g_BCAST2); llt_put(t2188, k276_among, S(k343_made)); t2188; });
g_CONTEXT = ({ llt_value t2186 = llt_array(2); llt_push(t2186, g_AGREED); llt_push(t2186, g_HEARD); t2186; });
g_COPIED = ({ llt_value t2200 = llt_array(2); llt_push(t2200, g_AGREED); llt_push(t2200, g_BCAST2); t2200; });
g_inContext = ({ llt_value a2185[1]; a2185[0] = g_CONTEXT; g_always3(NULL, U, 1, a2185); });
g_inOwnContext = ({ llt_value a2190[1]; a2190[0] = ({ llt_value t2191 = llt_array(2); llt_push(t2191, g_ALLREDUCE2); llt_push(t2191, g_HEARD); t2191; }); g_always3(NULL, U, 1, a2190); });
g_mpichSplit = ({ llt_value a2192[1]; a2192[0] = ({ llt_value t2193 = llt_array(2); llt_push(t2193, g_ALLGATHER2); llt_push_all(t2193, g_CONTEXT); t2193; }); g_always3(NULL, U, 1, a2192); });
g_gathered = ({ llt_value a2224[1]; a2224[0] = ({ llt_value t2225 = llt_array(2); llt_push(t2225, g_ALLGATHER2); llt_push(t2225, g_ALLGATHER2); t2225; }); g_always3(NULL, U, 1, a2224); });
g_writtenApart = ({ llt_value a2226[1]; a2226[0] = ({ llt_value t2227 = llt_array(2); llt_push_all(t2227, ({ llt_value a2228[2]; a2228[0] = N(4.0); a2228[1] = g_ALLGATHER2; g_times(NULL, U, 2, a2228); })); llt_push_all(t2227, ({ llt_value a2229[2]; a2229[0] = N(4.0); a2229[1] = g_TO_NEXT; g_times(NULL, U, 2, a2229); })); t2227; }); g_always3(NULL, U, 1, a2226); });
g_readApart = ({ llt_value a2230[1]; a2230[0] = ({ llt_value t2231 = llt_array(2); llt_push_all(t2231, ({ llt_value a2232[2]; a2232[0] = N(3.0); a2232[1] = g_ALLGATHER2; g_times(NULL, U, 2, a2232); })); llt_push_all(t2231, ({ llt_value a2233[2]; a2233[0] = N(4.0); a2233[1] = g_TO_NEXT; g_times(NULL, U, 2, a2233); })); t2231; }); g_always3(NULL, U, 1, a2230); });
g_MPICH2 = ({ llt_value t2184 = llt_object(36); llt_put(t2184, k279_Comm_dup, g_inContext); llt_put(t2184, k321_Comm_idup, g_inOwnContext); llt_put(t2184, k322_Comm_create, g_inContext); llt_put(t2184, k323_Comm_create_group, g_inOwnContext); llt_put(t2184, k281_Comm_split, g_mpichSplit); llt_put(t2184, k324_Comm_split_type, ({ llt_value a2194[1]; a2194[0] = ({ llt_value t2195 = llt_array(4); llt_push(t2195, g_ALLGATHER2); llt_push(t2195, g_AGREED); llt_push(t2195, g_ALLGATHER2); llt_push_all(t2195, g_CONTEXT); t2195; }); g_always3(NULL, U, 1, a2194); })); llt_put(t2184, k325_Comm_disconnect, g_nothing); llt_put(t2184, k326_Cart_create, g_inContext); llt_put(t2184, k327_Cart_create_reordered, g_mpichSplit); llt_put(t2184, k328_Graph_create, g_inContext); llt_put(t2184, k329_Dist_graph_create, ({ llt_value a2196[1]; a2196[0] = ({ llt_value t2197 = llt_array(3); llt_push(t2197, g_REDUCE_SCATTER2); llt_push(t2197, g_TO_NEXT); llt_push_all(t2197, g_CONTEXT); t2197; }); g_always3(NULL, U, 1, a2196); })); llt_put(t2184, k331_Dist_graph_create_adjacent, g_inContext); llt_put(t2184, k332_Intercomm_create, g_inContext); llt_put(t2184, k333_Intercomm_merge, llt_closure(f2198, NULL)); llt_put(t2184, k334_Win_create, ({ llt_value a2202[1]; a2202[0] = ({ llt_value t2203 = llt_array(2); llt_push_all(t2203, g_COPIED); llt_push_all(t2203, ({ llt_value a2204[2]; a2204[0] = N(5.0); a2204[1] = g_ALLGATHER2; g_times(NULL, U, 2, a2204); })); t2203; }); g_always3(NULL, U, 1, a2202); })); llt_put(t2184, k283_Win_allocate, ({ llt_value a2205[1]; a2205[0] = ({ llt_value t2206 = llt_array(4); llt_push_all(t2206, g_COPIED); llt_push(t2206, g_ALLGATHER2); llt_push(t2206, g_BCAST2); llt_push_all(t2206, ({ llt_value a2207[2]; a2207[0] = N(7.0); a2207[1] = g_ALLGATHER2; g_times(NULL, U, 2, a2207); })); t2206; }); g_always3(NULL, U, 1, a2205); })); llt_put(t2184, k335_Win_create_dynamic, ({ llt_value a2208[1]; a2208[0] = ({ llt_value t2209 = llt_array(2); llt_push_all(t2209, g_COPIED); llt_push_all(t2209, ({ llt_value a2210[2]; a2210[0] = N(2.0); a2210[1] = g_ALLGATHER2; g_times(NULL, U, 2, a2210); })); t2209; }); g_always3(NULL, U, 1, a2208); })); llt_put(t2184, k336_Win_free, ({ llt_value a2211[1]; a2211[0] = ({ llt_value t2212 = llt_array(1); llt_push(t2212, g_BARRIER2); t2212; }); g_always3(NULL, U, 1, a2211); })); llt_put(t2184, k337_Win_fence, ({ llt_value a2213[1]; a2213[0] = ({ llt_value t2214 = llt_array(1); llt_push(t2214, g_BARRIER2); t2214; }); g_always3(NULL, U, 1, a2213); })); llt_put(t2184, k338_Win_fence_counts, g_nothing); llt_put(t2184, k339_Win_fence_noprecede, ({ llt_value a2215[1]; a2215[0] = ({ llt_value t2216 = llt_array(1); llt_push(t2216, g_BARRIER2); t2216; }); g_always3(NULL, U, 1, a2215); })); llt_put(t2184, k340_File_open, ({ llt_value a2217[1]; a2217[0] = ({ llt_value t2218 = llt_array(2); llt_push_all(t2218, ({ llt_value a2219[2]; a2219[0] = N(7.0); a2219[1] = g_ALLGATHER2; g_times(NULL, U, 2, a2219); })); llt_push_all(t2218, g_COPIED); t2218; }); g_always3(NULL, U, 1, a2217); })); llt_put(t2184, k287_File_close, ({ llt_value a2220[1]; a2220[0] = ({ llt_value t2221 = llt_array(1); llt_push(t2221, g_BARRIER2); t2221; }); g_always3(NULL, U, 1, a2220); })); llt_put(t2184, k285_File_set_size, ({ llt_value a2222[1]; a2222[0] = ({ llt_value t2223 = llt_array(3); llt_push(t2223, g_BARRIER2); llt_push(t2223, g_BARRIER2); llt_push(t2223, g_BCAST2); t2223; }); g_always3(NULL, U, 1, a2222); })); llt_put(t2184, k341_File_set_view, g_gathered); llt_put(t2184, k342_File_sync, g_nothing); llt_put(t2184, k289_File_write_all, g_gathered); llt_put(t2184, k292_File_read_all, g_gathered); llt_put(t2184, k295_File_write_all_begin, g_gathered); llt_put(t2184, k298_File_read_all_begin, g_gathered); llt_put(t2184, k315_File_write_all_strided, g_writtenApart); llt_put(t2184, k318_File_read_all_strided, g_readApart); llt_put(t2184, k307_File_iwrite_all, g_gathered); llt_put(t2184, k309_File_iread_all, g_gathered); llt_put(t2184, k311_File_iwrite_all_strided, g_writtenApart); llt_put(t2184, k313_File_iread_all_strided, g_readApart); t2184; });
g_AS = ({ llt_value t2106 = llt_object(27); llt_put(t2106, k278_Comm_dup_with_info, S(k279_Comm_dup)); llt_put(t2106, k280_Cart_sub, S(k281_Comm_split)); llt_put(t2106, k282_Win_allocate_shared, S(k283_Win_allocate)); llt_put(t2106, k284_File_preallocate, S(k285_File_set_size)); llt_put(t2106, k286_File_set_atomicity, S(k287_File_close)); llt_put(t2106, k288_File_write_at_all, S(k289_File_write_all)); llt_put(t2106, k290_File_write_ordered, S(k289_File_write_all)); llt_put(t2106, k291_File_read_at_all, S(k292_File_read_all)); llt_put(t2106, k293_File_read_ordered, S(k292_File_read_all)); llt_put(t2106, k294_File_write_at_all_begin, S(k295_File_write_all_begin)); llt_put(t2106, k296_File_write_ordered_begin, S(k295_File_write_all_begin)); llt_put(t2106, k297_File_read_at_all_begin, S(k298_File_read_all_begin)); llt_put(t2106, k299_File_read_ordered_begin, S(k298_File_read_all_begin)); llt_put(t2106, k300_File_write_all_begin_strided, S(k295_File_write_all_begin)); llt_put(t2106, k301_File_write_at_all_begin_strided, S(k295_File_write_all_begin)); llt_put(t2106, k302_File_write_ordered_begin_strided, S(k295_File_write_all_begin)); llt_put(t2106, k303_File_read_all_begin_strided, S(k298_File_read_all_begin)); llt_put(t2106, k304_File_read_at_all_begin_strided, S(k298_File_read_all_begin)); llt_put(t2106, k305_File_read_ordered_begin_strided, S(k298_File_read_all_begin)); llt_put(t2106, k306_File_iwrite_at_all, S(k307_File_iwrite_all)); llt_put(t2106, k308_File_iread_at_all, S(k309_File_iread_all)); llt_put(t2106, k310_File_iwrite_at_all_strided, S(k311_File_iwrite_all_strided)); llt_put(t2106, k312_File_iread_at_all_strided, S(k313_File_iread_all_strided)); llt_put(t2106, k314_File_write_at_all_strided, S(k315_File_write_all_strided)); llt_put(t2106, k316_File_write_ordered_strided, S(k315_File_write_all_strided)); llt_put(t2106, k317_File_read_at_all_strided, S(k318_File_read_all_strided)); llt_put(t2106, k319_File_read_ordered_strided, S(k318_File_read_all_strided)); t2106; });
g_USUAL = ({ llt_value a2181[1]; a2181[0] = ({ llt_value t2182 = llt_array(1); llt_push(t2182, g_BARRIER2); t2182; }); g_always3(NULL, U, 1, a2181); });
}

llt_value llt_ts_decompose(int n, const llt_value *a) { return g_decompose(NULL, U, n, a); }
llt_value llt_ts_emitJoin(int n, const llt_value *a) { return g_emitJoin(NULL, U, n, a); }
llt_value llt_ts_knownSpec(int n, const llt_value *a) { return g_knownSpec(NULL, U, n, a); }
llt_value llt_ts_libraryNamed(int n, const llt_value *a) { return g_libraryNamed(NULL, U, n, a); }
llt_value llt_ts_namesMpich4(int n, const llt_value *a) { return g_namesMpich4(NULL, U, n, a); }
llt_value llt_ts_rulesOf(int n, const llt_value *a) { return g_rulesOf(NULL, U, n, a); }
