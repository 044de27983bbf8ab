/** Samples with one byte changed: what is read without a new warning is what another reader finds in the files. */
import { expect, it } from 'vitest';
import { LlampError } from '../../src/errors.js';
import { checkByte } from './kind-formats.js';
import { hasLibrary } from './otf2-library.js';
import { Random } from './random.js';

const SEED = 51;
/** The rest is of fields that our reader passes over and OTF2's library reads. */
const COMPARED = /as decoded$/;

it.each([
  ['test/sources/otf2/samples/everything', 100, hasLibrary()],
  ['traces/otf2/solver-4', 100, hasLibrary()],
  ['traces/dumpi', 600, true],
] as const)('%s, %d bytes', async (folder, count, hasReader) => {
  const found = { compared: 0, warned: 0, refused: 0, other: 0 };
  for (let i = 0; i < count; i++) {
    try {
      const said = await checkByte(folder, Random.of(SEED, i));
      found[COMPARED.test(said) ? 'compared' : said === 'warned' ? 'warned' : 'other']++;
    } catch (error) {
      if (!(error instanceof LlampError)) throw new Error(`byte ${i} of seed ${SEED}`, { cause: error });
      found.refused++;
    }
  }
  console.log(folder, found);
  expect(found.refused).toBeGreaterThan(count / 4);
  if (hasReader) expect(found.compared).toBeGreaterThan(10 * found.other);
});
