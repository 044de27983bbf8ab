/** Time by nature, as in `check` and `tolerance`. */
import { criticalPath } from '../../analysis/critical-path-shares.js';
import { type Natures, type TimeByNature, timeByNature } from '../../analysis/time-by-nature.js';
import { PLACES_KEPT } from '../../kernels/compile-kernel.js';
import type { Schedule } from '../../schedule/schedule.js';
import { formatTime } from '../../units.js';
import type { Part } from '../output/answer.js';
import { type Column, jsonRows, percentText, tableText } from '../output/table.js';
import type { LoadedModel, Opened } from '../pipeline/pipeline.js';

interface NatureRow {
  readonly nature: keyof TimeByNature;
  readonly path: number | null;
  readonly pathShare: number | null;
  readonly all: number | null;
  readonly allShare: number | null;
}

const NATURES = {
  computation: 'computation',
  waiting: 'waiting that the model explains',
  library: 'MPI library',
  undecided: 'undecided (counts as computation)',
  tracer: 'tracer (subtracted)',
} as const satisfies Record<keyof TimeByNature, string>;

const PATH: readonly Column<NatureRow>[] = [
  { key: 'path_ns', of: ({ path }) => path },
  { key: 'path_share', title: 'critical path', of: ({ pathShare }) => pathShare, format: percentText },
];

const ALL: readonly Column<NatureRow>[] = [
  { key: 'all_ns', title: 'all ranks', of: ({ all }) => all, format: formatTime },
  { key: 'all_share', title: 'share', of: ({ allShare }) => allShare, format: percentText },
];

const NATURE: Column<NatureRow> = {
  ...{ key: 'nature', title: 'time', align: 'left', of: ({ nature }: NatureRow) => nature },
  text: ({ nature }) => NATURES[nature],
};

/** The tracer's time is beside T, of which it was subtracted. */
function rowsOf({ path, all }: Natures): NatureRow[] {
  const shareOf = (sums: TimeByNature | null, nature: keyof TimeByNature): number | null => {
    if (sums === null) return null;
    const { tracer, ...rest } = sums;
    const whole = Object.values(rest).reduce((a, b) => a + b, 0);
    return whole > 0 ? sums[nature] / whole : 0;
  };
  const natures: readonly (keyof TimeByNature)[] = [
    'computation',
    'waiting',
    'library',
    'undecided',
    'tracer',
  ];
  return natures.map((nature) => ({
    nature,
    path: path?.[nature] ?? null,
    pathShare: shareOf(path, nature),
    all: all?.[nature] ?? null,
    allShare: shareOf(all, nature),
  }));
}

/** By its columns that are known. */
export function naturesPart(natures: Natures): Part {
  const columns = [NATURE, ...(natures.path === null ? [] : PATH), ...(natures.all === null ? [] : ALL)];
  const rows = rowsOf(natures);
  return {
    json: () => ({ time_by_nature: jsonRows(columns, rows) }),
    text: () => tableText(columns, rows),
  };
}

/** Of a traced program before it is modelled; null for others, and for regions. */
export function naturesOfTraces({ schedule, conversion, info }: Opened): Part | null {
  if (conversion === undefined || info.region !== undefined) return null;
  return naturesPart(timeByNature(schedule, conversion.coverage, null));
}

/** From which share of T on time that is not computed, but undecided or subtracted, is worth a table. */
const NOTABLE = 0.01;

/**
 * Of a traced program and its critical path; null for others, and for programs that are too large to play. The text is empty
 * where hardly anything is undecided or subtracted.
 */
export function naturesOfModel({ model, conversion, info }: LoadedModel): Part | null {
  const { schedule } = model;
  if (conversion === undefined || schedule.operations > PLACES_KEPT) return null;
  const coverage = info.region === undefined ? conversion.coverage : null;
  const found = (): Natures => timeByNature(schedule, coverage, criticalPath(model));
  return {
    json: () => naturesPart(found()).json(),
    text: () => {
      // Most programs have neither, and need no path.
      if (!hasDoubts(schedule)) return '';
      const natures = found();
      const notable = rowsOf(natures).some(
        ({ nature, pathShare }) =>
          (nature === 'undecided' || nature === 'tracer') && (pathShare ?? 0) > NOTABLE,
      );
      return notable ? naturesPart(natures).text() : '';
    },
  };
}

const hasDoubts = ({ calls }: Schedule): boolean =>
  calls?.ranks.some(({ parts }) => (parts?.undecided ?? parts?.tracer ?? null) !== null) === true;
