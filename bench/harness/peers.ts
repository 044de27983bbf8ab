/** Programs of others that answer the same: where their binaries are is the caller's to say. */
import { existsSync, readFileSync } from 'node:fs';

/** [words] by name: the binary, and words of its own before those that it is given. */
export type Peers = ReadonlyMap<string, readonly string[]>;

export const PEERS = ['txt2bin', 'loggopsim', 'schedgen'] as const;
export type PeerName = (typeof PEERS)[number];

function wordsOf(value: unknown): string[] {
  const words = Array.isArray(value) ? value : [value];
  return words.map((word) => {
    if (typeof word !== 'string')
      throw new Error(`LLAMP_PEERS: ${JSON.stringify(value)} is no path and no list of words`);
    return word;
  });
}

function entriesOf(text: string): [string, unknown][] {
  if (text.endsWith('.json')) return Object.entries(JSON.parse(readFileSync(text, 'utf8')));
  return text.split(',').map((part) => {
    const [name, ...path] = part.split('=');
    return [name, path.join('=')];
  });
}

/** Of `txt2bin=/path,loggopsim=/path`, or of the JSON file that is named, {"txt2bin": "/path" or ["/path", "--flag"]}. */
export function peersOf(text: string | undefined): Peers {
  const found = new Map<string, string[]>();
  for (const [name, value] of text ? entriesOf(text) : []) {
    if (!PEERS.some((one) => one === name))
      throw new Error(`LLAMP_PEERS: no peer is called ${name}: ${PEERS.join(', ')}`);
    found.set(name, wordsOf(value));
  }
  return found;
}

/** The words of all of `names`, or the line that says which are missing. */
export function peersNamed(
  peers: Peers,
  names: readonly PeerName[],
): readonly (readonly string[])[] | string {
  const words = names.map((name) => peers.get(name) ?? []);
  const missing = names.filter((_, i) => words[i].length === 0 || !existsSync(words[i][0]));
  return missing.length > 0 ? `LLAMP_PEERS names no binary of ${missing.join(', ')}` : words;
}
