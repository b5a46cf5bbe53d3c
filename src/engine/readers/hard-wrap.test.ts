import { describe, expect, test } from 'vitest';
import { documentOf, notesOf, valueOf } from './testing.ts';

const printed =
  "[{'role': 'user', 'content': 'Where is my order? It was to come on Monday, and today is Friday.'}, {'role': 'assistant', 'content': 'It is on its way, and will be with you tomorrow before noon.'}]";
const value = valueOf(printed);

const wrapped = (text: string, width: number): string => text.match(new RegExp(`.{1,${width}}`, 'g'))?.join('\n') ?? '';

describe('a value that a terminal broke at its width', () => {
  test.each([40, 47, 53, 60, 66, 80])('is joined: %i', (width) => {
    expect(valueOf(wrapped(printed, width))).toEqual(value);
    expect(notesOf(wrapped(printed, width))).toEqual([`repaired reader/hard-wrap at line 1, column ${width + 1}`]);
  });

  test('is joined where spaces at the edge were not copied', () => {
    for (let width = 40; width < 80; width++) {
      const text = wrapped(printed, width).replaceAll(' \n', '\n');
      expect(valueOf(text)).toEqual(value);
    }
  });

  test('is joined behind a log prefix', () => {
    for (const front of ['ctx=', '2026-05-20 03:00:00,123 - agent - DEBUG - ctx: ']) {
      expect(valueOf(wrapped(`${front}${printed}`, 80))).toEqual(value);
    }
  });

  test('is joined where a line holds characters that are two columns wide', () => {
    const wide = printed.replace('on Monday', '月曜日に 🙂');
    const at = wide.indexOf('🙂');
    const text = `${wrapped(wide.slice(0, 60), 60)}\n${wide.slice(60, at + 20)}\n${wrapped(wide.slice(at + 20), 60)}`;
    expect(valueOf(text)).toEqual(valueOf(wide));
  });

  test('is joined up to the end where it is cut off', () => {
    const text = wrapped(printed.slice(0, 170), 60);
    expect(valueOf(text)).toEqual(valueOf(printed.slice(0, 170)));
    expect(notesOf(text)).toContain('lost reader/cut-off at line 3, column 51');
  });

  test('has its places in the original text', () => {
    const text = wrapped(printed, 47);
    const range = documentOf(text).locate([1, 'content']) ?? { start: 0, end: 0 };
    expect(text.slice(range.start, range.end).replaceAll('\n', '')).toBe(
      "'It is on its way, and will be with you tomorrow before noon.'",
    );
  });

  test('is joined in JSON as well', () => {
    const json = JSON.stringify(value);
    expect(valueOf(wrapped(json, 44))).toEqual(value);
  });
});

test('records of one length, one on each line, are no broken value', () => {
  const line = (id: number) => JSON.stringify({ id, role: 'user', content: 'as long as the others, whatever is said' });
  expect(valueOf([1, 2, 3, 4].map(line).join('\n'))).toHaveLength(4);
  expect(notesOf([1, 2, 3, 4].map(line).join('\n'))).toEqual([]);
  expect(notesOf(`[${[1, 2, 3, 4].map(line).join(',\n')}]`)).toEqual([]);
});
