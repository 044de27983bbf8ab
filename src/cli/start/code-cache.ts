/**
 * Compiled code of the scripts that one command evaluates, kept between its runs: a line of JSON that names the scripts
 * and their sizes, then the bytes that V8 makes of each. V8 itself refuses what is of another text, another V8 or other flags
 * of it; the file's name tells its flags, for one command line may run under several.
 */
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import type { KeptFolder } from '../output/kept.js';
import type { Part } from './bundle.js';

interface Head {
  /** What was asked for in the runs that it is of, of those that ended well: others compile more. */
  readonly asked: readonly string[];
  readonly scripts: readonly (readonly [key: string, bytes: number])[];
}

/** Scripts of other ways to run the command that are kept along. */
const MOST_SCRIPTS = 32;
/** Words that are kept: what asks for others then compiles by itself what they need. */
const MOST_WORDS = 96;
/** Asked for in every run, so that one without flags is told from none. */
const RUN = 'run';
const LINE_END = 10;

export class CodeCache {
  readonly #folder: KeptFolder;
  readonly #name: string;
  readonly #data = new Map<string, Part>();
  readonly #scripts = new Map<string, Script>();
  readonly #asked: readonly string[];
  /** What earlier runs asked for. */
  #known: readonly string[] = [];
  /** Of V8 and its flags. */
  readonly #tag = cachedDataVersionTag();
  #complete = false;

  /** `asked`: words that tell which parts of the command run. */
  constructor(folder: KeptFolder, name: string, asked: readonly string[]) {
    this.#folder = folder;
    this.#asked = [RUN, ...asked];
    this.#name = `${name.replaceAll(/[^a-z]+/g, '-')}-${this.#tag.toString(16)}.code`;
    const kept = folder.read(this.#name);
    if (kept !== null) this.#open(kept);
  }

  /** A damaged file is one without scripts. */
  #open(kept: Part): void {
    try {
      const end = kept.indexOf(LINE_END);
      const { asked, scripts }: Head = JSON.parse(kept.toString('latin1', 0, end));
      let at = end + 1;
      if (scripts.reduce((sum, [, bytes]) => sum + bytes, at) !== kept.length) return;
      for (const [key, bytes] of scripts) {
        this.#data.set(key, kept.subarray(at, at + bytes));
        at += bytes;
      }
      this.#known = asked;
      this.#complete = asked.length >= MOST_WORDS || this.#asked.every((word) => asked.includes(word));
    } catch {
      this.#data.clear();
    }
  }

  /** `key`: names the text within the bundle. */
  compile(key: string, text: string, filename: string): Script {
    const cachedData = this.#data.get(key);
    const script = new Script(text, { filename, ...(cachedData === undefined ? {} : { cachedData }) });
    if (cachedData === undefined || script.cachedDataRejected === true) this.#complete = false;
    this.#scripts.set(key, script);
    return script;
  }

  /**
   * Keeps what this run has compiled, where it was more than is kept already. `whole`: all that was asked for has run; who
   * failed before that has compiled too little to say so, and adds nothing to what others kept. Under flags that were set
   * since V8 would make what it then refuses.
   */
  keep(whole: boolean): void {
    if (this.#complete || cachedDataVersionTag() !== this.#tag) return;
    if (!whole && this.#data.size > 0) return;
    const data = new Map([...this.#scripts].map(([key, script]) => [key, script.createCachedData()]));
    for (const [key, bytes] of this.#data)
      if (!data.has(key) && data.size < MOST_SCRIPTS) data.set(key, Buffer.from(bytes));
    const head: Head = {
      asked: whole ? [...new Set([...this.#known, ...this.#asked])].slice(0, MOST_WORDS) : [],
      scripts: [...data].map(([key, { length }]) => [key, length]),
    };
    this.#folder.write(
      this.#name,
      Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...data.values()]),
    );
  }
}
