import { expect, test } from 'vitest';
import { createImportReport } from '../import-report.ts';
import { openArguments } from './json-text.ts';

const given = (written: Parameters<typeof openArguments>[0]) => {
  const report = createImportReport();
  return [openArguments(written, ['arguments'], report), ...report.notes().map(({ code }) => code)];
};

test('arguments are what their JSON says', () => {
  expect(given('{"n": 1}')).toEqual([{ n: 1 }]);
  expect(given('[1, 2]')).toEqual([[1, 2]]);
  expect(given('null')).toEqual([null]);
  expect(given(' ')).toEqual([{}]);
  expect(given({ n: 1 })).toEqual([{ n: 1 }]);
});

test('JSON that was written as JSON once more is opened', () => {
  expect(given(JSON.stringify('{"n": 1}'))).toEqual([{ n: 1 }]);
});

test('words are no JSON, and neither is a number or a text in quotes', () => {
  for (const written of ['{"n": 1, oops', 'hello', '5', 'true', '"hello"', '"{hello}"', '"{"', '""']) {
    expect(given(written)).toEqual([written, 'import/arguments']);
  }
});
