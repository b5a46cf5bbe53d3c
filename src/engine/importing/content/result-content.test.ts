import { expect, test } from 'vitest';
import { createImportReport } from '../import-report.ts';
import { readResultContent } from './result-content.ts';

const read = (content: Parameters<typeof readResultContent>[0]) => {
  const report = createImportReport();
  const output = readResultContent(content, ['content'], report);
  return { output, codes: report.notes().map(({ code }) => code) };
};

test('a text stays the same text, regardless of its content', () => {
  expect(read('12 °C')).toEqual({ output: '12 °C', codes: [] });
  expect(read('')).toEqual({ output: '', codes: [] });
  expect(read('{"temp": 12}')).toEqual({ output: '{"temp": 12}', codes: [] });
});

test('parts of text are one text', () => {
  const parts = [
    { type: 'text', text: '[1,' },
    { type: 'text', text: '2]' },
  ];
  expect(read(parts)).toEqual({ output: '[1,\n2]', codes: [] });
});

test('a picture beside a text is kept', () => {
  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } };
  expect(read([{ type: 'text', text: 'A map.' }, image]).output).toEqual([
    { mimeType: 'text/plain', text: 'A map.' },
    { mimeType: 'image/png', file: 'data:image/png;base64,AA==' },
  ]);
});

test.each([
  [42],
  [false],
  [null],
  [undefined],
  [{ temp: 12 }],
  [[1, 2]],
  [[]],
  [['a', 'b']],
  [[{ type: 'train', id: 1 }]],
])('the returned value of a function is kept as it is: %j', (value) =>
  expect(read(value)).toEqual({ output: value, codes: [] }),
);
