import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pack, unpack } from './packing.ts';

test('any text is the same after packing, and a link may hold it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
      const packed = await pack(text);
      expect(packed).toMatch(/^[\w-]*$/);
      expect(await unpack(packed)).toBe(text);
    }),
    { numRuns: 200 },
  );
});

test('a long text is packed whole', async () => {
  const text = Array.from({ length: 100_000 }, (_, at) => `${(at * 7919) % 104_729}`).join(' ');
  expect(await unpack(await pack(text))).toBe(text);
});

test('a link that was cut off or changed is refused with a sentence', async () => {
  const packed = await pack('a text that is long enough to be cut '.repeat(20));
  for (const wrong of [packed.slice(0, -8), `${packed}!`, 'AAAA', packed.replace(/^./, 'Z')]) {
    await expect(unpack(wrong)).rejects.toMatchObject({ problem: { code: 'link/damaged' } });
  }
});

test('a link that unpacks to more than is allowed is refused before it is whole', async () => {
  const packed = await pack('0'.repeat(3_000_000));
  expect(packed.length).toBeLessThan(10_000);
  await expect(unpack(packed, 1_000_000)).rejects.toMatchObject({ problem: { code: 'link/too-long' } });
});
