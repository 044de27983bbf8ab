/** SVG to PNG by an optional package; plots are SVG first, and nothing else needs it. */
import { UsageError } from '../errors.js';

interface PngOptions {
  /** Pixels per pixel of the SVG; 2 by default, for sharp text on today's screens. */
  readonly scale?: number;
}

const DEFAULT_SCALE = 2;

/** Renders a plot with the fonts of the system. Throws UsageError if the optional package is not installed. */
export async function svgToPng(svg: string, options: PngOptions = {}): Promise<Uint8Array> {
  const { Resvg } = await renderer();
  const image = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: options.scale ?? DEFAULT_SCALE },
    font: { loadSystemFonts: true, defaultFontFamily: 'DejaVu Sans', sansSerifFamily: 'DejaVu Sans' },
  });
  return image.render().asPng();
}

async function renderer(): Promise<typeof import('@resvg/resvg-js')> {
  try {
    return await import('@resvg/resvg-js');
  } catch {
    throw new UsageError(
      'PNG needs the optional package @resvg/resvg-js',
      'install it with npm install @resvg/resvg-js, or write .svg',
    );
  }
}
