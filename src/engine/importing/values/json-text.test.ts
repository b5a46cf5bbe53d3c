import { expect, test } from 'vitest';
import { createImportReport } from '../import-report.ts';
import { openArguments } from './json-text.ts';

const openedArguments = (written: Parameters<typeof openArguments>[0]) => {
  const report = createImportReport();
  return [openArguments(written, ['arguments'], report), ...report.notes().map(({ code }) => code)];
};

test('arguments are the value of their JSON', () => {
  expect(openedArguments('{"n": 1}')).toEqual([{ n: 1 }]);
  expect(openedArguments('[1, 2]')).toEqual([[1, 2]]);
  expect(openedArguments('null')).toEqual([null]);
  expect(openedArguments(' ')).toEqual([{}]);
  expect(openedArguments({ n: 1 })).toEqual([{ n: 1 }]);
});

test('JSON that was encoded as JSON twice is parsed', () => {
  expect(openedArguments(JSON.stringify('{"n": 1}'))).toEqual([{ n: 1 }]);
});

test('plain text is not JSON, and neither is a number or a text in quotes', () => {
  for (const written of ['{"n": 1, oops', 'hello', '5', 'true', '"hello"', '"{hello}"', '"{"', '""']) {
    expect(openedArguments(written)).toEqual([written, 'import/arguments']);
  }
});
