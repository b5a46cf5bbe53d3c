import { expect, test } from 'vitest';
import { createNoting } from '../noting.ts';
import { readContent } from './content.ts';

test('pictures, sounds and files as Pydantic AI writes them are files', () => {
  const noting = createNoting();
  const parts = readContent(
    [
      'see',
      { kind: 'image-url', url: 'http://x/y.png' },
      { kind: 'binary', data: 'AAAA', media_type: 'audio/wav' },
      { kind: 'document-url', url: 'http://x/y.pdf' },
    ],
    [],
    noting,
  );
  expect(parts).toEqual([
    { mimeType: 'text/plain', text: 'see' },
    { mimeType: 'image/*', file: 'http://x/y.png' },
    { mimeType: 'audio/wav', file: 'AAAA' },
    { mimeType: 'application/octet-stream', file: 'http://x/y.pdf' },
  ]);
});
