import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTar, readTar } from './tar.ts';

/** Packed by GNU tar 1.34, once in each of its forms: a link, an empty file, and folders with long names. */
const bytesOf = (form: string) => new Uint8Array(readFileSync(join(import.meta.dirname, 'fixtures', `${form}.tar`)));

async function contentOf(archive: Blob): Promise<readonly (readonly [string, string])[] | string> {
  const members = await readTar(archive);
  if (!members.ok) return members.problem.code;
  return Promise.all(
    members.value.map(
      async ({ path, offset, size }) => [path, await archive.slice(offset, offset + size).text()] as const,
    ),
  );
}

const content = [
  ['in/a.json', '{"a":1}'],
  ['in/deep/ü.txt', 'hello'],
  ['in/empty.json', ''],
  [`in/${'n'.repeat(60)}/${'n'.repeat(60)}/b.json`, '{"long":1}'],
];

test.for(['gnu', 'pax', 'ustar'])(
  'the files of a folder that was packed as %s, without folders and links',
  async (form) => {
    const archive = new Blob([bytesOf(form)]);
    expect(await isTar(archive)).toBe(true);
    expect(await contentOf(archive)).toEqual(content);
  },
);

test('a cut-off archive lists its complete files', async () => {
  const whole = bytesOf('pax');
  for (let length = 0; length < whole.length; length += 100) {
    const found = await contentOf(new Blob([whole.slice(0, length)]));
    expect(content.slice(0, found.length)).toEqual(found);
  }
});

test('a damaged header ends the list, and any bytes are read or refused', async () => {
  const whole = bytesOf('gnu');
  expect(await contentOf(new Blob([whole.with(3, 0x41)]))).toBe('tar/damaged');
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
      const found = await contentOf(new Blob([whole.with(at, byte)]));
      expect(typeof found === 'string' ? found : found.length <= content.length).toBe(
        typeof found === 'string' ? 'tar/damaged' : true,
      );
    }),
    { numRuns: 200 },
  );
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 1500 }), async (bytes) => {
      await contentOf(new Blob([new Uint8Array(bytes)]));
    }),
  );
});
