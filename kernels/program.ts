/** What columns of programs and tables of costs look like in memory, for the kernels that read them. */

export const CALC: u32 = 0;
export const SEND: u32 = 1;
/** No operation, vertex or event. */
export const NONE: u32 = 0xffff_ffff;
/** Flag of a dependency, and the operation in it. */
export const IREQUIRES: u32 = 0x8000_0000;
export const DEP_OP: u32 = 0x7fff_ffff;

/**
 * A cost in the table: overheads, latencies and transfers, each in 32 bits. Four to a protocol, and whether sends end apart;
 * that of messages above the threshold stands behind that of the others.
 */
export const COST: usize = 12;
export const PROTOCOL: usize = 4 * COST + 4;
export const SENDING: usize = 0;
export const SEND_TO_MEET: usize = COST;
export const RECV_END: usize = 2 * COST;
export const SEND_END: usize = 3 * COST;
export const ENDS_APART: usize = 4 * COST;

/** A place in time in a column of them: its constant and bytes, vertex, overheads, latencies and route. */
export const PLACE_SHIFT: usize = 5;
export const BYTES: usize = 8;
export const BASE: usize = 16;
export const OVERHEADS: usize = 20;
export const LATENCIES: usize = 22;
export const ROUTE: usize = 24;

/**
 * The place of a post in a column of them, in half the room: constant, vertex, overheads, and whether it is past messages that
 * cross the network behind that vertex. Their bytes, latencies and route stand in a column of their own, which most programs
 * hardly write.
 */
export const POST_SHIFT: usize = 4;
export const POST_BASE: usize = 8;
export const POST_OVERHEADS: usize = 12;
export const POST_CROSSED: usize = 14;
export const CROSSED_LATENCIES: usize = 8;
export const CROSSED_ROUTE: usize = 10;

export function u32At(column: usize, i: u32): u32 {
  return load<u32>(column + ((i as usize) << 2));
}
export function i32At(column: usize, i: u32): i32 {
  return load<i32>(column + ((i as usize) << 2));
}
export function f64At(column: usize, i: u32): f64 {
  return load<f64>(column + ((i as usize) << 3));
}
export function putU32(column: usize, i: u32, one: u32): void {
  store<u32>(column + ((i as usize) << 2), one);
}
export function putF64(column: usize, i: u32, one: f64): void {
  store<f64>(column + ((i as usize) << 3), one);
}
