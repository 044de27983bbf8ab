/** Machine files: LogGPS parameters as YAML, with units; their keys are those of the table of parameters. */
import { z } from 'zod';
import { InputError, LlampError } from '../errors.js';
import { parseSize, parseTime } from '../units.js';
import { type CheckedDocument, readYaml, strictKeys } from '../yaml-document.js';
import {
  type MachineValues,
  type OverheadPoint,
  PARAMETER_ROWS,
  PARAMETERS,
  type ParameterRow,
} from './parameters.js';

const quantity = z.union([z.string(), z.number()]).transform(String);

const table = z.array(strictKeys({ bytes: quantity, overhead: quantity })).min(1);

/** Parameters that a text gives, as it gives them: a quantity or one of some words. */
const TEXTS = PARAMETER_ROWS.filter(({ parse }) => parse !== undefined);

const schema = strictKeys({
  name: z.string().optional(),
  source: z.string().optional(),
  ...Object.fromEntries(PARAMETER_ROWS.map((row) => [row.file, textOf(row)])),
  [PARAMETERS.overheadBySize.file]: table.optional(),
});

/** The given values of a parameter; required unless another parameter replaces it. */
function textOf({ flag, default: usual }: ParameterRow): z.ZodType<string | undefined> {
  const text = flag?.options === undefined ? quantity : z.enum(flag.options);
  return usual === undefined ? text : text.optional();
}

/** A machine as in a file; missing values are undefined. */
export type MachineFile = {
  readonly name: string | undefined;
  readonly source: string | undefined;
} & Pick<MachineValues, 'L' | 'G'> & {
    readonly [key in Exclude<keyof MachineValues, 'L' | 'G'>]: Exclude<MachineValues[key], null> | undefined;
  };

type Document = CheckedDocument<z.output<typeof schema>>;

/** The value in the document under the key of a parameter. */
const under = ({ value }: Document, { file }: Pick<ParameterRow, 'file'>): unknown =>
  new Map<string, unknown>(Object.entries(value)).get(file);

/** Reads a machine file. Throws InputError that names the key, its line and how to mend it. */
export function readMachineFile(text: string, source: string): MachineFile {
  const document = readYaml(text, source, schema);
  const { value } = document;
  if (under(document, PARAMETERS.o) === undefined && value.overhead_by_size === undefined) {
    throw new InputError({
      place: { source },
      what: "key 'overhead' is missing",
      mend: 'give overhead or overhead_by_size',
    });
  }
  const overheadBySize = overheadsOf(document);
  const values = TEXTS.map((row) => [row.key, parsedFrom(document, row)] as const);
  // Entries forget which key has which value; the rows that made the schema say it.
  const parsed = Object.fromEntries(values) as unknown as Omit<MachineFile, 'overheadBySize'>;
  return { ...parsed, name: value.name, source: value.source, overheadBySize };
}

function parsedFrom(document: Document, row: ParameterRow): unknown {
  const text = under(document, row);
  if (typeof text !== 'string') return undefined;
  return at(document, [row.file], () => row.parse?.(text, { name: row.file }));
}

/** The value at a place of the document, which its errors name. */
function at<T>({ placeOf }: Document, path: readonly PropertyKey[], read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof LlampError)) throw error;
    throw new InputError({ ...error.problems[0], place: placeOf(path) });
  }
}

/** Overheads by size, from the smallest. */
function overheadsOf(document: Document): OverheadPoint[] | undefined {
  const key = PARAMETERS.overheadBySize.file;
  const points = document.value[key]?.map((point, i) => ({
    bytes: at(document, [key, i, 'bytes'], () => parseSize(point.bytes, { name: 'bytes' })),
    ns: at(document, [key, i, 'overhead'], () => parseTime(point.overhead, { name: 'overhead' })),
  }));
  points?.forEach(({ bytes }, i) => {
    if (points.findIndex((one) => one.bytes === bytes) === i) return;
    throw new InputError({
      place: document.placeOf([key, i, 'bytes']),
      what: `two overheads for ${bytes} B`,
      mend: 'keep one of the two',
    });
  });
  return points?.sort((a, b) => a.bytes - b.bytes);
}
