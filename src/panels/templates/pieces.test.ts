import { expect, test } from 'vitest';
import type { FilledPlaceholder, TemplatePreview } from '../../engine/systems/voice/views/template-preview.ts';
import { heardText, piecesOf, summaryOf } from './Filled.tsx';

const text = 'Hi {{a}}{{b}}, bye';
const placeholder = (start: number, found: FilledPlaceholder['found'], filled: string): FilledPlaceholder => ({
  start,
  end: start + 5,
  path: text.slice(start + 2, start + 3),
  found,
  filled,
  cut: false,
  value: null,
  why: null,
  place: null,
  written: null,
});
const preview: TemplatePreview = {
  text,
  cut: false,
  placeholders: [placeholder(3, 'value', 'Asha'), placeholder(8, 'unresolved', '{{b}}')],
  more: 0,
  heard: null,
};

test('a template is cut at its placeholders, which may be adjacent', () => {
  expect(piecesOf(preview).map((piece) => (piece.kind === 'text' ? piece.text : piece.placeholder.path))).toEqual([
    'Hi ',
    'a',
    'b',
    ', bye',
  ]);
});

test('the heard text has every placeholder filled', () => {
  expect(heardText(preview)).toBe('Hi Asha{{b}}, bye');
  expect(heardText({ ...preview, text: '', placeholders: [] })).toBe('');
});

test('the results of the placeholders are counted', () => {
  expect(summaryOf(preview)).toBe('1 filled, 1 gap');
  expect(summaryOf({ ...preview, more: 4, placeholders: [placeholder(3, 'default', 'you')] })).toBe(
    '1 by default, 4 more not shown',
  );
  expect(summaryOf({ ...preview, placeholders: [] })).toBe('no placeholders');
});
