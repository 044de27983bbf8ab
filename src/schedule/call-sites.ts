/**
 * From where in the program operations come: the stack of return addresses of each MPI call, as places in objects (the
 * program's own file, shared libraries), so that one call site is one on all ranks, wherever their objects were loaded.
 */

/** A return address, or a place that the trace itself names. */
export interface SiteFrame {
  /** File that was loaded there; '' where nothing tells. */
  readonly object: string;
  /** Place in that file, in bytes; without a file the address itself. Of a named place: what tells it from others. */
  readonly offset: number;
  /** What the trace says is there: a region, a line of Python. Left out: an address, which others must look up. */
  readonly named?: SourcePlace;
}

/** From where a call was made. */
export interface CallSite {
  /** The caller of MPI first, then its callers as far as they were recorded; at least one. */
  readonly frames: readonly SiteFrame[];
}

/** All call sites of a program, each once. */
export interface SiteTable {
  readonly list: readonly CallSite[];
  /** Name of the first trace that tells of them. */
  readonly source: string;
  /** When it was traced, ms since 1970; NaN where it does not say. */
  readonly date: number;
  /** Whether stacks go up to the program's first function. Left out: only as deep as a tracer recorded them. */
  readonly whole?: boolean;
}

/** The call sites of a schedule. */
export interface ScheduleSites extends SiteTable {
  /** [operations] index into `list` of the call that made the operation; NONE for computations between calls. */
  readonly of: Uint32Array;
}

/** A place in the program's text. */
export interface SourcePlace {
  /** '' where it is not known. */
  readonly function: string;
  /** Path as the compiler had it, '' where the object does not tell lines. */
  readonly file: string;
  /** From 1; 0 without a file. */
  readonly line: number;
}

/**
 * What stands at a return address that the trace does not name, found by whoever can read the objects: the place of the call, then, where that was
 * inlined, those that it was inlined into. Empty where it is not known.
 */
export type SiteNames = (frame: SiteFrame) => readonly SourcePlace[];

/** A place on a named stack: in the text where that is known, and in the object. */
export interface NamedPlace extends SourcePlace, SiteFrame {}

/** A call site with its names: where the call stands, and from where that was reached. */
export interface NamedSite {
  readonly place: NamedPlace;
  /** Callers, innermost first. */
  readonly via: readonly NamedPlace[];
}

/** Names the frames of a site; those without a name keep their place in the object. */
export function nameSite({ frames }: CallSite, names: SiteNames): NamedSite {
  const [place, ...via] = frames.flatMap((frame) => {
    const places = frame.named === undefined ? names(frame) : [frame.named];
    return (places.length === 0 ? [UNKNOWN] : places).map((one) => ({ ...one, ...frame }));
  });
  return { place, via };
}

const UNKNOWN: SourcePlace = { function: '', file: '', line: 0 };

/** The last part of a path, `/` or `\` between them. */
export const baseName = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

/** `solver.c:214`, or the place in the object, `app+0x11f6`, where lines are not known; regions without lines by their name. */
export const placeText = (place: NamedPlace): string =>
  textOf(
    place.file === ''
      ? { ...place, object: baseName(place.object) }
      : { ...place, file: baseName(place.file) },
  );

/** The same with the whole paths. */
export const pathText = (place: NamedPlace): string => textOf(place);

function textOf({ file, line, object, offset, function: name }: NamedPlace): string {
  if (file !== '') return `${file}:${line}`;
  // A region that the trace names: its offset is a number in a list.
  if (object === '' && name !== '') return name;
  return `${object === '' ? '' : `${object}+`}0x${offset.toString(16)}`;
}

/** What tells a place from all others: lines where they are known, so that copies of a line are one place. */
export const placeKey = ({ file, line, object, offset, function: name }: NamedPlace): string =>
  file === '' ? `${object}+${offset}` : `${file}:${line} ${name}`;

/** What tells a site from all others. */
export const siteKey = ({ place, via }: NamedSite): string => [place, ...via].map(placeKey).join('\n');
