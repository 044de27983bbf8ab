/** The address of the page leads to its settings: what was changed, and what is pinned. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linkedBy, linkOf, type Settings } from '../../src/live/settings.js';
import { settingsWith } from './samples.js';

const begin = settingsWith({ overhead: '5us', pct: '1,2,5', collectives: ['allreduce=auto'] });

it('holds what was changed, and nothing else', () => {
  expect(linkOf({ settings: begin, pinned: null }, begin)).toBe('');
  const settings = { ...begin, latency: '7us', overhead: '', collectives: ['allreduce=ring', 'bcast=chain'] };
  const link = linkOf({ settings, pinned: null }, begin);
  expect(link).toBe('latency=7us&overhead=&collective=allreduce%3Dring&collective=bcast%3Dchain');
  expect(linkedBy(`#${link}`, begin)).toEqual({ settings, pinned: null });
});

it('leads back to any settings, pinned ones among them', () => {
  const names = Object.keys(begin).filter((name) => name !== 'collectives');
  const settings = fc
    .tuple(fc.dictionary(fc.constantFrom(...names), fc.string()), fc.array(fc.string({ minLength: 1 })))
    .map(([texts, collectives]): Settings => ({ ...begin, ...texts, collectives }));
  fc.assert(
    fc.property(settings, fc.option(settings), (now, pinned) => {
      expect(linkedBy(`#${linkOf({ settings: now, pinned }, begin)}`, begin)).toEqual({
        settings: now,
        pinned,
      });
    }),
  );
});

it('takes nothing but settings from an address', () => {
  expect(linkedBy('', begin)).toEqual({ settings: begin, pinned: null });
  const { settings } = linkedBy('#token=x&collectives=y&__proto__=z&latency=7us', begin);
  expect(settings).toEqual({ ...begin, latency: '7us' });
  expect(linkedBy('#pin=', begin).pinned).toEqual(begin);
});
