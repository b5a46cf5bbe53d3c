import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../setup/run.ts';

interface ManifestIcon {
  readonly src: string;
  readonly type: string;
  readonly sizes: string;
  readonly purpose: string;
}

const folder = join(root, 'public');
const { icons } = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8')) as {
  readonly icons: readonly ManifestIcon[]; // the project's own file
};

/** Width and height as the header of the file says (PNG specification, §11.2.1). */
function sizeOf(file: Buffer): string {
  expect(file.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
}

test('systems that install the page find an icon of each kind that they ask for', () => {
  const offered = icons.map(({ type, sizes, purpose }) => `${type} ${sizes} ${purpose}`);
  for (const wanted of [
    'image/svg+xml any any',
    'image/png 192x192 any',
    'image/png 512x512 any',
    'image/png 512x512 maskable',
  ])
    expect(offered).toContain(wanted);
});

test.each(icons.filter(({ type }) => type === 'image/png'))(
  '$src has the size that the manifest says',
  ({ src, sizes }) => {
    expect(sizeOf(readFileSync(join(folder, src)))).toBe(sizes);
  },
);
