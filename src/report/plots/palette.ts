/**
 * Colours that colour-blind readers tell apart and that differ in grey as well.
 * Source: Okabe and Ito, "Color Universal Design" (2008).
 */
export interface Palette {
  readonly ink: string;
  /** Axes, grids and what is only a help to the eye. */
  readonly faint: string;
  readonly paper: string;
  /** Zones of tolerance, from harmless to harmful. */
  readonly zones: readonly string[];
  /** Lines and bars that stand beside each other. */
  readonly series: readonly string[];
  /** The two ends of a one-way scale (heat map). */
  readonly scale: readonly [string, string];
}

/** Dark lines on white, for paper. */
export const LIGHT: Palette = {
  ink: '#1a1a1a',
  faint: '#6b6b6b',
  paper: '#ffffff',
  zones: ['#009e73', '#e69f00', '#d55e00', '#cc79a7', '#0072b2'],
  series: ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#000000'],
  scale: ['#f2f6fa', '#0b3c63'],
};

/** The same names as custom properties of a page, which gives them values for light and dark. */
export const PAGE: Palette = {
  ink: 'var(--ink)',
  faint: 'var(--faint)',
  paper: 'var(--paper)',
  zones: ['var(--zone-1)', 'var(--zone-2)', 'var(--zone-3)', 'var(--zone-4)', 'var(--zone-5)'],
  series: [
    'var(--series-1)',
    'var(--series-2)',
    'var(--series-3)',
    'var(--series-4)',
    'var(--series-5)',
    'var(--series-6)',
    'var(--series-7)',
  ],
  scale: ['#f2f6fa', '#0b3c63'],
};

/** Colour number `i` of a list that begins anew behind its end. */
export const cycle = (colours: readonly string[], i: number): string => colours[i % colours.length];

/** Dashes that tell lines apart without colour. */
export const DASHES: readonly string[] = ['none', '6 3', '2 2', '8 3 2 3', '12 4', '4 2 1 2 1 2', '1 3'];

/** Symbols that tell points apart without colour. */
export const SYMBOLS = ['circle', 'square', 'triangle', 'diamond', 'star', 'cross', 'wye'] as const;
