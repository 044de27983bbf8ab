/** The byte order mark that editors on Windows put before a text: U+FEFF in UTF-8. */
const MARK = [0xef, 0xbb, 0xbf];

/** Where the text begins that stands at `at`: behind its mark, if it has one. */
export const behindMark = (bytes: Uint8Array, at = 0): number =>
  MARK.every((byte, i) => bytes[at + i] === byte) ? at + MARK.length : at;
