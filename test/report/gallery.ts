/** What every test of the gallery holds: a picture is the committed one, and the plotting library warned of nothing. */
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest';

/** For a file of tests, before its first. */
export function watchWarnings(): void {
  let warned: MockInstance;
  beforeEach(() => {
    warned = vi.spyOn(console, 'warn');
  });
  afterEach(() => {
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });
}

/** The picture is what is in the gallery, has a name and a sentence, and Plot put no warning sign into it. */
export async function expectPicture(name: string, svg: string): Promise<void> {
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(svg).toMatch(/<title id="[^"]+">[^<]+<\/title>\n<desc id="[^"]+">[^<]+<\/desc>/);
  expect(svg).not.toContain('⚠');
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  await expect(svg).toMatchFileSnapshot(`../../docs/gallery/${name}.svg`, 'npm run write -- pictures');
}
