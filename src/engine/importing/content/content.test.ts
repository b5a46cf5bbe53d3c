import { expect, test } from 'vitest';
import type { RecordValue } from '../../model/value.ts';
import { createImportReport } from '../import-report.ts';
import { readContent } from './content.ts';

test('pictures, sounds and files as Pydantic AI writes them are files', () => {
  const report = createImportReport();
  const parts = readContent(
    [
      'see',
      { kind: 'image-url', url: 'http://x/y.png' },
      { kind: 'binary', data: 'AAAA', media_type: 'audio/wav' },
      { kind: 'document-url', url: 'http://x/y.pdf' },
    ],
    [],
    report,
  );
  expect(parts).toEqual([
    { mimeType: 'text/plain', text: 'see' },
    { mimeType: 'image/*', file: 'http://x/y.png' },
    { mimeType: 'audio/wav', file: 'AAAA' },
    { mimeType: 'application/octet-stream', file: 'http://x/y.pdf' },
  ]);
});

const read = (...content: readonly RecordValue[]) => {
  const report = createImportReport();
  const parts = readContent(content, [], report);
  return { parts, codes: report.notes().map(({ code }) => code) };
};

test.each<readonly [string, RecordValue, RecordValue]>([
  [
    'OpenTelemetry’s data',
    { type: 'blob', modality: 'image', mime_type: 'image/png', content: 'aGk=' },
    { mimeType: 'image/png', file: 'aGk=' },
  ],
  [
    'OpenTelemetry’s address',
    { type: 'uri', modality: 'video', uri: 'gs://b/clip.mp4' },
    { mimeType: 'video/*', file: 'gs://b/clip.mp4' },
  ],
  [
    'OpenTelemetry’s id of a file',
    { type: 'file', mime_type: 'application/pdf', file_id: 'file_1', name: 'bill.pdf', size: 2048 },
    { mimeType: 'application/pdf', file: 'file_1', metadata: { name: 'bill.pdf', size: 2048 } },
  ],
  [
    'Anthropic’s source',
    { type: 'image', source: { type: 'base64', media_type: 'image/webp', data: 'aGk=' } },
    { mimeType: 'image/webp', file: 'aGk=' },
  ],
  [
    'the AI SDK’s file',
    { type: 'file', data: 'aGk=', mediaType: 'text/csv', filename: 'a.csv' },
    { mimeType: 'text/csv', file: 'aGk=', metadata: { name: 'a.csv' } },
  ],
  [
    'OpenAI’s file within the part',
    { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,aGk=' } },
    {
      mimeType: 'application/pdf',
      file: 'data:application/pdf;base64,aGk=',
      metadata: { name: 'a.pdf' },
    },
  ],
  [
    'OpenAI’s sound',
    { type: 'input_audio', input_audio: { data: 'aGk=', format: 'wav' } },
    { mimeType: 'audio/wav', file: 'aGk=' },
  ],
  ['Gemini’s data', { inlineData: { mimeType: 'audio/ogg', data: 'aGk=' } }, { mimeType: 'audio/ogg', file: 'aGk=' }],
])('%s keeps its media type, name and size', (_, written, part) => {
  expect(read(written)).toEqual({ parts: [part], codes: [] });
});

test('Langfuse’s mark for a file that it took out is a file of that type, alone or in a part', () => {
  const mark = '@@@langfuseMedia:type=image/jpeg|id=cc48838a|source=base64_data_uri@@@';
  const file = { mimeType: 'image/jpeg', file: mark };
  expect(read({ type: 'image_url', image_url: { url: mark } }, { type: 'text', text: mark }).parts).toEqual([
    file,
    file,
  ]);
  expect(read({ type: 'text', text: `see ${mark}` }).parts).toEqual([{ mimeType: 'text/plain', text: `see ${mark}` }]);
});

test('a part without its file is kept whole, and the report says so', () => {
  const part = { type: 'blob', mime_type: 'image/png' };
  expect(read(part)).toEqual({
    parts: [{ mimeType: 'application/json', metadata: part }],
    codes: ['import/content-part'],
  });
});
