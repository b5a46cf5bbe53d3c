import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentOf } from './content.ts';

const gzipped = (file: Blob): Promise<Blob> =>
  new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob();

/** The text in a file; for an archive, a marker; otherwise the code of the problem. */
async function seen(file: Blob): Promise<string> {
  const content = await contentOf(file, 'a file');
  if (!content.ok) return content.problem.code;
  return content.value.kind === 'text' ? content.value.text : `archive of ${content.value.archive.size}`;
}

const said = '{"said": "Grüße, 你好 😀"}';

function utf16(text: string, isLittle: boolean): Blob {
  const bytes = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at++) bytes.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return new Blob([bytes]);
}

test('a text is UTF-8 or UTF-16, with or without its mark', async () => {
  for (const text of [said, `\uFEFF${said}`]) {
    expect(await seen(new Blob([text]))).toBe(said);
    expect(await seen(utf16(text, true))).toBe(said);
    expect(await seen(utf16(text, false))).toBe(said);
  }
  expect(await seen(new Blob([]))).toBe('');
});

test('a gzipped file is read as its content, also when it is gzipped twice', async () => {
  const once = await gzipped(utf16(said, true));
  expect(await seen(once)).toBe(said);
  expect(await seen(await gzipped(once))).toBe(said);
  const archive = new Blob([readFileSync(join(import.meta.dirname, 'fixtures/pax.tar'))]);
  expect(await seen(await gzipped(archive))).toBe(`archive of ${archive.size}`);
});

test('gzip that is damaged, too much or endless is refused', async () => {
  const whole = await gzipped(new Blob([said]));
  expect(await seen(whole.slice(0, 20))).toBe('zip/damaged');
  expect(await seen(await gzipped(new Blob([new Uint8Array(201_000_000)])))).toBe('zip/too-large');
  let layers = whole;
  for (let more = 0; more < 3; more++) layers = await gzipped(layers);
  expect(await seen(layers)).toBe('file/packed');
});

test('a file of an unsupported packing method is refused by name', async () => {
  const packed = await contentOf(new Blob([new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 4, 0])]), 'log.jsonl.zst');
  expect(packed.ok ? '' : packed.problem.message).toBe(
    'log.jsonl.zst is packed by Zstandard; ZIP, tar and gzip can be read. Unpack it and open its content.',
  );
});
