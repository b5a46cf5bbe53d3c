import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checksumOf } from './zip-unpack.ts';
import { readDirectory } from './zip-directory.ts';
import { archiveOf } from './testing.ts';
import { unpackMember } from './zip-unpack.ts';

/**
 * `folder.zip` was packed by Info-ZIP 3.0, `zip64.zip` by Python's zipfile with its limits for the larger kind set to 1
 * byte, the files in `zstandard.zip` by zstd 1.5.4 from a pipe, so that no frame states its length.
 */
const fixture = (name: string) => new Blob([readFileSync(join(import.meta.dirname, 'fixtures', name))]);

const mostBytes = 1_000_000;

/** The first file of `zstandard.zip`. */
const lines = Array.from({ length: 30_000 }, (_, n) => `{"n": ${n}}\n`).join('');

/** Path and text of every file in an archive, or the code of the problem. */
async function contentOf(archive: Blob, most = mostBytes): Promise<readonly (readonly [string, string])[] | string> {
  const members = await readDirectory(archive);
  if (!members.ok) return members.problem.code;
  const content: [string, string][] = [];
  for (const member of members.value) {
    const bytes = await unpackMember(archive, member, most);
    content.push([member.path, bytes.ok ? new TextDecoder().decode(bytes.value) : bytes.problem.code]);
  }
  return content;
}

describe('archives of other packers', () => {
  test('the files of a folder, stored or deflated, without the folders themselves', async () => {
    expect(await contentOf(fixture('folder.zip'))).toEqual([
      ['in/a.json', '{"a":1}'],
      ['in/deep/ü.txt', 'hello hello hello hello hello'],
    ]);
  });

  test('files packed by Zstandard: over several blocks, with a checksum of its own, all the same, hardly packable, empty', async () => {
    const content = await contentOf(fixture('zstandard.zip'));
    expect(content.slice(0, 3)).toEqual([
      ['large.jsonl', lines],
      ['checked.jsonl', lines.slice(0, 3000)],
      ['same.txt', 'a'.repeat(200_000)],
    ]);
    expect(content[3]?.[1]).toMatch(/^[0-9a-f]{3000}$/);
    expect(content.slice(4)).toEqual([
      ['empty.txt', ''],
      ['short.json', '{"a": 1}'],
    ]);
  });

  test('the larger kind, whose sizes and offsets take eight bytes', async () => {
    expect(await contentOf(fixture('zip64.zip'))).toEqual([
      ['x.json', '{"x":3}'],
      ['y.json', '{"y":4}'],
    ]);
  });
});

test('packed files are unpacked unchanged, with any name and any comment', async () => {
  const file = fc.record({ path: fc.stringMatching(/^[a-zé_]{1,9}\.json$/), text: fc.string(), stored: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(file, { maxLength: 5 }), fc.stringMatching(/^[a-z ]{0,30}$/), async (files, comment) => {
      const content = await contentOf(await archiveOf(files, comment));
      expect(content).toEqual(files.map(({ path, text }) => [path, text]));
    }),
    { numRuns: 30 },
  );
});

test('the checksum is the one of the standard’s own example', () => {
  expect(checksumOf(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
});

describe('hostile archives', () => {
  const text = 'a'.repeat(5_000_000);

  test('a file that unpacks to more than is allowed, or than it says, is refused before it is unpacked', async () => {
    const honest = await archiveOf([{ path: 'bomb', text }]);
    const lying = await archiveOf([{ path: 'bomb', text, lies: { size: 10 } }]);
    expect(honest.size).toBeLessThan(10_000);
    expect(await contentOf(honest)).toEqual([['bomb', 'zip/too-large']]);
    expect(await contentOf(lying)).toEqual([['bomb', 'zip/damaged']]);
    expect(await contentOf(await archiveOf([{ path: 'bomb', text, stored: true, lies: { size: 10 } }]))).toEqual([
      ['bomb', 'zip/damaged'],
    ]);
  });

  test('damaged files, encrypted files and files of another method each have their own message', async () => {
    const archive = await archiveOf([
      { path: 'sum', text: 'one', lies: { checksum: 1 } },
      { path: 'length', text: 'one', lies: { size: 2 } },
      { path: 'secret', text: 'one', lies: { flags: 1 } },
      { path: 'method', text: 'one', lies: { method: 14 } },
      { path: 'not deflated', text: 'one two three', stored: true, lies: { method: 8 } },
      { path: 'sound', text: 'one' },
    ]);
    expect(await contentOf(archive)).toEqual([
      ['sum', 'zip/damaged'],
      ['length', 'zip/damaged'],
      ['secret', 'zip/encrypted'],
      ['method', 'zip/method'],
      ['not deflated', 'zip/damaged'],
      ['sound', 'one'],
    ]);
  });

  test('an archive cut off anywhere is a problem, never an exception', async () => {
    const whole = await archiveOf([
      { path: 'a.json', text: '{"a": 1}' },
      { path: 'b.json', text: '{"b": 2}' },
    ]);
    for (let length = 0; length < whole.size; length++)
      expect(await contentOf(whole.slice(0, length))).toBe('zip/no-archive');
    // Without its beginning, the offsets in the directory are wrong.
    expect(await contentOf(whole.slice(1))).toBe('zip/cut-off');
    for (let start = 1; start < whole.size; start++) {
      const content = await contentOf(whole.slice(start));
      const said = typeof content === 'string' ? [content] : content.map(([, text]) => text);
      expect(said.filter((one) => !one.startsWith('zip/'))).toEqual([]);
    }
  });

  test('a Zstandard frame that is damaged anywhere, or goes on beyond what is allowed, is refused', async () => {
    const whole = new Uint8Array(
      await fixture('zstandard.zip')
        .slice(41, 41 + 37_899)
        .arrayBuffer(),
    );
    const packed = { path: 'x', text: lines, frame: whole };
    expect(await contentOf(await archiveOf([packed]))).toEqual([['x', lines]]);
    expect(await contentOf(await archiveOf([packed]), 100_000)).toEqual([['x', 'zip/too-large']]);
    expect(await contentOf(await archiveOf([{ ...packed, lies: { size: 10 } }]))).toEqual([['x', 'zip/damaged']]);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(254), fc.boolean(), async (at, byte, isCut) => {
        const frame = isCut ? whole.slice(0, at) : whole.with(at, (whole[at] ?? 0) ^ (byte + 1));
        const content = await contentOf(await archiveOf([{ ...packed, frame }]));
        // A bit that only affects how much to remember does not change the output.
        expect(isCut ? ['zip/damaged'] : ['zip/damaged', lines]).toContain(content[0]?.[1]);
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    ['files', 32, 10_000_000n, 'This ZIP archive states 10000000 files; at most 200000 are listed. Split it.'],
    [
      'bytes of their list',
      40,
      70_000_000n,
      'This ZIP archive has a list of files of 70 MB; at most 64 MB are read. Split it.',
    ],
  ])(
    'too many %s are refused before any is read, and the problem names the limit',
    async (_, field, count, message) => {
      const bytes = new Uint8Array(await fixture('zip64.zip').arrayBuffer());
      const at = bytes.findIndex(
        (byte, index) => byte === 0x50 && String.fromCodePoint(...bytes.slice(index, index + 4)) === 'PK\u0006\u0006',
      );
      new DataView(bytes.buffer).setBigUint64(at + field, count, true);
      const listed = await readDirectory(new Blob([bytes]));
      expect(listed.ok ? undefined : listed.problem).toEqual({ code: 'zip/too-many', message });
    },
  );

  test('any bytes are read or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect(await contentOf(new Blob([new Uint8Array(bytes)]))).toMatch(/^zip\//);
      }),
    );
  });
});
