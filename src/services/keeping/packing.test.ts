import { expect, test } from 'vitest';
import { packed, tooLongToKeep, unpacked } from './packing.ts';

test('a kept text that unpacks to more than any that is kept is refused before it is whole', async () => {
  const bytes = await packed('0'.repeat(3_000_000));
  expect(bytes.length).toBeLessThan(10_000);
  expect(await unpacked(bytes, 3_000_000)).toHaveLength(3_000_000);
  await expect(unpacked(bytes, 2_000_000)).rejects.toMatchObject({
    problem: { code: 'keeping/unpacks-too-long', message: expect.stringContaining('more than 2 MB') },
  });
});

test('a text that could not be opened again is not kept', () => {
  expect(tooLongToKeep('ü', 2)).toBeNull();
  expect(tooLongToKeep(new Blob(['ü', 'x']), 2)).toMatchObject({ code: 'keeping/too-long' });
});
