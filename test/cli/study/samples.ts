/** Studies in folders of their own, over samples that ship. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const WHERE = `inputs: ["*-4", fig4.goal]
machines:
  - cscs-testbed
  - far.yaml
collectives: [default, allreduce=ring, allreduce=rabenseifner]
networks: [none, fat-tree:k=4]
questions:
  - tolerance --pct 1,2
  - {name: sens, ask: sensitivity}
exclude:
  - {machine: far, network: "fat*"}
  - {input: fig4, collectives: "allreduce=*"}
`;

/** As many cells, each of which takes a moment. */
export const SMALL = `inputs: ["*.goal"]
machines: [cscs-testbed, far.yaml]
networks: [none, fat-tree:k=4]
questions:
  - tolerance --pct 1,2
  - {name: sens, ask: sensitivity}
  - path
exclude:
  - {machine: far, network: "fat*", question: sens}
`;

/** A machine file; `latency` is written into it. */
export const far = (latency = '10us'): string =>
  `latency: ${latency}\noverhead: 5us\ngap_per_byte: 0.018ns/B\n`;

export class StudyFolder {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'llamp-study-'));
  readonly file = join(this.folder, 'where.yaml');

  constructor(text = WHERE) {
    for (const name of ['cg-4', 'jacobi2d-4'])
      cpSync(join('traces', name), join(this.folder, name), { recursive: true });
    for (const name of ['fig4', 'fig4-short', 'three-slopes'])
      cpSync(`goal-samples/${name}.goal`, join(this.folder, `${name}.goal`));
    this.write('far.yaml', far());
    this.write('where.yaml', text);
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  /** Names of the files in the folder of cells; none where there is no such folder. */
  files(directory = 'where.study'): string[] {
    const folder = join(this.folder, directory, 'cells');
    mkdirSync(folder, { recursive: true });
    return readdirSync(folder).sort();
  }

  cells(directory = 'where.study'): Cell[] {
    return this.files(directory)
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(this.folder, directory, 'cells', name), 'utf8')));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export interface Cell {
  readonly key: string;
  readonly cell: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly exit: number;
  readonly answer: unknown;
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, string | number | null>>[];
  readonly error: { readonly family: string; readonly message: string } | null;
  readonly seconds: number;
  readonly read_seconds: number;
}
